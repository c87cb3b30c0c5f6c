/* SPDX-License-Identifier: GPL-3.0-or-later */
/* results.c - comparisons, results and series of the installed interface (fidlio.h) */
#include "base/outfile.h"
#include "batch/compare_pair.h"
#include "lib/border.h"

/* ---- comparisons */

/* The gaps of a curve as the interface has them. */
static void mark_gaps (struct fid_numbers *list)
{
    for (size_t i = 0; list->x && i < list->n; i++)
        if (list->x[i] == FID_GAP)
            list->x[i] = NAN;
}

/* In the C locale. */
static struct fid_result *compare_runs (const struct fid_run *const *real, size_t real_n,
                                        const struct fid_run *const *emulation,
                                        size_t emulation_n, const struct fid_run_opts *run_opts,
                                        const struct fid_compare_opts *opts,
                                        struct fid_series **series, struct fid_error *err)
{
    static const struct fid_series_size size = {FID_SERIES_POINTS, 0};
    struct fid_compared c = {0};
    const struct fid_comparing how = {.run = run_opts,
                                      .compare = opts,
                                      .series = series ? &size : NULL,
                                      .dir = {real[0]->dir, emulation[0]->dir}};
    if (!fid_compare_pair (&how, real, real_n, emulation, emulation_n, &c, err) && series)
        *series = c.series;
    for (size_t i = 0; c.series && i < c.series->time_n; i++)
        for (int k = 0; k < 2; k++) {
            mark_gaps (&c.series->time[i].side[k].value);
            mark_gaps (&c.series->time[i].side[k].min);
            mark_gaps (&c.series->time[i].side[k].max);
        }
    return c.result;
}

struct fid_result *fid_result_create (const struct fid_run *const *real, size_t real_n,
                                      const struct fid_run *const *emulation,
                                      size_t emulation_n,
                                      const struct fid_compare_options *options,
                                      struct fid_series **series, struct fid_error *err)
{
    struct fid_compare_opts opts;
    struct fid_run_opts run_opts;
    if (fid_border_compare (options, &opts, err) ||
        fid_border_runs (real, real_n, NULL, &run_opts, err) ||
        fid_border_runs (emulation, emulation_n, &run_opts, &run_opts, err))
        return NULL;
    FID_IN_C_LOCALE;
    struct fid_result *result =
        compare_runs (real, real_n, emulation, emulation_n, &run_opts, &opts, series, err);
    return result;
}

/* ---- results */

struct fid_result *fid_result_open (const char *path, struct fid_error *err)
{
    if (fid_border_given (path, "path", err))
        return NULL;
    FID_IN_C_LOCALE;
    return fid_result_load (path, err);
}

char *fid_result_text (const struct fid_result *result, struct fid_error *err)
{
    if (fid_border_given (result, "result", err))
        return NULL;
    FID_IN_C_LOCALE;
    return fid_record_text (fid_result_record, result, err);
}

int fid_result_save (const struct fid_result *result, const char *dir, struct fid_error *err)
{
    FID_TRY (fid_border_given (result, "result", err) || fid_border_given (dir, "dir", err));
    FID_IN_C_LOCALE;
    FID_FREED char *name =
        fid_result_name (result->head.real.id, result->head.emulation.id, err);
    FID_FREED char *path = name ? fid_format (err, "%s/%s", dir, name) : NULL;
    return path && !fid_make_dirs (dir, NULL, err)
               ? fid_record_save (fid_result_record, result, path, dir, err)
               : -1;
}

static const char *resource_name (int id)
{
    return id < 0 ? NULL : fid_resources[id].name;
}

