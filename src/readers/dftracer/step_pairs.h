/* step_pairs.h - steps from two spans: fetching a batch and computing on it
 *
 * A trace logs the spans at their ends, out of order, with the process,
 * epoch and step of each.  A bounded number of halves is kept; if more wait for their
 * other half, the oldest becomes a step of one part. */
#ifndef FID_STEP_PAIRS_H
#define FID_STEP_PAIRS_H

#include "timeline/sink.h"

#define FID_STEP_PAIRS_MAX 64

enum fid_half { FID_HALF_LOAD, FID_HALF_COMPUTE, FID_HALF_N };

struct fid_step_key {
    int64_t pid, epoch, step; /* -1: unknown */
};

struct fid_step_pairs {
    struct fid_step_half {
        struct fid_step_key key;
        enum fid_half part;
        int64_t start_ns, end_ns;
    } half[FID_STEP_PAIRS_MAX]; /* in the order of arrival */
    int n;
};

/* Adds a half; the step goes to the sink when it has both.  Two halves of the same part
 * are never joined. */
int fid_step_pairs_add (struct fid_step_pairs *pairs, const struct fid_sink *sink,
                        struct fid_step_key key, enum fid_half part, int64_t start_ns,
                        int64_t end_ns, struct fid_error *err);

/* The end of the trace: halves left over. */
int fid_step_pairs_finish (struct fid_step_pairs *pairs, const struct fid_sink *sink,
                           struct fid_error *err);

#endif
