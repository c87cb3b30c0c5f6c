/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stats.c - the metrics of each kind of recordings, and what follows from them: throughputs,
 * statistics, fits */
#include <gsl/gsl_errno.h>
#include "metrics/ols.h"
#include "tools/steps/steps.h"

const char *const fid_steps_source_names[] = {"mllog", "timeline", "dlio", NULL};
const char *const fid_steps_workload_names[] = {"unet3d", "bert", "dlrm", NULL};
const char *const fid_steps_workload_titles[] = {"UNET3D", "BERT", "DLRM", NULL};
const char *const fid_steps_metric_names[FID_STEPS_METRIC_N] = {
    [FID_STEP_END] = "step_end",
    [FID_LOAD_BATCH_MEM] = "load_batch_mem",
    [FID_LOAD_BATCH_INNER] = "load_batch_inner",
    [FID_ALL_COMPUTE] = "all_compute",
    [FID_SAMPLE_LOAD] = "sample_load",
    [FID_LOAD_SAMPLE] = "load_sample",
    [FID_SAMPLE_PREPROC] = "sample_preproc",
    [FID_BATCH_LOAD] = "batch_load",
    [FID_BATCH_PREPROC] = "batch_preproc",
    [FID_DATA_LOADING_THROUGHPUT] = "data_loading_throughput",
    [FID_DATA_PROC_THROUGHPUT] = "data_proc_throughput",
    [FID_FROM_DISK_THROUGHPUT] = "from_disk_throughput",
    [FID_SAMPLE_LOAD_THROUGHPUT] = "sample_load_throughput",
    [FID_STEP_THROUGHPUT] = "step_throughput",
};

#define SECONDS(metric)                                                                        \
    {                                                                                          \
        metric, FID_STEPS_MEASURED, 0, 0                                                       \
    }
#define BATCHES(metric, of)                                                                    \
    {                                                                                          \
        metric, FID_STEPS_OF_BATCH, of, 0                                                      \
    }
#define SAMPLES(metric, of, also)                                                              \
    {                                                                                          \
        metric, FID_STEPS_OF_SAMPLE, of, also                                                  \
    }
#define STEP_PARTS                                                                             \
    SECONDS (FID_STEP_END), SECONDS (FID_LOAD_BATCH_MEM), SECONDS (FID_ALL_COMPUTE)
#define STEP_RATES(disk)                                                                       \
    BATCHES (FID_DATA_LOADING_THROUGHPUT, FID_LOAD_BATCH_MEM),                                 \
        BATCHES (FID_DATA_PROC_THROUGHPUT, FID_ALL_COMPUTE), disk,                             \
        BATCHES (FID_STEP_THROUGHPUT, FID_STEP_END)
#define DLIO_STEP                                                                              \
    SECONDS (FID_LOAD_BATCH_MEM), SECONDS (FID_LOAD_BATCH_INNER), SECONDS (FID_ALL_COMPUTE),   \
        SECONDS (FID_STEP_END), BATCHES (FID_DATA_PROC_THROUGHPUT, FID_ALL_COMPUTE),           \
        BATCHES (FID_DATA_LOADING_THROUGHPUT, FID_LOAD_BATCH_INNER),                           \
        BATCHES (FID_STEP_THROUGHPUT, FID_STEP_END)

