/* cmd_prepare.c - fidlio prepare RUN */
#include "config.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/timeparse.h"
#include "cli/cmd.h"
#include "cli/options.h"
#include "tools/prepare/prepare.h"

struct args {
    struct fid_common common;
    struct fid_prepare_opts prepare;
    const char *dir, *out; /* borrowed */
};

enum { KEY_TICKS = FID_KEY_COMMAND, KEY_COMPAT, KEY_NO_FILTER, KEY_P99, KEY_DISK, KEY_LOG };

static const struct argp_option options[] = {
    {"output", 'o', "DIR", 0,
     "Write the tree to DIR/NAME, with the name of the run (default: RUN/processed)", 0},
    {"workload", 'w', "NAME", 0,
     "Follow the rules of unet3d, bert, dlrm or dlio (default: detect it)", 0},
    {"skip-to", 's', "N", 0,
     "Keep the first N groups of files: 1 log, 2 traces, 3 filters, 4 logs by process, 5 "
     "monitors",
     0},
    {"log-only", KEY_LOG, NULL, 0, "Write only the application's log and timeline.csv", 0},
    {"ticks", KEY_TICKS, NULL, 0,
     "Derive UTC from the shortest second tick, as the earlier tools did", 0},
    {"compat", KEY_COMPAT, NULL, 0,
     "Follow the earlier tools even where they seem mistaken", 0},
    {"no-filter", KEY_NO_FILTER, NULL, 0, "Keep the events of all processes and files", 0},
    {"p99", KEY_P99, NULL, 0, "Drop block requests slower than the 99th percentile", 0},
    {"checkpoint-disk", KEY_DISK, "NAME", 0,
     "Keep kernel workers' writes to this disk (default sdb)", 0},
    {0},
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
    struct args *args = state->input;
    struct fid_prepare_opts *p = &args->prepare;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &p->run;
        state->child_inputs[1] = &args->common;
        return 0;
    case 'o':
        args->out = arg;
        return 0;
    case 'w':
        p->workload = fid_workload_by_name (arg);
        if (p->workload < 0)
            argp_error (state, "unknown workload '%s': use unet3d, bert, dlrm or dlio", arg);
        return 0;
    case 's':
        if (strlen (arg) != 1 || arg[0] < '0' || arg[0] > '0' + FID_PREPARE_STEP_N)
            argp_error (state, "--skip-to takes 0 to %d, not '%s'", FID_PREPARE_STEP_N, arg);
        p->skip_to = arg[0] - '0';
        return 0;
    case KEY_LOG:
        p->log_only = true;
        return 0;
    case KEY_TICKS:
        p->ticks = true;
        return 0;
    case KEY_COMPAT:
        p->compat = true;
        return 0;
    case KEY_NO_FILTER:
        p->no_filter = true;
        return 0;
    case KEY_P99:
        p->p99 = true;
        return 0;
    case KEY_DISK:
        p->checkpoint_disk = arg;
        return 0;
    case ARGP_KEY_ARG:
        if (args->dir)
            argp_error (state, "one run at a time only");
        args->dir = arg;
        return 0;
    case ARGP_KEY_END:
        if (!args->dir)
            argp_error (state, "a run is missing");
        if (p->log_only && p->skip_to)
            argp_error (state, "--log-only and --skip-to leave nothing to do");
        if (args->common.format != FID_FORMAT_TABLE)
            argp_error (state, "prepare prints tables only");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void
print_files (const struct fid_prepare_report *r)
{
    printf ("%-12s %10s %10s %10s  %s\n", "file", "read", "early", "kept", "left out");
    for (size_t i = 0; i < r->file_n; i++) {
        const struct fid_prepare_file *f = &r->file[i];
        printf ("%-12s %10" PRIu64 " %10" PRIu64 " %10" PRIu64 "  ", f->name, f->read_n,
                f->early_n, f->kept_n);
        const char *comma = "";
        for (size_t k = 0; k < sizeof f->dropped / sizeof *f->dropped && f->dropped[k].why;
             k++) {
            printf ("%s%" PRIu64 " %s", comma, f->dropped[k].n, f->dropped[k].why);
            comma = ", ";
        }
        printf ("%s\n", comma[0] ? "" : "-");
    }
}

static void
print (const struct fid_prepare_report *r)
{
    char stamp[FID_TIME_TEXT];
    printf ("%s: %s\n", r->tree, fid_workload_name (r->workload));
    if (r->has_tick)
        printf ("second tick: boot %" PRId64 " ns is %s UTC, the tick took %" PRId64 " ns\n",
                r->tick_boot_ns, fid_time_text (r->tick_utc_ns, 9, stamp), r->tick_ns);
    if (r->file_n)
        print_files (r);
    for (size_t i = 0; i < r->histogram_n; i++)
        printf ("%s: %" PRIu64 " values, median %g\n", r->histogram[i].name, r->histogram[i].n,
                r->histogram[i].median);
    if (r->file_n)
        printf ("processes: %zu parents, %zu loaders, %zu ignored\n", r->parent_n, r->loader_n,
                r->ignored_n);
}

static int
prepare (const struct args *args)
{
    struct fid_prepare_report report = {.workload = FID_UNET3D};
    struct fid_error err;
    char *real = realpath (args->dir, NULL);
    const char *name = real ? strrchr (real, '/') + 1 : args->dir;
    char *tree = args->out ? fid_format (&err, "%s/%s", args->out, name)
                           : fid_format (&err, "%s/processed", args->dir);
    int rc = tree ? fid_prepare (args->dir, tree, &args->prepare, &report, &err) : -1;
    for (size_t i = 0; i < report.note_n; i++)
        fid_say (&args->common, "%s", report.note[i]);
    if (rc)
        fid_say_error (&err);
    else if (!args->common.quiet)
        print (&report);
    fid_prepare_report_clear (&report);
    free (tree);
    free (real);
    return rc ? (int)err.status : FID_OK;
}

static int
run (int argc, char **argv, const struct fid_common *given)
{
    static const struct argp_child children[] = {
        {&fid_run_argp, 0, NULL, 0}, {&fid_common_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "RUN",
        .doc = "Write the processed tree that earlier plotting scripts read: filtered traces in "
               "UTC, logs by process, tables of the monitors.",
        .children = children,
    };
    struct args args = {.common = *given, .prepare = {.workload = -1}};
    fid_parse (&argp, argc, argv, &args);
    return prepare (&args);
}

const struct fid_cmd cmd_prepare = {"prepare", "the processed tree of the earlier tools", run};
