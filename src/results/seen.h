/* seen.h - what the last report saw of each result, so that only what changed is read
 *
 * RESULTS/.fidlio-cache-report has the head of each result and its part of report.html, with
 * the size, inode and times of the files that they are of.  A head or part is used again only
 * if nothing of that changed and the same program wrote it; files younger than two seconds are
 * not trusted.  A cache that is cut, damaged or of another program is as good as none.  Few
 * results have none: they are read as fast. */
#pragma once

#include "base/fields.h"
#include "results/result.h"

#define FID_SEEN_FILE  ".fidlio-cache-report"
#define FID_SEEN_LEAST 100 /* results of a folder with a cache */

/* Size, inode, and times of change of a result and of its series. */
struct fid_stamp {
    uint64_t of[2][6];
};

struct fid_seen_result {
    const char *name; /* of its file; this and all else is in the text of the cache */
    struct fid_stamp stamp;
    struct fid_span head; /* packed */
    bool same;            /* what is here is of the files as they are now */
    uint64_t detail;      /* of the part of the page: how much it has */
    const char *part;     /* NULL: there is none */
};

/* All zero: nothing was seen, and nothing will be kept. */
struct fid_seen {
    struct fid_text text;           /* owned */
    struct fid_seen_result *result; /* owned; by name */
    size_t result_n, result_cap;
    bool write;            /* set before: there will be a next cache; */
    char *dir;             /* owned; its folder, NULL: there will be none */
    struct fid_bytes next; /* owned; what it will hold, in memory until all else is written */
    uint64_t mark, hash;   /* of the program; of what was kept */
    uint64_t now_s;        /* before any result was read */
};

/* Reads the cache of a folder of n results, and begins the next one.  -1 with FID_EINTERNAL. */
int fid_seen_begin (struct fid_seen *seen, const char *dir, size_t n, struct fid_error *err);

/* The files of the result at path as they are now, and its head if that was seen of them; false:
 * it has to be read.  Of different results on any thread. */
bool fid_seen_head (struct fid_seen *seen, const char *path, struct fid_stamp *stamp,
                    struct fid_result_head *head);

/* The part of the page of a result that was found; NULL. */
const struct fid_seen_result *fid_seen_part (const struct fid_seen *seen, const char *path,
                                             uint64_t detail);

/* Adds to the next cache, if there is one: the head of a result whose files had that stamp before
 * it was read, and what became its part of the page. */
int fid_seen_keep_head (struct fid_seen *seen, const struct fid_result_head *head,
                        const struct fid_stamp *stamp, struct fid_error *err);
int fid_seen_keep_part (struct fid_seen *seen, const char *path, uint64_t detail,
                        const char *part, struct fid_error *err);

/* The next cache takes the place of the one before; without this, or where it cannot be
 * written, that one stays: reports do not need it. */
void fid_seen_end (struct fid_seen *seen);
void fid_seen_clear (struct fid_seen *seen);
