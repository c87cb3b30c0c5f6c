/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ranks.c - which rank made a call, and when ranks wait for each other (finder.h, ranks.h) */
#include "job/finder.h"
#include "job/ranks.h"
#include "metrics/aggregate.h"

#define UNKNOWN_SHARE 0.05 /* of the bytes of data may be read by an unknown rank */

/* --- iterations */

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

/* --- the ranks of the log */

/* Adds a rank, with the host of one of its steps; NULL: the log has none of them. */
static int add_rank (struct fid_finder *f, int number, const struct fid_step *s,
                     struct fid_error *err)
{
    bool known = s && s->source < f->run->source_n;
    uint32_t host = known ? f->run->source[s->source].host : 0;
    return FID_PUSH (f->job->rank, err, (struct fid_job_rank){.number = number, .host = host});
}

/* What was put first for a key; SIZE_MAX: nothing. */
static size_t first_of (const struct fid_index *x, int64_t key)
{
    size_t at = 0, rank = SIZE_MAX;
    fid_index_next (x, fid_hash_number ((uint64_t)key, 0), &at, &rank);
    return rank;
}

static int put_rank (struct fid_index *x, int64_t key, size_t rank, struct fid_error *err)
{
    return fid_index_put (x, fid_hash_number ((uint64_t)key, 0), rank, err);
}

int fid_make_ranks (struct fid_finder *f, struct fid_error *err)
{
    const struct fid_steps *steps = &f->run->steps;
    const struct fid_step *lead = steps->n ? steps->step : NULL;
    FID_SCOPED (fid_index_clear) struct fid_index by_number = {0};
    FID_FREED uint32_t *of = malloc ((steps->other_n + 1) * sizeof *of);
    struct fid_job *job = f->job;
    FID_NEED (of, err);
    FID_TRY (add_rank (f, lead ? (int)lead->rank : 0, lead, err));
    for (size_t i = 0; i < steps->other_n; i++) {
        int number = (int)steps->other[i].rank;
        size_t k = first_of (&by_number, number);
        of[i] = (uint32_t)(k == SIZE_MAX ? job->rank_n : k);
        if (k != SIZE_MAX)
            continue;
        FID_TRY (put_rank (&by_number, number, job->rank_n, err));
        FID_TRY (add_rank (f, number, &steps->other[i], err));
    }
    f->logged_n = job->rank_n;
    FID_TRY (fid_groups_make (&f->step, of, steps->other_n, f->logged_n, err));
    while ((double)job->rank_n < f->rank_n)
        FID_TRY (add_rank (f, (int)job->rank_n, NULL, err));
    f->rank_n = (double)job->rank_n;
    return 0;
}

/* --- processes of ranks */

/* Whether the traces show which process each rank is, and the log, which has one rank's steps,
 * does not. */
static bool traces_show_ranks (const struct fid_finder *f)
{
    return f->logged_n == 1 && f->ev->io.rank_n > 1 && f->ev->io.rank_n == f->job->rank_n;
}

/* Keys of ranks besides numbers of processes. */
#define BY_NUMBER(number) (INT64_MIN / 2 + (number))
#define BY_HOST(host)     (INT64_MIN + (int64_t)(host))

/* Puts the processes that are known to be of a rank, and the numbers and hosts of ranks.
 * *by_host: each rank has a host of its own. */
static int put_owners (const struct fid_finder *f, struct fid_index *owner, bool *by_host,
                       struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    const struct fid_step *s;
    bool shown = traces_show_ranks (f);
    *by_host = !shown;
    for (size_t k = 0; shown && k < io->rank_n; k++)
        FID_TRY (put_rank (owner, io->rank_pid[k], k, err));
    for (size_t k = 0; k < f->logged_n; k++) {
        const struct fid_job_rank *r = &f->job->rank[k];
        int64_t last = 0;
        for (size_t i = 0; (s = fid_logged_step (f, k, i)); last = s->pid, i++)
            if (s->pid > 0 && s->pid != last && first_of (owner, s->pid) == SIZE_MAX)
                FID_TRY (put_rank (owner, s->pid, k, err));
        *by_host &= first_of (owner, BY_HOST (r->host)) == SIZE_MAX;
        FID_TRY (put_rank (owner, BY_NUMBER (r->number), k, err));
        FID_TRY (put_rank (owner, BY_HOST (r->host), k, err));
    }
    return 0;
}

