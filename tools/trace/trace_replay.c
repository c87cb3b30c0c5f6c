/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace_replay.c - fidlio trace replay WORKER: simulates the steps of a worker from its graphs
 * and the mean times of operators
 *
 * What runs before what comes from the graphs, except between forward and backward operators:
 * those come in the order in which the trace shows them.  Each GPU does one thing at a time;
 * pushes and pulls of all GPUs share one device each; other communication never waits for a
 * device.  Before each operator lies a gap.  The result is a model's, not a recording.
 *
 * Source: dPRO (replay), of February and March 2020. */
#include <fnmatch.h>
#include "base/python_repr.h"
#include "readers/chrome/op_steps.h"
#include "tools/trace/trace.h"
#include "tools/trace/dag.h"

#define MAP_EVERY 10
#define MAP_MS    10.0

/* Changes the time of operators: all whose kind or name matches; changes multiply. */
struct change {
    const char
        *what; /* "compute", "comm", or a shell pattern of names with or without prefix */
    double ratio;
};

struct args {
    struct fid_trace_output out;
    FID_LIST (struct change, change);
    double gap_us;
    size_t step_n;
    const char *path, *trace; /* borrowed */
    bool queues, map, pretty;
};

/* The graph of all GPUs for a replay. */
struct graph {
    struct fid_timed_dag dag;
    size_t overlap_n;  /* pairs of operators that ran at the same time */
    size_t parallel_n; /* most operators at a time */
};

/* --- the graph */

static bool is_computation (const char *name)
{
    return fid_node_is (name, "FW.") || fid_node_is (name, "BW.");
}

/* The operators that may still run when the next begins. */
struct active {
    size_t *node;
    int64_t *end_ns;
    size_t n;
};

/* Puts an operator behind those that ended, and beside those that run: it waits for the same as
 * they do. */
static void place_behind (struct graph *out, struct active *a, size_t node,
                          const struct fid_first_run *r)
{
    struct fid_dag *g = &out->dag.g;
    size_t to = 0;
    for (size_t i = 0; i < a->n; i++) {
        if (r->ts_ns >= a->end_ns[i]) {
            fid_dag_link (g, a->node[i], node);
            continue;
        }
        out->overlap_n++;
        for (size_t k = 0, n = g->edge_n; k < n; k++)
            if (g->edge[k].to == a->node[i])
                fid_dag_link (g, g->edge[k].from, node);
        a->node[to] = a->node[i];
        a->end_ns[to++] = a->end_ns[i];
    }
    a->n = to;
    if (a->n + 1 > out->parallel_n)
        out->parallel_n = a->n + 1;
    a->node[a->n] = node;
    a->end_ns[a->n++] = r->ts_ns + r->dur_ns;
}

static void add_gpu (const struct fid_gpu *gpu, bool queues, struct graph *out)
{
    struct fid_timed_dag *own = fid_take (1, sizeof *own);
    struct active a = {fid_take (gpu->first_n, sizeof *a.node),
                       fid_take (gpu->first_n, sizeof *a.end_ns), 0};
    struct fid_dag *all = &out->dag.g;
    fid_gpu_dag (gpu, queues, own);
    for (size_t i = 0; i < own->g.name_n; i++)
        fid_timed_add (&out->dag, gpu, fid_op_bare (fid_span_of (own->g.name[i]), NULL).p);
    for (size_t k = 0; k < own->g.edge_n; k++) {
        const char *from = own->g.name[own->g.edge[k].from];
        const char *to = own->g.name[own->g.edge[k].to];
        if (!is_computation (from) || !is_computation (to))
            fid_dag_link (all, fid_dag_find (all, fid_span_of (from)),
                          fid_dag_find (all, fid_span_of (to)));
    }
    /* forward and backward operators in the order of the trace */
    for (size_t i = 0; i < gpu->first_n; i++) {
        size_t node = fid_timed_add (&out->dag, gpu, gpu->first[i].name);
        if (is_computation (gpu->first[i].name))
            place_behind (out, &a, node, &gpu->first[i]);
    }
}

/* --- the simulation */

/* Nodes that are ready, by that time; a heap. */
struct ready {
    double us;
    size_t number, node; /* number: came first of equal ones */
};

struct queue {
    struct ready *at;
    size_t n, made;
};

static bool is_sooner (const struct ready *a, const struct ready *b)
{
    return a->us != b->us ? a->us < b->us : a->number < b->number;
}

