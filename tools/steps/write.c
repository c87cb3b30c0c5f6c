/* SPDX-License-Identifier: GPL-3.0-or-later */
/* write.c - see write.h */
#include "base/outfile.h"
#include "base/python_repr.h"
#include "readers/mllog/mllog_copy.h"
#include "tools/python_json.h"
#include "tools/steps/fit.h"
#include "tools/steps/recording.h"
#include "tools/steps/write.h"

/* --- statistics */

enum { MEAN, MEDIAN, STD, Q1, Q3, STATISTIC_N };

static const char *const names[STATISTIC_N] = {"mean", "median", "std", "q1", "q3"};

/* NaN: a single value has no deviation and no quartiles. */
static double statistic_of (const struct fid_described *d, int which)
{
    const double v[STATISTIC_N] = {d->mean, d->median, d->std, d->q1, d->q3};
    return d->n > 1 || which <= MEDIAN ? v[which] : NAN;
}

/* --- JSON: {gpus: {batch: ...}} */

typedef void put_config (struct fid_python_json *j, const struct fid_step_stats *s,
                         const struct fid_steps_config *c);

static void put_json (FILE *f, const struct fid_step_stats *s, bool indented, put_config *put)
{
    struct fid_python_json j = {.f = f, .indented = indented};
    char key[24];
    fid_python_json_begin (&j, NULL, '{');
    for (size_t i = 0; i < s->config_n; i++) {
        const struct fid_steps_config *c = &s->config[i];
        if (!i || c[-1].gpus != c->gpus) {
            if (i)
                fid_python_json_end (&j, '}');
            snprintf (key, sizeof key, "%" PRId64, c->gpus);
            fid_python_json_begin (&j, key, '{');
        }
        snprintf (key, sizeof key, "%" PRId64, c->batch);
        fid_python_json_begin (&j, key, '{');
        put (&j, s, c);
        fid_python_json_end (&j, '}');
    }
    if (s->config_n)
        fid_python_json_end (&j, '}');
    fid_python_json_end (&j, '}');
}

static void put_list (struct fid_python_json *j, const char *key,
                      const struct fid_steps_values *values)
{
    fid_python_json_begin (j, key, '[');
    for (size_t i = 0; i < values->v_n; i++)
        fid_python_json_number (j, NULL, values->v[i]);
    fid_python_json_end (j, ']');
}

static void put_values (struct fid_python_json *j, const struct fid_step_stats *s,
                        const struct fid_steps_config *c)
{
    const enum fid_steps_metric *m = fid_steps_metrics (s->source, s->workload);
    for (; *m != FID_STEPS_METRIC_N; m++)
        put_list (j, fid_steps_metric_name (*m), &c->value[*m]);
}

static void put_fits (struct fid_python_json *j, const struct fid_step_stats *s,
                      const struct fid_steps_config *c)
{
    (void)s;
    put_list (j, "mu", &c->mu);
    put_list (j, "std", &c->std);
}

static void put_described (struct fid_python_json *j, const struct fid_described *d,
                           const int *order)
{
    for (int i = 0; i < STATISTIC_N && d->n; i++)
        fid_python_json_number (j, names[order[i]], statistic_of (d, order[i]));
}

static void put_statistics (struct fid_python_json *j, const struct fid_step_stats *s,
                            const struct fid_steps_config *c)
{
    static const int order[] = {MEDIAN, MEAN, STD, Q1, Q3};
    const enum fid_steps_metric *m = fid_steps_metrics (s->source, s->workload);
    for (; *m != FID_STEPS_METRIC_N; m++)
        if (c->stat[*m].n) {
            fid_python_json_begin (j, fid_steps_metric_name (*m), '{');
            put_described (j, &c->stat[*m], order);
            fid_python_json_end (j, '}');
        }
}

static void put_sleep_times (struct fid_python_json *j, const struct fid_step_stats *s,
                             const struct fid_steps_config *c)
{
    static const int order[] = {MEAN, STD, MEDIAN, Q1, Q3};
    (void)s;
    put_described (j, &c->stat[FID_ALL_COMPUTE], order);
}

/* --- text */

static void put_analysis (FILE *f, const struct fid_step_stats *s)
{
    static const int orders[2][STATISTIC_N] = {{MEAN, STD, Q1, MEDIAN, Q3},
                                               {MEAN, MEDIAN, STD, Q1, Q3}};
    static const char *const titles[2][STATISTIC_N] = {
        {"Mean", "Std", "q1", "Median", "q3"},
        {"Mean", "Median", "Std", "1st quartile", "3rd quart"}};
    bool timeline = s->source == FID_STEPS_TIMELINE;
    char text[FID_REPR_TEXT];
    fprintf (f, "%30s", "Metric");
    for (int i = 0; i < STATISTIC_N; i++)
        fprintf (f, "\t%15s", titles[timeline][i]);
    fputc ('\n', f);
    for (size_t i = 0; i < s->config_n; i++) {
        const struct fid_steps_config *c = &s->config[i];
        const enum fid_steps_metric *m = fid_steps_metrics (s->source, s->workload);
        fprintf (f, "%s_%" PRId64 "GPU_%" PRId64 "batch\n",
                 fid_steps_workload_title (s->workload), c->gpus, c->batch);
        for (; *m != FID_STEPS_METRIC_N; m++) {
            if (!c->stat[*m].n)
                continue;
            fprintf (f, "%30s:", fid_steps_metric_name (*m));
            for (int k = 0; k < STATISTIC_N; k++) {
                double v = statistic_of (&c->stat[*m], orders[timeline][k]);
                fprintf (f, "\t%15s", isnan (v) ? "n/a" : fid_repr (fid_rounded (v, 5), text));
            }
            fputc ('\n', f);
        }
        /* an empty line ends each configuration of the profiler, else each number of GPUs */
        if (timeline || i + 1 == s->config_n || c[1].gpus != c->gpus)
            fputc ('\n', f);
    }
}

