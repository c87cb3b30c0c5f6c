/* measures_gauge.c - sampled gauges: CPU, GPU, disk throughput */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include "compare/measures.h"

#define MISSING_MAX 0.05 /* share of samples beyond which a gauge is not compared */
#define DT_APART    0.02 /* grids that differ by less are one; stamps jitter that much */

struct gauges {
    enum fid_gauge_id id;
    struct fid_gauge_extract a, b;
    double *act_a, *act_b;   /* owned; what levels add up to: see activity */
    double scale;            /* full scale of the level */
    struct gauges *training; /* owned; the same in the window of the rhythm; NULL: not yet */
};

static bool
is_disk (enum fid_gauge_id id)
{
    return id == FID_GAUGE_DISK_READ || id == FID_GAUGE_DISK_WRITE;
}

/* Busy CPU in percent, or the level itself; owned by the caller. */
static double *
activity (const struct fid_gauge_extract *v, struct fid_error *err)
{
    double *x = malloc ((v->n ? v->n : 1) * sizeof *x);
    if (!x) {
        fid_error_nomem (err);
        return NULL;
    }
    for (size_t i = 0; i < v->n; i++)
        x[i] = v->dim == FID_CPU_DIM ? fmax (0, 100 - v->x[i * v->dim + 3]) : v->x[i];
    return x;
}

static void
destroy (struct gauges *in)
{
    if (!in)
        return;
    destroy (in->training);
    fid_gauge_extract_clear (&in->a);
    fid_gauge_extract_clear (&in->b);
    free (in->act_a);
    free (in->act_b);
    free (in);
}

static struct gauges *
extract (const struct fid_pair *pair, enum fid_gauge_id id, enum fid_window w,
         struct fid_error *err)
{
    struct gauges *in = calloc (1, sizeof *in);
    if (!in) {
        fid_error_nomem (err);
        return NULL;
    }
    in->id = id;
    if (!fid_pair_gauge (pair, 0, id, w, &in->a, err) &&
        !fid_pair_gauge (pair, 1, id, w, &in->b, err) && (in->act_a = activity (&in->a, err)) &&
        (in->act_b = activity (&in->b, err)))
        return in;
    destroy (in);
    return NULL;
}

static double
sum (const double *x, size_t n)
{
    double s = 0;
    for (size_t i = 0; i < n; i++)
        s += x[i];
    return s;
}

/* Full scale: 100 %, else what the reference reaches. */
static double
full_scale (const struct fid_pair *pair, const struct gauges *in, struct fid_error *err)
{
    if (in->id == FID_GAUGE_CPU || in->id == FID_GAUGE_GPU_SM || in->id == FID_GAUGE_GPU_MEM)
        return 100;
    if (pair->scales.gauge[in->id] > 0)
        return pair->scales.gauge[in->id];
    double p99 = fid_p99_nonzero (in->act_a, in->a.n, err);
    if (p99 == 0)
        p99 = fid_p99_nonzero (in->act_b, in->b.n, err);
    /* a reference that hardly moves must not make a megabyte look like a storm */
    return p99 < 0 ? p99 : fmax (p99, FID_DISK_IDLE_MIB);
}

