/* SPDX-License-Identifier: GPL-3.0-or-later */
/* work.c - see work.h */
#include "base/parallel.h"
#include "batch/compare_pair.h"
#include "batch/work.h"
#include "job/of_run.h"
#include "readers/load.h"

#define AHEAD 1000 /* pairs among which a waiting thread looks for a run to read */

void fid_work_init (struct fid_work *w)
{
    pthread_mutex_init (&w->lock, NULL);
    pthread_mutex_init (&w->operators, NULL);
    pthread_cond_init (&w->read, NULL);
}

void fid_work_clear (struct fid_work *w)
{
    fid_cache_clear (&w->cache);
    fid_cache_clear (&w->whole);
    free (w->digests);
    pthread_cond_destroy (&w->read);
    pthread_mutex_destroy (&w->operators);
    pthread_mutex_destroy (&w->lock);
}

void fid_work_have (struct batch_run *run, struct fid_run *loaded)
{
    run->run = loaded;
    run->state = RUN_READ;
    snprintf (run->hash, sizeof run->hash, "%016" PRIx64, loaded->hash);
}

/* Loads the run unless another thread does.  Releases the lock meanwhile. */
static void read_run (struct fid_work *w, struct batch_run *run)
{
    if (run->state != RUN_UNREAD)
        return;
    run->state = RUN_READING;
    pthread_mutex_unlock (&w->lock);
    struct fid_error err;
    struct fid_run *loaded = fid_kept_load (&w->kept, run->dir, &w->opts->run, &err);
    bool gone = !loaded && !fid_run_is_there (run->dir);
    if (loaded && fid_run_rename (loaded, run->id, &err)) {
        fid_run_destroy (loaded);
        loaded = NULL;
    }
    pthread_mutex_lock (&w->lock);
    run->state = RUN_FAILED;
    run->gone = gone;
    if (loaded)
        fid_work_have (run, loaded);
    else {
        /* the text names the run, not its path: the report is the same on every machine */
        const char *rest = fid_error_after (err.text, run->dir, strlen (run->dir));
        if (rest)
            fid_errorf (&run->err, err.status, "%s%s", run->id, rest);
        else
            run->err = err;
    }
    pthread_cond_broadcast (&w->read);
}

/* Notes that a pair of the run is done; returns a run that is not needed any more, to be
 * destroyed without the lock, or NULL. */
static struct fid_run *release_run (struct batch_run *run)
{
    if (--run->use_n || run->state != RUN_READ)
        return NULL;
    struct fid_run *out = run->run;
    run->run = NULL;
    run->state = RUN_UNREAD;
    return out;
}

/* Whether a complete result is there. */
static bool has_complete (const char *path)
{
    struct fid_error unused;
    struct fid_result_head head;
    if (fid_result_head_load (&head, path, &unused))
        return false;
    bool complete = !head.incomplete;
    fid_result_head_clear (&head);
    return complete;
}

/* Writes the incomplete result of a pair whose files could not all be read, unless a complete
 * one exists.  The pair counts as failed, so that the next batch compares it again. */
static int write_incomplete (const struct fid_work *w, const char *path,
                             const struct fid_compared *c, struct fid_error *err)
{
    bool better = has_complete (path);
    if (!better)
        FID_TRY (fid_pair_files_write (path, w->opts->results, c->result, c->series, err));
    return fid_errorf (err, FID_EINPUT, "%s: %s", better ? "not compared again" : "incomplete",
                       c->result->head.incomplete);
}

static int compare_runs (struct fid_work *w, struct batch_run *real,
                         struct batch_run *emulation, struct fid_compared *out,
                         struct fid_error *err)
{
    const struct fid_series_opts *series = &w->opts->series;
    const struct fid_comparing how = {.run = &w->opts->run,
                                      .compare = &w->compare,
                                      .series = series->none ? NULL : &series->size,
                                      .dir = {real->dir, emulation->dir},
                                      .operators = {&real->operators, &emulation->operators},
                                      .lock = &w->operators};
    const struct fid_run *a = real->run, *b = emulation->run;
    return fid_compare_pair (&how, &a, 1, &b, 1, out, err);
}

/* Refuses copies of one recording on both sides: held against itself it is right, which would
 * make the mean error smaller. */
static int refuse_copies (const struct batch_run *real, const struct batch_run *emulation,
                          struct fid_error *err)
{
    const struct fid_run_job *a = fid_job_of_run (real->run, err),
                             *b = fid_job_of_run (emulation->run, err);
    FID_TRY (!a || !b);
    return a->job.calls && a->job.calls == b->job.calls
               ? fid_errorf (err, FID_EINPUT,
                             "%s holds the same calls as %s, to the nanosecond: a copy; name "
                             "the recording on one side",
                             emulation->dir, real->dir)
               : 0;
}

/* Compares a pair, or fails with `why`, and updates its files. */
static int finish_pair (struct fid_work *w, struct batch_pair *pair, struct batch_run *real,
                        struct batch_run *emulation, const struct fid_error *why,
                        struct fid_error *err)
{
    const struct fid_cache_origin origin = {w->key, w->method, real->hash, emulation->hash};
    FID_SCOPED (fid_compared_clear) struct fid_compared c = {0};
    FID_FREED char *path = fid_format (err, "%s/%s", w->results, pair->name);
    FID_TRY (!path);
    if (why)
        *err = *why;
    int rc = why || (pair->crossed && refuse_copies (real, emulation, err))
                 ? -1
                 : compare_runs (w, real, emulation, &c, err);
    const bool compared = !rc;
    pair->undecided = !compared && (real->gone || emulation->gone || err->status != FID_EINPUT);
    if (compared && c.result->head.incomplete)
        rc = write_incomplete (w, path, &c, err);
    else if (compared)
        rc = fid_pair_files_write (path, w->opts->results, c.result, c.series, err);
    else if (!pair->undecided)
        fid_pair_files_remove (
            path, w->opts->results); /* what an older batch wrote no longer holds */
    if (rc == 0)
        rc = fid_cache_append (&w->cache, pair->name, &origin, false, err);
    pair->undecided |= compared && rc;
    return rc;
}

