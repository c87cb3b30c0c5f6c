/* op_steps.c - see op_steps.h */
#include "config.h"
#include <stdlib.h>
#include "base/array.h"
#include "tools/trace/op_names.h"
#include "tools/trace/op_steps.h"

struct span {
    int64_t start_ns, end_ns;
    bool step;
    size_t order; /* in the file */
};

struct spans {
    struct span *at; /* owned */
    size_t n, cap;
};

static int
keep (struct spans *s, const struct fid_trace_event *ev, bool step, struct fid_error *err)
{
    if (fid_array_grow (&s->at, &s->cap, s->n + 1, sizeof *s->at, err))
        return -1;
    s->at[s->n] = (struct span){ev->ts_ns, ev->ts_ns + ev->dur_ns, step, s->n};
    s->n++;
    return 0;
}

static int
by_start (const void *va, const void *vb)
{
    const struct span *a = va, *b = vb;
    if (a->start_ns != b->start_ns)
        return a->start_ns < b->start_ns ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

static bool
is_operator (const struct fid_trace_event *ev, struct fid_span bare)
{
    return fid_span_is (ev->cat, "operator") || fid_span_starts (bare, "FW.") ||
           fid_span_starts (bare, "BW.") || fid_span_starts (bare, "UPDATE") ||
           fid_span_is (bare, "STEP");
}

static int
add (struct fid_op_steps *s, struct fid_op_step step, struct fid_error *err)
{
    if (fid_array_grow (&s->at, &s->cap, s->n + 1, sizeof *s->at, err))
        return -1;
    s->at[s->n++] = step;
    return 0;
}

/* Iterations by STEP, of operators in order. */
static int
walk (struct fid_op_steps *s, const struct spans *operators, struct fid_error *err)
{
    size_t first = 0;
    for (size_t i = 0; i < operators->n; i++) {
        const struct span *at = &operators->at[i];
        struct fid_op_step step = {operators->at[first].start_ns, at->end_ns, 0};
        if (!at->step)
            continue;
        if (i > first)
            step.fw_bw_ns = operators->at[i - 1].end_ns - step.start_ns;
        if (add (s, step, err))
            return -1;
        first = i + 1;
    }
    return 0;
}

static int
finish (struct fid_op_steps *s, struct spans *operators, struct spans *steps, const char *path,
        struct fid_error *err)
{
    if (operators->n > 1)
        qsort (operators->at, operators->n, sizeof *operators->at, by_start);
    if (walk (s, operators, err))
        return -1;
    if (steps->n > 1)
        qsort (steps->at, steps->n, sizeof *steps->at, by_start);
    bool by_step = s->n > 0;
    for (size_t i = 0; i < steps->n && !by_step; i++)
        if (add (s, (struct fid_op_step){steps->at[i].start_ns, steps->at[i].end_ns, -1}, err))
            return -1;
    return s->n ? 0
                : fid_errorf (err, FID_EINPUT,
                              "%s: no STEP and no " FID_OP_STEP_PREFIX "N: nothing tells where "
                              "an iteration ends",
                              path);
}

int
fid_op_steps_read (struct fid_op_steps *s, const char *path, struct fid_error *err)
{
    struct fid_trace t;
    struct fid_trace_event ev;
    struct spans operators = {.n = 0}, steps = {.n = 0};
    int rc;
    *s = (struct fid_op_steps){.rank = -1};
    if (fid_trace_open (&t, path, FID_TRACE_SPAN, NULL, err))
        return -1;
    while ((rc = fid_trace_next (&t, &ev, err)) > 0) {
        struct fid_span bare = fid_op_bare (ev.name);
        if (s->rank < 0)
            s->rank = fid_op_rank (ev.name);
        rc = 0;
        if (is_operator (&ev, bare))
            rc = keep (&operators, &ev, fid_span_is (bare, "STEP"), err);
        else if (fid_span_starts (bare, FID_OP_STEP_PREFIX) &&
                 !fid_span_is (ev.cat, "gpu_user_annotation"))
            rc = keep (&steps, &ev, true, err);
        if (rc)
            break;
    }
    s->found = t.found;
    fid_trace_close (&t);
    if (!rc)
        rc = finish (s, &operators, &steps, path, err);
    free (operators.at);
    free (steps.at);
    return rc;
}

void
fid_op_steps_mean (const struct fid_op_steps *s, double *fw_bw_us, double *iteration_us)
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

void
fid_op_steps_clear (struct fid_op_steps *s)
{
    free (s->at);
    *s = (struct fid_op_steps){.n = 0};
}
