/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dag.h - graphs of operators, which runs before which, and workers that have one for each GPU
 *
 * Nodes and edges keep the order in which they are added; an edge is there once.  Starts with
 * zeros (fid_take). */
#pragma once

#include "base/index.h"
#include "program/must.h"
#include "readers/chrome/op_stats.h"

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

/* --- the folder of one worker: a dependency graph and a trace for each of its GPUs
 *
 *   WORKER/0/dag.gml, WORKER/0/bps_trace_final.json     (or as op_place.h finds a trace)
 *   WORKER/1/...
 *
 * The rank of a GPU is the number in the name of its folder.  A folder with a dag.gml of its
 * own is a worker with one GPU.  Layout and rules: dPRO, of February and March 2020. */

/* The first time that an operator ran. */
struct fid_first_run {
    const char *name;
    int64_t ts_ns, dur_ns;
};

struct fid_gpu {
    int rank;
    const char *trace; /* path */
    struct fid_dag *raw;
    struct fid_op_stats stats;
    struct fid_index means;                 /* of stats.at, by name without prefix */
    FID_LIST (struct fid_first_run, first); /* operators but STEP, by time, then name */
    bool horovod; /* sub-tasks of communication are Horovod's, not BytePS's */
};

struct fid_worker {
    FID_LIST (struct fid_gpu, gpu); /* by rank */
};

/* Reads a worker.  Ends the program if there is no dag.gml or no trace, or one is malformed. */
struct fid_worker *fid_worker_read (const char *dir);

/* A graph whose nodes take time: the mean of all their runs. */
struct fid_timed_dag {
    struct fid_dag g;
    double *ms;  /* of each node; 0 where the trace has none */
    bool *known; /* whether it has */
    int *rank;   /* of the GPU; -1: shared by all */
    size_t ms_cap, known_cap, rank_cap;
};

/* Adds the graph of a GPU for one step, without its cycle: communication ends in STEP, and STEP
 * leads nowhere.  Nodes are called "rank0.FW.a"; those of Horovod's communication are shared by
 * the GPUs.  queues: in the place of communication stand its sub-tasks, those of a partition one
 * behind the other, partitions beside each other; ends the program if communication then does not
 * come behind one operator. */
void fid_gpu_dag (const struct fid_gpu *gpu, bool queues, struct fid_timed_dag *to);

/* Adds a node of a GPU by its name without prefix; returns its number. */
size_t fid_timed_add (struct fid_timed_dag *to, const struct fid_gpu *gpu, const char *name);

/* What a node is, by its name with or without prefix. */
bool fid_node_is (const char *name, const char *kind);
