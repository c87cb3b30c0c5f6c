/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kineto.c - traces of the PyTorch profiler (Kineto)
 *
 *     {"schemaVersion": 1, "deviceProperties": [...], "baseTimeNanoseconds":
 * 1710000000000000000, "traceEvents": [
 *        {"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#3", "pid": 7, "tid": 7,
 *         "ts": 5000000.250, "dur": 120000.500, "args": {...}},
 *        {"ph": "X", "cat": "cpu_op",
 *         "name": "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", ...}, ...]}
 *
 * ts and dur are us.  ts counts from baseTimeNanoseconds, which may come behind the events;
 * older traces lack it, and count from 1970 (UTC).  The steps of the GPU's time line
 * (gpu_user_annotation) repeat those of the program.  "distributedInfo": {"rank": 5, ...} tells
 * the rank, since names of files are of hosts and processes.
 *
 * Kernels ("cat": "kernel"; "args": {"device": 0, "stream": 7}) tell how busy each GPU is: the
 * share of time in which at least one runs, as nvidia-smi's sm.  Copies and fills (gpu_memcpy,
 * gpu_memset) do not count. */
#include "readers/chrome/trace_events.h"
#include "readers/gpu/gpu_busy.h"
#include "readers/gpu/gpu_use.h"

#define STEP_PREFIX "ProfilerStep#"
#define LOAD_PREFIX "enumerate(Data" /* Loader, Pipe */

struct span {
    int64_t start_ns, end_ns, pid;
};

struct spans {
    struct span *at; /* owned */
    size_t n, cap;
};

static int probe_kineto (const struct fid_head *head)
{
    struct fid_span t = head->text;
    while (t.n &&
           (fid_span_starts (t, "\n") || fid_span_starts (t, "\r") || fid_span_starts (t, " ")))
        t = (struct fid_span){t.p + 1, t.n - 1};
    if (!fid_span_starts (t, "{"))
        return 0;
    bool array = fid_span_find (t, "\"traceEvents\"") >= 0;
    bool version = fid_span_find (t, "\"schemaVersion\"") >= 0;
    if (version && fid_span_find (t, "\"deviceProperties\"") >= 0)
        return 90;
    /* members may come in any order: then its events tell */
    static const char *const cats[] = {"\"cpu_op\"",          "\"cuda_runtime\"",
                                       "\"python_function\"", "\"user_annotation\"",
                                       "\"gpu_memcpy\"",      "\"ac2g\""};
    bool torch = false;
    for (size_t i = 0; i < sizeof cats / sizeof *cats; i++)
        torch |= fid_span_find (t, cats[i]) >= 0;
    return array && (torch || fid_span_find (t, "\"" STEP_PREFIX) >= 0 ||
                     (version && fid_span_find (t, "\"ph\"") >= 0))
               ? 85
               : 0;
}

struct kineto_state {
    const struct fid_sink *sink; /* borrowed */
    struct spans steps, loads;
    struct fid_gpu_kernels kernels;
    bool in_process; /* batches are loaded by the process that trains */
};

/* Nearly all objects are operators and calls of the driver. */
static bool may_want (struct fid_span object)
{
    return fid_span_find (object, "kernel\"") >= 0 ||
           fid_span_find (object, STEP_PREFIX) >= 0 || fid_span_find (object, LOAD_PREFIX) >= 0;
}

static bool is_kernel (const struct fid_trace_event *ev)
{
    return fid_span_is (ev->cat, "kernel");
}

static bool is_step (const struct fid_trace_event *ev)
{
    return fid_span_starts (ev->name, STEP_PREFIX);
}

static bool is_wanted (const struct fid_trace_event *ev)
{
    bool load =
        fid_span_starts (ev->name, LOAD_PREFIX) && fid_span_ends (ev->name, ".__next__");
    return is_kernel (ev) ||
           ((is_step (ev) || load) && !fid_span_is (ev->cat, "gpu_user_annotation"));
}

static int take_span (void *self, const struct fid_trace_event *ev, struct fid_error *err)
{
    struct kineto_state *s = self;
    struct spans *to = is_step (ev) ? &s->steps : &s->loads;
    int64_t pid = -1;
    int gpu;
    if (!is_kernel (ev)) {
        fid_span_i64 (ev->pid, &pid);
        s->in_process |= to == &s->loads && fid_span_find (ev->name, "_SingleProcess") >= 0;
        return FID_PUSH_TO (to->at, to->n, to->cap, err,
                            (struct span){ev->ts_ns, ev->ts_ns + ev->dur_ns, pid});
    }
    if (fid_gpu_number (ev->arg[0].n ? ev->arg[0] : ev->pid, &gpu))
        return fid_gpu_kernel_add (&s->kernels, ev->ts_ns, ev->ts_ns + ev->dur_ns, gpu, err);
    fid_put_reject (s->sink, ev->line, FID_REMARK_GPU_NOT_SMALL);
    return 0;
}

