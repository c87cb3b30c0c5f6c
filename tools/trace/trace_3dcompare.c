/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace_3dcompare.c - fidlio trace 3dcompare DIR... */
#include "tools/trace/trace.h"

struct args {
    struct fid_trace_output out;
    struct fid_words path;
};

static const struct fid_op_stats_opts stats_opts = {.no_partitions = true};

/* The mean of the averages of those operators of the first trace that this one has. */
static void put_category (const char *path, const struct fid_op_comparison *o, size_t category,
                          enum fid_format format, struct fid_cells *c)
{
    double sum_us = 0;
    size_t n = 0, missing = 0;
    FID_EACH_OF (const struct fid_op_pair, p, o->pair, o->n) {
        if (p->a == FID_OP_NONE || o->a->at[p->a].category != category)
            continue;
        missing += p->b == FID_OP_NONE;
        n += p->b != FID_OP_NONE;
        sum_us += p->b == FID_OP_NONE ? 0 : o->b->at[p->b].mean_us;
    }
    fid_trace_row (c, format, "ssMnn", path, o->a->category[category].name,
                   n ? sum_us / (double)n : NAN, n, missing);
}

static void run_3dcompare (void *input, struct fid_sheet *sheet)
{
    struct args *args = input;
    struct fid_op_stats *first = fid_take (1, sizeof *first);
    fid_must (fid_op_stats_read (first, args->path.word[0], &stats_opts, &fid_why));
    /* The numbers of the categories by name; there are few. */
    size_t *order = fid_take (first->category_n, sizeof *order);
    for (size_t k = 0; k < first->category_n; k++) {
        size_t i = k;
        for (;
             i > 0 && strcmp (first->category[order[i - 1]].name, first->category[k].name) > 0;
             i--)
            order[i] = order[i - 1];
        order[i] = k;
    }
    for (size_t i = 0; i < args->path.n; i++) {
        const char *path = args->path.word[i];
        const struct fid_op_comparison *o =
            fid_op_compare (first, fid_op_stats_load (path, &stats_opts, &args->out.common));
        for (size_t k = 0; k < first->category_n; k++)
            put_category (path, o, order[k], args->out.common.format, &sheet->cells);
    }
    args->out.done = fid_trace_lines (&args->out) && !sheet->cells.failed;
    /* the lines of dPRO: the path, then a line for each category */
    for (size_t i = 0; args->out.done && i < sheet->cells.cell_n; i += 5) {
        char **cell = sheet->cells.cell + i;
        if (!i || strcmp (cell[0], cell[-5]) != 0)
            printf ("%s\n", cell[0]);
        printf ("Cat %s: %s%s", cell[1], cell[2] ? cell[2] : "-", cell[2] ? " ms" : "");
        if (strcmp (cell[4], "0") != 0)
            printf (" (%s operators are missing)", cell[4]);
        printf ("\n");
    }
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
