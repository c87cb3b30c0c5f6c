/* hourerror.c - see hourerror.h */
#include "config.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/array.h"
#include "timeline/hourerror.h"

int
fid_clocks_find (struct fid_clocks *c, struct fid_error *err, const char *fmt, ...)
{
    va_list ap;
    if (fid_array_grow (&c->finding, &c->finding_cap, c->finding_n + 1, sizeof *c->finding,
                        err))
        return -1;
    va_start (ap, fmt);
    vsnprintf (c->finding[c->finding_n++], sizeof *c->finding, fmt, ap);
    va_end (ap);
    return 0;
}

bool
fid_source_stretch (const struct fid_clock_source *s, struct fid_stretch *st)
{
    if (!s->any || s->first_ns > s->last_ns || s->first_ns < -FID_STRETCH_MAX ||
        s->last_ns > FID_STRETCH_MAX)
        return false;
    *st = (struct fid_stretch){s->first_ns, s->last_ns,
                               s->clock == FID_CLOCK_TOD || (s->clock == FID_CLOCK_LOCAL &&
                                                             s->first_ns < FID_UNDATED_BEFORE)};
    return true;
}

static bool
is_local (const struct fid_clock_source *s, struct fid_stretch *st)
{
    return (s->clock == FID_CLOCK_LOCAL || s->clock == FID_CLOCK_TOD) &&
           fid_source_stretch (s, st);
}

static struct fid_stretch
moved (struct fid_stretch st, int64_t shift)
{
    st.first_ns += shift;
    st.last_ns += shift;
    st.undated = false;
    return st;
}

/* The same with the day that suits ref. */
static struct fid_stretch
on_day (struct fid_stretch st, const struct fid_stretch *ref)
{
    return moved (st, st.undated ? fid_zone_day (&st, ref) : 0);
}

/* The source that most others meet: dated before undated, then the first. */
static bool
find_majority (const struct fid_clock_input *in, struct fid_stretch *ref)
{
    struct fid_stretch a, b;
    size_t best = 0;
    for (size_t i = 0; i < in->source_n; i++) {
        if (!is_local (&in->source[i], &a))
            continue;
        size_t votes = a.undated ? 1 : in->source_n + 1;
        for (size_t k = 0; k < in->source_n; k++)
            if (k != i && is_local (&in->source[k], &b)) {
                b = on_day (b, &a);
                votes += fid_stretch_meets (&b, &a);
            }
        if (votes > best) {
            best = votes;
            *ref = a;
        }
    }
    return best > 0;
}

/* "12 h", "5:30 h" */
static const char *
hours_text (int64_t ns, char buf[24])
{
    long long minutes = llabs (ns) / (60 * FID_S);
    if (minutes % 60)
        snprintf (buf, 24, "%lld:%02lld h", minutes / 60, minutes % 60);
    else
        snprintf (buf, 24, "%lld h", minutes / 60);
    return buf;
}

/* What a shift of this size usually comes from. */
static const char *
likely_cause (int64_t hours_ns, const struct fid_clocks *c)
{
    if (llabs (hours_ns) == 12 * FID_HOUR)
        return ": 12-hour clock without AM/PM?";
    if (llabs (hours_ns) == FID_HOUR)
        return ": summer time?";
    if (c->zone_known && hours_ns == c->zone_ns)
        return ": stamped in UTC?";
    if (hours_ns % FID_DAY == 0)
        return ": wrong date?";
    return ": another time zone?";
}

int
fid_hour_errors (struct fid_clocks *c, struct fid_clock_input *in,
                 const struct fid_stretch *app, size_t app_n, struct fid_error *err)
{
    struct fid_stretch ref, mates, st;
    bool have_mates = false;
    char hours[24];

    if (app_n)
        ref = fid_stretch_hull (app, app_n);
    else if (!find_majority (in, &ref))
        return 0;
    ref.undated = false;

    /* Monitors start and stop together: those that agree with the reference
     * show best where one that does not belongs. */
    for (size_t i = 0; i < in->source_n; i++) {
        if (!is_local (&in->source[i], &st))
            continue;
        st = on_day (st, &ref);
        if (!fid_stretch_meets (&st, &ref))
            continue;
        struct fid_stretch both[] = {st, mates};
        mates = have_mates ? fid_stretch_hull (both, 2) : st;
        have_mates = true;
    }
    for (size_t i = 0; i < in->source_n; i++) {
        struct fid_clock_source *s = &in->source[i];
        if (!is_local (s, &st))
            continue;
        int64_t day = st.undated ? fid_zone_day (&st, &ref) : 0, error = 0;
        struct fid_stretch here = moved (st, day);
        s->shift_ns = day;
        if (fid_stretch_meets (&here, &ref))
            continue;
        if (have_mates && fid_stretch_meets (&here, &mates))
            continue;
        if (!fid_zone_error (&here, have_mates ? &mates : &ref, &error)) {
            if (fid_clocks_find (c, err,
                                 "%s: its stamps meet nothing else of the run, and no shift by "
                                 "hours helps; left as they are",
                                 s->file))
                return -1;
            continue;
        }
        if (st.undated && llabs (error) >= FID_DAY) { /* a day is no error there */
            s->shift_ns += error / FID_DAY * FID_DAY;
            error %= FID_DAY;
        }
        s->shift_ns += error;
        if (error &&
            fid_clocks_find (c, err, "%s: stamps are %s %s the rest of the run%s; shifted",
                             s->file, hours_text (error, hours),
                             error > 0 ? "behind" : "ahead of", likely_cause (error, c)))
            return -1;
    }
    return 0;
}
