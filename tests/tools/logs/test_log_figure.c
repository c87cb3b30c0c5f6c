/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_log_picture.c - what training logs tell, drawn */
#include "tools/logs/logs.h"
#include "tests/tap.h"

/* A job of n epochs of the same k steps: step i of epoch e takes
 * 1 + e / 100 + i / 1000 s, the first one of all 9 s more. */
static void make (struct fid_training_log *job, size_t n, size_t k, bool accurate)
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream (&text, &size);
    for (size_t e = 0; e < n; e++) {
        for (size_t i = k; i > 0; i--) /* from the last to the first */
            fprintf (f, "%zu step training time: %.3fs\n", i,
                     1 + (double)e / 100 + (double)i / 1000 + (e || i < k ? 0 : 9));
        fputs ("Epoch time: 20.0s\n", f);
        if (accurate)
            fprintf (f, "val_loss: 0.1 - val_accuracy: 0.%zu\n", 5 + e);
    }
    fclose (f);
    fid_training_log_read_text (job, (struct fid_span){text, size}, "made", FID_LOG_KNOWN);
    free (text);
}

static bool draws (struct fid_figure *fig)
{
    struct fid_error err;
    struct fid_canvas_opts opts = {.width = 600, .height = 400};
    struct fid_canvas *c = fid_canvas_svg (&opts, &err);
    size_t n;
    char *svg = c && fid_figure_draw (fig, c, 600, 400, &err) == 0
                    ? fid_canvas_finish (c, &n, &err)
                    : NULL;
    bool good = svg && !strstr (svg, "nan") && !strstr (svg, "inf");
    free (svg);
    return good;
}

static void test_few (void)
{
    struct fid_training_log job;
    struct fid_figure fig = {0};
    make (&job, 3, 5, false);
    fid_log_picture (&fig, &job);
    ok_int ((long long)fig.part_n, 2, "two panels");
    const struct fid_lines *upper = &fig.part[0]->as.lines, *lower = &fig.part[1]->as.lines;
    ok_int ((long long)upper->line_n, 3, "a line an epoch");
    ok_str (upper->line[2].label, "Epoch 3", "with its name");
    ok (upper->line[0].n == 5 && upper->line[0].x[0] == 1 && upper->line[0].x[4] == 5,
        "steps by their numbers, whatever their order in the log");
    ok_close (upper->line[1].y[2], 1.013, 1e-12, "and their times");
    ok_int ((long long)lower->line_n, 4, "the same below, and one");
    /* 15 steps: 15 + 5 (0 + .01 + .02) + 3 .015 + 9, without the first, 10.005 */
    double m = (15 + .15 + .045 + 9 - 10.005) / 14;
    const struct fid_line *usual = &lower->line[3];
    ok (usual->pen.dash == FID_DOTTED && strstr (usual->label, "T Mi Iavg") == usual->label,
        "a dotted one of its name");
    ok_close (usual->y[0], m, 1e-12, "at M");
    ok (usual->x[0] == 1 && usual->x[1] == 5, "all the way");
    ok_close (lower->panel.y.lo, m / 1.1, 1e-12, "from M / 1.1");
    ok_close (lower->panel.y.hi, m * 1.1, 1e-12, "to 1.1 M");
    ok (draws (&fig), "it can be drawn");
    fid_figure_clear (&fig);
}

