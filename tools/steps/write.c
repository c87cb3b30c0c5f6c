/* SPDX-License-Identifier: GPL-3.0-or-later */
/* write.c - the files of the earlier tools for instrumented runs
 *
 *     all_data.json                       {gpus: {batch: {metric: [values]}}}
 *     UNET3D_step_analysis.log            mllog; DLIO_UNET3D_... for dlio
 *     bert_step_analysis.txt              timeline
 *     compute_time_fit.json               {gpus: {batch: {"mu": [], "std": []}}}
 *     ditribution_fits.txt                (sic) the planes through them
 *     processed/BERT_plotting_data.json   timeline: {gpus: {batch: {metric: {...}}}}
 *     processed/dlio_sleep_times.json     timeline: statistics of all_compute
 *
 * Numbers are written as Python does, so the same values give the same bytes.  Statistics
 * that a single value does not have are n/a in text and null in JSON. */
#include "base/outfile.h"
#include "base/python_repr.h"
#include "readers/mllog/mllog_log.h"
#include "tools/python_json.h"
#include "tools/steps/steps.h"

/* --- statistics */

enum { MEAN, MEDIAN, STD, Q1, Q3, STATISTIC_N };

/* NaN: a single value has no deviation and no quartiles. */
static double statistic_of (const struct fid_described *d, int which)
{
    const double v[STATISTIC_N] = {d->mean, d->median, d->std, d->q1, d->q3};
    return d->n > 1 || which <= MEDIAN ? v[which] : NAN;
}

/* --- JSON: {gpus: {batch: ...}} */

enum content { VALUES, ANALYSIS, FITS, PLANES, STATISTICS, SLEEP_TIMES };

static void put_list (struct fid_python_json *j, const char *key,
                      const struct fid_steps_values *values)
{
    fid_python_json_begin (j, key, '[');
    FID_EACH (const double, v, values->v)
        fid_python_json_number (j, NULL, *v);
    fid_python_json_end (j, ']');
}

/* The statistics of a metric, if it has values, as members of an object of that key. */
static void put_described (struct fid_python_json *j, const char *key,
                           const struct fid_described *d, const int order[STATISTIC_N])
{
    static const char *const names[STATISTIC_N] = {"mean", "median", "std", "q1", "q3"};
    if (key && !d->n)
        return;
    if (key)
        fid_python_json_begin (j, key, '{');
    for (int i = 0; i < STATISTIC_N && d->n; i++)
        fid_python_json_number (j, names[order[i]], statistic_of (d, order[i]));
    if (key)
        fid_python_json_end (j, '}');
}

static void put_config (struct fid_python_json *j, const struct fid_step_stats *s,
                        const struct fid_steps_config *c, enum content content)
{
    static const int plotting[] = {MEDIAN, MEAN, STD, Q1, Q3},
                     sleeping[] = {MEAN, STD, MEDIAN, Q1, Q3};
    if (content == FITS) {
        put_list (j, "mu", &c->mu);
        put_list (j, "std", &c->std);
    } else if (content == SLEEP_TIMES) {
        put_described (j, NULL, &c->stat[FID_ALL_COMPUTE], sleeping);
    }
    for (size_t i = 0; i < s->row_n && (content == VALUES || content == STATISTICS); i++) {
        enum fid_steps_metric m = s->row[i].metric;
        if (content == VALUES)
            put_list (j, fid_steps_metric_names[m], &c->value[m]);
        else
            put_described (j, fid_steps_metric_names[m], &c->stat[m], plotting);
    }
}

static void put_json (FILE *f, const struct fid_step_stats *s, enum content content)
{
    struct fid_python_json j = {.f = f, .indented = content != STATISTICS};
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
        put_config (&j, s, c, content);
        fid_python_json_end (&j, '}');
    }
    if (s->config_n)
        fid_python_json_end (&j, '}');
    fid_python_json_end (&j, '}');
}

/* --- text */

