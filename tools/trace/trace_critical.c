/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace_critical.c - fidlio trace critical WORKER */
#include "tools/trace/trace.h"
#include "tools/trace/dag.h"

struct args {
    struct fid_trace_output out;
    const char *path; /* borrowed */
    bool queues, last;
};

/* Adds the path of one graph to both tables. */
static void put_path (const struct args *args, const char *graph, const struct fid_timed_dag *d,
                      struct fid_sheet *sheet)
{
    enum fid_format format = args->out.common.format;
    size_t n;
    double ms;
    const size_t *path = fid_dag_longest (&d->g, d->ms, &n, &ms);
    for (size_t i = 0; i < n; i++)
        fid_trace_row (&sheet[0].cells, format, "snom", graph, i + 1, d->g.name[path[i]],
                       d->ms[path[i]] * 1000);
    fid_trace_row (&sheet[1].cells, format, "snm", graph, n,
                   1000 * (ms + (args->last ? d->ms[path[n - 1]] : 0)));
}

static const struct fid_option options[] = {
    FID_OPTION_FLAG (struct args, queues, "del-queue", 0,
                     "Put the queues of communication, one behind the other, in its place"),
    FID_OPTION_FLAG (struct args, last, "count-last", 0,
                     "Count the time of the last operator, too (default: as dPRO, up to its "
                     "start)"),
    {0},
};

static void run_critical (void *input, struct fid_sheet *sheet)
{
    const struct args *args = input;
    struct fid_worker *w = fid_worker_read (args->path);
    struct fid_timed_dag *all = fid_take (1, sizeof *all);
    if (args->last)
        sheet[1].title = "Their lengths, with the last operator";
    for (size_t i = 0; i < w->gpu_n; i++)
        fid_say_trace (&args->out.common, w->gpu[i].trace, &w->gpu[i].stats.source[0].found);
    for (size_t i = 0; i < w->gpu_n; i++) {
        struct fid_timed_dag *one = fid_take (1, sizeof *one);
        fid_gpu_dag (&w->gpu[i], args->queues, one);
        fid_gpu_dag (&w->gpu[i], args->queues, all);
        put_path (args, fid_textf ("GPU-%d", w->gpu[i].rank), one, sheet);
    }
    put_path (args, "the Entire Graph", all, sheet);
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
