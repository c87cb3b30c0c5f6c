/* results.c - comparisons, results and series of the installed interface (fidlio.h) */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/jsonbuild.h"
#include "base/outfile.h"
#include "compare/calibration.h"
#include "batch/compare_pair.h"
#include "lib/border.h"
#include "predict/gains.h"
#include "results/result.h"
#include "results/series.h"

/* ---- comparisons */

/* The gaps of a curve as the interface has them. */
static void
mark_gaps (struct fid_numbers *list)
{
    for (size_t i = 0; list->x && i < list->n; i++)
        if (list->x[i] == FID_GAP)
            list->x[i] = NAN;
}

/* In the C locale. */
static struct fid_result *
compare (const struct fid_run *const *real, size_t real_n,
         const struct fid_run *const *emulation, size_t emulation_n,
         const struct fid_run_opts *run_opts, const struct fid_compare_opts *opts,
         struct fid_series **series, struct fid_error *err)
{
    static const struct fid_series_size size = {FID_SERIES_POINTS, 0};
    struct fid_compared c = {0};
    struct fid_compare_opts with = *opts;
    struct fid_gains *gains = fid_gains_create (err);
    const struct fid_comparing how = {.run = run_opts,
                                      .compare = &with,
                                      .series = series ? &size : NULL,
                                      .dir = {real[0]->dir, emulation[0]->dir},
                                      .roles_gone = true};
    with.gains = gains;
    if (gains && !fid_compare_pair (&how, real, real_n, emulation, emulation_n, &c, err) && series)
        *series = c.series;
    fid_gains_destroy (gains);
    for (size_t i = 0; c.series && i < c.series->time_n; i++)
        for (int k = 0; k < 2; k++) {
            mark_gaps (&c.series->time[i].side[k].value);
            mark_gaps (&c.series->time[i].side[k].min);
            mark_gaps (&c.series->time[i].side[k].max);
        }
    return c.result;
}

struct fid_result *
fid_result_create (const struct fid_run *const *real, size_t real_n,
                   const struct fid_run *const *emulation, size_t emulation_n,
                   const struct fid_compare_options *options, struct fid_series **series,
                   struct fid_error *err)
{
    struct fid_compare_opts opts;
    struct fid_run_opts run_opts;
    if (fid_border_compare (options, &opts, err) ||
        fid_border_runs (real, real_n, NULL, &run_opts, err) ||
        fid_border_runs (emulation, emulation_n, &run_opts, &run_opts, err))
        return NULL;
    locale_t before = fid_border_enter ();
    struct fid_result *result =
        compare (real, real_n, emulation, emulation_n, &run_opts, &opts, series, err);
    fid_border_leave (before);
    return result;
}

/* ---- results */

struct fid_result *
fid_result_open (const char *path, struct fid_error *err)
{
    locale_t before = fid_border_enter ();
    struct fid_result *result = fid_result_load (path, err);
    fid_border_leave (before);
    return result;
}

char *
fid_result_text (const struct fid_result *result, struct fid_error *err)
{
    locale_t before = fid_border_enter ();
    char *text = fid_json_text (result->doc, err);
    fid_border_leave (before);
    return text;
}

int
fid_result_save (const struct fid_result *result, const char *dir, struct fid_error *err)
{
    locale_t before = fid_border_enter ();
    char *name = fid_result_name (result->head.real.id, result->head.emulation.id, err);
    char *path = name ? fid_format (err, "%s/%s", dir, name) : NULL;
    int rc = path && !fid_make_dirs (dir, err) ? fid_json_save (result->doc, path, err) : -1;
    free (path);
    free (name);
    fid_border_leave (before);
    return rc;
}

/* Members of the document; fid_result_of has checked its layout. */
static const cJSON *
member (const cJSON *o, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive (o, key);
}

static const char *
text_of (const cJSON *o, const char *key)
{
    return cJSON_GetStringValue (member (o, key));
}

