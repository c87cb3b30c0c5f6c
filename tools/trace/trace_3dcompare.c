/* trace_3dcompare.c - fidlio trace 3dcompare DIR... */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tools/trace/op_compare.h"
#include "tools/trace/trace.h"

struct args {
    struct fid_trace_output out;
    struct fid_words path;
};

static const struct fid_op_stats_opts stats_opts = {.no_partitions = true};

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
put_category (const char *path, const struct fid_op_comparison *o, size_t category,
              enum fid_format format, struct fid_cells *c)
{
    double sum_us = 0;
    size_t n = 0, missing = 0;
    for (size_t i = 0; i < o->n; i++) {
        const struct fid_op_pair *p = &o->pair[i];
        if (p->a == FID_OP_NONE || o->a->at[p->a].category != category)
            continue;
        missing += p->b == FID_OP_NONE;
        n += p->b != FID_OP_NONE;
        sum_us += p->b == FID_OP_NONE ? 0 : o->b->at[p->b].mean_us;
    }
    fid_trace_row (c, format, "ssMnn", path, o->a->category[category].name,
                   n ? sum_us / (double)n : NAN, n, missing);
}

static int
put_path (const struct args *args, const struct fid_op_stats *first, const size_t *order,
          const char *path, struct fid_cells *c, struct fid_error *err)
{
    struct fid_op_stats s;
    struct fid_op_comparison o = {.n = 0};
    int rc = fid_op_stats_load (&s, path, &stats_opts, &args->out.common, err);
    if (!rc)
        rc = fid_op_compare (&o, first, &s, err);
    for (size_t k = 0; k < first->category_n && !rc; k++)
        put_category (path, &o, order[k], args->out.common.format, c);
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
run_3dcompare (void *input, struct fid_sheet *sheet, struct fid_error *err)
{
    struct args *args = input;
    struct fid_op_stats first;
    int rc = fid_op_stats_read (&first, args->path.word[0], &stats_opts, err);
    size_t *order = malloc ((first.category_n + 1) * sizeof *order);
    if (!rc && !order)
        rc = fid_error_nomem (err);
    if (!rc)
        sort_categories (&first, order);
    for (size_t i = 0; i < args->path.n && !rc; i++)
        rc = put_path (args, &first, order, args->path.word[i], &sheet->cells, err);
    args->out.done = fid_trace_lines (&args->out) && !sheet->cells.failed;
    if (!rc && args->out.done)
        print_lines (&sheet->cells);
    free (order);
    fid_op_stats_clear (&first);
    return rc;
}

const struct fid_trace_verb trace_3dcompare = {
    .name = "3dcompare",
    .summary = "categories over several traces",
    .usage = "TRACE|DIR...",
    .about =
        "Average time of the operators of each category over several traces; of a folder all "
        "ranks count.  The first trace says which operators.",
    .plain = FID_PLAIN_WORDS (struct args, path),
    .missing = "a trace is missing",
    .size = sizeof (struct args),
    .table = {{"categories", NULL, "path|category|#avg_ms|#operators|#missing"}},
    .run = run_3dcompare,
};
