/* SPDX-License-Identifier: GPL-3.0-or-later */
/* times.c - the two models of times.h */
#include "metrics/isa.h"
#include "storage/times.h"

/* --- storages side by side, in lanes, so that the compiler can use vectors */

#define FOR_LANES(l) for (size_t l = 0; l < FID_LANES; l++)

/* The share of memory that may be dirty before a writer waits: vm.dirty_ratio of Linux. */
#define DIRTY_SHARE 0.2

/* For each lane a number. */
struct lanes {
    double x[FID_LANES];
};

/* What the storages of the lanes cost the batches of a stint: seconds for a byte, a request, a
 * wait, a metadata call, a second that the calls took in the recording, and of work of readers.
 * A storage makes up for pauses shorter than `spare', and for no more at once. */
struct costs {
    struct lanes byte, request, wait, meta, recorded, spare;
    double work;
    bool waits; /* any of request, wait, meta, recorded is not 0 */
};

static inline const struct fid_stint_loader *loader_of_stint (const struct fid_rank_demand *r,
                                                              const struct fid_stint *stint)
{
    return stint->kind == FID_JOB_EVALUATION ? &r->eval : &r->train;
}

static inline double larger (double a, double b)
{
    return a > b ? a : b;
}

static inline double smaller (double a, double b)
{
    return a < b ? a : b;
}

/* The instant from which a storage counts the bytes of a new request.  After a pause shorter
 * than `spare' it makes up for that pause and earlier ones, but for no more than `spare'
 * together; after a longer one it makes up for nothing.  `sent': until when its rate is used;
 * `done': when the pause began, which is later than `sent' if earlier pauses were made up for;
 * `asked': when it ended; `between': added to `spare', what a reader worked between reads is no
 * pause. */
static inline double resumed (double sent, double done, double asked, double spare,
                              double between)
{
    double longest = spare > 0 ? spare + between : 0;
    return asked - done < longest ? larger (sent, asked - longest) : asked;
}

/* Of what a reader does for a batch, the part between its reads, which are as many as those
 * that wait: the storage does not pause so long at once. */
static inline double work_between (double work_s, double wait_n)
{
    return wait_n > 1 ? work_s * (1 - 1 / wait_n) : 0;
}

static double seconds_per_unit (double rate)
{
    return rate > 0 ? 1 / rate : 0;
}

static void find_costs (struct costs *c, const struct fid_storage *storage, size_t n,
                        const struct fid_rank_demand *r, const struct fid_stint *stint)
{
    const struct fid_stint_loader *loader = loader_of_stint (r, stint);
    double share_n = stint->kind == FID_JOB_EVALUATION ? r->share_n : r->training_share_n;
    double reader_n = loader->reader_n;
    *c = (struct costs){.work = 1 / reader_n};
    for (size_t l = 0; l < FID_LANES; l++) {
        const struct fid_storage *s = &storage[l < n ? l : n - 1];
        c->byte.x[l] = share_n * seconds_per_unit (s->read_byte_s);
        c->request.x[l] = share_n * seconds_per_unit (s->iops);
        c->wait.x[l] = fmax (0, s->read_s) / reader_n;
        c->meta.x[l] = fmax (0, s->meta_s) / reader_n;
        c->spare.x[l] = fmax (0, s->burst_s);
        c->recorded.x[l] = fid_storage_states_reads (s) ? 0 : 1 / reader_n;
        c->waits = c->waits || c->request.x[l] > 0 || c->wait.x[l] > 0 || c->meta.x[l] > 0 ||
                   c->recorded.x[l] > 0;
    }
}

/* How long training or an evaluation takes if only the sum of its reads is known. */
static double stepless_time (const struct fid_stint *stint, const struct fid_storage *s,
                             bool beside)
{
    bool states = fid_storage_states_reads (s);
    double sent_s = stint->share_n * fmax (stint->byte_n * seconds_per_unit (s->read_byte_s),
                                           stint->request_n * seconds_per_unit (s->iops));
    double waits_s = stint->wait_n * fmax (0, s->read_s) + stint->meta_n * fmax (0, s->meta_s);
    double was_s = fmin (stint->recorded_s, stint->busy_s / stint->reader_n);
    double now_s = sent_s + waits_s / stint->reader_n + (states ? 0 : was_s);
    return beside ? fmax (stint->recorded_s, now_s) : stint->recorded_s - was_s + now_s;
}

