/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate.h - the slow plain version of a job on a storage: a simulation of events
 *
 * Every rank has a trainer, and for each stretch of training or evaluation a loader with
 * readers; the storage is a server.  Events happen in the order of time; nothing is known of
 * recursions, rings or lanes.  Restrictions: whole numbers of batches ahead, no stretches of
 * files (waits as recorded). */
#ifndef TESTS_STORAGE_SIMULATE_H
#define TESTS_STORAGE_SIMULATE_H

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include "job/job.h"
#include "storage/storage.h"

#define SIM_NEVER   HUGE_VAL
#define SIM_READERS 8

/* Reads each n-th batch of a loader with n readers: it asks, gets the bytes when they are sent,
 * waits and works. */
struct sim_reader {
    enum { SIM_IDLE, SIM_QUEUED, SIM_SENDS, SIM_WAITS } state;
    size_t place; /* of its batch among those of the loader */
    double asked_s, until_s;
};

struct sim_rank {
    const struct fid_job_rank *r;
    size_t segment, step; /* where the trainer is */
    enum { SIM_NEXT, SIM_BUSY, SIM_WANTS, SIM_MEETS, SIM_OVER } trainer;
    double trainer_s; /* BUSY: until then */
    double flushed_s;
    struct sim_serving {
        double sent_s;    /* until when what was sent keeps the rate busy */
        double done_s;    /* when the last batch was sent */
        double between_s; /* what the reader of the last batch worked between its reads */
    } serving;
    /* the loader, of training [0] and of evaluation [1] */
    struct sim_loader {
        size_t from, sent;      /* its first step; how many batches were sent */
        double opens_s;         /* begins then */
        size_t started, wanted; /* steps that were started, wanted */
        struct sim_reader reader[SIM_READERS];
        int epoch;
    } loader[2];
};

struct sim {
    const struct fid_job *job;
    const struct fid_storage *s;
    struct sim_rank *rank;
    double now;
    /* ranks that meet at each step are served in turns by the storage of their host */
    size_t *turn_step, *turn_rank; /* of each host */
    struct sim_serving *turn;
};

static bool sim_meets (const struct sim *m)
{
    return m->job->meeting == FID_JOB_EACH_STEP && m->job->rank_n > 1;
}

static const struct fid_job_segment *sim_segment (const struct sim_rank *k)
{
    return &k->r->segment[k->segment];
}

static const struct fid_job_loader *sim_opts (const struct sim_rank *k, int eval)
{
    return eval ? &k->r->eval_loader : &k->r->loader;
}

static double sim_share (const struct sim *m, const struct sim_rank *k, int eval)
{
    double n = 0;
    if (sim_meets (m) && !eval)
        return 1;
    for (size_t i = 0; i < m->job->rank_n; i++)
        n += !m->s->own || m->job->rank[i].host == k->r->host;
    return n;
}

/* Bytes and waits of a step that reach the storage. */
static double sim_bytes (const struct sim *m, const struct fid_job_step *t)
{
    double data_n = (double)m->job->train.file_n * m->job->train.file_byte_n;
    double kept = m->s->cache_n >= 0 ? fmin (1, m->s->cache_n / data_n) : 1;
    return t->byte_n - (t->byte_n - t->stored_n) * kept;
}

static double sim_of_reached (const struct sim *m, const struct fid_job_step *t, double n)
{
    double byte_n = sim_bytes (m, t);
    return t->stored_n > 0 && byte_n > t->stored_n ? n * byte_n / t->stored_n : n;
}

static double sim_send_s (const struct sim *m, const struct sim_rank *k, int eval,
                          const struct fid_job_step *t)
{
    const struct fid_storage *s = m->s;
    double bytes_s = s->read_byte_s > 0 ? sim_bytes (m, t) / s->read_byte_s : 0;
    double calls_s = s->iops > 0 ? sim_of_reached (m, t, t->request_n) / s->iops : 0;
    return fmax (bytes_s, calls_s) * sim_share (m, k, eval);
}