static void push_ready (struct queue *q, double us, size_t node)
{
    struct ready r = {us, q->made++, node};
    size_t i = q->n++;
    for (; i && is_sooner (&r, &q->at[(i - 1) / 2]); i = (i - 1) / 2)
        q->at[i] = q->at[(i - 1) / 2];
    q->at[i] = r;
}

static struct ready pop_ready (struct queue *q)
{
    struct ready first = q->at[0], last = q->at[--q->n];
    size_t i = 0;
    for (size_t k; (k = 2 * i + 1) < q->n; i = k) {
        if (k + 1 < q->n && is_sooner (&q->at[k + 1], &q->at[k]))
            k++;
        if (!is_sooner (&q->at[k], &last))
            break;
        q->at[i] = q->at[k];
    }
    q->at[i] = last;
    return first;
}

/* One operator that was simulated. */
struct replayed {
    size_t node;
    double ts_us, dur_us;
};

struct simulation {
    const struct args *args;
    const struct fid_worker *w;
    const struct graph *d;
    bool changed;   /* with the changes */
    size_t delayed; /* node that takes MAP_MS longer; SIZE_MAX: none */
    struct fid_dag_list in, next;
    struct queue queue;
    size_t *wait_n;   /* of each node: those before it that are not done */
    double *ready_us; /* of each node */
    struct replayed
        *at; /* what was simulated, in the order in which it began to be worked on */
    size_t at_n, at_cap;
    /* of each GPU, in the order of the worker: means of the steps, as in op_steps.h */
    struct gpu {
        double fw_bw_us, iteration_us, end_us; /* end of the last step */
        bool known;                            /* it has a STEP */
        double free_us;                        /* when it can begin another operator */
        double start_us; /* of its first operator in the step; < 0: none yet */
        double last_us;  /* end of its last operator but STEP */
        size_t step_n;
    } * gpu; /* two more are the devices of pushes and pulls */
};

static size_t gpu_of (const struct simulation *s, size_t node)
{
    size_t i = 0;
    while (i + 1 < s->w->gpu_n && s->w->gpu[i].rank != s->d->dag.rank[node])
        i++;
    return i;
}

/* What an operator does, by the parts of its name: "FW.conv0", "Comm.g.PUSH.0". */
enum work { WORK_COMPUTE, WORK_PUSH, WORK_PULL, WORK_COMM, WORK_OTHER };

static enum work work_of (const char *name)
{
    if (fid_node_is (name, "FW") || fid_node_is (name, "BW") || fid_node_is (name, "STEP"))
        return WORK_COMPUTE;
    if (!fid_node_is (name, "Comm"))
        return WORK_OTHER;
    /* the queue is the last part, or the last but the number of the partition */
    struct fid_span rest = fid_span_of (name);
    for (int i = 0; i < 2; i++) {
        const char *dot = memrchr (rest.p, '.', rest.n);
        if (!dot)
            break;
        struct fid_span part = {dot + 1, (size_t)(rest.p + rest.n - dot - 1)};
        if (fid_span_ends (part, "PUSH") || fid_span_ends (part, "PULL"))
            return fid_span_ends (part, "PUSH") ? WORK_PUSH : WORK_PULL;
        rest.n = (size_t)(dot - rest.p);
    }
    return WORK_COMM;
}

/* The device of a node; NULL if it waits for no device. */
static double *device_of (const struct simulation *s, size_t node)
{
    enum work work = work_of (s->d->dag.g.name[node]);
    size_t i = work == WORK_PUSH   ? s->w->gpu_n
               : work == WORK_PULL ? s->w->gpu_n + 1
                                   : gpu_of (s, node);
    return work == WORK_COMM ? NULL : &s->gpu[i].free_us;
}

static bool is_changed (const struct change *c, const char *name)
{
    struct fid_span bare = fid_op_bare (fid_span_of (name), NULL);
    enum work work = work_of (name);
    if (strcmp (c->what, "compute") == 0)
        return work == WORK_COMPUTE;
    if (strcmp (c->what, "comm") == 0)
        return work == WORK_COMM || work == WORK_PUSH || work == WORK_PULL;
    return fnmatch (c->what, name, 0) == 0 || fnmatch (c->what, bare.p, 0) == 0;
}

