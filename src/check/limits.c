/* SPDX-License-Identifier: GPL-3.0-or-later */
/* limits.c - see check.h */
#include "check/check.h"
#include "results/answer_words.h"

/* A row of a pair, on its answer or on a similarity; reason NULL: none. */
static int add_row (struct fid_check *check, const struct fid_result_head *head,
                    const char *what, bool of_answer, double value, double limit,
                    enum fid_outcome outcome, const char *reason, struct fid_error *err)
{
    const struct fid_gate_config pair = {.workload = head->real.workload,
                                         .name = head->emulation.id};
    struct fid_check_row *row = fid_check_new_row (check, &pair, what, FID_CHECK_LIMIT, err);
    FID_TRY (!row);
    row->real = fid_arena_text (&check->arena, head->real.id, err);
    FID_TRY (!row->real);
    if (reason) {
        row->reason = fid_arena_text (&check->arena, reason, err);
        FID_TRY (!row->reason);
    }
    row->verdict.candidate = value;
    row->verdict.allowed = limit;
    row->error = of_answer;
    fid_check_set_outcome (check, row, outcome);
    return 0;
}

static double grade_of (const struct fid_result_resource *r, const char **reason)
{
    if (r && r->status == FID_STATUS_IDLE)
        return 1;
    if (r && r->grade == FID_ABSENT)
        *reason = r->reason ? r->reason : "the profile does not grade it";
    return r ? r->grade : FID_ABSENT;
}

/* The similarity, or the grade of a group or a resource. */
static int check_least (const struct fid_limits *limits, const struct fid_result_head *head,
                        struct fid_check *check, struct fid_error *err)
{
    const char *what = limits->group      ? limits->group
                       : limits->resource ? limits->resource
                                          : FID_OVERALL;
    const char *reason = "not compared";
    double value = head->similarity;
    struct fid_result *r = NULL;
    char text[300];
    if (head->similarity_reason && !limits->group && !limits->resource)
        reason = head->similarity_reason;
    if (limits->group) {
        int g = fid_group_find (limits->group);
        value = g < 0 ? FID_ABSENT : head->group[g].grade;
    } else if (limits->resource) {
        r = fid_result_load (head->path, err);
        FID_TRY (!r);
        value = grade_of (fid_result_resource_named (r, limits->resource), &reason);
    }
    bool passes = value >= limits->least && value != FID_ABSENT;
    if (value != FID_ABSENT)
        snprintf (text, sizeof text, "%.4f is below %g", value, limits->least);
    else
        snprintf (text, sizeof text, "%.290s", reason);
    int rc = add_row (check, head, what, false, value, limits->least,
                      passes ? FID_PASS : FID_FAIL, passes ? NULL : text, err);
    fid_result_destroy (r);
    return rc;
}

static int check_most (const struct fid_limits *limits, const struct fid_result_head *head,
                       struct fid_check *check, struct fid_error *err)
{
    const struct fid_result_answer *a = &head->answer;
    double limit = log1p (limits->most);
    bool known = a->error != FID_ABSENT && a->fact.quantity != FID_ANSWER_OF_SELF_CHECK;
    /* a run of which less was recorded does not pass where it would fail with all of it */
    bool unseen = head->similarity == FID_ABSENT && head->missing;
    enum fid_outcome outcome = !known && !unseen           ? FID_INCONCLUSIVE
                               : known && a->high <= limit ? FID_PASS
                                                           : FID_FAIL;
    char text[400], off[16], low[16], high[16], allowed[16];
    if (known)
        snprintf (text, sizeof text, "%s off (%s to %s), up to %s is allowed",
                  fid_answer_percent (a->error, off), fid_answer_percent (a->low, low),
                  fid_answer_percent (a->high, high), fid_answer_percent (limit, allowed));
    else
        snprintf (text, sizeof text, "cannot tell: %.380s",
                  a->reason ? a->reason : "no answer is known");
    return add_row (check, head, FID_PRIOR_NAME_ANSWER, true, known ? a->high : FID_ABSENT,
                    limit, outcome, outcome == FID_PASS ? NULL : text, err);
}

/* A pair that could not be compared. */
static int check_failure (const struct fid_limits *limits, const struct fid_failure *f,
                          struct fid_check *check, struct fid_error *err)
{
    const struct fid_result_head head = {.real = {.id = f->real, .workload = ""},
                                         .emulation = {.id = f->emulation}};
    bool of_answer = limits->most != FID_ABSENT;
    return add_row (check, &head, of_answer ? FID_PRIOR_NAME_ANSWER : FID_OVERALL, of_answer,
                    FID_ABSENT, FID_ABSENT, FID_FAIL, f->reason, err);
}

int fid_check_limits (const struct fid_limits *limits, const struct fid_results *all,
                      struct fid_check *check, struct fid_error *err)
{
    size_t row_n = check->row_n;
    FID_EACH (const struct fid_result_head, r, all->result) {
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
    return check->row_n > row_n ? 0 : fid_errorf (err, FID_EINPUT, "there is no pair to check");
}
