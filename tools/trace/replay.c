/* replay.c - see replay.h */
#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/python_repr.h"
#include "tools/trace/replay.h"
#include "tools/trace/op_write.h"

/* --- the graph */

static bool
is_computation (const char *name)
{
    return fid_node_is (name, "FW.") || fid_node_is (name, "BW.");
}

/* The operators that may still run when the next begins. */
struct active {
    size_t *node;    /* owned */
    int64_t *end_ns; /* owned */
    size_t n;
};

/* Puts an operator behind those that ended, and beside those that run: it waits for the same as
 * they do. */
static int
place_behind (struct fid_replay_dag *out, struct active *a, size_t node,
              const struct fid_first_run *r, struct fid_error *err)
{
    struct fid_dag *g = &out->dag.g;
    size_t to = 0;
    for (size_t i = 0; i < a->n; i++) {
        if (r->ts_ns >= a->end_ns[i]) {
            if (fid_dag_link (g, a->node[i], node, err))
                return -1;
            continue;
        }
        out->overlap_n++;
        for (size_t k = 0, n = g->edge_n; k < n; k++)
            if (g->edge[k].to == a->node[i] && fid_dag_link (g, g->edge[k].from, node, err))
                return -1;
        a->node[to] = a->node[i];
        a->end_ns[to++] = a->end_ns[i];
    }
    a->n = to;
    if (a->n + 1 > out->parallel_n)
        out->parallel_n = a->n + 1;
    a->node[a->n] = node;
    a->end_ns[a->n++] = r->ts_ns + r->dur_ns;
    return 0;
}

/* Forward and backward operators of a GPU in the order of its trace. */
static int
order_operators (const struct fid_gpu *gpu, struct fid_replay_dag *out, struct fid_error *err)
{
    struct active a = {calloc (gpu->first_n + 1, sizeof *a.node),
                       calloc (gpu->first_n + 1, sizeof *a.end_ns), 0};
    int rc = a.node && a.end_ns ? 0 : fid_error_nomem (err);
    for (size_t i = 0; i < gpu->first_n && !rc; i++) {
        size_t node;
        rc = fid_timed_add (&out->dag, gpu, gpu->first[i].name, &node, err);
        if (!rc && is_computation (gpu->first[i].name))
            rc = place_behind (out, &a, node, &gpu->first[i], err);
    }
    free (a.node);
    free (a.end_ns);
    return rc;
}

static int
add_gpu (const struct fid_gpu *gpu, bool queues, struct fid_replay_dag *out,
         struct fid_error *err)
{
    struct fid_timed_dag own = {0};
    int rc = fid_gpu_dag (gpu, queues, &own, err);
    for (size_t i = 0; i < own.g.n && !rc; i++) {
        size_t at;
        rc = fid_timed_add (&out->dag, gpu, fid_op_bare (fid_span_of (own.g.name[i])).p, &at,
                            err);
    }
    for (size_t k = 0; k < own.g.edge_n && !rc; k++) {
        const char *from = own.g.name[own.g.edge[k].from], *to = own.g.name[own.g.edge[k].to];
        if (!is_computation (from) || !is_computation (to))
            rc = fid_dag_link (&out->dag.g, fid_dag_find (&out->dag.g, fid_span_of (from)),
                               fid_dag_find (&out->dag.g, fid_span_of (to)), err);
    }
    fid_timed_clear (&own);
    return rc ? -1 : order_operators (gpu, out, err);
}

int
fid_replay_dag (const struct fid_worker *w, bool queues, struct fid_replay_dag *out,
                struct fid_error *err)
{
    int rc = 0;
    *out = (struct fid_replay_dag){0};
    for (size_t i = 0; i < w->n && !rc; i++)
        rc = add_gpu (&w->gpu[i], queues, out, err);
    if (rc)
        fid_replay_dag_clear (out);
    return rc;
}

void
fid_replay_dag_clear (struct fid_replay_dag *d)
{
    fid_timed_clear (&d->dag);
    *d = (struct fid_replay_dag){0};
}

/* --- the simulation */

/* Nodes that are ready, by that time; a heap. */
struct ready {
    double us;
    size_t number, node; /* number: came first of equal ones */
};

struct queue {
    struct ready *at; /* owned */
    size_t n, made;
};

static bool
is_sooner (const struct ready *a, const struct ready *b)
{
    return a->us != b->us ? a->us < b->us : a->number < b->number;
}

