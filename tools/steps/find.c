/* SPDX-License-Identifier: GPL-3.0-or-later */
/* find.c - the recordings of an experiment folder, and their configurations
 *
 * Recordings are timeline-*.json, dlio.log, JSON files in a folder raw_data, and other JSON
 * files and logs that contain MLLOG events; each may be gzipped.  A configuration folder
 * has one log: an array in raw_data, else the one at the highest level, then the first by name.
 * Folders into which tools write are skipped. */
#include "base/listing.h"
#include "readers/discover.h"
#include "readers/reader.h"
#include "tools/steps/steps.h"

/* A file that may belong to a recording. */
struct candidate {
    const char *path;
    size_t dir_n; /* bytes of it that name the folder */
    enum fid_steps_source source;
    int depth;
    bool array; /* in raw_data */
};

struct candidates {
    FID_LIST (struct candidate, c);
};

/* The kind of recording that a file belongs to; FID_STEPS_SOURCE_N: none; -1 if it cannot
 * be read. */
static int source_of (const char *path, bool array)
{
    static const char *const timeline[] = {"*timeline-*.json", NULL};
    static const char *const known[] = {"unet3d.log*", "dlrm.log*", "dlrm_tera.log*", NULL};
    const char *name = fid_copy (fid_file_name (path));
    const struct fid_reader *reader;
    struct fid_head head = {0};
    FID_SCOPED (fid_text_close) struct fid_text text = {0};
    bool json = fid_span_ends (fid_span_of (name), ".json");
    if (fid_matches_any (name, timeline))
        return FID_STEPS_TIMELINE;
    if (strcmp (name, "dlio.log") == 0)
        return FID_STEPS_DLIO;
    if (!json && !fid_span_ends (fid_span_of (name), ".log"))
        return FID_STEPS_SOURCE_N;
    /* in these the events may begin far behind the start, or lack a time */
    if (json ? array : fid_matches_any (name, known))
        return FID_STEPS_MLLOG;
    FID_TRY (fid_reader_open (&text, path, &head, &reader, &fid_why));
    return reader && fid_span_starts (fid_span_of (reader->name), "mllog") ? FID_STEPS_MLLOG
                                                                           : FID_STEPS_SOURCE_N;
}

/* Whether a file is in a folder into which tools write; counts the folders of its path. */
static bool is_output (const char *path, int *depth)
{
    static const char *const output[] = {
        "processed", "data_processed", "plots*", "histograms", ".*", NULL};
    struct fid_span rest = fid_span_of (path), part;
    for (*depth = 0; fid_span_field (&rest, '/', &part) && rest.p; ++*depth)
        if (fid_matches_any (fid_copy (part), output))
            return true;
    return false;
}

/* The files of a folder.  -1: it cannot be read. */
static int list_candidates (const char *dir, struct candidates *all,
                            struct fid_step_stats *steps)
{
    FID_SCOPED (fid_files_clear) struct fid_files files = {0};
    FID_TRY (fid_discover (dir, FID_SEARCH_TREE, &files, &fid_why));
    for (size_t i = 0; i < files.n; i++) {
        struct candidate c = {.path = fid_textf ("%s/%s", dir, files.path[i]),
                              .dir_n = strlen (dir)};
        struct fid_span folder = fid_span_of (c.path);
        if (is_output (files.path[i], &c.depth))
            continue;
        folder.n -= fid_span_last_part (folder).n;
        c.array = fid_span_ends (folder, "/raw_data/") || fid_span_is (folder, "raw_data/");
        int source = source_of (c.path, c.array);
        c.source = (enum fid_steps_source)source;
        if (fid_bad_input (source))
            fid_steps_add_note (steps, true, "%s", fid_why.text);
        else if (source < FID_STEPS_SOURCE_N)
            FID_APPEND (all->c, c);
    }
    return 0;
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
    int64_t v;
    (void)err;
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (strcmp (f->key, facts[i].key) == 0 && fid_span_i64 (f->value, &v) && v > 0 &&
            v <= FID_CONFIG_MAX)
            *facts[i].out = v;
    return 0;
}

