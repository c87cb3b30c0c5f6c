/* attribution.h - where in time a pair differs, and what would close the gap */
#ifndef FID_ATTRIBUTION_H
#define FID_ATTRIBUTION_H

#include "compare/comparison.h"

/* Finds the shortest interval of the real run's headline window that holds half of a stream's
 * shape difference (local cost along the warping path), and the part of the job in which it
 * begins.  Returns false if the shapes were not compared or do not differ. */
struct fid_where {
    double from_s, to_s;
    enum fid_part part;
};
bool fid_attribution_where (const struct fid_comparison *c, enum fid_stream_id id,
                            struct fid_where *out);

/* A cause in words, and the DLIO key that would close the gap, if the emulation's configuration
 * has it. */
struct fid_cause {
    enum fid_resource_id resource;
    enum fid_facet_id facet;
    double size; /* |ln ratio| behind it: the order of causes */
    char text[240];
    char key[96], from[64], to[64]; /* "": no key */
};
#define FID_CAUSES_MAX 16
size_t fid_attribution_causes (const struct fid_comparison *c,
                               struct fid_cause cause[FID_CAUSES_MAX]);

#endif
