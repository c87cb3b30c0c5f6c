/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine.c - measures on plain arrays of the installed interface (fidlio.h)
 *
 * Each function checks what metrics/ leaves to its caller and turns GSL's codes into
 * errors. */
#include <gsl/gsl_errno.h>
#include "metrics/dist.h"
#include "metrics/dtw.h"
#include "metrics/spectral_w1.h"
#include "metrics/welch.h"
#include "lib/border.h"

static int gsl_failure (int code, const char *function, struct fid_error *err)
{
    if (!code)
        return 0;
    if (code == GSL_ENOMEM)
        return fid_error_nomem (err);
    return fid_errorf (err, FID_EUSAGE, "%s: %s", function,
                       code == GSL_EBADLEN   ? "a length is 0, too large, or outside the band"
                       : code == GSL_EOVRFLW ? "values are too large"
                                             : gsl_strerror (code));
}

/* All n finite. */
static int check_finite (const double *x, size_t n, const char *function, struct fid_error *err)
{
    if (!x && n)
        return fid_errorf (err, FID_EUSAGE, "%s: an array is NULL", function);
    for (size_t i = 0; i < n; i++)
        if (!isfinite (x[i]))
            return fid_errorf (err, FID_EUSAGE, "%s: value %zu is not finite", function, i);
    return 0;
}

static int take_dtw_options (const struct fid_dtw_options *options, struct fid_dtw_opts *to,
                             const char *function, struct fid_error *err)
{
    struct fid_dtw_options o;
    FID_TRY (fid_border_options (&o, options, sizeof o, "fid_dtw_options", err));
    *to = (struct fid_dtw_opts){
        .dim = o.dim ? o.dim : 1,
        .band_n = o.has_band ? o.band_n : FID_DTW_NO_BAND,
        .penalty = o.penalty,
    };
    return o.penalty >= 0 && isfinite (o.penalty)
               ? 0
               : fid_errorf (err, FID_EUSAGE, "%s: penalty is %g", function, o.penalty);
}

/* There is a series of n times dim samples. */
static int check_given (const double *x, size_t n, size_t dim, const char *function,
                        struct fid_error *err)
{
    if (!n || n > SIZE_MAX / dim || n * dim > SIZE_MAX / sizeof *x)
        return gsl_failure (GSL_EBADLEN, function, err);
    return x ? 0 : fid_errorf (err, FID_EUSAGE, "%s: an array is NULL", function);
}

/* And they are finite. */
static int check_series (const double *x, size_t n, size_t dim, const char *function,
                         struct fid_error *err)
{
    return check_given (x, n, dim, function, err) ? -1
                                                  : check_finite (x, n * dim, function, err);
}

/* Looks for samples that are not finite only where the sum of costs is not: every path goes
 * through every row and every column, so one of them spoils it. */
static int check_sum (double sum, const double *x, size_t n, const double *y, size_t m,
                      const char *function, struct fid_error *err)
{
    if (isfinite (sum))
        return 0;
    return check_finite (x, n, function, err) || check_finite (y, m, function, err) ? -1 : 0;
}

int fid_dtw_distance (const double *x, size_t n, const double *y, size_t m,
                      const struct fid_dtw_options *options, double *distance,
                      struct fid_error *err)
{
    FID_TRY (fid_border_given (distance, "distance", err));
    struct fid_dtw_opts opts;
    double d = NAN;
    FID_TRY (take_dtw_options (options, &opts, __func__, err) ||
             check_given (x, n, opts.dim, __func__, err) ||
             check_given (y, m, opts.dim, __func__, err) ||
             gsl_failure (fid_dtw (x, n, y, m, &opts, &d), __func__, err) ||
             check_sum (d, x, n * opts.dim, y, m * opts.dim, __func__, err));
    *distance = d;
    return 0;
}

int fid_dtw_path (const double *x, size_t n, const double *y, size_t m,
                  const struct fid_dtw_options *options, double *distance, size_t *i, size_t *j,
                  size_t *path_n, struct fid_error *err)
{
    FID_TRY (fid_border_given (distance, "distance", err) || fid_border_given (i, "i", err) ||
             fid_border_given (j, "j", err) || fid_border_given (path_n, "path_n", err));
    struct fid_dtw_opts opts;
    FID_SCOPED (fid_dtw_path_clear) struct fid_dtw_path path = {0};
    FID_TRY (take_dtw_options (options, &opts, __func__, err) ||
             check_series (x, n, opts.dim, __func__, err) ||
             check_series (y, m, opts.dim, __func__, err));
    int rc = gsl_failure (fid_dtw_align (x, n, y, m, &opts, distance, &path), __func__, err);
    for (size_t k = 0; !rc && k < path.n; k++) {
        i[k] = path.i[k];
        j[k] = path.j[k];
    }
    if (!rc)
        *path_n = path.n;
    return rc;
}

