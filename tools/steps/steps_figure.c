/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steps_figure.c - charts of the steps of instrumented runs
 *
 *   breakdown   the whole step, waiting for data, computation; s
 *   throughput  from disk, of loading, of computation; samples/s
 *   latency     of the next batch, of loading and preprocessing in the loader; s
 *   histograms  all_compute of each configuration: a row for each batch size, a column
 *               for each number of GPUs; sqrt (values) bins, 8 to 40, of equal width; the
 *               median is a dotted line; the normal law of the same mean mu and deviation std
 *
 * The first three have the batch size on the x axis (for DLRM logarithmic, 2k for 2048),
 * a line for each number of GPUs through the medians, and a band from q1 to q3. */
#include "tools/steps/steps.h"

enum {
    HEIGHT = 190,      /* px of a panel */
    WIDE = 642,        /* px: 17 cm */
    BINS_HEIGHT = 128, /* px of a histogram */
    BINS_WIDTH = 190,
    CURVE_N = 64,
    BINS_LEFT = 34, /* px for the labels of the axis of counts */
    BINS_MIN = 8,
    BINS_MAX = 40
};

const char *const fid_steps_plot_names[] = {"breakdown", "throughput", "latency", "histograms",
                                            NULL};

/* --- which panels there are */

static const struct panel {
    enum fid_steps_metric metric;
    const char *title;
    bool bandless;
} panels[FID_STEPS_HISTOGRAMS][8] = {
    [FID_STEPS_BREAKDOWN] = {{FID_STEP_END, "Overall Step", false},
                             {FID_LOAD_BATCH_MEM, "Data Loading", false},
                             {FID_LOAD_BATCH_MEM, "Data Loading, medians", true},
                             {FID_ALL_COMPUTE, "Computation", false},
                             {FID_STEPS_METRIC_N, NULL, false}},
    [FID_STEPS_THROUGHPUT] = {{FID_FROM_DISK_THROUGHPUT, "VFS Throughput", false},
                              {FID_SAMPLE_LOAD_THROUGHPUT, "VFS Throughput", false},
                              {FID_DATA_LOADING_THROUGHPUT, "Data Throughput", false},
                              {FID_DATA_PROC_THROUGHPUT, "Compute Throughput", false},
                              {FID_STEPS_METRIC_N, NULL, false}},
    [FID_STEPS_LATENCY] = {{FID_LOAD_BATCH_MEM, "Data Latency", false},
                           {FID_SAMPLE_LOAD, "VFS Latency", false},
                           {FID_BATCH_LOAD, "VFS Latency", false},
                           {FID_SAMPLE_PREPROC, "Sample Preprocessing", false},
                           {FID_BATCH_PREPROC, "Batch Preprocessing", false},
                           {FID_STEPS_METRIC_N, NULL, false}},
};

/* Whether the workload has the metric; only UNET3D's loading is shown twice. */
static bool is_shown (const struct fid_step_stats *s, const struct panel *p)
{
    size_t i = 0;
    while (i < s->row_n && s->row[i].metric != p->metric)
        i++;
    return i < s->row_n && !(p->bandless && s->workload != FID_STEPS_UNET3D);
}

/* --- lines */

struct shared {
    struct fid_figure *fig;
    const struct fid_step_stats *s;
    struct fid_axis x;
    size_t gpus_n;
};

/* The axis of batch sizes, with a tick at each. */
static void set_axis (struct shared *sh)
{
    const struct fid_step_stats *s = sh->s;
    struct fid_axis *x = &sh->x;
    size_t n = 0, all = s->config_n;
    int64_t *batch = fid_take (all, sizeof *batch);
    struct fid_tick *tick = fid_take (all, sizeof *tick);
    *x = (struct fid_axis){.label = "batch size", .log = s->workload == FID_STEPS_DLRM};
    if (!all)
        return;
    for (size_t i = 0; i < all; i++)
        batch[i] = s->config[i].batch;
    qsort (batch, all, sizeof *batch, fid_by_number);
    for (size_t i = 0; i < all; i++)
        if (!i || batch[i] != batch[i - 1]) {
            tick[n].at = (double)batch[i];
            fid_config_batch_text (batch[i], x->log, tick[n].label);
            n++;
        }
    double low = tick[0].at, high = tick[n - 1].at;
    double room = x->log ? pow (high / low, .06) : .06 * (high - low);
    if (n < 2)
        room = x->log ? 2 : low / 2;
    x->lo = x->log ? low / room : low - room;
    x->hi = x->log ? high * room : high + room;
    if (n <= FID_TICKS_MAX) {
        x->tick = tick;
        x->tick_n = n;
    }
}

