/* SPDX-License-Identifier: GPL-3.0-or-later */
/* traits.c - see traits.h */
#include "job/traits.h"
#include "base/units.h"

/* --- values: of a job, in the parts of a kind */

typedef double trait_fn (const struct fid_job *job, enum fid_job_segment_kind kind);

/* Sums over the steps of all ranks. */
static struct fid_job_step sum_steps (const struct fid_job *job, enum fid_job_segment_kind kind,
                                      size_t *n)
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

static double mean_of (double sum, size_t n)
{
    return n ? sum / (double)n : FID_TRAIT_UNKNOWN;
}

/* Mean of a member over the steps of all ranks. */
static double mean_step (const struct fid_job *job, enum fid_job_segment_kind kind,
                         size_t member)
{
    size_t n;
    struct fid_job_step sum = sum_steps (job, kind, &n);
    return mean_of (*(const double *)((const char *)&sum + member), n);
}

static double trait_computation (const struct fid_job *job, enum fid_job_segment_kind kind)
{
    double mean = mean_step (job, kind, offsetof (struct fid_job_step, compute_s));
    return mean > 0 ? mean : FID_TRAIT_UNKNOWN;
}

/* What the first steps of all ranks read: a buffer that is filled first is among it. */
static double sum_first (const struct fid_job *job, enum fid_job_segment_kind kind, size_t *n)
{
    double sum = 0;
    *n = 0;
    for (size_t i = 0; i < job->rank_n; i++)
        for (size_t g = 0; g < job->rank[i].segment_n; g++) {
            const struct fid_job_segment *s = &job->rank[i].segment[g];
            if (s->kind != kind || !s->step_n)
                continue;
            sum += job->rank[i].step[s->step_first].byte_n;
            ++*n;
            break;
        }
    return sum;
}

static double trait_first_bytes (const struct fid_job *job, enum fid_job_segment_kind kind)
{
    size_t n;
    double sum = sum_first (job, kind, &n);
    return job->data_seen && sum > 0 ? mean_of (sum, n) : FID_TRAIT_UNKNOWN;
}

static double trait_step_bytes (const struct fid_job *job, enum fid_job_segment_kind kind)
{
    size_t n, first_n;
    double sum = sum_steps (job, kind, &n).byte_n, first = sum_first (job, kind, &first_n);
    double mean = n > first_n ? (sum - first) / (double)(n - first_n) : FID_TRAIT_UNKNOWN;
    return job->data_seen && mean > 0 ? mean : FID_TRAIT_UNKNOWN;
}

static double trait_steps (const struct fid_job *job, enum fid_job_segment_kind kind)
{
    size_t n = 0;
    for (size_t i = 0; i < job->rank_n; i++)
        n += fid_job_step_n (&job->rank[i], kind);
    return n ? (double)n : FID_TRAIT_UNKNOWN;
}

static double trait_epochs (const struct fid_job *job, enum fid_job_segment_kind kind)
{
    (void)kind;
    return job->epoch_n > 0 ? job->epoch_n : FID_TRAIT_UNKNOWN;
}

/* Whether it is known which batch a step takes. */
static bool has_batches (const struct fid_job *job)
{
    return job->rank_n && job->data_seen && job->rank[0].loader.known.from != FID_JOB_UNKNOWN &&
           job->rank[0].step_n;
}

static double trait_depth (const struct fid_job *job, enum fid_job_segment_kind kind)
{
    (void)kind;
    return has_batches (job) ? round (job->rank[0].loader.depth) : FID_TRAIT_UNKNOWN;
}

static double trait_readers (const struct fid_job *job, enum fid_job_segment_kind kind)
{
    (void)kind;
    return job->rank_n && job->data_seen ? job->rank[0].loader.readers : FID_TRAIT_UNKNOWN;
}

/* Whatever decodes, augments or sleeps between reads; what no call or hand-over shows is
 * unknown. */
static double trait_work (const struct fid_job *job, enum fid_job_segment_kind kind)
{
    return has_batches (job) ? mean_step (job, kind, offsetof (struct fid_job_step, work_s))
                             : FID_TRAIT_UNKNOWN;
}

static double trait_stored (const struct fid_job *job, enum fid_job_segment_kind kind)
{
    size_t n;
    struct fid_job_step sum = sum_steps (job, kind, &n);
    return job->cache_seen && sum.byte_n > 0 ? sum.stored_n / sum.byte_n : FID_TRAIT_UNKNOWN;
}

static double trait_waits (const struct fid_job *job, enum fid_job_segment_kind kind)
{
    double mean = mean_step (job, kind, offsetof (struct fid_job_step, wait_n));
    return job->data_seen ? mean : FID_TRAIT_UNKNOWN;
}

static double trait_opens (const struct fid_job *job, enum fid_job_segment_kind kind)
{
    double mean = mean_step (job, kind, offsetof (struct fid_job_step, meta_n));
    return job->data_seen ? mean : FID_TRAIT_UNKNOWN;
}

