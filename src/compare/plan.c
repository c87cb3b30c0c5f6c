/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.c - the loop over the measures of a resource (measures.h) */
#include "compare/measures.h"

#define PLAN(id, ...) [FID_KIND_##id] = &fid_plan_##id,
static const struct fid_plan *const plans[FID_KIND_N] = {PLAN (STREAM) PLAN (GAUGE)
                                                             FID_JOB_RESOURCES (PLAN)};

/* Refuses a resource whose plan needs what a run lacks. */
static void check_needs (const struct fid_plan *plan, struct fid_measuring *m)
{
    unsigned lacks[2];
    static const struct {
        unsigned need;
        enum fid_reason_code code;
    } needs[] = {{FID_NEEDS_DATA, FID_REASON_DATA_NOT_TRACED},
                 {FID_NEEDS_PHASES, FID_REASON_NO_PHASES},
                 {FID_NEEDS_STEPS, FID_REASON_NO_STEPS}};
    if (plan->windows && !(plan->windows >> m->res->window & 1)) {
        fid_resource_refuse (m->res, FID_REASON_WHOLE_RUN, 0);
        return;
    }
    for (int k = 0; k < 2; k++)
        lacks[k] = (m->run[k]->stream[FID_STREAM_DATA_READ].traced ? 0 : FID_NEEDS_DATA) |
                   (m->run[k]->phases.known ? 0 : FID_NEEDS_PHASES) |
                   (m->run[k]->step_s > 0 ? 0 : FID_NEEDS_STEPS);
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        if (plan->needs & needs[i].need & (lacks[0] | lacks[1])) {
            fid_resource_refuse (
                m->res, needs[i].code,
                fid_sides (lacks[0] & needs[i].need, lacks[1] & needs[i].need));
            return;
        }
    if (plan->needs & FID_NEEDS_WHOLE_DATA)
        fid_measuring_incomplete (m, FID_STREAM_DATA_READ);
}

static int measure_row (const struct fid_planned *row, struct fid_measuring *m,
                        struct fid_error *err)
{
    const struct fid_measure what = {
        .facet = row->facet, .quantity = row->quantity, .metric = row->metric};
    struct fid_signals s = {.opts = row->opts};
    m->what = row;
    FID_TRY (row->extract (m, &s));
    if (s.miss.code)
        fid_measure_miss (m->res, &what, &s.miss);
    if (s.miss.code || s.skip)
        return 0;
    FID_TRY (fid_measure_add (m->res, &what, &s.side[0], &s.side[1], &s.opts, err));
    for (size_t i = 0; i < s.detail_n; i++)
        fid_measure_detail (m->res, s.detail[i].name, s.detail[i].value);
    if (row->quantity == FID_QUANTITY_SHAPE) {
        fid_measure_detail (m->res, "scale", s.opts.scale);
        fid_measure_detail (m->res, "dt_s", s.side[0].dt_s);
    }
    return 0;
}

static bool row_applies (const struct fid_planned *row, const struct fid_measuring *m)
{
    return m->res->status == FID_STATUS_COMPARED &&
           (!row->index || row->index >> m->res->info->index & 1) &&
           (row->when & m->holds) == row->when && (!m->res->one_sided || row->one_sided);
}

int fid_resource_compare (const struct fid_pair *pair, struct fid_resource_result *res,
                          struct fid_error *err)
{
    const struct fid_plan *plan = plans[res->info->kind];
    struct fid_measuring m = {.pair = pair,
                              .run = {pair->real, pair->emu},
                              .res = res,
                              .holds = fid_windows[res->window].is_long ? FID_WHEN_LONG : 0,
                              .err = err};
    check_needs (plan, &m);
    if (res->status != FID_STATUS_COMPARED)
        return 0;
    FID_NEED (m.in = calloc (1, plan->in_size), err);
    int rc = plan->open (&m);
    if (res->one_sided)
        m.holds |= FID_WHEN_ONE_SIDED;
    for (size_t i = 0; i < plan->measure_n && !rc; i++)
        if (row_applies (&plan->measure[i], &m))
            rc = measure_row (&plan->measure[i], &m, err);
    plan->close (m.in);
    free (m.in);
    if (!rc && res->status == FID_STATUS_COMPARED)
        fid_resource_close (res);
    return rc;
}
