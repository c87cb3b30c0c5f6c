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
check_study (const struct fid_weight_study *s)
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

/* The scores as logarithms; NULL if memory runs out. */
static double *
log_scores (const struct fid_weight_study *s)
{
    size_t n = s->candidates_n * s->parts_n;
    double *x = malloc ((n + 1) * sizeof *x);
    for (size_t i = 0; x && i < n; i++)
        x[i] = log (fmax (s->score[i], FID_GEOMEAN_FLOOR));
    return x;
}

double *
fid_weights_draws (uint64_t seed, size_t k, size_t draws_n)
{
    double *w = k && draws_n <= SIZE_MAX / sizeof *w / k
                    ? malloc ((draws_n * k + 1) * sizeof *w)
                    : NULL;
    gsl_rng *rng = w ? fid_rng_create (seed, 0) : NULL; /* one stream: seeding costs more than a
                                                           draw */
    for (size_t d = 0; rng && d < draws_n; d++)
        fid_weights_draw (rng, k, w + d * k);
    if (rng) {
        gsl_rng_free (rng);
        return w;
    }
    free (w);
    return NULL;
}

/* Write the overall scores of a candidate under all draws to out: struct fid_geomean of its
 * parts, whose logarithms are known.  used: scratch for so many parts. */
static void
draw_row (const struct fid_weight_study *s, const double *logs, size_t candidate,
          const double *w, size_t *used, double *out)
{
    const size_t k = s->parts_n, row = candidate * k;
    size_t used_n = 0;
    bool positive = false;
    for (size_t p = 0; p < k; p++)
        if (!s->present || s->present[row + p]) {
            used[used_n++] = p;
            positive |= s->score[row + p] > 0;
        }
    for (size_t d = 0; d < s->draws_n; d++, w += k) {
        struct fid_geomean mean = {.positive = positive};
        for (size_t u = 0; u < used_n; u++) {
            mean.sum += w[used[u]] * logs[row + used[u]];
            mean.weight += w[used[u]];
        }
        out[d] = fid_geomean_value (&mean);
    }
}

static int
draw_all (const struct fid_weight_study *s, double *all)
{
    size_t k = s->parts_n;
    double *logs = log_scores (s);
    double *own = s->draws ? NULL : fid_weights_draws (s->seed, k, s->draws_n);
    const double *w = s->draws ? s->draws : own;
    size_t *used = malloc (k * sizeof *used);
    int rc = logs && w && used ? GSL_SUCCESS : GSL_ENOMEM;
    /* one candidate after the other: a row of `all` is memory in a piece */
    for (size_t i = 0; !rc && i < s->candidates_n; i++)
        draw_row (s, logs, i, w, used, all + i * s->draws_n);
    free (used);
    free (own);
    free (logs);
    return rc;
}

int
fid_weight_sensitivity (const struct fid_weight_study *s, double *overall,
                        struct fid_weight_range *range)
{
    size_t n = s->candidates_n, draws_n = s->draws_n;
    if (!n || !s->parts_n || !draws_n || draws_n > SIZE_MAX / sizeof (double) / n)
        return GSL_EBADLEN;
    if (!(s->level > 0 && s->level < 1))
        return GSL_EINVAL;
    int rc = check_study (s);
    if (rc)
        return rc;
    double *own = overall ? NULL : malloc (n * draws_n * sizeof *own);
    double *all = overall ? overall : own, *scratch = malloc (draws_n * sizeof *scratch);
    rc = all && scratch ? GSL_SUCCESS : GSL_ENOMEM;
    if (!rc)
        rc = draw_all (s, all);
    for (size_t i = 0; !rc && i < n; i++) {
        double tail = (1 - s->level) / 2;
        memcpy (scratch, all + i * draws_n, draws_n * sizeof *scratch);
        range[i].low = fid_quantile_select (scratch, draws_n, tail);
        range[i].median = s->ends_only ? 0 : fid_quantile_select (scratch, draws_n, 0.5);
        range[i].high = fid_quantile_select (scratch, draws_n, 1 - tail);
    }
    free (own);
    free (scratch);
    return rc;
}

/* Add the places of one draw to p, `part` for each candidate. */
static void
add_places (const double *overall, size_t n, size_t *order, double part, const size_t *first,
            const size_t *end, double *p)
{
    gsl_sort_index (order, overall, 1, n);
    for (size_t from = 0, to; from < n; from = to) {
        for (to = from + 1; to < n && overall[order[to]] - overall[order[to - 1]] <= TIE;)
            to++;
        for (size_t i = from; i < to; i++) { /* they share the places n - to to n - from - 1 */
            size_t k = order[i];
            size_t low = first[k] > n - to ? first[k] : n - to;
            size_t high = end[k] < n - from ? end[k] : n - from;
            if (high > low)
                p[k] += part * (double)(high - low) / (double)(to - from);
        }
    }
}

int
fid_weight_places (const double *overall, size_t n, size_t draws_n, const size_t *first,
                   const size_t *end, double *p)
{
    double *now = malloc ((n + 1) * sizeof *now);
    size_t *order = malloc ((n + 1) * sizeof *order);
    int rc = now && order ? GSL_SUCCESS : GSL_ENOMEM;
    for (size_t i = 0; i < n; i++)
        p[i] = 0;
    for (size_t k = 0; !rc && k < draws_n; k++) {
        for (size_t i = 0; i < n; i++)
            now[i] = overall[i * draws_n + k];
        add_places (now, n, order, 1 / (double)draws_n, first, end, p);
    }
    free (now);
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
