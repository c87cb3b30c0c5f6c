/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fit.c - see fit.h */
#include <gsl/gsl_errno.h>
#include "metrics/ols.h"
#include "tools/steps/fit.h"
#include "tools/steps/recording.h"

void fid_steps_trim (struct fid_steps_config *c, size_t from)
{
    const struct fid_steps_values *all = &c->value[FID_ALL_COMPUTE];
    size_t n = all->v_n - from, first = 0;
    if (!n)
        return;
    FID_FREED double *x = malloc (n * sizeof *x);
    if (!x)
        fid_must (fid_error_nomem (&fid_why));
    memcpy (x, all->v + from, n * sizeof *x);
    fid_sort (x, n);
    double low = fid_quantile (x, n, .01), high = fid_quantile (x, n, .99);
    while (n && x[n - 1] > high)
        n--;
    while (first < n && x[first] < low)
        first++;
    n -= first;
    if (n) { /* two different values leave none between */
        double mean = fid_mean (x + first, n);
        FID_APPEND (c->mu.v, mean);
        FID_APPEND (c->std.v, fid_std (x + first, n, mean, n));
    }
}

/* The points: y, and in x[n][k] GPUs and batch size, each only if it varies. */
static size_t points_of (const struct fid_step_stats *s, bool std, double *x, double *y,
                         struct fid_steps_fit *fit)
{
    size_t n = 0, k = 0;
    const struct fid_steps_config *first = NULL;
    FID_EACH (const struct fid_steps_config, c, s->config) {
        if (!c->mu.v_n)
            continue;
        first = first ? first : c;
        fit->has_gpus |= c->gpus != first->gpus;
        fit->has_batch |= c->batch != first->batch;
    }
    for (size_t i = 0; i < s->config_n; i++)
        for (size_t j = 0; j < s->config[i].mu.v_n; j++) {
            const struct fid_steps_config *c = &s->config[i];
            if (fit->has_gpus)
                x[k++] = (double)c->gpus;
            if (fit->has_batch)
                x[k++] = (double)c->batch;
            y[n++] = std ? c->std.v[j] : c->mu.v[j];
        }
    return n;
}

/* The mean of the points, which explains no difference between them. */
static void fit_constant (const double *y, struct fid_steps_fit *fit)
{
    fit->why = NULL;
    fit->intercept = fid_mean (y, fit->n);
    fit->has_r2 = fit->n > 1;
    fit->r2 = 1;
    for (size_t i = 1; i < fit->n; i++)
        if (y[i] != y[0])
            fit->r2 = 0;
}

struct fid_steps_fit fid_steps_fit (const struct fid_step_stats *s, bool std)
{
    size_t cap = 1;
    double coef[3] = {0};
    struct fid_steps_fit fit = {.why = "no recording has enough values of all_compute"};
    for (size_t i = 0; i < s->config_n; i++)
        cap += s->config[i].mu.v_n;
    double *x = fid_take (2 * cap, sizeof *x), *y = fid_take (cap, sizeof *y);
    fit.n = points_of (s, std, x, y, &fit);
    size_t k = (size_t)fit.has_gpus + fit.has_batch;
    if (!fit.n)
        return fit;
    if (!k) {
        fit_constant (y, &fit);
        return fit;
    }
    int code = fid_ols (x, y, fit.n, k, coef, &fit.r2);
    if (code == GSL_ENOMEM)
        fid_must (fid_error_nomem (&fid_why));
    fit.why = code == 0             ? NULL
              : code == GSL_EBADLEN ? "fewer recordings than unknowns"
                                    : "GPUs and batch sizes vary together";
    fit.has_r2 = true;
    fit.intercept = coef[0];
    fit.gpus = fit.has_gpus ? coef[1] : 0;
    fit.batch = fit.has_batch ? coef[k] : 0;
    return fit;
}
