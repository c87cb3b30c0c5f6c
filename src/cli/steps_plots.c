/* steps_plots.c - see steps_plots.h */
#include "config.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/outfile.h"
#include "base/span.h"
#include "cli/common.h"
#include "cli/steps_plots.h"
#include "charts/steps_figure.h"

enum { KEY_PLOT = FID_KEY_OPTIONS, KEY_IMAGE, KEY_TITLE, KEY_GNUPLOT };

static const struct argp_option options[] = {
    {NULL, 0, NULL, 0, "Pictures:", 10},
    {"plot", KEY_PLOT, "LIST", 0,
     "Draw breakdown, throughput, latency, histograms or all of them below DIR/plots", 10},
    {"image", KEY_IMAGE, "FORMAT", 0, "svg (default), png or pdf", 10},
    {"title", KEY_TITLE, "TEXT", 0, "In the pictures, and in their names", 10},
    {"gnuplot", KEY_GNUPLOT, NULL, 0, "Write data and gnuplot scripts, not pictures", 10},
    {0},
};

static void
parse_plots (struct fid_steps_plots *p, const char *arg, struct argp_state *state)
{
    struct fid_span rest = fid_span_of (arg), one;
    while (fid_span_field (&rest, ',', &one)) {
        unsigned bits = fid_span_is (one, "all") ? (1U << FID_STEPS_PLOT_N) - 1 : 0;
        for (int i = 0; i < FID_STEPS_PLOT_N; i++)
            if (fid_span_is (one, fid_steps_plot_name ((enum fid_steps_plot)i)))
                bits |= 1U << i;
        if (!bits)
            argp_error (state,
                        "--plot takes breakdown, throughput, latency, histograms and all, not "
                        "'%.*s'",
                        FID_SPAN_ARG (one));
        p->plots |= bits;
    }
}

static error_t
parse (int key, char *arg, struct argp_state *state)
{
    struct fid_steps_plots *p = state->input;
    char name[16];
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &p->paper;
        return 0;
    case KEY_PLOT:
        parse_plots (p, arg, state);
        return 0;
    case KEY_IMAGE:
        snprintf (name, sizeof name, ".%s", arg);
        if (!fid_paper_format_of (name, &p->paper.format))
            argp_error (state, "--image takes svg, png or pdf, not '%s'", arg);
        return 0;
    case KEY_TITLE:
        p->title = arg;
        return 0;
    case KEY_GNUPLOT:
        p->paper.gnuplot = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {{&fid_paper_argp, 0, NULL, 10}, {0}};

const struct argp fid_steps_plots_argp = {options, parse, NULL, NULL, children, NULL, NULL};

/* "DIR/plots/DLIO_UNET3D_TITLE_throughputs.svg"; what is no letter, digit, point
 * or dash of the title becomes '_'. */
static char *
path_of (const struct fid_steps_plots *p, const struct fid_step_stats *s, const char *dir,
         enum fid_steps_plot plot, struct fid_error *err)
{
    static const char *const names[FID_STEPS_PLOT_N] = {"step_breakdown", "throughputs",
                                                        "latencies_median", "compute_times"};
    char *title = fid_strdup (p->title ? p->title : "", err), *path;
    if (!title)
        return NULL;
    for (char *t = title; *t; t++)
        if (!isalnum ((unsigned char)*t) && *t != '.' && *t != '-')
            *t = '_';
    path = fid_format (err, "%s/plots/%s%s%s%s_%s%s", dir,
                       s->source == FID_STEPS_DLIO ? "DLIO_" : "",
                       fid_steps_workload_title (s->workload), *title ? "_" : "", title,
                       names[plot], fid_paper_ending (p->paper.format));
    free (title);
    return path;
}

static int
write_one (const struct fid_steps_plots *p, const struct fid_step_stats *s, const char *dir,
           enum fid_steps_plot plot, struct fid_error *err)
{
    static const char *const what[FID_STEPS_PLOT_N] = {
        "step breakdown: medians, bands from q1 to q3",
        "throughput: medians, bands from q1 to q3", "latency: medians, bands from q1 to q3",
        "computation time (s) of how many steps"};
    struct fid_figure fig = {0};
    struct fid_paper paper = p->paper;
    char *path = path_of (p, s, dir, plot, err);
    int rc = path ? 0 : -1;
    if (!rc) {
        paper.path = path;
        if (!(paper.width.value > 0))
            paper.width =
                (struct fid_length){fid_steps_picture_width (s, plot) / 96 * 2.54, false};
        fid_steps_picture (&fig, s, plot);
        fig.title =
            fid_figure_text (&fig, "%s%s%s%s, %s", s->source == FID_STEPS_DLIO ? "DLIO, " : "",
                             fid_steps_workload_title (s->workload), p->title ? " " : "",
                             p->title ? p->title : "", what[plot]);
        rc = fid_paper_write (&paper, &fig, NULL, err);
    }
    fid_figure_clear (&fig);
    free (path);
    return rc;
}

int
fid_steps_plots_write (const struct fid_steps_plots *p, const struct fid_step_stats *s,
                       const char *dir, struct fid_error *err)
{
    char *plots = fid_format (err, "%s/plots", dir);
    int rc = plots ? fid_make_dirs (plots, err) : -1;
    for (int i = 0; i < FID_STEPS_PLOT_N && !rc; i++)
        if (p->plots >> i & 1)
            rc = write_one (p, s, dir, (enum fid_steps_plot)i, err);
    free (plots);
    return rc;
}
