/* test_resample.c - bootstrap intervals */
#include <gsl/gsl_math.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_statistics_double.h>
#include "metrics/resample.h"
#include "metrics/rng.h"
#include "tests/metrics/metric_test.h"

struct values {
    const double *a, *b;
};

static int
mean (const size_t *a, size_t n, const size_t *b, size_t m, void *data, double *out)
{
    const struct values *v = data;
    double sa = 0, sb = 0;
    for (size_t i = 0; i < n; i++)
        sa += v->a[a[i]] / (double)n;
    for (size_t i = 0; i < m; i++)
        sb += v->b[b[i]] / (double)m;
    *out = sb - (m ? sa : -sa);
    return 0;
}

/* sum of squares over n, not n - 1, as in the published example */
static int
variance (const size_t *a, size_t n, const size_t *b, size_t m, void *data, double *out)
{
    const struct values *v = data;
    double mu, sum = 0;
    mean (a, n, b, m, data, &mu);
    for (size_t i = 0; i < n; i++)
        sum += gsl_pow_2 (v->a[a[i]] - mu);
    *out = sum / (double)n;
    return 0;
}

/* mean |difference| over pairs of different runs; not defined without one */
static int
spread (const size_t *a, size_t n, const size_t *b, size_t m, void *data, double *out)
{
    const struct values *v = data;
    double sum = 0, pairs = 0;
    (void)b;
    (void)m;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            if (a[i] != a[j]) {
                sum += fabs (v->a[a[i]] - v->a[a[j]]);
                pairs++;
            }
    *out = sum / pairs;
    return pairs > 0 ? 0 : GSL_EDOM;
}

static int
fails (const size_t *a, size_t n, const size_t *b, size_t m, void *data, double *out)
{
    (void)a, (void)n, (void)b, (void)m;
    *out = *(double *)data;
    return *out > 0 ? GSL_EFAILED : 0;
}

/* The spatial test data of Efron & Tibshirani 1993, An Introduction to the
 * Bootstrap, chapter 14: variance 171.5, 90 % percentile interval (100.8, 233.9). */
static void
published (void)
{
    static const double x[26] = {48, 36, 20, 29, 42, 42, 20, 42, 22, 41, 45, 14, 6,
                                 0,  33, 28, 34, 4,  32, 24, 47, 41, 24, 26, 30, 41};
    struct values v = {x, NULL};
    struct fid_interval i;
    struct fid_bootstrap b = {.n = 26,
                              .stat = variance,
                              .data = &v,
                              .draws_n = 10000,
                              .level = 0.9,
                              .seed = 1};
    ok_int (fid_bootstrap (&b, &i), 0, "spatial test data");
    ok_close (i.estimate, 171.5, 0.05, "variance as published");
    ok_close (i.low, 100.8, 5, "lower end of percentile as published, within chance");
    ok_close (i.high, 233.9, 5, "upper end of percentile as published, within chance");
}

/* Intervals from given draws, by hand. */
static void
by_hand (void)
{
    double draw[11], flat[3] = {1, 1, 1};
    struct fid_interval i;
    for (size_t k = 0; k < 11; k++)
        draw[k] = (double)(7 * k % 11);
    ok_int (fid_interval_percentile (4, draw, 11, 0.8, &i), 0, "draws 0 .. 10, 80 %");
    ok_close (i.low, 1, 1e-14, "are cut at 1");
    ok_close (i.high, 9, 1e-14, "and 9");
    ok (i.estimate == 4 && i.draws_n == 11 && i.lost_n == 0 && i.level == 0.8, "the rest is filled in");

    ok_int (fid_interval_percentile (9, flat, 3, 0.9, &i), 0, "all draws equal");
    ok (i.low == 1 && i.high == 1, "an interval of no length");
    ok_int (fid_interval_percentile (1, flat, 0, 0.9, &i), GSL_EBADLEN, "no draws");
    ok_int (fid_interval_percentile (NAN, flat, 3, 0.9, &i), GSL_EINVAL, "no estimate");
    ok_int (fid_interval_percentile (1, flat, 3, 1, &i), GSL_EINVAL, "level 1");
}

