/* fail_below.c - see fail_below.h */
#include "config.h"
#include <string.h>
#include "report/fail_below.h"

/* The number the gate is about, FID_ABSENT and a reason where there is none. */
static double
number_of (const struct fid_gate *gate, const struct fid_result *r, const char **reason)
{
    *reason = "not compared";
    if (gate->group) {
        const struct fid_result_group *g = fid_result_group (r, gate->group);
        return g ? g->similarity : FID_ABSENT;
    }
    if (!gate->resource)
        return r->similarity;
    const struct fid_result_resource *res = fid_result_resource (r, gate->resource);
    if (res && strcmp (res->status, "idle") == 0)
        return 1;
    if (res && res->reason)
        *reason = res->reason;
    return res ? res->similarity : FID_ABSENT;
}

static void
add (struct fid_cells *missed, const char *real, const char *emulation, const char *what,
     double similarity, const char *reason)
{
    fid_cells_add (missed, "%s", real);
    fid_cells_add (missed, "%s", emulation);
    fid_cells_add (missed, "%s", what);
    fid_cells_number (missed, similarity, 4);
    if (similarity == FID_ABSENT)
        fid_cells_add (missed, "%s", reason);
    else
        fid_cells_missing (missed);
}

int
fid_gate (const struct fid_gate *gate, const struct fid_results *all, struct fid_cells *missed,
          size_t *pair_n, size_t *missed_n, struct fid_error *err)
{
    static const struct fid_column columns[] = {
        {"real", false},      {"emulation", false}, {"checked", false},
        {"similarity", true}, {"reason", false},
    };
    const char *what = gate->group ? gate->group : gate->resource ? gate->resource : "overall";
    const char *reason;
    fid_cells_init (missed, columns, sizeof columns / sizeof *columns);
    *pair_n = *missed_n = 0;
    for (size_t i = 0; i < all->result_n; i++) {
        const struct fid_result *r = all->result[i];
        if (gate->same_workload &&
            (!*r->real.workload || strcmp (r->real.workload, r->emulation.workload) != 0))
            continue;
        double similarity = number_of (gate, r, &reason);
        ++*pair_n;
        if (similarity >= gate->fail_below)
            continue;
        ++*missed_n;
        add (missed, r->real.id, r->emulation.id, what, similarity, reason);
    }
    for (size_t i = 0; i < all->failure_n; i++) {
        const struct fid_failure *fail = &all->failure[i];
        if (!fail->real || gate->same_workload) /* its workloads are not known */
            continue;
        ++*pair_n;
        ++*missed_n;
        add (missed, fail->real, fail->emulation, what, FID_ABSENT, fail->reason);
    }
    if (*pair_n > 0)
        return 0;
    fid_cells_clear (missed);
    return fid_errorf (err, FID_EINPUT, "there is no pair to check");
}
