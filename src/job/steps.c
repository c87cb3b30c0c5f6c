/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steps.c - the steps of training and of evaluations, and what they take (finder.h) */
#include "job/finder.h"
#include "metrics/aggregate.h"

#define QUEUE       2   /* batches that wait in one, unless more is known */
#define AHEAD_LEAST 0.5 /* batches: a loader that leads by less is not ahead */

/* How surely steps are known by the way in which their batches were told apart. */
static const double sure_by[] = {[FID_BATCH_UNKNOWN] = 0.5,
                                 [FID_BATCH_HANDED] = 0.95,
                                 [FID_BATCH_READ] = 0.8,
                                 [FID_BATCH_TIME] = 0.6};

/* --- steps that the log names, in time */

/* The place of the next step without a stamp: such steps follow each other from the start of
 * the training of their epoch. */
struct cursor {
    size_t span;
    int64_t t_ns;
    int epoch; /* -2: none yet */
};

static size_t next_span (const struct fid_finder *f, enum fid_job_segment_kind kind,
                         size_t from, int epoch)
{
    for (size_t i = from; i < f->span_n; i++)
        if (f->span[i].kind == kind &&
            (epoch < 0 || f->span[i].epoch < 0 || f->span[i].epoch == epoch))
            return i;
    return SIZE_MAX;
}

/* The end of a step without a stamp, behind the ones before it. */
static int64_t end_by_length (const struct fid_finder *f, struct cursor *c,
                              enum fid_job_segment_kind kind, const struct fid_step *s,
                              double length_s)
{
    int64_t length_ns = (int64_t)(length_s * 1e9);
    if (s->epoch != c->epoch || c->span == SIZE_MAX) {
        size_t before = c->span;
        size_t from = c->epoch == -2 ? 0 : before == SIZE_MAX ? f->span_n : before + 1;
        c->span = next_span (f, kind, s->epoch < 0 ? 0 : from, s->epoch);
        if (c->span == SIZE_MAX && from)
            c->span = next_span (f, kind, 0, s->epoch);
        c->epoch = s->epoch;
        if (c->span != SIZE_MAX && c->span != before) /* a span may have several epochs */
            c->t_ns = f->span[c->span].start_ns;
    }
    if (c->span != SIZE_MAX && c->t_ns + length_ns / 2 > f->span[c->span].end_ns) {
        size_t more = next_span (f, kind, c->span + 1, s->epoch);
        if (more != SIZE_MAX) {
            c->span = more;
            c->t_ns = f->span[more].start_ns;
        }
    }
    return c->t_ns += length_ns;
}

static int place_logged (struct fid_finder *f, size_t rank, enum fid_side side,
                         struct fid_timed_steps *out, struct fid_error *err)
{
    enum fid_job_segment_kind kind = fid_kind_of_side (side);
    struct cursor at = {.span = SIZE_MAX, .t_ns = f->origin_ns, .epoch = -2};
    const struct fid_steps *log = &f->run->steps;
    const struct fid_step *s;
    for (size_t i = 0; (s = fid_logged_step (f, rank, i)); i++) {
        if (s->eval != (side == FID_SIDE_EVAL))
            continue;
        double load_s = fmax (0, s->load_s), compute_s = fmax (0, s->compute_s);
        double length_s = fmax (s->step_s, load_s + compute_s);
        if (s->compute_s < 0)
            compute_s = length_s - load_s;
        int64_t end_ns =
            s->end_ns != INT64_MIN ? s->end_ns : end_by_length (f, &at, kind, s, length_s);
        struct fid_timed_step p = {
            .ask_ns = end_ns - (int64_t)(length_s * 1e9),
            .got_ns = end_ns - (int64_t)(compute_s * 1e9),
            .end_ns = end_ns,
            .span = fid_span_at (f, kind, end_ns - (int64_t)(compute_s * 5e8)),
            .batch = SIZE_MAX,
            .compute_s = compute_s,
            .rest_s = fmax (0, length_s - load_s - compute_s),
            .logged = 1 + (uint32_t)(rank ? log->n + (size_t)(s - log->other) : i)};
        FID_TRY (FID_PUSH_TO (out->at, out->n, out->cap, err, p));
    }
    return 0;
}

