/* SPDX-License-Identifier: GPL-3.0-or-later */
/* metric.c - registry of measures, built from METRICS in local.mk */
#include <string.h>
#include "metrics/metric.h"

#define FID_METRIC(name) extern const struct fid_metric name;
#include "metrics/registry.inc"
#undef FID_METRIC

#define FID_METRIC(name) &name,
const struct fid_metric *const fid_metrics[] = {
#include "metrics/registry.inc"
    NULL};
#undef FID_METRIC

const struct fid_metric *fid_metric_find (const char *name)
{
    for (size_t i = 0; fid_metrics[i]; i++)
        if (strcmp (fid_metrics[i]->name, name) == 0)
            return fid_metrics[i];
    return NULL;
}