/* By process, then by time; the outer one first. */
FID_ORDER_BY (by_start, struct span,
              FID_RISING (pid) FID_RISING (start_ns) FID_FALLING (end_ns))

/* The time of the loads that begin within a step; *i goes on where it ended.  One inside
 * another is part of it. */
static int64_t load_within (const struct spans *loads, size_t *i, const struct span *step)
{
    int64_t sum_ns = 0, end_ns = INT64_MIN;
    for (; *i < loads->n; ++*i) {
        const struct span *l = &loads->at[*i];
        if (l->pid > step->pid || (l->pid == step->pid && l->start_ns >= step->end_ns))
            break;
        if (l->pid < step->pid || l->start_ns < step->start_ns || l->end_ns <= end_ns)
            continue;
        int64_t to_ns = l->end_ns < step->end_ns ? l->end_ns : step->end_ns;
        sum_ns += to_ns - (l->start_ns > end_ns ? l->start_ns : end_ns);
        end_ns = to_ns;
    }
    return sum_ns;
}

/* Steps of the first process; base_ns: what its times count from; rank: -1: unknown. */
static int put_steps (struct kineto_state *s, bool placed, int64_t base_ns, int64_t rank,
                      struct fid_error *err)
{
    struct fid_phase all = {.kind = fid_phase_kind_of (FID_NAME_TRAINING),
                            .name = FID_NAME_TRAINING,
                            .start_ns = s->steps.at[0].start_ns + base_ns,
                            .epoch = -1,
                            .block = -1};
    size_t load_i = 0;
    for (size_t i = 0; i < s->steps.n && s->steps.at[i].pid == s->steps.at[0].pid; i++) {
        const struct span *at = &s->steps.at[i];
        if (i && at->start_ns == at[-1].start_ns) /* told twice */
            continue;
        struct fid_step step = {.end_ns = placed ? at->end_ns + base_ns : INT64_MIN,
                                .load_s = FID_ABSENT,
                                .compute_s = FID_ABSENT,
                                .step_s = (double)(at->end_ns - at->start_ns) / 1e9,
                                .ranked = rank >= 0,
                                .rank = rank >= 0 ? (int)rank : 0,
                                .epoch = -1};
        if (s->loads.n) {
            int64_t load_ns = load_within (&s->loads, &load_i, at);
            step.load_s = (double)load_ns / 1e9;
            step.compute_s = (double)(at->end_ns - at->start_ns - load_ns) / 1e9;
        }
        FID_TRY (fid_put_step (s->sink, &step, err));
        all.end_ns = at->end_ns + base_ns;
    }
    static const struct fid_fact in_process = {.key = "loader_processes", .value = {"0", 1}};
    if (s->in_process)
        FID_TRY (fid_put_fact (s->sink, &in_process, err));
    return placed ? fid_put_phase (s->sink, &all, err) : 0;
}

static int finish_trace (struct kineto_state *s, const struct fid_trace_spans *t,
                         struct fid_error *err)
{
    if (!s->steps.n && !s->kernels.n)
        return 0;
    FID_SORT (s->steps.at, s->steps.n, by_start);
    FID_SORT (s->loads.at, s->loads.n, by_start);
    int64_t first_ns = s->steps.n ? s->steps.at[0].start_ns : s->kernels.at[0].start_ns;
    bool absolute = first_ns >= FID_TRACE_ABSOLUTE_NS;
    bool placed = absolute || t->based;
    int64_t base_ns = absolute || !t->based ? 0 : t->base_ns;
    if (!placed)
        fid_put_note (s->sink, 0, FID_REMARK_TIMES_RELATIVE);
    if (s->steps.n)
        FID_TRY (put_steps (s, placed, base_ns, t->rank, err));
    return placed ? fid_gpu_busy_put (&s->kernels, base_ns, s->sink, err) : 0;
}

static int read_kineto (struct fid_input *in, struct fid_error *err)
{
    static const char *const device[] = {"device", NULL};
    struct kineto_state s = {.sink = in->sink};
    struct fid_trace_spans t = {.sink = in->sink,
                                .self = &s,
                                .wanted = device,
                                .may_want = may_want,
                                .wants = is_wanted,
                                .span = take_span};
    int rc = FID_FAILED (fid_trace_spans_read (&t, in, err) || finish_trace (&s, &t, err));
    FID_FREE (s.steps.at, s.loads.at, s.kernels.at);
    return rc;
}

FID_READER_IS (kineto, UTC,
               FID_GIVES_PHASES | FID_GIVES_STEPS | FID_GIVES_FACTS | FID_GIVES_GPU, 8,
               "trace of the PyTorch profiler (Kineto): its steps, and use of GPUs", .best = 90)
