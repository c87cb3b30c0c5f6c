/* weights.c - sensitivity to weights; see weights.h */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_sort_double.h>
#include "metrics/aggregate.h"
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

/* Check that all scores there are are finite and that each candidate has one. */
static int
check (const struct fid_weight_study *s)
{
    for (size_t i = 0; i < s->candidates_n; i++) {
        size_t n = 0;
        for (size_t p = i * s->parts_n; p < (i + 1) * s->parts_n; p++) {
            bool present = !s->present || s->present[p];
            if (present && !isfinite (s->score[p]))
                return GSL_EINVAL;
            n += present;
        }
        if (!n)
            return GSL_EDOM;
    }
    return GSL_SUCCESS;
}

/* The overall score of a candidate with the weights w. */
static double
overall_score (const struct fid_weight_study *s, size_t candidate, const double *w)
{
    struct fid_geomean mean = {0};
    size_t row = candidate * s->parts_n;
    for (size_t p = 0; p < s->parts_n; p++)
        if (!s->present || s->present[row + p])
            fid_geomean_add (&mean, s->score[row + p], w[p]);
    return fid_geomean_value (&mean);
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

static int
draw_all (const struct fid_weight_study *s, double *w, double *overall, size_t *order,
          double *all, double *rank_p)
{
    size_t n = s->candidates_n;
    gsl_rng *rng = fid_rng_create (s->seed, 0); /* one stream: seeding costs more than a draw */
    if (!rng)
        return GSL_ENOMEM;
    for (size_t k = 0; k < s->draws_n; k++) {
        fid_weights_draw (rng, s->parts_n, w);
        for (size_t i = 0; i < n; i++)
            all[i * s->draws_n + k] = overall[i] = overall_score (s, i, w);
        if (rank_p)
            add_places (overall, n, order, 1 / (double)s->draws_n, rank_p);
    }
    gsl_rng_free (rng);
    return GSL_SUCCESS;
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
    int rc = check (s);
    if (rc)
        return rc;
    double *w = malloc (s->parts_n * sizeof *w), *now = malloc (n * sizeof *now);
    double *own = overall ? NULL : malloc (n * draws_n * sizeof *own);
    double *all = overall ? overall : own, *scratch = malloc (draws_n * sizeof *scratch);
    size_t *order = malloc (n * sizeof *order);
    rc = w && now && all && scratch && order ? GSL_SUCCESS : GSL_ENOMEM;
    for (size_t i = 0; !rc && rank_p && i < n * n; i++)
        rank_p[i] = 0;
    if (!rc)
        rc = draw_all (s, w, now, order, all, rank_p);
    for (size_t i = 0; !rc && i < n; i++) {
        double tail = (1 - s->level) / 2;
        memcpy (scratch, all + i * draws_n, draws_n * sizeof *scratch);
        range[i].low = fid_quantile_select (scratch, draws_n, tail);
        range[i].median = fid_quantile_select (scratch, draws_n, 0.5);
        range[i].high = fid_quantile_select (scratch, draws_n, 1 - tail);
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
