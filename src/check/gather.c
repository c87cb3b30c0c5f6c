/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gather.c - the input of a gate from result files (see gate_input.h) */
#include "check/gate_input.h"
#include "results/answer_words.h"
#include "results/hold.h"
#include "results/result.h"

/* What the guards look at: what the emulation did, as details of measures have it. */
static const struct {
    const char *resource, *quantity, *name;
} amounts[] = {
    {"phases", "duration_s", "duration"},
    {"steps", "step_s", "step time"},
    {"steps", "steps", "steps"},
    {"phases", "epochs", "epochs"},
    {"data.read", "bytes", "data bytes"},
    {"phases", "checkpoints", "checkpoints"},
    {"checkpoint.write", "bytes", "checkpoint bytes"},
};

static int add_amount (struct fid_gate_input *input, struct fid_gate_run *run,
                       const struct fid_result_resource *r, const struct fid_result_measure *m,
                       struct fid_error *err)
{
    double amount;
    bool is_ratio = m->unit == FID_IN_LN;
    bool known = fid_measure_amount (m, "emulation", &amount) && amount >= 0;
    for (size_t i = 0; known && i < sizeof amounts / sizeof *amounts; i++)
        if (strcmp (amounts[i].resource, r->resource) == 0 &&
            strcmp (amounts[i].quantity, m->quantity) == 0)
            return fid_gate_add (input, run, FID_GATE_AMOUNT, amounts[i].name, amount,
                                 is_ratio && m->tolerance != FID_ABSENT ? m->tolerance : 0,
                                 err);
    return 0;
}

static bool is_phase (int w)
{
    return w == FID_WINDOW_INIT || w == FID_WINDOW_TRAINING || w == FID_WINDOW_EVAL ||
           w == FID_WINDOW_CHECKPOINT;
}

static int add_result (struct fid_gate_input *input, struct fid_gate_run *run,
                       const struct fid_result *r, struct fid_error *err)
{
    const struct fid_result_answer *a = &r->head.answer;
    const struct fid_gate_answer answer = {
        .verdict = r->head.verdict,
        .error = fid_answer_known (a) ? a->error : FID_ABSENT,
        .capacity = {a->capacity.side[0], a->capacity.side[1]}};
    FID_TRY (fid_arena_grow (&input->arena, &run->each, &run->each_cap, run->each_n + 1,
                             sizeof *run->each, err));
    run->each[run->each_n++] = answer;
    if (r->head.cause_n && !run->cause) {
        FID_FREED char *words = fid_cause_words (&r->head.cause[0], &r->head, err);
        run->cause = words ? fid_arena_text (&input->arena, words, err) : NULL;
        FID_TRY (!run->cause);
    }
    char why[FID_ANSWER_WORDS];
    if (a->verdict == FID_CANNOT_TELL && !run->why && *fid_answer_why_words (a, why))
        FID_TRY (!(run->why = fid_arena_text (&input->arena, why, err)));
    if (r->head.similarity != FID_ABSENT)
        FID_TRY (fid_gate_add (input, run, FID_GATE_SIMILARITY, FID_OVERALL, r->head.similarity,
                               0, err));
    for (size_t i = 0; i < FID_GROUP_N; i++)
        if (r->head.group[i].grade != FID_ABSENT && !r->head.group[i].excluded)
            FID_TRY (fid_gate_add (input, run, FID_GATE_GROUP, fid_groups[i].name,
                                   r->head.group[i].grade, 0, err));
    FID_EACH (const struct fid_result_resource, res, r->resource) {
        if (res->status != FID_STATUS_COMPARED && res->status != FID_STATUS_IDLE)
            continue;
        FID_TRY (
            fid_gate_add (input, run, FID_GATE_RESOURCE, res->resource, res->grade, 0, err));
        char label[120];
        FID_EACH (const struct fid_result_measure, m, res->measure) {
            snprintf (label, sizeof label, "%s.%s", res->resource, m->quantity);
            FID_TRY (fid_gate_add (input, run, FID_GATE_MEASURE, label, m->grade, 0, err));
            FID_TRY (add_amount (input, run, res, m, err));
        }
    }
    FID_EACH (const struct fid_result_window, o, r->window)
        if (is_phase (o->window) && o->length_s[1] != FID_ABSENT)
            FID_TRY (fid_gate_add (input, run, FID_GATE_PHASE, fid_windows[o->window].name, 0,
                                   0, err));
    return 0;
}

