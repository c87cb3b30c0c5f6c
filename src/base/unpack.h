/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unpack.h - texts packed by gzip, zstd and xz, as a stream
 *
 * Of gzip ISA-L inflates if the build has it (about three times as fast), else zlib.  Both give
 * the same bytes, of damaged files too: a block that ISA-L made is passed on only after the next
 * one is good, and after an error zlib inflates the file again from its start.  zstd and xz need
 * their libraries: without, such a file is an error that names the command which unpacks it. */
#pragma once

#include "base/base.h"

enum fid_packing { FID_PLAIN, FID_GZIP, FID_ZSTD, FID_XZ };

/* How a file that begins with these bytes is packed.  8 bytes tell. */
enum fid_packing fid_packing_of (const unsigned char *first, size_t n);

/* Read at most max stored bytes of the file: returns how many, 0 at its end, -1. */
typedef ssize_t (*fid_raw_read) (void *ctx, void *dst, size_t max, struct fid_error *err);

struct fid_unpack;

/* Unpack the bytes that raw (ctx, ...) reads: the rest of the file from byte `at` on, where, if
 * that is not 0, a gzip member begins.  fd is the same file, read again with pread after an
 * error; path, which is borrowed, names it in messages.  Returns NULL if memory runs out, or with
 * FID_EINPUT without the library. */
struct fid_unpack *fid_unpack_create (enum fid_packing packing, int fd, const char *path,
                                      off_t at, fid_raw_read raw, void *ctx,
                                      struct fid_error *err);

/* Write at most max bytes of the text to dst: returns how many, 0 at its end, -1 on a read
 * error.  Several gzip members form one text.  A cut or broken file ends where the damage is. */
ssize_t fid_unpack_read (struct fid_unpack *u, void *dst, size_t max, struct fid_error *err);

/* At the end: whether the file is cut (has no trailer) or broken. */
bool fid_unpack_cut (const struct fid_unpack *u);

void fid_unpack_destroy (struct fid_unpack *u);
