/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read_ahead.h - a thread that produces bytes some blocks ahead of their use
 *
 * For text that takes time to produce (gzip): the thread inflates the next blocks while
 * the caller reads earlier ones.  Memory: FID_AHEAD_N blocks. */
#pragma once

#include "base/base.h"

#ifdef FUZZ_ENGINE /* in fuzz targets small files go the ways of large ones */
#define FID_AHEAD_BLOCK ((size_t)1 << 8)
#else
#define FID_AHEAD_BLOCK ((size_t)1 << 18)
#endif
#define FID_AHEAD_N 4

/* Produce at most max bytes: returns how many, 0 at the end, -1. */
typedef ssize_t (*fid_make_bytes) (void *ctx, void *dst, size_t max, struct fid_error *err);

struct fid_ahead;

/* Start the thread, which owns ctx until fid_ahead_stop.  Returns NULL if no thread can be
 * started; the caller then calls make itself. */
struct fid_ahead *fid_ahead_start (fid_make_bytes make, void *ctx);

/* Write the next block, at most FID_AHEAD_BLOCK bytes, to dst: returns how many, 0 at the
 * end, -1 with the error of make. */
ssize_t fid_ahead_take (struct fid_ahead *a, void *dst, struct fid_error *err);

/* Stop the thread and free everything; blocks not taken are lost.  NULL is harmless. */
void fid_ahead_stop (struct fid_ahead *a);
