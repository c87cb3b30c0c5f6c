/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tf_timeline.c - traces of single steps by TensorFlow's profiler
 *
 *     {"traceEvents": [
 *        {"ph": "X", "cat": "Op", "name": "IteratorV2", "ts": 1683120000000100, "dur": 3,
 *         "args": {"name": "IteratorV2", "op": "IteratorV2"}}, ...]}
 *
 * A file has one step: from the start of the first operation to the start of the last.  It
 * waits for data from the start of IteratorV2 to the end of IteratorGetNext, and computes from
 * the copy of the batch to the device on, or without such a copy for the rest of the step.  The
 * last match counts.  ts and dur are us since 1970 (UTC). */
#include "readers/chrome/tf_timeline.h"
#include "readers/chrome/trace_events.h"

static int probe_tf_timeline (const struct fid_head *head)
{
    struct fid_span t = head->text;
    bool operations =
        fid_span_find (t, "\"cat\": \"Op\"") >= 0 || fid_span_find (t, "\"cat\":\"Op\"") >= 0;
    return operations && fid_span_find (t, "\"traceEvents\"") >= 0 ? 75 : 0;
}

static bool is_operation (const struct fid_trace_event *ev)
{
    return fid_span_is (ev->cat, "Op");
}

static int take_operation (void *self, const struct fid_trace_event *ev, struct fid_error *err)
{
    struct fid_tf_step *s = self;
    (void)err;
    s->first_ns = ev->ts_ns < s->first_ns ? ev->ts_ns : s->first_ns;
    s->last_ns = ev->ts_ns > s->last_ns ? ev->ts_ns : s->last_ns;
    if (fid_span_is (ev->name, "IteratorV2"))
        s->ask_ns = ev->ts_ns;
    else if (fid_span_is (ev->name, "IteratorGetNext"))
        s->got_ns = ev->ts_ns + ev->dur_ns;
    else if (fid_span_is (ev->name, "unknown") && fid_span_find (ev->args, FID_TF_COPY) >= 0)
        s->copy_ns = ev->ts_ns;
    return 0;
}

int fid_tf_step_read (struct fid_input *in, struct fid_tf_step *s, struct fid_error *err)
{
    struct fid_trace_spans t = {
        .sink = in->sink, .self = s, .wants = is_operation, .span = take_operation};
    *s = (struct fid_tf_step){INT64_MAX, -1, -1, -1, -1, false};
    int rc = fid_trace_spans_read (&t, in, err);
    s->cut = t.cut;
    return rc;
}

static int read_tf_timeline (struct fid_input *in, struct fid_error *err)
{
    struct fid_tf_step s;
    FID_TRY (fid_tf_step_read (in, &s, err));
    if (s.cut || s.first_ns > s.last_ns) /* the end of a step that is cut is not known */
        return 0;
    bool placed = s.first_ns >= FID_TRACE_ABSOLUTE_NS;
    bool waits = s.ask_ns >= 0 && s.got_ns >= s.ask_ns;
    double step_s = (double)(s.last_ns - s.first_ns) / 1e9;
    double load_s = waits ? (double)(s.got_ns - s.ask_ns) / 1e9 : FID_ABSENT;
    double compute_s = s.copy_ns >= 0              ? (double)(s.last_ns - s.copy_ns) / 1e9
                       : waits && load_s <= step_s ? step_s - load_s
                                                   : FID_ABSENT;
    struct fid_step step = {.end_ns = placed ? s.last_ns : INT64_MIN,
                            .load_s = load_s,
                            .compute_s = compute_s,
                            .step_s = step_s,
                            .epoch = -1};
    if (!placed)
        fid_put_note (in->sink, 0, FID_REMARK_TIMES_RELATIVE);
    return fid_put_step (in->sink, &step, err);
}

FID_READER_IS (tf_timeline, UTC, FID_GIVES_STEPS, 8,
               "trace of one step by TensorFlow's profiler", .parts = true)
