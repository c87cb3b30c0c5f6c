/* load.c - see load.h */
#include "config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/hash.h"
#include "base/parallel.h"
#include "base/plain.h"
#include "readers/choose.h"
#include "readers/digest.h"
#include "readers/load.h"
#include "readers/recording.h"
#include "readers/several.h"
#include "readers/sources.h"
#include "readers/whole.h"
#include "run/build.h"
#include "run/role_rules.h"

/* A run with results of DLIO is an emulation, unless its facts name another kind. */
static void
guess_kind (struct fid_run *run)
{
    for (size_t i = 0; i < run->source_n; i++)
        if (run->source[i].reader && strncmp (run->source[i].reader, "dlio", 4) == 0)
            run->emulation = true;
}

/* Whether its events come from a tree that the earlier tools made. */
static bool
is_processed (const struct fid_run *run)
{
    for (size_t i = 0; i < run->source_n; i++) {
        const struct fid_source *s = &run->source[i];
        if ((s->used & FID_GIVES_EVENTS) && strncmp (s->reader, "processed_", 10) == 0)
            return true;
    }
    return false;
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
        if (!known || s->byte_n || s->refused)
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
    struct fid_sink sink = fid_feed_sink (feed);
    if (w->pass != FID_PASS_WRITES)
        fid_source_set_shape (&w->run->source[i], &rec->shape);
    return w->pass == FID_PASS_COLLECT ? fid_recording_play (rec, &sink, why)
                                       : fid_packed_events_play (&rec->events, &sink, why);
}

static int
read_file (const struct read_work *w, size_t i, struct fid_feed *feed, struct fid_error *why)
{
    struct fid_source *s = &w->run->source[i];
    struct fid_sink sink = fid_feed_sink (feed);
    struct fid_file_shape shape;
    bool all = w->pass != FID_PASS_WRITES;
    int rc =
        fid_source_read (w->run->dir, s, w->opts->day_first, &sink, all ? &shape : NULL, why);
    if (all)
        fid_source_set_shape (s, &shape);
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
    if (rc) /* a damaged file is noted; the others are read */
        return fid_source_fail (s, &why, w->opts->keep_going, err);
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

static int
by_end (const void *va, const void *vb)
{
    const struct fid_step *a = va, *b = vb;
    if (a->end_ns != b->end_ns)
        return a->end_ns < b->end_ns ? -1 : 1;
    return a->step_s < b->step_s ? -1 : a->step_s > b->step_s;
}

/* Puts steps that several files have in order: of files, "step-10" comes before "step-9". */
static void
order_steps (struct fid_run *run)
{
    size_t n = 0;
    for (size_t i = 0; i < run->source_n; i++)
        n += run->source[i].used & FID_GIVES_STEPS && run->source[i].step_n;
    if (n > 1)
        qsort (run->steps.step, run->steps.n, sizeof *run->steps.step, by_end);
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
    run->processed = is_processed (run);
    struct fid_build *b = fid_build_create (run, opts, err);
    if (!b)
        return -1;
    fid_build_watch (b, watcher);
    int rc = read_passes (run, b, opts, rec, watcher != NULL, err);
    if (!rc)
        rc = fid_build_finish (b, err);
    order_steps (run);
    if (!rc)
        rc = fid_files_check (run, err);
    if (!rc)
        rc = hash_unread (run, err);
    fid_build_destroy (b);
    return rc;
}

/* Why a directory without a known file is no run: runs deeper in it, or none. */
static int
refuse_unknown (const struct fid_run *run, const char *only, struct fid_error *err)
{
    struct fid_files runs = {0};
    struct fid_error why;
    if (!only && fid_runs_find (run->dir, &runs, &why) == 0) {
        fid_errorf (err, FID_EINPUT, "%s: holds no run itself, but %zu below it: %s%s",
                    run->dir, runs.n, runs.path[0], runs.n > 1 ? ", ..." : "");
        fid_files_clear (&runs);
        return -1;
    }
    if (only)
        return fid_errorf (err, FID_EINPUT, "%s/%s: not of a format fidlio reads", run->dir,
                           only);
    return fid_errorf (err, FID_EINPUT, "%s: none of its %zu files is of a format fidlio reads",
                       run->dir, run->source_n);
}

static int
load (struct fid_run *run, const char *only, const struct fid_run_opts *opts,
      const struct fid_watcher *watcher, struct fid_error *err)
{
    if (fid_sources_list (run, only, err))
        return -1;
    if (!fid_sources_known (run))
        return refuse_unknown (run, only, err);
    if (fid_runs_check (run, err))
        return -1;
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

char *
fid_run_id_of (const char *dir, struct fid_error *err)
{
    char *real = realpath (dir, NULL);
    const char *path = real ? real : dir, *slash = strrchr (path, '/');
    char *id = fid_plain_name (slash && slash[1] ? slash + 1 : path, err);
    free (real);
    return id;
}

struct fid_run *
fid_run_load_watched (const char *dir, const struct fid_run_opts *opts,
                      const struct fid_watcher *watcher, struct fid_error *err)
{
    bool digest;
    if ((watcher && fid_digest_refuse (dir, err)) || fid_digest_is (dir, &digest, err))
        return NULL;
    if (digest)
        return fid_digest_load (dir, opts, err);
    struct fid_run *run = calloc (1, sizeof *run);
    struct fid_run_opts mine = *opts;
    struct fid_place place;
    if (!run) {
        fid_error_nomem (err);
        return NULL;
    }
    if (watcher) /* it sees one event at a time */
        mine.thread_n = 1;
    run->opts = mine;
    if (fid_place_of (dir, &place, err)) {
        fid_run_destroy (run);
        return NULL;
    }
    run->dir = place.dir;
    run->id = fid_run_id_of (dir, err);
    run->path = fid_strdup (dir, err);
    int rc = run->id && run->path ? load (run, place.only, &mine, watcher, err) : -1;
    free (place.only);
    if (rc) {
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
    struct fid_place place;
    struct fid_run run = {0};
    bool digest;
    if (fid_digest_is (dir, &digest, err))
        return -1;
    if (digest) {
        struct fid_digest_head head;
        if (fid_digest_head_read (&head, dir, err))
            return -1;
        *hash = head.hash;
        fid_digest_head_clear (&head);
        return 0;
    }
    if (fid_place_of (dir, &place, err))
        return -1;
    run.dir = place.dir;
    int rc = fid_sources_list (&run, place.only, err);
    if (!rc)
        rc = hash_unread (&run, err);
    *hash = run.hash;
    fid_sources_clear (&run);
    free (run.source);
    fid_place_clear (&place);
    return rc;
}

bool
fid_run_is_there (const char *dir)
{
    struct fid_error unused;
    struct fid_place place;
    struct fid_files files = {0};
    if (fid_place_of (dir, &place, &unused))
        return false;
    bool there =
        place.only ||
        (fid_discover (place.dir, FID_SEARCH_TREE, &files, &unused) == 0 && files.n > 0);
    fid_files_clear (&files);
    fid_place_clear (&place);
    return there;
}