/* --- evaluations without steps in the log */

/* The batches that were read in each evaluation are its steps. */
static int place_evaluations (struct fid_finder *f, struct fid_timed_steps *s,
                              struct fid_error *err)
{
    const struct fid_batch *b = f->batch[FID_SIDE_EVAL];
    for (size_t i = 0; i < f->span_n; i++) {
        size_t n = 0, first = 0, from = s->n;
        if (f->span[i].kind != FID_JOB_EVALUATION)
            continue;
        for (size_t k = 0; k < f->batch_n[FID_SIDE_EVAL]; k++)
            if (b[k].done_ns >= f->span[i].start_ns && b[k].done_ns < f->span[i].end_ns) {
                first = n ? first : k;
                n++;
            }
        if (!n)
            continue;
        FID_TRY (fid_place_evenly (f, i, (double)n, 0, s, err));
        for (size_t k = from; k < s->n; k++)
            s->at[k].batch = first + (k - from);
    }
    return fid_time_by_batches (f, FID_SIDE_EVAL, s, err);
}

/* --- what steps take */

/* Charges the bytes that are read before a step gets its batch to that step. */
static int share_by_time (struct fid_finder *f, enum fid_side side, struct fid_timed_steps *s,
                          struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    size_t k = 0;
    f->batch_n[side] = 0;
    f->batch_from[side] = FID_BATCH_TIME;
    for (size_t i = 0; i < s->n && io->read_n; i++) {
        struct fid_batch b = {.first_ns = s->at[i].ask_ns,
                              .done_ns = s->at[i].got_ns,
                              .pid = -1,
                              .side = side,
                              .step = FID_NO_TAKER};
        s->at[i].batch = i;
        FID_TRY (FID_PUSH_TO (f->batch[side], f->batch_n[side], f->batch_cap[side], err, b));
    }
    for (size_t i = 0; i < io->read_n; i++) {
        const struct fid_data_file *file = &io->file[fid_file_of_read (io, i)];
        int64_t start_ns = fid_start_of (io, io->read[i].row);
        if (file->side != side)
            continue;
        while (k < s->n && s->at[k].end_ns <= start_ns)
            k++;
        size_t to = k + (k + 1 < s->n && start_ns > s->at[k].got_ns);
        f->batch_of[i] = to < s->n && !file->index ? (uint32_t)to : UINT32_MAX;
    }
    return 0;
}

/* Numbers the batches of steps that the log has: in order, and anew in each epoch where batches
 * were begun that no step takes. */
static void number_batches (struct fid_finder *f, enum fid_side side, struct fid_timed_steps *s)
{
    const struct fid_batch *b = f->batch[side];
    size_t n = f->batch_n[side], k = 0;
    if (f->rank_n > 1 && n > s->n)
        f->each[side] = (size_t)fmax (1, round ((double)n / (double)s->n));
    for (size_t i = 0; i < s->n; i++) {
        size_t span = s->at[i].span, before = i ? s->at[i - 1].span : SIZE_MAX;
        bool new_epoch = span != before && span != SIZE_MAX && before != SIZE_MAX &&
                         f->span[span].epoch != f->span[before].epoch;
        /* batches that were begun for an epoch that is over are lost */
        while (new_epoch && n > s->n * f->each[side] && k < n &&
               b[k].done_ns < f->span[before].end_ns)
            k++;
        s->at[i].batch = k < n ? k : SIZE_MAX;
        k += f->each[side];
    }
}

/* --- segments */

