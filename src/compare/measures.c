/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measures.c - what measures are added with (resource_result.h, measures.h) */
#include <gsl/gsl_errno.h>
#include "compare/measures.h"

const struct fid_measure *fid_measure_find (const struct fid_resource_result *res,
                                            const struct fid_measure *like)
{
    FID_EACH (const struct fid_measure, m, res->measure)
        if (m->facet == like->facet && m->quantity == like->quantity &&
            m->metric == like->metric)
            return m;
    return NULL;
}

static bool push_measure (struct fid_resource_result *res, struct fid_measure m)
{
    m.noise = m.low = m.high = -1;
    if (res->measure_n == FID_MEASURES_MAX)
        return false;
    res->measure[res->measure_n++] = m;
    return true;
}

void fid_measure_miss (struct fid_resource_result *res, const struct fid_measure *what,
                       const struct fid_reason *reason)
{
    struct fid_measure m = *what;
    m.reason = *reason;
    push_measure (res, m);
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
    struct fid_measure m = *what;
    struct fid_reason why = {.code = m.metric == &metric_period ? FID_REASON_NO_PERIOD
                                                                : FID_REASON_NOT_DEFINED};
    int rc = m.metric->eval (real, emu, opts, &m.value);
    if (rc == GSL_EDOM || rc == GSL_EBADLEN) {
        fid_measure_miss (res, what, &why);
        return 0;
    }
    if (rc)
        return fid_errorf (err, FID_EINTERNAL, "%s of %s (%s): %s", m.metric->name,
                           res->info->name, fid_quantities[m.quantity].name, gsl_strerror (rc));
    m.valid = true;
    return push_measure (res, m)
               ? 0
               : fid_errorf (err, FID_EINTERNAL, "%s: too many measures", res->info->name);
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
                         fid_sides (real_ns != INT64_MAX, emu_ns != INT64_MAX));
    res->reason.number[0] = (double)first / 1e9;
    return true;
}

void fid_resource_close (struct fid_resource_result *res)
{
    bool measured = false;
    FID_EACH (const struct fid_measure, m, res->measure)
        measured |= m->valid;
    if (!measured)
        fid_resource_refuse (res, FID_REASON_NO_MEASURE, 0);
}

bool fid_measuring_incomplete (struct fid_measuring *m, enum fid_stream_id id)
{
    return fid_resource_incomplete (m->res,
                                    FID_INCOMPLETE_FROM (m->run[0], &m->run[0]->stream[id]),
                                    FID_INCOMPLETE_FROM (m->run[1], &m->run[1]->stream[id]));
}

void fid_measuring_active (struct fid_measuring *m, bool real, bool emulation)
{
    if (!real && !emulation)
        m->res->status = FID_STATUS_IDLE;
    if (real == emulation)
        return;
    m->res->one_sided = true;
    m->res->reason =
        (struct fid_reason){.code = FID_REASON_ONE_SIDED, .sides = fid_sides (real, emulation)};
}