/* The line of one number of GPUs, from configuration *i on; advances *i past it. */
static void set_line (const struct shared *sh, const struct panel *p, size_t *i, size_t number,
                      struct fid_line *line)
{
    static const enum fid_colour colours[] = {FID_BLUE, FID_VERMILLION, FID_GREEN, FID_ORANGE,
                                              FID_SKY,  FID_PURPLE,     FID_GREY};
    const struct fid_step_stats *s = sh->s;
    size_t from = *i, n = 0;
    while (*i < s->config_n && s->config[*i].gpus == s->config[from].gpus)
        ++*i;
    double *x = fid_take (*i - from, sizeof (double)),
           *y = fid_take (*i - from, sizeof (double)),
           *low = fid_take (*i - from, sizeof (double)),
           *high = fid_take (*i - from, sizeof (double));
    for (size_t k = from; k < *i; k++) {
        const struct fid_described *d = &s->config[k].stat[p->metric];
        if (!d->n)
            continue;
        x[n] = (double)s->config[k].batch;
        y[n] = d->median;
        low[n] = d->n > 1 ? fmax (d->q1, 0) : NAN; /* of few values q1 may be negative */
        high[n++] = d->n > 1 ? d->q3 : NAN;
    }
    *line = (struct fid_line){
        .label = fid_figure_text (sh->fig, "%" PRId64 " GPU%s", s->config[from].gpus,
                                  s->config[from].gpus == 1 ? "" : "s"),
        .x = x,
        .y = y,
        .n = n,
        .low = p->bandless ? NULL : low,
        .high = high,
        .mark = (enum fid_mark) (FID_MARK_DISC + number % (FID_MARK_N - FID_MARK_DISC)),
        .pen = {.colour = colours[number % (sizeof colours / sizeof *colours)]}};
}

static void add_panel (const struct shared *sh, const struct panel *p, size_t beside)
{
    struct fid_plot *part = fid_figure_add (sh->fig, FID_PLOT_LINES);
    struct fid_line *line = fid_take (sh->gpus_n, sizeof *line);
    bool seconds = p->metric < FID_STEPS_MEASURED_N;
    part->beside = beside;
    part->height = HEIGHT;
    part->as.lines = (struct fid_lines){
        .panel = {.title = p->title,
                  .x = sh->x,
                  .y = {.label = seconds ? "time" : "samples/s",
                        .unit = seconds ? FID_UNIT_SECONDS : FID_UNIT_NUMBER},
                  .key_n = 1}, /* empty: the figure has the legend */
        .line = line,
        .line_n = sh->gpus_n,
        .empty = fid_figure_text (sh->fig, "no %s", fid_steps_metric_names[p->metric])};
    for (size_t i = 0, k = 0; i < sh->s->config_n; k++)
        set_line (sh, p, &i, k, &line[k]);
    /* The y axis: from 0 to high enough that no tick touches the title. */
    struct fid_lines *l = &part->as.lines;
    struct fid_axis *y = &l->panel.y;
    double top = 0;
    for (size_t k = 0; k < l->line_n; k++)
        for (size_t i = 0; i < l->line[k].n; i++) {
            top = fmax (top, l->line[k].y[i]);
            if (l->line[k].low) /* fmax ignores NaN */
                top = fmax (top, l->line[k].high[i]);
        }
    y->hi = 1.04 * top;
    double step = fid_ticks_step (0, y->hi, y->unit, 6), last = floor (y->hi / step) * step;
    y->hi = fmax (y->hi, 1.06 * last);
}

/* --- histograms */

/* The normal law of the same mean and deviation, and how many values there are. */
static void add_normal (struct fid_figure *fig, struct fid_lines *l,
                        const struct fid_described *d, double width, struct fid_line *curve)
{
    char mu[24], std[24];
    double *x = fid_take (CURVE_N, sizeof (double)), *y = fid_take (CURVE_N, sizeof (double));
    bool wide = d->n > 1 && d->std > 1e-6 * d->mean; /* else all are equal, but for rounding */
    for (size_t i = 0; i < CURVE_N && wide; i++) {
        x[i] = l->panel.x.lo + (l->panel.x.hi - l->panel.x.lo) * (double)i / (CURVE_N - 1);
        double z = (x[i] - d->mean) / d->std;
        y[i] = (double)d->n * width * exp (-z * z / 2) / (d->std * sqrt (2 * M_PI));
        l->panel.y.hi = fmax (l->panel.y.hi, 1.15 * y[i]);
        curve->n = CURVE_N;
    }
    curve->x = x;
    curve->y = y;
    curve->pen = (struct fid_pen){.colour = FID_VERMILLION, .width = 1};
    fid_ticks_label (d->mean, FID_UNIT_SECONDS, mu, sizeof mu);
    fid_ticks_label (d->std, FID_UNIT_SECONDS, std, sizeof std);
    l->panel.key[l->panel.key_n++] = (struct fid_key){
        .label = wide ? fid_figure_text (fig, "mu %s, std %s, N %zu", mu, std, d->n)
                      : fid_figure_text (fig, "mu %s, N %zu", mu, d->n),
        .pen = curve->pen};
}

