/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace_statistic.c - fidlio trace statistic TRACE */
#include "tools/trace/trace.h"

struct args {
    struct fid_trace_output out;
    struct fid_op_stats_opts stats;
    const char *path;
    bool sort;
    size_t head; /* 0: all */
};

static void run_statistic (void *input, struct fid_sheet *sheet)
{
    const struct args *args = input;
    enum fid_format format = args->out.common.format;
    struct fid_op_stats *s = fid_op_stats_load (args->path, &args->stats, &args->out.common);
    if (args->sort)
        fid_op_stats_sort (s);
    fid_op_stats_cells (s, args->head, format, &sheet[0].cells);
    fid_op_roles_cells (s, NULL, format, &sheet[2].cells);
    for (size_t i = 0; i < s->category_n && (!args->head || i < args->head); i++) {
        const struct fid_op_category *g = &s->category[i];
        fid_trace_row (&sheet[1].cells, format, "suummo", g->name, g->operator_n, g->n,
                       g->total_us, g->longest_us, g->longest);
    }
}

static void check_args (struct argp_state *state, void *input)
{
    const struct args *args = input;
    if (args->out.common.format == FID_FORMAT_XLSX && (args->sort || args->head))
        argp_error (state, "a workbook has all operators in their order");
}

static const struct fid_option options[] = {
    FID_OPTION_FLAG (struct args, sort, "sort", 0, "Operators by falling average"),
    FID_OPTION_COUNT (struct args, head, "head", 0, "N", 0, INT32_MAX,
                      "Only the first N rows (default: 0, all)"),
    FID_OPTION_FLAG (struct args, stats.no_partitions, "ignore-partition", 0,
                     "Count the queues of BytePS without regard to partitions"),
    {0},
};

const struct fid_trace_verb trace_statistic = {
    .name = "statistic",
    .summary = "time by operator and category",
    .usage = "TRACE|DIR",
    .about = "How often and how long each operator and each category ran.",
    .options = options,
    .plain = FID_PLAIN_ONE (struct args, path, "one trace at a time"),
    .missing = "a trace is missing",
    .check = check_args,
    .size = sizeof (struct args),
    .table = {{"operators", "Operators", NULL},
              {"categories", "Categories",
               "category|#operators|#count|#time_ms|#longest_avg_ms|longest"},
              {"roles", "What they do for the training", NULL}},
    .run = run_statistic,
};
