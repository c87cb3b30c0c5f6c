/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_sparkline.c - blocks, stretches of time, and rows */
#include "tests/tap.h"
#include "report/breakdown.h"

static char *line_of (const double *x, size_t n, double full)
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream (&text, &size);
    if (!f)
        abort ();
    fid_sparkline (f, x, n, full);
    fclose (f);
    return text;
}

static void test_blocks (void)
{
    static const struct {
        const char *what;
        double x[8];
        size_t n;
        double full;
        const char *want;
    } cases[] = {
        {"the eighths", {1, 2, 3, 4, 5, 6, 7, 8}, 8, 8, "▁▂▃▄▅▆▇█"},
        {"just above an eighth is the next block", {0.01, 1.01, 7.01}, 3, 8, "▁▂█"},
        {"zero is the lowest block, a gap a blank", {0, FID_GAP, 0}, 3, 8, "▁ ▁"},
        {"nothing ever happens", {0, 0, FID_GAP}, 3, 0, "▁▁ "},
        {"above the scale is full", {9, 100}, 2, 8, "██"},
        {"nothing", {0}, 0, 8, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *got = line_of (cases[i].x, cases[i].n, cases[i].full);
        ok_str (got, cases[i].want, cases[i].what);
        free (got);
    }
}

static void test_resample (void)
{
    double x[] = {4, FID_GAP, 8, 2}, out[8];
    struct fid_series_track t = {.t0_s = 10, .dt_s = 2, .n = 4, .value = {x, 4}};
    fid_sparkline_resample (&t, 10, 18, out, 4);
    ok (out[0] == 4 && out[1] == FID_GAP && out[2] == 8 && out[3] == 2, "bucket by bucket");
    fid_sparkline_resample (&t, 10, 18, out, 2);
    ok (out[0] == 4 && out[1] == 5, "two by two: a gap has no part in a mean");
    fid_sparkline_resample (&t, 10, 18, out, 8);
    ok (out[0] == 4 && out[1] == 4 && out[2] == FID_GAP && out[6] == 2, "finer: repeated");
    fid_sparkline_resample (&t, 6, 22, out, 4);
    ok (out[0] == FID_GAP && out[1] == 4 && out[2] == 5 && out[3] == FID_GAP,
        "outside there is nothing");
    fid_sparkline_resample (&t, 13, 17, out, 1);
    ok (fabs (out[0] - (2 * 8 + 1 * 2) / 3.) < 1e-12, "weighted by what lies inside");
    fid_sparkline_resample (&t, 1e6, 1e6 + 1, out, 1);
    ok (out[0] == FID_GAP, "far away");
    /* law: the mean over equal stretches is the mean of the whole */
    double y[60], sum = 0;
    struct fid_series_track u = {.t0_s = -3, .dt_s = 0.1, .n = 60, .value = {y, 60}};
    for (size_t i = 0; i < 60; i++)
        sum += y[i] = (double)(i * 37 % 41);
    for (size_t n = 1; n <= 8; n++) {
        double mean = 0;
        fid_sparkline_resample (&u, -3, 3, out, n);
        for (size_t i = 0; i < n; i++)
            mean += out[i] / (double)n;
        if (fabs (mean - sum / 60) > 1e-9)
            ok (0, "mean of %zu stretches", n);
    }
    ok (1, "means of any number of stretches agree");
}

static void test_rows (void)
{
    double a[] = {0, 4}, b[] = {8};
    struct fid_series_time time[] = {
        {FID_RESOURCE_DATA_READ,
         FID_QUANTITY_BYTES,
         FID_IN_MIB_PER_S,
         {{.t0_s = 0, .dt_s = 33, .n = 2, .value = {a, 2}},
          {.t0_s = 0, .dt_s = 33, .n = 1, .value = {b, 1}}}},
        {FID_RESOURCE_DATA_READ, FID_QUANTITY_OPS, FID_IN_PER_SECOND, {{.n = 0}, {.n = 0}}},
        {FID_RESOURCE_CPU,
         FID_QUANTITY_BUSY,
         FID_IN_PERCENT,
         {{.t0_s = 0, .dt_s = 66, .n = 1, .value = {b, 1}}, {.n = 0}}}};
    struct fid_series s = {.time = time, .time_n = 3};
    struct fid_error err;
    s.side[0].run = "a";
    s.side[1].run = "a name that is longer than there is room for, by far";
    s.side[0].to_s = 66;
    s.side[1].to_s = 33;
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream (&text, &size);
    if (!f)
        abort ();
    ok (fid_sparklines_write (&s, f, &err) == 0, "rows");
    fclose (f);
    ok_str (text,
            "series            a                               a name that is longer than t..\n"
            "data.read         ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄  ███████████████\n"
            "cpu               ██████████████████████████████  \n"
            "\n",
            "one a resource, on one axis and one scale");
    free (text);
}

int main (void)
{
    test_blocks ();
    test_resample ();
    test_rows ();
    return tap_done ();
}