/* How long a checkpoint, the start or anything else takes, without metadata calls. */
static double pause_time (const struct fid_demand *d, const struct fid_stint *stint,
                          const struct fid_storage *s, bool beside, double now, double *flushed)
{
    double write_s = s->write_byte_s > 0 ? stint->byte_n / s->write_byte_s : 0;
    if (stint->kind == FID_JOB_LOAD && fid_storage_states_reads (s) && stint->byte_n > 0)
        return fmax (stint->recorded_s, stint->byte_n * seconds_per_unit (s->read_byte_s) +
                                            stint->file_n * fmax (0, s->read_s));
    if (stint->kind != FID_JOB_SAVE || !(write_s > 0))
        return stint->recorded_s;
    if (stint->synced) /* without a cache, what the job writes is not on its way meanwhile */
        return s->write_cache_n == 0 && !beside ? stint->recorded_s + write_s
                                                : fmax (stint->recorded_s, write_s);
    double end = now + stint->recorded_s;
    *flushed = fmax (*flushed, now) + write_s;
    double dirty_n = s->write_cache_n >= 0 ? s->write_cache_n
                     : d->memory_n > 0     ? DIRTY_SHARE * d->memory_n
                                           : HUGE_VAL;
    end = fmax (end, *flushed - dirty_n / s->write_byte_s);
    return end - now;
}

static double time_of_stint (const struct fid_demand *d, const struct fid_stint *stint,
                             const struct fid_storage *s, bool beside, double now,
                             double *flushed)
{
    if (stint->kind == FID_JOB_TRAINING || stint->kind == FID_JOB_EVALUATION)
        return stepless_time (stint, s, beside);
    double asked_s = stint->meta_n * fmax (0, s->meta_s);
    double time_s = pause_time (d, stint, s, beside, now, flushed);
    return beside ? fmax (time_s, asked_s) : time_s + asked_s;
}

/* --- the bounded buffer: ranks step by step */

/* What most of the time is spent in is compiled for several instruction sets. */
#define ALWAYS_INLINE inline __attribute__ ((always_inline))

/* The loader of a rank for training, or for evaluations. */
struct running_loader {
    struct lanes *asked; /* owned; rings: when the last batches could be asked for, */
    struct lanes *ready; /* and when they were there */
    size_t at;           /* next place in them */
    struct lanes opened; /* when it began */
};

/* The storage of a rank, or of a host whose ranks read in turns. */
struct serving {
    struct lanes sent; /* until when its rate is used */
    struct lanes done; /* when the last byte was there */
    double between_s;  /* what the reader of the last batch worked between its reads */
};

struct running_rank {
    const struct fid_rank_demand *demand; /* borrowed */
    struct running_loader loader[2];      /* training, evaluation */
    struct serving serving;
    struct lanes now, start, flushed;
    struct lanes part[FID_JOB_SEGMENT_N];
    struct lanes began; /* the current stint */
    struct costs costs;
    size_t stint, step; /* the current ones */
    bool inside;        /* of a stint with steps */
    size_t early_n;     /* batches that training has read while the rank evaluates */
};

struct running {
    const struct fid_demand *d;        /* borrowed */
    const struct fid_storage *storage; /* borrowed; n of them */
    size_t n, ring_n;
    bool meets;                /* ranks meet at each step */
    struct running_rank *rank; /* owned */
    struct serving *host;      /* owned; of ranks that read in turns */
    const struct stepping *by; /* static */
};

/* The loops over steps, for an instruction set. */
struct stepping {
    void (*steps) (const struct running *run, struct running_rank *r, size_t n);
    void (*byte_steps) (const struct running *run, struct running_rank *r);
    bool (*shared_step) (struct running *run);
};

static const struct fid_stint *stint_of (const struct running_rank *r)
{
    return &r->demand->stint[r->stint];
}

static struct running_loader *loader_of (struct running_rank *r)
{
    return &r->loader[stint_of (r)->kind == FID_JOB_EVALUATION];
}

static bool reads_ahead (const struct running_rank *r)
{
    return loader_of_stint (r->demand, stint_of (r))->ahead;
}

/* --- one step */

