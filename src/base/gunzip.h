/* gunzip.h - the text of a gzip file
 *
 * By ISA-L where it is built in (about three times as fast), else by zlib.  The
 * text is the same to the byte, of damaged files too: ISA-L's last block is
 * given only when the next one is good, and what cannot be inflated by it is
 * inflated by zlib from the start again. */
#ifndef FID_GUNZIP_H
#define FID_GUNZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include "base/error.h"

/* Give at most max bytes of the file as stored: how many, 0 at its end, -1. */
typedef ssize_t (*fid_raw_read) (void *ctx, void *dst, size_t max, struct fid_error *err);

struct fid_gunzip;

/* Inflate what raw (ctx, ...) gives; fd is the same file, for reading it again
 * (by pread).  NULL without memory. */
struct fid_gunzip *fid_gunzip_create (int fd, fid_raw_read raw, void *ctx,
                                      struct fid_error *err);

/* The next bytes of the text, at most max: how many, 0 at its end, -1 on a read
 * error.  Several members are one text; a text that is cut, or broken, ends
 * where that shows. */
ssize_t fid_gunzip_read (struct fid_gunzip *g, void *dst, size_t max, struct fid_error *err);

/* Whether the text ended before its trailer, or is broken; after the end. */
bool fid_gunzip_cut (const struct fid_gunzip *g);

void fid_gunzip_destroy (struct fid_gunzip *g);

#endif
