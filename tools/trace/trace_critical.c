/* trace_critical.c - fidlio trace critical WORKER */
#include <stdlib.h>
#include <string.h>
#include "tools/trace/trace.h"
#include "tools/trace/worker.h"

struct args {
    struct fid_trace_output out;
    const char *path; /* borrowed */
    bool queues, last;
};

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
    for (size_t i = 0; i < n; i++)
        fid_trace_row (nodes, format, "snom", graph, i + 1, d->g.name[path[i]],
                       d->ms[path[i]] * 1000);
    fid_trace_row (lengths, format, "snm", graph, n,
                   1000 * (ms + (args->last ? d->ms[path[n - 1]] : 0)));
    free (path);
    return 0;
}

static int
find_paths (const struct args *args, const struct fid_worker *w, struct fid_cells *nodes,
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

static int
run_critical (void *input, struct fid_sheet *sheet, struct fid_error *err)
{
    const struct args *args = input;
    struct fid_worker w;
    if (args->last)
        sheet[1].title = "Their lengths, with the last operator";
    if (fid_worker_read (&w, args->path, err))
        return -1;
    for (size_t i = 0; i < w.n; i++)
        fid_say_trace (&args->out.common, w.gpu[i].trace, &w.gpu[i].stats.source[0].found);
    int rc = find_paths (args, &w, &sheet[0].cells, &sheet[1].cells, err);
    fid_worker_clear (&w);
    return rc;
}

const struct fid_trace_verb trace_critical = {
    .name = "critical",
    .summary = "the longest path of operators",
    .usage = "WORKER",
    .about = "The longest paths through the dependency graphs of a worker's GPUs, and of all.",
    .options = options,
    .plain = FID_PLAIN_ONE (struct args, path, "one worker at a time"),
    .missing = "the folder of a worker is missing",
    .size = sizeof (struct args),
    .table = {{"paths", "Critical paths", "graph|#place|node|#time_ms"},
              {"lengths", "Their lengths, up to the start of the last operator",
               "graph|#nodes|#length_ms"}},
    .run = run_critical,
};
