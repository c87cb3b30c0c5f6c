/* SPDX-License-Identifier: GPL-3.0-or-later */
/* of_config.h - from a configuration of DLIO to the job that it makes
 *
 * The other way from `derive': epochs, steps, batches, checkpoints and evaluations are the
 * configuration's; what it does not say is of the machine (struct fid_job_machine).  It is the
 * job of DLIO 2.0 with its PyTorch loader: worker k reads batches k, k + threads, ...; samples
 * come in the order of names. */
#pragma once

#include "job/job.h"
#include "model/dlio_config.h"

/* What the machine does, measured on a job that ran on it. */
struct fid_job_machine {
    double busy_byte_s; /* time in calls, for a byte that they read */
    double work_byte_s; /* time of readers besides, for a byte, of formats that DLIO decodes */
    double wait_byte_n; /* calls that wait, for a byte that the storage delivers */
    double request_byte_n; /* requests, likewise */
    double save_byte_s;    /* a checkpoint that is left to the page cache, for a byte of it */
    /* shares of the bytes that are read for the first time, and again, which memory serves;
     * below 0 where the storage delivered more than was read */
    double kept_first, kept_again;
    double read_ahead_n, memory_n; /* as in struct fid_job */
    bool cache_seen;
    size_t rank_n; /* that the configuration is to be run with */
};

/* Measures the machine on a job that ran; of repeats, any will do. */
struct fid_job_machine fid_job_machine_of (const struct fid_job *ran);

/* Says what is modelled otherwise than DLIO does it; NULL: nothing.  Static. */
const char *fid_job_config_caveat (const struct fid_dlio_config *c);

/* Makes the job, all of whose bytes are 0.  duration_s is 0: nobody ran it.  Its steps have
 * places in time as if reading kept up with them.  -1: FID_EINPUT if the configuration trains
 * on nothing or is too large.  Clear it even then.  Equal arguments make equal jobs. O(samples
 * of all epochs). */
int fid_job_of_config (struct fid_job *job, const struct fid_dlio_config *c,
                       const struct fid_job_machine *m, struct fid_error *err);
