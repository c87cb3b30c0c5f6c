/* clock.c - see clock.h
 *
 * First the anchors of each pair of clocks become one edge (anchorfit.h).
 * Then the civil clocks are put on the axis - by edges that share a clock,
 * rounded to quarters of an hour, else by what their files cover (zone.h) -
 * then the boot clock, by its tightest edge, and last single files whose
 * stamps are hours off (hourerror.h). */
#include "config.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "timeline/anchorfit.h"
#include "timeline/clock.h"
#include "timeline/hourerror.h"

#define N FID_CLOCK_N

/* A host and its containers read one kernel clock: what is left of a
 * difference of zones after rounding is error of measurement.  More than this
 * is another machine's clock. */
#define SAME_KERNEL_NS (2 * FID_S)
#define COVER_UNSURE   FID_S /* stamps of monitors are whole seconds */

struct solver {
    struct fid_clocks *c;
    struct fid_clock_input *in;
    bool has[N][N]; /* [from][to], from > to */
    struct fid_anchorfit edge[N][N];
    bool tells[N];              /* some file or anchor is in this clock */
    struct fid_stretch *memory; /* owned; room for every source and more */
    bool tod_known;             /* day of the ticks: LOCAL = TOD + tod_day_ns */
    int64_t tod_day_ns;
};

static const char *const clock_name[N] = {
    [FID_CLOCK_UTC] = "UTC",
    [FID_CLOCK_APP] = "the application's local time",
    [FID_CLOCK_LOCAL] = "the host's local time",
    [FID_CLOCK_TOD] = "the host's time of day",
    [FID_CLOCK_BOOT] = "the boot clock",
    [FID_CLOCK_RELATIVE] = "relative time",
};

int64_t
fid_clock_map_ns (const struct fid_clock_map *m, int64_t t_ns)
{
    int64_t drift = m->drift == 0 ? 0 : llround (m->drift * (double)(t_ns - m->ref_ns));
    return t_ns + m->offset_ns + drift;
}

void
fid_clocks_clear (struct fid_clocks *c)
{
    free (c->finding);
    *c = (struct fid_clocks){0};
}

/* What an edge adds to `from` at that instant. */
static int64_t
edge_at (const struct fid_anchorfit *e, int64_t from_ns)
{
    return e->offset_ns + llround (e->drift * (double)(from_ns - e->ref_ns));
}

static int
report_edge (struct solver *s, enum fid_clock from, enum fid_clock to, struct fid_error *err)
{
    const struct fid_anchorfit *e = &s->edge[from][to];
    if (e->jump_ns &&
        fid_clocks_find (s->c, err,
                         "%s was set by %+.3f s during the run (%zu of %zu anchors are on "
                         "the side that counts)",
                         clock_name[to], (double)e->jump_ns * 1e-9, e->used_n, e->n))
        return -1;
    if (!e->jump_ns && e->n >= 4 && 2 * e->used_n < e->n &&
        fid_clocks_find (s->c, err, "only %zu of %zu anchors between %s and %s agree",
                         e->used_n, e->n, clock_name[from], clock_name[to]))
        return -1;
    return 0;
}

