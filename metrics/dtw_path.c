/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dtw_path.c - the optimal path of a DTW table; see dtw_path.h
 *
 * Three steps, from the top of this file down:
 *  checkpoints  While the table is filled, the row above every `side` rows is kept, and the
 *               state of every strip at every `side` anti-diagonals d = i + j.  They cut the
 *               table into tiles of side rows by side diagonals, each of which can be filled
 *               again alone.  3 cells / side values are kept.
 *  tiles        The kernels tell for each cell which of its neighbours is the best one; a
 *               tile keeps that for some strips and some diagonals.
 *  trace        A path crosses at most (n + m) / side + n / side tiles, so about 3 side n
 *               cells are filled twice. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include "metrics/dtw_path.h"

/* The row above a group of `side` rows: columns lo..hi, back to front. */
struct marks_row {
    int64_t lo, hi;
    size_t at; /* where column hi is in values */
};

/* The states of one strip, left and corner, rows each, at the diagonals
 * first, first + side, ...; n of them. */
struct marks_strip {
    int64_t first;
    size_t n, at;
};

struct marks {
    size_t side;
    struct marks_row *row;     /* owned; a group each, none for group 0 */
    struct marks_strip *strip; /* owned; a strip each */
    double *values;            /* owned */
};

/* The multiples of side in first..last: how many, from *first on. */
static size_t count_multiples (int64_t *first, int64_t last, int64_t side)
{
    *first = *first <= 0 ? 0 : (*first + side - 1) / side * side;
    return *first > last ? 0 : (size_t)((last - *first) / side + 1);
}

/* Set the place of each mark.  Returns how many numbers they are. */
static size_t lay_out (struct marks *marks, const struct fid_dtw_table *t)
{
    const size_t rows = t->kernel->rows, n = t->task->n;
    const struct fid_band *band = &t->task->band;
    size_t total = 0;
    for (size_t i0 = 0, s = 0; i0 < n; i0 += rows, s++) {
        size_t last = (n - i0 < rows ? n : i0 + rows) - 1;
        struct fid_band_row top = fid_band_row (band, i0), bottom = fid_band_row (band, last);
        int64_t first = top.lo - 1 + (int64_t)i0;
        size_t count =
            count_multiples (&first, bottom.hi + (int64_t)last, (int64_t)marks->side);
        marks->strip[s] = (struct marks_strip){first, count, total};
        total += count * 2 * rows;
        if (i0 == 0 || i0 % marks->side)
            continue;
        struct fid_band_row above = fid_band_row (band, i0 - 1);
        int64_t lo = top.lo - 1 > above.lo ? top.lo - 1 : above.lo; /* what row i0 looks at */
        marks->row[i0 / marks->side] = (struct marks_row){lo, above.hi, total};
        total += (size_t)(above.hi - lo + 1);
    }
    return total;
}

/* A side for rows of that many cells, 64 to 1024: near twice the root.  Filling tiles again
 * costs some 4.5 side / width of the time of the distance, memory for marks that the system
 * has to find first 35 / side. */
static size_t marks_side (size_t width)
{
    size_t side = 64;
    while (side < 1024 && side / 2 * (side / 2) < width)
        side *= 2;
    return side;
}

static void marks_clear (struct marks *marks)
{
    free (marks->row);
    free (marks->strip);
    free (marks->values);
    *marks = (struct marks){0};
}

/* Room for the table's marks; side is a multiple of the strips' rows.
 * Returns 0 or GSL_ENOMEM. */
static int marks_init (struct marks *marks, const struct fid_dtw_table *t, size_t side)
{
    const size_t n = t->task->n;
    size_t total = 0;
    *marks = (struct marks){
        .side = side,
        .row = malloc ((n / side + 1) * sizeof *marks->row),
        .strip = malloc ((n / t->kernel->rows + 1) * sizeof *marks->strip),
    };
    if (!marks->row || !marks->strip)
        goto no_memory;
    total = lay_out (marks, t);
    if (total <= SIZE_MAX / sizeof (double))
        marks->values = malloc ((total ? total : 1) * sizeof (double));
    if (marks->values)
        return GSL_SUCCESS;
no_memory:
    marks_clear (marks);
    return GSL_ENOMEM;
}

