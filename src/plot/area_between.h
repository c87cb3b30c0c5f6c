/* SPDX-License-Identifier: GPL-3.0-or-later */
/* area_between.h - the area between two lines of a plot (struct fid_between of plot.h), and
 * the band around a line */
#pragma once

#include "plot/plot.h"

/* Draw the area, or the band, on a panel that has begun.  Time O(values). */
void fid_between_draw (const struct fid_panel *p, const struct fid_between *b,
                       struct fid_canvas *c);

void fid_band_draw (const struct fid_panel *p, const struct fid_line *line,
                    struct fid_canvas *c);

/* Whether value i of a line has a band that the axis can show. */
bool fid_line_has_band (const struct fid_line *line, size_t i, const struct fid_axis *y);
