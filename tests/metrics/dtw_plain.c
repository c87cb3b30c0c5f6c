/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dtw_plain.c - DTW row by row; see dtw_plain.h */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include "tests/metrics/dtw_plain.h"

enum { DIAGONAL, UP, LEFT };

struct row {
    size_t lo, hi;
};

/* dtw.h's rule for the band, one row at a time. */
static struct row slanted (size_t n, size_t m, size_t band_n, size_t i)
{
    int64_t longer = (int64_t)(n > m ? n : m), n1 = (int64_t)n - 1, m1 = (int64_t)m - 1;
    int64_t r = band_n > (size_t)longer ? longer : (int64_t)band_n;
    if (n != m && r == 0)
        r = 1;
    if (n1 == 0)
        return (struct row){0, (size_t)m1};
    int64_t lo = (int64_t)i * m1 - r * (longer - 1), hi = (int64_t)i * m1 + r * (longer - 1);
    lo = lo <= 0 ? 0 : (lo + n1 - 1) / n1;
    return (struct row){(size_t)lo, (size_t)(hi / n1 < m1 ? hi / n1 : m1)};
}

static struct row literal (size_t m, size_t band_n, size_t i)
{
    return (struct row){i > band_n ? i - band_n : 0,
                        band_n < m - 1 && i < m - 1 - band_n ? i + band_n : m - 1};
}

/* prev and cur are indexed by column + 1; dir (or NULL) by column. */
static void score_row (const double *xi, const double *y, struct row r, size_t dim,
                       double penalty, const double *prev, double *cur, unsigned char *dir)
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
            dir[j] = step;
    }
}

static void classic_row (double xi, const double *y, struct row r, const double *prev,
                         double *cur)
{
    for (size_t j = r.lo; j <= r.hi; j++) {
        double best = prev[j], up = prev[j + 1], left = cur[j];
        if (up < best)
            best = up;
        if (left < best)
            best = left;
        cur[j + 1] = best + (xi - y[j]) * (xi - y[j]);
    }
}

static void amerced_row (double xi, const double *y, struct row r, double penalty,
                         const double *prev, double *cur)
{
    for (size_t j = r.lo; j <= r.hi; j++) {
        double best = prev[j], up = prev[j + 1] + penalty, left = cur[j] + penalty;
        if (up < best)
            best = up;
        if (left < best)
            best = left;
        cur[j + 1] = best + (xi - y[j]) * (xi - y[j]);
    }
}

/* Two rows of m + 1, infinite but for the corner; free the first. */
static double *rows_create (size_t m)
{
    double *rows = calloc (2 * (m + 1), sizeof *rows);
    for (size_t j = 1; rows && j < 2 * (m + 1); j++)
        rows[j] = INFINITY;
    return rows;
}

static int trace (size_t n, size_t m, const unsigned char *dir, struct fid_dtw_path *path)
{
    size_t room = n + m, k = room, i = n - 1, j = m - 1;
    size_t *ij = malloc (2 * room * sizeof *ij);
    if (!ij)
        return -1;
    for (;;) {
        ij[--k] = i;
        ij[k + room] = j;
        if (i + j == 0)
            break;
        unsigned char step = dir[i * m + j];
        i -= step != LEFT;
        j -= step != UP;
    }
    *path = (struct fid_dtw_path){ij, ij + room - k, room - k};
    for (size_t c = 0; c < path->n; c++)
        ij[c] = ij[c + k];
    for (size_t c = 0; c < path->n; c++)
        path->j[c] = ij[room + k + c];
    return 0;
}

double plain_score (const double *x, size_t n, const double *y, size_t m,
                    const struct fid_dtw_opts *opts, struct fid_dtw_path *path)
{
    double *rows = rows_create (m), *prev = rows, *cur = rows + m + 1, d = NAN;
    unsigned char *dir = path ? malloc (n * m) : NULL;
    if (rows && (dir || !path)) {
        for (size_t i = 0; i < n; i++) {
            struct row r = slanted (n, m, opts->band_n, i);
            cur[r.lo] = INFINITY;
            score_row (x + i * opts->dim, y, r, opts->dim, opts->penalty, prev, cur,
                       dir ? dir + i * m : NULL);
            double *swap = prev;
            prev = cur;
            cur = swap;
        }
        d = prev[m];
        if (path && isfinite (d) && trace (n, m, dir, path))
            d = NAN;
    }
    free (dir);
    free (rows);
    return d;
}

static double squared (const double *x, size_t n, const double *y, size_t m, size_t band_n,
                       const double *penalty)
{
    double *rows = rows_create (m), *prev = rows, *cur = rows + m + 1, d = NAN;
    if (!rows)
        return d;
    for (size_t i = 0; i < n; i++) {
        struct row r = literal (m, band_n, i);
        cur[r.lo] = INFINITY;
        if (penalty)
            amerced_row (x[i], y, r, *penalty, prev, cur);
        else
            classic_row (x[i], y, r, prev, cur);
        double *swap = prev;
        prev = cur;
        cur = swap;
    }
    d = prev[m];
    free (rows);
    return d;
}

double plain_classic (const double *x, size_t n, const double *y, size_t m, size_t band_n)
{
    return squared (x, n, y, m, band_n, NULL);
}

double plain_amerced (const double *x, size_t n, const double *y, size_t m, size_t band_n,
                      double penalty)
{
    return squared (x, n, y, m, band_n, &penalty);
}
