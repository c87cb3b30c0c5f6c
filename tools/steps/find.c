/* SPDX-License-Identifier: GPL-3.0-or-later */
/* find.c - the recordings of an experiment folder, and their configurations
 *
 * Recordings are timeline-*.json, dlio.log, JSON files in a folder raw_data, and other JSON
 * files and logs that contain MLLOG events; each may be gzipped.  A configuration folder
 * has one log: the one at the highest level, then the first by name.  Folders into which
 * tools write are skipped. */
#include <fts.h>
#include "base/path_order.h"
#include "readers/discover.h"
#include "readers/mllog/mllog_event.h"
#include "readers/reader.h"
#include "tools/steps/config_name.h"
#include "tools/steps/recording.h"

#define DEPTH_MAX  17 /* levels below the folder */
#define HEAD_BYTES 65536

/* A file that may belong to a recording. */
struct candidate {
    const char *path;
    size_t dir_n; /* bytes of it that name the folder */
    enum fid_steps_source source;
    int depth;
};

struct candidates {
    FID_LIST (struct candidate, c);
};

/* --- which files */

/* Whether the start of a file contains an MLLOG event: 1, 0, or -1 if it cannot be read. */
static int has_events (const char *path)
{
    FID_SCOPED (fid_text_close) struct fid_text text = {0};
    struct fid_span head, line, key;
    struct fid_json j;
    bool has = false;
    struct fid_log_tag tag;
    if (fid_text_open (&text, path, &fid_why))
        return -1;
    int rc = fid_text_peek (&text, HEAD_BYTES, &head, &fid_why);
    if (!rc && head.n) {
        struct fid_span rest = head;
        while (!has && fid_span_field (&rest, '\n', &line))
            has = fid_mllog_take_mark (&line, &tag);
        fid_json_init (&j, head);
        if (!has && fid_json_enter (&j, '[') && fid_json_enter (&j, '{'))
            while (!has && fid_json_member (&j, &key)) {
                has = fid_span_is (key, "key");
                fid_json_skip (&j);
            }
    }
    return rc ? -1 : has;
}

/* The kind of recording that a file belongs to; FID_STEPS_SOURCE_N: none; -1 if it cannot
 * be read. */
static int source_of (const FTSENT *e)
{
    static const char *const timeline[] = {"*timeline-*.json", "*timeline-*.json.gz", NULL};
    static const char *const dlio[] = {"dlio.log", "dlio.log.gz", NULL};
    static const char *const json[] = {"*.json", "*.json.gz", NULL};
    static const char *const log[] = {"*.log", "*.log.gz", NULL};
    static const char *const known[] = {"unet3d.log*", "dlrm.log*", "dlrm_tera.log*", NULL};
    const char *name = e->fts_name;
    bool is_json = fid_matches_any (name, json), is_log = fid_matches_any (name, log);
    if (fid_matches_any (name, timeline))
        return FID_STEPS_TIMELINE;
    if (fid_matches_any (name, dlio))
        return FID_STEPS_DLIO;
    /* in these the events may begin far behind the start */
    if ((is_json && strcmp (e->fts_parent->fts_name, "raw_data") == 0) ||
        (is_log && fid_matches_any (name, known)))
        return FID_STEPS_MLLOG;
    int has = is_json || is_log ? has_events (e->fts_accpath) : 0;
    return has < 0 ? -1 : has ? FID_STEPS_MLLOG : FID_STEPS_SOURCE_N;
}

static void add_candidate (struct candidates *all, const FTSENT *e, size_t dir_n,
                           struct fid_step_stats *steps)
{
    int source = source_of (e);
    if (fid_bad_input (source < 0 ? -1 : 0))
        fid_steps_add_note (steps, true, "%s", fid_why.text);
    else if (source < FID_STEPS_SOURCE_N)
        FID_APPEND (all->c, (struct candidate){fid_textf ("%s", e->fts_path), dir_n,
                                               (enum fid_steps_source)source, e->fts_level});
}

/* -1: the folder itself cannot be read. */
static int walk_folder (char *dir, struct candidates *all, struct fid_step_stats *steps)
{
    static const char *const output[] = {
        "processed", "data_processed", "plots*", "histograms", ".*", NULL};
    char *const roots[] = {dir, NULL};
    FTSENT *e;
    int rc = 0;
    FTS *fts = fts_open (roots, FTS_LOGICAL | FTS_NOCHDIR, NULL);
    if (!fts)
        fid_fail (FID_EINTERNAL, "%s: %s", dir, strerror (errno));
    while (!rc && (errno = 0, e = fts_read (fts)))
        switch (e->fts_info) {
        case FTS_D:
            if (e->fts_level &&
                (fid_matches_any (e->fts_name, output) || e->fts_level >= DEPTH_MAX))
                fts_set (fts, e, FTS_SKIP);
            break;
        case FTS_F:
            if (!e->fts_level)
                rc = fid_error_file (&fid_why, dir, ENOTDIR);
            else
                add_candidate (all, e, strlen (dir), steps);
            break;
        case FTS_DNR:
        case FTS_ERR:
        case FTS_NS:
            if (e->fts_level && !fid_is_system_error (e->fts_errno))
                fid_steps_add_note (steps, true, "%s: %s", e->fts_path,
                                    strerror (e->fts_errno));
            else
                rc = fid_error_file (&fid_why, e->fts_path, e->fts_errno);
            break;
        default: /* links to nowhere and in circles, sockets */
            break;
        }
    if (!rc && errno)
        fid_fail (FID_EINTERNAL, "%s: %s", dir, strerror (errno));
    fts_close (fts);
    return rc;
}

