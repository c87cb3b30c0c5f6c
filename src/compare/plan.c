/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.c - see plan.h */
#include "compare/measures.h"
#include "compare/plan.h"

#define PLAN(id, ...) [FID_KIND_##id] = &fid_plan_##id,
static const struct fid_plan *const plans[FID_KIND_N] = {PLAN (STREAM) PLAN (GAUGE)
                                                             FID_JOB_RESOURCES (PLAN)};

static bool lacks_data (const struct fid_run *run)
{
    return !run->stream[FID_STREAM_DATA_READ].traced;
}

static bool lacks_phases (const struct fid_run *run)
{
    return !run->phases.known;
}

static bool lacks_steps (const struct fid_run *run)
{
    return !(run->step_s > 0);
}

/* Refuses a resource whose plan needs what a run lacks. */
static void check_needs (const struct fid_plan *plan, struct fid_measuring *m)
{
    static const struct {
        unsigned need;
        bool (*lacks) (const struct fid_run *run);
        enum fid_reason_code code;
    } needs[] = {{FID_NEEDS_DATA, lacks_data, FID_REASON_DATA_NOT_TRACED},
                 {FID_NEEDS_PHASES, lacks_phases, FID_REASON_NO_PHASES},
                 {FID_NEEDS_STEPS, lacks_steps, FID_REASON_NO_STEPS}};
    if (plan->windows && !(plan->windows >> m->res->window & 1)) {
        fid_resource_refuse (m->res, FID_REASON_WHOLE_RUN, 0);
        return;
    }
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
        unsigned sides = fid_sides (needs[i].lacks (m->run[0]), needs[i].lacks (m->run[1]));
        if (!(plan->needs & needs[i].need) || !sides)
            continue;
        fid_resource_refuse (m->res, needs[i].code, sides);
        return;
    }
    if (plan->needs & FID_NEEDS_WHOLE_DATA)
        fid_measuring_incomplete (m, FID_STREAM_DATA_READ);
}

static bool row_applies (const struct fid_planned *row, const struct fid_measuring *m)
{
    const struct fid_resource_info *info = m->res->info;
    return (!row->index || row->index >> info->index & 1) &&
           (row->when & m->holds) == row->when && (!m->res->one_sided || row->one_sided);
}

static int measure_row (const struct fid_planned *row, struct fid_measuring *m,
                        struct fid_error *err)
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
    FID_TRY (fid_measure_add (m->res, &what, &s.side[0], &s.side[1], &s.opts, err));
    for (size_t i = 0; i < s.detail_n; i++)
        fid_measure_detail (m->res, s.detail[i].name, s.detail[i].value);
    if (row->quantity == FID_QUANTITY_SHAPE) {
        fid_measure_detail (m->res, "scale", s.opts.scale);
        fid_measure_detail (m->res, "dt_s", s.side[0].dt_s);
    }
    return 0;
}

static bool is_graded (const struct fid_planned *row, const struct fid_measuring *m)
{
    const struct fid_profile *only = m->pair->only;
    return !only || only->clause[fid_result_id (m->res)][row->quantity].graded;
}

/* Takes the measures that are graded and, unless one of them is valid, others until one is: a
 * resource that can be measured weighs in its group. */
static int measure_all (const struct fid_plan *plan, struct fid_measuring *m,
                        struct fid_error *err)
{
    for (int graded = 1; graded >= 0; graded--)
        FID_EACH (const struct fid_planned, row, plan->measure) {
            if (m->res->status != FID_STATUS_COMPARED ||
                (!graded && fid_resource_is_measured (m->res)))
                return 0;
            FID_TRY (row_applies (row, m) && is_graded (row, m) == (graded == 1) &&
                     measure_row (row, m, err));
        }
    return 0;
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
    if (!rc)
        rc = measure_all (plan, &m, err);
    plan->close (m.in);
    free (m.in);
    if (!rc && res->status == FID_STATUS_COMPARED)
        fid_resource_close (res);
    return rc;
}
