/* gains.h - scores of configurations of DLIO, predicted
 *
 * fid_predict_score is the number that `fidlio predict` prints.  struct fid_gains
 * (compare/gain.h) asks for it with the configuration of a recorded emulation, as it is and
 * with keys changed: what the causes of a comparison gain. */
#ifndef FID_PREDICT_GAINS_H
#define FID_PREDICT_GAINS_H

#include "compare/gain.h"
#include "model/dlio_config.h"

/* Write the score that a configuration is predicted to get against real runs, the first of
 * which tells what calls cost; FID_GRADE_NONE if nothing that the profile grades can be
 * predicted. -1: FID_EINPUT as fid_predict_run and fid_compare_runs. */
int fid_predict_score (const struct fid_run *const *real, size_t real_n,
                       const struct fid_dlio_config *c, const struct fid_run_opts *run_opts,
                       const struct fid_compare_opts *opts, size_t thread_n, double *score,
                       struct fid_error *err);

/* Read the configuration that a run of DLIO was started with, from its facts.  *known is false,
 * and the configuration empty, if the run has none that can be simulated: other emulators and
 * loaders, several ranks, values that DLIO does not know.  -1 without memory. */
int fid_predict_config (struct fid_dlio_config *c, const struct fid_run *emu, bool *known,
                        struct fid_error *err);

/* What a comparison asks (compare/options.h).  It keeps every score it was asked for, 24 bytes
 * each.  NULL without memory. */
struct fid_gains *fid_gains_create (struct fid_error *err);
void fid_gains_destroy (struct fid_gains *gains);

#endif
