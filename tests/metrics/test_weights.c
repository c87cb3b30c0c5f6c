/* test_weights.c - sensitivity to weights */
#include <stdlib.h>
#include <sys/resource.h>
#include "metrics/weights.h"
#include "tests/metrics/metric_test.h"

static void
draws (void)
{
    enum { K = 4, DRAWS = 4000 };
    double w[K], mean = 0, square = 0, worst = 0, least = 1;
    gsl_rng *r = fid_rng_create (1, 0);
    for (size_t k = 0; k < DRAWS; k++) {
        fid_weights_draw (r, K, w);
        worst = fmax (worst, fabs (w[0] + w[1] + w[2] + w[3] - 1));
        least = fmin (least, fmin (fmin (w[0], w[1]), fmin (w[2], w[3])));
        mean += w[2] / DRAWS;
        square += w[2] * w[2] / DRAWS;
    }
    ok (worst < 1e-15 && least > 0, "weights are positive and sum to 1");
    /* flat Dirichlet: mean 1 / K, second moment 2 / (K (K + 1)) */
    ok_close (mean, 0.25, 0.013, "mean of a weight");
    ok_close (square, 0.1, 0.008, "and second moment");
    fid_weights_draw (r, 1, w);
    ok (w[0] == 1, "a single weight is 1");
    gsl_rng_free (r);
}

/* p[i * n + r]: the probability that candidate i is in place r. */
static void
places (const struct fid_weight_study *s, double *p)
{
    size_t n = s->candidates_n, first[3], end[3];
    struct fid_weight_range range[3];
    double *all = malloc (n * s->draws_n * sizeof *all), at[3];
    if (!all || fid_weight_sensitivity (s, all, range))
        abort ();
    for (size_t r = 0; r < n; r++) {
        for (size_t i = 0; i < n; i++) {
            first[i] = r;
            end[i] = r + 1;
        }
        ok_int (fid_weight_places (all, n, s->draws_n, first, end, at), 0, "places");
        for (size_t i = 0; i < n; i++)
            p[i * n + r] = at[i];
    }
    free (all);
}

/* Of many candidates no table of all places is kept: 6000 of them would be 288 MB. */
static void
memory (void)
{
    enum { N = 6000, DRAWS = 2 };
    struct rusage before, after;
    double *all = malloc (N * DRAWS * sizeof *all), *p = malloc (N * sizeof *p);
    size_t *first = malloc (N * sizeof *first), *end = malloc (N * sizeof *end), wrong = 0;
    if (!all || !p || !first || !end)
        abort ();
    for (size_t i = 0; i < N; i++) { /* the second draw turns the order round */
        all[i * DRAWS] = (double)i;
        all[i * DRAWS + 1] = (double)(N - i);
        first[i] = 0;
        end[i] = N / 2;
    }
    getrusage (RUSAGE_SELF, &before);
    ok_int (fid_weight_places (all, N, DRAWS, first, end, p), 0, "many candidates");
    getrusage (RUSAGE_SELF, &after);
    for (size_t i = 0; i < N; i++)
        wrong += p[i] != 0.5;
    ok_int ((long long)wrong, 0, "each is in the upper half in one of two draws");
    ok (after.ru_maxrss - before.ru_maxrss < 50000, "in less than 50 MB");
    free (all);
    free (p);
    free (first);
    free (end);
}

