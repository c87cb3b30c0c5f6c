/* cmd_predict.c - fidlio predict REAL... CONFIG */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "batch/compare_pair.h"
#include "cli/cmd.h"
#include "cli/options.h"
#include "predict/gains.h"
#include "predict/predict.h"
#include "readers/load.h"
#include "report/breakdown.h"

struct args {
    struct fid_common common;
    struct fid_run_opts run;
    struct fid_compare_opts compare;
    char **change; /* owned; texts of --set, borrowed */
    size_t change_n, change_cap;
    char **name; /* borrowed from argv; real runs, the configuration last */
    size_t name_n;
};

enum { KEY_SET = FID_KEY_COMMAND };

static const struct argp_option options[] = {
    {"set", KEY_SET, "KEY=VALUE", 0,
     "Predict for another value of a key, such as reader.read_threads=4 (repeatable)", 0},
    {0},
};

/* Keeps a change for later, if it is one. */
static void
take_change (struct argp_state *state, struct args *args, char *text)
{
    struct fid_dlio_config unused = {0};
    struct fid_error err;
    if (fid_dlio_config_override (&unused, text, &err))
        argp_error (state, "--set: %s", err.text);
    fid_dlio_config_clear (&unused);
    if (fid_array_grow (&args->change, &args->change_cap, args->change_n + 1,
                        sizeof *args->change, &err))
        argp_failure (state, FID_EINTERNAL, 0, "%s", err.text);
    args->change[args->change_n++] = text;
}

static error_t
parse (int key, char *arg, struct argp_state *state)
{
    struct args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->run;
        state->child_inputs[1] = &args->compare;
        state->child_inputs[2] = &args->common;
        return 0;
    case KEY_SET:
        take_change (state, args, arg);
        return 0;
    case ARGP_KEY_ARGS:
        args->name = state->argv + state->next;
        args->name_n = (size_t)(state->argc - state->next);
        if (args->name_n < 2)
            argp_error (state, "a real run and a configuration are needed");
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error (state, "a real run and a configuration are needed");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* The configuration of the file with the changes that were asked for. */
static int
read_config (const struct args *args, struct fid_dlio_config *c, struct fid_error *err)
{
    if (fid_dlio_config_read (c, args->name[args->name_n - 1], err))
        return -1;
    for (size_t i = 0; i < args->change_n; i++)
        if (fid_dlio_config_override (c, args->change[i], err))
            return -1;
    return 0;
}

static int
write_prediction (const struct args *args, const struct fid_run *const *real,
                  const struct fid_run *predicted, struct fid_error *err)
{
    struct fid_compare_opts opts = args->compare;
    struct fid_gains *gains = fid_gains_create (err);
    opts.gains = gains;
    opts.thread_n = 1;
    const struct fid_comparing how = {.run = &args->run, .compare = &opts};
    struct fid_compared c = {0};
    int rc = gains ? fid_compare_pair (&how, real, args->name_n - 1, &predicted, 1, &c, err) : -1;
    fid_gains_destroy (gains);
    if (!rc)
        rc = fid_breakdown_write (c.result, NULL, args->common.verbose > 0, args->common.format,
                                  fid_use_colour (&args->common), stdout, err);
    fid_compared_clear (&c);
    return rc;
}

static int
predict (const struct args *args, struct fid_error *err)
{
    const char *path = args->name[args->name_n - 1], *slash = strrchr (path, '/');
    size_t real_n = args->name_n - 1;
    struct fid_dlio_config config = {0};
    struct fid_run *run = NULL, **real = calloc (real_n, sizeof *real);
    int rc = real ? read_config (args, &config, err) : fid_error_nomem (err);
    for (size_t i = 0; i < real_n && !rc; i++)
        rc = (real[i] = fid_run_load (args->name[i], &args->run, err)) ? 0 : -1;
    if (!rc)
        rc = (run = fid_predict_run (real[0], &config, slash ? slash + 1 : path, path, err))
                 ? 0
                 : -1;
    if (!rc)
        rc = write_prediction (args, (const struct fid_run *const *)real, run, err);
    for (size_t i = 0; real && i < real_n; i++)
        fid_run_destroy (real[i]);
    free (real);
    fid_run_destroy (run);
    fid_dlio_config_clear (&config);
    return rc;
}

static int
run (int argc, char **argv, const struct fid_common *given)
{
    static const struct argp_child children[] = {{&fid_run_argp, 0, NULL, 0},
                                                 {&fid_compare_argp, 0, NULL, 0},
                                                 {&fid_common_argp, 0, NULL, 0},
                                                 {0}};
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "REAL... CONFIG",
        .doc = "Predict which grades a workload configuration of DLIO would get against a real "
               "run, without running it: its job is simulated, with the costs of reads that "
               "the real run shows.  Several real runs are repeats of one job.",
        .children = children,
    };
    struct args args = {.common = *given, .compare = FID_COMPARE_DEFAULTS};
    struct fid_error err;
    fid_parse (&argp, argc, argv, &args);
    int rc = predict (&args, &err);
    free (args.change);
    if (rc)
        fid_say_error (&err);
    return rc ? (int)err.status : FID_OK;
}

const struct fid_cmd cmd_predict = {"predict",
                                    "grades of a configuration of DLIO without a run", run};
