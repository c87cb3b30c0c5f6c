/* worker.c - see worker.h */
#include <ctype.h>
#include <stdlib.h>
#include <sys/stat.h>
#include "base/array.h"
#include "base/hash.h"
#include "base/listing.h"
#include "base/order.h"
#include "base/text.h"
#include "readers/chrome/op_place.h"
#include "tools/trace/worker.h"

bool
fid_node_is (const char *name, const char *kind)
{
    return fid_span_starts (fid_op_bare (fid_span_of (name)), kind);
}

/* --- the trace of a GPU */

FID_ORDER_BY (by_first, struct fid_first_run, FID_RISING (ts_ns) FID_RISING_TEXT (name))

/* Whether the span is an operator: of that category, or forward and backward where there is
 * none. */
static bool
is_operator (const struct fid_trace_event *ev)
{
    struct fid_span bare = fid_op_bare (ev->name);
    return ev->cat.n ? fid_span_is (ev->cat, "operator")
                     : fid_span_starts (bare, "FW.") || fid_span_starts (bare, "BW.") ||
                           fid_span_is (bare, "STEP");
}

static int
read_operators (struct fid_gpu *g, struct fid_error *err)
{
    struct fid_trace t;
    struct fid_trace_event ev;
    int rc;
    if (fid_trace_open (&t, g->trace, FID_TRACE_SPAN, NULL, err))
        return -1;
    while ((rc = fid_trace_next (&t, &ev, err)) > 0) {
        struct fid_span bare = fid_op_bare (ev.name);
        if (!is_operator (&ev))
            continue;
        if (fid_array_grow (&g->first, &g->first_cap, g->first_n + 1, sizeof *g->first, err)) {
            rc = -1;
            break;
        }
        char *name = fid_strndup (bare.p, bare.n, err);
        if (!name) {
            rc = -1;
            break;
        }
        g->first[g->first_n++] = (struct fid_first_run){name, ev.ts_ns, ev.dur_ns};
    }
    fid_trace_close (&t);
    if (g->first_n)
        qsort (g->first, g->first_n, sizeof *g->first, by_first);
    return rc;
}

/* Only the first run of each operator that the graph has, without STEP. */
static int
keep_first (struct fid_gpu *g, struct fid_error *err)
{
    bool *seen = calloc (g->raw.n + 1, sizeof *seen);
    size_t to = 0;
    if (!seen)
        return fid_error_nomem (err);
    for (size_t i = 0; i < g->first_n; i++) {
        size_t node = fid_dag_find (&g->raw, fid_span_of (g->first[i].name));
        if (node == SIZE_MAX || seen[node] || strcmp (g->first[i].name, "STEP") == 0) {
            free (g->first[i].name);
            continue;
        }
        seen[node] = true;
        g->first[to++] = g->first[i];
    }
    g->first_n = to;
    free (seen);
    return 0;
}

static const char *const horovod_queues[] = {"NEGOTIATE_ALLREDUCE",
                                             "QUEUE",
                                             "MEMCPY_IN_FUSION_BUFFER",
                                             "NCCL_ALLREDUCE",
                                             "ALLREDUCE",
                                             "MEMCPY_OUT_FUSION_BUFFER",
                                             NULL};
static const char *const byteps_queues[] = {
    "COORDINATE_REDUCE",    "REDUCE",    "COPYD2H", "PCIE_REDUCE",
    "COORDINATE_PUSH",      "PUSH",      "PULL",    "COPYH2D",
    "COORDINATE_BROADCAST", "BROADCAST", NULL};

static int
index_means (struct fid_gpu *g, struct fid_error *err)
{
    for (size_t i = 0; i < g->stats.n; i++) {
        struct fid_span name = fid_op_bare (fid_span_of (g->stats.at[i].name));
        for (size_t k = 0; horovod_queues[k]; k++)
            g->horovod |=
                fid_span_starts (name, "Comm.") && fid_span_ends (name, horovod_queues[k]);
        if (fid_index_put (&g->means, fid_hash_bytes (name.p, name.n, 0), i, err))
            return -1;
    }
    return 0;
}

/* The mean of an operator in ms; false if it never ran. */
static bool
mean_of (const struct fid_gpu *g, const char *name, double *ms)
{
    uint64_t hash = fid_hash_bytes (name, strlen (name), 0);
    for (size_t at = 0, i; fid_index_next (&g->means, hash, &at, &i);)
        if (fid_span_is (fid_op_bare (fid_span_of (g->stats.at[i].name)), name)) {
            *ms = g->stats.at[i].mean_us / 1e3;
            return true;
        }
    return false;
}

/* --- graphs */

