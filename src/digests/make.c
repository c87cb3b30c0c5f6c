/* SPDX-License-Identifier: GPL-3.0-or-later */
/* make.c - see make.h */
#include "digests/make.h"
#include "digests/summary.h"
#include "readers/digest.h"
#include "readers/load.h"

int fid_digest_make (const char *dir, const char *path, const char *below,
                     const struct fid_run_opts *run_opts, bool names, struct fid_error *err)
{
    double summary[FID_SUMMARY_N];
    struct fid_run *run = fid_run_load (dir, run_opts, err);
    const struct fid_digest_parts parts = {.run = run,
                                           .spent = run,
                                           .below = below,
                                           .summary = summary,
                                           .summary_n = FID_SUMMARY_N};
    int rc = FID_FAILED (!run || (!names && fid_digest_hide_names (run, err)) ||
                         fid_summary_make (run, summary, err) ||
                         fid_digest_write (path, &parts, err));
    fid_run_destroy (run);
    return rc;
}

char *fid_digest_path (const char *folder, const char *dir, struct fid_error *err)
{
    FID_FREED char *real = realpath (dir, NULL);
    const char *path = real ? real : dir, *slash = strrchr (path, '/');
    const char *name = slash && slash[1] ? slash + 1 : path;
    size_t n = strlen (name) - (fid_digest_named (name) ? strlen (FID_DIGEST_SUFFIX) : 0);
    return fid_format (err, "%s/%.*s%s", folder, (int)n, name, FID_DIGEST_SUFFIX);
}
