/* measures_slowdown.c - what a slower storage would do to the job (metrics/slowdown.h)
 *
 * The training's time, its phases joined, is cut into windows of the loader's prefetch
 * depth times the median step.  The demand of a window is what data.read counts in it; its
 * computation is that of the steps in it, laid end to end. */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include "compare/measures.h"
#include "metrics/aggregate.h"
#include "metrics/slowdown.h"

/* Batches that a loader prefetches: two for each of two processes, as PyTorch does. */
#define DEPTH     4.
#define DEPTH_MAX 1024.

/* Where only step times are known, one in ten is taken to have waited for nothing. */
#define WAIT_FREE 0.1

/* One side: windows of its training. */
struct job {
    double *compute_s, *byte, *op; /* owned, one block; n windows each */
    size_t n;
    double length_s, window_s, overlap, readers;
    bool sized;
};

struct slowdown {
    struct job side[2];
    double curve[2][FID_SLOWDOWN_N]; /* of one measure at a time */
};

/* A step of the training as it is laid into time. */
struct laid {
    double load_s, compute_s, step_s;
};

static bool
is_training (const struct fid_step *t)
{
    return !t->eval && (t->step_s > 0 || t->load_s + t->compute_s > 0);
}

/* Returns the step time that is exceeded by all but one in ten; -1 without memory. */
static double
wait_free (const struct fid_run *run, struct fid_error *err)
{
    double *x = malloc ((run->steps.n + 1) * sizeof *x), q = 0;
    size_t n = 0;
    if (!x) {
        fid_error_nomem (err);
        return -1;
    }
    for (size_t i = 0; i < run->steps.n; i++)
        if (is_training (&run->steps.step[i]) && run->steps.step[i].step_s > 0)
            x[n++] = run->steps.step[i].step_s;
    if (n)
        q = fid_quantile_select (x, n, WAIT_FREE);
    free (x);
    return q;
}

static struct laid
lay (const struct fid_step *t, double wait_free_s)
{
    struct laid l = {.load_s = fmax (0, t->load_s), .compute_s = fmax (0, t->compute_s)};
    if (t->load_s < 0 && t->step_s > 0)
        l.load_s = fmax (0, t->step_s - (t->compute_s > 0 ? t->compute_s : wait_free_s));
    l.step_s = t->step_s > 0 ? t->step_s : l.load_s + l.compute_s;
    l.load_s = fmin (l.load_s, l.step_s);
    if (!(t->compute_s > 0))
        l.compute_s = l.step_s - l.load_s;
    return l;
}

/* Spreads an amount evenly over [from_s, to_s) of windows or bins. */
static void
spread (double *x, size_t n, double width_s, double from_s, double to_s, double amount)
{
    if (!(to_s > from_s) || !n)
        return;
    size_t k = (size_t)(from_s / width_s);
    for (k = k < n ? k : n - 1; k < n; k++) {
        double low = fmax (from_s, (double)k * width_s);
        double high = k + 1 < n ? fmin (to_s, (double)(k + 1) * width_s) : to_s;
        if (high > low)
            x[k] += amount * (high - low) / (to_s - from_s);
        if (high >= to_s)
            return;
    }
}

/* Lays the steps into the training, end to end, as long as it is: computation to windows, and
 * to wait[bins] the share of each bin in which a step waits. */
