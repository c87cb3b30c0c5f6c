/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answers.c - answers and jobs of the installed interface (fidlio.h) */
#include "job/of_run.h"
#include "job/show.h"
#include "lib/border.h"
#include "storage/changes.h"

#define STORAGES_MAX 64

struct fid_answer_result {
    struct fid_answered of;
    struct fid_answer_sources side[FID_ANSWER_SIDE_N]; /* their runs stay the caller's */
};

/* A share that was given, or 0. */
static int check_share (double x, double low, double high, const char *name,
                        struct fid_error *err)
{
    return x == 0 || (x >= low && x <= high)
               ? 0
               : fid_errorf (err, FID_EUSAGE, "%s is %g; it has to be %g to %g", name, x, low,
                             high);
}

/* The storages are owned by the caller, who frees them. */
static int take_answer_options (const struct fid_answer_options *from,
                                struct fid_answer_opts *to, struct fid_storage **storage,
                                struct fid_error *err)
{
    struct fid_answer_options o;
    *storage = NULL;
    FID_TRY (fid_border_options (&o, from, sizeof o, "fid_answer_options", err) ||
             check_share (o.tolerance, 0.001, 10, "tolerance", err) ||
             check_share (o.utilisation, 0.01, 0.999, "utilisation", err));
    *to = (struct fid_answer_opts){.tolerance = o.tolerance, .utilisation = o.utilisation};
    FID_TRY (o.profile && fid_answer_profile_find (o.profile, &to->profile, err));
    if (!o.storage_n)
        return 0;
    if (!o.storage || o.storage_n > STORAGES_MAX)
        return fid_errorf (err, FID_EUSAGE, "storage is NULL, or there are more than %d",
                           STORAGES_MAX);
    if (!(*storage = calloc (o.storage_n, sizeof **storage)))
        return fid_error_nomem (err);
    to->storage = *storage;
    to->storage_n = o.storage_n;
    for (size_t i = 0; i < o.storage_n; i++)
        if (!o.storage[i])
            return fid_errorf (err, FID_EUSAGE, "storage %zu is NULL", i);
        else if (fid_storage_load (&(*storage)[i], o.storage[i], err))
            return -1;
    return 0;
}

/* In the C locale. */
static int make_answer (struct fid_answer_result *a, const struct fid_run *const *real,
                        size_t real_n, const struct fid_run *const *emulation,
                        size_t emulation_n, const struct fid_answer_options *options,
                        struct fid_error *err)
{
    struct fid_answer_opts opts;
    struct fid_storage *storage;
    int rc = FID_FAILED (take_answer_options (options, &opts, &storage, err) ||
                         fid_answer_sources_add (&a->side[0], real, real_n, err) ||
                         fid_answer_sources_add (&a->side[1], emulation, emulation_n, err) ||
                         fid_answered_make (&a->of, &a->side[0], &a->side[1], &opts, err));
    free (storage);
    return rc;
}

struct fid_answer_result *fid_answer_create (const struct fid_run *const *real, size_t real_n,
                                             const struct fid_run *const *emulation,
                                             size_t emulation_n,
                                             const struct fid_answer_options *options,
                                             struct fid_error *err)
{
    struct fid_run_opts run_opts;
    if (fid_border_runs (real, real_n, NULL, &run_opts, err) ||
        (emulation_n && fid_border_runs (emulation, emulation_n, &run_opts, &run_opts, err)))
        return NULL;
    struct fid_answer_result *a = calloc (1, sizeof *a);
    if (!a)
        return fid_null_nomem (err);
    FID_IN_C_LOCALE;
    if (make_answer (a, real, real_n, emulation, emulation_n, options, err)) {
        fid_answer_destroy (a);
        a = NULL;
    }
    return a;
}

void fid_answer_destroy (struct fid_answer_result *a)
{
    if (!a)
        return;
    fid_answered_clear (&a->of);
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++)
        fid_answer_sources_clear (&a->side[k]);
    free (a);
}

