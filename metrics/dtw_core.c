/* dtw_core.c - the DTW recursions, plain and row by row; see dtw.h */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <gsl/gsl_errno.h>
#include "metrics/dtw.h"

enum { DIAGONAL, UP, LEFT };

/* Columns lo..hi (0-based, inclusive) that the band allows in a row. */
struct row {
    size_t lo, hi;
};

/* The band of one pair of lengths, in exact integers. */
struct band {
    int64_t n1, m1; /* lengths less 1 */
    int64_t slack;  /* band_n (max (n, m) - 1) */
};

static struct band
band_init (size_t n, size_t m, size_t band_n)
{
    size_t longer = n > m ? n : m;
    if (n != m && band_n == 0)
        band_n = 1; /* see dtw.h: a path must exist */
    if (band_n > longer)
        band_n = longer;
    return (struct band){(int64_t)n - 1, (int64_t)m - 1, (int64_t)(band_n * (longer - 1))};
}

static struct row
band_row (const struct band *b, size_t i)
{
    int64_t centre = (int64_t)i * b->m1, lo = centre - b->slack, hi = centre + b->slack;
    if (b->n1 == 0)
        return (struct row){0, (size_t)b->m1};
    lo = lo <= 0 ? 0 : (lo + b->n1 - 1) / b->n1;
    hi = hi / b->n1;
    return (struct row){(size_t)lo, (size_t)(hi < b->m1 ? hi : b->m1)};
}

size_t
fid_dtw_cells (size_t n, size_t m, size_t band_n)
{
    if (!n || !m)
        return 0;
    struct band b = band_init (n, m, band_n);
    size_t cells = 0;
    for (size_t i = 0; i < n; i++) {
        struct row r = band_row (&b, i);
        cells += r.hi - r.lo + 1;
    }
    return cells;
}

double
fid_l1 (const double *a, const double *b, size_t dim)
{
    double c = fabs (a[0] - b[0]);
    for (size_t k = 1; k < dim; k++)
        c += fabs (a[k] - b[k]);
    return c;
}

/* One row of the table.  prev and cur are indexed by column + 1, so that
 * [0] is the border; dir (NULL: not wanted) holds the row's cells from r.lo. */
static void
dtw_row (const double *xi, const double *y, struct row r, size_t dim, double penalty,
         const double *prev, double *cur, unsigned char *dir)
{
    for (size_t j = r.lo; j <= r.hi; j++) {
        double c = fid_l1 (xi, y + j * dim, dim);
        double best = prev[j] + (c + c), up = prev[j + 1] + (c + penalty),
               left = cur[j] + (c + penalty);
        unsigned char step = DIAGONAL;
        if (up < best) {
            best = up;
            step = UP;
        }
        if (left < best) {
            best = left;
            step = LEFT;
        }
        cur[j + 1] = best;
        if (dir)
            dir[j - r.lo] = step;
    }
}

/* Fill the table row by row; dir, if given, gets one byte a band cell. */
static int
dtw_fill (const double *x, size_t n, const double *y, size_t m, const struct fid_dtw_opts *opts,
          unsigned char *dir, double *out)
{
    size_t dim = opts->dim ? opts->dim : 1;
    struct band b = band_init (n, m, opts->band_n);
    double *rows = malloc (2 * (m + 1) * sizeof *rows);
    if (!rows)
        return GSL_ENOMEM;
    double *prev = rows, *cur = rows + m + 1;
    for (size_t j = 0; j <= m; j++)
        prev[j] = INFINITY;
    prev[0] = 0;
    size_t set = m; /* prev[0 .. set] is valid */
    for (size_t i = 0; i < n; i++) {
        struct row r = band_row (&b, i);
        while (set < r.hi + 1)
            prev[++set] = INFINITY; /* right of the last row's band */
        cur[r.lo] = INFINITY;       /* left of this row's band, or the border */
        dtw_row (x + i * dim, y, r, dim, opts->penalty, prev, cur, dir);
        if (dir)
            dir += r.hi - r.lo + 1;
        set = r.hi + 1;
        double *swap = prev;
        prev = cur;
        cur = swap;
    }
    *out = prev[m] / (double)(n + m);
    free (rows);
    return GSL_SUCCESS;
}

static int
dtw_check (size_t n, size_t m, const struct fid_dtw_opts *opts)
{
    if (!n || !m || n > INT32_MAX || m > INT32_MAX)
        return GSL_EBADLEN;
    if (!isfinite (opts->penalty) || opts->penalty < 0)
        return GSL_EINVAL;
    return GSL_SUCCESS;
}

int
fid_dtw (const double *x, size_t n, const double *y, size_t m, const struct fid_dtw_opts *opts,
         double *out)
{
    int rc = dtw_check (n, m, opts);
    return rc ? rc : dtw_fill (x, n, y, m, opts, NULL, out);
}

/* Follow the steps back from the last cell; path has room for n + m cells. */
static void
dtw_trace (size_t n, size_t m, size_t band_n, const unsigned char *dir, size_t cells,
           struct fid_dtw_path *path)
{
    struct band b = band_init (n, m, band_n);
    size_t i = n - 1, j = m - 1, k = 0;
    struct row r = band_row (&b, i);
    size_t start = cells - (r.hi - r.lo + 1); /* where row i begins in dir */
    for (;;) {
        path->i[k] = i;
        path->j[k++] = j;
        if (i == 0 && j == 0)
            break;
        unsigned char step = dir[start + j - r.lo];
        if (step != UP)
            j--;
        if (step != LEFT) {
            r = band_row (&b, --i);
            start -= r.hi - r.lo + 1;
        }
    }
    path->n = k;
    for (size_t a = 0, z = k - 1; a < z; a++, z--) {
        size_t ti = path->i[a], tj = path->j[a];
        path->i[a] = path->i[z];
        path->j[a] = path->j[z];
        path->i[z] = ti;
        path->j[z] = tj;
    }
}

int
fid_dtw_align (const double *x, size_t n, const double *y, size_t m,
               const struct fid_dtw_opts *opts, double *out, struct fid_dtw_path *path)
{
    int rc = dtw_check (n, m, opts);
    if (rc)
        return rc;
    size_t cells = fid_dtw_cells (n, m, opts->band_n);
    unsigned char *dir = malloc (cells);
    size_t *ij = malloc (2 * (n + m) * sizeof *ij);
    rc = dir && ij ? dtw_fill (x, n, y, m, opts, dir, out) : GSL_ENOMEM;
    if (rc)
        goto done;
    *path = (struct fid_dtw_path){ij, ij + n + m, 0};
    ij = NULL;
    dtw_trace (n, m, opts->band_n, dir, cells, path);
done:
    free (dir);
    free (ij);
    return rc;
}

void
fid_dtw_path_clear (struct fid_dtw_path *path)
{
    free (path->i);
    *path = (struct fid_dtw_path){0};
}
