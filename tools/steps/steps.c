/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steps.c - see steps.h */
#include "readers/digest.h"
#include "tools/steps/recording.h"

/* The kind of recordings to read. */
static int choose_source (const struct fid_steps_recordings *found,
                          const struct fid_steps_opts *opts, enum fid_steps_source *source)
{
    size_t n[FID_STEPS_SOURCE_N] = {0}, kinds = 0;
    for (size_t i = 0; i < found->r_n; i++)
        n[found->r[i].source]++;
    for (int s = 0; s < FID_STEPS_SOURCE_N; s++)
        if (n[s] && (opts->source < 0 || opts->source == s)) {
            *source = (enum fid_steps_source)s;
            kinds++;
        }
    if (!kinds)
        return fid_errorf (&fid_why, FID_EINPUT, "no recording of %s was found",
                           opts->source < 0 ? "a known configuration"
                                            : fid_steps_source_names[opts->source]);
    if (kinds > 1)
        return fid_errorf (&fid_why, FID_EUSAGE,
                           "recordings of several kinds (mllog %zu, timeline %zu, dlio %zu): "
                           "choose by --from",
                           n[FID_STEPS_MLLOG], n[FID_STEPS_TIMELINE], n[FID_STEPS_DLIO]);
    return 0;
}

/* *unknown: the user must name the workload; an error, but only after unusable files have
 * been reported. */
static int choose_workload (const struct fid_steps_recordings *found,
                            const struct fid_steps_opts *opts, struct fid_step_stats *steps,
                            bool *unknown)
{
    int workload = opts->workload;
    if (workload < 0)
        workload = fid_steps_detect_workload (found, steps->source);
    *unknown = workload < 0;
    steps->workload = *unknown ? FID_STEPS_UNET3D : (enum fid_steps_workload)workload;
    steps->guessed = opts->workload < 0;
    if (*fid_steps_metrics (steps->source, steps->workload) == FID_STEPS_METRIC_N)
        return fid_errorf (&fid_why, FID_EUSAGE, "recordings of kind %s have no steps of %s",
                           fid_steps_source_names[steps->source],
                           fid_steps_workload_names[steps->workload]);
    return 0;
}

static struct fid_steps_collector collector_of (const struct fid_steps_opts *opts,
                                                struct fid_step_stats *steps,
                                                struct fid_steps_config *c)
{
    const enum fid_steps_metric *m = fid_steps_metrics (steps->source, steps->workload);
    bool dlio = steps->source == FID_STEPS_DLIO;
    struct fid_steps_collector collector = {.opts = opts,
                                            .steps = steps,
                                            .into = c->value,
                                            .skip_first = steps->workload == FID_STEPS_UNET3D &&
                                                          !(dlio && opts->compat)};
    for (; *m != FID_STEPS_METRIC_N; m++)
        if (*m < FID_STEPS_MEASURED_N) {
            collector.wanted |= 1U << *m;
            collector.need++;
        }
    if (steps->source != FID_STEPS_MLLOG)
        collector.need = dlio ? 3 : 0;
    fid_steps_restart (&collector);
    return collector;
}

/* Keep a log for fid_steps_write_raw_data. */
static void add_log (struct fid_step_stats *steps, const struct fid_steps_recording *r)
{
    struct fid_span name = fid_file_name (r->path);
    if (fid_span_ends (name, ".log"))
        name.n -= 4;
    FID_APPEND (steps->log, (struct fid_steps_log){r->file[0], fid_copy (name)});
}

/* Add a recording to its configuration; an unusable one becomes a note and adds nothing. */
static void read_one (const struct fid_steps_recording *r, const struct fid_steps_opts *opts,
                      struct fid_step_stats *steps)
{
    size_t before[FID_STEPS_MEASURED_N], value_n = 0;
    struct fid_steps_config *c = fid_steps_config_of (steps, r->gpus, r->batch);
    for (int m = 0; m < FID_STEPS_MEASURED_N; m++)
        before[m] = c->value[m].v_n;
    struct fid_steps_collector collector = collector_of (opts, steps, c);
    if (fid_bad_input (fid_steps_collect (&collector, r))) {
        for (int m = 0; m < FID_STEPS_MEASURED_N; m++)
            c->value[m].v_n = before[m];
        fid_steps_add_note (steps, true, "%s", fid_why.text);
        return;
    }
    for (int m = 0; m < FID_STEPS_MEASURED_N; m++)
        value_n += c->value[m].v_n - before[m];
    if (!value_n) {
        fid_steps_add_note (steps, true, "%s: contains no step after the warm-up", r->path);
        return;
    }
    c->recording_n++;
    steps->recording_n++;
    if (steps->source == FID_STEPS_MLLOG && !collector.array)
        add_log (steps, r);
    /* the earlier tools used the values of all files so far in place of one file's */
    bool all = opts->compat && steps->source == FID_STEPS_MLLOG;
    fid_steps_trim (c, all ? 0 : before[FID_ALL_COMPUTE]);
}

/* --- what follows from the values */

/* Append samples / v to metric `to` for each value v of metric `of`. */
static void append_throughputs (struct fid_steps_config *c, enum fid_steps_metric to,
                                double samples, enum fid_steps_metric of)
{
    for (size_t i = 0; i < c->value[of].v_n; i++)
        FID_APPEND (c->value[to].v, samples / c->value[of].v[i]);
}

