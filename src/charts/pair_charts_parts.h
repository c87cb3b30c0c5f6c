/* pair_charts_parts.h - what the files of picture.h share */
#ifndef FID_PICTURE_PRIV_H
#define FID_PICTURE_PRIV_H

#include "charts/pair_charts.h"

/* How the lines of a side look. */
static inline struct fid_pen
fid_picture_pen (int side)
{
    return (struct fid_pen){.colour = side ? FID_COLOUR_EMULATION : FID_COLOUR_REAL,
                            .dash = side ? FID_DASHED : FID_SOLID,
                            .width = 1.3};
}

void fid_picture_time (const struct fid_series *s, size_t i, struct fid_canvas *c,
                       struct fid_box box);
void fid_picture_phases (const struct fid_series *s, size_t i, struct fid_canvas *c,
                         struct fid_box box);
void fid_picture_offset (const struct fid_series *s, struct fid_canvas *c, struct fid_box box);
void fid_picture_spread (const struct fid_series *s, size_t i, struct fid_canvas *c,
                         struct fid_box box);
void fid_picture_spectrum (const struct fid_series *s, size_t i, struct fid_canvas *c,
                           struct fid_box box);
void fid_picture_steps (const struct fid_series *s, struct fid_canvas *c, struct fid_box box);

#endif
