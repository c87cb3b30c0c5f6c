/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steps.c - the steps of training and of evaluations, and what they take */
#include "job/ranks.h"
#include "job/timed.h"
#include "metrics/aggregate.h"

/* --- evaluations without steps in the log */

/* Batches that were read in each evaluation are its steps. */
static int place_evaluations (struct fid_finder *f, struct fid_timed_steps *s,
                              struct fid_error *err)
{
    const struct fid_batch *b = f->batch[FID_SIDE_EVAL];
    for (size_t i = 0; i < f->span_n; i++) {
        double n = 0, busy_ns = 0;
        size_t first = SIZE_MAX;
        if (f->span[i].kind != FID_JOB_EVALUATION)
            continue;
        for (size_t k = 0; k < f->batch_n[FID_SIDE_EVAL]; k++)
            if (b[k].done_ns >= f->span[i].start_ns && b[k].done_ns < f->span[i].end_ns) {
                first = first == SIZE_MAX ? k : first;
                n++;
            }
        size_t from = s->n;
        FID_TRY (n > 0 && fid_place_evenly (f, i, n, busy_ns, s, err));
        for (size_t k = from; k < s->n; k++)
            s->at[k].batch = first + (k - from);
    }
    return fid_time_by_batches (f, FID_SIDE_EVAL, s, err);
}

/* --- what steps take */

/* Steps take what is read before they have their batch. */
static int share_by_time (struct fid_finder *f, enum fid_side side, struct fid_timed_steps *s,
                          struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    size_t k = 0;
    f->batch_n[side] = 0;
    f->batch_from[side] = FID_BATCH_TIME;
    if (!io->read_n)
        return 0;
    FID_TRY (fid_array_grow (&f->batch[side], &f->batch_cap[side], s->n + 1,
                             sizeof *f->batch[side], err));
    for (size_t i = 0; i < s->n; i++) {
        f->batch[side][i] = (struct fid_batch){
            .first_ns = s->at[i].ask_ns, .done_ns = s->at[i].got_ns, .pid = -1, .side = side};
        s->at[i].batch = i;
    }
    f->batch_n[side] = s->n;
    for (size_t i = 0; i < io->read_n; i++) {
        if (io->file[fid_file_of_read (io, i)].side != side)
            continue;
        while (k < s->n && s->at[k].end_ns <= fid_start_of (io, io->read[i].row))
            k++;
        bool late = k < s->n && fid_start_of (io, io->read[i].row) > s->at[k].got_ns;
        size_t to = late && k + 1 < s->n ? k + 1 : k;
        f->batch_of[i] =
            to < s->n && !io->file[fid_file_of_read (io, i)].index ? (uint32_t)to : UINT32_MAX;
    }
    return 0;
}

/* Batch numbers of steps that the log has: in order, and in each epoch where batches are begun
 * that no step takes. */
static void number_batches (struct fid_finder *f, enum fid_side side, struct fid_timed_steps *s)
{
    const struct fid_batch *b = f->batch[side];
    size_t n = f->batch_n[side], k = 0;
    if (f->rank_n > 1 && n > s->n)
        f->each[side] = (size_t)fmax (1, round ((double)n / (double)s->n));
    for (size_t i = 0; i < s->n; i++) {
        size_t span = s->at[i].span;
        bool first = !i || (span != s->at[i - 1].span && span != SIZE_MAX &&
                            s->at[i - 1].span != SIZE_MAX &&
                            f->span[span].epoch != f->span[s->at[i - 1].span].epoch);
        /* what a loader began for an epoch that is over is lost */
        while (first && i && n > s->n * f->each[side] && k < n &&
               b[k].done_ns < f->span[s->at[i - 1].span].end_ns)
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
    FID_TRY (fid_array_grow (&r->step, &r->step_cap, r->step_n + 1, sizeof *r->step, err));
    double compute_s = p->compute_s >= 0 ? p->compute_s : (double)(p->end_ns - p->got_ns) / 1e9;
    double load_s = (double)(p->end_ns - p->ask_ns) / 1e9 - p->rest_s - compute_s;
    /* where nothing is read ahead, the step waits for all that its reader does */
    double work_s =
        loader->depth >= 0.5 ? b->work_ns / 1e9 : fmax (0, load_s - b->busy_ns / 1e9);
    r->step[r->step_n++] =
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
                              .logged = p->logged};
    return 0;
}

FID_ORDER_BY (by_end, struct fid_timed_step, FID_RISING (end_ns))

