/* SPDX-License-Identifier: GPL-3.0-or-later */
/* seen.h - what the last report saw of each result, so that only what changed is read
 *
 * RESULTS/.fidlio-cache-report has the head of each result and its part of report.html, with
 * the size, inode and times of the files that they are of.  A head or part is used again only
 * if nothing of that changed and the same program wrote it; files younger than two seconds are
 * not trusted.  A cache that is cut, damaged, of another program or longer than 256 MiB is not
 * used.  Folders with few results have none: reading them all is as fast. */
#pragma once

#include "results/result.h"

#define FID_SEEN_FILE  ".fidlio-cache-report"
#define FID_SEEN_LEAST 100 /* results of a folder with a cache */

/* Size, inode, and times of change of a result and of its series. */
struct fid_stamp {
    uint64_t of[2][6];
};

struct fid_seen_result {
    const char *name; /* of its file; this and the part are in the arena */
    struct fid_stamp stamp;
    struct fid_span head; /* packed, in the text */
    bool same;            /* what is here is of the files as they are now */
    uint64_t detail;      /* how much the part of the page shows of the result */
    const char *part;     /* NULL: there is none */
};

/* All zero: no result was seen, and none will be kept. */
struct fid_seen {
    struct fid_text text;           /* owned */
    struct fid_arena arena;         /* what was read of it */
    struct fid_seen_result *result; /* owned; by name */
    size_t result_n, result_cap;
    bool write;            /* set before fid_seen_begin: a new cache shall be written; */
    char *dir;             /* owned; its folder; NULL: none will be */
    struct fid_bytes next; /* owned; what it will hold, in memory until all else is written */
    uint64_t mark;         /* hash of the program */
    uint64_t hash;         /* of what is in `next' */
    uint64_t now_s;        /* before any result was read */
};

/* Reads the cache of a folder of n results, and begins the next one.  -1 with FID_EINTERNAL. */
int fid_seen_begin (struct fid_seen *seen, const char *dir, size_t n, struct fid_error *err);

/* Writes the stamp of the result at path and of its series as they are now, and the result's
 * head if it was seen with this stamp.  False: the result has to be read.  Threads may call it
 * for different results. */
bool fid_seen_head (struct fid_seen *seen, const char *path, struct fid_stamp *stamp,
                    struct fid_result_head *head);

/* The seen result whose part of the page can be used again; NULL: it has to be made.  Call
 * fid_seen_head for that path before. */
const struct fid_seen_result *fid_seen_part (const struct fid_seen *seen, const char *path,
                                             uint64_t detail);

/* Add to the next cache, if one is written: the head of a result whose files had that stamp
 * before it was read; and its part of the page. */
int fid_seen_keep_head (struct fid_seen *seen, const struct fid_result_head *head,
                        const struct fid_stamp *stamp, struct fid_error *err);
int fid_seen_keep_part (struct fid_seen *seen, const char *path, uint64_t detail,
                        const char *part, struct fid_error *err);

/* Replaces the cache by the next one.  If that cannot be written the old one stays, and nobody
 * is told, since no report needs it. */
void fid_seen_end (struct fid_seen *seen);
void fid_seen_clear (struct fid_seen *seen);
