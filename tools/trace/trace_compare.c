/* trace_compare.c - fidlio trace compare TRACE TRACE */
#include "config.h"
#include <stdlib.h>
#include <inttypes.h>
#include <string.h>
#include "tools/trace/trace.h"
#include "tools/trace/op_compare.h"

struct args {
    struct fid_trace_output out;
    struct fid_op_stats_opts stats;
    struct fid_words path;
    bool sort;
    size_t head; /* 0: all */
};

static const struct fid_column pair_columns[] = {
    {"name", false},    {"avg_ms_1", true}, {"avg_ms_2", true}, {"absolute_ms", true},
    {"relative", true}, {"count_1", true},  {"count_2", true},  {"category", false}};
static const struct fid_column alone_columns[] = {{"only_in", true},
                                                  {"name", false},
                                                  {"count", true},
                                                  {"time_ms", true},
                                                  {"category", false}};
static const struct fid_column category_columns[] = {
    {"category", false}, {"time_ms_1", true}, {"time_ms_2", true}, {"absolute_ms", true},
    {"relative", true},  {"count_1", true},   {"count_2", true}};

static void
put_relative (struct fid_cells *c, bool known, double relative, enum fid_format format)
{
    if (known)
        fid_cells_figure (c, relative, 4, format);
    else
        fid_cells_missing (c);
}

static void
put_pairs (const struct args *args, const struct fid_op_comparison *o, struct fid_cells *c)
{
    enum fid_format format = args->out.common.format;
    fid_cells_init (c, pair_columns, sizeof pair_columns / sizeof *pair_columns);
    for (size_t i = 0; i < o->both_n && (!args->head || i < args->head); i++) {
        const struct fid_op_pair *p = &o->pair[i];
        const struct fid_op_stat *a = &o->a->at[p->a], *b = &o->b->at[p->b];
        double relative = 0;
        bool known = fid_op_relative (o, p, &relative);
        fid_cells_operator (c, a->name, format);
        fid_cells_ms (c, a->mean_us, format);
        fid_cells_ms (c, b->mean_us, format);
        fid_cells_ms (c, fid_op_longer (o, p), format);
        put_relative (c, known, relative, format);
        fid_cells_add (c, "%" PRIu64, a->n);
        fid_cells_add (c, "%" PRIu64, b->n);
        fid_cells_text (c, o->a->category[a->category].name);
    }
}

static void
put_alone (const struct args *args, const struct fid_op_comparison *o, struct fid_cells *c)
{
    enum fid_format format = args->out.common.format;
    fid_cells_init (c, alone_columns, sizeof alone_columns / sizeof *alone_columns);
    for (size_t i = o->both_n; i < o->n; i++) {
        const struct fid_op_pair *p = &o->pair[i];
        bool first = p->a != FID_OP_NONE;
        const struct fid_op_stats *s = first ? o->a : o->b;
        const struct fid_op_stat *x = &s->at[first ? p->a : p->b];
        fid_cells_add (c, "%d", first ? 1 : 2);
        fid_cells_operator (c, x->name, format);
        fid_cells_add (c, "%" PRIu64, x->n);
        fid_cells_ms (c, x->total_us, format);
        fid_cells_text (c, s->category[x->category].name);
    }
}

static void
put_categories (const struct args *args, const struct fid_op_comparison *o, struct fid_cells *c)
{
    enum fid_format format = args->out.common.format;
    fid_cells_init (c, category_columns, sizeof category_columns / sizeof *category_columns);
    for (size_t i = 0; i < o->category_n; i++) {
        const struct fid_op_category *const *of = o->category[i].of;
        bool both = of[0] && of[1], known = both && of[0]->total_us > 0;
        fid_cells_text (c, o->category[i].name);
        for (int k = 0; k < 2; k++)
            if (of[k])
                fid_cells_ms (c, of[k]->total_us, format);
            else
                fid_cells_missing (c);
        if (both)
            fid_cells_ms (c, of[1]->total_us - of[0]->total_us, format);
        else
            fid_cells_missing (c);
        put_relative (c, known, known ? of[1]->total_us / of[0]->total_us - 1 : 0, format);
        for (int k = 0; k < 2; k++)
            fid_cells_add (c, "%" PRIu64, of[k] ? of[k]->n : 0);
    }
}

