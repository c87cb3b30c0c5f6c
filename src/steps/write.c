/* write.c - see write.h */
#include <inttypes.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/repr.h"
#include "base/outfile.h"
#include "steps/fit.h"
#include "steps/write.h"

/* Python's json.dump: all in one line, or indented by four. */
struct json {
    FILE *f;
    bool lines;
    int depth;
    bool any; /* the container has members already */
};

static void
new_item (struct json *j)
{
    if (j->any)
        fputs (j->lines ? "," : ", ", j->f);
    if (j->lines && j->depth)
        fprintf (j->f, "\n%*s", 4 * j->depth, "");
    j->any = true;
}

static void
begin (struct json *j, char open)
{
    fputc (open, j->f);
    j->depth++;
    j->any = false;
}

static void
end (struct json *j, char close)
{
    j->depth--;
    if (j->lines && j->any)
        fprintf (j->f, "\n%*s", 4 * j->depth, "");
    fputc (close, j->f);
    j->any = true;
}

/* `"key": `; keys are names and numbers, with nothing to escape. */
static void
key (struct json *j, const char *name)
{
    new_item (j);
    fprintf (j->f, "\"%s\": ", name);
}

static void
key_number (struct json *j, int64_t number)
{
    char name[24];
    snprintf (name, sizeof name, "%" PRId64, number);
    key (j, name);
}

static void
list (struct json *j, const char *name, const struct fid_steps_values *values)
{
    char text[FID_REPR_TEXT];
    key (j, name);
    begin (j, '[');
    for (size_t i = 0; i < values->n; i++) {
        new_item (j);
        fputs (fid_repr (values->v[i], text), j->f);
    }
    end (j, ']');
}

static void
number (struct json *j, const char *name, bool there, double v)
{
    char text[FID_REPR_TEXT];
    key (j, name);
    fputs (there ? fid_repr (v, text) : "null", j->f);
}

/* --- what each configuration has */

typedef void (*write_config) (struct json *j, const struct fid_step_stats *s,
                              const struct fid_steps_config *c);

static void
values_of (struct json *j, const struct fid_step_stats *s, const struct fid_steps_config *c)
{
    const enum fid_steps_metric *m = fid_steps_measured (s->source, s->workload);
    begin (j, '{');
    for (; *m != FID_STEPS_METRIC_N; m++)
        if (c->value[*m].n)
            list (j, fid_steps_metric_name (*m), &c->value[*m]);
    end (j, '}');
}

static void
fits_of (struct json *j, const struct fid_step_stats *s, const struct fid_steps_config *c)
{
    (void)s;
    begin (j, '{');
    list (j, "mu", &c->mu);
    list (j, "std", &c->std);
    end (j, '}');
}

static void
stats_of (struct json *j, const struct fid_step_stats *s, const struct fid_steps_config *c)
{
    const enum fid_steps_metric *lists[] = {fid_steps_measured (s->source, s->workload),
                                            fid_steps_derived (s->source, s->workload)};
    begin (j, '{');
    for (int k = 0; k < 2; k++)
        for (const enum fid_steps_metric *m = lists[k]; *m != FID_STEPS_METRIC_N; m++) {
            const struct fid_described *d = &c->stat[*m];
            if (!d->n)
                continue;
            key (j, fid_steps_metric_name (*m));
            begin (j, '{');
            number (j, "median", true, d->median);
            number (j, "mean", true, d->mean);
            number (j, "std", d->n > 1, d->std);
            number (j, "q1", d->n > 1, d->q1);
            number (j, "q3", d->n > 1, d->q3);
            end (j, '}');
        }
    end (j, '}');
}

static void
sleep_of (struct json *j, const struct fid_step_stats *s, const struct fid_steps_config *c)
{
    const struct fid_described *d = &c->stat[FID_ALL_COMPUTE];
    (void)s;
    begin (j, '{');
    if (d->n) {
        number (j, "mean", true, d->mean);
        number (j, "std", d->n > 1, d->std);
        number (j, "median", true, d->median);
        number (j, "q1", d->n > 1, d->q1);
        number (j, "q3", d->n > 1, d->q3);
    }
    end (j, '}');
}

/* {gpus: {batch: ...}} */
static void
write_json (FILE *f, const struct fid_step_stats *s, bool lines, write_config write)
{
    struct json j = {f, lines, 0, false};
    begin (&j, '{');
    for (size_t i = 0; i < s->config_n; i++) {
        const struct fid_steps_config *c = &s->config[i];
        if (!i || c[-1].gpus != c->gpus) {
            if (i)
                end (&j, '}');
            key_number (&j, c->gpus);
            begin (&j, '{');
        }
        key_number (&j, c->batch);
        write (&j, s, c);
    }
    if (s->config_n)
        end (&j, '}');
    end (&j, '}');
}

static void
write_all_data (FILE *f, const struct fid_step_stats *s)
{
    write_json (f, s, true, values_of);
}

static void
write_fit_points (FILE *f, const struct fid_step_stats *s)
{
    write_json (f, s, true, fits_of);
}

static void
write_plotting_data (FILE *f, const struct fid_step_stats *s)
{
    write_json (f, s, false, stats_of);
}

static void
write_sleep_times (FILE *f, const struct fid_step_stats *s)
{
    write_json (f, s, true, sleep_of);
}

/* --- the tables */

