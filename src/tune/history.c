/* history.c - see history.h */
#include "config.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/array.h"
#include "base/hash.h"
#include "base/jsonread.h"
#include "base/outfile.h"
#include "base/text.h"
#include "tune/history.h"

static int
fail (struct fid_error *err, const char *path)
{
    return fid_errorf (err, FID_EINTERNAL, "%s: %s", path, strerror (errno));
}

static int
sync_dir (const char *path, struct fid_error *err)
{
    int fd = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int rc = fd < 0 || (fsync (fd) && errno != EINVAL) ? fail (err, path) : 0;
    if (fd >= 0)
        close (fd);
    return rc;
}

/* --- locking */

static int
take_lock (struct fid_tuning *h, struct fid_error *err)
{
    char *path = fid_format (err, "%s/lock", h->dir);
    if (!path)
        return -1;
    int rc = 0;
    h->lock = open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (h->lock < 0)
        rc = fail (err, path);
    else if (flock (h->lock, LOCK_EX | LOCK_NB))
        rc = errno == EWOULDBLOCK
                 ? fid_errorf (err, FID_EUSAGE, "%s: another tuning is running in it", h->dir)
                 : fail (err, path);
    free (path);
    return rc;
}

/* --- reading */

static int
check_inputs (const struct fid_tuning *h, const char *path, const struct fid_tune_inputs *in,
              struct fid_error *err)
{
    static const char *const names[] = {"real", "config"};
    const uint64_t want[] = {in->real, in->config};
    struct fid_reading r = {.path = path, .what = "tuning", .err = err};
    cJSON *doc = fid_json_load (path, err);
    if (!doc)
        return -1;
    int rc = fid_reading_schema (&r, doc, FID_SCHEMA_TUNE) ? 0 : -1;
    for (size_t i = 0; i < 2 && !rc; i++) {
        uint64_t hash;
        if (!fid_hash_read (fid_get_string (doc, names[i]), &hash))
            rc = fid_reading_lacks (&r, names[i]);
        else if (hash != want[i])
            rc = fid_errorf (err, FID_EUSAGE,
                             "%s: holds the tuning of another %s; give another folder", h->dir,
                             i ? "configuration" : "real run");
    }
    if (!rc && strcmp (fid_get_text (&r, doc, "profile", "the tuning"), in->profile) != 0)
        rc = fid_errorf (err, FID_EUSAGE, "%s: holds a tuning by another profile than %s",
                         h->dir, in->profile);
    cJSON_Delete (doc);
    return rc;
}

static int
write_inputs (const char *path, const struct fid_tune_inputs *in, struct fid_error *err)
{
    struct fid_doc d;
    fid_doc_begin (&d);
    fid_doc_text (&d, d.root, "schema", FID_SCHEMA_TUNE);
    fid_doc_hash (&d, d.root, "real", in->real);
    fid_doc_hash (&d, d.root, "config", in->config);
    fid_doc_text (&d, d.root, "profile", in->profile);
    cJSON *doc = fid_doc_end (&d, err);
    int rc = doc ? fid_json_save (doc, path, err) : -1;
    cJSON_Delete (doc);
    return rc;
}

static int
read_step_json (struct fid_tune_step *s, const char *path, int number, struct fid_error *err)
{
    struct fid_reading r = {.path = path, .what = "step", .err = err};
    cJSON *doc = fid_json_load (path, err);
    if (!doc)
        return -1;
    if (fid_reading_schema (&r, doc, FID_SCHEMA_TUNE)) {
        s->base = fid_get_count_from (&r, doc, "base", 0, true);
        s->score = fid_get_number_from (&r, doc, "score", 0);
        if (!fid_get_maybe_amount (doc, "low", 1, &s->low) ||
            !fid_get_maybe_amount (doc, "high", 1, &s->high) ||
            !fid_get_maybe_amount (doc, "predicted", 1e9, &s->predicted))
            fid_reading_fail (&r, "an interval or a prediction is no number");
        const char *change = fid_get_maybe_text (&r, doc, "change", "the step");
        const char *why = fid_get_maybe_text (&r, doc, "why", "the step");
        s->change = fid_strdup (change ? change : "", err);
        s->why = s->change ? fid_strdup (why ? why : "", err) : NULL;
        s->result =
            s->why ? fid_strdup (fid_get_text (&r, doc, "result", "the step"), err) : NULL;
        r.bad |= !s->result;
        if (!r.bad && s->base >= number)
            fid_reading_fail (&r, "it changes a later step");
    }
    cJSON_Delete (doc);
    return r.bad ? -1 : 0;
}

static char *
step_path (const struct fid_tuning *h, size_t n, const char *end, struct fid_error *err)
{
    return fid_format (err, "%s/steps/%03zu%s", h->dir, n, end);
}

static int
append (struct fid_tuning *h, struct fid_tune_step *s, struct fid_error *err)
{
    if (fid_array_grow (&h->step, &h->cap, h->n + 1, sizeof *h->step, err)) {
        fid_tune_step_clear (s);
        return -1;
    }
    h->step[h->n++] = *s;
    *s = (struct fid_tune_step){0};
    return 0;
}

