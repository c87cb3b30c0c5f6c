/* ranks.c - see ranks.h */
#include "config.h"
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "base/array.h"
#include "base/hash.h"
#include "base/jsonread.h"
#include "batch/hooks.h"
#include "batch/ranks.h"
#include "batch/tasks.h"
#include "batch/work.h"
#include "compare/calibration.h"

/* --- messages */

static int
send_doc (const struct fid_ranks *ranks, size_t to, struct fid_doc *d, struct fid_error *err)
{
    cJSON *doc = fid_doc_end (d, err);
    char *text = doc ? fid_json_text (doc, err) : NULL;
    int rc = text ? ranks->send (to, text, strlen (text)) : -1;
    if (text && rc)
        rc = fid_errorf (err, FID_EINTERNAL, "rank %zu cannot be reached", to);
    free (text);
    cJSON_Delete (doc);
    return rc;
}

/* Sends {key: true}. */
static int
send_word (const struct fid_ranks *ranks, size_t to, const char *key, struct fid_error *err)
{
    struct fid_doc d;
    fid_doc_begin (&d);
    fid_doc_bool (&d, d.root, key, true);
    return send_doc (ranks, to, &d, err);
}

static void
add_error (struct fid_doc *d, const struct fid_error *e)
{
    fid_doc_number (d, d->root, "status", (double)e->status);
    fid_doc_text (d, d->root, "text", e->text);
}

static void
read_error (const cJSON *doc, struct fid_error *e)
{
    double status = FID_EINTERNAL;
    const char *text = fid_get_string (doc, "text");
    fid_get_amount (doc, "status", FID_EOPEN, &status);
    fid_errorf (e, (enum fid_status)status, "%s", text ? text : "unknown error");
}

void
fid_ranks_refuse (const struct fid_ranks *ranks, const struct fid_error *why)
{
    struct fid_doc d;
    struct fid_error unused;
    fid_doc_begin (&d);
    add_error (&d, why);
    send_doc (ranks, 0, &d, &unused);
}

static void
nap (void)
{
    const struct timespec ms = {.tv_nsec = 1000000};
    nanosleep (&ms, NULL);
}

/* The next message as a document; NULL with *err.status FID_OK: there is none now. */
static cJSON *
receive (const struct fid_ranks *ranks, size_t *from, struct fid_error *err)
{
    char *text = NULL;
    size_t n = 0;
    err->status = FID_OK;
    int rc = ranks->receive (from, &text, &n);
    if (rc < 0)
        fid_errorf (err, FID_EINTERNAL, "the other ranks cannot be reached");
    cJSON *doc = rc > 0 ? fid_json_parse (text, n, "message of a rank", err) : NULL;
    free (text);
    return doc;
}

/* The hash of the names of all pairs, which all ranks have to agree on. */
static uint64_t
hash_names (const struct fid_batch *b)
{
    uint64_t hash = fid_hash_number (b->pair_n, 0);
    for (size_t i = 0; i < b->pair_n; i++)
        hash = fid_hash_bytes (b->pair[i].name, strlen (b->pair[i].name), hash);
    return hash;
}

/* --- rank 0 */

struct lead {
    struct fid_work *w;
    const char *calibration;
    pthread_mutex_t lock; /* of all below but locale and away_n */
    locale_t locale;
    struct fid_tasks tasks;
    bool here_done, failed;
    struct fid_error why; /* the first failure */
    size_t away_n;        /* ranks that have not been told that it ends */
};

static void
fail (struct lead *l, const struct fid_error *why)
{
    pthread_mutex_lock (&l->lock);
    if (!l->failed)
        l->why = *why;
    l->failed = true;
    pthread_mutex_unlock (&l->lock);
}

/* The pairs of the next task of a rank, in pair[] with room for all; 0: there is none. */
static size_t
take (struct lead *l, size_t rank, size_t *pair)
{
    pthread_mutex_lock (&l->lock);
    size_t n = l->failed ? 0 : fid_tasks_take (&l->tasks, rank, pair);
    pthread_mutex_unlock (&l->lock);
    return n;
}

