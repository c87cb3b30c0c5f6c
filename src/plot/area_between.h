/* area_between.h - the area between two lines of a plot (struct fid_between of plot.h), and
 * the band about one */
#ifndef FID_BETWEEN_H
#define FID_BETWEEN_H

#include "plot/plot.h"

/* Draw it on a panel that has begun.  Cost: linear in the values. */
void fid_between_draw (const struct fid_panel *p, const struct fid_between *b,
                       struct fid_canvas *c);

/* The band of a line, where both of its ends can stand on the axis. */
void fid_band_draw (const struct fid_panel *p, const struct fid_line *line,
                    struct fid_canvas *c);
bool fid_line_has_band (const struct fid_line *line, size_t i, const struct fid_axis *y);

#endif
