/* logs.h - what fidlio logs was asked to do with training logs, and doing it */
#ifndef FID_JOBLOGS_H
#define FID_JOBLOGS_H

#include "cli/common.h"
#include "cli/figure_output.h"
#include "tools/logs/job.h"
#include "plot/figure.h"

struct fid_joblogs {
    struct fid_common common;
    enum fid_job_form form;
    const char *system, *batch; /* for the JSON; NULL: not given */
    const char *output;         /* NULL: standard output */
    const char **input;         /* owned array of borrowed names; logs, or their JSON */
    size_t input_n;             /* 0: standard input */
    struct fid_paper paper;     /* its path is .output */
    bool page;                  /* HTML, not the paper's format */
    const char *title;          /* of a picture; NULL: not given */
    bool table;                 /* the times in place of their picture */
    bool plots;                 /* extract: pictures too, in the paper's format */
};

/* Do what the command of that name does.  -1 with the error of what could not be
 * read or written. */
int fid_joblogs_parse (const struct fid_joblogs *logs, struct fid_error *err);
int fid_joblogs_summary (const struct fid_joblogs *logs, struct fid_error *err);
int fid_joblogs_plot (const struct fid_joblogs *logs, struct fid_error *err);
int fid_joblogs_extract (const struct fid_joblogs *logs, struct fid_error *err);

/* --- shared by them */

/* Read a log, or its JSON (path NULL: standard input), and say what is odd in it. */
int fid_joblogs_load (const struct fid_joblogs *logs, const char *path, struct fid_job *job,
                      struct fid_error *err);

/* Say what a summary of it will call n/a. */
int fid_joblogs_lacks (const struct fid_joblogs *logs, const char *path,
                       const struct fid_job *job, struct fid_error *err);

/* The picture of a job; -1 with FID_EINPUT if it has no steps. */
int fid_joblogs_draw (struct fid_figure *fig, const struct fid_job *job, const char *path,
                      struct fid_error *err);

/* "p2-1 / 256 / e1" where the job or the name of its log tells it, else the path
 * without its ending; freed by the caller. */
char *fid_joblogs_heading (const struct fid_job *job, const char *path, struct fid_error *err);

/* Write a text that was printed into memory, to path or to standard output (NULL).
 * f and *text are those of open_memstream; both are closed and freed whatever
 * happens.  rc: of the printing, returned if it is not 0. */
int fid_joblogs_write (const char *path, FILE *f, char **text, const size_t *n, int rc,
                       struct fid_error *err);

#endif
