/* cmd_matrix.c - fidlio matrix: all pairs of real runs and emulations */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/outfile.h"
#include "base/parallel.h"
#include "cli/calibrate_runs.h"
#include "cli/cmd.h"
#include "cli/manifest.h"
#include "cli/options.h"
#include "cli/ranking.h"
#include "cli/signals.h"

enum {
    KEY_REAL = FID_KEY_COMMAND,
    KEY_EMULATION,
    KEY_FORCE,
    KEY_PROGRESS,
    KEY_CALIBRATION,
    KEY_NO_CALIBRATION
};

struct args {
    struct fid_common common;
    struct fid_pairs_opts opts;
    struct fid_pairs pairs;
    struct fid_side real, emulation;
    const char *calibration; /* file; NULL: calibrate on the real runs if they repeat */
    bool no_calibration;
    struct fid_side *side; /* of the option before: where plain arguments go */
};

static void
add (struct argp_state *state, struct args *args, const char *dir)
{
    struct fid_error err;
    if (!args->side)
        argp_error (state, "say --real or --emulation before '%s'", dir);
    else if (fid_side_add (args->side, &args->pairs, dir, &err))
        argp_failure (state, FID_EINTERNAL, 0, "%s", err.text);
}

static error_t
parse (int key, char *arg, struct argp_state *state)
{
    struct args *args = state->input;
    struct fid_error err;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->opts.run;
        state->child_inputs[1] = &args->opts.compare;
        state->child_inputs[2] = &args->opts.series;
        state->child_inputs[3] = &args->common;
        return 0;
    case KEY_REAL:
    case KEY_EMULATION:
        args->side = key == KEY_REAL ? &args->real : &args->emulation;
        add (state, args, arg);
        return 0;
    case ARGP_KEY_ARG:
        add (state, args, arg);
        return 0;
    case 'm':
        if (fid_manifest_read (arg, &args->pairs, &args->real, &args->emulation, &err))
            argp_failure (state, (int)err.status, 0, "%s", err.text);
        return 0;
    case 'o':
        args->opts.results = arg;
        return 0;
    case 'j':
        args->opts.job_n = (size_t)fid_arg_number (state, "-j", arg, 1, 1024);
        return 0;
    case KEY_CALIBRATION:
        args->calibration = arg;
        return 0;
    case KEY_NO_CALIBRATION:
        args->no_calibration = true;
        return 0;
    case KEY_FORCE:
        args->opts.force = true;
        return 0;
    case KEY_PROGRESS:
        args->opts.progress = true;
        return 0;
    case ARGP_KEY_END:
        if (!args->opts.results)
            argp_error (state, "-o RESULTS is needed: the directory for the results");
        if (args->pairs.pair_n == 0 && (args->real.n == 0 || args->emulation.n == 0))
            argp_error (state, "which runs? --real DIR... --emulation DIR..., or -m MANIFEST");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* All real runs with all emulations. */
static int
cross (struct args *args, struct fid_error *err)
{
    for (size_t i = 0; i < args->real.n; i++)
        for (size_t j = 0; j < args->emulation.n; j++)
            if (fid_pairs_add (&args->pairs, args->real.run[i], args->emulation.run[j], err))
                return -1;
    return 0;
}

/* failed.tsv: what failed now, and what failed before and was not tried again. */
static int
note_failures (const struct args *args, struct fid_error *err)
{
    const struct fid_pairs *p = &args->pairs;
    struct fid_results old, now = {0};
    if (fid_results_load (&old, args->opts.results, err))
        return -1;
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < p->pair_n; i++)
        if (p->pair[i].state == FID_PAIR_FAILED)
            rc = fid_results_fail (&now, p->run[p->pair[i].real].id,
                                   p->run[p->pair[i].emulation].id, NULL, p->pair[i].err.text,
                                   err);
    for (size_t i = 0; rc == 0 && i < old.failure_n; i++) {
        const struct fid_failure *fail = &old.failure[i];
        struct fid_error unused;
        char *name = fail->real ? fid_result_name (fail->real, fail->emulation, &unused) : NULL;
        bool tried = !name;
        for (size_t j = 0; j < p->pair_n && !tried; j++)
            tried = strcmp (p->pair[j].name, name) == 0;
        if (!tried)
            rc = fid_results_fail (&now, fail->real, fail->emulation, NULL, fail->reason, err);
        free (name);
    }
    if (rc == 0) {
        fid_writing_begin ();
        rc = fid_results_write_failed (&now, args->opts.results, err);
        fid_writing_end ();
    }
    fid_results_clear (&old);
    fid_results_clear (&now);
    return rc;
}

/* The calibration asked for, or one made of the real runs of all pairs where
 * workloads repeat (written beside the results). */
