/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dag.h - graphs of operators: which runs before which
 *
 * Nodes and edges keep the order in which they are added; an edge is there once.  Starts with
 * zeros (fid_take). */
#pragma once

#include "base/index.h"
#include "program/must.h"

struct fid_dag {
    char **name;
    size_t name_n, name_cap;
    struct fid_dag_edge {
        size_t from, to;
    } * edge;
    size_t edge_n, edge_cap;
    struct fid_index names, edges; /* private */
};

/* Reads a graph in GML with igraph: the labels of nodes, or their numbers.  Ends the program with
 * "path:line: reason" if the file is no graph or two nodes have the same label, or if this build
 * lacks igraph. */
struct fid_dag *fid_dag_read (const char *path);

/* Adds a node, whose number it returns, or an edge, unless it is there. */
size_t fid_dag_add (struct fid_dag *g, struct fid_span name);
void fid_dag_link (struct fid_dag *g, size_t from, size_t to);

/* The number of a node; SIZE_MAX: there is none. */
size_t fid_dag_find (const struct fid_dag *g, struct fid_span name);

/* The edges of each node one after the other: those into node i (or out of it) are
 * edge[list.at[list.first[i]]] to, without, first[i + 1]; in the order in which they were
 * added. */
struct fid_dag_list {
    size_t *first, *at;
};
struct fid_dag_list fid_dag_list (const struct fid_dag *g, bool into);

/* The longest path: an edge is as long as the weight of the node it leaves, so that the last
 * node does not count; of equally long ones the one found first, as networkx does.  Returns the
 * nodes on it, *n of them.  A cycle ends the program: "cycle: a -> b -> a". */
size_t *fid_dag_longest (const struct fid_dag *g, const double *weight, size_t *n,
                         double *length);
