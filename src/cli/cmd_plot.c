/* cmd_plot.c - fidlio plot RUN, RESULT or REAL EMULATION */
#include "config.h"
#include <string.h>
#include <sys/stat.h>
#include "base/span.h"
#include "cli/cmd.h"
#include "cli/options.h"
#include "cli/plotting.h"
#include "compare/compare.h"
#include "charts/time_range.h"

enum {
    KEY_START = FID_KEY_COMMAND,
    KEY_END,
    KEY_TITLE,
    KEY_LANES,
    KEY_WHAT,
    KEY_ZOOM,
    KEY_RESOURCE,
    KEY_GNUPLOT
};

struct args {
    struct fid_plotting p;
    char *what, *resource; /* borrowed from argv; read when it is known what is drawn */
    bool is_run, is_result;
};

/* The bit of a name of --what; 0: it is none of these. */
static unsigned
bit_of (const struct fid_plot_name *names, struct fid_span name)
{
    for (; names->name; names++)
        if (fid_span_is (name, names->name))
            return names->bit;
    return 0;
}

static void
parse_what (struct args *args, struct argp_state *state)
{
    const struct fid_plot_name *names = args->is_run ? fid_run_names : fid_pair_names;
    struct fid_span rest = fid_span_of (args->what), one;
    while (fid_span_field (&rest, ',', &one)) {
        unsigned bit = bit_of (names, one);
        if (!bit)
            argp_error (state, "--what takes %s, not '%.*s'",
                        args->is_run
                            ? "phases, cpu, gpu, disk, io, lanes and histograms of a run"
                            : "breakdown, overlay, warp, cells, steps, cdf and spectra "
                              "of a pair",
                        FID_SPAN_ARG (one));
        args->p.what |= bit;
    }
}

/* Names separated by commas, as those of the list of resources. */
static void
parse_resources (struct args *args, struct argp_state *state)
{
    struct fid_span rest = fid_span_of (args->resource), one;
    while (fid_span_field (&rest, ',', &one)) {
        size_t i = 0;
        while (fid_resources[i].name && !fid_span_is (one, fid_resources[i].name))
            i++;
        if (!fid_resources[i].name || args->p.resource_n == FID_PLOT_RESOURCES)
            argp_error (state, "'%.*s' is no resource; `fidlio list resources' tells them",
                        FID_SPAN_ARG (one));
        args->p.resource[args->p.resource_n++] = fid_resources[i].name;
    }
}

static void
parse_zoom (struct args *args, const char *arg, struct argp_state *state)
{
    args->p.zoom[0] = NULL;
    for (size_t i = 0; fid_zooms[i]; i++)
        if (strcmp (fid_zooms[i], arg) == 0)
            args->p.zoom[0] = fid_zooms[i];
    if (!args->p.zoom[0])
        argp_error (state,
                    "--zoom takes overview, init, first_5min, first_training, first_epoch, "
                    "first_eval, first_ckpt, last_2min or last_5s, not '%s'",
                    arg);
}

/* What depends on several options. */
static void
check (struct args *args, struct argp_state *state)
{
    struct fid_plotting *p = &args->p;
    struct stat st;
    bool some = p->start_s > -1e8 || p->end_s < 1e8;
    if (!p->dir[0])
        argp_error (state, "a picture of what?");
    args->is_result = !p->dir[1] && stat (p->dir[0], &st) == 0 && S_ISREG (st.st_mode);
    args->is_run = !p->dir[1] && !args->is_result;
    if (args->what)
        parse_what (args, state);
    if (args->resource)
        parse_resources (args, state);
    if (p->start_s >= p->end_s)
        argp_error (state, "--start is not before --end");
    if (args->is_run && p->all + (p->zoom[0] != NULL) + some > 1)
        argp_error (state, "either --start and --end, --zoom or --all");
    if (args->is_run ? args->resource != NULL : p->zoom[0] || p->by_process)
        argp_error (state, args->is_run ? "--resource is for pairs"
                                        : "--zoom and --lanes are for runs");
    if (p->all && p->what)
        argp_error (state, "either --what or --all");
    if ((p->all || p->paper.gnuplot) && !p->paper.path)
        argp_error (state, "%s needs -o FILE", p->all ? "--all" : "--gnuplot");
}

