/* fail_below.h - which pairs miss a similarity they have to reach */
#ifndef FID_GATE_H
#define FID_GATE_H

#include "base/table.h"
#include "results/results.h"

struct fid_gate {
    double fail_below;    /* a similarity below it misses; equal to it does not */
    const char *group;    /* NULL: overall */
    const char *resource; /* NULL: overall */
    bool same_workload;   /* only pairs whose sides name the same workload */
};

/* Fill *missed (initialised here, cleared by the caller) with the pairs that
 * miss it, in the order of the results.  A pair without the number misses it:
 * what was not measured is not known to be good; one idle in both runs agrees.
 * -1 with FID_EINPUT if there is no pair to check. */
int fid_gate (const struct fid_gate *gate, const struct fid_results *all,
              struct fid_cells *missed, size_t *pair_n, size_t *missed_n,
              struct fid_error *err);

#endif
