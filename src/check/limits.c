/* SPDX-License-Identifier: GPL-3.0-or-later */
/* limits.c - see check.h */
#include "check/check.h"
#include "results/answer_words.h"
#include "results/result.h"

/* What a limit is of, and what a pair has of it. */
struct found {
    const char *what;
    bool error;              /* ln, the smaller the better; else a similarity */
    double value, low, high; /* FID_ABSENT: not known */
    double limit;
    enum fid_outcome outcome;
};

/* Adds a row; takes why, which is NULL without memory.  A FAIL says what explains it. */
static int add_row (struct fid_check *check, const struct fid_result_head *head,
                    const struct found *is, char *why, struct fid_error *err)
{
    const struct fid_gate_config pair = {.workload = head->real.workload,
                                         .name = head->emulation.id};
    FID_FREED char *reason = why;
    FID_FREED char *cause = head->cause_n ? fid_cause_words (&head->cause[0], head, err) : NULL;
    struct fid_check_row *row =
        fid_check_new_row (check, &pair, is->what, FID_CHECK_LIMIT, err);
    FID_TRY (!reason || (head->cause_n && !cause) || !row);
    FID_TRY (!(row->real = fid_arena_text (&check->arena, head->real.id, err)));
    row->verdict.candidate = is->value;
    row->verdict.low = is->low;
    row->verdict.high = is->high;
    row->verdict.allowed = is->limit;
    row->error = is->error;
    return fid_check_set_outcome (check, row, is->outcome, reason, cause, err);
}

/* The similarity and its interval, or those of the grade of a group or a resource; *reason: why
 * it is not known. */
static int find_grade (const struct fid_limits *limits, const struct fid_result_head *head,
                       struct found *is, char **reason, struct fid_error *err)
{
    const char *why = "not compared";
    struct fid_result *r = NULL;
    if (limits->group) {
        int g = fid_group_find (limits->group);
        is->value = g < 0 ? FID_ABSENT : head->group[g].grade;
    } else if (limits->resource) {
        r = fid_result_load (head->path, err);
        FID_TRY (!r);
        const struct fid_result_resource *of = fid_result_resource_named (r, limits->resource);
        is->value = !of ? FID_ABSENT : of->status == FID_STATUS_IDLE ? 1 : of->grade;
        is->low = of && is->value == of->grade ? of->low : FID_ABSENT;
        is->high = is->low != FID_ABSENT ? of->high : FID_ABSENT;
        why = !of ? why : of->reason ? of->reason : "the profile does not grade it";
    } else {
        is->value = head->similarity;
        is->low = head->similarity_low;
        is->high = head->similarity_high;
        why = head->similarity_reason ? head->similarity_reason : why;
    }
    *reason = fid_strdup (why, err);
    fid_result_destroy (r);
    return *reason ? 0 : -1;
}

static int check_least (const struct fid_limits *limits, const struct fid_result_head *head,
                        struct fid_check *check, struct fid_error *err)
{
    struct found is = {.what = limits->group      ? limits->group
                               : limits->resource ? limits->resource
                                                  : FID_OVERALL,
                       .low = FID_ABSENT,
                       .high = FID_ABSENT,
                       .limit = limits->least,
                       .outcome = FID_FAIL};
    char *reason = NULL;
    FID_TRY (find_grade (limits, head, &is, &reason, err));
    if (is.value == FID_ABSENT)
        return add_row (check, head, &is, reason, err);
    free (reason);
    bool interval = is.low != FID_ABSENT;
    double low = interval ? is.low : is.value, high = interval ? is.high : is.value;
    is.outcome = high < is.limit ? FID_FAIL : low >= is.limit ? FID_PASS : FID_INCONCLUSIVE;
    char range[64] = "";
    if (interval)
        snprintf (range, sizeof range, " (%.4f to %.4f)", low, high);
    reason = fid_format (err, "%.4f%s is %s %g", is.value, range,
                         is.outcome == FID_FAIL ? "below" : "above or below", is.limit);
    return add_row (check, head, &is, reason, err);
}

