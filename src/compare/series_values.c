/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series_values.c - distributions, spectra, and where and how files are read */
#include <gsl/gsl_errno.h>
#include "compare/series.h"
#include "metrics/aggregate.h"
#include "metrics/period.h"
#include "metrics/welch.h"
#include "model/facets.h"

#define GRID_N 200 /* equal steps of probability */

/* Quantiles of the tail, which holds the requests that stall the job. */
static const double tail[] = {0.999, 0.9999};
#define TAIL_N (sizeof tail / sizeof *tail)

/* 0, 1/200 ... 199/200, the tail, 1. */
static double probability_of (size_t i)
{
    return i < GRID_N ? (double)i / GRID_N : i < GRID_N + TAIL_N ? tail[i - GRID_N] : 1;
}

static double weight_of (const struct fid_values *v, size_t i, bool by_value)
{
    return v->w[i] * (by_value ? v->x[i] : 1);
}

/* For ascending q, the smallest value that share q of the weights, or of values times weights,
 * does not exceed. */
static int add_quantiles (struct fid_series *s, struct fid_numbers *out,
                          const struct fid_values *v, bool by_value, struct fid_error *err)
{
    double all = 0, seen = 0;
    size_t at = 0;
    FID_TRY (fid_series_room (s, out, GRID_N + TAIL_N + 1, err));
    for (size_t i = 0; i < v->n; i++)
        all += weight_of (v, i, by_value);
    for (size_t i = 0; i < out->n; i++) {
        while (at + 1 < v->n && seen + weight_of (v, at, by_value) < probability_of (i) * all)
            seen += weight_of (v, at++, by_value);
        out->x[i] = v->x[at];
    }
    return 0;
}

/* What is drawn: a quantity of a stream, or of training steps. */
struct drawn {
    enum fid_stream_id stream; /* FID_STREAM_N: of steps */
    enum fid_quantity_id quantity;
    enum fid_unit_id unit;
    size_t member; /* of struct fid_tally */
};

#define OF_STREAM(stream, quantity, unit, member)                                              \
    {                                                                                          \
        FID_STREAM_##stream, FID_QUANTITY_##quantity, FID_IN_##unit,                           \
            offsetof (struct fid_tally, member)                                                \
    }
#define OF_STEPS(quantity)                                                                     \
    {                                                                                          \
        FID_STREAM_N, FID_QUANTITY_##quantity, FID_IN_SECONDS, 0                               \
    }

/* Of each stream. */
static const struct drawn of_streams[] = {OF_STREAM (N, SIZE, BYTES, size),
                                          OF_STREAM (N, LATENCY, SECONDS, latency),
                                          OF_STREAM (N, GAP, SECONDS, gap)};

/* Of the reads of data where they fall, and how many at a time; of training steps their times. */
static const struct drawn others[] = {
    OF_STREAM (DATA_READ, JUMP, BYTES, access.jump),
    OF_STREAM (BLOCK_READ, BLOCK_JUMP, BYTES, access.jump),
    OF_STREAM (DATA_READ, REUSE, ONE, access.reuse),
    OF_STREAM (DATA_READ, FILE_READS, ONE, access.file_reads),
    OF_STREAM (DATA_READ, FILE_BYTES, BYTES, access.file_bytes),
    OF_STREAM (DATA_READ, READERS, ONE, access.readers),
    OF_STREAM (DATA_OPEN, OPEN_FILES, ONE, access.open_files),
    OF_STREAM (DATA_READ, OUTSTANDING, ONE, op_n),
    OF_STREAM (BLOCK_READ, OUTSTANDING, ONE, op_n),
    OF_STEPS (LOAD),
    OF_STEPS (COMPUTE),
    OF_STEPS (STEP)};

/* One of the times of training steps. */
static int steps_of (const struct fid_run *run, enum fid_quantity_id time,
                     struct fid_values *out, struct fid_error *err)
{
    size_t n = run->steps.n;
    *out = (struct fid_values){.x = malloc ((n + 1) * sizeof *out->x),
                               .w = malloc ((n + 1) * sizeof *out->w)};
    FID_NEED (out->x && out->w, err);
    FID_EACH_OF (const struct fid_step, s, run->steps.step, n) {
        double x = time == FID_QUANTITY_LOAD      ? s->load_s
                   : time == FID_QUANTITY_COMPUTE ? s->compute_s
                                                  : s->step_s;
        if (s->eval || x < 0)
            continue;
        out->w[out->n] = 1;
        out->x[out->n++] = x;
    }
    fid_sort (out->x, out->n);
    out->total = out->n;
    return 0;
}

