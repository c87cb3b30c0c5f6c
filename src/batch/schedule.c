/* SPDX-License-Identifier: GPL-3.0-or-later */
/* schedule.c - fid_batch_run: which pairs are kept, comparing the others (batch.h) */
#include "base/outfile.h"
#include "base/parallel.h"
#include "batch/calibrate_runs.h"
#include "batch/batch_priv.h"
#include "batch/shard.h"
#include "batch/work.h"
#include "readers/digest.h"
#include "readers/load.h"

static int hash_run (void *ctx, size_t i, struct fid_error *err)
{
    struct batch_run *run = &((struct fid_work *)ctx)->batch->run[i];
    uint64_t hash;
    struct fid_error unused;
    (void)err;
    if (run->hash_wanted && !run->hashed && fid_run_hash (run->dir, &hash, &unused) == 0) {
        run->hashed = true;
        snprintf (run->hash, sizeof run->hash, "%016" PRIx64, hash);
    }
    return 0;
}

/* The entry of a pair's result if it was made with the same options by the same method. */
static const struct fid_cache_entry *kept_candidate (const struct fid_work *w,
                                                     const struct fid_cache *c,
                                                     const struct batch_pair *pair)
{
    const struct fid_cache_entry *e = fid_cache_find (c, pair->name);
    return e && strcmp (e->key, w->key) == 0 && strcmp (e->method, w->method) == 0 ? e : NULL;
}

/* Whether a file of the results is as the entry has it; else, also if the system does not give
 * it, it is made again. */
static bool still_holds (const struct fid_cache *c, const struct fid_cache_entry *e)
{
    struct fid_error unused;
    bool holds;
    return fid_cache_holds (c, e, &holds, &unused) == 0 && holds;
}

/* Whether the series file beside a result is as it would be made again. */
static bool series_fit (const struct fid_work *w, const struct fid_cache *c,
                        const struct fid_cache_entry *e)
{
    struct fid_error unused;
    if (w->opts->series.none)
        return true;
    FID_FREED char *result = fid_format (&unused, "%s/%s", c->dir, e->name);
    FID_FREED char *path = result ? fid_series_path (result, &unused) : NULL;
    return path && fid_series_fits (path, e->key, e->real_hash, e->emu_hash,
                                    w->opts->series.size.point_n, w->opts->series.size.fine_n);
}

/* What is to be done with a pair whose runs are hashed, by one cache. */
static enum fid_batch_state state_by (const struct fid_work *w, const struct fid_cache *c,
                                      const struct batch_pair *pair)
{
    const struct batch_run *real = &w->batch->run[pair->real];
    const struct batch_run *emulation = &w->batch->run[pair->emulation];
    const struct fid_cache_entry *e = kept_candidate (w, c, pair);
    if (!e || strcmp (e->real_hash, real->hash) != 0 ||
        strcmp (e->emu_hash, emulation->hash) != 0)
        return FID_BATCH_TODO;
    if (fid_cache_skips (e) && pair->crossed && !w->opts->all_workloads)
        return FID_BATCH_SKIPPED;
    return still_holds (c, e) && series_fit (w, c, e) ? FID_BATCH_KEPT : FID_BATCH_TODO;
}

/* Marks the pairs whose results are as they would be made again. */
static int keep_pairs (struct fid_work *w, struct fid_error *err)
{
    struct fid_batch *b = w->batch;
    for (size_t i = 0; i < b->pair_n; i++)
        if (b->pair[i].state != FID_BATCH_ELSEWHERE &&
            (kept_candidate (w, &w->cache, &b->pair[i]) ||
             kept_candidate (w, &w->whole, &b->pair[i])))
            b->run[b->pair[i].real].hash_wanted = b->run[b->pair[i].emulation].hash_wanted =
                true;
    FID_TRY (fid_parallel (b->run_n, w->thread_n, hash_run, w, err));
    FID_EACH (struct batch_pair, pair, b->pair) {
        if (pair->state == FID_BATCH_ELSEWHERE || !b->run[pair->real].hashed ||
            !b->run[pair->emulation].hashed)
            continue;
        pair->state = state_by (w, &w->cache, pair);
        if (pair->state != FID_BATCH_TODO)
            continue;
        pair->state = state_by (w, &w->whole, pair);
        pair->whole = pair->state != FID_BATCH_TODO;
    }
    return 0;
}