/* The bins as a stepped line that starts and ends at 0. */
static void add_bins (struct fid_figure *fig, struct fid_lines *l,
                      const struct fid_steps_values *v, const struct fid_described *d)
{
    double low = INFINITY, high = -INFINITY, top = 0;
    for (size_t i = 0; i < v->v_n; i++) {
        low = fmin (low, v->v[i]);
        high = fmax (high, v->v[i]);
    }
    size_t bins = (size_t)fmin (fmax (ceil (sqrt ((double)v->v_n)), BINS_MIN), BINS_MAX);
    double width = (high - low) / (double)bins;
    if (!(width > 0)) { /* all are equal */
        width = low / 10;
        low -= width / 2;
        bins = 1;
    }
    double *x = fid_take (bins + 2, sizeof (double)), *y = fid_take (bins + 2, sizeof (double));
    struct fid_line *line = fid_take (2, sizeof *line);
    struct fid_rule *rule = fid_take (1, sizeof *rule);
    x[0] = low;
    for (size_t i = 0; i <= bins; i++)
        x[i + 1] = low + width * (double)i;
    for (size_t i = 0; i < v->v_n; i++) {
        size_t bin = (size_t)fmax (0, floor ((v->v[i] - low) / width));
        top = fmax (top, y[1 + (bin < bins ? bin : bins - 1)] += 1);
    }
    *line = (struct fid_line){.x = x,
                              .y = y,
                              .n = bins + 2,
                              .step = true,
                              .filled = true,
                              .pen = {.colour = FID_BLUE, .width = 1}};
    *rule = (struct fid_rule){.at = d->median, .vertical = true};
    l->panel.x.lo = low - width;
    l->panel.x.hi = x[bins + 1] + width;
    l->panel.y.hi = 1.15 * top; /* leaves room for the title */
    struct fid_axis *axis = &l->panel.x;
    struct fid_tick *tick = fid_take (FID_TICKS_MAX, sizeof *tick);
    axis->tick_n = fid_ticks (axis->lo, axis->hi, false, axis->unit, 4, tick);
    axis->tick = tick; /* labels that do not fit are left out when the axis is drawn */
    add_normal (fig, l, d, width, &line[1]);
    l->line = line;
    l->rule = rule;
    l->line_n = 2;
    l->rule_n = 1;
}

static void add_histogram (struct fid_figure *fig, const struct fid_step_stats *s, int64_t gpus,
                           int64_t batch, size_t columns)
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
    part->height = BINS_HEIGHT;
    l->panel = (struct fid_panel){.title = fid_figure_text (fig, "%" PRId64 " GPU%s, batch %s",
                                                            gpus, gpus == 1 ? "" : "s", text),
                                  .x = {.unit = FID_UNIT_SECONDS},
                                  .y = {.unit = FID_UNIT_COUNT},
                                  .left = BINS_LEFT};
    l->empty = "not measured";
    if (c && c->stat[FID_ALL_COMPUTE].n)
        add_bins (fig, l, &c->value[FID_ALL_COMPUTE], &c->stat[FID_ALL_COMPUTE]);
    else
        l->panel.x.none = l->panel.y.none = true;
}

/* --- figures */

void fid_steps_picture (struct fid_figure *fig, const struct fid_step_stats *s,
                        enum fid_steps_plot plot)
{
    struct shared sh = {.fig = fig, .s = s};
    size_t shown = 0;
    if (plot == FID_STEPS_HISTOGRAMS) {
        size_t n = s->config_n, columns = fid_steps_gpus_n (s);
        int64_t *batch = fid_take (n, sizeof *batch);
        for (size_t i = 0; i < n; i++)
            batch[i] = s->config[i].batch;
        FID_SORT (batch, n, fid_by_number);
        for (size_t row = 0; row < n; row++)
            for (size_t i = 0; (!row || batch[row] != batch[row - 1]) && i < n; i++)
                if (!i || s->config[i].gpus != s->config[i - 1].gpus)
                    add_histogram (fig, s, s->config[i].gpus, batch[row], columns);
        return;
    }
    sh.gpus_n = fid_steps_gpus_n (s);
    set_axis (&sh);
    for (const struct panel *p = panels[plot]; p->title; p++)
        shown += is_shown (s, p);
    for (const struct panel *p = panels[plot]; p->title; p++)
        if (is_shown (s, p))
            add_panel (&sh, p, shown == 4 ? 2 : shown);
    if (shown) {
        /* The legend of all panels: of the lines in one of them. */
        const struct fid_lines *l = &fig->part[0]->as.lines;
        struct fid_panel *legend = &fig->legend;
        for (size_t k = 0; k < l->line_n && k < FID_KEYS_MAX; k++) {
            bool last = k + 1 == FID_KEYS_MAX && l->line_n > FID_KEYS_MAX;
            legend->key[legend->key_n++] = (struct fid_key){
                .label = last ? fid_figure_text (fig, "and %zu more", l->line_n - k)
                              : l->line[k].label,
                .pen = {.colour = l->line[k].pen.colour, .width = 1.3},
                .mark = l->line[k].mark};
        }
    }
}

double fid_steps_picture_width (const struct fid_step_stats *s, enum fid_steps_plot plot)
{
    size_t columns = fid_steps_gpus_n (s);
    return plot == FID_STEPS_HISTOGRAMS ? fmax (WIDE, BINS_WIDTH * (double)columns) : WIDE;
}
