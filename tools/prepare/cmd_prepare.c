/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_prepare.c - fidlio prepare RUN... */
#include "program/program.h"
#include "program/run_options.h"
#include "tools/prepare/prepare.h"

struct args {
    struct fid_common common;
    struct fid_prepare_opts prepare;
    struct fid_words named;
    struct fid_manifest list;
    char **dir; /* borrowed: those named; owned: of the list */
    size_t dir_n;
    const char *out; /* borrowed */
};

static void read_first_step (struct argp_state *state, const char *arg, void *member)
{
    if (strlen (arg) != 1 || arg[0] < '0' || arg[0] > '0' + FID_PREPARE_STEP_N)
        argp_error (state, "--skip-to takes 0 to %d, not '%s'", FID_PREPARE_STEP_N, arg);
    *(int *)member = arg[0] - '0';
}

static void choose_ticks (struct argp_state *state, const char *arg, void *member)
{
    (void)state, (void)arg;
    *(enum fid_prepare_clock *)member = FID_PREPARE_TICKS;
}

static void choose_fitted (struct argp_state *state, const char *arg, void *member)
{
    (void)state, (void)arg;
    *(enum fid_prepare_clock *)member = FID_PREPARE_FITTED;
}

static void read_list (struct argp_state *state, const char *arg, void *input)
{
    struct args *args = input;
    fid_arg_list (state, arg, &args->list, &args->dir, &args->dir_n);
}

static void check_args (struct argp_state *state, void *input)
{
    struct args *args = input;
    if (args->list.n && args->named.n)
        argp_error (state, "name runs, or --list FILE");
    if (!args->list.n && !args->named.n)
        argp_error (state, "a run is missing");
    if (args->prepare.log_only && args->prepare.skip_to)
        argp_error (state, "--log-only and --skip-to leave nothing to do");
    if (args->common.format != FID_FORMAT_TABLE)
        argp_error (state, "prepare prints tables only");
    if (!args->list.n) {
        args->dir = args->named.word;
        args->dir_n = args->named.n;
    }
}