int
fid_timed_add (struct fid_timed_dag *to, const struct fid_gpu *gpu, const char *name,
               size_t *at, struct fid_error *err)
{
    size_t n = to->g.n;
    bool shared = gpu->horovod && fid_span_starts (fid_span_of (name), "Comm");
    char *full =
        shared ? fid_strdup (name, err) : fid_format (err, "rank%d.%s", gpu->rank, name);
    int rc =
        full && !fid_array_grow (&to->ms, &to->cap, n + 1, sizeof *to->ms, err) &&
                !fid_array_grow (&to->known, &to->known_cap, n + 1, sizeof *to->known, err) &&
                !fid_array_grow (&to->rank, &to->rank_cap, n + 1, sizeof *to->rank, err)
            ? fid_dag_add (&to->g, fid_span_of (full), at, err)
            : -1;
    free (full);
    if (rc || *at < n)
        return rc;
    to->ms[n] = 0;
    to->known[n] = mean_of (gpu, name, &to->ms[n]);
    to->rank[n] = shared ? -1 : gpu->rank;
    return 0;
}

static int
link_names (struct fid_timed_dag *to, const struct fid_gpu *gpu, const char *from,
            const char *into, struct fid_error *err)
{
    size_t a, b;
    return fid_timed_add (to, gpu, from, &a, err) || fid_timed_add (to, gpu, into, &b, err)
               ? -1
               : fid_dag_link (&to->g, a, b, err);
}

/* The only node before u in the raw graph. */
static int
only_before (const struct fid_gpu *gpu, size_t u, const char **name, struct fid_error *err)
{
    size_t n = 0;
    for (size_t k = 0; k < gpu->raw.edge_n; k++)
        if (gpu->raw.edge[k].to == u) {
            *name = gpu->raw.name[gpu->raw.edge[k].from];
            n++;
        }
    return n == 1
               ? 0
               : fid_errorf (err, FID_EINPUT,
                             "rank %d: %s comes behind %zu operators in the graph; its queues "
                             "need one",
                             gpu->rank, gpu->raw.name[u], n);
}

/* The sub-tasks of one partition of a tensor, one behind the other: behind the operator, before
 * STEP; key: ".0", or "". */
static int
link_queues (const struct fid_gpu *gpu, const char *tensor, const char *key,
             const char *operator, struct fid_timed_dag * to, struct fid_error *err)
{
    const char *const *queue = gpu->horovod ? horovod_queues : byteps_queues;
    char *before = fid_strdup (operator, err);
    int rc = before ? 0 : -1;
    for (; *queue && !rc; queue++) {
        double ms;
        char *name = fid_format (err, "%s.%s%s", tensor, *queue, key);
        if (!name || (mean_of (gpu, name, &ms) && ms != 0)) {
            rc = name ? link_names (to, gpu, before, name, err) : -1;
            free (before);
            before = name;
        } else {
            free (name);
        }
    }
    if (!rc)
        rc = link_names (to, gpu, before, "STEP", err);
    free (before);
    return rc;
}

/* Whether a statistic is a sub-task of the tensor; *key becomes ".0". */
static bool
is_queue_of (struct fid_span name, const char *tensor, struct fid_span *key)
{
    size_t n = strlen (tensor);
    name = fid_op_bare (name);
    if (!fid_span_starts (name, tensor) || name.n <= n || name.p[n] != '.')
        return false;
    name = (struct fid_span){name.p + n + 1, name.n - n - 1};
    for (size_t i = 0; byteps_queues[i]; i++) {
        size_t m = strlen (byteps_queues[i]);
        if (fid_span_starts (name, byteps_queues[i]) && name.n > m && name.p[m] == '.') {
            *key = (struct fid_span){name.p + m, name.n - m};
            return true;
        }
    }
    return false;
}

/* All partitions of a tensor, beside each other. */
static int
link_tensor (const struct fid_gpu *gpu, size_t u, struct fid_timed_dag *to,
             struct fid_error *err)
{
    const char *tensor = gpu->raw.name[u], *before = "";
    struct fid_dag keys = {0}; /* names without order twice */
    int rc = only_before (gpu, u, &before, err);
    for (size_t i = 0; i < gpu->stats.n && !rc && !gpu->horovod; i++) {
        struct fid_span key;
        size_t at, n = keys.n;
        if (!is_queue_of (fid_span_of (gpu->stats.at[i].name), tensor, &key))
            continue;
        rc = fid_dag_add (&keys, key, &at, err);
        if (!rc && at == n)
            rc = link_queues (gpu, tensor, keys.name[at], before, to, err);
    }
    if (!rc && !keys.n)
        rc = link_queues (gpu, tensor, "", before, to, err);
    fid_dag_clear (&keys);
    return rc;
}

int
fid_gpu_dag (const struct fid_gpu *gpu, bool queues, struct fid_timed_dag *to,
             struct fid_error *err)
{
    for (size_t k = 0; k < gpu->raw.edge_n; k++) {
        size_t u = gpu->raw.edge[k].from;
        const char *from = gpu->raw.name[u], *into = gpu->raw.name[gpu->raw.edge[k].to];
        int rc = 0;
        if (fid_node_is (from, "Comm"))
            rc = queues ? link_tensor (gpu, u, to, err)
                        : link_names (to, gpu, from, "STEP", err);
        else if (queues && fid_node_is (from, "BW") && fid_node_is (into, "Comm"))
            continue; /* the first sub-task comes behind it */
        else if (fid_node_is (from, "STEP") && fid_node_is (into, "FW"))
            continue; /* the next step */
        else
            rc = link_names (to, gpu, from, into, err);
        if (rc)
            return -1;
    }
    return 0;
}