static error_t
parse (int key, char *arg, struct argp_state *state)
{
    struct args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->p.paper;
        state->child_inputs[1] = &args->p.run;
        state->child_inputs[2] = &args->p.common;
        return 0;
    case 'o':
        if (!fid_paper_format_of (arg, &args->p.paper.format))
            argp_error (state, "-o takes a name that ends in .svg, .png or .pdf, not '%s'",
                        arg);
        args->p.paper.path = arg;
        return 0;
    case 'a':
        args->p.all = true;
        return 0;
    case KEY_START:
        args->p.start_s = fid_arg_number (state, "--start", arg, -1e7, 1e7);
        return 0;
    case KEY_END:
        args->p.end_s = fid_arg_number (state, "--end", arg, -1e7, 1e7);
        return 0;
    case KEY_TITLE:
        args->p.title = arg;
        return 0;
    case KEY_LANES:
        args->p.by_process = strcmp (arg, "process") == 0;
        if (!args->p.by_process && strcmp (arg, "combined") != 0)
            argp_error (state, "--lanes takes combined or process, not '%s'", arg);
        return 0;
    case KEY_WHAT:
        args->what = arg;
        return 0;
    case KEY_RESOURCE:
        args->resource = arg;
        return 0;
    case KEY_ZOOM:
        parse_zoom (args, arg, state);
        return 0;
    case KEY_GNUPLOT:
        args->p.paper.gnuplot = true;
        return 0;
    case ARGP_KEY_ARG:
        if (args->p.dir[1])
            argp_error (state, "one run or one pair at a time");
        args->p.dir[args->p.dir[0] != NULL] = arg;
        return 0;
    case ARGP_KEY_END:
        check (args, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static int
run (int argc, char **argv, const struct fid_common *given)
{
    static const struct argp_option options[] = {
        {"output", 'o', "FILE", 0,
         "Write FILE.svg, .png or .pdf (default: SVG on standard output)", 0},
        {"title", KEY_TITLE, "TEXT", 0, "Instead of the names of runs", 0},
        {"what", KEY_WHAT, "LIST", 0,
         "Only these; of a run: phases, cpu, gpu, disk, io, lanes (all by default), "
         "histograms; of a pair: breakdown, overlay (both by default), warp, cells, steps, "
         "cdf, spectra",
         0},
        {"resource", KEY_RESOURCE, "LIST", 0, "Only these, of a pair: vfs.read,cpu ...", 0},
        {"lanes", KEY_LANES, "HOW", 0, "Events combined (default) or of each process", 0},
        {"start", KEY_START, "SECONDS", 0, "From this time on the axis", 0},
        {"end", KEY_END, "SECONDS", 0, "To this time on the axis", 0},
        {"zoom", KEY_ZOOM, "NAME", 0,
         "A stretch of a run: init, first_5min, first_training, first_epoch, first_eval, "
         "first_ckpt, "
         "last_2min, last_5s",
         0},
        {"all", 'a', NULL, 0,
         "A picture of every stretch of a run, of everything of a pair: FILE-NAME", 0},
        {"gnuplot", KEY_GNUPLOT, NULL, 0, "Write FILE.dat and FILE.gp, a gnuplot script", 0},
        {0},
    };
    static const struct argp_child children[] = {{&fid_paper_argp, 0, NULL, 0},
                                                 {&fid_run_argp, 0, NULL, 0},
                                                 {&fid_common_argp, 0, NULL, 0},
                                                 {0}};
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "RUN\nRESULT.json\nREAL EMULATION",
        .doc =
            "Draw a run against time: phases, CPU, GPU, disk, throughput and every event; or "
            "what is alike and what differs in a pair, from a result file and the series "
            "beside it, or from two runs.",
        .children = children,
    };
    struct args args = {
        .p = {.common = *given, .paper = FID_PAPER_DEFAULTS, .start_s = -1e9, .end_s = 1e9}};
    struct fid_error err;
    fid_parse (&argp, argc, argv, &args);
    int rc = args.is_run      ? fid_plot_run (&args.p, &err)
             : args.is_result ? fid_plot_result (&args.p, &err)
                              : fid_plot_pair (&args.p, &err);
    if (rc) {
        fid_say_error (&err);
        return (int)err.status;
    }
    return FID_OK;
}

const struct fid_cmd cmd_plot = {"plot", "pictures of runs and pairs", run};