/* Compares what is not kept. */
static int compare_pairs (struct fid_work *w, struct fid_error *err)
{
    struct fid_batch *b = w->batch;
    size_t todo_n = 0, mine_n = 0;
    FID_FREED size_t *todo = malloc ((b->pair_n + 1) * sizeof *todo);
    FID_NEED (todo, err);
    for (size_t i = 0; i < b->pair_n; i++) {
        mine_n += b->pair[i].state != FID_BATCH_ELSEWHERE;
        if (b->pair[i].state == FID_BATCH_TODO)
            todo[todo_n++] = i;
    }
    /* more than one thread for a pair if there are fewer pairs than threads */
    w->compare.thread_n = todo_n && todo_n < w->thread_n ? w->thread_n / todo_n : 1;
    w->progress = (struct fid_batch_progress){.total_n = todo_n, .kept_n = mine_n - todo_n};
    if (w->opts->hooks.progress)
        w->opts->hooks.progress (w->opts->hooks.ctx, &w->progress);
    return fid_work_pairs (w, todo, todo_n, err);
}

static bool is_decided (const void *ctx, const char *file)
{
    const struct batch_pair *pair = fid_batch_named (ctx, file);
    return pair && pair->state != FID_BATCH_TODO;
}

/* Writes failed.tsv, and sorts the cache. */
static int write_failures (const struct fid_work *w, struct fid_error *err)
{
    const struct fid_batch *b = w->batch;
    FID_SCOPED (fid_results_clear) struct fid_results now = {0};
    FID_EACH (struct batch_pair, pair, b->pair) {
        const struct batch_run *real = &b->run[pair->real],
                               *emulation = &b->run[pair->emulation];
        if (pair->state != FID_BATCH_FAILED)
            continue;
        /* a run is nowhere, and there is no result from before: a misspelt name, which a list of
         * what failed before must not remember */
        pair->unlisted = (!real->path || !emulation->path) &&
                         !fid_failures_has_result (w->results, real->id, emulation->id);
        if (!pair->unlisted)
            FID_TRY (fid_results_fail (&now, real->id, emulation->id, NULL,
                                       fid_pair_why (pair).text, err));
    }
    FID_TRY (fid_failures_write (w->results, &now, is_decided, b, err));
    return fid_cache_compact (w->results, err);
}

#define CALIBRATION_FILE "calibration.json"

/* What a calibration is made of; false where a run is left out or its traces are not known. */
struct calibration_origin {
    char key[FID_HASH_TEXT], real[FID_HASH_TEXT], none[FID_HASH_TEXT];
};

static bool calibration_origin (const struct fid_work *w, const char *const *id,
                                const uint64_t *hash, size_t n, struct calibration_origin *o)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        if (!hash[i])
            return false;
        sum = fid_hash_number (hash[i], fid_hash_bytes (id[i], strlen (id[i]), sum));
    }
    fid_compare_key (&w->opts->run, &w->opts->compare, o->key);
    fid_hash_text (sum, o->real);
    fid_hash_text (0, o->none);
    return true;
}

/* Loads the calibration that an earlier batch made of the same runs; false if there is none. */
static bool kept_calibration (const struct fid_work *w, const struct fid_cache *c,
                              const char *const *id, const uint64_t *hash, size_t n,
                              struct fid_calibration **out)
{
    struct fid_error unused;
    struct calibration_origin o;
    const struct fid_cache_entry *e = fid_cache_find (c, CALIBRATION_FILE);
    if (!e || w->opts->force || !calibration_origin (w, id, hash, n, &o) ||
        strcmp (e->key, o.key) != 0 || strcmp (e->real_hash, o.real) != 0 ||
        strcmp (e->method, w->method) != 0 || !still_holds (c, e))
        return false;
    FID_FREED char *path = fid_format (&unused, "%s/" CALIBRATION_FILE, c->dir);
    return path && fid_calibration_load (path, out, &unused) == 0;
}

/* Writes a new calibration, and what it is made of. */
static int write_calibration (const struct fid_work *w, const struct fid_calibration *c,
                              const char *path, const char *const *id, const uint64_t *hash,
                              size_t n, struct fid_error *err)
{
    struct calibration_origin o;
    FID_TRY (fid_calibration_write (c, path, w->opts->results, err));
    if (!calibration_origin (w, id, hash, n, &o))
        return 0;
    const struct fid_cache_origin origin = {o.key, w->method, o.real, o.none};
    return fid_cache_append (&w->cache, CALIBRATION_FILE, &origin, false, err);
}

