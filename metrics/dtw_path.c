/* dtw_path.c - the optimal path of a DTW table; see dtw_marks.h */
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include "metrics/dtw.h"
#include "metrics/dtw_tile.h"

/* Where a strip is longer than this the tiles that a path crosses are a small
 * part of the table; below, filling all once and keeping the ways is faster. */
enum { LONG_STRIP = 1024 };
#define WHOLE_BYTES ((size_t)16 << 20)

/* Go back from the last cell to (0, 0), writing the cells of the path from the
 * end of i and j downwards; returns how many. */
static size_t
trace (struct fid_tile *tile, size_t *i, size_t *j)
{
    size_t a = tile->table->task->n - 1, b = tile->table->task->m - 1, cells = 0;
    for (;;) {
        *--i = a;
        *--j = b;
        cells++;
        if (a + b == 0)
            return cells;
        enum fid_turn turn = fid_tile_turn (tile, a, b);
        if (a == 0 || b == 0) /* one way only, also where sums are infinite */
            turn = a == 0 ? FID_TURN_LEFT : FID_TURN_UP;
        a -= turn != FID_TURN_LEFT;
        b -= turn != FID_TURN_UP;
    }
}

/* Fill the table, and a tile from which the path can be traced. */
static int
fill (struct fid_table_f64 *table, size_t side, struct fid_marks *marks, struct fid_tile *tile,
      double *sum)
{
    if (!side) {
        size_t steps, bytes = fid_tile_all_bytes (table, &steps),
                      width = steps / (table->task->n / table->kernel->rows + 1);
        if (bytes <= WHOLE_BYTES && width <= LONG_STRIP)
            return fid_tile_all (tile, table, sum);
        side = fid_marks_side (width);
    }
    int rc = fid_marks_init (marks, table, side);
    if (rc)
        return rc;
    *sum = fid_marks_fill (marks, table);
    return fid_tile_init (tile, table, marks);
}

int
fid_marks_path (const struct fid_dtw_task *task, size_t side, double *sum,
                struct fid_dtw_path *path)
{
    struct fid_table_f64 table = {0};
    struct fid_marks marks = {0};
    struct fid_tile tile = {0};
    const size_t room = task->n + task->m;
    double d;
    size_t *ij = malloc (2 * room * sizeof *ij);
    int rc = ij ? fid_table_f64_init (&table, task) : GSL_ENOMEM;
    if (!rc)
        rc = fill (&table, side, &marks, &tile, &d);
    if (rc)
        goto done;
    *sum = d;
    *path = (struct fid_dtw_path){ij, NULL, 0};
    path->n = trace (&tile, ij + room, ij + 2 * room);
    path->j = ij + path->n;
    memmove (path->i, ij + room - path->n, path->n * sizeof *ij);
    memmove (path->j, ij + 2 * room - path->n, path->n * sizeof *ij);
    ij = NULL;
done:
    fid_tile_clear (&tile);
    fid_marks_clear (&marks);
    fid_table_f64_clear (&table);
    free (ij);
    return rc;
}
