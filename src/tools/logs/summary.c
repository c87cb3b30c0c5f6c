/* summary.c - see summary.h */
#include <math.h>
#include "base/python_repr.h"
#include "tools/logs/summary.h"

/* Steps whose mean is held against the average of all: from the second one. */
static const struct {
    size_t to, least_n;
    const char *name;
} heads[] = {{2, 2, "Step 2 of epoch 1"}, {6, 5, "Avg steps 2-6"}, {11, 10, "Avg steps 2-11"}};

#define OUTSTANDING 1.2 /* times the average */

/* --- sums */

/* The sum of a member over the epochs; missing where one lacks it. */
static double
sum_of (const struct fid_job *job, enum fid_job_part part)
{
    double sum = 0;
    for (size_t i = 0; i < job->epoch_n; i++) {
        if (job->epoch[i].part[part] < 0)
            return FID_JOB_MISSING;
        sum += job->epoch[i].part[part];
    }
    return job->epoch_n ? sum : FID_JOB_MISSING;
}

static double
sum_of_steps (const struct fid_job *job, size_t *n)
{
    double sum = 0;
    bool all = job->epoch_n > 0;
    *n = 0;
    for (size_t i = 0; i < job->epoch_n; i++) {
        const struct fid_job_epoch *e = &job->epoch[i];
        all &= e->step_n > 0;
        for (size_t k = 0; k < e->step_n; k++)
            sum += e->step[k].time_s;
        *n += e->step_n;
    }
    return all ? sum : FID_JOB_MISSING;
}

/* a / b where both are known and b is not nearly 0. */
static double
ratio (double a, double b)
{
    return a >= 0 && b > 0 && isfinite (a / b) ? a / b : FID_JOB_MISSING;
}

void
fid_job_sum (const struct fid_job *job, struct fid_job_sums *out)
{
    *out = (struct fid_job_sums){.epoch_n = job->epoch_n,
                                 .epochs_s = sum_of (job, FID_JOB_EPOCH),
                                 .validations_s = sum_of (job, FID_JOB_VALIDATION),
                                 .first_s = FID_JOB_MISSING,
                                 .rest_s = FID_JOB_MISSING};
    out->steps_s = sum_of_steps (job, &out->step_n);
    out->average_s = ratio (out->steps_s, (double)out->step_n);
    if (job->epoch_n && job->epoch[0].step_n)
        out->first_s = job->epoch[0].step[0].time_s;
    if (out->steps_s >= 0)
        out->rest_s = out->steps_s > out->first_s ? out->steps_s - out->first_s : 0;
    out->usual_s =
        out->step_n > 1 ? ratio (out->rest_s, (double)(out->step_n - 1)) : FID_JOB_MISSING;
}

/* The mean of the steps from the second one to number `to` of the job. */
static double
mean_of_head (const struct fid_job *job, size_t to)
{
    double sum = 0;
    size_t at = 0, n = 0;
    for (size_t i = 0; i < job->epoch_n && at < to; i++)
        for (size_t k = 0; k < job->epoch[i].step_n && at < to; k++, at++)
            if (at > 0) {
                sum += job->epoch[i].step[k].time_s;
                n++;
            }
    return ratio (sum, (double)n);
}

/* --- text */

struct telling {
    FILE *f;
    bool shortest; /* numbers as Python prints them, else with six decimals */
};

static void
put_number (const struct telling *t, double v)
{
    char text[FID_REPR_TEXT];
    if (v < 0)
        fputs ("n/a", t->f);
    else if (t->shortest)
        fputs (fid_repr (v, text), t->f);
    else
        fprintf (t->f, "%.6f", v);
}

static void
put_percent (const struct telling *t, double share)
{
    if (share < 0)
        fputs ("n/a %", t->f);
    else
        fprintf (t->f, "%.2f %%", share);
}

static void
line (const struct telling *t, const char *what, double v)
{
    fputs (what, t->f);
    put_number (t, v);
    fputc ('\n', t->f);
}

/* A count: an integer in the older text, a number like the others in the newer. */
static void
count (const struct telling *t, const char *what, size_t n)
{
    fprintf (t->f, t->shortest ? "%s: %.0f\n" : "%s: %.6f\n", what, (double)n);
}

static void
share (const struct telling *t, const char *indent, double v, double total)
{
    fprintf (t->f, "%s- ", indent);
    put_percent (t, ratio (v >= 0 ? 100 * v : v, total));
    fputs (" of the total training time.\n", t->f);
}

