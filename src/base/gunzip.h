/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gunzip.h - inflating gzip files
 *
 * Uses ISA-L if the build has it (about three times as fast), else zlib.  Both give the
 * same bytes, of damaged files too: a block that ISA-L made is passed on only after the
 * next one is good, and after an error zlib inflates the file again from its start. */
#pragma once

#include "base/base.h"

/* Read at most max stored bytes of the file: returns how many, 0 at its end, -1. */
typedef ssize_t (*fid_raw_read) (void *ctx, void *dst, size_t max, struct fid_error *err);

struct fid_gunzip;

/* Inflate the bytes that raw (ctx, ...) reads; fd is the same file, read again with
 * pread after an error; path, which is borrowed, names it in messages.  Returns NULL if memory
 * runs out. */
struct fid_gunzip *fid_gunzip_create (int fd, const char *path, fid_raw_read raw, void *ctx,
                                      struct fid_error *err);

/* The same for the rest of the file from byte `at` on, where a member begins; raw reads from
 * there. */
struct fid_gunzip *fid_gunzip_create_at (int fd, const char *path, off_t at, fid_raw_read raw,
                                         void *ctx, struct fid_error *err);

/* Write at most max bytes of the text to dst: returns how many, 0 at its end, -1 on a
 * read error.  Several gzip members form one text.  A cut or broken file ends where the
 * damage is. */
ssize_t fid_gunzip_read (struct fid_gunzip *g, void *dst, size_t max, struct fid_error *err);

/* At the end: whether the file is cut (has no trailer) or broken. */
bool fid_gunzip_cut (const struct fid_gunzip *g);

void fid_gunzip_destroy (struct fid_gunzip *g);
