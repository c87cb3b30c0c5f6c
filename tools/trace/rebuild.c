/* rebuild.c - see rebuild.h */
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "base/array.h"
#include "base/order.h"
#include "base/outfile.h"
#include "readers/discover.h"
#include "tools/trace/rebuild_priv.h"

/* A span of temp.json. */
struct work {
    int64_t ts_ns, dur_ns;
    size_t node;           /* of the graph; SIZE_MAX: none */
    size_t order;          /* in the file */
    char *pid, *tid, *cat; /* in the arena; as written */
    bool forward, backward;
    bool steps; /* part of STEP where it stands behind the last BW */
};

struct works {
    struct work *at; /* in the arena */
    size_t n, cap;
    struct fid_arena arena;
};

/* --- operators */

/* The standard name, freed by the caller: "[op]_CachedOp:name=bert0_fc_fwd;" is FW.bert0_fc. */
static char *
standard_name (const char *name, struct fid_error *err)
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
    return fid_format (err, "%s.%.*s", back >= 0 ? "BW" : "FW", FID_SPAN_ARG (s));
}

/* Whether a span outside the graph is no part of STEP. */
static bool
is_ignored (const char *name)
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

static char *
copy_text (struct works *w, struct fid_span s, struct fid_error *err)
{
    char *to = fid_arena_take (&w->arena, s.n + 1, 1, err);
    return to && s.n ? memcpy (to, s.p, s.n) : to;
}

static int
keep_work (const struct rebuild *r, struct works *w, const struct fid_trace_event *ev,
           struct fid_error *err)
{
    char *raw = fid_json_unescaped (ev->name, err);
    char *name = raw ? standard_name (raw, err) : NULL;
    struct work at = {.ts_ns = ev->ts_ns, .dur_ns = ev->dur_ns, .order = w->n};
    int rc = name && (at.pid = copy_text (w, ev->pid, err)) &&
                     (at.tid = copy_text (w, ev->tid, err)) &&
                     (at.cat = copy_text (w, ev->cat, err))
                 ? fid_arena_grow (&w->arena, &w->at, &w->cap, w->n + 1, sizeof at, err)
                 : -1;
    if (!rc) {
        at.node = fid_dag_find (&r->dag, fid_span_of (name));
        at.forward = *name == 'F';
        at.backward = *name == 'B';
        at.steps = fid_span_is (ev->cat, "operator") && !is_ignored (raw);
        w->at[w->n++] = at;
    }
    free (raw);
    free (name);
    return rc;
}

FID_ORDER_BY (by_start, struct work, FID_RISING (ts_ns) FID_RISING (order))

static int
read_works (const struct rebuild *r, struct works *w, const char *path, struct fid_error *err)
{
    struct fid_trace t;
    struct fid_trace_event ev;
    int rc;
    if (fid_trace_open (&t, path, FID_TRACE_SPAN, NULL, err))
        return -1;
    while ((rc = fid_trace_next (&t, &ev, err)) > 0)
        if ((rc = keep_work (r, w, &ev, err)))
            break;
    fid_trace_close (&t);
    if (w->n > 1)
        qsort (w->at, w->n, sizeof *w->at, by_start);
    return rc;
}

/* Leaves the spans of the process of the first operator. */
static void
one_process (struct works *w)
{
    const char *pid = NULL; /* of one that stays */
    size_t n = 0;
    for (size_t i = 0; i < w->n; i++)
        pid = !pid && w->at[i].node != SIZE_MAX ? w->at[i].pid : pid;
    for (size_t i = 0; i < w->n; i++) {
        if (pid && strcmp (w->at[i].pid, pid) == 0)
            w->at[n++] = w->at[i];
    }
    w->n = n;
}

/* The operator after which STEP comes: the last BW before the first FW of the second step, or
 * the last of all. */
