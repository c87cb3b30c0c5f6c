/* steps.c - see steps.h */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/order.h"
#include "base/text.h"
#include "readers/digest.h"
#include "tools/steps/recording.h"

/* The kind of recordings to read. */
static int
choose_source (const struct fid_steps_recordings *found, const struct fid_steps_opts *opts,
               enum fid_steps_source *source, struct fid_error *err)
{
    size_t n[FID_STEPS_SOURCE_N] = {0}, kinds = 0;
    for (size_t i = 0; i < found->n; i++)
        n[found->r[i].source]++;
    for (int s = 0; s < FID_STEPS_SOURCE_N; s++)
        if (n[s] && (opts->source < 0 || opts->source == s)) {
            *source = (enum fid_steps_source)s;
            kinds++;
        }
    if (!kinds)
        return fid_errorf (err, FID_EINPUT, "no recording of %s was found",
                           opts->source < 0
                               ? "a known configuration"
                               : fid_steps_source_names[opts->source]);
    if (kinds > 1)
        return fid_errorf (err, FID_EUSAGE,
                           "recordings of several kinds (mllog %zu, timeline %zu, dlio %zu): "
                           "choose by --from",
                           n[FID_STEPS_MLLOG], n[FID_STEPS_TIMELINE], n[FID_STEPS_DLIO]);
    return 0;
}

/* *unknown: the user must name the workload; an error, but only after unusable files have
 * been reported. */
static int
choose_workload (const struct fid_steps_recordings *found, const struct fid_steps_opts *opts,
                 struct fid_step_stats *steps, bool *unknown, struct fid_error *err)
{
    int workload = opts->workload;
    if (workload < 0 && fid_steps_detect_workload (found, steps->source, &workload, err))
        return -1;
    *unknown = workload < 0;
    steps->workload = *unknown ? FID_STEPS_UNET3D : (enum fid_steps_workload)workload;
    steps->guessed = opts->workload < 0;
    if (*fid_steps_metrics (steps->source, steps->workload) == FID_STEPS_METRIC_N)
        return fid_errorf (err, FID_EUSAGE, "recordings of kind %s have no steps of %s",
                           fid_steps_source_names[steps->source],
                           fid_steps_workload_names[steps->workload]);
    return 0;
}