/* --- GPUs and batch size as DLIO itself states them */

/* 0: not stated. */
struct stated {
    int64_t ranks, global_batch, batch;
};

static int on_fact (void *self, const struct fid_fact *f, struct fid_error *err)
{
    struct stated *s = self;
    const struct {
        const char *key;
        int64_t *out;
    } facts[] = {{"ranks", &s->ranks},
                 {"global_batch_size", &s->global_batch},
                 {"workload.reader.batch_size", &s->batch}};
    uint64_t v;
    (void)err;
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (strcmp (f->key, facts[i].key) == 0 && fid_span_u64 (f->value, &v) && v &&
            v <= (uint64_t)FID_CONFIG_MAX)
            *facts[i].out = (int64_t)v;
    return 0;
}

/* Take the facts of a file in one of these formats. */
static int take_facts (const char *path, const char *format, struct stated *s)
{
    const struct fid_sink sink = {.self = s, .fact = on_fact};
    const struct fid_reader *reader;
    FID_SCOPED (fid_text_close) struct fid_text text = {0};
    struct fid_input in = {.text = &text, .sink = &sink};
    if (fid_reader_open (&text, path, &in.head, &reader, &fid_why))
        return -1;
    int rc = reader && strcmp (reader->name, format) == 0 ? reader->read (&in, &fid_why) : 0;
    return rc;
}

/* Sets those of *gpus and *batch that are 0 and that the files of DLIO state: the number of its
 * processes, in dlio.log; workload.reader.batch_size of its configuration beside the log, else
 * the batch size in dlio.log.  -1 with fid_why if a file cannot be read. */
static int dlio_config (const char *log, int64_t *gpus, int64_t *batch)
{
    static const char *const names[] = {".hydra/config.yaml", "configs/config.yaml"};
    struct stated s = {0};
    int dir_n = (int)(fid_span_last_part (fid_span_of (log)).p - log);
    int rc = take_facts (log, "dlio_log", &s);
    for (size_t i = 0; i < sizeof names / sizeof *names && !rc && !s.batch; i++) {
        const char *path = fid_textf ("%.*s%s", dir_n, log, names[i]);
        if (access (path, F_OK) == 0)
            rc = take_facts (path, "hydra_config", &s);
    }
    if (!s.batch && s.ranks && s.global_batch % s.ranks == 0)
        s.batch = s.global_batch / s.ranks;
    *gpus = *gpus ? *gpus : s.ranks;
    *batch = *batch ? *batch : s.batch;
    return rc;
}

/* --- recordings */

/* The recording with that path and kind from index `from` on; a new one if there is none. */
static struct fid_steps_recording *recording_of (struct fid_steps_recordings *found,
                                                 size_t from, struct fid_span path,
                                                 enum fid_steps_source source)
{
    for (size_t i = from; i < found->r_n; i++)
        if (found->r[i].source == source && fid_span_is (path, found->r[i].path))
            return &found->r[i];
    FID_APPEND (found->r,
                (struct fid_steps_recording){.source = source, .path = fid_copy (path)});
    return &found->r[found->r_n - 1];
}

/* The configuration of a file, 0 where it is not known, and the part of its path that tells
 * its recording from others. */
static int configuration_of (const struct candidate *c, const struct fid_steps_opts *opts,
                             int64_t *gpus, int64_t *batch, struct fid_span *path)
{
    /* the name of the folder itself may state the configuration, those above do not */
    struct fid_span dir = {c->path, c->dir_n}, own = fid_span_last_part (dir);
    size_t n = fid_config_of_path (fid_span_of (own.p), gpus, batch);
    *path = (struct fid_span){c->path, (size_t)(own.p - c->path) + n};
    if (!n) {
        *path = fid_span_of (c->path);
        path->n -= fid_span_last_part (*path).n + 1;
        if (fid_span_is (fid_span_last_part (*path), "raw_data"))
            *path = fid_span_of (c->path);
    }
    *gpus = opts->gpus ? opts->gpus : *gpus;
    *batch = opts->batch ? opts->batch : *batch;
    return c->source == FID_STEPS_DLIO && (!*gpus || !*batch)
               ? dlio_config (c->path, gpus, batch)
               : 0;
}

