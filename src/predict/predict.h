/* predict.h - what grades would a configuration of DLIO get, without running it?
 *
 * A job is simulated (job.h) with the costs of reads that the real run shows (costs.h), and
 * becomes a run like one that was recorded.  What nobody can tell without running it, such as
 * the load of processors, is not there, and is not compared. */
#ifndef FID_PREDICT_H
#define FID_PREDICT_H

#include "model/dlio_config.h"
#include "run/run.h"

/* Returns the run that DLIO would make with a configuration, on the machine of the real run;
 * run->predicted is set.  id is its name, path that of the configuration.  NULL with FID_EINPUT
 * as fid_sim_simulate.  Equal arguments make equal runs. */
struct fid_run *fid_predict_run (const struct fid_run *real, const struct fid_dlio_config *c,
                                 const char *id, const char *path, struct fid_error *err);

#endif
