/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dtw.c - the metric "dtw", and what it shares with "dtw_active"; see dtw.h */
#include <math.h>
#include <stdint.h>
#include <gsl/gsl_errno.h>
#include "metrics/metric.h"
#include "metrics/signal.h"
#include "metrics/dtw.h"

double fid_nmae (const double *x, size_t n, const double *y, size_t m, size_t dim)
{
    size_t shorter = n < m ? n : m, longer = n > m ? n : m;
    const double *tail = n > m ? x : y;
    double sum = 0;
    if (!longer)
        return 0;
    for (size_t i = 0; i < shorter; i++)
        sum += fid_l1 (x + i * dim, y + i * dim, dim);
    for (size_t i = shorter * dim; i < longer * dim; i++)
        sum += fabs (tail[i]);
    return sum / (double)longer;
}

size_t fid_dtw_band (double band_s, double dt_s)
{
    double r = floor (band_s / dt_s + 1e-9); /* 0.3 / 0.1 is 3 */
    return r < 2 ? 2 : r > INT32_MAX ? FID_DTW_NO_BAND : (size_t)r;
}

/* How far apart in time the path holds its samples, seconds. */
static void measure_warp (const struct fid_dtw_path *p, double dt_s, double *mean_s,
                          double *max_s)
{
    double sum = 0;
    size_t max = 0;
    for (size_t k = 0; k < p->n; k++) {
        size_t d = p->i[k] > p->j[k] ? p->i[k] - p->j[k] : p->j[k] - p->i[k];
        sum += (double)d;
        if (d > max)
            max = d;
    }
    *mean_s = sum / (double)p->n * dt_s;
    *max_s = (double)max * dt_s;
}

/* d of "dtw_active" (dtw.h) from sum = D(n,m) and all n and m numbers of the two series; 0 if
 * all are 0. */
static double share_of_activity (double sum, const double *x, size_t n, const double *y,
                                 size_t m)
{
    double ax = 0, ay = 0;
    for (size_t i = 0; i < n; i++)
        ax += fabs (x[i]);
    for (size_t j = 0; j < m; j++)
        ay += fabs (y[j]);
    double most = fmax (ax, ay);
    return most > 0 ? fmin (1, (sum / 2 + fabs (ax - ay)) / (2 * most)) : 0;
}

int fid_dtw_eval (bool by_activity, const struct fid_signal *real, const struct fid_signal *emu,
                  const struct fid_metric_opts *opts, struct fid_metric_value *out)
{
    double scale, d, mean_s, max_s;
    FID_TRY_CODE (fid_signal_check_series (real, emu));
    FID_TRY_CODE (fid_opts_scale (opts, &scale));
    if (!isfinite (opts->band_s) || opts->band_s < 0)
        return GSL_EINVAL;
    size_t dim = fid_signal_dim (real), band_n = fid_dtw_band (opts->band_s, real->dt_s);
    double nmae = fid_nmae (real->x, real->n, emu->x, emu->n, dim) / scale;
    if (fid_signal_idle_value (fid_signal_idle (real), fid_signal_idle (emu), 1, out)) {
        fid_value_detail (out, "nmae", nmae);
        return GSL_SUCCESS;
    }
    /* The sums stay in the samples' unit and the penalty goes there, so that
     * scaling cannot change which path is the best. */
    struct fid_dtw_opts o = {dim, band_n, opts->penalty * scale};
    struct fid_dtw_path path = {0};
    FID_TRY_CODE (fid_dtw_align (real->x, real->n, emu->x, emu->n, &o, &d, &path));
    double mean = d / scale;
    if (by_activity)
        d = share_of_activity (d * (double)(real->n + emu->n), real->x, real->n * dim, emu->x,
                               emu->n * dim);
    else
        d = mean;
    if (!isfinite (d) || !isfinite (mean)) { /* samples near the end of the range of double */
        fid_dtw_path_clear (&path);
        return GSL_EINVAL;
    }
    measure_warp (&path, real->dt_s, &mean_s, &max_s);
    fid_dtw_path_clear (&path);
    fid_value_set (out, d);
    if (by_activity)
        fid_value_detail (out, "mean", mean);
    fid_value_detail (out, "nmae", nmae);
    fid_value_detail (out, "warp_mean_s", mean_s);
    fid_value_detail (out, "warp_max_s", max_s);
    fid_value_detail (out, "band_s",
                      band_n == FID_DTW_NO_BAND ? opts->band_s : (double)band_n * real->dt_s);
    fid_value_detail (out, "cells", (double)fid_dtw_cells (real->n, emu->n, band_n));
    return GSL_SUCCESS;
}

static int eval_dtw (const struct fid_signal *real, const struct fid_signal *emu,
                     const struct fid_metric_opts *opts, struct fid_metric_value *out)
{
    return fid_dtw_eval (false, real, emu, opts, out);
}

const struct fid_metric metric_dtw = {
    .name = "dtw",
    .doc = "dynamic time warping: mean difference after the best alignment in a band",
    .unit = "1",
    .source = "Sakoe & Chiba 1978, doi:10.1109/TASSP.1978.1163055; "
              "Herrmann & Webb 2021, doi:10.48550/arXiv.2111.13314",
    .input = FID_INPUT_SERIES,
    .eval = eval_dtw,
};
