/* find_logs.h - the logs of a folder of experiments, by their names
 *
 * "result-VMTYPE-BS-eN.txt": machine (which may hold dashes), batch size and
 * experiment of a log; what comes of it goes to VMTYPE/BS/eN.json. */
#ifndef FID_JOB_FOUND_H
#define FID_JOB_FOUND_H

#include "base/error.h"
#include "base/span.h"

struct fid_job_name {
    struct fid_span system, batch, experiment;
};

/* Take the last part of a path apart; false: it is no such name. */
bool fid_job_name_of (const char *path, struct fid_job_name *out);

struct fid_job_file {
    char *path;               /* owned */
    struct fid_job_name name; /* in path; empty: another file */
};

struct fid_job_files {
    struct fid_job_file *file; /* owned */
    size_t n, cap;
};

/* Every file of a folder, logs first: by machine, batch size and experiment,
 * numbers as numbers.  Hidden files are passed over.  -1 with FID_EINPUT. */
int fid_job_files_of (struct fid_job_files *files, const char *dir, struct fid_error *err);
void fid_job_files_clear (struct fid_job_files *files);

#endif
