/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measures_samples.c - sampled gauges: CPU, GPU, disk throughput; whether resources move together */
#include "compare/measures.h"
#include "metrics/aggregate.h"

#define MISSING_MAX 0.05 /* share of samples beyond which a gauge is not compared */
#define DT_APART    0.02 /* grids that differ by less are one; stamps jitter that much */

struct gauges {
    enum fid_gauge_id id;
    struct fid_gauge_extract side[2];
    double *level[2]; /* owned; what adds up: busy CPU in percent, or the level itself */
    double *wider[2]; /* owned; means over several samples, for shapes of long series */
    double total[2];  /* of levels, times time */
    double scale;     /* full scale of the level */
};

static bool is_disk (enum fid_gauge_id id)
{
    return id == FID_GAUGE_DISK_READ || id == FID_GAUGE_DISK_WRITE;
}

static int extract_gauges (const struct fid_measuring *m, enum fid_window w, struct gauges *in)
{
    in->id = (enum fid_gauge_id)m->res->info->index;
    for (int k = 0; k < 2; k++) {
        struct fid_gauge_extract *v = &in->side[k];
        FID_TRY (
            fid_extract_gauge (m->run[k], in->id, w, m->pair->units.until_ns[k], v, m->err));
        FID_NEED (in->level[k] = malloc ((v->n + 1) * sizeof *in->level[k]), m->err);
        for (size_t i = 0; i < v->n; i++)
            in->level[k][i] = fid_gauge_level (v->x + i * v->dim, v->dim);
        in->total[k] = fid_sum (in->level[k], v->n) * v->dt_s;
    }
    return 0;
}

static void clear_gauges (struct gauges *in)
{
    for (int k = 0; k < 2; k++) {
        fid_gauge_extract_clear (&in->side[k]);
        FID_FREE (in->level[k], in->wider[k]);
    }
}

/* What a resource is measured from, and the same in the window of the rhythm. */
struct windows {
    struct gauges here, rhythm;
    bool has_rhythm;
};

/* Full scale: 100 %, else what the reference reaches. */
static double full_scale (const struct fid_pair *pair, const struct gauges *in,
                          struct fid_error *err)
{
    if (in->id == FID_GAUGE_CPU || in->id == FID_GAUGE_GPU_SM || in->id == FID_GAUGE_GPU_MEM)
        return 100;
    if (pair->scales.gauge[in->id] > 0)
        return pair->scales.gauge[in->id];
    double p99 = fid_p99_nonzero (in->level[0], in->side[0].n, err);
    if (p99 == 0)
        p99 = fid_p99_nonzero (in->level[1], in->side[1].n, err);
    /* a reference that hardly moves must not make a megabyte look like a storm */
    return p99 < 0 ? p99 : fmax (p99, FID_DISK_IDLE_MIB);
}

static bool are_alike (const struct gauges *in)
{
    return !(fabs (in->side[0].dt_s - in->side[1].dt_s) > DT_APART * in->side[0].dt_s);
}

static int open_gauges (struct fid_measuring *m)
{
    struct gauges *in = &((struct windows *)m->in)->here;
    struct fid_resource_result *res = m->res;
    enum fid_gauge_id id = (enum fid_gauge_id)res->info->index;
    const struct fid_gauge *ga = &m->run[0]->gauge[id], *gb = &m->run[1]->gauge[id];
    if (ga->n < 2 || gb->n < 2) {
        fid_resource_refuse (res, FID_REASON_NOT_RECORDED, fid_sides (ga->n < 2, gb->n < 2));
        return 0;
    }
    if (fid_resource_incomplete (res, FID_INCOMPLETE_FROM (m->run[0], ga),
                                 FID_INCOMPLETE_FROM (m->run[1], gb)))
        return 0;
    FID_TRY (extract_gauges (m, res->window, in));
    const struct fid_gauge_extract *a = &in->side[0], *b = &in->side[1];
    if ((double)a->missing_n > MISSING_MAX * (double)a->n ||
        (double)b->missing_n > MISSING_MAX * (double)b->n) {
        fid_resource_refuse (res, FID_REASON_SAMPLES_MISSING, 0);
        res->reason.number[0] = (double)a->missing_n;
        res->reason.number[1] = (double)b->missing_n;
        return 0;
    }
    if (a->n < 2 || b->n < 2) {
        fid_resource_refuse (res, FID_REASON_SAMPLED_SLOWLY, 0);
        res->reason.number[0] = a->n < 2 ? ga->period_s : gb->period_s;
        return 0;
    }
    double least = is_disk (id) ? FID_DISK_IDLE_MIB : 0;
    for (int k = 0; k < 2 && is_disk (id); k++)
        res->bytes[k] = in->total[k] * 1048576;
    if (in->total[0] <= least && in->total[1] <= least) {
        res->status = FID_STATUS_IDLE;
        return 0;
    }
    in->scale = full_scale (m->pair, in, m->err);
    FID_TRY (!(in->scale > 0));
    fid_measuring_active (m, in->total[0] > 0, in->total[1] > 0);
    if (are_alike (in) && a->n >= 4 && b->n >= 4)
        m->holds |= FID_WHEN_ONE_GRID;
    return 0;
}