/* Works through tasks on this rank. */
static void *
work_here (void *arg)
{
    struct lead *l = arg;
    struct fid_error err;
    size_t *pair = malloc ((l->tasks.plan.n + 1) * sizeof *pair), n;
    uselocale (l->locale);
    if (!pair) {
        fid_error_nomem (&err);
        fail (l, &err);
    }
    while (pair && (n = take (l, 0, pair)))
        if (fid_work_pairs (l->w, pair, n, &err))
            fail (l, &err);
    free (pair);
    pthread_mutex_lock (&l->lock);
    l->here_done = true;
    pthread_mutex_unlock (&l->lock);
    return NULL;
}

/* Tells a rank with what to begin. */
static int
begin (struct lead *l, size_t to, const cJSON *doc, struct fid_error *err)
{
    uint64_t names;
    struct fid_doc d;
    if (!fid_hash_read (fid_get_string (doc, "names"), &names) ||
        names != hash_names (l->w->batch)) {
        l->away_n--;
        if (send_word (l->w->opts->ranks, to, "end", err))
            return -1;
        return fid_errorf (
            err, FID_EINPUT,
            "rank %zu finds other runs than rank 0: are the directories the same "
            "on all machines?",
            to);
    }
    fid_doc_begin (&d);
    fid_doc_text (&d, d.root, "key", l->w->key);
    fid_doc_text (&d, d.root, "method", l->w->method);
    fid_doc_text (&d, d.root, "calibration", l->calibration);
    return send_doc (l->w->opts->ranks, to, &d, err);
}

static int
send_task (struct lead *l, size_t to, struct fid_error *err)
{
    struct fid_doc d;
    size_t *pair = malloc ((l->tasks.plan.n + 1) * sizeof *pair);
    if (!pair)
        return fid_error_nomem (err);
    size_t n = take (l, to, pair);
    fid_doc_begin (&d);
    cJSON *list = n ? fid_doc_list (&d, d.root, "pairs") : NULL;
    for (size_t i = 0; i < n; i++)
        fid_doc_number (&d, list, NULL, (double)pair[i]);
    if (!n) {
        fid_doc_bool (&d, d.root, "end", true);
        l->away_n--;
    }
    free (pair);
    return send_doc (l->w->opts->ranks, to, &d, err);
}

/* What a rank says of a pair. */
static int
note_pair (struct lead *l, const cJSON *doc, double pair, struct fid_error *err)
{
    struct fid_batch *b = l->w->batch;
    double state = -1;
    if (pair >= (double)b->pair_n ||
        !fid_get_amount (doc, "state", FID_BATCH_ELSEWHERE, &state))
        return fid_errorf (err, FID_EINTERNAL, "a rank says something of pair %g", pair);
    struct batch_pair *p = &b->pair[(size_t)pair];
    p->undecided = cJSON_IsTrue (fid_get (doc, "undecided"));
    if (state == FID_BATCH_FAILED) {
        struct fid_error why;
        read_error (doc, &why);
        fid_pair_fail (p, &why);
    }
    fid_work_done (l->w, (size_t)pair, (enum fid_batch_state)state);
    return 0;
}

static int
answer (struct lead *l, size_t from, const cJSON *doc, struct fid_error *err)
{
    const char *line = cJSON_GetStringValue (fid_get (doc, "line"));
    double pair;
    if (fid_get (doc, "names"))
        return begin (l, from, doc, err);
    if (fid_get (doc, "next"))
        return send_task (l, from, err);
    if (line) {
        fid_batch_write_begin (&l->w->opts->hooks);
        char *whole = fid_format (err, "%s\n", line);
        int rc = whole ? fid_cache_append_line (&l->w->cache, whole, err) : -1;
        free (whole);
        fid_batch_write_end (&l->w->opts->hooks);
        return rc;
    }
    if (fid_get_amount (doc, "pair", 1e15, &pair))
        return note_pair (l, doc, pair, err);
    struct fid_error said;
    read_error (doc, &said);
    l->away_n--;
    return fid_errorf (err, said.status, "rank %zu: %s", from, said.text);
}

