/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parallel.h - independent tasks on several threads
 *
 * Free threads take the tasks in order.  Each task writes only to its own memory, so the
 * results do not depend on the number of threads. */
#pragma once

#include "base/base.h"

/* Call task (ctx, i, err) for i = 0 .. n - 1 on at most thread_n threads.
 * Returns 0, or -1 with the error of the failed task with the lowest index; after a
 * failure no further task starts. */
int fid_parallel (size_t n, size_t thread_n,
                  int (*task) (void *ctx, size_t i, struct fid_error *), void *ctx,
                  struct fid_error *err);

/* Processors that this process may run on, at least 1. */
size_t fid_cpu_n (void);
