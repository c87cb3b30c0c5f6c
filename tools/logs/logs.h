/* logs.h - the verbs of fidlio logs */
#ifndef FID_LOGS_H
#define FID_LOGS_H

#include "cli/common.h"
#include "cli/figure_output.h"
#include "tools/logs/training_log.h"

struct fid_logs_args {
    struct fid_common common;
    enum fid_log_form form;
    const char *system, *batch;      /* to put into the JSON; NULL: not given */
    const char *output;              /* NULL: standard output */
    struct fid_words input;          /* names of logs or their JSON; none: standard input */
    struct fid_figure_output figure; /* its path is .output */
    bool page;                       /* write HTML in place of the figure's format */
    const char *title;               /* of a picture; NULL: not given */
    bool table;                      /* plot: print the times in place of their picture */
    bool plots;                      /* extract: also draw, in the figure's format */
};

/* Each does what the verb says and returns 0, or -1 with fid_why: what could not be read. */
int fid_logs_parse (const struct fid_logs_args *args);
int fid_logs_summary (const struct fid_logs_args *args);
int fid_logs_plot (const struct fid_logs_args *args);
int fid_logs_extract (const struct fid_logs_args *args);

#endif