/* What an operator means for the times of its GPU's step. */
static void count_step (struct simulation *s, size_t node, double ts_us, double end_us)
{
    const char *name = s->d->dag.g.name[node];
    struct gpu *g = &s->gpu[gpu_of (s, node)];
    bool step = fid_span_is (fid_op_bare (fid_span_of (name), NULL), "STEP");
    if (!step && !is_computation (name))
        return;
    if (g->start_us < 0)
        g->start_us = g->last_us = ts_us;
    if (!step) {
        g->last_us = fmax (g->last_us, end_us);
        return;
    }
    g->fw_bw_us += g->last_us - g->start_us;
    g->iteration_us += end_us - g->start_us;
    g->end_us = end_us;
    g->known = true;
    g->step_n++;
    g->start_us = -1;
}

/* Works on a node; returns when it ends. */
static double run_node (struct simulation *s, const struct ready *r)
{
    const char *name = s->d->dag.g.name[r->node];
    double *device = device_of (s, r->node);
    double begin_us = device ? fmax (r->us, *device) : r->us;
    if (!s->d->dag.known[r->node] || fid_node_is (name, "OUTPUT") || fid_node_is (name, "Sync"))
        return begin_us; /* takes no time */
    begin_us += s->args->gap_us;
    double ms = s->d->dag.ms[r->node] + (r->node == s->delayed ? MAP_MS : 0), ratio = 1;
    for (size_t i = 0; i < s->args->change_n && s->changed; i++)
        if (is_changed (&s->args->change[i], name))
            ratio *= s->args->change[i].ratio;
    double dur_us = ms * ratio * 1000, end_us = begin_us + dur_us;
    if (device)
        *device = end_us;
    count_step (s, r->node, begin_us, end_us);
    FID_APPEND (s->at, (struct replayed){r->node, begin_us, dur_us});
    return end_us;
}

static void run_step (struct simulation *s)
{
    const struct fid_dag *g = &s->d->dag.g;
    size_t done_n = 0;
    for (size_t i = 0; i < g->name_n; i++) {
        s->wait_n[i] = s->in.first[i + 1] - s->in.first[i];
        s->ready_us[i] = 0;
        if (!s->wait_n[i])
            push_ready (&s->queue, s->gpu[gpu_of (s, i)].end_us, i);
    }
    for (; s->queue.n; done_n++) {
        struct ready r = pop_ready (&s->queue);
        double end_us = run_node (s, &r);
        for (size_t k = s->next.first[r.node]; k < s->next.first[r.node + 1]; k++) {
            size_t to = g->edge[s->next.at[k]].to;
            s->ready_us[to] = fmax (s->ready_us[to], end_us);
            if (--s->wait_n[to] == 0)
                push_ready (&s->queue, s->ready_us[to], to);
        }
    }
    if (done_n < g->name_n)
        fid_fail (FID_EINPUT, "the graph has a cycle");
}

/* Simulates all steps.  Time O(steps (nodes log nodes + edges)). */
static struct simulation *simulate_graph (const struct args *args, const struct fid_worker *w,
                                          const struct graph *d, bool changed, size_t delayed)
{
    struct simulation *s = fid_take (1, sizeof *s);
    size_t n = d->dag.g.name_n;
    *s = (struct simulation){.args = args,
                             .w = w,
                             .d = d,
                             .changed = changed,
                             .delayed = delayed,
                             .in = fid_dag_list (&d->dag.g, true),
                             .next = fid_dag_list (&d->dag.g, false),
                             .queue.at = fid_take (n, sizeof *s->queue.at),
                             .wait_n = fid_take (n, sizeof *s->wait_n),
                             .ready_us = fid_take (n, sizeof *s->ready_us),
                             .gpu = fid_take (w->gpu_n + 2, sizeof *s->gpu)};
    for (size_t i = 0; i < w->gpu_n; i++)
        s->gpu[i].start_us = -1;
    for (size_t i = 0; i < args->step_n; i++)
        run_step (s);
    for (size_t i = 0; i < w->gpu_n; i++)
        if (s->gpu[i].known) {
            s->gpu[i].fw_bw_us /= (double)s->gpu[i].step_n;
            s->gpu[i].iteration_us /= (double)s->gpu[i].step_n;
        }
    return s;
}

/* --- the simulated steps as a trace, which says that it is a model's */

static void put_member (FILE *f, const char *key, const char *s, size_t n)
{
    fprintf (f, "\"%s\": ", key);
    fid_op_put_text (f, (struct fid_span){s, n});
    fputs (", ", f);
}