/* Batches that are read side by side, and readers of one. */
static size_t sim_batch_n (const struct sim_rank *k, int eval)
{
    return sim_opts (k, eval)->depth >= 1 ? (size_t)sim_opts (k, eval)->readers : 1;
}

static double sim_reader_n (const struct sim_rank *k, int eval)
{
    return sim_opts (k, eval)->readers / (double)sim_batch_n (k, eval);
}

static double sim_wait_s (const struct sim *m, const struct sim_rank *k, int eval,
                          const struct fid_job_step *t)
{
    const struct fid_storage *s = m->s;
    double asked_s = s->meta_s > 0 ? t->meta_n * s->meta_s : 0;
    double wait_s = s->read_s > 0 ? sim_of_reached (m, t, t->wait_n) * s->read_s : 0;
    if (!fid_storage_states_reads (s))
        wait_s = t->busy_s;
    return (wait_s + asked_s + t->work_s) / sim_reader_n (k, eval);
}

/* The number of the step of training, counted over all the rank's. */
static size_t sim_ordinal (const struct sim_rank *k, size_t step)
{
    size_t n = 0;
    for (size_t g = 0; g < k->r->segment_n; g++) {
        const struct fid_job_segment *s = &k->r->segment[g];
        if (s->kind != FID_JOB_TRAINING)
            continue;
        if (step < s->step_first + s->step_n)
            return n + step - s->step_first;
        n += s->step_n;
    }
    return n;
}

static size_t sim_training_n (const struct sim_rank *k)
{
    size_t n = 0;
    for (size_t g = 0; g < k->r->segment_n; g++)
        n += k->r->segment[g].kind == FID_JOB_TRAINING ? k->r->segment[g].step_n : 0;
    return n;
}

/* The step of training that follows in the loader's epoch, maybe in a later segment. */
static size_t sim_following (const struct sim_rank *k, const struct sim_loader *w, size_t step)
{
    size_t g = 0;
    while (step >= k->r->segment[g].step_first + k->r->segment[g].step_n ||
           !k->r->segment[g].step_n)
        g++;
    if (step + 1 < k->r->segment[g].step_first + k->r->segment[g].step_n)
        return step + 1;
    for (size_t h = g + 1; k->r->segment[g].kind == FID_JOB_TRAINING && h < k->r->segment_n;
         h++)
        if (k->r->segment[h].kind == FID_JOB_TRAINING && k->r->segment[h].step_n)
            return k->r->segment[h].epoch == w->epoch ? k->r->segment[h].step_first : SIZE_MAX;
    return SIZE_MAX;
}

/* Steps of its loader before this one, since it began. */
static size_t sim_place (const struct sim_rank *k, const struct sim_loader *w, size_t step)
{
    size_t n = 0;
    for (size_t at = w->from; at != step; at = sim_following (k, w, at))
        n++;
    return n;
}

/* The step at a place; SIZE_MAX behind the last. */
static size_t sim_step_at (const struct sim_rank *k, const struct sim_loader *w, size_t place)
{
    size_t step = w->from;
    while (place-- && step != SIZE_MAX)
        step = sim_following (k, w, step);
    return step;
}

/* Whether the loader may ask for the batch at this place now. */
static bool sim_may_ask (const struct sim *m, const struct sim_rank *k, int eval, size_t place)
{
    const struct sim_loader *w = &k->loader[eval];
    const struct fid_job_loader *opts = sim_opts (k, eval);
    size_t depth = (size_t)opts->depth, early = place;
    /* batches of one file, which the device reads ahead; the first of a loader begins one.  The
     * segment's first step is never the same file's in these jobs if bytes are unknown */
    for (size_t n = 0; early > 0 && n < (size_t)opts->ahead_n; n++) {
        if (!(m->job->train.file_byte_n > 2 * k->r->step[sim_step_at (k, w, early)].byte_n))
            break;
        early--;
    }
    if (m->now < w->opens_s)
        return false;
    if (depth == 0)
        return early == 0 || w->wanted > early;
    return early < depth || w->started > early - depth;
}

