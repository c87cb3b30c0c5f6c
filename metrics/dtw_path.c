/* dtw_path.c - the optimal path of a DTW table that was not kept; see dtw_marks.h */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include "metrics/dtw.h"
#include "metrics/dtw_marks.h"

/* One tile, filled again: rows i0 .. i0 + side - 1, diagonals after d0, with the
 * values of the two diagonals before and of the row above. */
struct tile {
    const struct fid_marks *marks;
    struct fid_table_f64 *table;
    size_t i0;
    int64_t d0;
    const struct fid_marks_row *above; /* NULL: i0 is 0 */
    int64_t *lo, *hi;                  /* owned, side each: the band of its rows */
    double *cells;                     /* owned: cell (i, d) of a strip's row l is at
                                          [strip][d - (d0 - 1)][l] */
};

static int
tile_init (struct tile *tile, const struct fid_marks *marks, struct fid_table_f64 *table)
{
    const size_t side = marks->side;
    *tile = (struct tile){
        .marks = marks,
        .table = table,
        .lo = malloc (2 * side * sizeof *tile->lo),
        .cells = malloc (side * (side + 2) * sizeof *tile->cells),
    };
    if (!tile->lo || !tile->cells)
        return GSL_ENOMEM;
    tile->hi = tile->lo + side;
    return GSL_SUCCESS;
}

static void
tile_clear (struct tile *tile)
{
    free (tile->lo);
    free (tile->cells);
}

/* The edge above the tile's first strip, as far as the tile may look. */
static void
tile_edge (struct tile *tile)
{
    double *edge = tile->table->strip.edge;
    const int64_t reach = (int64_t)(tile->marks->side + tile->table->kernel->rows),
                  m1 = (int64_t)tile->table->task->m - 1;
    int64_t lo = tile->d0 - (int64_t)tile->i0 - reach, hi = lo + 2 * reach;
    for (int64_t j = lo < -1 ? -1 : lo; j <= (hi < m1 ? hi : m1); j++)
        edge[-j] = INFINITY;
    if (!tile->above)
        return;
    lo = lo < tile->above->lo ? tile->above->lo : lo;
    hi = hi > tile->above->hi ? tile->above->hi : hi;
    if (lo <= hi)
        memcpy (edge - hi, tile->marks->values + tile->above->at + (tile->above->hi - hi),
                (size_t)(hi - lo + 1) * sizeof *edge);
}

/* Fill strip k of the tile up to diagonal d1. */
static void
tile_strip (struct tile *tile, size_t k, int64_t d1)
{
    struct fid_strip_f64 *strip = &tile->table->strip;
    const size_t rows = tile->table->kernel->rows, first_row = tile->i0 + k * rows;
    double *cells = tile->cells + k * rows * (tile->marks->side + 2);
    const double *state = fid_marks_state (tile->marks, rows, first_row / rows, tile->d0);
    const int64_t offset = (int64_t)first_row, m1 = (int64_t)tile->table->task->m - 1;

    fid_table_f64_strip (tile->table, first_row);
    for (size_t l = 0; l < rows; l++) {
        tile->lo[k * rows + l] = (int64_t)strip->first[l] - (int64_t)l;
        tile->hi[k * rows + l] = (int64_t)strip->last[l] - (int64_t)l;
    }
    int64_t begin = (int64_t)strip->first[0] - 1,
            end = fid_table_f64_end (tile->table, first_row);
    const bool over = !state && begin <= tile->d0 - offset;
    if (state) {
        memcpy (strip->left, state, rows * sizeof *state);
        memcpy (strip->corner, state + rows, rows * sizeof *state);
        begin = tile->d0 + 1 - offset;
    }
    /* corner is the diagonal d0 - 1, a row down */
    memcpy (cells, strip->corner + 1, (rows - 1) * sizeof *cells);
    memcpy (cells + rows, strip->left, rows * sizeof *cells);
    if (k) { /* what the strip above has kept of those two diagonals */
        double *before = cells - rows * (tile->marks->side + 2);
        int64_t j = tile->d0 - offset + 1;
        before[rows - 1] = strip->corner[0];
        if (j >= 0 && j <= m1)
            strip->edge[-j] = before[2 * rows - 1];
    }
    if (over)
        return;
    strip->trail = cells;
    strip->trail_at = tile->d0 - 1 - offset;
    d1 -= offset;
    tile->table->kernel->run (strip, begin, d1 < end ? d1 : end);
    strip->trail = NULL;
}

