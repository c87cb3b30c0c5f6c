/* SPDX-License-Identifier: GPL-3.0-or-later */
/* value.c - the result of a measure (see metric.h) */
#include <math.h>
#include "metrics/metric.h"

void fid_value_set (struct fid_metric_value *out, double distance)
{
    out->distance = distance;
    out->confidence = 1;
    out->detail_n = 0;
}

void fid_value_detail (struct fid_metric_value *out, const char *name, double value)
{
    if (!isfinite (value) || out->detail_n == FID_DETAIL_MAX)
        return;
    out->detail[out->detail_n].name = name;
    out->detail[out->detail_n].value = value;
    out->detail_n++;
}