static int add_job_step (struct fid_finder *f, struct fid_job_rank *r,
                         const struct fid_timed_step *p, enum fid_side side,
                         struct fid_error *err)
{
    static const struct fid_batch none;
    const struct fid_job_loader *loader = side ? &r->eval_loader : &r->loader;
    const struct fid_batch *b = p->batch < f->batch_n[side] ? &f->batch[side][p->batch] : &none;
    double compute_s = p->compute_s >= 0 ? p->compute_s : (double)(p->end_ns - p->got_ns) / 1e9;
    double load_s = (double)(p->end_ns - p->ask_ns) / 1e9 - p->rest_s - compute_s;
    /* where nothing is read ahead, the step waits for all that its reader does */
    double work_s =
        loader->depth >= AHEAD_LEAST ? b->work_ns / 1e9 : fmax (0, load_s - b->busy_ns / 1e9);
    for (size_t k = p->batch; k < f->batch_n[side] && k - p->batch < f->each[side]; k++)
        f->batch[side][k].step = (uint32_t)r->step_n;
    return FID_PUSH (r->step, err,
                     (struct fid_job_step){.start_s = fid_finder_seconds (f, p->ask_ns),
                                           .end_s = fid_finder_seconds (f, p->end_ns),
                                           .load_s = fmax (0, load_s),
                                           .take_s = fmax (0, fmin (load_s, f->take_s[side])),
                                           .compute_s = fmax (0, compute_s),
                                           .byte_n = b->byte_n,
                                           .stored_n = b->stored_n,
                                           .late_n = b->late_n,
                                           .wait_n = b->wait_n,
                                           .request_n = b->request_n,
                                           .busy_s = b->busy_ns / 1e9,
                                           .work_s = work_s,
                                           .meta_n = b->meta_n,
                                           .read_first = b->read_first,
                                           .read_n = (uint32_t)b->read_n,
                                           .logged = p->logged});
}

FID_ORDER_BY (by_end, struct fid_timed_step, FID_RISING (end_ns))

/* Adds a chain of steps, from the first on, to the rank's. */
static int add_steps_of (struct fid_finder *f, struct fid_job_rank *r, enum fid_side side,
                         const struct fid_timed_steps *s, const size_t *next, size_t first,
                         struct fid_error *err)
{
    for (size_t k = first; k != SIZE_MAX; k = next[k])
        FID_TRY (add_job_step (f, r, &s->at[k], side, err));
    return 0;
}

/* Chains the steps of each span in their order: next[k] is the step of the same span behind step
 * k, first[i] the first of span i, first[span_n] that outside of all spans; SIZE_MAX: none. */
static void chain_steps (const struct fid_finder *f, const struct fid_timed_steps *s,
                         size_t *first, size_t *next)
{
    for (size_t i = 0; i <= f->span_n; i++)
        first[i] = SIZE_MAX;
    for (size_t k = s->n; k-- > 0;) {
        size_t *head = &first[s->at[k].span < f->span_n ? s->at[k].span : f->span_n];
        next[k] = *head;
        *head = k;
    }
}

static int add_segments (struct fid_finder *f, struct fid_job_rank *r,
                         const struct fid_timed_steps s[FID_SIDE_N], struct fid_error *err)
{
    size_t span_n = f->span_n, chain_n = span_n + 1;
    FID_FREED size_t *chain = malloc ((2 * chain_n + s[0].n + s[1].n) * sizeof *chain);
    FID_NEED (chain, err);
    size_t *first[] = {chain, chain + chain_n};
    size_t *next[] = {chain + 2 * chain_n, chain + 2 * chain_n + s[0].n};
    for (enum fid_side side = 0; side < FID_SIDE_N; side++) {
        struct fid_job_segment g = {.kind = fid_kind_of_side (side),
                                    .epoch = -1,
                                    .step_first = r->step_n,
                                    .save = SIZE_MAX,
                                    .known = fid_known (FID_JOB_LOG, 0.5)};
        chain_steps (f, &s[side], first[side], next[side]);
        FID_TRY (add_steps_of (f, r, side, &s[side], next[side], first[side][span_n], err));
        g.step_n = r->step_n - g.step_first;
        if (!g.step_n)
            continue;
        g.start_s = r->step[g.step_first].start_s;
        g.end_s = r->step[r->step_n - 1].end_s;
        FID_TRY (FID_PUSH (r->segment, err, g));
    }
    for (size_t i = 0; i < span_n; i++) {
        const struct fid_job_span *p = &f->span[i];
        enum fid_side side = p->kind == FID_JOB_EVALUATION ? FID_SIDE_EVAL : FID_SIDE_TRAIN;
        struct fid_job_segment g = {.kind = p->kind,
                                    .start_s = fid_finder_seconds (f, p->start_ns),
                                    .end_s = fid_finder_seconds (f, p->end_ns),
                                    .epoch = p->epoch,
                                    .step_first = r->step_n,
                                    .save = p->save,
                                    .known = p->known};
        FID_TRY (add_steps_of (f, r, side, &s[side], next[side], first[side][i], err));
        g.step_n = r->step_n - g.step_first;
        FID_TRY (FID_PUSH (r->segment, err, g));
    }
    return 0;
}

