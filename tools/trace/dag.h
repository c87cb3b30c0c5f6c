/* dag.h - graphs of operators: which runs before which
 *
 * Nodes and edges keep the order in which they are added; an edge is there once.  Start with
 * {0}. */
#ifndef FID_DAG_H
#define FID_DAG_H

#include <stdio.h>
#include "base/index.h"
#include "base/span.h"

struct fid_dag_edge {
    size_t from, to;
};

struct fid_dag {
    char **name; /* owned */
    size_t n, cap;
    struct fid_dag_edge *edge; /* owned */
    size_t edge_n, edge_cap;
    struct fid_index names, edges; /* private */
};

/* Reads a graph in GML with igraph: the labels of nodes, or their numbers.  -1 with FID_EINPUT
 * "path:line: reason" if the file is no graph or two nodes have the same label; FID_EUSAGE if
 * this build lacks igraph.  Not thread-safe. */
int fid_dag_read (struct fid_dag *g, const char *path, struct fid_error *err);

/* Adds a node or an edge unless it is there; *at becomes the node's number.  -1 with
 * FID_EINTERNAL. */
int fid_dag_add (struct fid_dag *g, struct fid_span name, size_t *at, struct fid_error *err);
int fid_dag_link (struct fid_dag *g, size_t from, size_t to, struct fid_error *err);

/* The number of a node; SIZE_MAX: there is none. */
size_t fid_dag_find (const struct fid_dag *g, struct fid_span name);

/* The edges of each node one after the other: those into node i (or out of it) are
 * edge[list.at[list.first[i]]] to, without, first[i + 1]; in the order in which they were
 * added. */
struct fid_dag_list {
    size_t *first, *at; /* owned */
};
int fid_dag_list (const struct fid_dag *g, bool into, struct fid_dag_list *list,
                  struct fid_error *err);
void fid_dag_list_clear (struct fid_dag_list *list);

/* Nodes in an order in which each comes behind those before it, the first added first (freed by
 * the caller).  NULL with FID_EINPUT "cycle: a -> b -> a" or FID_EINTERNAL. */
size_t *fid_dag_order (const struct fid_dag *g, struct fid_error *err);

/* The longest path: an edge is as long as the weight of the node it leaves, so that the last
 * node does not count; of equally long ones the one found first, as networkx does.  *path
 * (freed by the caller) becomes the nodes on it.  Errors as fid_dag_order. */
int fid_dag_longest (const struct fid_dag *g, const double *weight, size_t **path,
                     size_t *path_n, double *length, struct fid_error *err);

/* The graph in the language of Graphviz. */
void fid_dag_dot (const struct fid_dag *g, FILE *f);

void fid_dag_clear (struct fid_dag *g);

#endif
