/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dist.c - distances between weighted samples on the line; see dist.h */
#include <math.h>
#include <stdlib.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_sort_double.h>
#include "metrics/aggregate.h"
#include "metrics/dist.h"

/* Whether samples are in order, and no two the same: sorting would change nothing. */
static bool is_ascending (const double *v, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (!(v[i - 1] < v[i]))
            return false;
    return true;
}

int fid_dist_init (struct fid_dist *d, const double *x, size_t stride, size_t n,
                   const double *w)
{
    double *v = malloc ((n ? 2 * n : 1) * sizeof *v), sum = 0;
    size_t k = 0;
    if (!v)
        return GSL_ENOMEM;
    double *cum = v + n;
    for (size_t i = 0; i < n; i++) {
        if (w && !(w[i] > 0))
            continue;
        v[k] = x[i * stride];
        cum[k++] = w ? w[i] : 1;
    }
    if (w && !is_ascending (v, k))
        gsl_sort2 (v, 1, cum, 1, k);
    else if (!w)
        fid_sort (v, k);
    for (size_t i = 0; i < k; i++)
        cum[i] = sum += cum[i];
    *d = (struct fid_dist){v, cum, k};
    return GSL_SUCCESS;
}

void fid_dist_clear (struct fid_dist *d)
{
    free (d->v);
    *d = (struct fid_dist){0};
}

/* F just after the first i samples, in [0, 1]. */
static double share_below (const struct fid_dist *d, size_t i)
{
    return i ? d->cum[i - 1] / d->cum[d->n - 1] : 0;
}

void fid_dist_gaps (const struct fid_dist *a, const struct fid_dist *b, double *w1, double *ks)
{
    size_t i = 0, j = 0;
    double at = 0, gap = 0;
    *w1 = *ks = 0;
    while (i < a->n || j < b->n) {
        double next = j == b->n || (i < a->n && a->v[i] <= b->v[j]) ? a->v[i] : b->v[j];
        if (i || j)
            *w1 += gap * (next - at);
        while (i < a->n && a->v[i] == next)
            i++;
        while (j < b->n && b->v[j] == next)
            j++;
        gap = fabs (share_below (a, i) - share_below (b, j));
        *ks = gap > *ks ? gap : *ks;
        at = next;
    }
}

double fid_dist_w1 (const struct fid_dist *a, const struct fid_dist *b)
{
    double area, sup;
    fid_dist_gaps (a, b, &area, &sup);
    return area;
}

double fid_dist_w2 (const struct fid_dist *a, const struct fid_dist *b)
{
    size_t i = 0, j = 0;
    double u = 0, sum = 0;
    while (i < a->n && j < b->n) {
        double ua = share_below (a, i + 1), ub = share_below (b, j + 1),
               next = ua < ub ? ua : ub;
        double d = a->v[i] - b->v[j];
        sum += d * d * (next - u);
        u = next;
        i += ua <= ub;
        j += ub <= ua;
    }
    return sqrt (sum);
}

double fid_dist_quantile (const struct fid_dist *d, double p)
{
    /* 1e-12: n p that is whole on paper must not step to the next sample */
    double want = p * d->cum[d->n - 1] * (1 - 1e-12);
    size_t lo = 0, hi = d->n - 1;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (d->cum[mid] >= want)
            hi = mid;
        else
            lo = mid + 1;
    }
    return d->v[lo];
}
