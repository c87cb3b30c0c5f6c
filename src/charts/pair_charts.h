/* pair_charts.h - pictures of one pair, from its series file, on any canvas
 *
 * The real run is blue and solid, the other vermillion and dashed.  Each draws
 * into a box and needs a height of its own (fid_picture_size); time is seconds
 * from the start of the job of each run. */
#ifndef FID_PICTURE_H
#define FID_PICTURE_H

#include "plot/plot.h"
#include "results/series.h"

enum fid_picture {
    FID_PICTURE_TIME,     /* one resource over time, and the difference below; i: of time[] */
    FID_PICTURE_PHASES,   /* phases of both, with links of the warp; i: of warp[] */
    FID_PICTURE_OFFSET,   /* how far the warp shifts, against time */
    FID_PICTURE_SPREAD,   /* CDF and Q-Q of one quantity; i: of dist[] */
    FID_PICTURE_SPECTRUM, /* i: of spectrum[] */
    FID_PICTURE_STEPS     /* what a mean training step is made of */
};

/* px it takes. */
void fid_picture_size (enum fid_picture what, double *width, double *height);

void fid_picture_draw (const struct fid_series *s, enum fid_picture what, size_t i,
                       struct fid_canvas *c);

/* The series that shows a resource best: bytes where there are some, else the
 * first.  Is that series this one? */
bool fid_picture_shows (const struct fid_series *s, size_t i);

/* From where to where both runs were traced. */
void fid_picture_range (const struct fid_series *s, double *from_s, double *to_s);

#endif
