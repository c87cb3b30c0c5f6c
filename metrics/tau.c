/* tau.c - Kendall's tau-b in O(n log n); see tau.h */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include "metrics/aggregate.h"
#include "metrics/tau.h"

struct point {
    double x, y;
};

static int
by_x_then_y (const void *a, const void *b)
{
    const struct point *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return (p->y > q->y) - (p->y < q->y);
}

/* Sort y[n] and count the pairs that were in falling order. */
static double
sort_counting (double *y, double *work, size_t n)
{
    if (n < 2)
        return 0;
    size_t half = n / 2, i = 0, j = half, k = 0;
    double falling = sort_counting (y, work, half) + sort_counting (y + half, work, n - half);
    while (i < half || j < n) {
        if (j == n || (i < half && y[i] <= y[j])) {
            work[k++] = y[i++];
        } else {
            falling += (double)(half - i);
            work[k++] = y[j++];
        }
    }
    memcpy (y, work, n * sizeof *y);
    return falling;
}

static double
pairs (size_t n)
{
    return (double)n * ((double)n - 1) / 2;
}

/* Pairs of sorted points that tie in x, and of those the ones that tie in y too. */
static void
count_ties (const struct point *p, size_t n, double *tie_x, double *tie_both)
{
    size_t x_n = 1, both_n = 1;
    *tie_x = *tie_both = 0;
    for (size_t i = 1; i <= n; i++) {
        int same_x = i < n && p[i].x == p[i - 1].x;
        int same = same_x && p[i].y == p[i - 1].y;
        if (!same)
            *tie_both += pairs (both_n);
        if (!same_x)
            *tie_x += pairs (x_n);
        both_n = same ? both_n + 1 : 1;
        x_n = same_x ? x_n + 1 : 1;
    }
}

static double
count_ties_sorted (const double *y, size_t n)
{
    double tie = 0;
    size_t same_n = 1;
    for (size_t i = 1; i <= n; i++) {
        if (i < n && y[i] == y[i - 1]) {
            same_n++;
        } else {
            tie += pairs (same_n);
            same_n = 1;
        }
    }
    return tie;
}

/* tau-b of p[n], reordered; y[2 n] is scratch. */
static int
tau_b (struct point *p, size_t n, double *y, double *out)
{
    double tie_x, tie_both;
    qsort (p, n, sizeof *p, by_x_then_y);
    count_ties (p, n, &tie_x, &tie_both);
    for (size_t i = 0; i < n; i++)
        y[i] = p[i].y;
    double opposite = sort_counting (y, y + n, n), tie_y = count_ties_sorted (y, n);
    double all = pairs (n), free_x = all - tie_x, free_y = all - tie_y;
    if (!(free_x > 0) || !(free_y > 0))
        return GSL_EDOM;
    double difference = all - tie_x - tie_y + tie_both - 2 * opposite;
    /* the root of an equal pair would miss 1 by a rounding */
    *out = difference / (free_x == free_y ? free_x : sqrt (free_x) * sqrt (free_y));
    return GSL_SUCCESS;
}

struct gather {
    const double *x, *y; /* borrowed */
    struct point *p;     /* borrowed; n */
    double *work;        /* borrowed; 2 n */
};

static int
tau_of (const size_t *a, size_t n, const size_t *b, size_t m, void *data, double *out)
{
    const struct gather *g = data;
    (void)b;
    (void)m;
    if (n < 2)
        return GSL_EDOM;
    for (size_t i = 0; i < n; i++)
        g->p[i] = (struct point){g->x[a[i]], g->y[a[i]]};
    return tau_b (g->p, n, g->work, out);
}

static int
gather_init (struct gather *g, const double *x, const double *y, size_t n)
{
    int rc = fid_sample_check (x, n, 2);
    if (!rc)
        rc = fid_sample_check (y, n, 2);
    if (rc)
        return rc;
    *g = (struct gather){x, y, malloc (n * sizeof *g->p), malloc (2 * n * sizeof *g->work)};
    return g->p && g->work ? GSL_SUCCESS : GSL_ENOMEM;
}

static void
gather_clear (struct gather *g)
{
    free (g->p);
    free (g->work);
    *g = (struct gather){0};
}

int
fid_tau_b (const double *x, const double *y, size_t n, double *out)
{
    struct gather g = {0};
    int rc = gather_init (&g, x, y, n);
    for (size_t i = 0; !rc && i < n; i++)
        g.p[i] = (struct point){x[i], y[i]};
    if (!rc)
        rc = tau_b (g.p, n, g.work, out);
    gather_clear (&g);
    return rc;
}

int
fid_tau_b_interval (const double *x, const double *y, size_t n, double level, size_t draws_n,
                    uint64_t seed, enum fid_interval_kind kind, struct fid_interval *out)
{
    struct gather g = {0};
    int rc = gather_init (&g, x, y, n);
    struct fid_bootstrap b = {.n = n,
                              .stat = tau_of,
                              .data = &g,
                              .draws_n = draws_n,
                              .level = level,
                              .seed = seed,
                              .kind = kind};
    if (!rc)
        rc = fid_bootstrap (&b, out);
    gather_clear (&g);
    return rc;
}