/* Reads the batch of step k, the loader's batch number `at'.  The reader that had batch at - n,
 * of n that are read side by side, asks for it; the storage sends in the order of batches; then
 * its reader waits and works. */
static ALWAYS_INLINE void fetch_batch (const struct fid_rank_demand *d, const struct costs *c,
                                       size_t batch_n, struct running_loader *w, size_t mask,
                                       size_t k, size_t at, struct serving *by)
{
    const struct lanes *asked = &w->asked[(at - d->back[k]) & mask];
    const struct lanes *idle = &w->ready[(at - batch_n) & mask];
    struct lanes *ready = &w->ready[at & mask];
    double byte_n = d->byte_n[k], request_n = d->request_n[k], wait_n = d->wait_n[k];
    double meta_n = d->meta_n[k], busy_s = d->busy_s[k], work_s = d->work_s[k] * c->work;
    double late_n = d->late_n[k];
    FOR_LANES (l)
    {
        double fetch = larger (idle->x[l], asked->x[l]);
        double send = larger (byte_n * c->byte.x[l], request_n * c->request.x[l]);
        double sent = by->sent.x[l], done = by->done.x[l];
        double late = late_n * c->byte.x[l], rest = wait_n * c->wait.x[l] +
                                                    meta_n * c->meta.x[l] +
                                                    busy_s * c->recorded.x[l] + work_s;
        by->sent.x[l] = sent = resumed (sent, done, fetch, c->spare.x[l], by->between_s) + send;
        done = larger (sent, done);
        by->done.x[l] = larger (done, fetch);
        ready->x[l] = larger (done - late, fetch) + rest;
    }
    by->between_s = work_between (work_s, wait_n);
}

/* Reads the batch of step k, unless that was done early, and says when the step could start. */
static ALWAYS_INLINE void read_batch (struct running_rank *r, struct running_loader *w,
                                      size_t mask, size_t k, bool ahead, struct serving *by)
{
    const struct lanes *ready = &w->ready[w->at & mask];
    if (!ahead)
        w->asked[w->at & mask] = r->now;
    if (r->early_n && w == &r->loader[0])
        r->early_n--;
    else
        fetch_batch (r->demand, &r->costs, loader_of_stint (r->demand, stint_of (r))->batch_n,
                     w, mask, k, w->at, by);
    FOR_LANES (l) r->start.x[l] = larger (ready->x[l], r->now.x[l]);
}

static ALWAYS_INLINE void compute_step (struct running_rank *r, struct running_loader *w,
                                        size_t mask, size_t k, bool ahead)
{
    double compute_s = r->demand->compute_s[k];
    if (ahead)
        w->asked[w->at & mask] = r->start;
    w->at++;
    FOR_LANES (l) r->now.x[l] = r->start.x[l] + compute_s;
}

/* --- stints */

/* The rank evaluates, and goes on with this pass afterwards: the batches that were asked for
 * before are read now, since the storage serves first who asked first.  Ranks that meet at each
 * step read in turns, and go on when all are back. */
static void read_on (const struct running *run, struct running_rank *r)
{
    const struct fid_rank_demand *d = r->demand;
    struct running_loader *w = &r->loader[0];
    struct costs c;
    size_t mask = run->ring_n - 1, j = 0;
    if (run->meets)
        return;
    for (size_t i = r->stint; i < d->stint_n; i++) {
        const struct fid_stint *s = &d->stint[i];
        if (s->kind != FID_JOB_TRAINING || !s->n)
            continue;
        find_costs (&c, run->storage, run->n, d, s);
        for (size_t k = s->first; k < s->first + s->n; k++, j++) {
            if (s->opens || d->back[k] <= j)
                return;
            if (j < r->early_n)
                continue;
            fetch_batch (d, &c, d->train.batch_n, w, mask, k, w->at + j, &r->serving);
            r->early_n++;
        }
    }
}

static void begin_steps (const struct running *run, struct running_rank *r)
{
    const struct fid_stint *s = stint_of (r);
    struct running_loader *w = loader_of (r);
    find_costs (&r->costs, run->storage, run->n, r->demand, s);
    r->step = s->first;
    r->inside = true;
    if (s->kind == FID_JOB_EVALUATION)
        read_on (run, r);
    if (!s->opens)
        return;
    size_t at = w->at++ & (run->ring_n - 1);
    FOR_LANES (l) w->opened.x[l] = r->now.x[l] + s->lead_s;
    w->asked[at] = w->opened;
    w->ready[at] = w->opened;
}