/* --- the loader */

/* Median over the steps: batches that were read, or begun, when a step asked for its own, less
 * those taken before. */
static double measure_lead (const struct fid_finder *f, enum fid_side side,
                            const struct fid_timed_steps *s, bool begun)
{
    const struct fid_batch *b = f->batch[side];
    FID_FREED double *lead = malloc ((s->n + 1) * sizeof *lead);
    size_t n = 0, done = 0;
    if (!lead || f->batch_from[side] == FID_BATCH_TIME || !f->batch_n[side])
        return 0;
    for (size_t i = 0; i < s->n; i++) {
        while (done < f->batch_n[side] &&
               (begun ? b[done].first_ns : b[done].done_ns) <= s->at[i].ask_ns)
            done++;
        if (s->at[i].batch != SIZE_MAX && s->at[i].ask_ns != INT64_MIN)
            lead[n++] = ((double)done - (double)s->at[i].batch) / (double)f->each[side];
    }
    return fmax (0, n ? fid_median_select (lead, n) : 0);
}

/* Batches that the loader is ahead.  Where a job waits for its data few are read before they
 * are asked for, but what a loader process has begun was asked for, too, and each process has
 * one. */
static double measure_depth (const struct fid_finder *f, enum fid_side side,
                             const struct fid_timed_steps *s, double readers)
{
    double depth = measure_lead (f, side, s, false);
    if (f->batch_from[side] != FID_BATCH_HANDED)
        return depth;
    if (depth < AHEAD_LEAST)
        depth = measure_lead (f, side, s, true);
    return depth < AHEAD_LEAST ? depth : fmax (depth, readers);
}

/* Whether threads read what a side reads while another one computes its steps. */
static bool read_beside (const struct fid_finder *f, enum fid_side side,
                         const struct fid_timed_steps *s)
{
    const struct fid_data_io *io = &f->ev->io;
    size_t n = 0, beside_n = 0, k = 0;
    for (size_t i = 0; i < io->read_n; i++) {
        uint32_t row = io->read[i].row;
        int64_t start_ns = fid_start_of (io, row);
        if (!fid_is_of_side (io, fid_file_of_read (io, i), side))
            continue;
        while (k < s->n && s->at[k].end_ns <= start_ns)
            k++;
        n++;
        beside_n += k < s->n && s->at[k].got_ns <= start_ns &&
                    fid_reader_of (io, row) != fid_pid_of (io, row);
    }
    return beside_n > n / 2;
}

/* What steps need to take a batch that a loader process has handed over: the lower quartile,
 * since a step may wait for another batch than the one that was done first.  0: unknown. */
static double measure_taking (const struct fid_finder *f, enum fid_side side,
                              const struct fid_timed_steps *s)
{
    FID_FREED double *x = malloc ((s->n + 1) * sizeof *x);
    size_t n = 0;
    for (size_t i = 0; x && i < s->n; i++) {
        const struct fid_timed_step *p = &s->at[i];
        int64_t there_ns = p->ask_ns;
        if (p->batch >= f->batch_n[side] || p->compute_s < 0 || p->ask_ns == INT64_MIN)
            continue;
        if (f->batch[side][p->batch].done_ns > there_ns)
            there_ns = f->batch[side][p->batch].done_ns;
        x[n++] = fmax (0, (double)(p->got_ns - there_ns) / 1e9 - p->rest_s);
    }
    return n ? fid_quantile_select (x, n, 0.25) : 0;
}

/* --- all steps */

static void clear_steps (struct fid_timed_steps (*s)[FID_SIDE_N])
{
    FID_FREE ((*s)[0].at, (*s)[1].at);
}