int
main (void)
{
    draws ();
    memory ();

    /* Two parts and a uniform weight u of the first.  A: e^-1 and 1 gives e^-u, so
     * 5 % and 95 % are e^-0.95 and e^-0.05.  B: e^-0.5 both, always.  C: 1 and
     * e^-1, e^(u - 1).  A is above B if u < 1/2, C if u > 1/2: B is always second. */
    double e = exp (-1), h = exp (-0.5), score[] = {e, 1, h, h, 1, e};
    struct fid_weight_range range[3], again[3];
    double p[9], q[4];
    struct fid_weight_study s = {.candidates_n = 3,
                                 .parts_n = 2,
                                 .score = score,
                                 .level = 0.9,
                                 .draws_n = 10000,
                                 .seed = 1};
    ok_int (fid_weight_sensitivity (&s, NULL, range), 0, "three candidates");
    places (&s, p);
    ok_close (range[0].low, exp (-0.95), 0.004, "5 % by the formula");
    ok_close (range[0].median, exp (-0.5), 0.012, "the middle");
    ok_close (range[0].high, exp (-0.05), 0.008, "95 %");
    ok_close (range[1].high - range[1].low, 0, 1e-12, "equal parts: weights do not matter");
    ok_close (p[0 * 3 + 0], 0.5, 0.02, "A first in half of the draws");
    ok_close (p[1 * 3 + 1], 1, 1e-9, "B always second");
    ok_close (p[2 * 3 + 0], 1 - p[0], 1e-9, "C first in the others");
    double worst = 0;
    for (size_t i = 0; i < 3; i++) {
        worst = fmax (worst, fabs (p[3 * i] + p[3 * i + 1] + p[3 * i + 2] - 1));
        worst = fmax (worst, fabs (p[i] + p[3 + i] + p[6 + i] - 1));
    }
    ok_close (worst, 0, 1e-9, "every candidate has a place, every place a candidate");
    ok (fid_weight_sensitivity (&s, NULL, again) == 0 &&
            memcmp (range, again, sizeof range) == 0,
        "same seed, same bits");

    double *draws = fid_weights_draws (1, 2, 20000);
    s.draws = draws;
    s.ends_only = true;
    fid_weight_sensitivity (&s, NULL, again);
    bool same = true;
    for (size_t i = 0; i < 3; i++)
        same &= again[i].low == range[i].low && again[i].high == range[i].high &&
                again[i].median == 0;
    ok (same, "the first of more draws made before, ends only: same bits");
    free (draws);
    s.draws = NULL;
    s.ends_only = false;
    memcpy (again, range, sizeof range);

    static double all[3 * 10000];
    fid_weight_sensitivity (&s, all, range);
    ok (memcmp (range, again, sizeof range) == 0, "nor does keeping the draws change anything");
    ok_close (fid_weight_flip (all, all + 10000, 10000), 0.5, 0.02, "B above A if u > 1/2");
    ok_close (fid_weight_flip (all, all + 10000, 10000) +
                  fid_weight_flip (all + 10000, all, 10000),
              1, 1e-12, "one of two is above");
    ok (fid_weight_flip (all, all, 10000) == 0.5, "equal ones: half");
    double log_a = 0; /* ln of A is -u: -1/2 on average */
    for (size_t k = 0; k < 10000; k++)
        log_a += log (all[k]) / 10000;
    ok_close (log_a, -0.5, 0.01, "the mean of a row by hand");

    double tie[] = {0.5, 0.7, 0.5, 0.7};
    s.candidates_n = 2;
    s.score = tie;
    places (&s, q);
    ok_close (fabs (q[0] - 0.5) + fabs (q[1] - 0.5) + fabs (q[3] - 0.5), 0, 1e-9,
              "equal candidates share the places");
    double better[] = {0.6, 0.7, 0.5, 0.6};
    s.score = better;
    places (&s, q);
    ok (fabs (q[0] - 1) < 1e-9 && q[1] == 0, "better in all parts: first with any weights");
    bool present[] = {true, false, true, true};
    s.present = present;
    ok_int (fid_weight_sensitivity (&s, NULL, range), 0, "a candidate with a part missing");
    ok_close (range[0].high - range[0].low, 0, 1e-12, "has what is left, whatever the weight");
    ok_close (range[0].low, 0.6, 1e-12, "renormalised");

    present[0] = false;
    ok_int (fid_weight_sensitivity (&s, NULL, range), GSL_EDOM, "a candidate without parts");
    s.present = NULL;
    s.level = 1;
    ok_int (fid_weight_sensitivity (&s, NULL, range), GSL_EINVAL, "level 1");
    s.level = 0.9;
    score[0] = NAN;
    s.score = score;
    ok_int (fid_weight_sensitivity (&s, NULL, range), GSL_EINVAL, "a score of NaN");
    score[0] = 0.2;
    s.draws_n = 0;
    ok_int (fid_weight_sensitivity (&s, NULL, range), GSL_EBADLEN, "no draws");
    return tap_done ();
}
