/* weights.c - sensitivity to weights; see weights.h */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>
#include "metrics/weights.h"

#define TIE 1e-12

void
fid_weights_draw (gsl_rng *rng, size_t k, double *w)
{
    /* Exponential values over their sum are flat Dirichlet; gsl_ran_dirichlet
     * wants a vector of ones for the same, and may give 0 / 0. */
    double sum = 0;
    for (size_t i = 0; i < k; i++)
        sum += w[i] = -log (gsl_rng_uniform_pos (rng));
    for (size_t i = 0; i < k; i++)
        w[i] /= sum;
}

int
fid_weighted_geomean (const double *score, const bool *present, const double *w, size_t k,
                      double least, double *out)
{
    double sum = 0, total = 0;
    if (!(least > 0) || !isfinite (least))
        return GSL_EINVAL;
    for (size_t i = 0; i < k; i++) {
        double weight = w ? w[i] : 1;
        if (!(weight >= 0) || !isfinite (weight))
            return GSL_EINVAL;
        if (present && !present[i])
            continue;
        if (!isfinite (score[i]))
            return GSL_EINVAL;
        sum += weight * log (fmax (score[i], least));
        total += weight;
    }
    if (!(total > 0))
        return GSL_EDOM;
    if (!isfinite (total) || !isfinite (sum))
        return GSL_EINVAL;
    *out = exp (sum / total);
    return GSL_SUCCESS;
}

/* overall[i]: of each candidate with the weights w. */
static int
judge (const struct fid_weight_study *s, const double *w, double *overall)
{
    for (size_t i = 0; i < s->candidates_n; i++) {
        size_t row = i * s->parts_n;
        int rc = fid_weighted_geomean (s->score + row, s->present ? s->present + row : NULL, w,
                                       s->parts_n, s->floor, &overall[i]);
        if (rc)
            return rc;
    }
    return GSL_SUCCESS;
}

/* Add one draw's places to rank_p, `part` for each candidate. */
static void
add_places (const double *overall, size_t n, size_t *order, double part, double *rank_p)
{
    gsl_sort_index (order, overall, 1, n);
    for (size_t from = 0, to; from < n; from = to) {
        for (to = from + 1; to < n && overall[order[to]] - overall[order[to - 1]] <= TIE;)
            to++;
        for (size_t i = from; i < to; i++)
            for (size_t r = n - to; r < n - from; r++)
                rank_p[order[i] * n + r] += part / (double)(to - from);
    }
}

/* As gsl_stats_quantile_from_sorted_data, without sorting: x is reordered. */
static double
quantile (double *x, size_t n, double q)
{
    double at = q * (double)(n - 1);
    size_t below = (size_t)at;
    double low = gsl_stats_select (x, 1, n, below), high = INFINITY;
    /* what is behind is not less now */
    for (size_t i = below + 1; i < n; i++)
        high = x[i] < high ? x[i] : high;
    return below + 1 < n ? low + (at - (double)below) * (high - low) : low;
}

static int
draw_all (const struct fid_weight_study *s, double *w, double *overall, size_t *order,
          double *all, double *rank_p)
{
    size_t n = s->candidates_n;
    gsl_rng *rng = fid_rng_create (s->seed, 0); /* one stream: seeding costs more than a draw */
    int rc = rng ? GSL_SUCCESS : GSL_ENOMEM;
    for (size_t k = 0; !rc && k < s->draws_n; k++) {
        fid_weights_draw (rng, s->parts_n, w);
        rc = judge (s, w, overall);
        for (size_t i = 0; !rc && i < n; i++)
            all[i * s->draws_n + k] = overall[i];
        if (!rc && rank_p)
            add_places (overall, n, order, 1 / (double)s->draws_n, rank_p);
    }
    gsl_rng_free (rng);
    return rc;
}

int
fid_weight_sensitivity (const struct fid_weight_study *s, double *overall,
                        struct fid_weight_range *range, double *rank_p)
{
    size_t n = s->candidates_n, draws_n = s->draws_n;
    if (!n || !s->parts_n || !draws_n || draws_n > SIZE_MAX / sizeof (double) / n)
        return GSL_EBADLEN;
    if (!(s->level > 0 && s->level < 1))
        return GSL_EINVAL;
    double *w = malloc (s->parts_n * sizeof *w), *now = malloc (n * sizeof *now);
    double *own = overall ? NULL : malloc (n * draws_n * sizeof *own);
    double *all = overall ? overall : own, *scratch = malloc (draws_n * sizeof *scratch);
    size_t *order = malloc (n * sizeof *order);
    int rc = w && now && all && scratch && order ? GSL_SUCCESS : GSL_ENOMEM;
    for (size_t i = 0; !rc && rank_p && i < n * n; i++)
        rank_p[i] = 0;
    if (!rc)
        rc = draw_all (s, w, now, order, all, rank_p);
    for (size_t i = 0; !rc && i < n; i++) {
        double tail = (1 - s->level) / 2;
        memcpy (scratch, all + i * draws_n, draws_n * sizeof *scratch);
        range[i].low = quantile (scratch, draws_n, tail);
        range[i].median = quantile (scratch, draws_n, 0.5);
        range[i].high = quantile (scratch, draws_n, 1 - tail);
    }
    free (w);
    free (now);
    free (own);
    free (scratch);
    free (order);
    return rc;
}

double
fid_weight_flip (const double *above, const double *below, size_t draws_n)
{
    double n = 0;
    for (size_t k = 0; k < draws_n; k++)
        n += fabs (below[k] - above[k]) <= TIE ? 0.5 : below[k] > above[k];
    return n / (double)draws_n;
}
