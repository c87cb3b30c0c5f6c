/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_steps.c - fidlio steps DIR... */
#include "base/outfile.h"
#include "program/program.h"
#include "program/figure_output.h"
#include "tools/steps/steps.h"

struct args {
    struct fid_common common;
    struct fid_steps_opts steps;
    struct fid_words named;
    struct fid_manifest list;
    char **dir; /* borrowed: those named; owned: of the list */
    size_t dir_n;
    const char *out;
    bool fit, raw_data;
    unsigned plots;                  /* bits of enum fid_steps_plot */
    struct fid_figure_output figure; /* width 0: what suits each */
    const char *title;               /* borrowed; NULL: none */
};

/* --- options */

static void read_plots (struct argp_state *state, const char *arg, void *member)
{
    struct fid_span rest = fid_span_of (arg), one;
    while (fid_span_field (&rest, ',', &one)) {
        unsigned bits = fid_span_is (one, "all") ? (1U << FID_STEPS_PLOT_N) - 1 : 0;
        for (int i = 0; i < FID_STEPS_PLOT_N; i++)
            if (fid_span_is (one, fid_steps_plot_names[i]))
                bits |= 1U << i;
        if (!bits)
            argp_error (state,
                        "--plot takes breakdown, throughput, latency, histograms and all, not "
                        "'%.*s'",
                        FID_SPAN_ARG (one));
        *(unsigned *)member |= bits;
    }
}

static void read_image (struct argp_state *state, const char *arg, void *member)
{
    char name[16];
    snprintf (name, sizeof name, ".%s", arg);
    if (!fid_figure_output_format_of (name, member))
        argp_error (state, "--image takes svg, png or pdf, not '%s'", arg);
}

static void read_list (struct argp_state *state, const char *arg, void *input)
{
    struct args *args = input;
    fid_arg_list (state, arg, &args->list, &args->dir, &args->dir_n);
}

static void check_args (struct argp_state *state, void *input)
{
    struct args *args = input;
    if (args->list.n && args->named.n)
        argp_error (state, "name folders, or --list FILE");
    if (!args->list.n && !args->named.n)
        argp_error (state, "a folder of recordings is missing");
    if (args->steps.saved &&
        (args->raw_data || args->steps.gpus || args->steps.batch || args->steps.source >= 0 ||
         args->steps.workload >= 0 || args->steps.keep_warm_up))
        argp_error (state,
                    "--saved excludes --raw-data, --gpus, --batch, --from, --workload and "
                    "--keep-warm-up: these were settled when the values were saved");
    if ((args->plots || args->raw_data) && !args->out)
        argp_error (state, "%s needs -o DIR", args->raw_data ? "--raw-data" : "--plot");
    if (!args->list.n) {
        args->dir = args->named.word;
        args->dir_n = args->named.n;
    }
}

