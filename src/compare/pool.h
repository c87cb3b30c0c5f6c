/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pool.h - merges the results of one resource over several pairs into one
 *
 * A measure's distance is the median over the pairs that define it (the mean of the two middle
 * ones if their number is even); confidence is from the same pairs.  A measure that
 * fewer than half of the pairs define is left out.  A resource is idle if most of the pairs
 * that recorded it say so.  It is active on one side only if at least half of them say so; then
 * only those pairs count.  Pairs that did not record a resource have no influence on it. */
#pragma once

#include "compare/resource_result.h"

struct fid_pool_measure {
    const struct fid_measure **of; /* owned; [pair], borrowed; NULL: the pair lacks it */
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

/* Collects the results of one resource in one window of n > 0 pairs.  The results are borrowed.
 * Time O(n log n) for each measure. */
int fid_pool_init (struct fid_pool *p, const struct fid_resource_result *const *res, size_t n,
                   struct fid_error *err);
void fid_pool_clear (struct fid_pool *p);

/* Computes the pooled result; details come from fid_pool_details.  Time O(n) for each
 * measure. */
void fid_pool_result (const struct fid_pool *p, struct fid_resource_result *out);

/* Adds to the result of each pair once: medians of details, the number of pairs, and the range
 * of distances of each measure. */
int fid_pool_details (const struct fid_pool *p, struct fid_resource_result *res,
                      struct fid_error *err);
