/* schedule.c - fid_batch_run: which pairs are kept, comparing the others (batch.h) */
#include "config.h"
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/hash.h"
#include "base/outfile.h"
#include "base/parallel.h"
#include "batch/batch_priv.h"
#include "batch/cache.h"
#include "batch/calibrate_runs.h"
#include "batch/failures.h"
#include "batch/hooks.h"
#include "batch/pair_files.h"
#include "batch/shard.h"
#include "readers/alike.h"
#include "readers/load.h"
#include "results/series.h"

/* What the threads share. */
struct work {
    struct fid_batch *batch;
    const struct fid_batch_opts *opts;
    const char *results;             /* opts->results, or the folder of the share in it */
    struct fid_compare_opts compare; /* opts->compare with calibration and threads */
    const char *method;
    char key[17];
    size_t thread_n;
    struct fid_cache cache;
    size_t *todo;          /* owned; pairs that are not kept */
    size_t todo_n, mine_n; /* mine: kept ones, too; not those of other shares */
    pthread_mutex_t lock;  /* of all below and of states in batch */
    pthread_cond_t read;   /* a run is no longer READING */
    struct fid_batch_progress progress;
};

void
fid_batch_message (const struct fid_batch_hooks *h, const char *fmt, ...)
{
    char text[2048];
    va_list ap;
    if (!h->message)
        return;
    va_start (ap, fmt);
    vsnprintf (text, sizeof text, fmt, ap);
    va_end (ap);
    h->message (h->ctx, text);
}

/* Records why a run failed.  The text names the run, not its path: the report is the same on
 * every machine. */
static void
fail_run (struct batch_run *run, const struct fid_error *why)
{
    size_t n = strlen (run->dir);
    if (strncmp (why->text, run->dir, n) == 0 && (why->text[n] == ':' || why->text[n] == '/'))
        fid_errorf (&run->err, why->status, "%s%s", run->id, why->text + n);
    else
        run->err = *why;
}

/* Loads the run unless another thread does.  Releases the lock meanwhile. */
static void
read_run (struct work *w, struct batch_run *run)
{
    if (run->state != RUN_UNREAD)
        return;
    run->state = RUN_READING;
    pthread_mutex_unlock (&w->lock);
    struct fid_error err;
    struct fid_run *loaded = fid_run_load (run->dir, &w->opts->run, &err);
    bool gone = !loaded && !fid_run_is_there (run->dir);
    if (loaded && fid_run_rename (loaded, run->id, &err)) {
        fid_run_destroy (loaded);
        loaded = NULL;
    }
    pthread_mutex_lock (&w->lock);
    run->run = loaded;
    run->state = loaded ? RUN_READ : RUN_FAILED;
    run->gone = gone;
    if (loaded)
        snprintf (run->hash, sizeof run->hash, "%016" PRIx64, loaded->hash);
    else
        fail_run (run, &err);
    pthread_cond_broadcast (&w->read);
}

/* Notes that a pair of the run is done; returns the run if it was the last one, to be
 * destroyed without the lock. */
static struct fid_run *
release (struct batch_run *run)
{
    struct fid_run *last = NULL;
    if (--run->use_n == 0) {
        last = run->run;
        run->run = NULL;
    }
    return last;
}

/* The result, and its series unless none are wanted. */
static cJSON *
compare_alike (const struct work *w, const struct fid_run *real,
               const struct fid_run *emulation, cJSON **series, struct fid_error *err)
{
    struct fid_pair drawn;
    cJSON *doc = fid_compare (real, emulation, &w->opts->run, &w->compare, err);
    if (!doc || w->opts->series.none)
        return doc;
    if (fid_pair_resolve (&drawn, real, emulation, &w->compare, err) == 0)
        *series = fid_compare_series (&drawn, &w->opts->series.size, doc, err);
    if (*series)
        return doc;
    cJSON_Delete (doc);
    return NULL;
}

