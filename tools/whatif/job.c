/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job.c - see whatif.h */
#include "base/record.h"
#include "program/must.h"
#include "tools/whatif/whatif.h"

/* How long the ranks wait, and for each other. */
static void measure_waits (struct fid_whatif_job *job, int64_t after)
{
    const struct fid_rank_times *t = &job->times;
    double waiting_s = 0, all_s = 0;
    size_t n = 0;
    if (!job->rank)
        job->rank = fid_take (t->rank_n, sizeof *job->rank);
    for (size_t row = 0; row < t->row_n; row++) {
        const struct fid_fetch *in = &t->fetch[row * t->rank_n];
        if (t->index[row] <= after)
            continue;
        for (size_t i = 0; i < t->rank_n; i++) {
            waiting_s += in[i].meet_s;
            all_s += in[i].iteration_s + (job->meet_after ? in[i].meet_s : 0);
            job->rank[i].stall_s += in[i].stall_s;
        }
        n++;
    }
    for (size_t i = 0; i < t->rank_n; i++)
        job->rank[i].stall_s = n ? job->rank[i].stall_s / (double)n : FID_GAP;
    job->waiting_s = n ? waiting_s / (double)(n * t->rank_n) : FID_GAP;
    job->waiting = all_s > 0 ? waiting_s / all_s : FID_GAP;
}

/* What the recording of a job cannot tell, in a sentence; NULL: nothing. */
static const char *find_unknown (const struct fid_whatif_job *job)
{
    if (job->times.rank_n == 1)
        return "a single rank waits for nobody: nothing can be aligned";
    if (!job->has_fetch)
        return "it records how long the training waited, not when the loaders began to fetch a "
               "batch or how long that took: it is unknown whether a rank began late or "
               "fetched "
               "slowly";
    if (!job->has_start)
        return "it does not record when the ranks began to fetch: the effect of other starts "
               "is unknown";
    return NULL;
}

void fid_whatif_job_align (struct fid_whatif_job *job, const struct fid_whatif_plan *plan,
                           const struct fid_whatif_rule *rule, const char *out,
                           const char *file)
{
    const struct fid_whatif_choice *own = &fid_whatif_choices[0];
    struct fid_whatif_rule mine = *rule;
    mine.how.meet_after = job->meet_after;
    job->recorded = fid_whatif_simulate (&job->times, NULL, own, own, &mine, NULL);
    double was_s = job->recorded.iteration.mean;
    measure_waits (job, mine.after);
    job->unknown = find_unknown (job);
    job->aligned = fid_take (plan->fetch_n * plan->start_n, sizeof *job->aligned);
    for (size_t f = 0; f < plan->fetch_n; f++)
        for (size_t s = 0; s < plan->start_n; s++) {
            struct fid_whatif_case *c = &job->aligned[job->aligned_n++];
            c->fetch = plan->fetch[f];
            c->start = plan->start[s];
            c->summary =
                fid_whatif_simulate (&job->times, file, &c->fetch, &c->start, &mine,
                                     out ? fid_textf ("%s/FETCH_ALIGN_%s_START_ALIGN_%s", out,
                                                      c->fetch.name, c->start.name)
                                         : NULL);
            double now_s = c->summary.iteration.mean;
            c->saved = c->summary.n && was_s > 0 ? (was_s - now_s) / was_s : FID_GAP;
        }
}

/* --- JSON */

#define MAYBE FID_ANY, .need = FID_OR_NULL

#define MEAN(F, T)                                                                             \
    F (T, NUMBER, "mean", mean, MAYBE)                                                         \
    F (T, NUMBER, "std", std, MAYBE)
FID_RECORD (mean, struct fid_whatif_mean, MEAN);

#define SUMMARY(F, T, IN)                                                                      \
    F (T, COUNT, "iterations", IN n)                                                           \
    F (T, OBJECT, "iteration_s", IN iteration, .of = &mean)                                    \
    F (T, OBJECT, "stall_s", IN stall, .of = &mean)                                            \
    F (T, OBJECT, "delay_s", IN delay, .of = &mean)                                            \
    F (T, OBJECT, "start_diff_s", IN start_diff, .of = &mean)                                  \
    F (T, OBJECT, "fetch_diff_s", IN fetch_diff, .of = &mean)                                  \
    F (T, NUMBER, "late", IN late, MAYBE)
#define RECORDED(F, T) SUMMARY (F, T, )
FID_RECORD (recorded, struct fid_whatif_summary, RECORDED);

#define CASE(F, T)                                                                             \
    F (T, CHARS, "fetch", fetch.name)                                                          \
    F (T, CHARS, "start", start.name)                                                          \
    SUMMARY (F, T, summary.)                                                                   \
    F (T, NUMBER, "saved", saved, MAYBE)
FID_RECORD (aligned, struct fid_whatif_case, CASE);

#define RANK(F, T)                                                                             \
    F (T, TEXT, "file", file, MAYBE)                                                           \
    F (T, NUMBER, "stall_s", stall_s, MAYBE)
FID_RECORD (rank, struct fid_whatif_rank, RANK);

#define JOB(F, T)                                                                              \
    F (T, TEXT, "name", name, .least = 1)                                                      \
    F (T, TEXT, "path", path, .least = 1)                                                      \
    F (T, TEXT, "source", source, .least = 1)                                                  \
    F (T, LIST, "ranks", rank, FID_ROWS (T, rank, times.rank_n, rank), .least = 1)             \
    F (T, COUNT, "left_out", times.left_n)                                                     \
    F (T, CHARS, "left_out_why", times.left, MAYBE)                                            \
    F (T, BOOL, "has_fetch", has_fetch)                                                        \
    F (T, BOOL, "has_start", has_start)                                                        \
    F (T, TEXT, "meet", meet, .least = 1)                                                      \
    F (T, TEXT, "unknown", unknown, MAYBE)                                                     \
    F (T, NUMBER, "waiting_s", waiting_s, MAYBE)                                               \
    F (T, NUMBER, "waiting", waiting, MAYBE)                                                   \
    F (T, OBJECT, "recorded", recorded, .of = &recorded)                                       \
    F (T, LIST, "aligned", aligned, FID_ROWS (T, aligned, aligned_n, aligned))
FID_RECORD (job_record, struct fid_whatif_job, JOB);

struct whatif {
    const struct fid_whatif_job *job;
    size_t n;
};
#define WHATIF(F, T)                                                                           \
    F (T, CONST, "schema", job, .text = FID_SCHEMA_WHATIF)                                     \
    F (T, LIST, "jobs", job, FID_ROWS (T, job, n, job_record), .least = 1)
FID_RECORD (whatif, struct whatif, WHATIF);
const struct fid_record *const fid_whatif_record = &whatif;

cJSON *fid_whatif_json (const struct fid_whatif_job *job, size_t n)
{
    return fid_have (fid_record_doc (&whatif, &(struct whatif){job, n}, &fid_why));
}
