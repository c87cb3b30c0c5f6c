/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dtw_narrow.h - a kernel for narrow bands, for one instruction set
 *
 * Included after dtw_kernel.h, whose macros it uses, and two more:
 *
 *   VECTORS                                  the most for an anti-diagonal, a power of 2
 *   v_drop(a, b)                             lanes of a one down, first of b last
 *
 * The few cells that an anti-diagonal has inside the band stay in registers from corner to
 * corner, and so do their samples; nothing is copied.  A round r makes two anti-diagonals. Lane
 * k of the first is cell (r + k, r + band_n - k), on the diagonal i - j = 2 k - band_n; lane k
 * of the second is (r + k, r + band_n + 1 - k), between lanes k - 1 and k of the first.  So a
 * neighbour is the same lane or the next, and lanes 0 and band_n + 1 of the second are the
 * first cells outside the band on either side.  Outside the table x is infinite and y is minus
 * infinity, which makes every cell there infinite.
 *
 * Each anti-diagonal waits for the one before.  So with both_ends a second table is filled at
 * the same time, that of the series reversed, until the two meet. */

#include "metrics/dtw_table.h"

#define NARROW static inline __attribute__ ((always_inline))

enum { ROUNDS = 64, NARROW_LANES = VECTORS * LANES };

/* Sample k of n, counted from either end. */
struct side {
    const double *from;
    int64_t n, step;
};

NARROW double sample_at (const struct side *s, int64_t k, double outside)
{
    return k >= 0 && k < s->n ? s->from[k * s->step] : outside;
}

/* A table on its way from a corner. */
struct way {
    struct side side_x, side_y;
    VEC x[VECTORS], y[VECTORS], first[VECTORS], second[VECTORS];
};

/* The way before round r, the first. */
NARROW void start_way (struct way *w, int64_t band, int64_t r, int vectors)
{
    double x[NARROW_LANES], y[NARROW_LANES], cell[2][NARROW_LANES];
    for (int64_t k = 0; k < vectors * LANES; k++) {
        x[k] = sample_at (&w->side_x, r + k, INFINITY);
        y[k] = sample_at (&w->side_y, r + band - k, -INFINITY);
        cell[0][k] = cell[1][k] = INFINITY;
    }
    cell[band % 2][-r] = 0; /* before the corner */
    UNROLL
    for (int v = 0; v < vectors; v++) {
        w->x[v] = v_load (x + v * LANES);
        w->y[v] = v_load (y + v * LANES);
        w->first[v] = v_load (cell[0] + v * LANES);
        w->second[v] = v_load (cell[1] + v * LANES);
    }
}

NARROW VEC cost_of (VEC x, VEC y, enum fid_dtw_form form)
{
    VEC c = v_sub (x, y);
    return form == FID_DTW_SCORE ? v_abs (c) : v_mul (c, c);
}

NARROW void first_step (struct way *w, VEC penalty, enum fid_dtw_form form, int vectors)
{
    UNROLL
    for (int v = 0; v < vectors; v++) {
        VEC left = v_drop (w->second[v], w->second[v + 1 < vectors ? v + 1 : 0]);
        VEC c = cost_of (w->x[v], w->y[v], form);
        w->first[v] = best_cell (c, w->first[v], w->second[v], left, penalty, form);
    }
}

/* The second of round r, and the samples of the next round. */
NARROW void second_step (struct way *w, int64_t r, int64_t band, const double *rim, VEC penalty,
                         enum fid_dtw_form form, int vectors)
{
    const VEC new_x = v_set1 (sample_at (&w->side_x, r + vectors * LANES, INFINITY));
    const VEC new_y = v_set1 (sample_at (&w->side_y, r + band + 1, -INFINITY));
    UNROLL
    for (int v = vectors - 1; v >= 0; v--)
        w->y[v] = v_shift (w->y[v], v ? w->y[v ? v - 1 : 0] : new_y);
    UNROLL
    for (int v = 0; v < vectors; v++) {
        VEC up = v_shift (w->first[v], w->first[v ? v - 1 : 0]); /* lane 0 is outside */
        VEC c = cost_of (w->x[v], w->y[v], form);
        if (v == 0 || 2 * v >= vectors)
            c = v_add (c, v_load (rim + v * LANES));
        w->second[v] = best_cell (c, w->second[v], up, w->first[v], penalty, form);
        w->x[v] = v_drop (w->x[v], v + 1 < vectors ? w->x[v + 1 < vectors ? v + 1 : 0] : new_x);
    }
}

/* Both kinds of cells, and infinity after them. */
struct front {
    double first[NARROW_LANES + 1], second[NARROW_LANES + 1];
};

NARROW void store_front (const struct way *w, struct front *to, int vectors)
{
    UNROLL
    for (int v = 0; v < vectors; v++) {
        v_store (to->first + v * LANES, w->first[v]);
        v_store (to->second + v * LANES, w->second[v]);
    }
    to->first[vectors * LANES] = to->second[vectors * LANES] = INFINITY;
}