static int
calibrate (const struct args *args, struct fid_calibration **out, struct fid_error *err)
{
    const struct fid_pairs *p = &args->pairs;
    *out = NULL;
    if (args->calibration || args->no_calibration)
        return fid_calibration_option (args->calibration, out, err);
    char **dir = calloc (p->run_n ? p->run_n : 1, sizeof *dir);
    if (!dir)
        return fid_error_nomem (err);
    size_t n = 0;
    for (size_t r = 0; r < p->run_n; r++)
        for (size_t i = 0; i < p->pair_n; i++)
            if (p->pair[i].real == r) {
                dir[n++] = p->run[r].dir;
                break;
            }
    const char *why;
    int rc = fid_calibrate_dirs (dir, n, &args->opts.run, &args->opts.compare, args->opts.job_n,
                                 &args->common, out, &why, err);
    free (dir);
    if (rc == 0 && !*out)
        fid_say (&args->common, "%s", why);
    char *path =
        rc == 0 && *out ? fid_format (err, "%s/calibration.json", args->opts.results) : NULL;
    if (rc == 0 && *out)
        rc = path ? fid_calibration_write (*out, path, err) : -1;
    free (path);
    return rc;
}

static int
matrix (struct args *args, struct fid_calibration **calibration, struct fid_error *err)
{
    const struct fid_pairs *p = &args->pairs;
    if (cross (args, err) || fid_make_dirs (args->opts.results, err) ||
        calibrate (args, calibration, err))
        return -1;
    args->opts.compare.calibration = *calibration;
    if (fid_pairs_compare (&args->pairs, &args->opts, err) || note_failures (args, err))
        return -1;
    size_t kept_n = 0, failed_n = 0;
    const struct fid_error *broken = NULL; /* not the input's fault */
    for (size_t i = 0; i < p->pair_n; i++) {
        kept_n += p->pair[i].state == FID_PAIR_KEPT;
        if (p->pair[i].state != FID_PAIR_FAILED)
            continue;
        failed_n++;
        if (p->pair[i].err.status != FID_EINPUT && !broken)
            broken = &p->pair[i].err;
    }
    fid_say (&args->common, "%zu pairs compared, %zu kept as they were, %zu failed",
             p->pair_n - kept_n - failed_n, kept_n, failed_n);
    const struct fid_printing printing = {.write = true, .thread_n = args->opts.job_n};
    int status = fid_print_ranking (args->opts.results, &printing, &args->common);
    if (broken) {
        *err = *broken;
        return -1;
    }
    return status;
}

static int
run (int argc, char **argv, const struct fid_common *given)
{
    static const struct argp_option options[] = {
        {"real", KEY_REAL, "DIR...", 0, "Real runs", 0},
        {"emulation", KEY_EMULATION, "DIR...", 0, "Emulations (or repeats of a real run)", 0},
        {"manifest", 'm', "FILE", 0,
         "Read runs and pairs from FILE: lines 'real DIR', 'emulation DIR', 'pair REAL "
         "EMULATION'",
         0},
        {"output", 'o', "RESULTS", 0, "Directory of the results", 0},
        {"results", 0, NULL, OPTION_ALIAS, NULL, 0},
        {"jobs", 'j', "N", 0, "Pairs at a time (default: the number of processors)", 0},
        {"calibration", KEY_CALIBRATION, "FILE", 0,
         "Score against it (default: made of the real runs, where they repeat)", 0},
        {"no-calibration", KEY_NO_CALIBRATION, NULL, 0, "Similarities only", 0},
        {"force", KEY_FORCE, NULL, 0, "Compare again what has not changed", 0},
        {"progress", KEY_PROGRESS, NULL, 0, "Show progress even if this is no terminal", 0},
        {0},
    };
    static const struct argp_child children[] = {
        {&fid_run_argp, 0, NULL, 0},
        {&fid_compare_argp, 0, NULL, 0},
        {&fid_companion_argp, 0, NULL, 0},
        {&fid_common_argp, 0, NULL, 0},
        {0},
    };
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "--real DIR... --emulation DIR...\n-m MANIFEST",
        .doc = "Compare all emulations with all real runs, then rank them (see `fidlio "
               "report').  Pairs whose traces and options have not changed are kept.",
        .children = children,
    };
    struct args args = {
        .common = *given,
        .opts = {.compare = FID_COMPARE_DEFAULTS,
                 .series = FID_COMPANION_DEFAULTS,
                 .job_n = fid_cpu_n ()},
    };
    struct fid_error err;
    args.opts.series.size.fine_n = FID_COMPANION_FINE_MANY;
    error_t e = argp_parse (&argp, argc, argv, ARGP_IN_ORDER, NULL, &args);
    struct fid_calibration *calibration = NULL;
    int status = e ? FID_EUSAGE : matrix (&args, &calibration, &err);
    if (status < 0) {
        fid_say_error (&err);
        status = (int)err.status;
    }
    fid_calibration_destroy (calibration);
    fid_pairs_clear (&args.pairs);
    free (args.real.run);
    free (args.emulation.run);
    return status;
}

const struct fid_cmd cmd_matrix = {"matrix", "all emulations with all real runs", run};
