/* cmd_predict.c - fidlio predict REAL... CONFIG */
#include "config.h"
#include <stdlib.h>
#include <string.h>
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
    struct fid_words change; /* of --set */
    struct fid_words name;   /* real runs, the configuration last */
};

/* Keeps a change for later, if it is one. */
static void
take_change (struct argp_state *state, const char *arg, void *member)
{
    struct fid_dlio_config unused = {0};
    struct fid_error err;
    if (fid_dlio_config_override (&unused, arg, &err))
        argp_error (state, "--set: %s", err.text);
    fid_dlio_config_clear (&unused);
    fid_words_add (state, member, arg);
}

static void
check_args (struct argp_state *state, void *input)
{
    const struct args *args = input;
    if (args->name.n < 2)
        argp_error (state, "a real run and a configuration are needed");
}

static const struct fid_option options[] = {
    FID_OPTION_CALL (struct args, change, "set", 0, "KEY=VALUE", take_change,
                     "Predict for another value of a key, such as reader.read_threads=4 "
                     "(repeatable)"),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "REAL... CONFIG",
    .about = "Predict which grades a workload configuration of DLIO would get against a real "
             "run, without running it: its job is simulated, with the costs of reads that "
             "the real run shows.  Several real runs are repeats of one job.",
    .set = {{options, 0, 0},
            {fid_run_options, offsetof (struct args, run), 0},
            {fid_compare_options, offsetof (struct args, compare), 0},
            {fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_WORDS (struct args, name),
    .check = check_args,
};

/* The configuration of the file with the changes that were asked for. */
static int
read_config (const struct args *args, struct fid_dlio_config *c, struct fid_error *err)
{
    if (fid_dlio_config_read (c, args->name.word[args->name.n - 1], err))
        return -1;
    for (size_t i = 0; i < args->change.n; i++)
        if (fid_dlio_config_override (c, args->change.word[i], err))
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
    int rc =
        gains ? fid_compare_pair (&how, real, args->name.n - 1, &predicted, 1, &c, err) : -1;
    fid_gains_destroy (gains);
    if (!rc)
        rc = fid_breakdown_write (c.result, NULL, args->common.verbose > 0, args->common.format,
                                  fid_use_colour (&args->common), stdout, err);
    fid_compared_clear (&c);
    return rc;
}

static int
predict_run (const struct args *args, struct fid_error *err)
{
    const char *path = args->name.word[args->name.n - 1], *slash = strrchr (path, '/');
    size_t real_n = args->name.n - 1;
    struct fid_dlio_config config = {0};
    struct fid_run *run = NULL, **real = calloc (real_n, sizeof *real);
    int rc = real ? read_config (args, &config, err) : fid_error_nomem (err);
    for (size_t i = 0; i < real_n && !rc; i++)
        rc = (real[i] = fid_run_load (args->name.word[i], &args->run, err)) ? 0 : -1;
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
run_predict (int argc, char **argv, const struct fid_common *given)
{
    struct args args = {.common = *given, .compare = FID_COMPARE_DEFAULTS};
    struct fid_error err;
    fid_syntax_parse (&syntax, argc, argv, &args);
    int rc = predict_run (&args, &err);
    free (args.change.word);
    free (args.name.word);
    if (rc)
        fid_say_error (&err);
    return rc ? (int)err.status : FID_OK;
}

const struct fid_cmd cmd_predict = {
    "predict", "grades of a configuration of DLIO without a run", run_predict};