/* The name of a sheet: the path, of a long one its end from a folder on, with '_' for '/'. */
static void
sheet_name (const char *path, int number, char out[32])
{
    char text[32];
    size_t n = strlen (path);
    if (n >= 31) {
        const char *slash = strchr (path + n - 31, '/');
        path = slash && slash[1] ? slash + 1 : path + n - 31;
    }
    snprintf (text, sizeof text, "%s", path);
    for (char *p = text; *p; p++)
        if (strchr ("[]:*?/\\'", *p))
            *p = '_';
    if (number) /* the same name as another one */
        snprintf (out, 32, "%d %.29s", number, text);
    else
        snprintf (out, 32, "%s", text);
}

static int
write_workbook (const struct args *args, const struct fid_op_comparison *o,
                struct fid_error *err)
{
    char name[2][32];
    struct fid_sheet sheet[3] = {{.name = name[0]}, {.name = name[1]}, {.name = "comparison"}};
    sheet_name (args->path.word[0], 0, name[0]);
    sheet_name (args->path.word[1], 0, name[1]);
    if (strcmp (name[0], name[1]) == 0)
        for (int k = 0; k < 2; k++)
            sheet_name (args->path.word[k], k + 1, name[k]);
    fid_op_stats_cells (o->a, 0, FID_FORMAT_XLSX, &sheet[0].cells);
    fid_op_stats_cells (o->b, 0, FID_FORMAT_XLSX, &sheet[1].cells);
    put_pairs (args, o, &sheet[2].cells);
    int rc = fid_trace_write (&args->out, sheet, 3, err);
    for (size_t i = 0; i < 3; i++)
        fid_cells_clear (&sheet[i].cells);
    return rc;
}

static int
print (const struct args *args, const struct fid_op_comparison *o, struct fid_error *err)
{
    struct fid_sheet sheet[] = {{.name = "operators", .title = "Operators in both"},
                                {.name = "alone", .title = "Operators in one trace only"},
                                {.name = "categories", .title = "Categories"},
                                {.name = "roles", .title = "What they do for the training"}};
    size_t n = sizeof sheet / sizeof *sheet;
    if (args->out.common.format == FID_FORMAT_XLSX)
        return write_workbook (args, o, err);
    put_pairs (args, o, &sheet[0].cells);
    put_alone (args, o, &sheet[1].cells);
    put_categories (args, o, &sheet[2].cells);
    fid_op_roles_cells (o->a, o->b, args->out.common.format, &sheet[3].cells);
    if (args->out.common.format == FID_FORMAT_TABLE && !args->out.table && !args->out.path)
        printf ("1: %s\n2: %s\n\n", args->path.word[0], args->path.word[1]);
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
    if (args->path.n != 2)
        argp_error (state, args->path.n < 2 ? "two traces are needed" : "two traces at a time");
}

static const struct fid_option options[] = {
    FID_OPTION_FLAG (struct args, sort, "sort", 0, "Operators by falling relative difference"),
    FID_OPTION_COUNT (struct args, head, "head", 0, "N", 0, INT32_MAX,
                      "Only the first N operators (default: 0, all)"),
    FID_OPTION_FLAG (struct args, stats.no_partitions, "ignore-partition", 0,
                     "Count the queues of BytePS without regard to partitions"),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "TRACE|DIR TRACE|DIR",
    .about = "How much longer the operators of the second trace run than those of the first.",
    .set = FID_TRACE_SETS (options),
    .plain = FID_PLAIN_WORDS (struct args, path),
    .check = check_args,
};

static int
run_compare (int argc, char **argv, const struct fid_trace_output *given)
{
    struct args args = {.out = *given};
    struct fid_error err = {.status = FID_OK};
    struct fid_op_stats s[2] = {{.n = 0}, {.n = 0}};
    struct fid_op_comparison o = {.n = 0};
    fid_syntax_parse (&syntax, argc, argv, &args);
    int rc = 0;
    for (size_t i = 0; i < 2 && !rc; i++)
        rc = fid_op_stats_load (&s[i], args.path.word[i], &args.stats, &args.out.common, &err);
    if (!rc)
        rc = fid_op_compare (&o, &s[0], &s[1], &err);
    if (!rc && args.sort)
        rc = fid_op_comparison_sort (&o, &err);
    if (!rc)
        rc = print (&args, &o, &err);
    fid_op_comparison_clear (&o);
    for (size_t i = 0; i < 2; i++)
        fid_op_stats_clear (&s[i]);
    free (args.path.word);
    if (rc)
        fid_say_error (&err);
    return rc ? (int)err.status : FID_OK;
}

const struct fid_trace_verb trace_compare = {"compare", "two traces, operator by operator",
                                             &syntax, run_compare};