int fid_copy_demand (struct fid_finder *f, struct fid_error *err)
{
    const struct fid_job_rank *first = &f->job->rank[0];
    for (size_t i = 1; i < f->logged_n; i++) {
        struct fid_job_rank *r = &f->job->rank[i];
        FID_SCOPED (clear_steps) struct fid_timed_steps s[FID_SIDE_N] = {{0}};
        for (enum fid_side side = 0; side < FID_SIDE_N; side++)
            FID_TRY (place_logged (f, i, side, &s[side], err));
        FID_TRY (add_segments (f, r, s, err));
        for (size_t k = 0; k < r->step_n && k < first->step_n; k++) {
            struct fid_job_step own = r->step[k];
            r->step[k] = first->step[k];
            r->step[k].start_s = own.start_s;
            r->step[k].end_s = own.end_s;
            r->step[k].load_s = own.load_s;
            r->step[k].compute_s = own.compute_s;
            r->step[k].logged = own.logged;
        }
        r->loader = first->loader;
        r->eval_loader = first->eval_loader;
    }
    return 0;
}

/* Whether the steps of each part end within two steps of its end. */
static bool fills_parts (const struct fid_finder *f, const struct fid_timed_steps *s)
{
    for (size_t i = 0; i < s->n; i++) {
        const struct fid_timed_step *p = &s->at[i];
        bool last = i + 1 == s->n || p[1].span != p->span;
        if (last && p->span != SIZE_MAX &&
            f->span[p->span].end_ns - p->end_ns > 2 * (p->end_ns - p->ask_ns))
            return false;
    }
    return true;
}

/* Places the steps of a side by what tells most of them: the log's own steps; batches, unless
 * they contradict the number that the log counts; that number, or the rhythm of reads. */
static int place_side (struct fid_finder *f, enum fid_side side, struct fid_timed_steps *s,
                       struct fid_error *err)
{
    struct fid_job_rank *r = &f->job->rank[f->rank];
    struct fid_job_loader *l = side ? &r->eval_loader : &r->loader;
    FID_TRY (place_logged (f, f->rank, side, s, err));
    bool logged = s->n > 0;
    double counted = logged ? 0 : fid_counted_steps (f, fid_kind_of_side (side));
    if (!logged && f->batch_n[side])
        FID_TRY (side ? place_evaluations (f, s, err) : fid_place_batches (f, s, err));
    bool by_count = counted > 0 && (side || counted != (double)s->n || !fills_parts (f, s));
    if (by_count)
        s->n = 0;
    if (!s->n)
        FID_TRY (fid_place_rhythm (f, side, s, err));
    FID_SORT (s->at, s->n, by_end);
    if ((logged || counted > 0) && f->batch_n[side])
        number_batches (f, side, s);
    if (by_count && f->batch_n[side])
        FID_TRY (fid_time_by_batches (f, side, s, err));
    if (s->n && !f->batch_n[side])
        FID_TRY (share_by_time (f, side, s, err));
    l->depth = measure_depth (f, side, s, l->readers);
    l->known = s->n ? fid_known (FID_JOB_TRACES, sure_by[f->batch_from[side]])
                    : fid_known (FID_JOB_UNKNOWN, 0);
    if (s->n && l->depth < AHEAD_LEAST && read_beside (f, side, s)) {
        l->depth = QUEUE; /* at least 1 */
        l->known.sure = fmax (l->known.sure, sure_by[FID_BATCH_READ]);
    }
    if (f->batch_from[side] == FID_BATCH_HANDED && l->depth >= AHEAD_LEAST)
        f->take_s[side] = measure_taking (f, side, s);
    if (side == FID_SIDE_TRAIN && !f->rank)
        f->job->steps = logged || counted > 0 ? fid_known (FID_JOB_LOG, 1) : l->known;
    if (side == FID_SIDE_TRAIN && f->batch_from[side] == FID_BATCH_READ && f->lead_guessed)
        l->known.sure = fmin (l->known.sure, sure_by[FID_BATCH_UNKNOWN]);
    return 0;
}

int fid_find_steps (struct fid_finder *f, struct fid_error *err)
{
    FID_SCOPED (clear_steps) struct fid_timed_steps s[FID_SIDE_N] = {{0}};
    for (enum fid_side side = 0; side < FID_SIDE_N; side++)
        FID_TRY (place_side (f, side, &s[side], err));
    FID_TRY (fid_sum_batches (f, err));
    return add_segments (f, &f->job->rank[f->rank], s, err);
}
