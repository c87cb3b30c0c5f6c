/* job.c - see job.h */
#include "base/docrow.h"
#include "cli/must.h"
#include "tools/whatif/job.h"

/* How long the ranks wait, and for each other. */
static void
measure_waits (struct fid_whatif_job *job, int64_t after)
{
    const struct fid_rank_times *t = &job->times;
    double waiting_s = 0;
    size_t n = 0;
    job->rank_stall_s = fid_take (t->rank_n, sizeof *job->rank_stall_s);
    for (size_t row = 0; row < t->row_n; row++) {
        const struct fid_fetch *in = &t->fetch[row * t->rank_n];
        double most_s = 0, sum_s = 0;
        if (t->index[row] <= after)
            continue;
        for (size_t i = 0; i < t->rank_n; i++) {
            double s = job->meet_after ? in[i].iteration_s : in[i].stall_s;
            most_s = s > most_s ? s : most_s;
            sum_s += s;
            job->rank_stall_s[i] += in[i].stall_s;
        }
        waiting_s += most_s - sum_s / (double)t->rank_n;
        n++;
    }
    for (size_t i = 0; i < t->rank_n; i++)
        job->rank_stall_s[i] = n ? job->rank_stall_s[i] / (double)n : FID_GAP;
    job->waiting_s = n ? waiting_s / (double)n : FID_GAP;
}

static double
saved_of (const struct fid_whatif_job *job, const struct fid_whatif_summary *s)
{
    double was_s = job->recorded.iteration.mean;
    return s->n && was_s > 0 ? (was_s - s->iteration.mean) / was_s : FID_GAP;
}

void
fid_whatif_job_align (struct fid_whatif_job *job, const struct fid_whatif_plan *plan,
                      const struct fid_whatif_rule *rule, const char *out, const char *file)
{
    const struct fid_whatif_choice *own = &fid_whatif_choices[0];
    struct fid_whatif_rule mine = *rule;
    mine.how.meet_after = job->meet_after;
    job->recorded = fid_whatif_simulate (&job->times, NULL, own, own, &mine, NULL);
    measure_waits (job, mine.after);
    job->aligned = fid_take (plan->fetch_n * plan->start_n, sizeof *job->aligned);
    for (size_t f = 0; f < plan->fetch_n; f++)
        for (size_t s = 0; s < plan->start_n; s++) {
            struct fid_whatif_case *c = &job->aligned[job->aligned_n++];
            c->fetch = plan->fetch[f];
            c->start = plan->start[s];
            c->summary = fid_whatif_simulate (
                &job->times, file, &c->fetch, &c->start, &mine,
                out ? fid_textf ("%s/FETCH_ALIGN_%s_START_ALIGN_%s", out, c->fetch.name,
                                 c->start.name)
                    : NULL);
            c->saved = saved_of (job, &c->summary);
        }
}

const char *
fid_whatif_unknown (const struct fid_whatif_job *job)
{
    if (job->times.rank_n == 1)
        return "a single rank waits for no other: there is nothing to align";
    if (!job->has_fetch)
        return "it records how long the training waited, not when the loaders began to fetch a "
               "batch, nor how long that took: whether a rank is late because it began late or "
               "because it fetched slowly cannot be told";
    if (!job->has_start)
        return "it does not record when the ranks began to fetch: what other starts would "
               "change "
               "cannot be told";
    return NULL;
}

/* --- JSON */

static void
put_mean (struct fid_doc *d, cJSON *in, const char *key, struct fid_whatif_mean m)
{
    fid_doc_row (d, in, key, "mean %g std %g", m.mean, m.std);
}

static void
put_summary (struct fid_doc *d, cJSON *in, const struct fid_whatif_summary *s)
{
    fid_doc_number (d, in, "iterations", (double)s->n);
    put_mean (d, in, "iteration_s", s->iteration);
    put_mean (d, in, "stall_s", s->stall);
    put_mean (d, in, "delay_s", s->delay);
    put_mean (d, in, "start_diff_s", s->start_diff);
    put_mean (d, in, "fetch_diff_s", s->fetch_diff);
    fid_doc_members (d, in, "late %g", s->late);
}

static void
put_job (struct fid_doc *d, cJSON *in, const struct fid_whatif_job *job)
{
    const struct fid_rank_times *t = &job->times;
    bool known = job->waiting_s != FID_GAP;
    fid_doc_members (d, in, "name %s path %s source %s", job->name, job->path, job->source);
    cJSON *ranks = fid_doc_list (d, in, "ranks");
    for (size_t i = 0; i < t->rank_n; i++)
        fid_doc_row (d, ranks, NULL, "file %s stall_s %g", job->file ? job->file[i] : "",
                     job->rank_stall_s[i]);
    fid_doc_members (
        d, in,
        "left_out %zu left_out_why %s has_fetch %hhd has_start %hhd meet %s unknown %s "
        "waiting_s %g waiting %g",
        t->left_n, t->left, job->has_fetch, job->has_start,
        job->meet_after ? "after the step" : "in the step", fid_whatif_unknown (job),
        job->waiting_s,
        known && job->recorded.iteration.mean > 0
            ? job->waiting_s / job->recorded.iteration.mean
            : FID_GAP);
    put_summary (d, fid_doc_object (d, in, "recorded"), &job->recorded);
    cJSON *aligned = fid_doc_list (d, in, "aligned");
    FID_EACH (const struct fid_whatif_case, c, job->aligned) {
        cJSON *o =
            fid_doc_row (d, aligned, NULL, "fetch %s start %s", c->fetch.name, c->start.name);
        put_summary (d, o, &c->summary);
        fid_doc_members (d, o, "saved %g", c->saved);
    }
}

cJSON *
fid_whatif_json (const struct fid_whatif_job *job, size_t n)
{
    struct fid_doc d;
    fid_doc_begin (&d);
    fid_doc_text (&d, d.root, "schema", "fidlio.whatif/1");
    cJSON *jobs = fid_doc_list (&d, d.root, "jobs");
    for (size_t i = 0; i < n; i++)
        put_job (&d, fid_doc_object (&d, jobs, NULL), &job[i]);
    return fid_have (fid_doc_end (&d, &fid_why));
}
