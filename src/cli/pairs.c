/* pairs.c - see pairs.h */
#include "config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/array.h"
#include "cli/pairs.h"
#include "cli/signals.h"
#include "readers/load.h"

/* What the threads share. */
struct work {
    struct fid_pairs *pairs;
    const struct fid_pairs_opts *opts;
    struct fid_compare_opts compare; /* opts->compare with threads */
    pthread_mutex_t lock;            /* of all below and of states in pairs */
    pthread_cond_t read;             /* a run is no longer READING */
    size_t next;                     /* pair, or run, to look at next */
    size_t done_n;
    struct fid_progress progress;
};

/* The last part of a path without trailing slashes, as fid_run_load names it. */
static char *
id_of (const char *path, struct fid_error *err)
{
    size_t n = strlen (path), from;
    while (n > 1 && path[n - 1] == '/')
        n--;
    for (from = n; from > 0 && path[from - 1] != '/';)
        from--;
    return fid_strndup (path + from, n - from, err);
}

int
fid_pairs_add_run (struct fid_pairs *p, const char *dir, size_t *index, struct fid_error *err)
{
    char *path = realpath (dir, NULL);
    for (size_t i = 0; i < p->run_n; i++)
        if (path && p->run[i].path ? strcmp (path, p->run[i].path) == 0
                                   : strcmp (dir, p->run[i].dir) == 0) {
            *index = i;
            free (path);
            return 0;
        }
    struct fid_pairs_run run = {.path = path};
    run.dir = fid_strdup (dir, err);
    run.id = id_of (path ? path : dir, err);
    if (!run.dir || !run.id ||
        fid_array_grow (&p->run, &p->run_cap, p->run_n + 1, sizeof *p->run, err)) {
        free (run.dir);
        free (run.id);
        free (path);
        return -1;
    }
    *index = p->run_n;
    p->run[p->run_n++] = run;
    return 0;
}

int
fid_pairs_add (struct fid_pairs *p, size_t real, size_t emulation, struct fid_error *err)
{
    struct fid_pairs_pair pair = {.real = real, .emulation = emulation};
    pair.name = fid_result_name (p->run[real].id, p->run[emulation].id, err);
    if (!pair.name)
        return -1;
    for (size_t i = 0; i < p->pair_n; i++) {
        const struct fid_pairs_pair *other = &p->pair[i];
        if (strcmp (other->name, pair.name) != 0)
            continue;
        free (pair.name);
        if (other->real == real && other->emulation == emulation)
            return 0;
        return fid_errorf (err, FID_EUSAGE,
                           "%s with %s and %s with %s have the same names and would write the "
                           "same file: rename one, or compare them apart",
                           p->run[other->real].dir, p->run[other->emulation].dir,
                           p->run[real].dir, p->run[emulation].dir);
    }
    if (fid_array_grow (&p->pair, &p->pair_cap, p->pair_n + 1, sizeof *p->pair, err)) {
        free (pair.name);
        return -1;
    }
    p->pair[p->pair_n++] = pair;
    return 0;
}

/* Why a run failed, told by its name, not by where it lies: the report says the
 * same on every machine. */
static void
fail_run (struct fid_pairs_run *run, const struct fid_error *why)
{
    size_t n = strlen (run->dir);
    if (strncmp (why->text, run->dir, n) == 0 && (why->text[n] == ':' || why->text[n] == '/'))
        fid_errorf (&run->err, why->status, "%s%s", run->id, why->text + n);
    else
        run->err = *why;
}

/* Load the run if nobody did.  Called with the lock, which it drops meanwhile. */
static void
read_run (struct work *w, struct fid_pairs_run *run)
{
    if (run->state != FID_RUN_UNREAD)
        return;
    run->state = FID_RUN_READING;
    pthread_mutex_unlock (&w->lock);
    struct fid_error err;
    struct fid_run *loaded = fid_run_load (run->dir, &w->opts->run, &err);
    pthread_mutex_lock (&w->lock);
    run->run = loaded;
    run->state = loaded ? FID_RUN_READ : FID_RUN_FAILED;
    if (!loaded)
        fail_run (run, &err);
    pthread_cond_broadcast (&w->read);
}

