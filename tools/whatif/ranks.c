/* ranks.c - see ranks.h */
#include "readers/load.h"
#include "cli/must.h"
#include "tools/whatif/ranks.h"

/* A training step and its place: the k-th of an epoch of a rank. */
struct placed {
    const struct fid_step *step; /* borrowed */
    const char *file;            /* borrowed; of its rank */
    int64_t rank;
    size_t order, at; /* in the run; the rank among all */
    int epoch;
    int64_t k;
};

struct placed_steps {
    struct placed *p;
    size_t n;
    bool stamped; /* the ends of all are known */
};

FID_ORDER_BY (by_rank, struct placed, FID_RISING (rank) FID_RISING (order))
FID_ORDER_BY (by_place, struct placed, FID_RISING (epoch) FID_RISING (k) FID_RISING (at))

/* Finds the place of each step, and the files of all ranks; by place afterwards. */
static void
place_steps (const struct fid_run *run, struct placed_steps *s, struct fid_whatif_job *job)
{
    const struct fid_steps *from = &run->steps;
    size_t all_n = from->found ? 0 : from->n + from->other_n;
    s->p = fid_take (all_n + 1, sizeof *s->p);
    job->rank = fid_take (all_n, sizeof *job->rank);
    for (size_t i = 0; i < all_n; i++) {
        const struct fid_step *step = i < from->n ? &from->step[i] : &from->other[i - from->n];
        if (!step->eval && !fid_reader_by_name (run->source[step->source].reader)->parts)
            s->p[s->n++] = (struct placed){.step = step,
                                           .file = run->source[step->source].path,
                                           .rank = step->rank,
                                           .order = i,
                                           .epoch = step->epoch};
    }
    qsort (s->p, s->n, sizeof *s->p, by_rank);
    for (struct placed *p = s->p; p < s->p + s->n; p++) {
        if (p > s->p && p->rank == p[-1].rank) {
            p->at = p[-1].at;
            p->k = p->epoch == p[-1].epoch ? p[-1].k + 1 : 0;
            continue;
        }
        p->at = job->times.rank_n;
        job->rank[job->times.rank_n++].file = p->file;
    }
    qsort (s->p, s->n, sizeof *s->p, by_place);
}

static void
leave_out (struct fid_whatif_job *job, const struct placed_steps *s, size_t rank,
           const struct placed *p, const char *what)
{
    struct fid_rank_times *t = &job->times;
    const struct placed *of = s->p; /* some step of that rank */
    if (t->left[0])
        return;
    while (of->at != rank)
        of++;
    int n = snprintf (t->left, sizeof t->left,
                      "rank %" PRId64 " (%.120s) has no %s of step %" PRId64 "%s", of->rank,
                      of->file, what, p->k, p->epoch >= 0 ? "" : " of the run");
    if (p->epoch >= 0)
        snprintf (t->left + n, sizeof t->left - (size_t)n, " of epoch %d", p->epoch);
}

/* The n steps of one place; false unless all ranks have one with its times. */
static bool
take_row (struct fid_whatif_job *job, struct placed_steps *all, const struct placed *p, size_t n,
          struct fid_fetch *row)
{
    bool complete = true;
    for (size_t rank = 0, i = 0; rank < job->times.rank_n; rank++) {
        const struct fid_step *s = i < n && p[i].at == rank ? p[i++].step : NULL;
        if (!s || s->load_s < 0 || s->step_s < 0) {
            leave_out (job, all, rank, p,
                       !s ? "times" : s->load_s < 0 ? "wait for data" : "length");
            complete = false;
            continue;
        }
        bool known = s->end_ns != INT64_MIN;
        int64_t start_ns = known ? s->end_ns - fid_align_ns (s->step_s) : 0;
        all->stamped &= known;
        row[rank] = (struct fid_fetch){.start_ns = start_ns,
                                       .train_ns = start_ns,
                                       .fetch_s = s->load_s,
                                       .iteration_s = s->step_s,
                                       .stall_s = s->load_s};
    }
    return complete;
}

/* The k-th steps of an epoch belong together. */
static void
join_ranks (struct fid_whatif_job *job, struct placed_steps *s)
{
    struct fid_rank_times *t = &job->times;
    t->index = fid_take (s->n, sizeof *t->index);
    t->fetch = fid_take (s->n + t->rank_n, sizeof *t->fetch);
    s->stamped = true;
    for (size_t i = 0, end; i < s->n; i = end) {
        const struct placed *p = &s->p[i];
        for (end = i; end < s->n && s->p[end].epoch == p->epoch && s->p[end].k == p->k;)
            end++;
        if (take_row (job, s, p, end - i, t->fetch + t->row_n * t->rank_n))
            t->index[t->row_n++] = p->k;
        else
            t->left_n++;
    }
}

/* Whether the process that trains fetches the batches: DLIO without reader processes, or if the
 * profiler's name of the loader says so. */
static bool
fetches_itself (const struct fid_run *run)
{
    static const char *const keys[] = {"workload.reader.read_threads", "loader_processes"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *n = fid_run_fact (run, keys[i]);
        if (n && strcmp (n, "0") == 0)
            return true;
    }
    return false;
}

void
fid_whatif_ranks (const struct fid_run *run, struct fid_whatif_job *job)
{
    struct placed_steps s = {0};
    place_steps (run, &s, job);
    if (!s.n)
        fid_fail (FID_EINPUT, "%s: no file in it records training steps", job->path);
    join_ranks (job, &s);
    if (!job->times.row_n)
        fid_fail (FID_EINPUT, "%s: no step has its times in all ranks: %s", job->path,
                  job->times.left);
    job->source = run->source[s.p->step->source].reader;
    job->has_fetch = fetches_itself (run);
    job->has_start = job->has_fetch && s.stamped;
    job->meet_after = run->emulation; /* DLIO's do; a training has that in its steps */
}