/* Answers the other ranks until all have ended, and this one. */
static void
serve (struct lead *l)
{
    struct fid_error err;
    bool here_done = false;
    while (l->away_n || !here_done) {
        size_t from;
        cJSON *doc = receive (l->w->opts->ranks, &from, &err);
        if (doc && answer (l, from, doc, &err))
            fail (l, &err);
        else if (!doc && err.status != FID_OK) {
            fail (l, &err);
            return;
        }
        if (!doc)
            nap ();
        cJSON_Delete (doc);
        pthread_mutex_lock (&l->lock);
        here_done = l->here_done;
        pthread_mutex_unlock (&l->lock);
    }
}

int
fid_ranks_lead (struct fid_work *w, const char *calibration, struct fid_error *err)
{
    struct lead l = {.w = w,
                     .calibration = calibration,
                     .away_n = w->opts->ranks->n - 1,
                     .locale = uselocale ((locale_t)0)};
    pthread_t here;
    pthread_mutex_init (&l.lock, NULL);
    w->hold_n = FID_TASK_HOLD + w->thread_n;
    int rc = fid_tasks_make (&l.tasks, w->batch, w->progress.total_n, w->opts->ranks->n,
                             w->thread_n, err);
    if (rc == 0 && pthread_create (&here, NULL, work_here, &l))
        rc = fid_errorf (err, FID_EINTERNAL, "no thread can be started");
    if (rc == 0) {
        serve (&l);
        pthread_join (here, NULL);
        rc = l.failed ? -1 : 0;
        if (rc)
            *err = l.why;
    } else {
        fid_ranks_dismiss (w->opts->ranks);
    }
    pthread_mutex_destroy (&l.lock);
    fid_tasks_clear (&l.tasks);
    return rc;
}

void
fid_ranks_dismiss (const struct fid_ranks *ranks)
{
    struct fid_error unused;
    for (size_t away_n = ranks->n - 1; away_n;) {
        size_t from;
        cJSON *doc = receive (ranks, &from, &unused);
        if (!doc && unused.status != FID_OK)
            return;
        if (!doc)
            nap ();
        else if (fid_get (doc, "names"))
            send_word (ranks, from, "end", &unused);
        away_n -= doc != NULL;
        cJSON_Delete (doc);
    }
}

/* --- the others */

struct follow {
    struct fid_work *w;
    const struct fid_ranks *ranks;
    pthread_mutex_t lock; /* of sending */
};

static int
tell (struct follow *f, struct fid_doc *d, struct fid_error *err)
{
    pthread_mutex_lock (&f->lock);
    int rc = send_doc (f->ranks, 0, d, err);
    pthread_mutex_unlock (&f->lock);
    return rc;
}

static int
tell_line (void *ctx, const char *line, struct fid_error *err)
{
    struct fid_doc d;
    char *text = fid_strndup (line, strcspn (line, "\n"), err);
    if (!text)
        return -1;
    fid_doc_begin (&d);
    fid_doc_text (&d, d.root, "line", text);
    free (text);
    return tell (ctx, &d, err);
}

static int
tell_pair (void *ctx, size_t pair, struct fid_error *err)
{
    struct follow *f = ctx;
    const struct batch_pair *p = &f->w->batch->pair[pair];
    struct fid_doc d;
    fid_doc_begin (&d);
    fid_doc_number (&d, d.root, "pair", (double)pair);
    fid_doc_number (&d, d.root, "state", (double)p->state);
    fid_doc_bool (&d, d.root, "undecided", p->undecided);
    if (p->state == FID_BATCH_FAILED) {
        const struct fid_error why = fid_pair_why (p);
        add_error (&d, &why);
    }
    return tell (f, &d, err);
}