static const struct fid_option options[] = {
    FID_OPTION_TEXT (struct args, out, "output", 'o', "DIR",
                     "Write trees to DIR/NAME, with the names of the runs (default: "
                     "RUN/processed)"),
    FID_OPTION_CHOICE (struct args, prepare.workload, "workload", 'w', "NAME",
                       fid_workload_names,
                       "Follow the rules of unet3d, bert, dlrm or dlio (default: detect it)"),
    FID_OPTION_CALL (struct args, prepare.skip_to, "skip-to", 's', "N", read_first_step,
                     "Keep the first N groups of files: 1 log, 2 traces, 3 filters, 4 logs by "
                     "process, 5 monitors"),
    FID_OPTION_FLAG (struct args, prepare.log_only, "log-only", 0,
                     "Write only the application's log and timeline.csv"),
    FID_OPTION_CALL (struct args, prepare.clock, "ticks", 0, NULL, choose_ticks,
                     "Derive UTC from the shortest second tick, as the earlier tools did, "
                     "or fail (default: if there is one)"),
    FID_OPTION_CALL (struct args, prepare.clock, "no-ticks", 0, NULL, choose_fitted,
                     "Derive UTC from all data that relate the clocks, with their "
                     "drift"),
    FID_OPTION_FLAG (struct args, prepare.compat, "compat", 0,
                     "Follow the earlier tools even if they seem mistaken"),
    FID_OPTION_FLAG (struct args, prepare.bare, "bare", 0,
                     "Leave out fidlio.json and left_out, as trees of the earlier tools do"),
    FID_OPTION_FLAG (struct args, prepare.no_filter, "no-filter", 0,
                     "Keep the events of all processes and files"),
    FID_OPTION_FLAG (struct args, prepare.p99, "p99", 0,
                     "Drop block requests slower than the 99th percentile"),
    FID_OPTION_TEXT (struct args, prepare.checkpoint_disk, "checkpoint-disk", 0, "NAME",
                     "Keep kernel workers' writes to this disk (default: the disk with most of "
                     "their writes)"),
    FID_OPTION_CALL_ALL ("list", 0, "FILE", read_list,
                         "Prepare the runs that a manifest lists (see `fidlio matrix'), by "
                         "their names"),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "RUN...\n--list FILE",
    .about = "Write the processed trees that earlier plotting scripts read: filtered traces in "
             "UTC, logs by process, tables of the monitors.",
    .set = {{options, 0, 0},
            {fid_run_options, offsetof (struct args, prepare.run), 0},
            {fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_WORDS (struct args, named),
    .check = check_args,
};

static void print_report (const struct fid_prepare_report *r)
{
    char stamp[FID_TIME_TEXT];
    printf ("%s: %s\n", r->tree, fid_workload_names[r->workload]);
    if (r->has_tick)
        printf ("second tick: boot %" PRId64 " ns is %s UTC, the tick took %" PRId64 " ns\n",
                r->tick_boot_ns, fid_time_text (r->tick_utc_ns, 9, stamp), r->tick_ns);
    if (r->file_n) {
        printf ("%-12s %10s %10s %10s  %s\n", "file", "read", "early", "kept", "left out");
        FID_EACH (const struct fid_prepare_file, f, r->file) {
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
    for (size_t i = 0; i < r->histogram_n; i++)
        printf ("%s: %" PRIu64 " values, median %g\n", r->histogram[i].name, r->histogram[i].n,
                r->histogram[i].median);
    if (r->file_n)
        printf ("processes: %zu parents, %zu loaders, %zu ignored\n", r->parent_n, r->loader_n,
                r->ignored_n);
}

/* Make the tree of a run and report; several runs are named in their notes. */
static int prepare_run (const struct args *args, const char *dir, const char *tree, bool first)
{
    struct fid_prepare_report report;
    bool several = args->dir_n > 1;
    int rc = fid_prepare (dir, tree, &args->prepare, &report);
    for (size_t i = 0; i < report.note_n; i++)
        fid_say (&args->common, "%s%s%s", several ? dir : "", several ? ": " : "",
                 report.note[i]);
    if (!rc && !args->common.quiet) {
        if (!first)
            putchar ('\n');
        print_report (&report);
    }
    return fid_exit_status (rc, &fid_why);
}

/* Of several runs, those that fail are reported and the others are done. */
static int prepare_all (void *input)
{
    const struct args *args = input;
    int status = FID_OK;
    size_t failed_n = 0;
    const char **tree = fid_take (args->dir_n, sizeof *tree);
    for (size_t i = 0; i < args->dir_n; i++) {
        const char *dir = args->dir[i];
        tree[i] = args->out
                      ? fid_textf ("%s/%s", args->out,
                                   fid_keep (fid_manifest_label (&args->list, dir, &fid_why)))
                      : fid_textf ("%s/processed", dir);
        for (size_t k = 0; k < i; k++)
            if (strcmp (tree[k], tree[i]) == 0)
                fid_fail (FID_EUSAGE, "%s and %s would write the same tree, %s", args->dir[k],
                          args->dir[i], tree[i]);
    }
    for (size_t i = 0; i < args->dir_n; i++) {
        int one = prepare_run (args, args->dir[i], tree[i], i == failed_n);
        failed_n += one != FID_OK;
        status = one != FID_OK ? one : status;
    }
    return failed_n && failed_n < args->dir_n && status == FID_EINPUT ? FID_EPARTIAL : status;
}

static const struct args defaults = {.prepare = {.workload = -1}};
static const struct fid_cmd cmd = {"prepare", NULL,       &syntax, sizeof (struct args),
                                   &defaults, prepare_all};

int main (int argc, char **argv)
{
    return fid_tool_run (&cmd, argc, argv);
}