/* Steps of a log that no phase and no event surrounds. */
static int add_loose_steps (struct fid_finder *f, struct fid_job_rank *r, enum fid_side side,
                            const struct fid_timed_steps *s, struct fid_error *err)
{
    struct fid_job_segment g = {.kind = side ? FID_JOB_EVALUATION : FID_JOB_TRAINING,
                                .epoch = -1,
                                .step_first = r->step_n,
                                .save = SIZE_MAX,
                                .known = {FID_JOB_LOG, 0.5}};
    for (size_t k = 0; k < s->n; k++)
        FID_TRY (s->at[k].span == SIZE_MAX && add_job_step (f, r, &s->at[k], side, err));
    g.step_n = r->step_n - g.step_first;
    if (!g.step_n)
        return 0;
    g.start_s = r->step[g.step_first].start_s;
    g.end_s = r->step[r->step_n - 1].end_s;
    return FID_PUSH (r->segment, err, g);
}

/* The steps of each span in order: element i is the first step of span i, element span_n + k
 * the step of the same span behind step k; SIZE_MAX if there is no such step. */
static size_t *chain_steps (const struct fid_finder *f, const struct fid_timed_steps *s,
                            struct fid_error *err)
{
    size_t *next = malloc ((f->span_n + s->n + 1) * sizeof *next);
    if (!next)
        return fid_null_nomem (err);
    for (size_t i = 0; i < f->span_n; i++)
        next[i] = SIZE_MAX;
    for (size_t k = s->n; k-- > 0;) {
        if (s->at[k].span >= f->span_n)
            continue;
        next[f->span_n + k] = next[s->at[k].span];
        next[s->at[k].span] = k;
    }
    return next;
}

static int add_segments (struct fid_finder *f, struct fid_job_rank *r,
                         const struct fid_timed_steps s[FID_SIDE_N], struct fid_error *err)
{
    for (int side = 0; side < FID_SIDE_N; side++)
        FID_TRY (add_loose_steps (f, r, (enum fid_side)side, &s[side], err));
    size_t *next[FID_SIDE_N] = {NULL};
    int rc = 0;
    for (int side = 0; side < FID_SIDE_N && !rc; side++)
        rc = (next[side] = chain_steps (f, &s[side], err)) ? 0 : -1;
    for (size_t i = 0; i < f->span_n && !rc; i++) {
        const struct fid_job_span *p = &f->span[i];
        enum fid_side side = p->kind == FID_JOB_EVALUATION ? FID_SIDE_EVAL : FID_SIDE_TRAIN;
        struct fid_job_segment g = {.kind = p->kind,
                                    .start_s = fid_finder_seconds (f, p->start_ns),
                                    .end_s = fid_finder_seconds (f, p->end_ns),
                                    .epoch = p->epoch,
                                    .step_first = r->step_n,
                                    .save = p->save,
                                    .known = p->known};
        for (size_t k = next[side][i]; k != SIZE_MAX && !rc; k = next[side][f->span_n + k])
            rc = add_job_step (f, r, &s[side].at[k], side, err);
        g.step_n = r->step_n - g.step_first;
        rc = rc ? rc : FID_PUSH (r->segment, err, g);
    }
    for (int side = 0; side < FID_SIDE_N; side++)
        free (next[side]);
    return rc;
}

/* Batches that were read, or begun, when a step asked for its own, less those taken; the
 * median. */
static double measure_lead (const struct fid_finder *f, enum fid_side side,
                            const struct fid_timed_steps *s, bool begun)
{
    const struct fid_batch *b = f->batch[side];
    double *lead = malloc ((s->n + 1) * sizeof *lead);
    size_t n = 0, done = 0;
    if (!lead || f->batch_from[side] == FID_BATCH_TIME || !f->batch_n[side]) {
        free (lead);
        return 0;
    }
    for (size_t i = 0; i < s->n; i++) {
        while (done < f->batch_n[side] &&
               (begun ? b[done].first_ns : b[done].done_ns) <= s->at[i].ask_ns)
            done++;
        if (s->at[i].batch != SIZE_MAX && s->at[i].ask_ns != INT64_MIN)
            lead[n++] = ((double)done - (double)s->at[i].batch) / (double)f->each[side];
    }
    double h = fmax (0, n ? fid_median_select (lead, n) : 0);
    free (lead);
    return h;
}

/* h: batches that the loader is ahead.  Where a job waits for its data few are read before they
 * are asked for, but what a loader process has begun was asked for, too, and each process has
 * one. */
