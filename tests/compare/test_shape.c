/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series whose shapes are compared: long ones have wider bins, so that the table of time
 * warping stays small */
#include <stdlib.h>
#include <string.h>
#include "compare/pair.h"
#include "metrics/dtw.h"
#include "tests/tap.h"

#define S INT64_C (1000000000)

static void must (int rc)
{
    if (rc)
        abort ();
}

/* A read of a byte every `every_s` seconds, for so long; no phases. */
static void make (struct fid_run *run, int64_t length_s, int64_t every_s)
{
    struct fid_stream *s = &run->stream[FID_STREAM_DATA_READ];
    struct fid_error err;
    *run = (struct fid_run){.id = NULL};
    for (int i = 0; i < FID_STREAM_N; i++) {
        run->stream[i].first_ns = INT64_MAX;
        run->stream[i].last_ns = INT64_MIN;
    }
    s->first_ns = 0;
    s->last_ns = length_s * S;
    s->sized = true;
    for (int64_t t_s = 0; t_s < length_s; t_s += every_s) {
        struct fid_tally *t = &s->part[FID_PART_BETWEEN];
        t->op_n++;
        t->byte_n++;
        must (fid_grid_add (&s->grid, t_s * S, 1, &err));
    }
}

static double sum_of_squares (const double *x, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sum;
}

static void test_length (int64_t length_s, double dt_s, double least_s, double most_s)
{
    struct fid_compare_opts opts = {.dt_s = dt_s, .penalty = -1};
    struct fid_run run;
    struct fid_pair pair;
    struct fid_shape s;
    struct fid_error err;
    make (&run, length_s, 10);
    must (fid_pair_init (&pair, &run, &run, &opts, &err));
    must (fid_shape_stream (&pair, FID_STREAM_DATA_READ, FID_WINDOW_JOB, pair.dt_s, &s, &err));
    size_t cells = fid_dtw_cells (s.n[0], s.n[1], fid_dtw_band (s.opts.band_s, s.dt_s));
    ok (cells <= FID_SHAPE_CELLS_MAX, "%lld s: %zu cells in bins of %g s", (long long)length_s,
        cells, s.dt_s);
    ok (s.dt_s >= least_s && s.dt_s <= most_s, "bins are %g to %g s", least_s, most_s);
    ok_close ((double)s.n[0] * s.dt_s, (double)length_s, s.dt_s, "they cover the run");
    ok_close (sum_of_squares (s.x[0], s.n[0]), (double)((length_s + 9) / 10), 1e-6,
              "and hold all bytes");
    fid_shape_clear (&s);
    fid_grid_clear (&run.stream[FID_STREAM_DATA_READ].grid);
}

static void test_table (void)
{
    static const struct {
        size_t n, m, dim;
        double band_s, dt_s;
    } list[] = {{100, 90, 1, 5, 0.1},
                {(size_t)1 << 22, (size_t)1 << 22, 1, 1e6, 0.1},
                {(size_t)1 << 22, 5, 1, 1e6, 0.1},
                {800000, 800000, 10, 4e4, 1},
                {1000000, 1000000, 1, 0.3, 0.1},
                {1, 1, 1, 1, 1},
                {(size_t)1 << 22, 1, 10, 1e9, 1e-3},
                {1200000, 1100000, 10, 2e4, 0.5}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        size_t n = list[i].n, m = list[i].m;
        size_t k = fid_shape_wider (n, m, list[i].dim, list[i].band_s, list[i].dt_s);
        size_t cells = fid_dtw_cells ((n - 1) / k + 1, (m - 1) / k + 1,
                                      fid_dtw_band (list[i].band_s, (double)k * list[i].dt_s));
        ok (k >= 1 && cells * list[i].dim <= FID_SHAPE_CELLS_MAX,
            "%zu and %zu samples of %zu: %zu become one, %zu cells", n, m, list[i].dim, k,
            cells);
    }
    ok (fid_shape_wider (36000, 36000, 1, 180, 0.1) == 1, "a run of an hour stays as it is");
    ok (fid_shape_wider (1000000, 1000000, 1, 1.5, 0.1) == 1,
        "so does one of a day with steps of a second, whose band is narrow");
}

static void test_join (void)
{
    double x[] = {1, 10, 2, 20, 3, 30, 4, 40, 5, 50}, y[sizeof x / sizeof *x];
    static const double sums[] = {3, 30, 7, 70, 5, 50}, means[] = {2, 20, 4.5, 45};
    size_t n = 5;
    memcpy (y, x, sizeof x);
    fid_shape_join (x, &n, 2, 2, false);
    ok (n == 3 && memcmp (x, sums, sizeof sums) == 0, "sums of two samples, the last alone");
    n = 5;
    fid_shape_join (y, &n, 2, 3, true);
    ok (n == 2 && memcmp (y, means, sizeof means) == 0, "means of three samples, of two");
}

int main (void)
{
    test_length (600, 0, 0.1, 0.1);
    test_length (3600, 0, 0.1, 0.1);
    test_length (29 * 3600, 0, 2, 4);
    test_length (30 * 86400, 0, 60, 120);
    test_length (4 * 365 * 86400LL / 100, 0.01, 1, 1000);
    test_table ();
    test_join ();
    return tap_done ();
}
