/* trace_3dcompare.c - fidlio trace 3dcompare DIR... */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "tools/trace/trace.h"
#include "tools/trace/op_compare.h"

struct args {
    struct fid_trace_output out;
    struct fid_words path;
};

static const struct fid_column columns[] = {{"path", false},
                                            {"category", false},
                                            {"avg_ms", true},
                                            {"operators", true},
                                            {"missing", true}};

/* Writes the numbers of the categories by name; there are few. */
static void
sort_categories (const struct fid_op_stats *s, size_t *order)
{
    for (size_t k = 0; k < s->category_n; k++) {
        size_t i = k;
        for (; i > 0 && strcmp (s->category[order[i - 1]].name, s->category[k].name) > 0; i--)
            order[i] = order[i - 1];
        order[i] = k;
    }
}

/* The mean of the averages of those operators of the first trace that this one has. */
static void
put_category (const struct args *args, const char *path, const struct fid_op_comparison *o,
              size_t category, struct fid_cells *c)
{
    enum fid_format format = args->out.common.format;
    double sum_us = 0;
    size_t n = 0, missing = 0;
    for (size_t i = 0; i < o->n; i++) {
        const struct fid_op_pair *p = &o->pair[i];
        if (p->a == FID_OP_NONE || o->a->at[p->a].category != category)
            continue;
        if (p->b == FID_OP_NONE) {
            missing++;
            continue;
        }
        sum_us += o->b->at[p->b].mean_us;
        n++;
    }
    fid_cells_add (c, "%s", path);
    fid_cells_text (c, o->a->category[category].name);
    if (n)
        fid_cells_figure (c, sum_us / (double)n / 1000, 6, format);
    else
        fid_cells_missing (c);
    fid_cells_add (c, "%zu", n);
    fid_cells_add (c, "%zu", missing);
}

static int
put_path (const struct args *args, const struct fid_op_stats *first, const size_t *order,
          const char *path, struct fid_cells *c, struct fid_error *err)
{
    static const struct fid_op_stats_opts opts = {.no_partitions = true, .first_only = true};
    struct fid_op_stats s;
    struct fid_op_comparison o = {.n = 0};
    int rc = fid_op_stats_load (&s, path, &opts, &args->out.common, err);
    if (!rc)
        rc = fid_op_compare (&o, first, &s, err);
    for (size_t k = 0; k < first->category_n && !rc; k++)
        put_category (args, path, &o, order[k], c);
    fid_op_comparison_clear (&o);
    fid_op_stats_clear (&s);
    return rc;
}

/* The lines of dPRO: the path, then a line for each category. */
static void
print_lines (const struct fid_cells *c)
{
    for (size_t i = 0; i < c->cell_n; i += 5) {
        char **cell = c->cell + i;
        if (!i || strcmp (cell[0], cell[-5]) != 0)
            printf ("%s\n", cell[0]);
        printf ("Cat %s: %s%s", cell[1], cell[2] ? cell[2] : "-", cell[2] ? " ms" : "");
        if (strcmp (cell[4], "0") != 0)
            printf (" (%s operators are missing)", cell[4]);
        printf ("\n");
    }
}

static int
compare (const struct args *args, const struct fid_op_stats *first, struct fid_error *err)
{
    struct fid_sheet sheet = {.name = "categories"};
    size_t *order = malloc ((first->category_n + 1) * sizeof *order);
    int rc = order ? 0 : fid_error_nomem (err);
    bool lines =
        args->out.common.format == FID_FORMAT_TABLE && !args->out.table && !args->out.path;
    fid_cells_init (&sheet.cells, columns, sizeof columns / sizeof *columns);
    if (order)
        sort_categories (first, order);
    for (size_t i = 0; i < args->path.n && !rc; i++)
        rc = put_path (args, first, order, args->path.word[i], &sheet.cells, err);
    if (!rc && lines && !sheet.cells.failed)
        print_lines (&sheet.cells);
    else if (!rc)
        rc = fid_trace_write (&args->out, &sheet, 1, err);
    fid_cells_clear (&sheet.cells);
    free (order);
    return rc;
}

static const struct fid_option options[] = {{0}};

static const struct fid_syntax syntax = {
    .usage = "TRACE|DIR...",
    .about = "Average time of the operators of each category over several traces; of a folder its "
             "first rank counts.  The first trace says which operators.",
    .set = FID_TRACE_SETS (options),
    .plain = FID_PLAIN_WORDS (struct args, path),
    .missing = "a trace is missing",
    .check = fid_trace_check,
};

static int
run_3dcompare (int argc, char **argv, const struct fid_trace_output *given)
{
    static const struct fid_op_stats_opts opts = {.no_partitions = true, .first_only = true};
    struct args args = {.out = *given};
    struct fid_error err = {.status = FID_OK};
    struct fid_op_stats first;
    fid_syntax_parse (&syntax, argc, argv, &args);
    int rc = fid_op_stats_read (&first, args.path.word[0], &opts, &err);
    if (!rc)
        rc = compare (&args, &first, &err);
    fid_op_stats_clear (&first);
    free (args.path.word);
    if (rc)
        fid_say_error (&err);
    return rc ? (int)err.status : FID_OK;
}

const struct fid_trace_verb trace_3dcompare = {"3dcompare", "categories over several traces",
                                               &syntax, run_3dcompare};
