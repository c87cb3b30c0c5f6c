/* SPDX-License-Identifier: GPL-3.0-or-later */
/* own.c - see own.h */
#include "readers/trainlog/own.h"

static const char *const kinds[] = {
    [FID_LOG_STEP] = "step",   [FID_LOG_GROUP] = "group", [FID_LOG_EVAL_STEP] = "eval_step",
    [FID_LOG_EPOCH] = "epoch", [FID_LOG_SAVE] = "save",   [FID_LOG_EPOCH_END] = "epoch_end",
    [FID_LOG_EVAL] = "eval",   [FID_LOG_SAVED] = "saved", [FID_LOG_EVAL_END] = "eval_end",
};
#define KIND_N (sizeof kinds / sizeof *kinds)

static int add_row (struct fid_log_own *own, const char *layout, struct fid_span line,
                    struct fid_error *err)
{
    struct fid_span word, pattern = line;
    size_t kind = 0;
    fid_span_word (&pattern, &word);
    pattern = fid_span_trim (pattern);
    while (kind < KIND_N && (!kinds[kind] || !fid_span_is (word, kinds[kind])))
        kind++;
    if (kind == KIND_N)
        return fid_errorf (err, FID_EINPUT, "'%.*s' is not a kind of line",
                           FID_SPAN_ARG (word));
    if (!pattern.n)
        return fid_errorf (err, FID_EINPUT, "a pattern is missing");
    if (own->n == FID_LOG_OWN_MOST)
        return fid_errorf (err, FID_EINPUT, "more than %d patterns", FID_LOG_OWN_MOST);
    char *copy = fid_arena_format (&own->texts, err, "%.*s", FID_SPAN_ARG (pattern));
    FID_TRY (!copy);
    own->row[own->n++] = (struct fid_log_line){layout, (enum fid_log_kind)kind, copy};
    bool first = own->n == 1 || own->row[own->n - 2].layout != layout;
    if (first && kind != FID_LOG_STEP)
        return fid_errorf (err, FID_EINPUT, "the first line is that of a step");
    if ((kind == FID_LOG_STEP || kind == FID_LOG_GROUP || kind == FID_LOG_EVAL_STEP) &&
        !strstr (copy, "{step}"))
        return fid_errorf (err, FID_EINPUT, "the pattern has no {step}");
    return fid_log_check (copy, err);
}

int fid_log_own_add (struct fid_log_own **to, const char *path, struct fid_error *err)
{
    FID_SCOPED (fid_text_close) struct fid_text t = {0};
    struct fid_span line, name = fid_file_name (path);
    struct fid_error why;
    struct fid_log_own *own = *to;
    const char *layout;
    int rc;
    FID_TRY (fid_text_open (&t, path, err));
    if (!own)
        *to = own = calloc (1, sizeof *own);
    FID_NEED (own, err);
    FID_TRY (!(layout = fid_arena_format (&own->texts, err, "%.*s", FID_SPAN_ARG (name))));
    while ((rc = fid_text_next (&t, &line, err)) > 0) {
        line = fid_span_trim (line);
        if (line.n && *line.p != '#' && add_row (own, layout, line, &why))
            return fid_errorf (err, why.status == FID_EUSAGE ? FID_EINPUT : why.status,
                               "%s:%zu: %s", path, t.line_n, why.text);
    }
    FID_TRY (rc || fid_text_finish (&t, err));
    own->hash = fid_hash_number (fid_text_hash (&t), own->hash);
    return own->n ? 0 : fid_errorf (err, FID_EINPUT, "%s: no patterns", path);
}

void fid_log_own_destroy (struct fid_log_own *own)
{
    if (own)
        fid_arena_clear (&own->texts);
    free (own);
}
