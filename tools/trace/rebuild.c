/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rebuild.c - the final trace of a GPU, made anew from what the profilers wrote (see trace.h)
 *
 *   temp.json   spans of the framework (MXNet): operators of dag.gml by their standard names,
 *               and STEP, which stands for what runs between the last BW of a step and the
 *               next FW
 *   io.json     operations of input, as they are
 *   comm.json   communication, also one folder up; of BytePS as it is, with the names of
 *               gradient_name_list.txt if that is there; of Horovod the spans of its tensors,
 *               within the time of the operators
 *
 * args.input0, ... of an operator are the nodes before it in the graph.  Layout and rules:
 * byteprofile (dPRO), February and March 2020. */
#include "readers/discover.h"
#include "tools/trace/dag.h"
#include "tools/trace/trace.h"

struct rebuild {
    const char *dir;
    FILE *f;
    bool begun; /* something is in f */
    const struct fid_dag *dag;
    struct fid_dag_list into; /* edges into its nodes */
    int64_t first_ns, end_ns; /* of the operators; end: of the last STEP, INT64_MAX: none */
    size_t operator_n, step_n, io_n, comm_n; /* events written */
    size_t kept_n;                           /* of the old trace */
};

/* --- events as they are written, and files */

static void rebuild_begin (struct rebuild *r, struct fid_span name, int64_t ts_ns,
                           int64_t dur_ns)
{
    fputs (r->begun ? ",\n {\"name\": " : "\n {\"name\": ", r->f);
    r->begun = true;
    fid_op_put_text (r->f, name);
    fputs (", \"ph\": \"X\", \"ts\": ", r->f);
    fid_op_put_us (r->f, ts_ns);
    fputs (", \"dur\": ", r->f);
    fid_op_put_us (r->f, dur_ns);
}

/* Writes the end of an event: args with the name of a node and those before it (node SIZE_MAX:
 * none). */
static void rebuild_end (struct rebuild *r, struct fid_span name, size_t node)
{
    fputs (", \"args\": {\"name\": ", r->f);
    fid_op_put_text (r->f, name);
    for (size_t k = node == SIZE_MAX ? 0 : r->into.first[node], i = 0;
         node != SIZE_MAX && k < r->into.first[node + 1]; k++, i++) {
        fprintf (r->f, ", \"input%zu\": ", i);
        fid_op_put_text (r->f, fid_span_of (r->dag->name[r->dag->edge[r->into.at[k]].from]));
    }
    fputs ("}}", r->f);
}

/* The path of a file in the GPU's folder or, if up, in the one above; NULL: it is not there. */
static const char *rebuild_find (const struct rebuild *r, const char *name, bool up)
{
    for (int k = 0; k <= up; k++) {
        bool missing;
        const char *path = fid_textf ("%s/%s%s", r->dir, k ? "../" : "", name);
        fid_must (fid_file_missing (path, &missing, &fid_why));
        if (!missing)
            return path;
    }
    return NULL;
}

/* A span of temp.json. */
struct work {
    int64_t ts_ns, dur_ns;
    size_t node;                 /* of the graph; SIZE_MAX: none */
    size_t order;                /* in the file */
    const char *pid, *tid, *cat; /* as written */
    bool forward, backward;
    bool steps; /* part of STEP where it stands behind the last BW */
};

struct works {
    FID_LIST (struct work, at);
};

/* --- operators */

/* The standard name: "[op]_CachedOp:name=bert0_fc_fwd;" is FW.bert0_fc. */
static const char *standard_name (const char *name)
{
    const char *from = strstr (name, "name=");
    struct fid_span s = fid_span_of (from ? from + 5 : name);
    const char *end = from ? memchr (s.p, ';', s.n) : NULL;
    if (end)
        s.n = (size_t)(end - s.p);
    ptrdiff_t back = fid_span_find (s, "_backward");
    if (back >= 0)
        s.n = (size_t)back;
    ptrdiff_t forward = fid_span_find (s, "_fwd");
    if (forward >= 0)
        s.n = (size_t)forward;
    return fid_textf ("%s.%.*s", back >= 0 ? "BW" : "FW", FID_SPAN_ARG (s));
}

