/* cmd_compare.c - fidlio compare REAL EMULATION...
 *
 * Runs whose names differ only in "_r" and a number at the end, and that name the same
 * workload, repeat one configuration: they are one emulation of several runs.  Others are
 * emulations of their own, side by side. */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/array.h"
#include "base/outfile.h"
#include "base/parallel.h"
#include "base/text.h"
#include "batch/compare_pair.h"
#include "cli/cmd.h"
#include "cli/options.h"
#include "cli/series_options.h"
#include "cli/signals.h"
#include "compare/calibration.h"
#include "predict/gains.h"
#include "readers/alike.h"
#include "readers/load.h"
#include "report/chrome.h"
#include "report/breakdown.h"
#include "report/side_by_side.h"

struct args {
    struct fid_common common;
    struct fid_run_opts run;
    struct fid_compare_opts compare;
    struct fid_series_opts series;
    struct fid_words real, emulation, plain; /* plain: without an option */
    enum fid_when sparklines;
    const char *results, *calibration, *warp, *chrome;
    bool force; /* each side is one, whatever it mixes */
    size_t job_n;
};

/* REAL EMULATION... become the sides. */
static void
settle_sides (struct argp_state *state, void *input)
{
    struct args *args = input;
    if (args->plain.n && (args->real.n || args->emulation.n))
        argp_error (state,
                    "%s: name runs either by --real and --emulation or as REAL "
                    "EMULATION..., not by both",
                    args->plain.word[0]);
    for (size_t i = 0; i < args->plain.n; i++)
        fid_words_add (state, i ? &args->emulation : &args->real, args->plain.word[i]);
    if (!args->real.n || !args->emulation.n)
        argp_error (state, "a real run and an emulation are needed");
    if (args->warp && args->real.n + args->emulation.n > 2)
        argp_error (state, "--warp is of one pair, not of several runs");
    if (args->chrome && args->real.n + args->emulation.n > 2)
        argp_error (state, "--chrome-trace is of one pair, not of several runs");
}

static void
read_sparklines (struct argp_state *state, const char *arg, void *member)
{
    *(enum fid_when *)member = fid_arg_when (state, "--sparklines", arg);
}

static const struct fid_option options[] = {
    FID_OPTION_TEXT (struct args, results, "output", 'o', "RESULTS",
                     "Write RESULTS/<real>__<emulation>.json"),
    FID_OPTION_ALIAS ("results"),
    FID_OPTION_TEXT (struct args, calibration, "calibration", 0, "FILE",
                     "Noise of the real job from it (see `fidlio calibrate'; default: from the "
                     "real runs, where there are several)"),
    FID_OPTION_TEXT (struct args, warp, "warp", 0, "FILE",
                     "Write the warping paths of the event streams"),
    FID_OPTION_TEXT (struct args, chrome, "chrome-trace", 0, "FILE",
                     "Write both runs on one axis for Perfetto and chrome://tracing"),
    FID_OPTION_CALL (struct args, sparklines, "sparklines", 0, "WHEN", read_sparklines,
                     "Draw series in the table: auto (default: on a UTF-8 terminal), always or "
                     "never"),
    FID_OPTION_WORDS (struct args, real, "real", 0, "DIR",
                      "A real run (repeatable: repeats of one job, compared as one)"),
    FID_OPTION_WORDS (struct args, emulation, "emulation", 0, "DIR",
                      "A run of an emulation (repeatable: NAME_r1 and NAME_r2 are repeats of "
                      "one configuration and compared as one, others side by side)"),
    FID_OPTION_FLAG (struct args, force, "force", 0,
                     "Take each side as one, whatever it mixes"),
    FID_OPTION_FLAG (struct args, run.keep_going, "keep-going", 0,
                     "Leave out files that the system does not let be read; the result says "
                     "first that it is incomplete, and the status is 4"),
    FID_OPTION_JOBS (struct args, job_n, "Runs and pairs at a time (default: processors)"),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "REAL EMULATION...\n--real DIR... --emulation DIR...",
    .about = "Compare emulations with the real run and print what each is valid for, its "
             "score, what differs and why; several side by side.",
    .set = {{options, 0},
            {fid_run_options, offsetof (struct args, run)},
            {fid_compare_options, offsetof (struct args, compare)},
            {fid_series_options, offsetof (struct args, series)},
            {fid_common_options, offsetof (struct args, common)}},
    .plain = FID_PLAIN_WORDS (struct args, plain),
    .check = settle_sides,
};

