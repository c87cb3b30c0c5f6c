/* find.c - the recordings of an experiment folder
 *
 * Taken are timeline-*.json, dlio.log, JSON files of a folder raw_data, and
 * JSON files and logs that hold MLLOG events; all also as .gz.  A configuration
 * folder has one log: of several the one that lies highest, then first by name.
 * Folders that tools write into are not looked into. */
#include "config.h"
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/array.h"
#include "base/text.h"
#include "readers/choose.h"
#include "readers/mllog/mllog_event.h"
#include "tools/steps/config_name.h"
#include "tools/steps/priv.h"

#define DEPTH_MAX  16
#define HEAD_BYTES 65536

struct candidate {
    char *path; /* owned; relative to the folder */
    enum fid_steps_source source;
    int depth;
};

struct walk {
    const char *dir;
    struct candidate *c; /* owned */
    size_t n, cap;
    struct fid_step_stats *steps; /* for sentences */
    struct stat above[DEPTH_MAX + 1];
};

static bool
is_like (const char *name, const char *const *pattern)
{
    for (; *pattern; pattern++)
        if (fnmatch (*pattern, name, 0) == 0)
            return true;
    return false;
}

/* Whether the start of a file has an MLLOG event. */
static bool
has_events (const char *path)
{
    struct fid_text text;
    struct fid_span head = {NULL, 0}, line, key;
    struct fid_json j;
    bool has = false;
    uint64_t rank;
    if (fid_text_open (&text, path, NULL))
        return false;
    if (fid_text_peek (&text, HEAD_BYTES, &head, NULL) == 0 && head.n) {
        struct fid_span rest = head;
        while (!has && fid_span_field (&rest, '\n', &line))
            has = fid_mllog_take_mark (&line, &rank);
        fid_json_init (&j, head);
        if (!has && fid_json_enter (&j, '[') && fid_json_enter (&j, '{'))
            while (!has && fid_json_member (&j, &key)) {
                has = fid_span_is (key, "key");
                fid_json_skip (&j);
            }
    }
    fid_text_close (&text);
    return has;
}

/* What a file may hold; -1: nothing of use. */
static int
source_of (const char *full, const char *name, const char *folder)
{
    static const char *const timeline[] = {"*timeline-*.json", "*timeline-*.json.gz", NULL};
    static const char *const dlio[] = {"dlio.log", "dlio.log.gz", NULL};
    static const char *const json[] = {"*.json", "*.json.gz", NULL};
    static const char *const log[] = {"*.log", "*.log.gz", NULL};
    static const char *const known[] = {"unet3d.log*", "dlrm.log*", "dlrm_tera.log*", NULL};
    bool is_json = is_like (name, json);
    if (is_like (name, timeline))
        return FID_STEPS_TIMELINE;
    if (is_like (name, dlio))
        return FID_STEPS_DLIO;
    if (is_json && strcmp (folder, "raw_data") == 0)
        return FID_STEPS_MLLOG;
    if (is_like (name, log) && is_like (name, known)) /* what a start-up says can be long */
        return FID_STEPS_MLLOG;
    return (is_json || is_like (name, log)) && has_events (full) ? FID_STEPS_MLLOG : -1;
}

static int look (struct walk *w, const char *rel, const char *folder, int depth,
                 struct fid_error *err);

static int
take_entry (struct walk *w, const char *rel, const char *folder, const char *name, int depth,
            struct fid_error *err)
{
    static const char *const output[] = {
        "processed", "data_processed", "plots*", "histograms", ".*", NULL};
    struct stat st = {.st_mode = 0};
    int rc = 0;
    char *path = rel[0] ? fid_format (err, "%s/%s", rel, name) : fid_strdup (name, err);
    char *full = path ? fid_format (err, "%s/%s", w->dir, path) : NULL;
    if (!full) {
        rc = -1;
    } else if (stat (full, &st)) {
        ; /* a link to nowhere */
    } else if (S_ISDIR (st.st_mode)) {
        if (!is_like (name, output) && depth < DEPTH_MAX)
            rc = look (w, path, name, depth + 1, err);
    } else if (S_ISREG (st.st_mode)) {
        int source = source_of (full, name, folder);
        if (source >= 0)
            rc = fid_array_grow (&w->c, &w->cap, w->n + 1, sizeof *w->c, err);
        if (source >= 0 && !rc) {
            w->c[w->n++] = (struct candidate){path, (enum fid_steps_source)source, depth};
            path = NULL;
        }
    }
    free (full);
    free (path);
    return rc;
}

