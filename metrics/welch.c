/* SPDX-License-Identifier: GPL-3.0-or-later */
/* welch.c - averaged overlapping segments; see welch.h */
#include <math.h>
#include <stdlib.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include "metrics/fft.h"
#include "metrics/welch.h"

size_t fid_welch_segment (size_t n, size_t m)
{
    size_t shorter = n < m ? n : m;
    return shorter < 16 ? 0 : shorter / 4 * 2;
}

/* Add |FFT|^2 of one windowed segment, x[0], x[dim], ..., to psd. */
static void add_segment (const double *x, size_t dim, const double *window, struct fid_fft *f,
                         double *psd)
{
    double mean = 0;
    for (size_t t = 0; t < f->n; t++)
        mean += x[t * dim];
    mean /= (double)f->n;
    for (size_t t = 0; t < f->n; t++)
        f->x[t] = (x[t * dim] - mean) * window[t];
    fid_fft_forward (f);
    for (size_t k = 0; k <= f->n / 2; k++)
        psd[k] += fid_fft_power (f, k);
}

int fid_welch (const double *x, size_t n, size_t dim, double dt_s, size_t seg_n, double *psd)
{
    struct fid_fft f = {0};
    double energy = 0;
    size_t segments_n = 0;
    if (seg_n < 4 || seg_n % 2 || seg_n > n)
        return GSL_EBADLEN;
    if (!(dt_s > 0))
        return GSL_EINVAL;
    double *window = malloc (seg_n * sizeof *window);
    int rc = window ? fid_fft_init (&f, seg_n) : GSL_ENOMEM;
    if (rc)
        goto done;
    for (size_t t = 0; t < seg_n; t++) {
        window[t] = 0.5 - 0.5 * cos (2 * M_PI * (double)t / (double)seg_n);
        energy += window[t] * window[t];
    }
    for (size_t k = 0; k <= seg_n / 2; k++)
        psd[k] = 0;
    for (size_t start = 0; start + seg_n <= n; start += seg_n / 2, segments_n++)
        for (size_t k = 0; k < dim; k++)
            add_segment (x + start * dim + k, dim, window, &f, psd);
    if (f.failed)
        rc = GSL_ENOMEM;
    for (size_t k = 0; k <= seg_n / 2; k++)
        psd[k] *= (k && k < seg_n / 2 ? 2 : 1) * dt_s / energy / (double)segments_n;
done:
    fid_fft_clear (&f);
    free (window);
    return rc;
}
