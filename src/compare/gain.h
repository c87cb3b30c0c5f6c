/* gain.h - asks what a change of the emulation's configuration would do to the score
 *
 * A prediction needs a model of the emulator, which lies above this folder (predict/gains.h):
 * whoever starts a comparison lends one with its options. */
#ifndef FID_GAIN_H
#define FID_GAIN_H

#include <stddef.h>
#include "base/error.h"

struct fid_compare_opts; /* options.h */
struct fid_run;          /* run/run.h */
struct fid_run_opts;

/* Another value of a key of the emulator's configuration. */
struct fid_key_change {
    char key[96], from[64], to[64];
};

/* The pair that a question is about: repeats of the real run, and an emulation. */
struct fid_gain_pair {
    const struct fid_run *const *real; /* borrowed */
    size_t real_n;
    const struct fid_run *emu; /* borrowed */
    const struct fid_run_opts *run_opts;
    const struct fid_compare_opts *opts; /* with the profile in use */
};

struct fid_gains {
    void *self; /* borrowed */
    /* Write the score that the emulation's configuration would get, with some changes (n 0: as
     * it is), both by prediction: only their difference tells.  *score is FID_GRADE_NONE
     * (model/score.h) if the configuration is not known, or cannot be predicted.  -1 on
     * internal errors only.  Equal arguments give equal scores; called from threads. */
    int (*score) (void *self, const struct fid_gain_pair *pair, const struct fid_key_change *change,
                  size_t n, double *score, struct fid_error *err);
};

#endif
