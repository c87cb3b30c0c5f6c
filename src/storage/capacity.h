/* capacity.h - the read rates at which a job is bound by storage, and what a rate feeds */
#ifndef FID_STORAGE_CAPACITY_H
#define FID_STORAGE_CAPACITY_H

#include "storage/times.h"

/* Bytes a second that the training of all ranks asks of the storage, on average; 0 without. */
double fid_mean_demand (const struct fid_job *job);

/* The smallest read rate at which accelerators are busy for at least that share of the training
 * (to 0.1 %): *rate, or -1 if no rate or any rate does.  -1 without memory. */
int fid_rate_for_utilisation (const struct fid_job *job, double utilisation, double *rate,
                              struct fid_error *err);

/* The smallest read rate at which the whole job takes at most 1 + longer times what it takes on
 * the recorded storage. */
int fid_rate_for_time (const struct fid_job *job, double longer, double *rate,
                       struct fid_error *err);

#endif
