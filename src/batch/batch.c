/* batch.c - the runs and pairs of a batch (batch.h) */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/hash.h"
#include "base/text.h"
#include "batch/batch_priv.h"
#include "src/batch/method.inc"
#include "results/result.h"

const char *
fid_method (void)
{
    return FID_METHOD;
}

struct fid_batch *
fid_batch_create (struct fid_error *err)
{
    struct fid_batch *b = calloc (1, sizeof *b);
    if (!b)
        fid_error_nomem (err);
    return b;
}

void
fid_batch_destroy (struct fid_batch *b)
{
    for (size_t i = 0; b && i < b->run_n; i++) {
        fid_run_destroy (b->run[i].run);
        free (b->run[i].dir);
        free (b->run[i].path);
        free (b->run[i].id);
    }
    for (size_t i = 0; b && i < b->pair_n; i++) {
        free (b->pair[i].name);
        free (b->pair[i].err);
    }
    if (b) {
        fid_index_clear (&b->run_at);
        fid_index_clear (&b->pair_at);
        fid_index_clear (&b->name_at);
        free (b->run);
        free (b->pair);
        free (b->real.run);
        free (b->emulation.run);
    }
    free (b);
}

void
fid_pair_fail (struct batch_pair *pair, const struct fid_error *why)
{
    if (!pair->err)
        pair->err = malloc (sizeof *pair->err);
    if (pair->err)
        *pair->err = *why;
}

struct fid_error
fid_pair_why (const struct batch_pair *pair)
{
    struct fid_error why = {.status = FID_OK};
    if (pair->err)
        why = *pair->err;
    else if (pair->state == FID_BATCH_FAILED)
        fid_error_nomem (&why);
    return why;
}

/* What a run is looked up by. */
static const char *
place_of (const char *path, const char *dir)
{
    return path ? path : dir;
}

int
fid_batch_add_run (struct fid_batch *b, const char *dir, size_t *index, struct fid_error *err)
{
    uint64_t spelled = fid_hash_bytes (dir, strlen (dir), 2);
    for (size_t at = 0; fid_index_next (&b->run_at, spelled, &at, index);)
        if (strcmp (dir, b->run[*index].dir) == 0)
            return 0; /* a manifest of pairs names it often: no need to follow its links again */
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
        free (run.dir);
        free (path);
        return -1;
    }
    *index = b->run_n;
    b->run[b->run_n++] = run;
    return 0;
}

int
fid_batch_side_add (struct batch_side *side, size_t index, struct fid_error *err)
{
    for (size_t i = 0; i < side->n; i++)
        if (side->run[i] == index)
            return 0;
    if (fid_array_grow (&side->run, &side->cap, side->n + 1, sizeof *side->run, err))
        return -1;
    side->run[side->n++] = index;
    return 0;
}

static int
add_to_side (struct fid_batch *b, struct batch_side *side, const char *dir,
             struct fid_error *err)
{
    size_t index;
    return fid_batch_add_run (b, dir, &index, err) ? -1 : fid_batch_side_add (side, index, err);
}

int
fid_batch_add_real (struct fid_batch *b, const char *dir, struct fid_error *err)
{
    return add_to_side (b, &b->real, dir, err);
}

int
fid_batch_add_emulation (struct fid_batch *b, const char *dir, struct fid_error *err)
{
    return add_to_side (b, &b->emulation, dir, err);
}

static int
add_pair (struct fid_batch *b, size_t real, size_t emulation, bool crossed,
          struct fid_error *err)
{
    uint64_t hash = fid_hash_pair (real, emulation);
    for (size_t at = 0, i; fid_index_next (&b->pair_at, hash, &at, &i);)
        if (b->pair[i].real == real && b->pair[i].emulation == emulation) {
            b->pair[i].crossed &= crossed;
            return 0;
        }
    if (fid_array_grow (&b->pair, &b->pair_cap, b->pair_n + 1, sizeof *b->pair, err) ||
        fid_index_put (&b->pair_at, hash, b->pair_n, err))
        return -1;
    b->pair[b->pair_n++] =
        (struct batch_pair){.real = real, .emulation = emulation, .crossed = crossed};
    return 0;
}