static size_t
last_backward (const struct works *w)
{
    size_t last = SIZE_MAX;
    for (size_t i = 0; i < w->n; i++) {
        if (w->at[i].node == SIZE_MAX)
            continue;
        if (w->at[i].forward && last != SIZE_MAX)
            break;
        if (w->at[i].backward)
            last = w->at[i].node;
    }
    return last;
}

static void
put_operator (struct rebuild *r, const struct work *w)
{
    struct fid_span name = fid_span_of (r->dag.name[w->node]);
    rebuild_begin (r, name, w->ts_ns, w->dur_ns);
    rebuild_member (r, "cat", fid_span_of (w->cat));
    rebuild_member (r, "pid", fid_span_of (w->pid));
    rebuild_member (r, "tid", fid_span_of (w->tid));
    rebuild_end (r, name, w->node);
    r->n.operator_n++;
}

/* STEP, of the spans from *i on up to the next operator, where *i then stands. */
static void
put_step (struct rebuild *r, const struct works *w, size_t *i)
{
    const struct work *first = NULL, *last = NULL;
    for (; *i < w->n && w->at[*i].node == SIZE_MAX; ++*i) {
        if (!w->at[*i].steps)
            continue;
        first = first ? first : &w->at[*i];
        last = &w->at[*i];
    }
    if (!first)
        return;
    int64_t end_ns = last->ts_ns + last->dur_ns;
    rebuild_begin (r, fid_span_of ("STEP"), first->ts_ns, end_ns - first->ts_ns);
    rebuild_member (r, "cat", fid_span_of ("operator"));
    rebuild_member (r, "pid", fid_span_of (first->pid));
    rebuild_end (r, fid_span_of ("STEP"), SIZE_MAX);
    r->n.step_n++;
    r->end_ns = end_ns;
}

static int
put_operators (struct rebuild *r, struct works *w, const char *path, struct fid_error *err)
{
    one_process (w);
    size_t last = last_backward (w);
    for (size_t i = 0; i < w->n;) {
        const struct work *at = &w->at[i++];
        if (at->node == SIZE_MAX)
            continue;
        if (!r->n.operator_n)
            r->first_ns = at->ts_ns;
        put_operator (r, at);
        if (at->node == last)
            put_step (r, w, &i);
    }
    return r->n.operator_n
               ? 0
               : fid_errorf (err, FID_EINPUT, "%s: no span is an operator of dag.gml", path);
}

static int
operators (struct rebuild *r, const char *path, struct fid_error *err)
{
    struct works w = {.n = 0};
    int rc = read_works (r, &w, path, err);
    if (!rc)
        rc = put_operators (r, &w, path, err);
    fid_arena_clear (&w.arena);
    return rc;
}

/* --- all of it */

/* The spans of another file, but operators if these are made anew. */
static int
copy_events (struct rebuild *r, const char *path, bool but_operators, size_t *n,
             struct fid_error *err)
{
    struct fid_trace t;
    struct fid_trace_event ev;
    int rc;
    if (fid_trace_open (&t, path, FID_TRACE_SPAN, NULL, err))
        return -1;
    while ((rc = fid_trace_next (&t, &ev, err)) > 0)
        if (!but_operators || !fid_span_is (ev.cat, "operator")) {
            rebuild_copy (r, &ev);
            ++*n;
        }
    fid_trace_close (&t);
    return rc;
}

static int
put_io (struct rebuild *r, struct fid_error *err)
{
    char *path;
    int rc = rebuild_find (r, "io.json", false, &path, err);
    if (!rc && path)
        rc = copy_events (r, path, false, &r->n.io_n, err);
    free (path);
    return rc;
}

