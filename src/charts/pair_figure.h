/* pair_figure.h - a compared pair: what is alike, and how it looks over time
 *
 * Drawn from a result and its series (doc/result.md, doc/series.md), no traces. */
#ifndef FID_PAIR_PICTURE_H
#define FID_PAIR_PICTURE_H

#include "plot/figure.h"
#include "results/result.h"
#include "results/series.h"

/* What is shown. */
enum {
    FID_PAIR_BREAKDOWN = 1, /* similarity (score) of groups; of resources by facet */
    FID_PAIR_OVERLAY = 2,   /* phases and series of both, over each other */
    FID_PAIR_WARP = 4,      /* emulation time minus real time along the warping path */
    FID_PAIR_CELLS = 8,     /* what each phase moved: heat map of similarities */
    FID_PAIR_STEPS = 16,    /* what a training step is spent on */
    FID_PAIR_CDF = 32,      /* sizes, latencies, gaps, steps */
    FID_PAIR_SPECTRA = 64
};

struct fid_pair_picture {
    unsigned what;               /* bits of FID_PAIR_... */
    const char *const *resource; /* borrowed; only these; NULL: all */
    size_t resource_n;
    double from_s, to_s; /* of overlay and warp; +-1e9: all */
};

/* Fill fig.  s NULL: there is no series file, which only the breakdown can do
 * without.  -1 with FID_EINPUT if nothing of what was asked for is there. */
int fid_pair_picture (struct fid_figure *fig, const struct fid_result *r,
                      const struct fid_series *s, const struct fid_pair_picture *opts,
                      struct fid_error *err);

#endif