/* Count the pair off the run; returns what is to be freed, without the lock. */
static struct fid_run *
release (struct fid_pairs_run *run)
{
    struct fid_run *last = NULL;
    if (--run->use_n == 0) {
        last = run->run;
        run->run = NULL;
    }
    return last;
}

static void
remove_pair (const char *path)
{
    unlink (path);
    fid_companion_remove (path);
}

/* Threads for one pair: more than one where there are fewer pairs than threads. */
static size_t
threads_a_pair (size_t job_n, size_t pair_n)
{
    return pair_n && pair_n < job_n ? job_n / pair_n : 1;
}

static int
compare_pair (struct work *w, struct fid_pairs_pair *pair, const struct fid_run *real,
              const struct fid_run *emulation)
{
    const struct fid_pairs_opts *opts = w->opts;
    char *path = fid_format (&pair->err, "%s/%s", opts->results, pair->name);
    if (!path)
        return -1;
    cJSON *series = NULL;
    cJSON *doc = fid_compare (real, emulation, &opts->run, &w->compare, &pair->err);
    int rc = doc ? 0 : -1;
    if (rc == 0 && !opts->series.none) {
        struct fid_pair drawn;
        if (fid_pair_resolve (&drawn, real, emulation, &w->compare, &pair->err) == 0)
            series = fid_compare_series (&drawn, &opts->series.size, doc, &pair->err);
        rc = series ? 0 : -1;
    }
    fid_writing_begin ();
    if (rc == 0)
        rc = fid_result_write (path, doc, &pair->err);
    else if (pair->err.status == FID_EINPUT)
        remove_pair (path); /* an older result is not true any more */
    if (rc == 0)
        rc = fid_companion_write (&opts->series, path, series, &pair->err);
    fid_writing_end ();
    cJSON_Delete (series);
    cJSON_Delete (doc);
    free (path);
    return rc;
}

/* Failed before it could be compared. */
static void
drop_pair (const struct work *w, struct fid_pairs_pair *pair, const struct fid_error *why)
{
    pair->err = *why;
    struct fid_error unused;
    char *path = fid_format (&unused, "%s/%s", w->opts->results, pair->name);
    fid_writing_begin ();
    if (path && why->status == FID_EINPUT)
        remove_pair (path);
    fid_writing_end ();
    free (path);
}

static void *
compare_pairs (void *arg)
{
    struct work *w = arg;
    pthread_mutex_lock (&w->lock);
    while (w->next < w->pairs->pair_n) {
        struct fid_pairs_pair *pair = &w->pairs->pair[w->next++];
        if (pair->state == FID_PAIR_KEPT)
            continue;
        struct fid_pairs_run *real = &w->pairs->run[pair->real];
        struct fid_pairs_run *emulation = &w->pairs->run[pair->emulation];
        read_run (w, real);
        read_run (w, emulation);
        while (real->state == FID_RUN_READING || emulation->state == FID_RUN_READING)
            pthread_cond_wait (&w->read, &w->lock);
        struct fid_pairs_run *bad = real->state == FID_RUN_FAILED        ? real
                                    : emulation->state == FID_RUN_FAILED ? emulation
                                                                         : NULL;
        pthread_mutex_unlock (&w->lock);
        int rc = -1;
        if (bad)
            drop_pair (w, pair, &bad->err);
        else
            rc = compare_pair (w, pair, real->run, emulation->run);
        pthread_mutex_lock (&w->lock);
        pair->state = rc ? FID_PAIR_FAILED : FID_PAIR_DONE;
        fid_progress_step (&w->progress, ++w->done_n);
        struct fid_run *free1 = release (real), *free2 = release (emulation);
        pthread_mutex_unlock (&w->lock);
        fid_run_destroy (free1);
        fid_run_destroy (free2);
        pthread_mutex_lock (&w->lock);
    }
    pthread_mutex_unlock (&w->lock);
    return NULL;
}

static void *
hash_runs (void *arg)
{
    struct work *w = arg;
    pthread_mutex_lock (&w->lock);
    while (w->next < w->pairs->run_n) {
        struct fid_pairs_run *run = &w->pairs->run[w->next++];
        if (!run->hash_wanted)
            continue;
        pthread_mutex_unlock (&w->lock);
        struct fid_error unused;
        run->hashed = fid_run_hash (run->dir, &run->hash, &unused) == 0;
        pthread_mutex_lock (&w->lock);
    }
    pthread_mutex_unlock (&w->lock);
    return NULL;
}

