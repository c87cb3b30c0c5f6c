/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job.c - see job.h, traits.h */
#include "base/units.h"
#include "job/traits.h"

size_t fid_job_step_n (const struct fid_job_rank *r, enum fid_job_segment_kind kind)
{
    size_t n = 0;
    for (size_t i = 0; i < r->segment_n; i++)
        n += r->segment[i].kind == kind ? r->segment[i].step_n : 0;
    return n;
}

double fid_job_computation_s (const struct fid_job_rank *r, enum fid_job_segment_kind kind)
{
    double sum = 0;
    size_t n = fid_job_step_n (r, kind);
    FID_STEPS_OF (s, r, kind)
        sum += s->compute_s;
    return n ? sum / (double)n : 0;
}

size_t fid_job_checkpoint_n (const struct fid_job *job, bool load)
{
    size_t n = 0;
    for (size_t i = 0; i < job->checkpoint_n; i++)
        n += job->checkpoint[i].load == load;
    return n;
}

double fid_job_meta_n (const struct fid_job *job)
{
    double n = 0;
    for (size_t i = 0; i < job->rank_n; i++) {
        for (size_t k = 0; k < job->rank[i].step_n; k++)
            n += job->rank[i].step[k].meta_n;
        for (size_t k = 0; k < job->rank[i].segment_n; k++)
            n += job->rank[i].segment[k].sum.meta_n;
    }
    return n;
}

#define NAME(id, name) [FID_JOB_##id] = name,
const char *const fid_job_source_names[] = {FID_JOB_SOURCES (NAME)};

const char *const fid_job_segment_names[] = {[FID_JOB_START] = "start",
                                             [FID_JOB_TRAINING] = "training",
                                             [FID_JOB_EVALUATION] = "evaluation",
                                             [FID_JOB_SAVE] = "save",
                                             [FID_JOB_LOAD] = "load",
                                             [FID_JOB_REST] = "rest"};

const char *const fid_job_meeting_names[] = {[FID_JOB_NEVER] = "never",
                                             [FID_JOB_EACH_EPOCH] = "each epoch",
                                             [FID_JOB_EACH_STEP] = "each step"};

int fid_job_rank_copy (struct fid_job_rank *to, const struct fid_job_rank *from,
                       struct fid_error *err)
{
    *to = *from;
    to->alike = false;
    to->step_cap = to->step_n;
    to->segment_cap = to->segment_n;
    to->step = fid_array_copy (from->step, from->step_n, sizeof *to->step, err);
    to->segment = fid_array_copy (from->segment, from->segment_n, sizeof *to->segment, err);
    return to->step && to->segment ? 0 : -1;
}

void fid_job_clear (struct fid_job *job)
{
    for (size_t i = 0; i < job->rank_n; i++) {
        if (job->rank[i].alike)
            continue;
        FID_FREE (job->rank[i].step, job->rank[i].segment);
    }
    FID_FREE (job->rank, job->read, job->checkpoint);
    *job = (struct fid_job){0};
}

/* --- traits.h */

/* --- values */

/* Sums over the steps of a kind of all ranks, and how many these are. */
static struct fid_job_step sum_steps (const struct fid_job *job, enum fid_job_segment_kind kind,
                                      double *n)
{
    struct fid_job_step sum = {0};
    *n = 0;
    FID_EACH (const struct fid_job_rank, r, job->rank)
        FID_STEPS_OF (t, r, kind) {
            sum.compute_s += t->compute_s;
            sum.work_s += t->work_s;
            sum.byte_n += t->byte_n;
            sum.stored_n += t->stored_n;
            sum.wait_n += t->wait_n;
            sum.meta_n += t->meta_n;
            ++*n;
        }
    return sum;
}

/* A quotient, or UNKNOWN. */
static double known_mean (bool known, double sum, double n)
{
    return known && n > 0 ? sum / n : FID_ABSENT;
}

static double above_0 (double x)
{
    return x > 0 ? x : FID_ABSENT;
}

/* Sums what the first step of each of *n ranks reads, with a buffer that is filled first. */
static double sum_first (const struct fid_job *job, double *n)
{
    double sum = 0;
    *n = 0;
    FID_EACH (const struct fid_job_rank, r, job->rank)
        FID_EACH (const struct fid_job_segment, s, r->segment)
            if (s->kind == FID_JOB_TRAINING && s->step_n) {
                sum += r->step[s->step_first].byte_n;
                ++*n;
                break;
            }
    return sum;
}

