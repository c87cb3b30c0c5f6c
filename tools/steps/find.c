/* find.c - the recordings of an experiment folder, and their configurations
 *
 * Recordings are timeline-*.json, dlio.log, JSON files in a folder raw_data, and other JSON
 * files and logs that contain MLLOG events; each may be gzipped.  A configuration folder
 * has one log: the one at the highest level, then the first by name.  Folders into which
 * tools write are skipped. */
#include <errno.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/path_order.h"
#include "base/text.h"
#include "readers/discover.h"
#include "readers/mllog/mllog_event.h"
#include "tools/steps/config_name.h"
#include "tools/steps/dlio_config.h"
#include "tools/steps/recording.h"

#define DEPTH_MAX  17 /* levels below the folder */
#define HEAD_BYTES 65536

/* A file that may belong to a recording. */
struct candidate {
    char *path;   /* owned */
    size_t dir_n; /* bytes of it that name the folder */
    enum fid_steps_source source;
    int depth;
};

struct candidates {
    struct candidate *c; /* owned */
    size_t n, cap;
};

/* --- which files */

/* Whether the start of a file contains an MLLOG event: 1, 0, or -1 if it cannot be read. */
static int
has_events (const char *path, struct fid_error *err)
{
    struct fid_text text;
    struct fid_span head, line, key;
    struct fid_json j;
    bool has = false;
    struct fid_log_tag tag;
    if (fid_text_open (&text, path, err))
        return -1;
    int rc = fid_text_peek (&text, HEAD_BYTES, &head, err);
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
    fid_text_close (&text);
    return rc ? -1 : has;
}

/* The kind of recording that a file belongs to; FID_STEPS_SOURCE_N: none; -1 if it cannot
 * be read. */
static int
source_of (const FTSENT *e, struct fid_error *err)
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
    int has = is_json || is_log ? has_events (e->fts_accpath, err) : 0;
    return has < 0 ? -1 : has ? FID_STEPS_MLLOG : FID_STEPS_SOURCE_N;
}

static int
add_candidate (struct candidates *all, const FTSENT *e, size_t dir_n,
               struct fid_step_stats *steps, struct fid_error *err)
{
    struct fid_error why;
    int source = source_of (e, &why);
    if (source == FID_STEPS_SOURCE_N)
        return 0;
    if (source < 0 && why.status == FID_EINPUT)
        return fid_steps_add_note (steps, true, err, "%s", why.text);
    if (source < 0) {
        *err = why;
        return -1;
    }
    if (fid_array_grow (&all->c, &all->cap, all->n + 1, sizeof *all->c, err))
        return -1;
    struct candidate *c = &all->c[all->n];
    *c = (struct candidate){fid_strdup (e->fts_path, err), dir_n, (enum fid_steps_source)source,
                            e->fts_level};
    all->n += c->path != NULL;
    return c->path ? 0 : -1;
}

static int
walk_folder (char *dir, struct candidates *all, struct fid_step_stats *steps,
             struct fid_error *err)
{
    static const char *const output[] = {
        "processed", "data_processed", "plots*", "histograms", ".*", NULL};
    char *const roots[] = {dir, NULL};
    FTSENT *e;
    int rc = 0;
    FTS *fts = fts_open (roots, FTS_LOGICAL | FTS_NOCHDIR, NULL);
    if (!fts)
        return fid_errorf (err, FID_EINTERNAL, "%s: %s", dir, strerror (errno));
    while (!rc && (errno = 0, e = fts_read (fts)))
        switch (e->fts_info) {
        case FTS_D:
            if (e->fts_level &&
                (fid_matches_any (e->fts_name, output) || e->fts_level >= DEPTH_MAX))
                fts_set (fts, e, FTS_SKIP);
            break;
        case FTS_F:
            if (!e->fts_level)
                rc = fid_error_file (err, dir, ENOTDIR);
            else
                rc = add_candidate (all, e, strlen (dir), steps, err);
            break;
        case FTS_DNR:
        case FTS_ERR:
        case FTS_NS:
            rc = e->fts_level && !fid_is_system_error (e->fts_errno)
                     ? fid_steps_add_note (steps, true, err, "%s: %s", e->fts_path,
                                           strerror (e->fts_errno))
                     : fid_error_file (err, e->fts_path, e->fts_errno);
            break;
        default: /* links to nowhere and in circles, sockets */
            break;
        }
    if (!rc && errno)
        rc = fid_errorf (err, FID_EINTERNAL, "%s: %s", dir, strerror (errno));
    fts_close (fts);
    return rc;
}

/* --- recordings */

static void
recording_clear (struct fid_steps_recording *r)
{
    for (size_t k = 0; k < r->file_n; k++)
        free (r->file[k]);
    free (r->file);
    free (r->path);
}

void
fid_steps_recordings_clear (struct fid_steps_recordings *found)
{
    for (size_t i = 0; i < found->n; i++)
        recording_clear (&found->r[i]);
    free (found->r);
    *found = (struct fid_steps_recordings){0};
}

/* The recording with that path and kind from index `from` on; a new one if there is none. */
static struct fid_steps_recording *
recording_of (struct fid_steps_recordings *found, size_t from, struct fid_span path,
              enum fid_steps_source source, struct fid_error *err)
{
    for (size_t i = from; i < found->n; i++)
        if (found->r[i].source == source && fid_span_is (path, found->r[i].path))
            return &found->r[i];
    if (fid_array_grow (&found->r, &found->cap, found->n + 1, sizeof *found->r, err))
        return NULL;
    struct fid_steps_recording *r = &found->r[found->n];
    *r = (struct fid_steps_recording){.source = source,
                                      .path = fid_strndup (path.p, path.n, err)};
    found->n += r->path != NULL;
    return r->path ? r : NULL;
}

