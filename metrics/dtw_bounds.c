/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dtw_bounds.c - see dtw_bounds.h */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include "metrics/dtw_bounds.h"
#include "metrics/dtw_strip.h"

enum { SIDE = 8 }; /* numbers that kernels take at a time */

int fid_dtw_envelope (const double *y, size_t n, size_t band_n, double *lo, double *hi)
{
    if (!n)
        return GSL_EBADLEN;
    const size_t band = band_n < n ? band_n : n - 1, window = 2 * band + 1, room = n + 2 * band;
    if (room > SIZE_MAX / sizeof *lo / 4)
        return GSL_ENOMEM;
    double *least = malloc (2 * (room + 2 * SIDE) * sizeof *least);
    double *most = least ? least + room + 2 * SIDE : NULL;
    if (!least)
        return GSL_ENOMEM;
    for (size_t i = 0; i < room + 2 * SIDE; i++) {
        bool inside = i >= band && i - band < n;
        least[i] = inside ? y[i - band] : INFINITY;
        most[i] = inside ? y[i - band] : -INFINITY;
    }
    void (*join) (double *, double *, size_t, size_t) = fid_strip_kernel ()->join;
    size_t length = 1; /* of the windows, of which two cover one of the length wanted */
    for (; 2 * length <= window; length *= 2)
        join (least, most, room - 2 * length + 1, length);
    if (length < window)
        join (least, most, n, window - length);
    memcpy (lo, least, n * sizeof *lo);
    memcpy (hi, most, n * sizeof *hi);
    free (least);
    return GSL_SUCCESS;
}

double fid_dtw_outside (const double *x, size_t n, const double *lo, const double *hi)
{
    double sum = fid_strip_kernel ()->outside (x, n, lo, hi);
    /* all roundings of the sum were upwards, and those of the distance downwards */
    return sum * (1 - 4 * (double)n * DBL_EPSILON);
}