NARROW double least_of_front (const struct front *f, int64_t band)
{
    double least = INFINITY;
    for (int64_t k = 0; k <= band; k++) {
        double cell = f->first[k] < f->second[k] ? f->first[k] : f->second[k];
        least = cell < least ? cell : least;
    }
    return least;
}

/* The least of a path that goes from the cells of f to those of g, which begin on the next
 * anti-diagonal with the second kind: along a diagonal, or from f's first kind off it. */
NARROW double join_fronts (const struct front *f, const struct front *g, int64_t band,
                           double penalty)
{
    double least = INFINITY;
    for (int64_t k = 0; k <= band; k++) {
        double up = g->second[band - k], left = g->second[band + 1 - k];
        double even = f->first[k] + g->first[band - k], odd = f->second[k] + left;
        double off = f->first[k] + ((up < left ? up : left) + penalty);
        even = odd < even ? odd : even;
        even = off < even ? off : even;
        least = even < least ? even : least;
    }
    return least;
}

NARROW double walk_band (const struct fid_dtw_task *t, int64_t band, enum fid_dtw_form form,
                         int vectors, bool both_ends)
{
    const int64_t n = (int64_t)t->n, m = (int64_t)t->m, start = -((band + 1) / 2);
    /* the end is in lane corner / 2 of the first kind, or the next of the second */
    const int64_t corner = n - m + band;
    const int64_t cut = n - 1 + band % 2; /* rounds of both from which they meet */
    const int64_t rounds = both_ends ? cut / 2 : n - (corner + 1) / 2 - start;
    const VEC penalty = v_set1 (t->penalty);
    struct way f = {.side_x = {t->x, n, 1}, .side_y = {t->y, m, 1}};
    struct way g = {.side_x = {t->x + n - 1, n, -1}, .side_y = {t->y + m - 1, m, -1}};
    struct front front_f, front_g;
    double rim[NARROW_LANES + 1];
    for (int64_t k = 0; k < vectors * LANES; k++)
        rim[k] = 0;
    rim[0] = rim[band + 1] = INFINITY;
    start_way (&f, band, start, vectors);
    if (both_ends)
        start_way (&g, band, start, vectors);
    int64_t r = start;
    for (int64_t done = 0;;) {
        const int64_t stop = done + ROUNDS < rounds ? r + ROUNDS : start + rounds;
        for (; r < stop; r++) {
            first_step (&f, penalty, form, vectors);
            if (both_ends)
                first_step (&g, penalty, form, vectors);
            second_step (&f, r, band, rim, penalty, form, vectors);
            if (both_ends)
                second_step (&g, r, band, rim, penalty, form, vectors);
        }
        done = r - start;
        if (done == rounds)
            break;
        if (t->limit < INFINITY) {
            store_front (&f, &front_f, vectors);
            double least = least_of_front (&front_f, band);
            if (both_ends) {
                store_front (&g, &front_g, vectors);
                least += least_of_front (&front_g, band);
            }
            if (least >= t->limit)
                return INFINITY;
        }
    }
    if (both_ends) {
        if (cut % 2) {
            first_step (&f, penalty, form, vectors);
            second_step (&f, r, band, rim, penalty, form, vectors);
        }
        first_step (&f, penalty, form, vectors);
        store_front (&g, &front_g, vectors);
    }
    store_front (&f, &front_f, vectors);
    if (both_ends)
        return join_fronts (&front_f, &front_g, band, t->penalty);
    return corner % 2 ? front_f.second[(corner + 1) / 2] : front_f.first[corner / 2];
}

NARROW double walk_form (const struct fid_dtw_task *t, int64_t band, enum fid_dtw_form form)
{
    const int64_t lanes = band + 1;
    if (form != FID_DTW_SCORE && t->n == t->m && lanes <= FID_NARROW_BOTH_ENDS)
        return lanes <= LANES                       ? walk_band (t, band, form, 1, true)
               : lanes <= 2 * LANES                 ? walk_band (t, band, form, 2, true)
               : lanes <= 4 * LANES                 ? walk_band (t, band, form, 4, true)
               : VECTORS == 8 || lanes <= 8 * LANES ? walk_band (t, band, form, 8, true)
                                                    : walk_band (t, band, form, VECTORS, true);
    return lanes <= LANES                       ? walk_band (t, band, form, 1, false)
           : lanes <= 2 * LANES                 ? walk_band (t, band, form, 2, false)
           : lanes <= 4 * LANES                 ? walk_band (t, band, form, 4, false)
           : VECTORS == 8 || lanes <= 8 * LANES ? walk_band (t, band, form, 8, false)
                                                : walk_band (t, band, form, VECTORS, false);
}

static double run_narrow (const struct fid_dtw_task *t, int64_t band)
{
    return t->form == FID_DTW_SQUARED   ? walk_form (t, band, FID_DTW_SQUARED)
           : t->form == FID_DTW_AMERCED ? walk_form (t, band, FID_DTW_AMERCED)
                                        : walk_form (t, band, FID_DTW_SCORE);
}
