/* SPDX-License-Identifier: GPL-3.0-or-later */
/* aggregate.c - means, medians, quantiles; see aggregate.h */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>
#include "metrics/aggregate.h"

void fid_geomean_add (struct fid_geomean *m, double x, double weight)
{
    if (!(weight > 0))
        return;
    m->sum += weight * log (fmax (x, FID_GEOMEAN_FLOOR));
    m->weight += weight;
    m->positive |= x > 0;
}

double fid_geomean_value (const struct fid_geomean *m)
{
    return !(m->weight > 0) ? FID_GEOMEAN_NONE : m->positive ? exp (m->sum / m->weight) : 0;
}

#define RADIX_BITS 11
#define RADIX_N    ((size_t)1 << RADIX_BITS)
#define RADIX_FROM ((size_t)4096) /* numbers; for fewer, counting digits takes longer */

/* A double's bits as a number in the order of the doubles, or back. */
static uint64_t ordered_bits (double x)
{
    uint64_t bits;
    memcpy (&bits, &x, sizeof bits);
    return bits ^ (bits >> 63 ? UINT64_MAX : (uint64_t)1 << 63);
}

static double double_of (uint64_t ordered)
{
    double x;
    uint64_t bits = ordered ^ (ordered >> 63 ? (uint64_t)1 << 63 : UINT64_MAX);
    memcpy (&x, &bits, sizeof x);
    return x;
}

/* Sorts by one digit after the other, the least one first; a, b: room for n. */
static void sort_digits (double *x, size_t n, uint64_t *a, uint64_t *b)
{
    for (size_t i = 0; i < n; i++)
        a[i] = ordered_bits (x[i]);
    for (int shift = 0; shift < 64; shift += RADIX_BITS) {
        size_t at[RADIX_N] = {0}, sum = 0;
        for (size_t i = 0; i < n; i++)
            at[a[i] >> shift & (RADIX_N - 1)]++;
        if (at[a[0] >> shift & (RADIX_N - 1)] == n) /* all have the same digit */
            continue;
        for (size_t d = 0; d < RADIX_N; d++) {
            size_t count = at[d];
            at[d] = sum;
            sum += count;
        }
        for (size_t i = 0; i < n; i++)
            b[at[a[i] >> shift & (RADIX_N - 1)]++] = a[i];
        uint64_t *sorted = b;
        b = a;
        a = sorted;
    }
    for (size_t i = 0; i < n; i++)
        x[i] = double_of (a[i]);
}

void fid_sort (double *x, size_t n)
{
    size_t i = 1;
    while (i < n && x[i - 1] <= x[i])
        i++;
    uint64_t *room = i < n && n >= RADIX_FROM ? malloc (2 * n * sizeof *room) : NULL;
    if (room)
        sort_digits (x, n, room, room + n);
    else if (i < n)
        gsl_sort (x, 1, n);
    free (room);
}

double fid_quantile (const double *sorted, size_t n, double p)
{
    double at = p * (double)(n - 1);
    size_t i = (size_t)at;
    return i + 1 < n ? sorted[i] + (sorted[i + 1] - sorted[i]) * (at - (double)i)
                     : sorted[n - 1];
}

double fid_quantile_exclusive (const double *sorted, size_t n, double p)
{
    double at = p * ((double)n + 1) - 1;
    size_t i = (size_t)fmin (fmax (floor (at), 0), (double)n - 2);
    return sorted[i] + (sorted[i + 1] - sorted[i]) * (at - (double)i);
}

double fid_quantile_select (double *x, size_t n, double p)
{
    double at = p * (double)(n - 1), next = INFINITY;
    size_t i = (size_t)at;
    double value = gsl_stats_select (x, 1, n, i);
    for (size_t k = i + 1; k < n; k++) /* none of these is below value now */
        next = x[k] < next ? x[k] : next;
    return i + 1 < n ? value + (next - value) * (at - (double)i) : value;
}

double fid_median_select (double *x, size_t n)
{
    return gsl_stats_median (x, 1, n);
}

int fid_sample_check (const double *x, size_t n, size_t min_n)
{
    if (n < min_n || (n && !x))
        return GSL_EBADLEN;
    for (size_t i = 0; i < n; i++)
        if (!isfinite (x[i]))
            return GSL_EINVAL;
    return GSL_SUCCESS;
}

int fid_median (const double *x, size_t n, double *out)
{
    FID_TRY_CODE (fid_sample_check (x, n, 1));
    double *work = malloc (n * sizeof *work); /* GSL reorders the values */
    if (!work)
        return GSL_ENOMEM;
    memcpy (work, x, n * sizeof *work);
    *out = fid_median_select (work, n);
    free (work);
    return GSL_SUCCESS;
}

/* sum (x - about)^power, power 1 or 2, plus what rounding lost on the way
 * (Neumaier 1974, doi:10.1002/zamm.19740540106). */
static double sum_powers (const double *x, size_t n, double about, int power)
{
    double s = 0, lost = 0;
    for (size_t i = 0; i < n; i++) {
        double d = x[i] - about, v = power == 2 ? d * d : d, t = s + v;
        lost += fabs (s) >= fabs (v) ? (s - t) + v : (v - t) + s;
        s = t;
    }
    return s + lost;
}

double fid_sum (const double *x, size_t n)
{
    double s = 0;
    for (size_t i = 0; i < n; i++)
        s += x[i];
    return s;
}

double fid_mean (const double *x, size_t n)
{
    return sum_powers (x, n, 0, 1) / (double)n;
}

double fid_std (const double *x, size_t n, double mean, size_t by)
{
    return sqrt (sum_powers (x, n, mean, 2) / (double)by);
}

int fid_describe (double *x, size_t n, struct fid_described *out)
{
    FID_TRY_CODE (fid_sample_check (x, n, 1));
    fid_sort (x, n);
    out->n = n;
    out->mean = fid_mean (x, n);
    out->median = fid_quantile (x, n, .5);
    if (n > 1) {
        out->std = fid_std (x, n, out->mean, n - 1);
        out->q1 = fid_quantile_exclusive (x, n, .25);
        out->q3 = fid_quantile_exclusive (x, n, .75);
    }
    return GSL_SUCCESS;
}
