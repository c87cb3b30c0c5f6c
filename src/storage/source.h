/* source.h - a run as an answer takes it: its job, and times measured on throttled storage */
#ifndef FID_STORAGE_SOURCE_H
#define FID_STORAGE_SOURCE_H

#include "run/run.h"
#include "storage/answer.h"

struct fid_answer_source {
    const struct fid_job *job;          /* borrowed; of the run */
    struct fid_measured_time *measured; /* owned; of throttle.tsv in the run's folder */
    size_t measured_n, measured_cap;
};

/* Fills *s, all of whose bytes are 0.  Clear it even after a failure.  -1 without memory. */
int fid_answer_source_init (struct fid_answer_source *s, const struct fid_run *run,
                            struct fid_error *err);
void fid_answer_source_clear (struct fid_answer_source *s);

/* What borrows the source, and the run's name and job. */
struct fid_answer_run fid_answer_run_of (const struct fid_answer_source *s,
                                         const struct fid_run *run);

#endif
