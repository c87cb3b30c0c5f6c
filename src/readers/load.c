/* load.c - see load.h */
#include "config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/hash.h"
#include "base/parallel.h"
#include "readers/choose.h"
#include "readers/discover.h"
#include "readers/load.h"
#include "readers/reader.h"
#include "readers/recording.h"
#include "timeline/build.h"
#include "timeline/role_rules.h"

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
            *s = (struct fid_source){.path = files.path[i], .complete = true};
            files.path[i] = NULL;
            if (fid_reader_open (&text, path, &head, &reader, err) == 0) {
                if (reader) {
                    s->reader = reader->name;
                    s->clock = reader->clock;
                    s->rank = reader->rank;
                    s->gives = reader->gives;
                }
                fid_text_close (&text);
            } else if (err->status != FID_EINPUT) {
                rc = -1;
            } else {
                s->complete = false;
                snprintf (s->failure, sizeof s->failure, "%.*s", (int)sizeof s->failure - 1,
                          err->text);
            }
            free (path);
        }
        fid_files_clear (&files);
    }
    return rc;
}

/* A run with results of DLIO is an emulation, unless its facts name another kind. */
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
        if (!s[i].reader && strcmp (s[i].path, FID_ROLES_FILE) != 0)
            continue;
        sum = fid_hash_bytes (s[i].path, strlen (s[i].path), sum);
        sum = fid_hash_number (s[i].hash, sum);
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
        bool known = s->reader || strcmp (s->path, FID_ROLES_FILE) == 0;
        if (!known || s->byte_n)
            continue;
        char *path = fid_format (err, "%s/%s", run->dir, s->path);
        if (!path)
            return -1;
        int rc = fid_file_hash (path, &s->hash, &s->byte_n, &why);
        free (path);
        if (rc && why.status != FID_EINPUT) {
            *err = why;
            return -1;
        }
    }
    run->hash = hash_sources (run->source, run->source_n);
    return 0;
}

/* --- reading */

struct read_work {
    struct fid_run *run;             /* borrowed */
    struct fid_build *b;             /* borrowed */
    const struct fid_run_opts *opts; /* borrowed */
    const struct fid_recording *rec; /* borrowed; one for each source */
    enum fid_pass pass;
    size_t *source; /* owned; the sources to read */
    size_t n;
    struct fid_turns turns; /* feeds end in the order of sources */
};

/* Whether more than half of a file could not be read.  JSON in one piece has no
 * lines: there its records are counted. */
static bool
mostly_malformed (const struct fid_source *s)
{
    uint64_t good = s->event_n + s->sample_n + s->phase_n + s->step_n + s->anchor_n;
    uint64_t all = s->line_n >= s->reject_n ? s->line_n : good + s->reject_n;
    return 2 * s->reject_n > all;
}

/* Read an open source; -1 with the reason why the rest cannot be trusted. */
static int
read_text (const struct read_work *w, size_t i, const struct fid_reader *reader,
           struct fid_input *in, struct fid_feed *feed, struct fid_error *why)
{
    struct fid_source *s = &w->run->source[i];
    struct fid_text *text = in->text;
    struct fid_sink sink = fid_feed_sink (feed);
    int rc = reader->read (in, &sink, why);
    if (w->pass != FID_PASS_WRITES) {
        s->line_n = text->line_n;
        s->complete = rc == 0 && !text->cut_gzip && !text->cut_line;
        fid_text_finish (text, NULL);
        s->byte_n = text->byte_n;
        s->hash = fid_text_hash (text);
    }
    return rc;
}

/* Whether the recording has what this pass reads. */
static bool
is_recorded (const struct read_work *w, size_t i)
{
    const struct fid_recording *rec = &w->rec[i];
    return rec->done && (w->pass == FID_PASS_COLLECT || rec->has_events);
}

/* Play the recording of a source as its file would be read. */
static int
play (const struct read_work *w, size_t i, struct fid_feed *feed, struct fid_error *why)
{
    const struct fid_recording *rec = &w->rec[i];
    struct fid_source *s = &w->run->source[i];
    struct fid_sink sink = fid_feed_sink (feed);
    if (w->pass != FID_PASS_WRITES) {
        s->line_n = rec->line_n;
        s->complete = rec->complete;
        s->byte_n = rec->byte_n;
        s->hash = rec->hash;
    }
    return w->pass == FID_PASS_COLLECT ? fid_recording_play (rec, &sink, why)
                                       : fid_packed_events_play (&rec->events, &sink, why);
}

static int
read_file (const struct read_work *w, size_t i, struct fid_feed *feed, struct fid_error *why)
{
    struct fid_text text;
    struct fid_input in = {.text = &text, .day_first = w->opts->day_first};
    const struct fid_reader *reader = fid_reader_by_name (w->run->source[i].reader);
    char *path = fid_format (why, "%s/%s", w->run->dir, w->run->source[i].path);
    int rc = path ? fid_reader_reopen (&text, path, &in.head, why) : -1;
    if (rc == 0) {
        rc = read_text (w, i, reader, &in, feed, why);
        fid_text_close (&text);
    }
    free (path);
    return rc;
}