/* Files of the data set.  Names may tell of more than are read, and of both sides together. */
static double count_files (const struct fid_job *job)
{
    const struct fid_job_data *train = &job->train, *eval = &job->eval;
    size_t n = train->file_n + eval->file_n;
    if (n && train->named_n == eval->named_n && train->named_n >= n)
        return (double)train->named_n;
    return (double)(train->named_n > train->file_n ? train->named_n : train->file_n) +
           (double)(eval->named_n > eval->file_n ? eval->named_n : eval->file_n);
}

/* The share of the first rank's time after its start. */
static double share_started (const struct fid_job *job)
{
    const struct fid_job_rank *r = job->rank;
    double all = 0, start = 0;
    for (size_t g = 0; g < (job->rank_n ? r->segment_n : 0); g++) {
        all = r->segment[g].end_s - r->segment[0].start_s;
        if (r->segment[g].kind == FID_JOB_START)
            start += r->segment[g].end_s - r->segment[g].start_s;
    }
    return all > 0 ? 1 - start / all : FID_ABSENT;
}

#define INFO_TRAIT(id, name, words, unit, tolerance, kind) {name, words, unit, tolerance},
const struct fid_job_trait_info fid_job_traits[FID_JOB_TRAIT_N] = {FID_JOB_TRAITS (INFO_TRAIT)};

static double trait_of_steps (const struct fid_job *job, enum fid_job_trait t,
                              enum fid_job_segment_kind kind)
{
    double n, first_n, first_byte_n;
    const struct fid_job_step sum = sum_steps (job, kind, &n);
    bool seen = job->data_seen;
    switch (t) {
    case FID_TRAIT_STEPS:
        return above_0 (n);
    case FID_TRAIT_STEP_BYTES:
        first_byte_n = sum_first (job, &first_n);
        return above_0 (known_mean (seen, sum.byte_n - first_byte_n, n - first_n));
    case FID_TRAIT_WORK: /* unknown if no call or hand-over shows batches */
        return known_mean (seen && job->rank_n && job->rank[0].step_n &&
                               job->rank[0].loader.known.from != FID_JOB_UNKNOWN,
                           sum.work_s, n);
    case FID_TRAIT_STORED:
        return known_mean (job->cache_seen, sum.stored_n, sum.byte_n);
    case FID_TRAIT_WAITS:
        return known_mean (seen, sum.wait_n, n);
    case FID_TRAIT_OPENS:
        return known_mean (seen, sum.meta_n, n);
    case FID_TRAIT_EVAL_BYTES:
        return known_mean (sum.byte_n > 0, sum.byte_n, (double)job->evaluation_n);
    default:
        return above_0 (known_mean (true, sum.compute_s, n));
    }
}

static double trait_of_saves (const struct fid_job *job, enum fid_job_trait t)
{
    double byte_n = 0, synced_n = 0, n = (double)fid_job_checkpoint_n (job, false);
    FID_EACH (const struct fid_job_checkpoint, c, job->checkpoint) {
        byte_n += c->load ? 0 : c->byte_n;
        synced_n += !c->load && c->synced;
        if (t == FID_TRAIT_SYNCED && (c->stated || c->synced == FID_NOT_TOLD))
            n = 0; /* nobody saw it */
    }
    return t == FID_TRAIT_SAVES    ? (job->checkpoints.from != FID_JOB_UNKNOWN ? n : FID_ABSENT)
           : t == FID_TRAIT_SYNCED ? known_mean (true, synced_n, n)
                                   : above_0 (known_mean (true, byte_n, n));
}