/* The configuration of a file, 0 where it is not known, and the part of its path that tells
 * its recording from others. */
static int
configuration_of (const struct candidate *c, const struct fid_steps_opts *opts, int64_t *gpus,
                  int64_t *batch, struct fid_span *path, struct fid_error *err)
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
               ? fid_steps_dlio_config (c->path, gpus, batch, err)
               : 0;
}

/* Add a file to its recording; takes its path. */
static int
add_file (struct fid_steps_recordings *found, size_t from, struct candidate *c,
          const struct fid_steps_opts *opts, struct fid_step_stats *steps,
          struct fid_error *err)
{
    int64_t gpus = 0, batch = 0;
    struct fid_span path;
    struct fid_error why;
    if (configuration_of (c, opts, &gpus, &batch, &path, &why)) {
        if (why.status == FID_EINPUT)
            return fid_steps_add_note (steps, true, err, "%s", why.text);
        *err = why;
        return -1;
    }
    if (!gpus || !batch)
        return fid_steps_add_note (steps, true, err, "%s: nothing tells %s%s%s: use %s%s%s",
                                   c->path, gpus ? "" : "GPUs", gpus || batch ? "" : " and ",
                                   batch ? "" : "batch size", gpus ? "" : "--gpus",
                                   gpus || batch ? "" : " and ", batch ? "" : "--batch");
    struct fid_steps_recording *r = recording_of (found, from, path, c->source, err);
    if (!r)
        return -1;
    if (r->file_n && c->source != FID_STEPS_TIMELINE)
        return fid_steps_add_note (steps, false, err,
                                   "%s: skipped, %s has the same configuration", c->path,
                                   r->file[0]);
    r->gpus = gpus;
    r->batch = batch;
    if (FID_PUSH (r->file, err, c->path))
        return -1;
    c->path = NULL;
    return 0;
}

/* Split a path into its folder, with the slash, and the name without ".gz" and ".json". */
static struct fid_span
split_path (const char *text, struct fid_span *name)
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

static bool
equal_spans (struct fid_span a, struct fid_span b)
{
    return a.n == b.n && memcmp (a.p, b.p, a.n) == 0;
}

/* The array in raw_data with the same events: next to the folder of a log, or the
 * unpacked one next to a packed array.  NULL if there is none. */
static const struct fid_steps_recording *
original_of (const struct fid_steps_recordings *found, size_t from,
             const struct fid_steps_recording *r)
{
    static const char raw[] = "raw_data/";
    struct fid_span name, folder = split_path (r->path, &name);
    bool packed = fid_span_ends (fid_span_of (r->path), ".gz");
    if (r->source != FID_STEPS_MLLOG)
        return NULL;
    for (size_t i = from; i < found->n; i++) {
        struct fid_span other, where = split_path (found->r[i].path, &other);
        if (&found->r[i] == r || !fid_span_ends (where, raw) || !equal_spans (other, name))
            continue;
        struct fid_span parent = {where.p, where.n - (sizeof raw - 1)};
        if ((packed && equal_spans (where, folder)) || equal_spans (parent, folder))
            return &found->r[i];
    }
    return NULL;
}

static int
drop_copies (struct fid_steps_recordings *found, size_t from, struct fid_step_stats *steps,
             struct fid_error *err)
{
    int rc = 0;
    for (size_t i = from; i < found->n && !rc; i++) {
        struct fid_steps_recording *r = &found->r[i];
        const struct fid_steps_recording *original = original_of (found, from, r);
        if (!original)
            continue;
        rc =
            fid_steps_add_note (steps, false, err, "%s: skipped, %s has the same configuration",
                                r->file[0], original->file[0]);
        recording_clear (r);
        memmove (r, r + 1, (--found->n - i) * sizeof *r);
        i--;
    }
    return rc;
}

/* --- a folder */

static int
path_order (const char *a, const char *b)
{
    int order = fid_path_order (a, b);
    return order ? order : strcmp (a, b);
}

static int
by_depth (const void *va, const void *vb)
{
    const struct candidate *a = va, *b = vb;
    return a->depth != b->depth ? a->depth - b->depth
                                : path_order (a->path + a->dir_n, b->path + b->dir_n);
}

static int
by_path (const void *va, const void *vb)
{
    const struct fid_steps_recording *a = va, *b = vb;
    return path_order (a->path, b->path);
}

int
fid_steps_find (const char *dir, const struct fid_steps_opts *opts,
                struct fid_steps_recordings *found, struct fid_step_stats *steps,
                struct fid_error *err)
{
    struct candidates all = {0};
    size_t from = found->n, n = strlen (dir);
    while (n > 1 && dir[n - 1] == '/')
        n--;
    char *plain = fid_strndup (dir, n, err), *real = NULL;
    if (!plain)
        return -1;
    if (strcmp (plain, ".") == 0 || strcmp (plain, "..") == 0)
        real = realpath (plain, NULL); /* these have no name */
    int rc = walk_folder (real ? real : plain, &all, steps, err);
    if (all.n)
        qsort (all.c, all.n, sizeof *all.c, by_depth);
    for (size_t i = 0; i < all.n; i++) {
        if (!rc)
            rc = add_file (found, from, &all.c[i], opts, steps, err);
        free (all.c[i].path);
    }
    if (!rc)
        rc = drop_copies (found, from, steps, err);
    if (found->n > from)
        qsort (found->r + from, found->n - from, sizeof *found->r, by_path);
    free (all.c);
    free (real);
    free (plain);
    return rc;
}
