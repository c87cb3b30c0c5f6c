/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load.c - see load.h */
#include "base/plain.h"
#include "job/of_run.h"
#include "readers/digest.h"
#include "readers/load.h"
#include "readers/several.h"
#include "readers/whole.h"
#include "run/build.h"
#include "run/role_rules.h"

/* Sets the hash of the run, which is the same whether it was read or is only hashed: of the names
 * and contents of files of known formats. */
static int hash_files (struct fid_run *run, struct fid_error *err)
{
    run->hash = run->opts.patterns_hash;
    FID_EACH (struct fid_source, s, run->source) {
        struct fid_error why;
        if ((!s->reader && strcmp (s->path, FID_ROLES_FILE) != 0) || s->part)
            continue;
        if (!s->byte_n && !s->refused) { /* not read; hashes as 0 if it cannot be */
            FID_FREED char *path = fid_format (err, "%s/%s", run->dir, s->path);
            FID_TRY (!path);
            if (fid_file_hash (path, &s->hash, &s->byte_n, &why))
                FID_TRY (fid_error_unless_input (&why, err));
        }
        run->hash = fid_hash_bytes (s->path, strlen (s->path), run->hash);
        run->hash = fid_hash_number (s->hash, run->hash);
    }
    return 0;
}

/* Reads the files that are used.  -1 if all are mostly malformed that have more than facts. */
static int read_files (struct fid_run *run, struct fid_recording *rec, struct fid_error *err)
{
    const struct fid_source *dropped = NULL;
    bool any = false;
    size_t n = 0;
    FID_FREED size_t *which = calloc (run->source_n + 1, sizeof *which);
    FID_NEED (which, err);
    for (size_t i = 0; i < run->source_n; i++)
        if (run->source[i].used)
            which[n++] = i;
    FID_TRY (fid_recordings_read (run, rec, which, n, err));
    for (size_t i = 0; i < run->source_n; i++) {
        struct fid_source *s = &run->source[i];
        if (s->used)
            fid_recording_judge (&rec[i], s);
        dropped = s->malformed && !dropped ? s : dropped;
        any |= (s->used & ~(unsigned)FID_GIVES_FACTS) != 0;
        run->lost_n += s->used ? s->lost_n : 0;
        if (!s->used && !s->malformed) { /* it was read to choose: its remarks do not matter */
            s->line_n = s->text_n = s->reject_n = s->lost_n = s->note_n = 0;
            s->open_end = s->unended = false;
            s->complete = !*s->failure;
        }
    }
    return dropped && !any ? fid_errorf (err, FID_EINPUT, "%s/%s: %s", run->dir, dropped->path,
                                         dropped->failure)
                           : 0;
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
                     struct fid_error *err)
{
    struct fid_recording *part = (*rec)[of].next;
    struct fid_source copy = run->source[of];
    struct fid_recording *more = realloc (*rec, (run->source_n + 1) * sizeof *more);
    FID_NEED (more, err);
    *rec = more;
    FID_TRY (
        fid_array_grow (&run->source, &run->source_cap, run->source_n + 1, sizeof copy, err));
    FID_TRY (number_host (run, part, &copy.host, err));
    copy.path = fid_format (err, "%s@%s", copy.path, run->hosts.at[copy.host].name);
    FID_TRY (!copy.path);
    copy.shared = false;
    copy.part = true;
    copy.follows |= copy.used & (FID_GIVES_PHASES | FID_GIVES_STEPS);
    copy.reject_n = copy.lost_n = copy.note_n = 0;
    more[of].next = part->next;
    part->next = NULL;
    more[run->source_n] = *part;
    free (part);
    run->source[run->source_n++] = copy;
    return 0;
}