/* The same, of a raw run and a processed tree, too. */
static cJSON *
compare (const struct work *w, const struct fid_run *real, const struct fid_run *emulation,
         cJSON **series, struct fid_error *err)
{
    struct fid_run *a = NULL, *b = NULL;
    cJSON *doc = NULL;
    if (fid_run_like (real, emulation, &a, err) == 0 &&
        fid_run_like (emulation, real, &b, err) == 0)
        doc = compare_alike (w, a ? a : real, b ? b : emulation, series, err);
    fid_run_destroy (a);
    fid_run_destroy (b);
    return doc;
}

/* Compares a pair, or fails with `why`, and updates its files. */
static int
finish_pair (struct work *w, struct batch_pair *pair, const struct batch_run *real,
             const struct batch_run *emulation, const struct fid_error *why)
{
    struct fid_error *err = &pair->err;
    const struct fid_cache_origin origin = {w->key, w->method, real->hash, emulation->hash};
    cJSON *doc = NULL, *series = NULL;
    char *path = fid_format (err, "%s/%s", w->results, pair->name);
    if (!path)
        return -1;
    if (why)
        *err = *why;
    else
        doc = compare (w, real->run, emulation->run, &series, err);
    int rc = doc ? 0 : -1;
    pair->undecided = !doc && (real->gone || emulation->gone || err->status != FID_EINPUT);
    fid_batch_write_begin (&w->opts->hooks);
    if (doc)
        rc = fid_pair_files_write (path, doc, series, err);
    else if (!pair->undecided)
        fid_pair_files_remove (path); /* what an older batch wrote no longer holds */
    if (rc == 0)
        rc = fid_cache_append (&w->cache, pair->name, &origin, false, err);
    pair->undecided |= doc && rc;
    fid_batch_write_end (&w->opts->hooks);
    cJSON_Delete (series);
    cJSON_Delete (doc);
    free (path);
    return rc;
}

/* Whether the pair is left out because its runs name different workloads. */
static bool
is_foreign (const struct work *w, const struct batch_pair *pair, const struct batch_run *real,
            const struct batch_run *emulation)
{
    return pair->crossed && !w->opts->all_workloads && real->run && emulation->run &&
           real->run->workload[0] && emulation->run->workload[0] &&
           strcmp (real->run->workload, emulation->run->workload) != 0;
}

/* Records that the pair is left out. */
static int
skip_pair (struct work *w, struct batch_pair *pair, const struct batch_run *real,
           const struct batch_run *emulation)
{
    const struct fid_cache_origin origin = {w->key, w->method, real->hash, emulation->hash};
    fid_batch_write_begin (&w->opts->hooks);
    int rc = fid_cache_append (&w->cache, pair->name, &origin, true, &pair->err);
    fid_batch_write_end (&w->opts->hooks);
    return rc;
}

static int
compare_pair (void *ctx, size_t i, struct fid_error *err)
{
    struct work *w = ctx;
    struct fid_batch *b = w->batch;
    const struct fid_batch_hooks *hooks = &w->opts->hooks;
    struct batch_pair *pair = &b->pair[w->todo[i]];
    struct batch_run *real = &b->run[pair->real], *emulation = &b->run[pair->emulation];
    pthread_mutex_lock (&w->lock);
    if (fid_batch_cancelled (hooks)) {
        pthread_mutex_unlock (&w->lock);
        return fid_errorf (err, FID_EPARTIAL, "cancelled");
    }
    read_run (w, real);
    read_run (w, emulation);
    while (real->state == RUN_READING || emulation->state == RUN_READING)
        pthread_cond_wait (&w->read, &w->lock);
    pthread_mutex_unlock (&w->lock);
    const struct fid_error *why = real->state == RUN_FAILED        ? &real->err
                                  : emulation->state == RUN_FAILED ? &emulation->err
                                                                   : NULL;
    bool foreign = is_foreign (w, pair, real, emulation);
    int rc = foreign ? skip_pair (w, pair, real, emulation)
                     : finish_pair (w, pair, real, emulation, why);
    pthread_mutex_lock (&w->lock);
    pair->state = rc ? FID_BATCH_FAILED : foreign ? FID_BATCH_SKIPPED : FID_BATCH_COMPARED;
    w->progress.done_n++;
    w->progress.failed_n += rc != 0;
    if (hooks->progress)
        hooks->progress (hooks->ctx, &w->progress);
    struct fid_run *last[2] = {release (real), release (emulation)};
    pthread_mutex_unlock (&w->lock);
    fid_run_destroy (last[0]);
    fid_run_destroy (last[1]);
    return 0;
}

