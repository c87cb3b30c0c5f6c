/* dtw_tile.c - the cells of a part of a DTW table; see dtw_tile.h */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include "metrics/dtw_tile.h"

/* Elements a step. */
static size_t
width (const struct fid_table_f64 *table)
{
    return table->kernel->rows / table->kernel->lanes;
}

static unsigned
log2_of (size_t power)
{
    unsigned log = 0;
    while (power >> log > 1)
        log++;
    return log;
}

static int
tile_init (struct fid_tile *tile, struct fid_table_f64 *table, size_t strips, size_t bytes)
{
    *tile = (struct fid_tile){
        .table = table,
        .strip = malloc (strips * sizeof *tile->strip),
        .turns = malloc (bytes),
        .row_shift = log2_of (table->kernel->rows),
        .lane_shift = log2_of (table->kernel->lanes),
        .loaded = (size_t)-1,
        .d0 = -1,
    };
    return tile->strip && tile->turns ? GSL_SUCCESS : GSL_ENOMEM;
}

void
fid_tile_clear (struct fid_tile *tile)
{
    free (tile->strip);
    free (tile->turns);
    *tile = (struct fid_tile){0};
}

/* Load strip k of the tile into the table, ready for its first step. */
static void
load (struct fid_tile *tile, size_t k)
{
    struct fid_strip_f64 *strip = &tile->table->strip;
    const size_t rows = tile->table->kernel->rows, row = tile->i0 + k * rows;
    if (tile->loaded != row)
        fid_table_f64_strip (tile->table, row);
    else /* only its state has changed */
        for (size_t l = 0; l < rows; l++)
            strip->left[l] = strip->corner[l] = INFINITY;
    tile->loaded = row;
}

static void
run (struct fid_tile *tile, size_t k, int64_t from, int64_t to)
{
    struct fid_strip_f64 *strip = &tile->table->strip;
    strip->turns = tile->strip[k].turns;
    strip->turns_at = tile->strip[k].from - (int64_t)tile->loaded;
    tile->table->kernel->run (strip, from, to);
    strip->turns = NULL;
}

size_t
fid_tile_all_bytes (const struct fid_table_f64 *table, size_t *steps)
{
    const size_t rows = table->kernel->rows, n = table->task->n;
    *steps = 0;
    for (size_t i0 = 0; i0 < n; i0 += rows) {
        size_t last = (n - i0 < rows ? n - i0 : rows) - 1;
        struct fid_band_row top = fid_band_row (&table->task->band, i0),
                            bottom = fid_band_row (&table->task->band, i0 + last);
        *steps += (size_t)(bottom.hi - top.lo) + last + 2;
    }
    const size_t bytes = width (table) * sizeof (uint16_t); /* a step */
    return *steps > SIZE_MAX / bytes ? SIZE_MAX : *steps * bytes;
}

int
fid_tile_all (struct fid_tile *tile, struct fid_table_f64 *table, double *sum)
{
    const size_t rows = table->kernel->rows, n = table->task->n, strips = (n + rows - 1) / rows;
    size_t steps, bytes = fid_tile_all_bytes (table, &steps);
    int rc = tile_init (tile, table, strips, bytes);
    if (rc)
        return rc;
    uint16_t *turns = tile->turns;
    for (size_t k = 0; k < strips; k++) {
        load (tile, k);
        int64_t from = (int64_t)table->strip.first[0] - 1,
                end = fid_table_f64_end (table, k * rows);
        tile->strip[k] = (struct fid_tile_strip){turns, from + (int64_t)(k * rows)};
        run (tile, k, from, end);
        turns += (size_t)(end - from + 1) * width (table);
    }
    *sum = table->strip.left[n - 1 - (strips - 1) * rows];
    return GSL_SUCCESS;
}

int
fid_tile_init (struct fid_tile *tile, struct fid_table_f64 *table,
               const struct fid_marks *marks)
{
    const size_t strips = marks->side / table->kernel->rows, part = marks->side * width (table);
    int rc = tile_init (tile, table, strips, strips * part * sizeof *tile->turns);
    tile->marks = marks;
    for (size_t k = 0; !rc && k < strips; k++)
        tile->strip[k].turns = tile->turns + k * part;
    return rc;
}