/* Whether a span outside the graph is no part of STEP. */
static bool is_ignored (const char *name)
{
    static const char *const names[] = {
        "DeleteVariable",  "sum",         "_plus_scalar", "_copyto_GPU2GPU", "broadcast_add",
        "Reshape",         "Cast",        "_arange",      "elemwise_add",    "_ones",
        "SyncCopyGPU2CPU", "_mul_scalar", "CopyGPU2CPU",  "CopyCPU2GPU"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp (name, names[i]) == 0)
            return true;
    return false;
}

FID_ORDER_BY (by_start, struct work, FID_RISING (ts_ns) FID_RISING (order))

/* Leaves the spans of the process of the first operator. */
static void one_process (struct works *w)
{
    size_t n = 0, first = 0;
    while (first < w->at_n && w->at[first].node == SIZE_MAX)
        first++;
    const char *pid = first < w->at_n ? w->at[first].pid : NULL;
    for (size_t i = 0; pid && i < w->at_n; i++)
        if (strcmp (w->at[i].pid, pid) == 0)
            w->at[n++] = w->at[i];
    w->at_n = n;
}

/* The operator after which STEP comes: the last BW before the first FW of the second step, or
 * the last of all. */
static size_t last_backward (const struct works *w)
{
    size_t last = SIZE_MAX;
    for (size_t i = 0; i < w->at_n; i++) {
        if (w->at[i].node == SIZE_MAX)
            continue;
        if (w->at[i].forward && last != SIZE_MAX)
            break;
        if (w->at[i].backward)
            last = w->at[i].node;
    }
    return last;
}

/* STEP, of the spans from *i on up to the next operator, where *i then stands. */
static void put_step (struct rebuild *r, const struct works *w, size_t *i)
{
    const struct work *first = NULL, *last = NULL;
    for (; *i < w->at_n && w->at[*i].node == SIZE_MAX; ++*i) {
        if (!w->at[*i].steps)
            continue;
        first = first ? first : &w->at[*i];
        last = &w->at[*i];
    }
    if (!first)
        return;
    int64_t end_ns = last->ts_ns + last->dur_ns;
    rebuild_begin (r, fid_span_of ("STEP"), first->ts_ns, end_ns - first->ts_ns);
    fid_op_put_member (r->f, "cat", fid_span_of ("operator"));
    fid_op_put_member (r->f, "pid", fid_span_of (first->pid));
    rebuild_end (r, fid_span_of ("STEP"), SIZE_MAX);
    r->step_n++;
    r->end_ns = end_ns;
}

static void put_operators (struct rebuild *r, const char *path)
{
    struct works w = {0};
    struct fid_trace t;
    struct fid_trace_event ev;
    fid_must (fid_trace_open (&t, path, FID_TRACE_SPAN, NULL, &fid_why));
    while (fid_must (fid_trace_next (&t, &ev, &fid_why)) > 0) {
        const char *raw = fid_keep (fid_json_unescaped (ev.name, &fid_why)),
                   *name = standard_name (raw);
        FID_APPEND (w.at, (struct work){.ts_ns = ev.ts_ns,
                                        .dur_ns = ev.dur_ns,
                                        .node = fid_dag_find (r->dag, fid_span_of (name)),
                                        .order = w.at_n,
                                        .pid = fid_copy (ev.pid),
                                        .tid = fid_copy (ev.tid),
                                        .cat = fid_copy (ev.cat),
                                        .forward = *name == 'F',
                                        .backward = *name == 'B',
                                        .steps = fid_span_is (ev.cat, "operator") &&
                                                 !is_ignored (raw)});
    }
    fid_trace_close (&t);
    FID_SORT (w.at, w.at_n, by_start);
    one_process (&w);
    size_t last = last_backward (&w);
    for (size_t i = 0; i < w.at_n;) {
        const struct work *at = &w.at[i++];
        if (at->node == SIZE_MAX)
            continue;
        if (!r->operator_n)
            r->first_ns = at->ts_ns;
        struct fid_span name = fid_span_of (r->dag->name[at->node]);
        rebuild_begin (r, name, at->ts_ns, at->dur_ns);
        fid_op_put_member (r->f, "cat", fid_span_of (at->cat));
        fid_op_put_member (r->f, "pid", fid_span_of (at->pid));
        fid_op_put_member (r->f, "tid", fid_span_of (at->tid));
        rebuild_end (r, name, at->node);
        r->operator_n++;
        if (at->node == last)
            put_step (r, &w, &i);
    }
    if (!r->operator_n)
        fid_fail (FID_EINPUT, "%s: no span is an operator of dag.gml", path);
}

