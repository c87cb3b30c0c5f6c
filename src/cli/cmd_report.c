/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_report.c - fidlio report RESULTS */
#include "base/parallel.h"
#include "cli/options.h"
#include "cli/ranking.h"
#include "program/cmd.h"

struct args {
    struct fid_common common;
    const char *dir;
    bool table_given, dry;
    struct fid_printing how;
};

static void read_table (struct argp_state *state, const char *arg, void *input)
{
    static const struct fid_names tables = FID_NAMES_OF (fid_table_names, FID_TABLE_N);
    struct args *args = input;
    args->how.table =
        (enum fid_table)fid_arg_choice (state, "table", fid_span_of (arg), &tables);
    args->table_given = true;
}

static void check_args (struct argp_state *state, void *input)
{
    struct args *args = input;
    args->how.write = !args->dry;
    if (!args->dir && !args->how.history)
        argp_error (state, "the directory of results is missing");
    if (!args->dir && (args->how.output || args->table_given || args->how.chrome))
        argp_error (state,
                    "a history alone has one table and no traces: name the results, too");
    if (args->common.format == FID_FORMAT_SQLITE && !args->how.output)
        argp_error (state, "--format=sqlite needs -o FILE");
    if (args->common.format == FID_FORMAT_SQLITE && args->table_given)
        argp_error (state, "sqlite has all tables: --table is for other formats");
}

static const struct fid_option options[] = {
    FID_OPTION_FLAG (struct args, dry, "dry-run", 'n',
                     "Print the ranking, write no files of the report"),
    FID_OPTION_TEXT (
        struct args, how.output, "output", 'o', "FILE",
        "Print to FILE; with --format=sqlite all tables, and each result by its pair, "
        "for SQLite"),
    FID_OPTION_JOBS (struct args, how.thread_n,
                     "Pairs at a time (default: the number of processors)"),
    FID_OPTION_CALL_ALL ("table", 0, "TABLE", read_table,
                         "Print ranking (default), facets, findings or parameters"),
    FID_OPTION_TEXT (struct args, how.chrome, "chrome-trace", 0, "DIR",
                     "Write DIR/<real>__<emulation>.trace.json for Perfetto and "
                     "chrome://tracing"),
    FID_OPTION_TEXT (
        struct args, how.history, "history", 0, "DIR",
        "Write history.html with the similarities and clauses of the results stored in "
        "DIR, and their changes; RESULTS, if given, are the latest, and their "
        "overview gets trends"),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "RESULTS\n--history=DIR",
    .about = "Rank the emulations of each real run: write report.html, report.md, "
             "ranking.tsv and index.json into RESULTS and print a line for each configuration "
             "(the ranking with -v).  Reads result files only.",
    .set = {{options, 0, 0}, {fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_ONE (struct args, dir, "one directory of results at a time"),
    .check = check_args,
};

static const struct args defaults = {.common.book = FID_FORMAT_SQLITE};

static int run_report (void *input)
{
    struct args *args = input;
    if (!args->how.thread_n)
        args->how.thread_n = fid_cpu_n ();
    if (args->dir)
        return fid_print_ranking (args->dir, &args->how, &args->common);
    fid_print_history (&args->how, &args->common);
    return FID_OK;
}

const struct fid_cmd cmd_report = {"report",  "rank all pairs of a directory of results",
                                   &syntax,   sizeof (struct args),
                                   &defaults, run_report};
