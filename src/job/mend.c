/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mend.c - an emulation's job with one trait of the real job (traits.h)
 *
 * While a job is changed, its parts and steps are loose: they have lengths instead of places in
 * time, so that what follows moves with them. */
#include "job/traits.h"

struct loose_step {
    struct fid_job_step of;
    double gap_s;  /* since the step before, or the begin of its part */
    double wait_s; /* before it computes */
};

struct loose_part {
    struct fid_job_segment of;
    double gap_s;  /* since the part before */
    double rest_s; /* after its last step; without steps its length */
};

struct loose_rank {
    FID_LIST (struct loose_step, step); /* owned */
    FID_LIST (struct loose_part, part); /* owned */
};

struct loose_job {
    struct fid_job *job;     /* borrowed; all but the time of its ranks */
    struct loose_rank *rank; /* owned; of each rank of the job */
    size_t rank_n;
};

/* For each step t of part p of a rank. */
#define LOOSE_STEPS(t, p, r)                                                                   \
    FID_EACH_OF (struct loose_step, t, (r)->step + (p)->of.step_first, (p)->of.step_n)

static void clear_loose (struct loose_job *j)
{
    FID_EACH (struct loose_rank, r, j->rank)
        FID_FREE (r->step, r->part);
    free (j->rank);
}

/* Fills *out with the lengths of a job.  Clear it even after a failure. */
static int loosen_job (struct loose_job *out, struct fid_job *job, struct fid_error *err)
{
    *out = (struct loose_job){.job = job, .rank = calloc (job->rank_n + 1, sizeof *out->rank)};
    FID_NEED (out->rank, err);
    out->rank_n = job->rank_n;
    for (size_t i = 0; i < job->rank_n; i++) {
        const struct fid_job_rank *from = &job->rank[i];
        struct loose_rank *r = &out->rank[i];
        double before = 0;
        FID_TRY (
            fid_array_grow (&r->step, &r->step_cap, from->step_n + 1, sizeof *r->step, err));
        for (; r->step_n < from->step_n; r->step_n++)
            r->step[r->step_n] = (struct loose_step){.of = from->step[r->step_n]};
        FID_EACH (const struct fid_job_segment, s, from->segment) {
            struct loose_part part = {.of = *s, .gap_s = s->start_s - before};
            double at = s->start_s;
            LOOSE_STEPS (t, &part, r)
            {
                t->wait_s = t->of.end_s - (t->of.start_s + t->of.compute_s);
                t->gap_s = t->of.start_s - at;
                at = t->of.end_s;
            }
            part.rest_s = s->end_s - at;
            before = s->end_s;
            FID_TRY (FID_PUSH (r->part, err, part));
        }
    }
    return 0;
}

/* Puts parts and steps in their places in time. */
static int place_job (struct loose_job *j, struct fid_error *err)
{
    struct fid_job *job = j->job;
    for (size_t i = 0; i < j->rank_n; i++) {
        const struct loose_rank *r = &j->rank[i];
        struct fid_job_rank *to = &job->rank[i];
        double at = 0;
        FID_TRY (fid_array_grow (&to->step, &to->step_cap, r->step_n, sizeof *to->step, err));
        to->step_n = r->step_n;
        to->segment_n = 0;
        for (size_t k = 0; k < r->step_n; k++)
            to->step[k] = r->step[k].of;
        FID_EACH (const struct loose_part, p, r->part) {
            struct fid_job_segment s = p->of;
            s.start_s = at += p->gap_s;
            for (size_t k = s.step_first; k < s.step_first + s.step_n; k++) {
                to->step[k].start_s = at += r->step[k].gap_s;
                to->step[k].end_s = at += r->step[k].wait_s + r->step[k].of.compute_s;
            }
            s.end_s = at += p->rest_s;
            FID_TRY (FID_PUSH (to->segment, err, s));
            if (s.save < job->checkpoint_n) {
                job->checkpoint[s.save].start_s = s.start_s;
                job->checkpoint[s.save].end_s = s.end_s;
            }
        }
    }
    return 0;
}

/* --- what steps do */

