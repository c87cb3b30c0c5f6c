/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dag.c - see dag.h */
#include "tools/trace/dag.h"

size_t fid_dag_find (const struct fid_dag *g, struct fid_span name)
{
    uint64_t hash = fid_hash_bytes (name.p, name.n, 0);
    for (size_t at = 0, i; fid_index_next (&g->names, hash, &at, &i);)
        if (fid_span_is (name, g->name[i]))
            return i;
    return SIZE_MAX;
}

size_t fid_dag_add (struct fid_dag *g, struct fid_span name)
{
    size_t at = fid_dag_find (g, name);
    if (at != SIZE_MAX)
        return at;
    fid_must (
        fid_index_put (&g->names, fid_hash_bytes (name.p, name.n, 0), g->name_n, &fid_why));
    FID_APPEND (g->name, fid_copy (name));
    return g->name_n - 1;
}

void fid_dag_link (struct fid_dag *g, size_t from, size_t to)
{
    uint64_t hash = fid_hash_pair (from, to);
    for (size_t at = 0, i; fid_index_next (&g->edges, hash, &at, &i);)
        if (g->edge[i].from == from && g->edge[i].to == to)
            return;
    fid_must (fid_index_put (&g->edges, hash, g->edge_n, &fid_why));
    FID_APPEND (g->edge, (struct fid_dag_edge){from, to});
}

struct fid_dag_list fid_dag_list (const struct fid_dag *g, bool into)
{
    struct fid_dag_list list = {fid_take (g->name_n + 2, sizeof *list.first),
                                fid_take (g->edge_n, sizeof *list.at)};
    /* first[i + 1] counts, then is where the next edge of i goes, then where those of i end */
    for (size_t k = 0; k < g->edge_n; k++)
        list.first[(into ? g->edge[k].to : g->edge[k].from) + 1]++;
    for (size_t i = 0, sum = 0; i < g->name_n; i++) {
        size_t n = list.first[i + 1];
        list.first[i + 1] = sum;
        sum += n;
    }
    for (size_t k = 0; k < g->edge_n; k++)
        list.at[list.first[(into ? g->edge[k].to : g->edge[k].from) + 1]++] = k;
    return list;
}

/* Ends the program with a cycle among the nodes that still wait for others: each has one of them
 * before it, so that going back ends in a cycle. */
_Noreturn static void name_cycle (const struct fid_dag *g, const struct fid_dag_list *in,
                                  const size_t *wait_n)
{
    size_t *next = fid_take (g->name_n, sizeof *next); /* 1 + the node behind it on the way */
    size_t at = 0, i;
    while (!wait_n[at])
        at++;
    for (bool closed = false; !closed;) {
        size_t k = in->first[at];
        while (!wait_n[g->edge[in->at[k]].from])
            k++;
        size_t before = g->edge[in->at[k]].from;
        closed = next[before] != 0 || before == at;
        next[before] = at + 1;
        at = before;
    }
    const char *text = fid_textf ("cycle: %.60s", g->name[at]);
    i = at;
    do {
        i = next[i] - 1;
        text = fid_textf ("%s -> %.60s", text, g->name[i]);
    } while (i != at);
    fid_fail (FID_EINPUT, "%.200s", text);
}

/* Nodes in an order in which each comes behind those before it, the first added first. */
static size_t *order_nodes (const struct fid_dag *g, const struct fid_dag_list *in)
{
    struct fid_dag_list out = fid_dag_list (g, false);
    size_t *order = fid_take (g->name_n, sizeof *order), n = 0;
    size_t *wait_n = fid_take (g->name_n, sizeof *wait_n);
    for (size_t i = 0; i < g->name_n; i++) {
        wait_n[i] = in->first[i + 1] - in->first[i];
        if (!wait_n[i])
            order[n++] = i;
    }
    for (size_t done = 0; done < n; done++)
        for (size_t k = out.first[order[done]]; k < out.first[order[done] + 1]; k++) {
            size_t to = g->edge[out.at[k]].to;
            if (--wait_n[to] == 0)
                order[n++] = to;
        }
    if (n < g->name_n)
        name_cycle (g, in, wait_n);
    return order;
}

size_t *fid_dag_longest (const struct fid_dag *g, const double *weight, size_t *n,
                         double *length)
{
    struct fid_dag_list in = fid_dag_list (g, true);
    size_t *order = order_nodes (g, &in), end = 0;
    size_t *best = fid_take (g->name_n, sizeof *best);
    double *distance = fid_take (g->name_n, sizeof *distance);
    if (!g->name_n)
        fid_fail (FID_EINPUT, "the graph has no node");
    for (size_t k = 0; k < g->name_n; k++) {
        size_t i = order[k];
        best[i] = i;
        for (size_t e = in.first[i]; e < in.first[i + 1]; e++) {
            size_t from = g->edge[in.at[e]].from;
            double d = distance[from] + weight[from];
            if (best[i] == i || d > distance[i]) {
                best[i] = from;
                distance[i] = d;
            }
        }
        if (!k || distance[i] > distance[end])
            end = i;
    }
    *n = 1;
    for (size_t i = end; best[i] != i; i = best[i])
        ++*n;
    size_t *path = fid_take (*n, sizeof *path);
    for (size_t i = end, k = *n; k; i = best[i])
        path[--k] = i;
    *length = distance[end];
    return path;
}
