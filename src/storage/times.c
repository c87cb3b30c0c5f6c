/* times.c - storages in groups of one client, and in lanes; see times.h */
#include <math.h>
#include <stdlib.h>
#include "storage/buffer.h"
#include "storage/fluid.h"
#include "storage/times.h"

double
fid_utilisation (const struct fid_times *t)
{
    double training = t->part_s[FID_JOB_TRAINING];
    return training > 0 ? fmin (1, t->compute_s / training) : 1;
}

double
fid_time_of_parts (const struct fid_times *t, unsigned parts)
{
    double sum = 0;
    if (parts == FID_TIME_WHOLE)
        return t->total_s;
    for (int p = 0; p < FID_JOB_SEGMENT_N; p++)
        sum += parts & FID_TIME_OF (p) ? t->part_s[p] : 0;
    return sum;
}

int
fid_times (const struct fid_demand *d, enum fid_model model, const struct fid_storage *storage,
           size_t n, struct fid_times *out, struct fid_error *err)
{
    struct fid_demand merged = {0};
    bool merge = model == FID_MODEL_FLUID && d->meeting == FID_JOB_EACH_STEP && d->rank_n > 1;
    int rc = merge ? fid_demand_merge (&merged, d, err) : 0;
    for (size_t i = 0; i < n && rc == 0; i += FID_LANES) {
        size_t m = n - i < FID_LANES ? n - i : FID_LANES;
        if (model == FID_MODEL_FLUID)
            fid_fluid_lanes (merge ? &merged : d, storage + i, m, out + i);
        else
            rc = fid_buffer_lanes (d, storage + i, m, out + i, err);
    }
    fid_demand_clear (&merged);
    return rc;
}

/* Puts those storages from i on that have the client of the i-th into group[], their numbers
 * into which[]; returns how many. */
static size_t
gather_group (const struct fid_storage *storage, size_t n, size_t i, bool *done,
              struct fid_storage *group, size_t *which)
{
    size_t m = 0;
    for (size_t j = i; j < n; j++)
        if (!done[j] && fid_same_client (&storage[i], &storage[j])) {
            group[m] = storage[j];
            which[m++] = j;
            done[j] = true;
        }
    return m;
}

static int
time_group (const struct fid_job *job, enum fid_model model, const struct fid_storage *group,
            size_t m, struct fid_times *out, struct fid_error *err)
{
    struct fid_demand d;
    int rc = fid_demand_init (&d, job, group, err);
    if (rc == 0)
        rc = fid_times (&d, model, group, m, out, err);
    fid_demand_clear (&d);
    return rc;
}

int
fid_job_times (const struct fid_job *job, enum fid_model model,
               const struct fid_storage *storage, size_t n, struct fid_times *out,
               struct fid_error *err)
{
    struct fid_storage *group = calloc (n + 1, sizeof *group);
    struct fid_times *times = calloc (n + 1, sizeof *times);
    size_t *which = calloc (n + 1, sizeof *which);
    bool *done = calloc (n + 1, sizeof *done);
    int rc = group && times && which && done ? 0 : fid_error_nomem (err);
    for (size_t i = 0; i < n && rc == 0; i++) {
        if (done[i])
            continue;
        size_t m = gather_group (storage, n, i, done, group, which);
        rc = time_group (job, model, group, m, times, err);
        for (size_t j = 0; j < m && rc == 0; j++)
            out[which[j]] = times[j];
    }
    free (done);
    free (which);
    free (times);
    free (group);
    return rc;
}
