/* make.h - makes the digest of a run (readers/digest.h) */
#ifndef FID_DIGESTS_MAKE_H
#define FID_DIGESTS_MAKE_H

#include "run/run.h"

/* How a digest is made; start with {0}. */
struct fid_digest_opts {
    bool names;    /* names of files stay as they are; else they become hashes */
    bool raw_only; /* without the forms as a processed tree, for which a run is read again */
};

/* Reads the run of a directory (or a digest, of which it makes another one) and writes its
 * digest to `path`.  -1: FID_EINPUT as fid_run_load, FID_EINTERNAL if it cannot be written. */
int fid_digest_make (const char *dir, const char *path, const struct fid_run_opts *run_opts,
                     const struct fid_digest_opts *opts, struct fid_error *err);

/* The file of a run's digest in a folder, FOLDER/RUN.fidlio; freed by the caller. */
char *fid_digest_path (const char *folder, const char *dir, struct fid_error *err);

#endif