static void
tell_epochs (const struct telling *t, const struct fid_job_sums *s, double total_s)
{
    fputs ("Epochs\n", t->f);
    count (t, "  Number of epochs", s->epoch_n);
    line (t, "  Total time spent on epochs: ", s->epochs_s);
    share (t, "    ", s->epochs_s, total_s);
    line (t, "  Average epoch time: ", ratio (s->epochs_s, (double)s->epoch_n));
    fputs ("Validations\n", t->f);
    line (t, "  Total time spent on validations: ", s->validations_s);
    share (t, "    ", s->validations_s, total_s);
    line (t, "  Average validation time: ", ratio (s->validations_s, (double)s->epoch_n));
}

static void
tell_outstanding (const struct telling *t, const struct fid_job *job, double average_s)
{
    fputs ("  Outstanding step times: > 1.2x the average time\n", t->f);
    for (size_t i = 0; average_s > 0 && i < job->epoch_n; i++)
        for (size_t k = 0; k < job->epoch[i].step_n; k++) {
            const struct fid_job_step *step = &job->epoch[i].step[k];
            if (step->time_s > OUTSTANDING * average_s)
                fprintf (t->f,
                         "    - Epoch(%llu) Step(%llu) Time(%.3f) - %.2f times larger than "
                         "average\n",
                         (unsigned long long)job->epoch[i].number,
                         (unsigned long long)step->number, step->time_s,
                         step->time_s / average_s);
        }
}

static void
tell_beta (const struct telling *t, const struct fid_job_sums *s)
{
    double added = s->validations_s >= 0 && s->first_s >= 0 ? s->validations_s + s->first_s
                                                            : FID_JOB_MISSING;
    fputs ("Beta: ", t->f);
    put_percent (t, ratio (added >= 0 ? 100 * added : added, s->rest_s));
    fputc ('\n', t->f);
    line (t, "  - Validations + 1st step time = ", added);
    line (t, "  - Remaining steps time = ", s->rest_s);
}

static void
tell_errors (const struct telling *t, const struct fid_job *job, const struct fid_job_sums *s)
{
    fputs ("T Mi Iavg prediction errors\n", t->f);
    for (size_t i = 0; i < sizeof heads / sizeof *heads && s->step_n >= heads[i].least_n; i++) {
        double v = s->usual_s >= 0 ? mean_of_head (job, heads[i].to) : FID_JOB_MISSING;
        fprintf (t->f, "  - %s: ", heads[i].name);
        put_number (t, v);
        fputs (" - Estimated time: ", t->f);
        put_number (t, v >= 0 ? v * (double)(s->step_n - 1) : v);
        fputs (" - Error: ", t->f);
        put_percent (t, v >= 0 ? ratio (fabs (100 * (v - s->usual_s)), s->usual_s) : v);
        fputc ('\n', t->f);
    }
}

void
fid_job_summary (const struct fid_job *job, enum fid_job_form form, FILE *f)
{
    bool old = form == FID_JOB_V1;
    struct telling t = {f, old};
    struct fid_job_sums s;
    fid_job_sum (job, &s);
    if (!old) {
        line (&t, "Model save time: ", job->save_s);
        line (&t, "Fit function time: ", job->fit_s);
    }
    line (&t, "Total training time: ", job->total_s);
    if (!old) {
        line (&t, "Largest real time delta: ", job->real_s);
        share (&t, " ", job->real_s, job->total_s);
    }
    line (&t, "Initialization time: ", job->init_s);
    share (&t, " ", job->init_s, job->total_s);
    tell_epochs (&t, &s, job->total_s);
    fputs ("Steps\n", f);
    if (!old) {
        count (&t, "  Number of steps", s.step_n);
        line (&t, "  Average number of steps per epoch: ",
              ratio ((double)s.step_n, (double)s.epoch_n));
    }
    line (&t, "  Total time spent on steps: ", s.steps_s);
    share (&t, "    ", s.steps_s, job->total_s);
    if (!old)
        line (&t, "  First step time: ", s.first_s);
    line (&t, "  Average step time: ", s.average_s);
    if (old)
        return;
    line (&t, "  Time spent on steps (without first step): ", s.rest_s);
    line (&t, "  T Mi Iavg: ", s.usual_s);
    tell_outstanding (&t, job, s.average_s);
    tell_beta (&t, &s);
    tell_errors (&t, job, &s);
}
