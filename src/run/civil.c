/* SPDX-License-Identifier: GPL-3.0-or-later */
/* civil.c - zones: the application's and the host's local time on the axis
 *
 * The zone is found from anchors that share a clock, rounded to quarters of an hour; without
 * them from the time that the files cover (zone.h); else it is the option's. */
#include "run/clocksolve.h"

/* A host and its containers read one kernel clock: what is left of a
 * difference of zones after rounding is error of measurement.  More than this
 * is another machine's clock. */
#define SAME_KERNEL_NS (2 * FID_S)

size_t fid_clock_stretches (const struct fid_clock_solver *s, enum fid_clock clock,
                            struct fid_extent *st)
{
    size_t n = 0;
    for (int phases = 1; phases >= 0 && n == 0; phases--)
        FID_EACH (const struct fid_clock_source, src, s->in->source)
            if (src->clock == clock && (!phases || src->phases) &&
                fid_source_stretch (src, &st[n]))
                n++;
    return n;
}

void fid_clock_put (struct fid_clock_solver *s, enum fid_clock clock, int64_t offset,
                    int64_t unsure, const char *how)
{
    struct fid_clock_map *m = &s->c->map[clock];
    m->known = true;
    m->offset_ns = offset;
    m->uncertainty_ns = unsure;
    snprintf (m->how, sizeof m->how, "%s", how);
}

/* What an edge adds to `from` at that instant. */
static int64_t edge_at (const struct fid_anchorfit *e, int64_t from_ns)
{
    return e->offset_ns + llround (e->drift * (double)(from_ns - e->ref_ns));
}

/* to - from by anchors: their own, or those of both with the boot clock. */
static bool by_anchors (const struct fid_clock_solver *s, enum fid_clock from,
                        enum fid_clock to, int64_t *diff)
{
    const struct fid_anchorfit *a, *b;
    if (from > to && s->has[from][to]) {
        *diff = s->edge[from][to].offset_ns;
        return true;
    }
    if (!s->has[FID_CLOCK_BOOT][from] || !s->has[FID_CLOCK_BOOT][to])
        return false;
    a = &s->edge[FID_CLOCK_BOOT][from];
    b = &s->edge[FID_CLOCK_BOOT][to];
    *diff = edge_at (b, b->ref_ns) - edge_at (a, b->ref_ns);
    return true;
}

/* Stretches of all that was traced in the host's local time, the boot clock's
 * events included where second ticks relate it. */
static size_t host_stretches (struct fid_clock_solver *s, struct fid_extent *st)
{
    size_t n = fid_clock_stretches (s, FID_CLOCK_LOCAL, st);
    n += fid_clock_stretches (s, FID_CLOCK_TOD, st + n);
    size_t boot = fid_clock_stretches (s, FID_CLOCK_BOOT, st + n);
    enum fid_clock to =
        s->has[FID_CLOCK_BOOT][FID_CLOCK_LOCAL] ? FID_CLOCK_LOCAL : FID_CLOCK_TOD;
    if (boot == 0 || !s->has[FID_CLOCK_BOOT][to])
        return n;
    struct fid_extent all = fid_extent_hull (st + n, boot);
    int64_t offset = s->edge[FID_CLOCK_BOOT][to].offset_ns;
    st[n++] =
        (struct fid_extent){all.first_ns + offset, all.last_ns + offset, to == FID_CLOCK_TOD};
    return n;
}

/* Round a difference of civil clocks to a quarter of an hour if one kernel's
 * clock explains it. */
static int round_diff (struct fid_clock_solver *s, enum fid_clock clock, int64_t *diff,
                       int64_t *residual, struct fid_error *err)
{
    int64_t whole = fid_zone_round (*diff);
    *residual = llabs (*diff - whole);
    if (*residual <= SAME_KERNEL_NS) {
        *diff = whole;
        return 0;
    }
    *residual = 0;
    return FID_FIND (&s->c->findings, err, .code = FID_RUN_OTHER_MACHINE,
                     .clock = {clock, s->c->axis}, .value = (double)*diff * 1e-9);
}

/* By coverage: what to add to st[n] (in `clock`) to reach the axis. */
static int by_cover (struct fid_clock_solver *s, enum fid_clock clock,
                     const struct fid_extent *st, size_t n, bool *found, struct fid_error *err)
{
    struct fid_extent *app = s->there;
    size_t app_n = fid_clock_stretches (s, s->c->axis, app);
    bool utc = s->c->axis == FID_CLOCK_UTC;
    int64_t wish = -s->in->zone_ns;
    bool wished = s->in->has_zone && utc && clock == FID_CLOCK_LOCAL;
    struct fid_zone z;
    char how[160];

    *found = fid_zone_cover (st, n, app, app_n, utc ? -FID_ZONE_MAX : FID_ZONE_MIN,
                             utc ? -FID_ZONE_MIN : -FID_ZONE_MIN, wished ? &wish : NULL, &z);
    if (!*found)
        return 0;
    if (z.candidate_n > 1 && !(wished && z.shift_ns == wish)) {
        fid_clock_put (s, clock, z.shift_ns, z.reach_ns,
                       "coverage of the application log, ambiguous");
        return FID_FIND (&s->c->findings, err, .code = FID_RUN_ZONE_AMBIGUOUS,
                         .clock = {clock, s->c->axis}, .number = {(int64_t)z.candidate_n},
                         .value = (double)z.reach_ns / (double)FID_HOUR,
                         .shift_ns = -z.shift_ns);
    }
    snprintf (how, sizeof how, "coverage of the application log (%.0f %%)", z.cover * 100);
    fid_clock_put (s, clock, z.shift_ns, FID_COVER_UNSURE_NS, how);
    return 0;
}

