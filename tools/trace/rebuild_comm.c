/* rebuild_comm.c - communication of a final trace (rebuild.h): comm.json of BytePS, an object
 * with events of its own, or of Horovod, whose processes are tensors */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/hash.h"
#include "base/text.h"
#include "tools/trace/op_write.h"
#include "tools/trace/rebuild_priv.h"

#define BYTEPS "byteps.gradient_"

/* A tensor of Horovod, or a line of gradient_name_list.txt. */
struct tensor {
    char *name;   /* owned; "Comm.g" */
    char *prefix; /* owned; "horovod_allreduce"; NULL: a line */
};

struct tensors {
    struct tensor *at; /* owned */
    size_t n, cap;
    struct fid_index by_pid; /* of Horovod */
};

static int
add_tensor (struct tensors *t, char *name, char *prefix, struct fid_error *err)
{
    if (!name || fid_array_grow (&t->at, &t->cap, t->n + 1, sizeof *t->at, err)) {
        free (name);
        free (prefix);
        return -1;
    }
    t->at[t->n++] = (struct tensor){name, prefix};
    return 0;
}

static void
clear_tensors (struct tensors *t)
{
    for (size_t i = 0; i < t->n; i++) {
        free (t->at[i].name);
        free (t->at[i].prefix);
    }
    free (t->at);
    fid_index_clear (&t->by_pid);
}

/* The node of a tensor, behind at most one other; SIZE_MAX if the name is no tensor's. */
static int
node_of (const struct rebuild *r, const char *name, size_t *node, struct fid_error *err)
{
    *node = fid_dag_find (&r->dag, fid_span_of (name));
    size_t n = *node == SIZE_MAX ? 0 : r->into.first[*node + 1] - r->into.first[*node];
    return n < 2 ? 0
                 : fid_errorf (err, FID_EINPUT,
                               "%s/dag.gml: %s comes behind %zu operators; communication comes "
                               "behind one",
                               r->dir, name, n);
}

/* Writes a span of a tensor. */
static int
put_span (struct rebuild *r, const struct fid_trace_event *ev, struct fid_span name,
          const char *tensor, struct fid_span tid, struct fid_error *err)
{
    size_t node;
    if (node_of (r, tensor, &node, err))
        return -1;
    rebuild_begin (r, name, ev->ts_ns, ev->dur_ns);
    fputs (", \"cat\": \"Comm\", \"pid\": ", r->f);
    fid_op_put_text (r->f, fid_span_of (tensor));
    if (tid.n) {
        fputs (", \"tid\": \"", r->f);
        fid_op_put_written (r->f, tid);
        putc ('"', r->f);
    }
    rebuild_end (r, fid_span_of (tensor), node);
    r->n.comm_n++;
    return 0;
}

/* --- BytePS */

static int
read_names (const struct rebuild *r, struct tensors *names, struct fid_error *err)
{
    char *path;
    struct fid_text t;
    struct fid_span line;
    int rc = rebuild_find (r, "gradient_name_list.txt", true, &path, err);
    if (rc || !path)
        return rc;
    rc = fid_text_open (&t, path, err);
    if (!rc) {
        while ((rc = fid_text_next (&t, &line, err)) > 0) {
            while (line.n && isspace ((unsigned char)line.p[line.n - 1]))
                line.n--;
            if ((rc = add_tensor (names, fid_format (err, "Comm.%.*s", FID_SPAN_ARG (line)),
                                  NULL, err)))
                break;
        }
        fid_text_close (&t);
    }
    free (path);
    return rc;
}

/* The tensor of "Comm.byteps.gradient_3..." by the list; NULL: it is called so. */
static const char *
listed_tensor (const struct tensors *names, struct fid_span name)
{
    ptrdiff_t at = fid_span_find (name, BYTEPS);
    uint64_t number = 0;
    if (at < 0 || !names->n)
        return NULL;
    const char *from = name.p + at + strlen (BYTEPS), *p = from;
    while (p < fid_span_end (name) && isdigit ((unsigned char)*p))
        p++;
    return fid_span_u64 ((struct fid_span){from, (size_t)(p - from)}, &number) &&
                   number < names->n
               ? names->at[number].name
               : NULL;
}