static int values_of (const struct fid_run *run, enum fid_window w, const struct drawn *d,
                      struct fid_values *v, struct fid_error *err)
{
    if (d->stream == FID_STREAM_N)
        return steps_of (run, d->quantity, v, err);
    if (d->quantity == FID_QUANTITY_OUTSTANDING)
        return fid_extract_in_flight (run, d->stream, w, v, err);
    FID_TRY (fid_extract_values (run, d->stream, w, d->member, v, err));
    if (d->member == offsetof (struct fid_tally, access.jump)) {
        /* of jumps 1 + the distance; a sequential operation counts as 1 */
        double n = fid_extract_sums (run, d->stream, w).sequential_n;
        if (n > 0) {
            memmove (v->x + 1, v->x, v->n * sizeof *v->x);
            memmove (v->w + 1, v->w, v->n * sizeof *v->w);
            v->x[0] = 0;
            v->w[0] = n;
            v->n++;
            v->total += (uint64_t)n;
        }
        for (size_t i = 0; i < v->n; i++)
            v->x[i]++;
    }
    return 0;
}

static void clear_both (struct fid_values (*v)[2])
{
    fid_values_clear (&(*v)[0]);
    fid_values_clear (&(*v)[1]);
}

static int add_dist (struct fid_series *s, const struct fid_pair *pair, struct drawn d,
                     struct fid_error *err)
{
    FID_SCOPED (clear_both) struct fid_values v[2] = {{0}, {0}};
    for (int k = 0; k < 2; k++)
        FID_TRY (values_of (pair->run[k], pair->window, &d, &v[k], err));
    if (!v[0].n && !v[1].n)
        return 0;
    struct fid_series_dist *to = &s->dist[s->dist_n++];
    to->resource =
        d.stream == FID_STREAM_N ? FID_RESOURCE_STEPS : fid_resource_of_stream (d.stream);
    to->quantity = d.quantity;
    to->unit = d.unit;
    for (int k = 0; k < 2; k++) {
        to->count[k] = (double)v[k].total;
        if (v[k].n)
            FID_TRY (add_quantiles (s, &to->side[k], &v[k], false, err));
        if (v[k].n && d.quantity == FID_QUANTITY_SIZE)
            FID_TRY (add_quantiles (s, &to->by_bytes[k], &v[k], true, err));
    }
    return 0;
}

int fid_series_distributions (struct fid_series *s, const struct fid_pair *pair,
                              struct fid_error *err)
{
    const size_t each_n = sizeof of_streams / sizeof *of_streams,
                 other_n = sizeof others / sizeof *others;
    FID_TRY (fid_series_room (s, &s->quantile, GRID_N + TAIL_N + 1, err));
    s->dist = fid_arena_take (&s->arena, each_n * FID_STREAM_N + other_n, sizeof *s->dist, err);
    FID_TRY (!s->dist);
    for (size_t i = 0; i < s->quantile.n; i++)
        s->quantile.x[i] = probability_of (i);
    for (enum fid_stream_id id = 0; id < FID_STREAM_N; id++)
        for (size_t i = 0; i < each_n; i++) {
            struct drawn d = of_streams[i];
            d.stream = id;
            if (id != FID_STREAM_DATA_OPEN || d.quantity != FID_QUANTITY_SIZE)
                FID_TRY (add_dist (s, pair, d, err));
        }
    for (size_t i = 0; i < other_n; i++)
        FID_TRY (add_dist (s, pair, others[i], err));
    return 0;
}

/* --- power spectra and periods */

#define BAND_N 400 /* points of a spectrum */
#define PEAK_N 5
#define EQUAL  1e-9 /* of the highest line: less is rounding of the transform */

/* Lines k = 1 .. n of both spectra.  Band b has the lines from edge[b] to before edge[b + 1],
 * of equal width on a logarithmic axis as far as lines allow. */
struct bands {
    size_t edge[BAND_N + 1], n;
};