/* --- communication: comm.json of BytePS, an object with events of its own, or of Horovod,
 * whose processes are tensors */

#define BYTEPS "byteps.gradient_"

/* A tensor of Horovod, or a line of gradient_name_list.txt. */
struct tensor {
    const char *name;   /* "Comm.g" */
    const char *prefix; /* "horovod_allreduce"; NULL: a line */
};

struct tensors {
    FID_LIST (struct tensor, at);
    struct fid_index by_pid; /* of Horovod */
};

/* Writes a span of a tensor, whose node is behind at most one other. */
static void put_span (struct rebuild *r, const struct fid_trace_event *ev, struct fid_span name,
                      const char *tensor, struct fid_span tid)
{
    size_t node = fid_dag_find (r->dag, fid_span_of (tensor));
    size_t n = node == SIZE_MAX ? 0 : r->into.first[node + 1] - r->into.first[node];
    if (n > 1)
        fid_fail (FID_EINPUT,
                  "%s/dag.gml: %s comes behind %zu operators; communication comes behind one",
                  r->dir, tensor, n);
    rebuild_begin (r, name, ev->ts_ns, ev->dur_ns);
    fputs (", \"cat\": \"Comm\", \"pid\": ", r->f);
    fid_op_put_text (r->f, fid_span_of (tensor));
    fid_op_put_string (r->f, "tid", tid);
    rebuild_end (r, fid_span_of (tensor), node);
    r->comm_n++;
}

/* --- BytePS */

static void read_names (const struct rebuild *r, struct tensors *names)
{
    struct fid_text t;
    struct fid_span line;
    const char *path = rebuild_find (r, "gradient_name_list.txt", true);
    if (!path)
        return;
    fid_must (fid_text_open (&t, path, &fid_why));
    while (fid_must (fid_text_next (&t, &line, &fid_why)) > 0) {
        while (line.n && isspace ((unsigned char)line.p[line.n - 1]))
            line.n--;
        FID_APPEND (names->at,
                    (struct tensor){fid_textf ("Comm.%.*s", FID_SPAN_ARG (line)), NULL});
    }
    fid_text_close (&t);
}

/* The tensor of "Comm.byteps.gradient_3..." by the list; else it is called so. */
static const char *tensor_of (const struct tensors *names, struct fid_span name)
{
    ptrdiff_t at = fid_span_find (name, BYTEPS);
    uint64_t number = 0;
    if (at >= 0 && names->at_n) {
        const char *from = name.p + at + strlen (BYTEPS), *p = from;
        while (p < fid_span_end (name) && fid_is_digit (*p))
            p++;
        if (fid_span_u64 ((struct fid_span){from, (size_t)(p - from)}, &number) &&
            number < names->at_n)
            return names->at[number].name;
    }
    return fid_keep (fid_json_unescaped (name, &fid_why));
}