/* ---- which run belongs where */

/* The id without the repeat number at its end. */
static char *config_name (const char *id, const char *workload, enum fid_gate_by by,
                          struct fid_error *err)
{
    size_t n = strlen (id), end = n;
    if (by == FID_BY_WORKLOAD)
        return fid_strdup (workload, err);
    while (end > 0 && id[end - 1] >= '0' && id[end - 1] <= '9')
        end--;
    if (by == FID_BY_CONFIG && end < n && end > 2 && id[end - 1] == 'r' && id[end - 2] == '_')
        n = end - 2;
    return fid_strndup (id, n, err);
}

static bool is_real (const struct fid_results *all, const struct fid_result_side *side)
{
    for (size_t i = 0; i < all->result_n; i++)
        if (strcmp (all->result[i].real.hash, side->hash) == 0 &&
            strcmp (all->result[i].real.id, side->id) == 0)
            return true;
    return false;
}

/* Whether the run was compared with all reference runs (but itself). */
static int check_complete (const struct fid_results *all, const struct fid_gate_input *input,
                           const struct fid_gate_config *c, const struct fid_gate_run *run,
                           struct fid_error *err)
{
    size_t of_n = 0, have_n = 0;
    for (size_t i = 0; i < input->reference_n; i++)
        of_n += strcmp (input->reference[i].workload, c->workload) == 0;
    for (size_t i = 0; i < all->result_n; i++)
        have_n += strcmp (all->result[i].emulation.id, run->id) == 0 &&
                  strcmp (all->result[i].real.workload, c->workload) == 0;
    if (have_n >= of_n - c->real)
        return 0;
    return fid_errorf (err, FID_EINPUT,
                       "%s: %s was compared with %zu of the %zu real runs of %s: its numbers "
                       "cannot be compared with other runs",
                       input->path, run->id, have_n, of_n - c->real, c->workload);
}

static int keep_tool (struct fid_gate_input *input, const struct fid_result *r,
                      struct fid_error *err)
{
    input->version = fid_arena_text (&input->arena, r->head.version, err);
    input->key = input->version ? fid_arena_text (&input->arena, r->head.key, err) : NULL;
    FID_TRY (!input->key);
    input->options = r->options;
    input->options.profile = fid_arena_text (&input->arena, r->options.profile, err);
    return input->options.profile ? 0 : -1;
}

/* Whether DIR/calibration.json is the one the results were graded with. */
static int look_for_calibration (struct fid_gate_input *input, struct fid_error *err)
{
    struct fid_error why;
    FID_FREED char *path = fid_format (err, "%s/calibration.json", input->path);
    FID_TRY (!path);
    /* without a readable one, the results have another calibration */
    FID_SCOPED (fid_json_freed) cJSON *doc = fid_json_load (path, &why);
    uint64_t hash;
    input->own_calibration = doc && input->options.calibration &&
                             fid_hash_read (fid_get_string (doc, "hash"), &hash) &&
                             hash == input->options.calibration;
    return doc || why.status != FID_EINTERNAL ? 0
                                              : fid_errorf (err, why.status, "%s", why.text);
}

