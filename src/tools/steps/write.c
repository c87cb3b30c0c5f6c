/* write.c - see write.h */
#include <inttypes.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/python_repr.h"
#include "base/outfile.h"
#include "tools/steps/documents.h"
#include "tools/steps/fit.h"
#include "tools/steps/write.h"

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
    if (fid_make_dirs (dir, err) ||
        write_file (s, dir, "all_data.json", fid_steps_put_values, err) ||
        write_file (s, dir, timeline ? "bert_step_analysis.txt" : NULL, write_analysis, err))
        return -1;
    if ((fit || timeline) &&
        (write_file (s, dir, "compute_time_fit.json", fid_steps_put_fits, err) ||
         write_fit (s, dir, err)))
        return -1;
    if (!timeline)
        return 0;
    char *processed = fid_format (err, "%s/processed", dir);
    int rc = processed ? fid_make_dirs (processed, err) : -1;
    if (!rc &&
        (write_file (s, processed, "BERT_plotting_data.json", fid_steps_put_statistics, err) ||
         write_file (s, processed, "dlio_sleep_times.json", fid_steps_put_sleep_times, err)))
        rc = -1;
    free (processed);
    return rc;
}