/* Take the facts of a file in one of these formats. */
static int take_facts (const char *path, const char *format, struct stated *s)
{
    const struct fid_sink sink = {.self = s, .fact = on_fact};
    const struct fid_reader *reader;
    FID_SCOPED (fid_text_close) struct fid_text text = {0};
    struct fid_input in = {.text = &text, .sink = &sink};
    FID_TRY (fid_reader_open (&text, path, &in.head, &reader, &fid_why));
    return reader && strcmp (reader->name, format) == 0 ? reader->read (&in, &fid_why) : 0;
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

/* What a recording has in common with its copies: an array in raw_data, packed or not, is a copy
 * of the log beside raw_data that has its name. */
static const char *key_of (const struct fid_steps_recording *r)
{
    struct fid_span dir = fid_span_of (r->path), name = fid_span_last_part (dir);
    dir.n -= name.n;
    if (r->source != FID_STEPS_MLLOG || !fid_span_ends (dir, "raw_data/"))
        return r->path;
    name = fid_file_name (r->path);
    name.n -= fid_span_ends (name, ".json") ? strlen (".json") : 0;
    return fid_textf ("%.*s%.*s", (int)(dir.n - strlen ("raw_data/")), dir.p, (int)name.n,
                      name.p);
}

/* Add a file to its recording, which is among those from index `from` on, or new. */
static void add_file (struct fid_steps_recordings *found, size_t from,
                      const struct candidate *c, const struct fid_steps_opts *opts,
                      struct fid_step_stats *steps)
{
    struct fid_steps_recording new = {.source = c->source};
    size_t i = from;
    /* the name of the folder itself may state the configuration, those above do not */
    struct fid_span path = fid_span_of (c->path),
                    own = fid_span_last_part ((struct fid_span){c->path, c->dir_n});
    size_t n = fid_config_of_path (fid_span_of (own.p), &new.gpus, &new.batch);
    if (n)
        path.n = (size_t)(own.p - c->path) + n;
    else if (!c->array)
        path.n -= fid_span_last_part (path).n + 1;
    new.path = fid_copy (path);
    new.gpus = opts->gpus ? (int64_t)opts->gpus : new.gpus;
    new.batch = opts->batch ? (int64_t)opts->batch : new.batch;
    if (fid_bad_input (c->source == FID_STEPS_DLIO && (!new.gpus || !new.batch)
                           ? dlio_config (c->path, &new.gpus, &new.batch)
                           : 0)) {
        fid_steps_add_note (steps, true, "%s", fid_why.text);
        return;
    }
    if (!new.gpus || !new.batch) {
        const char *and = new.gpus || new.batch ? "" : " and ";
        fid_steps_add_note (steps, true, "%s: unknown %s%s%s: use %s%s%s", c->path,
                            new.gpus ? "" : "GPUs", and, new.batch ? "" : "batch size",
                            new.gpus ? "" : "--gpus", and, new.batch ? "" : "--batch");
        return;
    }
    new.key = key_of (&new);
    while (i < found->r_n &&
           (found->r[i].source != c->source || strcmp (new.key, found->r[i].key) != 0))
        i++;
    if (i == found->r_n) {
        FID_APPEND (found->r, new);
    } else if (c->source != FID_STEPS_TIMELINE) {
        fid_steps_add_note (steps, false, "%s: skipped, %s has the same configuration", c->path,
                            found->r[i].file[0]);
        return;
    }
    FID_APPEND (found->r[i].file, c->path);
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
    return a->array != b->array   ? b->array - a->array
           : a->depth != b->depth ? a->depth - b->depth
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
    char *plain = fid_textf ("%.*s", (int)n, dir);
    FID_FREED char *real = NULL;
    if (strcmp (plain, ".") == 0 || strcmp (plain, "..") == 0)
        real = realpath (plain, NULL); /* these have no name */
    FID_TRY (list_candidates (real ? real : plain, &all, steps));
    FID_SORT (all.c, all.c_n, by_depth);
    FID_EACH (const struct candidate, c, all.c)
        add_file (found, from, c, opts, steps);
    FID_SORT (found->r + from, found->r_n - from, by_path);
    return 0;
}
