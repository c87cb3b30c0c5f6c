/* SPDX-License-Identifier: GPL-3.0-or-later */
/* merge.c - joining shares, see shard.h */
#include "base/listing.h"
#include "base/outfile.h"
#include "batch/cache.h"
#include "batch/batch_priv.h"
#include "batch/shard.h"

#define MERGED_FILE ".fidlio-merged"

/* A share: its shard.json and its cache. */
struct part {
    char *dir; /* owned */
    struct fid_shard_file file;
    struct fid_cache cache;
};

struct parts {
    struct part *part; /* owned */
    size_t n, cap;
    struct fid_index name_at; /* pairs by name: which part */
};

static void clear_parts (struct parts *all)
{
    for (size_t i = 0; i < all->n; i++) {
        free (all->part[i].dir);
        fid_arena_clear (&all->part[i].file.arena);
        fid_cache_clear (&all->part[i].cache);
    }
    free (all->part);
    fid_index_clear (&all->name_at);
}

static int add_part (struct parts *all, const char *dir, struct fid_error *err)
{
    FID_TRY (fid_array_grow (&all->part, &all->cap, all->n + 1, sizeof *all->part, err));
    all->part[all->n] = (struct part){.dir = fid_strdup (dir, err)};
    return all->part[all->n++].dir ? 0 : -1;
}

/* The folders shard-I-of-N of the results. */
static int find_parts (struct parts *all, const char *results, struct fid_error *err)
{
    FID_SCOPED (fid_listing_clear) struct fid_listing names = {0};
    int rc = fid_listing_read (&names, results, NULL, 0, err);
    for (size_t k = 0; !rc && k < names.n; k++) {
        size_t i, n;
        int end = 0;
        if (sscanf (names.at[k], "shard-%zu-of-%zu%n", &i, &n, &end) != 2 || names.at[k][end])
            continue;
        FID_FREED char *dir = fid_format (err, "%s/%s", results, names.at[k]);
        rc = dir ? add_part (all, dir, err) : -1;
    }
    return rc;
}

/* Reads shard.json. */
static int read_part (struct part *p, struct fid_error *err)
{
    FID_FREED char *path = fid_format (err, "%s/" FID_SHARD_FILE, p->dir);
    FID_TRY (!path);
    if (access (path, F_OK) && errno == ENOENT)
        return fid_errorf (err, FID_EINPUT,
                           "%s: not a complete shard (no " FID_SHARD_FILE
                           "): run `fidlio matrix --shard' again",
                           p->dir);
    FID_TRY (fid_shard_read (path, &p->file, err));
    return fid_cache_load (&p->cache, p->dir, err);
}

FID_ORDER_BY (by_shard, struct part, FID_RISING (file.shard.i))

/* Whether the parts are all shares of one plan. */
static int check_plan (struct parts *all, struct fid_error *err)
{
    struct part *p = all->part;
    char missing[200] = "";
    size_t at = 0, missing_n = 0;
    for (size_t i = 1; i < all->n; i++)
        if (p[i].file.shard.n != p[0].file.shard.n ||
            strcmp (p[i].file.plan, p[0].file.plan) != 0)
            return fid_errorf (err, FID_EINPUT,
                               "%s: its plan differs from %s: the shards have different runs, "
                               "options or versions",
                               p[i].dir, p[0].dir);
    qsort (p, all->n, sizeof *p, by_shard);
    for (size_t i = 1; i <= p[0].file.shard.n; i++) {
        while (at + 1 < all->n && p[at].file.shard.i < i)
            at++;
        if (p[at].file.shard.i == i)
            continue;
        size_t n = strlen (missing);
        if (missing_n++ < 20)
            snprintf (missing + n, sizeof missing - n, "%s%zu", n ? ", " : "", i);
    }
    if (missing_n)
        return fid_errorf (err, FID_EINPUT, "%zu of %zu shards are missing: %s%s", missing_n,
                           p[0].file.shard.n, missing, missing_n > 20 ? ", ..." : "");
    for (size_t i = 1; i < all->n; i++)
        if (p[i].file.shard.i == p[i - 1].file.shard.i)
            return fid_errorf (err, FID_EINPUT, "%s and %s are the same shard", p[i - 1].dir,
                               p[i].dir);
    return 0;
}