/* Write RESULTS/<real>__<emulation>.json, and the series beside it. */
static int
write_result (const struct args *args, const struct fid_result *r,
              const struct fid_series *series, struct fid_error *err)
{
    char *name = fid_result_name (r->head.real.id, r->head.emulation.id, err);
    char *path = name ? fid_format (err, "%s/%s", args->results, name) : NULL;
    int rc = path ? fid_make_dirs (args->results, err) : -1;
    struct fid_error why = {0};
    bool none = true;
    if (!rc)
        rc = fid_file_missing (path, &none, err);
    struct fid_result *old = none ? NULL : fid_result_load (path, &why);
    if (!none && !old && why.status == FID_EINTERNAL) { /* it may be a better one */
        *err = why;
        rc = -1;
    }
    if (old && (strcmp (old->head.real.hash, r->head.real.hash) != 0 ||
                strcmp (old->head.emulation.hash, r->head.emulation.hash) != 0))
        fid_say (&args->common, "%s: replaces a result of the same names from other traces",
                 path);
    bool better = old && !old->head.incomplete && r->head.incomplete;
    fid_result_destroy (old);
    if (better) {
        fid_say (&args->common, "%s: stays, since not all could be read now", path);
    } else if (rc == 0) {
        fid_writing_begin ();
        rc = fid_pair_files_write (path, r, args->series.none ? NULL : series, err);
        fid_writing_end ();
    }
    if (rc == 0 && !better && args->common.verbose)
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
    const char *dir = i < a->real.n ? a->real.word[i] : a->emulation.word[i - a->real.n];
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

/* Whether anything wants the series of the pair of runs that is drawn. */
static bool
use_series (const struct args *args)
{
    return (args->results && !args->series.none) || args->chrome || use_sparklines (args);
}

static int
write_chrome (const struct args *args, const struct fid_series *series, struct fid_error *err)
{
    fid_writing_begin ();
    int rc = fid_chrome_write (series, args->chrome, err);
    fid_writing_end ();
    return rc;
}

/* --- which runs make one emulation */

static bool
same_configuration (const struct fid_run *a, const struct fid_run *b)
{
    size_t n = fid_configuration_length (a->id);
    return n == fid_configuration_length (b->id) && strncmp (a->id, b->id, n) == 0 &&
           strcmp (a->workload, b->workload) == 0;
}

/* Order the emulations so that repeats of one configuration follow each other, otherwise as
 * they were given; writes the first of each emulation, and the end, to first[]. */
static size_t
group_emulations (struct fid_run **emu, size_t n, bool one, size_t *first)
{
    size_t group_n = 0;
    for (size_t i = 0; i < n;) {
        size_t end = one ? n : i + 1;
        for (size_t j = end; j < n; j++)
            if (same_configuration (emu[i], emu[j])) {
                struct fid_run *found = emu[j];
                memmove (emu + end + 1, emu + end, (j - end) * sizeof *emu);
                emu[end++] = found;
            }
        first[group_n++] = i;
        i = end;
    }
    first[group_n] = n;
    return group_n;
}

/* Refuse real runs of several jobs as one side. */
static int
check_side (struct fid_run *const *run, size_t n, struct fid_error *err)
{
    for (size_t i = 1; i < n; i++) {
        if (strcmp (run[0]->workload, run[i]->workload) != 0)
            return fid_errorf (err, FID_EUSAGE,
                               "%s is of the workload %s, %s of %s: they are no repeats of one "
                               "job (--force takes them as such)",
                               run[0]->id, *run[0]->workload ? run[0]->workload : "unknown",
                               run[i]->id, *run[i]->workload ? run[i]->workload : "unknown");
        if (run[0]->emulation != run[i]->emulation)
            return fid_errorf (err, FID_EUSAGE,
                               "%s is %s, %s is %s: they are no repeats of one job (--force "
                               "takes them as such)",
                               run[0]->id, run[0]->emulation ? "an emulation" : "a real run",
                               run[i]->id, run[i]->emulation ? "an emulation" : "a real run");
    }
    return 0;
}

/* What is compared: loaded runs, real ones first. */
struct work {
    const struct args *args;
    struct fid_compare_opts opts;
    struct fid_run **run; /* owned; as what it points to */
    size_t *first;        /* owned; of each emulation, within the emulations */
    size_t emulation_n;
    struct fid_result **result;          /* owned; one for each emulation */
    struct fid_series *series;           /* owned; of the first, where wanted */
    struct fid_calibration *calibration; /* owned */
    struct fid_gains *gains;             /* owned */
    struct fid_op_side operators;        /* of the first real run */
};

/* The noise: of the file, or of the real runs where they repeat. */
static int
find_noise (struct work *w, struct fid_error *err)
{
    const struct args *a = w->args;
    int rc = 0;
    if (a->calibration)
        rc = fid_calibration_load (a->calibration, &w->calibration, err);
    else if (a->real.n > 1 && w->run[0]->workload[0] &&
             check_side (w->run, a->real.n, err) == 0)
        rc = fid_calibrate ((const struct fid_run *const *)w->run, a->real.n, &a->run,
                            &a->compare, a->job_n, &w->calibration, err);
    w->opts.calibration = w->calibration;
    return rc;
}

/* The result of the i-th emulation, and its series where they are wanted. */
static int
compare_one (struct work *w, size_t i, struct fid_error *err)
{
    const struct args *a = w->args;
    struct fid_op_side operators = {0};
    struct fid_compared c;
    const struct fid_run *const *run = (const struct fid_run *const *)w->run;
    size_t from = w->first[i], n = w->first[i + 1] - from;
    const struct fid_run *const *emulation = run + a->real.n + from;
    const struct fid_comparing how = {.run = &a->run,
                                      .compare = &w->opts,
                                      .series = use_series (a) ? &a->series.size : NULL,
                                      .dir = {run[0]->dir, emulation[0]->dir},
                                      .operators = {&w->operators, &operators}};
    if (fid_compare_pair (&how, run, a->real.n, emulation, n, &c, err))
        return -1;
    int rc = a->warp ? write_warp (a, w->run[0], w->run[1], &w->opts, err) : 0;
    if (rc == 0 && a->results)
        rc = write_result (a, c.result, c.series, err);
    w->result[i] = c.result;
    if (i == 0)
        w->series = c.series;
    else
        fid_series_destroy (c.series);
    return rc;
}

static int
load_all (struct work *w, struct fid_error *err)
{
    const struct args *a = w->args;
    size_t n = a->real.n + a->emulation.n;
    w->run = calloc (n, sizeof *w->run);
    w->first = calloc (a->emulation.n + 1, sizeof *w->first);
    w->result = calloc (a->emulation.n, sizeof *w->result);
    if (!w->run || !w->first || !w->result)
        return fid_error_nomem (err);
    struct loading l = {a, w->run};
    if (fid_parallel (n, a->job_n, load_run, &l, err) || fid_runs_alike (w->run, n, err) ||
        (!a->force && check_side (w->run, a->real.n, err)))
        return -1;
    w->emulation_n = group_emulations (w->run + a->real.n, a->emulation.n, a->force, w->first);
    return 0;
}

/* The status, or -1. */
static int
compare_sides (const struct args *args, struct fid_error *err)
{
    struct work w = {.args = args, .opts = args->compare};
    w.opts.thread_n = args->job_n;
    w.opts.gains = w.gains = fid_gains_create (err);
    int rc = !w.gains || load_all (&w, err) || find_noise (&w, err) ? -1 : 0;
    for (size_t i = 0; rc == 0 && i < w.emulation_n; i++)
        rc = compare_one (&w, i, err);
    if (rc == 0 && args->chrome)
        rc = write_chrome (args, w.series, err);
    if (rc == 0 && w.emulation_n > 1)
        rc = fid_side_by_side_write ((const struct fid_result *const *)w.result, w.emulation_n,
                                     args->common.format, stdout, err);
    else if (rc == 0)
        rc = fid_breakdown_write (w.result[0], use_sparklines (args) ? w.series : NULL,
                                  args->common.verbose > 0, args->common.format,
                                  fid_use_colour (&args->common), stdout, err);
    for (size_t i = 0; w.result && i < w.emulation_n; i++) {
        if (rc == 0 && w.result[i]->head.incomplete)
            rc = FID_EPARTIAL;
        fid_result_destroy (w.result[i]);
    }
    for (size_t i = 0; w.run && i < args->real.n + args->emulation.n; i++)
        fid_run_destroy (w.run[i]);
    free (w.result);
    free (w.first);
    free (w.run);
    fid_series_destroy (w.series);
    fid_calibration_destroy (w.calibration);
    fid_gains_destroy (w.gains);
    return rc;
}

static int
run_compare (int argc, char **argv, const struct fid_common *given)
{
    struct args args = {.common = *given,
                        .compare = FID_COMPARE_DEFAULTS,
                        .series.size = {FID_SERIES_POINTS, FID_SERIES_FINE},
                        .job_n = fid_cpu_n ()};
    struct fid_error err;
    args.run.thread_n = fid_cpu_n ();
    fid_syntax_parse (&syntax, argc, argv, &args);
    int rc = compare_sides (&args, &err);
    free (args.real.word);
    free (args.emulation.word);
    free (args.plain.word);
    if (rc >= 0)
        return rc;
    fid_say_error (&err);
    return (int)err.status;
}

const struct fid_cmd cmd_compare = {"compare", "a real run with one emulation or several",
                                    run_compare};
