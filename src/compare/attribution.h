/* attribution.h - where a pair's dissimilarity comes from, and what would close it */
#ifndef FID_ATTRIBUTION_H
#define FID_ATTRIBUTION_H

#include "compare/comparison.h"

/* The overall number is a product of powers of facets' similarities (of scores, if there are
 * any), so its logarithm is a sum and each term is a share.
 *
 *   share (facet) = w ln s / sum of all w ln s,   w = 1 / (groups * resources of
 *   the group * facets of the resource)
 *
 * Shares add up to 1; all are 0 if nothing differs. */
struct fid_share {
    const struct fid_resource_result *result; /* borrowed */
    enum fid_facet_id facet;
    double share;
};
int fid_attribution_shares (const struct fid_comparison *c, struct fid_share **share, size_t *n,
                            struct fid_error *err);

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