static void byteps_event (struct rebuild *r, const struct tensors *names,
                          const struct fid_trace_event *ev)
{
    if (!fid_span_is (ev->cat, "Comm") && !fid_span_starts (ev->name, "Comm."))
        return;
    const char *tensor = tensor_of (names, ev->arg[0].n ? ev->arg[0] : ev->name);
    bool main_task =
        !ev->name.n || !ev->arg[0].n ||
        (ev->name.n == ev->arg[0].n && memcmp (ev->name.p, ev->arg[0].p, ev->name.n) == 0);
    const char *dot = main_task ? NULL : memrchr (ev->name.p, '.', ev->name.n);
    struct fid_span queue =
        dot ? (struct fid_span){dot, (size_t)(fid_span_end (ev->name) - dot)}
            : (struct fid_span){"", 0};
    const char *name = fid_textf ("%s%.*s", tensor, FID_SPAN_ARG (queue));
    put_span (r, ev, fid_span_of (name), tensor, ev->tid);
}

/* --- Horovod */

/* Takes note of "horovod_allreduce.gradient_0" as the name of a process.  Tensors whose last
 * part is a number are passed over. */
static void horovod_name (struct tensors *t, const struct fid_trace_event *ev)
{
    const char *name = fid_keep (fid_json_unescaped (ev->arg[0], &fid_why));
    const char *dot = strchr (name, '.'), *last = strrchr (name, '.');
    bool number = last && last[1] && strspn (last + 1, "0123456789") == strlen (last + 1);
    if (strncmp (name, "horovod_", 8) != 0 || !dot || number)
        return;
    FID_APPEND (t->at, (struct tensor){fid_textf ("Comm.%s", dot + 1),
                                       fid_textf ("%.*s", (int)(dot - name), name)});
    fid_must (fid_index_put (&t->by_pid, fid_hash_bytes (ev->pid.p, ev->pid.n, 0), t->at_n - 1,
                             &fid_why));
}

/* --- both */

/* Writes the events of comm.json. */
static void rebuild_comm (struct rebuild *r)
{
    static const char *const wanted[] = {"name", NULL};
    struct fid_trace t;
    struct fid_trace_event ev;
    struct tensors names = {0}, *horovod = fid_take (1, sizeof *horovod);
    const char *path = rebuild_find (r, "comm.json", true);
    if (!path)
        return;
    read_names (r, &names);
    fid_must (fid_trace_open (&t, path, FID_TRACE_SPAN | FID_TRACE_NAME, wanted, &fid_why));
    while (fid_must (fid_trace_next (&t, &ev, &fid_why)) > 0)
        if (ev.kind == FID_TRACE_SPAN && ev.ph == 'X')
            byteps_event (r, &names, &ev);
        else if (ev.kind == FID_TRACE_SPAN) {
            size_t at = 0, i;
            if (ev.ts_ns >= r->first_ns && ev.ts_ns + ev.dur_ns < r->end_ns &&
                fid_index_next (&horovod->by_pid, fid_hash_bytes (ev.pid.p, ev.pid.n, 0), &at,
                                &i))
                put_span (r, &ev,
                          fid_span_of (fid_keep (fid_json_unescaped (ev.name, &fid_why))),
                          horovod->at[i].name, fid_span_of (horovod->at[i].prefix));
        } else if (fid_span_is (ev.name, "process_name") && ev.pid.n && ev.arg[0].n)
            horovod_name (horovod, &ev);
    fid_trace_close (&t);
}

/* --- all of it */

/* Copies the spans of another file, but operators if these are made anew; returns how many. */
static size_t copy_events (struct rebuild *r, const char *path, bool but_operators)
{
    struct fid_trace t;
    struct fid_trace_event ev;
    size_t n = 0;
    fid_must (fid_trace_open (&t, path, FID_TRACE_SPAN, NULL, &fid_why));
    while (fid_must (fid_trace_next (&t, &ev, &fid_why)) > 0) {
        if (but_operators && fid_span_is (ev.cat, "operator"))
            continue;
        fputs (r->begun ? ",\n {\"name\": \"" : "\n {\"name\": \"", r->f);
        r->begun = true;
        fid_op_put_written (r->f, ev.name);
        fputs ("\", \"ph\": \"X\", \"ts\": ", r->f);
        fid_op_put_us (r->f, ev.ts_ns);
        fputs (", \"dur\": ", r->f);
        fid_op_put_us (r->f, ev.dur_ns);
        fid_op_put_member (r->f, "cat", ev.cat);
        fid_op_put_member (r->f, "pid", ev.pid);
        (ev.tid_text ? fid_op_put_string : fid_op_put_member) (r->f, "tid", ev.tid);
        fid_op_put_raw (r->f, "args", ev.args);
        putc ('}', r->f);
        n++;
    }
    fid_trace_close (&t);
    return n;
}

