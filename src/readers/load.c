/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load.c - see load.h */
#include "base/parallel.h"
#include "base/plain.h"
#include "job/of_run.h"
#include "readers/choose.h"
#include "readers/digest.h"
#include "readers/load.h"
#include "readers/several.h"
#include "readers/whole.h"
#include "run/build.h"
#include "run/role_rules.h"

/* A run with results of DLIO is an emulation, unless its facts name another kind. */
static void guess_kind (struct fid_run *run)
{
    for (size_t i = 0; i < run->source_n; i++) {
        const struct fid_reader *reader = fid_reader_by_name (run->source[i].reader);
        if (reader && reader->of_benchmark)
            run->emulation = true;
    }
}

/* Whether its events come from a tree that the earlier tools made, or from raw traces. */
static void note_tree (struct fid_run *run)
{
    FID_EACH (const struct fid_source, s, run->source) {
        if (!(s->used & FID_GIVES_EVENTS))
            continue;
        run->processed |= fid_reader_by_name (s->reader)->processed;
        run->raw |= fid_reader_by_name (s->reader)->raw;
    }
}

/* One number for names and contents; the same whether read or only hashed. */
static uint64_t hash_sources (const struct fid_source *s, size_t n)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        if ((!s[i].reader && strcmp (s[i].path, FID_ROLES_FILE) != 0) || s[i].part)
            continue;
        sum = fid_hash_bytes (s[i].path, strlen (s[i].path), sum);
        sum = fid_hash_number (s[i].hash, sum);
    }
    return sum;
}

