/* gpu_avg.c - gpu_avg.csv of a processed tree: means over the GPUs
 *
 *     timestamp,sm,mem,fb
 *     2023-02-11T13:13:31,61.5,22,13086       <- %, %, MiB
 *
 * The means were taken over blocks of as many lines as there are GPUs, so a
 * row may mix two seconds.  Rows of the older tools that hold two stamps are
 * rejected.  A title line alone (a run without GPU) is no error. */
#include "readers/tables/utc_rows.h"

#define FB_MAX_MIB 1e7

static bool
title (void *self, const struct fid_utc_row *names)
{
    static const char *const want[] = {"timestamp", "sm", "mem", "fb"};
    (void)self;
    if (names->n != 4)
        return false;
    for (size_t i = 0; i < 4; i++)
        if (!fid_span_is (names->field[i], want[i]))
            return false;
    return true;
}

static int
probe (const struct fid_head *head)
{
    return fid_utc_titled (head->text, title, NULL) ? 95 : 0;
}

static enum fid_remark_code
take (void *self, const struct fid_utc_row *row, const struct fid_sink *sink,
      struct fid_error *err, int *rc)
{
    static const enum fid_channel channel[] = {FID_CH_GPU_SM, FID_CH_GPU_MEM, FID_CH_GPU_FB};
    double v[3];
    (void)self;
    if (row->n != 4)
        return FID_REMARK_FIELDS_NOT_FOUR;
    for (size_t i = 0; i < 3; i++)
        if (!fid_span_f64 (row->field[i + 1], &v[i]))
            return FID_REMARK_VALUE_NOT_NUMBER;
        else if (v[i] < 0 || v[i] > (i < 2 ? 100 : FB_MAX_MIB))
            return FID_REMARK_VALUE_OUT_OF_RANGE;
    for (size_t i = 0; i < 3 && !*rc; i++) {
        struct fid_sample s = {
            .t_ns = row->t_ns, .channel = channel[i], .value = v[i], .index = 0, .pid = -1};
        *rc = fid_put_sample (sink, &s, err);
    }
    return FID_REMARK_NONE;
}

static int
read_gpu_avg (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    static const struct fid_utc_format format = {.sep = ',', .title = title, .row = take};
    return fid_utc_rows (&format, NULL, in, sink, err);
}

const struct fid_reader reader_gpu_avg = {
    .name = "gpu_avg",
    .doc = "GPU means of a processed tree (gpu_avg.csv)",
    .clock = FID_CLOCK_UTC,
    .gives = FID_GIVES_GPU,
    .rank = 5,
    .probe = probe,
    .read = read_gpu_avg,
};
