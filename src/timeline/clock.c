/* clock.c - see clock.h
 *
 * First the anchors of each pair of clocks become one edge (anchorfit.h).
 * Then the civil clocks are put on the axis (civil.c), then the boot clock
 * (bootclock.c), and last single files whose stamps are hours off
 * (hourerror.h). */
#include "config.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "timeline/clocksolve.h"

#define N FID_CLOCK_N

const char *
fid_clock_name (enum fid_clock clock)
{
    static const char *const name[FID_CLOCK_N] = {
        [FID_CLOCK_UTC] = "UTC",
        [FID_CLOCK_APP] = "the application's local time",
        [FID_CLOCK_LOCAL] = "the host's local time",
        [FID_CLOCK_TOD] = "the host's time of day",
        [FID_CLOCK_BOOT] = "the boot clock",
        [FID_CLOCK_RELATIVE] = "relative time",
    };
    return name[clock];
}

void
fid_clocks_clear (struct fid_clocks *c)
{
    free (c->finding);
    *c = (struct fid_clocks){0};
}

static int
report_edge (struct fid_clock_solver *s, enum fid_clock from, enum fid_clock to,
             struct fid_error *err)
{
    const struct fid_anchorfit *e = &s->edge[from][to];
    if (e->jump_ns &&
        fid_clocks_find (s->c, err,
                         "%s was set by %+.3f s during the run (%zu of %zu anchors are on "
                         "the side that counts)",
                         fid_clock_name (to), (double)e->jump_ns * 1e-9, e->used_n, e->n))
        return -1;
    if (!e->jump_ns && e->n >= 4 && 2 * e->used_n < e->n &&
        fid_clocks_find (s->c, err, "only %zu of %zu anchors between %s and %s agree",
                         e->used_n, e->n, fid_clock_name (from), fid_clock_name (to)))
        return -1;
    return 0;
}

static bool
sane (int64_t t_ns)
{
    return t_ns >= -FID_STRETCH_MAX && t_ns <= FID_STRETCH_MAX;
}

/* Anchors to edges.  An anchor may be told either way round. */
static int
fit_edges (struct fid_clock_solver *s, struct fid_error *err)
{
    struct fid_anchor *mine = malloc ((s->in->anchor_n + 1) * sizeof *mine);
    int rc = mine ? 0 : fid_error_nomem (err);
    for (int from = 0; rc == 0 && from < N; from++)
        for (int to = 0; rc == 0 && to < from; to++) {
            size_t n = 0;
            for (size_t i = 0; i < s->in->anchor_n; i++) {
                struct fid_anchor a = s->in->anchor[i];
                if (!sane (a.from_ns) || !sane (a.to_min_ns) || !sane (a.to_max_ns) ||
                    a.to_max_ns < a.to_min_ns)
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
            s->has[from][to] = s->tells[from] = s->tells[to] = true;
            rc = fid_anchor_fit (mine, n, ticks, &s->edge[from][to], err);
            if (rc == 0)
                rc = report_edge (s, from, to, err);
        }
    free (mine);
    return rc;
}

static enum fid_clock
choose_axis (struct fid_clock_solver *s)
{
    for (size_t i = 0; i < s->in->source_n; i++)
        if (s->in->source[i].any)
            s->tells[s->in->source[i].clock] = true;
    if (s->tells[FID_CLOCK_UTC])
        return FID_CLOCK_UTC;
    if (s->tells[FID_CLOCK_APP])
        return FID_CLOCK_APP;
    if (s->tells[FID_CLOCK_LOCAL] || s->tells[FID_CLOCK_TOD])
        return FID_CLOCK_LOCAL;
    return s->tells[FID_CLOCK_BOOT] || !s->tells[FID_CLOCK_RELATIVE] ? FID_CLOCK_BOOT
                                                                     : FID_CLOCK_RELATIVE;
}

/* Stretches of the sources in a clock; with phases only if any has them. */
size_t
fid_clock_stretches (const struct fid_clock_solver *s, enum fid_clock clock,
                     struct fid_stretch *st)
{
    size_t n = 0;
    for (int phases = 1; phases >= 0 && n == 0; phases--)
        for (size_t i = 0; i < s->in->source_n; i++) {
            const struct fid_clock_source *src = &s->in->source[i];
            if (src->clock == clock && (!phases || src->phases) &&
                fid_source_stretch (src, &st[n]))
                n++;
        }
    return n;
}

void
fid_clock_put (struct fid_clock_solver *s, enum fid_clock clock, int64_t offset, int64_t unsure,
               const char *how)
{
    struct fid_clock_map *m = &s->c->map[clock];
    m->known = true;
    m->offset_ns = offset;
    m->uncertainty_ns = unsure;
    snprintf (m->how, sizeof m->how, "%s", how);
}

/* Name up to three files of a clock. */
void
fid_clock_files (const struct fid_clock_solver *s, enum fid_clock clock, char *buf, size_t size)
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

/* What ran, in the host's local time: the application log, else the traces. */
static int
correct_files (struct fid_clock_solver *s, struct fid_error *err)
{
    struct fid_clocks *c = s->c;
    const struct fid_clock_map *host = &c->map[FID_CLOCK_LOCAL], *m = &c->map[FID_CLOCK_BOOT];
    struct fid_stretch *ref = s->here;
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
static int
relate_relative (struct fid_clock_solver *s, struct fid_error *err)
{
    struct fid_stretch *st = s->here;
    char files[120];
    if (s->c->axis == FID_CLOCK_RELATIVE || !s->tells[FID_CLOCK_RELATIVE])
        return 0;
    size_t n = fid_clock_stretches (s, FID_CLOCK_RELATIVE, st);
    if (n == 0)
        return 0;
    struct fid_stretch mine = fid_stretch_hull (st, n);
    n = fid_clock_stretches (s, s->c->axis, st);
    if (n == 0)
        return 0;
    struct fid_stretch run = fid_stretch_hull (st, n);
    fid_clock_put (s, FID_CLOCK_RELATIVE, run.first_ns - mine.first_ns,
                   run.last_ns - run.first_ns, "assumed to begin with the run");
    fid_clock_files (s, FID_CLOCK_RELATIVE, files, sizeof files);
    return fid_clocks_find (
        s->c, err, "%s: seconds from an unknown zero; assumed to begin with the run", files);
}

int
fid_clocks_solve (struct fid_clocks *c, struct fid_clock_input *in, struct fid_error *err)
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
    if (fid_relate_app (&s, err) || fid_relate_host (&s, err) || fid_relate_boot (&s, err) ||
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
    free (s.here);
    free (s.there);
    if (rc)
        fid_clocks_clear (c);
    return rc;
}
