/* fail_below.c - see fail_below.h */
#include <string.h>
#include "report/fail_below.h"

static double
number_of_resource (const struct fid_result_resource *r, const char **reason)
{
    if (r && r->status == FID_STATUS_IDLE)
        return 1;
    if (r && r->grade == FID_ABSENT)
        *reason = r->reason ? r->reason : "the profile does not grade it";
    return r ? r->grade : FID_ABSENT;
}

static void
add_missed (struct fid_cells *missed, const char *real, const char *emulation, const char *what,
            double grade, const char *reason)
{
    fid_cells_add (missed, "%s", real);
    fid_cells_add (missed, "%s", emulation);
    fid_cells_add (missed, "%s", what);
    fid_cells_number (missed, grade, 4);
    if (grade == FID_ABSENT)
        fid_cells_add (missed, "%s", reason);
    else
        fid_cells_missing (missed);
}

/* Check one pair: add it to *missed and *missed_n if it misses. */
static int
check_pair (const struct fid_gate *gate, const struct fid_result_head *head, const char *what,
            struct fid_cells *missed, size_t *missed_n, struct fid_error *err)
{
    const char *reason = "not compared";
    double grade = head->score;
    if (head->score_reason && !gate->group && !gate->resource)
        reason = head->score_reason;
    struct fid_result *r = NULL;
    if (gate->group) {
        int g = fid_group_find (gate->group);
        grade = g < 0 ? FID_ABSENT : head->group[g].grade;
    } else if (gate->resource) {
        r = fid_result_load (head->path, err);
        if (!r)
            return -1;
        grade =
            number_of_resource (fid_result_resource_named (r, gate->resource), &reason);
    }
    if (grade < gate->fail_below) {
        ++*missed_n;
        add_missed (missed, head->real.id, head->emulation.id, what, grade, reason);
    }
    fid_result_destroy (r);
    return 0;
}

int
fid_gate (const struct fid_gate *gate, const struct fid_results *all, struct fid_cells *missed,
          size_t *pair_n, size_t *missed_n, struct fid_error *err)
{
    static const struct fid_column columns[] = {
        {"real", false},      {"emulation", false}, {"checked", false},
        {"score", true}, {"reason", false},
    };
    const char *what = gate->group ? gate->group : gate->resource ? gate->resource : "score";
    int rc = 0;
    fid_cells_init (missed, columns, sizeof columns / sizeof *columns);
    *pair_n = *missed_n = 0;
    for (size_t i = 0; rc == 0 && i < all->result_n; i++) {
        const struct fid_result_head *r = &all->result[i];
        if (gate->same_workload &&
            (!*r->real.workload || strcmp (r->real.workload, r->emulation.workload) != 0))
            continue;
        ++*pair_n;
        rc = check_pair (gate, r, what, missed, missed_n, err);
    }
    for (size_t i = 0; i < all->failure_n; i++) {
        const struct fid_failure *fail = &all->failure[i];
        if (!fail->real || gate->same_workload) /* its workloads are not known */
            continue;
        ++*pair_n;
        ++*missed_n;
        add_missed (missed, fail->real, fail->emulation, what, FID_ABSENT, fail->reason);
    }
    if (rc == 0 && *pair_n > 0)
        return 0;
    fid_cells_clear (missed);
    if (rc)
        return -1;
    return fid_errorf (err, FID_EINPUT, "there is no pair to check");
}
