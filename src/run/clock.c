/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clock.c - see clock.h
 *
 * First the anchors of each pair of clocks become one edge (anchorfit.h).
 * Then the civil clocks are placed on the axis (civil.c), then the boot clock,
 * and last single files whose stamps are hours off (hourerror.c). */
#include "run/clocksolve.h"

#define N FID_CLOCK_N

void fid_clocks_clear (struct fid_clocks *c)
{
    fid_run_findings_clear (&c->findings);
    *c = (struct fid_clocks){0};
}

static int report_edge (struct fid_clock_solver *s, enum fid_clock from, enum fid_clock to,
                        struct fid_error *err)
{
    const struct fid_anchorfit *e = &s->edge[from][to];
    struct fid_run_finding f = {.number = {(int64_t)e->used_n, (int64_t)e->n}};
    if (e->jump_ns) {
        f.code = FID_RUN_CLOCK_SET;
        f.clock[0] = to;
        f.value = (double)e->jump_ns * 1e-9;
        return fid_run_findings_add (&s->c->findings, &f, err);
    }
    if (e->n >= 4 && 2 * e->used_n < e->n) {
        f.code = FID_RUN_ANCHORS_DISAGREE;
        f.clock[0] = from;
        f.clock[1] = to;
        return fid_run_findings_add (&s->c->findings, &f, err);
    }
    return 0;
}

/* Fits the anchors of each pair of clocks; an anchor may name them in either order. */
static int fit_edges (struct fid_clock_solver *s, struct fid_error *err)
{
    FID_FREED struct fid_anchor *mine = malloc ((s->in->anchor_n + 1) * sizeof *mine);
    FID_NEED (mine, err);
    for (int from = 0; from < N; from++)
        for (int to = 0; to < from; to++) {
            size_t n = 0;
            for (size_t i = 0; i < s->in->anchor_n; i++) {
                struct fid_anchor a = s->in->anchor[i];
                if (!fid_stamp_is_sane (a.from_ns) || !fid_stamp_is_sane (a.to_min_ns) ||
                    !fid_stamp_is_sane (a.to_max_ns) || a.to_max_ns < a.to_min_ns)
                    continue;
                if ((int)a.from == to && (int)a.to == from) {
                    int64_t half = a.to_max_ns / 2 - a.to_min_ns / 2, at = a.from_ns;
                    a = (struct fid_anchor){a.to, a.from, a.to_min_ns + half, at - half,
                                            at + half};
                }
                if ((int)a.from == from && (int)a.to == to)
                    mine[n++] = a;
            }
            if (n == 0)
                continue;
            bool ticks =
                from == FID_CLOCK_BOOT && (to == FID_CLOCK_TOD || to == FID_CLOCK_LOCAL);
            s->has[from][to] = s->present[from] = s->present[to] = true;
            FID_TRY (fid_anchor_fit (mine, n, ticks, &s->edge[from][to], err));
            FID_TRY (report_edge (s, from, to, err));
        }
    return 0;
}

static enum fid_clock choose_axis (struct fid_clock_solver *s)
{
    for (size_t i = 0; i < s->in->source_n; i++)
        if (s->in->source[i].any)
            s->present[s->in->source[i].clock] = true;
    if (s->present[FID_CLOCK_UTC])
        return FID_CLOCK_UTC;
    if (s->present[FID_CLOCK_APP])
        return FID_CLOCK_APP;
    if (s->present[FID_CLOCK_LOCAL] || s->present[FID_CLOCK_TOD])
        return FID_CLOCK_LOCAL;
    return s->present[FID_CLOCK_BOOT] || !s->present[FID_CLOCK_RELATIVE] ? FID_CLOCK_BOOT
                                                                         : FID_CLOCK_RELATIVE;
}

/* Name up to three files of a clock. */
static void name_files (const struct fid_clock_solver *s, enum fid_clock clock, char *buf,
                        size_t size)
{
    size_t n = 0, at = 0;
    buf[0] = '\0';
    for (size_t i = 0; i < s->in->source_n; i++)
        if (s->in->source[i].clock == clock && s->in->source[i].any && n++ < 3 && at < size)
            at += (size_t)snprintf (buf + at, size - at, "%s%s", n > 1 ? ", " : "",
                                    s->in->source[i].file);
    if (n > 3 && at < size)
        snprintf (buf + at, size - at, " and %zu more", n - 3);
}

/* Finds the day of the second ticks: the one on which the traces overlap dated files. */
static void find_tick_day (struct fid_clock_solver *s)
{
    struct fid_clocks *c = s->c;
    struct fid_extent *st = s->here, *dated = s->there;
    const struct fid_anchorfit *e = &s->edge[FID_CLOCK_BOOT][FID_CLOCK_TOD];
    size_t n = fid_clock_stretches (s, FID_CLOCK_BOOT, st), k = 0;
    int64_t back = c->map[FID_CLOCK_LOCAL].offset_ns;
    struct fid_extent traces = {e->ref_ns, e->ref_ns, true};
    if (n)
        traces = fid_extent_hull (st, n);
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
        struct fid_extent ref = fid_extent_hull (dated, k);
        s->tod_day_ns = fid_zone_day (&traces, &ref);
    }
    s->tod_known = true;
}