void
fid_timed_clear (struct fid_timed_dag *t)
{
    fid_dag_clear (&t->g);
    free (t->ms);
    free (t->known);
    free (t->rank);
    *t = (struct fid_timed_dag){0};
}

/* --- folders */

/* The trace in a GPU's folder. */
static char *
trace_in (const char *dir, struct fid_error *err)
{
    struct fid_op_place place = {0};
    int rc = fid_op_place_find (&place, dir, err);
    char *path = rc ? NULL : fid_strdup (place.file[0].path, err);
    fid_op_place_clear (&place);
    return path;
}

static int
read_gpu (struct fid_worker *w, const char *dir, const char *gml, int rank,
          struct fid_error *err)
{
    static const struct fid_op_stats_opts opts = {.no_partitions = false};
    if (fid_array_grow (&w->gpu, &w->cap, w->n + 1, sizeof *w->gpu, err))
        return -1;
    struct fid_gpu *g = &w->gpu[w->n++];
    *g = (struct fid_gpu){.rank = rank, .trace = trace_in (dir, err)};
    if (!g->trace || fid_dag_read (&g->raw, gml, err) ||
        fid_op_stats_read (&g->stats, g->trace, &opts, err) || index_means (g, err) ||
        read_operators (g, err))
        return -1;
    return keep_first (g, err);
}

/* The number at the end of a name. */
static int
number_of (const char *name)
{
    size_t n = strlen (name);
    int64_t v = 0;
    struct fid_span s = {name + n, 0};
    while (s.p > name && isdigit ((unsigned char)s.p[-1]) && s.n < 9)
        s = (struct fid_span){s.p - 1, s.n + 1};
    return s.n && fid_span_i64 (s, &v) ? (int)v : 0;
}

static int
add_folder (struct fid_worker *w, const char *dir, int rank, bool *there, struct fid_error *err)
{
    bool missing = true;
    char *gml = fid_format (err, "%s/dag.gml", dir);
    int rc = gml ? fid_file_missing (gml, &missing, err) : -1;
    *there = !missing;
    if (!rc && *there)
        rc = read_gpu (w, dir, gml, rank, err);
    free (gml);
    return rc;
}

FID_ORDER_BY (by_rank, struct fid_gpu, FID_RISING (rank))

static int
read_folders (struct fid_worker *w, const char *dir, struct fid_error *err)
{
    struct fid_listing name = {0};
    int rc = fid_listing_read (&name, dir, NULL, 0, err);
    for (size_t i = 0; i < name.n && !rc; i++) {
        bool there;
        char *folder = fid_format (err, "%s/%s", dir, name.at[i]);
        rc = folder ? add_folder (w, folder, number_of (name.at[i]), &there, err) : -1;
        free (folder);
    }
    fid_listing_clear (&name);
    if (w->n > 1)
        qsort (w->gpu, w->n, sizeof *w->gpu, by_rank);
    for (size_t i = 1; i < w->n && !rc; i++)
        if (w->gpu[i].rank == w->gpu[i - 1].rank)
            rc = fid_errorf (err, FID_EINPUT, "%s: two folders are of rank %d", dir,
                             w->gpu[i].rank);
    if (!rc && !w->n)
        rc = fid_errorf (err, FID_EINPUT, "%s: there is no dag.gml in it or in its folders",
                         dir);
    return rc;
}

int
fid_worker_read (struct fid_worker *w, const char *dir, struct fid_error *err)
{
    bool there;
    mode_t kind;
    *w = (struct fid_worker){0};
    if (fid_file_kind (dir, &kind, err))
        return -1;
    if (kind && !S_ISDIR (kind))
        return fid_errorf (
            err, FID_EINPUT,
            "%s: a trace alone does not tell which operators wait for which; this "
            "needs the folder of a worker, with a dag.gml beside its trace",
            dir);
    char *real = realpath (dir, NULL);
    int rc = add_folder (w, dir, real ? number_of (real) : 0, &there, err);
    free (real);
    if (!rc && !there)
        rc = read_folders (w, dir, err);
    if (rc)
        fid_worker_clear (w);
    return rc;
}

void
fid_worker_clear (struct fid_worker *w)
{
    for (size_t i = 0; i < w->n; i++) {
        struct fid_gpu *g = &w->gpu[i];
        for (size_t k = 0; k < g->first_n; k++)
            free (g->first[k].name);
        free (g->first);
        free (g->trace);
        fid_dag_clear (&g->raw);
        fid_op_stats_clear (&g->stats);
        fid_index_clear (&g->means);
    }
    free (w->gpu);
    *w = (struct fid_worker){0};
}
