/* load.c - see load.h */
#include "config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "base/array.h"
#include "readers/choose.h"
#include "readers/discover.h"
#include "readers/load.h"
#include "readers/reader.h"
#include "readers/readpass.h"
#include "timeline/build.h"

/* Rank of what was made from raw files (reader.h): where only such are there,
 * more of it lies in the folders of the tool that made it. */
#define RANK_PROCESSED 5

/* Register the files of the directory, with the reader that knows each. */
static int
list_sources (struct fid_run *run, struct fid_error *err)
{
    struct fid_files files;
    int rc = 0;
    for (int processed = 0; processed < 2 && !rc; processed++) {
        unsigned gives = 0;
        for (size_t i = 0; i < run->source_n; i++)
            gives |= run->source[i].rank > RANK_PROCESSED ? run->source[i].gives : 0;
        if (gives & (FID_GIVES_EVENTS | FID_GIVES_CPU | FID_GIVES_DISK | FID_GIVES_GPU))
            break; /* raw files are there */
        if (fid_discover (run->dir, processed, &files, err))
            return -1;
        for (size_t i = 0; i < run->source_n; i++)
            free (run->source[i].path);
        run->source_n = 0;
        for (size_t i = 0; i < files.n && !rc; i++) {
            struct fid_text text;
            struct fid_head head;
            const struct fid_reader *reader;
            char *path = fid_format (err, "%s/%s", run->dir, files.path[i]);
            rc = !path || fid_array_grow (&run->source, &run->source_cap, run->source_n + 1,
                                          sizeof *run->source, err)
                     ? -1
                     : 0;
            if (rc) {
                free (path);
                break;
            }
            struct fid_source *s = &run->source[run->source_n++];
            *s = (struct fid_source){.path = files.path[i], .whole = true};
            files.path[i] = NULL;
            if (fid_reader_open (&text, path, &head, &reader, err) == 0) {
                if (reader) {
                    s->reader = reader->name;
                    s->clock = reader->clock;
                    s->rank = reader->rank;
                    s->gives = reader->gives;
                }
                fid_text_close (&text);
            } else {
                s->whole = false;
                snprintf (s->failure, sizeof s->failure, "%.*s", (int)sizeof s->failure - 1,
                          err->text);
            }
            free (path);
        }
        fid_files_clear (&files);
    }
    return rc;
}

/* Results of DLIO make a run an emulation, unless its facts say otherwise. */
static void
guess_kind (struct fid_run *run)
{
    for (size_t i = 0; i < run->source_n; i++)
        if (run->source[i].reader && strncmp (run->source[i].reader, "dlio", 4) == 0)
            run->emulation = true;
}

/* One number for names and contents; the same whether read or only hashed. */
static uint64_t
hash_sources (const struct fid_source *s, size_t n)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        if (!s[i].reader)
            continue;
        sum = XXH3_64bits_withSeed (s[i].path, strlen (s[i].path), sum);
        sum = XXH3_64bits_withSeed (&s[i].hash, sizeof s[i].hash, sum);
    }
    return sum;
}

/* Hash the files of known formats that nothing was read from. */
static int
hash_unread (struct fid_run *run, struct fid_error *err)
{
    for (size_t i = 0; i < run->source_n; i++) {
        struct fid_source *s = &run->source[i];
        struct fid_error why; /* a file that cannot be read hashes as 0 */
        if (!s->reader || s->byte_n)
            continue;
        char *path = fid_format (err, "%s/%s", run->dir, s->path);
        if (!path)
            return -1;
        fid_file_hash (path, &s->hash, &s->byte_n, &why);
        free (path);
    }
    run->hash = hash_sources (run->source, run->source_n);
    return 0;
}

static int
load (struct fid_run *run, const struct fid_run_opts *opts, const struct fid_watcher *watcher,
      struct fid_error *err)
{
    if (list_sources (run, err))
        return -1;
    bool any = false;
    for (size_t i = 0; i < run->source_n; i++)
        any |= run->source[i].reader != NULL;
    if (!any)
        return fid_errorf (err, FID_EINPUT,
                           "%s: none of its %zu files is of a format fidlio reads", run->dir,
                           run->source_n);
    if (fid_choose_sources (run, opts, err))
        return -1;
    guess_kind (run);
    struct fid_build *b = fid_build_create (run, opts, err);
    if (!b)
        return -1;
    fid_build_watch (b, watcher);
    int rc = fid_read_pass (run, b, ~0u, FID_PASS_COLLECT, opts, err);
    if (!rc && fid_build_wants_writes (b))
        rc = fid_read_pass (run, b, FID_GIVES_WRITE, FID_PASS_WRITES, opts, err);
    if (!rc)
        rc = fid_build_solve (b, err);
    if (!rc)
        rc = fid_read_pass (run, b, FID_GIVES_VFS, FID_PASS_VFS, opts, err);
    if (!rc)
        rc = fid_build_vfs_end (b, err);
    if (!rc)
        rc = fid_read_pass (run, b, FID_GIVES_BLOCK, FID_PASS_BLOCK, opts, err);
    if (!rc)
        rc = fid_build_finish (b, err);
    if (!rc)
        rc = hash_unread (run, err);
    fid_build_destroy (b);
    return rc;
}

/* The last part of a path, without trailing slashes. */
static char *
id_of (const char *dir, struct fid_error *err)
{
    char *real = realpath (dir, NULL);
    const char *path = real ? real : dir, *slash = strrchr (path, '/');
    char *id = fid_strdup (slash && slash[1] ? slash + 1 : path, err);
    free (real);
    return id;
}

struct fid_run *
fid_run_load_watched (const char *dir, const struct fid_run_opts *opts,
                      const struct fid_watcher *watcher, struct fid_error *err)
{
    struct fid_run *run = calloc (1, sizeof *run);
    struct fid_run_opts mine = *opts;
    if (!run) {
        fid_error_nomem (err);
        return NULL;
    }
    if (watcher) /* it sees one event at a time */
        mine.thread_n = 1;
    run->opts = mine;
    run->dir = fid_strdup (dir, err);
    run->id = id_of (dir, err);
    if (!run->dir || !run->id || load (run, &mine, watcher, err)) {
        fid_run_destroy (run);
        return NULL;
    }
    return run;
}

struct fid_run *
fid_run_load (const char *dir, const struct fid_run_opts *opts, struct fid_error *err)
{
    return fid_run_load_watched (dir, opts, NULL, err);
}

int
fid_run_hash (const char *dir, uint64_t *hash, struct fid_error *err)
{
    struct fid_run run = {.dir = (char *)dir};
    int rc = list_sources (&run, err);
    if (!rc)
        rc = hash_unread (&run, err);
    *hash = run.hash;
    for (size_t i = 0; i < run.source_n; i++)
        free (run.source[i].path);
    free (run.source);
    return rc;
}
