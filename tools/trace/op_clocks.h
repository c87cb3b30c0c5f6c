/* op_clocks.h - by which events the clocks of two workers can be related (op_combine.h) */
#ifndef FID_OP_CLOCKS_H
#define FID_OP_CLOCKS_H

#include "tools/trace/op_combine.h"

/* An event that several workers have in common. */
struct fid_op_sync {
    char *name; /* owned; with the rank in front */
    int64_t ts_ns, end_ns;
    size_t order; /* in the path's files */
};

/* Those of a path; .pull: whether the names contain PULL. */
struct fid_op_syncs {
    struct fid_op_sync *pull, *comm; /* owned; by time once sorted */
    size_t pull_n, pull_cap, comm_n, comm_cap;
    int64_t first_ns; /* start of the first span; valid if started */
    bool started;
};

/* Adds a span of rank; -1 with FID_EINTERNAL. */
int fid_op_syncs_add (struct fid_op_syncs *s, const struct fid_trace_event *ev, int rank,
                      struct fid_error *err);
void fid_op_syncs_sort (struct fid_op_syncs *s);
void fid_op_syncs_clear (struct fid_op_syncs *s);

/* Sets the bias of each path against the first, and c->align.  -1 with FID_EINPUT if there is
 * nothing to align by. */
int fid_op_clocks (struct fid_op_combined *c, const struct fid_op_syncs *syncs,
                   char *const *path, enum fid_op_align wanted, struct fid_error *err);

#endif
