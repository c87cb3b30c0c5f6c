/* measures_job.c - what concerns the job as a whole: phases and steps */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include "compare/measures.h"

struct phases {
    struct fid_span_s *a, *b; /* owned */
    size_t an, bn;
    double length_s[2];
};

/* The segments of the job (of the whole run: INIT too) as labelled spans;
 * neighbours of one label are joined. */
static struct fid_span_s *
spans_of (const struct fid_run *run, enum fid_window w, size_t *n, struct fid_error *err)
{
    const struct fid_phases *p = &run->phases;
    struct fid_span_s *s = malloc ((p->segment_n ? p->segment_n : 1) * sizeof *s);
    *n = 0;
    if (!s) {
        fid_error_nomem (err);
        return NULL;
    }
    int64_t origin = w == FID_WINDOW_WHOLE ? p->first_ns : p->origin_ns;
    for (size_t i = 0; i < p->segment_n; i++) {
        const struct fid_segment *g = &p->segment[i];
        double start = (double)(g->start_ns - origin) / 1e9;
        double end = (double)(g->end_ns - origin) / 1e9;
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
    in->a = spans_of (pair->real, m->res->window, &in->an, m->err);
    in->b = spans_of (pair->emu, m->res->window, &in->bn, m->err);
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
    return fid_signals_total (s, in->length_s[0], in->length_s[1]);
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

/* The training steps of a run, by quantity. */
struct run_steps {
    double *load, *compute, *step; /* owned; positive values only */
    size_t load_n, compute_n, step_n, n;
    double load_s, compute_s, training_s;
};

static int
steps_of (const struct fid_run *run, struct run_steps *s, struct fid_error *err)
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
            s->load[s->load_n++] = fmax (t->load_s, 1e-6); /* below a microsecond: no wait */
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
    if (steps_of (m->pair->real, &in->a, m->err) || steps_of (m->pair->emu, &in->b, m->err))
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
    return fid_signals_total (s, (double)in->a.n, (double)in->b.n);
}

static int
step_rate (struct fid_measuring *m, struct fid_signals *s)
{
    const struct steps *in = m->in;
    return fid_signals_total (s, (double)in->a.n / in->a.training_s,
                              (double)in->b.n / in->b.training_s);
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
};

const struct fid_plan fid_plan_PHASES = {
    .open = open_phases,
    .close = close_phases,
    .windows = 1u << FID_WINDOW_JOB | 1u << FID_WINDOW_WHOLE,
    .measure = phases_measures,
    .measure_n = sizeof phases_measures / sizeof *phases_measures,
};

static const struct fid_planned steps_measures[] = {
    FID_PLANNED (VOLUME, ratio, STEPS, step_count, .opts = {.floor = 1e-6}),
    FID_PLANNED (VOLUME, ratio, STEPS_PER_S, step_rate, .opts = {.floor = 1e-6},
                 .when = FID_WHEN_LASTING),
    FID_PLANNED (MARGINAL, w1_log10, LOAD, step_values, .opts = {.scale = 1}),
    FID_PLANNED (MARGINAL, w1_log10, COMPUTE, step_values, .opts = {.scale = 1}),
    FID_PLANNED (MARGINAL, w1_log10, STEP, step_values, .opts = {.scale = 1}),
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
