/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rank_meetings.c - when ranks wait for each other, by the times of their steps (ranks.h)
 *
 * Ranks that exchange gradients end each step together: the ends of their steps stay at the
 * same distance, which is that of their clocks.  Those of DLIO meet in a barrier behind the
 * step, which its times do not contain, and begin the next together.  Others drift apart, and
 * may begin epochs together.  Steps without stamps tell nothing of it. */
#include "job/iterations.h"
#include "job/ranks.h"
#include "metrics/aggregate.h"

#define TOGETHER 0.1  /* of a step: ends of ranks that meet are so close, in the median */
#define VARIES   0.05 /* steps whose lengths vary so much do not stay together by chance */
#define LOGGED   0.05 /* of a step: so much that is neither loading nor computing is a wait */

/* As the log has it: ends are rounded, and may be sums of lengths. */
static double length_of (const struct fid_rank_step *p)
{
    return fmax (p->logged->step_s, p->step->load_s + p->step->compute_s);
}

/* What a step does beside loading and computing. */
static double rest_of (const struct fid_rank_step *p)
{
    return length_of (p) - p->step->load_s - p->step->compute_s;
}

/* Removes what some rank lacks. */
static void keep_whole (struct fid_iterations *it)
{
    size_t kept = 0;
    for (size_t i = 0, n; i < it->n; i += n) {
        n = fid_iteration_n (it, i);
        for (size_t r = 0; n == it->rank_n && r < n; r++)
            it->at[kept++] = it->at[i + r];
    }
    it->n = kept;
}

/* The median distance of x[n], which change, from their median, *middle. */
static double scatter_of (double *x, size_t n, double *middle)
{
    *middle = fid_median_select (x, n);
    for (size_t k = 0; k < n; k++)
        x[k] = fabs (x[k] - *middle);
    return fid_median_select (x, n);
}

/* The median over some steps of how far apart ranks end (or begin) them, without the constant
 * part.  by_epoch: only those that begin an epoch; *n: how many these are. */
static double spread_of (const struct fid_iterations *it, double *x, bool begin, bool by_epoch,
                         size_t *n)
{
    double most = 0, level;
    for (size_t r = 1; r < it->rank_n; r++) {
        *n = 0;
        for (size_t i = by_epoch ? it->rank_n : 0; i < it->n; i += it->rank_n) {
            const struct fid_job_step *a = it->at[i].step, *b = it->at[i + r].step;
            if (!by_epoch || it->at[i].epoch != it->at[i - 1].epoch)
                x[(*n)++] = begin ? b->start_s - a->start_s : b->end_s - a->end_s;
        }
        most = *n ? fmax (most, scatter_of (x, *n, &level)) : 0;
    }
    return most;
}

/* Of ranks that meet after each step: how long each waits for the last.  Behind their steps
 * that is the one with the longest.  Within them all end at once, and what a rank does between
 * having its batch and that (beside computing, if the log tells it apart) is the shorter the
 * later it comes; what the last does is the exchange itself, and no wait. */
static void take_waits (const struct fid_iterations *it, bool after, double *wait_s)
{
    double rest = 0, all = 0;
    FID_EACH_OF (const struct fid_rank_step, p, it->at, it->n) {
        rest += rest_of (p);
        all += length_of (p);
    }
    bool logged = rest > LOGGED * all;
    for (const struct fid_rank_step *p = it->at; p < it->at + it->n; p += it->rank_n) {
        for (size_t r = 0; r < it->rank_n; r++)
            wait_s[r] = after    ? length_of (&p[r])
                        : logged ? -rest_of (&p[r])
                                 : -p[r].step->compute_s;
        fid_wait_for_last (wait_s, it->rank_n);
        for (size_t r = 0; r < it->rank_n; r++) {
            p[r].step->meet_s = wait_s[r];
            p[r].step->compute_s += after ? 0 : (logged ? rest_of (&p[r]) : 0) - wait_s[r];
        }
    }
}

/* --- over all ranks */

struct ranked {
    double step_s; /* median */
    int number;
};

FID_ORDER_BY (by_step_s, struct ranked, FID_RISING (step_s) FID_RISING (number))

