/* processed_gpu.c - gpu.out of a processed tree: processes on GPUs
 *
 *     2023-02-11T13:13:31 0 2720661 C 61 22 0 0 13086 python
 *     UTC                 gpu pid type sm% mem% enc% dec% fb(MiB) command
 *
 * Each '-' (no reading) was written as 0, which cannot be undone.  Newer
 * drivers' extra columns (jpg, ofa) were not expected by the tool that wrote
 * these files, so nothing tells them apart: fb is then another column. */
#include "readers/tables/utc_rows.h"

static enum fid_remark_code
parse (const struct fid_utc_row *row, int64_t *gpu, int64_t *pid, double v[3])
{
    static const size_t at[] = {4, 5, 8};
    if (row->n < 9)
        return FID_REMARK_FIELDS_BELOW_NINE;
    if (!fid_span_i64 (row->field[1], gpu) || *gpu < 0 || *gpu > 1023)
        return FID_REMARK_GPU_NOT_NUMBER;
    if (!fid_span_i64 (row->field[2], pid) || *pid < 0 || *pid > 1 << 22)
        return FID_REMARK_GPU_PID_NOT_NUMBER;
    if (!fid_span_starts (row->field[3], "C") && !fid_span_is (row->field[3], "G"))
        return FID_REMARK_GPU_TYPE_UNKNOWN;
    for (size_t i = 0; i < 3; i++)
        if (!fid_span_f64 (row->field[at[i]], &v[i]) || v[i] < 0 ||
            v[i] > (i < 2 ? 100 : FID_GAUGE_MAX))
            return FID_REMARK_GPU_VALUE_BAD;
    return FID_REMARK_NONE;
}

static int
probe (const struct fid_head *head)
{
    struct fid_utc_row row;
    int64_t gpu, pid;
    double v[3];
    return fid_utc_first (head->text, ' ', &row) && !parse (&row, &gpu, &pid, v) ? 90 : 0;
}

static enum fid_remark_code
take (void *self, const struct fid_utc_row *row, const struct fid_sink *sink,
      struct fid_error *err, int *rc)
{
    static const enum fid_channel channel[] = {FID_CH_GPU_SM, FID_CH_GPU_MEM, FID_CH_GPU_FB};
    int64_t gpu, pid;
    double v[3];
    enum fid_remark_code why = parse (row, &gpu, &pid, v);
    (void)self;
    for (size_t i = 0; i < 3 && !why && !*rc; i++) {
        struct fid_sample s = {.t_ns = row->t_ns,
                               .channel = channel[i],
                               .value = v[i],
                               .index = (int)gpu,
                               .pid = pid};
        *rc = fid_put_sample (sink, &s, err);
    }
    return why;
}

static int
read_gpu (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    static const struct fid_utc_format format = {.sep = ' ', .row = take};
    return fid_utc_rows (&format, NULL, in, sink, err);
}

const struct fid_reader reader_processed_gpu = {
    .name = "processed_gpu",
    .doc = "processes on GPUs of a processed tree (gpu.out)",
    .clock = FID_CLOCK_UTC,
    .gives = FID_GIVES_GPU,
    .rank = 6, /* before gpu_avg.csv, whose means mix seconds */
    .probe = probe,
    .read = read_gpu,
};
