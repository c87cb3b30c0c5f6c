/* capacity.c - see capacity.h */
#include "config.h"
#include <math.h>
#include "storage/capacity.h"
#include "storage/lanes.h"

#define ROUNDS 3     /* of FID_LANES rates each */
#define RANGE  1024. /* rates are looked for from the mean demand / RANGE to * RANGE */

double
fid_mean_demand (const struct fid_job *job)
{
    double byte_n = 0, longest = 0;
    for (size_t i = 0; i < job->rank_n; i++) {
        const struct fid_job_rank *r = &job->rank[i];
        double training = 0;
        for (size_t g = 0; g < r->segment_n; g++) {
            const struct fid_job_segment *s = &r->segment[g];
            if (s->kind != FID_JOB_TRAINING)
                continue;
            training += s->end_s - s->start_s;
            for (size_t k = s->step_first; k < s->step_first + s->step_n; k++)
                byte_n += job->cache_seen ? r->step[k].stored_n : r->step[k].byte_n;
        }
        longest = fmax (longest, training);
    }
    return longest > 0 ? byte_n / longest : 0;
}

/* What is asked for of a rate: utilisation of at least `least', or a total of at most `most_s'.
 */
struct wanted {
    double least, most_s;
};

static bool
is_enough (const struct wanted *w, const struct fid_times *t)
{
    return w->most_s > 0 ? t->total_s <= w->most_s : fid_utilisation (t) >= w->least;
}

/* Narrows the range of rates to one FID_LANES-th of its logarithm around the smallest that is
 * enough.  Returns 1; 0 if that is none of them, or already the first; -1. */
static int
narrow_range (const struct fid_demand *d, const struct wanted *w, double *low, double *high,
              struct fid_error *err)
{
    struct fid_storage s[FID_LANES];
    struct fid_times t[FID_LANES];
    double step = pow (*high / *low, 1. / (FID_LANES - 1));
    for (int i = 0; i < FID_LANES; i++) {
        fid_storage_init (&s[i], "");
        s[i].read_byte_s = *low * pow (step, i);
    }
    if (fid_times (d, FID_MODEL_BUFFER, s, FID_LANES, t, err))
        return -1;
    int first = 0;
    while (first < FID_LANES && !is_enough (w, &t[first]))
        first++;
    if (first == 0 || first == FID_LANES)
        return 0;
    *low = s[first - 1].read_byte_s;
    *high = s[first].read_byte_s;
    return 1;
}

static int
find_rate (const struct fid_job *job, const struct wanted *w, double *rate,
           struct fid_error *err)
{
    double mean = fid_mean_demand (job), low = mean / RANGE, high = mean * RANGE;
    struct fid_storage any;
    struct fid_demand d;
    int found = 0;
    *rate = -1;
    if (!(mean > 0))
        return 0;
    fid_storage_init (&any, "");
    int rc = fid_demand_init (&d, job, &any, err);
    for (int i = 0; i < ROUNDS && rc == 0; i++) {
        found = narrow_range (&d, w, &low, &high, err);
        rc = found < 0 ? -1 : 0;
        if (found <= 0)
            break;
    }
    if (found > 0)
        *rate = high;
    fid_demand_clear (&d);
    return rc;
}

int
fid_rate_for_utilisation (const struct fid_job *job, double utilisation, double *rate,
                          struct fid_error *err)
{
    return find_rate (job, &(struct wanted){.least = utilisation}, rate, err);
}

int
fid_rate_for_time (const struct fid_job *job, double longer, double *rate,
                   struct fid_error *err)
{
    struct fid_storage recorded;
    struct fid_times t;
    fid_storage_init (&recorded, "");
    *rate = -1;
    if (fid_job_times (job, FID_MODEL_BUFFER, &recorded, 1, &t, err))
        return -1;
    return find_rate (job, &(struct wanted){.most_s = t.total_s * (1 + longer)}, rate, err);
}
