/* SPDX-License-Identifier: GPL-3.0-or-later */
/* calibrate_runs.c - see calibrate_runs.h */
#include "base/parallel.h"
#include "batch/batch_priv.h"
#include "batch/calibrate_runs.h"
#include "job/of_run.h"

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

static int load_run (void *ctx, size_t i, struct fid_error *err)
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
static const char *why_unfit (struct fid_run *const *run, size_t n, const struct fid_run *one)
{
    if (!one->workload[0])
        return "its workload is unknown (a meta.json can name it)";
    for (size_t i = 0; i < n; i++)
        if (run[i]->hash == one->hash)
            return "an earlier run holds the same traces";
    return NULL;
}

/* Moves the runs that can be used to the front; returns how many there are. */
static size_t select_runs (struct loading *l, size_t dir_n)
{
    size_t n = 0;
    for (size_t i = 0; i < dir_n; i++) {
        struct fid_run *run = l->run[i];
        const char *bad = run ? why_unfit (l->run, n, run) : NULL;
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

/* Leaves out run i, with a message. */
static void leave_out (struct loading *l, size_t dir_n, size_t i, const char *why)
{
    fid_batch_message (l->hooks, "left out of the calibration: %s", why);
    for (size_t k = 0; l->hash && k < dir_n; k++)
        if (l->hash[k] == l->run[i]->hash)
            l->hash[k] = 0;
    fid_run_destroy (l->run[i]);
    l->run[i] = NULL;
}

/* Holds the runs of the workload of run `first' against each other (model/agree.h): outliers are
 * left out, and all of them if nobody knows which is wrong. */
static int hold_repeats (struct loading *l, size_t dir_n, size_t n, size_t first,
                         struct fid_error *err)
{
    const struct fid_run **mine = malloc (n * sizeof *mine);
    size_t *at = malloc (n * sizeof *at), mine_n = 0;
    FID_SCOPED (fid_agreement_clear) struct fid_agreement a = {.odd = NULL};
    char text[300], why[400];
    int rc = mine && at ? 0 : fid_error_nomem (err);
    for (size_t i = first; i < n && !rc; i++)
        if (l->run[i] && strcmp (l->run[i]->workload, l->run[first]->workload) == 0) {
            at[mine_n] = i;
            mine[mine_n++] = l->run[i];
        }
    if (!rc)
        rc = fid_runs_agree (&a, mine, mine_n, err);
    for (size_t k = 0; k < a.odd_n && !rc; k++) {
        size_t i = a.odd[k].run;
        leave_out (l, dir_n, at[i],
                   fid_odd_repeat_text (&a.odd[k], mine[i]->id, NULL, text, sizeof text));
    }
    if (!rc && a.differ) {
        fid_odd_repeat_text (&a.by, mine[a.by.run]->id,
                             a.by.other < mine_n ? mine[a.by.other]->id : NULL, text,
                             sizeof text);
        snprintf (why, sizeof why, "the real runs of %s differ: %s", mine[a.by.run]->workload,
                  text);
        for (size_t k = 0; k < mine_n; k++)
            if (l->run[at[k]])
                leave_out (l, dir_n, at[k], why);
    }
    FID_FREE (mine, at);
    return rc;
}

/* The same of all workloads; the runs that are left are at the front.  Writes how many.  To judge
 * those that are left of a workload again changes nothing. */
static int hold_all_repeats (struct loading *l, size_t dir_n, size_t *n, struct fid_error *err)
{
    size_t kept_n = 0;
    for (size_t i = 0; i < *n; i++) {
        bool first = l->run[i] != NULL;
        for (size_t j = 0; j < i && first; j++)
            first = !l->run[j] || strcmp (l->run[j]->workload, l->run[i]->workload) != 0;
        if (first)
            FID_TRY (hold_repeats (l, dir_n, *n, i, err));
    }
    for (size_t i = 0; i < *n; i++)
        if (l->run[i])
            l->run[kept_n++] = l->run[i];
    *n = kept_n;
    return 0;
}

/* Whether some workload has two runs. */
static bool has_repeats (struct fid_run *const *run, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp (run[i]->workload, run[j]->workload) == 0)
                return true;
    return false;
}

#define LOADED_ROWS ((size_t)1 << 22) /* 64 MB */

int fid_calibrate_dirs (const char *const *dir, const char *const *id, size_t dir_n,
                        const struct fid_kept *kept, const struct fid_run_opts *run_opts,
                        const struct fid_compare_opts *opts, size_t thread_n,
                        const struct fid_batch_hooks *hooks, uint64_t *hash,
                        struct fid_run **loaded, struct fid_calibration **out, const char **why,
                        struct fid_error *err)
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
    if (rc == 0)
        rc = hold_all_repeats (&l, dir_n, &n, err);
    if (rc == 0 && !has_repeats (l.run, n))
        *why = "no workload has repeats of its real run: noise is taken as 0; record the same "
               "job again to know how far its repeats are apart";
    else if (rc == 0)
        rc = fid_calibrate ((const struct fid_run *const *)l.run, n, run_opts, opts, thread_n,
                            out, err);
    if (loaded && rc == 0) {
        size_t row_n = 0;
        for (size_t i = 0; i < n; i++)
            for (size_t k = 0; k < dir_n && l.run[i]; k++)
                if (strcmp (l.run[i]->id, l.id[k]) == 0 &&
                    (row_n += l.run[i]->events.row_n) <= LOADED_ROWS) {
                    loaded[k] = l.run[i];
                    l.run[i] = NULL;
                }
    }
    for (size_t i = 0; l.run && i < n; i++)
        fid_run_destroy (l.run[i]);
    FID_FREE (l.run, l.why);
    return rc;
}

int fid_calibration_write (const struct fid_calibration *c, const char *path, const char *below,
                           struct fid_error *err)
{
    FID_SCOPED (fid_json_freed) cJSON *doc = fid_calibration_json (c, err);
    return doc ? fid_json_save (doc, path, below, err) : -1;
}
