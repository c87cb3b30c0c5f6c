/* cmd_compare.c - fidlio compare REAL EMULATION, or several runs of each */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/array.h"
#include "base/outfile.h"
#include "base/parallel.h"
#include "cli/cmd.h"
#include "cli/options.h"
#include "cli/series_options.h"
#include "cli/signals.h"
#include "compare/calibration.h"
#include "readers/load.h"
#include "report/chrome.h"
#include "report/breakdown.h"

enum {
    KEY_REAL = FID_KEY_COMMAND,
    KEY_EMULATION,
    KEY_CALIBRATION,
    KEY_WARP,
    KEY_CHROME,
    KEY_SPARKLINES
};

/* Directories in the order given. */
struct dirs {
    const char **dir; /* owned; borrowed from the command line */
    size_t n, cap;
};

struct args {
    struct fid_common common;
    struct fid_run_opts run;
    struct fid_compare_opts compare;
    struct fid_series_opts series;
    struct dirs real, emulation, plain; /* plain: without an option */
    enum fid_when sparklines;
    const char *results, *calibration, *warp, *chrome;
    size_t job_n;
};

static void
take (struct argp_state *state, struct dirs *dirs, const char *arg)
{
    struct fid_error err;
    if (fid_array_grow (&dirs->dir, &dirs->cap, dirs->n + 1, sizeof *dirs->dir, &err))
        argp_failure (state, FID_EINTERNAL, 0, "%s", err.text);
    dirs->dir[dirs->n++] = arg;
}

/* REAL EMULATION become the sides. */
static void
settle (struct argp_state *state, struct args *args)
{
    if (args->plain.n && (args->real.n || args->emulation.n))
        argp_error (state,
                    "%s: name runs either by --real and --emulation or as REAL "
                    "EMULATION, not by both",
                    args->plain.dir[0]);
    if (args->plain.n > 2)
        argp_error (state, "more than two runs: which are real? --real DIR for each real run, "
                           "--emulation DIR for each emulated one");
    if (args->plain.n == 2) {
        take (state, &args->real, args->plain.dir[0]);
        take (state, &args->emulation, args->plain.dir[1]);
    }
    if (!args->real.n || !args->emulation.n)
        argp_error (state, "a real run and an emulation are needed");
    if (args->warp && args->real.n + args->emulation.n > 2)
        argp_error (state, "--warp is of one pair, not of several runs");
    if (args->chrome && args->real.n + args->emulation.n > 2)
        argp_error (state, "--chrome-trace is of one pair, not of several runs");
}

