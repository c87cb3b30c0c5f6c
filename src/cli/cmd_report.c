/* cmd_report.c - fidlio report RESULTS */
#include "config.h"
#include "base/parallel.h"
#include "cli/cmd.h"
#include "cli/ranking.h"

enum { KEY_TABLE = FID_KEY_COMMAND, KEY_CHROME, KEY_HISTORY };

struct args {
    struct fid_common common;
    const char *dir;
    bool table_given;
    struct fid_printing how;
};

static const char *
table_name (int i)
{
    return fid_table_name ((enum fid_table)i);
}

static error_t
parse (int key, char *arg, struct argp_state *state)
{
    struct args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->common;
        args->common.takes_xlsx = true;
        return 0;
    case 'n':
        args->how.write = false;
        return 0;
    case 'o':
        args->how.output = arg;
        return 0;
    case 'j':
        args->how.thread_n = fid_arg_count (state, "-j", arg, 1, 1024);
        return 0;
    case KEY_TABLE:
        args->how.table = (enum fid_table)fid_arg_choice (state, "table", fid_span_of (arg),
                                                          table_name, FID_TABLE_N);
        args->table_given = true;
        return 0;
    case KEY_CHROME:
        args->how.chrome = arg;
        return 0;
    case KEY_HISTORY:
        args->how.history = arg;
        return 0;
    case ARGP_KEY_ARG:
        if (args->dir)
            argp_error (state, "one directory of results at a time");
        args->dir = arg;
        return 0;
    case ARGP_KEY_END:
        if (!args->dir && !args->how.history)
            argp_error (state, "which directory of results?");
        if (!args->dir && (args->how.output || args->table_given || args->how.chrome))
            argp_error (state, "a history alone has one table, and no traces: name the results, too");
        if (args->common.format == FID_FORMAT_XLSX && !args->how.output)
            argp_error (state, "--format=xlsx needs -o FILE");
        if (args->common.format == FID_FORMAT_XLSX && args->table_given)
            argp_error (state, "a workbook has all tables: --table is for other formats");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static int
run (int argc, char **argv, const struct fid_common *given)
{
    static const struct argp_option options[] = {
        {"dry-run", 'n', NULL, 0, "Print the ranking, write no files of the report", 0},
        {"output", 'o', "FILE", 0,
         "Print to FILE; with --format=xlsx a workbook with all tables", 0},
        {"jobs", 'j', "N", 0, "Pairs at a time (default: the number of processors)", 0},
        {"table", KEY_TABLE, "TABLE", 0,
         "Print ranking (default), facets, findings or parameters", 0},
        {"chrome-trace", KEY_CHROME, "DIR", 0,
         "Write DIR/<real>__<emulation>.trace.json for Perfetto and chrome://tracing", 0},
        {"history", KEY_HISTORY, "DIR", 0,
         "Write history.html with the scores and clauses of the results stored in DIR, and their "
         "changes; RESULTS, if given, are the latest, and their overview gets trends", 0},
        {0},
    };
    static const struct argp_child children[] = {{&fid_common_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "RESULTS\n--history=DIR",
        .doc = "Rank the emulations of each real run: write report.html, report.md, "
               "ranking.tsv and index.json into RESULTS and print a line for each configuration "
               "(the ranking with -v).  Reads result files only.",
        .children = children,
    };
    struct args args = {.common = *given, .how = {.write = true, .thread_n = fid_cpu_n ()}};
    fid_parse (&argp, argc, argv, &args);
    return args.dir ? fid_print_ranking (args.dir, &args.how, &args.common)
                    : fid_print_history (&args.how, &args.common);
}

const struct fid_cmd cmd_report = {"report", "rank all pairs of a directory of results", run};
