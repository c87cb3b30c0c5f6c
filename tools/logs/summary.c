/* SPDX-License-Identifier: GPL-3.0-or-later */
/* summary.c - sums and averages of a training log, and the text of the earlier tools */
#include "base/python_repr.h"
#include "tools/logs/logs.h"

#define OUTSTANDING  1.2 /* times the average */
#define EPOCHS_NAMED 3   /* of those without a value; the others are counted */

/* --- sums */

/* The sum of a part over all epochs; unknown if an epoch lacks it. */
static double sum_of (const struct fid_training_log *log, enum fid_epoch_part part)
{
    double sum = 0;
    FID_EACH (const struct fid_training_epoch, e, log->epoch) {
        if (e->part[part] < 0)
            return FID_ABSENT;
        sum += e->part[part];
    }
    return log->epoch_n ? sum : FID_ABSENT;
}

/* The sum of steps from..to - 1 of the whole training; *n: how many there are. */
static double sum_of_steps (const struct fid_training_log *log, size_t from, size_t to,
                            double *n)
{
    double sum = 0;
    size_t at = 0;
    *n = 0;
    FID_EACH (const struct fid_training_epoch, e, log->epoch)
        for (size_t k = 0; k < e->step_n; k++, at++)
            if (at >= from && at < to) {
                sum += e->step[k].time_s;
                ++*n;
            }
    return sum;
}

/* a / b if both are known and the result is finite. */
static double ratio_of (double a, double b)
{
    return a >= 0 && b > 0 && isfinite (a / b) ? a / b : FID_ABSENT;
}

void fid_training_log_sum (const struct fid_training_log *log, struct fid_training_sums *out)
{
    bool complete = log->epoch_n > 0;
    FID_EACH (const struct fid_training_epoch, e, log->epoch)
        complete &= e->step_n > 0;
    *out = (struct fid_training_sums){.epoch_n = (double)log->epoch_n,
                                      .epochs_s = sum_of (log, FID_EPOCH_TIME),
                                      .validations_s = sum_of (log, FID_EPOCH_VALIDATION),
                                      .first_s = FID_ABSENT,
                                      .rest_s = FID_ABSENT,
                                      .usual_s = FID_ABSENT,
                                      .overhead_s = FID_ABSENT};
    memcpy (out->time_s, log->time_s, sizeof out->time_s);
    out->steps_s = sum_of_steps (log, 0, SIZE_MAX, &out->step_n);
    if (!complete)
        out->steps_s = FID_ABSENT;
    out->steps_an_epoch = ratio_of (out->step_n, out->epoch_n);
    out->epoch_s = ratio_of (out->epochs_s, out->epoch_n);
    out->validation_s = ratio_of (out->validations_s, out->epoch_n);
    out->average_s = ratio_of (out->steps_s, out->step_n);
    if (log->epoch_n && log->epoch[0].step_n)
        out->first_s = log->epoch[0].step[0].time_s;
    if (out->steps_s >= 0)
        out->rest_s = fmax (out->steps_s - out->first_s, 0);
    if (out->step_n > 1)
        out->usual_s = ratio_of (out->rest_s, out->step_n - 1);
    if (out->validations_s >= 0 && out->first_s >= 0)
        out->overhead_s = out->validations_s + out->first_s;
}

/* --- the text */

enum how { TIME, COUNT, SHARE, PERCENT, TITLE };

/* A line: its text, then a value, its share of another, or nothing. */
struct line {
    const char *text;
    enum how how;
    size_t at, of; /* in struct fid_training_sums; of: of SHARE and PERCENT */
    bool newer;    /* V1 lacks it */
};

#define AT(member)  offsetof (struct fid_training_sums, member)
#define OF_TOTAL(s) AT (s), AT (time_s[FID_LOG_TOTAL])

