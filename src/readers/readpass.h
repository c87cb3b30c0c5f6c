/* readpass.h - the files of a run in one pass of its build */
#ifndef FID_READPASS_H
#define FID_READPASS_H

#include "timeline/build.h"

/* Read all sources of run that give something of `gives` in one pass, several at
 * a time where the pass allows it.  -1 if one is malformed for the most part, or
 * without memory; of several the first. */
int fid_read_pass (struct fid_run *run, struct fid_build *b, unsigned gives, enum fid_pass pass,
                   const struct fid_run_opts *opts, struct fid_error *err);

#endif