double fid_job_trait (const struct fid_job *job, enum fid_job_trait t)
{
#define KIND_TRAIT(id, name, words, unit, tolerance, kind) FID_JOB_##kind,
    static const enum fid_job_segment_kind kinds[] = {FID_JOB_TRAITS (KIND_TRAIT)};
    const struct fid_job_rank *r = job->rank;
    double n, sum;
    switch (t) {
    case FID_TRAIT_FIRST_BYTES:
        sum = sum_first (job, &n);
        return above_0 (known_mean (job->data_seen, sum, n));
    case FID_TRAIT_EPOCHS:
        return above_0 (job->epoch_n);
    case FID_TRAIT_DEPTH: /* unknown if it is unknown which batch a step takes */
        return job->rank_n && job->data_seen && r->loader.known.from != FID_JOB_UNKNOWN &&
                       r->step_n
                   ? round (r->loader.depth)
                   : FID_ABSENT;
    case FID_TRAIT_READERS:
        return job->rank_n && job->data_seen ? r->loader.readers : FID_ABSENT;
    case FID_TRAIT_FILES:
        return above_0 (count_files (job));
    case FID_TRAIT_SAME_ORDER: /* 0: shuffled anew, or two epochs could not be compared */
        return job->epoch_n < 2 || job->train.file_n < FID_FILES_FEW ||
                       job->train.order_again == 0
                   ? FID_ABSENT
                   : job->train.order_again > 0.5;
    case FID_TRAIT_SAVES:
    case FID_TRAIT_SAVE_BYTES:
    case FID_TRAIT_SYNCED:
        return trait_of_saves (job, t);
    case FID_TRAIT_EVALUATIONS:
        return job->evaluations.from != FID_JOB_UNKNOWN ? (double)job->evaluation_n
                                                        : FID_ABSENT;
    case FID_TRAIT_STARTED:
        return share_started (job);
    default:
        return trait_of_steps (job, t, kinds[t]);
    }
}

/* --- differences */

bool fid_job_differs (const struct fid_job *real, const struct fid_job *emulation,
                      enum fid_job_trait t, struct fid_job_difference *d)
{
    *d = (struct fid_job_difference){
        .trait = t, .real = fid_job_trait (real, t), .emulation = fid_job_trait (emulation, t)};
    if (d->real < 0 || d->emulation < 0)
        return false;
    d->apart = d->real > 0 && d->emulation > 0 ? fabs (log (d->emulation / d->real))
               : d->real == d->emulation       ? 0
                                               : FID_TRAIT_APART_MOST;
    d->apart = fmin (d->apart, FID_TRAIT_APART_MOST);
    return d->apart > fid_job_traits[t].tolerance;
}

size_t fid_job_differences (const struct fid_job *real, const struct fid_job *emulation,
                            struct fid_job_difference d[FID_JOB_TRAIT_N])
{
    size_t n = 0;
    for (int t = 0; t < FID_JOB_TRAIT_N; t++)
        n += fid_job_differs (real, emulation, (enum fid_job_trait)t, &d[n]);
    return n;
}

/* --- words */

#define VALUE_TEXT 40

/* A value of a trait in words: "0.29 s", "7.1 MiB", "4"; returns out. */
static const char *value_text (enum fid_job_trait t, double value, char out[VALUE_TEXT])
{
    if (fid_job_traits[t].unit == FID_IN_BYTES)
        return fid_format_bytes (value, out, VALUE_TEXT);
    if (fid_job_traits[t].unit == FID_IN_SECONDS)
        return fid_format_seconds (value, out, VALUE_TEXT);
    snprintf (out, VALUE_TEXT, value >= 1000 ? "%.0f" : "%.3g", value);
    return out;
}

const char *fid_job_difference_text (const struct fid_job_difference *d,
                                     char out[FID_TRAIT_TEXT])
{
    char real[VALUE_TEXT], emulation[VALUE_TEXT], ratio[VALUE_TEXT] = "";
    if (d->trait == FID_TRAIT_SAME_ORDER) {
        snprintf (out, FID_TRAIT_TEXT,
                  "order of the files: %s in each epoch, the real job's is %s",
                  d->emulation > 0.5 ? "the same" : "a new one",
                  d->real > 0.5 ? "the same" : "a new one");
        return out;
    }
    if (d->real > 0 && d->emulation > 0)
        snprintf (ratio, sizeof ratio, " (%.3gx)", d->emulation / d->real);
    snprintf (out, FID_TRAIT_TEXT, "%s: %s instead of %s%s", fid_job_traits[d->trait].words,
              value_text (d->trait, d->emulation, emulation),
              value_text (d->trait, d->real, real), ratio);
    return out;
}
