/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ranks.c - the ranks of a run, by its job (see whatif.h) */
#include "program/must.h"
#include "job/ranks.h"
#include "job/of_run.h"
#include "readers/load.h"
#include "tools/whatif/whatif.h"

/* Says why the iteration that begins at i is left out: because of a rank. */
static void leave_out (struct fid_whatif_job *job, const struct fid_iterations *it, size_t i,
                       size_t rank, const char *what)
{
    struct fid_rank_times *t = &job->times;
    const struct fid_rank_step *p = &it->at[i], *of = it->at; /* some step of that rank */
    if (t->left[0])
        return;
    while (of->rank != rank)
        of++;
    const char *in = p->epoch >= 0 ? fid_textf ("epoch %d", p->epoch) : "the run";
    snprintf (t->left, sizeof t->left, "rank %d (%.120s) has no %s of step %" PRId64 " of %s",
              of->number, job->rank[rank].file, what, p->k, in);
}

/* The n steps of the iteration that begins at i; false unless all ranks have one with its
 * times. */
static bool take_row (struct fid_whatif_job *job, const struct fid_iterations *it, size_t i,
                      size_t n, bool *stamped)
{
    struct fid_fetch *row = job->times.fetch + job->times.row_n * it->rank_n;
    const struct fid_rank_step *p = &it->at[i], *end = p + n;
    bool complete = true;
    for (size_t rank = 0; rank < it->rank_n; rank++) {
        const struct fid_step *s = p < end && p->rank == rank ? p->logged : NULL;
        if (!s || s->load_s < 0 || s->step_s < 0) {
            leave_out (job, it, i, rank,
                       !s              ? "times"
                       : s->load_s < 0 ? "wait for data"
                                       : "length");
            complete = false;
        } else {
            bool known = s->end_ns != INT64_MIN;
            int64_t start_ns = known ? s->end_ns - fid_align_ns (s->step_s) : 0;
            *stamped &= known;
            row[rank] = (struct fid_fetch){.start_ns = start_ns,
                                           .train_ns = start_ns,
                                           .fetch_s = s->load_s,
                                           .iteration_s = s->step_s,
                                           .stall_s = s->load_s,
                                           .meet_s = p->step->meet_s};
        }
        p += s != NULL;
    }
    return complete;
}

/* Whether the process that trains fetches the batches: DLIO without reader processes, or if the
 * profiler's name of the loader says so. */
static bool fetches_itself (const struct fid_run *run)
{
    static const char *const keys[] = {"workload.reader.read_threads", "loader_processes"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *n = fid_run_fact (run, keys[i]);
        if (n && strcmp (n, "0") == 0)
            return true;
    }
    return false;
}

void fid_whatif_ranks (const struct fid_run *run, struct fid_whatif_job *job)
{
    const struct fid_run_job *found = fid_job_of_run (run, &fid_why);
    struct fid_rank_times *t = &job->times;
    struct fid_iterations it;
    bool stamped = true;
    fid_must (found ? fid_iterations_find (&it, &found->job, run, &fid_why) : -1);
    t->rank_n = it.rank_n;
    t->index = fid_take (it.n, sizeof *t->index);
    t->fetch = fid_take (it.n + it.rank_n, sizeof *t->fetch);
    job->rank = fid_take (it.rank_n, sizeof *job->rank);
    for (size_t i = it.n; i-- > 0;) { /* that of the first step counts */
        const struct fid_source *s = &run->source[it.at[i].logged->source];
        job->rank[it.at[i].rank].file = s->path;
        job->source = s->reader;
    }
    if (!it.n || fid_reader_by_name (job->source)->parts) /* files are steps, no ranks */
        fid_fail (FID_EINPUT, "%s: no file in it records training steps", job->path);
    for (size_t i = 0, n; i < it.n; i += n) {
        n = fid_iteration_n (&it, i);
        if (take_row (job, &it, i, n, &stamped))
            t->index[t->row_n++] = it.at[i].k;
        else
            t->left_n++;
    }
    free (it.at);
    if (!t->row_n)
        fid_fail (FID_EINPUT, "%s: no step has its times in all ranks: %s", job->path, t->left);
    bool each = found->job.meeting == FID_JOB_EACH_STEP || it.rank_n < 2;
    job->has_fetch = fetches_itself (run);
    job->has_start = job->has_fetch && stamped;
    job->meet_after = !each || found->job.meet_after;
    job->meet = !each             ? fid_job_meeting_names[found->job.meeting]
                : job->meet_after ? "after the step"
                                  : "in the step";
}