/* Reads the steps that are complete. */
static int
read_steps (struct fid_tuning *h, struct fid_error *err)
{
    for (int rc = 0; !rc;) {
        struct fid_tune_step s = {0};
        struct stat st;
        char *dir = step_path (h, h->n, "", err);
        if (!dir)
            return -1;
        if (stat (dir, &st)) {
            rc = errno == ENOENT ? 0 : fail (err, dir);
            free (dir);
            return rc;
        }
        char *json = fid_format (err, "%s/step.json", dir);
        char *yaml = json ? fid_format (err, "%s/workload.yaml", dir) : NULL;
        rc = yaml ? read_step_json (&s, json, (int)h->n, err) : -1;
        if (!rc)
            rc = fid_dlio_config_read (&s.config, yaml, err);
        s.hash = fid_dlio_config_hash (&s.config);
        free (json);
        free (yaml);
        free (dir);
        if (rc || append (h, &s, err)) {
            fid_tune_step_clear (&s);
            return -1;
        }
    }
    return 0;
}

int
fid_tuning_open (struct fid_tuning *h, const char *dir, const struct fid_tune_inputs *in,
                 struct fid_error *err)
{
    bool missing = false;
    *h = (struct fid_tuning){.dir = fid_strdup (dir, err), .lock = -1};
    char *steps = h->dir ? fid_format (err, "%s/steps", dir) : NULL;
    char *path = steps ? fid_format (err, "%s/tune.json", dir) : NULL;
    int rc = path ? fid_make_dirs (steps, err) : -1;
    if (!rc)
        rc = take_lock (h, err);
    if (!rc)
        rc = fid_file_missing (path, &missing, err);
    if (!rc)
        rc = missing ? write_inputs (path, in, err) : check_inputs (h, path, in, err);
    if (!rc)
        rc = read_steps (h, err);
    char *part = rc ? NULL : step_path (h, h->n, ".part", err);
    if (!rc)
        rc = part ? fid_remove_tree (part, err) : -1;
    free (part);
    free (path);
    free (steps);
    return rc;
}

char *
fid_tuning_begin (const struct fid_tuning *h, struct fid_error *err)
{
    char *part = step_path (h, h->n, ".part", err);
    if (part && (fid_remove_tree (part, err) || fid_make_dirs (part, err))) {
        free (part);
        return NULL;
    }
    return part;
}

static int
write_step (const struct fid_tune_step *s, const char *dir, struct fid_error *err)
{
    struct fid_doc d;
    fid_doc_begin (&d);
    fid_doc_text (&d, d.root, "schema", FID_SCHEMA_TUNE);
    fid_doc_maybe (&d, d.root, "base", s->base >= 0, s->base);
    fid_doc_text (&d, d.root, "change", s->change);
    fid_doc_text (&d, d.root, "why", s->why);
    fid_doc_maybe (&d, d.root, "predicted", s->predicted > 0, s->predicted);
    fid_doc_number (&d, d.root, "score", s->score);
    fid_doc_maybe (&d, d.root, "low", s->low >= 0, s->low);
    fid_doc_maybe (&d, d.root, "high", s->low >= 0, s->high);
    fid_doc_text (&d, d.root, "result", s->result);
    cJSON *doc = fid_doc_end (&d, err);
    char *path = doc ? fid_format (err, "%s/step.json", dir) : NULL;
    int rc = path ? fid_json_save (doc, path, err) : -1;
    free (path);
    cJSON_Delete (doc);
    return rc;
}

int
fid_tuning_add (struct fid_tuning *h, struct fid_tune_step *step, struct fid_error *err)
{
    char *part = step_path (h, h->n, ".part", err);
    char *whole = part ? step_path (h, h->n, "", err) : NULL;
    char *steps = whole ? fid_format (err, "%s/steps", h->dir) : NULL;
    int rc = steps ? write_step (step, part, err) : -1;
    if (!rc)
        rc = fid_sync_tree (part, err); /* the recorder does not sync */
    if (!rc && rename (part, whole))
        rc = fail (err, whole);
    if (!rc)
        rc = sync_dir (steps, err);
    free (steps);
    free (whole);
    free (part);
    if (!rc)
        return append (h, step, err);
    fid_tune_step_clear (step);
    return -1;
}

void
fid_tune_step_clear (struct fid_tune_step *s)
{
    free (s->change);
    free (s->why);
    free (s->result);
    fid_dlio_config_clear (&s->config);
    *s = (struct fid_tune_step){0};
}

void
fid_tuning_close (struct fid_tuning *h)
{
    for (size_t i = 0; i < h->n; i++)
        fid_tune_step_clear (&h->step[i]);
    free (h->step);
    free (h->dir);
    if (h->lock >= 0)
        close (h->lock);
    *h = (struct fid_tuning){.lock = -1};
}

int
fid_tuning_best (const struct fid_tuning *h)
{
    int best = -1;
    for (size_t i = 0; i < h->n; i++)
        if (best < 0 || h->step[i].score > h->step[best].score)
            best = (int)i;
    return best;
}

bool
fid_tuning_has (const struct fid_tuning *h, uint64_t hash)
{
    for (size_t i = 0; i < h->n; i++)
        if (h->step[i].hash == hash)
            return true;
    return false;
}