static void close_gauges (void *data)
{
    struct windows *in = data;
    clear_gauges (&in->here);
    clear_gauges (&in->rhythm);
}

static int give_total (struct fid_measuring *m, struct fid_signals *s)
{
    const struct gauges *in = &((struct windows *)m->in)->here;
    return fid_signals_total (s, in->total[0], in->total[1]);
}

static void put_values (const struct gauges *in, struct fid_signals *s)
{
    for (int k = 0; k < 2; k++) {
        const struct fid_gauge_extract *v = &in->side[k];
        s->side[k] = (struct fid_signal){.x = v->x, .n = v->n, .dim = v->dim, .dt_s = v->dt_s};
    }
}

static void put_levels (const struct gauges *in, struct fid_signals *s)
{
    for (int k = 0; k < 2; k++)
        s->side[k] = (struct fid_signal){
            .x = in->level[k], .n = in->side[k].n, .dt_s = in->side[k].dt_s};
}

static int level_values (struct fid_measuring *m, struct fid_signals *s)
{
    const struct gauges *in = &((struct windows *)m->in)->here;
    put_values (in, s);
    s->side[1].dt_s = s->side[0].dt_s; /* a distribution knows no intervals */
    s->opts.scale = in->scale;
    return 0;
}

static int give_mass (struct fid_measuring *m, struct fid_signals *s)
{
    put_levels (&((struct windows *)m->in)->here, s);
    return 0;
}

/* Samples are joined where the table of time warping would be too large. */
static int join_samples (const struct fid_measuring *m, struct gauges *in,
                         struct fid_signals *s)
{
    const struct fid_signal *a = &s->side[0], *b = &s->side[1];
    size_t k = fid_shape_wider (a->n, b->n, a->dim, s->opts.band_s, a->dt_s);
    for (int i = 0; i < 2 && k > 1; i++) {
        struct fid_signal *v = &s->side[i];
        in->wider[i] = malloc (v->n * v->dim * sizeof *v->x);
        FID_NEED (in->wider[i], m->err);
        memcpy (in->wider[i], v->x, v->n * v->dim * sizeof *v->x);
        fid_shape_join (in->wider[i], &v->n, v->dim, k, true);
        v->x = in->wider[i];
        v->dt_s *= (double)k;
    }
    return 0;
}

static int give_shape (struct fid_measuring *m, struct fid_signals *s)
{
    struct gauges *in = &((struct windows *)m->in)->here;
    const struct fid_gauge_extract *a = &in->side[0], *b = &in->side[1];
    put_values (in, s);
    if (!are_alike (in))
        s->miss.code = FID_REASON_OTHER_INTERVALS;
    else if (a->n < 4 || b->n < 4)
        s->miss.code = FID_REASON_FEW_SAMPLES;
    s->side[1].dt_s = a->dt_s;
    /* half the L1 distance of the CPU's shares, which add up to 100 */
    s->opts.scale = in->id == FID_GAUGE_CPU ? 200 : in->scale;
    s->opts.band_s = fid_pair_band (m->pair, (double)a->n * a->dt_s);
    s->opts.penalty = m->pair->penalty;
    return s->miss.code ? 0 : join_samples (m, in, s);
}

