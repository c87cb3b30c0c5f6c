/* joblogs.h - what fidlio logs was asked to do with training logs, and doing it */
#ifndef FID_JOBLOGS_H
#define FID_JOBLOGS_H

#include "cli/common.h"
#include "joblog/job.h"

struct fid_joblogs {
    struct fid_common common;
    enum fid_job_form form;
    const char *system, *batch; /* for the JSON; NULL: not given */
    const char *output;         /* NULL: standard output */
    const char **input;         /* owned array of borrowed names; logs, or their JSON */
    size_t input_n;             /* 0: standard input */
};

/* Do what the command of that name does.  -1 with the error of what could not be
 * read or written. */
int fid_joblogs_parse (const struct fid_joblogs *logs, struct fid_error *err);
int fid_joblogs_summary (const struct fid_joblogs *logs, struct fid_error *err);

#endif