/* Read source k of the work. */
static int
read_source (void *ctx, size_t k, struct fid_error *err)
{
    struct read_work *w = ctx;
    size_t i = w->source[k];
    struct fid_source *s = &w->run->source[i];
    struct fid_error why, end;
    struct fid_feed *feed = fid_feed_create (w->b, i, w->pass, &why);
    int rc = !feed                ? -1
             : is_recorded (w, i) ? play (w, i, feed, &why)
                                  : read_file (w, i, feed, &why);
    fid_turns_wait (&w->turns, k);
    if (fid_feed_end (feed, &end)) {
        rc = -1;
        why = end;
    }
    fid_turns_next (&w->turns);
    if (rc && why.status == FID_EINPUT) { /* a damaged file is noted; the others are read */
        s->complete = false;
        snprintf (s->failure, sizeof s->failure, "%.*s", (int)sizeof s->failure - 1, why.text);
        return 0;
    }
    if (rc) {
        *err = why;
        return -1;
    }
    char reason[FID_REMARK_TEXT];
    if (w->pass != FID_PASS_WRITES && mostly_malformed (s))
        return fid_errorf (err, FID_EINPUT,
                           "%s/%s: more than half of its lines are malformed; line %zu: %s",
                           w->run->dir, s->path, s->reject[0].line,
                           fid_remark_text (&s->reject[0], reason, sizeof reason));
    return 0;
}

/* What is read before the clocks are known.  The boot clock's relation to the
 * others does not depend on what its traces cover; for other clocks that is
 * asked of pure traces too. */
static bool
is_collected (const struct fid_source *s)
{
    return (s->used & ~(unsigned)FID_GIVES_EVENTS) ||
           ((s->used & FID_GIVES_EVENTS) && s->clock != FID_CLOCK_BOOT);
}

/* Reads all sources that give something of `gives` in one pass, several at a time where
 * the pass allows it.  -1 if one is mostly malformed (of several the first), or without
 * memory. */
static int
read_pass (struct fid_run *run, struct fid_build *b, unsigned gives, enum fid_pass pass,
           const struct fid_run_opts *opts, const struct fid_recording *rec,
           struct fid_error *err)
{
    struct read_work w = {.run = run, .b = b, .opts = opts, .rec = rec, .pass = pass};
    w.source = malloc ((run->source_n + 1) * sizeof *w.source);
    if (!w.source)
        return fid_error_nomem (err);
    for (size_t i = 0; i < run->source_n; i++) {
        const struct fid_source *s = &run->source[i];
        bool opens = (s->used & FID_GIVES_OPEN) != 0;
        if (pass == FID_PASS_VFS && opens) /* read in FID_PASS_OPEN */
            continue;
        if ((s->used & gives) && (pass != FID_PASS_COLLECT || is_collected (s)))
            w.source[w.n++] = i;
    }
    fid_turns_init (&w.turns);
    bool many = pass == FID_PASS_OPEN || pass == FID_PASS_VFS;
    size_t thread_n = many && opts->thread_n ? opts->thread_n : 1;
    int rc = fid_parallel (w.n, thread_n, read_source, &w, err);
    fid_turns_clear (&w.turns);
    free (w.source);
    return rc;
}

/* All passes over the sources. */
static int
read_passes (struct fid_run *run, struct fid_build *b, const struct fid_run_opts *opts,
             const struct fid_recording *rec, bool watched, struct fid_error *err)
{
    int rc = read_pass (run, b, ~0u, FID_PASS_COLLECT, opts, rec, err);
    if (!rc && fid_build_wants_writes (b))
        rc = read_pass (run, b, FID_GIVES_WRITE, FID_PASS_WRITES, opts, rec, err);
    if (!rc)
        rc = fid_build_solve (b, err);
    if (!rc)
        rc = read_pass (run, b, FID_GIVES_OPEN, FID_PASS_OPEN, opts, rec, err);
    if (!rc)
        rc = read_pass (run, b, FID_GIVES_VFS, FID_PASS_VFS, opts, rec, err);
    if (!rc)
        rc = fid_build_vfs_end (b, err);
    if (!rc && watched)
        rc = read_pass (run, b, FID_GIVES_VFS, FID_PASS_WATCH, opts, rec, err);
    if (!rc)
        rc = read_pass (run, b, FID_GIVES_BLOCK, FID_PASS_BLOCK, opts, rec, err);
    return rc;
}

/* Chooses and reads the sources. */
static int
read_sources (struct fid_run *run, const struct fid_run_opts *opts,
              const struct fid_watcher *watcher, struct fid_recording *rec,
              struct fid_error *err)
{
    if (fid_choose_sources (run, opts, rec, err))
        return -1;
    guess_kind (run);
    struct fid_build *b = fid_build_create (run, opts, err);
    if (!b)
        return -1;
    fid_build_watch (b, watcher);
    int rc = read_passes (run, b, opts, rec, watcher != NULL, err);
    if (!rc)
        rc = fid_build_finish (b, err);
    if (!rc)
        rc = hash_unread (run, err);
    fid_build_destroy (b);
    return rc;
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
    atomic_size_t budget = FID_RECORDING_BUDGET;
    struct fid_recording *rec = malloc (run->source_n * sizeof *rec);
    if (!rec)
        return fid_error_nomem (err);
    for (size_t i = 0; i < run->source_n; i++)
        fid_recording_init (&rec[i], &budget);
    int rc = read_sources (run, opts, watcher, rec, err);
    for (size_t i = 0; i < run->source_n; i++)
        fid_recording_clear (&rec[i]);
    free (rec);
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
