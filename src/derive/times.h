/* times.h - steps in time, and the family of their computation times */
#ifndef FID_DERIVE_TIMES_H
#define FID_DERIVE_TIMES_H

#include "derive/claims.h"
#include "run/run.h"

#define FID_TIME_DIGITS 5 /* significant ones, of times in a configuration */

/* When training steps end, and when their computation begins; where the log does not tell,
 * lengths are added up from the start of the training of each epoch. */
struct fid_step_end {
    int64_t end_ns, compute_ns;
    int epoch;
};
struct fid_step_ends {
    struct fid_step_end *at; /* owned; by time */
    size_t n;
    bool added; /* from lengths: an error of some ms a step adds up */
};
int fid_step_ends_of (const struct fid_run *run, struct fid_step_ends *out,
                      struct fid_error *err);
void fid_step_ends_clear (struct fid_step_ends *e);

/* Claims a computation time whose first key is `type` (FID_DLIO_COMPUTE_TYPE,
 * FID_DLIO_EVAL_TIME_TYPE) from n > 0 times in seconds: a mean alone where they hardly differ
 * or are few, else the family of DLIO's that makes them most likely (Akaike's criterion:
 * Akaike 1974, doi:10.1109/TAC.1974.1100705).  what: "training steps".  x is sorted. */
void fid_claim_times (struct fid_claims *c, enum fid_dlio_key type, double *x, size_t n,
                      enum fid_confidence confidence, const char *what);

#endif
