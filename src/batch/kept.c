/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept.c - see kept.h */
#include "base/outfile.h"
#include "batch/batch_priv.h"
#include "batch/kept.h"
#include "readers/digest.h"
#include "readers/load.h"
#include "readers/sources.h"
#include "readers/trainlog/own.h"

#define SAMPLE   4096 /* bytes */
#define SAMPLES  8    /* of a file: its begin, its end, and between them */
#define YOUNG_S  2    /* the coarsest clock of a file system */
#define NO_MARK  0
#define UNUSABLE UINT64_MAX /* the mark of files that cannot be read: no digest has it */

/* A hash of samples of a file; false if it cannot be read. */
static bool hash_samples (int fd, uint64_t size, uint64_t *hash)
{
    char part[SAMPLE];
    uint64_t last = size > SAMPLE ? size - SAMPLE : 0;
    for (uint64_t i = 0; i < SAMPLES; i++) {
        uint64_t at = last / (SAMPLES - 1) * i;
        ssize_t n = pread (fd, part, sizeof part, (off_t)(i + 1 < SAMPLES ? at : last));
        if (n < 0)
            return false;
        *hash = fid_hash_bytes (part, (size_t)n, *hash);
        if (last == 0)
            break;
    }
    return true;
}

/* Adds a file to *mark; *young: it may be changed within a tick of its clock. */
static bool mark_file (const char *path, const char *name, uint64_t *mark, bool *young)
{
    struct stat st;
    int fd = open (path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool known = fstat (fd, &st) == 0;
    time_t since = time (NULL) - YOUNG_S;
    if (known) {
        *young |= st.st_mtim.tv_sec >= since || st.st_ctim.tv_sec >= since;
        *mark = fid_hash_bytes (name, strlen (name), *mark);
        *mark = fid_hash_number ((uint64_t)st.st_size, *mark);
        *mark = fid_hash_number ((uint64_t)st.st_mtim.tv_sec, *mark);
        *mark = fid_hash_number ((uint64_t)st.st_mtim.tv_nsec, *mark);
        known = hash_samples (fd, (uint64_t)st.st_size, mark);
    }
    close (fd);
    return known;
}

/* The mark of the files of a run; UNUSABLE if one of them cannot be read. */
static uint64_t mark_of (const char *dir, bool *young)
{
    struct fid_error unused;
    struct fid_place place;
    FID_SCOPED (fid_files_clear) struct fid_files files = {0};
    uint64_t mark = 1;
    bool known = true;
    *young = false;
    if (fid_place_of (dir, &place, &unused))
        return UNUSABLE;
    if (place.only)
        known = mark_file (dir, place.only, &mark, young);
    else
        known = fid_discover (dir, FID_SEARCH_PROCESSED, &files, &unused) == 0 && files.n;
    for (size_t i = 0; i < files.n && known; i++) {
        FID_FREED char *path = fid_format (&unused, "%s/%s", dir, files.path[i]);
        known = path && mark_file (path, files.path[i], &mark, young);
    }
    fid_place_clear (&place);
    return known ? mark : UNUSABLE;
}

/* The file of a run's digest; NULL if none is kept. */
static char *path_of (const struct fid_kept *k, const char *dir,
                      const struct fid_run_opts *opts)
{
    struct fid_error unused;
    char name[FID_HASH_TEXT], *real = k->folder ? realpath (dir, NULL) : NULL;
    bool digest = true;
    if (!real || fid_digest_is (dir, &digest, &unused) || digest) {
        free (real);
        return NULL;
    }
    uint64_t hash = fid_hash_bytes (real, strlen (real), opts->patterns_hash);
    hash = fid_hash_number (opts->all_processes, hash);
    hash = fid_hash_number (opts->day_first, hash);
    hash = fid_hash_number (opts->has_zone ? (uint64_t)opts->zone_ns : UINT64_MAX, hash);
    hash = fid_hash_number (opts->roles_hash, hash);
    free (real);
    return fid_format (&unused, "%s/%s%s", k->folder, fid_hash_text (hash, name),
                       FID_DIGEST_SUFFIX);
}

static uint64_t method_of (const struct fid_kept *k)
{
    return fid_hash_bytes (k->method, strlen (k->method), 0);
}

/* The files of a run now, and what its digest has to do with them. */
struct state {
    uint64_t mark;
    bool young;
    bool holds;    /* the digest is of these files */
    bool unmarked; /* and could have a mark, but has none */
    bool absent;   /* there is no digest, or it cannot be read */
    uint64_t traces;
};

/* to_keep: the mark is wanted even where no digest can hold. */
static struct state state_of (const struct fid_kept *k, const char *path, const char *dir,
                              bool to_keep)
{
    struct fid_error unused;
    struct fid_digest_head head;
    struct state s = {.mark = UNUSABLE};
    bool any = fid_digest_head_read (&head, path, &unused) == 0;
    bool fits = any && head.method == method_of (k);
    if (fits || to_keep)
        s.mark = mark_of (dir, &s.young);
    s.absent = !any;
    if (!any)
        return s;
    if (!fits || s.mark == UNUSABLE)
        s.holds = false;
    else if (k->verify || s.young || head.mark == NO_MARK)
        s.holds = fid_run_hash (dir, &s.traces, &unused) == 0 && s.traces == head.hash;
    else
        s.holds = head.mark == s.mark;
    s.unmarked = s.holds && head.mark == NO_MARK && !s.young;
    s.traces = head.hash;
    fid_digest_head_clear (&head);
    return s;
}

/* The digest of a run as the run of its directory; NULL if it is damaged. */
static struct fid_run *load_digest (const char *path, const char *dir,
                                    const struct fid_run_opts *opts)
{
    struct fid_error unused;
    struct fid_place place;
    struct fid_run *run = fid_digest_load (path, opts, &unused);
    char *id = run ? fid_run_id_of (dir, &unused) : NULL;
    char *copy = id ? fid_strdup (dir, &unused) : NULL;
    if (!copy || fid_place_of (dir, &place, &unused)) {
        fid_run_destroy (run);
        FID_FREE (id, copy);
        return NULL;
    }
    FID_FREE (run->id, run->path, run->dir);
    run->id = id;
    run->path = copy;
    run->dir = place.dir;
    run->digested = false;
    free (place.only);
    return run;
}

/* Keeps the digest of a run whose files had that mark before they were read. */
static void keep_digest (const struct fid_kept *k, const char *path, const struct fid_run *run,
                         const char *dir, uint64_t mark)
{
    struct fid_error why;
    bool young = false;
    uint64_t now = mark_of (dir, &young);
    bool whole = true;
    for (size_t i = 0; i < run->source_n; i++)
        whole &= !run->source[i].refused;
    if (now != mark || mark == UNUSABLE || !whole)
        return;
    const struct fid_digest_parts parts = {.run = run,
                                           .mark = young ? NO_MARK : mark,
                                           .method = method_of (k),
                                           .below = k->below,
                                           .lazy = true};
    if (fid_make_dirs (k->folder, k->below, &why) || fid_digest_write (path, &parts, &why))
        fid_batch_message (k->hooks, "no digest is kept of %s: %s", run->id, why.text);
}

struct fid_run *fid_kept_load (const struct fid_kept *k, const char *dir,
                               const struct fid_run_opts *opts, struct fid_error *err)
{
    FID_FREED char *path = path_of (k, dir, opts);
    if (!path)
        return fid_run_load (dir, opts, err);
    struct state s = state_of (k, path, dir, true);
    struct fid_run *run = s.holds ? load_digest (path, dir, opts) : NULL;
    if (run && s.unmarked)
        keep_digest (k, path, run, dir, s.mark);
    if (!run && (run = fid_run_load (dir, opts, err)))
        keep_digest (k, path, run, dir, s.mark);
    return run;
}

bool fid_kept_holds (const struct fid_kept *k, const char *dir, const struct fid_run_opts *opts,
                     uint64_t *hash)
{
    struct fid_error unused;
    FID_FREED char *path = path_of (k, dir, opts);
    struct state s = path ? state_of (k, path, dir, false) : (struct state){.holds = false};
    if (s.unmarked || s.absent) /* the next time its mark will do */
        fid_run_destroy (fid_kept_load (k, dir, opts, &unused));
    if (s.absent && path)
        s = state_of (k, path, dir, false);
    *hash = s.traces;
    return s.holds;
}
