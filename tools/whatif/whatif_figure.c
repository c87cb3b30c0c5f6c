/* SPDX-License-Identifier: GPL-3.0-or-later */
/* whatif_figure.c - see whatif_figure.h */
#include "program/must.h"
#include "tools/whatif/whatif_figure.h"

enum { HEIGHT = 170 /* px of a chart */ };

/* What is drawn: as recorded first, so that it is behind the others. */
static const struct shown {
    enum fid_alignment align;
    const char *label;
    struct fid_pen pen;
} shown[] = {
    {FID_ALIGN_OWN, "as recorded", {.colour = FID_INK, .width = 1.1}},
    {FID_ALIGN_AVG, "all as the mean", {.colour = FID_ORANGE, .width = 1.3}},
    {FID_ALIGN_MIN,
     "all as the earliest",
     {.colour = FID_BLUE, .width = 1.3, .dash = FID_DASHED}},
};

#define SHOWN_N (sizeof shown / sizeof *shown)

/* The lines of one alignment: iterations, and waits with their band. */
static void fill_line (const struct fid_whatif_job *job, const struct fid_whatif_rule *rule,
                       const struct shown *what, struct fid_line *iteration,
                       struct fid_line *wait)
{
    const struct fid_rank_times *t = &job->times;
    struct fid_align_how how = rule->how;
    double *took = fid_take (t->row_n, sizeof (double)),
           *low = fid_take (t->row_n, sizeof (double)),
           *high = fid_take (t->row_n, sizeof (double));
    struct fid_fetched *rank = fid_take (t->rank_n, sizeof *rank);
    how.fetch = what->align;
    how.start = job->has_start ? what->align : FID_ALIGN_OWN;
    how.aligned = what->align != FID_ALIGN_OWN;
    how.meet_after = job->meet_after;
    for (size_t row = 0; row < t->row_n; row++) {
        struct fid_iteration all;
        fid_align_iteration (&t->fetch[row * t->rank_n], t->rank_n, &how, rank, &all);
        took[row] = all.iteration_s;
        high[row] = all.stall_s;
        low[row] = all.stall_s - all.delay_s;
    }
    *iteration = (struct fid_line){
        .label = what->label, .x0 = 1, .dx = 1, .y = took, .n = t->row_n, .pen = what->pen};
    *wait = *iteration;
    wait->y = high;
    wait->low = low;
    wait->high = high;
}

static void add_panel (struct fid_figure *fig, const char *title, const char *label,
                       const struct fid_line *line, double *top)
{
    struct fid_plot *part = fid_figure_add (fig, FID_PLOT_LINES);
    part->beside = 2;
    part->height = HEIGHT;
    part->as.lines =
        (struct fid_lines){.panel = {.title = title,
                                     .x = {.label = "iteration", .unit = FID_UNIT_COUNT},
                                     .y = {.label = label, .unit = FID_UNIT_SECONDS},
                                     .key_n = 1}, /* empty: the figure has the legend */
                           .line = line,
                           .line_n = SHOWN_N};
    for (size_t k = 0; k < SHOWN_N; k++)
        for (size_t i = 0; i < line[k].n; i++)
            *top = fmax (*top, 1.08 * line[k].y[i]);
}

void fid_whatif_picture (struct fid_figure *fig, const struct fid_whatif_job *job, size_t n,
                         const struct fid_whatif_rule *rule)
{
    double top[2] = {0, 0};
    for (size_t k = 0; k < SHOWN_N; k++)
        fig->legend.key[k] = (struct fid_key){.label = shown[k].label, .pen = shown[k].pen};
    fig->legend.key_n = SHOWN_N;
    for (size_t i = 0; i < n; i++) {
        struct fid_line *iteration = fid_take (SHOWN_N, sizeof *iteration);
        struct fid_line *wait = fid_take (SHOWN_N, sizeof *wait);
        for (size_t k = 0; k < SHOWN_N; k++)
            fill_line (&job[i], rule, &shown[k], &iteration[k], &wait[k]);
        add_panel (fig,
                   fid_figure_text (fig, "%s, %zu rank%s", job[i].name, job[i].times.rank_n,
                                    job[i].times.rank_n == 1 ? "" : "s"),
                   "iteration", iteration, &top[0]);
        add_panel (fig, "waits of the ranks for data", "wait", wait, &top[1]);
    }
    for (size_t i = 0; i < fig->part_n; i++) /* jobs are held against each other */
        fig->part[i]->as.panel.y.hi = top[i % 2] > 0 ? top[i % 2] : 1;
}
