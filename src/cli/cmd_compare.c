/* cmd_compare.c - fidlio compare REAL EMULATION... (batch/sides.h) */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/array.h"
#include "base/outfile.h"
#include "base/parallel.h"
#include "base/text.h"
#include "batch/sides.h"
#include "cli/cmd.h"
#include "cli/options.h"
#include "cli/series_options.h"
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
    FID_OPTION_CHOICE (
        struct args, sparklines, "sparklines", 0, "WHEN", fid_whens,
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
             "similarity, what differs and why; several side by side.",
    .set = {{options, 0, 0},
            {fid_run_options, offsetof (struct args, run), 0},
            {fid_compare_options, offsetof (struct args, compare), 0},
            {fid_answer_options, offsetof (struct args, compare.answer), 0},
            {fid_series_options, offsetof (struct args, series), 0},
            {fid_common_options, offsetof (struct args, common), 0}},
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
    int rc = path ? fid_make_dirs (args->results, NULL, err) : -1;
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
    if (better)
        fid_say (&args->common, "%s: stays, since not all could be read now", path);
    else if (rc == 0)
        rc = fid_pair_files_write (path, args->results, r, args->series.none ? NULL : series,
                                   err);
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
    int rc = fid_outfile_write (args->warp, NULL, text, strlen (text), err);
    free (text);
    return rc;
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

/* The result of the i-th emulation, written where that is asked for; the series of the first
 * to *series. */
static int
compare_one (const struct args *args, struct fid_sides *s, size_t i, struct fid_result **result,
             struct fid_series **series, struct fid_error *err)
{
    struct fid_compared c;
    if (fid_sides_compare (s, i, use_series (args) ? &args->series.size : NULL, &c, err))
        return -1;
    int rc = args->warp ? write_warp (args, s->run[0], s->run[1], &s->compare, err) : 0;
    if (rc == 0 && args->results)
        rc = write_result (args, c.result, c.series, err);
    *result = c.result;
    if (i == 0)
        *series = c.series;
    else
        fid_series_destroy (c.series);
    return rc;
}

static int
print_results (const struct args *args, const struct fid_result *const *result, size_t n,
               const struct fid_series *series, struct fid_error *err)
{
    if (n > 1)
        return fid_side_by_side_write (result, n, args->common.format, stdout, err);
    return fid_breakdown_write (result[0], use_sparklines (args) ? series : NULL,
                                args->common.verbose > 0, args->common.format,
                                fid_use_colour (&args->common), stdout, err);
}

static int
compare_sides (void *input, struct fid_error *err)
{
    struct args *args = input;
    args->run.thread_n = fid_cpu_n ();
    if (!args->job_n)
        args->job_n = fid_cpu_n ();
    const struct fid_sides_opts opts = {.run = &args->run,
                                        .compare = &args->compare,
                                        .real = args->real.word,
                                        .emulation = args->emulation.word,
                                        .real_n = args->real.n,
                                        .emulation_n = args->emulation.n,
                                        .calibration = args->calibration,
                                        .force = args->force,
                                        .thread_n = args->job_n};
    struct fid_sides s;
    struct fid_series *series = NULL;
    struct fid_result **result = calloc (args->emulation.n, sizeof *result);
    int rc = fid_sides_load (&s, &opts, err);
    if (rc == 0 && !result)
        rc = fid_error_nomem (err);
    for (size_t i = 0; rc == 0 && i < s.emulation_n; i++)
        rc = compare_one (args, &s, i, &result[i], &series, err);
    if (rc == 0 && args->chrome)
        rc = fid_chrome_write (series, args->chrome, NULL, err);
    if (rc == 0)
        rc = print_results (args, (const struct fid_result *const *)result, s.emulation_n,
                            series, err);
    for (size_t i = 0; result && i < s.emulation_n; i++) {
        if (rc == 0 && result[i]->head.incomplete)
            rc = FID_EPARTIAL;
        fid_result_destroy (result[i]);
    }
    free (result);
    fid_series_destroy (series);
    fid_sides_clear (&s);
    return rc;
}

static const struct args defaults = {.compare = FID_COMPARE_DEFAULTS,
                                     .series.size = {FID_SERIES_POINTS, FID_SERIES_FINE}};

const struct fid_cmd cmd_compare = {
    "compare", "a real run with one emulation or several",
    &syntax,   sizeof (struct args), &defaults, compare_sides};
