/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spans.c - see spans.h */
#include "readers/dftracer/parts.h"
#include "readers/reader.h"

struct fid_dft_span {
    uint64_t host;
    int64_t pid, start_ns, end_ns;
    int epoch, count; /* as logged; -1: unknown */
    enum fid_dft_part part;
    enum fid_phase_name phase; /* where part is FID_DFT_PHASE */
};

/* --- steps */

int fid_dft_step_finish (struct fid_dft_step *s, struct fid_error *err)
{
    struct fid_step step = {.end_ns = s->computed ? s->compute_end_ns : s->fetch_end_ns,
                            .load_s = FID_ABSENT,
                            .compute_s = FID_ABSENT,
                            .step_s = FID_ABSENT,
                            .epoch = s->epoch,
                            .eval = s->eval};
    if (!s->fetched && !s->computed)
        return 0;
    if (s->fetched)
        step.load_s = (double)(s->fetch_end_ns - s->fetch_start_ns) / 1e9;
    if (s->computed)
        step.compute_s = (double)s->compute_ns / 1e9;
    if (s->fetched && s->computed)
        step.step_s = (double)(s->compute_end_ns - s->fetch_start_ns) / 1e9;
    *s = (struct fid_dft_step){.sink = s->sink};
    return fid_put_step (s->sink, &step, err);
}

int fid_dft_step_add (struct fid_dft_step *s, enum fid_dft_part part, int64_t start_ns,
                      int64_t end_ns, int epoch, bool eval, struct fid_error *err)
{
    if (part == FID_DFT_FETCH) {
        if (s->fetched && end_ns <= s->fetch_end_ns)
            return 0; /* logged by two layers */
        FID_TRY (fid_dft_step_finish (s, err));
        s->epoch = epoch;
        s->eval = eval;
        s->fetched = true;
        s->fetch_start_ns = start_ns;
        s->fetch_end_ns = end_ns;
        return 0;
    }
    if (s->computed && end_ns <= s->compute_end_ns)
        return 0;
    bool again = s->computed && (part == FID_DFT_COMPUTE || s->whole ||
                                 (part == FID_DFT_FORWARD && s->after_forward));
    bool first = !s->fetched && !s->computed;
    if (again || first) {
        FID_TRY (fid_dft_step_finish (s, err));
        s->epoch = epoch;
        s->eval = eval;
    }
    s->computed = true;
    s->whole = part == FID_DFT_COMPUTE;
    s->after_forward |= part == FID_DFT_BACKWARD;
    s->compute_ns += end_ns - start_ns;
    s->compute_end_ns = end_ns;
    return 0;
}

/* --- names */

/* A name that starts with '.' is the end of a name: the class before it varies. */
#define NAMED(cat, name, part, phase)                                                          \
    {                                                                                          \
        cat, name, sizeof cat - 1, sizeof name - 1, part, phase                                \
    }
