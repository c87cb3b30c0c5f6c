/* SPDX-License-Identifier: GPL-3.0-or-later */
/* times.h - how long a job takes on a storage
 *
 * Two models of the same demand (demand.h), without fitted parameters.
 *
 * Bounded buffer: for each rank, segment by segment, step k with a loader that is h batches
 * ahead
 *
 *     request_k = start of step k - h              (h = 0: end of step k - 1)
 *     fetch_k   = max (ready_{k-r}, min (request_k, request_{max (k - ra, first of the file)}))
 *     send_k    = max (b_k / B, q_k / IOPS)
 *     sent_k    = max (sent_{k-1}, fetch_k) + send_k
 *     ready_k   = max (sent_k - late_k / B, fetch_k) + n_k L + m_k L_meta + w_k
 *     start_k   = max (ready_k, end_{k-1})               ranks that meet: the latest of them
 *     end_k     = start_k + c_k
 *
 * where b bytes reach the storage in q requests, of which n wait, with m metadata calls, and w
 * is what a reader does besides (decoding); late_k of them are read ahead for later batches,
 * and step k does not wait for those.  r readers of a loader that is ahead have a batch each
 * (of one that is not, they share each batch): the storage sends in the order of batches, and
 * while one works or waits the others are served.
 *
 * A storage that counts its rate over a while (burst_ms, a seconds) makes up for a pause that
 * is shorter than a, and for nothing of a longer one.  The pause of batch k is fetch_k -
 * done_{k-1}, where done_k = max (sent_k, fetch_k, done_{k-1}) is when its bytes are there;
 * sent_k counts from max (sent_{k-1}, fetch_k - a) after a shorter pause, else from fetch_k. Of
 * w, 1 / n is after the last of n > 1 reads that wait; the rest is between them, and no part of
 * the pause.
 *
 * Evaluations have a loader of their own: its first batch waits for those that training has
 * asked for before (where ranks meet at each step, these are read after the evaluation).  Ranks
 * that meet at each step are served in turns, in the order of steps and ranks; others have
 * equal shares of B.  Checkpoints take their bytes over the write bandwidth if they are synced;
 * others wait only for write-back beyond write_cache_mib, or a fifth of the run's memory (the
 * kernel's vm.dirty_ratio). Everything else takes as long as recorded.
 *
 * Fluid: within as many steps as the loader is ahead, reading takes place beside computing:
 * max (sum of c, R) with R = max (sum of send, (sum of send, waits and w) / r), since either
 * the storage or the readers are always busy (Denning and Buzen, The operational analysis of
 * queueing network models, ACM Comput. Surv. 10, 1978, doi:10.1145/356733.356735); with a
 * loader that is not ahead they add up.  What is read ahead for later steps is sent while the
 * storage has nothing else to do; the rest of it they wait for.  A lead of a fraction of a
 * batch counts as that share of the steps.  If it is a guess
 * that a loader is ahead, it reads beside the steps here, before them in the bounded buffer: the
 * truth is between.
 *
 * Where no steps are known, the bytes of a part take their time beside all that the recording
 * has there (bounded buffer), or after it (fluid): the truth is between.
 *
 * A storage that states nothing about reads serves each batch in the time that its calls took. */
#pragma once

#include "storage/demand.h"

/* Seconds; parts are means over ranks. */
struct fid_times {
    double total_s; /* from the job's start to the end of its last rank */
    double part_s[FID_JOB_SEGMENT_N];
    double compute_s; /* of training */
};

#define FID_LANES 24

enum fid_model { FID_MODEL_BUFFER, FID_MODEL_FLUID, FID_MODEL_N };

/* Times on n storages that all have the client of the demand; out[n].  -1 without memory.
 * O(n * steps), 24 storages at a time. */
int fid_times (const struct fid_demand *d, enum fid_model model,
               const struct fid_storage *storage, size_t n, struct fid_times *out,
               struct fid_error *err);

/* Sets of parts, of enum fid_job_segment_kind.  Time of the parts, or of the whole job. */
#define FID_TIME_OF(kind) (1u << (kind))
#define FID_TIME_WHOLE    0u
double fid_time_of_parts (const struct fid_times *t, unsigned parts);

/* Accelerator utilisation: computation over time, of training; 1 without any. */
double fid_utilisation (const struct fid_times *t);

/* --- the times of one job on storages, each worked out once, and the rates at which storage
 * binds it
 *
 * The answers of several profiles, and those with one trait changed, ask for the same times. */

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
