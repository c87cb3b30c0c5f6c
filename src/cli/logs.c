/* logs.c - see logs.h */
#include "config.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/outfile.h"
#include "cli/logs.h"
#include "cli/signals.h"
#include "tools/logs/summary.h"

static const char *
name_of (const char *path)
{
    return path ? path : "standard input";
}

/* Replace a name by the one of an option. */
static int
name_it (char **name, const char *given, struct fid_error *err)
{
    if (!given)
        return 0;
    free (*name);
    *name = fid_strdup (given, err);
    return *name ? 0 : -1;
}

int
fid_joblogs_load (const struct fid_joblogs *logs, const char *path, struct fid_job *job,
                  struct fid_error *err)
{
    if (fid_job_load (job, path, logs->form, err))
        return -1;
    for (size_t i = 0; i < job->note_n; i++)
        fid_say (&logs->common, "%s", job->note[i]);
    if (name_it (&job->system, logs->system, err) || name_it (&job->batch, logs->batch, err)) {
        fid_job_clear (job);
        return -1;
    }
    return 0;
}

int
fid_joblogs_lacks (const struct fid_joblogs *logs, const char *path, const struct fid_job *job,
                   struct fid_error *err)
{
    char *lacks = fid_job_lacks (job, logs->form, err);
    if (!lacks)
        return -1;
    if (*lacks)
        fid_say (&logs->common, "%s: n/a: %s", name_of (path), lacks);
    free (lacks);
    return 0;
}

int
fid_joblogs_write (const char *path, FILE *f, char **text, const size_t *n, int rc,
                   struct fid_error *err)
{
    if (!f || (fclose (f) && !rc))
        rc = fid_error_nomem (err);
    if (!rc && path) {
        fid_writing_begin ();
        rc = fid_outfile_write (path, *text, *n, err);
        fid_writing_end ();
    } else if (!rc && fwrite (*text, 1, *n, stdout) != *n) {
        rc = fid_errorf (err, FID_EINTERNAL, "standard output: %s", strerror (errno));
    }
    free (*text);
    return rc;
}

/* Of the log given: what tell writes, to where it is to go. */
static int
write_told (const struct fid_joblogs *logs,
            int (*tell) (const struct fid_joblogs *, const struct fid_job *, FILE *,
                         struct fid_error *),
            struct fid_error *err)
{
    struct fid_job job;
    char *text = NULL;
    size_t n;
    if (fid_joblogs_load (logs, logs->input[0], &job, err))
        return -1;
    FILE *f = open_memstream (&text, &n);
    int rc = f ? tell (logs, &job, f, err) : 0;
    rc = fid_joblogs_write (logs->output, f, &text, &n, rc, err);
    fid_job_clear (&job);
    return rc;
}

static int
tell_json (const struct fid_joblogs *logs, const struct fid_job *job, FILE *f,
           struct fid_error *err)
{
    return fid_job_write (job, logs->form, f, err);
}

static int
tell_summary (const struct fid_joblogs *logs, const struct fid_job *job, FILE *f,
              struct fid_error *err)
{
    fid_job_summary (job, logs->form, f);
    return fid_joblogs_lacks (logs, logs->input[0], job, err);
}

int
fid_joblogs_parse (const struct fid_joblogs *logs, struct fid_error *err)
{
    return write_told (logs, tell_json, err);
}

int
fid_joblogs_summary (const struct fid_joblogs *logs, struct fid_error *err)
{
    return write_told (logs, tell_summary, err);
}
