/* load.c - reads the log, JSON or run that a path names (see training_log.h) */
#include <string.h>
#include "base/text.h"
#include "readers/digest.h"
#include "tools/logs/training_log.h"

static bool
is_known (const struct fid_training_log *log)
{
    return log->epoch_n || log->init_s >= 0 || log->total_s >= 0 || log->fit_s >= 0 ||
           log->save_s >= 0 || log->real_s >= 0;
}

static int
read_either (struct fid_training_log *log, struct fid_span text, const char *name,
             enum fid_log_form form, struct fid_error *err)
{
    struct fid_error not_log;
    size_t i = 0;
    bool named = fid_span_ends (fid_span_of (name), ".json");
    while (i < text.n && memchr (" \t\r\n", text.p[i], 4))
        i++;
    if (!named && (i == text.n || text.p[i] != '{'))
        return fid_training_log_read_text (log, text, name, form, err);
    if (fid_training_log_read_json (log, text, name, err) == 0)
        return 0;
    if (named || err->status != FID_EINPUT ||
        fid_training_log_read_text (log, text, name, form, &not_log))
        return -1;
    if (is_known (log))
        return 0;
    fid_training_log_clear (log);
    return -1;
}

static int
load_text (struct fid_training_log *log, const char *path, enum fid_log_form form,
           struct fid_error *err)
{
    struct fid_text text;
    struct fid_span all;
    if (path ? fid_text_open (&text, path, err) : fid_text_stdin (&text, err))
        return -1;
    int rc = fid_text_rest (&text, &all, err);
    if (!rc)
        rc = read_either (log, all, text.path, form, err);
    if (!rc && text.cut_gzip)
        rc = fid_training_log_note (log, err, "%s: the gzip file is truncated", text.path);
    fid_text_close (&text);
    if (rc)
        fid_training_log_clear (log);
    return rc;
}

int
fid_training_log_load (struct fid_training_log *log, const char *path, enum fid_log_form form,
                       struct fid_error *err)
{
    struct fid_training_log other;
    struct fid_error why;
    bool known = false, folder = false;
    fid_training_log_init (log);
    if (path && fid_digest_refuse (path, err))
        return -1;
    if (path && fid_file_is_folder (path, &folder, err))
        return -1;
    if (folder)
        return fid_training_log_read_run (log, path, err);
    int rc = load_text (log, path, form, err);
    if (!path || (rc ? err->status != FID_EINPUT : is_known (log)))
        return rc;
    if (fid_training_log_read_known (&other, path, &known, &why) || !known)
        return rc;
    fid_training_log_clear (log);
    *log = other;
    return 0;
}
