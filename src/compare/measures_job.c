/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measures_job.c - what concerns the job as a whole: phases, evaluations, steps */
#include "compare/measures.h"
#include "job/of_run.h"
#include "metrics/aggregate.h"

struct phases {
    struct fid_span_s *span[2]; /* owned */
    size_t span_n[2];
    double length_s[2];
};

/* The segments of the job (of the whole run: INIT too) as labelled spans;
 * neighbours of one label are joined. */
static struct fid_span_s *spans_of (const struct fid_run *run, enum fid_window w,
                                    int64_t until_ns, size_t *n, struct fid_error *err)
{
    const struct fid_phases *p = &run->phases;
    struct fid_span_s *s = malloc ((p->segment_n ? p->segment_n : 1) * sizeof *s);
    *n = 0;
    if (!s)
        return fid_null_nomem (err);
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

static int open_phases (struct fid_measuring *m)
{
    struct phases *in = m->in;
    for (int k = 0; k < 2; k++) {
        in->span[k] = spans_of (m->run[k], m->res->window, m->pair->units.until_ns[k],
                                &in->span_n[k], m->err);
        in->length_s[k] = fid_window_length (m->run[k], m->res->window, m->err);
        if (!in->span[k] || in->length_s[k] < 0)
            return -1;
    }
    unsigned empty = fid_sides (!(in->length_s[0] > 0), !(in->length_s[1] > 0));
    if (empty)
        fid_resource_refuse (m->res, FID_REASON_NO_JOB_PHASE, empty);
    return 0;
}

static void close_phases (void *data)
{
    struct phases *in = data;
    FID_FREE (in->span[0], in->span[1]);
}

static int give_duration (struct fid_measuring *m, struct fid_signals *s)
{
    const struct phases *in = m->in;
    return fid_signals_amount (m, s, in->length_s[0], in->length_s[1]);
}

/* The median time from start to start of the checkpoints; 0: fewer than two.  -1 without
 * memory. */
static double checkpoint_interval (const struct fid_run *run, struct fid_error *err)
{
    const struct fid_phases *p = &run->phases;
    FID_FREED double *gap_s = malloc ((p->segment_n + 1) * sizeof *gap_s);
    size_t k = 0;
    int64_t last_ns = 0, end_ns = INT64_MIN;
    FID_NEED (gap_s, err);
    FID_EACH (const struct fid_segment, g, p->segment) {
        if (g->part != FID_PART_CHECKPOINT)
            continue;
        if (g->start_ns != end_ns) { /* else the one before goes on */
            gap_s[k++] = (double)(g->start_ns - last_ns) / 1e9;
            last_ns = g->start_ns;
        }
        end_ns = g->end_ns;
    }
    return k > 1 ? fid_quantile_select (gap_s + 1, k - 1, 0.5) : 0;
}

static int give_checkpoints (struct fid_measuring *m, struct fid_signals *s)
{
    double n[2], interval_s[2];
    for (int k = 0; k < 2; k++) {
        n[k] = (double)fid_part_sums (m->run[k], FID_PART_CHECKPOINT).n;
        interval_s[k] = checkpoint_interval (m->run[k], m->err);
        FID_TRY (interval_s[k] < 0);
    }
    if (m->what->quantity == FID_QUANTITY_CHECKPOINTS) {
        s->skip = !(n[0] > 0) && !(n[1] > 0);
        return fid_signals_amount (m, s, n[0], n[1]);
    }
    s->skip = n[0] < 2 || n[1] < 2; /* that some are missing is said by their number */
    return fid_signals_total (s, interval_s[0], interval_s[1]);
}

static int give_epochs (struct fid_measuring *m, struct fid_signals *s)
{
    double n[2], median_s[2];
    for (int k = 0; k < 2; k++)
        FID_TRY (fid_epochs (m->run[k], &n[k], &median_s[k], m->err));
    s->skip = !(n[0] > 0) || !(n[1] > 0);
    return m->what->quantity == FID_QUANTITY_EPOCHS
               ? fid_signals_total (s, n[0], n[1])
               : fid_signals_total (s, median_s[0], median_s[1]);
}

static int give_spans (struct fid_measuring *m, struct fid_signals *s)
{
    const struct phases *in = m->in;
    for (int k = 0; k < 2; k++)
        s->side[k] = (struct fid_signal){.span = in->span[k], .span_n = in->span_n[k]};
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
    struct evaluation side[2];
    double bin_s;
};

#define EVALUATION_BINS 4096 /* of the longer job */

static int evaluation_of (const struct fid_run *run, double bin_s, int64_t until_ns,
                          struct evaluation *out, struct fid_error *err)
{
    const struct fid_phases *p = &run->phases;
    double job_s = fid_window_length (run, FID_WINDOW_JOB, err);
    if (until_ns != INT64_MAX)
        job_s = fmin (job_s, (double)(until_ns - p->origin_ns) / 1e9);
    FID_TRY (job_s < 0);
    const struct fid_part_sums sums = fid_part_sums (run, FID_PART_EVAL);
    out->n = (double)sums.n;
    out->length_s = sums.length_s;
    out->step_n = (double)fid_step_sums (run, true).n;
    out->bin_n = (size_t)ceil (job_s / bin_s);
    FID_NEED (out->busy = calloc (out->bin_n + 1, sizeof *out->busy), err);
    FID_EACH (const struct fid_segment, g, p->segment) {
        if (g->part != FID_PART_EVAL)
            continue;
        double from = (double)(g->start_ns - p->origin_ns) / 1e9 / bin_s;
        double to = (double)(g->end_ns - p->origin_ns) / 1e9 / bin_s;
        for (size_t k = from > 0 ? (size_t)from : 0; k < out->bin_n && (double)k < to; k++)
            out->busy[k] += fmin (to, (double)k + 1) - fmax (from, (double)k);
    }
    out->byte_n = (double)run->stream[FID_STREAM_DATA_READ].part[FID_PART_EVAL].byte_n;
    return 0;
}

static int open_evaluation (struct fid_measuring *m)
{
    struct evaluations *in = m->in;
    double longer_s = 0;
    bool traced = true, steps = true;
    for (int k = 0; k < 2; k++) {
        double job_s = fid_window_length (m->run[k], FID_WINDOW_JOB, m->err);
        FID_TRY (job_s < 0);
        longer_s = fmax (longer_s, job_s);
    }
    in->bin_s = fmax (longer_s / EVALUATION_BINS, 1e-3);
    for (int k = 0; k < 2; k++) {
        FID_TRY (evaluation_of (m->run[k], in->bin_s, m->pair->units.until_ns[k], &in->side[k],
                                m->err));
        traced = traced && m->run[k]->stream[FID_STREAM_DATA_READ].traced;
        steps = steps && in->side[k].step_n > 0;
    }
    fid_measuring_active (m, in->side[0].n > 0, in->side[1].n > 0);
    m->holds |= (traced ? FID_WHEN_SIZE_TRACED : 0) | (steps ? FID_WHEN_COMPUTING : 0);
    return 0;
}

static void close_evaluation (void *data)
{
    struct evaluations *in = data;
    FID_FREE (in->side[0].busy, in->side[1].busy);
}

static int evaluation_count (struct fid_measuring *m, struct fid_signals *s)
{
    const struct evaluations *in = m->in;
    return fid_signals_amount (m, s, in->side[0].n, in->side[1].n);
}

/* Of one evaluation, on average. */
static int evaluation_amount (struct fid_measuring *m, struct fid_signals *s)
{
    const struct evaluations *in = m->in;
    enum fid_quantity_id of = m->what->quantity;
    double mean[2];
    for (int k = 0; k < 2; k++) {
        const struct evaluation *e = &in->side[k];
        mean[k] = (of == FID_QUANTITY_BYTES   ? e->byte_n
                   : of == FID_QUANTITY_STEPS ? e->step_n
                                              : e->length_s) /
                  e->n;
    }
    return fid_signals_total (s, mean[0], mean[1]);
}

static int evaluation_when (struct fid_measuring *m, struct fid_signals *s)
{
    const struct evaluations *in = m->in;
    for (int k = 0; k < 2; k++)
        s->side[k] = (struct fid_signal){
            .x = in->side[k].busy, .n = in->side[k].bin_n, .dt_s = in->bin_s};
    return 0;
}

/* The training steps of a run, by quantity. */
struct run_steps {
    double *load, *compute, *step; /* owned; positive values only */
    size_t load_n, compute_n, step_n, n;
    double load_s, compute_s, training_s;
};

#define NO_WAIT 0.01 /* of the real run's median step */

static int steps_of (const struct fid_run *run, int rank, double least_s, struct run_steps *s,
                     struct fid_error *err)
{
    bool lead = !run->steps.other_n || !run->steps.n || run->steps.step->rank == rank;
    const struct fid_step *step = lead ? run->steps.step : run->steps.other;
    size_t n = lead ? run->steps.n : run->steps.other_n;
    *s = (struct run_steps){0};
    FID_NEED (s->load = malloc ((n + 1) * 3 * sizeof *s->load), err);
    s->compute = s->load + n + 1;
    s->step = s->compute + n + 1;
    for (size_t i = 0; i < n; i++) {
        const struct fid_step *t = &step[i];
        if (t->eval || (!lead && t->rank != rank))
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
    s->training_s = fid_window_length (run, FID_WINDOW_TRAINING, err);
    return s->training_s < 0 ? -1 : 0;
}

/* What DLIO says of its own training (summary.json, the end of dlio.log); negative: nothing. */
struct reported {
    double utilisation; /* 0 to 1 */
    double samples_per_s;
};

static double number_of (const struct fid_run *run, const char *key, double max)
{
    const char *text = fid_run_fact (run, key);
    double v;
    return text && fid_span_f64 (fid_span_of (text), &v) && v >= 0 && v <= max ? v : -1;
}

struct steps {
    struct run_steps side[2]; /* of the median rank */
    struct fid_job_spread ranks[2];
    struct reported reported[2];
};

/* Results without single steps: what was reported of them is compared, if anything. */
static void open_reported (struct fid_measuring *m)
{
    struct steps *in = m->in;
    const struct reported *a = &in->reported[0], *b = &in->reported[1];
    for (int k = 0; k < 2; k++) {
        double pct = number_of (m->run[k], "train_au_mean_percentage", 101);
        if (pct < 0)
            pct = number_of (m->run[k], "au_percent", 101);
        in->reported[k] =
            (struct reported){.utilisation = pct < 0 ? -1 : fmin (1, pct / 100),
                              .samples_per_s = number_of (
                                  m->run[k], "train_throughput_mean_samples_per_second", 1e12)};
    }
    if ((a->utilisation >= 0 && b->utilisation >= 0) ||
        (a->samples_per_s >= 0 && b->samples_per_s >= 0))
        m->holds |= FID_WHEN_REPORTED;
    else
        fid_resource_refuse (m->res, FID_REASON_NO_STEPS,
                             fid_sides (!in->side[0].n, !in->side[1].n));
}

static int open_steps (struct fid_measuring *m)
{
    struct steps *in = m->in;
    const struct run_steps *a = &in->side[0], *b = &in->side[1];
    /* shorter waits count as 0: 3 ms instead of 0.3 ms change nothing in steps of 300 ms */
    double least_s = fmax (NO_WAIT * m->run[0]->step_s, 1e-6);
    bool several = m->run[0]->steps.other_n || m->run[1]->steps.other_n;
    for (int k = 0; k < 2; k++) {
        const struct fid_run_job *found = several ? fid_job_of_run (m->run[k], m->err) : NULL;
        if (several && !found)
            return -1;
        if (found)
            in->ranks[k] = found->job.spread;
        FID_TRY (steps_of (m->run[k], in->ranks[k].median_rank, least_s, &in->side[k], m->err));
    }
    if (!a->n || !b->n) {
        open_reported (m);
        return 0;
    }
    m->holds |= FID_WHEN_STEPS;
    if (several && in->ranks[0].slowest_step_s > 0 && in->ranks[1].slowest_step_s > 0)
        m->holds |= FID_WHEN_RANKS;
    if (a->training_s > 0 && b->training_s > 0)
        m->holds |= FID_WHEN_LASTING;
    if (a->load_s + a->compute_s > 0 && b->load_s + b->compute_s > 0)
        m->holds |= FID_WHEN_WAITING;
    if (a->compute_n && b->compute_n)
        m->holds |= FID_WHEN_COMPUTING;
    return 0;
}

static void close_steps (void *data)
{
    struct steps *in = data;
    FID_FREE (in->side[0].load, in->side[1].load);
}

static int step_count (struct fid_measuring *m, struct fid_signals *s)
{
    const struct steps *in = m->in;
    return fid_signals_amount (m, s, (double)in->side[0].n, (double)in->side[1].n);
}

static int step_rate (struct fid_measuring *m, struct fid_signals *s)
{
    const struct run_steps *a = ((struct steps *)m->in)->side, *b = a + 1;
    return fid_signals_total (s, (double)a->n / a->training_s, (double)b->n / b->training_s);
}

static int step_median (struct fid_measuring *m, struct fid_signals *s)
{
    const struct steps *in = m->in;
    double median[2] = {0, 0};
    for (int k = 0; k < 2; k++) {
        const struct run_steps *t = &in->side[k];
        if (!t->step_n)
            s->miss.code = FID_REASON_FEW_VALUES;
        else if (fid_median (t->step, t->step_n, &median[k]))
            return fid_error_nomem (m->err);
    }
    return fid_signals_total (s, median[0], median[1]);
}

static int step_values (struct fid_measuring *m, struct fid_signals *s)
{
    enum fid_quantity_id of = m->what->quantity;
    for (int k = 0; k < 2; k++) {
        const struct run_steps *t = &((struct steps *)m->in)->side[k];
        s->side[k] = of == FID_QUANTITY_LOAD ? (struct fid_signal){.x = t->load, .n = t->load_n}
                     : of == FID_QUANTITY_COMPUTE
                         ? (struct fid_signal){.x = t->compute, .n = t->compute_n}
                         : (struct fid_signal){.x = t->step, .n = t->step_n};
        if (s->side[k].n < 2)
            s->miss.code = FID_REASON_FEW_VALUES;
    }
    return 0;
}

static int give_waiting (struct fid_measuring *m, struct fid_signals *s)
{
    const struct run_steps *a = ((struct steps *)m->in)->side, *b = a + 1;
    return fid_signals_total (s, a->load_s / (a->load_s + a->compute_s),
                              b->load_s / (b->load_s + b->compute_s));
}

static int give_computing (struct fid_measuring *m, struct fid_signals *s)
{
    const struct run_steps *a = ((struct steps *)m->in)->side, *b = a + 1;
    return fid_signals_total (s, fmin (1, a->compute_s / a->training_s),
                              fmin (1, b->compute_s / b->training_s));
}

static int ranks_apart (struct fid_measuring *m, struct fid_signals *s)
{
    const struct fid_job_spread *a = ((struct steps *)m->in)->ranks, *b = a + 1;
    return m->what->quantity == FID_QUANTITY_SLOWEST_STEP
               ? fid_signals_total (s, a->slowest_step_s, b->slowest_step_s)
           : m->what->quantity == FID_QUANTITY_MEETING_SHARE
               ? fid_signals_total (s, a->meeting_share, b->meeting_share)
               : fid_signals_total (s, a->worst_stall_share, b->worst_stall_share);
}

static int give_reported (struct fid_measuring *m, struct fid_signals *s)
{
    const struct reported *a = ((struct steps *)m->in)->reported, *b = a + 1;
    bool rate = m->what->quantity == FID_QUANTITY_SAMPLES_PER_S;
    double x = rate ? a->samples_per_s : a->utilisation;
    double y = rate ? b->samples_per_s : b->utilisation;
    s->skip = x < 0 || y < 0;
    return fid_signals_total (s, x, y);
}

static const struct fid_planned phases_measures[] = {
    FID_PLANNED (VOLUME, ratio, DURATION, give_duration, .opts = {.floor = 1e-3}),
    FID_PLANNED (MARGINAL, spans_share, DURATION_SHARES, give_spans),
    FID_PLANNED (TIMING, spans_iou, OVERLAP, give_spans),
    FID_PLANNED (SHAPE, spans_edit, SEQUENCE, give_spans),
    FID_PLANNED (VOLUME, spans_kinds, KINDS, give_spans),
    /* none is far from one */
    FID_PLANNED (VOLUME, ratio, CHECKPOINTS, give_checkpoints, .opts = {.floor = 0.1}),
    FID_PLANNED (VOLUME, ratio, CHECKPOINT_INTERVAL, give_checkpoints, .opts = {.floor = 1e-3}),
    FID_PLANNED (VOLUME, ratio, EPOCHS, give_epochs, .opts = {.floor = 0.1}),
    FID_PLANNED (VOLUME, ratio, EPOCH, give_epochs, .opts = {.floor = 1e-3}),
};

FID_PLAN (PHASES, open_phases, close_phases, struct phases, phases_measures,
          .needs = FID_NEEDS_PHASES, .windows = 1u << FID_WINDOW_JOB | 1u << FID_WINDOW_WHOLE)

static const struct fid_planned evaluation_measures[] = {
    FID_PLANNED (VOLUME, ratio, EVALUATIONS, evaluation_count, .opts = {.floor = 0.1},
                 .one_sided = true),
    FID_PLANNED (VOLUME, ratio, BYTES, evaluation_amount, .opts = {.floor = 512},
                 .when = FID_WHEN_SIZE_TRACED),
    FID_PLANNED (VOLUME, ratio, STEPS, evaluation_amount, .opts = {.floor = 0.1},
                 .when = FID_WHEN_COMPUTING),
    FID_PLANNED (VOLUME, ratio, DURATION, evaluation_amount, .opts = {.floor = 1e-3}),
    FID_PLANNED (TIMING, temporal_w1, WHEN, evaluation_when),
};

FID_PLAN (EVALUATION, open_evaluation, close_evaluation, struct evaluations,
          evaluation_measures, .needs = FID_NEEDS_PHASES | FID_NEEDS_WHOLE_DATA,
          .windows = 1u << FID_WINDOW_JOB | 1u << FID_WINDOW_WHOLE)

static const struct fid_planned steps_measures[] = {
    FID_PLANNED (VOLUME, ratio, STEPS, step_count, .opts = {.floor = 1e-6},
                 .when = FID_WHEN_STEPS),
    FID_PLANNED (VOLUME, ratio, STEPS_PER_S, step_rate, .opts = {.floor = 1e-6},
                 .when = FID_WHEN_LASTING),
    FID_PLANNED (VOLUME, ratio, SAMPLES_PER_S, give_reported, .opts = {.floor = 1e-6},
                 .when = FID_WHEN_REPORTED),
    FID_PLANNED (MARGINAL, w1_log10, LOAD, step_values, .opts = {.scale = 1},
                 .when = FID_WHEN_STEPS),
    FID_PLANNED (MARGINAL, w1_log10, COMPUTE, step_values, .opts = {.scale = 1},
                 .when = FID_WHEN_STEPS),
    FID_PLANNED (VOLUME, ratio, STEP, step_median, .opts = {.floor = 1e-6},
                 .when = FID_WHEN_STEPS),
    FID_PLANNED (MARGINAL, w1_log10, STEP_SPREAD, step_values, .opts = {.scale = 1},
                 .when = FID_WHEN_STEPS),
    FID_PLANNED (VOLUME, ratio, SLOWEST_STEP, ranks_apart, .opts = {.floor = 1e-6},
                 .when = FID_WHEN_RANKS),
    FID_PLANNED (TIMING, difference, WORST_STALL_SHARE, ranks_apart, .opts = {.floor = 1e-6},
                 .when = FID_WHEN_RANKS),
    FID_PLANNED (TIMING, difference, MEETING_SHARE, ranks_apart, .opts = {.floor = 1e-6},
                 .when = FID_WHEN_RANKS),
    FID_PLANNED (TIMING, difference, STALL_SHARE, give_waiting, .opts = {.floor = 1e-6},
                 .when = FID_WHEN_WAITING),
    FID_PLANNED (TIMING, difference, ACCELERATOR_UTILISATION, give_computing,
                 .opts = {.floor = 1e-6}, .when = FID_WHEN_LASTING | FID_WHEN_COMPUTING),
    FID_PLANNED (TIMING, difference, ACCELERATOR_UTILISATION, give_reported,
                 .opts = {.floor = 1e-6}, .when = FID_WHEN_REPORTED),
};

FID_PLAN (STEPS, open_steps, close_steps, struct steps, steps_measures,
          .windows = 1u << FID_WINDOW_JOB | 1u << FID_WINDOW_WHOLE | 1u << FID_WINDOW_TRAINING)