/* Whether files, of which nothing else says the host, name different ones. */
static bool name_hosts (const struct fid_run *run, const struct fid_recording *rec)
{
    uint64_t seen = 0;
    for (size_t i = 0; i < run->source_n; i++) {
        bool named = rec[i].host && run->source[i].shared;
        if (rec[i].next || (named && seen && seen != rec[i].host))
            return true;
        seen = named ? rec[i].host : seen;
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
        struct fid_recording *r = &(*rec)[i];
        if (r->host && (run->source[i].shared || r->next)) {
            FID_TRY (number_host (run, r, &run->source[i].host, err));
            run->source[i].shared = false;
        }
        while ((*rec)[i].next)
            FID_TRY (add_part (run, rec, i, err));
    }
    return 0;
}

/* Whether all events of the traces that a processed tree was made of lie in it, as it says. */
static bool is_whole_tree (const struct fid_run *run)
{
    static const struct {
        const char *fact;
        unsigned gives;
    } traces[] = {{"tree.bio.out.events", FID_GIVES_BLOCK},
                  {"tree.read.out.events", FID_GIVES_READ},
                  {"tree.write.out.events", FID_GIVES_WRITE},
                  {"tree.openat.out.events", FID_GIVES_OPEN}};
    for (size_t i = 0; i < sizeof traces / sizeof *traces; i++) {
        double have_n = 0, n = fid_run_fact_number (run, traces[i].fact);
        FID_EACH (const struct fid_source, s, run->source)
            have_n += s->used & traces[i].gives ? (double)s->event_n : 0;
        if (have_n < n || (have_n > 0 && !(n > 0)))
            return false;
    }
    return true;
}

/* Builds the run from the recordings; those of events are empty afterwards. */
static int build_run (struct fid_run *run, struct fid_build *b, struct fid_recording *rec,
                      struct fid_error *err)
{
    for (size_t i = 0; i < run->source_n; i++) {
        struct fid_collector c;
        struct fid_sink sink = fid_build_collect (b, i, &c);
        /* Before the clocks are known, the boot clock's relation to the others does not depend on
         * what its traces cover; for other clocks that is asked of pure traces, too. */
        unsigned used = run->source[i].used;
        if (used &&
            (run->source[i].clock != FID_CLOCK_BOOT || used & ~(unsigned)FID_GIVES_EVENTS))
            FID_TRY (fid_recording_play (&rec[i], &sink, err));
        fid_recording_forget (&rec[i]);
    }
    for (size_t i = 0; i < run->source_n; i++)
        if (run->source[i].used & FID_GIVES_WRITE)
            FID_TRY (fid_build_writes (b, i, &rec[i].events, err));
    FID_TRY (fid_build_solve (b, err));
    /* Moves the events of a whole tree to when the clock of the raw run has them. */
    const char *fact = fid_run_fact (run, "tree.events_late_ns");
    int64_t late_ns = 0;
    fid_span_i64 (fid_span_of (fact ? fact : ""), &late_ns);
    FID_EACH (struct fid_source, s, run->source)
        if ((s->used & FID_GIVES_EVENTS) && fid_reader_by_name (s->reader)->processed)
            s->shift_ns += late_ns;
    for (size_t i = 0; i < run->source_n; i++)
        if (run->source[i].used & FID_GIVES_VFS)
            FID_TRY (fid_build_take (b, i, &rec[i].events, false, err));
    FID_TRY (fid_build_roles (b, err));
    FID_TRY (fid_job_complete (run, err));
    FID_TRY (fid_build_files_end (b, err));
    for (size_t i = 0; i < run->source_n; i++)
        if (run->source[i].used & FID_GIVES_BLOCK)
            FID_TRY (fid_build_take (b, i, &rec[i].events, true, err));
    run->processed = run->processed && !is_whole_tree (run);
    return fid_build_finish (b, err);
}

FID_ORDER_BY (by_end, struct fid_step, FID_RISING (end_ns) FID_RISING (step_s))

