/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.c - see history.h */
#include <sys/file.h>
#include "base/outfile.h"
#include "base/record.h"
#include "tune/history.h"

static int fail_at_path (struct fid_error *err, const char *path)
{
    return fid_errorf (err, FID_EINTERNAL, "%s: %s", path, strerror (errno));
}

static int sync_dir (const char *path, struct fid_error *err)
{
    int fd = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int rc = fd < 0 || (fsync (fd) && errno != EINVAL) ? fail_at_path (err, path) : 0;
    if (fd >= 0)
        close (fd);
    return rc;
}

/* --- reading */

#define INPUTS(F, T)                                                                           \
    F (T, CONST, "schema", real, .text = FID_SCHEMA_TUNE)                                      \
    F (T, HASH, "real", real)                                                                  \
    F (T, HASH, "config", config)                                                              \
    F (T, TEXT, "profile", profile)
FID_RECORD (tuning, struct fid_tune_inputs, INPUTS);

#define STEP(F, T)                                                                             \
    F (T, CONST, "schema", base, .text = FID_SCHEMA_TUNE)                                      \
    F (T, INT, "base", base, .need = FID_OR_NULL)                                              \
    F (T, TEXT, "change", change, .need = FID_OR_NULL)                                         \
    F (T, TEXT, "why", why, .need = FID_OR_NULL)                                               \
    F (T, NUMBER, "predicted", predicted, .most = 1e9, .need = FID_OR_NULL)                    \
    F (T, NUMBER, "answer", answer, .most = 1e9, .need = FID_OR_NULL)                          \
    F (T, NUMBER, "similarity", similarity, .most = 1, .need = FID_OR_NULL)                    \
    F (T, NUMBER, "low", low, .most = 1, .need = FID_OR_NULL)                                  \
    F (T, NUMBER, "high", high, .most = 1, .need = FID_OR_NULL)                                \
    F (T, TEXT, "result", result)
FID_RECORD (step, struct fid_tune_step, STEP);

static int check_inputs (const struct fid_tuning *h, const char *path,
                         const struct fid_tune_inputs *in, struct fid_error *err)
{
    FID_SCOPED (fid_arena_clear) struct fid_arena arena = {0};
    struct fid_tune_inputs is = {0};
    FID_TRY (fid_record_load (&tuning, path, &arena, &is, err));
    if (is.real != in->real || is.config != in->config)
        return fid_errorf (err, FID_EUSAGE,
                           "%s: holds the tuning of a different %s; give a new folder", h->dir,
                           is.real != in->real ? "real run" : "configuration");
    if (strcmp (is.profile, in->profile) != 0)
        return fid_errorf (err, FID_EUSAGE, "%s: holds a tuning by a profile other than %s",
                           h->dir, in->profile);
    return 0;
}

static int read_step_json (struct fid_tune_step *s, const char *path, int number,
                           struct fid_error *err)
{
    FID_TRY (fid_record_load (&step, path, &s->arena, s, err));
    s->change = s->change ? s->change : "";
    s->why = s->why ? s->why : "";
    return s->base < number ? 0
                            : fid_errorf (err, FID_EINPUT,
                                          "%s: not a step file: it changes a later step", path);
}

static const char *step_path (struct fid_tuning *h, size_t n, const char *end,
                              struct fid_error *err)
{
    return fid_arena_format (&h->arena, err, "%s/steps/%03zu%s", h->dir, n, end);
}

static int append_step (struct fid_tuning *h, struct fid_tune_step *s, struct fid_error *err)
{
    if (fid_arena_grow (&h->arena, &h->step, &h->cap, h->n + 1, sizeof *h->step, err)) {
        fid_tune_step_clear (s);
        return -1;
    }
    h->step[h->n++] = *s;
    *s = (struct fid_tune_step){0};
    return 0;
}

/* Reads the steps that are complete. */
static int read_steps (struct fid_tuning *h, struct fid_error *err)
{
    for (;;) {
        struct fid_tune_step s = {0};
        struct stat st;
        const char *dir = step_path (h, h->n, "", err);
        const char *json = dir ? step_path (h, h->n, "/step.json", err) : NULL;
        const char *yaml = json ? step_path (h, h->n, "/workload.yaml", err) : NULL;
        FID_TRY (!yaml);
        if (stat (dir, &st))
            return errno == ENOENT ? 0 : fail_at_path (err, dir);
        int rc = FID_FAILED (read_step_json (&s, json, (int)h->n, err) ||
                             fid_dlio_config_read (&s.config, yaml, err));
        s.hash = fid_dlio_config_hash (&s.config);
        if (rc || append_step (h, &s, err)) {
            fid_tune_step_clear (&s);
            return -1;
        }
    }
}