/* Add a file to its recording. */
static void add_file (struct fid_steps_recordings *found, size_t from,
                      const struct candidate *c, const struct fid_steps_opts *opts,
                      struct fid_step_stats *steps)
{
    int64_t gpus = 0, batch = 0;
    struct fid_span path;
    if (fid_bad_input (configuration_of (c, opts, &gpus, &batch, &path))) {
        fid_steps_add_note (steps, true, "%s", fid_why.text);
        return;
    }
    if (!gpus || !batch) {
        fid_steps_add_note (steps, true, "%s: nothing tells %s%s%s: use %s%s%s", c->path,
                            gpus ? "" : "GPUs", gpus || batch ? "" : " and ",
                            batch ? "" : "batch size", gpus ? "" : "--gpus",
                            gpus || batch ? "" : " and ", batch ? "" : "--batch");
        return;
    }
    struct fid_steps_recording *r = recording_of (found, from, path, c->source);
    if (r->file_n && c->source != FID_STEPS_TIMELINE) {
        fid_steps_add_note (steps, false, "%s: skipped, %s has the same configuration", c->path,
                            r->file[0]);
        return;
    }
    r->gpus = gpus;
    r->batch = batch;
    FID_APPEND (r->file, c->path);
}

/* Split a path into its folder, with the slash, and the name without ".gz" and ".json". */
static struct fid_span split_path (const char *text, struct fid_span *name)
{
    struct fid_span path = fid_span_of (text);
    *name = fid_span_last_part (path);
    path.n -= name->n;
    if (fid_span_ends (*name, ".gz"))
        name->n -= 3;
    if (fid_span_ends (*name, ".json"))
        name->n -= 5;
    return path;
}

static bool equal_spans (struct fid_span a, struct fid_span b)
{
    return a.n == b.n && memcmp (a.p, b.p, a.n) == 0;
}

/* The array in raw_data with the same events: next to the folder of a log, or the
 * unpacked one next to a packed array.  NULL if there is none. */
static const struct fid_steps_recording *original_of (const struct fid_steps_recordings *found,
                                                      size_t from,
                                                      const struct fid_steps_recording *r)
{
    static const char raw[] = "raw_data/";
    struct fid_span name, folder = split_path (r->path, &name);
    bool packed = fid_span_ends (fid_span_of (r->path), ".gz");
    if (r->source != FID_STEPS_MLLOG)
        return NULL;
    for (size_t i = from; i < found->r_n; i++) {
        struct fid_span other, where = split_path (found->r[i].path, &other);
        if (&found->r[i] == r || !fid_span_ends (where, raw) || !equal_spans (other, name))
            continue;
        struct fid_span parent = {where.p, where.n - (sizeof raw - 1)};
        if ((packed && equal_spans (where, folder)) || equal_spans (parent, folder))
            return &found->r[i];
    }
    return NULL;
}

static void drop_copies (struct fid_steps_recordings *found, size_t from,
                         struct fid_step_stats *steps)
{
    for (size_t i = from; i < found->r_n; i++) {
        struct fid_steps_recording *r = &found->r[i];
        const struct fid_steps_recording *original = original_of (found, from, r);
        if (!original)
            continue;
        fid_steps_add_note (steps, false, "%s: skipped, %s has the same configuration",
                            r->file[0], original->file[0]);
        memmove (r, r + 1, (--found->r_n - i) * sizeof *r);
        i--;
    }
}

/* --- a folder */

static int path_order (const char *a, const char *b)
{
    int order = fid_path_order (a, b);
    return order ? order : strcmp (a, b);
}

static int by_depth (const void *va, const void *vb)
{
    const struct candidate *a = va, *b = vb;
    return a->depth != b->depth ? a->depth - b->depth
                                : path_order (a->path + a->dir_n, b->path + b->dir_n);
}

static int by_path (const void *va, const void *vb)
{
    const struct fid_steps_recording *a = va, *b = vb;
    return path_order (a->path, b->path);
}

int fid_steps_find (const char *dir, const struct fid_steps_opts *opts,
                    struct fid_steps_recordings *found, struct fid_step_stats *steps)
{
    struct candidates all = {0};
    size_t from = found->r_n, n = strlen (dir);
    while (n > 1 && dir[n - 1] == '/')
        n--;
    char *plain = fid_textf ("%.*s", (int)n, dir), *real = NULL;
    if (strcmp (plain, ".") == 0 || strcmp (plain, "..") == 0)
        real = realpath (plain, NULL); /* these have no name */
    int rc = walk_folder (real ? real : plain, &all, steps);
    free (real);
    if (rc)
        return -1;
    FID_SORT (all.c, all.c_n, by_depth);
    for (size_t i = 0; i < all.c_n; i++)
        add_file (found, from, &all.c[i], opts, steps);
    drop_copies (found, from, steps);
    if (found->r_n > from)
        qsort (found->r + from, found->r_n - from, sizeof *found->r, by_path);
    return 0;
}