static int has_file (const char *dir, const char *name, bool *has, struct fid_error *err)
{
    bool missing = true;
    FID_FREED char *path = fid_format (err, "%s/%s", dir, name);
    int rc = path ? fid_file_missing (path, &missing, err) : -1;
    *has = !missing;
    return rc;
}

/* Whether all that a part lists is there, as it was written. */
static int check_files (struct parts *all, size_t number, const char *results,
                        struct fid_error *err)
{
    const struct part *p = &all->part[number];
    FID_EACH (const struct fid_shard_pair, pair, p->file.pair) {
        const struct fid_cache_entry *e = fid_cache_find (&p->cache, pair->file);
        bool there = pair->failed || pair->skipped;
        FID_TRY (fid_index_put (
            &all->name_at, fid_hash_bytes (pair->file, strlen (pair->file), 0), number, err));
        if (!there && pair->whole)
            FID_TRY (has_file (results, pair->file, &there, err));
        else if (!there && e)
            FID_TRY (fid_cache_holds (&p->cache, e, &there, err));
        if (!there)
            return fid_errorf (err, FID_EINPUT,
                               "%s/%s: missing or changed: run `fidlio matrix --shard' again",
                               pair->whole ? results : p->dir, pair->file);
    }
    return 0;
}

/* Gives a file of the part the same name in the results; removes what is there if the part has
 * none. */
static int give_file (const struct part *p, const char *name, const char *results,
                      struct fid_error *err)
{
    FID_FREED char *from = fid_format (err, "%s/%s", p->dir, name);
    FID_FREED char *to = from ? fid_format (err, "%s/%s", results, name) : NULL;
    FID_TRY (!to);
    if (access (from, F_OK) == 0)
        return fid_outfile_link (from, to, results, err);
    return errno == ENOENT ? fid_remove_file (to, results, err)
                           : fid_errorf (err, FID_EINTERNAL, "%s: %s", from, strerror (errno));
}

static int give_pair (const struct part *p, const struct fid_shard_pair *pair,
                      const struct fid_cache *to, struct fid_error *err)
{
    const struct fid_cache_entry *e = fid_cache_find (&p->cache, pair->file);
    FID_FREED char *series = fid_series_path (pair->file, err);
    bool has = false, better = false;
    FID_TRY (!series);
    if (pair->undecided) { /* a part may have what it could read */
        FID_TRY (has_file (p->dir, pair->file, &has, err));
        FID_TRY (has_file (to->dir, pair->file, &better, err));
    }
    if (!pair->skipped && !pair->whole && (!pair->undecided || (has && !better))) {
        FID_TRY (give_file (p, pair->file, to->dir, err));
        FID_TRY (give_file (p, series, to->dir, err));
    }
    return e && !pair->failed && !pair->whole ? fid_cache_add (to, e, err) : 0;
}

/* The calibration of the shares: all have the same, or the plan would be another one. */
static int give_calibration (const struct parts *all, const struct fid_cache *to,
                             struct fid_error *err)
{
    static const char name[] = "calibration.json";
    for (size_t i = 0; i < all->n; i++) {
        const struct fid_cache_entry *e = fid_cache_find (&all->part[i].cache, name);
        bool has;
        FID_TRY (has_file (all->part[i].dir, name, &has, err));
        if (has)
            return give_file (&all->part[i], name, to->dir, err) ? -1
                   : e                                           ? fid_cache_add (to, e, err)
                                                                 : 0;
    }
    return 0;
}

