/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mend.c - an emulation's job with one trait of the real job (traits.h)
 *
 * While it is changed, places in time are lengths: of a step, start_s is the time since what
 * was before it and end_s what it waits before it computes; of a part, start_s is the time
 * since the one before and end_s its length, or what is left of it after its last step. */
#include "job/traits.h"

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

/* --- lengths and places */

static void make_lengths (struct fid_job_rank *r)
{
    double before = 0;
    FID_EACH (struct fid_job_segment, s, r->segment) {
        double at = s->start_s, end = s->end_s;
        s->start_s -= before;
        FID_EACH_OF (struct fid_job_step, t, r->step + s->step_first, s->step_n) {
            double step_end = t->end_s;
            t->end_s -= t->start_s + t->compute_s;
            t->start_s -= at;
            at = step_end;
        }
        s->end_s = end - at;
        before = end;
    }
}

static void make_places (struct fid_job *job, struct fid_job_rank *r)
{
    double at = 0;
    FID_EACH (struct fid_job_segment, s, r->segment) {
        s->start_s = at += s->start_s;
        FID_EACH_OF (struct fid_job_step, t, r->step + s->step_first, s->step_n) {
            t->start_s = at += t->start_s;
            t->end_s = at += t->end_s + t->compute_s;
        }
        s->end_s = at += s->end_s;
        if (s->save < job->checkpoint_n) {
            job->checkpoint[s->save].start_s = s->start_s;
            job->checkpoint[s->save].end_s = s->end_s;
        }
    }
}

/* --- numbers of steps */

/* What a step reads, f times as much; the first of a part waits for it longer. */
static void scale_reading (struct fid_job_step *t, double f,
                           const struct fid_job_loader *loader)
{
    t->end_s = fmax (0, t->end_s + (f - 1) * t->busy_s / fmax (1, loader->readers));
    t->byte_n *= f;
    t->stored_n *= f;
    t->late_n *= f;
    t->wait_n *= f;
    t->request_n *= f;
    t->busy_s *= f;
}

/* Gives all steps of a kind f times of a trait. */
static void scale_steps (struct fid_job *job, enum fid_job_segment_kind kind,
                         enum fid_job_trait trait, double f)
{
    FID_EACH (struct fid_job_rank, r, job->rank)
        FID_STEPS_OF (t, r, kind) {
            if (trait == FID_TRAIT_COMPUTATION || trait == FID_TRAIT_EVAL_COMPUTATION)
                t->compute_s *= f;
            else if (trait == FID_TRAIT_WORK) {
                /* where nothing is read ahead, the step waits for it */
                t->end_s =
                    fmax (0, t->end_s + (r->loader.depth < 0.5 ? (f - 1) * t->work_s : 0));
                t->work_s *= f;
            } else if (trait == FID_TRAIT_STEP_BYTES || trait == FID_TRAIT_EVAL_BYTES)
                scale_reading (t, f, kind == FID_JOB_TRAINING ? &r->loader : &r->eval_loader);
            else if (trait == FID_TRAIT_STORED)
                t->stored_n = fmin (t->byte_n, t->stored_n * f);
            else if (trait == FID_TRAIT_WAITS) {
                t->wait_n *= f;
                t->request_n *= f;
            } else if (trait == FID_TRAIT_OPENS)
                t->meta_n *= f;
        }
}

/* Gives the first step of each rank's training f times its bytes. */
static void scale_first (struct fid_job *job, double f)
{
    FID_EACH (struct fid_job_rank, r, job->rank) {
        size_t g = 0;
        while (g < r->segment_n &&
               (r->segment[g].kind != FID_JOB_TRAINING || !r->segment[g].step_n))
            g++;
        if (g < r->segment_n)
            scale_reading (&r->step[r->segment[g].step_first], f, &r->loader);
    }
}

/* Where there was nothing to scale, each step gets the mean. */
static void fill_steps (struct fid_job *job, enum fid_job_trait trait, double value)
{
    for (size_t i = 0; i < job->rank_n; i++)
        for (size_t k = 0; k < job->rank[i].step_n; k++) {
            struct fid_job_step *t = &job->rank[i].step[k];
            if (trait == FID_TRAIT_WORK) {
                t->end_s += job->rank[i].loader.depth < 0.5 ? value : 0;
                t->work_s = value;
            } else if (trait == FID_TRAIT_STORED)
                t->stored_n = t->byte_n * value;
            else if (trait == FID_TRAIT_WAITS)
                t->wait_n = t->request_n = value;
            else if (trait == FID_TRAIT_OPENS)
                t->meta_n = value;
        }
}

