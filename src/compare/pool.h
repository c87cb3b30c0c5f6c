/* pool.h - one resource of several pairs as one result
 *
 * A measure's distance is the median over the pairs that define it (the mean of
 * the two middle ones for an even number); similarity and weight are those of
 * the same pairs.  A measure that fewer than half of the pairs define is left
 * out, a resource is idle where it is so in most of the pairs that tell it, and
 * active on one side only where that holds for half of them: then only those
 * pairs count.  Pairs that tell nothing of a resource have no part in it. */
#ifndef FID_POOL_H
#define FID_POOL_H

#include "compare/resource_result.h"

struct fid_pool_measure {
    const struct fid_measure **of; /* owned; [pair], borrowed; NULL: not in its res */
    size_t *order;                 /* owned; the pairs that define it, by distance */
    size_t valid_n;
    const struct fid_measure *first; /* borrowed; names it */
};

struct fid_pool {
    const struct fid_resource_result **result; /* owned; [pair], borrowed */
    size_t pair_n;
    struct fid_pool_measure measure[FID_MEASURES_MAX];
    size_t measure_n;
};

/* Take the results of one resource in one window of n > 0 pairs, which stay where
 * they are.  Time O(n log n) for each measure. */
int fid_pool_init (struct fid_pool *p, const struct fid_resource_result *const *res, size_t n,
                   struct fid_error *err);
void fid_pool_clear (struct fid_pool *p);

/* The result of pair k taken count[k] times (NULL: each once).  Its texts and
 * details are those of fid_pool_details, which knows no counts.  Time O(n) for each
 * measure. */
void fid_pool_result (const struct fid_pool *p, const size_t *count,
                      struct fid_resource_result *out);

/* Add to the result of each pair once: medians of details, the number of pairs and
 * the range of distances behind each measure. */
int fid_pool_details (const struct fid_pool *p, struct fid_resource_result *res,
                      struct fid_error *err);

#endif