static void
push_ready (struct queue *q, double us, size_t node)
{
    struct ready r = {us, q->made++, node};
    size_t i = q->n++;
    for (; i && is_sooner (&r, &q->at[(i - 1) / 2]); i = (i - 1) / 2)
        q->at[i] = q->at[(i - 1) / 2];
    q->at[i] = r;
}

static struct ready
pop_ready (struct queue *q)
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

struct simulation {
    const struct fid_worker *w;
    const struct fid_replay_dag *d;
    const struct fid_replay_opts *opts;
    struct fid_replay *out;
    struct fid_dag_list in, next;
    struct queue queue;
    size_t *wait_n;   /* owned; of each node: those before it that are not done */
    double *ready_us; /* owned; of each node */
};

static size_t
gpu_of (const struct simulation *s, size_t node)
{
    size_t i = 0;
    while (i + 1 < s->w->n && s->w->gpu[i].rank != s->d->dag.rank[node])
        i++;
    return i;
}

/* What an operator does, by the parts of its name: "FW.conv0", "Comm.g.PUSH.0". */
enum work { WORK_COMPUTE, WORK_PUSH, WORK_PULL, WORK_COMM, WORK_OTHER };

static enum work
work_of (const char *name)
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
static double *
device_of (const struct simulation *s, size_t node)
{
    enum work work = work_of (s->d->dag.g.name[node]);
    return work == WORK_COMM ? NULL
                             : &s->out
                                    ->gpu[work == WORK_PUSH   ? s->w->n
                                          : work == WORK_PULL ? s->w->n + 1
                                                              : gpu_of (s, node)]
                                    .free_us;
}

static bool
is_changed (const struct fid_replay_change *c, const char *name)
{
    struct fid_span bare = fid_op_bare (fid_span_of (name));
    enum work work = work_of (name);
    if (strcmp (c->what, "compute") == 0)
        return work == WORK_COMPUTE;
    if (strcmp (c->what, "comm") == 0)
        return work == WORK_COMM || work == WORK_PUSH || work == WORK_PULL;
    return fnmatch (c->what, name, 0) == 0 || fnmatch (c->what, bare.p, 0) == 0;
}

static double
length_of (const struct simulation *s, size_t node)
{
    double ms = s->d->dag.ms[node], ratio = 1;
    for (size_t i = 0; i < s->opts->change_n; i++)
        if (is_changed (&s->opts->change[i], s->d->dag.g.name[node]))
            ratio *= s->opts->change[i].ratio;
    return (ms + (node == s->opts->delayed ? s->opts->delay_ms : 0)) * ratio * 1000;
}

static int
keep_replayed (struct fid_replay *r, size_t node, double ts_us, double dur_us,
               struct fid_error *err)
{
    return FID_PUSH_TO (r->at, r->n, r->cap, err, (struct fid_replayed){node, ts_us, dur_us});
}