/* Sets rank[], that of each process of the events; UINT32_MAX: unknown. */
static int rank_processes (const struct fid_finder *f, uint32_t *rank, struct fid_error *err)
{
    const struct fid_events *e = f->ev->io.events;
    FID_SCOPED (fid_index_clear) struct fid_index owner = {0};
    bool by_host;
    FID_TRY (put_owners (f, &owner, &by_host, err));
    for (size_t i = 0; i < e->process_n; i++) {
        int64_t pid = e->process[i].pid, on_host = pid & (FID_PID_HOSTS - 1);
        size_t k = first_of (&owner, pid);
        if (k == SIZE_MAX && pid >= 0 && on_host >= FID_PID_RANKS)
            k = first_of (&owner, BY_NUMBER (on_host - FID_PID_RANKS));
        else if (k == SIZE_MAX && pid >= 0 && by_host)
            k = first_of (&owner, BY_HOST (pid / FID_PID_HOSTS));
        rank[i] = k == SIZE_MAX ? UINT32_MAX : (uint32_t)k;
    }
    return 0;
}

/* --- calls of each rank */

/* Groups uses, reads, opens and hand-overs by rank, that of each process. */
static int group_calls (struct fid_finder *f, const uint32_t *rank, struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    const struct {
        const void *at;
        size_t n, size; /* each begins with its row */
    } list[FID_OWN_N] = {[FID_OWN_USE] = {io->use, io->use_n, sizeof *io->use},
                         [FID_OWN_READ] = {io->read, io->read_n, sizeof *io->read},
                         [FID_OWN_OPEN] = {io->open, io->open_n, sizeof *io->open},
                         [FID_OWN_HANDED] = {io->handed, io->handed_n, sizeof *io->handed}};
    for (int l = 0; l < FID_OWN_N; l++) {
        FID_FREED uint32_t *of = malloc ((list[l].n + 1) * sizeof *of);
        FID_NEED (of, err);
        for (size_t i = 0; i < list[l].n; i++) {
            memcpy (&of[i], (const char *)list[l].at + i * list[l].size, sizeof *of);
            of[i] = rank[fid_process_of (io, of[i])];
        }
        FID_TRY (fid_groups_make (&f->own[l], of, list[l].n, f->job->rank_n, err));
    }
    const struct fid_groups *use = &f->own[FID_OWN_USE];
    FID_NEED (f->use_of = malloc ((io->use_n + 1) * sizeof *f->use_of), err);
    for (size_t k = 0; k < f->job->rank_n; k++)
        for (size_t i = use->from[k]; i < use->from[k + 1]; i++)
            f->use_of[use->at[i]] = (uint32_t)(i - use->from[k]);
    return 0;
}

int fid_ranks_separate (struct fid_finder *f, bool *separate, struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    FID_FREED uint32_t *rank = malloc ((io->events->process_n + 1) * sizeof *rank);
    FID_FREED double *byte_n = calloc (f->job->rank_n + 1, sizeof *byte_n);
    double unknown = 0, all = 0;
    FID_NEED (rank && byte_n, err);
    FID_TRY (rank_processes (f, rank, err));
    for (size_t i = 0; i < io->read_n; i++) {
        uint32_t k = rank[fid_process_of (io, io->read[i].row)];
        double n = (double)fid_read_of (io, i).byte_n;
        all += n;
        *(k == UINT32_MAX ? &unknown : &byte_n[k]) += n;
    }
    *separate =
        (f->logged_n > 1 || traces_show_ranks (f)) && all > 0 && unknown <= UNKNOWN_SHARE * all;
    for (size_t k = 0; k < f->logged_n && *separate; k++)
        *separate = byte_n[k] > 0;
    return *separate ? group_calls (f, rank, err) : 0;
}

/* Copies what f->rank has of a list, for the caller to free; NULL without memory. */
static void *take_own (const struct fid_finder *f, enum fid_own_list list, const void *all,
                       size_t size, size_t *n, struct fid_error *err)
{
    const size_t *from = &f->own[list].from[f->rank];
    char *own = malloc ((from[1] - from[0] + 1) * size);
    for (size_t i = from[0]; own && i < from[1]; i++)
        memcpy (own + (i - from[0]) * size, (const char *)all + f->own[list].at[i] * size,
                size);
    *n = from[1] - from[0];
    return own ? own : fid_null_nomem (err);
}

