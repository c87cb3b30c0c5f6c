/* cmd_plot.c - fidlio plot RUN, RESULT or REAL EMULATION; --each RUN... or RESULT... */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/text.h"
#include "base/span.h"
#include "cli/cmd.h"
#include "cli/options.h"
#include "cli/plotting.h"
#include "charts/pair_figure.h"
#include "charts/run_figure.h"
#include "charts/time_range.h"
#include "readers/digest.h"

struct args {
    struct fid_plotting p;
    const char *what, *resource; /* read when it is known what is drawn */
    struct fid_words dir;
    bool each, is_run, is_result;
    struct fid_manifest list;
};

static void
parse_what (struct args *args, struct argp_state *state)
{
    const char *const *names = args->is_run ? fid_run_chart_names : fid_pair_chart_names;
    struct fid_span rest = fid_span_of (args->what), one;
    while (fid_span_field (&rest, ',', &one))
        args->p.what |= 1u << fid_arg_among (state, "--what", one, names);
}

/* Resource names separated by commas. */
static void
parse_resources (struct args *args, struct argp_state *state)
{
    struct fid_span rest = fid_span_of (args->resource), one;
    while (fid_span_field (&rest, ',', &one))
        args->p.resources |= 1u << fid_arg_resource (state, one);
}

static void
read_zoom (struct argp_state *state, const char *arg, void *member)
{
    *(const char **)member =
        fid_zooms[fid_arg_among (state, "--zoom", fid_span_of (arg), fid_zooms)];
}

static bool
is_file (const char *path, struct argp_state *state)
{
    struct fid_error err;
    mode_t kind;
    if (fid_file_kind (path, &kind, &err))
        argp_failure (state, (int)err.status, 0, "%s", err.text);
    return kind == S_IFREG && !fid_digest_named (path);
}

/* Whether the first of these charts is one of runs. */
static bool
is_run_chart (const char *what)
{
    struct fid_span rest = fid_span_of (what), one;
    return fid_span_field (&rest, ',', &one) && fid_name_among (one, fid_run_chart_names) >= 0;
}

/* What is drawn: runs, result files or a pair. */
static void
check_inputs (struct args *args, struct argp_state *state)
{
    if (args->list.n) {
        if (args->dir.n || args->each || !args->p.figure.path)
            argp_error (state, "--list needs -o FILE, and excludes --each and other runs");
        args->is_run = !args->what || is_run_chart (args->what);
        return;
    }
    if (!args->dir.n)
        argp_error (state, "name a run, a result file or a pair of runs");
    if (!args->each && args->dir.n > 2)
        argp_error (state, "one run or one pair at a time, or --each");
    for (size_t i = 0; i < 2 && i < args->dir.n; i++)
        args->p.dir[i] = args->dir.word[i];
    bool pair = !args->each && args->dir.n == 2;
    args->is_result = !pair && is_file (args->dir.word[0], state);
    args->is_run = !pair && !args->is_result;
    for (size_t i = 0; args->each && i < args->dir.n; i++)
        if (is_file (args->dir.word[i], state) != args->is_result)
            argp_error (state, "--each draws runs or result files, not both at a time");
    if (args->each && !args->p.figure.path)
        argp_error (state, "--each needs -o FILE");
}

/* Check the options against each other. */
static void
check_args (struct argp_state *state, void *input)
{
    struct args *args = input;
    struct fid_plotting *p = &args->p;
    bool some = p->start_s > -1e8 || p->end_s < 1e8;
    check_inputs (args, state);
    if (args->what)
        parse_what (args, state);
    if (args->resource)
        parse_resources (args, state);
    if (p->start_s >= p->end_s)
        argp_error (state, "--start must be before --end");
    bool mixed = args->list.n && !args->what; /* runs and pairs, each with its options */
    if (args->is_run && p->all + (p->zoom[0] != NULL) + some > 1)
        argp_error (state, "--start and --end, --zoom and --all exclude each other");
    if (!mixed && (args->is_run ? args->resource || p->axis : p->zoom[0] || p->lanes))
        argp_error (state, args->is_run ? "--resource and --axis are for pairs"
                                        : "--zoom and --lanes are for runs");
    if (p->all && p->what)
        argp_error (state, "--what and --all exclude each other");
    if (p->all && !p->figure.path)
        argp_error (state, "--all needs -o FILE");
}

