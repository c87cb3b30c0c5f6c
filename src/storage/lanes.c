/* lanes.c - see lanes.h */
#include <math.h>
#include "storage/lanes.h"

/* The share of memory that may be dirty before a writer waits: vm.dirty_ratio of Linux. */
#define DIRTY_SHARE 0.2

static double
inverse (double rate)
{
    return rate > 0 ? 1 / rate : 0;
}

/* The share of the transfers of n readers that the work of each of them, beside the others,
 * does not hide: a closed network of n customers, one server, and a delay (mean value analysis
 * by Schweitzer's approximation, which for one server is a quadratic equation; Lazowska et al.,
 * Quantitative System Performance, 1984, ch. 6). */
static double
turn_share (double service_s, double think_s, size_t n)
{
    double b = (double)n * service_s - think_s;
    if (n == 1 || !(service_s > 0) || !(think_s > 0))
        return 1;
    double residence_s = (b + sqrt (b * b + 4 * service_s * think_s)) / 2;
    return residence_s / service_s / (double)n;
}

void
fid_lanes_costs (struct fid_costs_of_lanes *c, const struct fid_storage *storage, size_t n,
                 const struct fid_rank_demand *r, const struct fid_stint *stint)
{
    const struct fid_stint_loader *loader = fid_stint_loader (r, stint);
    double share_n = stint->kind == FID_JOB_EVALUATION ? r->share_n : r->training_share_n;
    double reader_n = loader->reader_n;
    *c = (struct fid_costs_of_lanes){.work = 1 / reader_n, .alone = loader->batch_n == 1};
    /* ranks that are served in turns have no such place of their own */
    if (!c->alone && !(r->in_turns && stint->kind == FID_JOB_TRAINING))
        c->beside = 1 / (double)loader->batch_n;
    for (size_t l = 0; l < FID_LANES; l++) {
        const struct fid_storage *s = &storage[l < n ? l : n - 1];
        c->byte.x[l] = share_n * inverse (s->read_byte_s);
        c->request.x[l] = share_n * inverse (s->iops);
        c->wait.x[l] = fmax (0, s->read_s) / reader_n;
        c->meta.x[l] = fmax (0, s->meta_s) / reader_n;
        c->spare.x[l] = fmax (0, s->burst_s);
        c->recorded.x[l] = fid_storage_states_reads (s) ? 0 : 1 / reader_n;
        c->turn.x[l] = c->beside > 0 ? turn_share (fmax (stint->byte_n * c->byte.x[l],
                                                         stint->request_n * c->request.x[l]),
                                                   stint->work_s / reader_n, loader->batch_n)
                                     : 1;
        c->waits = c->waits || c->request.x[l] > 0 || c->wait.x[l] > 0 || c->meta.x[l] > 0 ||
                   c->recorded.x[l] > 0;
    }
}

/* How long training or an evaluation takes of which only the sum of its reads is known. */
static double
stepless_time (const struct fid_stint *stint, const struct fid_storage *s, bool beside)
{
    bool states = fid_storage_states_reads (s);
    double sent_s = stint->share_n * fmax (stint->byte_n * inverse (s->read_byte_s),
                                           stint->request_n * inverse (s->iops));
    double waits_s = stint->wait_n * fmax (0, s->read_s) + stint->meta_n * fmax (0, s->meta_s);
    double was_s = fmin (stint->recorded_s, stint->busy_s / stint->reader_n);
    double now_s = sent_s + waits_s / stint->reader_n + (states ? 0 : was_s);
    return beside ? fmax (stint->recorded_s, now_s) : stint->recorded_s - was_s + now_s;
}

/* How long a checkpoint, the start or anything else takes, without metadata calls. */
static double
pause_time (const struct fid_demand *d, const struct fid_stint *stint,
            const struct fid_storage *s, double now, double *flushed)
{
    double write_s = s->write_byte_s > 0 ? stint->byte_n / s->write_byte_s : 0;
    if (stint->kind == FID_JOB_LOAD && fid_storage_states_reads (s) && stint->byte_n > 0)
        return stint->byte_n * inverse (s->read_byte_s) + stint->file_n * fmax (0, s->read_s);
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

double
fid_stint_time (const struct fid_demand *d, const struct fid_stint *stint,
                const struct fid_storage *s, bool beside, double now, double *flushed)
{
    if (stint->kind == FID_JOB_TRAINING || stint->kind == FID_JOB_EVALUATION)
        return stepless_time (stint, s, beside);
    double asked_s = stint->meta_n * fmax (0, s->meta_s);
    double time_s = pause_time (d, stint, s, now, flushed);
    return beside ? fmax (time_s, asked_s) : time_s + asked_s;
}
