/* SPDX-License-Identifier: GPL-3.0-or-later */
/* iterations.c - see iterations.h */
#include "job/iterations.h"

FID_ORDER_BY (by_rank, struct fid_rank_step, FID_RISING (number) FID_RISING (logged))
FID_ORDER_BY (by_place, struct fid_rank_step,
              FID_RISING (epoch) FID_RISING (k) FID_RISING (rank))

int fid_iterations_find (struct fid_iterations *it, const struct fid_job *job,
                         const struct fid_run *run, struct fid_error *err)
{
    const struct fid_steps *log = &run->steps;
    *it = (struct fid_iterations){.at = malloc ((log->n + log->other_n + 1) * sizeof *it->at)};
    FID_NEED (it->at, err);
    FID_EACH (const struct fid_job_rank, r, job->rank)
        FID_STEPS_OF (s, r, FID_JOB_TRAINING)
            if (s->logged && !r->alike) {
                size_t i = s->logged - 1;
                const struct fid_step *of =
                    i < log->n ? &log->step[i] : &log->other[i - log->n];
                it->at[it->n++] = (struct fid_rank_step){s, of, r->number, of->epoch, 0, 0};
            }
    FID_SORT (it->at, it->n, by_rank);
    FID_EACH_OF (struct fid_rank_step, p, it->at, it->n) {
        bool same = p > it->at && p->number == p[-1].number;
        p->rank = same ? p[-1].rank : it->rank_n++;
        p->k = same && p->epoch == p[-1].epoch ? p[-1].k + 1 : 0;
    }
    FID_SORT (it->at, it->n, by_place);
    return 0;
}

size_t fid_iteration_n (const struct fid_iterations *it, size_t i)
{
    const struct fid_rank_step *p = &it->at[i];
    size_t n = 1;
    while (i + n < it->n && p[n].epoch == p->epoch && p[n].k == p->k)
        n++;
    return n;
}

void fid_wait_for_last (double *at_s, size_t n)
{
    double last_s = -INFINITY;
    for (size_t i = 0; i < n; i++)
        last_s = fmax (last_s, at_s[i]);
    for (size_t i = 0; i < n; i++)
        at_s[i] = last_s - at_s[i];
}
