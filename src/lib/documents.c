/* SPDX-License-Identifier: GPL-3.0-or-later */
/* documents.c - jobs, answers, calibrations, results, the gate and lists, as texts and files, of
 * the installed interface (fidlio.h) */
#include "base/outfile.h"
#include "batch/compare_pair.h"
#include "check/check.h"
#include "compare/calibration.h"
#include "job/of_run.h"
#include "job/show.h"
#include "lib/border.h"
#include "metrics/metric.h"
#include "readers/reader.h"
#include "storage/changes.h"

/* The text of a document, which is freed; NULL, as the document. */
static char *text_of (cJSON *doc, struct fid_error *err)
{
    char *text = doc ? fid_json_text (doc, err) : NULL;
    cJSON_Delete (doc);
    return text;
}

char *fid_run_job_text (const struct fid_run *run, int steps, struct fid_error *err)
{
    if (FID_GIVEN (run))
        return NULL;
    FID_IN_C_LOCALE;
    const struct fid_run_job *found = fid_job_of_run (run, err);
    return text_of (found ? fid_job_json (&found->job, run->id, steps, err) : NULL, err);
}

/* ---- answers */

#define STORAGES_MAX 64

/* An answer and what it is made from. */
struct answering {
    struct fid_answer_opts opts;
    struct fid_storage *storage; /* owned; what opts.storage is */
    struct fid_answered of;
    struct fid_answer_sources side[FID_ANSWER_SIDE_N]; /* their runs stay the caller's */
};

static void clear_answering (struct answering *a)
{
    fid_answered_clear (&a->of);
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++)
        fid_answer_sources_clear (&a->side[k]);
    free (a->storage);
}

static int take_answer_options (const struct fid_answer_options *o, struct answering *a,
                                struct fid_error *err)
{
    FID_TRY (fid_border_range (o->tolerance != 0, o->tolerance, 0.001, 10, "tolerance", err));
    FID_TRY (fid_border_range (o->utilisation != 0, o->utilisation, 0.01, 0.999, "utilisation",
                               err));
    if (o->profile)
        FID_TRY (fid_answer_profile_find (o->profile, &a->opts.profile, err));
    if (o->storage_n && (!o->storage || o->storage_n > STORAGES_MAX))
        return fid_errorf (err, FID_EUSAGE, "storage is NULL, or there are more than %d",
                           STORAGES_MAX);
    a->opts.tolerance = o->tolerance;
    a->opts.utilisation = o->utilisation;
    a->opts.storage_n = o->storage_n;
    a->opts.storage = a->storage = calloc (o->storage_n + 1, sizeof *a->storage);
    FID_NEED (a->storage, err);
    for (size_t i = 0; i < o->storage_n; i++) {
        if (!o->storage[i])
            return fid_errorf (err, FID_EUSAGE, "storage %zu is NULL", i);
        FID_TRY (fid_storage_load (&a->storage[i], o->storage[i], err));
    }
    return 0;
}

char *fid_answer_text (const struct fid_run *const *real, size_t real_n,
                       const struct fid_run *const *emulation, size_t emulation_n,
                       const struct fid_answer_options *options, struct fid_error *err)
{
    FID_SCOPED (clear_answering) struct answering a = {0};
    struct fid_run_opts run_opts;
    struct fid_doc d;
    if (fid_border_runs (real, real_n, NULL, &run_opts, err) ||
        (emulation_n && fid_border_runs (emulation, emulation_n, &run_opts, &run_opts, err)))
        return NULL;
    FID_IN_C_LOCALE;
    if ((options && take_answer_options (options, &a, err)) ||
        fid_answer_sources_add (&a.side[0], real, real_n, err) ||
        fid_answer_sources_add (&a.side[1], emulation, emulation_n, err) ||
        fid_answered_make (&a.of, &a.side[0], &a.side[1], &a.opts, err))
        return NULL;
    fid_doc_begin (&d);
    fid_answered_put (&d, "fidlio.answer/1", &a.of, &a.side[0], &a.side[1]);
    return text_of (fid_doc_end (&d, err), err);
}

