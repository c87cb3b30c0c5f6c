/* trend.h - one number of a configuration over stored results, with its changes
 *
 * The x axis is the order of the results, the y axis goes from 0 to 1. */
#ifndef FID_TREND_H
#define FID_TREND_H

#include "plot/canvas.h"

struct fid_trend_change {
    size_t at;            /* first result after it */
    double before, after; /* levels */
};

struct fid_trend {
    const double *x; /* below 0: none */
    size_t n;
    const char *const *name; /* of each result */
    const struct fid_trend_change *change;
    size_t change_n;
};

/* Draw it with axes: a disc for each result, a dotted line where a change begins, a thick line
 * for the level between two.  Out of memory makes the canvas fail. */
void fid_trend_draw (const struct fid_trend *t, const char *label, struct fid_canvas *c,
                     double width, double height);

/* The same as a small line without axes; a disc marks the last result. */
void fid_trend_spark (const struct fid_trend *t, struct fid_canvas *c, double width,
                      double height);

#endif