static double
number_of (const cJSON *o, const char *key)
{
    const cJSON *x = member (o, key);
    return cJSON_IsNumber (x) ? x->valuedouble : -1;
}

static size_t
length_of (const cJSON *list)
{
    return (size_t)cJSON_GetArraySize (list);
}

/* An end of an interval, 0 or 1; -1: there is none. */
static double
end_of (const cJSON *o, const char *key, int end)
{
    const cJSON *x = cJSON_GetArrayItem (member (o, key), end);
    return cJSON_IsNumber (x) ? x->valuedouble : -1;
}

/* Row i of a list; NULL with FID_EUSAGE. */
static const cJSON *
item_of (const cJSON *list, size_t i, const char *name, struct fid_error *err)
{
    return fid_border_index (i, length_of (list), name, err)
               ? NULL
               : cJSON_GetArrayItem (list, (int)i);
}

static const cJSON *
causes_of (const struct fid_result *result)
{
    return member (result->doc, "causes");
}

int
fid_result_get (const struct fid_result *result, struct fid_result_summary *summary,
                struct fid_error *err)
{
    struct fid_result_summary s = {
        .real = result->head.real.id,
        .emulation = result->head.emulation.id,
        .real_workload = result->head.real.workload,
        .emulation_workload = result->head.emulation.workload,
        .window = result->head.window,
        .key = result->head.key,
        .profile = result->head.profile,
        .verdict = fid_validity_name (result->head.verdict),
        .score = result->head.score,
        .score_low = result->head.score_low,
        .score_high = result->head.score_high,
        .score_uncapped = result->head.uncapped,
        .score_reason = result->head.score_reason,
        .capped_by = result->head.capped_by,
        .noise = result->head.noise,
        .group_n = (size_t)result->head.of_n,
        .compared_group_n = (size_t)result->head.compared_n,
        .resource_n = length_of (member (result->doc, "resources")),
        .finding_n = length_of (member (result->doc, "findings")),
        .cause_n = length_of (causes_of (result)),
        .profile_n = length_of (member (result->doc, "profiles")),
    };
    return fid_border_row (summary, &s, sizeof s, "fid_result_summary", err);
}

int
fid_result_resource_get (const struct fid_result *result, size_t i,
                         struct fid_resource_row *row, struct fid_error *err)
{
    const cJSON *o = item_of (member (result->doc, "resources"), i, "resource", err);
    if (!o)
        return -1;
    struct fid_resource_row r = {
        .resource = text_of (o, "resource"),
        .group = text_of (o, "group"),
        .status = text_of (o, "status"),
        .reason = text_of (o, "reason"),
        .window = text_of (o, "window"),
        .grade = number_of (o, "grade"),
        .grade_low = end_of (o, "grade_ci", 0),
        .grade_high = end_of (o, "grade_ci", 1),
        .weight = number_of (o, "weight"),
        .measure_n = length_of (member (o, "measures")),
    };
    return fid_border_row (row, &r, sizeof r, "fid_resource_row", err);
}

int
fid_result_measure_get (const struct fid_result *result, size_t resource, size_t i,
                        struct fid_measure_row *row, struct fid_error *err)
{
    const cJSON *in = item_of (member (result->doc, "resources"), resource, "resource", err);
    const cJSON *o = in ? item_of (member (in, "measures"), i, "measure", err) : NULL;
    if (!o)
        return -1;
    struct fid_measure_row r = {
        .name = text_of (o, "name"),
        .facet = text_of (o, "facet"),
        .metric = text_of (o, "metric"),
        .quantity = text_of (o, "quantity"),
        .unit = text_of (o, "unit"),
        .reason = text_of (o, "reason"),
        .distance = number_of (o, "distance"),
        .noise = number_of (o, "noise"),
        .tolerance = number_of (o, "tolerance"),
        .grade = number_of (o, "grade"),
        .clause = text_of (o, "clause"),
        .key = cJSON_IsTrue (member (o, "key")),
    };
    return fid_border_row (row, &r, sizeof r, "fid_measure_row", err);
}