/* ---- calibrations and profiles */

struct fid_calibration *fid_calibration_create (const struct fid_run *const *run, size_t run_n,
                                                const struct fid_compare_options *options,
                                                struct fid_error *err)
{
    struct fid_border_compare how;
    struct fid_run_opts run_opts;
    struct fid_calibration *out = NULL;
    FID_IN_C_LOCALE;
    if (fid_border_compare (options, &how, err) ||
        fid_border_runs (run, run_n, NULL, &run_opts, err))
        return NULL;
    if (how.opts.calibration || how.opts.excluded) {
        fid_errorf (err, FID_EUSAGE,
                    "a calibration is made without calibration and exclude_groups");
        return NULL;
    }
    return fid_calibrate (run, run_n, &run_opts, &how.opts, how.opts.thread_n, &out, err) ? NULL
                                                                                          : out;
}

struct fid_calibration *fid_calibration_open (const char *path, struct fid_error *err)
{
    struct fid_calibration *out = NULL;
    FID_IN_C_LOCALE;
    return FID_GIVEN (path) || fid_calibration_load (path, &out, err) ? NULL : out;
}

int fid_calibration_save (const struct fid_calibration *calibration, const char *path,
                          struct fid_error *err)
{
    FID_TRY (FID_GIVEN (calibration));
    FID_TRY (FID_GIVEN (path));
    FID_IN_C_LOCALE;
    FID_SCOPED (fid_json_freed) cJSON *doc = fid_calibration_json (calibration, err);
    return doc ? fid_json_save (doc, path, NULL, err) : -1;
}

char *fid_calibration_text (const struct fid_calibration *calibration, struct fid_error *err)
{
    FID_IN_C_LOCALE;
    return FID_GIVEN (calibration) ? NULL
                                   : text_of (fid_calibration_json (calibration, err), err);
}

char *fid_profile_describe (const char *name, struct fid_error *err)
{
    struct fid_profile p;
    struct fid_doc d;
    FID_IN_C_LOCALE;
    if (FID_GIVEN (name) || fid_profile_load (&p, name, err))
        return NULL;
    fid_doc_begin (&d);
    fid_doc_text (&d, d.root, "name", p.name);
    fid_doc_text (&d, d.root, "about", p.about);
    return text_of (fid_doc_end (&d, err), err);
}

/* ---- results */

/* Gaps are NaN in the arrays of the interface. */
static void mark_gaps (struct fid_series_track *t)
{
    const struct fid_numbers list[] = {t->value, t->min, t->max};
    for (size_t k = 0; k < sizeof list / sizeof *list; k++)
        for (size_t i = 0; list[k].x && i < list[k].n; i++)
            if (list[k].x[i] == FID_GAP)
                list[k].x[i] = NAN;
}

struct fid_result *fid_result_create (const struct fid_run *const *real, size_t real_n,
                                      const struct fid_run *const *emulation,
                                      size_t emulation_n,
                                      const struct fid_compare_options *options,
                                      struct fid_series **series, struct fid_error *err)
{
    static const struct fid_series_size size = {FID_SERIES_POINTS, 0};
    struct fid_border_compare given;
    struct fid_run_opts run_opts;
    struct fid_compared c;
    FID_IN_C_LOCALE;
    if (fid_border_compare (options, &given, err) ||
        fid_border_runs (real, real_n, NULL, &run_opts, err) ||
        fid_border_runs (emulation, emulation_n, &run_opts, &run_opts, err))
        return NULL;
    const struct fid_comparing how = {.run = &run_opts,
                                      .compare = &given.opts,
                                      .series = series ? &size : NULL,
                                      .dir = {real[0]->dir, emulation[0]->dir}};
    if (fid_compare_pair (&how, real, real_n, emulation, emulation_n, &c, err))
        return NULL;
    for (size_t i = 0; c.series && i < c.series->time_n; i++)
        for (int k = 0; k < 2; k++)
            mark_gaps (&c.series->time[i].side[k]);
    if (series)
        *series = c.series;
    return c.result;
}

