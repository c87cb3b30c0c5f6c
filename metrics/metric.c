/* metric.c - registry of measures, built from METRICS in local.mk */
#include <math.h>
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

const struct fid_metric *
fid_metric_find (const char *name)
{
    for (size_t i = 0; fid_metrics[i]; i++)
        if (strcmp (fid_metrics[i]->name, name) == 0)
            return fid_metrics[i];
    return NULL;
}

void
fid_value_set (struct fid_metric_value *out, double distance)
{
    out->distance = distance;
    out->confidence = 1;
    out->detail_n = 0;
}

void
fid_value_detail (struct fid_metric_value *out, const char *name, double value)
{
    if (!isfinite (value) || out->detail_n == FID_DETAIL_MAX)
        return;
    out->detail[out->detail_n].name = name;
    out->detail[out->detail_n].value = value;
    out->detail_n++;
}