static void put_analysis (FILE *f, const struct fid_step_stats *s)
{
    static const struct {
        const char *title;
        int which;
    } columns[2][STATISTIC_N] = {
        {{"Mean", MEAN}, {"Std", STD}, {"q1", Q1}, {"Median", MEDIAN}, {"q3", Q3}},
        {{"Mean", MEAN},
         {"Median", MEDIAN},
         {"Std", STD},
         {"1st quartile", Q1},
         {"3rd quart", Q3}}};
    bool timeline = s->source == FID_STEPS_TIMELINE;
    char text[FID_REPR_TEXT];
    fprintf (f, "%30s", "Metric");
    for (int i = 0; i < STATISTIC_N; i++)
        fprintf (f, "\t%15s", columns[timeline][i].title);
    fputc ('\n', f);
    FID_EACH (const struct fid_steps_config, c, s->config) {
        fprintf (f, "%s_%" PRId64 "GPU_%" PRId64 "batch\n",
                 fid_steps_workload_titles[s->workload], c->gpus, c->batch);
        FID_EACH (const struct fid_steps_row, row, s->row) {
            if (!c->stat[row->metric].n)
                continue;
            fprintf (f, "%30s:", fid_steps_metric_names[row->metric]);
            for (int k = 0; k < STATISTIC_N; k++) {
                double v = statistic_of (&c->stat[row->metric], columns[timeline][k].which);
                fprintf (f, "\t%15s", isnan (v) ? "n/a" : fid_repr (fid_rounded (v, 5), text));
            }
            fputc ('\n', f);
        }
        /* an empty line ends each configuration of the profiler, else each number of GPUs */
        if (timeline || c + 1 == s->config + s->config_n || c[1].gpus != c->gpus)
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

const char *fid_steps_analysis_path (const char *dir, const struct fid_steps_kind *kind)
{
    return kind->source == FID_STEPS_TIMELINE
               ? fid_textf ("%s/bert_step_analysis.txt", dir)
               : fid_textf ("%s/%s%s_step_analysis.log", dir,
                            kind->source == FID_STEPS_DLIO ? "DLIO_" : "",
                            fid_steps_workload_titles[kind->workload]);
}

void fid_steps_write (const struct fid_step_stats *s, const char *dir, bool fit)
{
    bool timeline = s->source == FID_STEPS_TIMELINE;
    const struct {
        const char *name; /* NULL: of the kind */
        enum content content;
        bool wanted;
    } files[] = {{"all_data.json", VALUES, true},
                 {NULL, ANALYSIS, true},
                 {"compute_time_fit.json", FITS, fit || timeline},
                 {"ditribution_fits.txt", PLANES, fit || timeline},
                 {"processed/BERT_plotting_data.json", STATISTICS, timeline},
                 {"processed/dlio_sleep_times.json", SLEEP_TIMES, timeline}};
    const struct fid_steps_kind kind = {.source = s->source, .workload = s->workload};
    fid_must (fid_make_dirs (dir, dir, &fid_why));
    if (timeline)
        fid_must (fid_make_dirs (fid_textf ("%s/processed", dir), dir, &fid_why));
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (!files[i].wanted)
            continue;
        FILE *f = fid_file_begin (files[i].name ? fid_textf ("%s/%s", dir, files[i].name)
                                                : fid_steps_analysis_path (dir, &kind),
                                  dir);
        if (files[i].content == ANALYSIS)
            put_analysis (f, s);
        else if (files[i].content != PLANES)
            put_json (f, s, files[i].content);
        for (int std = 0; std < 2 && files[i].content == PLANES; std++)
            put_plane (f, s, std);
        fid_file_end (f);
    }
}

void fid_steps_write_raw_data (const struct fid_step_stats *s, const char *dir)
{
    const char *raw = fid_textf ("%s/raw_data", dir);
    fid_must (fid_make_dirs (raw, dir, &fid_why));
    FID_EACH (const struct fid_steps_log, log, s->log) {
        struct fid_text text;
        size_t same = 1;
        for (const struct fid_steps_log *other = s->log; other < log; other++)
            same += strcmp (other->name, log->name) == 0;
        fid_must (fid_text_open (&text, log->path, &fid_why));
        FILE *f =
            fid_file_begin (same == 1 ? fid_textf ("%s/%s.json", raw, log->name)
                                      : fid_textf ("%s/%s_%zu.json", raw, log->name, same),
                            dir);
        fid_must (fid_mllog_copy (&text, f, &fid_why));
        fid_file_end (f);
        fid_text_close (&text);
    }
}
