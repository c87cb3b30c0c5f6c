/* SPDX-License-Identifier: GPL-3.0-or-later */
/* timing.h - the times of one job on storages, each worked out once, and the rates at which
 * storage binds it
 *
 * The answers of several profiles, and those with one trait changed, ask for the same times. */
#pragma once

#include "storage/times.h"

/* What a rate shall give. */
struct fid_wanted_rate {
    enum fid_storage_key key;
    enum fid_model model;
    unsigned parts;
    double least;  /* utilisation of the accelerators; 0: times are asked for: */
    double longer; /* the parts (times.h) take at most 1 + longer times their recorded time */
};

struct fid_timing {
    const struct fid_job *job; /* borrowed */
    struct fid_timed {
        struct fid_storage storage;
        struct fid_times t[FID_MODEL_N];
    } * timed; /* owned */
    struct fid_found_rate {
        struct fid_wanted_rate of;
        double rate;
    } * found; /* owned */
    size_t timed_n, timed_cap, found_n, found_cap;
    struct fid_demand demand;  /* of the client asked for last */
    struct fid_storage client; /* of the demand */
    bool demanded;             /* there is one */
};

/* Nothing is known yet.  Clear it even after a failure. */
void fid_timing_init (struct fid_timing *t, const struct fid_job *job);
void fid_timing_clear (struct fid_timing *t);

/* Frees what is large: the demand. */
void fid_timing_rest (struct fid_timing *t);

/* Works out those times by both models that are not known yet: the more storages at once, the
 * cheaper each.  -1 without memory. */
int fid_timing_add (struct fid_timing *t, const struct fid_storage *s, size_t n,
                    struct fid_error *err);

/* Times that were added, by model; good until more are. */
const struct fid_times *fid_timing_on (const struct fid_timing *t, const struct fid_storage *s);

/* The demand of the client of `s'; good until the next call.  NULL without memory. */
const struct fid_demand *fid_timing_demand (struct fid_timing *t, const struct fid_storage *s,
                                            struct fid_error *err);

/* --- the read rates at which a job is bound by storage, and what a rate feeds */

/* What a job asks of a storage on average, when it is limited in this way: bytes a second that
 * its training reads (READ) or requests, if these are small (IOPS), that it saves while it saves
 * or loads while it loads (WRITE; READ if loading is the only part), or 1000 calls a second
 * (READ_WAIT, META_WAIT).  0: nothing. */
double fid_mean_rate (const struct fid_job *job, enum fid_storage_key key, unsigned parts);

/* The smallest read rate at which accelerators are busy for at least that share of the training
 * (to 0.1 %), by a model: *rate, or -1 if no rate or any rate does.  -1 without memory. */
int fid_rate_for_utilisation (struct fid_timing *t, enum fid_model model, double utilisation,
                              double *rate, struct fid_error *err);

/* Sets the limit of a storage to a rate; READ_WAIT, META_WAIT: to a wait of 1 / rate. */
void fid_storage_limit (struct fid_storage *s, enum fid_storage_key key, double rate);

/* The smallest such rate at which these parts (times.h) take at most 1 + longer times what they
 * take on the recorded storage; -1 as above. */
int fid_rate_for_time (struct fid_timing *t, enum fid_storage_key key, unsigned parts,
                       double longer, double *rate, struct fid_error *err);