int
fid_result_profile_get (const struct fid_result *result, size_t i, struct fid_profile_row *row,
                        struct fid_error *err)
{
    const cJSON *o = item_of (member (result->doc, "profiles"), i, "profile", err);
    if (!o)
        return -1;
    struct fid_profile_row r = {
        .profile = text_of (o, "profile"),
        .verdict = text_of (o, "verdict"),
        .text = text_of (o, "text"),
        .reason = text_of (o, "reason"),
        .score = number_of (o, "score"),
        .score_low = end_of (o, "score_ci", 0),
        .score_high = end_of (o, "score_ci", 1),
        .met_n = (size_t)fmax (0, number_of (o, "met")),
        .clause_n = (size_t)fmax (0, number_of (o, "of")),
    };
    return fid_border_row (row, &r, sizeof r, "fid_profile_row", err);
}

int
fid_result_clause_get (const struct fid_result *result, size_t profile, size_t i,
                       struct fid_profile_clause_row *row, struct fid_error *err)
{
    const cJSON *in = item_of (member (result->doc, "profiles"), profile, "profile", err);
    const cJSON *o = in ? item_of (member (in, "clauses"), i, "clause", err) : NULL;
    if (!o)
        return -1;
    struct fid_profile_clause_row r = {
        .name = text_of (o, "name"),
        .status = text_of (o, "status"),
        .key = cJSON_IsTrue (member (o, "key")),
        .grade = number_of (o, "grade"),
        .share = number_of (o, "share"),
        .text = text_of (o, "text"),
    };
    return fid_border_row (row, &r, sizeof r, "fid_profile_clause_row", err);
}

int
fid_result_finding_get (const struct fid_result *result, size_t i, struct fid_finding_row *row,
                        struct fid_error *err)
{
    const cJSON *o = item_of (member (result->doc, "findings"), i, "finding", err);
    if (!o)
        return -1;
    struct fid_finding_row r = {
        .severity = text_of (o, "severity"),
        .resource = text_of (o, "resource"),
        .text = text_of (o, "text"),
    };
    return fid_border_row (row, &r, sizeof r, "fid_finding_row", err);
}

/* A gain may be below 0. */
static double
gain_of (const cJSON *o)
{
    const cJSON *gain = cJSON_GetObjectItemCaseSensitive (o, "gain");
    return cJSON_IsNumber (gain) ? gain->valuedouble : NAN;
}

int
fid_result_cause_get (const struct fid_result *result, size_t i, struct fid_cause_row *row,
                      struct fid_error *err)
{
    const cJSON *o = item_of (causes_of (result), i, "cause", err);
    if (!o)
        return -1;
    struct fid_cause_row r = {
        .code = text_of (o, "code"),
        .resource = text_of (o, "resource"),
        .text = text_of (o, "text"),
        .key = text_of (o, "key"),
        .from = text_of (o, "from"),
        .to = text_of (o, "to"),
        .share = number_of (o, "share"),
        .score_after = number_of (o, "score_after"),
        .gain = gain_of (o),
        .gain_by = text_of (o, "gain_by"),
    };
    return fid_border_row (row, &r, sizeof r, "fid_cause_row", err);
}

/* ---- series */

size_t
fid_series_count (const struct fid_series *series)
{
    return series->time_n;
}

static struct fid_curve_side
curve_of (const struct fid_series_track *t)
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

int
fid_series_get (const struct fid_series *series, size_t i, struct fid_curve_row *row,
                struct fid_error *err)
{
    if (fid_border_index (i, series->time_n, "series", err))
        return -1;
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

char *
fid_series_text (const struct fid_series *series, struct fid_error *err)
{
    locale_t before = fid_border_enter ();
    char *text = fid_series_json (series, err);
    fid_border_leave (before);
    return text;
}