static int
lay_steps (const struct fid_run *run, struct job *job, double *wait, size_t bins, double bin_s,
           struct fid_error *err)
{
    double wait_free_s = wait_free (run, err), all_s = 0, at_s = 0;
    if (wait_free_s < 0)
        return -1;
    for (size_t i = 0; i < run->steps.n; i++)
        if (is_training (&run->steps.step[i]))
            all_s += lay (&run->steps.step[i], wait_free_s).step_s;
    double scale = all_s > 0 ? job->length_s / all_s : 0;
    for (size_t i = 0; i < run->steps.n && scale > 0; i++) {
        if (!is_training (&run->steps.step[i]))
            continue;
        struct laid l = lay (&run->steps.step[i], wait_free_s);
        double from_s = at_s * scale, loaded_s = (at_s + l.load_s) * scale;
        at_s += l.step_s;
        spread (wait, bins, bin_s, from_s, loaded_s, (loaded_s - from_s) / bin_s);
        spread (job->compute_s, job->n, job->window_s, loaded_s,
                fmax (loaded_s + 1e-9, at_s * scale), l.compute_s);
    }
    return 0;
}

/* Processes that read in a second, on average over seconds with reads; 1 if not known. */
static double
readers_of (const struct fid_run *run, struct fid_error *err)
{
    struct fid_values v;
    double sum = 0;
    if (fid_extract_values (run, FID_STREAM_DATA_READ, FID_WINDOW_TRAINING,
                            offsetof (struct fid_tally, access.readers), &v, err))
        return -1;
    for (size_t i = 0; i < v.n; i++)
        sum += v.x[i] * v.w[i];
    double readers = v.total ? sum / (double)v.total : 1;
    fid_values_clear (&v);
    return readers;
}

static int
job_init (struct job *job, const struct fid_run *run, double depth, struct fid_error *err)
{
    struct fid_stream_extract v;
    int64_t dt_ns = fid_extract_dt (run, run, FID_STREAM_DATA_READ, 0);
    if (fid_extract_stream (run, FID_STREAM_DATA_READ, FID_WINDOW_TRAINING, dt_ns, &v, err))
        return -1;
    int rc = -1;
    double busy = 0, waited = 0, *wait = calloc (v.n + 1, sizeof *wait);
    job->sized = v.sized;
    job->length_s = (double)v.n * v.dt_s;
    job->window_s = fmax (depth * run->step_s, v.dt_s);
    job->n = (size_t)ceil (job->length_s / job->window_s);
    job->compute_s = calloc (3 * job->n + 1, sizeof *job->compute_s);
    job->readers = readers_of (run, err);
    if (!wait || !job->compute_s) {
        fid_error_nomem (err);
        goto done;
    }
    job->byte = job->compute_s + job->n;
    job->op = job->byte + job->n;
    if (job->readers < 0 || lay_steps (run, job, wait, v.n, v.dt_s, err))
        goto done;
    for (size_t i = 0; i < v.n; i++) {
        size_t k = (size_t)(((double)i + 0.5) * v.dt_s / job->window_s);
        k = k < job->n ? k : job->n - 1;
        job->byte[k] += v.byte[i];
        job->op[k] += v.op[i] / job->readers;
        if (v.op[i] > 0) {
            busy++;
            waited += fmin (1, wait[i]);
        }
    }
    job->overlap = busy > 0 ? 1 - waited / busy : 1;
    rc = 0;
done:
    free (wait);
    fid_stream_extract_clear (&v);
    return rc;
}

/* Batches that a DLIO configuration prefetches; 0 if it does not say. */
static double
depth_of (const struct fid_run *run)
{
    const char *size = fid_run_fact (run, "workload.reader.prefetch_size");
    const char *threads = fid_run_fact (run, "workload.reader.read_threads");
    double n = size ? strtod (size, NULL) : 0, k = threads ? strtod (threads, NULL) : 1;
    return n > 0 ? fmin (n * fmax (1, k), DEPTH_MAX) : 0;
}

static int
open_slowdown (struct fid_measuring *m)
{
    struct slowdown *in = m->in;
    /* a window of its own for each side only if both are known: a difference between a
     * known depth and a guess would be an error of the guess */
    double depth[2] = {depth_of (m->run[0]), depth_of (m->run[1])};
    bool known = depth[0] > 0 && depth[1] > 0, idle = true;
    for (int k = 0; k < 2; k++) {
        struct job *job = &in->side[k];
        if (job_init (job, m->run[k], known ? depth[k] : DEPTH, m->err))
            return -1;
        idle = idle && !(fid_sum (job->op, job->n) > 0);
    }
    if (idle)
        m->res->status = FID_STATUS_IDLE;
    return 0;
}

