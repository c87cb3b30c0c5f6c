/* filters.h - which events the earlier tools took for the workload's own I/O
 *
 * Each gives NULL to keep an event, or the reason it goes (a static text). */
#ifndef FID_FILTERS_H
#define FID_FILTERS_H

#include "tools/prepare/prepare.h"

struct fid_filters {
    enum fid_workload workload;
    bool off, compat;
    const char *checkpoint_disk; /* borrowed */
    int64_t slowest_ns;          /* block events above it go; INT64_MAX: none */
};

/* Reads: calls that failed (returns of 2^63 and more). */
const char *fid_filter_read (const struct fid_filters *f, const struct fid_event *ev);

/* Writes: to logs (*.log) and terminals (0, 1, 2, ptmx, tty*).  compat: names
 * that start with 0, hold ".log", or odd characters. */
const char *fid_filter_write (const struct fid_filters *f, const struct fid_event *ev);

/* Block requests: not of the workload's programs or of kernel workers; of
 * these all but writes to the checkpoint disk; slow ones.  compat: disks whose
 * name is not three letters. */
const char *fid_filter_bio (const struct fid_filters *f, const struct fid_event *ev);

/* Whether it is a write-back of a kernel worker to the checkpoint disk. */
bool fid_filter_writeback (const struct fid_filters *f, const struct fid_event *ev);

#endif
