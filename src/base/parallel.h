/* parallel.h - independent tasks on several threads
 *
 * Tasks are taken in order by whichever thread is free; each writes to places
 * of its own, so that results do not depend on the number of threads. */
#ifndef FID_PARALLEL_H
#define FID_PARALLEL_H

#include <stddef.h>
#include "base/error.h"

/* Call task (ctx, i, err) for i = 0 .. n - 1 on at most thread_n threads.
 * Returns 0, or -1 with the error of the failed task of lowest index; tasks
 * not begun by then are left out. */
int fid_parallel (size_t n, size_t thread_n,
                  int (*task) (void *ctx, size_t i, struct fid_error *), void *ctx,
                  struct fid_error *err);

#endif
