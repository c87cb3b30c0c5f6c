/* cmd_steps.c - fidlio steps DIR... */
#include "config.h"
#include <inttypes.h>
#include <stdlib.h>
#include "cli/cmd.h"
#include "cli/signals.h"
#include "cli/steps_plots.h"
#include "tools/steps/fit.h"
#include "tools/steps/write.h"

enum { KEY_FROM = FID_KEY_COMMAND, KEY_WARM_UP, KEY_FIT, KEY_COMPAT, KEY_RAW };

struct args {
    struct fid_common common;
    struct fid_steps_opts steps;
    char **dir; /* borrowed from argv */
    size_t dir_n;
    const char *out;
    bool fit, raw_data;
    struct fid_steps_plots plots;
};

static const struct argp_option options[] = {
    {"output", 'o', "DIR", 0, "Write values and statistics below DIR", 0},
    {"workload", 'w', "NAME", 0, "unet3d, bert or dlrm (default: what the logs say)", 0},
    {"from", KEY_FROM, "KIND", 0,
     "Read only recordings of kind mllog, timeline or dlio (default: what is there)", 0},
    {"fit", KEY_FIT, NULL, 0, "Fit compute time to GPUs and batch size", 0},
    {"raw-data", KEY_RAW, NULL, 0, "Write logs with MLLOG events as DIR/raw_data/CONFIG.json",
     0},
    {"keep-warm-up", KEY_WARM_UP, NULL, 0, "Count the first values of each epoch too", 0},
    {"compat", KEY_COMPAT, NULL, 0,
     "Rules of the earlier tools: DLIO's first epoch counts, fits take all files so far", 0},
    {0},
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
    struct args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->plots;
        state->child_inputs[1] = &args->common;
        return 0;
    case 'o':
        args->out = arg;
        return 0;
    case 'w':
        args->steps.workload = fid_steps_workload_by_name (arg);
        if (args->steps.workload < 0)
            argp_error (state, "there is no workload '%s': unet3d, bert or dlrm", arg);
        return 0;
    case KEY_FROM:
        args->steps.source = fid_steps_source_by_name (arg);
        if (args->steps.source < 0)
            argp_error (state, "--from takes mllog, timeline or dlio, not '%s'", arg);
        return 0;
    case KEY_FIT:
        args->fit = true;
        return 0;
    case KEY_RAW:
        args->raw_data = true;
        return 0;
    case KEY_WARM_UP:
        args->steps.keep_warm_up = true;
        return 0;
    case KEY_COMPAT:
        args->steps.compat = true;
        return 0;
    case ARGP_KEY_ARGS:
        args->dir = state->argv + state->next;
        args->dir_n = (size_t)(state->argc - state->next);
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error (state, "the steps of what?");
        return 0;
    case ARGP_KEY_END:
        if ((args->plots.plots || args->raw_data) && !args->out)
            argp_error (state, "%s needs -o DIR", args->raw_data ? "--raw-data" : "--plot");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* --- standard output */

static void
put_row (struct fid_cells *t, const struct fid_steps_config *c, enum fid_steps_metric m,
         int digits)
{
    const struct fid_described *d = &c->stat[m];
    const double v[] = {d->mean, d->std, d->q1, d->median, d->q3};
    bool alone = d->n == 1; /* one value has a mean and a median only */
    if (!d->n)
        return;
    fid_cells_add (t, "%" PRId64, c->gpus);
    fid_cells_add (t, "%" PRId64, c->batch);
    fid_cells_add (t, "%s", fid_steps_metric_name (m));
    fid_cells_add (t, "%s", m < FID_STEPS_MEASURED_N ? "s" : "samples/s");
    fid_cells_add (t, "%zu", d->n);
    for (int i = 0; i < 5; i++)
        if (alone && i != 0 && i != 3)
            fid_cells_missing (t);
        else
            fid_cells_add (t, "%.*g", digits, v[i]);
}

static int
print_table (const struct args *args, const struct fid_step_stats *s, struct fid_error *err)
{
    static const struct fid_column columns[] = {
        {"GPUs", true}, {"batch", true}, {"metric", false}, {"unit", false},  {"n", true},
        {"mean", true}, {"std", true},   {"q1", true},      {"median", true}, {"q3", true}};
    int digits = args->common.format == FID_FORMAT_TABLE ? 5 : 12;
    struct fid_cells t;
    fid_cells_init (&t, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < s->config_n; i++) {
        const enum fid_steps_metric *m = fid_steps_measured (s->source, s->workload);
        for (; *m != FID_STEPS_METRIC_N; m++)
            put_row (&t, &s->config[i], *m, digits);
        m = fid_steps_derived (s->source, s->workload);
        for (; *m != FID_STEPS_METRIC_N; m++)
            put_row (&t, &s->config[i], *m, digits);
    }
    int rc = fid_cells_write (&t, args->common.format, stdout, err);
    fid_cells_clear (&t);
    return rc;
}

static int
print_fit (const struct fid_step_stats *s, bool std, struct fid_error *err)
{
    struct fid_steps_fit fit;
    if (fid_steps_fit (s, std, &fit, err))
        return -1;
    printf ("%s of all_compute", std ? "std " : "mean");
    if (fit.why)
        printf (": no fit, %s\n", fit.why);
    else {
        printf (" = %.6g", fit.intercept);
        if (fit.has_gpus)
            printf (" %+.6g GPUs", fit.gpus);
        if (fit.has_batch)
            printf (" %+.6g batch", fit.batch);
        printf (" s, R^2 %.4f, %zu recordings\n", fit.r2, fit.n);
    }
    return 0;
}

static int
print (const struct args *args, const struct fid_step_stats *s, struct fid_error *err)
{
    static const char *const told[FID_STEPS_SOURCE_N] = {
        "MLLOG events", "TensorFlow profiler files", "DLIO logs"};
    bool table = args->common.format == FID_FORMAT_TABLE;
    if (args->common.quiet)
        return 0;
    if (table)
        printf ("%s%s, %s: %zu configuration%s, %zu recording%s\n\n",
                fid_steps_workload_title (s->workload), s->guessed ? " (guessed)" : "",
                told[s->source], s->config_n, s->config_n == 1 ? "" : "s", s->recording_n,
                s->recording_n == 1 ? "" : "s");
    if (print_table (args, s, err))
        return -1;
    if (!table || !args->fit)
        return 0;
    putchar ('\n');
    return print_fit (s, false, err) || print_fit (s, true, err) ? -1 : 0;
}

static int
run (int argc, char **argv, const struct fid_common *given)
{
    static const struct argp_child children[] = {
        {&fid_steps_plots_argp, 0, NULL, 0}, {&fid_common_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "DIR...",
        .doc = "Tell what training steps are spent on, and the throughput and latency that "
               "follow, from folders of instrumented runs: MLLOG events, TensorFlow profiler "
               "files or DLIO logs, by GPUs and batch size.",
        .children = children,
    };
    struct args args = {.common = *given,
                        .steps = {.source = -1, .workload = -1},
                        .plots = FID_STEPS_PLOTS_DEFAULTS};
    struct fid_step_stats steps;
    struct fid_error err;
    fid_parse (&argp, argc, argv, &args);
    int rc = fid_steps_read (args.dir, args.dir_n, &args.steps, &steps, &err);
    for (size_t i = 0; i < steps.note_n; i++)
        if (steps.note[i].failed)
            fid_complain ("%s", steps.note[i].text);
        else
            fid_say (&args.common, "%s", steps.note[i].text);
    if (!rc && args.out) {
        fid_writing_begin ();
        rc = fid_steps_write (&steps, args.out, args.fit, &err);
        if (!rc && args.raw_data)
            rc = fid_steps_write_raw_data (&steps, args.out, &err);
        if (!rc && args.plots.plots)
            rc = fid_steps_plots_write (&args.plots, &steps, args.out, &err);
        fid_writing_end ();
    }
    if (!rc)
        rc = print (&args, &steps, &err);
    bool failed = steps.failed_n > 0;
    fid_steps_clear (&steps);
    if (rc) {
        fid_say_error (&err);
        return (int)err.status;
    }
    return failed ? FID_EPARTIAL : FID_OK;
}

const struct fid_cmd cmd_steps = {"steps", "statistics of the steps of instrumented runs", run};
