/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shape.c - see shape.h */
#include "compare/shape.h"
#include "metrics/aggregate.h"

bool fid_shape_of_bytes (const struct fid_stream_extract *v)
{
    return v->sized && (v->sum.byte_n > 0 || !(v->sum.op_n > 0));
}

size_t fid_shape_wider (size_t n, size_t m, size_t dim, double band_s, double dt_s)
{
    const double most = (double)FID_SHAPE_CELLS_MAX;
    for (size_t k = 1; n && m;) {
        size_t band_n = fid_dtw_band (band_s, (double)k * dt_s);
        double size =
            (double)fid_dtw_cells ((n - 1) / k + 1, (m - 1) / k + 1, band_n) * (double)dim;
        if (!(size > most))
            return k;
        k = (size_t)ceil ((double)k * fmax (sqrt (size / most), 1 + 1 / (double)k));
    }
    return 1;
}

void fid_shape_join (double *x, size_t *n, size_t dim, size_t k, bool mean)
{
    size_t to = 0;
    for (size_t i = 0; i < *n; i += k, to++) {
        size_t some = *n - i < k ? *n - i : k;
        for (size_t c = 0; c < dim; c++) {
            double sum = 0;
            for (size_t j = i; j < i + some; j++)
                sum += x[j * dim + c];
            x[to * dim + c] = mean ? sum / (double)some : sum;
        }
    }
    *n = to;
}

static void take_roots (double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] = sqrt (x[i]);
}

int fid_shape_stream (const struct fid_pair *pair, enum fid_stream_id id, enum fid_window w,
                      double dt_s, struct fid_shape *out, struct fid_error *err)
{
    struct fid_stream_extract v[2] = {{.n = 0}, {.n = 0}};
    int64_t dt_ns = fid_extract_dt (pair->real, pair->emu, id, dt_s);
    *out = (struct fid_shape){.dim = 1};
    int rc = 0;
    for (int k = 0; k < 2 && !rc; k++)
        rc = fid_extract_stream (pair->run[k], id, w, dt_ns, pair->units.until_ns[k], &v[k],
                                 err);
    bool bytes = fid_shape_of_bytes (&v[0]) && fid_shape_of_bytes (&v[1]);
    double band_s = fid_pair_band (pair, (double)v[0].n * v[0].dt_s);
    size_t wider = rc ? 1 : fid_shape_wider (v[0].n, v[1].n, 1, band_s, v[0].dt_s);
    for (int k = 0; k < 2 && !rc; k++) {
        double **from = bytes ? &v[k].byte : &v[k].op;
        if (wider > 1)
            fid_shape_join (*from, &v[k].n, 1, wider, false);
        take_roots (*from, v[k].n);
        out->x[k] = *from;
        out->n[k] = v[k].n;
        *from = NULL;
    }
    /* the scale that is known is that of the pair's bins */
    bool known = wider == 1 && bytes == fid_shape_of_bytes (&v[0]);
    double scale = known ? pair->scales.stream[id] : 0;
    if (!rc && !(scale > 0))
        scale = fid_p99_nonzero (out->x[0], out->n[0], err);
    out->dt_s = (double)dt_ns / 1e9 * (double)wider;
    out->opts =
        (struct fid_metric_opts){.scale = scale, .band_s = band_s, .penalty = pair->penalty};
    for (int k = 0; k < 2; k++)
        fid_stream_extract_clear (&v[k]);
    if (!rc && !(scale < 0))
        return 0;
    fid_shape_clear (out);
    return -1;
}

enum fid_window fid_rhythm_window (const struct fid_pair *pair)
{
    return fid_pair_has_phases (pair) ? FID_WINDOW_TRAINING : FID_WINDOW_JOB;
}

