/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ranks.c - see ranks.h: whose calls they are */
#include "job/ranks.h"

#define UNKNOWN_SHARE 0.05 /* of the bytes of data may be of nobody knows which rank */

/* --- the ranks of the log */

static uint32_t host_of_step (const struct fid_run *run, const struct fid_step *s)
{
    return s->source < run->source_n ? run->source[s->source].host : 0;
}

static int add_rank (struct fid_job *job, int number, uint32_t host, struct fid_error *err)
{
    return FID_PUSH (job->rank, err, (struct fid_job_rank){.number = number, .host = host});
}

int fid_make_ranks (struct fid_finder *f, struct fid_error *err)
{
    const struct fid_steps *steps = &f->run->steps;
    struct fid_job *job = f->job;
    int lead = steps->n ? (int)steps->step[0].rank : 0;
    FID_TRY (add_rank (job, lead, steps->n ? host_of_step (f->run, &steps->step[0]) : 0, err));
    FID_EACH (const struct fid_step, s, steps->other) {
        size_t k = job->rank_n;
        while (k > 1 && job->rank[k - 1].number != (int)s->rank)
            k--;
        FID_TRY (k == 1 && add_rank (job, (int)s->rank, host_of_step (f->run, s), err));
    }
    f->logged_n = job->rank_n;
    while ((double)job->rank_n < f->rank_n)
        FID_TRY (add_rank (job, (int)job->rank_n, 0, err));
    f->rank_n = (double)job->rank_n;
    return 0;
}

void fid_logged_steps (const struct fid_finder *f, const struct fid_step **step, size_t *n,
                       int64_t *number)
{
    const struct fid_steps *s = &f->run->steps;
    *step = f->rank ? s->other : s->step;
    *n = f->rank ? s->other_n : s->n;
    *number = f->rank ? f->job->rank[f->rank].number : -1;
}

/* --- processes */

/* The processes that the log names, each with its rank. */
struct owner {
    int64_t pid;
    size_t rank;
};

struct owners {
    struct owner *at; /* owned */
    size_t n, cap;
    bool by_host; /* each rank has a host of its own */
};

static int add_owner (struct owners *o, int64_t pid, size_t rank, struct fid_error *err)
{
    for (size_t i = 0; i < o->n; i++)
        if (o->at[i].pid == pid)
            return 0;
    return FID_PUSH_TO (o->at, o->n, o->cap, err, (struct owner){pid, rank});
}

/* Whether the traces show which process each rank is, and the log, which has one rank's steps,
 * does not. */
static bool known_ranks (const struct fid_finder *f)
{
    return f->logged_n == 1 && f->ev->io.rank_n > 1 &&
           f->ev->io.rank_n == (size_t)f->job->rank_n;
}

static int owners_find (const struct fid_finder *f, struct owners *o, struct fid_error *err)
{
    const struct fid_job *job = f->job;
    struct fid_finder of = *f;
    o->by_host = !known_ranks (f);
    for (size_t k = 0; known_ranks (f) && k < f->ev->io.rank_n; k++)
        FID_TRY (add_owner (o, f->ev->io.rank_pid[k], k, err));
    for (of.rank = 0; of.rank < f->logged_n; of.rank++) {
        const struct fid_step *step;
        size_t n;
        int64_t number, last = 0;
        fid_logged_steps (&of, &step, &n, &number);
        for (size_t i = 0; i < n; i++) {
            bool mine = step[i].pid > 0 && (number < 0 || step[i].rank == number);
            FID_TRY (mine && step[i].pid != last && add_owner (o, step[i].pid, of.rank, err));
            last = mine ? step[i].pid : last;
        }
        for (size_t k = 0; k < of.rank; k++)
            o->by_host &= job->rank[k].host != job->rank[of.rank].host;
    }
    return 0;
}