/* The calibration that the options name, or one made of the real runs of all pairs; NULL if no
 * workload repeats. */
static int take_calibration (const struct fid_work *w, struct fid_calibration **out,
                             struct fid_error *err)
{
    const struct fid_batch *b = w->batch;
    const struct fid_batch_opts *opts = w->opts;
    *out = NULL;
    if (opts->calibration)
        return fid_calibration_load (opts->calibration, out, err);
    if (opts->no_calibration)
        return 0;
    FID_FREED char *path = fid_format (err, "%s/" CALIBRATION_FILE, w->results);
    FID_FREED bool *is_real = calloc (b->run_n + 1, sizeof *is_real);
    const char **dir = calloc (b->run_n + 1, sizeof *dir);
    const char **id = calloc (b->run_n + 1, sizeof *id);
    FID_FREED uint64_t *hash = calloc (b->run_n + 1, sizeof *hash);
    struct fid_run **loaded = calloc (b->run_n + 1, sizeof *loaded);
    const char *why;
    size_t n = 0;
    int rc = path && is_real && dir && id && hash && loaded ? 0 : fid_error_nomem (err);
    for (size_t i = 0; rc == 0 && i < b->pair_n; i++)
        is_real[b->pair[i].real] = true;
    for (size_t r = 0; rc == 0 && r < b->run_n; r++)
        if (is_real[r]) {
            id[n] = b->run[r].id;
            if (b->run[r].hashed)
                fid_hash_read (b->run[r].hash, &hash[n]);
            dir[n++] = b->run[r].dir;
        }
    if (rc == 0 && !kept_calibration (w, &w->cache, id, hash, n, out) &&
        !kept_calibration (w, &w->whole, id, hash, n, out)) {
        rc = fid_calibrate_dirs (dir, id, n, &w->kept, &opts->run, &opts->compare, w->thread_n,
                                 &opts->hooks, hash, loaded, out, &why, err);
        if (rc == 0 && *out)
            rc = write_calibration (w, *out, path, id, hash, n, err);
        else if (rc == 0)
            fid_batch_message (&opts->hooks, "%s", why);
    }
    for (size_t r = 0, i = 0; i < n; r++)
        if (is_real[r] && loaded[i++])
            fid_work_have (&b->run[r], loaded[i - 1]); /* the batch frees it after an error */
    FID_FREE (loaded, id, dir);
    return rc;
}

static void sum_up_batch (const struct fid_batch *b, struct fid_batch_summary *s)
{
    FID_EACH (const struct batch_pair, pair, b->pair) {
        s->pair_n += pair->state != FID_BATCH_ELSEWHERE;
        s->kept_n += pair->state == FID_BATCH_KEPT;
        s->compared_n += pair->state == FID_BATCH_COMPARED;
        s->skipped_n += pair->state == FID_BATCH_SKIPPED;
        s->failed_n += pair->state == FID_BATCH_FAILED;
        if (pair->state != FID_BATCH_FAILED || s->broken.status != FID_OK)
            continue;
        const struct fid_error why = fid_pair_why (pair);
        if (why.status != FID_EINPUT)
            s->broken = why;
    }
}

/* What has to be known before comparing, and its owner. */
struct basis {
    struct fid_calibration *calibration;
    uint64_t plan;
};

/* What comes before comparing: names, folder, calibration, what is kept. */
static int prepare_batch (struct fid_work *w, struct basis *basis, struct fid_error *err)
{
    const struct fid_batch_opts *opts = w->opts;
    FID_TRY (fid_batch_expand (w->batch, &w->kept, &opts->run, w->thread_n, err));
    FID_TRY (fid_batch_cross (w->batch, err));
    FID_TRY (fid_batch_name (w->batch, err));
    FID_TRY (fid_make_dirs (w->results, opts->results, err));
    FID_TRY (fid_cache_load (&w->cache, w->results, err));
    if (opts->joined)
        FID_TRY (fid_cache_load (&w->whole, opts->results, err));
    FID_TRY (take_calibration (w, &basis->calibration, err));
    w->compare.calibration = basis->calibration;
    fid_compare_key (&opts->run, &w->compare, w->key);
    if (opts->shard.n) {
        const struct fid_shard shard = w->opts->shard;
        FID_TRY (fid_shards_made_again (w->opts->results, err));
        FID_TRY (fid_shard_remove (w->results, err)); /* it is complete only at the end */
        FID_TRY (fid_shard_plan (w->batch, shard, w->thread_n, &basis->plan, err));
        basis->plan = fid_hash_bytes (w->key, strlen (w->key), basis->plan);
        basis->plan = fid_hash_bytes (w->method, strlen (w->method), basis->plan);
        if (!w->opts->calibration && !w->opts->no_calibration && !w->opts->joined)
            fid_batch_message (
                &w->opts->hooks,
                "each shard calibrates on all real runs; `fidlio calibrate' does it "
                "once for all: give its file with --calibration");
    }
    return opts->force ? 0 : keep_pairs (w, err);
}