int fid_shape_rhythm (const struct fid_pair *pair, enum fid_stream_id id, struct fid_shape *out,
                      struct fid_error *err)
{
    struct fid_bins_extract bins =
        fid_extract_bins_for (pair->real, pair->emu, id, pair->rhythm_dt_s);
    *out = (struct fid_shape){.dim = bins.phase_n, .dt_s = bins.dt_s};
    for (int k = 0; k < 2; k++) {
        FID_TRY (fid_extract_bins (pair->run[k], id, fid_rhythm_window (pair),
                                   pair->units.until_ns[k], &bins, err));
        take_roots (bins.op, bins.n * bins.phase_n);
        out->x[k] = bins.op;
        out->n[k] = bins.n;
    }
    return 0;
}

int fid_shape_align (const struct fid_shape *s, struct fid_dtw_path *path)
{
    double distance;
    struct fid_dtw_opts opts = {.dim = 1,
                                .band_n = fid_dtw_band (s->opts.band_s, s->dt_s),
                                .penalty = s->opts.penalty * s->opts.scale};
    return fid_dtw_align (s->x[0], s->n[0], s->x[1], s->n[1], &opts, &distance, path);
}

void fid_shape_clear (struct fid_shape *s)
{
    FID_FREE (s->x[0], s->x[1]);
    *s = (struct fid_shape){0};
}

/* Computes the full scale of one run's stream (bytes: of a second, otherwise that of its
 * shape). */
static int stream_scale (const struct fid_run *run, enum fid_stream_id id, enum fid_window w,
                         double dt_s, bool bytes, double *out, struct fid_error *err)
{
    FID_SCOPED (fid_stream_extract_clear) struct fid_stream_extract v = {0};
    FID_TRY (fid_extract_stream (run, id, w, fid_extract_dt (run, run, id, dt_s), INT64_MAX, &v,
                                 err));
    double *x = bytes || fid_shape_of_bytes (&v) ? v.byte : v.op;
    take_roots (x, bytes ? 0 : v.n);
    *out = fid_p99_nonzero (x, v.n, err);
    return *out < 0 ? -1 : 0;
}

static int gauge_scale (const struct fid_run *run, enum fid_gauge_id id, enum fid_window w,
                        double *out, struct fid_error *err)
{
    FID_SCOPED (fid_gauge_extract_clear) struct fid_gauge_extract v = {0};
    *out = 100;
    if (id == FID_GAUGE_CPU || id == FID_GAUGE_GPU_SM || id == FID_GAUGE_GPU_MEM)
        return 0;
    FID_TRY (fid_extract_gauge (run, id, w, INT64_MAX, &v, err));
    *out = fid_p99_nonzero (v.x, v.n * v.dim, err);
    if (*out > 0 && id != FID_GAUGE_GPU_FB)
        *out = fmax (*out, FID_DISK_IDLE_MIB);
    return *out < 0 ? -1 : 0;
}

int fid_scales_measure (const struct fid_run *const *run, size_t n, enum fid_window w,
                        double dt_s, struct fid_scales *out, struct fid_error *err)
{
    FID_FREED double *x = malloc ((n + 1) * sizeof *x);
    size_t k = 0;
    *out = (struct fid_scales){0};
    FID_NEED (x, err);
    for (size_t i = 0; i < n; i++)
        if (run[i]->step_s > 0)
            x[k++] = run[i]->step_s;
    out->step_s = k ? fid_median_select (x, k) : 0;
    dt_s = dt_s > 0 ? dt_s : fmax (0.1, out->step_s / 8);
    for (enum fid_stream_id id = 0; id < FID_STREAM_N; id++) {
        for (size_t i = 0; i < n; i++)
            FID_TRY (stream_scale (run[i], id, w, dt_s, false, &x[i], err));
        out->stream[id] = fid_median_select (x, n);
    }
    for (enum fid_gauge_id id = 0; id < FID_GAUGE_N; id++) {
        for (size_t i = 0; i < n; i++)
            FID_TRY (gauge_scale (run[i], id, w, &x[i], err));
        out->gauge[id] = fid_median_select (x, n);
    }
    for (size_t i = 0; i < n; i++)
        FID_TRY (stream_scale (run[i], FID_STREAM_DATA_READ, w, 1, true, &x[i], err));
    out->read_bytes = fid_median_select (x, n);
    return 0;
}
