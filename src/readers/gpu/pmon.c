/* pmon.c - use of GPUs by process, as `nvidia-smi pmon -s um -o DT` prints it
 *
 *     #Date       Time        gpu        pid  type    sm   mem   enc   dec    fb   command
 *     #YYYYMMDD   HH:MM:SS    Idx          #   C/G     %     %     %     %    MB   name
 *      20230211   08:11:19      0    2720661     C    61    22     -     - 13086   python
 *      20230211   08:11:19      2          -     -     -     -     -     -     -   -
 *
 * Host local time; sm and mem in % of the sample period, fb in MiB.  Columns
 * are found by the first header line, since drivers add some (jpg, ofa, ccpm).
 * A GPU without a process has a row of '-': it is idle, which is 0.  A '-'
 * beside a process is a reading that was not there yet, which is nothing. */
#include "readers/gpu/pmon_row.h"

static int
probe (const struct fid_head *head)
{
    struct fid_span text = head->text, line;
    for (int i = 0; i < 4 && fid_span_field (&text, '\n', &line); i++) {
        line = fid_span_trim (line);
        if (fid_span_starts (line, "#") && fid_span_find (line, "gpu") >= 0 &&
            fid_span_find (line, "pid") >= 0)
            return 90;
    }
    return 0;
}

static int
emit (const struct fid_pmon_row *row, const struct fid_sink *sink, struct fid_error *err)
{
    static const enum fid_channel channel[FID_PMON_GAUGES_N] = {FID_CH_GPU_SM, FID_CH_GPU_MEM,
                                                                FID_CH_GPU_FB};
    for (int k = 0; k < FID_PMON_GAUGES_N; k++) {
        struct fid_sample s = {.t_ns = row->t_ns,
                               .channel = channel[k],
                               .value = row->value[k],
                               .index = row->gpu,
                               .pid = row->pid};
        if (row->there[k] && fid_put_sample (sink, &s, err))
            return -1;
    }
    return 0;
}

static int
read_pmon (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    struct fid_pmon st = {0};
    struct fid_span line;
    int rc;
    while ((rc = fid_text_next (in->text, &line, err)) > 0) {
        struct fid_pmon_row row;
        enum fid_remark_code why;
        line = fid_span_trim (line);
        if (!line.n)
            continue;
        if (line.p[0] == '#') {
            if (fid_pmon_header (&st, line, in, sink, err))
                return -1;
            continue;
        }
        why = in->text->line_ended ? fid_pmon_row (&st, line, in->day_first, &row)
                                   : FID_REMARK_LAST_LINE_CUT;
        if (why)
            fid_put_reject (sink, in->text->line_n, why);
        else if (emit (&row, sink, err))
            return -1;
    }
    struct fid_remark r = {.code = FID_REMARK_READINGS_MISSING, .number = st.missing_n};
    if (st.missing_n && sink->note)
        sink->note (sink->self, &r);
    return rc;
}

const struct fid_reader reader_pmon = {
    .name = "pmon",
    .doc = "GPU use by process, as nvidia-smi pmon prints it",
    .clock = FID_CLOCK_LOCAL,
    .gives = FID_GIVES_GPU,
    .rank = 20,
    .probe = probe,
    .read = read_pmon,
};
