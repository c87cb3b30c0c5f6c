/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dpro.c - final traces of byteprofile and dPRO: the steps of BytePS and Horovod
 *
 *     {"traceEvents": [
 *        {"name": "FW.conv0", "cat": "operator", "ph": "X", "ts": 1583000000001200, "dur": 350,
 *         "pid": "operator", "tid": "tmp", "args": {...}}, ...,
 *        {"name": "STEP", "cat": "operator", "ph": "X", "ts": ..., "dur": ...}]}
 *
 * A step computes from its first operator to the end of STEP (op_steps.h), communication
 * included; before that it waits for data as long as operations of input (I/O) cover the gap
 * behind the step before.  ts and dur are us, since 1970 (UTC) or an unknown start. */
#include "readers/chrome/op_stats.h"
#include "readers/chrome/op_steps.h"

struct dpro_state {
    struct fid_op_steps steps;
    struct fid_op_busy input; /* when operations of input are going on */
};

static int probe_dpro (const struct fid_head *head)
{
    struct fid_span t = head->text;
    bool operators = fid_span_find (t, "\"FW.") >= 0 || fid_span_find (t, "\"BW.") >= 0;
    return operators && fid_span_find (t, "\"ph\"") >= 0 && fid_span_find (t, "\"ts\"") >= 0
               ? 80
               : 0;
}

static int take_span (void *self, const struct fid_trace_event *ev, struct fid_error *err)
{
    struct dpro_state *s = self;
    return fid_span_starts (ev->name, "I/O")
               ? fid_op_busy_add (&s->input, ev->ts_ns, ev->ts_ns + ev->dur_ns, err)
               : fid_op_steps_take (&s->steps, ev, err);
}

/* The time between two instants that input covers, none if the steps overlap; *i goes on where
 * it ended. */
static int64_t input_between (const struct dpro_state *s, size_t *i, int64_t from_ns,
                              int64_t to_ns)
{
    int64_t sum_ns = 0;
    while (*i < s->input.n && s->input.at[*i].end_ns <= from_ns)
        ++*i;
    for (size_t k = *i; k < s->input.n && s->input.at[k].start_ns < to_ns; k++) {
        const struct fid_op_stretch *at = &s->input.at[k];
        int64_t start_ns = at->start_ns > from_ns ? at->start_ns : from_ns;
        int64_t end_ns = at->end_ns < to_ns ? at->end_ns : to_ns;
        sum_ns += end_ns > start_ns ? end_ns - start_ns : 0;
    }
    return sum_ns;
}

static int put_steps (struct dpro_state *s, const struct fid_sink *sink, struct fid_error *err)
{
    const struct fid_op_step *at = s->steps.at;
    size_t n = s->steps.n, input_i = 0;
    bool placed = at[0].start_ns >= FID_TRACE_ABSOLUTE_NS;
    struct fid_phase all = {.kind = fid_phase_kind_of (FID_NAME_TRAINING),
                            .name = FID_NAME_TRAINING,
                            .start_ns = at[0].start_ns,
                            .end_ns = at[n - 1].end_ns,
                            .epoch = -1,
                            .block = -1};
    fid_op_busy_merge (&s->input);
    for (size_t i = 0; i < n; i++) {
        int64_t before_ns = i ? at[i - 1].end_ns : INT64_MIN;
        int64_t load_ns = input_between (s, &input_i, before_ns, at[i].start_ns);
        int64_t compute_ns = at[i].end_ns - at[i].start_ns;
        struct fid_step step = {.end_ns = placed ? at[i].end_ns : INT64_MIN,
                                .load_s = s->input.n ? (double)load_ns / 1e9 : FID_ABSENT,
                                .compute_s = (double)compute_ns / 1e9,
                                .step_s = (double)(load_ns + compute_ns) / 1e9,
                                .epoch = -1};
        FID_TRY (fid_put_step (sink, &step, err));
    }
    if (!placed)
        fid_put_note (sink, 0, FID_REMARK_TIMES_RELATIVE);
    return placed ? fid_put_phase (sink, &all, err) : 0;
}

static int read_dpro (struct fid_input *in, struct fid_error *err)
{
    struct dpro_state s = {.steps = {.rank = -1}};
    struct fid_trace_spans t = {.sink = in->sink, .self = &s, .span = take_span};
    int rc =
        FID_FAILED (fid_trace_spans_read (&t, in, err) || fid_op_steps_end (&s.steps, err) ||
                    (s.steps.n && put_steps (&s, in->sink, err)));
    fid_op_steps_clear (&s.steps);
    fid_op_busy_clear (&s.input);
    return rc;
}

FID_READER_IS (dpro, UTC, FID_GIVES_PHASES | FID_GIVES_STEPS, 8,
               "final trace of byteprofile (dPRO): the steps of BytePS or Horovod")
