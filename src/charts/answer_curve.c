/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer_curve.c - see pair_figure.h */
#include "base/units.h"
#include "charts/pair_figure.h"
#include "results/answer_words.h"

#define HEIGHT 230 /* px */

/* The line of a side; its scenarios go from the fastest storage to the slowest. */
static void add_line (struct fid_figure *fig, struct fid_lines *l, struct fid_line *line,
                      const struct fid_result_answer *a, int side, const char *label,
                      struct fid_pen pen)
{
    size_t n = 0, measured_n = 0;
    double *x = fid_figure_numbers (fig, 6 * a->scenario_n + 1);
    if (!x)
        return;
    double *y = x + a->scenario_n, *low = y + a->scenario_n, *high = low + a->scenario_n;
    double *at = high + a->scenario_n, *measured = at + a->scenario_n;
    FID_EACH (const struct fid_answer_scenario, s, a->scenario) {
        if (!(s->read_mib_s > 0 && s->ratio[side] > 0))
            continue;
        x[n] = s->read_mib_s * FID_MB_OF_MIB;
        y[n] = s->ratio[side];
        low[n] = fmin (s->times[side].low, y[n]);
        high[n] = fmax (s->times[side].high, y[n]);
        l->panel.x.lo = l->panel.x.lo > 0 ? fmin (l->panel.x.lo, x[n]) : x[n];
        l->panel.x.hi = fmax (l->panel.x.hi, x[n]);
        l->panel.y.hi = fmax (l->panel.y.hi, 1.1 * high[n++]);
        if (s->measured[side] > 0) {
            at[measured_n] = x[n - 1];
            measured[measured_n++] = s->measured[side];
        }
    }
    line[l->line_n++] = (struct fid_line){.label = label,
                                          .x = x,
                                          .y = y,
                                          .n = n,
                                          .pen = pen,
                                          .mark = side ? FID_MARK_SQUARE : FID_MARK_DISC,
                                          .low = side ? NULL : low,
                                          .high = side ? NULL : high};
    pen.width = 0.01; /* marks alone */
    if (measured_n)
        line[l->line_n++] = (struct fid_line){
            .x = at, .y = measured, .n = measured_n, .pen = pen, .mark = FID_MARK_CROSS};
}

void fid_answer_curve (struct fid_figure *fig, const struct fid_result_answer *const *answer,
                       const char *const *name, size_t n)
{
    static const enum fid_colour colour[FID_CURVES_MAX] = {
        FID_COLOUR_EMULATION, FID_GREEN, FID_PURPLE, FID_ORANGE, FID_SKY, FID_GREY};
    struct fid_line *line = fid_figure_room (fig, 2 * (FID_CURVES_MAX + 1), sizeof *line);
    bool any = false;
    for (size_t i = 0; n && i < answer[0]->scenario_n; i++)
        any |= answer[0]->scenario[i].read_mib_s > 0;
    if (!line || !any)
        return;
    struct fid_plot *part = fid_figure_add (fig, FID_PLOT_LINES);
    struct fid_lines *l = &part->as.lines;
    part->height = HEIGHT;
    l->line = line;
    l->panel.title = "how long the job takes on slower storage";
    l->panel.x = (struct fid_axis){.label = "the storage reads, MB/s", .log = true};
    l->panel.y = (struct fid_axis){
        .label = "times as long as recorded", .log = true, .lo = 0.95, .hi = 2};
    struct fid_rule *rule = fid_figure_room (fig, 1, sizeof *rule);
    if (rule && answer[0]->capacity.side[0] > 0) {
        *rule =
            (struct fid_rule){.at = 1000 / answer[0]->capacity.side[0],
                              .vertical = true,
                              .label = fid_figure_text (
                                  fig, "one accelerator needs %s MB/s",
                                  fid_three_digits (1000 / answer[0]->capacity.side[0]).text)};
        l->rule = rule;
        l->rule_n = 1;
    }
    add_line (fig, l, line, answer[0], 0, "real job",
              (struct fid_pen){.colour = FID_COLOUR_REAL});
    for (size_t i = 0; i < n && i < FID_CURVES_MAX; i++)
        add_line (fig, l, line, answer[i], 1, name[i],
                  (struct fid_pen){.colour = colour[i], .dash = FID_DASHED});
}
