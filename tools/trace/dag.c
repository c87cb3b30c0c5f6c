/* dag.c - see dag.h */
#include <stdio.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/hash.h"
#include "tools/trace/dag.h"

size_t
fid_dag_find (const struct fid_dag *g, struct fid_span name)
{
    uint64_t hash = fid_hash_bytes (name.p, name.n, 0);
    for (size_t at = 0, i; fid_index_next (&g->names, hash, &at, &i);)
        if (fid_span_is (name, g->name[i]))
            return i;
    return SIZE_MAX;
}

int
fid_dag_add (struct fid_dag *g, struct fid_span name, size_t *at, struct fid_error *err)
{
    *at = fid_dag_find (g, name);
    if (*at != SIZE_MAX)
        return 0;
    if (fid_array_grow (&g->name, &g->cap, g->n + 1, sizeof *g->name, err))
        return -1;
    char *copy = fid_strndup (name.p, name.n, err);
    if (!copy || fid_index_put (&g->names, fid_hash_bytes (name.p, name.n, 0), g->n, err)) {
        free (copy);
        return -1;
    }
    g->name[ *at = g->n++] = copy;
    return 0;
}

int
fid_dag_link (struct fid_dag *g, size_t from, size_t to, struct fid_error *err)
{
    uint64_t hash = fid_hash_pair (from, to);
    for (size_t at = 0, i; fid_index_next (&g->edges, hash, &at, &i);)
        if (g->edge[i].from == from && g->edge[i].to == to)
            return 0;
    if (fid_array_grow (&g->edge, &g->edge_cap, g->edge_n + 1, sizeof *g->edge, err) ||
        fid_index_put (&g->edges, hash, g->edge_n, err))
        return -1;
    g->edge[g->edge_n++] = (struct fid_dag_edge){from, to};
    return 0;
}

int
fid_dag_list (const struct fid_dag *g, bool into, struct fid_dag_list *list,
              struct fid_error *err)
{
    list->first = calloc (g->n + 2, sizeof *list->first);
    list->at = calloc (g->edge_n + 1, sizeof *list->at);
    if (!list->first || !list->at) {
        fid_dag_list_clear (list);
        return fid_error_nomem (err);
    }
    /* first[i + 1] counts, then is where the next edge of i goes, then where those of i end */
    for (size_t k = 0; k < g->edge_n; k++)
        list->first[(into ? g->edge[k].to : g->edge[k].from) + 1]++;
    for (size_t i = 0, sum = 0; i < g->n; i++) {
        size_t n = list->first[i + 1];
        list->first[i + 1] = sum;
        sum += n;
    }
    for (size_t k = 0; k < g->edge_n; k++)
        list->at[list->first[(into ? g->edge[k].to : g->edge[k].from) + 1]++] = k;
    return 0;
}

void
fid_dag_list_clear (struct fid_dag_list *list)
{
    free (list->first);
    free (list->at);
    *list = (struct fid_dag_list){0};
}

/* --- order */

/* Names a cycle among the nodes that still wait for others: each has one of them before it, so
 * that going back ends in a cycle. */
static int
name_cycle (const struct fid_dag *g, const struct fid_dag_list *in, const size_t *wait_n,
            struct fid_error *err)
{
    size_t *next = calloc (g->n, sizeof *next), at = 0; /* 1 + the node behind it on the way */
    char text[200];
    if (!next)
        return fid_error_nomem (err);
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
    size_t n = (size_t)snprintf (text, sizeof text, "cycle: %.60s", g->name[at]), i = at;
    do {
        i = next[i] - 1;
        if (n < sizeof text)
            n += (size_t)snprintf (text + n, sizeof text - n, " -> %.60s", g->name[i]);
    } while (i != at);
    free (next);
    return fid_errorf (err, FID_EINPUT, "%s", text);
}

size_t *
fid_dag_order (const struct fid_dag *g, struct fid_error *err)
{
    struct fid_dag_list in = {0}, out = {0};
    size_t *order = calloc (g->n + 1, sizeof *order), done = 0, n = 0;
    size_t *wait_n = calloc (g->n + 1, sizeof *wait_n);
    int rc = order && wait_n ? 0 : fid_error_nomem (err);
    if (!rc)
        rc = fid_dag_list (g, true, &in, err) || fid_dag_list (g, false, &out, err) ? -1 : 0;
    for (size_t i = 0; i < g->n && !rc; i++) {
        wait_n[i] = in.first[i + 1] - in.first[i];
        if (!wait_n[i])
            order[n++] = i;
    }
    for (; done < n && !rc; done++)
        for (size_t k = out.first[order[done]]; k < out.first[order[done] + 1]; k++) {
            size_t to = g->edge[out.at[k]].to;
            if (--wait_n[to] == 0)
                order[n++] = to;
        }
    if (!rc && n < g->n)
        rc = name_cycle (g, &in, wait_n, err);
    fid_dag_list_clear (&in);
    fid_dag_list_clear (&out);
    free (wait_n);
    if (!rc)
        return order;
    free (order);
    return NULL;
}

/* --- longest path */

/* The way back from the end: *path in order. */
static int
trace_back (const size_t *best, size_t end, size_t **path, size_t *path_n,
            struct fid_error *err)
{
    size_t n = 1;
    for (size_t i = end; best[i] != i; i = best[i])
        n++;
    *path = calloc (n, sizeof **path);
    if (!*path)
        return fid_error_nomem (err);
    *path_n = n;
    for (size_t i = end; n; i = best[i])
        (*path)[--n] = i;
    return 0;
}

int
fid_dag_longest (const struct fid_dag *g, const double *weight, size_t **path, size_t *path_n,
                 double *length, struct fid_error *err)
{
    struct fid_dag_list in = {0};
    size_t *order = fid_dag_order (g, err), end = 0;
    size_t *best = calloc (g->n + 1, sizeof *best);
    double *distance = calloc (g->n + 1, sizeof *distance);
    int rc = !order               ? -1
             : !g->n              ? fid_errorf (err, FID_EINPUT, "the graph has no node")
             : !best || !distance ? fid_error_nomem (err)
                                  : fid_dag_list (g, true, &in, err);
    for (size_t k = 0; k < g->n && !rc; k++) {
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
    if (!rc)
        rc = trace_back (best, end, path, path_n, err);
    if (!rc)
        *length = distance[end];
    fid_dag_list_clear (&in);
    free (order);
    free (best);
    free (distance);
    return rc;
}

/* --- output */

static void
put_quoted (FILE *f, const char *s)
{
    fputc ('"', f);
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            fputc ('\\', f);
        fputc (*s, f);
    }
    fputc ('"', f);
}

void
fid_dag_dot (const struct fid_dag *g, FILE *f)
{
    fputs ("digraph {\n", f);
    for (size_t i = 0; i < g->n; i++) {
        fprintf (f, "  n%zu [label=", i);
        put_quoted (f, g->name[i]);
        fputs ("];\n", f);
    }
    for (size_t k = 0; k < g->edge_n; k++)
        fprintf (f, "  n%zu -> n%zu;\n", g->edge[k].from, g->edge[k].to);
    fputs ("}\n", f);
}

void
fid_dag_clear (struct fid_dag *g)
{
    for (size_t i = 0; i < g->n; i++)
        free (g->name[i]);
    free (g->name);
    free (g->edge);
    fid_index_clear (&g->names);
    fid_index_clear (&g->edges);
    *g = (struct fid_dag){0};
}
