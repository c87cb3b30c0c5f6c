/* plan.c - see plan.h */
#include "config.h"
#include "compare/measures.h"
#include "compare/plan.h"
#include "compare/within_run_ci.h"
#include "metrics/metric.h"

#define FID_METRIC(metric) extern const struct fid_metric metric;
#include "metrics/registry.inc"

#define BIT(id)   (1u << FID_GAUGE_##id)
#define PERCENT   (BIT (GPU_SM) | BIT (GPU_MEM))
#define DISKS     (BIT (DISK_READ) | BIT (DISK_WRITE))
#define NO_MEMORY (BIT (CPU) | PERCENT | DISKS) /* memory in use has no rate and no rhythm */

/* What of a measure is kept to be resampled within the run (within_run_ci.h). */
enum keep { NOTHING, VALUES, PATH };

static const struct row {
    enum fid_resource_kind kind;
    enum fid_facet_id facet;
    const struct fid_metric *metric;
    enum fid_quantity_id quantity;
    fid_extract *extract;
    struct fid_metric_opts opts; /* what does not depend on the data */
    unsigned when;               /* FID_WHEN_...: all have to hold */
    unsigned gauges;             /* bits of those it is for; 0: all */
    enum keep keep;
    bool one_sided; /* also where one run only is active */
} plan[] = {
#define ROW(of, facet_id, metric_id, quantity_id, function, ...)                               \
    {                                                                                          \
        .kind = FID_KIND_##of, .facet = FID_FACET_##facet_id, .metric = &metric_##metric_id,   \
        .quantity = FID_QUANTITY_##quantity_id, .extract = function, __VA_ARGS__               \
    }
#define TRAINING (FID_WHEN_LONG | FID_WHEN_PHASES)
#define JOB      (FID_WHEN_LONG | FID_WHEN_NO_PHASES)
    /* one operation, one block are the least there can be of it */
    ROW (STREAM, VOLUME, ratio, OPS, fid_stream_ops, .opts = {.floor = 1}, .one_sided = true),
    ROW (STREAM, VOLUME, ratio, BYTES, fid_stream_bytes, .opts = {.floor = 512},
         .when = FID_WHEN_SIZE_TRACED, .one_sided = true),
    ROW (STREAM, MARGINAL, w1_log2, SIZE, fid_stream_sizes, .opts = {.scale = 1},
         .when = FID_WHEN_SIZE_TRACED, .one_sided = true),
    ROW (STREAM, MARGINAL, w1_log10, LATENCY, fid_stream_latencies, .opts = {.scale = 1},
         .when = FID_WHEN_TIMED),
    ROW (STREAM, MARGINAL, w1_log10, GAP, fid_stream_gaps, .opts = {.scale = 1}),
    ROW (STREAM, TIMING, temporal_w1, BYTES, fid_stream_mass, .when = FID_WHEN_SIZED,
         .one_sided = true),
    ROW (STREAM, TIMING, temporal_w1, OPS, fid_stream_mass, .when = FID_WHEN_UNSIZED,
         .one_sided = true),
    ROW (STREAM, SHAPE, dtw, SQRT_OPS, fid_stream_shape, .keep = PATH),
    ROW (STREAM, RHYTHM, spectral_w1, SQRT_OPS_TRAINING, fid_stream_rhythm, .when = TRAINING),
    ROW (STREAM, RHYTHM, period, SQRT_OPS_TRAINING, fid_stream_rhythm, .when = TRAINING),
    ROW (STREAM, RHYTHM, spectral_w1, SQRT_OPS, fid_stream_rhythm, .when = JOB),
    ROW (STREAM, RHYTHM, period, SQRT_OPS, fid_stream_rhythm, .when = JOB),

    ROW (GAUGE, VOLUME, ratio, BUSY_PCT_S, fid_gauge_total, .opts = {.floor = 0.01},
         .gauges = BIT (CPU), .one_sided = true),
    ROW (GAUGE, VOLUME, ratio, PCT_S, fid_gauge_total, .opts = {.floor = 0.01},
         .gauges = PERCENT, .one_sided = true),
    ROW (GAUGE, VOLUME, ratio, MIB_S, fid_gauge_total, .opts = {.floor = 0.01},
         .gauges = BIT (GPU_FB), .one_sided = true),
    ROW (GAUGE, VOLUME, ratio, MIB, fid_gauge_total, .opts = {.floor = 1. / 2048},
         .gauges = DISKS, .one_sided = true),
    ROW (GAUGE, MARGINAL, w1_tv, LEVEL, fid_gauge_values, .gauges = BIT (CPU), .keep = VALUES),
    ROW (GAUGE, MARGINAL, w1, LEVEL, fid_gauge_values, .gauges = PERCENT | DISKS,
         .keep = VALUES),
    ROW (GAUGE, TIMING, temporal_w1, LEVEL, fid_gauge_mass, .gauges = NO_MEMORY,
         .one_sided = true),
    ROW (GAUGE, TIMING, temporal_w1, LEVEL, fid_gauge_mass, .gauges = BIT (GPU_FB),
         .when = FID_WHEN_ONE_SIDED, .one_sided = true),
    ROW (GAUGE, SHAPE, dtw, LEVEL, fid_gauge_shape, .keep = PATH),
    ROW (GAUGE, RHYTHM, spectral_w1, LEVEL_TRAINING, fid_gauge_rhythm,
         .when = TRAINING | FID_WHEN_ONE_GRID, .gauges = NO_MEMORY),
    ROW (GAUGE, RHYTHM, period, LEVEL_TRAINING, fid_gauge_rhythm,
         .when = TRAINING | FID_WHEN_ONE_GRID, .gauges = NO_MEMORY),
    ROW (GAUGE, RHYTHM, spectral_w1, LEVEL, fid_gauge_rhythm, .when = JOB | FID_WHEN_ONE_GRID,
         .gauges = NO_MEMORY),
    ROW (GAUGE, RHYTHM, period, LEVEL, fid_gauge_rhythm, .when = JOB | FID_WHEN_ONE_GRID,
         .gauges = NO_MEMORY),

    ROW (PHASES, VOLUME, ratio, DURATION, fid_phases_duration, .opts = {.floor = 1e-3}),
    ROW (PHASES, MARGINAL, spans_share, DURATION_SHARES, fid_phases_spans, .when = 0),
    ROW (PHASES, TIMING, spans_iou, OVERLAP, fid_phases_spans, .when = 0),
    ROW (PHASES, SHAPE, spans_edit, SEQUENCE, fid_phases_spans, .when = 0),

    ROW (STEPS, VOLUME, ratio, STEPS, fid_steps_count, .opts = {.floor = 1e-6}),
    ROW (STEPS, VOLUME, ratio, STEPS_PER_S, fid_steps_rate, .opts = {.floor = 1e-6},
         .when = FID_WHEN_LASTING),
    ROW (STEPS, MARGINAL, w1_log10, LOAD, fid_steps_values, .opts = {.scale = 1},
         .keep = VALUES),
    ROW (STEPS, MARGINAL, w1_log10, COMPUTE, fid_steps_values, .opts = {.scale = 1},
         .keep = VALUES),
    ROW (STEPS, MARGINAL, w1_log10, STEP, fid_steps_values, .opts = {.scale = 1},
         .keep = VALUES),
    ROW (STEPS, TIMING, difference, STALL_SHARE, fid_steps_waiting, .opts = {.floor = 1e-6},
         .when = FID_WHEN_WAITING),
    ROW (STEPS, TIMING, difference, ACCELERATOR_UTILISATION, fid_steps_computing,
         {.floor = 1e-6}, .when = FID_WHEN_LASTING | FID_WHEN_COMPUTING),

    ROW (COUPLING, COUPLING, coupling, COUPLING_GAP, fid_coupling_series, .when = 0),
};

