/* make.c - see make.h */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "digests/make.h"
#include "digests/summary.h"
#include "readers/digest.h"
#include "readers/load.h"

/* Reads the forms of the run that the digest is to have. */
static int
read_forms (const char *dir, const struct fid_run_opts *opts, bool raw_only,
            struct fid_run *run[FID_DIGEST_FORMS], struct fid_error *err)
{
    for (int i = 0; i < FID_DIGEST_FORMS; i++) {
        struct fid_run_opts form = *opts;
        form.as_processed = i > 0;
        form.no_writeback = i > 1;
        if (i > 0 && (raw_only || run[0]->processed))
            break;
        if (!(run[i] = fid_run_load (dir, &form, err)))
            return -1;
    }
    return 0;
}

int
fid_digest_make (const char *dir, const char *path, const struct fid_run_opts *run_opts,
                 const struct fid_digest_opts *opts, struct fid_error *err)
{
    struct fid_run *run[FID_DIGEST_FORMS] = {NULL};
    double summary[FID_SUMMARY_N];
    struct fid_digest_parts parts = {.summary = summary, .summary_n = FID_SUMMARY_N};
    int rc = read_forms (dir, run_opts, opts->raw_only, run, err);
    for (int i = 0; i < FID_DIGEST_FORMS && !rc && run[i]; i++) {
        if (!opts->names)
            fid_digest_hide_names (run[i]);
        parts.run[i] = run[i];
    }
    if (!rc)
        rc = fid_summary_make (run[0], summary, err) || fid_digest_write (path, &parts, err)
                 ? -1
                 : 0;
    for (int i = 0; i < FID_DIGEST_FORMS; i++)
        fid_run_destroy (run[i]);
    return rc;
}

char *
fid_digest_path (const char *folder, const char *dir, struct fid_error *err)
{
    char *real = realpath (dir, NULL);
    const char *path = real ? real : dir, *slash = strrchr (path, '/');
    const char *name = slash && slash[1] ? slash + 1 : path;
    size_t n = strlen (name) - (fid_digest_named (name) ? strlen (FID_DIGEST_SUFFIX) : 0);
    char *out = fid_format (err, "%s/%.*s%s", folder, (int)n, name, FID_DIGEST_SUFFIX);
    free (real);
    return out;
}
