/* dtw_lanes.c - see dtw_lanes.h */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <gsl/gsl_errno.h>
#include "metrics/dtw_band.h"
#include "metrics/dtw_bounds.h"
#include "metrics/dtw_lanes.h"

/* Rows between two looks whether a limit is passed. */
#define LOOK_ROWS 16

/* One series against as many as there are lanes. */
struct grid {
    struct fid_lanes s;
    size_t lanes, m;
    double *block; /* owned: y and the row of s */
    void (*run) (const struct fid_lanes *s, double xi, int64_t lo, int64_t hi);
};

static int
grid_init (struct grid *g, size_t m, enum fid_dtw_form form, double penalty)
{
    const struct fid_strip_kernels *k = fid_strip_kernels ();
    *g = (struct grid){.lanes = k->lanes_n, .m = m, .run = k->lanes};
    if (m > SIZE_MAX / sizeof *g->block / g->lanes / 2 - 1)
        return GSL_ENOMEM;
    g->block = malloc ((2 * m + 1) * g->lanes * sizeof *g->block);
    if (!g->block)
        return GSL_ENOMEM;
    g->s = (struct fid_lanes){
        .y = g->block, .row = g->block + m * g->lanes, .penalty = penalty, .form = form};
    return GSL_SUCCESS;
}

static void
grid_put (struct grid *g, size_t lane, const double *y)
{
    for (size_t j = 0; j < g->m; j++)
        g->block[j * g->lanes + lane] = y[j];
}

/* The smallest cell of the row among the lanes used. */
static double
grid_least (const struct grid *g, size_t used, int64_t lo, int64_t hi)
{
    double least = INFINITY;
    for (int64_t j = lo; j <= hi; j++)
        for (size_t l = 0; l < used; l++) {
            double d = g->s.row[(size_t)(j + 1) * g->lanes + l];
            least = d < least ? d : least;
        }
    return least;
}

/* Fill the tables of x against the lanes; the last row's cells are D(n, m).
 * False if every lane used has passed the limit before. */
static bool
grid_fill (struct grid *g, const double *x, size_t n, const struct fid_band *band, size_t used,
           double limit)
{
    struct fid_band_row r = fid_band_row (band, 0);
    for (size_t i = 0; i < (g->m + 1) * g->lanes; i++)
        g->s.row[i] = i < g->lanes ? 0 : INFINITY;
    for (size_t i = 0; i < n; i++) {
        g->run (&g->s, x[i], r.lo, r.hi);
        if (limit < INFINITY && (i + 1) % LOOK_ROWS == 0 && i + 1 < n &&
            grid_least (g, used, r.lo, r.hi) >= limit)
            return false;
        if (i + 1 < n)
            fid_band_next (band, &r);
    }
    return true;
}

static double
grid_sum (const struct grid *g, size_t lane)
{
    return g->s.row[g->m * g->lanes + lane];
}

int
fid_dtw_many (const double *x, size_t n, const double *const *y, size_t count, size_t m,
              const struct fid_dtw_opts *opts, double *out)
{
    struct grid g;
    if (opts->dim > 1 || !isfinite (opts->penalty) || opts->penalty < 0)
        return GSL_EINVAL;
    if (!n || !m || n > INT32_MAX || m > INT32_MAX)
        return GSL_EBADLEN;
    struct fid_band band = fid_band_slanted (n, m, opts->band_n);
    int rc = grid_init (&g, m, FID_DTW_SCORE, opts->penalty);
    for (size_t k = 0; !rc && k < count; k += g.lanes) {
        size_t used = count - k < g.lanes ? count - k : g.lanes;
        for (size_t l = 0; l < g.lanes; l++) /* idle lanes repeat one */
            grid_put (&g, l, y[k + (l < used ? l : 0)]);
        grid_fill (&g, x, n, &band, used, INFINITY);
        for (size_t l = 0; l < used; l++)
            out[k + l] = grid_sum (&g, l) / (double)(n + m);
    }
    if (!rc)
        free (g.block);
    return rc;
}

/* --- searches */

struct search {
    const double *x, *const *y;
    size_t n, band_n;
    struct fid_band band;
    struct grid grid;
    size_t *waiting; /* owned: indices in the lanes */
    size_t waiting_n;
    struct fid_dtw_found *found;
};

/* Compare what waits, in its order: of equals the first stays. */
static void
search_flush (struct search *s)
{
    struct fid_dtw_found *f = s->found;
    if (!s->waiting_n)
        return;
    for (size_t l = 0; l < s->grid.lanes; l++)
        grid_put (&s->grid, l, s->y[s->waiting[l < s->waiting_n ? l : 0]]);
    f->full_n += s->waiting_n;
    if (grid_fill (&s->grid, s->x, s->n, &s->band, s->waiting_n, f->distance))
        for (size_t l = 0; l < s->waiting_n; l++) {
            double d = grid_sum (&s->grid, l);
            if (d < f->distance) {
                f->distance = d;
                f->index = s->waiting[l];
            }
        }
    s->waiting_n = 0;
}

static void
search_one (struct search *s, size_t k, const double *own_lo, const double *own_hi,
            const double *lo, const double *hi)
{
    struct fid_dtw_found *f = s->found;
    double best = f->distance;
    if (best < INFINITY) {
        if (fid_lb_kim (s->x, s->y[k], s->n) >= best) {
            f->kim_n++;
            return;
        }
        if ((lo && fid_lb_keogh (s->x, s->n, lo, hi, INFINITY) >= best) ||
            fid_lb_keogh (s->y[k], s->n, own_lo, own_hi, INFINITY) >= best) {
            f->keogh_n++;
            return;
        }
    }
    s->waiting[s->waiting_n++] = k;
    /* the first is compared alone, to have something to leave others out by */
    if (s->waiting_n == s->grid.lanes || best == INFINITY)
        search_flush (s);
}

int
fid_dtw_search (const double *x, const double *const *y, size_t count, size_t n, size_t band_n,
                double penalty, const double *const *lo, const double *const *hi,
                struct fid_dtw_found *found)
{
    if (!n || n > INT32_MAX)
        return GSL_EBADLEN;
    if (!isfinite (penalty) || penalty < 0)
        return GSL_EINVAL;
    *found = (struct fid_dtw_found){.index = count, .distance = INFINITY};
    struct search s = {.x = x,
                       .y = y,
                       .n = n,
                       .band_n = band_n,
                       .band = fid_band_literal (n, n, band_n),
                       .found = found};
    double *own = malloc (2 * n * sizeof *own);
    int rc = own ? fid_dtw_envelope (x, n, band_n, own, own + n) : GSL_ENOMEM;
    if (!rc)
        rc = grid_init (&s.grid, n, penalty > 0 ? FID_DTW_AMERCED : FID_DTW_SQUARED, penalty);
    s.waiting = rc ? NULL : malloc (s.grid.lanes * sizeof *s.waiting);
    if (!rc && !s.waiting)
        rc = GSL_ENOMEM;
    for (size_t k = 0; !rc && k < count; k++)
        search_one (&s, k, own, own + n, lo ? lo[k] : NULL, hi ? hi[k] : NULL);
    if (!rc)
        search_flush (&s);
    free (s.waiting);
    free (s.grid.block);
    free (own);
    return rc;
}