/* --- how many steps and parts */

/* Gives the parts of a kind f times as many steps: every second one, or each twice. */
static int stretch_steps (struct fid_job_rank *r, enum fid_job_segment_kind kind, double f,
                          struct fid_error *err)
{
    struct fid_job_step *step = r->step;
    size_t n = 0, cap = 0;
    r->step = NULL;
    FID_EACH (struct fid_job_segment, s, r->segment) {
        size_t from = s->step_first, was = s->step_n;
        if (s->kind == kind && was)
            s->step_n = (size_t)fmax (1, round ((double)was * f));
        s->step_first = n;
        if (fid_array_grow (&r->step, &cap, n + s->step_n + 1, sizeof *r->step, err)) {
            free (step);
            r->step_n = 0;
            return -1;
        }
        for (size_t k = 0; k < s->step_n; k++)
            r->step[n++] = step[from + k * was / s->step_n];
    }
    r->step_n = n;
    r->step_cap = cap;
    free (step);
    return 0;
}

/* Appends a part of another rank, with its steps. */
static int append_part (struct fid_job_rank *to, const struct fid_job_rank *from,
                        const struct fid_job_segment *part, struct fid_error *err)
{
    struct fid_job_segment s = *part;
    size_t n = s.step_n, first = s.step_first;
    FID_TRY (
        fid_array_grow (&to->segment, &to->segment_cap, to->segment_n + 1, sizeof *to->segment,
                        err) ||
        fid_array_grow (&to->step, &to->step_cap, to->step_n + n + 1, sizeof *to->step, err));
    s.step_first = to->step_n;
    for (size_t k = 0; k < n; k++)
        to->step[to->step_n++] = from->step[first + k];
    to->segment[to->segment_n++] = s;
    return 0;
}

static size_t count_parts (const struct fid_job_rank *r, enum fid_job_segment_kind kind)
{
    size_t n = 0;
    for (size_t g = 0; g < r->segment_n; g++)
        n += r->segment[g].kind == kind;
    return n;
}

/* Leaves the parts of a kind before the n-th. */
static void cut_parts (struct fid_job_rank *r, enum fid_job_segment_kind kind, size_t n)
{
    size_t kept = 0, seen = 0;
    for (size_t g = 0; g < r->segment_n; g++)
        if (r->segment[g].kind != kind || seen++ < n)
            r->segment[kept++] = r->segment[g];
    r->segment_n = kept;
}

/* Leaves the first n checkpoints that are saved; segments have their new numbers. */
static int cut_saves (struct fid_job *job, size_t n, struct fid_error *err)
{
    size_t *to = malloc ((job->checkpoint_n + 1) * sizeof *to), kept = 0, seen = 0;
    FID_NEED (to, err);
    for (size_t i = 0; i < job->checkpoint_n; i++) {
        to[i] = SIZE_MAX;
        if (!job->checkpoint[i].load && seen++ >= n)
            continue;
        to[i] = kept;
        job->checkpoint[kept++] = job->checkpoint[i];
    }
    for (size_t i = 0; i < job->rank_n; i++) {
        cut_parts (&job->rank[i], FID_JOB_SAVE, n);
        for (size_t g = 0; g < job->rank[i].segment_n; g++) {
            size_t *save = &job->rank[i].segment[g].save;
            *save = *save < job->checkpoint_n ? to[*save] : SIZE_MAX;
        }
    }
    job->checkpoint_n = kept;
    free (to);
    return 0;
}

/* Gives a part that saves a checkpoint one of its own, like that of `from' which it names. */
static int add_checkpoint (struct fid_job *job, const struct fid_job *from,
                           struct fid_job_segment *part, struct fid_error *err)
{
    if (part->save >= from->checkpoint_n)
        return 0;
    FID_TRY (fid_array_grow (&job->checkpoint, &job->checkpoint_cap, job->checkpoint_n + 1,
                             sizeof *job->checkpoint, err));
    job->checkpoint[job->checkpoint_n] = from->checkpoint[part->save];
    part->save = job->checkpoint_n++;
    return 0;
}

static uint32_t count_files (const struct fid_job *job)
{
    uint32_t n = 0;
    for (size_t i = 0; i < job->read_n; i++)
        n = job->read[i].file >= n ? job->read[i].file + 1 : n;
    return n;
}

/* The last steps of a rank came from another job: so do their reads, of files of their own,
 * numbered from file_n on. */