/* pid, tid and category as dPRO has them. */
static void put_place (FILE *f, const char *name, int rank)
{
    const char *last = strrchr (name, '.'), *cat = "operator", *tid = "tmp";
    size_t n = strlen (name);
    if (strstr (name, "I/O")) {
        cat = tid = "I/O";
    } else if (strstr (name, "Comm")) {
        cat = "Comm";
        tid = "total";
        bool queue =
            last && last > name && last[1] >= '0' && last[1] <= '9' &&
            (strstr (name, "PUSH") || strstr (name, "PULL") || strstr (name, "REDUCE") ||
             strstr (name, "COPY") || strstr (name, "BROADCAST"));
        if (queue) { /* Comm.g.PUSH.0 */
            tid = last + 1;
            n = (size_t)(last - name);
            while (n && name[n - 1] != '.')
                n--;
            n -= n > 0;
        }
    } else {
        fprintf (f, "\"pid\": \"rank%d.operator\", ", rank);
        n = 0;
    }
    if (n)
        put_member (f, "pid", name, n);
    put_member (f, "tid", tid, strlen (tid));
    fprintf (f, "\"cat\": \"%s\"", cat);
}

static void put_trace (const struct simulation *s, FILE *f)
{
    char ts[FID_REPR_TEXT], dur[FID_REPR_TEXT];
    fputs ("{\"traceEvents\": [", f);
    for (size_t i = 0; i < s->at_n; i++) {
        const char *name = s->d->dag.g.name[s->at[i].node];
        fputs (i ? ",\n  {" : "\n  {", f);
        put_member (f, "name", name, strlen (name));
        fprintf (f, "\"ph\": \"X\", \"ts\": %s, \"dur\": %s, ", fid_repr (s->at[i].ts_us, ts),
                 fid_repr (s->at[i].dur_us, dur));
        put_place (f, name, s->d->dag.rank[s->at[i].node]);
        fputc ('}', f);
    }
    fputs (
        "],\n \"displayTimeUnit\": \"ms\",\n"
        " \"otherData\": {\"made by\": \"fidlio trace replay\", \"what\": \"output of a model, "
        "not a recording\"}}\n",
        f);
}

/* --- steps of each GPU: as recorded, as the model has them, and with the changes */

static void put_replayed (struct fid_cells *c, const char *what, const struct simulation *s,
                          size_t i)
{
    const struct gpu *g = &s->gpu[i];
    fid_trace_row (c, s->args->out.common.format, "dsMM", s->w->gpu[i].rank, what,
                   g->known ? g->fw_bw_us : NAN, g->known ? g->iteration_us : NAN);
}

/* Simulates without and with the changes. */
static void replay_steps (struct args *args, const struct fid_worker *w, const struct graph *d,
                          struct fid_sheet *sheet)
{
    const struct simulation *plain = simulate_graph (args, w, d, false, SIZE_MAX);
    const struct simulation *changed = simulate_graph (args, w, d, true, SIZE_MAX);
    if (args->trace) {
        FILE *f = fid_file_begin (args->trace, NULL);
        put_trace (changed, f);
        fid_file_end (f);
    }
    args->out.done = args->out.common.quiet;
    fid_cells_begin (&sheet->cells, "#rank|times|#fw_bw_ms|#iteration_ms");
    for (size_t i = 0; i < w->gpu_n; i++) {
        struct fid_op_steps *s = fid_take (1, sizeof *s);
        struct fid_error unused; /* the trace may have no steps */
        double fw_bw_us = -1, iteration_us = 0;
        if (fid_op_steps_read (s, w->gpu[i].trace, &unused) == 0)
            fid_op_steps_mean (s, &fw_bw_us, &iteration_us);
        bool known = fw_bw_us >= 0;
        fid_trace_row (&sheet->cells, args->out.common.format, "dsMM", w->gpu[i].rank,
                       "recorded", known ? fw_bw_us : NAN, known ? iteration_us : NAN);
        put_replayed (&sheet->cells, "model", plain, i);
        if (args->change_n)
            put_replayed (&sheet->cells, "model, changed", changed, i);
    }
    if (args->pretty || args->out.done || !fid_trace_lines (&args->out))
        return;
    args->out.done = true;
    fid_trace_write (&args->out, sheet, 1);
    printf ("\nat most %zu operators of a GPU at a time, %zu overlaps\n", d->parallel_n,
            d->overlap_n);
}

