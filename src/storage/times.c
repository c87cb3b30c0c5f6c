/* SPDX-License-Identifier: GPL-3.0-or-later */
/* times.c - storages in lanes; see times.h */
#include "storage/buffer.h"
#include "storage/fluid.h"
#include "storage/times.h"

double fid_utilisation (const struct fid_times *t)
{
    double training = t->part_s[FID_JOB_TRAINING];
    return training > 0 ? fmin (1, t->compute_s / training) : 1;
}

double fid_time_of_parts (const struct fid_times *t, unsigned parts)
{
    double sum = 0;
    if (parts == FID_TIME_WHOLE)
        return t->total_s;
    for (int p = 0; p < FID_JOB_SEGMENT_N; p++)
        sum += parts & FID_TIME_OF (p) ? t->part_s[p] : 0;
    return sum;
}

int fid_times (const struct fid_demand *d, enum fid_model model,
               const struct fid_storage *storage, size_t n, struct fid_times *out,
               struct fid_error *err)
{
    FID_SCOPED (fid_demand_clear) struct fid_demand merged = {0};
    bool merge = model == FID_MODEL_FLUID && d->meeting == FID_JOB_EACH_STEP && d->rank_n > 1;
    int rc = merge ? fid_demand_merge (&merged, d, err) : 0;
    for (size_t i = 0; i < n && rc == 0; i += FID_LANES) {
        size_t m = n - i < FID_LANES ? n - i : FID_LANES;
        if (model == FID_MODEL_FLUID)
            fid_fluid_lanes (merge ? &merged : d, storage + i, m, out + i);
        else
            rc = fid_buffer_lanes (d, storage + i, m, out + i, err);
    }
    return rc;
}
