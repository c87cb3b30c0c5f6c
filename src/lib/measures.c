/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measures.c - measures on plain arrays of the installed interface (fidlio.h)
 *
 * Each function checks what metrics/ leaves to its caller and turns GSL's codes into
 * errors. */
#include <gsl/gsl_errno.h>
#include "lib/border.h"
#include "metrics/dist.h"
#include "metrics/dtw.h"
#include "metrics/spectral_w1.h"
#include "metrics/welch.h"

static int gsl_failure (int code, const char *function, struct fid_error *err)
{
    if (!code)
        return 0;
    if (code == GSL_ENOMEM)
        return fid_error_nomem (err);
    return fid_errorf (err, FID_EUSAGE, "%s: %s", function,
                       code == GSL_EBADLEN   ? "a length is 0, too large, or outside the band"
                       : code == GSL_EINVAL  ? "a penalty, limit or segment is out of range"
                       : code == GSL_EOVRFLW ? "values are too large"
                                             : gsl_strerror (code));
}

/* There is a series of n times dim samples. */
static int check_given (const double *x, size_t n, size_t dim, const char *function,
                        struct fid_error *err)
{
    if (!n || n > SIZE_MAX / dim || n * dim > SIZE_MAX / sizeof *x)
        return gsl_failure (GSL_EBADLEN, function, err);
    return x ? 0 : fid_errorf (err, FID_EUSAGE, "%s: an array is NULL", function);
}

/* And all of them are finite. */
static int check_series (const double *x, size_t n, size_t dim, const char *function,
                         struct fid_error *err)
{
    FID_TRY (check_given (x, n, dim, function, err));
    for (size_t i = 0; i < n * dim; i++)
        if (!isfinite (x[i]))
            return fid_errorf (err, FID_EUSAGE, "%s: value %zu is not finite", function, i);
    return 0;
}

/* Looks for samples that are not finite only where the sum of costs is not: every path goes
 * through every row and every column, so one of them spoils it. */
static int check_sum (double sum, const double *x, size_t n, const double *y, size_t m,
                      size_t dim, const char *function, struct fid_error *err)
{
    if (isfinite (sum))
        return 0;
    FID_TRY (check_series (x, n, dim, function, err));
    return check_series (y, m, dim, function, err);
}

static struct fid_dtw_opts opts_of (const struct fid_dtw_options *o)
{
    static const struct fid_dtw_options defaults;
    o = o ? o : &defaults;
    return (struct fid_dtw_opts){
        .dim = o->dim ? o->dim : 1,
        .band_n = o->has_band ? o->band_n : FID_DTW_NO_BAND,
        .penalty = o->penalty,
    };
}

int fid_dtw_distance (const double *x, size_t n, const double *y, size_t m,
                      const struct fid_dtw_options *options, double *distance,
                      struct fid_error *err)
{
    struct fid_dtw_opts opts = opts_of (options);
    double d = NAN;
    FID_TRY (FID_GIVEN (distance));
    FID_TRY (check_given (x, n, opts.dim, __func__, err));
    FID_TRY (check_given (y, m, opts.dim, __func__, err));
    FID_TRY (gsl_failure (fid_dtw (x, n, y, m, &opts, &d), __func__, err));
    FID_TRY (check_sum (d, x, n, y, m, opts.dim, __func__, err));
    *distance = d;
    return 0;
}

int fid_dtw_path (const double *x, size_t n, const double *y, size_t m,
                  const struct fid_dtw_options *options, double *distance, size_t *i, size_t *j,
                  size_t *path_n, struct fid_error *err)
{
    struct fid_dtw_opts opts = opts_of (options);
    FID_SCOPED (fid_dtw_path_clear) struct fid_dtw_path path = {0};
    FID_TRY (FID_GIVEN (distance));
    FID_TRY (FID_GIVEN (i));
    FID_TRY (FID_GIVEN (j));
    FID_TRY (FID_GIVEN (path_n));
    FID_TRY (check_series (x, n, opts.dim, __func__, err));
    FID_TRY (check_series (y, m, opts.dim, __func__, err));
    FID_TRY (gsl_failure (fid_dtw_align (x, n, y, m, &opts, distance, &path), __func__, err));
    for (size_t k = 0; k < path.n; k++) {
        i[k] = path.i[k];
        j[k] = path.j[k];
    }
    *path_n = path.n;
    return 0;
}

int fid_dtw_nearest_of (const double *x, size_t n, const double *const *y, const size_t *m,
                        size_t count, const struct fid_dtw_options *options, size_t *which,
                        double *distance, struct fid_error *err)
{
    struct fid_dtw_opts opts = opts_of (options);
    FID_TRY (FID_GIVEN (which));
    FID_TRY (FID_GIVEN (distance));
    FID_TRY (FID_GIVEN (y));
    FID_TRY (FID_GIVEN (m));
    FID_TRY (check_series (x, n, opts.dim, __func__, err));
    FID_FREED struct fid_dtw_series *among = calloc (count ? count : 1, sizeof *among);
    FID_NEED (among, err);
    for (size_t k = 0; k < count; k++) {
        FID_TRY (check_given (y[k], m[k], opts.dim, __func__, err));
        among[k] = (struct fid_dtw_series){y[k], m[k]};
    }
    int rc = fid_dtw_nearest (x, n, among, count, &opts, which, distance);
    for (size_t k = 0; k < count && rc == GSL_EDOM; k++) /* which, and where */
        FID_TRY (check_series (y[k], m[k], opts.dim, __func__, err));
    return gsl_failure (rc, __func__, err);
}

