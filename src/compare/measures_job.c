/* measures_job.c - what concerns the job as a whole: phases, evaluations, steps */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include "compare/measures.h"
#include "metrics/aggregate.h"

struct phases {
    struct fid_span_s *a, *b; /* owned */
    size_t an, bn;
    double length_s[2];
};

/* The segments of the job (of the whole run: INIT too) as labelled spans;
 * neighbours of one label are joined. */
static struct fid_span_s *
spans_of (const struct fid_run *run, enum fid_window w, int64_t until_ns, size_t *n,
          struct fid_error *err)
{
    const struct fid_phases *p = &run->phases;
    struct fid_span_s *s = malloc ((p->segment_n ? p->segment_n : 1) * sizeof *s);
    *n = 0;
    if (!s) {
        fid_error_nomem (err);
        return NULL;
    }
    int64_t origin = w == FID_WINDOW_WHOLE ? p->first_ns : p->origin_ns;
    for (size_t i = 0; i < p->segment_n && p->segment[i].start_ns < until_ns; i++) {
        const struct fid_segment *g = &p->segment[i];
        int64_t end_ns = g->end_ns < until_ns ? g->end_ns : until_ns;
        double start = (double)(g->start_ns - origin) / 1e9;
        double end = (double)(end_ns - origin) / 1e9;
        bool phase = g->part != FID_PART_BETWEEN && g->part != FID_PART_BEFORE;
        if (!phase || (w != FID_WINDOW_WHOLE && g->part == FID_PART_INIT) || end <= 0)
            continue;
        s[(*n)++] = (struct fid_span_s){(int)g->part, start > 0 ? start : 0, end};
    }
    return s;
}

/* How long a window of a run is; -1 without memory. */
static double
window_length (const struct fid_run *run, enum fid_window w, struct fid_error *err)
{
    struct fid_intervals iv;
    if (fid_window_cut (run, w, false, &iv, err))
        return -1;
    double length_s = iv.length_s;
    fid_intervals_clear (&iv);
    return length_s;
}

static int
open_phases (struct fid_measuring *m)
{
    const struct fid_pair *pair = m->pair;
    bool ka = pair->real->phases.known, kb = pair->emu->phases.known;
    if (!ka || !kb) {
        fid_resource_refuse (m->res, FID_REASON_NO_PHASES, fid_sides (!ka, !kb));
        return 0;
    }
    struct phases *in = m->in = calloc (1, sizeof *in);
    if (!in)
        return fid_error_nomem (m->err);
    const int64_t *until_ns = pair->units.until_ns;
    in->a = spans_of (pair->real, m->res->window, until_ns[0], &in->an, m->err);
    in->b = spans_of (pair->emu, m->res->window, until_ns[1], &in->bn, m->err);
    in->length_s[0] = window_length (pair->real, m->res->window, m->err);
    in->length_s[1] = window_length (pair->emu, m->res->window, m->err);
    if (!in->a || !in->b || in->length_s[0] < 0 || in->length_s[1] < 0)
        return -1;
    bool ea = !(in->length_s[0] > 0), eb = !(in->length_s[1] > 0);
    if (ea || eb)
        fid_resource_refuse (m->res, FID_REASON_NO_JOB_PHASE, fid_sides (ea, eb));
    return 0;
}

static void
close_phases (struct fid_measuring *m)
{
    struct phases *in = m->in;
    if (!in)
        return;
    free (in->a);
    free (in->b);
    free (in);
}

static int
duration (struct fid_measuring *m, struct fid_signals *s)
{
    const struct phases *in = m->in;
    return fid_signals_amount (m, s, in->length_s[0], in->length_s[1]);
}

/* Phases of a part in the job: how many, and the median time from start to start (0: fewer
 * than two).  -1 without memory. */
static int
starts_of (const struct fid_run *run, enum fid_part part, double *n, double *interval_s,
           struct fid_error *err)
{
    const struct fid_phases *p = &run->phases;
    double *gap_s = malloc ((p->segment_n + 1) * sizeof *gap_s);
    size_t k = 0;
    int64_t last_ns = 0, end_ns = INT64_MIN;
    if (!gap_s)
        return fid_error_nomem (err);
    for (size_t i = 0; i < p->segment_n; i++) {
        const struct fid_segment *g = &p->segment[i];
        if (g->part != part)
            continue;
        if (g->start_ns != end_ns) { /* else the one before goes on */
            gap_s[k++] = (double)(g->start_ns - last_ns) / 1e9;
            last_ns = g->start_ns;
        }
        end_ns = g->end_ns;
    }
    *n = (double)k;
    *interval_s = k > 1 ? fid_quantile_select (gap_s + 1, k - 1, 0.5) : 0;
    free (gap_s);
    return 0;
}

