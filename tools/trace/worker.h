/* worker.h - the folder of one worker: a dependency graph and a trace for each of its GPUs
 *
 *   WORKER/0/dag.gml, WORKER/0/bps_trace_final.json     (or as op_place.h finds a trace)
 *   WORKER/1/...
 *
 * The rank of a GPU is the number in the name of its folder.  A folder with a dag.gml of its
 * own is a worker with one GPU.  Layout and rules: dPRO, of February and March 2020. */
#ifndef FID_WORKER_H
#define FID_WORKER_H

#include "tools/trace/dag.h"
#include "readers/chrome/op_stats.h"

/* The first time that an operator ran. */
struct fid_first_run {
    char *name; /* owned */
    int64_t ts_ns, dur_ns;
};

struct fid_gpu {
    int rank;
    char *trace; /* owned; path */
    struct fid_dag raw;
    struct fid_op_stats stats;
    struct fid_index means;      /* of stats.at, by name without prefix */
    struct fid_first_run *first; /* owned; operators but STEP, by time, then name */
    size_t first_n, first_cap;
    bool horovod; /* sub-tasks of communication are Horovod's, not BytePS's */
};

struct fid_worker {
    struct fid_gpu *gpu; /* owned; by rank */
    size_t n, cap;
};

/* Reads a worker.  -1 with FID_EINPUT if there is no dag.gml or no trace, or one is malformed;
 * errors of fid_dag_read. */
int fid_worker_read (struct fid_worker *w, const char *dir, struct fid_error *err);

void fid_worker_clear (struct fid_worker *w);

/* A graph whose nodes take time: the mean of all their runs. */
struct fid_timed_dag {
    struct fid_dag g;
    double *ms;  /* owned; of each node; 0 where the trace has none */
    bool *known; /* owned; whether it has */
    int *rank;   /* owned; of the GPU; -1: shared by all */
    size_t cap, known_cap, rank_cap;
};

/* Adds the graph of a GPU for one step, without its cycle: communication ends in STEP, and STEP
 * leads nowhere.  Nodes are called "rank0.FW.a"; those of Horovod's communication are shared by
 * the GPUs.  queues: in the place of communication stand its sub-tasks, those of a partition one
 * behind the other, partitions beside each other.
 * -1 with FID_EINPUT if communication then does not come behind one operator. */
int fid_gpu_dag (const struct fid_gpu *gpu, bool queues, struct fid_timed_dag *to,
                 struct fid_error *err);

/* Adds a node of a GPU by its name without prefix; *at becomes its number. */
int fid_timed_add (struct fid_timed_dag *to, const struct fid_gpu *gpu, const char *name,
                   size_t *at, struct fid_error *err);

void fid_timed_clear (struct fid_timed_dag *t);

/* What a node is, by its name with or without prefix. */
bool fid_node_is (const char *name, const char *kind);

#endif