/* Make the tile one from which the steps back to cell (i, j) can be told. */
static void
tile_fill (struct tile *tile, size_t i, size_t j)
{
    const size_t rows = tile->table->kernel->rows, side = tile->marks->side;
    const int64_t d = (int64_t)(i + j);
    tile->i0 = i / side * side;
    tile->d0 = (d - 1) / (int64_t)side * (int64_t)side;
    tile->above = tile->i0 ? tile->marks->row + tile->i0 / side : NULL;
    tile_edge (tile);
    for (size_t k = 0; tile->i0 + k * rows <= i; k++)
        tile_strip (tile, k, d - 1);
}

/* D(i, j), 0-based, a neighbour of a cell in the tile. */
static inline double
tile_value (const struct tile *tile, int64_t i, int64_t j)
{
    const size_t rows = tile->table->kernel->rows;
    int64_t l = i - (int64_t)tile->i0;
    if (l < 0) {
        const struct fid_marks_row *above = tile->above;
        return above && j >= above->lo && j <= above->hi
                   ? tile->marks->values[above->at + (size_t)(above->hi - j)]
                   : INFINITY;
    }
    if (j < tile->lo[l] || j > tile->hi[l])
        return INFINITY;
    size_t strip = (size_t)l / rows, lane = (size_t)l % rows;
    return tile->cells[strip * rows * (tile->marks->side + 2) +
                       (size_t)(i + j - (tile->d0 - 1)) * rows + lane];
}

/* Go back from the last cell to (0, 0), writing the cells of the path from the
 * end of i and j downwards; returns how many. */
static size_t
trace (struct tile *tile, size_t *i, size_t *j)
{
    const struct fid_dtw_task *task = tile->table->task;
    size_t a = task->n - 1, b = task->m - 1, cells = 0;
    tile->d0 = -1;
    for (;;) {
        *--i = a;
        *--j = b;
        cells++;
        if (a + b == 0)
            return cells;
        if (cells == 1 || a < tile->i0 || (int64_t)(a + b) <= tile->d0)
            tile_fill (tile, a, b);
        /* dtw.h: as the sums are written there, the first of equals */
        int64_t si = (int64_t)a, sj = (int64_t)b;
        double c = fid_l1 (task->x + a * task->dim, task->y + b * task->dim, task->dim);
        double best = tile_value (tile, si - 1, sj - 1) + (c + c),
               up = tile_value (tile, si - 1, sj) + (c + task->penalty),
               left = tile_value (tile, si, sj - 1) + (c + task->penalty);
        bool go_left = left < up && left < best, go_up = !go_left && up < best;
        if (a == 0 || b == 0) { /* one way only, also where sums are infinite */
            go_left = a == 0;
            go_up = b == 0;
        }
        a -= !go_left;
        b -= !go_up;
    }
}

int
fid_marks_path (const struct fid_dtw_task *task, size_t bytes, double *sum,
                struct fid_dtw_path *path)
{
    struct fid_table_f64 table = {0};
    struct fid_marks marks = {0};
    struct tile tile = {0};
    const size_t room = task->n + task->m;
    size_t *ij = malloc (2 * room * sizeof *ij);
    int rc = ij ? fid_table_f64_init (&table, task) : GSL_ENOMEM;
    if (!rc)
        rc = fid_marks_init (&marks, &table, bytes);
    if (!rc)
        rc = tile_init (&tile, &marks, &table);
    if (rc)
        goto done;
    *sum = fid_marks_fill (&marks, &table);
    *path = (struct fid_dtw_path){ij, NULL, 0};
    path->n = trace (&tile, ij + room, ij + 2 * room);
    path->j = ij + path->n;
    memmove (path->i, ij + room - path->n, path->n * sizeof *ij);
    memmove (path->j, ij + 2 * room - path->n, path->n * sizeof *ij);
    ij = NULL;
done:
    tile_clear (&tile);
    fid_marks_clear (&marks);
    fid_table_f64_clear (&table);
    free (ij);
    return rc;
}
