/* verdict.c - see verdict.h */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include "check/verdict.h"
#include "metrics/mde.h"
#include "metrics/permute.h"
#include "metrics/rankstats.h"
#include "metrics/resample.h"
#include "metrics/aggregate.h"

#define LEAST_MARGIN 0.05
#define MAD_FACTOR   3

/* The samples, and room for those drawn. */
struct draw {
    const double *accepted, *candidate;
    double *a, *b;
};

static int
shift_of (const size_t *a, size_t n, const size_t *b, size_t m, void *data, double *out)
{
    struct draw *d = data;
    for (size_t i = 0; i < n; i++)
        d->a[i] = d->accepted[a[i]];
    for (size_t i = 0; i < m; i++)
        d->b[i] = d->candidate[b[i]];
    return fid_hodges_lehmann (d->a, n, d->b, m, out);
}

/* The pooled standard deviation of two samples; 0 of single values. */
static double
spread (const struct fid_trial *t)
{
    const double *side[] = {t->accepted, t->candidate};
    size_t n[] = {t->accepted_n, t->candidate_n};
    double sum = 0;
    for (int s = 0; s < 2; s++) {
        double mean = 0;
        for (size_t i = 0; i < n[s]; i++)
            mean += side[s][i] / (double)n[s];
        for (size_t i = 0; i < n[s]; i++)
            sum += gsl_pow_2 (side[s][i] - mean);
    }
    size_t free_n = n[0] + n[1] - 2;
    return free_n ? sqrt (sum / (double)free_n) : 0;
}

size_t
fid_judge_runs (size_t n, double alpha)
{
    size_t k = FID_RUNS_LEAST;
    while (fid_permutation_floor (k, k) * (double)n > alpha)
        k++;
    return k;
}

/* Whether p can get below alpha after the adjustment over n trials. */
static bool
is_few (const struct fid_trial *t, size_t n, double alpha)
{
    return t->accepted_n < FID_RUNS_LEAST || t->candidate_n < FID_RUNS_LEAST ||
           fid_permutation_floor (t->accepted_n, t->candidate_n) * (double)n > alpha;
}

static int
measure (const struct fid_trial *t, double alpha, uint64_t seed, double *room,
         struct fid_verdict *v)
{
    struct draw d = {t->accepted, t->candidate, room, room + t->accepted_n};
    struct fid_bootstrap boot = {.n = t->accepted_n,
                                 .m = t->candidate_n,
                                 .stat = shift_of,
                                 .data = &d,
                                 .draws_n = FID_DRAWS_N,
                                 .level = 1 - 2 * alpha,
                                 .seed = seed};
    struct fid_interval interval;
    struct fid_test test;
    int rc = fid_bootstrap (&boot, &interval);
    if (rc)
        return rc;
    for (size_t i = 0; i < t->accepted_n; i++)
        room[i] = t->accepted[i] - t->margin;
    rc = fid_permutation_test (room, t->accepted_n, t->candidate, t->candidate_n,
                               FID_CENTER_MEAN, FID_TAIL_BELOW, FID_DRAWS_N, seed, &test);
    if (rc ||
        (rc = fid_cliff_delta (t->accepted, t->accepted_n, t->candidate, t->candidate_n,
                               &v->cliff)) ||
        (rc = fid_mde (spread (t), t->candidate_n, t->accepted_n, alpha, FID_POWER, &v->mde)))
        return rc;
    v->delta = interval.estimate;
    v->low = interval.low;
    v->high = interval.high;
    v->p = test.p;
    return 0;
}

static void
decide (const struct fid_trial *t, size_t n, double alpha, struct fid_verdict *v)
{
    v->few = is_few (t, n, alpha);
    v->needed_n = 0;
    if (v->few)
        v->needed_n = fid_judge_runs (n, alpha);
    else if (!(t->margin > 0) ||
             fid_runs_needed (spread (t), t->margin, alpha, FID_POWER, &v->needed_n))
        v->needed_n = 0;
    v->outcome = v->few                                         ? FID_INCONCLUSIVE
                 : v->high < -t->margin && v->p_family <= alpha ? FID_FAIL
                 : v->low > -t->margin                          ? FID_PASS
                                                                : FID_INCONCLUSIVE;
}

static int
check_trial (const struct fid_trial *t)
{
    int rc = fid_sample_check (t->accepted, t->accepted_n, 1);
    if (!rc)
        rc = fid_sample_check (t->candidate, t->candidate_n, 1);
    return rc ? rc : t->margin >= 0 && isfinite (t->margin) ? 0 : GSL_EINVAL;
}

int
fid_judge (const struct fid_trial *trial, size_t n, double alpha, uint64_t seed,
           struct fid_verdict *verdict)
{
    size_t most = 0;
    if (!(alpha > 0 && alpha < 0.5))
        return GSL_EINVAL;
    for (size_t i = 0; i < n; i++) {
        int rc = check_trial (&trial[i]);
        if (rc)
            return rc;
        most = GSL_MAX (most, trial[i].accepted_n + trial[i].candidate_n);
    }
    struct fid_verdict *v = calloc (n + 1, sizeof *v);
    double *p = malloc ((n + 1) * sizeof *p), *room = malloc ((most + 1) * sizeof *room);
    int rc = v && p && room ? 0 : GSL_ENOMEM;
    for (size_t i = 0; !rc && i < n; i++) {
        rc = measure (&trial[i], alpha, seed, room, &v[i]);
        p[i] = v[i].p;
    }
    if (!rc)
        rc = fid_holm (p, n, p);
    for (size_t i = 0; !rc && i < n; i++) {
        v[i].p_family = p[i];
        decide (&trial[i], n, alpha, &v[i]);
        verdict[i] = v[i];
    }
    free (v);
    free (p);
    free (room);
    return rc;
}

int
fid_default_margin (const double *repeat, size_t n, double *out)
{
    double mad = 0;
    int rc = n ? fid_mad (repeat, n, &mad) : 0;
    if (!rc)
        *out = fmax (LEAST_MARGIN, MAD_FACTOR * mad);
    return rc;
}
