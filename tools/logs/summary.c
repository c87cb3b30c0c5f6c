/* SPDX-License-Identifier: GPL-3.0-or-later */
/* summary.c - see summary.h */
#include "base/memstream.h"
#include "base/python_repr.h"
#include "metrics/aggregate.h"
#include "tools/logs/summary.h"
#include "program/must.h"

#define OUTSTANDING  1.2 /* times the average */
#define EPOCHS_NAMED 3   /* of those without a value; the others are counted */

/* --- sums */

/* The sum of a part over all epochs; unknown if an epoch lacks it. */
static double sum_of (const struct fid_training_log *log, enum fid_epoch_part part)
{
    double sum = 0;
    for (size_t i = 0; i < log->epoch_n; i++) {
        if (log->epoch[i].part[part] < 0)
            return FID_TRAINING_UNKNOWN;
        sum += log->epoch[i].part[part];
    }
    return log->epoch_n ? sum : FID_TRAINING_UNKNOWN;
}

/* The sum of steps from..to - 1 of the whole training; *n: how many there are. */
static double sum_of_steps (const struct fid_training_log *log, size_t from, size_t to,
                            size_t *n)
{
    double sum = 0;
    size_t at = 0;
    *n = 0;
    for (size_t i = 0; i < log->epoch_n; i++)
        for (size_t k = 0; k < log->epoch[i].step_n; k++, at++)
            if (at >= from && at < to) {
                sum += log->epoch[i].step[k].time_s;
                ++*n;
            }
    return sum;
}

/* a / b if both are known and the result is finite. */
static double ratio_of (double a, double b)
{
    return a >= 0 && b > 0 && isfinite (a / b) ? a / b : FID_TRAINING_UNKNOWN;
}

void fid_training_log_sum (const struct fid_training_log *log, struct fid_training_sums *out)
{
    bool complete = log->epoch_n > 0;
    for (size_t i = 0; i < log->epoch_n; i++)
        complete &= log->epoch[i].step_n > 0;
    *out = (struct fid_training_sums){.epoch_n = log->epoch_n,
                                      .epochs_s = sum_of (log, FID_EPOCH_TIME),
                                      .validations_s = sum_of (log, FID_EPOCH_VALIDATION),
                                      .first_s = FID_TRAINING_UNKNOWN,
                                      .rest_s = FID_TRAINING_UNKNOWN,
                                      .usual_s = FID_TRAINING_UNKNOWN};
    out->steps_s = sum_of_steps (log, 0, SIZE_MAX, &out->step_n);
    if (!complete)
        out->steps_s = FID_TRAINING_UNKNOWN;
    out->average_s = ratio_of (out->steps_s, (double)out->step_n);
    if (log->epoch_n && log->epoch[0].step_n)
        out->first_s = log->epoch[0].step[0].time_s;
    if (out->steps_s >= 0)
        out->rest_s = out->steps_s > out->first_s ? out->steps_s - out->first_s : 0;
    if (out->step_n > 1)
        out->usual_s = ratio_of (out->rest_s, (double)(out->step_n - 1));
}

size_t fid_training_log_quartiles (const struct fid_training_log *log, double *number,
                                   double *const quartile[5])
{
    size_t step_n, n = 0;
    struct fid_training_step *step = fid_training_log_steps (log, &step_n);
    double *time_s = fid_take (step_n, sizeof *time_s);
    for (size_t i = 0, end; i < step_n; i = end) {
        for (end = i; end < step_n && step[end].number == step[i].number; end++)
            time_s[end - i] = step[end].time_s;
        fid_sort (time_s, end - i);
        number[n] = (double)step[i].number;
        for (int k = 0; k < 5; k++)
            quartile[k][n] = fid_quantile (time_s, end - i, .25 * k);
        n++;
    }
    return n;
}

/* --- the text */

struct printer {
    FILE *f;
    bool shortest; /* numbers as Python's repr prints them, else with six decimals */
};

static void put_number (const struct printer *p, double v)
{
    char text[FID_REPR_TEXT];
    if (v < 0)
        fputs ("n/a", p->f);
    else if (p->shortest)
        fputs (fid_repr (v, text), p->f);
    else
        fprintf (p->f, "%.6f", v);
}

