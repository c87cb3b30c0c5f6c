/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resource_result.c - see resource_result.h */
#include <gsl/gsl_errno.h>
#include "compare/resource_result.h"

extern const struct fid_metric metric_period;

bool fid_measure_same (const struct fid_measure *a, const struct fid_measure *b)
{
    return a->facet == b->facet && a->quantity == b->quantity && a->metric == b->metric;
}

void fid_measure_miss (struct fid_resource_result *res, const struct fid_measure *what,
                       const struct fid_reason *reason)
{
    if (res->measure_n == FID_MEASURES_MAX)
        return;
    res->measure[res->measure_n++] = (struct fid_measure){.facet = what->facet,
                                                          .quantity = what->quantity,
                                                          .metric = what->metric,
                                                          .reason = *reason,
                                                          .noise = -1,
                                                          .low = -1,
                                                          .high = -1};
}

void fid_measure_detail (struct fid_resource_result *res, const char *name, double value)
{
    if (res->measure_n && res->measure[res->measure_n - 1].valid)
        fid_value_detail (&res->measure[res->measure_n - 1].value, name, value);
}

bool fid_measure_find_detail (const struct fid_measure *m, const char *name, double *value)
{
    for (size_t d = 0; m->valid && d < m->value.detail_n; d++)
        if (strcmp (m->value.detail[d].name, name) == 0) {
            *value = m->value.detail[d].value;
            return true;
        }
    return false;
}

int fid_measure_add (struct fid_resource_result *res, const struct fid_measure *what,
                     const struct fid_signal *real, const struct fid_signal *emu,
                     const struct fid_metric_opts *opts, struct fid_error *err)
{
    struct fid_metric_value value;
    int rc = what->metric->eval (real, emu, opts, &value);
    if (rc == GSL_EDOM || rc == GSL_EBADLEN) {
        struct fid_reason reason = {.code = what->metric == &metric_period
                                                ? FID_REASON_NO_PERIOD
                                                : FID_REASON_NOT_DEFINED};
        fid_measure_miss (res, what, &reason);
        return 0;
    }
    if (rc)
        return fid_errorf (err, FID_EINTERNAL, "%s of %s (%s): %s", what->metric->name,
                           res->info->name, fid_quantities[what->quantity].name,
                           gsl_strerror (rc));
    if (res->measure_n == FID_MEASURES_MAX)
        return fid_errorf (err, FID_EINTERNAL, "%s: too many measures", res->info->name);
    res->measure[res->measure_n++] = (struct fid_measure){.facet = what->facet,
                                                          .quantity = what->quantity,
                                                          .metric = what->metric,
                                                          .valid = true,
                                                          .value = value,
                                                          .noise = -1,
                                                          .low = -1,
                                                          .high = -1};
    return 0;
}

void fid_resource_refuse (struct fid_resource_result *res, enum fid_reason_code code,
                          unsigned sides)
{
    res->reason = (struct fid_reason){.code = code, .sides = sides};
    res->status = FID_STATUS_NOT_COMPARED;
}

bool fid_resource_incomplete (struct fid_resource_result *res, int64_t real_ns, int64_t emu_ns)
{
    int64_t first = real_ns < emu_ns ? real_ns : emu_ns;
    if (first == INT64_MAX)
        return false;
    fid_resource_refuse (res, FID_REASON_INCOMPLETE,
                         (real_ns != INT64_MAX ? FID_SIDE_REAL : 0) |
                             (emu_ns != INT64_MAX ? FID_SIDE_EMULATION : 0));
    res->reason.number[0] = (double)first / 1e9;
    return true;
}

bool fid_resource_is_measured (const struct fid_resource_result *res)
{
    for (size_t i = 0; i < res->measure_n; i++)
        if (res->measure[i].valid)
            return true;
    return false;
}

void fid_resource_close (struct fid_resource_result *res)
{
    if (!fid_resource_is_measured (res))
        fid_resource_refuse (res, FID_REASON_NO_MEASURE, 0);
}