/* Of a day more or less, the difference that suits the dated files, the
 * option, or else is smallest. */
static int64_t choose_day (struct fid_clock_solver *s, int64_t diff)
{
    struct fid_extent *st = s->here, *app = s->there;
    size_t n = fid_clock_stretches (s, FID_CLOCK_LOCAL, st), k = 0;
    size_t app_n = fid_clock_stretches (s, s->c->axis, app);
    int64_t best = 0;
    double most = -1;
    for (size_t i = 0; i < n; i++)
        if (!st[i].undated)
            st[k++] = st[i];
    int64_t low = diff % FID_DAY;
    for (int64_t d = low - FID_DAY; d <= low + FID_DAY; d += FID_DAY) {
        struct fid_zone z;
        if (d < -FID_ZONE_MAX || d > -FID_ZONE_MIN)
            continue;
        fid_zone_cover (st, k, app, app_n, d, d, NULL, &z);
        double value = z.cover - 1e-3 * fabs ((double)d) / (double)FID_DAY +
                       (s->in->has_zone && d == -s->in->zone_ns ? 0.01 : 0);
        if (value > most) {
            most = value;
            best = d;
        }
    }
    return most < 0 && best == 0 ? low : best;
}

/* The host's local time on the axis. */
int fid_relate_host (struct fid_clock_solver *s, struct fid_error *err)
{
    struct fid_clocks *c = s->c;
    int64_t diff = 0, residual = 0;
    bool found = false;
    enum fid_clock via[] = {FID_CLOCK_LOCAL, FID_CLOCK_TOD};
    enum fid_clock to[] = {c->axis, FID_CLOCK_APP};

    if (c->axis >= FID_CLOCK_LOCAL)
        return 0;
    for (size_t k = 0; k < 2 && !found; k++)
        for (size_t i = 0; i < 2 && !found; i++) {
            if (!c->map[to[k]].known || !by_anchors (s, via[i], to[k], &diff))
                continue;
            found = true;
            diff += to[k] == c->axis ? 0 : c->map[to[k]].offset_ns;
            FID_TRY (round_diff (s, FID_CLOCK_LOCAL, &diff, &residual, err));
            if (via[i] == FID_CLOCK_TOD) {
                int64_t day = diff;
                diff = choose_day (s, diff);
                s->tod_day_ns = day - diff;
                s->tod_known = true;
            }
            fid_clock_put (s, FID_CLOCK_LOCAL, diff, residual > FID_MS ? residual : FID_MS,
                           "second ticks against log writes, to a quarter of an hour");
            c->map[FID_CLOCK_LOCAL].residual_ns = residual;
        }
    if (!found) {
        size_t n = host_stretches (s, s->here);
        FID_TRY (by_cover (s, FID_CLOCK_LOCAL, s->here, n, &found, err));
    }
    if (!found && s->in->has_zone && c->axis == FID_CLOCK_UTC) {
        fid_clock_put (s, FID_CLOCK_LOCAL, -s->in->zone_ns, FID_COVER_UNSURE_NS,
                       "option --utc-offset");
        found = true;
    }
    struct fid_run_finding f = {.code = FID_RUN_ZONE_UNKNOWN, .clock = {c->axis}};
    if (!found)
        return s->present[FID_CLOCK_LOCAL] || s->present[FID_CLOCK_TOD]
                   ? fid_run_findings_add (&c->findings, &f, err)
                   : 0;
    diff = c->map[FID_CLOCK_LOCAL].offset_ns;
    f.shift_ns = -diff;
    if (c->axis == FID_CLOCK_UTC) {
        c->zone_known = true;
        c->zone_ns = -diff;
        snprintf (c->zone_how, sizeof c->zone_how, "%s", c->map[FID_CLOCK_LOCAL].how);
        f.code = FID_RUN_ZONE_OPTION_WRONG;
        return s->in->has_zone && s->in->zone_ns != -diff
                   ? fid_run_findings_add (&c->findings, &f, err)
                   : 0;
    }
    f.code = FID_RUN_HOST_ZONE_DIFFERS;
    return diff ? fid_run_findings_add (&c->findings, &f, err) : 0;
}

/* The application's local time where the axis is UTC. */
int fid_relate_app (struct fid_clock_solver *s, struct fid_error *err)
{
    int64_t diff, residual;
    bool found;
    if (s->c->axis != FID_CLOCK_UTC || !s->present[FID_CLOCK_APP])
        return 0;
    if (by_anchors (s, FID_CLOCK_APP, FID_CLOCK_UTC, &diff)) {
        FID_TRY (round_diff (s, FID_CLOCK_APP, &diff, &residual, err));
        fid_clock_put (s, FID_CLOCK_APP, diff, residual > FID_MS ? residual : FID_MS,
                       "anchors, to a quarter of an hour");
        return 0;
    }
    size_t n = fid_clock_stretches (s, FID_CLOCK_APP, s->here);
    return by_cover (s, FID_CLOCK_APP, s->here, n, &found, err);
}
