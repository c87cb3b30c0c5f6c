/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hourerror.c - files whose stamps are hours or days off */
#include "run/clocksolve.h"

bool fid_source_stretch (const struct fid_clock_source *s, struct fid_extent *st)
{
    if (!s->any || s->first_ns > s->last_ns || s->first_ns < -FID_EXTENT_MAX ||
        s->last_ns > FID_EXTENT_MAX)
        return false;
    *st = (struct fid_extent){s->first_ns, s->last_ns,
                              s->clock == FID_CLOCK_TOD || (s->clock == FID_CLOCK_LOCAL &&
                                                            s->first_ns < FID_UNDATED_BEFORE)};
    return true;
}

static bool is_local (const struct fid_clock_source *s, struct fid_extent *st)
{
    return (s->clock == FID_CLOCK_LOCAL || s->clock == FID_CLOCK_TOD) &&
           fid_source_stretch (s, st);
}

static struct fid_extent moved_extent (struct fid_extent st, int64_t shift)
{
    return (struct fid_extent){st.first_ns + shift, st.last_ns + shift, false};
}

/* The same with the day that suits ref. */
static struct fid_extent on_day (struct fid_extent st, const struct fid_extent *ref)
{
    return moved_extent (st, st.undated ? fid_zone_day (&st, ref) : 0);
}

/* The source that most others meet: dated before undated, then the first. */
static bool find_majority (const struct fid_clock_input *in, struct fid_extent *ref)
{
    struct fid_extent a, b;
    size_t best = 0;
    for (size_t i = 0; i < in->source_n; i++) {
        if (!is_local (&in->source[i], &a))
            continue;
        size_t votes = a.undated ? 1 : in->source_n + 1;
        for (size_t k = 0; k < in->source_n; k++)
            if (k != i && is_local (&in->source[k], &b)) {
                b = on_day (b, &a);
                votes += fid_extent_meets (&b, &a);
            }
        *ref = votes > best ? a : *ref;
        best = votes > best ? votes : best;
    }
    return best > 0;
}

int fid_hour_errors (struct fid_clocks *c, struct fid_clock_input *in,
                     const struct fid_extent *app, size_t app_n, struct fid_error *err)
{
    struct fid_extent ref = {0}, mates = {0}, st;
    if (app_n)
        ref = fid_extent_hull (app, app_n);
    else if (!find_majority (in, &ref))
        return 0;
    ref.undated = false;

    /* Monitors start and stop together, so those that agree with the reference show best
     * where a monitor with a wrong hour belongs. */
    bool have_mates = false;
    FID_EACH (const struct fid_clock_source, s, in->source) {
        if (!is_local (s, &st))
            continue;
        struct fid_extent both[] = {on_day (st, &ref), mates};
        if (!fid_extent_meets (&both[0], &ref))
            continue;
        mates = fid_extent_hull (both, have_mates ? 2 : 1);
        have_mates = true;
    }
    FID_EACH (struct fid_clock_source, s, in->source) {
        if (!is_local (s, &st))
            continue;
        struct fid_extent here = on_day (st, &ref);
        int64_t error = 0;
        s->shift_ns = here.first_ns - st.first_ns;
        if (fid_extent_meets (&here, &ref) || (have_mates && fid_extent_meets (&here, &mates)))
            continue;
        if (!fid_zone_error (&here, have_mates ? &mates : &ref, &error)) {
            FID_TRY (FID_FIND (&c->findings, err, .code = FID_RUN_STAMPS_ALONE,
                               .file = (char *)s->file));
            continue;
        }
        s->shift_ns += error;
        error = st.undated ? error % FID_DAY : error; /* days are no error there */
        if (error)
            FID_TRY (FID_FIND (&c->findings, err, .code = FID_RUN_STAMPS_SHIFTED,
                               .file = (char *)s->file, .shift_ns = error,
                               .zone_explains = c->zone_known && error == c->zone_ns));
    }
    return 0;
}