struct fid_result *fid_result_open (const char *path, struct fid_error *err)
{
    FID_IN_C_LOCALE;
    return FID_GIVEN (path) ? NULL : fid_result_load (path, err);
}

char *fid_result_text (const struct fid_result *result, struct fid_error *err)
{
    FID_IN_C_LOCALE;
    return FID_GIVEN (result) ? NULL : fid_record_text (fid_result_record, result, err);
}

const char *fid_result_side (const struct fid_result *result, int emulation)
{
    return !result ? NULL : emulation ? result->head.emulation.shown : result->head.real.shown;
}

int fid_result_save (const struct fid_result *result, const char *dir, struct fid_error *err)
{
    FID_TRY (FID_GIVEN (result));
    FID_TRY (FID_GIVEN (dir));
    FID_IN_C_LOCALE;
    FID_FREED char *name =
        fid_result_name (result->head.real.id, result->head.emulation.id, err);
    FID_FREED char *path = name ? fid_format (err, "%s/%s", dir, name) : NULL;
    return path && !fid_make_dirs (dir, NULL, err)
               ? fid_record_save (fid_result_record, result, path, dir, err)
               : -1;
}

char *fid_series_text (const struct fid_series *series, struct fid_error *err)
{
    FID_IN_C_LOCALE;
    return FID_GIVEN (series) ? NULL : fid_series_json (series, err);
}

/* ---- the gate */

static int judge_gate (const char *accepted, const char *candidate,
                       const struct fid_gate_options *o, struct fid_check *check,
                       struct fid_error *err)
{
    FID_SCOPED (fid_gate_clear) struct fid_gate_input old = {0}, new = {0};
    FID_SCOPED (fid_thresholds_clear) struct fid_thresholds limits = {0};
    struct fid_check_opts opts = FID_CHECK_DEFAULTS;
    FID_TRY (fid_border_range (o->has_margin, o->margin, 0, 1, "margin", err));
    FID_TRY (fid_border_range (o->alpha != 0, o->alpha, 0.0001, 0.4, "alpha", err));
    if (!accepted && !o->limits)
        return fid_errorf (err, FID_EUSAGE,
                           "the gate needs accepted results or a file of limits");
    opts.margin = o->has_margin ? o->margin : opts.margin;
    opts.alpha = o->alpha != 0 ? o->alpha : opts.alpha;
    opts.prior = o->prior;
    FID_TRY (fid_gate_load (candidate, FID_BY_CONFIG, &new, err));
    if (accepted) {
        FID_TRY (fid_gate_load (accepted, FID_BY_CONFIG, &old, err));
        FID_TRY (fid_check_run (&old, &new, &opts, check, err));
    }
    if (o->limits) {
        FID_TRY (fid_thresholds_load (o->limits, &limits, err));
        FID_TRY (fid_check_thresholds (&limits, &new, check, err));
    }
    return 0;
}

