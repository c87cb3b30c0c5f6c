/* SPDX-License-Identifier: GPL-3.0-or-later */
/* changepoint.c - E-divisive change points; see changepoint.h */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_statistics_double.h>
#include "metrics/changepoint.h"
#include "metrics/rng.h"
#include "metrics/aggregate.h"

struct split {
    size_t at;
    double q; /* -INFINITY: no split */
};

static double count_pairs (size_t n)
{
    return (double)n * (double)(n - 1) / 2;
}

/* The best split of x[n].  right[] and left[] are scratch: at step k, right[t] is
 * the sum of |x[i] - x[j]| over pairs in t .. k - 1, and left[t] that over 0 .. t - 1,
 * which is what right[0] was at step t. */
static struct split best_split (const double *x, size_t n, size_t min_n, double *left,
                                double *right)
{
    struct split best = {0, -INFINITY};
    for (size_t k = 1; k <= n; k++) {
        double to_new = 0;
        right[k - 1] = 0;
        for (size_t t = k - 1; t-- > 0;)
            right[t] += to_new += fabs (x[k - 1] - x[t]);
        left[k] = right[0];
        for (size_t t = min_n; t + min_n <= k; t++) {
            double a = (double)t, b = (double)(k - t), cross = right[0] - left[t] - right[t];
            double e = 2 * cross / (a * b) - left[t] / count_pairs (t) -
                       right[t] / count_pairs (k - t);
            double q = a * b / (a + b) * e;
            if (q > best.q)
                best = (struct split){t, q};
        }
    }
    return best;
}

struct search {
    const struct fid_changepoint_opts *opts; /* borrowed */
    size_t n, *end, segment_n;               /* owned; end[s] of segment s, ascending */
    double *x;                               /* owned; values to look at */
    double *left, *right;                    /* owned; n + 1 */
    size_t *idx;                             /* owned; n */
};

/* The best split of all segments, with `at` counted from the beginning. */
static struct split best_of_all (const struct search *s)
{
    struct split best = {0, -INFINITY};
    for (size_t k = 0; k < s->segment_n; k++) {
        size_t from = k ? s->end[k - 1] : 0;
        struct split one = best_split (s->x + from, s->end[k] - from, s->opts->min_segment_n,
                                       s->left, s->right);
        if (one.q > best.q)
            best = (struct split){from + one.at, one.q};
    }
    return best;
}

/* s->x := the values of x, shuffled inside each segment. */
static int shuffle_segments (struct search *s, const double *x, uint64_t seed, uint64_t draw)
{
    gsl_rng *rng = fid_rng_create (seed, draw);
    if (!rng)
        return GSL_ENOMEM;
    for (size_t i = 0; i < s->n; i++)
        s->idx[i] = i;
    for (size_t k = 0, from = 0; k < s->segment_n; from = s->end[k++])
        fid_rng_shuffle (rng, s->idx + from, s->end[k] - from);
    for (size_t i = 0; i < s->n; i++)
        s->x[i] = x[s->idx[i]];
    gsl_rng_free (rng);
    return GSL_SUCCESS;
}

/* How likely a split as good is if nothing changes any more. */
static int test_split (struct search *s, const double *x, double q, double slack, double *p)
{
    uint64_t seed = fid_rng_mix (s->opts->seed, s->segment_n);
    size_t reached_n = 0;
    for (size_t k = 0; k < s->opts->draws_n; k++) {
        FID_TRY_CODE (shuffle_segments (s, x, seed, k));
        reached_n += best_of_all (s).q >= q - slack;
    }
    memcpy (s->x, x, s->n * sizeof *x);
    *p = (1 + (double)reached_n) / (1 + (double)s->opts->draws_n);
    return GSL_SUCCESS;
}

/* Insert a split at place `at` among the ends and the results, which begin
 * their segments: out[k] lies at end[k]. */
static void insert_split (struct search *s, struct fid_changepoint *out,
                          struct fid_changepoint new)
{
    size_t k = s->segment_n++;
    for (; k > 0 && s->end[k - 1] > new.at; k--) {
        s->end[k] = s->end[k - 1];
        if (k < s->segment_n - 1) /* the last end is that of the series */
            out[k] = out[k - 1];
    }
    s->end[k] = new.at;
    out[k] = new;
}

static int check_search (const double *x, size_t n, const struct fid_changepoint_opts *o)
{
    if (o->min_segment_n < 2 || !(o->level > 0 && o->level < 1) ||
        !(1 / (1 + (double)o->draws_n) <= o->level))
        return GSL_EINVAL;
    return fid_sample_check (x, n, 0);
}

int fid_changepoints (const double *x, size_t n, const struct fid_changepoint_opts *opts,
                      struct fid_changepoint *out, size_t *out_n)
{
    struct search s = {.opts = opts, .n = n, .segment_n = 1};
    FID_TRY_CODE (check_search (x, n, opts));
    size_t room = n / opts->min_segment_n;
    if (room < 2) {
        *out_n = 0;
        return GSL_SUCCESS;
    }
    double range = gsl_stats_max (x, 1, n) - gsl_stats_min (x, 1, n);
    if (!isfinite (2 * range * count_pairs (n)))
        return GSL_EINVAL;
    s.end = malloc ((room + 1) * sizeof *s.end);
    s.x = malloc (n * sizeof *s.x);
    s.left = malloc ((n + 1) * sizeof *s.left);
    s.right = malloc ((n + 1) * sizeof *s.right);
    s.idx = malloc (n * sizeof *s.idx);
    int rc = s.end && s.x && s.left && s.right && s.idx ? GSL_SUCCESS : GSL_ENOMEM;
    if (rc)
        goto done;
    memcpy (s.x, x, n * sizeof *x);
    s.end[0] = n;
    for (;;) {
        struct split best = best_of_all (&s);
        double p = 1;
        if (best.q > 0)
            rc = test_split (&s, x, best.q, 1e-12 * range * (double)n, &p);
        if (rc || p > opts->level)
            break;
        insert_split (&s, out, (struct fid_changepoint){best.at, best.q, p});
    }
    if (!rc)
        *out_n = s.segment_n - 1;
done:
    free (s.end);
    free (s.x);
    free (s.left);
    free (s.right);
    free (s.idx);
    return rc;
}