static void
close_slowdown (void *data)
{
    struct slowdown *in = data;
    free (in->side[0].compute_s);
    free (in->side[1].compute_s);
}

/* How much longer the job takes at a cost. */
static double
ratio (const struct fid_slowdown_job *job, double cost)
{
    double alone = fid_slowdown_time (job, 0);
    return alone > 0 ? fid_slowdown_time (job, cost) / alone : 1;
}

static int
curves (struct fid_measuring *m, struct fid_signals *s)
{
    struct slowdown *in = m->in;
    bool bytes = m->what->quantity == FID_QUANTITY_SLOW_BANDWIDTH;
    struct fid_slowdown_job job[2];
    double cost[FID_SLOWDOWN_N];
    for (int k = 0; k < 2; k++) {
        const struct job *j = &in->side[k];
        job[k] =
            (struct fid_slowdown_job){j->compute_s, bytes ? j->byte : j->op, j->n, j->overlap};
        if (bytes && !j->sized)
            s->miss = (struct fid_reason){.code = FID_REASON_NO_SIZES,
                                          .sides = s->miss.sides | (unsigned)(k + 1)};
    }
    double demand = fid_sum (job[0].demand, job[0].n) / in->side[0].length_s;
    if (!s->miss.code && !(demand > 0 && isfinite (demand)))
        s->miss.code = FID_REASON_NOT_DEFINED;
    if (s->miss.code)
        return 0;
    fid_slowdown_costs (1 / demand, cost);
    for (int k = 0; k < 2; k++) {
        s->side[k] = (struct fid_signal){.x = in->curve[k], .n = FID_SLOWDOWN_N, .dt_s = 1};
        if (fid_slowdown_curve (&job[k], cost, FID_SLOWDOWN_N, in->curve[k])) {
            s->miss.code = FID_REASON_NOT_DEFINED;
            return 0;
        }
    }
    fid_signals_detail (s, "real_half", ratio (&job[0], 2 / demand));
    fid_signals_detail (s, "emulation_half", ratio (&job[1], 2 / demand));
    fid_signals_detail (s, "real_quarter", ratio (&job[0], 4 / demand));
    fid_signals_detail (s, "emulation_quarter", ratio (&job[1], 4 / demand));
    fid_signals_detail (s, bytes ? "mean_bytes_s" : "mean_ops_s", demand);
    fid_signals_detail (s, "real_overlap", job[0].overlap);
    fid_signals_detail (s, "emulation_overlap", job[1].overlap);
    fid_signals_detail (s, "real_window_s", in->side[0].window_s);
    fid_signals_detail (s, "emulation_window_s", in->side[1].window_s);
    if (!bytes) {
        fid_signals_detail (s, "real_readers", in->side[0].readers);
        fid_signals_detail (s, "emulation_readers", in->side[1].readers);
    }
    return 0;
}

static const struct fid_planned slowdown_measures[] = {
    FID_PLANNED (VOLUME, slowdown, SLOW_BANDWIDTH, curves),
    FID_PLANNED (VOLUME, slowdown, SLOW_LATENCY, curves),
};

const struct fid_plan fid_plan_SLOWDOWN = {
    .open = open_slowdown,
    .close = close_slowdown,
    .in_size = sizeof (struct slowdown),
    .needs = FID_NEEDS_DATA | FID_NEEDS_PHASES | FID_NEEDS_STEPS | FID_NEEDS_WHOLE_DATA,
    .windows = 1u << FID_WINDOW_TRAINING,
    .measure = slowdown_measures,
    .measure_n = sizeof slowdown_measures / sizeof *slowdown_measures,
};