/* Writes the final trace of the GPU in r->dir.  old: its final trace, of which all but the
 * operators are taken in place of io.json and comm.json; NULL: these are read. */
static void rebuild_one (struct rebuild *r, const char *old)
{
    const char *temp = rebuild_find (r, "temp.json", false);
    if (!temp)
        fid_fail (FID_EINPUT, "%s: temp.json with the operators is missing", r->dir);
    r->dag = fid_dag_read (fid_textf ("%s/dag.gml", r->dir));
    r->into = fid_dag_list (r->dag, true);
    fputs ("{\"traceEvents\": [", r->f);
    put_operators (r, temp);
    if (old) {
        r->kept_n = copy_events (r, old, true);
    } else {
        const char *io = rebuild_find (r, "io.json", false);
        r->io_n = io ? copy_events (r, io, false) : 0;
        rebuild_comm (r);
    }
    fputs ("\n], \"displayTimeUnit\": \"ms\"}\n", r->f);
}

/* --- folders */

/* The final trace of a folder by its name; NULL: there is none. */
static const char *final_in (const char *dir, const struct fid_files *files, size_t folder_n,
                             const char *folder)
{
    static const char *const names[] = {"*bps_trace_final.json*", "bps_trace_local_rank*",
                                        NULL};
    for (size_t kind = 0; names[kind]; kind++) {
        const char *const name[] = {names[kind], NULL};
        for (size_t i = 0; i < files->n; i++) {
            const char *file = files->path[i], *last = file + folder_n;
            if (strncmp (file, folder, folder_n) != 0 || strchr (last, '/') ||
                !fid_matches_any (last, name))
                continue;
            if (fid_span_ends (fid_span_of (file), ".gz"))
                fid_fail (FID_EINPUT, "%s/%s: packed; unpack it first", dir, file);
            return fid_textf ("%s/%s", dir, file);
        }
    }
    return NULL;
}

void fid_rebuild_traces (const char *path, bool operators, const struct fid_common *common)
{
    struct fid_files *files = fid_take (1, sizeof *files);
    size_t gpu_n = 0;
    fid_must (fid_discover (path, FID_SEARCH_TREE, files, &fid_why));
    for (size_t i = 0; i < files->n; i++) {
        const char *file = files->path[i], *slash = strrchr (file, '/');
        size_t folder_n = slash ? (size_t)(slash + 1 - file) : 0;
        if (strcmp (file + folder_n, "dag.gml") != 0)
            continue;
        gpu_n++;
        struct rebuild r = {
            .end_ns = INT64_MAX,
            .dir = folder_n ? fid_textf ("%s/%.*s", path, (int)folder_n - 1, file) : path};
        const char *old = final_in (path, files, folder_n, file);
        if (operators && !old)
            fid_fail (FID_EINPUT,
                      "%s: the final trace, whose other events are kept, is missing", r.dir);
        const char *target = old ? old : fid_textf ("%s/bps_trace_final.json", r.dir);
        r.f = fid_file_begin (target, NULL);
        rebuild_one (&r, operators ? old : NULL);
        fid_file_end (r.f);
        if (operators)
            fid_say (common, "%s: %zu operators, %zu STEP, %zu other events kept", target,
                     r.operator_n, r.step_n, r.kept_n);
        else
            fid_say (common, "%s: %zu operators, %zu STEP, %zu of input, %zu of communication",
                     target, r.operator_n, r.step_n, r.io_n, r.comm_n);
    }
    if (!gpu_n)
        fid_fail (FID_EINPUT, "%s: neither it nor its folders have a dag.gml", path);
}