/* Hash the files of known formats that nothing was read from. */
static int hash_unread (struct fid_run *run, struct fid_error *err)
{
    FID_EACH (struct fid_source, s, run->source) {
        struct fid_error why; /* a file that cannot be read hashes as 0 */
        bool known = s->reader || strcmp (s->path, FID_ROLES_FILE) == 0;
        if (!known || s->byte_n || s->refused)
            continue;
        FID_FREED char *path = fid_format (err, "%s/%s", run->dir, s->path);
        if (!path)
            return -1;
        int rc = fid_file_hash (path, &s->hash, &s->byte_n, &why);
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
    const struct fid_run_opts *opts; /* borrowed */
    struct fid_recording *rec;       /* borrowed; one for each source */
    size_t *source;                  /* owned; the sources to read */
    size_t n;
};

static int read_one (void *ctx, size_t k, struct fid_error *err)
{
    struct read_work *w = ctx;
    size_t i = w->source[k];
    return fid_recording_read (&w->rec[i], w->run->dir, &w->run->source[i], w->opts, err);
}

/* Reads the files that are used and were not read to choose them, several at a time; then gives
 * every source what its recording says of the file.  What is mostly malformed is left out; -1
 * if all are that have more than facts. */
static int read_files (struct fid_run *run, const struct fid_run_opts *opts,
                       struct fid_recording *rec, struct fid_error *err)
{
    struct read_work w = {.run = run, .opts = opts, .rec = rec};
    if (!(w.source = malloc ((run->source_n + 1) * sizeof *w.source)))
        return fid_error_nomem (err);
    for (size_t i = 0; i < run->source_n; i++)
        if (run->source[i].used && !rec[i].read)
            w.source[w.n++] = i;
    int rc = fid_parallel (w.n, opts->thread_n ? opts->thread_n : 1, read_one, &w, err);
    free (w.source);
    const struct fid_source *dropped = NULL;
    bool any = false;
    for (size_t i = 0; i < run->source_n && !rc; i++) {
        struct fid_source *s = &run->source[i];
        if (s->used && !*s->failure && fid_recording_malformed (&rec[i]))
            fid_recording_reject (&rec[i], s);
        if (s->malformed && !dropped)
            dropped = s;
        if (!s->used)
            continue;
        fid_recording_describe (&rec[i], s);
        run->lost_n += rec[i].lost_n;
        any |= (s->used & ~(unsigned)FID_GIVES_FACTS) != 0;
    }
    if (dropped && !any)
        rc = fid_errorf (err, FID_EINPUT, "%s/%s: %s", run->dir, dropped->path,
                         dropped->failure);
    return rc;
}

/* --- files of several hosts */

/* The number of the host that a recording is of; without a name it is called by its key. */
static int number_host (struct fid_run *run, const struct fid_recording *rec, unsigned *number,
                        struct fid_error *err)
{
    char key[32];
    size_t n;
    struct fid_host *first = run->hosts.n ? &run->hosts.at[0] : NULL;
    snprintf (key, sizeof key, "host-%08" PRIx64, rec->host & UINT32_MAX);
    const char *name = *rec->host_name ? rec->host_name : key;
    if (first && !*first->name && !first->folder) /* the one of all files that name none */
        snprintf (first->name, sizeof first->name, "%s", name);
    FID_TRY (fid_hosts_add (&run->hosts, fid_span_of (name), &n, err));
    *number = (unsigned)n;
    return 0;
}

/* Makes a source of what the file of another one has of a host. */
static int add_part (struct fid_run *run, struct fid_recording **rec, size_t of,
                     struct fid_recording *part, struct fid_error *err)
{
    size_t n = run->source_n;
    struct fid_source copy = run->source[of];
    struct fid_recording *more = realloc (*rec, (n + 1) * sizeof *more);
    FID_NEED (more, err);
    *rec = more;
    FID_TRY (fid_array_grow (&run->source, &run->source_cap, n + 1, sizeof *run->source, err) ||
             number_host (run, part, &copy.host, err));
    copy.path = fid_format (err, "%s@%s", copy.path, run->hosts.at[copy.host].name);
    copy.shared = false;
    copy.part = true;
    copy.follows |= copy.used & (FID_GIVES_PHASES | FID_GIVES_STEPS);
    copy.reject_n = copy.lost_n = copy.note_n = 0;
    if (!copy.path)
        return -1;
    run->source[n] = copy;
    more[n] = *part;
    more[n].next = NULL;
    run->source_n++;
    return 0;
}

/* Whether files, of which nothing else says the host, name different ones. */
static bool name_hosts (const struct fid_run *run, const struct fid_recording *rec)
{
    uint64_t seen = 0;
    for (size_t i = 0; i < run->source_n; i++) {
        if (rec[i].next)
            return true;
        if (!rec[i].host || !run->source[i].shared)
            continue;
        if (seen && seen != rec[i].host)
            return true;
        seen = rec[i].host;
    }
    return false;
}

/* Gives each source the host that its file names; of a file of several hosts each gets a source
 * of its own. */
static int split_hosts (struct fid_run *run, struct fid_recording **rec, struct fid_error *err)
{
    size_t file_n = run->source_n;
    if (!name_hosts (run, *rec))
        return 0;
    for (size_t i = 0; i < file_n; i++) {
        bool named = (*rec)[i].host && (run->source[i].shared || (*rec)[i].next);
        FID_TRY (named && number_host (run, &(*rec)[i], &run->source[i].host, err));
        run->source[i].shared &= !named;
        for (struct fid_recording *p; (p = (*rec)[i].next);) {
            FID_TRY (add_part (run, rec, i, p, err));
            (*rec)[i].next = p->next;
            free (p);
        }
    }
    return 0;
}

/* What is asked before the clocks are known.  The boot clock's relation to the
 * others does not depend on what its traces cover; for other clocks that is
 * asked of pure traces too. */
static bool is_collected (const struct fid_source *s)
{
    return (s->used & ~(unsigned)FID_GIVES_EVENTS) ||
           ((s->used & FID_GIVES_EVENTS) && s->clock != FID_CLOCK_BOOT);
}

/* Builds the run from the recordings; those of events are empty afterwards. */
static int build_run (struct fid_run *run, struct fid_build *b, struct fid_recording *rec,
                      struct fid_error *err)
{
    int rc = 0;
    for (size_t i = 0; i < run->source_n && !rc; i++) {
        struct fid_collector c;
        struct fid_sink sink = fid_build_collect (b, i, &c);
        rc = is_collected (&run->source[i]) ? fid_recording_play (&rec[i], &sink, err) : 0;
        fid_recording_forget (&rec[i]);
    }
    for (size_t i = 0; i < run->source_n && !rc; i++)
        if (run->source[i].used & FID_GIVES_WRITE)
            rc = fid_build_writes (b, i, &rec[i].events, err);
    rc = rc ? rc : fid_build_solve (b, err);
    for (size_t i = 0; i < run->source_n && !rc; i++)
        if (run->source[i].used & FID_GIVES_VFS)
            rc = fid_build_take (b, i, &rec[i].events, false, err);
    rc = rc ? rc : fid_build_roles (b, err);
    rc = rc ? rc : fid_job_complete (run, err);
    rc = rc ? rc : fid_build_files_end (b, err);
    for (size_t i = 0; i < run->source_n && !rc; i++)
        if (run->source[i].used & FID_GIVES_BLOCK)
            rc = fid_build_take (b, i, &rec[i].events, true, err);
    return rc ? rc : fid_build_finish (b, err);
}

FID_ORDER_BY (by_end, struct fid_step, FID_RISING (end_ns) FID_RISING (step_s))

/* Puts steps that several files of one rank have in order: of files, "step-10" comes before
 * "step-9".  Those of one file are in order already. */
static void order_steps (struct fid_run *run)
{
    size_t n = 0;
    for (size_t i = 0; i < run->source_n; i++)
        n += (run->source[i].used & ~run->source[i].follows & FID_GIVES_STEPS) &&
             run->source[i].step_n;
    if (n > 1)
        qsort (run->steps.step, run->steps.n, sizeof *run->steps.step, by_end);
}

/* Chooses and reads the sources. */
static int read_sources (struct fid_run *run, const struct fid_run_opts *opts,
                         struct fid_recording **rec, struct fid_error *err)
{
    FID_TRY (fid_choose_sources (run, opts, *rec, err) || read_files (run, opts, *rec, err) ||
             fid_copies_drop (run, *rec, err) || split_hosts (run, rec, err));
    guess_kind (run);
    note_tree (run);
    struct fid_build *b = fid_build_create (run, err);
    FID_TRY (!b);
    int rc = build_run (run, b, *rec, err);
    order_steps (run);
    if (!rc)
        rc = fid_files_check (run, err);
    if (!rc)
        rc = hash_unread (run, err);
    fid_build_destroy (b);
    return rc;
}

/* Why a directory without a known file is no run: runs deeper in it, or none. */
static int refuse_unknown (const struct fid_run *run, const char *only, struct fid_error *err)
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

/* The memory for events is shared out by the sizes of the files, so that what is merged does
 * not depend on the order in which they are read. */
static void init_recordings (const struct fid_run *run, const struct fid_run_opts *opts,
                             struct fid_recording *rec)
{
    double all = 1, memory_n = opts->memory_n ? (double)opts->memory_n : FID_MEMORY_DEFAULT;
    for (size_t i = 0; i < run->source_n; i++)
        all += (double)run->source[i].stored_n;
    for (size_t i = 0; i < run->source_n; i++) {
        double share = ((double)run->source[i].stored_n + 1) / all;
        fid_recording_init (&rec[i], (size_t)(memory_n * share) + FID_MEMORY_LEAST);
    }
}

static int load_run (struct fid_run *run, const char *only, const struct fid_run_opts *opts,
                     struct fid_error *err)
{
    FID_TRY (fid_sources_list (run, only, err));
    if (!fid_sources_known (run))
        return refuse_unknown (run, only, err);
    FID_TRY (fid_runs_check (run, err));
    FID_FREED struct fid_recording *rec = malloc (run->source_n * sizeof *rec);
    FID_NEED (rec, err);
    init_recordings (run, opts, rec);
    int rc = read_sources (run, opts, &rec, err);
    for (size_t i = 0; i < run->source_n; i++)
        fid_recording_clear (&rec[i]);
    return rc;
}

char *fid_run_id_of (const char *dir, struct fid_error *err)
{
    FID_FREED char *real = realpath (dir, NULL);
    const char *path = real ? real : dir, *slash = strrchr (path, '/');
    return fid_plain_name (slash && slash[1] ? slash + 1 : path, err);
}

struct fid_run *fid_run_load (const char *dir, const struct fid_run_opts *opts,
                              struct fid_error *err)
{
    bool digest;
    if (fid_digest_is (dir, &digest, err))
        return NULL;
    if (digest)
        return fid_digest_load (dir, opts, err);
    struct fid_run *run = calloc (1, sizeof *run);
    struct fid_place place;
    if (!run)
        return fid_null_nomem (err);
    run->opts = *opts;
    if (fid_place_of (dir, &place, err)) {
        fid_run_destroy (run);
        return NULL;
    }
    run->dir = place.dir;
    run->id = fid_run_id_of (dir, err);
    run->path = fid_strdup (dir, err);
    int rc = run->id && run->path ? load_run (run, place.only, opts, err) : -1;
    free (place.only);
    if (rc) {
        fid_run_destroy (run);
        return NULL;
    }
    return run;
}

int fid_run_hash (const char *dir, uint64_t *hash, struct fid_error *err)
{
    struct fid_place place;
    struct fid_run run = {0};
    bool digest;
    FID_TRY (fid_digest_is (dir, &digest, err));
    if (digest) {
        struct fid_digest_head head;
        FID_TRY (fid_digest_head_read (&head, dir, err));
        *hash = head.hash;
        fid_digest_head_clear (&head);
        return 0;
    }
    FID_TRY (fid_place_of (dir, &place, err));
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

bool fid_run_is_there (const char *dir)
{
    struct fid_error unused;
    struct fid_place place;
    FID_SCOPED (fid_files_clear) struct fid_files files = {0};
    if (fid_place_of (dir, &place, &unused))
        return false;
    bool there =
        place.only ||
        (fid_discover (place.dir, FID_SEARCH_TREE, &files, &unused) == 0 && files.n > 0);
    fid_place_clear (&place);
    return there;
}