static struct bands bands_of (size_t n)
{
    struct bands b = {.edge = {1}};
    for (size_t i = 1; i <= BAND_N && b.edge[b.n] <= n; i++) {
        size_t to = (size_t)floor (exp2 (log2 ((double)n + 1) * (double)i / BAND_N) + 1e-9);
        if (to > b.edge[b.n] || i == BAND_N)
            b.edge[++b.n] = i == BAND_N ? n + 1 : to;
    }
    return b;
}

/* Finds the highest lines that exceed both neighbours, highest first. */
static int add_peaks (struct fid_series *s, struct fid_series_spectrum_side *out,
                      const double *psd, size_t n, double step_hz, struct fid_error *err)
{
    size_t peak[PEAK_N], peak_n = 0;
    double same = 0;
    for (size_t k = 1; k <= n; k++)
        same = fmax (same, EQUAL * psd[k]);
    for (size_t k = 1; k <= n; k++) {
        if ((k > 1 && psd[k] <= psd[k - 1] + same) || (k < n && psd[k] < psd[k + 1] - same) ||
            !(psd[k] > same))
            continue;
        size_t at = peak_n < PEAK_N ? peak_n++ : PEAK_N;
        while (at > 0 && psd[peak[at - 1]] < psd[k] - same) {
            if (at < PEAK_N)
                peak[at] = peak[at - 1];
            at--;
        }
        if (at < PEAK_N)
            peak[at] = k;
    }
    if (!(out->peak = fid_arena_take (&s->arena, peak_n, sizeof *out->peak, err)))
        return -1;
    for (out->peak_n = 0; out->peak_n < peak_n; out->peak_n++) {
        size_t k = peak[out->peak_n];
        out->peak[out->peak_n] =
            (struct fid_series_peak){.period_s = 1 / ((double)k * step_hz), .psd = psd[k]};
    }
    return 0;
}

static int add_side (struct fid_series *s, struct fid_series_spectrum_side *out,
                     const double *x, size_t n, size_t dim, double dt_s, size_t seg_n,
                     const struct bands *bands, struct fid_error *err)
{
    struct fid_period period;
    FID_FREED double *psd = malloc ((seg_n / 2 + 1) * sizeof *psd);
    int gsl = psd ? fid_welch (x, n, dim, dt_s, seg_n, psd) : GSL_ENOMEM;
    if (gsl)
        return fid_errorf (err, FID_EINTERNAL, "spectrum: %s", gsl_strerror (gsl));
    FID_TRY (fid_series_room (s, &out->psd, bands->n, err));
    for (size_t b = 0; b < bands->n; b++) {
        double sum = 0;
        for (size_t k = bands->edge[b]; k < bands->edge[b + 1]; k++)
            sum += psd[k] / (double)dim; /* those of the places are added */
        out->psd.x[b] = sum / (double)(bands->edge[b + 1] - bands->edge[b]);
    }
    FID_TRY (add_peaks (s, out, psd, seg_n / 2, 1 / ((double)seg_n * dt_s), err));
    gsl = fid_period (x, n, dim, dt_s, &period);
    if (gsl == GSL_ENOMEM)
        return fid_error_nomem (err);
    out->period_s = gsl ? FID_GAP : period.period_s;
    out->confidence = gsl ? FID_GAP : period.confidence;
    return 0;
}

static bool signal_varies (const double *x, size_t n, size_t dim)
{
    for (size_t i = dim; i < n * dim; i++)
        if (x[i] != x[i % dim])
            return true;
    return false;
}

/* Adds the spectra of two series on one grid, if both are long enough and vary; `as' names
 * what they are of. */
static int add_spectra (struct fid_series *s, const struct fid_series_spectrum *as,
                        double *const x[2], const size_t n[2], size_t dim,
                        struct fid_error *err)
{
    size_t seg_n = fid_welch_segment (n[0], n[1]);
    if (!seg_n || !signal_varies (x[0], n[0], dim) || !signal_varies (x[1], n[1], dim))
        return 0;
    struct bands bands = bands_of (seg_n / 2);
    double dt_s = as->dt_s, step_hz = 1 / ((double)seg_n * dt_s);
    struct fid_series_spectrum *out = &s->spectrum[s->spectrum_n++];
    *out = *as;
    out->segment_s = (double)seg_n * dt_s;
    FID_TRY (fid_series_room (s, &out->freq_hz, bands.n, err));
    for (size_t i = 0; i < bands.n; i++)
        out->freq_hz.x[i] =
            sqrt ((double)bands.edge[i] * (double)(bands.edge[i + 1] - 1)) * step_hz;
    for (int k = 0; k < 2; k++)
        FID_TRY (add_side (s, &out->side[k], x[k], n[k], dim, dt_s, seg_n, &bands, err));
    return 0;
}

