/* lane_rows.h - the rows of event lanes: layers, or layers of each process */
#ifndef FID_LANE_ROWS_H
#define FID_LANE_ROWS_H

#include "charts/activity.h"
#include "plot/figure.h"

/* Fill in rows, lanes and legend of l from what a has seen in a stretch. */
void fid_lane_rows (struct fid_figure *fig, struct fid_lanes *l, const struct fid_run *run,
                    const struct fid_activity *a, size_t stretch);

#endif
