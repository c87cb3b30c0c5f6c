/* cmd_report.c - fidlio report RESULTS */
#include "config.h"
#include "cli/cmd.h"
#include "cli/ranking.h"

struct args {
    struct fid_common common;
    const char *dir;
    bool dry;
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
    struct args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->common;
        return 0;
    case 'n':
        args->dry = true;
        return 0;
    case ARGP_KEY_ARG:
        if (args->dir)
            argp_error (state, "one directory of results at a time");
        args->dir = arg;
        return 0;
    case ARGP_KEY_END:
        if (!args->dir)
            argp_error (state, "which directory of results?");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static int
run (int argc, char **argv, const struct fid_common *given)
{
    static const struct argp_option options[] = {
        {"dry-run", 'n', NULL, 0, "Print the ranking, write no files", 0},
        {0},
    };
    static const struct argp_child children[] = {{&fid_common_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "RESULTS",
        .doc = "Rank the emulations of each real run: write report.html, report.md, "
               "ranking.tsv and index.json into RESULTS and print the ranking.  Reads result files only.",
        .children = children,
    };
    struct args args = {.common = *given};
    fid_parse (&argp, argc, argv, &args);
    return fid_print_ranking (args.dir, !args.dry, &args.common);
}

const struct fid_cmd cmd_report = {"report", "rank all pairs of a directory of results", run};