/* Makes a step read f times as much, and wait accordingly. */
static void scale_reading (struct loose_step *t, double f, const struct fid_job_loader *loader)
{
    double *amount[] = {&t->of.byte_n, &t->of.stored_n,  &t->of.late_n,
                        &t->of.wait_n, &t->of.request_n, &t->of.busy_s};
    t->wait_s = fmax (0, t->wait_s + (f - 1) * t->of.busy_s / fmax (1, loader->readers));
    for (size_t i = 0; i < sizeof amount / sizeof *amount; i++)
        *amount[i] *= f;
}

/* Gives a step f times a trait. */
static void scale_step (struct loose_step *t, enum fid_job_trait trait, double f,
                        const struct fid_job_loader *loader)
{
    struct fid_job_step *s = &t->of;
    switch (trait) {
    case FID_TRAIT_COMPUTATION:
    case FID_TRAIT_EVAL_COMPUTATION:
        s->compute_s *= f;
        break;
    case FID_TRAIT_STEP_BYTES:
    case FID_TRAIT_EVAL_BYTES:
        scale_reading (t, f, loader);
        break;
    case FID_TRAIT_WORK: /* where nothing is read ahead, the step waits for it */
        t->wait_s = fmax (0, t->wait_s + (loader->depth < 0.5 ? (f - 1) * s->work_s : 0));
        s->work_s *= f;
        break;
    case FID_TRAIT_STORED:
        s->stored_n = fmin (s->byte_n, s->stored_n * f);
        break;
    case FID_TRAIT_WAITS:
        s->wait_n *= f;
        s->request_n *= f;
        break;
    case FID_TRAIT_OPENS:
        s->meta_n *= f;
        break;
    default:
        break;
    }
}

/* Gives the steps of a kind the real job's value of a trait; all steps, where none has any of
 * it. */
static void mend_steps (struct loose_job *j, enum fid_job_segment_kind kind,
                        const struct fid_job_difference *d)
{
    bool fills =
        !(d->emulation > 0) && (d->trait == FID_TRAIT_WORK || d->trait == FID_TRAIT_STORED ||
                                d->trait == FID_TRAIT_WAITS || d->trait == FID_TRAIT_OPENS);
    for (size_t i = 0; i < j->rank_n; i++) {
        struct loose_rank *r = &j->rank[i];
        const struct fid_job_rank *of = &j->job->rank[i];
        const struct fid_job_loader *l =
            kind == FID_JOB_EVALUATION ? &of->eval_loader : &of->loader;
        double f = d->emulation > 0 ? d->real / d->emulation : 0;
        FID_EACH (struct loose_step, t, r->step)
            if (fills) {
                /* Gives a step without a trait the mean of the real job's steps. */
                struct fid_job_step *s = &t->of;
                if (d->trait == FID_TRAIT_WORK) {
                    t->wait_s += l->depth < 0.5 ? d->real : 0;
                    s->work_s = d->real;
                } else if (d->trait == FID_TRAIT_STORED)
                    s->stored_n = s->byte_n * d->real;
                else if (d->trait == FID_TRAIT_WAITS)
                    s->wait_n = s->request_n = d->real;
                else
                    s->meta_n = d->real;
            }
        FID_EACH (const struct loose_part, p, r->part)
            if (p->of.kind == kind && !fills)
                LOOSE_STEPS (t, p, r)
        scale_step (t, d->trait, f, l);
    }
}

/* Gives the first step of each rank's training f times its bytes. */
static void scale_first (struct loose_job *j, double f)
{
    for (size_t i = 0; i < j->rank_n; i++)
        FID_EACH (const struct loose_part, p, j->rank[i].part)
            if (p->of.kind == FID_JOB_TRAINING && p->of.step_n) {
                scale_reading (&j->rank[i].step[p->of.step_first], f, &j->job->rank[i].loader);
                break;
            }
}

/* --- how many steps and parts */

/* Gives the parts of training f times as many steps: every second one, or each twice. */
static int stretch_steps (struct loose_rank *r, double f, struct fid_error *err)
{
    FID_FREED struct loose_step *step = r->step;
    r->step = NULL;
    r->step_n = r->step_cap = 0;
    FID_EACH (struct loose_part, p, r->part) {
        size_t from = p->of.step_first, before_n = p->of.step_n;
        if (p->of.kind == FID_JOB_TRAINING && before_n)
            p->of.step_n = (size_t)fmax (1, round ((double)before_n * f));
        p->of.step_first = r->step_n;
        for (size_t k = 0; k < p->of.step_n; k++)
            FID_TRY (FID_PUSH (r->step, err, step[from + k * before_n / p->of.step_n]));
    }
    return 0;
}