static const struct named {
    const char *cat, *name;
    size_t cat_n, name_n;
    enum fid_dft_part part;
    enum fid_phase_name phase;
} names[] = {
    NAMED ("dataloader", "fetch.iter", FID_DFT_FETCH, 0),
    NAMED ("dataloader", "fetch", FID_DFT_FETCH, 0),
    NAMED ("compute", "compute", FID_DFT_COMPUTE, 0),
    NAMED ("compute", "forward", FID_DFT_FORWARD, 0),
    NAMED ("compute", "backward", FID_DFT_BACKWARD, 0),
    NAMED ("compute", "step", FID_DFT_BACKWARD, 0),
    NAMED ("data_loader", "loop.iter", FID_DFT_FETCH, 0),
    NAMED ("dlio_benchmark", "loop.iter", FID_DFT_FETCH, 0),
    NAMED ("ai_framework", ".compute", FID_DFT_COMPUTE, 0),
    NAMED ("ai_root", "ai_root", FID_DFT_PHASE, FID_NAME_RUN),
    NAMED ("pipeline", "epoch.block", FID_DFT_PHASE, FID_NAME_EPOCH),
    NAMED ("pipeline", "epoch", FID_DFT_PHASE, FID_NAME_EPOCH),
    NAMED ("pipeline", "train", FID_DFT_PHASE, FID_NAME_TRAINING),
    NAMED ("pipeline", "evaluate", FID_DFT_PHASE, FID_NAME_EVAL),
    NAMED ("pipeline", "test", FID_DFT_PHASE, FID_NAME_EVAL),
    NAMED ("dlio_benchmark", "DLIOBenchmark.initialize", FID_DFT_PHASE, FID_NAME_INIT),
    NAMED ("dlio_benchmark", "DLIOBenchmark.run", FID_DFT_PHASE, FID_NAME_RUN),
    NAMED ("dlio_benchmark", "DLIOBenchmark._train", FID_DFT_PHASE, FID_NAME_TRAINING),
    NAMED ("dlio_benchmark", "DLIOBenchmark._eval", FID_DFT_PHASE, FID_NAME_EVAL),
    NAMED ("checkpoint", "capture", FID_DFT_PHASE, FID_NAME_CHECKPOINT),
    NAMED ("checkpoint", "checkpoint.capture", FID_DFT_PHASE, FID_NAME_CHECKPOINT),
    NAMED ("checkpoint", ".save_checkpoint", FID_DFT_PHASE, FID_NAME_CHECKPOINT),
    NAMED ("checkpoint", ".checkpoint", FID_DFT_PHASE, FID_NAME_CHECKPOINT),
    NAMED ("checkpoint", "restart", FID_DFT_PHASE, FID_NAME_CHECKPOINT_LOAD),
    NAMED ("checkpoint", "checkpoint.restart", FID_DFT_PHASE, FID_NAME_CHECKPOINT_LOAD),
    NAMED ("checkpoint", ".load_checkpoint", FID_DFT_PHASE, FID_NAME_CHECKPOINT_LOAD),
};
#undef NAMED

static int small_int (int64_t x)
{
    return x >= 0 && x <= INT_MAX ? (int)x : -1;
}

int fid_dft_spans_add (struct fid_dft_spans *s, const struct fid_dft_item *it,
                       struct fid_error *err)
{
    const struct named *named = NULL;
    s->dlio |= fid_span_is (it->cat, "dlio_benchmark");
    for (size_t i = 0; i < sizeof names / sizeof *names && !named; i++) {
        const struct named *n = &names[i];
        struct fid_span name = it->name;
        if (it->cat.n != n->cat_n || name.n < n->name_n ||
            memcmp (it->cat.p, n->cat, n->cat_n) != 0)
            continue;
        if (*n->name == '.')
            name = (struct fid_span){fid_span_end (name) - n->name_n, n->name_n};
        if (name.n == n->name_n && memcmp (name.p, n->name, name.n) == 0)
            named = n;
    }
    if (!named)
        return 0;
    FID_TRY (fid_array_grow (&s->span, &s->cap, s->n + 1, sizeof *s->span, err));
    s->span[s->n++] = (struct fid_dft_span){
        .host = fid_dft_host (it),
        .pid = it->pid,
        .start_ns = it->ts_us * FID_US,
        .end_ns = (it->ts_us + it->dur_us) * FID_US,
        .epoch = small_int (it->epoch),
        .count = small_int (it->count),
        .part = named->part,
        .phase = named->phase,
    };
    return 0;
}

/* --- one process */

/* By process, then by start; of spans that start together the outer ones first. */
FID_ORDER_BY (by_process, struct fid_dft_span,
              FID_RISING (pid) FID_RISING (host) FID_RISING (start_ns) FID_FALLING (end_ns)
                  FID_RISING (part) FID_RISING (phase))