static void derive_throughput (const struct fid_step_stats *s, struct fid_steps_config *c,
                               enum fid_steps_metric m)
{
    double batch = (double)c->batch;
    bool unet3d = s->workload == FID_STEPS_UNET3D;
    switch (m) {
    case FID_DATA_LOADING_THROUGHPUT:
        append_throughputs (c, m, batch,
                            s->source == FID_STEPS_DLIO ? FID_LOAD_BATCH_INNER
                                                        : FID_LOAD_BATCH_MEM);
        break;
    case FID_DATA_PROC_THROUGHPUT: /* a profiler's step ends with the computation */
        append_throughputs (c, m, batch,
                            s->source == FID_STEPS_TIMELINE ? FID_STEP_END : FID_ALL_COMPUTE);
        break;
    case FID_FROM_DISK_THROUGHPUT:
        append_throughputs (c, m, unet3d ? 1 : batch,
                            unet3d ? FID_SAMPLE_LOAD : FID_BATCH_LOAD);
        break;
    case FID_SAMPLE_LOAD_THROUGHPUT:
        append_throughputs (c, m, 1, FID_SAMPLE_LOAD);
        append_throughputs (c, m, 1, FID_LOAD_SAMPLE);
        break;
    default:
        append_throughputs (c, m, batch, FID_STEP_END);
    }
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

static void describe_values (const struct fid_steps_values *values, struct fid_described *out)
{
    size_t n = values->v_n;
    if (!n)
        return;
    FID_FREED double *sorted = malloc (n * sizeof *sorted);
    if (!sorted)
        fid_must (fid_error_nomem (&fid_why));
    memcpy (sorted, values->v, n * sizeof *sorted);
    if (fid_describe (sorted, n, out))
        fid_fail (FID_EINTERNAL, "a duration is not finite");
    python_mean (sorted, n, &out->mean, &out->std);
    if (n > 1) {
        out->q1 = python_quartile (sorted, n, 1);
        out->q3 = python_quartile (sorted, n, 3);
    }
}

/* saved: the values of throughputs are there already. */
static void derive_values (struct fid_step_stats *s, bool saved)
{
    for (struct fid_steps_config *c = s->config; c < s->config + s->config_n; c++)
        for (const enum fid_steps_metric *m = fid_steps_metrics (s->source, s->workload);
             *m != FID_STEPS_METRIC_N; m++) {
            if (*m >= FID_STEPS_MEASURED_N && !saved)
                derive_throughput (s, c, *m);
            describe_values (&c->value[*m], &c->stat[*m]);
        }
}

/* --- all folders */

FID_ORDER_BY (by_config, struct fid_steps_config, FID_RISING (gpus) FID_RISING (batch))

/* Drop configurations without a usable recording; sort the others. */
static void sort_configs (struct fid_step_stats *steps)
{
    size_t n = 0;
    for (size_t i = 0; i < steps->config_n; i++)
        if (steps->config[i].recording_n)
            steps->config[n++] = steps->config[i];
    steps->config_n = n;
    FID_SORT (steps->config, n, by_config);
}

/* Whether dir[i] is the same folder as an earlier one; -1: it cannot be told. */
static int is_repeated (char *const *dir, size_t i)
{
    bool again = false;
    for (size_t k = 0; k < i && !again; k++)
        if (fid_files_same (dir[k], dir[i], &again, &fid_why))
            return -1;
    return again;
}

/* What the folders have. */
static int read_folders (char *const *dir, size_t dir_n, const struct fid_steps_opts *opts,
                         struct fid_steps_recordings *found, struct fid_step_stats *steps)
{
    for (size_t i = 0; i < dir_n; i++) {
        int again = fid_digest_refuse (dir[i], &fid_why) ? -1 : is_repeated (dir, i);
        if (again > 0)
            fid_steps_add_note (steps, false, "%s: given twice, counted once", dir[i]);
        else if (again < 0 || (opts->saved ? fid_steps_read_saved (dir[i], steps)
                                           : fid_steps_find (dir[i], opts, found, steps)))
            return -1;
    }
    return 0;
}

int fid_steps_read (char *const *dir, size_t dir_n, const struct fid_steps_opts *opts,
                    struct fid_step_stats *steps)
{
    struct fid_steps_recordings found = {0};
    bool unknown = false;
    *steps = (struct fid_step_stats){.source = FID_STEPS_MLLOG};
    if (read_folders (dir, dir_n, opts, &found, steps) ||
        (!opts->saved && (choose_source (&found, opts, &steps->source) ||
                          choose_workload (&found, opts, steps, &unknown))))
        return -1;
    for (size_t i = 0; i < found.r_n; i++)
        if (found.r[i].source == steps->source)
            read_one (&found.r[i], opts, steps);
    sort_configs (steps);
    if (!opts->saved && !steps->config_n)
        return fid_errorf (&fid_why, FID_EINPUT, "no recording is usable%s",
                           unknown ? ", and the workload is unknown (--workload)" : "");
    if (unknown)
        return fid_errorf (&fid_why, FID_EUSAGE,
                           "the workload is unknown: name it with --workload");
    derive_values (steps, opts->saved);
    return 0;
}

size_t fid_steps_gpus_n (const struct fid_step_stats *steps)
{
    size_t n = 0;
    for (size_t i = 0; i < steps->config_n; i++)
        n += !i || steps->config[i].gpus != steps->config[i - 1].gpus;
    return n;
}