/* A number as Python prints it, to nine digits: further ones depend on the order of sums. */
static const char *short_text (double v, char buf[FID_REPR_TEXT])
{
    snprintf (buf, FID_REPR_TEXT, "%.9g", v);
    return fid_repr (strtod (buf, NULL), buf);
}

/* The plane through the means or the deviations; the earlier tools indented each in its way. */
static void put_plane (FILE *f, const struct fid_step_stats *s, bool std)
{
    const char *first = std ? "    " : "    \t", *second = std ? "    \t" : "    \t\t";
    char gpus[FID_REPR_TEXT], batch[FID_REPR_TEXT], rest[FID_REPR_TEXT];
    struct fid_steps_fit fit = fid_steps_fit (s, std);
    fprintf (f, "Fitting lin reg gpus, batches and %ss:\n%sModel:%s\n", std ? "std" : "mu",
             first, std ? "" : " ");
    if (fit.why)
        fprintf (f, "%sn/a (%s)\n", second, fit.why);
    else
        fprintf (f, "%scompute_time_%s = np.dot([%s %s], [num_gpus, batch_size]) + %s\n",
                 second, std ? "std" : "mean", short_text (fit.gpus, gpus),
                 short_text (fit.batch, batch), short_text (fit.intercept, rest));
    fprintf (f, "%sR2: %s\n", first,
             !fit.why && fit.has_r2 ? short_text (fit.r2, rest) : "n/a");
}

/* --- files */

enum content { VALUES, ANALYSIS, FITS, PLANES, STATISTICS, SLEEP_TIMES };

static void write_file (const struct fid_step_stats *s, const char *path, const char *below,
                        enum content content)
{
    static put_config *const put_configs[] = {[VALUES] = put_values,
                                              [FITS] = put_fits,
                                              [STATISTICS] = put_statistics,
                                              [SLEEP_TIMES] = put_sleep_times};
    FILE *f = fid_file_begin (path, below);
    if (content == ANALYSIS) {
        put_analysis (f, s);
    } else if (content != PLANES) {
        put_json (f, s, content != STATISTICS, put_configs[content]);
    } else {
        put_plane (f, s, false);
        put_plane (f, s, true);
    }
    fid_file_end (f);
}

/* The analysis is bert_step_analysis.txt, else [DLIO_]WORKLOAD_step_analysis.log. */
const char *fid_steps_analysis_path (const char *dir, enum fid_steps_source source,
                                     enum fid_steps_workload workload)
{
    return source == FID_STEPS_TIMELINE ? fid_textf ("%s/bert_step_analysis.txt", dir)
                                        : fid_textf ("%s/%s%s_step_analysis.log", dir,
                                                     source == FID_STEPS_DLIO ? "DLIO_" : "",
                                                     fid_steps_workload_title (workload));
}

void fid_steps_write (const struct fid_step_stats *s, const char *dir, bool fit)
{
    bool timeline = s->source == FID_STEPS_TIMELINE;
    fid_must (fid_make_dirs (dir, dir, &fid_why));
    write_file (s, fid_textf ("%s/all_data.json", dir), dir, VALUES);
    write_file (s, fid_steps_analysis_path (dir, s->source, s->workload), dir, ANALYSIS);
    if (fit || timeline) {
        write_file (s, fid_textf ("%s/compute_time_fit.json", dir), dir, FITS);
        write_file (s, fid_textf ("%s/ditribution_fits.txt", dir), dir, PLANES);
    }
    if (!timeline)
        return;
    fid_must (fid_make_dirs (fid_textf ("%s/processed", dir), dir, &fid_why));
    write_file (s, fid_textf ("%s/processed/BERT_plotting_data.json", dir), dir, STATISTICS);
    write_file (s, fid_textf ("%s/processed/dlio_sleep_times.json", dir), dir, SLEEP_TIMES);
}

void fid_steps_write_raw_data (const struct fid_step_stats *s, const char *dir)
{
    const char *raw = fid_textf ("%s/raw_data", dir);
    fid_must (fid_make_dirs (raw, dir, &fid_why));
    for (size_t i = 0; i < s->log_n; i++) {
        struct fid_text text;
        size_t same = 1;
        for (size_t k = 0; k < i; k++)
            same += strcmp (s->log[k].name, s->log[i].name) == 0;
        fid_must (fid_text_open (&text, s->log[i].path, &fid_why));
        FILE *f =
            fid_file_begin (same == 1 ? fid_textf ("%s/%s.json", raw, s->log[i].name)
                                      : fid_textf ("%s/%s_%zu.json", raw, s->log[i].name, same),
                            dir);
        fid_must (fid_mllog_copy (&text, f, &fid_why));
        fid_file_end (f);
        fid_text_close (&text);
    }
}