static int
checkpoints (struct fid_measuring *m, struct fid_signals *s)
{
    double n[2], interval_s[2];
    if (starts_of (m->pair->real, FID_PART_CHECKPOINT, &n[0], &interval_s[0], m->err) ||
        starts_of (m->pair->emu, FID_PART_CHECKPOINT, &n[1], &interval_s[1], m->err))
        return -1;
    if (m->what->quantity == FID_QUANTITY_CHECKPOINTS) {
        s->skip = !(n[0] > 0) && !(n[1] > 0);
        return fid_signals_amount (m, s, n[0], n[1]);
    }
    s->skip = n[0] < 2 || n[1] < 2; /* that some are missing is said by their number */
    return fid_signals_total (s, interval_s[0], interval_s[1]);
}

static int
epochs (struct fid_measuring *m, struct fid_signals *s)
{
    double n[2], median_s[2];
    if (fid_epochs (m->pair->real, &n[0], &median_s[0], m->err) ||
        fid_epochs (m->pair->emu, &n[1], &median_s[1], m->err))
        return -1;
    s->skip = !(n[0] > 0) || !(n[1] > 0);
    return m->what->quantity == FID_QUANTITY_EPOCHS
               ? fid_signals_total (s, n[0], n[1])
               : fid_signals_total (s, median_s[0], median_s[1]);
}

static int
spans (struct fid_measuring *m, struct fid_signals *s)
{
    const struct phases *in = m->in;
    s->a = (struct fid_signal){.span = in->a, .span_n = in->an};
    s->b = (struct fid_signal){.span = in->b, .span_n = in->bn};
    s->opts = (struct fid_metric_opts){.floor = 1e-3, .tolerance_s = m->pair->tolerance_s};
    return 0;
}

/* The evaluations of one run. */
struct evaluation {
    double n, length_s, byte_n, step_n;
    double *busy; /* owned; share of each bin of the job that is evaluation */
    size_t bin_n;
};

struct evaluations {
    struct evaluation a, b;
    double bin_s;
};

#define EVALUATION_BINS 4096 /* of the longer job */

static int
evaluation_of (const struct fid_run *run, double bin_s, int64_t until_ns,
               struct evaluation *out, struct fid_error *err)
{
    const struct fid_phases *p = &run->phases;
    double interval_s, job_s = window_length (run, FID_WINDOW_JOB, err);
    if (until_ns != INT64_MAX)
        job_s = fmin (job_s, (double)(until_ns - p->origin_ns) / 1e9);
    if (job_s < 0 || starts_of (run, FID_PART_EVAL, &out->n, &interval_s, err))
        return -1;
    out->bin_n = (size_t)ceil (job_s / bin_s);
    out->busy = calloc (out->bin_n + 1, sizeof *out->busy);
    if (!out->busy)
        return fid_error_nomem (err);
    for (size_t i = 0; i < p->segment_n; i++) {
        const struct fid_segment *g = &p->segment[i];
        if (g->part != FID_PART_EVAL)
            continue;
        double from = (double)(g->start_ns - p->origin_ns) / 1e9 / bin_s;
        double to = (double)(g->end_ns - p->origin_ns) / 1e9 / bin_s;
        out->length_s += (to - from) * bin_s;
        for (size_t k = from > 0 ? (size_t)from : 0; k < out->bin_n && (double)k < to; k++)
            out->busy[k] += fmin (to, (double)k + 1) - fmax (from, (double)k);
    }
    out->byte_n = (double)run->stream[FID_STREAM_DATA_READ].part[FID_PART_EVAL].byte_n;
    for (size_t i = 0; i < run->steps.n; i++)
        out->step_n += run->steps.step[i].eval;
    return 0;
}