/* Why a pair is left open, and what to record. */
static char *say_open (const struct fid_result_answer *a, double limit, struct fid_error *err)
{
    const bool wide = fid_answer_known (a) && a->proof == FID_PROOF_FULL;
    const bool own = a->verdict == FID_CANNOT_TELL && fabs (a->tolerance - limit) < 1e-9;
    char why[FID_ANSWER_WORDS];
    if (wide && !own)
        return fid_format (err,
                           "the error could be above or below the limit; results made with "
                           "--answer-tolerance=%g say what to record",
                           100 * limit);
    const char *remarks[2] = {wide ? NULL : a->runs[0].remarks,
                              wide ? NULL : a->runs[1].remarks};
    fid_answer_why_words (a, why);
    return fid_format (
        err, "%s%s%s%s%s%s", *why ? why : "the recordings do not show that it is valid",
        wide && a->way == FID_ANSWER_BY_NOTHING ? "; neither two more recordings of each side "
                                                  "nor times on these storages would decide"
                                                : "",
        remarks[0] ? "; real job: " : "", remarks[0] ? remarks[0] : "",
        remarks[1] ? "; benchmark: " : "", remarks[1] ? remarks[1] : "");
}

static int check_most (const struct fid_limits *limits, const struct fid_result_head *head,
                       struct fid_check *check, struct fid_error *err)
{
    static const enum fid_outcome outcomes[] = {[FID_VALID] = FID_PASS,
                                                [FID_NOT_VALID] = FID_FAIL,
                                                [FID_CANNOT_TELL] = FID_INCONCLUSIVE,
                                                [FID_VALIDITY_N] = FID_INCONCLUSIVE};
    const struct fid_result_answer *a = &head->answer;
    bool known = fid_answer_known (a);
    bool itself = strcmp (head->real.hash, head->emulation.hash) == 0;
    struct found is = {.what = FID_PRIOR_NAME_ANSWER,
                       .error = true,
                       .value = known ? a->error : FID_ABSENT,
                       .low = known ? a->low : FID_ABSENT,
                       .high = known ? a->high : FID_ABSENT,
                       .limit = log1p (limits->most),
                       .outcome = itself ? FID_INCONCLUSIVE
                                         : outcomes[fid_answer_validity (a, limits->most)]};
    FID_FREED char *open =
        itself ? fid_strdup ("both sides are one recording: record the emulation", err)
               : say_open (a, limits->most, err);
    FID_TRY (!open);
    char off[16], low[16], high[16], allowed[16], text[160] = "cannot tell";
    int n = 0;
    if (known)
        n = snprintf (text, sizeof text, "%s off (%s to %s), limit %s",
                      fid_answer_percent (a->error, off), fid_answer_percent (a->low, low),
                      fid_answer_percent (a->high, high),
                      fid_answer_percent (is.limit, allowed));
    if (known && a->low <= is.limit && fabs (fid_answer_range (a).worst) > 2 * is.limit)
        snprintf (text + n, sizeof text - (size_t)n, "; at its worst %s, limit %s",
                  fid_answer_percent (fabs (a->worst.error), off),
                  fid_answer_percent (2 * is.limit, allowed));
    bool told = is.outcome != FID_INCONCLUSIVE;
    return add_row (check, head, &is,
                    fid_format (err, "%s%s%s", text, told ? "" : ": ", told ? "" : open), err);
}

/* A pair that could not be compared. */
static int check_failure (const struct fid_limits *limits, const struct fid_failure *f,
                          struct fid_check *check, struct fid_error *err)
{
    const struct fid_result_head head = {.real = {.id = f->real, .workload = ""},
                                         .emulation = {.id = f->emulation}};
    bool error = limits->most != FID_ABSENT;
    const struct found is = {.what = error ? FID_PRIOR_NAME_ANSWER : FID_OVERALL,
                             .error = error,
                             .value = FID_ABSENT,
                             .low = FID_ABSENT,
                             .high = FID_ABSENT,
                             .limit = FID_ABSENT,
                             .outcome = FID_FAIL};
    return add_row (check, &head, &is, fid_strdup (f->reason, err), err);
}

int fid_check_limits (const struct fid_limits *limits, const struct fid_results *all,
                      struct fid_check *check, struct fid_error *err)
{
    size_t row_n = check->row_n;
    FID_EACH (const struct fid_result_head, r, all->result) {
        if (r->incomplete) /* the caller refuses it */
            continue;
        if (limits->same_workload &&
            (!*r->real.workload || strcmp (r->real.workload, r->emulation.workload) != 0))
            continue;
        if (limits->most != FID_ABSENT)
            FID_TRY (check_most (limits, r, check, err));
        if (limits->least != FID_ABSENT)
            FID_TRY (check_least (limits, r, check, err));
    }
    FID_EACH (const struct fid_failure, f, all->failure)
        if (f->real && !limits->same_workload) /* else its workloads are not known */
            FID_TRY (check_failure (limits, f, check, err));
    return check->row_n > row_n ? 0 : fid_errorf (err, FID_EINPUT, "no pair to check");
}