int fid_result_get (const struct fid_result *result, struct fid_result_summary *summary,
                    struct fid_error *err)
{
    FID_TRY (fid_border_given (result, "result", err));
    struct fid_result_summary s = {
        .real = result->head.real.shown,
        .emulation = result->head.emulation.shown,
        .real_workload = result->head.real.workload,
        .emulation_workload = result->head.emulation.workload,
        .window = result->head.window,
        .key = result->head.key,
        .profile = result->head.profile,
        .verdict = fid_validity_name (result->head.verdict),
        .similarity = result->head.similarity,
        .similarity_low = result->head.similarity_low,
        .similarity_high = result->head.similarity_high,
        .similarity_reason = result->head.similarity_reason,
        .noise = result->head.noise,
        .group_n = (size_t)result->head.of_n,
        .compared_group_n = (size_t)result->head.compared_n,
        .resource_n = result->resource_n,
        .finding_n = result->finding_n,
        .cause_n = result->head.cause_n,
        .profile_n = result->head.profile_n,
    };
    return fid_border_row (summary, &s, sizeof s, "fid_result_summary", err);
}

int fid_result_answer_get (const struct fid_result *result, struct fid_answer_row *row,
                           struct fid_error *err)
{
    struct fid_answer_row r;
    FID_TRY (fid_border_given (result, "result", err));
    fid_border_answer (&result->head.answer, &r);
    return fid_border_row (row, &r, sizeof r, "fid_answer_row", err);
}

int fid_result_scenario_get (const struct fid_result *result, size_t i,
                             struct fid_answer_scenario_row *row, struct fid_error *err)
{
    FID_TRY (fid_border_given (result, "result", err));
    return fid_border_scenario (&result->head.answer, i, row, err);
}

int fid_result_resource_get (const struct fid_result *result, size_t i,
                             struct fid_resource_row *row, struct fid_error *err)
{
    FID_TRY (fid_border_given (result, "result", err) ||
             fid_border_index (i, result->resource_n, "resource", err));
    const struct fid_result_resource *o = &result->resource[i];
    struct fid_resource_row r = {
        .resource = o->resource,
        .group = fid_groups[o->group].name,
        .status = fid_status_name (o->status),
        .reason = o->reason,
        .window = fid_windows[o->window].name,
        .grade = o->grade,
        .grade_low = o->low,
        .grade_high = o->high,
        .weight = o->weight,
        .measure_n = o->measure_n,
    };
    return fid_border_row (row, &r, sizeof r, "fid_resource_row", err);
}

static double amount_of (const struct fid_result_measure *m, const char *side)
{
    double x;
    return fid_measure_amount (m, side, &x) ? x : NAN;
}

int fid_result_measure_get (const struct fid_result *result, size_t resource, size_t i,
                            struct fid_measure_row *row, struct fid_error *err)
{
    FID_TRY (fid_border_given (result, "result", err) ||
             fid_border_index (resource, result->resource_n, "resource", err) ||
             fid_border_index (i, result->resource[resource].measure_n, "measure", err));
    const struct fid_result_measure *m = &result->resource[resource].measure[i];
    struct fid_measure_row r = {
        .name = m->name,
        .facet = fid_facets[m->facet].name,
        .metric = m->metric,
        .quantity = m->quantity,
        .unit = fid_unit_name ((enum fid_unit_id)m->unit),
        .reason = m->reason,
        .distance = m->distance,
        .noise = m->noise,
        .tolerance = m->tolerance,
        .grade = m->grade,
        .clause = m->clause < 0 ? NULL : fid_clause_name ((enum fid_clause_status)m->clause),
        .key = m->key,
        .real = amount_of (m, "real"),
        .emulation = amount_of (m, "emulation"),
        .sign = fid_measure_sign (m),
    };
    return fid_border_row (row, &r, sizeof r, "fid_measure_row", err);
}

int fid_result_profile_get (const struct fid_result *result, size_t i,
                            struct fid_profile_row *row, struct fid_error *err)
{
    FID_TRY (fid_border_given (result, "result", err) ||
             fid_border_index (i, result->head.profile_n, "profile", err));
    const struct fid_result_profile *p = &result->head.profile_of[i];
    struct fid_profile_row r = {
        .profile = p->name,
        .verdict = fid_validity_name (p->verdict),
        .text = p->text,
        .reason = p->reason,
        .similarity = p->similarity,
        .similarity_low = p->low,
        .similarity_high = p->high,
        .met_n = (size_t)p->met_n,
        .clause_n = (size_t)p->of_n,
    };
    return fid_border_row (row, &r, sizeof r, "fid_profile_row", err);
}

