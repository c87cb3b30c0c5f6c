/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cache.h - which results of a directory need not be made again
 *
 * RESULTS/.fidlio-cache has a line for each result that a batch wrote:
 *
 *     RESULT-HASH KEY REAL-HASH EMULATION-HASH METHOD NAME     separated by tabs
 *
 * with "another-workload" as RESULT-HASH for a pair that was not compared because its runs
 * name different workloads.  The result file may be kept if it still has that hash (nothing
 * else wrote or damaged it) and if options, traces and method are the same as now.  Lines are
 * appended as results are written, so that an interrupted batch resumes; of two lines for
 * a file the later one counts.  Losing a line costs one comparison. */
#pragma once

#include "base/arena.h"

#define FID_CACHE_FILE ".fidlio-cache"

/* What a result was made from. */
struct fid_cache_origin {
    const char *key, *method;         /* fid_compare_key, fid_method */
    const char *real_hash, *emu_hash; /* fid_run_hash as 16 hex digits */
};

struct fid_cache_entry {
    char result_hash[17], key[17], real_hash[17], emu_hash[17], method[17];
    const char *name; /* of the result file */
    size_t line_at;   /* place in the file */
};

struct fid_cache {
    struct fid_arena arena;        /* owned; all is in it */
    const char *dir, *path;        /* of the results, of the cache */
    struct fid_cache_entry *entry; /* by name, one each */
    size_t n, cap;
};

/* Reads the cache of a directory of results.  A missing file is an empty cache, malformed
 * lines are ignored; -1 with FID_EINPUT if it cannot be read. */
int fid_cache_load (struct fid_cache *c, const char *dir, struct fid_error *err);

/* The entry of a result file, or NULL. */
const struct fid_cache_entry *fid_cache_find (const struct fid_cache *c, const char *name);

/* Whether the result file is still the one that the entry describes.  -1 with FID_EINTERNAL if
 * that cannot be told. */
int fid_cache_holds (const struct fid_cache *c, const struct fid_cache_entry *e, bool *holds,
                     struct fid_error *err);

/* Whether the entry records a pair of different workloads. */
bool fid_cache_skips (const struct fid_cache_entry *e);

/* Appends a line to the file for a result that was just written, or for a pair that was
 * skipped.  May be called
 * from several threads and processes at once.  -1 with FID_EINTERNAL. */
int fid_cache_append (const struct fid_cache *c, const char *name,
                      const struct fid_cache_origin *origin, bool skipped,
                      struct fid_error *err);

/* Appends the entry of another cache, of the same file.  -1 as fid_cache_append. */
int fid_cache_add (const struct fid_cache *c, const struct fid_cache_entry *e,
                   struct fid_error *err);

/* Rewrites the file with one line for each result file that exists and each pair that
 * was skipped, sorted by name.  -1
 * with FID_EINTERNAL or FID_EINPUT. */
int fid_cache_compact (const char *dir, struct fid_error *err);

void fid_cache_clear (struct fid_cache *c);