int
fid_batch_add_pair (struct fid_batch *b, const char *real, const char *emulation,
                    struct fid_error *err)
{
    size_t index[2];
    if (fid_batch_add_run (b, real, &index[0], err) ||
        fid_batch_add_run (b, emulation, &index[1], err))
        return -1;
    return add_pair (b, index[0], index[1], false, err);
}

int
fid_batch_cross (struct fid_batch *b, struct fid_error *err)
{
    for (size_t i = 0; i < b->real.n; i++)
        for (size_t j = 0; j < b->emulation.n; j++)
            if (add_pair (b, b->real.run[i], b->emulation.run[j], true, err))
                return -1;
    return 0;
}

bool
fid_batch_is_empty (const struct fid_batch *b)
{
    return b->pair_n == 0 && (b->real.n == 0 || b->emulation.n == 0);
}

size_t
fid_batch_pair_n (const struct fid_batch *b)
{
    return b->pair_n;
}

struct fid_batch_pair
fid_batch_pair (const struct fid_batch *b, size_t i)
{
    const struct batch_pair *pair = &b->pair[i];
    return (struct fid_batch_pair){b->run[pair->real].id, b->run[pair->emulation].id,
                                   pair->name, pair->state, fid_pair_why (pair)};
}

/* dir relative to the folder of the manifest; freed by the caller. */
static char *
resolve (const char *manifest, struct fid_span dir, struct fid_error *err)
{
    const char *slash = strrchr (manifest, '/');
    if (dir.p[0] == '/' || !slash)
        return fid_strndup (dir.p, dir.n, err);
    return fid_format (err, "%.*s/%.*s", (int)(slash - manifest), manifest, (int)dir.n, dir.p);
}

static int
pair_line (struct fid_batch *b, const char *path, struct fid_span rest, struct fid_error *err)
{
    struct fid_span word[2] = {{0}}, more;
    if (fid_span_find (rest, "\t") >= 0) {
        fid_span_field (&rest, '\t', &word[0]);
        fid_span_field (&rest, '\t', &word[1]);
        word[0] = fid_span_trim (word[0]);
        word[1] = fid_span_trim (word[1]);
    } else {
        fid_span_word (&rest, &word[0]);
        fid_span_word (&rest, &word[1]);
    }
    if (!word[0].n || !word[1].n || (rest.p && fid_span_word (&rest, &more)))
        return fid_errorf (err, FID_EUSAGE, "a pair needs two directories");
    char *real = resolve (path, word[0], err);
    char *emulation = real ? resolve (path, word[1], err) : NULL;
    int rc = emulation ? fid_batch_add_pair (b, real, emulation, err) : -1;
    free (real);
    free (emulation);
    return rc;
}

static int
manifest_line (struct fid_batch *b, const char *path, struct fid_span line,
               struct fid_error *err)
{
    struct fid_span word;
    line = fid_span_trim (line);
    if (!line.n || line.p[0] == '#')
        return 0;
    fid_span_word (&line, &word);
    line = fid_span_trim (line);
    if (fid_span_is (word, "pair"))
        return pair_line (b, path, line, err);
    struct batch_side *side = fid_span_is (word, "real")        ? &b->real
                              : fid_span_is (word, "emulation") ? &b->emulation
                                                                : NULL;
    if (!side || !line.n)
        return fid_errorf (err, FID_EUSAGE,
                           "expected 'real DIR', 'emulation DIR' or 'pair REAL EMULATION'");
    char *dir = resolve (path, line, err);
    int rc = dir ? add_to_side (b, side, dir, err) : -1;
    free (dir);
    return rc;
}

int
fid_batch_add_manifest (struct fid_batch *b, const char *path, struct fid_error *err)
{
    struct fid_text text;
    struct fid_span line;
    struct fid_error why;
    if (fid_text_open (&text, path, err))
        return -1;
    int rc;
    while ((rc = fid_text_next (&text, &line, err)) > 0)
        if (manifest_line (b, path, line, &why)) {
            rc = fid_errorf (err, why.status, "%s:%zu: %s", path, text.line_n, why.text);
            break;
        }
    fid_text_close (&text);
    return rc;
}