static int append_reads (struct fid_job *job, struct fid_job_rank *r,
                         const struct fid_job *from, size_t step_n, uint32_t file_n,
                         struct fid_error *err)
{
    for (size_t k = r->step_n - step_n; k < r->step_n; k++) {
        struct fid_job_step *t = &r->step[k];
        size_t first = job->read_n;
        FID_TRY (fid_array_grow (&job->read, &job->read_cap, first + t->read_n + 1,
                                 sizeof *job->read, err));
        for (size_t i = 0; i < t->read_n; i++) {
            job->read[job->read_n] = from->read[t->read_first + i];
            job->read[job->read_n++].file += file_n;
        }
        t->read_first = first;
    }
    return 0;
}

/* Appends the parts of a kind of the real job (lengths) from the n-th on. */
static int append_parts (struct fid_job *job, const struct fid_job *real,
                         enum fid_job_segment_kind kind, size_t n, struct fid_error *err)
{
    uint32_t file_n = count_files (job);
    for (size_t i = 0; i < job->rank_n && real->rank_n; i++) {
        const struct fid_job_rank *from = &real->rank[i % real->rank_n];
        size_t seen = 0;
        for (size_t g = 0; g < from->segment_n; g++) {
            struct fid_job_segment part = from->segment[g];
            if (part.kind != kind || seen++ < n)
                continue;
            if (i)
                part.save = SIZE_MAX;
            FID_TRY (add_checkpoint (job, real, &part, err));
            FID_TRY (append_part (&job->rank[i], from, &part, err) ||
                     append_reads (job, &job->rank[i], real, part.step_n, file_n, err));
        }
    }
    return 0;
}

/* As many checkpoints or evaluations as the real job: the first ones, or all and the later ones
 * of the real job. */
static int match_parts (struct fid_job *job, const struct fid_job *real,
                        enum fid_job_segment_kind kind, size_t have, size_t want,
                        struct fid_error *err)
{
    struct fid_job like = {0};
    int rc = want < have && kind == FID_JOB_SAVE ? cut_saves (job, want, err) : 0;
    for (size_t i = 0; i < job->rank_n && want < have; i++)
        cut_parts (&job->rank[i], kind, want);
    if (!rc && want > have)
        rc = copy_job (&like, real, err);
    for (size_t i = 0; i < like.rank_n && !rc; i++)
        make_lengths (&like.rank[i]);
    if (!rc && want > have)
        rc = append_parts (job, &like, kind, have, err);
    fid_job_clear (&like);
    if (kind == FID_JOB_EVALUATION)
        job->evaluation_n = want;
    return rc;
}

/* The first epochs, or all and the last one again. */
static int match_epochs (struct fid_job *job, int epoch_n, struct fid_error *err)
{
    int last = job->epoch_n;
    for (size_t i = 0; i < job->rank_n; i++) {
        struct fid_job_rank *r = &job->rank[i];
        size_t n = 0, was = r->segment_n;
        for (size_t g = 0; g < was; g++)
            if (r->segment[g].epoch <= epoch_n)
                r->segment[n++] = r->segment[g];
        r->segment_n = n;
        FID_TRY (!i && n < was && cut_saves (job, count_parts (r, FID_JOB_SAVE), err));
        for (int epoch = last + 1; epoch <= epoch_n; epoch++)
            for (size_t g = 0; g < n; g++) {
                struct fid_job_segment again = r->segment[g];
                if (again.epoch != last)
                    continue;
                again.epoch = epoch;
                FID_TRY (add_checkpoint (job, job, &again, err) ||
                         append_part (r, r, &again, err));
            }
    }
    job->epoch_n = epoch_n;
    job->evaluation_n = job->rank_n ? count_parts (&job->rank[0], FID_JOB_EVALUATION) : 0;
    return 0;
}

/* --- checkpoints */

static void scale_saves (struct fid_job *job, double f)
{
    for (size_t i = 0; i < job->checkpoint_n; i++)
        if (!job->checkpoint[i].load)
            job->checkpoint[i].byte_n *= f;
    for (size_t i = 0; i < job->rank_n; i++)
        for (size_t g = 0; g < job->rank[i].segment_n; g++)
            if (job->rank[i].segment[g].kind == FID_JOB_SAVE)
                job->rank[i].segment[g].end_s *= f;
}

static void sync_saves (struct fid_job *job, bool on)
{
    for (size_t i = 0; i < job->checkpoint_n; i++)
        if (!job->checkpoint[i].load)
            job->checkpoint[i].synced = on;
}

/* --- start-up */

