/* calibrate_runs.c - see calibrate_runs.h */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "base/jsonbuild.h"
#include "base/parallel.h"
#include "batch/calibrate_runs.h"
#include "batch/hooks.h"

struct loading {
    const char *const *dir, *const *id;
    const struct fid_kept *kept;
    const struct fid_run_opts *opts;
    const struct fid_batch_hooks *hooks;
    pthread_mutex_t lock; /* of cancelled */
    uint64_t *hash;       /* borrowed; NULL: not wanted */
    struct fid_run **run; /* owned; NULL: could not be read */
    struct fid_error *why;
};

static int
load_run (void *ctx, size_t i, struct fid_error *err)
{
    struct loading *l = ctx;
    pthread_mutex_lock (&l->lock);
    bool cancelled = fid_batch_cancelled (l->hooks);
    pthread_mutex_unlock (&l->lock);
    if (cancelled)
        return fid_errorf (err, FID_EPARTIAL, "cancelled before any pair was compared");
    struct fid_run_opts opts = *l->opts;
    opts.keep_going = false; /* nothing is measured against a part of a run */
    l->run[i] = fid_kept_load (l->kept, l->dir[i], &opts, &l->why[i]);
    if (!l->run[i] && l->why[i].status != FID_EINPUT && !l->opts->keep_going) {
        /* without it the noise is another */
        *err = l->why[i];
        return -1;
    }
    return l->run[i] && l->id ? fid_run_rename (l->run[i], l->id[i], err) : 0;
}

/* Why a run cannot be used besides the n before it; NULL if it can. */
static const char *
unfit (struct fid_run *const *run, size_t n, const struct fid_run *one)
{
    if (!one->workload[0])
        return "its workload is not known (a meta.json can name it)";
    for (size_t i = 0; i < n; i++)
        if (run[i]->hash == one->hash)
            return "another run holds the same traces";
    return NULL;
}

/* Moves the runs that can be used to the front; returns how many there are. */
static size_t
select_runs (struct loading *l, size_t dir_n)
{
    size_t n = 0;
    for (size_t i = 0; i < dir_n; i++) {
        struct fid_run *run = l->run[i];
        const char *bad = run ? unfit (l->run, n, run) : NULL;
        l->run[i] = NULL;
        if (!run)
            fid_batch_message (l->hooks, "left out of the calibration: %s", l->why[i].text);
        else if (bad)
            fid_batch_message (l->hooks, "left out of the calibration: %s: %s", run->id, bad);
        if (l->hash)
            l->hash[i] = run && !bad ? run->hash : 0;
        if (run && !bad)
            l->run[n++] = run;
        else
            fid_run_destroy (run);
    }
    return n;
}

/* Whether some workload has two runs. */
static bool
has_repeats (struct fid_run *const *run, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp (run[i]->workload, run[j]->workload) == 0)
                return true;
    return false;
}

int
fid_calibrate_dirs (const char *const *dir, const char *const *id, size_t dir_n,
                    const struct fid_kept *kept, const struct fid_run_opts *run_opts,
                    const struct fid_compare_opts *opts, size_t thread_n,
                    const struct fid_batch_hooks *hooks, uint64_t *hash,
                    struct fid_calibration **out, const char **why, struct fid_error *err)
{
    struct loading l = {
        .dir = dir, .id = id, .kept = kept, .opts = run_opts, .hooks = hooks, .hash = hash};
    l.run = calloc (dir_n + 1, sizeof *l.run);
    l.why = calloc (dir_n + 1, sizeof *l.why);
    *out = NULL;
    *why = "";
    pthread_mutex_init (&l.lock, NULL);
    int rc = l.run && l.why ? fid_parallel (dir_n, thread_n, load_run, &l, err)
                            : fid_error_nomem (err);
    pthread_mutex_destroy (&l.lock);
    size_t n = rc == 0 ? select_runs (&l, dir_n) : dir_n;
    if (rc == 0 && !has_repeats (l.run, n))
        *why = "no workload has repeats of its real run: noise is taken as 0; record the same "
               "job again to know how far its repeats are apart";
    else if (rc == 0)
        rc = fid_calibrate ((const struct fid_run *const *)l.run, n, run_opts, opts, thread_n,
                            out, err);
    for (size_t i = 0; l.run && i < n; i++)
        fid_run_destroy (l.run[i]);
    free (l.run);
    free (l.why);
    return rc;
}

int
fid_calibration_write (const struct fid_calibration *c, const char *path,
                       const struct fid_batch_hooks *hooks, struct fid_error *err)
{
    cJSON *doc = fid_calibration_json (c, err);
    fid_batch_write_begin (hooks);
    int rc = doc ? fid_json_save (doc, path, err) : -1;
    fid_batch_write_end (hooks);
    cJSON_Delete (doc);
    return rc;
}