int
fid_rebuild (const char *dir, const char *old, FILE *f, struct fid_rebuilt *out,
             struct fid_error *err)
{
    struct rebuild r = {.dir = dir, .f = f, .end_ns = INT64_MAX};
    char *temp, *gml = fid_format (err, "%s/dag.gml", dir);
    int rc = gml ? rebuild_find (&r, "temp.json", false, &temp, err) : -1;
    if (!gml || rc)
        temp = NULL;
    else if (!temp)
        rc = fid_errorf (err, FID_EINPUT, "%s: there is no temp.json to take operators from",
                         dir);
    if (!rc)
        rc = fid_dag_read (&r.dag, gml, err);
    if (!rc)
        rc = fid_dag_list (&r.dag, true, &r.into, err);
    fputs ("{\"traceEvents\": [", f);
    if (!rc)
        rc = operators (&r, temp, err);
    if (!rc && old)
        rc = copy_events (&r, old, true, &r.n.kept_n, err);
    else if (!rc)
        rc = put_io (&r, err) ? -1 : rebuild_comm (&r, err);
    fputs ("\n], \"displayTimeUnit\": \"ms\"}\n", f);
    *out = r.n;
    fid_dag_list_clear (&r.into);
    fid_dag_clear (&r.dag);
    free (temp);
    free (gml);
    return rc;
}

/* --- folders */

/* The final trace of a folder by its name; NULL in *path: there is none. */
static int
final_in (const char *dir, const struct fid_files *files, size_t folder_n, const char *folder,
          char **path, struct fid_error *err)
{
    static const char *const names[] = {"*bps_trace_final.json*", "bps_trace_local_rank*",
                                        NULL};
    *path = NULL;
    for (size_t kind = 0; names[kind] && !*path; kind++) {
        const char *const name[] = {names[kind], NULL};
        for (size_t i = 0; i < files->n && !*path; i++) {
            const char *file = files->path[i], *last = file + folder_n;
            if (strncmp (file, folder, folder_n) != 0 || strchr (last, '/') ||
                !fid_matches_any (last, name))
                continue;
            if (!(*path = fid_format (err, "%s/%s", dir, file)))
                return -1;
        }
    }
    size_t n = *path ? strlen (*path) : 0;
    return n > 3 && strcmp (*path + n - 3, ".gz") == 0
               ? fid_errorf (err, FID_EINPUT, "%s: packed; unpack it first", *path)
               : 0;
}

static int
one_gpu (const char *dir, char *old, bool only_operators, char **target, struct fid_rebuilt *n,
         struct fid_error *err)
{
    struct fid_outfile o;
    if (only_operators && !old)
        return fid_errorf (err, FID_EINPUT,
                           "%s: there is no final trace with other events to keep", dir);
    *target = old ? fid_strdup (old, err) : fid_format (err, "%s/bps_trace_final.json", dir);
    if (!*target || fid_outfile_open (&o, *target, NULL, err))
        return -1;
    return fid_outfile_end (&o, fid_rebuild (dir, only_operators ? old : NULL, o.f, n, err),
                            err);
}

int
fid_rebuild_all (const char *path, bool only_operators,
                 void (*made) (void *self, const char *path, const struct fid_rebuilt *n),
                 void *self, struct fid_error *err)
{
    struct fid_files files = {0};
    size_t gpu_n = 0;
    int rc = fid_discover (path, FID_SEARCH_TREE, &files, err);
    for (size_t i = 0; i < files.n && !rc; i++) {
        const char *file = files.path[i], *slash = strrchr (file, '/');
        size_t folder_n = slash ? (size_t)(slash + 1 - file) : 0;
        struct fid_rebuilt n = {0};
        char *old = NULL, *target = NULL;
        if (strcmp (file + folder_n, "dag.gml") != 0)
            continue;
        gpu_n++;
        char *dir = folder_n ? fid_format (err, "%s/%.*s", path, (int)folder_n - 1, file)
                             : fid_strdup (path, err);
        rc = dir ? final_in (path, &files, folder_n, file, &old, err) : -1;
        if (!rc)
            rc = one_gpu (dir, old, only_operators, &target, &n, err);
        if (!rc)
            made (self, target, &n);
        free (target);
        free (old);
        free (dir);
    }
    fid_files_clear (&files);
    return rc || gpu_n ? rc
                       : fid_errorf (err, FID_EINPUT,
                                     "%s: there is no dag.gml in it or in its folders", path);
}