int fid_rank_evidence (const struct fid_finder *f, struct fid_job_evidence *out,
                       struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    struct fid_data_io *to = &out->io;
    *out = (struct fid_job_evidence){.io = *io, .origin_ns = f->ev->origin_ns};
    to->joined_of = NULL;
#define TAKE(list, of, n) take_own (f, list, io->of, sizeof *io->of, &to->n, err)
    to->use = TAKE (FID_OWN_USE, use, use_n);
    to->read = TAKE (FID_OWN_READ, read, read_n);
    to->open = TAKE (FID_OWN_OPEN, open, open_n);
    to->handed = TAKE (FID_OWN_HANDED, handed, handed_n);
    if (io->joined_of)
        to->joined_of = TAKE (FID_OWN_READ, joined_of, read_n);
    for (size_t i = 0; i < to->read_n && to->read; i++)
        to->read[i].of = f->use_of[to->read[i].of];
    return to->use && to->read && to->open && to->handed && !to->joined_of == !io->joined_of
               ? 0
               : -1;
}

void fid_rank_evidence_clear (struct fid_job_evidence *ev)
{
    FID_FREE (ev->io.read, ev->io.joined_of, ev->io.use, ev->io.open, ev->io.handed);
    *ev = (struct fid_job_evidence){0};
}

/* --- meetings
 *
 * Ranks that exchange gradients end each step together: the ends of their steps stay at the
 * same distance, which is that of their clocks.  Those of DLIO meet in a barrier behind the
 * step, which its times do not contain, and begin the next together.  Others drift apart, and
 * may begin epochs together.  Steps without stamps tell nothing of it. */

#define TOGETHER 0.1 /* share of a step: median distance of the ends of ranks that meet */
#define VARIES   0.05 /* steps whose lengths vary more than this do not stay together by chance */
#define LOGGED   0.05 /* share of a step that, neither loading nor computing, is a wait */

/* The length in the log: ends are rounded, and may be sums of lengths. */
static double length_of (const struct fid_rank_step *p)
{
    return fmax (p->logged->step_s, p->step->load_s + p->step->compute_s);
}

/* What a step does beside loading and computing. */
static double rest_of (const struct fid_rank_step *p)
{
    return length_of (p) - p->step->load_s - p->step->compute_s;
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

/* Sets how long each rank waits for the last, where ranks meet after each step.  Behind their
 * steps the last is the one with the longest.  Within them all end at once, and what a rank
 * does between having its batch and that (beside computing, if the log tells it apart) is the
 * shorter the later it comes; what the last does is the exchange itself, and no wait. */
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
        double step_s = 0, load_s = 0, wait_s = 0;
        size_t k = 0;
        FID_STEPS_OF (s, r, FID_JOB_TRAINING)
            if (s->end_s > s->start_s) {
                step_s += length_s[k++] = s->end_s - s->start_s;
                load_s += s->load_s;
                wait_s += s->meet_s;
            }
        if (!k)
            continue;
        of[n++] = (struct ranked){fid_median_select (length_s, k), r->number};
        all_s += step_s + (job->meet_after ? wait_s : 0);
        meet_s += wait_s;
        if (n == 1 || load_s / step_s > out->worst_stall_share) {
            out->worst_stall_share = load_s / step_s;
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

/* Judges by the stamps of steps when ranks meet; without stamps, as is usual. */
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
        job->meetings = fid_known (FID_JOB_CONFIGURATION, 0.9);
    else if (stamped && n > 1 && step_s > 0) {
        bool ends = spread_of (it, x, false, false, &n) <= TOGETHER * step_s;
        bool starts = spread_of (it, x, true, false, &n) <= TOGETHER * step_s;
        job->meetings = fid_known (FID_JOB_LOG, vary ? 0.9 : 0.7);
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
    job->meeting = job->rank_n > 1 ? FID_JOB_EACH_STEP : FID_JOB_NEVER;
    job->meet_after = f->run->emulation; /* in the barrier of DLIO */
    job->meetings =
        job->rank_n > 1 ? fid_known (FID_JOB_UNKNOWN, 0.5) : fid_known (FID_JOB_TRACES, 1);
    if (f->logged_n > 1) {
        struct fid_iterations it;
        size_t kept = 0;
        int rc = fid_iterations_find (&it, job, f->run, err);
        FID_FREED struct fid_rank_step *at = it.at;
        FID_FREED double *x = malloc ((it.n + 1) * sizeof *x);
        FID_TRY (rc);
        FID_NEED (x, err);
        for (size_t i = 0, n; i < it.n; i += n) { /* leave out what some rank lacks */
            n = fid_iteration_n (&it, i);
            for (size_t r = 0; n == it.rank_n && r < n; r++)
                at[kept++] = at[i + r];
        }
        it.n = kept;
        if (kept && it.rank_n > 1)
            judge_meetings (&it, job, x);
    }
    return find_spread (job, f->logged_n, err);
}