static void
cell (FILE *f, bool there, double v)
{
    char text[FID_REPR_TEXT];
    fprintf (f, "\t%15s", there ? fid_repr (fid_rounded (v, 5), text) : "n/a");
}

static void
write_analysis (FILE *f, const struct fid_step_stats *s)
{
    bool timeline = s->source == FID_STEPS_TIMELINE;
    const enum fid_steps_metric *lists[] = {fid_steps_measured (s->source, s->workload),
                                            fid_steps_derived (s->source, s->workload)};
    if (timeline)
        fprintf (f, "%30s\t%15s\t%15s\t%15s\t%15s\t%15s\n", "Metric", "Mean", "Median", "Std",
                 "1st quartile", "3rd quart");
    else
        fprintf (f, "%30s\t%15s\t%15s\t%15s\t%15s\t%15s\n", "Metric", "Mean", "Std", "q1",
                 "Median", "q3");
    for (size_t i = 0; i < s->config_n; i++) {
        const struct fid_steps_config *c = &s->config[i];
        fprintf (f, "%s_%" PRId64 "GPU_%" PRId64 "batch\n",
                 fid_steps_workload_title (s->workload), c->gpus, c->batch);
        for (int k = 0; k < 2; k++)
            for (const enum fid_steps_metric *m = lists[k]; *m != FID_STEPS_METRIC_N; m++) {
                const struct fid_described *d = &c->stat[*m];
                if (!d->n)
                    continue;
                fprintf (f, "%30s:", fid_steps_metric_name (*m));
                cell (f, true, d->mean);
                if (timeline)
                    cell (f, true, d->median);
                cell (f, d->n > 1, d->std);
                cell (f, d->n > 1, d->q1);
                if (!timeline)
                    cell (f, true, d->median);
                cell (f, d->n > 1, d->q3);
                fputc ('\n', f);
            }
        fputc ('\n', f);
    }
}

static int
write_line (FILE *f, const struct fid_step_stats *s, bool std, struct fid_error *err)
{
    struct fid_steps_fit fit;
    if (fid_steps_fit (s, std, &fit, err))
        return -1;
    fprintf (f, "%s:", std ? "std" : "mu");
    if (fit.why)
        fprintf (f, " n/a (%s)\n", fit.why);
    else {
        fprintf (f, " intercept %.9g", fit.intercept);
        if (fit.has_gpus)
            fprintf (f, ", GPUs %.9g", fit.gpus);
        if (fit.has_batch)
            fprintf (f, ", batch %.9g", fit.batch);
        fprintf (f, "; R^2 %.9g\n", fit.r2);
    }
    return 0;
}

/* --- the files */

static char *
path_of (const char *dir, const char *name, const struct fid_step_stats *s,
         struct fid_error *err)
{
    if (name)
        return fid_format (err, "%s/%s", dir, name);
    return fid_format (err, "%s/%s%s_step_analysis.log", dir,
                       s->source == FID_STEPS_DLIO ? "DLIO_" : "",
                       fid_steps_workload_title (s->workload));
}

/* name NULL: WORKLOAD_step_analysis.log */
static int
write_file (const struct fid_step_stats *s, const char *dir, const char *name,
            void (*write) (FILE *, const struct fid_step_stats *), struct fid_error *err)
{
    struct fid_outfile out = {0};
    char *path = path_of (dir, name, s, err);
    int rc = path ? fid_outfile_open (&out, path, err) : -1;
    if (!rc) {
        write (out.f, s);
        rc = fid_outfile_commit (&out, err);
    }
    fid_outfile_abort (&out);
    free (path);
    return rc;
}

static int
write_fit (const struct fid_step_stats *s, const char *dir, struct fid_error *err)
{
    struct fid_outfile out = {0};
    char *path = fid_format (err, "%s/ditribution_fits.txt", dir);
    int rc = path ? fid_outfile_open (&out, path, err) : -1;
    if (!rc) {
        fprintf (out.f, "all_compute of %s, s, of %zu recordings\n",
                 fid_steps_workload_title (s->workload), s->recording_n);
        rc = write_line (out.f, s, false, err) || write_line (out.f, s, true, err) ? -1 : 0;
    }
    if (!rc)
        rc = fid_outfile_commit (&out, err);
    fid_outfile_abort (&out);
    free (path);
    return rc;
}

int
fid_steps_write (const struct fid_step_stats *s, const char *dir, bool fit,
                 struct fid_error *err)
{
    bool timeline = s->source == FID_STEPS_TIMELINE;
    if (fid_make_dirs (dir, err) || write_file (s, dir, "all_data.json", write_all_data, err) ||
        write_file (s, dir, timeline ? "bert_step_analysis.txt" : NULL, write_analysis, err))
        return -1;
    if ((fit || timeline) &&
        (write_file (s, dir, "compute_time_fit.json", write_fit_points, err) ||
         write_fit (s, dir, err)))
        return -1;
    if (!timeline)
        return 0;
    char *processed = fid_format (err, "%s/processed", dir);
    int rc = processed ? fid_make_dirs (processed, err) : -1;
    if (!rc &&
        (write_file (s, processed, "BERT_plotting_data.json", write_plotting_data, err) ||
         write_file (s, processed, "dlio_sleep_times.json", write_sleep_times, err)))
        rc = -1;
    free (processed);
    return rc;
}