/* How often 90 % intervals of the mean of 30 normal values hold the true one. */
static size_t
coverage (size_t n, size_t m)
{
    size_t held = 0;
    double x[30], y[30];
    struct values v = {x, y};
    struct fid_bootstrap b = {
        .n = n, .m = m, .stat = mean, .data = &v, .draws_n = 400, .level = 0.9};
    for (size_t trial = 0; trial < 300; trial++) {
        gsl_rng *r = fid_rng_create (11, trial);
        for (size_t i = 0; i < 30; i++) {
            x[i] = gsl_ran_gaussian_ziggurat (r, 1);
            y[i] = gsl_ran_gaussian_ziggurat (r, 2);
        }
        gsl_rng_free (r);
        struct fid_interval i;
        b.seed = fid_rng_mix (12, trial);
        held += fid_bootstrap (&b, &i) == 0 && i.low <= 0 && 0 <= i.high;
    }
    return held;
}

int
main (void)
{
    published ();
    by_hand ();

    /* 270 of 300 expected, standard deviation 5.2, a little less for 30 values */
    size_t held = coverage (30, 0);
    ok (held >= 250 && held <= 287, "one sample: %zu of 300 hold the mean", held);
    held = coverage (20, 30);
    ok (held >= 250 && held <= 287, "two samples: %zu of 300", held);

    /* the standard error of a mean is that of the formula */
    double x[] = {1, 2, 4, 8, 16}, y[] = {3, 5, 9};
    struct values v = {x, y};
    struct fid_interval i, j;
    struct fid_bootstrap b = {
        .n = 5, .m = 3, .stat = mean, .data = &v, .draws_n = 2000, .level = 0.9, .seed = 4};
    ok_int (fid_bootstrap (&b, &i), 0, "two samples");
    ok_close (i.estimate, 17.0 / 3 - 31.0 / 5, 1e-12, "estimate of the data");
    ok (i.low < i.estimate && i.estimate < i.high && i.lost_n == 0, "lies inside");
    double se =
        sqrt (gsl_stats_variance (x, 1, 5) * 4 / 25 + gsl_stats_variance (y, 1, 3) * 2 / 9);
    ok_close ((i.high - i.low) / (2 * 1.645), se, 0.15 * se, "length by the formula, about");
    fid_bootstrap (&b, &j);
    ok (i.low == j.low && i.high == j.high, "same seed, same bits");
    b.seed = 5;
    fid_bootstrap (&b, &j);
    ok (i.low != j.low || i.high != j.high, "another seed, another interval");
    size_t ia[5], ib[3], ja[5], jb[3];
    fid_bootstrap_draw (4, 9, 5, ia, 3, ib);
    fid_bootstrap_draw (4, 8, 5, ja, 3, jb);
    fid_bootstrap_draw (4, 9, 5, ja, 3, jb);
    ok (!memcmp (ia, ja, sizeof ia) && !memcmp (ib, jb, sizeof ib),
        "a draw depends on seed and number, not on what was drawn before");

    /* 3 runs: 3 of 27 draws are one run thrice and have no pair */
    b = (struct fid_bootstrap){.n = 3,
                               .stat = spread,
                               .data = &v,
                               .draws_n = 2700,
                               .level = 0.9,
                               .seed = 1};
    ok_int (fid_bootstrap (&b, &i), 0, "a statistic of pairs of different runs");
    ok (i.lost_n > 235 && i.lost_n < 365, "a ninth of the draws is left out: %zu", i.lost_n);
    ok (i.draws_n + i.lost_n == 2700, "and counted");
    b.n = 2;
    ok_int (fid_bootstrap (&b, &i), 0, "2 runs: half of the draws have a pair");
    b.n = 1;
    i.low = 77;
    ok_int (fid_bootstrap (&b, &i), GSL_EDOM, "one run has none");
    ok (i.low == 77, "nothing was written");

    double bad = NAN, one = 1;
    b = (struct fid_bootstrap){
        .n = 3, .stat = fails, .data = &bad, .draws_n = 10, .level = 0.9};
    ok_int (fid_bootstrap (&b, &i), GSL_EINVAL, "NaN is no statistic");
    b.data = &one;
    ok_int (fid_bootstrap (&b, &i), GSL_EFAILED, "other failures are passed up");
    b.level = 0;
    ok_int (fid_bootstrap (&b, &i), GSL_EINVAL, "level 0");
    b.n = 0;
    ok_int (fid_bootstrap (&b, &i), GSL_EBADLEN, "no runs");
    return tap_done ();
}