/* Which operator matters: each delayed in turn. */
static void map_delays (const struct args *args, const struct fid_worker *w,
                        const struct graph *d, struct fid_cells *c)
{
    size_t path_n;
    double length;
    fid_cells_begin (c, "node|critical|#rank|#end_ms");
    const size_t *path = fid_dag_longest (&d->dag.g, d->dag.ms, &path_n, &length);
    for (size_t node = 0; node < d->dag.g.name_n; node += MAP_EVERY) {
        const struct simulation *s = simulate_graph (args, w, d, false, node);
        bool critical = false;
        for (size_t k = 0; k < path_n; k++)
            critical |= path[k] == node;
        for (size_t i = 0; i < w->gpu_n; i++)
            fid_trace_row (c, args->out.common.format, "osdm", d->dag.g.name[node],
                           critical ? "yes" : "no", w->gpu[i].rank,
                           s->gpu[i].known ? s->gpu[i].end_us : NAN);
    }
}

/* --- the verb */

/* "compute=1.1" */
static void take_change (struct argp_state *state, const char *arg, void *input)
{
    struct args *args = input;
    const char *equals = strrchr (arg, '=');
    if (!equals || equals == arg)
        argp_error (state, "--slow takes compute=R, comm=R or PATTERN=R, not '%s'", arg);
    double ratio = fid_arg_number (state, "--slow", equals + 1, 0, 1e6);
    FID_APPEND (args->change,
                (struct change){fid_textf ("%.*s", (int)(equals - arg), arg), ratio});
}

static void check_args (struct argp_state *state, void *input)
{
    const struct args *args = input;
    if (args->map && (args->trace || args->change_n))
        argp_error (state, "--map-delay excludes --trace and --slow");
}

static const struct fid_option options[] = {
    FID_OPTION_CALL_ALL ("slow", 0, "WHAT=R", take_change,
                         "Make operators take R times as long: compute (FW, BW, STEP), comm "
                         "(all communication; 2 is half the bandwidth), or a shell pattern of "
                         "their names (repeatable)"),
    FID_OPTION_COUNT (struct args, step_n, "step-num", 0, "N", 1, 100000, "Steps (default: 1)"),
    FID_OPTION_NUMBER (struct args, gap_us, "gap", 0, "US", 0, 1e6,
                       "Time before each operator (default: 10)"),
    FID_OPTION_FLAG (struct args, queues, "del-queue", 0,
                     "Put the queues of communication, one behind the other, in its place"),
    FID_OPTION_FLAG (
        struct args, map, "map-delay", 0,
        "Delay every tenth operator in turn by 10 ms, and print when the step then "
        "ends"),
    FID_OPTION_FLAG (struct args, pretty, "pretty", 0,
                     "Say nothing about operators that overlap"),
    FID_OPTION_TEXT (struct args, trace, "trace", 0, "FILE",
                     "Write the simulated steps as a trace"),
    {0},
};

static void run_replay (void *input, struct fid_sheet *sheet)
{
    struct args *args = input;
    struct fid_worker *w = fid_worker_read (args->path);
    struct graph *d = fid_take (1, sizeof *d);
    for (size_t i = 0; i < w->gpu_n; i++)
        fid_say_trace (&args->out.common, w->gpu[i].trace, &w->gpu[i].stats.source[0].found);
    for (size_t i = 0; i < w->gpu_n; i++)
        add_gpu (&w->gpu[i], args->queues, d);
    if (args->map) {
        sheet->name = "delays";
        map_delays (args, w, d, &sheet->cells);
    } else {
        replay_steps (args, w, d, sheet);
    }
}

static const struct args defaults = {.gap_us = 10, .step_n = 1};

const struct fid_trace_verb trace_replay = {
    .name = "replay",
    .summary = "simulated steps, and what changes would do",
    .usage = "WORKER",
    .about =
        "Simulate the steps of a worker from its dependency graphs and the mean times of its "
        "operators, and what changes of these would do: the output of a model, not a "
        "recording.",
    .options = options,
    .plain = FID_PLAIN_ONE (struct args, path, "one worker at a time"),
    .missing = "the folder of a worker is missing",
    .check = check_args,
    .size = sizeof (struct args),
    .defaults = &defaults,
    .table = {{"steps", NULL, NULL}},
    .run = run_replay,
};
