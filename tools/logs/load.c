/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load.c - reads the log, JSON or run that a path names (see training_log.h) */
#include "readers/digest.h"
#include "tools/logs/training_log.h"
#include "program/must.h"

static bool is_known (const struct fid_training_log *log)
{
    return log->epoch_n || log->init_s >= 0 || log->total_s >= 0 || log->fit_s >= 0 ||
           log->save_s >= 0 || log->real_s >= 0;
}

static int read_either (struct fid_training_log *log, struct fid_span text, const char *name,
                        enum fid_log_form form)
{
    size_t i = 0;
    bool named = fid_span_ends (fid_span_of (name), ".json");
    while (i < text.n && memchr (" \t\r\n", text.p[i], 4))
        i++;
    if ((named || (i < text.n && text.p[i] == '{')) &&
        !fid_bad_input (fid_training_log_read_json (log, text, name)))
        return 0;
    if (named)
        return -1;
    bool json = i < text.n && text.p[i] == '{';
    fid_training_log_read_text (log, text, name, form);
    return json && !is_known (log) ? -1 : 0;
}

static int load_text (struct fid_training_log *log, const char *path, enum fid_log_form form)
{
    FID_SCOPED (fid_text_close) struct fid_text text = {0};
    struct fid_span all;
    if (path ? fid_text_open (&text, path, &fid_why) : fid_text_stdin (&text, &fid_why))
        return -1;
    int rc =
        fid_text_rest (&text, &all, &fid_why) ? -1 : read_either (log, all, text.path, form);
    if (!rc && text.cut_gzip)
        fid_training_log_note (log, "%s: the gzip file is truncated", text.path);
    return rc;
}

int fid_training_log_load (struct fid_training_log *log, const char *path,
                           enum fid_log_form form)
{
    struct fid_training_log other;
    bool folder = false;
    fid_training_log_init (log);
    if (path &&
        (fid_digest_refuse (path, &fid_why) || fid_file_is_folder (path, &folder, &fid_why)))
        return -1;
    if (folder)
        return fid_training_log_read_run (log, path);
    int rc = load_text (log, path, form);
    struct fid_error why = fid_why;
    if (!path || (rc ? why.status != FID_EINPUT : is_known (log)))
        return rc;
    if (fid_training_log_read_known (&other, path)) {
        *log = other;
        return 0;
    }
    fid_why = why;
    return rc;
}