static int refuse_mixed (const struct fid_results *all, const char *path, struct fid_error *err)
{
    FID_TRY (fid_results_complete (all, path, err));
    for (size_t i = 0; i < all->failure_n; i++)
        if (!all->failure[i].real)
            return fid_errorf (err, FID_EINPUT, "%s/%s", path, all->failure[i].reason);
    if (all->failure_n)
        return fid_errorf (err, FID_EINPUT, "%s: a pair is missing: %s x %s: %s", path,
                           all->failure[0].real, all->failure[0].emulation,
                           all->failure[0].reason);
    FID_EACH (const struct fid_result_head, r, all->result) {
        if (strcmp (r->real.hash, r->emulation.hash) == 0)
            return fid_errorf (err, FID_EINPUT,
                               "%s: %s x %s: both sides are one recording, which makes its "
                               "error too small: remove that result",
                               path, r->real.id, r->emulation.id);
        if (r->real.run.n > 1 || r->emulation.run.n > 1)
            return fid_errorf (err, FID_EINPUT,
                               "%s: %s x %s is of several runs at once; the gate judges by how "
                               "single runs differ: compare each pair (fidlio matrix)",
                               path, r->real.id, r->emulation.id);
    }
    if (all->mixed_key || all->mixed_window)
        return fid_errorf (err, FID_EINPUT,
                           "%s: results made with different options, versions or calibrations "
                           "cannot be judged together",
                           path);
    return 0;
}

/* Adds the run of a result to the configuration that it belongs to. */
static int add_run (const struct fid_results *all, const struct fid_result_head *r,
                    enum fid_gate_by by, struct fid_gate_input *b, struct fid_error *err)
{
    const char *workload = r->real.workload; /* "": nothing in its traces names one */
    if (*workload && *r->emulation.workload && strcmp (workload, r->emulation.workload) != 0)
        return 0;
    FID_FREED char *name = config_name (r->emulation.id, workload, by, err);
    struct fid_gate_config *c =
        name ? fid_gate_config_of (b, workload, name, is_real (all, &r->emulation), err) : NULL;
    struct fid_gate_run *run =
        c ? fid_gate_run_of (b, c, r->emulation.id, r->emulation.hash, err) : NULL;
    struct fid_result *whole = run ? fid_result_load (r->path, err) : NULL;
    int rc =
        FID_FAILED (!whole || fid_gate_refer (b, workload, r->real.id, r->real.hash, err) ||
                    add_result (b, run, whole, err) || (!b->key && keep_tool (b, whole, err)));
    fid_result_destroy (whole);
    return rc;
}

static int gather_losses (const struct fid_results *all, const char *path, enum fid_gate_by by,
                          struct fid_gate_input *input, struct fid_error *err)
{
    FID_SCOPED (fid_gate_clear) struct fid_gate_input b = {0};
    b.path = fid_arena_text (&b.arena, path, err);
    FID_TRY (!b.path);
    FID_TRY (refuse_mixed (all, path, err));
    FID_EACH (const struct fid_result_head, r, all->result)
        FID_TRY (add_run (all, r, by, &b, err));
    if (!b.config_n)
        return fid_errorf (err, FID_EINPUT,
                           "%s: no result of a real run and an emulation of one workload",
                           path);
    FID_TRY (fid_gate_settle (&b, err));
    FID_TRY (look_for_calibration (&b, err));
    FID_EACH (const struct fid_gate_config, c, b.config)
        FID_EACH (const struct fid_gate_run, run, c->run)
            FID_TRY (check_complete (all, &b, c, run, err));
    /* all notes, one behind the other */
    for (size_t i = 0; i < all->note_n; i++) {
        const char *before = b.left_out;
        b.left_out = fid_arena_format (&b.arena, err, "%s%s%s", before ? before : "",
                                       before ? " " : "", all->note[i]);
        FID_TRY (!b.left_out);
    }
    *input = b;
    b = (struct fid_gate_input){0};
    return 0;
}

int fid_gate_load (const char *path, enum fid_gate_by by, struct fid_gate_input *input,
                   struct fid_error *err)
{
    mode_t kind;
    FID_TRY (fid_file_kind (path, &kind, err));
    if (kind && kind != S_IFDIR)
        return fid_baseline_load (path, input, err);
    FID_SCOPED (fid_results_clear) struct fid_results all = {0};
    FID_TRY (fid_results_load (&all, path, 1, NULL, err));
    FID_TRY (fid_results_hold (&all, false, err));
    if (all.real_differ)
        return fid_errorf (err, FID_EINPUT, "%s: %s", path, all.real_differ);
    return gather_losses (&all, path, by, input, err);
}