/* Anchors to edges.  An anchor may be told either way round. */
static int
fit_edges (struct solver *s, struct fid_error *err)
{
    struct fid_anchor *mine = malloc ((s->in->anchor_n + 1) * sizeof *mine);
    int rc = mine ? 0 : fid_error_nomem (err);
    for (int from = 0; rc == 0 && from < N; from++)
        for (int to = 0; rc == 0 && to < from; to++) {
            size_t n = 0;
            for (size_t i = 0; i < s->in->anchor_n; i++) {
                struct fid_anchor a = s->in->anchor[i];
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
choose_axis (struct solver *s)
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

/* to - from by anchors: their own, or those of both with the boot clock. */
static bool
by_anchors (const struct solver *s, enum fid_clock from, enum fid_clock to, int64_t *diff,
            int64_t *unsure)
{
    const struct fid_anchorfit *a, *b;
    if (from > to && s->has[from][to]) {
        *diff = s->edge[from][to].offset_ns;
        *unsure = s->edge[from][to].uncertainty_ns;
        return true;
    }
    if (!s->has[FID_CLOCK_BOOT][from] || !s->has[FID_CLOCK_BOOT][to])
        return false;
    a = &s->edge[FID_CLOCK_BOOT][from];
    b = &s->edge[FID_CLOCK_BOOT][to];
    *diff = edge_at (b, b->ref_ns) - edge_at (a, b->ref_ns);
    *unsure = a->uncertainty_ns + b->uncertainty_ns;
    return true;
}

/* Stretches of the sources in a clock; with phases only if any has them. */
static size_t
stretches (struct solver *s, enum fid_clock clock, struct fid_stretch *st)
{
    size_t n = 0;
    for (int phases = 1; phases >= 0 && n == 0; phases--)
        for (size_t i = 0; i < s->in->source_n; i++) {
            const struct fid_clock_source *src = &s->in->source[i];
            if (src->clock == clock && src->phases >= phases &&
                fid_source_stretch (src, &st[n]))
                n++;
        }
    return n;
}

/* Stretches of all that was traced in the host's local time, the boot clock's
 * events included where ticks say where they are. */
static size_t
host_stretches (struct solver *s, struct fid_stretch *st)
{
    size_t n = stretches (s, FID_CLOCK_LOCAL, st);
    n += stretches (s, FID_CLOCK_TOD, st + n);
    size_t boot = stretches (s, FID_CLOCK_BOOT, st + n);
    enum fid_clock to =
        s->has[FID_CLOCK_BOOT][FID_CLOCK_LOCAL] ? FID_CLOCK_LOCAL : FID_CLOCK_TOD;
    if (boot == 0 || !s->has[FID_CLOCK_BOOT][to])
        return n;
    struct fid_stretch all = fid_stretch_hull (st + n, boot);
    int64_t offset = s->edge[FID_CLOCK_BOOT][to].offset_ns;
    st[n++] =
        (struct fid_stretch){all.first_ns + offset, all.last_ns + offset, to == FID_CLOCK_TOD};
    return n;
}

static int
text_hours (char *buf, size_t size, int64_t ns)
{
    long long min = llabs (ns) / (60 * FID_S);
    return snprintf (buf, size, "%c%02lld:%02lld", ns < 0 ? '-' : '+', min / 60, min % 60);
}

static void
put_map (struct solver *s, enum fid_clock clock, int64_t offset, int64_t unsure,
         const char *how)
{
    struct fid_clock_map *m = &s->c->map[clock];
    m->known = true;
    m->offset_ns = offset;
    m->uncertainty_ns = unsure;
    snprintf (m->how, sizeof m->how, "%s", how);
}

/* Round a difference of civil clocks to a quarter of an hour if one kernel's
 * clock explains it. */
static int
round_diff (struct solver *s, enum fid_clock clock, int64_t *diff, int64_t *residual,
            struct fid_error *err)
{
    int64_t whole = fid_zone_round (*diff);
    *residual = llabs (*diff - whole);
    if (*residual <= SAME_KERNEL_NS) {
        *diff = whole;
        return 0;
    }
    *residual = 0;
    return fid_clocks_find (s->c, err,
                            "%s and %s differ by no whole quarter of an hour but %+.3f s: "
                            "another machine's clock?",
                            clock_name[clock], clock_name[s->c->axis], (double)*diff * 1e-9);
}

/* By coverage: what to add to st[n] (in `clock`) to reach the axis. */
static int
by_cover (struct solver *s, enum fid_clock clock, const struct fid_stretch *st, size_t n,
          bool *found, struct fid_error *err)
{
    struct fid_stretch *app = s->memory + s->in->source_n * 2;
    size_t app_n = stretches (s, s->c->axis, app);
    bool utc = s->c->axis == FID_CLOCK_UTC;
    int64_t wish = -s->in->zone_ns;
    bool wished = s->in->has_zone && utc && clock == FID_CLOCK_LOCAL;
    struct fid_zone z;
    char text[24], how[160];

    *found = fid_zone_cover (st, n, app, app_n, utc ? -FID_ZONE_MAX : FID_ZONE_MIN,
                             utc ? -FID_ZONE_MIN : -FID_ZONE_MIN, wished ? &wish : NULL, &z);
    if (!*found)
        return 0;
    text_hours (text, sizeof text, -z.shift_ns);
    if (z.candidate_n > 1 && !(wished && z.shift_ns == wish)) {
        put_map (s, clock, z.shift_ns, z.reach_ns,
                 "coverage of the application log, ambiguous");
        return fid_clocks_find (s->c, err,
                                "%s could be %s plus any of %zu offsets up to %.2f h from %s "
                                "(the monitors ran much longer than the application); taken "
                                "as %s, --utc-offset settles it",
                                clock_name[clock], clock_name[s->c->axis], z.candidate_n,
                                (double)z.reach_ns / (double)FID_HOUR, text, text);
    }
    snprintf (how, sizeof how, "coverage of the application log (%.0f %%)", z.cover * 100);
    put_map (s, clock, z.shift_ns, COVER_UNSURE, how);
    return 0;
}

/* Of a day more or less, the difference that suits the dated files, the
 * option, or else is smallest. */
static int64_t
choose_day (struct solver *s, int64_t diff)
{
    struct fid_stretch *st = s->memory, *app = s->memory + s->in->source_n * 2;
    size_t n = stretches (s, FID_CLOCK_LOCAL, st), k = 0;
    size_t app_n = stretches (s, s->c->axis, app);
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
static int
relate_host (struct solver *s, struct fid_error *err)
{
    struct fid_clocks *c = s->c;
    int64_t diff = 0, unsure = 0, residual = 0;
    bool found = false;
    enum fid_clock via[] = {FID_CLOCK_LOCAL, FID_CLOCK_TOD};
    enum fid_clock to[] = {c->axis, FID_CLOCK_APP};

    if (c->axis == FID_CLOCK_LOCAL)
        return 0;
    if (c->axis > FID_CLOCK_LOCAL)
        return 0;
    for (size_t k = 0; k < 2 && !found; k++)
        for (size_t i = 0; i < 2 && !found; i++) {
            if (!c->map[to[k]].known || !by_anchors (s, via[i], to[k], &diff, &unsure))
                continue;
            found = true;
            diff += to[k] == c->axis ? 0 : c->map[to[k]].offset_ns;
            int64_t day = diff;
            if (round_diff (s, FID_CLOCK_LOCAL, &diff, &residual, err))
                return -1;
            if (via[i] == FID_CLOCK_TOD) {
                day = diff;
                diff = choose_day (s, diff);
                s->tod_day_ns = day - diff;
                s->tod_known = true;
            }
            put_map (s, FID_CLOCK_LOCAL, diff, residual > FID_MS ? residual : FID_MS,
                     "second ticks against log writes, to a quarter of an hour");
            c->map[FID_CLOCK_LOCAL].residual_ns = residual;
        }
    if (!found) {
        size_t n = host_stretches (s, s->memory);
        if (by_cover (s, FID_CLOCK_LOCAL, s->memory, n, &found, err))
            return -1;
    }
    if (!found && s->in->has_zone && c->axis == FID_CLOCK_UTC) {
        put_map (s, FID_CLOCK_LOCAL, -s->in->zone_ns, COVER_UNSURE, "option --utc-offset");
        found = true;
    }
    if (!found)
        return s->tells[FID_CLOCK_LOCAL] || s->tells[FID_CLOCK_TOD]
                   ? fid_clocks_find (
                         c, err,
                         "the zone of the host is not known: its files overlap the "
                         "application log under no offset%s",
                         c->axis == FID_CLOCK_UTC ? "; give --utc-offset" : "")
                   : 0;
    diff = c->map[FID_CLOCK_LOCAL].offset_ns;
    char text[24];
    text_hours (text, sizeof text, -diff);
    if (c->axis == FID_CLOCK_UTC) {
        c->zone_known = true;
        c->zone_ns = -diff;
        snprintf (c->zone_how, sizeof c->zone_how, "%s", c->map[FID_CLOCK_LOCAL].how);
        if (s->in->has_zone && s->in->zone_ns != -diff)
            return fid_clocks_find (c, err,
                                    "the data say the host is at UTC%s, not what --utc-offset "
                                    "says; the data count",
                                    text);
    } else if (diff != 0)
        return fid_clocks_find (c, err,
                                "the host's clock is at the application's local time %s "
                                "(another zone, as in a container); related",
                                text);
    return 0;
}

/* The application's local time where the axis is UTC. */
static int
relate_app (struct solver *s, struct fid_error *err)
{
    int64_t diff, unsure, residual;
    bool found;
    if (s->c->axis != FID_CLOCK_UTC || !s->tells[FID_CLOCK_APP])
        return 0;
    if (by_anchors (s, FID_CLOCK_APP, FID_CLOCK_UTC, &diff, &unsure)) {
        if (round_diff (s, FID_CLOCK_APP, &diff, &residual, err))
            return -1;
        put_map (s, FID_CLOCK_APP, diff, residual > FID_MS ? residual : FID_MS,
                 "anchors, to a quarter of an hour");
        return 0;
    }
    size_t n = stretches (s, FID_CLOCK_APP, s->memory);
    return by_cover (s, FID_CLOCK_APP, s->memory, n, &found, err);
}

/* The day of the second ticks: where the traces meet what is dated. */
static void
find_tick_day (struct solver *s)
{
    struct fid_clocks *c = s->c;
    struct fid_stretch *st = s->memory, *dated = s->memory + s->in->source_n * 2;
    const struct fid_anchorfit *e = &s->edge[FID_CLOCK_BOOT][FID_CLOCK_TOD];
    size_t n = stretches (s, FID_CLOCK_BOOT, st), k = 0;
    int64_t back = c->map[FID_CLOCK_LOCAL].offset_ns;
    struct fid_stretch traces = {e->ref_ns, e->ref_ns, true};
    if (n)
        traces = fid_stretch_hull (st, n);
    traces.first_ns += e->offset_ns;
    traces.last_ns += e->offset_ns;
    if (c->axis != FID_CLOCK_LOCAL) {
        k = stretches (s, c->axis, dated);
        for (size_t i = 0; i < k; i++) {
            dated[i].first_ns -= back;
            dated[i].last_ns -= back;
        }
    }
    if (k == 0)
        k = stretches (s, FID_CLOCK_LOCAL, dated);
    if (k == 0)
        k = stretches (s, FID_CLOCK_TOD, dated);
    if (k) {
        struct fid_stretch ref = fid_stretch_hull (dated, k);
        s->tod_day_ns = fid_zone_day (&traces, &ref);
    }
    s->tod_known = true;
}

static void
put_edge (struct solver *s, const struct fid_anchorfit *e, int64_t add, int64_t unsure,
          const char *what)
{
    struct fid_clock_map *m = &s->c->map[FID_CLOCK_BOOT];
    char how[160];
    snprintf (how, sizeof how, "%zu %s", e->used_n, what);
    put_map (s, FID_CLOCK_BOOT, e->offset_ns + add, e->uncertainty_ns + unsure, how);
    m->ref_ns = e->ref_ns;
    m->drift = e->drift;
    m->anchor_n = e->used_n;
    m->residual_ns = e->residual_ns;
}

/* Name up to three files of a clock. */
static void
name_files (const struct solver *s, enum fid_clock clock, char *buf, size_t size)
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

static int
relate_boot (struct solver *s, struct fid_error *err)
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
                  host->uncertainty_ns > COVER_UNSURE ? host->uncertainty_ns : 0,
                  "second ticks");
    else if (has[FID_CLOCK_TOD] && host->known) {
        if (!s->tod_known)
            find_tick_day (s);
        /* the second of a unique whole-hour zone is no question */
        put_edge (s, &e[FID_CLOCK_TOD], s->tod_day_ns + host->offset_ns,
                  host->uncertainty_ns > COVER_UNSURE ? host->uncertainty_ns : 0,
                  "second ticks");
    } else {
        name_files (s, FID_CLOCK_BOOT, files, sizeof files);
        return fid_clocks_find (c, err,
                                "%s: the boot clock cannot be related to %s: no second ticks "
                                "(trace_time_align.out) and no writes of the log in the traces",
                                files[0] ? files : "traces", clock_name[c->axis]);
    }
    return 0;
}

/* What ran, in the host's local time: the application log, else the traces. */
static int
correct_files (struct solver *s, struct fid_error *err)
{
    struct fid_clocks *c = s->c;
    const struct fid_clock_map *host = &c->map[FID_CLOCK_LOCAL], *m = &c->map[FID_CLOCK_BOOT];
    struct fid_stretch *ref = s->memory;
    size_t n = 0;
    if (host->known && c->axis < FID_CLOCK_LOCAL)
        n = stretches (s, c->axis, ref);
    for (size_t i = 0; i < n; i++) {
        ref[i].first_ns -= host->offset_ns;
        ref[i].last_ns -= host->offset_ns;
    }
    if (n == 0 && host->known && m->known && c->axis != FID_CLOCK_BOOT) {
        n = stretches (s, FID_CLOCK_BOOT, ref);
        for (size_t i = 0; i < n; i++) {
            ref[i].first_ns = fid_clock_map_ns (m, ref[i].first_ns) - host->offset_ns;
            ref[i].last_ns = fid_clock_map_ns (m, ref[i].last_ns) - host->offset_ns;
        }
    }
    return fid_hour_errors (c, s->in, ref, n, err);
}

/* Relative time: nothing is known of its zero, so it begins with the run. */
static int
relate_relative (struct solver *s, struct fid_error *err)
{
    struct fid_stretch *st = s->memory;
    char files[120];
    if (s->c->axis == FID_CLOCK_RELATIVE || !s->tells[FID_CLOCK_RELATIVE])
        return 0;
    size_t n = stretches (s, FID_CLOCK_RELATIVE, st);
    if (n == 0)
        return 0;
    struct fid_stretch mine = fid_stretch_hull (st, n);
    n = stretches (s, s->c->axis, st);
    if (n == 0)
        return 0;
    struct fid_stretch run = fid_stretch_hull (st, n);
    put_map (s, FID_CLOCK_RELATIVE, run.first_ns - mine.first_ns, run.last_ns - run.first_ns,
             "assumed to begin with the run");
    name_files (s, FID_CLOCK_RELATIVE, files, sizeof files);
    return fid_clocks_find (
        s->c, err, "%s: seconds from an unknown zero; assumed to begin with the run", files);
}

int
fid_clocks_solve (struct fid_clocks *c, struct fid_clock_input *in, struct fid_error *err)
{
    struct solver s = {.c = c, .in = in};
    int rc = -1;

    *c = (struct fid_clocks){0};
    for (size_t i = 0; i < in->source_n; i++)
        in->source[i].shift_ns = 0;
    s.memory = malloc ((in->source_n * 4 + 4) * sizeof *s.memory);
    if (!s.memory) {
        fid_error_nomem (err);
        goto done;
    }
    if (fit_edges (&s, err))
        goto done;
    c->axis = choose_axis (&s);
    put_map (&s, c->axis, 0, 0, "the axis");
    if (relate_app (&s, err) || relate_host (&s, err) || relate_boot (&s, err) ||
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
    free (s.memory);
    if (rc)
        fid_clocks_clear (c);
    return rc;
}