int fid_tuning_open (struct fid_tuning *h, const char *dir, const struct fid_tune_inputs *in,
                     struct fid_error *err)
{
    bool missing = false;
    *h = (struct fid_tuning){.lock = -1};
    h->dir = fid_arena_text (&h->arena, dir, err);
    const char *steps = h->dir ? fid_arena_format (&h->arena, err, "%s/steps", dir) : NULL;
    const char *path = steps ? fid_arena_format (&h->arena, err, "%s/tune.json", dir) : NULL;
    FID_TRY (!path);
    FID_TRY (fid_make_dirs (steps, dir, err));
    const char *lock = fid_arena_format (&h->arena, err, "%s/lock", h->dir);
    FID_TRY (!lock);
    h->lock = fid_open_below (lock, h->dir, O_RDWR | O_CREAT, 0666, err);
    FID_TRY (h->lock < 0);
    if (flock (h->lock, LOCK_EX | LOCK_NB))
        return errno == EWOULDBLOCK
                   ? fid_errorf (err, FID_EUSAGE, "%s: a tuning is already running in it",
                                 h->dir)
                   : fail_at_path (err, lock);
    FID_TRY (fid_file_missing (path, &missing, err));
    FID_TRY (missing ? fid_record_save (&tuning, in, path, dir, err)
                     : check_inputs (h, path, in, err));
    FID_TRY (read_steps (h, err));
    const char *part = step_path (h, h->n, ".part", err);
    return part ? fid_remove_tree (part, err) : -1;
}

const char *fid_tuning_begin (struct fid_tuning *h, struct fid_error *err)
{
    const char *part = step_path (h, h->n, ".part", err);
    return part && !fid_remove_tree (part, err) && !fid_make_dirs (part, h->dir, err) ? part
                                                                                      : NULL;
}

int fid_tuning_add (struct fid_tuning *h, struct fid_tune_step *s, struct fid_error *err)
{
    const char *json = step_path (h, h->n, ".part/step.json", err);
    const char *part = json ? step_path (h, h->n, ".part", err) : NULL;
    const char *whole = part ? step_path (h, h->n, "", err) : NULL;
    const char *steps = whole ? fid_arena_format (&h->arena, err, "%s/steps", h->dir) : NULL;
    if (steps && !fid_record_save (&step, s, json, h->dir, err) &&
        !fid_sync_tree (part, err) && /* the recorder does not sync */
        (!rename (part, whole) || fail_at_path (err, whole) == 0) && !sync_dir (steps, err))
        return append_step (h, s, err);
    fid_tune_step_clear (s);
    return -1;
}

void fid_tune_step_clear (struct fid_tune_step *s)
{
    fid_arena_clear (&s->arena);
    fid_dlio_config_clear (&s->config);
    *s = (struct fid_tune_step){0};
}

void fid_tuning_close (struct fid_tuning *h)
{
    for (size_t i = 0; i < h->n; i++)
        fid_tune_step_clear (&h->step[i]);
    fid_arena_clear (&h->arena);
    if (h->lock >= 0)
        close (h->lock);
    *h = (struct fid_tuning){.lock = -1};
}

int fid_tuning_best (const struct fid_tuning *h, size_t n)
{
    int best = -1;
    for (size_t i = 0; i < n; i++) {
        const struct fid_tune_step *s = &h->step[i], *b = best < 0 ? NULL : &h->step[best];
        double answer = s->answer < 0 ? INFINITY : s->answer;
        double least = !b || b->answer < 0 ? INFINITY : b->answer;
        if (!b || answer < least || (answer == least && s->similarity > b->similarity))
            best = (int)i;
    }
    return best;
}

const char *fid_tune_step_text (const struct fid_tune_step *s, char text[FID_TUNE_STEP_TEXT])
{
    char answer[40] = "answer not known", similarity[40] = "no similarity";
    if (s->answer >= 0)
        snprintf (answer, sizeof answer, "answer %.0f %% off", 100 * expm1 (s->answer));
    if (s->similarity >= 0)
        snprintf (similarity, sizeof similarity, "similarity %.3f", s->similarity);
    snprintf (text, FID_TUNE_STEP_TEXT, "%s, %s", answer, similarity);
    return text;
}

bool fid_tuning_has (const struct fid_tuning *h, uint64_t hash)
{
    for (size_t i = 0; i < h->n; i++)
        if (h->step[i].hash == hash)
            return true;
    return false;
}