/* Of the data set: those that names tell of may be left unread, and shared by both sides. */
static double trait_files (const struct fid_job *job, enum fid_job_segment_kind kind)
{
    (void)kind;
    const struct fid_job_data *train = &job->train, *eval = &job->eval;
    size_t n = train->file_n + eval->file_n;
    bool shared = train->named_n == eval->named_n && train->named_n >= n;
    if (n && shared)
        return (double)train->named_n;
    n = (train->named_n > train->file_n ? train->named_n : train->file_n) +
        (eval->named_n > eval->file_n ? eval->named_n : eval->file_n);
    return n ? (double)n : FID_TRAIT_UNKNOWN;
}

#define ORDERED_FILES 10 /* with fewer, two orders are alike by chance */

/* Shuffled anew: 0; as before: 1. */
static double trait_same_order (const struct fid_job *job, enum fid_job_segment_kind kind)
{
    (void)kind;
    if (job->epoch_n < 2 || job->train.file_n < ORDERED_FILES || job->train.order_again == 0)
        return FID_TRAIT_UNKNOWN; /* 0: two epochs could not be held against each other */
    return job->train.order_again > 0.5;
}

static double trait_saves (const struct fid_job *job, enum fid_job_segment_kind kind)
{
    (void)kind;
    return job->checkpoints.from != FID_JOB_UNKNOWN ? (double)fid_job_checkpoint_n (job, false)
                                                    : FID_TRAIT_UNKNOWN;
}

/* Sums over checkpoints that are saved. */
static double sum_saves (const struct fid_job *job, bool synced)
{
    double sum = 0;
    for (size_t i = 0; i < job->checkpoint_n; i++)
        if (!job->checkpoint[i].load)
            sum += synced ? job->checkpoint[i].synced : job->checkpoint[i].byte_n;
    return sum;
}

static double trait_save_bytes (const struct fid_job *job, enum fid_job_segment_kind kind)
{
    (void)kind;
    double mean = mean_of (sum_saves (job, false), fid_job_checkpoint_n (job, false));
    return mean > 0 ? mean : FID_TRAIT_UNKNOWN;
}

static double trait_synced (const struct fid_job *job, enum fid_job_segment_kind kind)
{
    (void)kind;
    return mean_of (sum_saves (job, true), fid_job_checkpoint_n (job, false));
}

static double trait_evaluations (const struct fid_job *job, enum fid_job_segment_kind kind)
{
    (void)kind;
    return job->evaluations.from != FID_JOB_UNKNOWN ? (double)job->evaluation_n
                                                    : FID_TRAIT_UNKNOWN;
}

static double trait_eval_bytes (const struct fid_job *job, enum fid_job_segment_kind kind)
{
    size_t n;
    double sum = sum_steps (job, kind, &n).byte_n;
    return sum > 0 && job->evaluation_n ? sum / (double)job->evaluation_n : FID_TRAIT_UNKNOWN;
}

static double trait_started (const struct fid_job *job, enum fid_job_segment_kind kind)
{
    const struct fid_job_rank *r = job->rank;
    double all = 0, start = 0;
    for (size_t g = 0; g < (job->rank_n ? r->segment_n : 0); g++) {
        all = r->segment[g].end_s - r->segment[0].start_s;
        start += r->segment[g].kind == kind ? r->segment[g].end_s - r->segment[g].start_s : 0;
    }
    return all > 0 ? 1 - start / all : FID_TRAIT_UNKNOWN;
}

#define INFO_TRAIT(id, name, words, unit, tolerance, value, kind)                              \
    {name, words, unit, tolerance},
const struct fid_job_trait_info fid_job_traits[FID_JOB_TRAIT_N] = {FID_JOB_TRAITS (INFO_TRAIT)};

double fid_job_trait (const struct fid_job *job, enum fid_job_trait t)
{
#define VALUE_TRAIT(id, name, words, unit, tolerance, value, kind)                             \
    {trait_##value, FID_JOB_##kind},
    static const struct {
        trait_fn *value;
        enum fid_job_segment_kind kind;
    } traits[FID_JOB_TRAIT_N] = {FID_JOB_TRAITS (VALUE_TRAIT)};
    return traits[t].value (job, traits[t].kind);
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
                  d->emulation > 0.5 ? "the same" : "another",
                  d->real > 0.5 ? "the same" : "another");
        return out;
    }
    if (d->real > 0 && d->emulation > 0)
        snprintf (ratio, sizeof ratio, " (%.3gx)", d->emulation / d->real);
    snprintf (out, FID_TRAIT_TEXT, "%s: %s instead of %s%s", fid_job_traits[d->trait].words,
              value_text (d->trait, d->emulation, emulation),
              value_text (d->trait, d->real, real), ratio);
    return out;
}
