/* SPDX-License-Identifier: GPL-3.0-or-later */
/* batch.c - the runs and pairs of a batch (batch.h) */
#include "batch/batch_priv.h"
#include "batch/manifest.h"
#include "src/batch/method.inc"

const char *fid_method (void)
{
    return FID_METHOD;
}

struct fid_batch *fid_batch_create (struct fid_error *err)
{
    struct fid_batch *b = calloc (1, sizeof *b);
    if (!b)
        fid_error_nomem (err);
    return b;
}

void fid_batch_destroy (struct fid_batch *b)
{
    for (size_t i = 0; b && i < b->run_n; i++) {
        fid_run_destroy (b->run[i].run);
        FID_FREE (b->run[i].dir, b->run[i].path, b->run[i].id, b->run[i].name);
    }
    for (size_t i = 0; b && i < b->pair_n; i++) {
        FID_FREE (b->pair[i].name, b->pair[i].err);
    }
    if (b) {
        fid_index_clear (&b->run_at);
        fid_index_clear (&b->pair_at);
        fid_index_clear (&b->name_at);
        FID_FREE (b->run, b->pair, b->real.run, b->emulation.run);
    }
    free (b);
}

struct fid_error fid_pair_why (const struct batch_pair *pair)
{
    struct fid_error why = {.status = FID_OK};
    if (pair->err)
        why = *pair->err;
    else if (pair->state == FID_BATCH_FAILED)
        fid_error_nomem (&why);
    return why;
}

/* What a run is looked up by. */
static const char *place_of (const char *path, const char *dir)
{
    return path ? path : dir;
}

int fid_batch_add_run (struct fid_batch *b, const char *dir, size_t *index,
                       struct fid_error *err)
{
    if (!b || !dir)
        return fid_errorf (err, FID_EUSAGE, "the batch or the run is NULL");
    uint64_t spelled = fid_hash_bytes (dir, strlen (dir), 2);
    for (size_t at = 0; fid_index_next (&b->run_at, spelled, &at, index);)
        if (strcmp (dir, b->run[*index].dir) == 0)
            return 0; /* a manifest of pairs names it often: do not follow its links again */
    char *path = realpath (dir, NULL);
    const char *place = place_of (path, dir);
    uint64_t hash = fid_hash_bytes (place, strlen (place), path != NULL);
    for (size_t at = 0; fid_index_next (&b->run_at, hash, &at, index);)
        if (strcmp (place, place_of (b->run[*index].path, b->run[*index].dir)) == 0) {
            free (path);
            return 0;
        }
    struct batch_run run = {.path = path};
    run.dir = fid_strdup (dir, err);
    if (!run.dir || fid_array_grow (&b->run, &b->run_cap, b->run_n + 1, sizeof *b->run, err) ||
        fid_index_put (&b->run_at, hash, b->run_n, err) ||
        fid_index_put (&b->run_at, spelled, b->run_n, err)) {
        FID_FREE (run.dir, path);
        return -1;
    }
    *index = b->run_n;
    b->run[b->run_n++] = run;
    return 0;
}

int fid_batch_side_add (struct batch_side *side, size_t index, struct fid_error *err)
{
    for (size_t i = 0; i < side->n; i++)
        if (side->run[i] == index)
            return 0;
    return FID_PUSH_TO (side->run, side->n, side->cap, err, index);
}

static int add_to_side (struct fid_batch *b, struct batch_side *side, const char *dir,
                        struct fid_error *err)
{
    size_t index;
    return fid_batch_add_run (b, dir, &index, err) ? -1 : fid_batch_side_add (side, index, err);
}

int fid_batch_add_real (struct fid_batch *b, const char *dir, struct fid_error *err)
{
    return add_to_side (b, b ? &b->real : NULL, dir, err);
}

int fid_batch_add_emulation (struct fid_batch *b, const char *dir, struct fid_error *err)
{
    return add_to_side (b, b ? &b->emulation : NULL, dir, err);
}