static int read_sources (struct fid_run *run, struct fid_recording **rec, struct fid_error *err)
{
    FID_TRY (fid_runs_check (run, *rec, err));
    FID_TRY (fid_choose_sources (run, *rec, err));
    FID_TRY (read_files (run, *rec, err));
    FID_TRY (fid_copies_drop (run, *rec, err));
    FID_TRY (split_hosts (run, rec, err));
    FID_EACH (const struct fid_source, s, run->source) {
        const struct fid_reader *reader = fid_reader_by_name (s->reader);
        bool events = s->used & FID_GIVES_EVENTS;
        run->emulation |=
            reader && reader->of_benchmark; /* unless its facts say another kind */
        run->processed |= events && reader->processed;
        run->raw |= events && reader->raw;
    }
    struct fid_build *b = fid_build_create (run, err);
    FID_TRY (!b);
    int rc = build_run (run, b, *rec, err);
    fid_build_destroy (b);
    FID_TRY (rc);
    size_t step_file_n = 0; /* of one rank: of files, "step-10" comes before "step-9" */
    FID_EACH (const struct fid_source, s, run->source)
        step_file_n += (s->used & ~s->follows & FID_GIVES_STEPS) && s->step_n;
    if (step_file_n > 1)
        qsort (run->steps.step, run->steps.n, sizeof *run->steps.step, by_end);
    FID_TRY (fid_files_check (run, err));
    return hash_files (run, err);
}

static int load_run (struct fid_run *run, const char *only, struct fid_error *err)
{
    FID_TRY (fid_sources_list (run, only, err));
    if (!fid_sources_known (run)) {
        struct fid_files runs = {0};
        struct fid_error why;
        if (!only && fid_runs_find (run->dir, &runs, &why) == 0) {
            fid_errorf (err, FID_EINPUT, "%s: holds no run itself, but %zu below it: %s%s",
                        run->dir, runs.n, runs.path[0], runs.n > 1 ? ", ..." : "");
            fid_files_clear (&runs);
            return -1;
        }
        if (only)
            return fid_errorf (err, FID_EINPUT,
                               "%s/%s: not of a format fidlio reads (--log-pattern says what "
                               "lines of a training log mean)",
                               run->dir, only);
        const char *failure = "";
        for (size_t i = run->source_n; i-- > 0;)
            failure = *run->source[i].failure ? run->source[i].failure : failure;
        return fid_errorf (err, FID_EINPUT,
                           "%s: none of its %zu files is of a format fidlio reads%s%s",
                           run->dir, run->source_n, *failure ? ": " : "", failure);
    }
    struct fid_recording *rec = fid_recordings_create (run, false, err);
    FID_TRY (!rec);
    int rc = read_sources (run, &rec, err);
    fid_recordings_destroy (rec, run->source_n);
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
    FID_SCOPED (fid_place_clear) struct fid_place place = {0};
    bool digest;
    if (fid_digest_is (dir, &digest, err))
        return NULL;
    if (digest)
        return fid_digest_load (dir, opts, err);
    if (fid_place_of (dir, &place, err))
        return NULL;
    struct fid_run *run = calloc (1, sizeof *run);
    if (!run)
        return fid_null_nomem (err);
    run->opts = *opts;
    run->dir = fid_strdup (place.dir, err);
    run->id = fid_run_id_of (dir, err);
    run->path = fid_strdup (dir, err);
    if (run->dir && run->id && run->path && !load_run (run, place.only, err))
        return run;
    fid_run_destroy (run);
    return NULL;
}

int fid_run_hash (const char *dir, uint64_t *hash, struct fid_error *err)
{
    FID_SCOPED (fid_place_clear) struct fid_place place = {0};
    FID_SCOPED (fid_sources_clear) struct fid_run run = {0};
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
    FID_TRY (fid_sources_list (&run, place.only, err));
    FID_TRY (hash_files (&run, err));
    *hash = run.hash;
    return 0;
}

bool fid_run_is_there (const char *dir)
{
    FID_SCOPED (fid_place_clear) struct fid_place place = {0};
    FID_SCOPED (fid_files_clear) struct fid_files files = {0};
    struct fid_error unused;
    return !fid_place_of (dir, &place, &unused) &&
           (place.only ||
            (!fid_discover (place.dir, FID_SEARCH_TREE, &files, &unused) && files.n > 0));
}
