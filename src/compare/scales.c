/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scales.c - full scales of a set of reference runs (see struct fid_scales) */
#include "compare/scales.h"
#include "compare/shape.h"
#include "metrics/aggregate.h"

/* 0 of no values. */
static double median_of (double *x, size_t n)
{
    return n ? fid_median_select (x, n) : 0;
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
    for (size_t i = 0; i < v.n && !bytes; i++)
        x[i] = sqrt (x[i]);
    *out = fid_p99_nonzero (x, v.n, err);
    return *out < 0 ? -1 : 0;
}

static int gauge_scale (const struct fid_run *run, enum fid_gauge_id id, enum fid_window w,
                        double *out, struct fid_error *err)
{
    struct fid_gauge_extract v = {0};
    *out = 0;
    if (id == FID_GAUGE_CPU || id == FID_GAUGE_GPU_SM || id == FID_GAUGE_GPU_MEM) {
        *out = 100;
        return 0;
    }
    FID_TRY (fid_extract_gauge (run, id, w, INT64_MAX, &v, err));
    *out = fid_p99_nonzero (v.x, v.n * v.dim, err);
    fid_gauge_extract_clear (&v);
    if (*out > 0 && id != FID_GAUGE_GPU_FB)
        *out = fmax (*out, FID_DISK_IDLE_MIB);
    return *out < 0 ? -1 : 0;
}

int fid_scales_measure (const struct fid_run *const *run, size_t n, enum fid_window w,
                        double dt_s, struct fid_scales *out, struct fid_error *err)
{
    FID_FREED double *x = malloc ((n ? n : 1) * sizeof *x);
    *out = (struct fid_scales){0};
    size_t k = 0;
    FID_NEED (x, err);
    for (size_t i = 0; i < n; i++)
        if (run[i]->step_s > 0)
            x[k++] = run[i]->step_s;
    out->step_s = median_of (x, k);
    dt_s = dt_s > 0 ? dt_s : fmax (0.1, out->step_s / 8);
    for (int id = 0; id < FID_STREAM_N; id++) {
        for (size_t i = 0; i < n; i++)
            FID_TRY (stream_scale (run[i], (enum fid_stream_id)id, w, dt_s, false, &x[i], err));
        out->stream[id] = median_of (x, n);
    }
    for (int id = 0; id < FID_GAUGE_N; id++) {
        for (size_t i = 0; i < n; i++)
            FID_TRY (gauge_scale (run[i], (enum fid_gauge_id)id, w, &x[i], err));
        out->gauge[id] = median_of (x, n);
    }
    for (size_t i = 0; i < n; i++)
        FID_TRY (stream_scale (run[i], FID_STREAM_DATA_READ, w, 1, true, &x[i], err));
    out->read_bytes = median_of (x, n);
    return 0;
}
