/* SPDX-License-Identifier: GPL-3.0-or-later */
/* batch_runs.c - which runs the directories of a batch hold, and what they are called */
#include "base/parallel.h"
#include "base/plain.h"
#include "batch/batch_priv.h"
#include "batch/kept.h"
#include "readers/digest.h"
#include "readers/several.h"

struct finding {
    struct fid_batch *b;
    const struct fid_kept *kept;
    const struct fid_run_opts *opts;
    struct fid_files *found; /* owned; of each run of the batch, none if it cannot be read */
};

static int find_runs (void *ctx, size_t i, struct fid_error *err)
{
    struct finding *f = ctx;
    struct batch_run *run = &f->b->run[i];
    uint64_t hash;
    (void)err;
    if (fid_kept_holds (f->kept, run->dir, f->opts, &hash)) {
        run->hashed = true;
        fid_hash_text (hash, run->hash);
        return 0;
    }
    if (fid_runs_find (run->dir, &f->found[i], &run->err) && run->err.status != FID_EINPUT &&
        !f->opts->keep_going)    /* else reading it tells */
        run->state = RUN_FAILED; /* who knows what it holds */
    return 0;                    /* its pairs will fail, and say why */
}

static bool is_within (const char *path, const char *folder)
{
    size_t n = folder ? strlen (folder) : 0;
    return path && n && strncmp (path, folder, n) == 0 && (!path[n] || path[n] == '/');
}

/* Adds a run to a side.  A folder that is one run and a folder in it are the same run: the
 * outer one stays. */
static int put_run (const struct fid_batch *b, struct batch_side *side, size_t index,
                    struct fid_error *err)
{
    for (size_t i = 0; i < side->n; i++) {
        const char *other = b->run[side->run[i]].path;
        if (is_within (b->run[index].path, other))
            return 0;
        if (is_within (other, b->run[index].path)) {
            side->run[i] = index;
            return 0;
        }
    }
    return fid_batch_side_add (side, index, err);
}

/* Puts the runs found into a side. */
static int expand_side (struct fid_batch *b, struct batch_side *side,
                        const struct fid_files *found, struct fid_error *err)
{
    struct batch_side now = {0};
    int rc = 0;
    for (size_t i = 0; i < side->n && !rc; i++) {
        const struct fid_files *runs = &found[side->run[i]];
        size_t index = side->run[i];
        bool itself = !runs->n || strcmp (runs->path[0], b->run[index].dir) == 0;
        if (itself)
            rc = put_run (b, &now, index, err);
        for (size_t k = 0; k < runs->n && !itself && !rc; k++)
            rc = FID_FAILED (fid_batch_add_run (b, runs->path[k], &index, err) ||
                             put_run (b, &now, index, err));
    }
    if (rc) {
        free (now.run);
        return -1;
    }
    free (side->run);
    *side = now;
    return 0;
}

int fid_batch_expand (struct fid_batch *b, const struct fid_kept *kept,
                      const struct fid_run_opts *opts, size_t thread_n, struct fid_error *err)
{
    size_t n = b->run_n; /* expanding adds to them */
    struct finding f = {b, kept, opts, calloc (n + 1, sizeof *f.found)};
    FID_NEED (f.found, err);
    int rc = fid_parallel (n, thread_n, find_runs, &f, err);
    if (!rc && (expand_side (b, &b->real, f.found, err) ||
                expand_side (b, &b->emulation, f.found, err)))
        rc = -1;
    for (size_t i = 0; i < n; i++)
        fid_files_clear (&f.found[i]);
    free (f.found);
    return rc;
}

/* --- names */

static const char *path_of (const struct batch_run *run)
{
    return run->path ? run->path : run->dir;
}

/* The last n parts of a path, without trailing slashes; the whole path if it has fewer. */
static struct fid_span tail_of_path (const char *path, size_t n)
{
    size_t end = strlen (path), from;
    while (end > 1 && path[end - 1] == '/')
        end--;
    for (from = end; from > 0; from--)
        if (path[from - 1] == '/' && from < end && --n == 0)
            break;
    return (struct fid_span){path + from, end - from};
}

/* Whether MLPerf Storage called it so: "20260724_100000". */
static bool is_stamp (struct fid_span s)
{
    for (size_t i = 0; i < s.n; i++)
        if (i == 8 ? s.p[i] != '_' : s.p[i] < '0' || s.p[i] > '9')
            return false;
    return s.n == 15;
}

/* How many parts of a path a run's name has at least.  A stamp says nothing: names of such runs
 * begin with who submitted them, ORG/results/SYSTEM/..., or have two parts. */
static size_t least_parts (const char *path)
{
    if (!is_stamp (tail_of_path (path, 1)))
        return 1;
    for (size_t n = 2, before = 0; n < 10; n++) {
        struct fid_span tail = tail_of_path (path, n);
        if (tail.n == before)
            break;
        before = tail.n;
        if (fid_span_starts (tail, "results/"))
            return n + 1;
    }
    return 2;
}

