/* steps_histograms.c - see steps_histograms.h */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include "charts/steps_histograms.h"
#include "tools/steps/config_name.h"

enum {
    HEIGHT = 110, /* px of a panel */
    LEFT = 34,    /* px of the labels of counts and of the axis */
    BINS_MIN = 8,
    BINS_MAX = 40
};

static int
by_size (const void *va, const void *vb)
{
    const int64_t *a = va, *b = vb;
    return (*a > *b) - (*a < *b);
}

/* More ticks than a narrow axis has labels for: those that do not fit are left out. */
static void
time_ticks (struct fid_figure *fig, struct fid_axis *x)
{
    struct fid_tick *tick = fid_figure_room (fig, FID_TICKS_MAX, sizeof *tick);
    if (!tick)
        return;
    x->tick_n = fid_ticks (x->lo, x->hi, false, x->unit, 4, tick);
    x->tick = tick;
}

/* The bins as a line: each count from edge to edge, up from 0 and down to it. */
static void
add_bins (struct fid_figure *fig, struct fid_lines *l, const struct fid_steps_values *v,
          double median)
{
    double low = INFINITY, high = -INFINITY, top = 0;
    for (size_t i = 0; i < v->n; i++) {
        low = fmin (low, v->v[i]);
        high = fmax (high, v->v[i]);
    }
    size_t bins = (size_t)fmin (fmax (ceil (sqrt ((double)v->n)), BINS_MIN), BINS_MAX);
    double width = (high - low) / (double)bins;
    if (!(width > 0)) { /* all are equal */
        width = low / 10;
        low -= width / 2;
        bins = 1;
    }
    double *x = fid_figure_numbers (fig, bins + 2), *y = fid_figure_numbers (fig, bins + 2);
    struct fid_line *line = fid_figure_room (fig, 1, sizeof *line);
    struct fid_rule *rule = fid_figure_room (fig, 1, sizeof *rule);
    if (!x || !y || !line || !rule)
        return;
    x[0] = low;
    for (size_t i = 0; i <= bins; i++)
        x[i + 1] = low + width * (double)i;
    for (size_t i = 0; i < v->n; i++) {
        size_t bin = (size_t)fmax (0, floor ((v->v[i] - low) / width));
        top = fmax (top, y[1 + (bin < bins ? bin : bins - 1)] += 1);
    }
    *line = (struct fid_line){.x = x,
                              .y = y,
                              .n = bins + 2,
                              .step = true,
                              .filled = true,
                              .pen = {.colour = FID_BLUE, .width = 1}};
    *rule = (struct fid_rule){.at = median, .vertical = true};
    l->panel.x.lo = low - width;
    l->panel.x.hi = x[bins + 1] + width;
    l->panel.y.hi = 1.15 * top; /* below the title */
    time_ticks (fig, &l->panel.x);
    l->line = line;
    l->rule = rule;
    l->line_n = l->rule_n = 1;
}

static void
add_panel (struct fid_figure *fig, const struct fid_step_stats *s, int64_t gpus, int64_t batch,
           size_t columns)
{
    const struct fid_steps_config *c = NULL;
    struct fid_plot *part = fid_figure_add (fig, FID_PLOT_LINES);
    struct fid_lines *l = &part->as.lines;
    char text[FID_BATCH_TEXT];
    fid_config_batch_text (batch, s->workload == FID_STEPS_DLRM, text);
    for (size_t i = 0; i < s->config_n; i++)
        if (s->config[i].gpus == gpus && s->config[i].batch == batch)
            c = &s->config[i];
    part->beside = columns;
    part->height = HEIGHT;
    l->panel = (struct fid_panel){.title = fid_figure_text (fig, "%" PRId64 " GPU%s, batch %s",
                                                            gpus, gpus == 1 ? "" : "s", text),
                                  .x = {.unit = FID_UNIT_SECONDS},
                                  .y = {.unit = FID_UNIT_COUNT},
                                  .left = LEFT};
    l->empty = "not measured";
    if (c && c->stat[FID_ALL_COMPUTE].n)
        add_bins (fig, l, &c->value[FID_ALL_COMPUTE], c->stat[FID_ALL_COMPUTE].median);
    else
        l->panel.x.none = l->panel.y.none = true;
}

void
fid_steps_histograms (struct fid_figure *fig, const struct fid_step_stats *s)
{
    size_t n = s->config_n, columns = fid_steps_gpus_n (s);
    int64_t *batch = fid_figure_room (fig, n, sizeof *batch);
    if (!batch)
        return;
    for (size_t i = 0; i < n; i++)
        batch[i] = s->config[i].batch;
    if (n)
        qsort (batch, n, sizeof *batch, by_size);
    for (size_t row = 0; row < n; row++)
        for (size_t i = 0; (!row || batch[row] != batch[row - 1]) && i < n; i++)
            if (!i || s->config[i].gpus != s->config[i - 1].gpus)
                add_panel (fig, s, s->config[i].gpus, batch[row], columns);
}