static int add_pair (struct fid_batch *b, size_t real, size_t emulation, bool crossed,
                     struct fid_error *err)
{
    uint64_t hash = fid_hash_pair (real, emulation);
    for (size_t at = 0, i; fid_index_next (&b->pair_at, hash, &at, &i);)
        if (b->pair[i].real == real && b->pair[i].emulation == emulation) {
            b->pair[i].crossed &= crossed;
            return 0;
        }
    FID_TRY (fid_array_grow (&b->pair, &b->pair_cap, b->pair_n + 1, sizeof *b->pair, err));
    FID_TRY (fid_index_put (&b->pair_at, hash, b->pair_n, err));
    b->pair[b->pair_n++] =
        (struct batch_pair){.real = real, .emulation = emulation, .crossed = crossed};
    return 0;
}

int fid_batch_add_pair (struct fid_batch *b, const char *real, const char *emulation,
                        struct fid_error *err)
{
    size_t index[2];
    FID_TRY (fid_batch_add_run (b, real, &index[0], err));
    FID_TRY (fid_batch_add_run (b, emulation, &index[1], err));
    if (index[0] == index[1])
        return fid_errorf (err, FID_EUSAGE, "%s is paired with itself, which shows nothing",
                           real);
    return add_pair (b, index[0], index[1], false, err);
}

int fid_batch_cross (struct fid_batch *b, struct fid_error *err)
{
    for (size_t i = 0; i < b->real.n; i++)
        for (size_t j = 0; j < b->emulation.n; j++) {
            size_t real = b->real.run[i], emulation = b->emulation.run[j];
            if (real == emulation)
                return fid_errorf (
                    err, FID_EUSAGE,
                    "%s stands on both sides: held against itself it is right, which would "
                    "halve its error; name it on one side, or each pair that is wanted "
                    "('pair REAL EMULATION' in a manifest)",
                    b->run[real].dir);
            FID_TRY (add_pair (b, real, emulation, true, err));
        }
    return 0;
}

bool fid_batch_is_empty (const struct fid_batch *b)
{
    return b->pair_n == 0 && (b->real.n == 0 || b->emulation.n == 0);
}

size_t fid_batch_pair_n (const struct fid_batch *b)
{
    return b->pair_n;
}

struct fid_batch_pair fid_batch_pair (const struct fid_batch *b, size_t i)
{
    const struct batch_pair *pair = &b->pair[i];
    return (struct fid_batch_pair){
        b->run[pair->real].id, b->run[pair->emulation].id, pair->name, pair->state,
        pair->unlisted,        fid_pair_why (pair)};
}

/* Gives a run a name of its own. */
static int call_run (struct fid_batch *b, const char *dir, const char *name,
                     struct fid_error *err)
{
    size_t index;
    FID_TRY (fid_batch_add_run (b, dir, &index, err));
    free (b->run[index].name);
    b->run[index].name = fid_strdup (name, err);
    return b->run[index].name ? 0 : -1;
}

static int add_entry (struct fid_batch *b, const struct fid_manifest_entry *e,
                      struct fid_error *err)
{
    switch (e->kind) {
    case FID_MANIFEST_REAL:
        return fid_batch_add_real (b, e->dir[0], err);
    case FID_MANIFEST_EMULATION:
        return fid_batch_add_emulation (b, e->dir[0], err);
    case FID_MANIFEST_PAIR:
        return fid_batch_add_pair (b, e->dir[0], e->dir[1], err);
    default:
        return call_run (b, e->dir[0], e->name, err);
    }
}

int fid_batch_add_manifest (struct fid_batch *b, const char *path, struct fid_error *err)
{
    struct fid_manifest m;
    if (!b || !path)
        return fid_errorf (err, FID_EUSAGE, "the batch or the manifest is NULL");
    int rc = fid_manifest_read (&m, path, err);
    for (size_t i = 0; i < m.n && !rc; i++)
        rc = add_entry (b, &m.at[i], err);
    fid_manifest_clear (&m);
    return rc;
}

bool fid_batch_cancelled (const struct fid_batch_hooks *h)
{
    return h->cancelled && h->cancelled (h->ctx);
}

void fid_batch_message (const struct fid_batch_hooks *h, const char *fmt, ...)
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