const struct fid_steps_kind fid_steps_kinds[FID_STEPS_KIND_N] = {
    {FID_STEPS_MLLOG,
     FID_STEPS_UNET3D,
     {STEP_PARTS, SECONDS (FID_SAMPLE_LOAD), SECONDS (FID_SAMPLE_PREPROC),
      STEP_RATES (SAMPLES (FID_FROM_DISK_THROUGHPUT, FID_SAMPLE_LOAD, 0))}},
    {FID_STEPS_MLLOG,
     FID_STEPS_DLRM,
     {STEP_PARTS, SECONDS (FID_BATCH_LOAD), SECONDS (FID_BATCH_PREPROC),
      STEP_RATES (BATCHES (FID_FROM_DISK_THROUGHPUT, FID_BATCH_LOAD))}},
    /* a profiler's step ends with the computation */
    {FID_STEPS_TIMELINE,
     FID_STEPS_BERT,
     {SECONDS (FID_ALL_COMPUTE), SECONDS (FID_LOAD_BATCH_MEM), SECONDS (FID_STEP_END),
      BATCHES (FID_DATA_LOADING_THROUGHPUT, FID_LOAD_BATCH_MEM),
      BATCHES (FID_DATA_PROC_THROUGHPUT, FID_STEP_END)}},
    {FID_STEPS_DLIO,
     FID_STEPS_UNET3D,
     {DLIO_STEP, SECONDS (FID_SAMPLE_LOAD), SECONDS (FID_LOAD_SAMPLE),
      SECONDS (FID_SAMPLE_PREPROC),
      SAMPLES (FID_SAMPLE_LOAD_THROUGHPUT, FID_SAMPLE_LOAD, FID_LOAD_SAMPLE)}},
    {FID_STEPS_DLIO, FID_STEPS_BERT, {DLIO_STEP}},
    {FID_STEPS_DLIO,
     FID_STEPS_DLRM,
     {DLIO_STEP, SECONDS (FID_BATCH_LOAD), SECONDS (FID_BATCH_PREPROC),
      BATCHES (FID_FROM_DISK_THROUGHPUT, FID_BATCH_LOAD)}},
};

void fid_steps_set_kind (struct fid_step_stats *steps, const struct fid_steps_kind *kind)
{
    steps->source = kind->source;
    steps->workload = kind->workload;
    steps->row = kind->row;
    steps->row_n = 0;
    while (steps->row[steps->row_n].how != FID_STEPS_NO_ROW)
        steps->row_n++;
}

void fid_steps_add_note (struct fid_step_stats *steps, bool failed, const char *fmt, ...)
{
    char text[512];
    va_list ap;
    va_start (ap, fmt);
    vsnprintf (text, sizeof text, fmt, ap);
    va_end (ap);
    FID_APPEND (steps->note, (struct fid_steps_note){fid_textf ("%s", text), failed});
    steps->failed_n += failed;
}

struct fid_steps_config *fid_steps_config_of (struct fid_step_stats *steps, int64_t gpus,
                                              int64_t batch)
{
    FID_EACH (struct fid_steps_config, c, steps->config)
        if (c->gpus == gpus && c->batch == batch)
            return c;
    FID_APPEND (steps->config, (struct fid_steps_config){.gpus = gpus, .batch = batch});
    return &steps->config[steps->config_n - 1];
}

size_t fid_steps_gpus_n (const struct fid_step_stats *steps)
{
    size_t n = 0;
    for (size_t i = 0; i < steps->config_n; i++)
        n += !i || steps->config[i].gpus != steps->config[i - 1].gpus;
    return n;
}

/* --- what follows from the values */

/* Append samples / v to a throughput for each duration v of a metric. */
static void append_throughputs (struct fid_steps_config *c, const struct fid_steps_row *row,
                                enum fid_steps_metric of)
{
    double samples = row->how == FID_STEPS_OF_BATCH ? (double)c->batch : 1;
    FID_EACH (const double, v, c->value[of].v)
        FID_APPEND (c->value[row->metric].v, samples / *v);
}

/* Quartile k as Python's statistics.quantiles computes it, to the last bit; n > 1. */
static double python_quartile (const double *sorted, size_t n, size_t k)
{
    size_t at = k * (n + 1) / 4;
    at = at < 1 ? 1 : at > n - 1 ? n - 1 : at;
    double share = (double)(k * (n + 1)) - 4 * (double)at;
    return (sorted[at - 1] * (4 - share) + sorted[at] * share) / 4;
}

/* Mean and deviation as Python's statistics, which computes with fractions: to the last bit
 * where long double has more digits than double.  *std is left alone for one value. */
static void python_mean (const double *v, size_t n, double *mean, double *std)
{
    long double sum = 0, squares = 0, rest = 0;
    for (size_t i = 0; i < n; i++)
        sum += v[i];
    for (size_t i = 0; i < n; i++) {
        long double d = v[i] - sum / n;
        rest += d;
        squares += d * d;
    }
    *mean = (double)(sum / n);
    if (n > 1)
        *std = (double)sqrtl (fmaxl (squares - rest * rest / n, 0) / (n - 1));
}

/* The values from `from` on, sorted; freed by the caller. */
static double *sorted_from (const struct fid_steps_values *values, size_t from)
{
    size_t n = values->v_n - from;
    double *x = fid_have (fid_array_copy (values->v + from, n, sizeof *x, &fid_why));
    fid_sort (x, n);
    return x;
}

