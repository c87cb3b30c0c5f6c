/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spans.c - helpers of the interval metrics; see spans.h */
#include <math.h>
#include <stdlib.h>
#include <gsl/gsl_errno.h>
#include "metrics/spans.h"

static int check_spans (const struct fid_signal *s)
{
    if (s->span_n && !s->span)
        return GSL_EBADLEN;
    for (size_t i = 0; i < s->span_n; i++)
        if (!isfinite (s->span[i].start_s) || !isfinite (s->span[i].end_s) ||
            s->span[i].end_s < s->span[i].start_s)
            return GSL_EINVAL;
    return GSL_SUCCESS;
}

int fid_spans_check (const struct fid_signal *a, const struct fid_signal *b)
{
    int rc = check_spans (a);
    return rc ? rc : check_spans (b);
}

static int by_value (const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int fid_spans_labels (const struct fid_signal *a, const struct fid_signal *b, int **label,
                      size_t *n)
{
    size_t k = 0, all = a->span_n + b->span_n;
    int *v = malloc ((all ? all : 1) * sizeof *v);
    if (!v)
        return GSL_ENOMEM;
    for (size_t i = 0; i < all; i++)
        v[i] = i < a->span_n ? a->span[i].label : b->span[i - a->span_n].label;
    qsort (v, all, sizeof *v, by_value);
    for (size_t i = 0; i < all; i++)
        if (!k || v[k - 1] != v[i])
            v[k++] = v[i];
    *label = v;
    *n = k;
    return GSL_SUCCESS;
}

double fid_spans_time_s (const struct fid_signal *s, int label)
{
    double sum = 0;
    for (size_t i = 0; i < s->span_n; i++)
        if (s->span[i].label == label)
            sum += s->span[i].end_s - s->span[i].start_s;
    return sum;
}

double fid_spans_total_s (const struct fid_signal *s)
{
    double sum = 0;
    for (size_t i = 0; i < s->span_n; i++)
        sum += s->span[i].end_s - s->span[i].start_s;
    return sum;
}