static int give_rhythm (struct fid_measuring *m, struct fid_signals *s)
{
    struct windows *in = m->in;
    if (!in->has_rhythm && extract_gauges (m, fid_rhythm_window (m->pair), &in->rhythm))
        return -1;
    in->has_rhythm = true; /* for two measures */
    put_levels (&in->rhythm, s);
    if (!fid_pair_sees_steps (m->pair, fmax (s->side[0].dt_s, s->side[1].dt_s)))
        s->miss.code = FID_REASON_SLOW_SAMPLES;
    return 0;
}

#define BIT(id)   (1u << FID_GAUGE_##id)
#define PERCENT   (BIT (GPU_SM) | BIT (GPU_MEM))
#define DISKS     (BIT (DISK_READ) | BIT (DISK_WRITE))
#define NO_MEMORY (BIT (CPU) | PERCENT | DISKS) /* memory in use has no rate and no rhythm */

#define RHYTHMIC (FID_WHEN_LONG | FID_WHEN_ONE_GRID)

static const struct fid_planned gauge_measures[] = {
    FID_PLANNED (VOLUME, ratio, BUSY_PCT_S, give_total, .opts = {.floor = 0.01},
                 .index = BIT (CPU), .one_sided = true),
    FID_PLANNED (VOLUME, ratio, PCT_S, give_total, .opts = {.floor = 0.01}, .index = PERCENT,
                 .one_sided = true),
    FID_PLANNED (VOLUME, ratio, MIB_S, give_total, .opts = {.floor = 0.01},
                 .index = BIT (GPU_FB), .one_sided = true),
    FID_PLANNED (VOLUME, ratio, MIB, give_total, .opts = {.floor = 1. / 2048}, .index = DISKS,
                 .one_sided = true),
    FID_PLANNED (MARGINAL, w1_tv, LEVEL, level_values, .index = BIT (CPU)),
    FID_PLANNED (MARGINAL, w1, LEVEL, level_values, .index = PERCENT | DISKS),
    FID_PLANNED (TIMING, temporal_w1, WHEN, give_mass, .index = NO_MEMORY, .one_sided = true),
    FID_PLANNED (TIMING, temporal_w1, WHEN, give_mass, .index = BIT (GPU_FB),
                 .when = FID_WHEN_ONE_SIDED, .one_sided = true),
    FID_PLANNED (SHAPE, dtw, SHAPE, give_shape, .index = BIT (CPU) | PERCENT | BIT (GPU_FB)),
    FID_PLANNED (SHAPE, dtw_active, SHAPE, give_shape, .index = DISKS),
    FID_PLANNED (RHYTHM, spectral_w1, SPECTRUM, give_rhythm, .when = RHYTHMIC,
                 .index = NO_MEMORY),
    FID_PLANNED (RHYTHM, period, PERIOD, give_rhythm, .when = RHYTHMIC, .index = NO_MEMORY),
};

FID_PLAN (GAUGE, open_gauges, close_gauges, struct windows, gauge_measures)

/* --- coupling: resources that should move together, on one grid of a second, since finer offsets
 * are below what monitors' stamps can tell */
#define COUPLING_DT_NS INT64_C (1000000000)
#define COUPLING_MAX   4

struct component {
    double *x[2]; /* owned; scaled to 0..1 */
    size_t n[2];
};

static int stream_component (const struct fid_measuring *m, enum fid_stream_id id,
                             struct component *c)
{
    FID_SCOPED (fid_stream_extracts_clear)
    struct fid_stream_extract v[2] = {{.n = 0}, {.n = 0}};
    if (!m->run[0]->stream[id].traced || !m->run[1]->stream[id].traced ||
        fid_extract_dt (m->run[0], m->run[1], id, COUPLING_DT_NS / 1e9) > COUPLING_DT_NS)
        return 0; /* runs of days, in bins wider than that, stay out, too */
    for (int k = 0; k < 2; k++)
        FID_TRY (fid_extract_stream (m->run[k], id, m->res->window, COUPLING_DT_NS,
                                     m->pair->units.until_ns[k], &v[k], m->err));
    for (int k = 0; k < 2 && v[0].sized && v[1].sized; k++) {
        c->x[k] = v[k].byte;
        c->n[k] = v[k].n;
        v[k].byte = NULL;
    }
    return 0;
}

