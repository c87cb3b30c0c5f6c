/* replay.h - simulates the steps of a worker from its graphs and the mean times of operators
 *
 * What runs before what comes from the graphs, except between forward and backward operators:
 * those come in the order in which the trace shows them.  Each GPU does one thing at a time;
 * pushes and pulls of all GPUs share one device each; other communication never waits for a
 * device.  Before each operator lies a gap.  The result is a model's, not a recording.
 *
 * Source: dPRO (replay), of February and March 2020. */
#ifndef FID_REPLAY_H
#define FID_REPLAY_H

#include "tools/trace/worker.h"

/* The graph of all GPUs for a replay. */
struct fid_replay_dag {
    struct fid_timed_dag dag;
    size_t overlap_n;  /* pairs of operators that ran at the same time */
    size_t parallel_n; /* most operators at a time */
};
int fid_replay_dag (const struct fid_worker *w, bool queues, struct fid_replay_dag *out,
                    struct fid_error *err);
void fid_replay_dag_clear (struct fid_replay_dag *d);

/* Changes the time of operators: all whose kind or name matches. */
struct fid_replay_change {
    const char *what; /* borrowed; "compute", "comm", or a shell pattern of names with or
                         without prefix */
    double ratio;
};

struct fid_replay_opts {
    const struct fid_replay_change *change; /* borrowed; they multiply */
    size_t change_n;
    double gap_us;
    size_t step_n;
    size_t delayed; /* node that takes delay_ms longer; SIZE_MAX: none */
    double delay_ms;
};

#define FID_REPLAY_DEFAULTS                                                                    \
    {                                                                                          \
        .gap_us = 10, .step_n = 1, .delayed = SIZE_MAX                                         \
    }

/* One operator that was simulated. */
struct fid_replayed {
    size_t node;
    double ts_us, dur_us;
};

struct fid_replay {
    struct fid_replayed *at; /* owned; in the order in which they began to be worked on */
    size_t n, cap;
    /* of each GPU, in the order of the worker: means of the steps, as in op_steps.h */
    struct fid_replayed_gpu {
        double fw_bw_us, iteration_us, end_us; /* end of the last step */
        bool known;                            /* it has a STEP */
        double free_us;  /* when it can begin another operator */
        double start_us; /* of its first operator in the step; < 0: none yet */
        double last_us;  /* end of its last operator but STEP */
        size_t step_n;
    } * gpu; /* owned; two more are the devices of pushes and pulls */
};

/* Simulates.  -1 with FID_EINPUT if the graph has a cycle.  Time O(steps (nodes log nodes +
 * edges)). */
int fid_replay (const struct fid_worker *w, const struct fid_replay_dag *d,
                const struct fid_replay_opts *opts, struct fid_replay *out,
                struct fid_error *err);

/* Writes it as Chrome's trace events, which say that they are a model's. */
void fid_replay_write (const struct fid_replay_dag *d, const struct fid_replay *r, FILE *f);

void fid_replay_clear (struct fid_replay *r);

#endif
