/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dtw_table.c - a DTW table, filled strip by strip; see dtw_table.h */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <gsl/gsl_errno.h>
#include "metrics/dtw.h"
#include "metrics/dtw_table.h"

enum { LINE = 64 }; /* bytes; what the widest vectors like to be aligned to */

const struct fid_strip_kernel *fid_strip_kernel (void)
{
    switch (fid_isa_now ()) {
#ifdef HAVE_X86_KERNELS
    case FID_ISA_AVX512:
        return &fid_strip_avx512;
    case FID_ISA_AVX2:
        return &fid_strip_avx2;
#endif
#ifdef HAVE_NEON_KERNELS
    case FID_ISA_NEON:
        return &fid_strip_neon;
#endif
    default:
        return &fid_strip_portable;
    }
}

/* The edge as it is above the first row: 0 at column -1. */
static void clear_edge (struct fid_dtw_table *t)
{
    const size_t pad = 2 * t->kernel->rows;
    double *from = t->strip.edge - (t->task->m - 1) - pad;
    for (size_t j = 0; j < t->task->m + 2 * pad; j++)
        from[j] = INFINITY;
    t->strip.edge[1] = 0;
}

int fid_dtw_table_init (struct fid_dtw_table *t, const struct fid_dtw_task *task)
{
    const struct fid_strip_kernel *kernel = fid_strip_kernel ();
    const size_t rows = kernel->rows, m = task->m, dim = task->dim;
    /* rows on both sides may be touched, and a vector more */
    const size_t pad = 2 * rows, plane = m + 2 * pad;
    if (plane > SIZE_MAX / sizeof (double) / (dim + 2) ||
        dim > SIZE_MAX / sizeof (double) / rows / 2)
        return GSL_ENOMEM;
    const size_t bytes = ((dim + 1) * plane + (dim + 4) * rows) * sizeof (double);
    /* vectors that lie across two cache lines are slow to come back */
    double *block = aligned_alloc (LINE, (bytes + LINE - 1) / LINE * LINE);
    if (!block)
        return GSL_ENOMEM;
    double *x = block, *state = x + dim * rows, *y = state + 4 * rows, *edge = y + dim * plane;
    *t = (struct fid_dtw_table){
        .task = task,
        .kernel = kernel,
        .strip = {.x = x,
                  .y = y + pad + m - 1,
                  .y_step = plane,
                  .dim = dim,
                  .edge = edge + pad + m - 1,
                  .first = state,
                  .last = state + rows,
                  .left = state + 2 * rows,
                  .corner = state + 3 * rows,
                  .penalty = task->penalty,
                  .form = task->form},
        .x = x,
        .block = block,
    };
    for (size_t k = 0; k < dim; k++, y += plane) {
        for (size_t j = 0; j < pad; j++)
            y[j] = y[pad + m + j] = 0;
        for (size_t j = 0; j < m; j++)
            y[pad + m - 1 - j] = task->y[j * dim + k];
    }
    clear_edge (t);
    return GSL_SUCCESS;
}

void fid_dtw_table_clear (struct fid_dtw_table *t)
{
    free (t->block);
    t->block = NULL;
}

void fid_dtw_table_strip (struct fid_dtw_table *t, size_t i0)
{
    const size_t rows = t->kernel->rows, dim = t->task->dim, n = t->task->n;
    struct fid_band_row r = fid_band_row (&t->task->band, i0);
    for (size_t l = 0; l < rows; l++) {
        bool real_row = i0 + l < n;
        for (size_t k = 0; k < dim; k++)
            t->x[k * rows + l] = real_row ? t->task->x[(i0 + l) * dim + k] : 0;
        t->strip.first[l] = (r.lo + (int64_t)l);
        t->strip.last[l] = (r.hi + (int64_t)l);
        t->strip.left[l] = t->strip.corner[l] = INFINITY;
        if (i0 + l + 1 < n)
            fid_band_next (&t->task->band, &r);
    }
}

int64_t fid_dtw_table_end (const struct fid_dtw_table *t, size_t i0)
{
    size_t rest = t->task->n - i0;
    return (int64_t)t->strip.last[rest < t->kernel->rows ? rest - 1 : t->kernel->rows - 1];
}