static int
open_evaluation (struct fid_measuring *m)
{
    const struct fid_run *a = m->pair->real, *b = m->pair->emu;
    if (!a->phases.known || !b->phases.known) {
        fid_resource_refuse (m->res, FID_REASON_NO_PHASES,
                             fid_sides (!a->phases.known, !b->phases.known));
        return 0;
    }
    if (fid_measuring_incomplete (m, FID_STREAM_DATA_READ))
        return 0;
    struct evaluations *in = m->in = calloc (1, sizeof *in);
    if (!in)
        return fid_error_nomem (m->err);
    double job_s[2] = {window_length (a, FID_WINDOW_JOB, m->err),
                       window_length (b, FID_WINDOW_JOB, m->err)};
    if (job_s[0] < 0 || job_s[1] < 0)
        return -1;
    in->bin_s = fmax (fmax (job_s[0], job_s[1]) / EVALUATION_BINS, 1e-3);
    if (evaluation_of (a, in->bin_s, m->pair->units.until_ns[0], &in->a, m->err) ||
        evaluation_of (b, in->bin_s, m->pair->units.until_ns[1], &in->b, m->err))
        return -1;
    if (!(in->a.n > 0) && !(in->b.n > 0))
        m->res->status = FID_STATUS_IDLE;
    else if (!(in->a.n > 0) || !(in->b.n > 0)) {
        m->res->one_sided = true;
        m->res->reason = (struct fid_reason){.code = FID_REASON_ONE_SIDED,
                                             .sides = fid_sides (in->a.n > 0, in->b.n > 0)};
    }
    if (a->stream[FID_STREAM_DATA_READ].traced && b->stream[FID_STREAM_DATA_READ].traced)
        m->holds |= FID_WHEN_SIZE_TRACED;
    m->holds |= in->a.step_n > 0 && in->b.step_n > 0 ? FID_WHEN_COMPUTING : 0;
    return 0;
}

static void
close_evaluation (struct fid_measuring *m)
{
    struct evaluations *in = m->in;
    if (!in)
        return;
    free (in->a.busy);
    free (in->b.busy);
    free (in);
}

static int
evaluation_count (struct fid_measuring *m, struct fid_signals *s)
{
    const struct evaluations *in = m->in;
    return fid_signals_amount (m, s, in->a.n, in->b.n);
}

/* Of one evaluation, on average. */
static int
evaluation_amount (struct fid_measuring *m, struct fid_signals *s)
{
    const struct evaluations *in = m->in;
    const struct evaluation *a = &in->a, *b = &in->b;
    switch (m->what->quantity) {
    case FID_QUANTITY_BYTES:
        return fid_signals_total (s, a->byte_n / a->n, b->byte_n / b->n);
    case FID_QUANTITY_STEPS:
        return fid_signals_total (s, a->step_n / a->n, b->step_n / b->n);
    default:
        return fid_signals_total (s, a->length_s / a->n, b->length_s / b->n);
    }
}

static int
evaluation_when (struct fid_measuring *m, struct fid_signals *s)
{
    const struct evaluations *in = m->in;
    s->a = (struct fid_signal){.x = in->a.busy, .n = in->a.bin_n, .dt_s = in->bin_s};
    s->b = (struct fid_signal){.x = in->b.busy, .n = in->b.bin_n, .dt_s = in->bin_s};
    return 0;
}

/* The training steps of a run, by quantity. */
struct run_steps {
    double *load, *compute, *step; /* owned; positive values only */
    size_t load_n, compute_n, step_n, n;
    double load_s, compute_s, training_s;
};

#define NO_WAIT 0.01 /* of the real run's median step */

static int
steps_of (const struct fid_run *run, double least_s, struct run_steps *s, struct fid_error *err)
{
    size_t n = run->steps.n;
    *s = (struct run_steps){0};
    s->load = malloc ((n + 1) * 3 * sizeof *s->load);
    if (!s->load)
        return fid_error_nomem (err);
    s->compute = s->load + n + 1;
    s->step = s->compute + n + 1;
    for (size_t i = 0; i < n; i++) {
        const struct fid_step *t = &run->steps.step[i];
        if (t->eval)
            continue;
        s->n++;
        if (t->load_s >= 0) {
            s->load_s += t->load_s;
            s->load[s->load_n++] = fmax (t->load_s, least_s);
        }
        if (t->compute_s > 0) {
            s->compute_s += t->compute_s;
            s->compute[s->compute_n++] = t->compute_s;
        }
        if (t->step_s > 0)
            s->step[s->step_n++] = t->step_s;
    }
    s->training_s = window_length (run, FID_WINDOW_TRAINING, err);
    return s->training_s < 0 ? -1 : 0;
}

