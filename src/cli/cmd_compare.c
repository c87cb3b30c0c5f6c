/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_compare.c - fidlio compare REAL EMULATION... (batch/sides.h) */
#include "base/outfile.h"
#include "base/parallel.h"
#include "batch/sides.h"
#include "cli/options.h"
#include "program/cmd.h"
#include "report/breakdown.h"

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

static void settle_sides (struct argp_state *state, void *input)
{
    struct args *args = input;
    fid_arg_sides (state, &args->plain, &args->real, &args->emulation);
    if (!args->real.n || !args->emulation.n)
        argp_error (state, "a real run or an emulation is missing");
    if (args->warp && args->real.n + args->emulation.n > 2)
        argp_error (state, "--warp takes one pair, not several runs");
    if (args->chrome && args->real.n + args->emulation.n > 2)
        argp_error (state, "--chrome-trace takes one pair, not several runs");
}

static const struct fid_option options[] = {
    FID_OPTION_TEXT (struct args, results, "output", 'o', "RESULTS",
                     "Write RESULTS/<real>__<emulation>.json"),
    FID_OPTION_ALIAS ("results"),
    FID_OPTION_TEXT (
        struct args, calibration, "calibration", 0, "FILE",
        "Take the noise of the real job from FILE (see `fidlio calibrate'; default: "
        "from the real runs if there are several)"),
    FID_OPTION_TEXT (struct args, warp, "warp", 0, "FILE",
                     "Write the warping paths of the event streams"),
    FID_OPTION_TEXT (struct args, chrome, "chrome-trace", 0, "FILE",
                     "Write both runs on one axis for Perfetto and chrome://tracing"),
    FID_OPTION_CHOICE (
        struct args, sparklines, "sparklines", 0, "WHEN", fid_whens,
        "Draw series below the breakdown: auto (default: with -v, on a UTF-8 terminal), "
        "always or never"),
    FID_OPTION_WORDS (struct args, real, "real", 0, "DIR",
                      "A real run (repeatable: repeats of one job, compared as one)"),
    FID_OPTION_WORDS (struct args, emulation, "emulation", 0, "DIR",
                      "A run of an emulation (repeatable: NAME_r1 and NAME_r2 are repeats and "
                      "compared as one; other names are compared side by side)"),
    FID_OPTION_FLAG (struct args, force, "force", 0,
                     "Treat each side as repeats of one job, even if they differ"),
    FID_OPTION_FLAG (struct args, run.keep_going, "keep-going", 0,
                     "Skip unreadable files.  The result begins with a note that it is "
                     "incomplete; the status is 4"),
    FID_OPTION_JOBS (struct args, job_n, "Runs and pairs at a time (default: processors)"),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "REAL EMULATION...\n--real DIR... --emulation DIR...",
    .about =
        "Compare emulations with the real run.  Print the error of each, its similarity, its "
        "differences and their causes; several emulations side by side.",
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
static void write_result (const struct args *args, const struct fid_result *r,
                          const struct fid_series *series)
{
    const char *path = fid_textf (
        "%s/%s", args->results,
        fid_keep (fid_result_name (r->head.real.id, r->head.emulation.id, &fid_why)));
    fid_must (fid_make_dirs (args->results, NULL, &fid_why));
    bool none;
    fid_must (fid_file_missing (path, &none, &fid_why));
    struct fid_result *old = none ? NULL : fid_result_load (path, &fid_why);
    if (!none && !old && fid_why.status == FID_EINTERNAL) /* it may be a better one */
        fid_end ();
    if (old && (strcmp (old->head.real.hash, r->head.real.hash) != 0 ||
                strcmp (old->head.emulation.hash, r->head.emulation.hash) != 0))
        fid_say (&args->common, "%s: replaces a result of the same names from other traces",
                 path);
    bool better = old && !old->head.incomplete && r->head.incomplete;
    fid_result_destroy (old);
    if (better) {
        fid_say (&args->common, "%s: stays, since not all could be read now", path);
        return;
    }
    fid_must (fid_pair_files_write (path, args->results, r, args->series.none ? NULL : series,
                                    &fid_why));
    if (args->common.verbose)
        fid_say (&args->common, "wrote %s", path);
}

#define SPARKLINES_FROM 80 /* columns */

/* Whether the screen shows series as lines of block characters. */
static bool use_sparklines (const struct args *args)
{
    if (args->common.format != FID_FORMAT_TABLE || args->sparklines == FID_NEVER ||
        args->real.n + args->emulation.n > 2) /* one pair of many would look like all */
        return false;
    return args->sparklines == FID_ALWAYS ||
           (args->common.verbose && fid_terminal_width () >= SPARKLINES_FROM &&
            isatty (STDOUT_FILENO) && fid_is_utf8 ());
}

/* Whether anything wants the series of the pair of runs that is drawn. */
static bool use_series (const struct args *args)
{
    return (args->results && !args->series.none) || args->chrome || use_sparklines (args);
}

/* Compares the i-th emulation, and writes what is asked for beside the table. */
static void compare_one (const struct args *args, struct fid_sides *s, size_t i,
                         struct fid_compared *c)
{
    fid_must (
        fid_sides_compare (s, i, use_series (args) ? &args->series.size : NULL, c, &fid_why));
    if (args->warp) {
        const char *text =
            fid_keep (fid_compare_warp (s->run[0], s->run[1], &s->compare, &fid_why));
        fid_must (fid_outfile_write (args->warp, NULL, text, strlen (text), &fid_why));
    }
    if (args->results)
        write_result (args, c->result, c->series);
    if (args->chrome)
        fid_must (fid_chrome_write (c->series, args->chrome, NULL, &fid_why));
    if (i) { /* the table draws those of the first */
        fid_series_destroy (c->series);
        c->series = NULL;
    }
}

static int compare_sides (void *input)
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
    struct fid_sides *s = fid_take (1, sizeof *s);
    struct fid_compared *c = fid_take (args->emulation.n, sizeof *c);
    int status = FID_OK;
    fid_must (fid_sides_load (s, &opts, &fid_why));
    for (size_t i = 0; i < s->emulation_n; i++)
        compare_one (args, s, i, &c[i]);
    const struct fid_result **result = fid_take (s->emulation_n, sizeof *result);
    for (size_t i = 0; i < s->emulation_n; i++)
        result[i] = c[i].result;
    const struct fid_screen screen = fid_screen_of (&args->common);
    fid_must (fid_compared_write (&screen, result, s->emulation_n,
                                  use_sparklines (args) ? c->series : NULL));
    for (size_t i = 0; i < s->emulation_n; i++)
        if (c[i].result->head.incomplete)
            status = FID_EPARTIAL;
    fid_sides_clear (s);
    return status;
}

static const struct args defaults = {.compare = FID_COMPARE_DEFAULTS,
                                     .series.size = {FID_SERIES_POINTS, FID_SERIES_FINE}};

const struct fid_cmd cmd_compare = {"compare", "a real run with one emulation or several",
                                    &syntax,   sizeof (struct args),
                                    &defaults, compare_sides};