static size_t process_end (const struct fid_dft_spans *s, size_t from)
{
    size_t to = from + 1;
    while (to < s->n && s->span[to].pid == s->span[from].pid &&
           s->span[to].host == s->span[from].host)
        to++;
    return to;
}

/* The process with the most phases, then the most steps: [*from, *to).  Returns how many
 * processes there are. */
static size_t choose_process (const struct fid_dft_spans *s, size_t *from, size_t *to)
{
    size_t process_n = 0, best_phases = 0, best_spans = 0;
    for (size_t i = 0, end; i < s->n; i = end) {
        size_t phases = 0;
        end = process_end (s, i);
        for (size_t k = i; k < end; k++)
            phases += s->span[k].part == FID_DFT_PHASE;
        if (!process_n || phases > best_phases ||
            (phases == best_phases && end - i > best_spans)) {
            best_phases = phases;
            best_spans = end - i;
            *from = i;
            *to = end;
        }
        process_n++;
    }
    return process_n;
}

/* --- epochs */

/* The phases around an instant, as the spans of a process pass by their starts. */
struct around {
    int64_t epoch_end_ns, eval_end_ns, outer_end_ns[FID_NAME_N];
    int epoch, train_n, last; /* last: epoch of the last training; -1: none */
    bool numbered;            /* trainings have numbers of their own */
};

static int epoch_of (const struct around *a, const struct fid_dft_span *x)
{
    if (x->start_ns < a->epoch_end_ns)
        return a->epoch;
    return a->last >= 0 ? a->last : x->epoch;
}

/* The epoch of a phase, which is around what follows. */
static int enter_phase (struct around *a, const struct fid_dft_span *x)
{
    switch (x->phase) {
    case FID_NAME_INIT:
    case FID_NAME_RUN:
        return -1;
    case FID_NAME_EPOCH:
        a->epoch_end_ns = x->end_ns;
        return a->epoch = x->count > 0 ? x->count : x->epoch;
    case FID_NAME_TRAINING:
        a->train_n++;
        return a->last = x->start_ns < a->epoch_end_ns ? a->epoch
                         : a->numbered                 ? x->epoch
                                                       : a->train_n;
    case FID_NAME_EVAL:
        a->eval_end_ns = x->end_ns;
        return epoch_of (a, x);
    default:
        return epoch_of (a, x);
    }
}

FID_ORDER_BY (by_end, struct fid_phase, FID_RISING (end_ns) FID_FALLING (start_ns))

/* Phases of a process to phase[], which has room, and its steps to the sink; a save inside
 * a save is part of it. */
static int walk_process (const struct fid_dft_span *span, size_t n, struct fid_phase *phase,
                         size_t *phase_n, const struct fid_sink *sink, struct fid_error *err)
{
    struct around a = {.epoch_end_ns = INT64_MIN,
                       .eval_end_ns = INT64_MIN,
                       .epoch = -1,
                       .last = -1,
                       .numbered = true};
    int last = -1; /* trainings are numbered if each has a larger number than the one before */
    FID_EACH_OF (const struct fid_dft_span, x, span, n)
        if (x->part == FID_DFT_PHASE && x->phase == FID_NAME_TRAINING) {
            a.numbered &= x->epoch > last;
            last = x->epoch;
        }
    struct fid_dft_step step = {.sink = sink};
    for (int i = 0; i < FID_NAME_N; i++)
        a.outer_end_ns[i] = INT64_MIN;
    FID_EACH_OF (const struct fid_dft_span, x, span, n) {
        if (x->part != FID_DFT_PHASE) {
            bool eval = x->start_ns < a.eval_end_ns;
            FID_TRY (fid_dft_step_add (&step, x->part, x->start_ns, x->end_ns, epoch_of (&a, x),
                                       eval, err));
        } else if (x->end_ns > a.outer_end_ns[x->phase]) {
            a.outer_end_ns[x->phase] = x->end_ns;
            phase[(*phase_n)++] = (struct fid_phase){.kind = fid_phase_kind_of (x->phase),
                                                     .name = x->phase,
                                                     .start_ns = x->start_ns,
                                                     .end_ns = x->end_ns,
                                                     .epoch = enter_phase (&a, x),
                                                     .block = -1};
        }
    }
    return fid_dft_step_finish (&step, err);
}

