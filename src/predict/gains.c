/* gains.c - see gains.h */
#include "config.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/hash.h"
#include "base/index.h"
#include "base/span.h"
#include "compare/compare.h"
#include "model/score.h"
#include "predict/gains.h"
#include "predict/job.h"
#include "predict/predict.h"

int
fid_predict_score (const struct fid_run *const *real, size_t real_n,
                   const struct fid_dlio_config *c, const struct fid_run_opts *run_opts,
                   const struct fid_compare_opts *opts, size_t thread_n, double *score,
                   struct fid_error *err)
{
    struct fid_run *run = fid_predict_run (real[0], c, "predicted", "the configuration", err);
    int rc =
        run ? fid_compare_score (real, real_n, run, run_opts, opts, thread_n, score, err) : -1;
    fid_run_destroy (run);
    return rc;
}

/* --- the configuration of an emulation */

static bool
has_ranks (const struct fid_run *run)
{
    return fid_run_fact_number (run, "ranks") > 1;
}

int
fid_predict_config (struct fid_dlio_config *c, const struct fid_run *emu, bool *known,
                    struct fid_error *err)
{
    static const char prefix[] = "workload.";
    struct fid_error why;
    *c = (struct fid_dlio_config){0};
    *known = !has_ranks (emu);
    for (size_t i = 0; i < emu->fact_n && *known; i++) {
        const struct fid_run_fact *f = &emu->fact[i];
        if (strncmp (f->key, prefix, strlen (prefix)) != 0 || fid_dlio_key_find (f->key) < 0)
            continue;
        if (fid_dlio_config_set (c, f->key, f->value, &why)) {
            if (why.status == FID_EINTERNAL) {
                *err = why;
                return -1;
            }
            *known = false;
        }
    }
    *known = *known && c->value[FID_DLIO_FILES_TRAIN].set && !fid_sim_caveat (c);
    if (!*known)
        fid_dlio_config_clear (c);
    return 0;
}

/* --- gains */

struct scored {
    uint64_t hash; /* of the question */
    double score;  /* FID_GRADE_NONE: none can be predicted */
};

struct memory {
    struct fid_gains gains; /* its self is this */
    pthread_mutex_t lock;   /* of what follows */
    struct fid_index at;
    struct scored *scored; /* owned */
    size_t n, cap;
};

static uint64_t
hash_of (const struct fid_gain_pair *pair, const struct fid_dlio_config *c)
{
    char key[FID_HASH_TEXT];
    fid_compare_key (pair->run_opts, pair->opts, key);
    uint64_t hash = fid_hash_bytes (key, strlen (key), 0);
    for (size_t i = 0; i < pair->real_n; i++)
        hash = fid_hash_number (pair->real[i]->hash, hash);
    return fid_hash_pair (hash, fid_dlio_config_hash (c));
}

static bool
recall (struct memory *m, uint64_t hash, double *score)
{
    size_t at = 0, i;
    pthread_mutex_lock (&m->lock);
    bool found = fid_index_next (&m->at, hash, &at, &i);
    if (found)
        *score = m->scored[i].score;
    pthread_mutex_unlock (&m->lock);
    return found;
}

static int
remember (struct memory *m, uint64_t hash, double score, struct fid_error *err)
{
    pthread_mutex_lock (&m->lock);
    int rc = fid_array_grow (&m->scored, &m->cap, m->n + 1, sizeof *m->scored, err);
    if (!rc)
        rc = fid_index_put (&m->at, hash, m->n, err);
    if (!rc)
        m->scored[m->n++] = (struct scored){hash, score};
    pthread_mutex_unlock (&m->lock);
    return rc;
}

/* The score of a configuration; FID_GRADE_NONE for one that cannot be simulated. */
static int
predict (struct memory *m, const struct fid_gain_pair *pair, const struct fid_dlio_config *c,
         double *score, struct fid_error *err)
{
    struct fid_error why;
    uint64_t hash = hash_of (pair, c);
    if (recall (m, hash, score))
        return 0;
    if (fid_predict_score (pair->real, pair->real_n, c, pair->run_opts, pair->opts, 1, score,
                           &why)) {
        if (why.status == FID_EINTERNAL) {
            *err = why;
            return -1;
        }
        *score = FID_GRADE_NONE;
    }
    return remember (m, hash, *score, err);
}

/* Makes a change as `fidlio predict --set` does. */
static int
make_change (struct fid_dlio_config *c, const struct fid_key_change *change, bool *known,
             struct fid_error *err)
{
    struct fid_error why;
    char *text = fid_format (err, "%s=%s", change->key, change->to);
    int rc = text ? 0 : -1;
    if (text && fid_dlio_config_override (c, text, &why)) {
        *known = false;
        if (why.status == FID_EINTERNAL) {
            *err = why;
            rc = -1;
        }
    }
    free (text);
    return rc;
}

static int
score (void *self, const struct fid_gain_pair *pair, const struct fid_key_change *change,
       size_t n, double *score, struct fid_error *err)
{
    struct fid_dlio_config c;
    bool known;
    *score = FID_GRADE_NONE;
    int rc = fid_predict_config (&c, pair->emu, &known, err);
    for (size_t i = 0; i < n && known && !rc; i++)
        rc = make_change (&c, &change[i], &known, err);
    if (known && !rc)
        rc = predict (self, pair, &c, score, err);
    fid_dlio_config_clear (&c);
    return rc;
}

struct fid_gains *
fid_gains_create (struct fid_error *err)
{
    struct memory *m = calloc (1, sizeof *m);
    if (!m) {
        fid_error_nomem (err);
        return NULL;
    }
    pthread_mutex_init (&m->lock, NULL);
    m->gains = (struct fid_gains){m, score};
    return &m->gains;
}

void
fid_gains_destroy (struct fid_gains *gains)
{
    struct memory *m = gains ? gains->self : NULL;
    if (!m)
        return;
    pthread_mutex_destroy (&m->lock);
    fid_index_clear (&m->at);
    free (m->scored);
    free (m);
}