char *fid_answer_text (const struct fid_answer_result *a, struct fid_error *err)
{
    struct fid_doc d;
    if (fid_border_given (a, "answer", err))
        return NULL;
    FID_IN_C_LOCALE;
    fid_doc_begin (&d);
    fid_answered_put (&d, "fidlio.answer/1", &a->of, &a->side[0], &a->side[1]);
    FID_SCOPED (fid_json_freed) cJSON *doc = fid_doc_end (&d, err);
    return doc ? fid_json_text (doc, err) : NULL;
}

/* What of an answer the interface has; results have it, too. */
void fid_border_answer (const struct fid_result_answer *a, struct fid_answer_row *row)
{
    *row = (struct fid_answer_row){
        .profile = fid_answer_profile_name ((enum fid_answer_profile)a->profile),
        .verdict = a->verdict == FID_VALIDITY_N
                       ? NULL
                       : fid_validity_name ((enum fid_validity)a->verdict),
        .reason = a->reason,
        .error = a->error,
        .error_low = a->low,
        .error_high = a->high,
        .tolerance = a->tolerance,
        .worst_scenario = a->worst.scenario,
        .worst_error = a->worst.scenario ? a->worst.error : NAN, /* it may be below 0 */
        .capacity_real = a->capacity.side[0],
        .capacity_emulation = a->capacity.side[1],
        .utilisation = a->capacity.utilisation,
        .bound = a->bound,
        .bound_mib_s = a->bound_mib_s,
        .scenario_n = a->scenario_n,
    };
}

int fid_answer_get (const struct fid_answer_result *a, struct fid_answer_row *row,
                    struct fid_error *err)
{
    struct fid_answer_row r;
    FID_TRY (fid_border_given (a, "answer", err));
    fid_border_answer (&a->of.doc, &r);
    return fid_border_row (row, &r, sizeof r, "fid_answer_row", err);
}

int fid_border_scenario (const struct fid_result_answer *a, size_t i,
                         struct fid_answer_scenario_row *row, struct fid_error *err)
{
    FID_TRY (fid_border_index (i, a->scenario_n, "scenario", err));
    const struct fid_answer_scenario *s = &a->scenario[i];
    struct fid_answer_scenario_row r = {
        .name = s->name,
        .read_mib_s = s->read_mib_s,
        .write_mib_s = s->write_mib_s,
        .read_ms = s->read_ms,
        .meta_ms = s->meta_ms,
        .real = s->ratio[0],
        .emulation = s->ratio[1],
        .measured_real = s->measured[0],
        .measured_emulation = s->measured[1],
        .real_s = s->times[0].time_s,
        .emulation_s = s->times[1].time_s,
        .real_low = s->times[0].time_s < 0 ? -1 : s->times[0].low,
        .real_high = s->times[0].time_s < 0 ? -1 : s->times[0].high,
        .emulation_low = s->times[1].time_s < 0 ? -1 : s->times[1].low,
        .emulation_high = s->times[1].time_s < 0 ? -1 : s->times[1].high,
        .real_utilisation = s->times[0].time_s < 0 ? -1 : s->times[0].utilisation,
        .emulation_utilisation = s->times[1].time_s < 0 ? -1 : s->times[1].utilisation,
    };
    return fid_border_row (row, &r, sizeof r, "fid_answer_scenario_row", err);
}

int fid_answer_scenario_get (const struct fid_answer_result *a, size_t i,
                             struct fid_answer_scenario_row *row, struct fid_error *err)
{
    FID_TRY (fid_border_given (a, "answer", err));
    return fid_border_scenario (&a->of.doc, i, row, err);
}

char *fid_run_job_text (const struct fid_run *run, int steps, struct fid_error *err)
{
    if (fid_border_given (run, "run", err))
        return NULL;
    FID_IN_C_LOCALE;
    const struct fid_run_job *found = fid_job_of_run (run, err);
    FID_SCOPED (fid_json_freed)
    cJSON *doc = found ? fid_job_json (&found->job, run->id, steps, err) : NULL;
    return doc ? fid_json_text (doc, err) : NULL;
}