/* Whether the pair is left out because its runs name different workloads. */
static bool is_foreign (const struct fid_work *w, const struct batch_pair *pair,
                        const struct batch_run *real, const struct batch_run *emulation)
{
    return pair->crossed && !w->opts->all_workloads && real->run && emulation->run &&
           real->run->workload[0] && emulation->run->workload[0] &&
           strcmp (real->run->workload, emulation->run->workload) != 0;
}

struct list {
    struct fid_work *w;
    const size_t *pair;
    size_t n;
};

/* Reads the next run that the pairs behind the i-th one need and nobody reads, which the thread
 * would otherwise wait for later.  There is room for one of each thread.  Returns false if
 * there is none to read.  Releases the lock meanwhile. */
static bool read_ahead (const struct list *list, size_t i)
{
    struct fid_work *w = list->w;
    for (size_t k = i + 1; k < list->n && k <= i + AHEAD && w->ahead_n < w->thread_n; k++) {
        const struct batch_pair *pair = &w->batch->pair[list->pair[k]];
        struct batch_run *real = &w->batch->run[pair->real];
        struct batch_run *run =
            real->state == RUN_UNREAD && real->use_n ? real : &w->batch->run[pair->emulation];
        if (run->state != RUN_UNREAD || !run->use_n) /* or its pairs are done */
            continue;
        run->ahead = true;
        w->ahead_n++;
        read_run (w, run);
        return true;
    }
    return false;
}

/* Reads a run that a pair needs now, unless that is done or being done. */
static void read_now (struct fid_work *w, struct batch_run *run)
{
    w->ahead_n -= run->ahead;
    run->ahead = false;
    read_run (w, run);
}

/* Waits until both runs of the i-th pair are read, or cannot be.  -1: cancelled. */
static int read_both (const struct list *list, size_t i, struct batch_run *real,
                      struct batch_run *emulation, struct fid_error *err)
{
    struct fid_work *w = list->w;
    pthread_mutex_lock (&w->lock);
    bool cancelled = fid_batch_cancelled (&w->opts->hooks);
    if (!cancelled) {
        read_now (w, real);
        read_now (w, emulation);
    }
    while (!cancelled && (real->state == RUN_READING || emulation->state == RUN_READING)) {
        if (!read_ahead (list, i))
            pthread_cond_wait (&w->read, &w->lock);
        cancelled = fid_batch_cancelled (&w->opts->hooks);
    }
    pthread_mutex_unlock (&w->lock);
    return cancelled ? fid_errorf (err, FID_EPARTIAL, "cancelled") : 0;
}

static int compare_pair (void *ctx, size_t i, struct fid_error *err)
{
    const struct list *list = ctx;
    struct fid_work *w = list->w;
    struct batch_pair *pair = &w->batch->pair[list->pair[i]];
    struct batch_run *real = &w->batch->run[pair->real];
    struct batch_run *emulation = &w->batch->run[pair->emulation];
    FID_TRY (read_both (list, i, real, emulation, err));
    const struct fid_error *why = real->state == RUN_FAILED        ? &real->err
                                  : emulation->state == RUN_FAILED ? &emulation->err
                                                                   : NULL;
    bool foreign = is_foreign (w, pair, real, emulation);
    struct fid_error failed;
    const struct fid_cache_origin origin = {w->key, w->method, real->hash, emulation->hash};
    int rc = foreign ? fid_cache_append (&w->cache, pair->name, &origin, true, &failed)
                     : finish_pair (w, pair, real, emulation, why, &failed);
    if (rc) {
        if (!pair->err)
            pair->err = malloc (sizeof *pair->err);
        if (pair->err)
            *pair->err = failed;
    }
    enum fid_batch_state state = rc        ? FID_BATCH_FAILED
                                 : foreign ? FID_BATCH_SKIPPED
                                           : FID_BATCH_COMPARED;
    const struct fid_batch_hooks *hooks = &w->opts->hooks;
    pthread_mutex_lock (&w->lock);
    w->batch->pair[list->pair[i]].state = state;
    w->progress.done_n++;
    w->progress.failed_n += state == FID_BATCH_FAILED;
    if (hooks->progress)
        hooks->progress (hooks->ctx, &w->progress);
    pthread_mutex_unlock (&w->lock);
    pthread_mutex_lock (&w->lock);
    struct fid_run *last[2] = {release_run (real), release_run (emulation)};
    pthread_mutex_unlock (&w->lock);
    fid_run_destroy (last[0]);
    fid_run_destroy (last[1]);
    return 0;
}

int fid_work_pairs (struct fid_work *w, const size_t *pair, size_t pair_n,
                    struct fid_error *err)
{
    struct list list = {w, pair, pair_n};
    struct fid_batch *b = w->batch;
    pthread_mutex_lock (&w->lock);
    for (size_t i = 0; i < pair_n; i++) {
        b->run[b->pair[pair[i]].real].use_n++;
        b->run[b->pair[pair[i]].emulation].use_n++;
    }
    for (size_t i = 0; i < b->run_n; i++)
        if (b->run[i].state == RUN_READ && !b->run[i].use_n) {
            fid_run_destroy (b->run[i].run);
            b->run[i].run = NULL;
            b->run[i].state = RUN_UNREAD;
        }
    pthread_mutex_unlock (&w->lock);
    return fid_parallel (pair_n, w->thread_n, compare_pair, &list, err);
}