int fid_result_clause_get (const struct fid_result *result, size_t profile, size_t i,
                           struct fid_profile_clause_row *row, struct fid_error *err)
{
    FID_TRY (fid_border_given (result, "result", err) ||
             fid_border_index (profile, result->head.profile_n, "profile", err) ||
             fid_border_index (i, result->head.profile_of[profile].clause_n, "clause", err));
    const struct fid_result_clause *c = &result->head.profile_of[profile].clauses[i];
    struct fid_profile_clause_row r = {
        .name = c->name,
        .status = fid_clause_name ((enum fid_clause_status)c->status),
        .key = c->key,
        .grade = c->grade,
        .share = c->share,
        .text = c->text,
    };
    return fid_border_row (row, &r, sizeof r, "fid_profile_clause_row", err);
}

int fid_result_finding_get (const struct fid_result *result, size_t i,
                            struct fid_finding_row *row, struct fid_error *err)
{
    FID_TRY (fid_border_given (result, "result", err) ||
             fid_border_index (i, result->finding_n, "finding", err));
    const struct fid_result_finding *f = &result->finding[i];
    struct fid_finding_row r = {
        .severity = fid_severity_name (f->severity),
        .resource = resource_name (f->resource),
        .text = f->text,
    };
    return fid_border_row (row, &r, sizeof r, "fid_finding_row", err);
}

int fid_result_cause_get (const struct fid_result *result, size_t i, struct fid_cause_row *row,
                          struct fid_error *err)
{
    FID_TRY (fid_border_given (result, "result", err) ||
             fid_border_index (i, result->head.cause_n, "cause", err));
    const struct fid_result_cause *c = &result->head.cause[i];
    struct fid_cause_row r = {
        .code = c->code,
        .resource = resource_name (c->resource),
        .text = c->text,
        .key = c->key,
        .from = c->from,
        .to = c->to,
        .share = c->share,
        .similarity_after = c->similarity_after,
        .error_after = c->error_after,
        .with = c->with,
        .error_with = c->error_with,
    };
    return fid_border_row (row, &r, sizeof r, "fid_cause_row", err);
}

/* ---- series */

size_t fid_series_count (const struct fid_series *series)
{
    return series ? series->time_n : 0;
}

static struct fid_curve_side curve_of (const struct fid_series_track *t)
{
    return (struct fid_curve_side){
        .t0_s = t->t0_s,
        .dt_s = t->dt_s,
        .n = t->value.x ? t->value.n : 0,
        .mean = t->value.x,
        .low = t->min.x ? t->min.x : t->value.x,
        .high = t->max.x ? t->max.x : t->value.x,
    };
}

int fid_series_get (const struct fid_series *series, size_t i, struct fid_curve_row *row,
                    struct fid_error *err)
{
    FID_TRY (fid_border_given (series, "series", err) ||
             fid_border_index (i, series->time_n, "series", err));
    const struct fid_series_time *t = &series->time[i];
    struct fid_curve_row r = {
        .resource = fid_resources[t->resource].name,
        .quantity = fid_quantities[t->quantity].name,
        .unit = fid_unit_name (t->unit),
        .real = curve_of (&t->side[FID_REAL]),
        .emulation = curve_of (&t->side[FID_EMULATION]),
    };
    return fid_border_row (row, &r, sizeof r, "fid_curve_row", err);
}

char *fid_series_text (const struct fid_series *series, struct fid_error *err)
{
    if (fid_border_given (series, "series", err))
        return NULL;
    FID_IN_C_LOCALE;
    return fid_series_json (series, err);
}
