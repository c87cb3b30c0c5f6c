/* SPDX-License-Identifier: GPL-3.0-or-later */
/* timing.c - each time of a job worked out once (times.h) */
#include "storage/times.h"

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

const struct fid_times *fid_timing_on (const struct fid_timing *t, const struct fid_storage *s)
{
    FID_EACH (const struct fid_timed, at, t->timed) {
        const struct fid_storage *a = &at->storage;
#define EQUAL_MEMBER(id, member, ...) &&a->member == s->member
        if (a->own == s->own FID_STORAGE_KEYS (EQUAL_MEMBER)) /* to the last bit */
            return at->t;
    }
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
    FID_TRY (!d);
    FID_NEED (s && out, err);
    for (size_t i = 0; i < n; i++)
        if (fid_same_client (&t->client, &timed[i].storage))
            s[m++] = timed[i].storage;
    for (enum fid_model k = 0; k < FID_MODEL_N; k++) {
        FID_TRY (fid_times (d, k, s, m, out, err));
        for (size_t i = 0, j = 0; i < n; i++)
            if (fid_same_client (&t->client, &timed[i].storage))
                timed[i].t[k] = out[j++];
    }
    return 0;
}

int fid_timing_add (struct fid_timing *t, const struct fid_storage *s, size_t n,
                    struct fid_error *err)
{
    size_t from = t->timed_n;
    for (size_t i = 0; i < n; i++)
        if (!fid_timing_on (t, &s[i]))
            FID_TRY (FID_PUSH (t->timed, err, (struct fid_timed){.storage = s[i]}));
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
#define CALL_RATE 1000. /* calls a second, where waits are asked for */

#define SMALL 262144. /* bytes of a request: requests, not bytes, may be what a storage lacks */

/* Bytes a second that the training of all ranks asks of the storage, on average; or requests,
 * 0 if they are not small. */
static double training_rate (const struct fid_job *job, bool of_requests)
{
    double byte_n = 0, request_n = 0, longest = 0;
    FID_EACH (const struct fid_job_rank, r, job->rank) {
        double training = 0;
        FID_EACH (const struct fid_job_segment, s, r->segment) {
            if (s->kind != FID_JOB_TRAINING)
                continue;
            training += s->end_s - s->start_s;
            for (size_t i = 0; i <= s->step_n; i++) {
                const struct fid_job_step *t = i ? &r->step[s->step_first + i - 1] : &s->sum;
                byte_n += job->cache_seen ? t->stored_n : t->byte_n;
                request_n += t->request_n;
            }
        }
        longest = fmax (longest, training);
    }
    if (!(longest > 0) || !(byte_n > 0) || (of_requests && byte_n > SMALL * request_n))
        return 0;
    return (of_requests ? request_n : byte_n) / longest;
}

double fid_mean_rate (const struct fid_job *job, enum fid_storage_key key, unsigned parts)
{
    bool load = key != FID_STORAGE_WRITE;
    double byte_n = 0, time_s = 0;
    if (key == FID_STORAGE_META_WAIT)
        return CALL_RATE;
    if (load && parts != FID_TIME_OF (FID_JOB_LOAD)) {
        double rate = training_rate (job, key == FID_STORAGE_IOPS);
        return key == FID_STORAGE_READ_WAIT && rate > 0 ? CALL_RATE : rate;
    }
    bool whole = parts == FID_TIME_WHOLE; /* then of what it waits for to be on the disk */
    FID_EACH (const struct fid_job_checkpoint, c, job->checkpoint)
        if (c->load == load && (!whole || (c->waits && c->synced == true))) {
            byte_n += c->byte_n;
            time_s += whole ? 0 : c->end_s - c->start_s;
        }
    if (whole)
        time_s = byte_n > job->books.data_n ? job->duration_s : 0;
    return time_s > 0 ? byte_n / time_s : 0;
}

void fid_storage_limit (struct fid_storage *s, enum fid_storage_key key, double rate)
{
    if (key == FID_STORAGE_META_WAIT)
        s->meta_s = 1 / rate;
    else if (key == FID_STORAGE_READ_WAIT)
        s->read_s = 1 / rate;
    else if (key == FID_STORAGE_IOPS)
        s->iops = rate;
    else if (key == FID_STORAGE_WRITE)
        s->write_byte_s = rate;
    else
        s->read_byte_s = rate;
}

/* Narrows the range of rates, round by round, to one FID_LANES-th of its logarithm around the
 * smallest that is enough.  *rate: its upper end; -1 if no rate is enough, or the lowest is. */
static int search_rate (struct fid_timing *t, const struct fid_wanted_rate *w, double *rate,
                        struct fid_error *err)
{
    double mean = fid_mean_rate (t->job, w->key, w->parts);
    double low = mean / RANGE, high = mean * RANGE, longest_s = 0;
    struct fid_storage any;
    *rate = -1;
    fid_storage_init (&any, "");
    if (!(w->least > 0)) {
        FID_TRY (fid_timing_add (t, &any, 1, err));
        longest_s = fid_time_of_parts (&fid_timing_on (t, &any)[FID_MODEL_BUFFER], w->parts);
        if (!(longest_s > 0))
            return 0;
        longest_s *= 1 + w->longer;
    }
    if (!(mean > 0))
        return 0;
    const struct fid_demand *d = fid_timing_demand (t, &any, err);
    FID_TRY (!d);
    for (int round = 0, first; round < ROUNDS; round++) {
        struct fid_storage s[FID_LANES];
        struct fid_times time[FID_LANES];
        double tried[FID_LANES], step = pow (high / low, 1. / (FID_LANES - 1));
        for (int i = 0; i < FID_LANES; i++) {
            fid_storage_init (&s[i], "");
            tried[i] = low * pow (step, i);
            fid_storage_limit (&s[i], w->key, tried[i]);
        }
        FID_TRY (fid_times (d, w->model, s, FID_LANES, time, err));
        for (first = 0; first < FID_LANES; first++)
            if (w->least > 0 ? fid_utilisation (&time[first]) >= w->least
                             : fid_time_of_parts (&time[first], w->parts) <= longest_s)
                break;
        if (first == 0 || first == FID_LANES)
            return 0;
        low = tried[first - 1];
        high = tried[first];
    }
    *rate = high;
    return 0;
}

static int find_rate (struct fid_timing *t, const struct fid_wanted_rate *w, double *rate,
                      struct fid_error *err)
{
    FID_EACH (const struct fid_found_rate, f, t->found)
        if (f->of.key == w->key && f->of.model == w->model && f->of.parts == w->parts &&
            f->of.least == w->least && f->of.longer == w->longer) {
            *rate = f->rate;
            return 0;
        }
    FID_TRY (search_rate (t, w, rate, err));
    return FID_PUSH (t->found, err, (struct fid_found_rate){*w, *rate});
}

int fid_rate_for_utilisation (struct fid_timing *t, enum fid_model model, double utilisation,
                              double *rate, struct fid_error *err)
{
    struct fid_wanted_rate w = {.key = FID_STORAGE_READ, .model = model, .least = utilisation};
    return find_rate (t, &w, rate, err);
}

int fid_rate_for_time (struct fid_timing *t, enum fid_storage_key key, unsigned parts,
                       double longer, double *rate, struct fid_error *err)
{
    struct fid_wanted_rate w = {.key = key, .parts = parts, .longer = longer};
    return find_rate (t, &w, rate, err);
}
