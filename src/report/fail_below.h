/* fail_below.h - which pairs miss a required score */
#ifndef FID_GATE_H
#define FID_GATE_H

#include "base/table.h"
#include "results/results.h"

struct fid_gate {
    double fail_below;    /* a score below it misses */
    const char *group;    /* its grade instead; NULL: the score */
    const char *resource; /* its grade instead; NULL: the score */
    bool same_workload;   /* only pairs whose sides name the same workload */
};

/* Fill *missed (initialised here, cleared by the caller) with the pairs that
 * miss it, in the order of the results.  What is tested is the number of the result file, which is
 * what `compare' and `report' show.  A pair without the number misses it, because
 * nothing shows that it is good; a resource that is idle in both runs agrees.
 * Returns -1 with FID_EINPUT if there is no pair to check. */
int fid_gate (const struct fid_gate *gate, const struct fid_results *all,
              struct fid_cells *missed, size_t *pair_n, size_t *missed_n,
              struct fid_error *err);

#endif