int fid_adtw_distance (const double *x, size_t n, const double *y, size_t m, size_t band_n,
                       double penalty, double limit, double *distance, struct fid_error *err)
{
    double d = NAN;
    FID_TRY (FID_GIVEN (distance));
    FID_TRY (check_given (x, n, 1, __func__, err));
    FID_TRY (check_given (y, m, 1, __func__, err));
    int code = fid_dtw_amerced (x, n, y, m, band_n, penalty, limit, &d);
    FID_TRY (gsl_failure (code, __func__, err));
    FID_TRY (check_sum (d, x, n, y, m, 1, __func__, err));
    *distance = d;
    return 0;
}

/* ---- spectra */

size_t fid_psd_segment (size_t n, size_t m)
{
    return fid_welch_segment (n, m);
}

int fid_psd (const double *x, size_t n, size_t dim, double dt_s, size_t segment_n, double *psd,
             struct fid_error *err)
{
    dim = dim ? dim : 1;
    FID_TRY (FID_GIVEN (psd));
    FID_TRY (check_series (x, n, dim, __func__, err));
    if (!(dt_s > 0) || !isfinite (dt_s))
        return fid_errorf (err, FID_EUSAGE, "%s: dt_s is %g", __func__, dt_s);
    return gsl_failure (fid_welch (x, n, dim, dt_s, segment_n, psd), __func__, err);
}

/* Finite, none negative, some power besides the mean. */
static int check_power (const double *p, size_t n, const char *function, struct fid_error *err)
{
    double sum = 0;
    if (!n)
        return gsl_failure (GSL_EBADLEN, function, err);
    FID_TRY (check_given (p, n + 1, 1, function, err));
    for (size_t k = 1; k <= n; k++) {
        if (!isfinite (p[k]) || p[k] < 0)
            return fid_errorf (err, FID_EUSAGE, "%s: value %zu is not finite or negative",
                               function, k);
        sum += p[k];
    }
    return sum > 0 && isfinite (sum)
               ? 0
               : fid_errorf (err, FID_EUSAGE,
                             "%s: a spectrum has no power, or too much to add up", function);
}

int fid_psd_distance (const double *p, const double *q, size_t n, double *octaves,
                      struct fid_error *err)
{
    FID_TRY (FID_GIVEN (octaves));
    FID_TRY (check_power (p, n, __func__, err));
    FID_TRY (check_power (q, n, __func__, err));
    *octaves = fid_spectral_w1 (p, q, n);
    return 0;
}

/* ---- distributions */

/* x with its weights, sorted and put on the axis. */
static int make_dist (struct fid_dist *d, const double *x, const double *weight, size_t n,
                      enum fid_w1_axis axis, struct fid_error *err)
{
    static const char name[] = "fid_w1_distance";
    FID_TRY (check_series (x, n, 1, name, err));
    if (weight)
        FID_TRY (check_series (weight, n, 1, name, err));
    for (size_t i = 0; i < n; i++) {
        if (weight && weight[i] < 0)
            return fid_errorf (err, FID_EUSAGE, "%s: weight %zu is negative", name, i);
        if (axis != FID_W1_LINEAR && x[i] <= 0)
            return fid_errorf (err, FID_EUSAGE,
                               "%s: value %zu is not positive, on a logarithmic axis", name, i);
    }
    FID_TRY (gsl_failure (fid_dist_init (d, x, 1, n, weight), name, err));
    if (!d->n || !isfinite (d->cum[d->n - 1]))
        return fid_errorf (err, FID_EUSAGE, "%s: the weights have no positive, finite sum",
                           name);
    for (size_t i = 0; axis != FID_W1_LINEAR && i < d->n; i++)
        d->v[i] = axis == FID_W1_LOG2 ? log2 (d->v[i]) : log10 (d->v[i]);
    return 0;
}

int fid_w1_distance (const double *x, const double *x_weight, size_t n, const double *y,
                     const double *y_weight, size_t m, enum fid_w1_axis axis, double *distance,
                     struct fid_error *err)
{
    FID_SCOPED (fid_dist_clear) struct fid_dist a = {0}, b = {0};
    FID_TRY (FID_GIVEN (distance));
    if (axis != FID_W1_LINEAR && axis != FID_W1_LOG2 && axis != FID_W1_LOG10)
        return fid_errorf (err, FID_EUSAGE, "fid_w1_distance: unknown axis");
    FID_TRY (make_dist (&a, x, x_weight, n, axis, err));
    FID_TRY (make_dist (&b, y, y_weight, m, axis, err));
    *distance = fid_dist_w1 (&a, &b);
    return 0;
}
