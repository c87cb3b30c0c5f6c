/* SPDX-License-Identifier: GPL-3.0-or-later */
/* timing.c - see timing.h */
#include "storage/timing.h"

void fid_timing_init (struct fid_timing *t, const struct fid_job *job)
{
    *t = (struct fid_timing){.job = job};
}

void fid_timing_rest (struct fid_timing *t)
{
    fid_demand_clear (&t->demand);
    t->demanded = false;
}

void fid_timing_clear (struct fid_timing *t)
{
    fid_timing_rest (t);
    FID_FREE (t->timed, t->found);
    *t = (struct fid_timing){.job = NULL};
}

const struct fid_demand *fid_timing_demand (struct fid_timing *t, const struct fid_storage *s,
                                            struct fid_error *err)
{
    if (t->demanded && fid_same_client (&t->client, s))
        return &t->demand;
    fid_timing_rest (t);
    if (fid_demand_init (&t->demand, t->job, s, err))
        return NULL;
    t->demanded = true;
    t->client = *s;
    return &t->demand;
}

/* Whether both state the same, to the last bit. */
static bool states_equal (const struct fid_storage *a, const struct fid_storage *b)
{
#define EQUAL_MEMBER(id, member, ...) &&a->member == b->member
    return a->own == b->own FID_STORAGE_KEYS (EQUAL_MEMBER);
}

const struct fid_times *fid_timing_on (const struct fid_timing *t, const struct fid_storage *s)
{
    for (size_t i = 0; i < t->timed_n; i++)
        if (states_equal (&t->timed[i].storage, s))
            return t->timed[i].t;
    return NULL;
}

/* Times those storages that follow the first `from' and have the client of the first of them.
 */
static int time_client (struct fid_timing *t, size_t from, struct fid_error *err)
{
    size_t n = t->timed_n - from, m = 0;
    struct fid_timed *timed = t->timed + from;
    FID_FREED struct fid_storage *s = malloc ((n + 1) * sizeof *s);
    FID_FREED struct fid_times *out = malloc ((n + 1) * sizeof *out);
    const struct fid_demand *d = fid_timing_demand (t, &timed->storage, err);
    int rc = !d ? -1 : s && out ? 0 : fid_error_nomem (err);
    for (size_t i = 0; i < n && rc == 0; i++)
        if (fid_same_client (&t->client, &timed[i].storage))
            s[m++] = timed[i].storage;
    for (int k = 0; k < FID_MODEL_N && rc == 0; k++) {
        rc = fid_times (d, (enum fid_model)k, s, m, out, err);
        for (size_t i = 0, j = 0; i < n && rc == 0; i++)
            if (fid_same_client (&t->client, &timed[i].storage))
                timed[i].t[k] = out[j++];
    }
    return rc;
}

int fid_timing_add (struct fid_timing *t, const struct fid_storage *s, size_t n,
                    struct fid_error *err)
{
    size_t from = t->timed_n;
    for (size_t i = 0; i < n; i++)
        FID_TRY (!fid_timing_on (t, &s[i]) &&
                 FID_PUSH (t->timed, err, (struct fid_timed){.storage = s[i]}));
    for (size_t i = from; i < t->timed_n; i++) {
        size_t j = from;
        while (!fid_same_client (&t->timed[j].storage, &t->timed[i].storage))
            j++;
        if (j == i && time_client (t, i, err)) {
            t->timed_n = from;
            return -1;
        }
    }
    return 0;
}

#define ROUNDS    3     /* of FID_LANES rates each */
#define RANGE     1024. /* rates are looked for from the mean demand / RANGE to * RANGE */
#define META_RATE 1000. /* metadata calls a second, where that demand is asked for */

/* Bytes a second that the training of all ranks asks of the storage, on average. */
static double training_rate (const struct fid_job *job)
{
    double byte_n = 0, longest = 0;
    FID_EACH (const struct fid_job_rank, r, job->rank) {
        double training = 0;
        FID_EACH (const struct fid_job_segment, s, r->segment) {
            if (s->kind != FID_JOB_TRAINING)
                continue;
            training += s->end_s - s->start_s;
            for (size_t k = s->step_first; k < s->step_first + s->step_n; k++)
                byte_n += job->cache_seen ? r->step[k].stored_n : r->step[k].byte_n;
            byte_n += job->cache_seen ? s->sum.stored_n : s->sum.byte_n;
        }
        longest = fmax (longest, training);
    }
    return longest > 0 ? byte_n / longest : 0;
}

/* Bytes a second of the checkpoints that are saved, or loaded, while they are. */
static double checkpoint_rate (const struct fid_job *job, bool load)
{
    double byte_n = 0, time_s = 0;
    for (size_t i = 0; i < job->checkpoint_n; i++)
        if (job->checkpoint[i].load == load) {
            byte_n += job->checkpoint[i].byte_n;
            time_s += job->checkpoint[i].end_s - job->checkpoint[i].start_s;
        }
    return time_s > 0 ? byte_n / time_s : 0;
}

