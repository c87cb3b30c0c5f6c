/* read_ahead.h - bytes that a thread of its own makes, some blocks ahead of their use
 *
 * For text that costs time to make (gzip): it is made while what was made
 * before is looked at.  Memory: FID_AHEAD_N blocks. */
#ifndef FID_AHEAD_H
#define FID_AHEAD_H

#include <stddef.h>
#include <sys/types.h>
#include "base/error.h"

#define FID_AHEAD_BLOCK ((size_t)1 << 18)
#define FID_AHEAD_N     4

/* Make at most max bytes: how many, 0 at the end, -1. */
typedef ssize_t (*fid_make_bytes) (void *ctx, void *dst, size_t max, struct fid_error *err);

struct fid_ahead;

/* Begin to make; ctx is the thread's until fid_ahead_stop.  NULL where there is
 * no thread to be had: the caller then makes the bytes itself. */
struct fid_ahead *fid_ahead_start (fid_make_bytes make, void *ctx);

/* The next block, at most FID_AHEAD_BLOCK bytes, into dst: how many, 0 at the
 * end, -1 with the error of make. */
ssize_t fid_ahead_take (struct fid_ahead *a, void *dst, struct fid_error *err);

/* End the thread and free; NULL is harmless.  What was made and not taken is lost. */
void fid_ahead_stop (struct fid_ahead *a);

#endif