static void end_stint (struct running_rank *r)
{
    const struct fid_stint *s = stint_of (r);
    FOR_LANES (l)
    {
        r->part[s->kind].x[l] += r->now.x[l] - r->began.x[l];
        r->now.x[l] += s->tail_s;
        r->part[FID_JOB_REST].x[l] += s->tail_s;
    }
    r->inside = false;
    r->stint++;
}

/* All steps of the current stint where the storage costs only bytes: the loop that is as fast
 * as it can be, with what changes from step to step in registers.  `ahead' and `works' (readers
 * do more than read) are constants. */
static ALWAYS_INLINE void run_steps_of_bytes (const struct running *run, struct running_rank *r,
                                              bool ahead, bool works)
{
    const struct fid_rank_demand *d = r->demand;
    struct running_loader *w = loader_of (r);
    struct lanes sent = r->serving.sent, done = r->serving.done, now = r->now,
                 byte = r->costs.byte, spare = r->costs.spare;
    size_t batch_n = loader_of_stint (d, stint_of (r))->batch_n;
    size_t mask = run->ring_n - 1, end = stint_of (r)->first + stint_of (r)->n, k = r->step;
    double between_s = r->serving.between_s;
    for (; k < end; k++, w->at++) {
        double byte_n = d->byte_n[k], compute_s = d->compute_s[k];
        double work_s = works ? d->work_s[k] * r->costs.work : 0;
        struct lanes *ask = &w->asked[w->at & mask], *ready = &w->ready[w->at & mask];
        const struct lanes *asked = &w->asked[(w->at - d->back[k]) & mask];
        const struct lanes *idle = &w->ready[(w->at - batch_n) & mask];
        if (!ahead)
            *ask = now;
        FOR_LANES (l)
        {
            double fetch = larger (idle->x[l], asked->x[l]);
            sent.x[l] = resumed (sent.x[l], done.x[l], fetch, spare.x[l], between_s) +
                        byte_n * byte.x[l];
            done.x[l] = larger (larger (sent.x[l], done.x[l]), fetch);
            ready->x[l] = done.x[l] + work_s;
            now.x[l] = larger (ready->x[l], now.x[l]);
        }
        if (works)
            between_s = work_between (work_s, d->wait_n[k]);
        if (ahead)
            *ask = now;
        FOR_LANES (l) now.x[l] += compute_s;
    }
    r->serving = (struct serving){sent, done, between_s};
    r->now = now;
    r->step = k;
}

static ALWAYS_INLINE void run_byte_steps (const struct running *run, struct running_rank *r)
{
    bool ahead = reads_ahead (r);
    if (r->demand->works)
        run_steps_of_bytes (run, r, ahead, true);
    else if (ahead)
        run_steps_of_bytes (run, r, true, false);
    else
        run_steps_of_bytes (run, r, false, false);
}

/* The next n steps, with any costs. */
static ALWAYS_INLINE void run_steps (const struct running *run, struct running_rank *r,
                                     size_t n)
{
    struct running_loader *w = loader_of (r);
    size_t mask = run->ring_n - 1;
    bool ahead = reads_ahead (r);
    for (size_t end = r->step + n; r->step < end; r->step++) {
        read_batch (r, w, mask, r->step, ahead, &r->serving);
        compute_step (r, w, mask, r->step, ahead);
    }
}

static void run_stint (const struct running *run, struct running_rank *r)
{
    size_t n = stint_of (r)->n;
    r->began = r->now;
    if (!n)
        FOR_LANES (l)
    r->now.x[l] += time_of_stint (run->d, stint_of (r), &run->storage[l < run->n ? l : 0], true,
                                  r->now.x[l], &r->flushed.x[l]);
    else
    {
        begin_steps (run, r);
        if (r->costs.waits || r->demand->late)
            run->by->steps (run, r, n);
        else {
            if (stint_of (r)->kind == FID_JOB_TRAINING)
                run->by->steps (run, r, n < r->early_n ? n : r->early_n);
            run->by->byte_steps (run, r);
        }
    }
    end_stint (r);
}

/* --- ranks that meet */