int fid_dtw_nearest_of (const double *x, size_t n, const double *const *y, const size_t *m,
                        size_t count, const struct fid_dtw_options *options, size_t *which,
                        double *distance, struct fid_error *err)
{
    FID_TRY (fid_border_given (which, "which", err) ||
             fid_border_given (distance, "distance", err) || fid_border_given (y, "y", err) ||
             fid_border_given (m, "m", err));
    struct fid_dtw_opts opts;
    FID_TRY (take_dtw_options (options, &opts, __func__, err) ||
             check_series (x, n, opts.dim, __func__, err));
    for (size_t k = 0; k < count; k++)
        FID_TRY (check_given (y[k], m[k], opts.dim, __func__, err));
    FID_FREED struct fid_dtw_series *among = calloc (count ? count : 1, sizeof *among);
    FID_NEED (among, err);
    for (size_t k = 0; k < count; k++)
        among[k] = (struct fid_dtw_series){y[k], m[k]};
    int rc = fid_dtw_nearest (x, n, among, count, &opts, which, distance);
    for (size_t k = 0; k < count && rc == GSL_EDOM; k++) /* which, and where */
        FID_TRY (check_finite (y[k], m[k] * opts.dim, __func__, err));
    return gsl_failure (rc, __func__, err);
}

int fid_adtw_distance (const double *x, size_t n, const double *y, size_t m, size_t band_n,
                       double penalty, double limit, double *distance, struct fid_error *err)
{
    FID_TRY (fid_border_given (distance, "distance", err));
    double d = NAN;
    FID_TRY (
        check_given (x, n, 1, __func__, err) || check_given (y, m, 1, __func__, err) ||
        gsl_failure (fid_dtw_amerced (x, n, y, m, band_n, penalty, limit, &d), __func__, err) ||
        check_sum (d, x, n, y, m, __func__, err));
    *distance = d;
    return 0;
}

size_t fid_dtw_band_samples (double band_s, double dt_s)
{
    return dt_s > 0 && band_s > 0 ? fid_dtw_band (band_s, dt_s) : 2;
}

/* ---- spectra */

size_t fid_psd_segment (size_t n, size_t m)
{
    return fid_welch_segment (n, m);
}

int fid_psd (const double *x, size_t n, size_t dim, double dt_s, size_t segment_n, double *psd,
             struct fid_error *err)
{
    FID_TRY (fid_border_given (psd, "psd", err));
    dim = dim ? dim : 1;
    FID_TRY (check_series (x, n, dim, __func__, err));
    if (!(dt_s > 0) || !isfinite (dt_s))
        return fid_errorf (err, FID_EUSAGE, "%s: dt_s is %g", __func__, dt_s);
    return gsl_failure (fid_welch (x, n, dim, dt_s, segment_n, psd), __func__, err);
}

/* Finite, none negative, some power besides the mean. */
static int check_power (const double *p, size_t n, struct fid_error *err)
{
    if (!p && n)
        return fid_errorf (err, FID_EUSAGE, "fid_psd_distance: an array is NULL");
    double sum = 0;
    for (size_t k = 1; k <= n; k++) {
        if (!isfinite (p[k]) || p[k] < 0)
            return fid_errorf (err, FID_EUSAGE,
                               "fid_psd_distance: value %zu is not finite or negative", k);
        sum += p[k];
    }
    return sum > 0 && isfinite (sum) ? 0
                                     : fid_errorf (err, FID_EUSAGE,
                                                   "fid_psd_distance: a spectrum has no power, "
                                                   "or too much to add up");
}

int fid_psd_distance (const double *p, const double *q, size_t n, double *octaves,
                      struct fid_error *err)
{
    FID_TRY (fid_border_given (octaves, "octaves", err));
    FID_TRY (check_power (p, n, err) || check_power (q, n, err));
    *octaves = fid_spectral_w1 (p, q, n);
    return 0;
}

/* ---- distributions */

/* x with its weights, sorted and put on the axis. */
static int make_dist (struct fid_dist *d, const double *x, const double *weight, size_t n,
                      enum fid_w1_axis axis, struct fid_error *err)
{
    static const char name[] = "fid_w1_distance";
    FID_TRY (check_series (x, n, 1, name, err) ||
             (weight && check_finite (weight, n, name, err)));
    for (size_t i = 0; i < n; i++) {
        if (weight && weight[i] < 0)
            return fid_errorf (err, FID_EUSAGE, "%s: weight %zu is negative", name, i);
        if (axis != FID_W1_LINEAR && x[i] <= 0)
            return fid_errorf (err, FID_EUSAGE,
                               "%s: value %zu is not positive, on a logarithmic axis", name, i);
    }
    int rc = gsl_failure (fid_dist_init (d, x, 1, n, weight), name, err);
    if (!rc && (!d->n || !isfinite (d->cum[d->n - 1])))
        rc = fid_errorf (err, FID_EUSAGE, "%s: the weights have no positive, finite sum", name);
    for (size_t i = 0; !rc && axis != FID_W1_LINEAR && i < d->n; i++)
        d->v[i] = axis == FID_W1_LOG2 ? log2 (d->v[i]) : log10 (d->v[i]);
    return rc;
}

int fid_w1_distance (const double *x, const double *x_weight, size_t n, const double *y,
                     const double *y_weight, size_t m, enum fid_w1_axis axis, double *distance,
                     struct fid_error *err)
{
    FID_TRY (fid_border_given (distance, "distance", err));
    struct fid_dist a = {0}, b = {0};
    if (axis != FID_W1_LINEAR && axis != FID_W1_LOG2 && axis != FID_W1_LOG10)
        return fid_errorf (err, FID_EUSAGE, "fid_w1_distance: there is no such axis");
    int rc = make_dist (&a, x, x_weight, n, axis, err);
    if (!rc)
        rc = make_dist (&b, y, y_weight, m, axis, err);
    if (!rc)
        *distance = fid_dist_w1 (&a, &b);
    fid_dist_clear (&a);
    fid_dist_clear (&b);
    return rc;
}
