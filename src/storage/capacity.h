/* SPDX-License-Identifier: GPL-3.0-or-later */
/* capacity.h - the read rates at which a job is bound by storage, and what a rate feeds */
#pragma once

#include "storage/timing.h"

/* What a job asks of a storage on average, when it is limited in this way: bytes a second that
 * its training reads (READ), that it saves while it saves or loads while it loads (WRITE; READ
 * if loading is the only part), or 1000 metadata calls a second (META_WAIT).  0: nothing. */
double fid_mean_rate (const struct fid_job *job, enum fid_storage_key key, unsigned parts);

/* The smallest read rate at which accelerators are busy for at least that share of the training
 * (to 0.1 %): *rate, or -1 if no rate or any rate does.  -1 without memory. */
int fid_rate_for_utilisation (struct fid_timing *t, double utilisation, double *rate,
                              struct fid_error *err);

/* Sets the limit of a storage to a rate; META_WAIT: to a wait of 1 / rate. */
void fid_storage_limit (struct fid_storage *s, enum fid_storage_key key, double rate);

/* The smallest such rate at which these parts (times.h) take at most 1 + longer times what they
 * take on the recorded storage; -1 as above. */
int fid_rate_for_time (struct fid_timing *t, enum fid_storage_key key, unsigned parts,
                       double longer, double *rate, struct fid_error *err);