static double measure_depth (const struct fid_finder *f, enum fid_side side,
                             const struct fid_timed_steps *s, double readers)
{
    double h = measure_lead (f, side, s, false);
    if (f->batch_from[side] != FID_BATCH_HANDED)
        return h;
    h = h < 0.5 ? measure_lead (f, side, s, true) : h;
    return h < 0.5 ? h : fmax (h, readers);
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

/* The other ranks that the log has steps of: they take what rank 0's steps take, where the
 * traces do not say whose reads are whose. */
int fid_copy_demand (struct fid_finder *f, struct fid_error *err)
{
    const struct fid_job_rank *first = &f->job->rank[0];
    int rc = 0;
    for (size_t i = 1; i < f->logged_n && !rc; i++) {
        struct fid_job_rank *r = &f->job->rank[i];
        struct fid_timed_steps s[FID_SIDE_N] = {{0}};
        for (int side = 0; side < FID_SIDE_N && !rc; side++)
            rc = fid_place_logged (f, f->run->steps.other, f->run->steps.other_n, r->number,
                                   (enum fid_side)side, &s[side], err);
        rc = rc ? rc : add_segments (f, r, s, err);
        for (size_t k = 0; k < r->step_n && k < first->step_n && !rc; k++) {
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
        FID_FREE (s[0].at, s[1].at);
    }
    return rc;
}

static struct fid_job_known known_by (const struct fid_finder *f, enum fid_side side,
                                      bool logged, size_t n)
{
    static const double sure[] = {[FID_BATCH_UNKNOWN] = 0.5,
                                  [FID_BATCH_HANDED] = 0.95,
                                  [FID_BATCH_READ] = 0.8,
                                  [FID_BATCH_TIME] = 0.6};
    if (logged)
        return (struct fid_job_known){FID_JOB_LOG, 1};
    if (!n)
        return (struct fid_job_known){FID_JOB_UNKNOWN, 0};
    return (struct fid_job_known){FID_JOB_TRACES, sure[f->batch_from[side]]};
}

/* Whether steps fill the parts that they are in, but for the time of two steps each. */
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

int fid_find_steps (struct fid_finder *f, struct fid_error *err)
{
    struct fid_timed_steps s[FID_SIDE_N] = {{0}};
    struct fid_job_rank *r = &f->job->rank[f->rank];
    const struct fid_step *step;
    size_t step_n;
    int64_t number;
    int rc = 0;
    fid_logged_steps (f, &step, &step_n, &number);
    for (int side = 0; side < FID_SIDE_N && !rc; side++) {
        struct fid_timed_steps *now = &s[side];
        enum fid_job_segment_kind kind = side ? FID_JOB_EVALUATION : FID_JOB_TRAINING;
        rc = fid_place_logged (f, step, step_n, number, (enum fid_side)side, now, err);
        bool logged = now->n > 0;
        double counted = logged ? 0 : fid_counted_steps (f, kind);
        if (!rc && !logged && f->batch_n[side])
            rc = side ? place_evaluations (f, now, err) : fid_place_batches (f, now, err);
        bool other =
            counted > 0 && (side || counted != (double)now->n || !fills_parts (f, now));
        if (other)
            now->n = 0;
        if (!rc && !now->n)
            rc = fid_place_rhythm (f, (enum fid_side)side, kind, now, err);
        if (!rc && now->n)
            fid_into_order (now->at, now->n, sizeof *now->at, by_end);
        if (!rc && (logged || counted > 0) && f->batch_n[side]) {
            number_batches (f, (enum fid_side)side, now);
            if (other)
                rc = fid_time_by_batches (f, (enum fid_side)side, now, err);
        } else if (!rc && now->n && !f->batch_n[side])
            rc = share_by_time (f, (enum fid_side)side, now, err);
        if (!side && !f->rank)
            f->job->steps = known_by (f, FID_SIDE_TRAIN, logged || counted > 0, now->n);
        struct fid_job_loader *l = side ? &r->eval_loader : &r->loader;
        l->depth = measure_depth (f, (enum fid_side)side, now, l->readers);
        l->known = known_by (f, (enum fid_side)side, false, now->n);
        f->take_s[side] = f->batch_from[side] == FID_BATCH_HANDED && l->depth >= 0.5
                              ? measure_taking (f, (enum fid_side)side, now)
                              : 0;
    }
    if (!rc)
        rc = fid_sum_batches (f, err);
    if (!rc)
        rc = add_segments (f, r, s, err);
    for (int side = 0; side < FID_SIDE_N; side++)
        free (s[side].at);
    return rc;
}