/* Asks rank 0 and waits for its answer; NULL after an error. */
static cJSON *
ask (struct follow *f, struct fid_doc *d, struct fid_error *err)
{
    size_t from;
    cJSON *doc = NULL;
    if (tell (f, d, err))
        return NULL;
    do {
        doc = receive (f->ranks, &from, err);
        if (!doc && err->status == FID_OK)
            nap ();
    } while (!doc && err->status == FID_OK);
    return doc;
}

/* Sets up the same work as rank 0; *end is true if there is no work. */
static int
start (struct follow *f, struct fid_calibration **calibration, bool *end, struct fid_error *err)
{
    struct fid_work *w = f->w;
    struct fid_doc d;
    fid_doc_begin (&d);
    fid_doc_hash (&d, d.root, "names", hash_names (w->batch));
    cJSON *doc = ask (f, &d, err);
    const char *path = fid_get_string (doc, "calibration");
    const char *key = fid_get_string (doc, "key"), *method = fid_get_string (doc, "method");
    int rc = doc ? 0 : -1;
    *end = doc && fid_get (doc, "end");
    if (!rc && !*end && path)
        rc = fid_calibration_load (path, calibration, err);
    if (!rc && !*end) {
        w->compare.calibration = *calibration;
        fid_compare_key (&w->opts->run, &w->compare, w->key);
        if (!key || !method || strcmp (key, w->key) != 0 || strcmp (method, w->method) != 0)
            rc = fid_errorf (err, FID_EINPUT,
                             "another version of fidlio, other options or another calibration "
                             "than on rank 0");
    }
    cJSON_Delete (doc);
    return rc;
}

/* Compares the pairs of a task. */
static int
work_through (struct follow *f, const cJSON *task, struct fid_error *err)
{
    const cJSON *list = fid_get (task, "pairs"), *item;
    struct fid_batch *b = f->w->batch;
    size_t n = 0, *pair = malloc ((fid_get_length (list) + 1) * sizeof *pair);
    if (!pair)
        return fid_error_nomem (err);
    cJSON_ArrayForEach (item, list) if (cJSON_IsNumber (item) && item->valuedouble >= 0 &&
                                        item->valuedouble < (double)b->pair_n) pair[n++] =
        (size_t)item->valuedouble;
    /* more than one thread for a pair if there are fewer pairs than threads */
    f->w->compare.thread_n = n && n < f->w->thread_n ? f->w->thread_n / n : 1;
    int rc = fid_work_pairs (f->w, pair, n, err);
    free (pair);
    return rc;
}

int
fid_ranks_follow (struct fid_work *w, struct fid_error *err)
{
    struct follow f = {.w = w, .ranks = w->opts->ranks};
    struct fid_calibration *calibration = NULL;
    bool end = false;
    pthread_mutex_init (&f.lock, NULL);
    int rc = fid_cache_init (&w->cache, w->results, err);
    w->cache.sink = tell_line;
    w->finished = tell_pair;
    w->cache.sink_ctx = w->finished_ctx = &f;
    w->hold_n = FID_TASK_HOLD + w->thread_n;
    rc = rc ? rc : start (&f, &calibration, &end, err);
    while (!rc && !end) {
        struct fid_doc d;
        fid_doc_begin (&d);
        fid_doc_bool (&d, d.root, "next", true);
        cJSON *task = ask (&f, &d, err);
        end = task && fid_get (task, "end");
        rc = !task ? -1 : end ? 0 : work_through (&f, task, err);
        cJSON_Delete (task);
    }
    if (rc)
        fid_ranks_refuse (f.ranks, err);
    fid_calibration_destroy (calibration);
    pthread_mutex_destroy (&f.lock);
    return rc;
}
