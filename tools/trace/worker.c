/* SPDX-License-Identifier: GPL-3.0-or-later */
/* worker.c - see dag.h */
#include "base/listing.h"
#include "readers/chrome/op_place.h"
#include "tools/trace/dag.h"

bool fid_node_is (const char *name, const char *kind)
{
    return fid_span_starts (fid_op_bare (fid_span_of (name), NULL), kind);
}

/* --- the trace of a GPU */

FID_ORDER_BY (by_first, struct fid_first_run, FID_RISING (ts_ns) FID_RISING_TEXT (name))

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

/* The mean of an operator in ms; false if it never ran. */
static bool mean_of (const struct fid_gpu *g, const char *name, double *ms)
{
    uint64_t hash = fid_hash_bytes (name, strlen (name), 0);
    for (size_t at = 0, i; fid_index_next (&g->means, hash, &at, &i);)
        if (fid_span_is (fid_op_bare (fid_span_of (g->stats.at[i].name), NULL), name)) {
            *ms = g->stats.at[i].mean_us / 1e3;
            return true;
        }
    return false;
}

/* --- graphs */

size_t fid_timed_add (struct fid_timed_dag *to, const struct fid_gpu *gpu, const char *name)
{
    size_t n = to->g.name_n;
    bool shared = gpu->horovod && fid_span_starts (fid_span_of (name), "Comm");
    const char *full = shared ? name : fid_textf ("rank%d.%s", gpu->rank, name);
    size_t at = fid_dag_add (&to->g, fid_span_of (full));
    if (at < n)
        return at;
    fid_grow (&to->ms, &to->ms_cap, n + 1, sizeof *to->ms);
    fid_grow (&to->known, &to->known_cap, n + 1, sizeof *to->known);
    fid_grow (&to->rank, &to->rank_cap, n + 1, sizeof *to->rank);
    to->ms[n] = 0;
    to->known[n] = mean_of (gpu, name, &to->ms[n]);
    to->rank[n] = shared ? -1 : gpu->rank;
    return at;
}

static void link_names (struct fid_timed_dag *to, const struct fid_gpu *gpu, const char *from,
                        const char *into)
{
    size_t a = fid_timed_add (to, gpu, from), b = fid_timed_add (to, gpu, into);
    fid_dag_link (&to->g, a, b);
}

/* The sub-tasks of one partition of a tensor, one behind the other: behind the operator, before
 * STEP; key: ".0", or "". */
static void link_queues (const struct fid_gpu *gpu, const char *tensor, const char *key,
                         const char *before, struct fid_timed_dag *to)
{
    const char *const *queue = gpu->horovod ? horovod_queues : byteps_queues;
    for (; *queue; queue++) {
        double ms;
        const char *name = fid_textf ("%s.%s%s", tensor, *queue, key);
        if (!mean_of (gpu, name, &ms) || ms == 0)
            continue;
        link_names (to, gpu, before, name);
        before = name;
    }
    link_names (to, gpu, before, "STEP");
}