static int find_spread (struct fid_job *job, size_t rank_n, struct fid_error *err)
{
    struct fid_job_spread *out = &job->spread;
    size_t n = 0, most = 0;
    double all_s = 0, meet_s = 0;
    FID_EACH_OF (const struct fid_job_rank, r, job->rank, rank_n)
        most = r->step_n > most ? r->step_n : most;
    FID_FREED struct ranked *of = malloc ((rank_n + 1) * sizeof *of);
    FID_FREED double *length_s = malloc ((most + 1) * sizeof *length_s);
    FID_NEED (of && length_s, err);
    FID_EACH_OF (const struct fid_job_rank, r, job->rank, rank_n) {
        double sum_s[3] = {0};
        size_t k = 0;
        FID_STEPS_OF (s, r, FID_JOB_TRAINING)
            if (s->end_s > s->start_s) {
                sum_s[0] += length_s[k++] = s->end_s - s->start_s;
                sum_s[1] += s->load_s;
                sum_s[2] += s->meet_s;
            }
        if (!k)
            continue;
        of[n++] = (struct ranked){fid_median_select (length_s, k), r->number};
        all_s += sum_s[0] + (job->meet_after ? sum_s[2] : 0);
        meet_s += sum_s[2];
        if (n == 1 || sum_s[1] / sum_s[0] > out->worst_stall_share) {
            out->worst_stall_share = sum_s[1] / sum_s[0];
            out->worst_stall_rank = r->number;
        }
    }
    if (!n)
        return 0;
    qsort (of, n, sizeof *of, by_step_s);
    out->median_step_s = of[(n - 1) / 2].step_s;
    out->median_rank = of[(n - 1) / 2].number;
    out->slowest_step_s = of[n - 1].step_s;
    out->slowest_rank = of[n - 1].number;
    out->meeting_share = meet_s / all_s;
    return 0;
}

/* When they meet: by the stamps of their steps or, without, as is usual. */
static void judge_meetings (const struct fid_iterations *it, struct fid_job *job, double *x)
{
    bool stamped = true;
    size_t n = 0;
    double step_s;
    for (size_t i = 0; i < it->n; i++) {
        stamped &= it->at[i].logged->end_ns != INT64_MIN;
        if (i % it->rank_n == 0)
            x[n++] = length_of (&it->at[i]);
    }
    bool vary = scatter_of (x, n, &step_s) > VARIES * step_s;
    if (!stamped && job->meet_after)
        job->meetings = (struct fid_job_known){FID_JOB_CONFIGURATION, 0.9};
    else if (stamped && n > 1 && step_s > 0) {
        bool ends = spread_of (it, x, false, false, &n) <= TOGETHER * step_s;
        bool starts = spread_of (it, x, true, false, &n) <= TOGETHER * step_s;
        job->meetings = (struct fid_job_known){FID_JOB_LOG, vary ? 0.9 : 0.7};
        if (ends || starts)
            job->meet_after = job->meet_after ? starts : !ends;
        else {
            bool epochs = spread_of (it, x, true, true, &n) <= TOGETHER * step_s && n > 1;
            job->meeting = epochs ? FID_JOB_EACH_EPOCH : FID_JOB_NEVER;
            job->meetings.sure = n > 1 ? 0.8 : 0.5;
        }
    }
    if (job->meeting == FID_JOB_EACH_STEP)
        take_waits (it, job->meet_after, x);
}

int fid_find_meetings (struct fid_finder *f, struct fid_error *err)
{
    struct fid_job *job = f->job;
    struct fid_iterations it = {0};
    job->meeting = job->rank_n > 1 ? FID_JOB_EACH_STEP : FID_JOB_NEVER;
    job->meet_after = f->run->emulation; /* in the barrier of DLIO */
    job->meetings = job->rank_n > 1 ? (struct fid_job_known){FID_JOB_UNKNOWN, 0.5}
                                    : (struct fid_job_known){FID_JOB_TRACES, 1};
    if (f->logged_n > 1) {
        int rc = fid_iterations_find (&it, job, f->run, err);
        FID_FREED double *x = malloc ((it.n + 1) * sizeof *x);
        rc = rc || x ? rc : fid_error_nomem (err);
        if (!rc)
            keep_whole (&it);
        if (!rc && it.n && it.rank_n > 1)
            judge_meetings (&it, job, x);
        free (it.at);
        FID_TRY (rc);
    }
    return find_spread (job, f->logged_n, err);
}
