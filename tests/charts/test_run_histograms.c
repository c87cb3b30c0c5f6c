/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_run_histograms.c - every operation is in one bin, and the median is right */
#include <math.h>
#include "tests/tap.h"
#include "charts/run_figure.h"

static struct fid_error err;

static double sum (const struct fid_line *l)
{
    double all = 0;
    for (size_t i = 0; i < l->n; i++)
        all += l->y[i];
    return all;
}

/* How many values are in the step that holds x. */
static double at (const struct fid_line *l, double x)
{
    double y = -1;
    for (size_t i = 0; i < l->n && l->x[i] <= x; i++)
        y = l->y[i];
    return y;
}

/* Steps go up the axis, begin and end at 0 and are an eighth of an octave. */
static bool is_outline (const struct fid_line *l)
{
    bool good = l->n > 2 && l->y[0] == 0 && l->y[l->n - 1] == 0 && l->x[0] == l->x[1];
    for (size_t i = 1; good && i + 1 < l->n; i++) {
        double octave = exp2 (floor (log2 (l->x[i])));
        good = fabs (l->x[i + 1] - l->x[i] - octave / 8) < 1e-12 * octave;
    }
    return good;
}

static void counts (void)
{
    static struct fid_run run;
    struct fid_figure fig = {0};
    struct fid_stream *s = &run.stream[FID_STREAM_DATA_READ];
    double total = 0;
    int rc = 0;
    for (int k = 0; k < 20; k++) /* 1, 2, 4 ... bytes, each k + 1 times */
        for (int i = 0; i <= k; i++, total++)
            rc |= fid_sketch_add (&s->part[i % 2 ? FID_PART_INIT : FID_PART_AFTER].size,
                                  ldexp (1, k), &err);
    for (int i = 0; i < 1000; i++)
        rc |= fid_sketch_add (&s->part[FID_PART_TRAINING].latency, 1e-6 * exp (i * .012), &err);
    rc |= fid_sketch_add (&s->part[FID_PART_BEFORE].latency, 5, &err);
    fid_run_histograms (&fig, &run);
    ok (rc == 0 && !fig.failed && fig.part_n == 2, "a panel of sizes, one of latencies");
    const struct fid_lines *size = &fig.part[0]->as.lines, *latency = &fig.part[1]->as.lines;
    ok_close (sum (size->line), total, 0, "every size is counted once");
    ok (is_outline (size->line) && is_outline (latency->line), "eight steps an octave");
    int wrong = 0;
    for (int k = 0; k < 20; k++)
        wrong += at (size->line, ldexp (1.01, k)) != k + 1;
    ok_int (wrong, 0, "in the step that holds it");
    ok_close (size->rule->at, 8192, 0, "the median of 210 sizes");
    ok_str (size->panel.x.label, "size, median 8 KiB", "which is told");
    ok_close (sum (latency->line), 1000, 0, "what was before INIT is not counted");
    ok_close (latency->rule->at, 1e-6 * exp (499 * .012), 1. / 128 * latency->rule->at,
              "the median of 1000 latencies");
    fid_figure_clear (&fig);
    fid_stream_clear (s);
}

static void nothing (void)
{
    static const struct fid_run run;
    struct fid_figure fig = {0};
    fid_run_histograms (&fig, &run);
    ok (fig.part_n == 1 && fig.part[0]->as.lines.empty != NULL, "without events it says so");
    fid_figure_clear (&fig);
}

int main (void)
{
    counts ();
    nothing ();
    return tap_done ();
}