/* Whether a statistic is a sub-task of the tensor; *key becomes ".0". */
static bool is_queue_of (struct fid_span name, const char *tensor, struct fid_span *key)
{
    size_t n = strlen (tensor);
    name = fid_op_bare (name, NULL);
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
static void link_tensor (const struct fid_gpu *gpu, size_t u, struct fid_timed_dag *to)
{
    const char *tensor = gpu->raw->name[u], *before = "";
    size_t before_n = 0;
    for (size_t k = 0; k < gpu->raw->edge_n; k++)
        if (gpu->raw->edge[k].to == u) {
            before = gpu->raw->name[gpu->raw->edge[k].from];
            before_n++;
        }
    if (before_n != 1)
        fid_fail (FID_EINPUT,
                  "rank %d: %s comes behind %zu operators in the graph; its queues need one",
                  gpu->rank, tensor, before_n);
    struct fid_dag *keys = fid_take (1, sizeof *keys); /* names without order twice */
    for (size_t i = 0; i < gpu->stats.n && !gpu->horovod; i++) {
        struct fid_span key;
        size_t n = keys->name_n;
        if (is_queue_of (fid_span_of (gpu->stats.at[i].name), tensor, &key) &&
            fid_dag_add (keys, key) == n)
            link_queues (gpu, tensor, keys->name[n], before, to);
    }
    if (!keys->name_n)
        link_queues (gpu, tensor, "", before, to);
}

void fid_gpu_dag (const struct fid_gpu *gpu, bool queues, struct fid_timed_dag *to)
{
    for (size_t k = 0; k < gpu->raw->edge_n; k++) {
        size_t u = gpu->raw->edge[k].from;
        const char *from = gpu->raw->name[u], *into = gpu->raw->name[gpu->raw->edge[k].to];
        if (fid_node_is (from, "Comm") && queues)
            link_tensor (gpu, u, to);
        else if (fid_node_is (from, "Comm"))
            link_names (to, gpu, from, "STEP");
        else if (queues && fid_node_is (from, "BW") && fid_node_is (into, "Comm"))
            continue; /* the first sub-task comes behind it */
        else if (fid_node_is (from, "STEP") && fid_node_is (into, "FW"))
            continue; /* the next step */
        else
            link_names (to, gpu, from, into);
    }
}

/* --- folders */

static void read_gpu (struct fid_worker *w, const char *dir, const char *gml, int rank)
{
    static const struct fid_op_stats_opts opts = {.no_partitions = false};
    struct fid_op_place *place = fid_take (1, sizeof *place);
    fid_must (fid_op_place_find (place, dir, &fid_why));
    struct fid_gpu g = {.rank = rank, .trace = place->file[0].path, .raw = fid_dag_read (gml)};
    fid_must (fid_op_stats_read (&g.stats, g.trace, &opts, &fid_why));
    for (size_t i = 0; i < g.stats.n; i++) {
        struct fid_span name = fid_op_bare (fid_span_of (g.stats.at[i].name), NULL);
        for (size_t k = 0; horovod_queues[k]; k++)
            g.horovod |=
                fid_span_starts (name, "Comm.") && fid_span_ends (name, horovod_queues[k]);
        fid_must (fid_index_put (&g.means, fid_hash_bytes (name.p, name.n, 0), i, &fid_why));
    }
    struct fid_trace t;
    struct fid_trace_event ev;
    fid_must (fid_trace_open (&t, g.trace, FID_TRACE_SPAN, NULL, &fid_why));
    while (fid_must (fid_trace_next (&t, &ev, &fid_why)) > 0) {
        struct fid_span bare = fid_op_bare (ev.name, NULL);
        /* operators by their category, or forward and backward ones where there is none */
        if (ev.cat.n ? fid_span_is (ev.cat, "operator")
                     : fid_span_starts (bare, "FW.") || fid_span_starts (bare, "BW.") ||
                           fid_span_is (bare, "STEP"))
            FID_APPEND (g.first, (struct fid_first_run){fid_copy (bare), ev.ts_ns, ev.dur_ns});
    }
    fid_trace_close (&t);
    FID_SORT (g.first, g.first_n, by_first);
    /* Only the first run of each operator that the graph has, without STEP. */
    bool *seen = fid_take (g.raw->name_n, sizeof *seen);
    size_t to = 0;
    for (size_t i = 0; i < g.first_n; i++) {
        size_t node = fid_dag_find (g.raw, fid_span_of (g.first[i].name));
        if (node == SIZE_MAX || seen[node] || strcmp (g.first[i].name, "STEP") == 0)
            continue;
        seen[node] = true;
        g.first[to++] = g.first[i];
    }
    g.first_n = to;
    FID_APPEND (w->gpu, g);
}

/* Adds the GPU of a folder, if it is one. */
static void add_folder (struct fid_worker *w, const char *dir, const char *name)
{
    bool missing = true;
    const char *gml = fid_textf ("%s/dag.gml", dir);
    fid_must (fid_file_missing (gml, &missing, &fid_why));
    if (!missing) {
        /* The number at the end of a name. */
        size_t n = strlen (name);
        int64_t v = 0;
        struct fid_span s = {name + n, 0};
        while (s.p > name && fid_is_digit (s.p[-1]) && s.n < 9)
            s = (struct fid_span){s.p - 1, s.n + 1};
        read_gpu (w, dir, gml, s.n && fid_span_i64 (s, &v) ? (int)v : 0);
    }
}

FID_ORDER_BY (by_rank, struct fid_gpu, FID_RISING (rank))

struct fid_worker *fid_worker_read (const char *dir)
{
    mode_t kind;
    struct fid_worker *w = fid_take (1, sizeof *w);
    fid_must (fid_file_kind (dir, &kind, &fid_why));
    if (kind && !S_ISDIR (kind))
        fid_fail (FID_EINPUT,
                  "%s: a trace alone does not show which operators wait for which: give "
                  "the folder of a worker, with dag.gml and trace",
                  dir);
    char *real = realpath (dir, NULL);
    add_folder (w, dir, real ? real : "");
    free (real);
    if (!w->gpu_n) {
        struct fid_listing *name = fid_take (1, sizeof *name);
        fid_must (fid_listing_read (name, dir, NULL, 0, &fid_why));
        for (size_t i = 0; i < name->n; i++)
            add_folder (w, fid_textf ("%s/%s", dir, name->at[i]), name->at[i]);
        if (!w->gpu_n)
            fid_fail (FID_EINPUT, "%s: neither it nor its folders have a dag.gml", dir);
        qsort (w->gpu, w->gpu_n, sizeof *w->gpu, by_rank);
        for (size_t i = 1; i < w->gpu_n; i++)
            if (w->gpu[i].rank == w->gpu[i - 1].rank)
                fid_fail (FID_EINPUT, "%s: two folders are of rank %d", dir, w->gpu[i].rank);
    }
    return w;
}
