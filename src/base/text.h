/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text.h - reading files line by line, plain or packed by gzip, zstd or xz
 *
 * Packing is recognised by its first bytes, not by its name; a cut file is read as far as it
 * goes.  A file that is changed while it is read ends with an error, FID_EINPUT, instead of its
 * end. A UTF-8 byte order mark and carriage returns at line ends are dropped.  Memory: one
 * block and the longest line (a line longer than FID_LINE_MAX is cut there and reported). */
#pragma once

#include "base/error.h"
#include "base/span.h"

#define FID_LINE_MAX ((size_t)1 << 20)
#define FID_TEXT_PAD ((size_t)192) /* bytes that may be read behind any line */

struct fid_text {
    char *path;                     /* owned */
    size_t line_n;                  /* number of the line given last, from 1 */
    uint64_t byte_n;                /* bytes of the file as stored that were read so far */
    uint64_t at;                    /* offset of the line given last in the (inflated) text */
    bool line_ended;                /* the line given last ended in a newline */
    bool cut_gzip;                  /* the gzip stream ended before its trailer, or is broken */
    bool cut_line;                  /* some line was longer than FID_LINE_MAX */
    char first[16], last[2];        /* bytes of the (inflated) text, as far as it was read */
    struct fid_text_source *source; /* owned */
    char *buf;                      /* owned */
    size_t buf_cap, from, to;
    uint64_t base; /* offset of buf[0] in the text */
    bool end;
};

/* Open a regular file.  Returns -1 with FID_EINPUT "path: reason"; here and below FID_EINTERNAL
 * if the reason is the system's (fid_is_system_error). */
int fid_text_open (struct fid_text *t, const char *path, struct fid_error *err);

/* Whether there is nothing at path, which is no error.  -1 with FID_EINTERNAL if that cannot be
 * told. */
int fid_file_missing (const char *path, bool *missing, struct fid_error *err);

/* What path is: S_IFREG, S_IFDIR ... of its mode, links followed; 0 if there is nothing.  -1
 * with FID_EINTERNAL if that cannot be told. */
int fid_file_kind (const char *path, mode_t *kind, struct fid_error *err);

/* Whether path is a folder, and whether two paths lead to one file or folder; errors as above.
 */
int fid_file_is_folder (const char *path, bool *is, struct fid_error *err);
int fid_files_same (const char *a, const char *b, bool *same, struct fid_error *err);

/* The end of reading an open file, of which fstat said *opened at its start: -1 with FID_EINPUT
 * "path: changed while it was read" if its size or the time of its last change is another one.
 */
int fid_file_unchanged (int fd, const char *path, const struct stat *opened,
                        struct fid_error *err);

/* Open standard input, which may be a pipe but not gzip. */
int fid_text_stdin (struct fid_text *t, struct fid_error *err);

/* Others may append to the file while it is read: it is read as far as it goes. */
void fid_text_may_grow (struct fid_text *t);

/* A text in memory, which is borrowed with its name, for fid_text_next alone: it cannot fail
 * there, and needs no closing. */
struct fid_text fid_text_of (const char *name, const char *text);

/* The next line without its end.  Returns 1, 0 at the end, -1 on a read error.
 * The span is valid until the next call. */
int fid_text_next (struct fid_text *t, struct fid_span *line, struct fid_error *err);

/* The part of the text that is in memory and not yet returned; may be empty. */
static inline struct fid_span fid_text_ahead (const struct fid_text *t)
{
    return (struct fid_span){t->buf + t->from, t->to - t->from};
}

/* Consume a line of n bytes, newline included, as fid_text_next does. */
static inline void fid_text_take (struct fid_text *t, size_t n)
{
    t->line_n++;
    t->line_ended = true;
    t->at = t->base + t->from;
    t->from += n;
}

/* The part that is in memory and not yet returned or, if there is none, the next block,
 * regardless of lines: returns 1, 0 at the end, -1.  Valid until the next call. */
int fid_text_block (struct fid_text *t, struct fid_span *block, struct fid_error *err);

/* The first bytes, at most max, without consuming them. */
int fid_text_peek (struct fid_text *t, size_t max, struct fid_span *head,
                   struct fid_error *err);

/* The rest of the file as one span (JSON traces); -1 with FID_EINPUT beyond 1 GiB, or beyond
 * max bytes.  Memory: the text. */
int fid_text_rest (struct fid_text *t, struct fid_span *all, struct fid_error *err);
int fid_text_rest_within (struct fid_text *t, size_t max, struct fid_span *all,
                          struct fid_error *err);

/* XXH3 of the stored bytes read so far; fid_text_finish reads the rest. */
uint64_t fid_text_hash (const struct fid_text *t);

/* Read to the end so that byte_n and hash cover the file.  -1 with FID_EINPUT, too, if the file
 * was changed since it was opened. */
int fid_text_finish (struct fid_text *t, struct fid_error *err);

void fid_text_close (struct fid_text *t);

/* XXH3 of a file as stored, and its size, without parsing. */
int fid_file_hash (const char *path, uint64_t *hash, uint64_t *bytes, struct fid_error *err);