/* The rank of a process; SIZE_MAX: unknown. */
static size_t rank_of_process (const struct fid_finder *f, const struct owners *o, int64_t pid)
{
    int64_t on_host = pid & (FID_PID_HOSTS - 1);
    for (size_t i = 0; i < o->n; i++)
        if (o->at[i].pid == pid)
            return o->at[i].rank;
    for (size_t k = 0; pid >= 0 && k < f->logged_n; k++)
        if (on_host >= FID_PID_RANKS
                ? on_host - FID_PID_RANKS == f->job->rank[k].number
                : o->by_host && pid / FID_PID_HOSTS == f->job->rank[k].host)
            return k;
    return SIZE_MAX;
}

int fid_ranks_separate (const struct fid_finder *f, bool *separate, struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    struct owners o = {0};
    double unknown = 0, all = 0, *byte_n = calloc (f->job->rank_n + 1, sizeof *byte_n);
    int rc = byte_n ? owners_find (f, &o, err) : fid_error_nomem (err);
    for (size_t i = 0; i < io->read_n && !rc; i++) {
        size_t k = rank_of_process (f, &o, fid_pid_of (io, io->read[i].row));
        double n = (double)fid_read_of (io, i).byte_n;
        all += n;
        if (k == SIZE_MAX)
            unknown += n;
        else
            byte_n[k] += n;
    }
    *separate = !rc && (f->logged_n > 1 || known_ranks (f)) && all > 0 &&
                unknown <= UNKNOWN_SHARE * all;
    for (size_t k = 0; k < f->logged_n && *separate; k++)
        *separate = byte_n[k] > 0;
    FID_FREE (byte_n, o.at);
    return rc;
}

int fid_rank_evidence (const struct fid_finder *f, struct fid_job_evidence *out,
                       struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    struct fid_data_io *to = &out->io;
    struct owners o = {0};
    *out = (struct fid_job_evidence){.io = *io, .origin_ns = f->ev->origin_ns};
    to->read_n = to->use_n = to->open_n = to->handed_n = 0;
    to->read = malloc ((io->read_n + 1) * sizeof *to->read);
    to->joined_of = calloc (io->read_n + 1, sizeof *to->joined_of);
    to->use = malloc ((io->use_n + 1) * sizeof *to->use);
    to->open = malloc ((io->open_n + 1) * sizeof *to->open);
    to->handed = malloc ((io->handed_n + 1) * sizeof *to->handed);
    FID_FREED uint32_t *use_of = calloc (io->use_n + 1, sizeof *use_of);
    int rc = to->read && to->joined_of && to->use && to->open && to->handed && use_of
                 ? owners_find (f, &o, err)
                 : fid_error_nomem (err);
    for (size_t i = 0; i < io->use_n && !rc; i++)
        if (rank_of_process (f, &o, fid_pid_of (io, io->use[i].row)) == f->rank) {
            use_of[i] = (uint32_t)to->use_n;
            to->use[to->use_n++] = io->use[i];
        }
    for (size_t i = 0; i < io->read_n && !rc; i++)
        if (rank_of_process (f, &o, fid_pid_of (io, io->read[i].row)) == f->rank) {
            to->joined_of[to->read_n] = io->joined_of ? io->joined_of[i] : 0;
            to->read[to->read_n++] = (struct fid_call){io->read[i].row, use_of[io->read[i].of]};
        }
    for (size_t i = 0; i < io->open_n && !rc; i++)
        if (rank_of_process (f, &o, fid_pid_of (io, io->open[i].row)) == f->rank)
            to->open[to->open_n++] = io->open[i];
    for (size_t i = 0; i < io->handed_n && !rc; i++)
        if (rank_of_process (f, &o, fid_pid_of (io, io->handed[i].row)) == f->rank)
            to->handed[to->handed_n++] = io->handed[i];
    free (o.at);
    return rc;
}

void fid_rank_evidence_clear (struct fid_job_evidence *ev)
{
    FID_FREE (ev->io.read, ev->io.joined_of, ev->io.use, ev->io.open, ev->io.handed);
    *ev = (struct fid_job_evidence){0};
}