static void keep_state (struct marks *marks, const struct fid_dtw_table *t, size_t s, int64_t d)
{
    const size_t rows = t->kernel->rows;
    const struct marks_strip *strip = marks->strip + s;
    double *to = marks->values + strip->at +
                 (size_t)((d - strip->first) / (int64_t)marks->side) * 2 * rows;
    memcpy (to, t->strip.left, rows * sizeof *to);
    memcpy (to + rows, t->strip.corner, rows * sizeof *to);
}

/* Fill the table from its first row to the last and keep the marks.  Returns D(n,m) with
 * the same bits as fid_dtw_table_sum (). */
static double marks_fill (struct marks *marks, struct fid_dtw_table *t)
{
    const size_t rows = t->kernel->rows, n = t->task->n;
    for (size_t i0 = 0, s = 0;; i0 += rows, s++) {
        if (i0 && i0 % marks->side == 0) {
            const struct marks_row *row = marks->row + i0 / marks->side;
            memcpy (marks->values + row->at, t->strip.edge - row->hi,
                    (size_t)(row->hi - row->lo + 1) * sizeof (double));
        }
        fid_dtw_table_strip (t, i0);
        int64_t from = (int64_t)t->strip.first[0] - 1, end = fid_dtw_table_end (t, i0);
        const struct marks_strip *strip = marks->strip + s;
        for (size_t k = 0; k < strip->n; k++) {
            int64_t d = strip->first + (int64_t)(k * marks->side);
            t->kernel->run (&t->strip, from, d - (int64_t)i0);
            from = d - (int64_t)i0 + 1;
            keep_state (marks, t, s, d);
        }
        t->kernel->run (&t->strip, from, end);
        if (n - i0 <= rows)
            return t->strip.left[n - 1 - i0];
    }
}

/* The state of strip s at diagonal d, a multiple of side; NULL if the strip has not begun
 * then, or is over. */
static const double *marks_state (const struct marks *marks, size_t rows, size_t s, int64_t d)
{
    const struct marks_strip *strip = marks->strip + s;
    if (d < strip->first || (size_t)((d - strip->first) / (int64_t)marks->side) >= strip->n)
        return NULL;
    return marks->values + strip->at +
           (size_t)((d - strip->first) / (int64_t)marks->side) * 2 * rows;
}

/* A strip's part: see turns in dtw_strip.h; diagonal `from` is the first. */
struct tile_strip {
    uint16_t *turns; /* borrowed */
    int64_t from;
};

/* Strips from row i0 on, diagonals after d0. */
struct tile {
    struct fid_dtw_table *table;    /* borrowed; its strip is used */
    const struct marks *marks;      /* borrowed; NULL: the tile is the table */
    unsigned row_shift, lane_shift; /* rows = 1 << row_shift; lanes */
    size_t i0;
    int64_t d0;
    struct tile_strip *strip; /* owned */
    uint16_t *turns;          /* owned */
    size_t loaded;            /* first row of the strip that table has; -1: none */
};

/* The neighbour a cell's best sum comes from; corner, up, left in case of ties. */
enum turn { TURN_CORNER, TURN_UP, TURN_LEFT };

/* Elements a step. */
static size_t step_width (const struct fid_dtw_table *table)
{
    return table->kernel->rows / table->kernel->lanes;
}

static unsigned log2_of (size_t power)
{
    unsigned log = 0;
    while (power >> log > 1)
        log++;
    return log;
}