/* Appends a part with its steps, which are those from `step' on. */
static int append_part (struct loose_rank *to, struct loose_part part,
                        const struct loose_step *step, struct fid_error *err)
{
    size_t n = part.of.step_n;
    FID_TRY (
        fid_array_grow (&to->step, &to->step_cap, to->step_n + n + 1, sizeof *to->step, err));
    part.of.step_first = to->step_n;
    for (size_t k = 0; k < n; k++)
        to->step[to->step_n++] = step[k];
    return FID_PUSH (to->part, err, part);
}

static size_t count_parts (const struct loose_rank *r, enum fid_job_segment_kind kind)
{
    size_t n = 0;
    FID_EACH (const struct loose_part, p, r->part)
        n += p->of.kind == kind;
    return n;
}

/* Keeps the first n parts of a kind. */
static void cut_parts (struct loose_rank *r, enum fid_job_segment_kind kind, size_t n)
{
    size_t kept = 0, seen = 0;
    for (size_t g = 0; g < r->part_n; g++)
        if (r->part[g].of.kind != kind || seen++ < n)
            r->part[kept++] = r->part[g];
    r->part_n = kept;
}

/* Keeps the first n checkpoints that are saved, and numbers those of parts anew. */
static int cut_saves (struct loose_job *j, size_t n, struct fid_error *err)
{
    struct fid_job *job = j->job;
    FID_FREED size_t *to = malloc ((job->checkpoint_n + 1) * sizeof *to);
    size_t kept = 0, seen = 0;
    FID_NEED (to, err);
    for (size_t i = 0; i < job->checkpoint_n; i++) {
        to[i] = SIZE_MAX;
        if (!job->checkpoint[i].load && seen++ >= n)
            continue;
        to[i] = kept;
        job->checkpoint[kept++] = job->checkpoint[i];
    }
    FID_EACH (struct loose_rank, r, j->rank) {
        cut_parts (r, FID_JOB_SAVE, n);
        FID_EACH (struct loose_part, p, r->part)
            p->of.save = p->of.save < job->checkpoint_n ? to[p->of.save] : SIZE_MAX;
    }
    job->checkpoint_n = kept;
    return 0;
}

/* Gives a part that saves a checkpoint one of its own, like that of `from' which it names. */
static int add_checkpoint (struct fid_job *job, const struct fid_job *from,
                           struct loose_part *part, struct fid_error *err)
{
    if (part->of.save >= from->checkpoint_n)
        return 0;
    struct fid_job_checkpoint c = from->checkpoint[part->of.save];
    part->of.save = job->checkpoint_n;
    return FID_PUSH (job->checkpoint, err, c);
}

/* Gives the last n steps of a rank, which came from another job, their reads there, as of files
 * of their own, numbered from file_n on. */
static int append_reads (struct fid_job *job, struct loose_rank *r, const struct fid_job *from,
                         size_t n, uint32_t file_n, struct fid_error *err)
{
    FID_EACH_OF (struct loose_step, t, r->step + r->step_n - n, n) {
        const struct fid_job_read *read = from->read + t->of.read_first;
        t->of.read_first = job->read_n;
        for (size_t i = 0; i < t->of.read_n; i++) {
            FID_TRY (FID_PUSH (job->read, err, read[i]));
            job->read[job->read_n - 1].file += file_n;
        }
    }
    return 0;
}

/* Appends the parts of a kind of the real job from the n-th on; the first rank's have the
 * checkpoints. */
static int append_parts (struct loose_job *j, const struct loose_job *real,
                         enum fid_job_segment_kind kind, size_t n, struct fid_error *err)
{
    uint32_t file_n = 0;
    FID_EACH (const struct fid_job_read, read, j->job->read)
        file_n = read->file >= file_n ? read->file + 1 : file_n;
    for (size_t i = 0; i < j->rank_n && real->rank_n; i++) {
        const struct loose_rank *from = &real->rank[i % real->rank_n];
        struct loose_rank *r = &j->rank[i];
        size_t seen = 0;
        FID_EACH (const struct loose_part, p, from->part) {
            struct loose_part part = *p;
            if (part.of.kind != kind || seen++ < n)
                continue;
            if (i)
                part.of.save = SIZE_MAX;
            FID_TRY (add_checkpoint (j->job, real->job, &part, err));
            FID_TRY (append_part (r, part, from->step + part.of.step_first, err));
            FID_TRY (append_reads (j->job, r, real->job, part.of.step_n, file_n, err));
        }
    }
    return 0;
}