static void test_many (void)
{
    struct fid_training_log job;
    struct fid_figure fig = {0};
    make (&job, 41, 5, false);
    fid_log_picture (&fig, &job);
    const struct fid_lines *upper = &fig.part[0]->as.lines, *lower = &fig.part[1]->as.lines;
    ok_int ((long long)upper->line_n, 41, "a line an epoch, still");
    ok_int ((long long)upper->panel.key_n, 3, "but three in the legend");
    ok_str (upper->panel.key[2].label, "Epochs 2 to 40, later ones darker", "of all");
    ok_str (upper->line[39].label, "Epoch 1", "the first is not hidden by the others");
    ok_int ((long long)lower->line_n, 4, "first, last, median, M below");
    ok (lower->line[2].low && lower->line[2].high, "and a band");
    ok (draws (&fig), "it can be drawn");
    /* step 2 takes 1.002 to 1.402: a hundredth an epoch */
    const struct fid_line *median = &lower->line[2];
    ok_int ((long long)median->n, 5, "of every step");
    ok_close (median->low[1], 1.102, 1e-12, "lower quartile");
    ok_close (median->y[1], 1.202, 1e-12, "median");
    ok_close (median->high[1], 1.302, 1e-12, "upper quartile");
    fid_figure_clear (&fig);
}

/* More epochs than lines: what is written does not grow with them. */
static void test_great_many (void)
{
    struct fid_training_log job;
    struct fid_figure fig = {0};
    make (&job, 300, 5, false);
    fid_log_picture (&fig, &job);
    const struct fid_lines *upper = &fig.part[0]->as.lines;
    ok_int ((long long)upper->line_n, 3, "of 300 epochs three lines");
    /* step 3 takes 1.003 to 3.993 */
    ok_close (upper->line[0].low[2], 1.003, 1e-12, "from the least");
    ok_close (upper->line[0].high[2], 3.993, 1e-12, "to the greatest");
    ok_str (upper->line[1].label, "Epoch 1", "the first is told apart");
    ok_str (upper->line[2].label, "Epoch 300", "and the last");
    ok (draws (&fig), "it can be drawn");
    fid_figure_clear (&fig);
}

static void test_single (void)
{
    struct fid_training_log job;
    struct fid_figure fig = {0};
    make (&job, 1, 1, false);
    fid_log_picture (&fig, &job);
    ok_int ((long long)fig.part_n, 1, "one step has no average without it");
    ok (draws (&fig), "it can be drawn");
    fid_figure_clear (&fig);
}

static void test_accuracy (void)
{
    static char names[][2][4] = {
        {"p2", "64"}, {"p2", "64"}, {"p2", "128"}, {"p3", "64"}, {"p4", "1"}};
    struct fid_training_log job[5];
    struct fid_figure fig = {0};
    for (size_t i = 0; i < 5; i++) {
        make (&job[i], 3, 2, i != 4);
        job[i].system = names[i][0];
        job[i].batch = names[i][1];
    }
    ok_int ((long long)fid_accuracy_picture (&fig, job, 5), 4, "jobs with an accuracy");
    ok_int ((long long)fig.part_n, 2, "a panel a system, if it has any");
    const struct fid_lines *l = &fig.part[0]->as.lines;
    ok_int ((long long)l->line_n, 3, "a line a job");
    ok_int ((long long)l->panel.key_n, 2, "a key a batch size");
    ok (l->line[0].pen.colour == l->line[1].pen.colour &&
            l->line[0].pen.colour != l->line[2].pen.colour,
        "and a colour");
    ok (l->line[0].n == 3 && l->line[0].x[0] > 19.9 && l->line[0].x[0] < 20.1,
        "after an epoch");
    ok_close (l->line[0].x[2], 60, 1e-9, "after three");
    ok_close (l->line[0].y[2], .7, 1e-12, "its accuracy");
    const struct fid_lines *other = &fig.part[1]->as.lines;
    ok (other->line[0].pen.colour == l->line[0].pen.colour, "the same on another system");
    ok_close (l->panel.x.hi, 61.2, 1e-9, "all panels end behind the longest job");
    ok_close (other->panel.x.hi - other->panel.x.lo, 61.2, 1e-9, "and begin at 0");
    ok (draws (&fig), "it can be drawn");
    fid_figure_clear (&fig);
}

int main (void)
{
    test_few ();
    test_many ();
    test_great_many ();
    test_single ();
    test_accuracy ();
    return tap_done ();
}
