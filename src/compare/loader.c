/* loader.c - see loader.h */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include "compare/extract.h"
#include "compare/loader.h"
#include "metrics/aggregate.h"

/* Batches that a loader prefetches: two for each of two processes, as PyTorch does. */
#define DEPTH     4.
#define DEPTH_MAX 1024.

/* Where only step times are known, one in ten is taken to have waited for nothing. */
#define WAIT_FREE 0.1

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

/* Places the steps one after another over the training's length.  Adds their computation to the
 * windows, and to wait[bins] the share of each bin in which a step waits. */
static int
lay_steps (const struct fid_run *run, struct fid_loader *job, double *wait, size_t bins, double bin_s,
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
loader_init (struct fid_loader *job, const struct fid_run *run, double depth,
             struct fid_error *err)
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

int
fid_loaders_init (struct fid_loader side[2], const struct fid_run *real,
                  const struct fid_run *emulation, struct fid_error *err)
{
    const struct fid_run *run[2] = {real, emulation};
    /* a window of its own for each side only if both are known: a difference between a
     * known depth and a guess would be an error of the guess */
    double depth[2] = {depth_of (real), depth_of (emulation)};
    bool known = depth[0] > 0 && depth[1] > 0;
    for (int k = 0; k < 2; k++)
        if (loader_init (&side[k], run[k], known ? depth[k] : DEPTH, err))
            return -1;
    return 0;
}

void
fid_loaders_clear (struct fid_loader side[2])
{
    for (int k = 0; k < 2; k++) {
        free (side[k].compute_s);
        side[k] = (struct fid_loader){0};
    }
}