static const struct fid_option options[] = {
    FID_OPTION_TEXT (struct args, out, "output", 'o', "DIR",
                     "Write values and statistics into DIR"),
    FID_OPTION_CHOICE (struct args, steps.workload, "workload", 'w', "NAME",
                       fid_steps_workload_names, "unet3d, bert or dlrm (default: detect it)"),
    FID_OPTION_CHOICE (
        struct args, steps.source, "from", 0, "KIND", fid_steps_source_names,
        "Read only recordings of kind mllog, timeline or dlio (default: detect it)"),
    FID_OPTION_COUNT (struct args, steps.gpus, "gpus", 0, "N", 1, FID_CONFIG_MAX,
                      "Number of GPUs of all recordings (default: from their paths or from "
                      "DLIO)"),
    FID_OPTION_COUNT (struct args, steps.batch, "batch", 0, "N", 1, FID_CONFIG_MAX,
                      "Batch size of all recordings (default: likewise)"),
    FID_OPTION_FLAG (struct args, fit, "fit", 0, "Fit compute time to GPUs and batch size"),
    FID_OPTION_FLAG (struct args, raw_data, "raw-data", 0,
                     "Write logs with MLLOG events as DIR/raw_data/CONFIG.json"),
    FID_OPTION_FLAG (struct args, steps.saved, "saved", 0,
                     "Take the values from the folders that earlier calls wrote with -o"),
    FID_OPTION_FLAG (struct args, steps.keep_warm_up, "keep-warm-up", 0,
                     "Count the first values of each epoch, too"),
    FID_OPTION_FLAG (struct args, steps.compat, "compat", 0,
                     "Follow the earlier tools: DLIO's first epoch counts, fits pool all files "
                     "so far"),
    FID_OPTION_CALL_ALL ("list", 0, "FILE", read_list,
                         "Read each folder that a manifest lists by itself (see `fidlio "
                         "matrix'); files go to DIR/NAME"),
    FID_OPTION_HEADING ("Pictures:", 10),
    FID_OPTION_CALL (struct args, plots, "plot", 0, "LIST", read_plots,
                     "Draw breakdown, throughput, latency, histograms or all into DIR/plots"),
    FID_OPTION_CALL (struct args, figure.format, "image", 0, "FORMAT", read_image,
                     "svg (default), png or pdf"),
    FID_OPTION_TEXT (struct args, title, "title", 0, "TEXT",
                     "Part of the titles and file names of pictures"),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "DIR...\n--list FILE",
    .about = "Report how long the parts of training steps take, and the resulting "
             "throughputs and latencies, by GPUs and batch size, from folders of "
             "instrumented runs: MLLOG events, TensorFlow profiler files or DLIO logs.",
    .set = {{options, 0, 0},
            {fid_figure_output_options, offsetof (struct args, figure), 10},
            {fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_WORDS (struct args, named),
    .check = check_args,
};

/* --- pictures */

/* Write DIR/plots/DLIO_UNET3D_TITLE_throughputs.svg; unusual characters of the title become
 * '_'. */
static void write_picture (const struct args *args, const struct fid_step_stats *s,
                           enum fid_steps_plot plot)
{
    static const struct {
        const char *name, *title;
    } words[FID_STEPS_PLOT_N] = {
        {"step_breakdown", "step breakdown: medians, bands from q1 to q3"},
        {"throughputs", "throughput: medians, bands from q1 to q3"},
        {"latencies_median", "latency: medians, bands from q1 to q3"},
        {"compute_times", "computation time (s) of how many steps"}};
    FID_SCOPED (fid_figure_clear) struct fid_figure fig = {0};
    struct fid_figure_output figure = args->figure;
    const char *workload = fid_steps_workload_titles[s->workload],
               *title = args->title ? args->title : "";
    bool dlio = s->source == FID_STEPS_DLIO;
    char *plain = fid_textf ("%s", title);
    for (char *t = plain; *t; t++)
        if (!isalnum ((unsigned char)*t) && *t != '.' && *t != '-')
            *t = '_';
    figure.path = fid_textf ("%s/plots/%s%s%s%s_%s%s", args->out, dlio ? "DLIO_" : "", workload,
                             *plain ? "_" : "", plain, words[plot].name,
                             fid_figure_output_ending (args->figure.format));
    figure.below = args->out;
    if (!(figure.width.value > 0))
        figure.width =
            (struct fid_length){fid_steps_picture_width (s, plot) / 96 * 2.54, false};
    fid_steps_picture (&fig, s, plot);
    fig.title = fid_figure_text (&fig, "%s%s%s%s, %s", dlio ? "DLIO, " : "", workload,
                                 args->title ? " " : "", title, words[plot].title);
    fid_must (fid_figure_output_write (&figure, &fig, NULL, &fid_why));
}

/* --- standard output */

static void print_fit (const struct fid_step_stats *s, bool std)
{
    struct fid_steps_fit fit = fid_steps_fit (s, std);
    printf ("%s of all_compute", std ? "std " : "mean");
    if (fit.why)
        printf (": no fit, %s\n", fit.why);
    else {
        printf (" = %.6g", fit.intercept);
        if (fit.has_gpus)
            printf (" %+.6g GPUs", fit.gpus);
        if (fit.has_batch)
            printf (" %+.6g batch", fit.batch);
        if (fit.has_gpus || fit.has_batch)
            printf (" s, R^2 %.4f, %zu recordings\n", fit.r2, fit.n);
        else
            printf (" s, %zu recording%s of one configuration\n", fit.n, fit.n == 1 ? "" : "s");
    }
}

static void print_statistics (const struct args *args, const struct fid_step_stats *s)
{
    static const char *const kinds[FID_STEPS_SOURCE_N] = {
        "MLLOG events", "TensorFlow profiler files", "DLIO logs"};
    bool table = args->common.format == FID_FORMAT_TABLE;
    if (args->common.quiet)
        return;
    if (table)
        printf ("%s%s, %s: %zu configuration%s, %zu recording%s\n\n",
                fid_steps_workload_titles[s->workload], s->guessed ? " (guessed)" : "",
                kinds[s->source], s->config_n, s->config_n == 1 ? "" : "s", s->recording_n,
                s->recording_n == 1 ? "" : "s");
    int digits = args->common.format == FID_FORMAT_TABLE ? 5 : 12;
    struct fid_cells t;
    fid_cells_begin (&t, "#GPUs|#batch|metric|unit|#n|#mean|#std|#q1|#median|#q3");
    for (size_t i = 0; i < s->config_n * s->row_n; i++) {
        const struct fid_steps_config *c = &s->config[i / s->row_n];
        const struct fid_steps_row *row = &s->row[i % s->row_n];
        const struct fid_described *d = &c->stat[row->metric];
        const double v[] = {d->mean, d->std, d->q1, d->median, d->q3};
        if (!d->n)
            continue;
        fid_cells_row (&t, "%ju %ju %s %s %zu", (uint64_t)c->gpus, (uint64_t)c->batch,
                       fid_steps_metric_names[row->metric],
                       row->how == FID_STEPS_MEASURED ? "s" : "samples/s", d->n);
        for (int k = 0; k < 5; k++)
            if (d->n == 1 && k != 0 && k != 3) /* a single value has mean and median only */
                fid_cells_missing (&t);
            else
                fid_cells_add (&t, "%.*g", digits, v[k]);
    }
    fid_print_table (&t, &args->common);
    if (!table || !args->fit)
        return;
    putchar ('\n');
    print_fit (s, false);
    print_fit (s, true);
}

/* The statistics of some folders, which are pooled. */
static int report_folders (const struct args *args, char **dir, size_t dir_n)
{
    struct fid_step_stats steps;
    int rc = fid_steps_read (dir, dir_n, &args->steps, &steps);
    struct fid_error why = fid_why;
    for (size_t i = 0; i < steps.note_n; i++)
        if (steps.note[i].failed)
            fid_complain ("%s", steps.note[i].text);
        else
            fid_say (&args->common, "%s", steps.note[i].text);
    if (rc)
        return fid_exit_status (-1, &why);
    if (args->out)
        fid_steps_write (&steps, args->out, args->fit);
    if (args->raw_data)
        fid_steps_write_raw_data (&steps, args->out);
    if (args->plots)
        fid_must (fid_make_dirs (fid_textf ("%s/plots", args->out), args->out, &fid_why));
    for (int i = 0; i < FID_STEPS_PLOT_N; i++)
        if (args->plots >> i & 1)
            write_picture (args, &steps, (enum fid_steps_plot)i);
    print_statistics (args, &steps);
    return steps.failed_n ? FID_EPARTIAL : FID_OK;
}

/* Of a list each folder by itself; those that fail are reported and the others are done. */
static int run_steps (void *input)
{
    const struct args *args = input;
    size_t failed_n = 0;
    int status = FID_OK;
    if (!args->list.n)
        return report_folders (args, args->dir, args->dir_n);
    for (size_t i = 0; i < args->dir_n; i++) {
        struct args one = *args;
        const char *name = fid_keep (fid_manifest_label (&args->list, args->dir[i], &fid_why));
        if (args->out)
            one.out = fid_textf ("%s/%s", args->out, name);
        if (!args->common.quiet && args->common.format == FID_FORMAT_TABLE)
            printf ("%s%s: ", i ? "\n" : "", name);
        int rc = report_folders (&one, &args->dir[i], 1);
        failed_n += rc != FID_OK;
        status = rc != FID_OK ? rc : status;
    }
    return failed_n && failed_n < args->dir_n ? FID_EPARTIAL : status;
}

static const struct args defaults = {.steps = {.source = -1, .workload = -1},
                                     .figure = {.dpi = 192}};
static const struct fid_cmd cmd = {"steps",   NULL,     &syntax, sizeof (struct args),
                                   &defaults, run_steps};

int main (int argc, char **argv)
{
    return fid_tool_run (&cmd, argc, argv);
}