static void sim_begin_loader (const struct sim *m, struct sim_rank *k,
                              const struct fid_job_segment *s)
{
    int eval = s->kind == FID_JOB_EVALUATION;
    struct sim_loader *w = &k->loader[eval];
    if (!eval && s->epoch == w->epoch)
        return;
    const struct fid_job_step *t = &k->r->step[s->step_first];
    double lead_s = t->end_s - t->compute_s - t->take_s - s->start_s -
                    (t->busy_s + t->work_s) / sim_reader_n (k, eval);
    *w = (struct sim_loader){
        .from = s->step_first, .opens_s = m->now + fmax (0, lead_s), .epoch = s->epoch};
    for (size_t i = 0; i < SIM_READERS; i++)
        w->reader[i].place = i;
}

/* How long a part without steps takes. */
static double sim_part_s (const struct sim *m, struct sim_rank *k,
                          const struct fid_job_segment *s)
{
    double recorded_s = s->end_s - s->start_s;
    if (s->kind != FID_JOB_SAVE || !(m->s->write_byte_s > 0))
        return recorded_s;
    const struct fid_job_checkpoint *c = &m->job->checkpoint[s->save];
    double write_s = c->byte_n / m->s->write_byte_s;
    if (c->synced)
        return fmax (recorded_s, write_s);
    k->flushed_s = fmax (k->flushed_s, m->now) + write_s;
    double dirty_s = m->s->write_cache_n >= 0 ? m->s->write_cache_n / m->s->write_byte_s
                     : m->job->memory_n > 0   ? 0.2 * m->job->memory_n / m->s->write_byte_s
                                              : SIM_NEVER;
    return fmax (recorded_s, k->flushed_s - dirty_s - m->now);
}

/* The trainer goes on, as far as it can at this instant. */
static bool sim_train (struct sim *m, struct sim_rank *k)
{
    const struct fid_job_segment *s = k->segment < k->r->segment_n ? sim_segment (k) : NULL;
    if (k->trainer == SIM_BUSY && k->trainer_s <= m->now)
        k->trainer = SIM_NEXT;
    if (k->trainer != SIM_NEXT)
        return false;
    if (!s) {
        k->trainer = SIM_OVER;
        return true;
    }
    int eval = s->kind == FID_JOB_EVALUATION;
    if (!s->step_n) {
        double until = k->segment + 1 < k->r->segment_n ? s[1].start_s : s->end_s;
        k->trainer = SIM_BUSY;
        k->trainer_s = m->now + sim_part_s (m, k, s) + fmax (0, until - s->end_s);
        k->segment++;
        k->step = SIZE_MAX;
        return true;
    }
    if (k->step == SIZE_MAX) { /* the segment begins */
        sim_begin_loader (m, k, s);
        k->step = s->step_first;
    } else if (++k->step == s->step_first + s->step_n) {
        double until = k->segment + 1 < k->r->segment_n ? s[1].start_s : s->end_s;
        k->trainer = SIM_BUSY;
        k->trainer_s = m->now + fmax (0, until - k->r->step[k->step - 1].end_s);
        k->segment++;
        k->step = SIZE_MAX;
        return true;
    }
    k->loader[eval].wanted++;
    k->trainer = SIM_WANTS;
    return true;
}

static bool sim_is_read (const struct sim_rank *k, int eval, size_t step)
{
    const struct sim_loader *w = &k->loader[eval];
    size_t place = sim_place (k, w, step);
    return w->reader[place % sim_batch_n (k, eval)].place > place;
}