char *fid_gate_text (const char *accepted, const char *candidate,
                     const struct fid_gate_options *options, struct fid_error *err)
{
    static const struct fid_gate_options defaults;
    FID_SCOPED (fid_check_clear) struct fid_check check = {0};
    struct fid_doc d;
    FID_IN_C_LOCALE;
    if (FID_GIVEN (candidate) ||
        judge_gate (accepted, candidate, options ? options : &defaults, &check, err))
        return NULL;
    fid_doc_begin (&d);
    fid_doc_text (&d, d.root, "outcome", fid_outcome_names[check.outcome]);
    cJSON *rows = fid_doc_list (&d, d.root, "rows");
    FID_EACH (const struct fid_check_row, row, check.row) {
        const struct fid_judgement *v = &row->verdict;
        const struct {
            const char *key;
            double x;
        } number[] = {{"accepted", v->accepted}, {"candidate", v->candidate},
                      {"ratio", v->ratio},       {"low", v->low},
                      {"high", v->high},         {"p", v->p_family}};
        cJSON *to = fid_doc_row (
            &d, rows, NULL, "outcome %s workload %s configuration %s what %s kind %s reason %s",
            fid_outcome_names[row->outcome], row->workload, row->config, row->what,
            fid_check_kind_names[row->kind], row->reason);
        for (size_t i = 0; i < sizeof number / sizeof *number; i++)
            fid_doc_maybe (&d, to, number[i].key,
                           row->kind == FID_CHECK_TRIAL && number[i].x >= 0, number[i].x);
    }
    cJSON *notes = fid_doc_list (&d, d.root, "notes");
    for (size_t i = 0; i < check.note_n; i++)
        fid_doc_text (&d, notes, NULL, check.note[i]);
    return text_of (fid_doc_end (&d, err), err);
}

int fid_baseline_save (const char *results, const char *path, struct fid_error *err)
{
    FID_SCOPED (fid_gate_clear) struct fid_gate_input input = {0};
    FID_TRY (FID_GIVEN (results));
    FID_TRY (FID_GIVEN (path));
    FID_IN_C_LOCALE;
    FID_TRY (fid_gate_load (results, FID_BY_CONFIG, &input, err));
    FID_SCOPED (fid_json_freed) cJSON *doc = fid_baseline_json (&input, err);
    return doc ? fid_json_save (doc, path, NULL, err) : -1;
}

/* ---- what this build knows */

/* The texts of an entry; false behind the last. */
static bool take_entry (size_t list, size_t i, const char *text[])
{
    enum { NAME, DOC, GROUP, UNIT, SOURCE };
    const struct fid_profile *p;
    switch (list) {
    case 0:
        if (!fid_readers[i])
            return false;
        text[NAME] = fid_readers[i]->name;
        text[DOC] = fid_readers[i]->doc;
        return true;
    case 1:
        if (!fid_metrics[i])
            return false;
        text[NAME] = fid_metrics[i]->name;
        text[DOC] = fid_metrics[i]->doc;
        text[UNIT] = fid_metrics[i]->unit;
        text[SOURCE] = fid_metrics[i]->source;
        return true;
    case 2:
        if (i >= FID_RESOURCE_N)
            return false;
        text[NAME] = fid_resources[i].name;
        text[DOC] = fid_resources[i].doc;
        text[GROUP] = fid_groups[fid_resources[i].group].name;
        return true;
    default:
        if (!(p = fid_profile_shipped (i)))
            return false;
        text[NAME] = p->name;
        text[DOC] = p->about;
        return true;
    }
}

char *fid_registry_text (const char *list, struct fid_error *err)
{
    static const char *const lists[] = {"readers", "metrics", "resources", "profiles"};
    static const char *const keys[] = {"name", "doc", "group", "unit", "source"};
    enum { LIST_N = sizeof lists / sizeof *lists, KEY_N = sizeof keys / sizeof *keys };
    struct fid_doc d;
    size_t which = 0;
    if (FID_GIVEN (list))
        return NULL;
    while (which < LIST_N && strcmp (lists[which], list) != 0)
        which++;
    if (which == LIST_N) {
        fid_errorf (err, FID_EUSAGE,
                    "unknown list '%s': choose readers, metrics, resources or profiles", list);
        return NULL;
    }
    fid_doc_begin_list (&d);
    const char *text[KEY_N] = {NULL};
    for (size_t i = 0; take_entry (which, i, text); i++) {
        cJSON *to = fid_doc_object (&d, d.root, NULL);
        for (size_t k = 0; k < KEY_N; k++)
            fid_doc_text (&d, to, keys[k], text[k]);
    }
    return text_of (fid_doc_end (&d, err), err);
}