static void clear_gauges (struct fid_gauge_extract (*v)[2])
{
    fid_gauge_extract_clear (&(*v)[0]);
    fid_gauge_extract_clear (&(*v)[1]);
}

static int gauge_spectra (struct fid_series *s, const struct fid_pair *pair,
                          enum fid_gauge_id id, struct fid_error *err)
{
    FID_SCOPED (clear_gauges) struct fid_gauge_extract v[2] = {{.n = 0}, {.n = 0}};
    bool disk = id == FID_GAUGE_DISK_READ || id == FID_GAUGE_DISK_WRITE;
    for (int k = 0; k < 2; k++) {
        FID_TRY (fid_extract_gauge (pair->run[k], id, fid_rhythm_window (pair), INT64_MAX,
                                    &v[k], err));
        fid_gauge_busy (&v[k]);
    }
    if (!v[0].n || !v[1].n || !(fabs (v[0].dt_s - v[1].dt_s) <= 0.02 * v[0].dt_s) ||
        !fid_pair_sees_steps (pair, v[0].dt_s))
        return 0;
    const struct fid_series_spectrum as = {
        .resource = fid_resource_of_gauge (id),
        .quantity = id == FID_GAUGE_CPU ? FID_QUANTITY_BUSY : FID_QUANTITY_LEVEL,
        .unit = disk ? FID_IN_MIB2_PER_S2_HZ : FID_IN_PERCENT2_PER_HZ,
        .dt_s = v[0].dt_s};
    return add_spectra (s, &as, (double *const[]){v[0].x, v[1].x},
                        (const size_t[]){v[0].n, v[1].n}, 1, err);
}

int fid_series_spectra (struct fid_series *s, const struct fid_pair *pair,
                        struct fid_error *err)
{
    s->spectrum =
        fid_arena_take (&s->arena, FID_STREAM_N + FID_GAUGE_N, sizeof *s->spectrum, err);
    FID_TRY (!s->spectrum);
    for (enum fid_stream_id id = 0; id < FID_STREAM_N; id++) {
        FID_SCOPED (fid_shape_clear) struct fid_shape x = {0};
        FID_TRY (fid_shape_rhythm (pair, id, &x, err));
        const struct fid_series_spectrum as = {.resource = fid_resource_of_stream (id),
                                               .quantity = FID_QUANTITY_SPECTRUM,
                                               .unit = FID_IN_OPS_PER_HZ,
                                               .dt_s = x.dt_s};
        if (fid_pair_sees_steps (pair, x.dt_s))
            FID_TRY (add_spectra (s, &as, x.x, x.n, x.dim, err));
    }
    for (enum fid_gauge_id id = 0; id < FID_GAUGE_N; id++)
        if (id != FID_GAUGE_GPU_FB)
            FID_TRY (gauge_spectra (s, pair, id, err));
    return 0;
}

/* --- operations that go on where the one before them ended */

static void add_jumps (struct fid_series *s, const struct fid_pair *pair, enum fid_stream_id id)
{
    struct fid_stream_sums sum[2] = {fid_extract_sums (pair->real, id, pair->window),
                                     fid_extract_sums (pair->emu, id, pair->window)};
    if (!(sum[0].jump_n > 0) && !(sum[1].jump_n > 0))
        return;
    struct fid_series_jumps *j = &s->jumps[s->jump_n++];
    j->resource = fid_resource_of_stream (id);
    for (int k = 0; k < 2; k++)
        if (sum[k].jump_n > 0) {
            j->n[k] = sum[k].jump_n;
            j->sequential[k] = sum[k].sequential_n;
        }
}

int fid_series_add_jumps (struct fid_series *s, const struct fid_pair *pair,
                          struct fid_error *err)
{
    if (!(s->jumps = fid_arena_take (&s->arena, 2, sizeof *s->jumps, err)))
        return -1;
    add_jumps (s, pair, FID_STREAM_DATA_READ);
    add_jumps (s, pair, FID_STREAM_BLOCK_READ);
    return 0;
}