static int
hash_run (void *ctx, size_t i, struct fid_error *err)
{
    struct batch_run *run = &((struct work *)ctx)->batch->run[i];
    uint64_t hash;
    struct fid_error unused;
    (void)err;
    if (run->hash_wanted && fid_run_hash (run->dir, &hash, &unused) == 0) {
        run->hashed = true;
        snprintf (run->hash, sizeof run->hash, "%016" PRIx64, hash);
    }
    return 0;
}

/* The entry of a pair's result if it was made with the same options by the same method. */
static const struct fid_cache_entry *
candidate (const struct work *w, const struct batch_pair *pair)
{
    const struct fid_cache_entry *e = fid_cache_find (&w->cache, pair->name);
    return e && strcmp (e->key, w->key) == 0 && strcmp (e->method, w->method) == 0 ? e : NULL;
}

/* Whether the series file beside a result is as it would be made again. */
static bool
series_fit (const struct work *w, const struct fid_cache_entry *e)
{
    struct fid_error unused;
    if (w->opts->series.none)
        return true;
    char *result = fid_format (&unused, "%s/%s", w->results, e->name);
    char *path = result ? fid_series_path (result, &unused) : NULL;
    bool fit =
        path && fid_series_fits (path, e->key, e->real_hash, e->emu_hash,
                                 w->opts->series.size.point_n, w->opts->series.size.fine_n);
    free (path);
    free (result);
    return fit;
}

/* Marks the pairs whose results are as they would be made again. */
static int
keep_pairs (struct work *w, struct fid_error *err)
{
    struct fid_batch *b = w->batch;
    for (size_t i = 0; i < b->pair_n; i++)
        if (b->pair[i].state != FID_BATCH_ELSEWHERE && candidate (w, &b->pair[i]))
            b->run[b->pair[i].real].hash_wanted = b->run[b->pair[i].emulation].hash_wanted =
                true;
    if (fid_parallel (b->run_n, w->thread_n, hash_run, w, err))
        return -1;
    for (size_t i = 0; i < b->pair_n; i++) {
        struct batch_pair *pair = &b->pair[i];
        if (pair->state == FID_BATCH_ELSEWHERE)
            continue;
        const struct batch_run *real = &b->run[pair->real], *emu = &b->run[pair->emulation];
        const struct fid_cache_entry *e = candidate (w, pair);
        if (!e || !real->hashed || !emu->hashed || strcmp (e->real_hash, real->hash) != 0 ||
            strcmp (e->emu_hash, emu->hash) != 0)
            continue;
        if (fid_cache_skips (e) && pair->crossed && !w->opts->all_workloads)
            pair->state = FID_BATCH_SKIPPED;
        else if (fid_cache_holds (&w->cache, e) && series_fit (w, e))
            pair->state = FID_BATCH_KEPT;
    }
    return 0;
}

/* Compares what is not kept. */
static int
compare_pairs (struct work *w, struct fid_error *err)
{
    struct fid_batch *b = w->batch;
    w->todo = malloc ((b->pair_n + 1) * sizeof *w->todo);
    if (!w->todo)
        return fid_error_nomem (err);
    for (size_t i = 0; i < b->pair_n; i++) {
        w->mine_n += b->pair[i].state != FID_BATCH_ELSEWHERE;
        if (b->pair[i].state != FID_BATCH_TODO)
            continue;
        b->run[b->pair[i].real].use_n++;
        b->run[b->pair[i].emulation].use_n++;
        w->todo[w->todo_n++] = i;
    }
    /* more than one thread for a pair if there are fewer pairs than threads */
    w->compare.thread_n = w->todo_n && w->todo_n < w->thread_n ? w->thread_n / w->todo_n : 1;
    w->progress =
        (struct fid_batch_progress){.total_n = w->todo_n, .kept_n = w->mine_n - w->todo_n};
    if (w->opts->hooks.progress)
        w->opts->hooks.progress (w->opts->hooks.ctx, &w->progress);
    return fid_parallel (w->todo_n, w->thread_n, compare_pair, w, err);
}