/* What an operator means for the times of its GPU's step. */
static void
count_step (struct simulation *s, size_t node, double ts_us, double end_us)
{
    const char *name = s->d->dag.g.name[node];
    struct fid_replayed_gpu *g = &s->out->gpu[gpu_of (s, node)];
    bool step = fid_span_is (fid_op_bare (fid_span_of (name)), "STEP");
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

/* Works on a node; returns when it ends in *end_us. */
static int
run_node (struct simulation *s, const struct ready *r, double *end_us, struct fid_error *err)
{
    const char *name = s->d->dag.g.name[r->node];
    double *device = device_of (s, r->node);
    double begin_us = device ? fmax (r->us, *device) : r->us;
    *end_us = begin_us;
    if (!s->d->dag.known[r->node] || fid_node_is (name, "OUTPUT") || fid_node_is (name, "Sync"))
        return 0; /* takes no time */
    begin_us += s->opts->gap_us;
    double dur_us = length_of (s, r->node);
    *end_us = begin_us + dur_us;
    if (device)
        *device = *end_us;
    count_step (s, r->node, begin_us, *end_us);
    return keep_replayed (s->out, r->node, begin_us, dur_us, err);
}

/* One step of all GPUs. */
static int
run_step (struct simulation *s, struct fid_error *err)
{
    const struct fid_dag *g = &s->d->dag.g;
    size_t done_n = 0;
    for (size_t i = 0; i < g->n; i++) {
        s->wait_n[i] = s->in.first[i + 1] - s->in.first[i];
        s->ready_us[i] = 0;
        if (!s->wait_n[i])
            push_ready (&s->queue, s->out->gpu[gpu_of (s, i)].end_us, i);
    }
    for (; s->queue.n; done_n++) {
        struct ready r = pop_ready (&s->queue);
        double end_us;
        if (run_node (s, &r, &end_us, err))
            return -1;
        for (size_t k = s->next.first[r.node]; k < s->next.first[r.node + 1]; k++) {
            size_t to = g->edge[s->next.at[k]].to;
            s->ready_us[to] = fmax (s->ready_us[to], end_us);
            if (--s->wait_n[to] == 0)
                push_ready (&s->queue, s->ready_us[to], to);
        }
    }
    return done_n == g->n ? 0 : fid_errorf (err, FID_EINPUT, "the graph has a cycle");
}

static int
prepare (struct simulation *s, struct fid_error *err)
{
    size_t n = s->d->dag.g.n, gpu_n = s->w->n;
    struct fid_replayed_gpu *gpu = calloc (gpu_n + 2, sizeof *gpu);
    *s->out = (struct fid_replay){.gpu = gpu};
    s->queue.at = calloc (n + 1, sizeof *s->queue.at);
    s->wait_n = calloc (n + 1, sizeof *s->wait_n);
    s->ready_us = calloc (n + 1, sizeof *s->ready_us);
    if (!gpu || !s->queue.at || !s->wait_n || !s->ready_us)
        return fid_error_nomem (err);
    for (size_t i = 0; i < gpu_n; i++)
        gpu[i].start_us = -1;
    return fid_dag_list (&s->d->dag.g, true, &s->in, err) ||
                   fid_dag_list (&s->d->dag.g, false, &s->next, err)
               ? -1
               : 0;
}

int
fid_replay (const struct fid_worker *w, const struct fid_replay_dag *d,
            const struct fid_replay_opts *opts, struct fid_replay *out, struct fid_error *err)
{
    struct simulation s = {.w = w, .d = d, .opts = opts, .out = out};
    int rc = prepare (&s, err);
    for (size_t i = 0; i < opts->step_n && !rc; i++)
        rc = run_step (&s, err);
    for (size_t i = 0; i < w->n && !rc; i++)
        if (out->gpu[i].known) {
            out->gpu[i].fw_bw_us /= (double)out->gpu[i].step_n;
            out->gpu[i].iteration_us /= (double)out->gpu[i].step_n;
        }
    fid_dag_list_clear (&s.in);
    fid_dag_list_clear (&s.next);
    free (s.queue.at);
    free (s.wait_n);
    free (s.ready_us);
    if (rc)
        fid_replay_clear (out);
    return rc;
}

void
fid_replay_clear (struct fid_replay *r)
{
    free (r->at);
    free (r->gpu);
    *r = (struct fid_replay){0};
}

/* --- output */

static void
put_member (FILE *f, const char *key, const char *s, size_t n)
{
    fprintf (f, "\"%s\": ", key);
    fid_op_put_text (f, (struct fid_span){s, n});
    fputs (", ", f);
}

/* pid, tid and category as dPRO has them. */
static void
put_place (FILE *f, const char *name, int rank)
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

void
fid_replay_write (const struct fid_replay_dag *d, const struct fid_replay *r, FILE *f)
{
    char ts[FID_REPR_TEXT], dur[FID_REPR_TEXT];
    fputs ("{\"traceEvents\": [", f);
    for (size_t i = 0; i < r->n; i++) {
        const char *name = d->dag.g.name[r->at[i].node];
        fputs (i ? ",\n  {" : "\n  {", f);
        put_member (f, "name", name, strlen (name));
        fprintf (f, "\"ph\": \"X\", \"ts\": %s, \"dur\": %s, ", fid_repr (r->at[i].ts_us, ts),
                 fid_repr (r->at[i].dur_us, dur));
        put_place (f, name, d->dag.rank[r->at[i].node]);
        fputc ('}', f);
    }
    fputs (
        "],\n \"displayTimeUnit\": \"ms\",\n"
        " \"otherData\": {\"made by\": \"fidlio trace replay\", \"what\": \"output of a model, "
        "not a recording\"}}\n",
        f);
}