static bool is_decided (const void *ctx, const char *file)
{
    const struct parts *all = ctx;
    uint64_t hash = fid_hash_bytes (file, strlen (file), 0);
    for (size_t at = 0, k; fid_index_next (&all->name_at, hash, &at, &k);)
        for (size_t i = 0; i < all->part[k].file.pair_n; i++)
            if (strcmp (all->part[k].file.pair[i].file, file) == 0)
                return true;
    return false;
}

/* --- the shares go */

static char *marker_of (const char *results, struct fid_error *err)
{
    return fid_format (err, "%s/" MERGED_FILE, results);
}

/* Removes all shares, then what says that they may go. */
static int remove_all (const char *results, struct fid_error *err)
{
    FID_SCOPED (clear_parts) struct parts all = {0};
    FID_TRY (find_parts (&all, results, err));
    for (size_t i = 0; i < all.n; i++)
        FID_TRY (fid_remove_tree (all.part[i].dir, err));
    return fid_shards_made_again (results, err);
}

int fid_shards_remove (const char *results, struct fid_error *err)
{
    FID_FREED char *marker = marker_of (results, err);
    FID_TRY (!marker);
    FID_TRY (fid_outfile_write (marker, results, "", 0, err));
    return remove_all (results, err);
}

int fid_shards_made_again (const char *results, struct fid_error *err)
{
    FID_FREED char *marker = marker_of (results, err);
    return marker ? fid_remove_file (marker, results, err) : -1;
}

/* The shares that are to be merged: none where an earlier merge was interrupted while it removed
 * them. */
static int find_all (struct parts *all, const char *results, struct fid_error *err)
{
    bool ended;
    FID_TRY (has_file (results, MERGED_FILE, &ended, err));
    if (ended)
        return remove_all (results, err);
    FID_TRY (find_parts (all, results, err));
    return all->n
               ? 0
               : fid_errorf (err, FID_EINPUT, "%s: no shards: no folder shard-I-of-N", results);
}

/* --- all of it */

int fid_shards_merge (const char *const *dir, size_t dir_n, const char *results,
                      const struct fid_batch_hooks *hooks, struct fid_merged *merged,
                      struct fid_error *err)
{
    FID_SCOPED (clear_parts) struct parts all = {0};
    *merged = (struct fid_merged){0};
    if (!dir_n)
        FID_TRY (find_all (&all, results, err));
    for (size_t i = 0; i < dir_n; i++)
        FID_TRY (add_part (&all, dir[i], err));
    if (!all.n)
        return 0;
    for (size_t i = 0; i < all.n; i++)
        FID_TRY (read_part (&all.part[i], err));
    FID_TRY (check_plan (&all, err));
    for (size_t i = 0; i < all.n; i++) {
        if (fid_batch_cancelled (hooks))
            return fid_errorf (err, FID_EPARTIAL, "cancelled");
        FID_TRY (check_files (&all, i, results, err));
    }
    FID_SCOPED (fid_cache_clear) struct fid_cache to = {0};
    FID_SCOPED (fid_results_clear) struct fid_results failed = {0};
    FID_TRY (fid_make_dirs (results, NULL, err));
    FID_TRY (fid_cache_load (&to, results, err));
    FID_TRY (give_calibration (&all, &to, err));
    FID_EACH_OF (const struct part, p, all.part, all.n)
        FID_EACH (const struct fid_shard_pair, pair, p->file.pair)
            FID_TRY (give_pair (p, pair, &to, err));
    for (size_t i = 0; i < all.n; i++)
        FID_TRY (fid_results_load_failed (&failed, all.part[i].dir, err));
    FID_TRY (fid_failures_write (results, &failed, is_decided, &all, err));
    FID_TRY (fid_cache_compact (results, err));
    FID_EACH_OF (const struct part, p, all.part, all.n)
        FID_EACH (const struct fid_shard_pair, pair, p->file.pair) {
            merged->pair_n++;
            merged->kept_n += pair->kept;
            merged->failed_n += pair->failed;
            merged->skipped_n += pair->skipped;
        }
    return 0;
}
