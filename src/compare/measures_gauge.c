/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measures_gauge.c - sampled gauges: CPU, GPU, disk throughput */
#include "compare/measures.h"
#include "compare/shape.h"
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
        FID_TRY (fid_pair_gauge (m->pair, k, in->id, w, v, m->err));
        in->level[k] = malloc ((v->n + 1) * sizeof *in->level[k]);
        if (!in->level[k])
            return fid_error_nomem (m->err);
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
    if (extract_gauges (m, res->window, in))
        return -1;
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
    if (!(in->scale > 0))
        return -1;
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
        if (!in->wider[i])
            return fid_error_nomem (m->err);
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