static bool is_over (const struct running_rank *r)
{
    return r->stint >= r->demand->stint_n;
}

/* Runs each rank to its end; ranks that meet in each epoch up to the first training of the next
 * one, where all that still run wait for the last of them. */
static void run_by_epochs (struct running *run)
{
    bool meets = run->d->meeting == FID_JOB_EACH_EPOCH && run->d->rank_n > 1;
    for (bool more = true; more;) {
        struct lanes last = {{0}};
        more = false;
        FID_EACH_OF (struct running_rank, r, run->rank, run->d->rank_n) {
            size_t from = r->stint;
            while (!is_over (r) && !(meets && r->stint != from && stint_of (r)->epoch))
                run_stint (run, r);
            if (is_over (r))
                continue;
            more = true;
            FOR_LANES (l) last.x[l] = larger (last.x[l], r->now.x[l]);
        }
        FID_EACH_OF (struct running_rank, r, run->rank, run->d->rank_n)
            if (!is_over (r))
                r->now = last;
    }
}

/* Runs a rank up to its next step of training; false if there is none. */
static bool run_to_step (const struct running *run, struct running_rank *r)
{
    for (;;) {
        if (r->inside) {
            if (r->step < stint_of (r)->first + stint_of (r)->n)
                return true;
            end_stint (r);
        } else if (is_over (r))
            return false;
        else if (stint_of (r)->kind == FID_JOB_TRAINING && stint_of (r)->n) {
            r->began = r->now;
            begin_steps (run, r);
        } else
            run_stint (run, r);
    }
}

/* The ranks read the batches of a step in turns, start it together, and compute. */
static ALWAYS_INLINE bool run_shared_step (struct running *run)
{
    struct lanes start = {{0}};
    size_t mask = run->ring_n - 1;
    bool more = false;
    for (size_t i = 0; i < run->d->rank_n; i++) {
        struct running_rank *r = &run->rank[i];
        if (!run_to_step (run, r))
            continue;
        more = true;
        read_batch (r, &r->loader[0], mask, r->step, reads_ahead (r),
                    &run->host[run->d->own ? r->demand->host : 0]);
        FOR_LANES (l) start.x[l] = larger (start.x[l], r->start.x[l]);
    }
    FID_EACH_OF (struct running_rank, r, run->rank, run->d->rank_n) {
        if (!r->inside)
            continue;
        r->start = start;
        compute_step (r, &r->loader[0], mask, r->step++, reads_ahead (r));
    }
    return more;
}

/* --- instruction sets */

#define STEPPING(SET, ATTRIBUTE)                                                               \
    ATTRIBUTE static void steps_##SET (const struct running *run, struct running_rank *r,      \
                                       size_t n)                                               \
    {                                                                                          \
        run_steps (run, r, n);                                                                 \
    }                                                                                          \
    ATTRIBUTE static void byte_steps_##SET (const struct running *run, struct running_rank *r) \
    {                                                                                          \
        run_byte_steps (run, r);                                                               \
    }                                                                                          \
    ATTRIBUTE static bool shared_step_##SET (struct running *run)                              \
    {                                                                                          \
        return run_shared_step (run);                                                          \
    }                                                                                          \
    static const struct stepping stepping_##SET = {steps_##SET, byte_steps_##SET,              \
                                                   shared_step_##SET};

STEPPING (portable, )

#ifdef HAVE_X86_KERNELS
/* The same, four or eight lanes at a time: no sum is in another order, so results are the same.
 */
STEPPING (avx2, __attribute__ ((target ("avx2"))))
STEPPING (avx512, __attribute__ ((target ("avx512f"))))
#endif

/* --- the whole */

static int begin_ranks (struct running *run, struct fid_error *err)
{
    size_t rank_n = run->d->rank_n;
    for (run->ring_n = 2; run->ring_n < (size_t)run->d->back_most + run->d->batch_most + 2;)
        run->ring_n *= 2;
    run->rank = calloc (rank_n + 1, sizeof *run->rank);
    run->host = calloc (run->d->host_n + 1, sizeof *run->host);
    FID_NEED (run->rank && run->host, err);
    for (size_t i = 0; i < rank_n; i++) {
        struct running_rank *r = &run->rank[i];
        r->demand = &run->d->rank[i];
        for (int k = 0; k < 2; k++) {
            struct running_loader *w = &r->loader[k];
            FID_NEED (w->asked = calloc (2 * run->ring_n, sizeof *w->asked), err);
            w->ready = w->asked + run->ring_n;
        }
    }
    return 0;
}