/* 100 a / b, with two decimals. */
static void put_percent (const struct printer *p, double a, double b)
{
    double percent = ratio_of (a >= 0 ? 100 * a : a, b);
    if (percent < 0)
        fputs ("n/a %", p->f);
    else
        fprintf (p->f, "%.2f %%", percent);
}

static void put_line (const struct printer *p, const char *what, double v)
{
    fputs (what, p->f);
    put_number (p, v);
    fputc ('\n', p->f);
}

/* The older text has counts as integers, the newer as numbers with decimals. */
static void put_count (const struct printer *p, const char *what, size_t n)
{
    fprintf (p->f, p->shortest ? "%s: %.0f\n" : "%s: %.6f\n", what, (double)n);
}

static void put_share (const struct printer *p, const char *indent, double v, double total_s)
{
    fprintf (p->f, "%s- ", indent);
    put_percent (p, v, total_s);
    fputs (" of the total training time.\n", p->f);
}

static void put_epochs (const struct printer *p, const struct fid_training_sums *s,
                        double total_s)
{
    fputs ("Epochs\n", p->f);
    put_count (p, "  Number of epochs", s->epoch_n);
    put_line (p, "  Total time spent on epochs: ", s->epochs_s);
    put_share (p, "    ", s->epochs_s, total_s);
    put_line (p, "  Average epoch time: ", ratio_of (s->epochs_s, (double)s->epoch_n));
    fputs ("Validations\n", p->f);
    put_line (p, "  Total time spent on validations: ", s->validations_s);
    put_share (p, "    ", s->validations_s, total_s);
    put_line (p,
              "  Average validation time: ", ratio_of (s->validations_s, (double)s->epoch_n));
}

static void put_outstanding (const struct printer *p, const struct fid_training_log *log,
                             double average_s)
{
    fputs ("  Outstanding step times: > 1.2x the average time\n", p->f);
    for (size_t i = 0; average_s > 0 && i < log->epoch_n; i++)
        for (size_t k = 0; k < log->epoch[i].step_n; k++) {
            const struct fid_training_step *step = &log->epoch[i].step[k];
            if (step->time_s > OUTSTANDING * average_s)
                fprintf (p->f,
                         "    - Epoch(%llu) Step(%llu) Time(%.3f) - %.2f times larger than "
                         "average\n",
                         (unsigned long long)log->epoch[i].number,
                         (unsigned long long)step->number, step->time_s,
                         step->time_s / average_s);
        }
}

static void put_beta (const struct printer *p, const struct fid_training_sums *s)
{
    double overhead_s = s->validations_s >= 0 && s->first_s >= 0 ? s->validations_s + s->first_s
                                                                 : FID_TRAINING_UNKNOWN;
    fputs ("Beta: ", p->f);
    put_percent (p, overhead_s, s->rest_s);
    fputc ('\n', p->f);
    put_line (p, "  - Validations + 1st step time = ", overhead_s);
    put_line (p, "  - Remaining steps time = ", s->rest_s);
}

/* How well the mean of a few steps after the first predicts M. */
static void put_prediction_errors (const struct printer *p, const struct fid_training_log *log,
                                   const struct fid_training_sums *s)
{
    static const struct {
        size_t to, least_n;
        const char *name;
    } heads[] = {
        {2, 2, "Step 2 of epoch 1"}, {6, 5, "Avg steps 2-6"}, {11, 10, "Avg steps 2-11"}};
    fputs ("T Mi Iavg prediction errors\n", p->f);
    for (size_t i = 0; i < sizeof heads / sizeof *heads && s->step_n >= heads[i].least_n; i++) {
        size_t n;
        double sum = sum_of_steps (log, 1, heads[i].to, &n), v = ratio_of (sum, (double)n);
        if (s->usual_s < 0)
            v = FID_TRAINING_UNKNOWN;
        fprintf (p->f, "  - %s: ", heads[i].name);
        put_number (p, v);
        fputs (" - Estimated time: ", p->f);
        put_number (p, v >= 0 ? v * (double)(s->step_n - 1) : v);
        fputs (" - Error: ", p->f);
        put_percent (p, v >= 0 ? fabs (v - s->usual_s) : v, s->usual_s);
        fputc ('\n', p->f);
    }
}