/* The smallest cell of the strip's last row. */
static double least_of_last_row (const struct fid_dtw_table *t)
{
    const size_t last = t->kernel->rows - 1;
    const int64_t lo = (int64_t)t->strip.first[last] - (int64_t)last,
                  hi = (int64_t)t->strip.last[last] - (int64_t)last;
    double least = INFINITY;
    for (int64_t j = lo; j <= hi; j++)
        if (t->strip.edge[-j] < least)
            least = t->strip.edge[-j];
    return least;
}

/* Computes the sum of a band that is narrow enough for the kernel made for it. */
static bool sum_narrow_band (const struct fid_dtw_task *task, double *sum)
{
    const int64_t longest = (int64_t)(task->n > task->m ? task->n : task->m) - 1;
    const struct fid_band *band = &task->band;
    if (task->dim != 1 || band->num != band->den)
        return false;
    int64_t band_n = band->den == 1 ? band->slack : band->slack / band->den;
    band_n = band_n < longest ? band_n : longest;
    /* three diagonals are too few to share a vector */
    const struct fid_strip_kernel *kernel =
        band_n > 1 ? fid_strip_kernel () : &fid_strip_portable;
    if (band_n > kernel->band_max)
        return false;
    double d = kernel->narrow (task, band_n);
    *sum = d < task->limit ? d : INFINITY;
    return true;
}

static int sum_strips (const struct fid_dtw_task *task, double *sum)
{
    struct fid_dtw_table t;
    FID_TRY_CODE (fid_dtw_table_init (&t, task));
    const size_t rows = t.kernel->rows, n = task->n;
    size_t i0 = 0;
    for (;; i0 += rows) {
        fid_dtw_table_strip (&t, i0);
        t.kernel->run (&t.strip, (int64_t)t.strip.first[0] - 1, fid_dtw_table_end (&t, i0));
        if (n - i0 <= rows)
            break;
        if (task->limit < INFINITY && least_of_last_row (&t) >= task->limit)
            break; /* costs are not negative: it stays so */
    }
    double d = n - i0 <= rows ? (double)t.strip.left[n - 1 - i0] : INFINITY;
    *sum = d < task->limit ? d : INFINITY;
    fid_dtw_table_clear (&t);
    return GSL_SUCCESS;
}

int fid_dtw_table_sum (const struct fid_dtw_task *task, double *sum)
{
    return sum_narrow_band (task, sum) ? GSL_SUCCESS : sum_strips (task, sum);
}

static struct fid_band make_band (int64_t num, int64_t den, int64_t slack, size_t m)
{
    return (struct fid_band){num, den, slack, (int64_t)m - 1, num / den, num % den};
}

struct fid_band fid_band_slanted (size_t n, size_t m, size_t band_n)
{
    size_t longer = n > m ? n : m;
    if (n == 1) /* no slope: the one row has all */
        return make_band (0, 1, (int64_t)m - 1, m);
    if (n != m && band_n == 0)
        band_n = 1; /* see dtw.h: a path must exist */
    if (band_n > longer)
        band_n = longer;
    return make_band ((int64_t)m - 1, (int64_t)n - 1, (int64_t)(band_n * (longer - 1)), m);
}

struct fid_band fid_band_literal (size_t n, size_t m, size_t band_n)
{
    size_t longer = n > m ? n : m;
    return make_band (1, 1, (int64_t)(band_n < longer ? band_n : longer), m);
}

/* Rounded down, also below zero. */
static int64_t floor_quotient (int64_t a, int64_t den, int64_t *rest)
{
    int64_t q = a / den;
    *rest = a % den;
    if (*rest < 0) {
        *rest += den;
        q--;
    }
    return q;
}

struct fid_band_row fid_band_row (const struct fid_band *b, size_t i)
{
    struct fid_band_row r;
    int64_t centre = (int64_t)i * b->num;
    r.lo_q = floor_quotient (centre - b->slack + b->den - 1, b->den, &r.lo_rest);
    r.hi_q = floor_quotient (centre + b->slack, b->den, &r.hi_rest);
    fid_band_cut (b, &r);
    return r;
}

size_t fid_dtw_cells (size_t n, size_t m, size_t band_n)
{
    if (!n || !m)
        return 0;
    struct fid_band b = fid_band_slanted (n, m, band_n);
    struct fid_band_row r = fid_band_row (&b, 0);
    size_t cells = 0;
    for (size_t i = 0; i < n; i++, fid_band_next (&b, &r))
        cells += (size_t)(r.hi - r.lo + 1);
    return cells;
}
