/* SPDX-License-Identifier: GPL-3.0-or-later */
/* op_steps.c - see op_steps.h */
#include "readers/chrome/op_stats.h"
#include "readers/chrome/op_steps.h"

static int keep_span (struct fid_op_spans *s, const struct fid_trace_event *ev, bool step,
                      struct fid_error *err)
{
    struct fid_op_span span = {ev->ts_ns, ev->ts_ns + ev->dur_ns, step, s->n};
    return FID_PUSH_TO (s->at, s->n, s->cap, err, span);
}

FID_ORDER_BY (by_start, struct fid_op_span, FID_RISING (start_ns) FID_RISING (order))

int fid_op_steps_take (struct fid_op_steps *s, const struct fid_trace_event *ev,
                       struct fid_error *err)
{
    int rank;
    struct fid_span bare = fid_op_bare (ev->name, &rank);
    s->rank = s->rank < 0 ? rank : s->rank;
    if (fid_span_is (ev->cat, "operator") || fid_span_starts (bare, "FW.") ||
        fid_span_starts (bare, "BW.") || fid_span_starts (bare, "UPDATE") ||
        fid_span_is (bare, "STEP"))
        return keep_span (&s->operators, ev, fid_span_is (bare, "STEP"), err);
    if (fid_span_starts (bare, FID_OP_STEP_PREFIX) &&
        !fid_span_is (ev->cat, "gpu_user_annotation"))
        return keep_span (&s->marks, ev, true, err);
    return 0;
}

int fid_op_steps_end (struct fid_op_steps *s, struct fid_error *err)
{
    const struct fid_op_spans *marks = &s->marks;
    FID_SORT (s->operators.at, s->operators.n, by_start);
    /* Iterations by STEP, of operators in order. */
    const struct fid_op_spans *operators = &s->operators;
    size_t first = 0;
    for (size_t i = 0; i < operators->n; i++) {
        const struct fid_op_span *at = &operators->at[i];
        struct fid_op_step step = {operators->at[first].start_ns, at->end_ns, 0};
        if (!at->step)
            continue;
        if (i > first)
            step.fw_bw_ns = operators->at[i - 1].end_ns - step.start_ns;
        FID_TRY (FID_PUSH_TO (s->at, s->n, s->cap, err, step));
        first = i + 1;
    }
    FID_SORT (marks->at, marks->n, by_start);
    bool by_step = s->n > 0;
    for (size_t i = 0; i < marks->n && !by_step; i++)
        FID_TRY (
            FID_PUSH_TO (s->at, s->n, s->cap, err,
                         (struct fid_op_step){marks->at[i].start_ns, marks->at[i].end_ns, -1}));
    return 0;
}

int fid_op_steps_read (struct fid_op_steps *s, const char *path, struct fid_error *err)
{
    struct fid_trace t;
    struct fid_trace_event ev;
    int rc;
    *s = (struct fid_op_steps){.rank = -1};
    FID_TRY (fid_trace_open (&t, path, FID_TRACE_SPAN, NULL, err));
    while ((rc = fid_trace_next (&t, &ev, err)) > 0)
        if ((rc = fid_op_steps_take (s, &ev, err)))
            break;
    s->found = t.found;
    fid_trace_close (&t);
    FID_TRY (rc);
    FID_TRY (fid_op_steps_end (s, err));
    return s->n ? 0
                : fid_errorf (err, FID_EINPUT,
                              "%s: no STEP and no " FID_OP_STEP_PREFIX
                              "N: the end of an iteration is unknown",
                              path);
}

void fid_op_steps_mean (const struct fid_op_steps *s, double *fw_bw_us, double *iteration_us)
{
    double fw_bw = 0, iteration = 0;
    bool known = false;
    for (size_t i = 0; i < s->n; i++) {
        known |= s->at[i].fw_bw_ns >= 0;
        fw_bw += (double)s->at[i].fw_bw_ns;
        iteration += (double)(s->at[i].end_ns - s->at[i].start_ns);
    }
    *fw_bw_us = known ? fw_bw / (double)s->n / 1000 : -1;
    *iteration_us = iteration / (double)s->n / 1000;
}

void fid_op_steps_clear (struct fid_op_steps *s)
{
    FID_FREE (s->at, s->operators.at, s->marks.at);
    *s = (struct fid_op_steps){.n = 0};
}
