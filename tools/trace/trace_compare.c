/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace_compare.c - fidlio trace compare TRACE TRACE */
#include "tools/trace/trace.h"

struct args {
    struct fid_trace_output out;
    struct fid_op_stats_opts stats;
    struct fid_words path;
    bool sort;
    size_t head; /* 0: all */
};

static void put_pairs (const struct args *args, const struct fid_op_comparison *o,
                       struct fid_cells *c)
{
    fid_cells_begin (c, "name|#avg_ms_1|#avg_ms_2|#absolute_ms|#relative|#count_1|#count_2|"
                        "category");
    for (size_t i = 0; i < o->both_n && (!args->head || i < args->head); i++) {
        const struct fid_op_pair *p = &o->pair[i];
        const struct fid_op_stat *a = &o->a->at[p->a], *b = &o->b->at[p->b];
        double relative = NAN;
        fid_op_relative (o, p, &relative);
        fid_trace_row (c, args->out.common.format, "ommmfuus", a->name, a->mean_us, b->mean_us,
                       fid_op_longer (o, p), relative, a->n, b->n,
                       o->a->category[a->category].name);
    }
}

static void put_alone (const struct args *args, const struct fid_op_comparison *o,
                       struct fid_cells *c)
{
    for (size_t i = o->both_n; i < o->n; i++) {
        const struct fid_op_pair *p = &o->pair[i];
        bool first = p->a != FID_OP_NONE;
        const struct fid_op_stats *s = first ? o->a : o->b;
        const struct fid_op_stat *x = &s->at[first ? p->a : p->b];
        fid_trace_row (c, args->out.common.format, "doums", first ? 1 : 2, x->name, x->n,
                       x->total_us, s->category[x->category].name);
    }
}

static void put_categories (const struct args *args, const struct fid_op_comparison *o,
                            struct fid_cells *c)
{
    for (size_t i = 0; i < o->category_n; i++) {
        const struct fid_op_category *const *of = o->category[i].of;
        double us[2];
        for (int k = 0; k < 2; k++)
            us[k] = of[k] ? of[k]->total_us : NAN;
        fid_trace_row (c, args->out.common.format, "smmmfuu", o->category[i].name, us[0], us[1],
                       us[1] - us[0], us[0] > 0 ? us[1] / us[0] - 1 : NAN, of[0] ? of[0]->n : 0,
                       of[1] ? of[1]->n : 0);
    }
}

/* The name of a sheet: the path, of a long one its end from a folder on, with '_' for '/'. */
static void sheet_name (const char *path, int number, char out[32])
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

static void write_workbook (const struct args *args, const struct fid_op_comparison *o)
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
    fid_trace_write (&args->out, sheet, 3);
}

static void check_args (struct argp_state *state, void *input)
{
    const struct args *args = input;
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

static void run_compare (void *input, struct fid_sheet *sheet)
{
    struct args *args = input;
    const struct fid_op_stats *s[2];
    for (size_t i = 0; i < 2; i++)
        s[i] = fid_op_stats_load (args->path.word[i], &args->stats, &args->out.common);
    struct fid_op_comparison *o = fid_op_compare (s[0], s[1]);
    if (args->sort)
        fid_op_comparison_sort (o);
    args->out.done = args->out.common.format == FID_FORMAT_XLSX;
    if (args->out.done) {
        write_workbook (args, o);
        return;
    }
    put_pairs (args, o, &sheet[0].cells);
    put_alone (args, o, &sheet[1].cells);
    put_categories (args, o, &sheet[2].cells);
    fid_op_roles_cells (o->a, o->b, args->out.common.format, &sheet[3].cells);
    if (fid_trace_lines (&args->out))
        printf ("1: %s\n2: %s\n\n", args->path.word[0], args->path.word[1]);
}

const struct fid_trace_verb trace_compare = {
    .name = "compare",
    .summary = "two traces, operator by operator",
    .usage = "TRACE|DIR TRACE|DIR",
    .about = "Compare how long the operators run in two traces.",
    .options = options,
    .plain = FID_PLAIN_WORDS (struct args, path),
    .check = check_args,
    .size = sizeof (struct args),
    .table = {{"operators", "Operators in both", NULL},
              {"alone", "Operators in one trace only",
               "#only_in|name|#count|#time_ms|category"},
              {"categories", "Categories",
               "category|#time_ms_1|#time_ms_2|#absolute_ms|#relative|#count_1|#count_2"},
              {"roles", "What they do for the training", NULL}},
    .run = run_compare,
};