static error_t
parse (int key, char *arg, struct argp_state *state)
{
    struct args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->run;
        state->child_inputs[1] = &args->compare;
        state->child_inputs[2] = &args->series;
        state->child_inputs[3] = &args->common;
        return 0;
    case 'o':
        args->results = arg;
        return 0;
    case KEY_WARP:
        args->warp = arg;
        return 0;
    case KEY_CHROME:
        args->chrome = arg;
        return 0;
    case KEY_SPARKLINES:
        args->sparklines = fid_arg_when (state, "--sparklines", arg);
        return 0;
    case KEY_CALIBRATION:
        args->calibration = arg;
        return 0;
    case KEY_REAL:
        take (state, &args->real, arg);
        return 0;
    case KEY_EMULATION:
        take (state, &args->emulation, arg);
        return 0;
    case 'j':
        args->job_n = fid_arg_count (state, "-j", arg, 1, 1024);
        return 0;
    case ARGP_KEY_ARG:
        take (state, &args->plain, arg);
        return 0;
    case ARGP_KEY_END:
        settle (state, args);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Write RESULTS/<real>__<emulation>.json, and the series beside it. */
static int
write_result (const struct args *args, const struct fid_result *r, const cJSON *series,
              struct fid_error *err)
{
    char *name = fid_result_name (r->head.real.id, r->head.emulation.id, err);
    char *path = name ? fid_format (err, "%s/%s", args->results, name) : NULL;
    int rc = path ? fid_make_dirs (args->results, err) : -1;
    struct fid_error unused;
    struct fid_result *old =
        rc == 0 && access (path, F_OK) == 0 ? fid_result_load (path, &unused) : NULL;
    if (old && (strcmp (old->head.real.hash, r->head.real.hash) != 0 ||
                strcmp (old->head.emulation.hash, r->head.emulation.hash) != 0))
        fid_say (&args->common, "%s: replaces a result of the same names from other traces",
                 path);
    fid_result_destroy (old);
    if (rc == 0) {
        fid_writing_begin ();
        rc = fid_pair_files_write (path, r->doc, args->series.none ? NULL : series, err);
        fid_writing_end ();
    }
    if (rc == 0 && args->common.verbose)
        fid_say (&args->common, "wrote %s", path);
    free (path);
    free (name);
    return rc;
}

/* The warping paths of the pair, as a file. */
static int
write_warp (const struct args *args, const struct fid_run *real,
            const struct fid_run *emulation, const struct fid_compare_opts *opts,
            struct fid_error *err)
{
    char *text = fid_compare_warp (real, emulation, opts, err);
    if (!text)
        return -1;
    fid_writing_begin ();
    int rc = fid_outfile_write (args->warp, text, strlen (text), err);
    fid_writing_end ();
    free (text);
    return rc;
}

/* All runs, real ones first; loaded in parallel. */
struct loading {
    const struct args *args;
    struct fid_run **run; /* owned */
};

static int
load_run (void *ctx, size_t i, struct fid_error *err)
{
    struct loading *l = ctx;
    const struct args *a = l->args;
    const char *dir = i < a->real.n ? a->real.dir[i] : a->emulation.dir[i - a->real.n];
    l->run[i] = fid_run_load (dir, &a->run, err);
    return l->run[i] ? 0 : -1;
}

/* Whether the table shows series as lines of block characters. */
static bool
use_sparklines (const struct args *args)
{
    if (args->common.format != FID_FORMAT_TABLE || args->sparklines == FID_NEVER ||
        args->real.n + args->emulation.n > 2) /* one pair of many would look like all */
        return false;
    return args->sparklines == FID_ALWAYS || (isatty (STDOUT_FILENO) && fid_is_utf8 ());
}

/* The series of the pair of runs that is drawn, if anything wants them; -1. */
static int
make_series (const struct args *args, const struct fid_pair *drawn, const cJSON *result,
             struct fid_series **out, struct fid_error *err)
{
    bool stored = args->results && !args->series.none;
    if (!stored && !args->chrome && !use_sparklines (args))
        return 0;
    cJSON *doc = fid_compare_series (drawn, &args->series.size, result, err);
    *out = doc ? fid_series_of (doc, "the series", err) : NULL;
    return *out ? 0 : -1;
}

static int
write_chrome (const struct args *args, const struct fid_series *series, struct fid_error *err)
{
    fid_writing_begin ();
    int rc = fid_chrome_write (series, args->chrome, err);
    fid_writing_end ();
    return rc;
}

/* The result, and the series where they are wanted. */
static cJSON *
compare_runs (const struct args *args, const struct fid_compare_opts *opts,
              struct fid_series **series, struct fid_error *err)
{
    size_t real_n = args->real.n, emu_n = args->emulation.n;
    struct loading l = {args, calloc (real_n + emu_n, sizeof *l.run)};
    struct fid_pair drawn;
    cJSON *doc = NULL;
    if (!l.run) {
        fid_error_nomem (err);
        return NULL;
    }
    if (fid_parallel (real_n + emu_n, args->job_n, load_run, &l, err) == 0)
        doc = fid_compare_runs ((const struct fid_run *const *)l.run, real_n,
                                (const struct fid_run *const *)l.run + real_n, emu_n,
                                &args->run, opts, args->job_n, &drawn, err);
    if (doc && (make_series (args, &drawn, doc, series, err) ||
                (args->warp && write_warp (args, l.run[0], l.run[1], opts, err)))) {
        cJSON_Delete (doc);
        doc = NULL;
    }
    for (size_t i = 0; i < real_n + emu_n; i++)
        fid_run_destroy (l.run[i]);
    free (l.run);
    return doc;
}

static int
compare (const struct args *args, struct fid_error *err)
{
    struct fid_result *r = NULL;
    struct fid_calibration *calibration = NULL;
    struct fid_compare_opts opts = args->compare;
    if (args->calibration && fid_calibration_load (args->calibration, &calibration, err))
        return -1;
    opts.calibration = calibration;
    opts.thread_n = args->job_n;
    struct fid_series *series = NULL;
    cJSON *doc = compare_runs (args, &opts, &series, err);
    fid_calibration_destroy (calibration);
    if (doc)
        r = fid_result_of (doc, "the result", err);
    int rc = r ? 0 : -1;
    if (rc == 0 && args->results)
        rc = write_result (args, r, series ? series->doc : NULL, err);
    if (rc == 0 && args->chrome)
        rc = write_chrome (args, series, err);
    if (rc == 0)
        rc = fid_breakdown_write (r, use_sparklines (args) ? series : NULL, args->common.format,
                                  fid_use_colour (&args->common), stdout, err);
    fid_result_destroy (r);
    fid_series_destroy (series);
    return rc;
}

static int
run (int argc, char **argv, const struct fid_common *given)
{
    static const struct argp_option options[] = {
        {"output", 'o', "RESULTS", 0, "Write RESULTS/<real>__<emulation>.json", 0},
        {"results", 0, NULL, OPTION_ALIAS, NULL, 0},
        {"calibration", KEY_CALIBRATION, "FILE", 0, "Score against it (see `fidlio calibrate')",
         0},
        {"warp", KEY_WARP, "FILE", 0, "Write the warping paths of the event streams", 0},
        {"chrome-trace", KEY_CHROME, "FILE", 0,
         "Write both runs on one axis for Perfetto and chrome://tracing", 0},
        {"sparklines", KEY_SPARKLINES, "WHEN", 0,
         "Draw series in the table: auto (default: on a UTF-8 terminal), always or never", 0},
        {"real", KEY_REAL, "DIR", 0, "A real run (repeatable: medians over the runs)", 0},
        {"emulation", KEY_EMULATION, "DIR", 0, "A run of the emulation (repeatable)", 0},
        {"jobs", 'j', "N", 0, "Runs and pairs at a time (default: processors)", 0},
        {0},
    };
    static const struct argp_child children[] = {
        {&fid_run_argp, 0, NULL, 0},
        {&fid_compare_argp, 0, NULL, 0},
        {&fid_series_argp, 0, NULL, 0},
        {&fid_common_argp, 0, NULL, 0},
        {0},
    };
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "REAL EMULATION\n--real DIR... --emulation DIR...",
        .doc = "Compare an emulation with the real run and print how similar they are, "
               "resource by resource.",
        .children = children,
    };
    struct args args = {.common = *given,
                        .compare = FID_COMPARE_DEFAULTS,
                        .series.size = {FID_SERIES_POINTS, FID_SERIES_FINE},
                        .job_n = fid_cpu_n ()};
    struct fid_error err;
    args.run.thread_n = fid_cpu_n ();
    fid_parse (&argp, argc, argv, &args);
    int rc = compare (&args, &err);
    free (args.real.dir);
    free (args.emulation.dir);
    free (args.plain.dir);
    if (rc == 0)
        return FID_OK;
    fid_say_error (&err);
    return (int)err.status;
}

const struct fid_cmd cmd_compare = {"compare", "one emulation with one real run", run};