void fid_training_log_summary (const struct fid_training_log *log, enum fid_log_form form,
                               FILE *f)
{
    bool old = form == FID_LOG_V1;
    struct printer p = {f, old};
    struct fid_training_sums s;
    fid_training_log_sum (log, &s);
    if (!old) {
        put_line (&p, "Model save time: ", log->save_s);
        put_line (&p, "Fit function time: ", log->fit_s);
    }
    put_line (&p, "Total training time: ", log->total_s);
    if (!old) {
        put_line (&p, "Largest real time delta: ", log->real_s);
        put_share (&p, " ", log->real_s, log->total_s);
    }
    put_line (&p, "Initialization time: ", log->init_s);
    put_share (&p, " ", log->init_s, log->total_s);
    put_epochs (&p, &s, log->total_s);
    fputs ("Steps\n", f);
    if (!old) {
        put_count (&p, "  Number of steps", s.step_n);
        put_line (&p, "  Average number of steps per epoch: ",
                  ratio_of ((double)s.step_n, (double)s.epoch_n));
    }
    put_line (&p, "  Total time spent on steps: ", s.steps_s);
    put_share (&p, "    ", s.steps_s, log->total_s);
    if (!old)
        put_line (&p, "  First step time: ", s.first_s);
    put_line (&p, "  Average step time: ", s.average_s);
    if (old)
        return;
    put_line (&p, "  Time spent on steps (without first step): ", s.rest_s);
    put_line (&p, "  T Mi Iavg: ", s.usual_s);
    put_outstanding (&p, log, s.average_s);
    put_beta (&p, &s);
    put_prediction_errors (&p, log, &s);
}

/* --- what is missing */

static bool lacks_part (const struct fid_training_epoch *e, enum fid_epoch_part part)
{
    return part == FID_EPOCH_STEPS ? !e->step_n : e->part[part] < 0;
}

/* ", the validation time of epochs 2, 3, 5 and 7 more" */
static void put_epochs_without (FILE *f, const struct fid_training_log *log,
                                enum fid_epoch_part part, const char *what)
{
    size_t n = 0, named = 0;
    for (size_t i = 0; i < log->epoch_n; i++)
        n += lacks_part (&log->epoch[i], part);
    if (!n)
        return;
    fprintf (f, ", %s of epoch%s", what, n > 1 ? "s" : "");
    for (size_t i = 0; i < log->epoch_n && named < EPOCHS_NAMED; i++)
        if (lacks_part (&log->epoch[i], part))
            fprintf (f, "%s %llu", named++ ? "," : "",
                     (unsigned long long)log->epoch[i].number);
    if (n > named)
        fprintf (f, " and %zu more", n - named);
}

const char *fid_training_log_missing (const struct fid_training_log *log,
                                      enum fid_log_form form)
{
    const struct {
        double v;
        const char *what;
        bool newer;
    } times[] = {{log->total_s, "the total time", false},
                 {log->init_s, "the initialization time", false},
                 {log->fit_s, "the fit time", true},
                 {log->save_s, "the model's save time", true},
                 {log->real_s, "real times", true}};
    size_t n, step_n = 0;
    FID_FREED char *text = NULL;
    FILE *f = fid_have (fid_memstream_open (&text, &n, &fid_why));
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        if (times[i].v < 0 && (form != FID_LOG_V1 || !times[i].newer))
            fprintf (f, ", %s", times[i].what);
    if (!log->epoch_n)
        fputs (", epochs", f);
    put_epochs_without (f, log, FID_EPOCH_TIME, "the time");
    put_epochs_without (f, log, FID_EPOCH_VALIDATION, "the validation time");
    put_epochs_without (f, log, FID_EPOCH_STEPS, "steps");
    sum_of_steps (log, 0, SIZE_MAX, &step_n);
    if (step_n == 1 && form != FID_LOG_V1)
        fputs (", a second step", f);
    fid_must (fid_memstream_end (f, 0, &fid_why));
    const char *kept = fid_textf ("%s", n ? text + 2 : ""); /* without the first comma */
    return kept;
}