static void
read_output (struct argp_state *state, const char *arg, void *input)
{
    struct fid_figure_output *figure = &((struct args *)input)->p.figure;
    if (!fid_figure_output_format_of (arg, &figure->format))
        argp_error (state, "the name after -o must end in .svg, .png or .pdf, not '%s'", arg);
    figure->path = arg;
}

/* The runs of the list are not needed here. */
static void
read_list (struct argp_state *state, const char *arg, void *member)
{
    char **dir = NULL;
    size_t n;
    fid_arg_list (state, arg, member, &dir, &n);
    free (dir);
}

static const struct fid_option options[] = {
    FID_OPTION_CALL_ALL ("output", 'o', "FILE", read_output,
                         "Write FILE.svg, .png or .pdf (default: SVG on standard output)"),
    FID_OPTION_TEXT (struct args, p.title, "title", 0, "TEXT",
                     "Title of the picture (default: the names of the runs)"),
    FID_OPTION_TEXT (
        struct args, what, "what", 0, "LIST",
        "Draw only these charts; of a run: phases, cpu, gpu, disk, io, lanes (all "
        "by default), histograms; of a pair: breakdown, overlay (both by default), "
        "warp, cells, steps, cdf, spectra, step-times, sums, roles, places, "
        "size-latency, quantiles, answer"),
    FID_OPTION_TEXT (struct args, resource, "resource", 0, "LIST",
                     "Draw only these resources of a pair: data.read,cpu ..."),
    FID_OPTION_CHOICE (struct args, p.axis, "axis", 0, "NAME", fid_time_axis_names,
                       "Time of a pair: seconds (default), percent of each job, or phases (the "
                       "second run's moved onto the real run's)"),
    FID_OPTION_CHOICE (struct args, p.lanes, "lanes", 0, "HOW", fid_lanes_by_names,
                       "Events of all processes combined (default), a row for each process, or "
                       "for each kind of worker: those that train, and loaders"),
    FID_OPTION_NUMBER (struct args, p.start_s, "start", 0, "SECONDS", -1e7, 1e7,
                       "Begin the time axis here"),
    FID_OPTION_NUMBER (struct args, p.end_s, "end", 0, "SECONDS", -1e7, 1e7,
                       "End the time axis here"),
    FID_OPTION_CALL (struct args, p.zoom, "zoom", 0, "NAME", read_zoom,
                     "Draw a part of a run: overview, init, first_5min, first_training, "
                     "first_epoch, first_eval, first_ckpt, last_2min, last_5s"),
    FID_OPTION_FLAG (struct args, p.all, "all", 'a',
                     "Write one picture for each --zoom of a run, or each chart of a pair: "
                     "FILE-NAME"),
    FID_OPTION_FLAG (struct args, each, "each", 0,
                     "Draw any number of runs or result files, one picture each: FILE-NAME"),
    FID_OPTION_CALL (struct args, list, "list", 0, "FILE", read_list,
                     "Draw the runs and pairs that a manifest lists (see `fidlio matrix'), one "
                     "picture each: FILE-NAME"),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "RUN\nRESULT.json\nREAL EMULATION\n--each RUN|RESULT.json...\n--list FILE",
    .about = "Draw a run over time: phases, CPU, GPU, disk, throughput and every event; or how "
             "similar the runs of a pair are, from a result file and the series file beside "
             "it, or from two runs.",
    .set = {{options, 0, 0},
            {fid_figure_output_options, offsetof (struct args, p.figure), 0},
            {fid_run_options, offsetof (struct args, p.run), 0},
            {fid_common_options, offsetof (struct args, p.common), 0}},
    .plain = FID_PLAIN_WORDS (struct args, dir),
    .check = check_args,
};

static const struct args defaults = {
    .p = {.figure = FID_FIGURE_OUTPUT_DEFAULTS, .start_s = -1e9, .end_s = 1e9}};

static int
run_plot (void *input, struct fid_error *err)
{
    const struct args *args = input;
    const struct fid_plotting *p = &args->p;
    return args->list.n ? fid_plot_list (p, &args->list, args->is_run,
                                         !args->what || !args->is_run, err)
           : args->each ? fid_plot_each (p, args->dir.word, args->dir.n, args->is_result, err)
           : args->is_run    ? fid_plot_run (p, err)
           : args->is_result ? fid_plot_result (p, err)
                             : fid_plot_pair (p, err);
}

const struct fid_cmd cmd_plot = {
    "plot", "pictures of runs and pairs", &syntax, sizeof (struct args), &defaults, run_plot};