static struct fid_steps_collector
collector_of (const struct fid_steps_opts *opts, struct fid_step_stats *steps,
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
static int
add_log (struct fid_step_stats *steps, const struct fid_steps_recording *r,
         struct fid_error *err)
{
    struct fid_span name = fid_file_name (r->path);
    if (fid_span_ends (name, ".log"))
        name.n -= 4;
    if (fid_array_grow (&steps->log, &steps->log_cap, steps->log_n + 1, sizeof *steps->log,
                        err))
        return -1;
    struct fid_steps_log *log = &steps->log[steps->log_n];
    log->path = fid_strdup (r->file[0], err);
    log->name = log->path ? fid_strndup (name.p, name.n, err) : NULL;
    if (!log->name) {
        free (log->path);
        return -1;
    }
    steps->log_n++;
    return 0;
}

/* Add a recording to its configuration; an unusable one becomes a note and adds nothing. */
static int
read_one (const struct fid_steps_recording *r, const struct fid_steps_opts *opts,
          struct fid_step_stats *steps, struct fid_error *err)
{
    size_t before[FID_STEPS_MEASURED_N], value_n = 0;
    struct fid_error why;
    struct fid_steps_config *c = fid_steps_config_of (steps, r->gpus, r->batch, err);
    if (!c)
        return -1;
    for (int m = 0; m < FID_STEPS_MEASURED_N; m++)
        before[m] = c->value[m].n;
    struct fid_steps_collector collector = collector_of (opts, steps, c);
    if (fid_steps_collect (&collector, r, &why)) {
        for (int m = 0; m < FID_STEPS_MEASURED_N; m++)
            c->value[m].n = before[m];
        if (why.status == FID_EINPUT)
            return fid_steps_add_note (steps, true, err, "%s", why.text);
        *err = why;
        return -1;
    }
    for (int m = 0; m < FID_STEPS_MEASURED_N; m++)
        value_n += c->value[m].n - before[m];
    if (!value_n)
        return fid_steps_add_note (steps, true, err, "%s: contains no step after the warm-up",
                                   r->path);
    c->recording_n++;
    steps->recording_n++;
    if (steps->source == FID_STEPS_MLLOG && !collector.array && add_log (steps, r, err))
        return -1;
    /* the earlier tools used the values of all files so far in place of one file's */
    bool all = opts->compat && steps->source == FID_STEPS_MLLOG;
    return fid_steps_trim (c, all ? 0 : before[FID_ALL_COMPUTE], err);
}

/* --- what follows from the values */

/* Append samples / v to metric `to` for each value v of metric `of`. */
static int
append_throughputs (struct fid_steps_config *c, enum fid_steps_metric to, double samples,
                    enum fid_steps_metric of, struct fid_error *err)
{
    for (size_t i = 0; i < c->value[of].n; i++)
        if (fid_steps_append (&c->value[to], samples / c->value[of].v[i], err))
            return -1;
    return 0;
}

static int
derive_throughput (const struct fid_step_stats *s, struct fid_steps_config *c,
                   enum fid_steps_metric m, struct fid_error *err)
{
    double batch = (double)c->batch;
    switch (m) {
    case FID_DATA_LOADING_THROUGHPUT:
        return append_throughputs (
            c, m, batch,
            s->source == FID_STEPS_DLIO ? FID_LOAD_BATCH_INNER : FID_LOAD_BATCH_MEM, err);
    case FID_DATA_PROC_THROUGHPUT: /* a profiler's step ends with the computation */
        return append_throughputs (
            c, m, batch, s->source == FID_STEPS_TIMELINE ? FID_STEP_END : FID_ALL_COMPUTE, err);
    case FID_FROM_DISK_THROUGHPUT:
        return s->workload == FID_STEPS_UNET3D
                   ? append_throughputs (c, m, 1, FID_SAMPLE_LOAD, err)
                   : append_throughputs (c, m, batch, FID_BATCH_LOAD, err);
    case FID_SAMPLE_LOAD_THROUGHPUT:
        return append_throughputs (c, m, 1, FID_SAMPLE_LOAD, err) ||
                       append_throughputs (c, m, 1, FID_LOAD_SAMPLE, err)
                   ? -1
                   : 0;
    default:
        return append_throughputs (c, m, batch, FID_STEP_END, err);
    }
}

/* Quartile k as Python's statistics.quantiles computes it, to the last bit; n > 1. */
static double
python_quartile (const double *sorted, size_t n, size_t k)
{
    size_t at = k * (n + 1) / 4;
    at = at < 1 ? 1 : at > n - 1 ? n - 1 : at;
    double share = (double)(k * (n + 1)) - 4 * (double)at;
    return (sorted[at - 1] * (4 - share) + sorted[at] * share) / 4;
}

/* Mean and deviation as Python's statistics, which computes with fractions: to the last bit
 * where long double has more digits than double.  *std is left alone for one value. */
static void
python_mean (const double *v, size_t n, double *mean, double *std)
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

static int
describe_values (const struct fid_steps_values *values, struct fid_described *out,
                 struct fid_error *err)
{
    if (!values->n)
        return 0;
    double *sorted = malloc (values->n * sizeof *sorted);
    if (!sorted)
        return fid_error_nomem (err);
    memcpy (sorted, values->v, values->n * sizeof *sorted);
    int code = fid_describe (sorted, values->n, out);
    if (!code)
        python_mean (sorted, values->n, &out->mean, &out->std);
    if (!code && values->n > 1) {
        out->q1 = python_quartile (sorted, values->n, 1);
        out->q3 = python_quartile (sorted, values->n, 3);
    }
    free (sorted);
    return code ? fid_errorf (err, FID_EINTERNAL, "a duration is not finite") : 0;
}

/* saved: the values of throughputs are there already. */
static int
derive_values (struct fid_step_stats *s, bool saved, struct fid_error *err)
{
    int rc = 0;
    for (struct fid_steps_config *c = s->config; c < s->config + s->config_n; c++) {
        const enum fid_steps_metric *m = fid_steps_metrics (s->source, s->workload);
        for (; *m != FID_STEPS_METRIC_N && !rc; m++) {
            if (*m >= FID_STEPS_MEASURED_N && !saved)
                rc = derive_throughput (s, c, *m, err);
            if (!rc)
                rc = describe_values (&c->value[*m], &c->stat[*m], err);
        }
    }
    return rc;
}

/* --- all folders */

FID_ORDER_BY (by_config, struct fid_steps_config, FID_RISING (gpus) FID_RISING (batch))

static void
config_clear (struct fid_steps_config *c)
{
    for (int m = 0; m < FID_STEPS_METRIC_N; m++)
        free (c->value[m].v);
    free (c->mu.v);
    free (c->std.v);
}

/* Drop configurations without a usable recording; sort the others. */
static void
sort_configs (struct fid_step_stats *steps)
{
    size_t n = 0;
    for (size_t i = 0; i < steps->config_n; i++) {
        if (steps->config[i].recording_n)
            steps->config[n++] = steps->config[i];
        else
            config_clear (&steps->config[i]);
    }
    steps->config_n = n;
    if (n)
        qsort (steps->config, n, sizeof *steps->config, by_config);
}

/* Whether dir[i] is the same folder as an earlier one. */
static int
find_repeated (char *const *dir, size_t i, bool *again, struct fid_error *err)
{
    int rc = 0;
    *again = false;
    for (size_t k = 0; k < i && !*again && !rc; k++)
        rc = fid_files_same (dir[k], dir[i], again, err);
    return rc;
}

int
fid_steps_read (char *const *dir, size_t dir_n, const struct fid_steps_opts *opts,
                struct fid_step_stats *steps, struct fid_error *err)
{
    struct fid_steps_recordings found = {0};
    bool unknown = false;
    int rc = 0;
    *steps = (struct fid_step_stats){.source = FID_STEPS_MLLOG};
    for (size_t i = 0; i < dir_n && !rc; i++) {
        bool again;
        rc = fid_digest_refuse (dir[i], err) || find_repeated (dir, i, &again, err) ? -1
             : again ? fid_steps_add_note (steps, false, err, "%s: given twice, counted once",
                                           dir[i])
             : opts->saved
                 ? fid_steps_read_saved (dir[i], steps, err)
                 : fid_steps_find (dir[i], opts, &found, steps, err);
    }
    if (opts->saved && !rc) {
        sort_configs (steps);
        rc = derive_values (steps, true, err);
    }
    if (opts->saved)
        goto done;
    if (rc || choose_source (&found, opts, &steps->source, err) ||
        choose_workload (&found, opts, steps, &unknown, err)) {
        rc = -1;
        goto done;
    }
    for (size_t i = 0; i < found.n && !rc; i++)
        if (found.r[i].source == steps->source)
            rc = read_one (&found.r[i], opts, steps, err);
    sort_configs (steps);
    if (!rc && !steps->config_n)
        rc = fid_errorf (err, FID_EINPUT, "no recording is usable%s",
                         unknown ? ", and the workload is unknown (--workload)" : "");
    else if (!rc && unknown)
        rc = fid_errorf (err, FID_EUSAGE, "the workload is unknown: name it with --workload");
    if (!rc)
        rc = derive_values (steps, false, err);
done:
    fid_steps_recordings_clear (&found);
    return rc;
}

void
fid_steps_clear (struct fid_step_stats *steps)
{
    for (size_t i = 0; i < steps->config_n; i++)
        config_clear (&steps->config[i]);
    for (size_t i = 0; i < steps->note_n; i++)
        free (steps->note[i].text);
    for (size_t i = 0; i < steps->log_n; i++) {
        free (steps->log[i].path);
        free (steps->log[i].name);
    }
    free (steps->log);
    free (steps->config);
    free (steps->note);
    *steps = (struct fid_step_stats){.source = FID_STEPS_MLLOG};
}

size_t
fid_steps_gpus_n (const struct fid_step_stats *steps)
{
    size_t n = 0;
    for (size_t i = 0; i < steps->config_n; i++)
        n += !i || steps->config[i].gpus != steps->config[i - 1].gpus;
    return n;
}
