/* op_clocks.h - by which events the clocks of two workers can be related (op_combine.h) */
#ifndef FID_OP_CLOCKS_H
#define FID_OP_CLOCKS_H

#include "base/arena.h"
#include "tools/trace/op_combine.h"

/* An event that several workers have in common. */
struct fid_op_sync {
    char *name; /* in the arena; with the rank in front */
    int64_t ts_ns, end_ns;
    size_t order; /* in the path's files */
};

/* Those of a path: [1]: whose names contain PULL. */
struct fid_op_syncs {
    struct fid_op_sync_list {
        struct fid_op_sync *at; /* in the arena; by time once sorted */
        size_t n, cap;
    } list[2];
    struct fid_arena arena;
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
