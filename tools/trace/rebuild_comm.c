/* rebuild_comm.c - communication of a final trace (rebuild.h): comm.json of BytePS, an object
 * with events of its own, or of Horovod, whose processes are tensors */
#include <ctype.h>
#include <string.h>
#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"
#include "tools/trace/op_write.h"
#include "tools/trace/rebuild.h"

#define BYTEPS "byteps.gradient_"

/* A tensor of Horovod, or a line of gradient_name_list.txt. */
struct tensor {
    const char *name;   /* "Comm.g" */
    const char *prefix; /* "horovod_allreduce"; NULL: a line */
};

struct tensors {
    struct tensor *at;
    size_t at_n, at_cap;
    struct fid_index by_pid; /* of Horovod */
};

/* Writes a span of a tensor, whose node is behind at most one other. */
static void
put_span (struct rebuild *r, const struct fid_trace_event *ev, struct fid_span name,
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

static void
read_names (const struct rebuild *r, struct tensors *names)
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
static const char *
tensor_of (const struct tensors *names, struct fid_span name)
{
    ptrdiff_t at = fid_span_find (name, BYTEPS);
    uint64_t number = 0;
    if (at >= 0 && names->at_n) {
        const char *from = name.p + at + strlen (BYTEPS), *p = from;
        while (p < fid_span_end (name) && isdigit ((unsigned char)*p))
            p++;
        if (fid_span_u64 ((struct fid_span){from, (size_t)(p - from)}, &number) &&
            number < names->at_n)
            return names->at[number].name;
    }
    return fid_keep (fid_json_unescaped (name, &fid_why));
}

static void
byteps_event (struct rebuild *r, const struct tensors *names, const struct fid_trace_event *ev)
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
static void
horovod_name (struct tensors *t, const struct fid_trace_event *ev)
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

static void
horovod_span (struct rebuild *r, const struct tensors *t, const struct fid_trace_event *ev)
{
    size_t at = 0, i;
    if (ev->ts_ns >= r->first_ns && ev->ts_ns + ev->dur_ns < r->end_ns &&
        fid_index_next (&t->by_pid, fid_hash_bytes (ev->pid.p, ev->pid.n, 0), &at, &i))
        put_span (r, ev, fid_span_of (fid_keep (fid_json_unescaped (ev->name, &fid_why))), t->at[i].name,
                  fid_span_of (t->at[i].prefix));
}

/* --- both */

void
rebuild_comm (struct rebuild *r)
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
        else if (ev.kind == FID_TRACE_SPAN)
            horovod_span (r, horovod, &ev);
        else if (fid_span_is (ev.name, "process_name") && ev.pid.n && ev.arg[0].n)
            horovod_name (horovod, &ev);
    fid_trace_close (&t);
}