static void put_edge (struct fid_clock_solver *s, const struct fid_anchorfit *e, int64_t add,
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

/* The tracers' clock on the axis, by its tightest anchors; after the civil clocks. */
static int relate_boot (struct fid_clock_solver *s, struct fid_error *err)
{
    struct fid_clocks *c = s->c;
    const struct fid_anchorfit *e = s->edge[FID_CLOCK_BOOT];
    const bool *has = s->has[FID_CLOCK_BOOT];
    const struct fid_clock_map *app = &c->map[FID_CLOCK_APP], *host = &c->map[FID_CLOCK_LOCAL];
    char files[120], traces[] = "traces";

    if (c->axis >= FID_CLOCK_BOOT || !s->present[FID_CLOCK_BOOT])
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
        name_files (s, FID_CLOCK_BOOT, files, sizeof files);
        return FID_FIND (&c->findings, err, .code = FID_RUN_BOOT_UNRELATED,
                         .file = files[0] ? files : traces, .clock = {c->axis});
    }
    return 0;
}

/* What ran, in the host's local time: the application log, else the traces. */
static int correct_files (struct fid_clock_solver *s, struct fid_error *err)
{
    struct fid_clocks *c = s->c;
    const struct fid_clock_map *host = &c->map[FID_CLOCK_LOCAL], *m = &c->map[FID_CLOCK_BOOT];
    struct fid_extent *ref = s->here;
    size_t n = 0;
    if (host->known && c->axis < FID_CLOCK_LOCAL)
        n = fid_clock_stretches (s, c->axis, ref);
    for (size_t i = 0; i < n; i++) {
        ref[i].first_ns -= host->offset_ns;
        ref[i].last_ns -= host->offset_ns;
    }
    if (n == 0 && host->known && m->known && c->axis != FID_CLOCK_BOOT) {
        n = fid_clock_stretches (s, FID_CLOCK_BOOT, ref);
        for (size_t i = 0; i < n; i++) {
            ref[i].first_ns = fid_clock_map_ns (m, ref[i].first_ns) - host->offset_ns;
            ref[i].last_ns = fid_clock_map_ns (m, ref[i].last_ns) - host->offset_ns;
        }
    }
    return fid_hour_errors (c, s->in, ref, n, err);
}

/* Relative time: nothing is known of its zero, so it begins with the run. */
static int relate_relative (struct fid_clock_solver *s, struct fid_error *err)
{
    struct fid_extent *st = s->here;
    char files[120];
    if (s->c->axis == FID_CLOCK_RELATIVE || !s->present[FID_CLOCK_RELATIVE])
        return 0;
    size_t n = fid_clock_stretches (s, FID_CLOCK_RELATIVE, st);
    if (n == 0)
        return 0;
    struct fid_extent mine = fid_extent_hull (st, n);
    n = fid_clock_stretches (s, s->c->axis, st);
    if (n == 0)
        return 0;
    struct fid_extent run = fid_extent_hull (st, n);
    name_files (s, FID_CLOCK_RELATIVE, files, sizeof files);
    FID_EACH (const struct fid_clock_source, src, s->in->source)
        if (src->clock == FID_CLOCK_RELATIVE && src->phases) /* start-up is of unknown length */
            return FID_FIND (&s->c->findings, err, .code = FID_RUN_ZERO_UNKNOWN, .file = files);
    fid_clock_put (s, FID_CLOCK_RELATIVE, run.first_ns - mine.first_ns,
                   run.last_ns - run.first_ns, "assumed to begin with the run");
    return FID_FIND (&s->c->findings, err, .code = FID_RUN_ZERO_ASSUMED, .file = files);
}

int fid_clocks_solve (struct fid_clocks *c, struct fid_clock_input *in, struct fid_error *err)
{
    struct fid_clock_solver s = {.c = c, .in = in};
    int rc = -1;

    *c = (struct fid_clocks){0};
    for (size_t i = 0; i < in->source_n; i++)
        in->source[i].shift_ns = 0;
    s.here = malloc ((in->source_n + 1) * sizeof *s.here);
    s.there = malloc ((in->source_n + 1) * sizeof *s.there);
    if (!s.here || !s.there) {
        fid_error_nomem (err);
        goto done;
    }
    if (fit_edges (&s, err))
        goto done;
    c->axis = choose_axis (&s);
    fid_clock_put (&s, c->axis, 0, 0, "the axis");
    if (fid_relate_app (&s, err) || fid_relate_host (&s, err) || relate_boot (&s, err) ||
        correct_files (&s, err) || relate_relative (&s, err))
        goto done;
    /* days and hours of a time of day are in its source's shift */
    c->map[FID_CLOCK_TOD] = c->map[FID_CLOCK_LOCAL];
    if (!c->zone_known && in->has_zone) {
        c->zone_known = true;
        c->zone_ns = in->zone_ns;
        snprintf (c->zone_how, sizeof c->zone_how, "option --utc-offset");
    }
    rc = 0;
done:
    FID_FREE (s.here, s.there);
    if (rc)
        fid_clocks_clear (c);
    return rc;
}