static size_t compute_count (const struct fid_dft_span *span, size_t n)
{
    size_t k = 0;
    FID_EACH_OF (const struct fid_dft_span, x, span, n)
        k += x->part == FID_DFT_COMPUTE || x->part == FID_DFT_FORWARD;
    return k;
}

/* Steps of a rank on their way to the sink. */
struct of_rank {
    const struct fid_sink *sink; /* borrowed */
    int64_t rank, pid;
};

static int put_of_rank (void *self, const struct fid_step *s, struct fid_error *err)
{
    const struct of_rank *of = self;
    struct fid_step step = *s;
    step.rank = of->rank;
    step.other = of->rank > 0;
    step.pid = of->pid;
    return fid_put_step (of->sink, &step, err);
}

static int put_phases (struct fid_phase *phase, size_t n, const struct fid_sink *sink,
                       struct fid_error *err)
{
    qsort (phase, n, sizeof *phase, by_end);
    for (size_t i = 0; i < n; i++)
        FID_TRY (fid_put_phase (sink, &phase[i], err));
    return 0;
}

/* The steps of the other processes that train, too: those that compute half as often at least;
 * with the phases of the first on each other host, which relate its clock. */
static int put_others (const struct fid_dft_spans *s, size_t lead, size_t lead_n,
                       struct fid_phase *room, const struct fid_sink *sink,
                       struct fid_error *err)
{
    struct of_rank of = {sink, 0, 0};
    const struct fid_sink to = {.self = &of, .step = put_of_rank};
    size_t enough = (compute_count (s->span + lead, lead_n) + 1) / 2;
    for (size_t i = 0, end; i < s->n && enough; i = end) {
        size_t phase_n = 0;
        end = process_end (s, i);
        if (i == lead || compute_count (s->span + i, end - i) < enough)
            continue;
        of.rank++;
        of.pid = s->span[i].pid;
        bool first = s->span[i].host != s->span[lead].host;
        for (size_t k = 0; k < i && first; k++)
            first = s->span[k].host != s->span[i].host;
        FID_TRY (fid_put_host (sink, s->span[i].host, err));
        FID_TRY (walk_process (s->span + i, end - i, room, &phase_n, &to, err));
        if (first)
            FID_TRY (put_phases (room, phase_n, sink, err));
    }
    return 0;
}

int fid_dft_spans_finish (struct fid_dft_spans *s, const struct fid_sink *sink,
                          struct fid_error *err)
{
    size_t from = 0, to = 0, phase_n = 0;
    if (!s->n)
        return 0;
    qsort (s->span, s->n, sizeof *s->span, by_process);
    size_t process_n = choose_process (s, &from, &to);
    fid_put_count (sink, FID_REMARK_PROCESSES_MANY, process_n > 1 ? process_n : 0);
    FID_FREED struct fid_phase *phase = malloc (s->n * sizeof *phase);
    FID_NEED (phase, err);
    struct of_rank of = {sink, 0, s->span[from].pid};
    const struct fid_sink lead = {.self = &of, .step = put_of_rank};
    FID_TRY (fid_put_host (sink, s->span[from].host, err));
    FID_TRY (walk_process (s->span + from, to - from, phase, &phase_n, &lead, err));
    FID_TRY (put_phases (phase, phase_n, sink, err));
    return put_others (s, from, to - from, phase, sink, err);
}

void fid_dft_spans_clear (struct fid_dft_spans *s)
{
    free (s->span);
    *s = (struct fid_dft_spans){0};
}