static const struct line lines[] = {
    {"Model save time: ", TIME, AT (time_s[FID_LOG_WRITE]), 0, true},
    {"Fit function time: ", TIME, AT (time_s[FID_LOG_FIT]), 0, true},
    {"Total training time: ", TIME, AT (time_s[FID_LOG_TOTAL]), 0, false},
    {"Largest real time delta: ", TIME, AT (time_s[FID_LOG_REAL]), 0, true},
    {" - ", SHARE, OF_TOTAL (time_s[FID_LOG_REAL]), true},
    {"Initialization time: ", TIME, AT (time_s[FID_LOG_INIT]), 0, false},
    {" - ", SHARE, OF_TOTAL (time_s[FID_LOG_INIT]), false},
    {"Epochs", TITLE, 0, 0, false},
    {"  Number of epochs: ", COUNT, AT (epoch_n), 0, false},
    {"  Total time spent on epochs: ", TIME, AT (epochs_s), 0, false},
    {"    - ", SHARE, OF_TOTAL (epochs_s), false},
    {"  Average epoch time: ", TIME, AT (epoch_s), 0, false},
    {"Validations", TITLE, 0, 0, false},
    {"  Total time spent on validations: ", TIME, AT (validations_s), 0, false},
    {"    - ", SHARE, OF_TOTAL (validations_s), false},
    {"  Average validation time: ", TIME, AT (validation_s), 0, false},
    {"Steps", TITLE, 0, 0, false},
    {"  Number of steps: ", COUNT, AT (step_n), 0, true},
    {"  Average number of steps per epoch: ", TIME, AT (steps_an_epoch), 0, true},
    {"  Total time spent on steps: ", TIME, AT (steps_s), 0, false},
    {"    - ", SHARE, OF_TOTAL (steps_s), false},
    {"  First step time: ", TIME, AT (first_s), 0, true},
    {"  Average step time: ", TIME, AT (average_s), 0, false},
    {"  Time spent on steps (without first step): ", TIME, AT (rest_s), 0, true},
    {"  T Mi Iavg: ", TIME, AT (usual_s), 0, true},
    {"  Outstanding step times: > 1.2x the average time", TITLE, 0, 0, true},
};
static const struct line beta_lines[] = {
    {"Beta: ", PERCENT, AT (overhead_s), AT (rest_s), true},
    {"  - Validations + 1st step time = ", TIME, AT (overhead_s), 0, true},
    {"  - Remaining steps time = ", TIME, AT (rest_s), 0, true},
    {"T Mi Iavg prediction errors", TITLE, 0, 0, true},
};

/* A time: V1 has the shortest number that reads back the same. */
static void put_time (FILE *f, double v, bool old)
{
    char text[FID_REPR_TEXT];
    if (v < 0)
        fputs ("n/a", f);
    else if (old)
        fputs (fid_repr (v, text), f);
    else
        fprintf (f, "%.6f", v);
}

/* 100 a / b, with two decimals. */
static void put_percent (FILE *f, double a, double b)
{
    double percent = ratio_of (a >= 0 ? 100 * a : a, b);
    if (percent < 0)
        fputs ("n/a %", f);
    else
        fprintf (f, "%.2f %%", percent);
}

static void put_lines (FILE *f, const struct fid_training_sums *s, bool old,
                       const struct line *line, size_t n)
{
    for (const struct line *l = line; l < line + n; l++) {
        double v = *(const double *)((const char *)s + l->at);
        if (old && l->newer)
            continue;
        fputs (l->text, f);
        if (l->how == COUNT)
            fprintf (f, old ? "%.0f" : "%.6f", v);
        else if (l->how == TIME)
            put_time (f, v, old);
        else if (l->how != TITLE)
            put_percent (f, v, *(const double *)((const char *)s + l->of));
        fputs (l->how == SHARE ? " of the total training time.\n" : "\n", f);
    }
}

