/* cmd_calibrate.c - fidlio calibrate RUN... -o FILE */
#include "config.h"
#include <stdio.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/parallel.h"
#include "batch/calibrate_runs.h"
#include "cli/cmd.h"
#include "cli/options.h"
#include "cli/progress.h"

struct args {
    struct fid_common common;
    struct fid_run_opts run;
    struct fid_compare_opts compare;
    const char **dir; /* owned array of borrowed names */
    size_t dir_n, dir_cap, job_n;
    const char *output, *digests;
    bool verify;
};

enum { KEY_REAL = FID_KEY_COMMAND, KEY_DIGESTS, KEY_VERIFY };

static error_t
parse (int key, char *arg, struct argp_state *state)
{
    struct args *args = state->input;
    struct fid_error err;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->run;
        state->child_inputs[1] = &args->compare;
        state->child_inputs[2] = &args->common;
        return 0;
    case 'o':
        args->output = arg;
        return 0;
    case 'j':
        args->job_n = fid_arg_count (state, "-j", arg, 1, 1024);
        return 0;
    case KEY_DIGESTS:
        args->digests = arg;
        return 0;
    case KEY_VERIFY:
        args->verify = true;
        return 0;
    case KEY_REAL:
    case ARGP_KEY_ARG:
        if (fid_array_grow (&args->dir, &args->dir_cap, args->dir_n + 1, sizeof *args->dir,
                            &err))
            argp_failure (state, FID_EINTERNAL, 0, "%s", err.text);
        args->dir[args->dir_n++] = arg;
        return 0;
    case ARGP_KEY_END:
        if (!args->dir_n)
            argp_error (state, "real runs are needed: repeats of each workload");
        if (args->compare.excluded)
            argp_error (state, "--exclude-group is for comparisons: every group is calibrated");
        if (!args->output)
            argp_error (state, "-o FILE is needed: the file for the calibration");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Prints one line for each workload. */
static void
summarise (const struct fid_calibration *c)
{
    printf ("%-16s %7s %8s\n", "workload", "repeats", "measures");
    for (size_t s = 0; s < c->set_n; s++)
        printf ("%-16s %7zu %8zu\n", c->set[s].workload, c->set[s].run_n, c->set[s].measure_n);
}

static int
calibrate (const struct args *args, struct fid_error *err)
{
    struct fid_calibration *c;
    struct fid_progress progress = {.common = &args->common};
    const struct fid_batch_hooks hooks = fid_progress_hooks (&progress);
    const char *why;
    const struct fid_kept kept = {.folder = args->digests,
                                  .verify = args->verify,
                                  .method = fid_method (),
                                  .hooks = &hooks};
    if (fid_calibrate_dirs (args->dir, NULL, args->dir_n, &kept, &args->run, &args->compare,
                            args->job_n, &hooks, NULL, &c, &why, err))
        return -1;
    if (!c)
        return fid_errorf (err, FID_EINPUT, "%s", why);
    int rc = fid_calibration_write (c, args->output, &hooks, err);
    if (rc == 0) {
        summarise (c);
        for (size_t s = 0; s < c->set_n; s++) {
            if (c->set[s].run_n < 5)
                fid_say (&args->common,
                         "%s: %zu repeats give a rough noise level; five or more are better",
                         c->set[s].workload, c->set[s].run_n);
        }
    }
    fid_calibration_destroy (c);
    return rc;
}

static int
run (int argc, char **argv, const struct fid_common *given)
{
    static const struct argp_option options[] = {
        {"output", 'o', "FILE", 0, "Write the calibration to FILE", 0},
        {"real", KEY_REAL, "DIR", 0, "A real run, like a plain argument", 0},
        {"jobs", 'j', "N", 0, "Pairs at a time (default: the number of processors)", 0},
        {"digests", KEY_DIGESTS, "FOLDER", 0,
         "Keep digests of the runs there, and read runs that have not changed from them", 0},
        {"verify", KEY_VERIFY, NULL, 0, "Read all files to see whether they have changed", 0},
        {0},
    };
    static const struct argp_child children[] = {
        {&fid_run_argp, 0, NULL, 0},
        {&fid_compare_argp, 0, NULL, 0},
        {&fid_common_argp, 0, NULL, 0},
        {0},
    };
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "REAL...",
        .doc =
            "Measure how far apart repeats of a real run are: the noise that grades forgive.",
        .children = children,
    };
    struct args args = {
        .common = *given, .compare = FID_COMPARE_DEFAULTS, .job_n = fid_cpu_n ()};
    struct fid_error err;
    fid_parse (&argp, argc, argv, &args);
    int status = FID_OK;
    if (calibrate (&args, &err)) {
        fid_say_error (&err);
        status = (int)err.status;
    }
    free (args.dir);
    return status;
}

const struct fid_cmd cmd_calibrate = {"calibrate",
                                      "measures how far apart repeats of a real run are", run};
