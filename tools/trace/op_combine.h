/* op_combine.h - the operator traces of several workers on one axis, as one trace
 *
 * Each path is a worker: a folder of ranks, or a file.  Spans become "rank0.NAME" of process
 * "wk0.rank0.PID"; pairs become complete events; instants, flows and names of processes come
 * along. Clocks of the other paths are moved onto that of the first, so that one event of both
 * ends at the same time:
 *
 *   pull    the first PULL (BytePS), which ends on all workers when the parameters are there
 *   comm    the first operation of a collective that both have: Comm..., NCCL and other names
 * of it start   the first span of each, which starts, not ends, at the same time
 *
 * A worker's clock is taken for one: it has no drift.  The result names the bias, and the
 * median and the range of the biases of all events that match by name and number. */
#ifndef FID_OP_COMBINE_H
#define FID_OP_COMBINE_H

#include <stdint.h>
#include <stdio.h>
#include "readers/chrome/trace_events.h"

enum fid_op_align {
    FID_OP_ALIGN_AUTO, /* pull, else comm; none if there is one path */
    FID_OP_ALIGN_PULL,
    FID_OP_ALIGN_COMM,
    FID_OP_ALIGN_START,
    FID_OP_ALIGN_NONE,
    FID_OP_ALIGN_N
};

extern const char *const fid_op_align_names[FID_OP_ALIGN_N + 1]; /* ends with NULL */

struct fid_op_combine_opts {
    enum fid_op_align align;
    const char *const *keep; /* tensors (args.name) whose Comm events stay, ended with NULL;
                                NULL: all */
};

struct fid_op_bias {
    int64_t bias_ns;                   /* taken off the times of the path; 0 of the first */
    char *event;                       /* owned; by which; NULL: none */
    size_t n;                          /* events that match */
    int64_t median_ns, min_ns, max_ns; /* of their biases; valid if n > 0 */
    uint64_t written_n;                /* events of the path in the result */
};

struct fid_op_combined {
    enum fid_op_align align;  /* the one that was used */
    struct fid_op_bias *path; /* owned; [n] */
    size_t n;
};

/* Writes the combined trace of path[n] to f.  found is told of each file; the caller clears *c,
 * even after a failure.  -1 with FID_EINPUT, also where clocks cannot be aligned, or
 * FID_EINTERNAL. Memory: 32 bytes an event; the texts wait in a temporary file.  Two passes
 * over each file. */
int fid_op_combine (struct fid_op_combined *c, char *const *path, size_t n,
                    const struct fid_op_combine_opts *opts,
                    void (*found) (void *self, const char *path,
                                   const struct fid_trace_findings *f),
                    void *self, FILE *f, struct fid_error *err);

void fid_op_combined_clear (struct fid_op_combined *c);

#endif