static int
open_gauges (struct fid_measuring *m)
{
    const struct fid_pair *pair = m->pair;
    struct fid_resource_result *res = m->res;
    enum fid_gauge_id id = (enum fid_gauge_id)res->info->index;
    const struct fid_gauge *ga = &pair->real->gauge[id], *gb = &pair->emu->gauge[id];
    if (ga->n < 2 || gb->n < 2) {
        fid_resource_refuse (res, FID_REASON_NOT_RECORDED, fid_sides (ga->n < 2, gb->n < 2));
        return 0;
    }
    if (fid_resource_incomplete (res, FID_INCOMPLETE_FROM (pair->real, ga),
                                 FID_INCOMPLETE_FROM (pair->emu, gb)))
        return 0;
    struct gauges *in = m->in = extract (pair, id, res->window, m->err);
    if (!in)
        return -1;
    if ((double)in->a.missing_n > MISSING_MAX * (double)in->a.n ||
        (double)in->b.missing_n > MISSING_MAX * (double)in->b.n) {
        fid_resource_refuse (res, FID_REASON_SAMPLES_MISSING, 0);
        res->reason.number[0] = (double)in->a.missing_n;
        res->reason.number[1] = (double)in->b.missing_n;
        return 0;
    }
    if (in->a.n < 2 || in->b.n < 2) {
        fid_resource_refuse (res, FID_REASON_SAMPLED_SLOWLY, 0);
        res->reason.number[0] = in->a.n < 2 ? ga->period_s : gb->period_s;
        return 0;
    }
    double total_a = sum (in->act_a, in->a.n) * in->a.dt_s,
           total_b = sum (in->act_b, in->b.n) * in->b.dt_s,
           least = is_disk (id) ? FID_DISK_IDLE_MIB : 0;
    if (is_disk (id)) {
        res->bytes[0] = total_a * 1048576;
        res->bytes[1] = total_b * 1048576;
    }
    if (total_a <= least && total_b <= least) {
        res->status = FID_STATUS_IDLE;
        return 0;
    }
    in->scale = full_scale (pair, in, m->err);
    if (!(in->scale > 0))
        return -1;
    if (!(total_a > 0 && total_b > 0)) {
        res->one_sided = true;
        res->reason =
            (struct fid_reason){.code = FID_REASON_ONE_SIDED,
                                .sides = total_a > 0 ? FID_SIDE_REAL : FID_SIDE_EMULATION};
    }
    if (!(fabs (in->a.dt_s - in->b.dt_s) > DT_APART * in->a.dt_s) && in->a.n >= 4 &&
        in->b.n >= 4)
        m->holds |= FID_WHEN_ONE_GRID;
    return 0;
}

static void
close_gauges (struct fid_measuring *m)
{
    destroy (m->in);
}

static int
total (struct fid_measuring *m, struct fid_signals *s)
{
    const struct gauges *in = m->in;
    return fid_signals_total (s, sum (in->act_a, in->a.n) * in->a.dt_s,
                              sum (in->act_b, in->b.n) * in->b.dt_s);
}

static void
values (const struct gauges *in, struct fid_signals *s)
{
    s->a =
        (struct fid_signal){.x = in->a.x, .n = in->a.n, .dim = in->a.dim, .dt_s = in->a.dt_s};
    s->b =
        (struct fid_signal){.x = in->b.x, .n = in->b.n, .dim = in->b.dim, .dt_s = in->b.dt_s};
}

static void
levels (const struct gauges *in, struct fid_signals *s)
{
    s->a = (struct fid_signal){.x = in->act_a, .n = in->a.n, .dt_s = in->a.dt_s};
    s->b = (struct fid_signal){.x = in->act_b, .n = in->b.n, .dt_s = in->b.dt_s};
}

static int
level_values (struct fid_measuring *m, struct fid_signals *s)
{
    const struct gauges *in = m->in;
    values (in, s);
    s->opts.scale = in->scale;
    return 0;
}

static int
mass (struct fid_measuring *m, struct fid_signals *s)
{
    levels (m->in, s);
    return 0;
}

static int
shape (struct fid_measuring *m, struct fid_signals *s)
{
    const struct gauges *in = m->in;
    values (in, s);
    if (fabs (in->a.dt_s - in->b.dt_s) > DT_APART * in->a.dt_s)
        s->miss.code = FID_REASON_OTHER_INTERVALS;
    else if (in->a.n < 4 || in->b.n < 4)
        s->miss.code = FID_REASON_FEW_SAMPLES;
    s->b.dt_s = s->a.dt_s;
    /* half the L1 distance of the CPU's shares, which add up to 100 */
    s->opts.scale = in->id == FID_GAUGE_CPU ? 200 : in->scale;
    s->opts.band_s = fid_pair_band (m->pair, (double)in->a.n * in->a.dt_s);
    s->opts.penalty = m->pair->penalty;
    return 0;
}

