/* log_band.c - what the epochs of a job have in common (see log_parts.h) */
#include <math.h>
#include <stdlib.h>
#include "charts/log_figure_parts.h"

static int
by_number_and_time (const void *a, const void *b)
{
    const struct fid_job_step *x = a, *y = b;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return x->time_s < y->time_s ? -1 : x->time_s > y->time_s;
}

/* The q-quantile of n sorted times. */
static double
quantile (const struct fid_job_step *step, size_t n, double q)
{
    double at = q * (double)(n - 1);
    size_t i = (size_t)at;
    double above = i + 1 < n ? step[i + 1].time_s - step[i].time_s : 0;
    return step[i].time_s + (at - floor (at)) * above;
}

bool
fid_log_band (struct fid_figure *fig, const struct fid_job *job, struct fid_log_band *out)
{
    size_t n = 0, at = 0;
    for (size_t i = 0; i < job->epoch_n; i++)
        n += job->epoch[i].step_n;
    struct fid_job_step *all = fid_figure_room (fig, n, sizeof *all);
    double *x = fid_figure_numbers (fig, n), *y[5];
    for (int k = 0; k < 5; k++)
        if (!(y[k] = fid_figure_numbers (fig, n)))
            return false;
    if (!all || !x)
        return false;
    for (size_t i = 0; i < job->epoch_n; i++)
        for (size_t k = 0; k < job->epoch[i].step_n; k++)
            all[at++] = job->epoch[i].step[k];
    qsort (all, n, sizeof *all, by_number_and_time);
    at = 0;
    for (size_t i = 0, j; i < n; i = j) {
        for (j = i + 1; j < n && all[j].number == all[i].number;)
            j++;
        x[at] = (double)all[i].number;
        for (int k = 0; k < 5; k++)
            y[k][at] = quantile (all + i, j - i, .25 * k);
        at++;
    }
    *out = (struct fid_log_band){x, {y[0], y[1], y[2], y[3], y[4]}, at};
    return true;
}