/* Whether the folder at that depth is one of those it lies in: links go round. */
static bool
goes_round (const struct walk *w, int depth)
{
    for (int i = 0; i < depth; i++)
        if (w->above[i].st_dev == w->above[depth].st_dev &&
            w->above[i].st_ino == w->above[depth].st_ino)
            return true;
    return false;
}

static int
look (struct walk *w, const char *rel, const char *folder, int depth, struct fid_error *err)
{
    int rc = 0;
    char *full = rel[0] ? fid_format (err, "%s/%s", w->dir, rel) : fid_strdup (w->dir, err);
    if (!full)
        return -1;
    DIR *d = opendir (full);
    struct dirent *e;
    if (!d && !rel[0])
        rc = fid_errorf (err, FID_EINPUT, "%s: %s", w->dir, strerror (errno));
    else if (!d || fstat (dirfd (d), &w->above[depth]))
        rc = fid_steps_say (w->steps, true, err, "%s: %s", full, strerror (errno));
    else if (!goes_round (w, depth))
        while (!rc && (e = readdir (d)))
            if (strcmp (e->d_name, ".") != 0 && strcmp (e->d_name, "..") != 0)
                rc = take_entry (w, rel, folder, e->d_name, depth, err);
    if (d)
        closedir (d);
    free (full);
    return rc;
}

static int
by_depth (const void *va, const void *vb)
{
    const struct candidate *a = va, *b = vb;
    if (a->depth != b->depth)
        return a->depth - b->depth;
    int order = fid_path_order (a->path, b->path);
    return order ? order : strcmp (a->path, b->path);
}

static int
by_path (const void *va, const void *vb)
{
    const struct fid_steps_recording *a = va, *b = vb;
    int order = fid_path_order (a->path, b->path);
    return order ? order : strcmp (a->path, b->path);
}

static int
add_file (struct fid_steps_recordings *found, size_t from, const struct walk *w,
          const struct candidate *c, struct fid_step_stats *steps, struct fid_error *err)
{
    int64_t gpus, batch;
    int rc = -1;
    struct fid_steps_recording *r;
    /* the folder's own name may tell it, those above do not */
    struct fid_span own = fid_span_last_part (fid_span_of (w->dir));
    size_t above = (size_t)(own.p - w->dir);
    char *full = fid_format (err, "%s/%s", w->dir, c->path);
    if (!full)
        return -1;
    size_t n = fid_config_of_path (fid_span_of (full + above), &gpus, &batch);
    if (!n) {
        rc = fid_steps_say (steps, true, err,
                            "%s: no part of its name tells GPUs and batch size", full);
        goto done;
    }
    r = fid_steps_recording_of (found, from, (struct fid_span){full, above + n}, c->source,
                                err);
    if (!r)
        goto done;
    if (r->file_n && c->source != FID_STEPS_TIMELINE) {
        rc = fid_steps_say (steps, false, err, "%s: left out, %s is of the same configuration",
                            full, r->file[0]);
        goto done;
    }
    r->gpus = gpus;
    r->batch = batch;
    if (fid_array_grow (&r->file, &r->file_cap, r->file_n + 1, sizeof *r->file, err))
        goto done;
    r->file[r->file_n++] = full;
    full = NULL;
    rc = 0;
done:
    free (full);
    return rc;
}

int
fid_steps_find (const char *dir, struct fid_steps_recordings *found,
                struct fid_step_stats *steps, struct fid_error *err)
{
    struct walk w = {.steps = steps};
    size_t from = found->n, n = strlen (dir);
    while (n > 1 && dir[n - 1] == '/')
        n--;
    char *plain = fid_strndup (dir, n, err), *real = NULL;
    if (!plain)
        return -1;
    /* "." has no name */
    if (strcmp (plain, ".") == 0 || strcmp (plain, "..") == 0)
        real = realpath (plain, NULL);
    w.dir = real ? real : plain;
    const char *name = strrchr (w.dir, '/');
    int rc = look (&w, "", name ? name + 1 : w.dir, 0, err);
    if (w.n)
        qsort (w.c, w.n, sizeof *w.c, by_depth);
    for (size_t i = 0; i < w.n; i++) {
        if (!rc)
            rc = add_file (found, from, &w, &w.c[i], steps, err);
        free (w.c[i].path);
    }
    if (!rc)
        rc = fid_steps_drop_copies (found, from, steps, err);
    if (found->n > from)
        qsort (found->r + from, found->n - from, sizeof *found->r, by_path);
    free (w.c);
    free (real);
    free (plain);
    return rc;
}
