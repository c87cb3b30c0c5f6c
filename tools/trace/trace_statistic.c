/* trace_statistic.c - fidlio trace statistic TRACE */
#include "config.h"
#include <inttypes.h>
#include "tools/trace/trace.h"
#include "readers/chrome/op_stats.h"

enum { KEY_SORT = FID_KEY_COMMAND, KEY_HEAD, KEY_PARTITION };

struct args {
    struct fid_trace_output out;
    struct fid_op_stats_opts stats;
    char *path; /* borrowed */
    bool sort;
    size_t head; /* 0: all */
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
    struct args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->out;
        return 0;
    case KEY_SORT:
        args->sort = true;
        return 0;
    case KEY_HEAD:
        args->head = fid_arg_count (state, "--head", arg, 0, INT32_MAX);
        return 0;
    case KEY_PARTITION:
        args->stats.no_partitions = true;
        return 0;
    case ARGP_KEY_ARG:
        if (args->path)
            argp_error (state, "one trace at a time");
        args->path = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error (state, "a trace is missing");
        return 0;
    case ARGP_KEY_END:
        if (args->out.common.format == FID_FORMAT_XLSX && (args->sort || args->head))
            argp_error (state, "a workbook has all operators in their order");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

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

static const struct argp_option options[] = {
    {"sort", KEY_SORT, NULL, 0, "Operators by falling average", 0},
    {"head", KEY_HEAD, "N", 0, "Only the first N rows (default: 0, all)", 0},
    {"ignore-partition", KEY_PARTITION, NULL, 0,
     "Count the queues of BytePS without regard to partitions", 0},
    {0},
};
static const struct argp_child children[] = {{&fid_trace_output_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "TRACE|DIR",
    .doc = "How often and how long each operator and each category ran.",
    .children = children,
};

static int
run (int argc, char **argv, const struct fid_trace_output *given)
{
    struct args args = {.out = *given};
    struct fid_error err = {.status = FID_OK};
    struct fid_op_stats s;
    fid_parse (&argp, argc, argv, &args);
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
                                               &argp, run};
