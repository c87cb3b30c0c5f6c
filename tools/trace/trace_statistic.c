/* trace_statistic.c - fidlio trace statistic TRACE */
#include "config.h"
#include <inttypes.h>
#include "tools/trace/trace.h"
#include "readers/chrome/op_stats.h"

struct args {
    struct fid_trace_output out;
    struct fid_op_stats_opts stats;
    const char *path;
    bool sort;
    size_t head; /* 0: all */
};

static const struct fid_column category_columns[] = {
    {"category", false}, {"operators", true},      {"count", true},
    {"time_ms", true},   {"longest_avg_ms", true}, {"longest", false}};

static void
put_categories (const struct args *args, const struct fid_op_stats *s, struct fid_cells *c)
{
    enum fid_format format = args->out.common.format;
    fid_cells_init (c, category_columns, sizeof category_columns / sizeof *category_columns);
    for (size_t i = 0; i < s->category_n && (!args->head || i < args->head); i++) {
        const struct fid_op_category *g = &s->category[i];
        fid_cells_text (c, g->name);
        fid_cells_add (c, "%" PRIu64, g->operator_n);
        fid_cells_add (c, "%" PRIu64, g->n);
        fid_cells_ms (c, g->total_us, format);
        fid_cells_ms (c, g->longest_us, format);
        fid_cells_operator (c, g->longest, format);
    }
}

static int
print (const struct args *args, const struct fid_op_stats *s, struct fid_error *err)
{
    struct fid_sheet sheet[] = {{.name = "operators", .title = "Operators"},
                                {.name = "categories", .title = "Categories"},
                                {.name = "roles", .title = "What they do for the training"}};
    size_t n = sizeof sheet / sizeof *sheet;
    fid_op_stats_cells (s, args->head, args->out.common.format, &sheet[0].cells);
    put_categories (args, s, &sheet[1].cells);
    fid_op_roles_cells (s, NULL, args->out.common.format, &sheet[2].cells);
    int rc = fid_trace_write (&args->out, sheet, n, err);
    for (size_t i = 0; i < n; i++)
        fid_cells_clear (&sheet[i].cells);
    return rc;
}

static void
check_args (struct argp_state *state, void *input)
{
    const struct args *args = input;
    fid_trace_check (state, input);
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

static const struct fid_syntax syntax = {
    .usage = "TRACE|DIR",
    .about = "How often and how long each operator and each category ran.",
    .set = FID_TRACE_SETS (options),
    .plain = FID_PLAIN_ONE (struct args, path, "one trace at a time"),
    .missing = "a trace is missing",
    .check = check_args,
};

static int
run_statistic (int argc, char **argv, const struct fid_trace_output *given)
{
    struct args args = {.out = *given};
    struct fid_error err = {.status = FID_OK};
    struct fid_op_stats s;
    fid_syntax_parse (&syntax, argc, argv, &args);
    int rc = fid_op_stats_load (&s, args.path, &args.stats, &args.out.common, &err);
    if (!rc && args.sort)
        fid_op_stats_sort (&s);
    if (!rc)
        rc = print (&args, &s, &err);
    fid_op_stats_clear (&s);
    if (rc)
        fid_say_error (&err);
    return rc ? (int)err.status : FID_OK;
}

const struct fid_trace_verb trace_statistic = {"statistic", "time by operator and category",
                                               &syntax, run_statistic};
