/* dtw_tile.h - the ways taken in a part of a DTW table, to follow a path back
 *
 * The kernels tell for each cell which of its neighbours is the best one; a tile
 * keeps that of some strips and some anti-diagonals d = i + j. */
#ifndef FID_DTW_TILE_H
#define FID_DTW_TILE_H

#include "metrics/dtw_marks.h"

/* A strip's part: see turns in dtw_strip.h; diagonal `from` is the first. */
struct fid_tile_strip {
    uint16_t *turns; /* borrowed */
    int64_t from;
};

/* Strips from row i0 on, diagonals after d0. */
struct fid_tile {
    struct fid_table_f64 *table;    /* borrowed; its strip is used */
    const struct fid_marks *marks;  /* borrowed; NULL: the tile is the table */
    unsigned row_shift, lane_shift; /* rows = 1 << row_shift; lanes */
    size_t i0;
    int64_t d0;
    struct fid_tile_strip *strip; /* owned */
    uint16_t *turns;              /* owned */
    size_t loaded;                /* first row of the strip that table has; -1: none */
};

/* The neighbour a cell's best sum comes from; corner, up, left in case of ties. */
enum fid_turn { FID_TURN_CORNER, FID_TURN_UP, FID_TURN_LEFT };

/* How many bytes all of the table is, and how many steps. */
size_t fid_tile_all_bytes (const struct fid_table_f64 *table, size_t *steps);

/* Fill the table, which is before its first row, and keep the ways of all of it;
 * D(n,m) to *sum.  GSL_ENOMEM, or 0.  Cleared by the caller, also then. */
int fid_tile_all (struct fid_tile *tile, struct fid_table_f64 *table, double *sum);

/* A tile of marks' size, of a table that they were made of; as above. */
int fid_tile_init (struct fid_tile *tile, struct fid_table_f64 *table,
                   const struct fid_marks *marks);

void fid_tile_clear (struct fid_tile *tile);

/* The way to cell (i, j), 0-based and not (0, 0), which must be in the band. */
enum fid_turn fid_tile_turn (struct fid_tile *tile, size_t i, size_t j);

#endif
