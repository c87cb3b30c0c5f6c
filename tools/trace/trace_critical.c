/* trace_critical.c - fidlio trace critical WORKER */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "tools/trace/trace.h"
#include "tools/trace/worker.h"

struct args {
    struct fid_trace_output out;
    const char *path; /* borrowed */
    bool queues, last;
};

static const struct fid_column node_columns[] = {
    {"graph", false}, {"place", true}, {"node", false}, {"time_ms", true}};
static const struct fid_column length_columns[] = {
    {"graph", false}, {"nodes", true}, {"length_ms", true}};

/* Adds the path of one graph to both tables. */
static int
put_path (const struct args *args, const char *graph, const struct fid_timed_dag *d,
          struct fid_cells *nodes, struct fid_cells *lengths, struct fid_error *err)
{
    enum fid_format format = args->out.common.format;
    size_t *path = NULL, n = 0;
    double ms = 0;
    if (fid_dag_longest (&d->g, d->ms, &path, &n, &ms, err))
        return -1;
    for (size_t i = 0; i < n; i++) {
        fid_cells_text (nodes, graph);
        fid_cells_add (nodes, "%zu", i + 1);
        fid_cells_operator (nodes, d->g.name[path[i]], format);
        fid_cells_ms (nodes, d->ms[path[i]] * 1000, format);
    }
    fid_cells_text (lengths, graph);
    fid_cells_add (lengths, "%zu", n);
    fid_cells_ms (lengths, 1000 * (ms + (args->last ? d->ms[path[n - 1]] : 0)), format);
    free (path);
    return 0;
}

static int
find (const struct args *args, const struct fid_worker *w, struct fid_cells *nodes,
      struct fid_cells *lengths, struct fid_error *err)
{
    struct fid_timed_dag all = {0};
    int rc = 0;
    for (size_t i = 0; i < w->n && !rc; i++) {
        struct fid_timed_dag one = {0};
        char name[32];
        snprintf (name, sizeof name, "GPU-%d", w->gpu[i].rank);
        rc = fid_gpu_dag (&w->gpu[i], args->queues, &one, err) ||
                     fid_gpu_dag (&w->gpu[i], args->queues, &all, err)
                 ? -1
                 : put_path (args, name, &one, nodes, lengths, err);
        fid_timed_clear (&one);
    }
    if (!rc)
        rc = put_path (args, "the Entire Graph", &all, nodes, lengths, err);
    fid_timed_clear (&all);
    return rc;
}

static const struct fid_option options[] = {
    FID_OPTION_FLAG (struct args, queues, "del-queue", 0,
                     "Put the queues of communication, one behind the other, in its place"),
    FID_OPTION_FLAG (struct args, last, "count-last", 0,
                     "Count the time of the last operator, too (default: as dPRO, up to its "
                     "start)"),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "WORKER",
    .about = "The longest paths through the dependency graphs of a worker's GPUs, and of all.",
    .set = FID_TRACE_SETS (options),
    .plain = FID_PLAIN_ONE (struct args, path, "one worker at a time"),
    .missing = "the folder of a worker is missing",
    .check = fid_trace_check,
};

static int
run_critical (int argc, char **argv, const struct fid_trace_output *given)
{
    struct args args = {.out = *given};
    struct fid_error err = {.status = FID_OK};
    struct fid_worker w;
    fid_syntax_parse (&syntax, argc, argv, &args);
    struct fid_sheet sheet[] = {
        {.name = "paths", .title = "Critical paths"},
        {.name = "lengths",
         .title = args.last ? "Their lengths, with the last operator"
                            : "Their lengths, up to the start of the last operator"}};
    fid_cells_init (&sheet[0].cells, node_columns, sizeof node_columns / sizeof *node_columns);
    fid_cells_init (&sheet[1].cells, length_columns,
                    sizeof length_columns / sizeof *length_columns);
    int rc = fid_worker_read (&w, args.path, &err);
    if (!rc) {
        for (size_t i = 0; i < w.n; i++)
            fid_say_trace (&args.out.common, w.gpu[i].trace, &w.gpu[i].stats.source[0].found);
        rc = find (&args, &w, &sheet[0].cells, &sheet[1].cells, &err);
        fid_worker_clear (&w);
    }
    if (!rc)
        rc = fid_trace_write (&args.out, sheet, 2, &err);
    fid_cells_clear (&sheet[0].cells);
    fid_cells_clear (&sheet[1].cells);
    if (rc)
        fid_say_error (&err);
    return rc ? (int)err.status : FID_OK;
}

const struct fid_trace_verb trace_critical = {"critical", "the longest path of operators",
                                              &syntax, run_critical};