static const struct fid_kind *const kinds[FID_KIND_N] = {
    [FID_KIND_STREAM] = &fid_kind_stream,     [FID_KIND_GAUGE] = &fid_kind_gauge,
    [FID_KIND_PHASES] = &fid_kind_phases,     [FID_KIND_STEPS] = &fid_kind_steps,
    [FID_KIND_COUPLING] = &fid_kind_coupling,
};

static bool
applies (const struct row *row, const struct fid_measuring *m)
{
    const struct fid_resource_info *info = m->res->info;
    return row->kind == info->kind && (!row->gauges || row->gauges >> info->index & 1) &&
           (row->when & m->holds) == row->when && (!m->res->one_sided || row->one_sided);
}

static int
measure (const struct row *row, struct fid_measuring *m, struct fid_error *err)
{
    const struct fid_measure what = {
        .facet = row->facet, .quantity = row->quantity, .metric = row->metric};
    struct fid_signals s = {.opts = row->opts};
    if (row->extract (m, &what, &s, err))
        return -1;
    if (s.miss.code) {
        fid_measure_miss (m->res, &what, &s.miss);
        return 0;
    }
    if (s.skip)
        return 0;
    if (fid_measure_add (m->res, &what, &s.a, &s.b, &s.opts, err))
        return -1;
    if (row->keep == VALUES)
        return fid_within_values (m->res, &s.a, &s.b, &s.opts, err);
    if (row->keep == PATH) {
        if (fid_within_path (m->res, &s.a, &s.b, &s.opts, err))
            return -1;
        fid_measure_detail (m->res, "scale", s.opts.scale);
        fid_measure_detail (m->res, "dt_s", s.a.dt_s);
    }
    return 0;
}

int
fid_resource_compare (const struct fid_pair *pair, struct fid_resource_result *res,
                      struct fid_error *err)
{
    const struct fid_kind *kind = kinds[res->info->kind];
    struct fid_measuring m = {.pair = pair, .res = res};
    if (kind->in_window && !kind->in_window (res->window)) {
        fid_resource_refuse (res, FID_REASON_WHOLE_RUN, 0);
        return 0;
    }
    m.holds = (fid_windows[res->window].is_long ? FID_WHEN_LONG : 0) |
              (fid_pair_has_phases (pair) ? FID_WHEN_PHASES : FID_WHEN_NO_PHASES);
    int rc = kind->open (&m, err);
    if (res->one_sided)
        m.holds |= FID_WHEN_ONE_SIDED;
    for (size_t i = 0;
         !rc && res->status == FID_STATUS_COMPARED && i < sizeof plan / sizeof *plan; i++)
        if (applies (&plan[i], &m))
            rc = measure (&plan[i], &m, err);
    kind->close (&m);
    if (!rc && res->status == FID_STATUS_COMPARED)
        fid_resource_close (res);
    return rc;
}