static uint64_t hash_of (struct fid_span s)
{
    return fid_hash_bytes (s.p, s.n, 0);
}

/* Whether another run has the same last n parts; by_tail has all runs by these. */
static bool is_shared (const struct fid_batch *b, const struct fid_index *by_tail, size_t run,
                       size_t n)
{
    struct fid_span mine = tail_of_path (path_of (&b->run[run]), n);
    for (size_t at = 0, i; fid_index_next (by_tail, hash_of (mine), &at, &i);) {
        struct fid_span other = tail_of_path (path_of (&b->run[i]), n);
        if (i != run && other.n == mine.n && memcmp (other.p, mine.p, mine.n) == 0)
            return true;
    }
    return false;
}

/* Calls a run by the last n parts of its path.  They are joined by '+', since names of files
 * are made of names of runs. */
static int name_run (struct batch_run *run, size_t n, struct fid_error *err)
{
    struct fid_span s = tail_of_path (path_of (run), n);
    if (run->name) {
        free (run->id);
        run->id = fid_strdup (run->name, err);
        return run->id ? 0 : -1;
    }
    while (s.n > 1 && s.p[0] == '/') {
        s.p++;
        s.n--;
    }
    if (fid_digest_named (path_of (run)))
        s.n -= strlen (FID_DIGEST_SUFFIX);
    char *id = fid_strndup (s.p, s.n, err);
    FID_TRY (!id);
    for (char *c = id; n > 1 && *c; c++)
        *c = *c == '/' ? '+' : *c;
    free (run->id);
    run->id = fid_plain_name (id, err);
    free (id);
    return run->id ? 0 : -1;
}

static int name_runs (struct fid_batch *b, struct fid_error *err)
{
    FID_FREED bool *used = calloc (b->run_n + 1, sizeof *used),
                   *todo = calloc (b->run_n + 1, sizeof *todo);
    bool left = true;
    FID_NEED (used && todo, err);
    for (size_t i = 0; i < b->pair_n; i++)
        used[b->pair[i].real] = used[b->pair[i].emulation] = todo[b->pair[i].real] =
            todo[b->pair[i].emulation] = true;
    for (size_t n = 1; left; n++) {
        FID_SCOPED (fid_index_clear) struct fid_index by_tail = {0};
        int rc = 0;
        left = false;
        for (size_t i = 0; !rc && i < b->run_n; i++)
            if (used[i])
                rc = fid_index_put (&by_tail, hash_of (tail_of_path (path_of (&b->run[i]), n)),
                                    i, err);
        for (size_t i = 0; !rc && i < b->run_n; i++) {
            if (!todo[i])
                continue;
            todo[i] = !b->run[i].name && n < strlen (path_of (&b->run[i])) &&
                      (n < least_parts (path_of (&b->run[i])) || is_shared (b, &by_tail, i, n));
            left |= todo[i];
            if (!todo[i])
                rc = name_run (&b->run[i], n, err);
        }
        FID_TRY (rc);
    }
    for (size_t i = 0; i < b->run_n; i++)
        for (size_t k = 0; used[i] && b->run[i].name && k < b->run_n; k++)
            if (k != i && used[k] && strcmp (b->run[k].id, b->run[i].name) == 0)
                return fid_errorf (err, FID_EUSAGE, "%s and %s would both be called %s",
                                   b->run[i].dir, b->run[k].dir, b->run[i].name);
    return 0;
}

const struct batch_pair *fid_batch_named (const struct fid_batch *b, const char *name)
{
    uint64_t hash = fid_hash_bytes (name, strlen (name), 0);
    for (size_t at = 0, i; fid_index_next (&b->name_at, hash, &at, &i);)
        if (strcmp (b->pair[i].name, name) == 0)
            return &b->pair[i];
    return NULL;
}

static int name_pair (struct fid_batch *b, size_t at, struct fid_error *err)
{
    struct batch_pair *pair = &b->pair[at];
    const struct batch_run *run = b->run;
    char *name = fid_result_name (run[pair->real].id, run[pair->emulation].id, err);
    FID_TRY (!name);
    free (pair->name);
    pair->name = name;
    const struct batch_pair *other = fid_batch_named (b, name);
    if (other)
        return fid_errorf (err, FID_EUSAGE,
                           "%s with %s and %s with %s would write the same file: rename "
                           "one, or compare them separately",
                           run[other->real].dir, run[other->emulation].dir, run[pair->real].dir,
                           run[pair->emulation].dir);
    return fid_index_put (&b->name_at, fid_hash_bytes (name, strlen (name), 0), at, err);
}

int fid_batch_name (struct fid_batch *b, struct fid_error *err)
{
    int rc = name_runs (b, err);
    fid_index_clear (&b->name_at);
    for (size_t i = 0; !rc && i < b->pair_n; i++)
        rc = name_pair (b, i, err);
    return rc;
}
