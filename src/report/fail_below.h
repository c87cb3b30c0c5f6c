/* fail_below.h - which pairs miss a required similarity */
#ifndef FID_GATE_H
#define FID_GATE_H

#include "base/table.h"
#include "results/results.h"

struct fid_gate {
    double fail_below;    /* a similarity below it misses */
    const char *group;    /* NULL: overall */
    const char *resource; /* NULL: overall */
    bool same_workload;   /* only pairs whose sides name the same workload */
};

/* Fill *missed (initialised here, cleared by the caller) with the pairs that
 * miss it, in the order of the results.  A pair without the number misses it, because
 * nothing shows that it is good; a resource that is idle in both runs agrees.
 * Returns -1 with FID_EINPUT if there is no pair to check. */
int fid_gate (const struct fid_gate *gate, const struct fid_results *all,
              struct fid_cells *missed, size_t *pair_n, size_t *missed_n,
              struct fid_error *err);

#endif
