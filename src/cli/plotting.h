/* plotting.h - what fidlio plot was asked to draw, and drawing it */
#ifndef FID_PLOTTING_H
#define FID_PLOTTING_H

#include "cli/common.h"
#include "cli/figure_output.h"
#include "timeline/run.h"

#define FID_PLOT_RESOURCES 32

struct fid_plotting {
    struct fid_common common;
    struct fid_run_opts run;
    struct fid_paper paper;
    const char *title;   /* NULL: from the names of runs */
    const char *zoom[2]; /* one and NULL */
    bool all, by_process;
    double start_s, end_s; /* +-1e9: not given */
    unsigned what;         /* bits of run_picture.h or pair_picture.h; 0: not given */
    const char *resource[FID_PLOT_RESOURCES]; /* of a pair */
    size_t resource_n;
    const char *dir[2]; /* a run or a result file; or a real run and an emulation */
};

/* The names of --what, and their bits. */
struct fid_plot_name {
    const char *name;
    unsigned bit;
};
extern const struct fid_plot_name fid_run_names[], fid_pair_names[]; /* NULL-terminated */

/* Draw dir[0] as a run (watched while it is read), as a result file with the
 * series beside it, or dir[0] and dir[1] as a pair compared on the way.  -1 with
 * the error of what could not be read or written. */
int fid_plot_run (const struct fid_plotting *p, struct fid_error *err);
int fid_plot_result (const struct fid_plotting *p, struct fid_error *err);
int fid_plot_pair (const struct fid_plotting *p, struct fid_error *err);

#endif