/* Gives the job as many checkpoints or evaluations as the real job has: the first ones, or all
 * and the later ones of the real job. */
static int match_parts (struct loose_job *j, const struct fid_job *real,
                        enum fid_job_segment_kind kind, size_t have, size_t want,
                        struct fid_error *err)
{
    FID_SCOPED (clear_loose) struct loose_job like = {.rank_n = 0};
    if (kind == FID_JOB_EVALUATION)
        j->job->evaluation_n = want;
    if (want > have) {
        struct fid_job same = *real; /* loosen_job changes nothing */
        FID_TRY (loosen_job (&like, &same, err));
        return append_parts (j, &like, kind, have, err);
    }
    if (kind == FID_JOB_SAVE && want < have)
        FID_TRY (cut_saves (j, want, err));
    FID_EACH (struct loose_rank, r, j->rank)
        if (want < have)
            cut_parts (r, kind, want);
    return 0;
}

/* Keeps the first epochs, or all and the last one again. */
static int match_epochs (struct loose_job *j, int epoch_n, struct fid_error *err)
{
    struct fid_job *job = j->job;
    int last = job->epoch_n;
    FID_EACH (struct loose_rank, r, j->rank) {
        size_t n = 0, before_n = r->part_n;
        for (size_t g = 0; g < before_n; g++)
            if (r->part[g].of.epoch <= epoch_n)
                r->part[n++] = r->part[g];
        r->part_n = n;
        if (r == j->rank && n < before_n)
            FID_TRY (cut_saves (j, count_parts (r, FID_JOB_SAVE), err));
        for (int epoch = last + 1; epoch <= epoch_n; epoch++)
            for (size_t g = 0; g < n; g++) {
                struct loose_part again = r->part[g];
                if (again.of.epoch != last)
                    continue;
                size_t step_n = again.of.step_n, first = again.of.step_first;
                again.of.epoch = epoch;
                FID_TRY (add_checkpoint (job, job, &again, err));
                FID_TRY (fid_array_grow (&r->step, &r->step_cap, r->step_n + step_n + 1,
                                         sizeof *r->step, err)); /* it does not move below */
                FID_TRY (append_part (r, again, r->step + first, err));
            }
    }
    job->epoch_n = epoch_n;
    job->evaluation_n = j->rank_n ? count_parts (j->rank, FID_JOB_EVALUATION) : 0;
    return 0;
}

/* --- start-up */

/* Makes the start-up of a rank so long that the rest is that share of its time. */
static void match_start (struct loose_rank *r, double share)
{
    double rest = 0, start = 0;
    FID_EACH (const struct loose_part, p, r->part) {
        double *sum = p->of.kind == FID_JOB_START ? &start : &rest;
        *sum += p->rest_s + (p > r->part ? p->gap_s : 0);
        LOOSE_STEPS (t, p, r)
        *sum += t->gap_s + t->of.compute_s + t->wait_s;
    }
    double want = share > 0 ? rest * (1 - share) / share : start;
    FID_EACH (struct loose_part, p, r->part)
        if (p->of.kind == FID_JOB_START && start > 0)
            p->rest_s *= want / start;
    if (r->part_n && start > 0)
        r->part[0].gap_s -= want - start;
}

/* --- all */

