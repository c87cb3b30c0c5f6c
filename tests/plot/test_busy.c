/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_busy.c - spans added up on a grid that doubles */
#include "tests/tap.h"
#include "plot/plot.h"

enum { SPANS = 3000 };

/* What it should hold, cell by cell, from all spans. */
static void slow_busy (int64_t span[][2], size_t n, int64_t cell, int64_t first, size_t cell_n,
                       double *busy, double *count)
{
    for (size_t k = 0; k < cell_n; k++) {
        int64_t a = (first + (int64_t)k) * cell, b = a + cell;
        busy[k] = count[k] = 0;
        for (size_t i = 0; i < n; i++) {
            int64_t from = span[i][0] > a ? span[i][0] : a;
            int64_t to = span[i][1] < b ? span[i][1] : b;
            busy[k] += to > from ? (double)(to - from) : 0;
            count[k] += span[i][0] >= a && span[i][0] < b;
        }
    }
}

static void against_slow (const char *what, int64_t scale, int64_t shift)
{
    static int64_t span[SPANS][2];
    static double busy[FID_BUSY_CELLS], count[FID_BUSY_CELLS];
    struct fid_busy t = {0};
    struct fid_error err;
    int rc = 0;
    srand (7);
    for (size_t i = 0; i < SPANS; i++) {
        span[i][0] = shift + (int64_t)(rand () % 100000) * scale / 7;
        span[i][1] = span[i][0] + (rand () % 3 ? rand () % 50 : rand () % 9000) * scale / 7;
        rc |= fid_busy_add (&t, span[i][0], span[i][1], &err);
    }
    slow_busy (span, SPANS, t.cell, t.first, t.n, busy, count);
    double worst = 0, sum = 0, want = 0, counts = 0;
    for (size_t k = 0; k < t.n; k++) {
        worst = fmax (worst, fabs (t.busy[k] - busy[k]) / (double)scale);
        worst = fmax (worst, fabs (t.count[k] - count[k]));
        sum += t.busy[k];
        counts += t.count[k];
    }
    for (size_t i = 0; i < SPANS; i++)
        want += (double)(span[i][1] - span[i][0]);
    ok (rc == 0 && t.n > FID_BUSY_CELLS / 8 && t.n <= FID_BUSY_CELLS, "%s: %zu cells of %lld",
        what, t.n, (long long)t.cell);
    ok_close (worst, 0, 1e-6, "each cell as counted one by one");
    ok_close (sum / want, 1, 1e-9, "no time is lost");
    ok (counts == SPANS && t.total == SPANS, "nor a span");
    fid_busy_clear (&t);
    fid_busy_clear (&t);
}

static void edges (void)
{
    struct fid_busy t = {0};
    struct fid_error err;
    ok (fid_busy_add (&t, 5, 5, &err) == 0 && t.n == 1 && t.busy[0] == 0 && t.count[0] == 1,
        "an instant is one span of no time");
    ok (fid_busy_add (&t, 9, 3, &err) == 0 && t.count[t.n - 1] == 1 && t.busy[t.n - 1] == 0,
        "an end before its start counts as an instant");
    ok (fid_busy_add (&t, INT64_C (-4000000000000000000), INT64_C (4000000000000000000),
                      &err) == 0 &&
            t.n <= FID_BUSY_CELLS,
        "the farthest apart still fit");
    double sum = 0;
    for (size_t k = 0; k < t.n; k++)
        sum += t.busy[k];
    ok_close (sum, 8e18, 1e6, "and are all there");
    fid_busy_clear (&t);
}

int main (void)
{
    against_slow ("nanoseconds of a run", 1000000, 0);
    against_slow ("before and after zero", 1000, -7000000);
    against_slow ("far from zero", 100000, INT64_C (1676121200000000000));
    edges ();
    return tap_done ();
}