/* Whether the training's loader of a rank has batches to get that were asked for. */
static bool sim_trains_on (const struct sim *m, const struct sim_rank *k)
{
    const struct sim_loader *w = &k->loader[0];
    return w->epoch && sim_step_at (k, w, w->sent) != SIZE_MAX &&
           sim_may_ask (m, k, 0, w->sent);
}

static bool sim_reader_goes_on (struct sim *m, size_t i, int eval, struct sim_reader *q)
{
    struct sim_rank *k = &m->rank[i];
    struct sim_loader *w = &k->loader[eval];
    bool turns = sim_meets (m) && !eval;
    size_t host = m->s->own ? k->r->host : 0, step = sim_step_at (k, w, q->place);
    if (step == SIZE_MAX)
        return false;
    const struct fid_job_step *t = &k->r->step[step];
    if (q->state == SIM_IDLE && sim_may_ask (m, k, eval, q->place)) {
        q->state = SIM_QUEUED;
        q->asked_s = m->now;
        return true;
    }
    if (q->state == SIM_QUEUED && q->place == w->sent) {
        if (eval && !sim_meets (m) && sim_trains_on (m, k))
            return false; /* who asked first is served first */
        if (turns && (m->turn_rank[host] != i || m->turn_step[host] != sim_ordinal (k, step)))
            return false;
        q->state = SIM_SENDS;
        struct sim_serving *by = turns ? &m->turn[host] : &k->serving;
        double spare_s = m->s->burst_s > 0 ? m->s->burst_s + by->between_s : 0;
        if (q->asked_s - by->done_s >= spare_s)
            spare_s = 0;
        by->sent_s = fmax (by->sent_s, q->asked_s - spare_s);
        by->sent_s += sim_send_s (m, k, eval, t);
        double work_s = t->work_s / sim_reader_n (k, eval),
               wait_n = sim_of_reached (m, t, t->wait_n);
        by->between_s = wait_n > 1 ? work_s - work_s / wait_n : 0;
        q->until_s = by->done_s = fmax (m->now, by->sent_s);
        return true;
    }
    if (q->state == SIM_SENDS && q->until_s <= m->now) {
        q->state = SIM_WAITS;
        q->until_s = m->now + sim_wait_s (m, k, eval, t);
        w->sent++;
        if (turns)
            m->turn_rank[host]++;
        return true;
    }
    if (q->state == SIM_WAITS && q->until_s <= m->now) {
        q->state = SIM_IDLE;
        q->place += sim_batch_n (k, eval);
        return true;
    }
    return false;
}

static bool sim_read (struct sim *m, size_t i, int eval)
{
    struct sim_rank *k = &m->rank[i];
    bool any = false;
    for (size_t j = 0; k->loader[eval].epoch && j < sim_batch_n (k, eval); j++)
        any = sim_reader_goes_on (m, i, eval, &k->loader[eval].reader[j]) || any;
    return any;
}

/* Turns of ranks of other hosts, or without such a step, pass. */
static bool sim_pass_turn (struct sim *m, size_t host)
{
    size_t i = m->turn_rank[host], most = 0;
    for (size_t j = 0; j < m->job->rank_n; j++)
        most = sim_training_n (&m->rank[j]) > most ? sim_training_n (&m->rank[j]) : most;
    if (i == m->job->rank_n) {
        m->turn_rank[host] = 0;
        m->turn_step[host]++;
        return true;
    }
    if (m->turn_step[host] < most && ((m->s->own && m->rank[i].r->host != host) ||
                                      m->turn_step[host] >= sim_training_n (&m->rank[i]))) {
        m->turn_rank[host]++;
        return true;
    }
    return false;
}

static void sim_start_step (struct sim *m, struct sim_rank *k, int eval)
{
    k->loader[eval].started++;
    k->trainer = SIM_BUSY;
    k->trainer_s = m->now + k->r->step[k->step].take_s + k->r->step[k->step].compute_s;
}

