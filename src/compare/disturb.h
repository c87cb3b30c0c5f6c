/* disturb.h - surrogates: a repeat without the property that a facet measures
 *
 * If there is no unrelated run, the chance level of a measure is its distance to such
 * surrogates of a repeat.  Each facet has its own:
 *
 *   timing    the series shifted around the end by two steps or more
 *   shape     the same; gauges of one component that are not mostly 0: IAAFT
 *   rhythm    blocks of half a step in random order
 *   coupling  one component shifted against the others
 *
 * Volume and marginal do not depend on the order of samples, so they have no surrogate; nor
 * have phases and steps.  See metrics/surrogate.h. */
#ifndef FID_DISTURB_H
#define FID_DISTURB_H

#include <stdint.h>
#include "base/error.h"
#include "metrics/metric.h"
#include "model/facets.h"

struct fid_disturb {
    uint64_t seed; /* equal seeds, equal surrogates */
    double step_s; /* of the reference; 0: not known, taken as 1/16 of the series */
};

/* Writes a disturbed copy of a series' samples to *x, which the caller frees, and the method
 * ("circular shift") to *null.  Both are NULL if there is no surrogate (the facet has none, no
 * series, fewer than 8 samples).  Returns -1 on internal errors. */
int fid_disturb_signal (const struct fid_disturb *d, enum fid_facet_id facet,
                        enum fid_quantity_id quantity, const struct fid_signal *in, double **x,
                        const char **null, struct fid_error *err);

#endif