static void clear_running (struct running *run)
{
    for (size_t i = 0; run->rank && i < run->d->rank_n; i++)
        FID_FREE (run->rank[i].loader[0].asked, run->rank[i].loader[1].asked);
    FID_FREE (run->rank, run->host);
}

/* All ranks from start to end on n storages, at most FID_LANES. */
static int run_buffer (const struct fid_demand *d, const struct fid_storage *storage, size_t n,
                       struct fid_times *out, struct fid_error *err)
{
    FID_SCOPED (clear_running)
    struct running run = {.d = d, .storage = storage, .n = n, .by = &stepping_portable};
    run.meets = d->meeting == FID_JOB_EACH_STEP && d->rank_n > 1;
#ifdef HAVE_X86_KERNELS
    if (fid_isa_now () == FID_ISA_AVX2)
        run.by = &stepping_avx2;
    if (fid_isa_now () == FID_ISA_AVX512)
        run.by = &stepping_avx512;
#endif
    FID_TRY (begin_ranks (&run, err));
    if (run.meets)
        while (run.by->shared_step (&run))
            continue;
    else
        run_by_epochs (&run);
    double rank_n = run.d->rank_n ? (double)run.d->rank_n : 1;
    for (size_t l = 0; l < run.n; l++) {
        out[l] = (struct fid_times){0};
        FID_EACH_OF (const struct running_rank, r, run.rank, run.d->rank_n) {
            out[l].total_s = larger (out[l].total_s, r->now.x[l]);
            for (int p = 0; p < FID_JOB_SEGMENT_N; p++)
                out[l].part_s[p] += r->part[p].x[l] / rank_n;
        }
        out[l].compute_s = run.d->compute_s;
    }
    return 0;
}

/* --- the fluid model */

/* What a window of steps takes: of the storage, of readers besides, of the steps.  What its
 * last step does not wait for is sent while the storage has nothing else to do; the rest of
 * that, the next window waits for. */
struct filling {
    struct lanes send_s, wait_s, late_s, kept_s;
    double work_s, compute_s;
    size_t n;
};

/* Adds the window to the time, and begins the next.  Readers that have a batch each keep the
 * storage busy, or themselves. */
static void close_window (struct filling *f, const struct fid_stint_loader *loader,
                          struct lanes *now)
{
    double overlap = loader->overlap, share = 1 / (double)loader->batch_n;
    FOR_LANES (l)
    {
        double late_s = smaller (f->late_s.x[l], f->send_s.x[l]);
        double send_s = f->send_s.x[l] - late_s;
        double read_s = larger (send_s, (send_s + f->wait_s.x[l] + f->work_s) * share);
        /* what the storage makes up for is sent at once */
        double kept_s = smaller (f->kept_s.x[l], send_s);
        double beside = larger (f->compute_s, read_s);
        double after = f->compute_s + read_s - kept_s;
        double idle_s = overlap * (beside - read_s) + (1 - overlap) * f->compute_s;
        now->x[l] += overlap * beside + (1 - overlap) * after;
        f->send_s.x[l] = larger (0, late_s - idle_s);
        f->wait_s.x[l] = f->late_s.x[l] = f->kept_s.x[l] = 0;
    }
    f->work_s = f->compute_s = 0;
    f->n = 0;
}