struct steps {
    struct run_steps a, b;
};

static int
open_steps (struct fid_measuring *m)
{
    struct steps *in = m->in = calloc (1, sizeof *in);
    if (!in)
        return fid_error_nomem (m->err);
    /* shorter waits are none: from 0.3 to 3 ms in steps of 300 ms nothing changes */
    double least_s = fmax (NO_WAIT * m->pair->real->step_s, 1e-6);
    if (steps_of (m->pair->real, least_s, &in->a, m->err) ||
        steps_of (m->pair->emu, least_s, &in->b, m->err))
        return -1;
    const struct run_steps *a = &in->a, *b = &in->b;
    if (!a->n || !b->n)
        fid_resource_refuse (m->res, FID_REASON_NO_STEPS, fid_sides (!a->n, !b->n));
    if (a->training_s > 0 && b->training_s > 0)
        m->holds |= FID_WHEN_LASTING;
    if (a->load_s + a->compute_s > 0 && b->load_s + b->compute_s > 0)
        m->holds |= FID_WHEN_WAITING;
    if (a->compute_n && b->compute_n)
        m->holds |= FID_WHEN_COMPUTING;
    return 0;
}

static void
close_steps (struct fid_measuring *m)
{
    struct steps *in = m->in;
    if (!in)
        return;
    free (in->a.load);
    free (in->b.load);
    free (in);
}

static int
step_count (struct fid_measuring *m, struct fid_signals *s)
{
    const struct steps *in = m->in;
    return fid_signals_amount (m, s, (double)in->a.n, (double)in->b.n);
}

static int
step_rate (struct fid_measuring *m, struct fid_signals *s)
{
    const struct steps *in = m->in;
    return fid_signals_total (s, (double)in->a.n / in->a.training_s,
                              (double)in->b.n / in->b.training_s);
}

static int
step_median (struct fid_measuring *m, struct fid_signals *s)
{
    const struct steps *in = m->in;
    double median[2] = {0, 0};
    const struct run_steps *side[2] = {&in->a, &in->b};
    for (int k = 0; k < 2; k++) {
        double *x = malloc ((side[k]->step_n + 1) * sizeof *x);
        if (!x)
            return fid_error_nomem (m->err);
        for (size_t i = 0; i < side[k]->step_n; i++)
            x[i] = side[k]->step[i];
        if (side[k]->step_n)
            median[k] = fid_quantile_select (x, side[k]->step_n, 0.5);
        free (x);
    }
    if (!side[0]->step_n || !side[1]->step_n)
        s->miss.code = FID_REASON_FEW_VALUES;
    return fid_signals_total (s, median[0], median[1]);
}

/* The values of the quantity that a measure is of. */
static struct fid_signal
values_of (const struct run_steps *s, enum fid_quantity_id quantity)
{
    return quantity == FID_QUANTITY_LOAD ? (struct fid_signal){.x = s->load, .n = s->load_n}
           : quantity == FID_QUANTITY_COMPUTE
               ? (struct fid_signal){.x = s->compute, .n = s->compute_n}
               : (struct fid_signal){.x = s->step, .n = s->step_n};
}

static int
step_values (struct fid_measuring *m, struct fid_signals *s)
{
    const struct steps *in = m->in;
    s->a = values_of (&in->a, m->what->quantity);
    s->b = values_of (&in->b, m->what->quantity);
    if (s->a.n < 2 || s->b.n < 2)
        s->miss.code = FID_REASON_FEW_VALUES;
    return 0;
}

static int
waiting (struct fid_measuring *m, struct fid_signals *s)
{
    const struct steps *in = m->in;
    const struct run_steps *a = &in->a, *b = &in->b;
    return fid_signals_total (s, a->load_s / (a->load_s + a->compute_s),
                              b->load_s / (b->load_s + b->compute_s));
}