/* Makes the start-up of a rank so long that the rest is that share of its time (lengths). */
static void match_start (struct fid_job_rank *r, double share)
{
    double rest = 0, start = 0;
    for (size_t g = 0; g < r->segment_n; g++) {
        const struct fid_job_segment *s = &r->segment[g];
        double *sum = s->kind == FID_JOB_START ? &start : &rest;
        *sum += s->end_s + (g ? s->start_s : 0);
        FID_EACH_OF (const struct fid_job_step, t, r->step + s->step_first, s->step_n)
            *sum += t->start_s + t->compute_s + t->end_s;
    }
    double want = share > 0 ? rest * (1 - share) / share : start;
    for (size_t g = 0; g < r->segment_n && start > 0; g++)
        if (r->segment[g].kind == FID_JOB_START)
            r->segment[g].end_s *= want / start;
    if (r->segment_n && start > 0)
        r->segment[0].start_s -= want - start;
}

/* --- all */

static int mend_lengths (struct fid_job *job, const struct fid_job *real,
                         const struct fid_job_difference *d, struct fid_error *err)
{
    static const enum fid_job_segment_kind kind[] = {
#define KIND_TRAIT(id, name, words, unit, tolerance, value, kind) FID_JOB_##kind,
        FID_JOB_TRAITS (KIND_TRAIT)};
    double f = d->emulation > 0 ? d->real / d->emulation : 0;
    switch (d->trait) {
    case FID_TRAIT_WORK:
    case FID_TRAIT_STORED:
    case FID_TRAIT_WAITS:
    case FID_TRAIT_OPENS:
        if (!(d->emulation > 0)) {
            fill_steps (job, d->trait, d->real);
            return 0;
        }
        scale_steps (job, kind[d->trait], d->trait, f);
        return 0;
    case FID_TRAIT_COMPUTATION:
    case FID_TRAIT_EVAL_COMPUTATION:
    case FID_TRAIT_STEP_BYTES:
    case FID_TRAIT_EVAL_BYTES:
        scale_steps (job, kind[d->trait], d->trait, f);
        return 0;
    case FID_TRAIT_FIRST_BYTES:
        scale_first (job, f);
        return 0;
    case FID_TRAIT_STEPS:
        for (size_t i = 0; i < job->rank_n; i++)
            FID_TRY (stretch_steps (&job->rank[i], FID_JOB_TRAINING, f, err));
        return 0;
    case FID_TRAIT_EPOCHS:
        return match_epochs (job, (int)d->real, err);
    case FID_TRAIT_DEPTH:
    case FID_TRAIT_READERS:
        for (size_t i = 0; i < job->rank_n; i++)
            *(d->trait == FID_TRAIT_DEPTH ? &job->rank[i].loader.depth
                                          : &job->rank[i].loader.readers) = d->real;
        return 0;
    case FID_TRAIT_SAVES:
    case FID_TRAIT_EVALUATIONS:
        return match_parts (job, real, kind[d->trait], (size_t)d->emulation, (size_t)d->real,
                            err);
    case FID_TRAIT_STARTED:
        for (size_t i = 0; i < job->rank_n; i++)
            match_start (&job->rank[i], d->real);
        return 0;
    case FID_TRAIT_SAVE_BYTES:
        scale_saves (job, f);
        return 0;
    case FID_TRAIT_SYNCED:
        sync_saves (job, d->real > 0.5);
        return 0;
    case FID_TRAIT_SAME_ORDER: /* what memory served is what was recorded */
    case FID_TRAIT_FILES:      /* what files change is in metadata calls and waits */
    case FID_JOB_TRAIT_N:
        return 0;
    }
    return 0;
}

static int mend_trait (struct fid_job *job, const struct fid_job *real, enum fid_job_trait t,
                       struct fid_error *err)
{
    struct fid_job_difference d;
    if (!fid_job_differs (real, job, t, &d))
        return 0;
    for (size_t i = 0; i < job->rank_n; i++)
        make_lengths (&job->rank[i]);
    FID_TRY (mend_lengths (job, real, &d, err));
    for (size_t i = 0; i < job->rank_n; i++)
        make_places (job, &job->rank[i]);
    return 0;
}

int fid_job_mend (struct fid_job *out, const struct fid_job *emulation,
                  const struct fid_job *real, unsigned traits, struct fid_error *err)
{
    FID_TRY (copy_job (out, emulation, err));
    for (int t = 0; t < FID_JOB_TRAIT_N; t++)
        FID_TRY ((traits & FID_TRAIT_BIT (t)) &&
                 mend_trait (out, real, (enum fid_job_trait)t, err));
    return 0;
}
