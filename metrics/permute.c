/* permute.c - permutation tests; see permute.h */
#include <math.h>
#include <stdlib.h>
#include <gsl/gsl_combination.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_statistics_double.h>
#include "metrics/permute.h"
#include "metrics/rng.h"
#include "metrics/aggregate.h"

double
fid_permutation_floor (size_t n, size_t m)
{
    double c = 1, least = (double)(n < m ? n : m), all = (double)n + (double)m;
    for (double i = 1; i <= least && isfinite (c); i++)
        c = c * (all - least + i) / i;
    return 1 / c;
}

size_t
fid_labelings_n (size_t n, size_t m, size_t most)
{
    size_t c = 1, least = n < m ? n : m;
    for (size_t i = 1; i <= least; i++) {
        size_t up = n + m - least + i;
        if (c > most || up > SIZE_MAX / c)
            return 0;
        c = c * up / i; /* C(n + m - least + i, i), whole, and growing with i */
    }
    return c <= most ? c : 0;
}

/* idx := the members of c, then the others. */
static void
label (const gsl_combination *c, size_t *idx)
{
    size_t n = gsl_combination_k (c), all = gsl_combination_n (c), in = 0, out = n;
    for (size_t i = 0; i < all; i++) {
        if (in < n && gsl_combination_get (c, in) == i)
            idx[in++] = i;
        else
            idx[out++] = i;
    }
}

struct count {
    double least; /* from here on a statistic counts */
    size_t reached_n, all_n;
};

static int
judge (struct count *c, double statistic)
{
    c->reached_n += statistic >= c->least;
    c->all_n++;
    return isfinite (statistic) ? GSL_SUCCESS : GSL_EINVAL;
}

static int
enumerate (size_t n, size_t m, fid_labeling_fn *stat, void *data, size_t *idx, struct count *c)
{
    /* gsl_combination_calloc would call GSL's error handler */
    gsl_combination set = {n + m, n, malloc (n * sizeof (size_t))};
    int rc = set.data ? GSL_SUCCESS : GSL_ENOMEM;
    if (!rc)
        gsl_combination_init_first (&set); /* the observed labeling, judged already */
    while (!rc && gsl_combination_next (&set) == GSL_SUCCESS) {
        label (&set, idx);
        rc = judge (c, stat (idx, n, m, data));
    }
    free (set.data);
    return rc;
}

static int
draw (size_t n, size_t m, fid_labeling_fn *stat, void *data, size_t draws_n, uint64_t seed,
      size_t *idx, struct count *c)
{
    for (size_t k = 0; k < draws_n; k++) {
        gsl_rng *rng = fid_rng_create (seed, k);
        if (!rng)
            return GSL_ENOMEM;
        for (size_t i = 0; i < n + m; i++)
            idx[i] = i;
        fid_rng_shuffle (rng, idx, n + m);
        gsl_rng_free (rng);
        int rc = judge (c, stat (idx, n, m, data));
        if (rc)
            return rc;
    }
    return GSL_SUCCESS;
}

int
fid_labeling_test (size_t n, size_t m, fid_labeling_fn *stat, void *data, double slack,
                   size_t draws_n, uint64_t seed, struct fid_test *out)
{
    if (!n || !m || n > UINT32_MAX - m)
        return GSL_EBADLEN;
    bool exact = fid_labelings_n (n, m, FID_LABELINGS_MAX) > 0;
    if (!exact && !draws_n)
        return GSL_EBADLEN;
    size_t *idx = malloc ((n + m) * sizeof *idx);
    if (!idx)
        return GSL_ENOMEM;
    for (size_t i = 0; i < n + m; i++)
        idx[i] = i;
    double seen = stat (idx, n, m, data);
    struct count c = {.least = seen - slack};
    int rc = judge (&c, seen);
    if (!rc && exact)
        rc = enumerate (n, m, stat, data, idx, &c);
    else if (!rc)
        rc = draw (n, m, stat, data, draws_n, seed, idx, &c);
    if (!rc)
        *out = (struct fid_test){.statistic = seen,
                                 .p = (double)c.reached_n / (double)c.all_n,
                                 .labelings_n = c.all_n - 1,
                                 .exact = exact};
    free (idx);
    return rc;
}

struct two {
    const double *a, *b; /* borrowed */
    size_t n;
    enum fid_center center;
    enum fid_tail tail;
    double *work; /* borrowed; all values */
};

static double
center (double *x, size_t n, enum fid_center which)
{
    return which == FID_CENTER_MEAN ? gsl_stats_mean (x, 1, n) : fid_median_select (x, n);
}

static double
difference (const size_t *idx, size_t n, size_t m, void *data)
{
    const struct two *t = data;
    for (size_t i = 0; i < n + m; i++)
        t->work[i] = idx[i] < t->n ? t->a[idx[i]] : t->b[idx[i] - t->n];
    return center (t->work + n, m, t->center) - center (t->work, n, t->center);
}

static double
unlike (const size_t *idx, size_t n, size_t m, void *data)
{
    const struct two *t = data;
    double d = difference (idx, n, m, data);
    return t->tail == FID_TAIL_BOTH ? fabs (d) : t->tail == FID_TAIL_ABOVE ? d : -d;
}

int
fid_permutation_test (const double *a, size_t n, const double *b, size_t m,
                      enum fid_center which, enum fid_tail tail, size_t draws_n, uint64_t seed,
                      struct fid_test *out)
{
    int rc = fid_sample_check (a, n, 1);
    if (!rc)
        rc = fid_sample_check (b, m, 1);
    if (rc)
        return rc;
    struct two t = {a, b, n, which, tail, malloc ((n + m) * sizeof *t.work)};
    if (!t.work)
        return GSL_ENOMEM;
    double largest = 0;
    for (size_t i = 0; i < n + m; i++)
        largest = fmax (largest, fabs (i < n ? a[i] : b[i - n]));
    rc = fid_labeling_test (n, m, unlike, &t, 1e-12 * largest, draws_n, seed, out);
    if (!rc && tail == FID_TAIL_BELOW)
        out->statistic = -out->statistic;
    if (!rc && tail == FID_TAIL_BOTH) { /* unlike lost the sign */
        for (size_t i = 0; i < n + m; i++)
            t.work[i] = i < n ? a[i] : b[i - n];
        out->statistic = center (t.work + n, m, which) - center (t.work, n, which);
    }
    free (t.work);
    return rc;
}
