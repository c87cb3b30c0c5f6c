/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gate.c - the regression gate of the installed interface (fidlio.h) */
#include "check/check.h"
#include "lib/border.h"

struct fid_gate_result {
    struct fid_check check;
};

static int take_gate_options (const struct fid_gate_options *from, struct fid_gate_options *o,
                              struct fid_check_opts *to, struct fid_error *err)
{
    FID_TRY (fid_border_options (o, from, sizeof *o, "fid_gate_options", err));
    *to = (struct fid_check_opts)FID_CHECK_DEFAULTS;
    if (o->has_margin && !(o->margin >= 0 && o->margin <= 1))
        return fid_errorf (err, FID_EUSAGE, "margin is %g; it has to be 0 to 1", o->margin);
    if (o->alpha != 0 && !(o->alpha >= 0.0001 && o->alpha <= 0.4))
        return fid_errorf (err, FID_EUSAGE, "alpha is %g; it has to be 0.0001 to 0.4",
                           o->alpha);
    to->margin = o->has_margin ? o->margin : to->margin;
    to->alpha = o->alpha != 0 ? o->alpha : to->alpha;
    to->prior = o->prior;
    return 0;
}

static int judge_gate (const char *accepted, const char *candidate,
                       const struct fid_check_opts *opts, const char *limits_path,
                       struct fid_check *check, struct fid_error *err)
{
    FID_SCOPED (fid_gate_clear) struct fid_gate_input old = {0}, new = {0};
    FID_SCOPED (fid_thresholds_clear) struct fid_thresholds limits = {0};
    return FID_FAILED (fid_gate_load (candidate, FID_BY_CONFIG, &new, err) ||
                       (accepted && (fid_gate_load (accepted, FID_BY_CONFIG, &old, err) ||
                                     fid_check_run (&old, &new, opts, check, err))) ||
                       (limits_path && (fid_thresholds_load (limits_path, &limits, err) ||
                                        fid_check_thresholds (&limits, &new, check, err))));
}

struct fid_gate_result *fid_gate_create (const char *accepted, const char *candidate,
                                         const struct fid_gate_options *options,
                                         struct fid_error *err)
{
    if (fid_border_given (candidate, "candidate", err))
        return NULL;
    struct fid_gate_options o;
    struct fid_check_opts opts;
    if (take_gate_options (options, &o, &opts, err))
        return NULL;
    if (!accepted && !o.limits) {
        fid_errorf (err, FID_EUSAGE, "the gate needs accepted results or a file of limits");
        return NULL;
    }
    struct fid_gate_result *gate = calloc (1, sizeof *gate);
    if (!gate)
        return fid_null_nomem (err);
    FID_IN_C_LOCALE;
    if (!judge_gate (accepted, candidate, &opts, o.limits, &gate->check, err))
        return gate;
    fid_gate_destroy (gate);
    return NULL;
}

void fid_gate_destroy (struct fid_gate_result *gate)
{
    if (gate)
        fid_check_clear (&gate->check);
    free (gate);
}

enum fid_gate_outcome fid_gate_worst (const struct fid_gate_result *gate)
{
    return gate ? (enum fid_gate_outcome)gate->check.outcome : FID_GATE_FAIL;
}

size_t fid_gate_count (const struct fid_gate_result *gate)
{
    return gate ? gate->check.row_n : 0;
}

int fid_gate_get (const struct fid_gate_result *gate, size_t i, struct fid_gate_row *row,
                  struct fid_error *err)
{
    FID_TRY (fid_border_given (gate, "gate", err) ||
             fid_border_index (i, gate->check.row_n, "row", err));
    const struct fid_check_row *c = &gate->check.row[i];
    bool trial = c->kind == FID_CHECK_TRIAL;
    struct fid_gate_row r = {
        .outcome = (enum fid_gate_outcome)c->outcome,
        .workload = c->workload,
        .configuration = c->config,
        .what = c->what,
        .kind = fid_check_kind_name (c->kind),
        .reason = c->reason,
        .accepted = trial ? c->verdict.accepted : NAN,
        .candidate = trial ? c->verdict.candidate : NAN,
        .ratio = trial ? c->verdict.ratio : NAN,
        .low = trial ? c->verdict.low : NAN,
        .high = trial ? c->verdict.high : NAN,
        .p = trial ? c->verdict.p_family : NAN,
    };
    return fid_border_row (row, &r, sizeof r, "fid_gate_row", err);
}

int fid_baseline_save (const char *results, const char *path, struct fid_error *err)
{
    FID_TRY (fid_border_given (results, "results", err) ||
             fid_border_given (path, "path", err));
    FID_SCOPED (fid_gate_clear) struct fid_gate_input input = {0};
    FID_IN_C_LOCALE;
    int rc = fid_gate_load (results, FID_BY_CONFIG, &input, err);
    FID_SCOPED (fid_json_freed) cJSON *doc = rc ? NULL : fid_baseline_json (&input, err);
    return doc ? fid_json_save (doc, path, NULL, err) : -1;
}
