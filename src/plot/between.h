/* between.h - the area between two lines of a plot (struct fid_between of plot.h) */
#ifndef FID_BETWEEN_H
#define FID_BETWEEN_H

#include "plot/plot.h"

/* Draw it on a panel that has begun.  Cost: linear in the values. */
void fid_between_draw (const struct fid_panel *p, const struct fid_between *b,
                       struct fid_canvas *c);

#endif