double fid_mean_rate (const struct fid_job *job, enum fid_storage_key key, unsigned parts)
{
    if (key == FID_STORAGE_META_WAIT)
        return META_RATE;
    if (key == FID_STORAGE_WRITE || parts == FID_TIME_OF (FID_JOB_LOAD))
        return checkpoint_rate (job, key != FID_STORAGE_WRITE);
    return training_rate (job);
}

void fid_storage_limit (struct fid_storage *s, enum fid_storage_key key, double rate)
{
    if (key == FID_STORAGE_META_WAIT)
        s->meta_s = 1 / rate;
    else if (key == FID_STORAGE_WRITE)
        s->write_byte_s = rate;
    else
        s->read_byte_s = rate;
}

static bool is_enough (const struct fid_wanted_rate *w, const struct fid_times *t,
                       const struct fid_times *recorded)
{
    return w->least > 0 ? fid_utilisation (t) >= w->least
                        : fid_time_of_parts (t, w->parts) <=
                              fid_time_of_parts (recorded, w->parts) * (1 + w->longer);
}

/* Narrows the range of rates to one FID_LANES-th of its logarithm around the smallest that is
 * enough.  Returns 1; 0 if that is none of them, or already the first; -1. */
static int narrow_range (const struct fid_demand *d, const struct fid_wanted_rate *w,
                         const struct fid_times *recorded, double *low, double *high,
                         struct fid_error *err)
{
    struct fid_storage s[FID_LANES];
    struct fid_times t[FID_LANES];
    double rate[FID_LANES], step = pow (*high / *low, 1. / (FID_LANES - 1));
    for (int i = 0; i < FID_LANES; i++) {
        fid_storage_init (&s[i], "");
        rate[i] = *low * pow (step, i);
        fid_storage_limit (&s[i], w->key, rate[i]);
    }
    FID_TRY (fid_times (d, FID_MODEL_BUFFER, s, FID_LANES, t, err));
    int first = 0;
    while (first < FID_LANES && !is_enough (w, &t[first], recorded))
        first++;
    if (first == 0 || first == FID_LANES)
        return 0;
    *low = rate[first - 1];
    *high = rate[first];
    return 1;
}

static int search_rate (struct fid_timing *t, const struct fid_wanted_rate *w, double *rate,
                        struct fid_error *err)
{
    double mean = fid_mean_rate (t->job, w->key, w->parts);
    double low = mean / RANGE, high = mean * RANGE;
    const struct fid_times *recorded = NULL;
    struct fid_storage any;
    int found = 0;
    *rate = -1;
    fid_storage_init (&any, "");
    if (!(w->least > 0)) {
        FID_TRY (fid_timing_add (t, &any, 1, err));
        recorded = &fid_timing_on (t, &any)[FID_MODEL_BUFFER];
        if (!(fid_time_of_parts (recorded, w->parts) > 0))
            return 0;
    }
    if (!(mean > 0))
        return 0;
    const struct fid_demand *d = fid_timing_demand (t, &any, err);
    FID_TRY (!d);
    for (int i = 0; i < ROUNDS; i++) {
        found = narrow_range (d, w, recorded, &low, &high, err);
        if (found <= 0)
            break;
    }
    if (found > 0)
        *rate = high;
    return found < 0 ? -1 : 0;
}

static bool is_same_wish (const struct fid_wanted_rate *a, const struct fid_wanted_rate *b)
{
    return a->key == b->key && a->parts == b->parts && a->least == b->least &&
           a->longer == b->longer;
}

static int find_rate (struct fid_timing *t, const struct fid_wanted_rate *w, double *rate,
                      struct fid_error *err)
{
    for (size_t i = 0; i < t->found_n; i++)
        if (is_same_wish (&t->found[i].of, w)) {
            *rate = t->found[i].rate;
            return 0;
        }
    FID_TRY (search_rate (t, w, rate, err));
    return FID_PUSH (t->found, err, (struct fid_found_rate){*w, *rate});
}

int fid_rate_for_utilisation (struct fid_timing *t, double utilisation, double *rate,
                              struct fid_error *err)
{
    struct fid_wanted_rate w = {.key = FID_STORAGE_READ, .least = utilisation};
    return find_rate (t, &w, rate, err);
}

int fid_rate_for_time (struct fid_timing *t, enum fid_storage_key key, unsigned parts,
                       double longer, double *rate, struct fid_error *err)
{
    struct fid_wanted_rate w = {.key = key, .parts = parts, .longer = longer};
    return find_rate (t, &w, rate, err);
}