/* Compares the pairs, then writes the files about the whole batch. */
static int run_batch (struct fid_work *w, const struct basis *basis,
                      struct fid_batch_summary *summary, struct fid_error *err)
{
    struct fid_error why;
    const struct fid_batch_opts *opts = w->opts;
    summary->calibrated = basis->calibration != NULL;
    int rc = compare_pairs (w, &why);
    if (write_failures (w, err))
        rc = -1;
    else if (rc)
        *err = why;
    sum_up_batch (w->batch, summary);
    if (rc && err->status == FID_EPARTIAL)
        fid_errorf (err, FID_EPARTIAL, "cancelled: %zu of %zu pairs are not compared",
                    summary->pair_n - summary->compared_n - summary->kept_n -
                        summary->failed_n - summary->skipped_n,
                    summary->pair_n);
    if (rc == 0 && opts->shard.n && summary->broken.status == FID_OK)
        rc = fid_shard_write (w->batch, opts->shard, w->results, basis->plan, err);
    return rc;
}

/* The folder of kept digests, which the shards of a batch share. */
static int choose_digests (struct fid_work *w, struct fid_error *err)
{
    const struct fid_batch_opts *o = w->opts;
    w->kept = (struct fid_kept){.verify = o->verify, .method = w->method, .hooks = &o->hooks};
    if (o->no_digests)
        return 0;
    w->digests = o->digests ? fid_strdup (o->digests, err)
                            : fid_format (err, "%s/" FID_DIGESTS_KEPT, o->results);
    w->kept.folder = w->digests;
    w->kept.below = o->digests ? o->digests : o->results;
    return w->digests ? 0 : -1;
}

int fid_batch_run (struct fid_batch *b, const struct fid_batch_opts *opts,
                   struct fid_batch_summary *summary, struct fid_error *err)
{
    FID_SCOPED (fid_work_clear)
    struct fid_work w = {.batch = b, .opts = opts, .compare = opts->compare};
    struct basis basis = {0};
    *summary = (struct fid_batch_summary){.broken.status = FID_OK};
    w.method = opts->method ? opts->method : fid_method ();
    w.thread_n = opts->thread_n ? opts->thread_n : fid_cpu_n ();
    if (fid_batch_is_empty (b))
        return fid_errorf (err, FID_EUSAGE, "no pair of runs to compare");
    fid_work_init (&w);
    /* forgets what an earlier fid_batch_run of the batch did */
    FID_EACH (struct batch_run, run, b->run) {
        fid_run_destroy (run->run);
        *run = (struct batch_run){
            .dir = run->dir, .path = run->path, .id = run->id, .name = run->name};
    }
    for (size_t i = 0; i < b->pair_n; i++) {
        b->pair[i].state = FID_BATCH_TODO;
        free (b->pair[i].err);
        b->pair[i].err = NULL;
        b->pair[i].undecided = b->pair[i].whole = false;
    }
    int rc = choose_digests (&w, err);
    char *dir = opts->shard.n && !rc ? fid_shard_dir (opts->results, opts->shard, err) : NULL;
    w.results = dir ? dir : opts->results;
    if (opts->shard.n && !dir)
        rc = -1;
    if (rc == 0) {
        fid_outfile_sweep (w.results, opts->results, FID_STALE_S);
        if (w.kept.folder)
            fid_outfile_sweep (w.kept.folder, w.kept.below, FID_STALE_S);
        rc = prepare_batch (&w, &basis, err) || run_batch (&w, &basis, summary, err) ? -1 : 0;
    }
    free (dir);
    fid_calibration_destroy (basis.calibration);
    return rc;
}