static void run_fluid_steps (const struct fid_rank_demand *r, const struct fid_stint *s,
                             const struct costs *c, struct lanes *rest, struct lanes *now)
{
    const struct fid_stint_loader *loader = loader_of_stint (r, s);
    struct filling f = {.send_s = *rest};
    for (size_t k = s->first; k < s->first + s->n; k++) {
        double byte_n = r->byte_n[k], late_n = r->late_n[k];
        FOR_LANES (l) f.late_s.x[l] = late_n * c->byte.x[l];
        if (c->waits) {
            double request_n = r->request_n[k], wait_n = r->wait_n[k], meta_n = r->meta_n[k],
                   busy_s = r->busy_s[k];
            FOR_LANES (l)
            {
                f.send_s.x[l] += larger (byte_n * c->byte.x[l], request_n * c->request.x[l]);
                f.wait_s.x[l] +=
                    wait_n * c->wait.x[l] + meta_n * c->meta.x[l] + busy_s * c->recorded.x[l];
            }
        } else
            FOR_LANES (l) f.send_s.x[l] += byte_n * c->byte.x[l];
        double work_s = r->work_s[k] * c->work / (double)loader->batch_n;
        double pause_s = r->compute_s[k] + work_s,
               longest_s = pause_s - work_between (work_s, r->wait_n[k]);
        FOR_LANES (l) f.kept_s.x[l] += longest_s < c->spare.x[l] ? pause_s : 0;
        f.work_s += r->work_s[k] * c->work;
        f.compute_s += r->compute_s[k];
        if (++f.n >= loader->window)
            close_window (&f, loader, now);
    }
    if (f.n)
        close_window (&f, loader, now);
    *rest = f.send_s;
}

/* Sends what is left from one instant to another, while nobody asks for more. */
static void send_rest (struct lanes *rest, const struct lanes *from, const struct lanes *to)
{
    FOR_LANES (l) rest->x[l] = larger (0, rest->x[l] - (to->x[l] - from->x[l]));
}

static void run_fluid_rank (const struct fid_demand *d, const struct fid_rank_demand *r,
                            const struct fid_storage *storage, size_t n, struct fid_times *out)
{
    struct lanes now = {{0}}, flushed = {{0}}, rest = {{0}};
    double rank_n = (double)d->rank_n;
    FID_EACH (const struct fid_stint, s, r->stint) {
        struct lanes began = now;
        if (s->n) {
            struct costs c;
            find_costs (&c, storage, n, r, s);
            FOR_LANES (l) now.x[l] += s->opens ? s->lead_s : 0;
            send_rest (&rest, &began, &now);
            run_fluid_steps (r, s, &c, &rest, &now);
        } else {
            FOR_LANES (l)
            now.x[l] +=
                time_of_stint (d, s, &storage[l < n ? l : 0], false, now.x[l], &flushed.x[l]);
            send_rest (&rest, &began, &now);
        }
        for (size_t l = 0; l < n; l++)
            out[l].part_s[s->kind] += (now.x[l] - began.x[l]) / rank_n;
        FOR_LANES (l)
        {
            now.x[l] += s->tail_s;
            rest.x[l] = larger (0, rest.x[l] - s->tail_s);
        }
        for (size_t l = 0; l < n; l++)
            out[l].part_s[FID_JOB_REST] += s->tail_s / rank_n;
    }
    for (size_t l = 0; l < n; l++)
        out[l].total_s = larger (out[l].total_s, now.x[l]);
}

double fid_utilisation (const struct fid_times *t)
{
    double training = t->part_s[FID_JOB_TRAINING];
    return training > 0 ? fmin (1, t->compute_s / training) : 1;
}

double fid_time_of_parts (const struct fid_times *t, unsigned parts)
{
    double sum = 0;
    if (parts == FID_TIME_WHOLE)
        return t->total_s;
    for (int p = 0; p < FID_JOB_SEGMENT_N; p++)
        sum += parts & FID_TIME_OF (p) ? t->part_s[p] : 0;
    return sum;
}

int fid_times (const struct fid_demand *d, enum fid_model model,
               const struct fid_storage *storage, size_t n, struct fid_times *out,
               struct fid_error *err)
{
    FID_SCOPED (fid_demand_clear) struct fid_demand merged = {0};
    if (model == FID_MODEL_FLUID && d->meeting == FID_JOB_EACH_STEP && d->rank_n > 1) {
        FID_TRY (fid_demand_merge (&merged, d, err));
        d = &merged;
    }
    for (size_t i = 0; i < n; i += FID_LANES) {
        size_t m = n - i < FID_LANES ? n - i : FID_LANES;
        if (model == FID_MODEL_BUFFER) {
            FID_TRY (run_buffer (d, storage + i, m, out + i, err));
            continue;
        }
        for (size_t l = 0; l < m; l++)
            out[i + l] = (struct fid_times){.compute_s = d->compute_s};
        FID_EACH (const struct fid_rank_demand, r, d->rank)
            run_fluid_rank (d, r, storage + i, m, out + i);
    }
    return 0;
}
