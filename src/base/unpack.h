/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unpack.h - texts packed by zstd and xz, as a stream
 *
 * Each needs its library when fidlio is built: without it such a file is an error that names the
 * command which unpacks it.  As with gzip, a cut or broken file ends where the damage is. */
#pragma once

#include "base/gunzip.h"

enum fid_packing { FID_PLAIN, FID_GZIP, FID_ZSTD, FID_XZ };

/* How a file that begins with these bytes is packed.  8 bytes tell. */
enum fid_packing fid_packing_of (const unsigned char *first, size_t n);

struct fid_unpack;

/* Unpack the bytes that raw (ctx, ...) reads; path, which is borrowed, names the file in
 * messages.  Returns NULL if memory runs out, or with FID_EINPUT without the library. */
struct fid_unpack *fid_unpack_create (enum fid_packing packing, const char *path,
                                      fid_raw_read raw, void *ctx, struct fid_error *err);

/* Write at most max bytes of the text to dst: returns how many, 0 at its end, -1 on a read
 * error. */
ssize_t fid_unpack_read (struct fid_unpack *u, void *dst, size_t max, struct fid_error *err);

/* At the end: whether the file is cut or broken. */
bool fid_unpack_cut (const struct fid_unpack *u);

void fid_unpack_destroy (struct fid_unpack *u);
