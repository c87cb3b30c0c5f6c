/* dtw_bounds.c - see dtw_bounds.h */
#include <float.h>
#include <stdlib.h>
#include <gsl/gsl_errno.h>
#include "metrics/dtw_bounds.h"

/* Positions whose values only fall (or rise): the first is the extreme of the
 * window.  A ring, as long as a window at most. */
struct extremes {
    size_t *at; /* borrowed */
    size_t cap, first, n;
};

static size_t
place_of_extreme (const struct extremes *e, size_t k)
{
    size_t i = e->first + k;
    return i < e->cap ? i : i - e->cap;
}

/* Sample i comes into the window; sign -1 keeps minima. */
static void
extremes_push (struct extremes *e, const double *y, size_t i, double sign)
{
    while (e->n && sign * y[e->at[place_of_extreme (e, e->n - 1)]] <= sign * y[i])
        e->n--;
    e->at[place_of_extreme (e, e->n++)] = i;
}

/* Samples before `from` leave. */
static void
extremes_drop (struct extremes *e, size_t from)
{
    while (e->n && e->at[e->first] < from) {
        e->first = place_of_extreme (e, 1);
        e->n--;
    }
}

int
fid_dtw_envelope (const double *y, size_t n, size_t band_n, double *lo, double *hi)
{
    if (!n)
        return GSL_EBADLEN;
    if (band_n > n)
        band_n = n;
    size_t cap = 2 * band_n + 1 < n ? 2 * band_n + 2 : n + 1;
    size_t *at = malloc (2 * cap * sizeof *at);
    if (!at)
        return GSL_ENOMEM;
    struct extremes least = {.at = at, .cap = cap}, most = {.at = at + cap, .cap = cap};
    size_t next = 0;
    for (size_t i = 0; i < n; i++) {
        for (; next < n && next <= i + band_n; next++) {
            if (i > band_n) { /* the oldest leaves before the newest comes */
                extremes_drop (&least, i - band_n);
                extremes_drop (&most, i - band_n);
            }
            extremes_push (&least, y, next, -1);
            extremes_push (&most, y, next, 1);
        }
        if (i > band_n) {
            extremes_drop (&least, i - band_n);
            extremes_drop (&most, i - band_n);
        }
        lo[i] = y[least.at[least.first]];
        hi[i] = y[most.at[most.first]];
    }
    free (at);
    return GSL_SUCCESS;
}

double
fid_dtw_outside (const double *x, size_t n, const double *lo, const double *hi)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        double over = x[i] - hi[i], under = lo[i] - x[i];
        sum += over > 0 ? over : under > 0 ? under : 0;
    }
    /* all roundings of the sum were upwards, and those of the distance downwards */
    return sum * (1 - 4 * (double)n * DBL_EPSILON);
}