static int mend_loose (struct loose_job *j, const struct fid_job *real,
                       const struct fid_job_difference *d, struct fid_error *err)
{
    static const enum fid_job_segment_kind kinds[] = {
#define KIND_TRAIT(id, name, words, unit, tolerance, kind) FID_JOB_##kind,
        FID_JOB_TRAITS (KIND_TRAIT)};
    struct fid_job *job = j->job;
    double f = d->emulation > 0 ? d->real / d->emulation : 0;
    struct fid_job_difference waits;
    switch (d->trait) {
    case FID_TRAIT_WORK:
    case FID_TRAIT_STORED:
    case FID_TRAIT_WAITS:
    case FID_TRAIT_OPENS:
    case FID_TRAIT_COMPUTATION:
    case FID_TRAIT_EVAL_COMPUTATION:
    case FID_TRAIT_STEP_BYTES:
    case FID_TRAIT_EVAL_BYTES:
        mend_steps (j, kinds[d->trait], d);
        /* as long a record is read in as many requests as the real job's, not in f times those
         * of a shorter one */
        if (d->trait == FID_TRAIT_STEP_BYTES &&
            !fid_job_differs (real, job, FID_TRAIT_WAITS, &waits) && waits.real > 0 &&
            waits.emulation > 0) {
            waits.emulation *= f;
            mend_steps (j, FID_JOB_TRAINING, &waits);
        }
        break;
    case FID_TRAIT_FIRST_BYTES:
        scale_first (j, f);
        break;
    case FID_TRAIT_STEPS:
        FID_EACH (struct loose_rank, r, j->rank)
            FID_TRY (stretch_steps (r, f, err));
        break;
    case FID_TRAIT_EPOCHS:
        return match_epochs (j, (int)d->real, err);
    case FID_TRAIT_DEPTH:
        FID_EACH (struct fid_job_rank, r, job->rank)
            r->loader.depth = d->real;
        break;
    case FID_TRAIT_READERS:
        FID_EACH (struct fid_job_rank, r, job->rank)
            r->loader.readers = d->real;
        break;
    case FID_TRAIT_SAVES:
    case FID_TRAIT_EVALUATIONS:
        return match_parts (j, real, kinds[d->trait], (size_t)d->emulation, (size_t)d->real,
                            err);
    case FID_TRAIT_STARTED:
        FID_EACH (struct loose_rank, r, j->rank)
            match_start (r, d->real);
        break;
    case FID_TRAIT_SAVE_BYTES:
        FID_EACH (struct fid_job_checkpoint, c, job->checkpoint)
            c->byte_n *= c->load ? 1 : f;
        FID_EACH (struct loose_rank, r, j->rank)
            FID_EACH (struct loose_part, p, r->part)
                p->rest_s *= p->of.kind == FID_JOB_SAVE ? f : 1;
        break;
    case FID_TRAIT_SYNCED:
        FID_EACH (struct fid_job_checkpoint, c, job->checkpoint)
            c->synced = c->load ? c->synced : d->real > 0.5;
        break;
    case FID_TRAIT_SAME_ORDER: /* what memory served is what was recorded */
    case FID_TRAIT_FILES:      /* what files change is in metadata calls and waits */
    case FID_JOB_TRAIT_N:
        break;
    }
    return 0;
}

static int copy_job (struct fid_job *out, const struct fid_job *from, struct fid_error *err)
{
    *out = *from;
    out->read_cap = from->read_n;
    out->checkpoint_cap = from->checkpoint_n;
    out->rank = calloc (from->rank_n + 1, sizeof *out->rank);
    out->read = fid_array_copy (from->read, from->read_n, sizeof *out->read, err);
    out->checkpoint =
        fid_array_copy (from->checkpoint, from->checkpoint_n, sizeof *out->checkpoint, err);
    out->rank_n = out->rank ? from->rank_n : 0;
    FID_NEED (out->rank && out->read && out->checkpoint, err);
    for (size_t i = 0; i < from->rank_n; i++)
        FID_TRY (fid_job_rank_copy (&out->rank[i], &from->rank[i], err));
    return 0;
}

int fid_job_mend (struct fid_job *out, const struct fid_job *emulation,
                  const struct fid_job *real, unsigned traits, struct fid_error *err)
{
    FID_TRY (copy_job (out, emulation, err));
    for (enum fid_job_trait t = 0; t < FID_JOB_TRAIT_N; t++) {
        FID_SCOPED (clear_loose) struct loose_job loose = {.rank_n = 0};
        struct fid_job_difference d;
        if (!(traits & FID_TRAIT_BIT (t)) || !fid_job_differs (real, out, t, &d))
            continue;
        FID_TRY (loosen_job (&loose, out, err));
        FID_TRY (mend_loose (&loose, real, &d, err));
        FID_TRY (place_job (&loose, err));
    }
    return 0;
}
