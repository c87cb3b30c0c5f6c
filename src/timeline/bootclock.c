/* bootclock.c - the tracers' clock on the axis, by its tightest anchors */
#include "config.h"
#include <stdio.h>
#include "timeline/clocksolve.h"

/* The day of the second ticks: where the traces meet what is dated. */
static void
find_tick_day (struct fid_clock_solver *s)
{
    struct fid_clocks *c = s->c;
    struct fid_stretch *st = s->here, *dated = s->there;
    const struct fid_anchorfit *e = &s->edge[FID_CLOCK_BOOT][FID_CLOCK_TOD];
    size_t n = fid_clock_stretches (s, FID_CLOCK_BOOT, st), k = 0;
    int64_t back = c->map[FID_CLOCK_LOCAL].offset_ns;
    struct fid_stretch traces = {e->ref_ns, e->ref_ns, true};
    if (n)
        traces = fid_stretch_hull (st, n);
    traces.first_ns += e->offset_ns;
    traces.last_ns += e->offset_ns;
    if (c->axis != FID_CLOCK_LOCAL) {
        k = fid_clock_stretches (s, c->axis, dated);
        for (size_t i = 0; i < k; i++) {
            dated[i].first_ns -= back;
            dated[i].last_ns -= back;
        }
    }
    if (k == 0)
        k = fid_clock_stretches (s, FID_CLOCK_LOCAL, dated);
    if (k == 0)
        k = fid_clock_stretches (s, FID_CLOCK_TOD, dated);
    if (k) {
        struct fid_stretch ref = fid_stretch_hull (dated, k);
        s->tod_day_ns = fid_zone_day (&traces, &ref);
    }
    s->tod_known = true;
}

static void
put_edge (struct fid_clock_solver *s, const struct fid_anchorfit *e, int64_t add,
          int64_t unsure, const char *what)
{
    struct fid_clock_map *m = &s->c->map[FID_CLOCK_BOOT];
    char how[160];
    snprintf (how, sizeof how, "%zu %s", e->used_n, what);
    fid_clock_put (s, FID_CLOCK_BOOT, e->offset_ns + add, e->uncertainty_ns + unsure, how);
    m->ref_ns = e->ref_ns;
    m->drift = e->drift;
    m->anchor_n = e->used_n;
    m->residual_ns = e->residual_ns;
}

int
fid_relate_boot (struct fid_clock_solver *s, struct fid_error *err)
{
    struct fid_clocks *c = s->c;
    const struct fid_anchorfit *e = s->edge[FID_CLOCK_BOOT];
    const bool *has = s->has[FID_CLOCK_BOOT];
    const struct fid_clock_map *app = &c->map[FID_CLOCK_APP], *host = &c->map[FID_CLOCK_LOCAL];
    char files[120];

    if (c->axis >= FID_CLOCK_BOOT || !s->tells[FID_CLOCK_BOOT])
        return 0;
    if (has[FID_CLOCK_UTC] && c->axis == FID_CLOCK_UTC)
        put_edge (s, &e[FID_CLOCK_UTC], 0, 0, "log writes");
    else if (has[FID_CLOCK_APP] && app->known)
        put_edge (s, &e[FID_CLOCK_APP], app->offset_ns,
                  c->axis == FID_CLOCK_APP ? 0 : app->uncertainty_ns, "log writes");
    else if (has[FID_CLOCK_LOCAL] && host->known)
        put_edge (s, &e[FID_CLOCK_LOCAL], host->offset_ns,
                  host->uncertainty_ns > FID_COVER_UNSURE_NS ? host->uncertainty_ns : 0,
                  "second ticks");
    else if (has[FID_CLOCK_TOD] && host->known) {
        if (!s->tod_known)
            find_tick_day (s);
        /* the second of a unique whole-hour zone is no question */
        put_edge (s, &e[FID_CLOCK_TOD], s->tod_day_ns + host->offset_ns,
                  host->uncertainty_ns > FID_COVER_UNSURE_NS ? host->uncertainty_ns : 0,
                  "second ticks");
    } else {
        fid_clock_files (s, FID_CLOCK_BOOT, files, sizeof files);
        return fid_clocks_find (c, err,
                                "%s: the boot clock cannot be related to %s: no second ticks "
                                "(trace_time_align.out) and no writes of the log in the traces",
                                files[0] ? files : "traces", fid_clock_name (c->axis));
    }
    return 0;
}