static void describe_values (const struct fid_steps_values *values, struct fid_described *out)
{
    size_t n = values->v_n;
    if (!n)
        return;
    FID_FREED double *sorted = sorted_from (values, 0);
    if (fid_describe (sorted, n, out))
        fid_fail (FID_EINTERNAL, "a duration is not finite");
    python_mean (sorted, n, &out->mean, &out->std);
    if (n > 1) {
        out->q1 = python_quartile (sorted, n, 1);
        out->q3 = python_quartile (sorted, n, 3);
    }
}

void fid_steps_derive (struct fid_step_stats *s, bool saved)
{
    FID_EACH (struct fid_steps_config, c, s->config)
        FID_EACH (const struct fid_steps_row, row, s->row) {
            if (row->how != FID_STEPS_MEASURED && !saved) { /* else they are there */
                append_throughputs (c, row, row->of);
                if (row->also)
                    append_throughputs (c, row, row->also);
            }
            describe_values (&c->value[row->metric], &c->stat[row->metric]);
        }
}

void fid_steps_trim (struct fid_steps_config *c, size_t from)
{
    const struct fid_steps_values *all = &c->value[FID_ALL_COMPUTE];
    size_t n = all->v_n - from, first = 0;
    if (!n)
        return;
    FID_FREED double *x = sorted_from (all, from);
    double low = fid_quantile (x, n, .01), high = fid_quantile (x, n, .99);
    while (n && x[n - 1] > high)
        n--;
    while (first < n && x[first] < low)
        first++;
    n -= first;
    if (n) { /* two different values leave none between */
        double mean = fid_mean (x + first, n);
        FID_APPEND (c->mu.v, mean);
        FID_APPEND (c->std.v, fid_std (x + first, n, mean, n));
    }
}

/* --- the fit */

/* The points: y, and in x[n][k] GPUs and batch size, each only if it varies. */
static size_t points_of (const struct fid_step_stats *s, bool std, double *x, double *y,
                         struct fid_steps_fit *fit)
{
    size_t n = 0, k = 0;
    const struct fid_steps_config *first = NULL;
    FID_EACH (const struct fid_steps_config, c, s->config) {
        if (!c->mu.v_n)
            continue;
        first = first ? first : c;
        fit->has_gpus |= c->gpus != first->gpus;
        fit->has_batch |= c->batch != first->batch;
    }
    FID_EACH (const struct fid_steps_config, c, s->config)
        for (size_t j = 0; j < c->mu.v_n; j++) {
            if (fit->has_gpus)
                x[k++] = (double)c->gpus;
            if (fit->has_batch)
                x[k++] = (double)c->batch;
            y[n++] = std ? c->std.v[j] : c->mu.v[j];
        }
    return n;
}

struct fid_steps_fit fid_steps_fit (const struct fid_step_stats *s, bool std)
{
    size_t cap = 1;
    double coef[3] = {0};
    struct fid_steps_fit fit = {.why = "no recording has enough values of all_compute"};
    FID_EACH (const struct fid_steps_config, c, s->config)
        cap += c->mu.v_n;
    double *x = fid_take (2 * cap, sizeof *x), *y = fid_take (cap, sizeof *y);
    fit.n = points_of (s, std, x, y, &fit);
    size_t k = (size_t)fit.has_gpus + fit.has_batch;
    if (!fit.n)
        return fit;
    if (!k) { /* the mean explains no difference between points */
        fit.why = NULL;
        fit.intercept = fid_mean (y, fit.n);
        fit.has_r2 = fit.n > 1;
        fit.r2 = 1;
        for (size_t i = 1; i < fit.n; i++)
            if (y[i] != y[0])
                fit.r2 = 0;
        return fit;
    }
    int code = fid_ols (x, y, fit.n, k, coef, &fit.r2);
    if (code == GSL_ENOMEM)
        fid_must (fid_error_nomem (&fid_why));
    fit.why = code == 0             ? NULL
              : code == GSL_EBADLEN ? "fewer recordings than unknowns"
                                    : "GPUs and batch sizes vary together";
    fit.has_r2 = true;
    fit.intercept = coef[0];
    fit.gpus = fit.has_gpus ? coef[1] : 0;
    fit.batch = fit.has_batch ? coef[k] : 0;
    return fit;
}
