/* facets.h - a resource's measures, taken together by facet */
#ifndef FID_FACETS_H
#define FID_FACETS_H

#include "results/result.h"

#define FID_FACETS_MAX 12

/* The facets in use, in the order people read them; names are borrowed. */
struct fid_facets {
    const char *name[FID_FACETS_MAX];
    size_t n;
};

struct fid_facets fid_facets_of (const struct fid_result *r);

/* Similarity of a facet over its quantities, as the comparison takes it for the
 * resource (weighted geometric mean of what is at least 0.01, 0 if all are 0);
 * FID_ABSENT: none compared. */
double fid_facet_similarity (const struct fid_result_resource *r, const char *facet);

/* The same of scores, which all weigh the same. */
double fid_facet_score (const struct fid_result_resource *r, const char *facet);

#endif