/* Run f in the threads asked for. */
static int
in_parallel (struct work *w, void *(*f) (void *), struct fid_error *err)
{
    pthread_t *thread = calloc (w->opts->job_n, sizeof *thread);
    size_t n = 0;
    if (!thread)
        return fid_error_nomem (err);
    w->next = 0;
    while (n < w->opts->job_n && pthread_create (&thread[n], NULL, f, w) == 0)
        n++;
    for (size_t i = 0; i < n; i++)
        pthread_join (thread[i], NULL);
    free (thread);
    return n ? 0 : fid_errorf (err, FID_EINTERNAL, "no thread could be started");
}

/* Mark pairs whose results are as they would be made again. */
static int
keep_pairs (struct work *w, struct fid_error *err)
{
    struct fid_pairs *p = w->pairs;
    struct fid_result_head *old = calloc (p->pair_n + 1, sizeof *old); /* text NULL: none */
    char key[17];
    if (!old)
        return fid_error_nomem (err);
    fid_compare_key (&w->opts->run, &w->opts->compare, key);
    bool any = false;
    for (size_t i = 0; i < p->pair_n; i++) {
        struct fid_error unused;
        char *path = fid_format (&unused, "%s/%s", w->opts->results, p->pair[i].name);
        if (path && access (path, F_OK) == 0 && fid_result_head_load (&old[i], path, &unused))
            old[i].text = NULL;
        free (path);
        if (old[i].text && strcmp (old[i].key, key) == 0) {
            any = true;
            p->run[p->pair[i].real].hash_wanted = true;
            p->run[p->pair[i].emulation].hash_wanted = true;
        }
    }
    int rc = any ? in_parallel (w, hash_runs, err) : 0;
    for (size_t i = 0; i < p->pair_n; i++) {
        const struct fid_pairs_run *real = &p->run[p->pair[i].real];
        const struct fid_pairs_run *emulation = &p->run[p->pair[i].emulation];
        char hash[2][17];
        snprintf (hash[0], sizeof hash[0], "%016llx", (unsigned long long)real->hash);
        snprintf (hash[1], sizeof hash[1], "%016llx", (unsigned long long)emulation->hash);
        if (old[i].text && real->hashed && emulation->hashed && strcmp (old[i].key, key) == 0 &&
            strcmp (old[i].real.hash, hash[0]) == 0 &&
            strcmp (old[i].emulation.hash, hash[1]) == 0 &&
            fid_companion_fits (&w->opts->series, old[i].path, key, hash[0], hash[1]))
            p->pair[i].state = FID_PAIR_KEPT;
        fid_result_head_clear (&old[i]);
    }
    free (old);
    return rc;
}

int
fid_pairs_compare (struct fid_pairs *p, const struct fid_pairs_opts *opts,
                   struct fid_error *err)
{
    struct work w = {.pairs = p, .opts = opts};
    size_t todo_n = 0;
    pthread_mutex_init (&w.lock, NULL);
    pthread_cond_init (&w.read, NULL);
    int rc = opts->force ? 0 : keep_pairs (&w, err);
    for (size_t i = 0; i < p->pair_n; i++)
        if (p->pair[i].state != FID_PAIR_KEPT) {
            p->run[p->pair[i].real].use_n++;
            p->run[p->pair[i].emulation].use_n++;
            todo_n++;
        }
    w.compare = opts->compare;
    w.compare.thread_n = threads_a_pair (opts->job_n, todo_n);
    fid_progress_start (&w.progress, todo_n, opts->progress);
    if (rc == 0 && todo_n)
        rc = in_parallel (&w, compare_pairs, err);
    fid_progress_end (&w.progress);
    pthread_cond_destroy (&w.read);
    pthread_mutex_destroy (&w.lock);
    return rc;
}

void
fid_pairs_clear (struct fid_pairs *p)
{
    for (size_t i = 0; i < p->run_n; i++) {
        fid_run_destroy (p->run[i].run);
        free (p->run[i].dir);
        free (p->run[i].path);
        free (p->run[i].id);
    }
    for (size_t i = 0; i < p->pair_n; i++)
        free (p->pair[i].name);
    free (p->run);
    free (p->pair);
    *p = (struct fid_pairs){0};
}
