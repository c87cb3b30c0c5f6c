/* SPDX-License-Identifier: GPL-3.0-or-later */
/* worker.h - the folder of one worker: a dependency graph and a trace for each of its GPUs
 *
 *   WORKER/0/dag.gml, WORKER/0/bps_trace_final.json     (or as op_place.h finds a trace)
 *   WORKER/1/...
 *
 * The rank of a GPU is the number in the name of its folder.  A folder with a dag.gml of its
 * own is a worker with one GPU.  Layout and rules: dPRO, of February and March 2020. */
#pragma once

#include "readers/chrome/op_stats.h"
#include "tools/trace/dag.h"

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
