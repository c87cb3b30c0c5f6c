/* missing.c - what a summary cannot tell (see summary.h) */
#include "config.h"
#include <stdlib.h>
#include "base/array.h"
#include "tools/logs/summary.h"

#define NAMED 3 /* epochs, before the rest is counted */

static bool
has (const struct fid_job_epoch *e, enum fid_job_part part)
{
    return part == FID_JOB_STEPS ? e->step_n > 0 : e->part[part] >= 0;
}

/* ", the validation time of epochs 2, 3, 5 and 7 more" */
static void
put_part (FILE *f, const struct fid_job *job, enum fid_job_part part, const char *what)
{
    size_t n = 0, told = 0;
    for (size_t i = 0; i < job->epoch_n; i++)
        n += !has (&job->epoch[i], part);
    if (!n)
        return;
    fprintf (f, ", %s of epoch%s", what, n > 1 ? "s" : "");
    for (size_t i = 0; i < job->epoch_n && told < NAMED; i++)
        if (!has (&job->epoch[i], part))
            fprintf (f, "%s %llu", told++ ? "," : "", (unsigned long long)job->epoch[i].number);
    if (n > told)
        fprintf (f, " and %zu more", n - told);
}

char *
fid_job_lacks (const struct fid_job *job, enum fid_job_form form, struct fid_error *err)
{
    const struct {
        double v;
        const char *what;
        bool newer;
    } times[] = {{job->total_s, "the total time", false},
                 {job->init_s, "the initialization time", false},
                 {job->fit_s, "the fit time", true},
                 {job->save_s, "the model's save time", true},
                 {job->real_s, "real times", true}};
    struct fid_job_sums s;
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream (&text, &n);
    if (!f) {
        fid_error_nomem (err);
        return NULL;
    }
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        if (times[i].v < 0 && (form != FID_JOB_V1 || !times[i].newer))
            fprintf (f, ", %s", times[i].what);
    fid_job_sum (job, &s);
    if (!job->epoch_n)
        fputs (", epochs", f);
    put_part (f, job, FID_JOB_EPOCH, "the time");
    put_part (f, job, FID_JOB_VALIDATION, "the validation time");
    put_part (f, job, FID_JOB_STEPS, "steps");
    if (s.step_n == 1 && form != FID_JOB_V1)
        fputs (", a second step", f);
    if (fclose (f)) {
        free (text);
        fid_error_nomem (err);
        return NULL;
    }
    char *out = fid_strdup (n ? text + 2 : "", err);
    free (text);
    return out;
}
