/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lanes.c - see lanes.h */
#include "storage/lanes.h"

/* The share of memory that may be dirty before a writer waits: vm.dirty_ratio of Linux. */
#define DIRTY_SHARE 0.2

static double seconds_per_unit (double rate)
{
    return rate > 0 ? 1 / rate : 0;
}

void fid_lanes_costs (struct fid_costs_of_lanes *c, const struct fid_storage *storage, size_t n,
                      const struct fid_rank_demand *r, const struct fid_stint *stint)
{
    const struct fid_stint_loader *loader = fid_stint_loader (r, stint);
    double share_n = stint->kind == FID_JOB_EVALUATION ? r->share_n : r->training_share_n;
    double reader_n = loader->reader_n;
    *c = (struct fid_costs_of_lanes){.work = 1 / reader_n};
    for (size_t l = 0; l < FID_LANES; l++) {
        const struct fid_storage *s = &storage[l < n ? l : n - 1];
        c->byte.x[l] = share_n * seconds_per_unit (s->read_byte_s);
        c->request.x[l] = share_n * seconds_per_unit (s->iops);
        c->wait.x[l] = fmax (0, s->read_s) / reader_n;
        c->meta.x[l] = fmax (0, s->meta_s) / reader_n;
        c->spare.x[l] = fmax (0, s->burst_s);
        c->recorded.x[l] = fid_storage_states_reads (s) ? 0 : 1 / reader_n;
        c->waits = c->waits || c->request.x[l] > 0 || c->wait.x[l] > 0 || c->meta.x[l] > 0 ||
                   c->recorded.x[l] > 0;
    }
}

/* How long training or an evaluation takes of which only the sum of its reads is known. */
static double stepless_time (const struct fid_stint *stint, const struct fid_storage *s,
                             bool beside)
{
    bool states = fid_storage_states_reads (s);
    double sent_s = stint->share_n * fmax (stint->byte_n * seconds_per_unit (s->read_byte_s),
                                           stint->request_n * seconds_per_unit (s->iops));
    double waits_s = stint->wait_n * fmax (0, s->read_s) + stint->meta_n * fmax (0, s->meta_s);
    double was_s = fmin (stint->recorded_s, stint->busy_s / stint->reader_n);
    double now_s = sent_s + waits_s / stint->reader_n + (states ? 0 : was_s);
    return beside ? fmax (stint->recorded_s, now_s) : stint->recorded_s - was_s + now_s;
}

/* How long a checkpoint, the start or anything else takes, without metadata calls. */
static double pause_time (const struct fid_demand *d, const struct fid_stint *stint,
                          const struct fid_storage *s, double now, double *flushed)
{
    double write_s = s->write_byte_s > 0 ? stint->byte_n / s->write_byte_s : 0;
    if (stint->kind == FID_JOB_LOAD && fid_storage_states_reads (s) && stint->byte_n > 0)
        return stint->byte_n * seconds_per_unit (s->read_byte_s) +
               stint->file_n * fmax (0, s->read_s);
    if (stint->kind != FID_JOB_SAVE || !(write_s > 0))
        return stint->recorded_s;
    if (stint->synced)
        return write_s;
    double end = now + stint->recorded_s;
    *flushed = fmax (*flushed, now) + write_s;
    double dirty_n = s->write_cache_n >= 0 ? s->write_cache_n
                     : d->memory_n > 0     ? DIRTY_SHARE * d->memory_n
                                           : HUGE_VAL;
    end = fmax (end, *flushed - dirty_n / s->write_byte_s);
    return end - now;
}

double fid_stint_time (const struct fid_demand *d, const struct fid_stint *stint,
                       const struct fid_storage *s, bool beside, double now, double *flushed)
{
    if (stint->kind == FID_JOB_TRAINING || stint->kind == FID_JOB_EVALUATION)
        return stepless_time (stint, s, beside);
    double asked_s = stint->meta_n * fmax (0, s->meta_s);
    double time_s = pause_time (d, stint, s, now, flushed);
    return beside ? fmax (time_s, asked_s) : time_s + asked_s;
}
