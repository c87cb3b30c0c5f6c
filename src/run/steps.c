/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steps.c - see steps.h */
#include "metrics/aggregate.h"
#include "run/steps.h"

#define LACKS_LEAST 3 /* steps without a part that others have, and one in so many: */
#define LACKS_SHARE 25

FID_ORDER_BY (by_rank, struct fid_step,
              FID_RISING (rank) FID_RISING (source) FID_RISING (step_s))

FID_ORDER_BY (by_median, struct fid_rank_steps, FID_RISING (step_s))

FID_ORDER_BY (by_number, struct fid_rank_steps, FID_RISING (n))

/* Finds the rank with fewest steps, if others have more.  Ranks of several files are not counted:
 * each may have a part of the steps. */
static int find_fewer (struct fid_run *run, struct fid_rank_steps *rank, size_t n,
                       struct fid_error *err)
{
    for (size_t i = 1; i < n; i++)
        if (rank[i].rank == rank[i - 1].rank)
            return 0;
    qsort (rank, n, sizeof *rank, by_number);
    return rank->n < rank[n / 2].n
               ? FID_FIND (&run->findings, err, .code = FID_RUN_RANK_FEWER, .resource = "steps",
                           .file = run->source[rank->source].path,
                           .number = {rank->rank, (int64_t)rank->n},
                           .value = (double)rank[n / 2].n)
               : 0;
}

static bool in_training (const struct fid_step *s)
{
    return !s->eval && s->step_s > 0;
}

int fid_steps_ranks (const struct fid_steps *steps, struct fid_rank_steps **ranks, size_t *n,
                     struct fid_error *err)
{
    size_t most = steps->n + steps->other_n, all_n = 0;
    FID_FREED struct fid_step *all = malloc ((most + 1) * sizeof *all);
    struct fid_rank_steps *out = *ranks = all ? malloc ((most + 1) * sizeof *out) : NULL;
    *n = 0;
    FID_NEED (out, err);
    for (size_t i = 0; i < most; i++) {
        const struct fid_step *s = i < steps->n ? &steps->step[i] : &steps->other[i - steps->n];
        if (in_training (s))
            all[all_n++] = *s;
    }
    qsort (all, all_n, sizeof *all, by_rank);
    for (size_t i = 0, end; i < all_n; i = end) {
        for (end = i;
             end < all_n && all[end].rank == all[i].rank && all[end].source == all[i].source;)
            end++;
        double step_s = (all[(i + end - 1) / 2].step_s + all[(i + end) / 2].step_s) / 2;
        out[(*n)++] = (struct fid_rank_steps){all[i].rank, all[i].source, end - i, step_s};
    }
    return 0;
}

/* A log that times parts of its steps does so in each. */
static int find_lacking (struct fid_run *run, const struct fid_steps *lead,
                         struct fid_error *err)
{
    size_t n = 0, have[3] = {0}, lacks_n = 0;
    for (size_t i = 0; i < lead->n; i++) {
        const struct fid_step *s = &lead->step[i];
        n += !s->eval;
        have[0] += !s->eval && s->load_s >= 0;
        have[1] += !s->eval && s->compute_s >= 0;
        have[2] += !s->eval && s->step_s >= 0;
    }
    for (size_t i = 0; i < lead->n; i++) {
        const struct fid_step *s = &lead->step[i];
        lacks_n += !s->eval && ((2 * have[0] > n && s->load_s < 0) ||
                                (2 * have[1] > n && s->compute_s < 0) ||
                                (2 * have[2] > n && s->step_s < 0));
    }
    return lacks_n >= LACKS_LEAST && lacks_n * LACKS_SHARE > n
               ? FID_FIND (&run->findings, err, .code = FID_RUN_STEPS_LACK, .resource = "steps",
                           .file = run->source[lead->step->source].path,
                           .number = {(int64_t)lacks_n, (int64_t)n})
               : 0;
}

int fid_steps_settle (struct fid_run *run, struct fid_error *err)
{
    struct fid_steps lead = {.step = run->steps.step, .n = run->steps.n};
    struct fid_rank_steps *rank;
    size_t n;
    int rc = 0;
    for (size_t i = 0; i < lead.n; i++) /* of the parts of one rank in several files, too */
        lead.step[i].rank = lead.step->rank;
    FID_FREED double *step_s = malloc ((lead.n + 1) * sizeof *step_s);
    FID_NEED (step_s, err);
    size_t k = 0;
    for (size_t i = 0; i < lead.n; i++)
        if (in_training (&lead.step[i]))
            step_s[k++] = lead.step[i].step_s;
    run->step_s = k ? fid_median_select (step_s, k) : 0;
    FID_TRY (find_lacking (run, &lead, err));
    if (!run->steps.other_n)
        return 0;
    FID_TRY (fid_steps_ranks (&run->steps, &rank, &n, err));
    if (n > 1) {
        rc = find_fewer (run, rank, n, err);
        qsort (rank, n, sizeof *rank, by_median);
        double median = (rank[(n - 1) / 2].step_s + rank[n / 2].step_s) / 2;
        struct fid_run_finding f = {.code = FID_RUN_RANK_SLOW,
                                    .resource = "steps",
                                    .file = run->source[rank[n - 1].source].path,
                                    .number = {rank[n - 1].rank, (int64_t)n},
                                    .value = rank[n - 1].step_s / median};
        if (!rc && f.value > FID_RANK_SLOW)
            rc = fid_run_findings_add (&run->findings, &f, err);
    }
    free (rank);
    return rc;
}
