/* SPDX-License-Identifier: GPL-3.0-or-later */
/* signal.c - checks and idle answers shared by all metrics; see signal.h */
#include <math.h>
#include <gsl/gsl_errno.h>
#include "metrics/signal.h"

size_t fid_signal_dim (const struct fid_signal *s)
{
    return s->dim ? s->dim : 1;
}

int fid_signal_check (const struct fid_signal *s)
{
    size_t k = s->n * fid_signal_dim (s);
    if (k && !s->x)
        return GSL_EBADLEN;
    for (size_t i = 0; i < k; i++)
        if (!isfinite (s->x[i]))
            return GSL_EINVAL;
    for (size_t i = 0; s->w && i < s->n; i++)
        if (!isfinite (s->w[i]) || s->w[i] < 0)
            return GSL_EINVAL;
    return GSL_SUCCESS;
}

int fid_signal_check_series (const struct fid_signal *a, const struct fid_signal *b)
{
    FID_TRY_CODE (fid_signal_check (a));
    FID_TRY_CODE (fid_signal_check (b));
    if (fid_signal_dim (a) != fid_signal_dim (b))
        return GSL_EBADLEN;
    if (!isfinite (a->dt_s) || a->dt_s <= 0 || a->dt_s != b->dt_s)
        return GSL_EINVAL;
    return GSL_SUCCESS;
}

bool fid_signal_idle (const struct fid_signal *s)
{
    size_t k = s->n * fid_signal_dim (s);
    for (size_t i = 0; i < k; i++)
        if (s->x[i] != 0)
            return false;
    return true;
}

bool fid_signal_constant (const struct fid_signal *s)
{
    size_t dim = fid_signal_dim (s);
    for (size_t i = dim; i < s->n * dim; i++)
        if (s->x[i] != s->x[i % dim])
            return false;
    return true;
}

bool fid_signal_idle_value (bool a_idle, bool b_idle, double full, struct fid_metric_value *out)
{
    if (!a_idle && !b_idle)
        return false;
    if (a_idle && b_idle)
        fid_value_set (out, 0);
    else
        fid_value_set (out, full);
    return true;
}

int fid_opts_scale (const struct fid_metric_opts *opts, double *scale)
{
    if (!isfinite (opts->scale) || opts->scale < 0)
        return GSL_EINVAL;
    *scale = opts->scale > 0 ? opts->scale : 1;
    return GSL_SUCCESS;
}
