/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpu_use.c - see gpu_use.h */
#include "readers/gpu/gpu_use.h"

#define PERCENT_MAX 101.0

/* All GPUs of a round are read within this. */
#define ROUND_MAX_NS (2 * FID_S)

bool fid_gpu_number (struct fid_span s, int *gpu)
{
    int64_t v;
    if (!fid_span_i64 (s, &v) || v < 0 || v >= FID_GPU_MAX)
        return false;
    *gpu = (int)v;
    return true;
}

bool fid_gpu_missing (struct fid_span s)
{
    return fid_span_is (s, "-") || fid_span_is (s, "N/A");
}

enum fid_remark_code fid_gpu_check (int gauge, double value)
{
    return value < 0 ? FID_REMARK_READING_BAD
           : value > (gauge == FID_GPU_FB ? FID_GAUGE_MAX : PERCENT_MAX)
               ? FID_REMARK_READING_TOO_LARGE
               : FID_REMARK_NONE;
}

enum fid_remark_code fid_gpu_reading (struct fid_span s, int gauge, double *value)
{
    return fid_span_f64 (s, value) ? fid_gpu_check (gauge, *value) : FID_REMARK_READING_BAD;
}

enum fid_remark_code fid_gpu_readings (struct fid_gpu_use *use, const struct fid_span *word,
                                       const int *at, uint64_t *missing_n)
{
    uint64_t n = 0;
    for (int k = 0; k < FID_GPU_GAUGES_N; k++) {
        if (at[k] < 0)
            continue;
        struct fid_span rest = word[at[k]], number = {"", 0};
        use->there[k] = rest.n && rest.p[0] != '[' && !fid_gpu_missing (rest);
        n += !use->there[k];
        fid_span_word (&rest, &number);
        enum fid_remark_code why =
            use->there[k] ? fid_gpu_reading (number, k, &use->value[k]) : FID_REMARK_NONE;
        if (why)
            return why;
    }
    *missing_n += n;
    return FID_REMARK_NONE;
}

int fid_gpu_put (const struct fid_sink *sink, const struct fid_gpu_use *use,
                 struct fid_error *err)
{
    for (int k = 0; k < FID_GPU_GAUGES_N; k++) {
        struct fid_sample s = {.t_ns = use->t_ns,
                               .channel = (enum fid_channel) (FID_CH_GPU_SM + k),
                               .value = use->value[k],
                               .index = use->gpu,
                               .pid = use->pid};
        if (use->there[k])
            FID_TRY (fid_put_sample (sink, &s, err));
    }
    return 0;
}

int64_t fid_gpu_round_stamp (struct fid_gpu_round *r, int gpu, int64_t t_ns)
{
    if (!r->any || r->seen[gpu] || t_ns < r->t_ns || t_ns - r->t_ns > ROUND_MAX_NS)
        *r = (struct fid_gpu_round){.t_ns = t_ns, .any = true};
    r->seen[gpu] = true;
    return r->t_ns;
}
