/* dtw_classic.c - DTW as published tables have it; see dtw.h */
#include <math.h>
#include <stdlib.h>
#include <gsl/gsl_errno.h>
#include "metrics/dtw.h"

/* One row, columns lo..hi; prev and cur are indexed by column + 1.  Returns
 * the smallest cell, below which no path through this row can end. */
static double
classic_row (double xi, const double *y, size_t lo, size_t hi, double penalty,
             const double *prev, double *cur)
{
    double least = INFINITY;
    for (size_t j = lo; j <= hi; j++) {
        double best = prev[j], up = prev[j + 1] + penalty, left = cur[j] + penalty;
        if (up < best)
            best = up;
        if (left < best)
            best = left;
        cur[j + 1] = best + (xi - y[j]) * (xi - y[j]);
        if (cur[j + 1] < least)
            least = cur[j + 1];
    }
    return least;
}

int
fid_dtw_amerced (const double *x, size_t n, const double *y, size_t m, size_t band_n,
                 double penalty, double limit, double *out)
{
    size_t apart = n > m ? n - m : m - n;
    if (!n || !m || apart > band_n)
        return GSL_EBADLEN;
    if (!isfinite (penalty) || penalty < 0 || isnan (limit))
        return GSL_EINVAL;
    double *rows = malloc (2 * (m + 1) * sizeof *rows);
    if (!rows)
        return GSL_ENOMEM;
    double *prev = rows, *cur = rows + m + 1;
    for (size_t j = 0; j <= 2 * m + 1; j++)
        rows[j] = INFINITY; /* the band moves right: what is right of it stays so */
    prev[0] = 0;
    size_t i = 0;
    for (; i < n; i++) {
        size_t lo = i > band_n ? i - band_n : 0;
        size_t hi = band_n < m - 1 && i < m - 1 - band_n ? i + band_n : m - 1;
        cur[lo] = INFINITY;
        if (classic_row (x[i], y, lo, hi, penalty, prev, cur) >= limit)
            break; /* costs are not negative: it stays so */
        double *swap = prev;
        prev = cur;
        cur = swap;
    }
    *out = i < n ? INFINITY : prev[m];
    free (rows);
    return GSL_SUCCESS;
}

int
fid_dtw_classic (const double *x, size_t n, const double *y, size_t m, size_t band_n,
                 double *out)
{
    return fid_dtw_amerced (x, n, y, m, band_n, 0, INFINITY, out);
}