static bool sim_start (struct sim *m)
{
    bool any = false, all = true;
    for (size_t i = 0; i < m->job->rank_n; i++) {
        struct sim_rank *k = &m->rank[i];
        int eval = k->trainer == SIM_WANTS && sim_segment (k)->kind == FID_JOB_EVALUATION;
        if (k->trainer == SIM_WANTS && sim_is_read (k, eval, k->step)) {
            if (sim_meets (m) && !eval)
                k->trainer = SIM_MEETS;
            else
                sim_start_step (m, k, eval);
            any = true;
        }
        bool trains_on = k->trainer != SIM_OVER;
        if (trains_on && k->segment < k->r->segment_n) {
            size_t g = k->segment;
            while (g < k->r->segment_n &&
                   !(k->r->segment[g].kind == FID_JOB_TRAINING && k->r->segment[g].step_n &&
                     !(g == k->segment && k->step != SIZE_MAX && k->trainer != SIM_WANTS &&
                       k->trainer != SIM_MEETS &&
                       k->step + 1 >= k->r->segment[g].step_first + k->r->segment[g].step_n)))
                g++;
            trains_on = g < k->r->segment_n;
        } else
            trains_on = false;
        all = all && (!trains_on || k->trainer == SIM_MEETS);
    }
    for (size_t i = 0; all && i < m->job->rank_n; i++)
        if (m->rank[i].trainer == SIM_MEETS) {
            sim_start_step (m, &m->rank[i], 0);
            any = true;
        }
    return any;
}

static double sim_next_event (const struct sim *m)
{
    double next = SIM_NEVER;
    for (size_t i = 0; i < m->job->rank_n; i++) {
        const struct sim_rank *k = &m->rank[i];
        if (k->trainer == SIM_BUSY)
            next = fmin (next, k->trainer_s);
        for (int e = 0; e < 2; e++) {
            const struct sim_loader *w = &k->loader[e];
            for (size_t j = 0; j < SIM_READERS; j++)
                if (w->reader[j].state == SIM_SENDS || w->reader[j].state == SIM_WAITS)
                    next = fmin (next, w->reader[j].until_s);
            if (w->epoch && w->opens_s > m->now)
                next = fmin (next, w->opens_s);
        }
    }
    return next;
}

/* The time of a job whose ranks meet at each step or never. */
__attribute__ ((unused)) static double simulate (const struct fid_job *job,
                                                 const struct fid_storage *s)
{
    struct sim m = {.job = job, .s = s};
    double end = 0;
    size_t host_n = 1;
    for (size_t i = 0; i < job->rank_n; i++)
        host_n = job->rank[i].host >= host_n ? (size_t)job->rank[i].host + 1 : host_n;
    m.rank = calloc (job->rank_n + 1, sizeof *m.rank);
    m.turn_step = calloc (2 * host_n, sizeof *m.turn_step);
    m.turn_rank = m.turn_step + host_n;
    m.turn = calloc (host_n, sizeof *m.turn);
    for (size_t i = 0; i < job->rank_n; i++) {
        m.rank[i].r = &job->rank[i];
        m.rank[i].step = SIZE_MAX;
    }
    for (;;) {
        bool more = true;
        while (more) {
            more = sim_start (&m);
            for (size_t h = 0; h < host_n; h++)
                more = sim_pass_turn (&m, h) || more;
            for (size_t i = 0; i < job->rank_n; i++) {
                bool was = m.rank[i].trainer != SIM_OVER;
                more = sim_train (&m, &m.rank[i]) || more;
                if (was && m.rank[i].trainer == SIM_OVER)
                    end = m.now;
                for (int e = 0; e < 2; e++)
                    more = sim_read (&m, i, e) || more;
            }
        }
        double next = sim_next_event (&m);
        if (next == SIM_NEVER)
            break;
        m.now = next;
    }
    free (m.rank);
    free (m.turn_step);
    free (m.turn);
    return end;
}

#endif
