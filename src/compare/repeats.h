/* repeats.h - several runs on one side or on both, compared as one
 *
 * Every real run is compared with every emulation on one ruler (scales and
 * step are medians over the real runs, or the calibration's); each measure is
 * the median over those pairs (pool.h).  The unit of replication is the run: a
 * draw takes as many runs of each side as there are, with replacement, and the
 * pairs among them.  Runs are sorted by name and traces, so that
 * the order of arguments does not matter.
 *
 * The energy test says whether the two sides can be distinguished
 * (metrics/energy.h) with -ln of the overall similarity as distance, over the
 * resources that every pair of runs, of one side or of both, could compare. */
#ifndef FID_REPEATS_H
#define FID_REPEATS_H

#include "compare/pool.h"
#include "compare/comparison.h"
#include "metrics/energy.h"

struct fid_repeats {
    const struct fid_run **run; /* owned; borrowed runs: real_n real, then emu_n emulated */
    size_t real_n, emu_n;
    struct fid_comparison *pair; /* owned; [real * emu_n + emulation] */
    struct fid_pool *pool;       /* owned; [resource], headline window */
    size_t middle;               /* the pair nearest to the overall similarity */
    bool mixed_real, mixed_emu;  /* more than one workload on a side */
    const char *workload;        /* borrowed; of the real runs, "": not known, or mixed */
    bool tested;                 /* there is an energy test */
    struct fid_energy energy;
    unsigned tested_resources; /* bit r: has a part in it */
};

/* Compares all pairs of r->run[], which must be sorted, and the runs of each side with each
 * other for the energy test.  -1 as fid_compare; clear r even after a failure. */
int fid_repeats_compare (struct fid_repeats *r, const struct fid_pair *pair, size_t thread_n,
                         struct fid_error *err);
void fid_repeats_clear (struct fid_repeats *r);

/* Computes the headline results of draw k, result[resource].  real: the indices of real runs,
 * if the caller has drawn them.  count[pairs] is scratch. */
int fid_repeats_draw (const struct fid_repeats *r, size_t k, const size_t *real, size_t *count,
                      struct fid_resource_result *res, struct fid_error *err);

/* Computes intervals of the similarities of c, to which r belongs. */
int fid_repeats_intervals (struct fid_comparison *c, struct fid_error *err);

/* Collects the findings of all pairs, each kind once, with the number of pairs that have it. */
int fid_repeats_findings (struct fid_comparison *c, struct fid_error *err);

#endif
