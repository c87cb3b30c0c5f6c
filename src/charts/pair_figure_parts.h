/* pair_figure_parts.h - shared by pair_picture.c, pair_time.c and pair_curves.c only */
#ifndef FID_PAIR_PARTS_H
#define FID_PAIR_PARTS_H

#include "charts/pair_figure.h"

struct fid_pair_figure {
    struct fid_figure *fig;
    const struct fid_result *r;
    const struct fid_series *s;
    const struct fid_pair_picture *opts;
};

/* How a side is drawn. */
struct fid_pen fid_pair_pen (int side);
extern const char *const fid_pair_side[2];

/* Whether the resource was asked for. */
bool fid_pair_wants (const struct fid_pair_figure *p, const char *resource);

/* A copy of numbers whose gaps are NAN. */
const double *fid_pair_numbers (struct fid_pair_figure *p, struct fid_numbers v);

/* pair_time.c */
void fid_pair_overlay (struct fid_pair_figure *p);
void fid_pair_warp (struct fid_pair_figure *p);

/* pair_curves.c */
void fid_pair_cdfs (struct fid_pair_figure *p);
void fid_pair_spectra (struct fid_pair_figure *p);

#endif