static bool
is_decided (const void *ctx, const char *file)
{
    const struct batch_pair *pair = fid_batch_named (ctx, file);
    return pair && pair->state != FID_BATCH_TODO;
}

/* Writes failed.tsv, and sorts the cache. */
static int
write_failures (const struct work *w, struct fid_error *err)
{
    const struct fid_batch *b = w->batch;
    struct fid_results now = {0};
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < b->pair_n; i++)
        if (b->pair[i].state == FID_BATCH_FAILED)
            rc = fid_results_fail (&now, b->run[b->pair[i].real].id,
                                   b->run[b->pair[i].emulation].id, NULL, b->pair[i].err.text,
                                   err);
    if (rc == 0) {
        fid_batch_write_begin (&w->opts->hooks);
        rc = fid_failures_write (w->results, &now, is_decided, b, err);
        if (rc == 0)
            rc = fid_cache_compact (w->results, err);
        fid_batch_write_end (&w->opts->hooks);
    }
    fid_results_clear (&now);
    return rc;
}

/* The calibration that the options name, or one made of the real runs of all pairs; NULL if no
 * workload repeats. */
static int
calibrate (const struct work *w, struct fid_calibration **out, struct fid_error *err)
{
    const struct fid_batch *b = w->batch;
    const struct fid_batch_opts *opts = w->opts;
    *out = NULL;
    if (opts->calibration)
        return fid_calibration_load (opts->calibration, out, err);
    if (opts->no_calibration)
        return 0;
    bool *is_real = calloc (b->run_n + 1, sizeof *is_real);
    const char **dir = calloc (b->run_n + 1, sizeof *dir);
    const char **id = calloc (b->run_n + 1, sizeof *id);
    char *path = fid_format (err, "%s/calibration.json", w->results);
    const char *why;
    size_t n = 0;
    int rc = !path ? -1 : is_real && dir && id ? 0 : fid_error_nomem (err);
    for (size_t i = 0; rc == 0 && i < b->pair_n; i++)
        is_real[b->pair[i].real] = true;
    for (size_t r = 0; rc == 0 && r < b->run_n; r++)
        if (is_real[r]) {
            id[n] = b->run[r].id;
            dir[n++] = b->run[r].dir;
        }
    if (rc == 0)
        rc = fid_calibrate_dirs (dir, id, n, &opts->run, &opts->compare, w->thread_n,
                                 &opts->hooks, out, &why, err);
    if (rc == 0 && *out)
        rc = fid_calibration_write (*out, path, &opts->hooks, err);
    else if (rc == 0)
        fid_batch_message (&opts->hooks, "%s", why);
    free (path);
    free (id);
    free (dir);
    free (is_real);
    return rc;
}

/* Forgets what an earlier fid_batch_run of the batch did. */
static void
reset (struct fid_batch *b)
{
    for (size_t i = 0; i < b->run_n; i++) {
        struct batch_run *run = &b->run[i];
        fid_run_destroy (run->run);
        *run = (struct batch_run){.dir = run->dir, .path = run->path, .id = run->id};
    }
    for (size_t i = 0; i < b->pair_n; i++) {
        b->pair[i].state = FID_BATCH_TODO;
        b->pair[i].err = (struct fid_error){0};
        b->pair[i].undecided = false;
    }
}

static void
summarize (const struct fid_batch *b, struct fid_batch_summary *s)
{
    for (size_t i = 0; i < b->pair_n; i++) {
        const struct batch_pair *pair = &b->pair[i];
        s->pair_n += pair->state != FID_BATCH_ELSEWHERE;
        s->kept_n += pair->state == FID_BATCH_KEPT;
        s->compared_n += pair->state == FID_BATCH_COMPARED;
        s->skipped_n += pair->state == FID_BATCH_SKIPPED;
        s->failed_n += pair->state == FID_BATCH_FAILED;
        if (pair->state == FID_BATCH_FAILED && pair->err.status != FID_EINPUT &&
            s->broken.status == FID_OK)
            s->broken = pair->err;
    }
}

