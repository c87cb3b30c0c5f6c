/* plotting.h - what fidlio plot was asked to draw, and drawing it */
#ifndef FID_PLOTTING_H
#define FID_PLOTTING_H

#include "cli/common.h"
#include "batch/manifest.h"
#include "charts/activity.h"
#include "charts/time_map.h"
#include "cli/figure_output.h"
#include "run/run.h"

struct fid_plotting {
    struct fid_common common;
    struct fid_run_opts run;
    struct fid_figure_output figure;
    const char *title;   /* NULL: from the names of runs */
    const char *zoom[2]; /* one and NULL */
    bool all;
    enum fid_lanes_by lanes;
    double start_s, end_s; /* +-1e9: not given */
    unsigned what;      /* bits of fid_run_chart_names or fid_pair_chart_names; 0: not given */
    unsigned resources; /* of a pair; bit r: enum fid_resource_id r; 0: all */
    enum fid_time_axis axis; /* of a pair */
    const char *dir[2];      /* a run or a result file; or a real run and an emulation */
};

/* Draw dir[0] as a run, dir[0] as a result file with the series beside it, or dir[0] and dir[1]
 * as a pair, which is compared first.  Returns -1 if something cannot be read or written. */
int fid_plot_run (const struct fid_plotting *p, struct fid_error *err);
int fid_plot_result (const struct fid_plotting *p, struct fid_error *err);
int fid_plot_pair (const struct fid_plotting *p, struct fid_error *err);

/* Draw each of the n runs, or result files, into a picture of its own: figure.path and the name
 * of the run or file.  Those that fail are reported and the others are done.  Returns -1 with
 * FID_EPARTIAL if some fail, with the status of the last if all do, FID_EUSAGE if two have the
 * same name. */
int fid_plot_each (const struct fid_plotting *p, char *const *dir, size_t n, bool results,
                   struct fid_error *err);

/* Draw the runs that a manifest lists, and its pairs, into a picture each: figure.path and the
 * name of the run, or of both with "__" between.  Errors as fid_plot_each. */
int fid_plot_list (const struct fid_plotting *p, const struct fid_manifest *m, bool runs,
                   bool pairs, struct fid_error *err);

#endif