/* In training, as that of streams (measures_stream.c). */
static int
rhythm (struct fid_measuring *m, struct fid_signals *s)
{
    struct gauges *in = m->in;
    enum fid_window w = m->holds & FID_WHEN_PHASES ? FID_WINDOW_TRAINING : FID_WINDOW_JOB;
    if (!in->training && !(in->training = extract (m->pair, in->id, w, m->err)))
        return -1;
    levels (in->training, s);
    if (!fid_pair_sees_steps (m->pair, fmax (s->a.dt_s, s->b.dt_s)))
        s->miss.code = FID_REASON_SLOW_SAMPLES;
    return 0;
}

#define BIT(id)   (1u << FID_GAUGE_##id)
#define PERCENT   (BIT (GPU_SM) | BIT (GPU_MEM))
#define DISKS     (BIT (DISK_READ) | BIT (DISK_WRITE))
#define NO_MEMORY (BIT (CPU) | PERCENT | DISKS) /* memory in use has no rate and no rhythm */

#define TRAINING (FID_WHEN_LONG | FID_WHEN_PHASES)
#define JOB      (FID_WHEN_LONG | FID_WHEN_NO_PHASES)

static const struct fid_planned gauge_measures[] = {
    FID_PLANNED (VOLUME, ratio, BUSY_PCT_S, total, .opts = {.floor = 0.01}, .index = BIT (CPU),
                 .one_sided = true),
    FID_PLANNED (VOLUME, ratio, PCT_S, total, .opts = {.floor = 0.01}, .index = PERCENT,
                 .one_sided = true),
    FID_PLANNED (VOLUME, ratio, MIB_S, total, .opts = {.floor = 0.01}, .index = BIT (GPU_FB),
                 .one_sided = true),
    FID_PLANNED (VOLUME, ratio, MIB, total, .opts = {.floor = 1. / 2048}, .index = DISKS,
                 .one_sided = true),
    FID_PLANNED (MARGINAL, w1_tv, LEVEL, level_values, .index = BIT (CPU)),
    FID_PLANNED (MARGINAL, w1, LEVEL, level_values, .index = PERCENT | DISKS),
    FID_PLANNED (TIMING, temporal_w1, WHEN, mass, .index = NO_MEMORY, .one_sided = true),
    FID_PLANNED (TIMING, temporal_w1, WHEN, mass, .index = BIT (GPU_FB),
                 .when = FID_WHEN_ONE_SIDED, .one_sided = true),
    FID_PLANNED (SHAPE, dtw, SHAPE, shape, .index = BIT (CPU) | PERCENT | BIT (GPU_FB)),
    FID_PLANNED (SHAPE, dtw_active, SHAPE, shape, .index = DISKS),
    FID_PLANNED (RHYTHM, spectral_w1, SPECTRUM, rhythm, .when = TRAINING | FID_WHEN_ONE_GRID,
                 .index = NO_MEMORY),
    FID_PLANNED (RHYTHM, period, PERIOD, rhythm, .when = TRAINING | FID_WHEN_ONE_GRID,
                 .index = NO_MEMORY),
    FID_PLANNED (RHYTHM, spectral_w1, SPECTRUM, rhythm, .when = JOB | FID_WHEN_ONE_GRID,
                 .index = NO_MEMORY),
    FID_PLANNED (RHYTHM, period, PERIOD, rhythm, .when = JOB | FID_WHEN_ONE_GRID,
                 .index = NO_MEMORY),
};

const struct fid_plan fid_plan_GAUGE = {
    .open = open_gauges,
    .close = close_gauges,
    .measure = gauge_measures,
    .measure_n = sizeof gauge_measures / sizeof *gauge_measures,
};