static int
computing (struct fid_measuring *m, struct fid_signals *s)
{
    const struct steps *in = m->in;
    return fid_signals_total (s, fmin (1, in->a.compute_s / in->a.training_s),
                              fmin (1, in->b.compute_s / in->b.training_s));
}

static const struct fid_planned phases_measures[] = {
    FID_PLANNED (VOLUME, ratio, DURATION, duration, .opts = {.floor = 1e-3}),
    FID_PLANNED (MARGINAL, spans_share, DURATION_SHARES, spans, .when = 0),
    FID_PLANNED (TIMING, spans_iou, OVERLAP, spans, .when = 0),
    FID_PLANNED (SHAPE, spans_edit, SEQUENCE, spans, .when = 0),
    FID_PLANNED (VOLUME, spans_kinds, KINDS, spans, .when = 0),
    /* none is far from one */
    FID_PLANNED (VOLUME, ratio, CHECKPOINTS, checkpoints, .opts = {.floor = 0.1}),
    FID_PLANNED (VOLUME, ratio, CHECKPOINT_INTERVAL, checkpoints, .opts = {.floor = 1e-3}),
    FID_PLANNED (VOLUME, ratio, EPOCHS, epochs, .opts = {.floor = 0.1}),
    FID_PLANNED (VOLUME, ratio, EPOCH, epochs, .opts = {.floor = 1e-3}),
};

const struct fid_plan fid_plan_PHASES = {
    .open = open_phases,
    .close = close_phases,
    .windows = 1u << FID_WINDOW_JOB | 1u << FID_WINDOW_WHOLE,
    .measure = phases_measures,
    .measure_n = sizeof phases_measures / sizeof *phases_measures,
};

static const struct fid_planned evaluation_measures[] = {
    FID_PLANNED (VOLUME, ratio, EVALUATIONS, evaluation_count, .opts = {.floor = 0.1},
                 .one_sided = true),
    FID_PLANNED (VOLUME, ratio, BYTES, evaluation_amount, .opts = {.floor = 512},
                 .when = FID_WHEN_SIZE_TRACED),
    FID_PLANNED (VOLUME, ratio, STEPS, evaluation_amount, .opts = {.floor = 0.1},
                 .when = FID_WHEN_COMPUTING),
    FID_PLANNED (VOLUME, ratio, DURATION, evaluation_amount, .opts = {.floor = 1e-3}),
    FID_PLANNED (TIMING, temporal_w1, WHEN, evaluation_when, .when = 0),
};

const struct fid_plan fid_plan_EVALUATION = {
    .open = open_evaluation,
    .close = close_evaluation,
    .windows = 1u << FID_WINDOW_JOB | 1u << FID_WINDOW_WHOLE,
    .measure = evaluation_measures,
    .measure_n = sizeof evaluation_measures / sizeof *evaluation_measures,
};

static const struct fid_planned steps_measures[] = {
    FID_PLANNED (VOLUME, ratio, STEPS, step_count, .opts = {.floor = 1e-6}),
    FID_PLANNED (VOLUME, ratio, STEPS_PER_S, step_rate, .opts = {.floor = 1e-6},
                 .when = FID_WHEN_LASTING),
    FID_PLANNED (MARGINAL, w1_log10, LOAD, step_values, .opts = {.scale = 1}),
    FID_PLANNED (MARGINAL, w1_log10, COMPUTE, step_values, .opts = {.scale = 1}),
    FID_PLANNED (VOLUME, ratio, STEP, step_median, .opts = {.floor = 1e-6}),
    FID_PLANNED (MARGINAL, w1_log10, STEP_SPREAD, step_values, .opts = {.scale = 1}),
    FID_PLANNED (TIMING, difference, STALL_SHARE, waiting, .opts = {.floor = 1e-6},
                 .when = FID_WHEN_WAITING),
    FID_PLANNED (TIMING, difference, ACCELERATOR_UTILISATION, computing,
                 .opts = {.floor = 1e-6}, .when = FID_WHEN_LASTING | FID_WHEN_COMPUTING),
};

const struct fid_plan fid_plan_STEPS = {
    .open = open_steps,
    .close = close_steps,
    .windows = 1u << FID_WINDOW_JOB | 1u << FID_WINDOW_WHOLE | 1u << FID_WINDOW_TRAINING,
    .measure = steps_measures,
    .measure_n = sizeof steps_measures / sizeof *steps_measures,
};