/* The edge above the tile's first strip, as far as the tile may look. */
static void
tile_edge (struct fid_tile *tile)
{
    double *edge = tile->table->strip.edge;
    const int64_t reach = (int64_t)(tile->marks->side + tile->table->kernel->rows),
                  m1 = (int64_t)tile->table->task->m - 1;
    int64_t lo = tile->d0 - (int64_t)tile->i0 - reach, hi = lo + 2 * reach;
    for (int64_t j = lo < -1 ? -1 : lo; j <= (hi < m1 ? hi : m1); j++)
        edge[-j] = INFINITY;
    if (tile->i0 == 0)
        return;
    const struct fid_marks_row *above = tile->marks->row + tile->i0 / tile->marks->side;
    lo = lo < above->lo ? above->lo : lo;
    hi = hi > above->hi ? above->hi : hi;
    if (lo <= hi)
        memcpy (edge - hi, tile->marks->values + above->at + (above->hi - hi),
                (size_t)(hi - lo + 1) * sizeof *edge);
}

/* Fill strip k of the tile up to diagonal d1; `above` is the last cell of the
 * strip before it on diagonal d0. Returns its own last. */
static double
tile_strip (struct fid_tile *tile, size_t k, int64_t d1, double above)
{
    struct fid_strip_f64 *strip = &tile->table->strip;
    const size_t rows = tile->table->kernel->rows, row = tile->i0 + k * rows;
    const int64_t i0 = (int64_t)row, m1 = (int64_t)tile->table->task->m - 1;
    const double *state = fid_marks_state (tile->marks, rows, row / rows, tile->d0);

    load (tile, k);
    int64_t begin = (int64_t)strip->first[0] - 1, end = fid_table_f64_end (tile->table, row),
            j = tile->d0 - i0 + 1;
    const bool over = !state && begin <= tile->d0 - i0;
    if (state) {
        memcpy (strip->left, state, rows * sizeof *state);
        memcpy (strip->corner, state + rows, rows * sizeof *state);
        begin = tile->d0 + 1 - i0;
    }
    const double last = strip->left[rows - 1];
    if (k && j >= 0 && j <= m1)
        strip->edge[-j] = above;
    tile->strip[k].from = tile->d0 + 1;
    if (!over)
        run (tile, k, begin, d1 - i0 < end ? d1 - i0 : end);
    return last;
}

/* Make it the tile that has the way to (i, j), and to what is above and left. */
static void
tile_fill (struct fid_tile *tile, size_t i, size_t j)
{
    const size_t rows = tile->table->kernel->rows, side = tile->marks->side;
    const int64_t d = (int64_t)(i + j);
    tile->i0 = i / side * side;
    tile->d0 = (d - 1) / (int64_t)side * (int64_t)side;
    tile_edge (tile);
    double last = INFINITY;
    for (size_t k = 0; tile->i0 + k * rows <= i; k++)
        last = tile_strip (tile, k, d, last);
}

enum fid_turn
fid_tile_turn (struct fid_tile *tile, size_t i, size_t j)
{
    const int64_t d = (int64_t)(i + j);
    if (tile->marks && (tile->d0 < 0 || i < tile->i0 || d <= tile->d0))
        tile_fill (tile, i, j);
    const unsigned row_shift = tile->row_shift, lane_shift = tile->lane_shift;
    const size_t row = i - tile->i0, lane = row & (((size_t)1 << lane_shift) - 1);
    const struct fid_tile_strip *strip = tile->strip + (row >> row_shift);
    const size_t vectors = (size_t)(d - strip->from) << (row_shift - lane_shift),
                 vector = (row & (((size_t)1 << row_shift) - 1)) >> lane_shift;
    const unsigned turn = (unsigned)strip->turns[vectors + vector] >> lane;
    return turn >> (1 << lane_shift) & 1 ? FID_TURN_LEFT
           : turn & 1                    ? FID_TURN_UP
                                         : FID_TURN_CORNER;
}