static int gauge_component (const struct fid_measuring *m, enum fid_gauge_id id,
                            struct component *c)
{
    bool stays = true;
    for (int k = 0; k < 2; k++) {
        struct fid_gauge_extract v;
        FID_TRY (fid_extract_gauge (m->run[k], id, m->res->window, m->pair->units.until_ns[k],
                                    &v, m->err));
        fid_gauge_busy (&v);
        c->x[k] = v.x;
        c->n[k] = v.n;
        stays = stays && fabs (v.dt_s - 1) <= 0.05;
    }
    if (!stays) /* not sampled every second */
        c->n[0] = c->n[1] = 0;
    return 0;
}

/* Scale to full (0: to the reference).  *alive: the component moves in the real run and is
 * long enough.  -1 without memory. */
static int scale_component (struct component *c, double full, bool *alive,
                            struct fid_error *err)
{
    bool moves = false;
    if (!(full > 0))
        full = fid_p99_nonzero (c->x[0], c->n[0], err);
    FID_TRY (full < 0);
    for (size_t i = 0; i < c->n[0]; i++)
        moves |= c->x[0][i] > 0;
    *alive = moves && full > 0 && c->n[0] >= 4 && c->n[1] >= 4;
    for (int k = 0; k < 2 && *alive; k++)
        for (size_t i = 0; i < c->n[k]; i++)
            c->x[k][i] = fmin (1, fmax (0, c->x[k][i] / full));
    return 0;
}

struct coupling {
    struct component c[COUPLING_MAX], alive[COUPLING_MAX]; /* alive: borrowed from c */
    double *x[2];                                          /* owned; interleaved */
    size_t alive_n;
};

static int open_coupling (struct fid_measuring *m)
{
    struct coupling *in = m->in;
    struct component *c = in->c;
    const struct fid_scales *scales = &m->pair->scales;
    FID_TRY (stream_component (m, FID_STREAM_DATA_READ, &c[0]));
    FID_TRY (gauge_component (m, FID_GAUGE_CPU, &c[1]));
    FID_TRY (gauge_component (m, FID_GAUGE_GPU_SM, &c[2]));
    FID_TRY (gauge_component (m, FID_GAUGE_DISK_READ, &c[3]));
    const double full[COUPLING_MAX] = {scales->read_bytes, 100, 100,
                                       scales->gauge[FID_GAUGE_DISK_READ]};
    for (size_t i = 0; i < COUPLING_MAX; i++) {
        bool alive;
        FID_TRY (scale_component (&c[i], full[i], &alive, m->err));
        if (alive)
            in->alive[in->alive_n++] = c[i];
    }
    if (in->alive_n < 2)
        fid_resource_refuse (m->res, FID_REASON_UNCOUPLED, 0);
    return 0;
}

static void close_coupling (void *data)
{
    struct coupling *in = data;
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < COUPLING_MAX; i++)
            free (in->c[i].x[k]);
        free (in->x[k]);
    }
}

/* Components side by side, sample-major, over the time all of them cover. */
static int coupled_series (struct fid_measuring *m, struct fid_signals *s)
{
    struct coupling *in = m->in;
    for (int k = 0; k < 2; k++) {
        size_t n = SIZE_MAX, dim = in->alive_n;
        for (size_t i = 0; i < dim; i++)
            n = in->alive[i].n[k] < n ? in->alive[i].n[k] : n;
        double *x = in->x[k] = malloc ((n * dim + 1) * sizeof *x);
        FID_NEED (x, m->err);
        for (size_t t = 0; t < n; t++)
            for (size_t i = 0; i < dim; i++)
                x[t * dim + i] = in->alive[i].x[k][t];
        s->side[k] = (struct fid_signal){.x = x, .n = n, .dim = dim, .dt_s = 1};
    }
    s->opts = (struct fid_metric_opts){.band_s = fid_pair_band (m->pair, (double)s->side[0].n),
                                       .penalty = m->pair->penalty};
    return 0;
}

static const struct fid_planned coupling_measures[] = {
    FID_PLANNED (COUPLING, coupling, COUPLING_GAP, coupled_series),
};

FID_PLAN (COUPLING, open_coupling, close_coupling, struct coupling, coupling_measures,
          .windows = 1u << FID_WINDOW_JOB | 1u << FID_WINDOW_WHOLE | 1u << FID_WINDOW_TRAINING)