/* How well the mean of a few steps after the first predicts M. */
static void put_prediction_errors (FILE *f, const struct fid_training_log *log,
                                   const struct fid_training_sums *s)
{
    static const struct {
        size_t to, least_n;
        const char *name;
    } heads[] = {
        {2, 2, "Step 2 of epoch 1"}, {6, 5, "Avg steps 2-6"}, {11, 10, "Avg steps 2-11"}};
    for (size_t i = 0; i < 3 && s->step_n >= (double)heads[i].least_n; i++) {
        double n, sum = sum_of_steps (log, 1, heads[i].to, &n), v = ratio_of (sum, n);
        if (s->usual_s < 0)
            v = FID_ABSENT;
        fprintf (f, "  - %s: ", heads[i].name);
        put_time (f, v, false);
        fputs (" - Estimated time: ", f);
        put_time (f, v >= 0 ? v * (s->step_n - 1) : v, false);
        fputs (" - Error: ", f);
        put_percent (f, v >= 0 ? fabs (v - s->usual_s) : v, s->usual_s);
        fputc ('\n', f);
    }
}

void fid_training_log_summary (const struct fid_training_log *log, enum fid_log_form form,
                               FILE *f)
{
    bool old = form == FID_LOG_V1;
    struct fid_training_sums s;
    fid_training_log_sum (log, &s);
    put_lines (f, &s, old, lines, sizeof lines / sizeof *lines);
    if (old)
        return;
    FID_EACH (const struct fid_training_epoch, e, log->epoch)
        FID_EACH (const struct fid_training_step, step, e->step)
            if (s.average_s > 0 && step->time_s > OUTSTANDING * s.average_s)
                fprintf (f,
                         "    - Epoch(%" PRIu64 ") Step(%" PRIu64
                         ") Time(%.3f) - %.2f times larger than average\n",
                         e->number, step->number, step->time_s, step->time_s / s.average_s);
    put_lines (f, &s, old, beta_lines, sizeof beta_lines / sizeof *beta_lines);
    put_prediction_errors (f, log, &s);
}

/* --- what is missing */

/* ", the validation time of epochs 2, 3, 5 and 7 more"; "" if no epoch lacks the part. */
static const char *epochs_without (const struct fid_training_log *log, enum fid_epoch_part part,
                                   const char *what)
{
    const char *numbers = "";
    size_t n = 0;
    FID_EACH (const struct fid_training_epoch, e, log->epoch)
        if (part == FID_EPOCH_STEPS ? !e->step_n : e->part[part] < 0)
            if (n++ < EPOCHS_NAMED)
                numbers = fid_textf ("%s%s %" PRIu64, numbers, n > 1 ? "," : "", e->number);
    const char *more = n > EPOCHS_NAMED ? fid_textf (" and %zu more", n - EPOCHS_NAMED) : "";
    return n ? fid_textf (", %s of epoch%s%s%s", what, n > 1 ? "s" : "", numbers, more) : "";
}

const char *fid_training_log_missing (const struct fid_training_log *log,
                                      enum fid_log_form form)
{
    static const enum fid_log_time order[FID_LOG_TIME_N] = {
        FID_LOG_TOTAL, FID_LOG_INIT, FID_LOG_FIT, FID_LOG_WRITE, FID_LOG_REAL};
    const char *text = "";
    double step_n;
    for (int i = 0; i < FID_LOG_TIME_N; i++)
        if (log->time_s[order[i]] < 0 && (form != FID_LOG_V1 || !fid_log_times[order[i]].newer))
            text = fid_textf ("%s, %s", text, fid_log_times[order[i]].missing);
    sum_of_steps (log, 0, SIZE_MAX, &step_n);
    text = fid_textf ("%s%s%s%s%s%s", text, log->epoch_n ? "" : ", epochs",
                      epochs_without (log, FID_EPOCH_TIME, "the time"),
                      epochs_without (log, FID_EPOCH_VALIDATION, "the validation time"),
                      epochs_without (log, FID_EPOCH_STEPS, "steps"),
                      step_n == 1 && form != FID_LOG_V1 ? ", a second step" : "");
    return *text ? text + 2 : text; /* without the first comma */
}