static int
byteps_event (struct rebuild *r, const struct tensors *names, const struct fid_trace_event *ev,
              struct fid_error *err)
{
    const char *tensor = listed_tensor (names, ev->arg[0].n ? ev->arg[0] : ev->name);
    char *made = NULL;
    if (!fid_span_is (ev->cat, "Comm") && !fid_span_starts (ev->name, "Comm."))
        return 0;
    if (!tensor) {
        struct fid_span own = ev->arg[0].n ? ev->arg[0] : ev->name;
        if (!(tensor = made = fid_json_unescaped (own, err)))
            return -1;
    }
    bool main_task =
        !ev->name.n || !ev->arg[0].n ||
        (ev->name.n == ev->arg[0].n && memcmp (ev->name.p, ev->arg[0].p, ev->name.n) == 0);
    const char *dot = main_task ? NULL : memrchr (ev->name.p, '.', ev->name.n);
    struct fid_span queue =
        dot ? (struct fid_span){dot, (size_t)(fid_span_end (ev->name) - dot)}
            : (struct fid_span){"", 0};
    char *name = fid_format (err, "%s%.*s", tensor, FID_SPAN_ARG (queue));
    int rc = name ? put_span (r, ev, fid_span_of (name), tensor, ev->tid, err) : -1;
    free (name);
    free (made);
    return rc;
}

/* --- Horovod */

/* Takes note of "horovod_allreduce.gradient_0" as the name of a process.  Tensors whose last
 * part is a number are passed over. */
static int
horovod_name (struct tensors *t, const struct fid_trace_event *ev, struct fid_error *err)
{
    char *name = fid_json_unescaped (ev->arg[0], err);
    if (!name)
        return -1;
    const char *dot = strchr (name, '.'), *last = strrchr (name, '.');
    bool number = last && last[1] && strspn (last + 1, "0123456789") == strlen (last + 1);
    int rc = 0;
    if (strncmp (name, "horovod_", 8) == 0 && dot && !number) {
        char *prefix = fid_strndup (name, (size_t)(dot - name), err);
        rc = prefix ? add_tensor (t, fid_format (err, "Comm.%s", dot + 1), prefix, err) : -1;
        if (!rc)
            rc = fid_index_put (&t->by_pid, fid_hash_bytes (ev->pid.p, ev->pid.n, 0), t->n - 1,
                                err);
    }
    free (name);
    return rc;
}

static int
horovod_span (struct rebuild *r, const struct tensors *t, const struct fid_trace_event *ev,
              struct fid_error *err)
{
    size_t at = 0, i;
    if (ev->ts_ns < r->first_ns || ev->ts_ns + ev->dur_ns >= r->end_ns ||
        !fid_index_next (&t->by_pid, fid_hash_bytes (ev->pid.p, ev->pid.n, 0), &at, &i))
        return 0;
    char *name = fid_json_unescaped (ev->name, err);
    int rc = name ? put_span (r, ev, fid_span_of (name), t->at[i].name,
                              fid_span_of (t->at[i].prefix), err)
                  : -1;
    free (name);
    return rc;
}

/* --- both */

static int
read_comm (struct rebuild *r, const char *path, const struct tensors *names,
           struct fid_error *err)
{
    static const char *const wanted[] = {"name", NULL};
    struct fid_trace t;
    struct fid_trace_event ev;
    struct tensors horovod = {.n = 0};
    int rc;
    if (fid_trace_open (&t, path, FID_TRACE_SPAN | FID_TRACE_NAME, wanted, err))
        return -1;
    while ((rc = fid_trace_next (&t, &ev, err)) > 0) {
        rc = 0;
        if (ev.kind == FID_TRACE_NAME && fid_span_is (ev.name, "process_name"))
            rc = ev.pid.n && ev.arg[0].n ? horovod_name (&horovod, &ev, err) : 0;
        else if (ev.kind == FID_TRACE_SPAN)
            rc = ev.ph == 'X' ? byteps_event (r, names, &ev, err)
                              : horovod_span (r, &horovod, &ev, err);
        if (rc)
            break;
    }
    fid_trace_close (&t);
    clear_tensors (&horovod);
    return rc;
}

int
rebuild_comm (struct rebuild *r, struct fid_error *err)
{
    char *path;
    struct tensors names = {.n = 0};
    int rc = rebuild_find (r, "comm.json", true, &path, err);
    if (!rc && path)
        rc = read_names (r, &names, err) ? -1 : read_comm (r, path, &names, err);
    clear_tensors (&names);
    free (path);
    return rc;
}
