/* plan.c - see plan.h */
#include "config.h"
#include "compare/measures.h"
#include "compare/plan.h"

#define PLAN(id, ...) [FID_KIND_##id] = &fid_plan_##id,
static const struct fid_plan *const plans[FID_KIND_N] = {PLAN (STREAM) PLAN (GAUGE)
                                                             FID_JOB_RESOURCES (PLAN)};

static bool
applies (const struct fid_planned *row, const struct fid_measuring *m)
{
    const struct fid_resource_info *info = m->res->info;
    return (!row->index || row->index >> info->index & 1) &&
           (row->when & m->holds) == row->when && (!m->res->one_sided || row->one_sided);
}

static int
measure (const struct fid_planned *row, struct fid_measuring *m, struct fid_error *err)
{
    const struct fid_measure what = {
        .facet = row->facet, .quantity = row->quantity, .metric = row->metric};
    struct fid_signals s = {.opts = row->opts};
    m->what = row;
    if (row->extract (m, &s))
        return -1;
    if (s.miss.code) {
        fid_measure_miss (m->res, &what, &s.miss);
        return 0;
    }
    if (s.skip)
        return 0;
    if (fid_measure_add (m->res, &what, &s.a, &s.b, &s.opts, err))
        return -1;
    for (size_t i = 0; i < s.detail_n; i++)
        fid_measure_detail (m->res, s.detail[i].name, s.detail[i].value);
    if (row->quantity == FID_QUANTITY_SHAPE) {
        fid_measure_detail (m->res, "scale", s.opts.scale);
        fid_measure_detail (m->res, "dt_s", s.a.dt_s);
    }
    return 0;
}

int
fid_resource_compare (const struct fid_pair *pair, struct fid_resource_result *res,
                      struct fid_error *err)
{
    const struct fid_plan *plan = plans[res->info->kind];
    struct fid_measuring m = {.pair = pair, .res = res, .err = err};
    if (plan->windows && !(plan->windows >> res->window & 1)) {
        fid_resource_refuse (res, FID_REASON_WHOLE_RUN, 0);
        return 0;
    }
    m.holds = (fid_windows[res->window].is_long ? FID_WHEN_LONG : 0) |
              (fid_pair_has_phases (pair) ? FID_WHEN_PHASES : FID_WHEN_NO_PHASES);
    int rc = plan->open (&m);
    if (res->one_sided)
        m.holds |= FID_WHEN_ONE_SIDED;
    for (size_t i = 0; !rc && res->status == FID_STATUS_COMPARED && i < plan->measure_n; i++)
        if (applies (&plan->measure[i], &m))
            rc = measure (&plan->measure[i], &m, err);
    plan->close (&m);
    if (!rc && res->status == FID_STATUS_COMPARED)
        fid_resource_close (res);
    return rc;
}