static int tile_alloc (struct tile *tile, struct fid_dtw_table *table, size_t strips,
                       size_t bytes)
{
    *tile = (struct tile){
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

static void tile_clear (struct tile *tile)
{
    free (tile->strip);
    free (tile->turns);
    *tile = (struct tile){0};
}

/* Load strip k of the tile into the table, ready for its first step. */
static void load_strip (struct tile *tile, size_t k)
{
    struct fid_strip *strip = &tile->table->strip;
    const size_t rows = tile->table->kernel->rows, row = tile->i0 + k * rows;
    if (tile->loaded != row)
        fid_dtw_table_strip (tile->table, row);
    else /* only its state has changed */
        for (size_t l = 0; l < rows; l++)
            strip->left[l] = strip->corner[l] = INFINITY;
    tile->loaded = row;
}

static void run_strip (struct tile *tile, size_t k, int64_t from, int64_t to)
{
    struct fid_strip *strip = &tile->table->strip;
    strip->turns = tile->strip[k].turns;
    strip->turns_at = tile->strip[k].from - (int64_t)tile->loaded;
    tile->table->kernel->run (strip, from, to);
    strip->turns = NULL;
}

/* The bytes of a tile that is all of the table, and its steps. */
static size_t tile_all_bytes (const struct fid_dtw_table *table, size_t *steps)
{
    const size_t rows = table->kernel->rows, n = table->task->n;
    *steps = 0;
    for (size_t i0 = 0; i0 < n; i0 += rows) {
        size_t last = (n - i0 < rows ? n - i0 : rows) - 1;
        struct fid_band_row top = fid_band_row (&table->task->band, i0),
                            bottom = fid_band_row (&table->task->band, i0 + last);
        *steps += (size_t)(bottom.hi - top.lo) + last + 2;
    }
    const size_t bytes = step_width (table) * sizeof (uint16_t); /* a step */
    return *steps > SIZE_MAX / bytes ? SIZE_MAX : *steps * bytes;
}

/* Fill the table, which is before its first row, and keep the turns of all of it; D(n,m) to
 * *sum.  Returns 0 or GSL_ENOMEM; call tile_clear even then. */
static int tile_all (struct tile *tile, struct fid_dtw_table *table, double *sum)
{
    const size_t rows = table->kernel->rows, n = table->task->n, strips = (n + rows - 1) / rows;
    size_t steps, bytes = tile_all_bytes (table, &steps);
    FID_TRY_CODE (tile_alloc (tile, table, strips, bytes));
    uint16_t *turns = tile->turns;
    for (size_t k = 0; k < strips; k++) {
        load_strip (tile, k);
        int64_t from = (int64_t)table->strip.first[0] - 1,
                end = fid_dtw_table_end (table, k * rows);
        tile->strip[k] = (struct tile_strip){turns, from + (int64_t)(k * rows)};
        run_strip (tile, k, from, end);
        turns += (size_t)(end - from + 1) * step_width (table);
    }
    *sum = table->strip.left[n - 1 - (strips - 1) * rows];
    return GSL_SUCCESS;
}

/* A tile of the marks' size, of a table that they were made of.  Returns as above. */
static int tile_init_marks (struct tile *tile, struct fid_dtw_table *table,
                            const struct marks *marks)
{
    const size_t strips = marks->side / table->kernel->rows,
                 part = marks->side * step_width (table);
    int rc = tile_alloc (tile, table, strips, strips * part * sizeof *tile->turns);
    tile->marks = marks;
    for (size_t k = 0; !rc && k < strips; k++)
        tile->strip[k].turns = tile->turns + k * part;
    return rc;
}

/* The edge above the tile's first strip, as far as the tile may look. */
static void tile_edge (struct tile *tile)
{
    double *edge = tile->table->strip.edge;
    const int64_t reach = (int64_t)(tile->marks->side + tile->table->kernel->rows),
                  m1 = (int64_t)tile->table->task->m - 1;
    int64_t lo = tile->d0 - (int64_t)tile->i0 - reach, hi = lo + 2 * reach;
    for (int64_t j = lo < -1 ? -1 : lo; j <= (hi < m1 ? hi : m1); j++)
        edge[-j] = INFINITY;
    if (tile->i0 == 0)
        return;
    const struct marks_row *above = tile->marks->row + tile->i0 / tile->marks->side;
    lo = lo < above->lo ? above->lo : lo;
    hi = hi > above->hi ? above->hi : hi;
    if (lo <= hi)
        memcpy (edge - hi, tile->marks->values + above->at + (above->hi - hi),
                (size_t)(hi - lo + 1) * sizeof *edge);
}

/* Fill strip k of the tile up to diagonal d1; `above` is the last cell of the
 * strip before it on diagonal d0. Returns its own last. */
static double tile_strip (struct tile *tile, size_t k, int64_t d1, double above)
{
    struct fid_strip *strip = &tile->table->strip;
    const size_t rows = tile->table->kernel->rows, row = tile->i0 + k * rows;
    const int64_t i0 = (int64_t)row, m1 = (int64_t)tile->table->task->m - 1;
    const double *state = marks_state (tile->marks, rows, row / rows, tile->d0);

    load_strip (tile, k);
    int64_t begin = (int64_t)strip->first[0] - 1, end = fid_dtw_table_end (tile->table, row),
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
        run_strip (tile, k, begin, d1 - i0 < end ? d1 - i0 : end);
    return last;
}

/* Make it the tile that has the way to (i, j), and to what is above and left. */
static void tile_fill (struct tile *tile, size_t i, size_t j)
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

/* The turn at cell (i, j), 0-based and not (0, 0), which must be in the band. */
static enum turn tile_turn (struct tile *tile, size_t i, size_t j)
{
    const int64_t d = (int64_t)(i + j);
    if (tile->marks && (tile->d0 < 0 || i < tile->i0 || d <= tile->d0))
        tile_fill (tile, i, j);
    const unsigned row_shift = tile->row_shift, lane_shift = tile->lane_shift;
    const size_t row = i - tile->i0, lane = row & (((size_t)1 << lane_shift) - 1);
    const struct tile_strip *strip = tile->strip + (row >> row_shift);
    const size_t vectors = (size_t)(d - strip->from) << (row_shift - lane_shift),
                 vector = (row & (((size_t)1 << row_shift) - 1)) >> lane_shift;
    const unsigned turn = (unsigned)strip->turns[vectors + vector] >> lane;
    return turn >> (1 << lane_shift) & 1 ? TURN_LEFT : turn & 1 ? TURN_UP : TURN_CORNER;
}

/* Where a strip is longer than this the tiles that a path crosses are a small
 * part of the table; below, filling all once and keeping the ways is faster. */
enum { LONG_STRIP = 1024 };
#define WHOLE_BYTES ((size_t)16 << 20)

/* Go back from the last cell to (0, 0), writing the cells of the path from the
 * end of i and j downwards; returns how many. */
static size_t trace_tile (struct tile *tile, size_t *i, size_t *j)
{
    size_t a = tile->table->task->n - 1, b = tile->table->task->m - 1, cells = 0;
    for (;;) {
        *--i = a;
        *--j = b;
        cells++;
        if (a + b == 0)
            return cells;
        enum turn turn = tile_turn (tile, a, b);
        if (a == 0 || b == 0) /* one way only, also where sums are infinite */
            turn = a == 0 ? TURN_LEFT : TURN_UP;
        a -= turn != TURN_LEFT;
        b -= turn != TURN_UP;
    }
}

/* Fill the table, and a tile from which the path can be traced. */
static int fill_table (struct fid_dtw_table *table, size_t side, struct marks *marks,
                       struct tile *tile, double *sum)
{
    if (!side) {
        size_t steps, bytes = tile_all_bytes (table, &steps),
                      width = steps / (table->task->n / table->kernel->rows + 1);
        if (bytes <= WHOLE_BYTES && width <= LONG_STRIP)
            return tile_all (tile, table, sum);
        side = marks_side (width);
    }
    FID_TRY_CODE (marks_init (marks, table, side));
    *sum = marks_fill (marks, table);
    return tile_init_marks (tile, table, marks);
}

int fid_marks_path (const struct fid_dtw_task *task, size_t side, double *sum,
                    struct fid_dtw_path *path)
{
    struct fid_dtw_table table = {0};
    struct marks marks = {0};
    struct tile tile = {0};
    const size_t room = task->n + task->m;
    double d;
    size_t *ij = malloc (2 * room * sizeof *ij);
    int rc = ij ? fid_dtw_table_init (&table, task) : GSL_ENOMEM;
    if (!rc)
        rc = fill_table (&table, side, &marks, &tile, &d);
    if (rc)
        goto done;
    *sum = d;
    *path = (struct fid_dtw_path){ij, NULL, 0};
    path->n = trace_tile (&tile, ij + room, ij + 2 * room);
    path->j = ij + path->n;
    memmove (path->i, ij + room - path->n, path->n * sizeof *ij);
    memmove (path->j, ij + 2 * room - path->n, path->n * sizeof *ij);
    ij = NULL;
done:
    tile_clear (&tile);
    marks_clear (&marks);
    fid_dtw_table_clear (&table);
    free (ij);
    return rc;
}