/* Marks the pairs of other shares. */
static int
plan_shard (struct work *w, uint64_t *plan, struct fid_error *err)
{
    const struct fid_shard shard = w->opts->shard;
    if (fid_shard_remove (w->results, err) || /* it is complete only at the end */
        fid_shard_plan (w->batch, shard, w->thread_n, plan, err))
        return -1;
    *plan = fid_hash_bytes (w->key, strlen (w->key), *plan);
    *plan = fid_hash_bytes (w->method, strlen (w->method), *plan);
    if (!w->opts->calibration && !w->opts->no_calibration)
        fid_batch_message (&w->opts->hooks,
                           "each shard calibrates on all real runs; `fidlio calibrate' does it "
                           "once for all: give its file with --calibration");
    return 0;
}

/* What comes before comparing: names, folder, calibration, what is kept. */
static int
prepare (struct work *w, struct fid_calibration **calibration, uint64_t *plan,
         struct fid_error *err)
{
    struct fid_batch *b = w->batch;
    const struct fid_batch_opts *opts = w->opts;
    if (fid_batch_expand (b, w->thread_n, err) || fid_batch_cross (b, err) ||
        fid_batch_name (b, err) || fid_make_dirs (w->results, err) ||
        fid_cache_load (&w->cache, w->results, err) || calibrate (w, calibration, err))
        return -1;
    w->compare.calibration = *calibration;
    fid_compare_key (&opts->run, &w->compare, w->key);
    if (opts->shard.n && plan_shard (w, plan, err))
        return -1;
    return opts->force ? 0 : keep_pairs (w, err);
}

int
fid_batch_run (struct fid_batch *b, const struct fid_batch_opts *opts,
               struct fid_batch_summary *summary, struct fid_error *err)
{
    struct work w = {.batch = b, .opts = opts, .compare = opts->compare};
    struct fid_calibration *calibration = NULL;
    *summary = (struct fid_batch_summary){.broken.status = FID_OK};
    w.method = opts->method ? opts->method : fid_method ();
    w.thread_n = opts->thread_n ? opts->thread_n : fid_cpu_n ();
    if (fid_batch_is_empty (b))
        return fid_errorf (err, FID_EUSAGE, "no pair of runs to compare");
    pthread_mutex_init (&w.lock, NULL);
    pthread_cond_init (&w.read, NULL);
    reset (b);
    char *dir = opts->shard.n ? fid_shard_dir (opts->results, opts->shard, err) : NULL;
    w.results = dir ? dir : opts->results;
    uint64_t plan = 0;
    int rc = opts->shard.n && !dir ? -1 : prepare (&w, &calibration, &plan, err);
    if (rc == 0) {
        struct fid_error why;
        summary->calibrated = calibration != NULL;
        rc = compare_pairs (&w, &why);
        if (write_failures (&w, err))
            rc = -1;
        else if (rc)
            *err = why;
        summarize (b, summary);
        if (rc && err->status == FID_EPARTIAL)
            fid_errorf (err, FID_EPARTIAL, "cancelled: %zu of %zu pairs are not compared",
                        summary->pair_n - summary->compared_n - summary->kept_n -
                            summary->failed_n - summary->skipped_n,
                        summary->pair_n);
        if (rc == 0 && dir && summary->broken.status == FID_OK) {
            fid_batch_write_begin (&opts->hooks);
            rc = fid_shard_write (b, opts->shard, dir, plan, err);
            fid_batch_write_end (&opts->hooks);
        }
    }
    free (dir);
    free (w.todo);
    fid_cache_clear (&w.cache);
    fid_calibration_destroy (calibration);
    pthread_cond_destroy (&w.read);
    pthread_mutex_destroy (&w.lock);
    return rc;
}
