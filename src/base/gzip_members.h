/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gzip_members.h - inflating gzip files of many members on several threads
 *
 * Tools that pack long traces write a member for each block of text, so that a part can be
 * read alone.  The file is cut into pieces where a member seems to begin, and the pieces are
 * inflated at the same time; the text comes in order.  From the first piece that is damaged,
 * cut or too large on, fid_unpack goes on, so that the bytes are those it gives.  Memory: a
 * few pieces for each thread, each of at most FID_MEMBERS_TEXT bytes of text. */
#pragma once

#include "base/unpack.h"

#ifdef FUZZ_ENGINE /* as in read_ahead.h */
#define FID_MEMBERS_PIECE ((size_t)64)
#else
#define FID_MEMBERS_PIECE ((size_t)64 << 10) /* stored bytes of a piece, at least */
#endif
#define FID_MEMBERS_TEXT ((size_t)16 << 20) /* text of a piece, at most */

struct fid_members;

/* Whether the start of the file looks as if it has several members. */
bool fid_members_likely (int fd);

/* Start thread_n threads for the bytes that raw (ctx, ...) reads, which only fid_members_read
 * calls, from the start of the file; fd is the same file.  Returns NULL if memory or threads
 * run out. */
struct fid_members *fid_members_start (int fd, const char *path, fid_raw_read raw, void *ctx,
                                       size_t thread_n);

/* As fid_unpack_read and fid_unpack_cut. */
ssize_t fid_members_read (struct fid_members *m, void *dst, size_t max, struct fid_error *err);
bool fid_members_cut (const struct fid_members *m);

/* Stop the threads and free everything.  NULL is harmless. */
void fid_members_stop (struct fid_members *m);
