/* alike.h - raw traces held against the trees that the earlier tools made of such traces
 *
 * Those tools left things out: what ended before INIT, reads that failed, writes to logs and
 * terminals, closes, samples of CPU and GPU before INIT, GPUs without a process, and block
 * writes of kernel workers but to one disk.  Held against such a tree, a raw run is read
 * without them, too. */
#ifndef FID_ALIKE_H
#define FID_ALIKE_H

#include "run/run.h"

/* Reads a raw run again, as it would be in a processed tree, if `other` is one; the copy has a
 * finding that says so.  *again is NULL where both are of one kind; else the caller's.  -1 as
 * fid_run_load. */
int fid_run_like (const struct fid_run *run, const struct fid_run *other,
                  struct fid_run **again, struct fid_error *err);

/* The same for runs that are compared with each other: puts such copies in the place of the raw
 * runs, which are destroyed, if any of run[n] is a processed tree. */
int fid_runs_alike (struct fid_run **run, size_t n, struct fid_error *err);

#endif
