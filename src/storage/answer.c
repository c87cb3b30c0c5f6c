/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer.c - see answer.h */
#include "job/of_config.h"
#include "job/of_run.h"
#include "job/traits.h"
#include "run/run.h"
#include "storage/answer_priv.h"

#define UNCOUNTED_APART                                                                        \
    0.02 /* shares of memory that tell nothing where no counter shows all requests */
#define CAPACITY_MARGIN 0.05 /* of the time on a rate (margins.h) */

int fid_answer_sources_add (struct fid_answer_sources *s, const struct fid_run *const *run,
                            size_t n, struct fid_error *err)
{
    for (size_t i = 0; i < n; i++) {
        const struct fid_run_job *found = fid_job_of_run (run[i], err);
        FID_TRY (!found);
        struct fid_answer_run to = {.job = &found->job, .name = run[i]->id, .run = run[i]};
        FID_TRY (FID_PUSH_TO (s->run, s->n, s->cap, err, to));
        struct fid_timing *timing = malloc (sizeof *timing);
        struct fid_answer_run *at = &s->run[s->n - 1];
        at->timing = timing;
        if (timing)
            fid_timing_init (timing, &found->job);
        FID_NEED (timing, err);
        FID_TRY (fid_throttled_take (at, err));
    }
    return 0;
}

void fid_answer_sources_clear (struct fid_answer_sources *s)
{
    for (size_t i = 0; i < s->n; i++) {
        if (s->run[i].timing)
            fid_timing_clear (s->run[i].timing);
        FID_FREE ((void *)s->run[i].measured, s->run[i].timing);
    }
    free (s->run);
    *s = (struct fid_answer_sources){0};
}

/* --- what each profile varies, and which part of the job's time counts there */

#define READING (FID_TIME_OF (FID_JOB_TRAINING) | FID_TIME_OF (FID_JOB_EVALUATION))
#define SAVING  FID_TIME_OF (FID_JOB_SAVE)
#define LOADING FID_TIME_OF (FID_JOB_LOAD)

#define SCENARIOS_OF_AXIS 5

/* What is varied: shares of the rate that the real job asks for (times.h). */
static const struct axis {
    enum fid_answer_profile profile;
    enum fid_storage_key key;
    unsigned parts;
    const char *rate_of; /* in names */
    double share[SCENARIOS_OF_AXIS];
} axes[] = {
    {FID_ANSWER_FOR_STORAGE, FID_STORAGE_READ, FID_TIME_WHOLE, "demand", {1, .7, .5, .35, .25}},
    {FID_ANSWER_FOR_STORAGE, FID_STORAGE_READ_WAIT, FID_TIME_WHOLE, "read", {.2}},
    {FID_ANSWER_FOR_STORAGE, FID_STORAGE_IOPS, FID_TIME_WHOLE, "requests", {.5}},
    {FID_ANSWER_FOR_STORAGE,
     FID_STORAGE_WRITE,
     FID_TIME_WHOLE,
     "writes",
     {1, .7, .5, .35, .25}},
    {FID_ANSWER_FOR_READ, FID_STORAGE_READ, READING, "demand", {1, .7, .5, .35, .25}},
    {FID_ANSWER_FOR_READ, FID_STORAGE_READ_WAIT, READING, "read", {.2}},
    {FID_ANSWER_FOR_READ, FID_STORAGE_IOPS, READING, "requests", {.5}},
    {FID_ANSWER_FOR_CHECKPOINT, FID_STORAGE_WRITE, SAVING, "saving", {1, .7, .5, .35, .25}},
    {FID_ANSWER_FOR_CHECKPOINT, FID_STORAGE_READ, LOADING, "loading", {1, .7, .5, .35, .25}},
    {FID_ANSWER_FOR_METADATA,
     FID_STORAGE_META_WAIT,
     FID_TIME_WHOLE,
     "call",
     {1, .5, .2, .1, .05}}};
#define AXIS_N (sizeof axes / sizeof *axes)

/* The whole of a job that does more or less than the other is what it does while it works. */
static int add_point (struct answering *w, const struct fid_storage *s, unsigned parts)
{
    struct fid_answer_point p = {.storage = *s, .parts = parts};
    p.whole = parts == FID_TIME_WHOLE;
    if (p.whole && !w->a->same_work)
        p.parts = READING | SAVING | LOADING;
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++)
        p.side[k].measured = p.side[k].measured_s = FID_ABSENT;
    return FID_PUSH (w->a->point, w->err, p);
}

/* Adds the scenarios of an axis, by the mean rate over the runs of the real job; of the emulation,
 * where the real job reads nothing. */
static int add_axis (struct answering *w, const struct axis *axis)
{
    double rate = 0;
    for (int k = 0; k <= w->side[0].run->job->books.none_certain && !(rate > 0); k++)
        FID_EACH_OF (const struct fid_answer_run, r, w->side[k].run, w->side[k].n)
            rate += fid_mean_rate (r->job, axis->key, axis->parts) / (double)w->side[k].n;
    for (size_t i = 0; i < SCENARIOS_OF_AXIS && axis->share[i] * rate > 0; i++) {
        struct fid_storage s;
        double share = axis->share[i];
        fid_storage_init (&s, "");
        fid_storage_limit (&s, axis->key, share * rate);
        if (axis->key == FID_STORAGE_META_WAIT || axis->key == FID_STORAGE_READ_WAIT)
            snprintf (s.name, sizeof s.name, "%g ms a %s", 1e3 / (share * rate), axis->rate_of);
        else
            snprintf (s.name, sizeof s.name, "%g x %s", share, axis->rate_of);
        FID_TRY (add_point (w, &s, axis->parts));
    }
    return 0;
}

/* Whether a storage that was measured says something for a profile that counts the whole time. */
static bool is_of_profile (const struct fid_storage *s, enum fid_answer_profile profile)
{
    struct fid_storage rest = *s;
    rest.meta_s = FID_ABSENT;
    for (int k = 0; k < FID_STORAGE_KEY_N && profile == FID_ANSWER_FOR_METADATA; k++)
        if (fid_storage_value (&rest, (enum fid_storage_key)k) != FID_ABSENT)
            return false;
    return profile == FID_ANSWER_FOR_STORAGE ||
           (profile == FID_ANSWER_FOR_METADATA && s->meta_s >= 0);
}

/* Adds the storages on which some run was measured, each once. */
static int add_measured (struct answering *w)
{
    size_t from = w->a->point_n;
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++)
        FID_EACH_OF (const struct fid_answer_run, r, w->side[k].run, w->side[k].n)
            FID_EACH (const struct fid_measured_time, m, r->measured) {
                size_t p = from;
                while (p < w->a->point_n &&
                       !fid_storage_same (&w->a->point[p].storage, &m->storage))
                    p++;
                if (m->limited && p == w->a->point_n &&
                    is_of_profile (&m->storage, w->opts->profile))
                    FID_TRY (add_point (w, &m->storage, FID_TIME_WHOLE));
            }
    return 0;
}

/* Whether it is not known if some job waits for what it saves: slow writes tell nothing then. */
static bool waits_untold (const struct answering *w)
{
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++)
        FID_EACH_OF (const struct fid_answer_run, r, w->side[k].run, w->side[k].n)
            FID_EACH (const struct fid_job_checkpoint, c, r->job->checkpoint)
                if (!c->load && c->synced == FID_NOT_TOLD)
                    return true;
    return false;
}

static int add_scenarios (struct answering *w)
{
    unsigned parts = 0;
    struct fid_storage full;
    for (size_t i = 0; i < AXIS_N; i++)
        parts |= axes[i].profile == w->opts->profile ? axes[i].parts : 0;
    fid_storage_init (&full, "full speed");
    FID_TRY (add_point (w, &full, parts));
    w->a->point[0].full = true;
    for (size_t i = 0; i < AXIS_N && !w->opts->storage_n; i++)
        if (axes[i].profile == w->opts->profile &&
            !(axes[i].key == FID_STORAGE_WRITE && axes[i].parts == FID_TIME_WHOLE &&
              waits_untold (w)))
            FID_TRY (add_axis (w, &axes[i]));
    for (size_t i = 0; i < w->opts->storage_n; i++)
        FID_TRY (add_point (w, &w->opts->storage[i], parts));
    return w->opts->storage_n ? 0 : add_measured (w);
}

static const struct axis *axis_of_bound (const struct answering *w)
{
    const struct axis *axis = axes;
    while (axis->profile != w->a->profile)
        axis++;
    return axis;
}

/* The rate from which on the profile's limit makes a real run no longer; 0 or less where any
 * rate does.  -1 without memory. */
static int bound_rate (const struct answering *w, const struct fid_answer_run *run,
                       double *rate)
{
    const struct axis *axis = axis_of_bound (w);
    *rate = -1;
    return axis->key == FID_STORAGE_WRITE
               ? 0
               : fid_rate_for_time (run->timing, axis->key, axis->parts, FID_ANSWER_BOUND, rate,
                                    w->err);
}

/* Finds from which rate on the real job is not made longer. */
static int find_bound (struct answering *w)
{
    struct fid_answer *a = w->a;
    const struct answering_side *real = &w->side[FID_ANSWER_REAL];
    double rate, sum = 0;
    FID_EACH (const struct fid_answer_point, p, a->point)
        a->bound |= p->side[0].ratio >= 1 + FID_ANSWER_BOUND;
    for (size_t i = 0; i < real->n; i++) {
        FID_TRY (bound_rate (w, &real->run[i], &rate));
        if (!(rate > 0))
            return 0;
        sum += rate / (double)real->n;
    }
    if (axis_of_bound (w)->key == FID_STORAGE_META_WAIT)
        a->bound_meta_s = 1 / sum;
    else
        a->bound_byte_s = sum;
    return 0;
}

/* --- times */

static void add_times (struct fid_times *to, const struct fid_times *t, double weight)
{
    to->total_s += weight * t->total_s;
    to->compute_s += weight * t->compute_s;
    for (int p = 0; p < FID_JOB_SEGMENT_N; p++)
        to->part_s[p] += weight * t->part_s[p];
}

/* Takes the times of one run by one model; t[0] is on the recorded storage, where the model is
 * brought to the recorded time.  Parts that take no time do not get longer. */
static void take_times (struct answering *w, size_t k, size_t run, size_t model,
                        const struct fid_times *t)
{
    struct answering_side *side = &w->side[k];
    struct fid_answer_side *to = &w->a->side[k];
    double weight = 1. / (double)side->n, recorded_s = side->run[run].job->duration_s;
    double scale = side->run[run].scale[model], times = fid_job_times (side->run[run].job);
    if (!(scale > 0))
        scale = recorded_s > 0 && t[0].total_s > 0 ? recorded_s / t[0].total_s : 1;
    if (model == FID_MODEL_BUFFER) {
        double check = !(recorded_s > 0)  ? 0 /* nobody ran it */
                       : t[0].total_s > 0 ? log (t[0].total_s / recorded_s)
                                          : 1;
        add_times (&to->times, &t[0], weight * times);
        to->recorded_s += weight * recorded_s;
        if (fabs (check) > fabs (to->self_check))
            to->self_check = check;
    }
    for (size_t i = 0; i < w->a->point_n; i++) {
        struct fid_answer_point *p = &w->a->point[i];
        double now_s = fid_time_of_parts (&t[i + 1], p->parts);
        double before_s = fid_time_of_parts (&t[0], p->parts);
        size_t at = (run * FID_MODEL_N + model) * w->a->point_n + i;
        side->ratio[at] = now_s > 0 && before_s > 0 ? log (now_s / before_s) : 0;
        side->full[at] = log (before_s * scale);
        if (model == FID_MODEL_BUFFER)
            add_times (&p->side[k].times, &t[i + 1], weight * times);
    }
}

/* The rate at which accelerators are busy enough, by the bounded buffer; where the time is off by
 * the margin of a rate; and by the other model. */
static const struct {
    enum fid_model model;
    double ln;
} capacities[] = {{FID_MODEL_BUFFER, 0},
                  {FID_MODEL_BUFFER, CAPACITY_MARGIN},
                  {FID_MODEL_BUFFER, -CAPACITY_MARGIN},
                  {FID_MODEL_FLUID, 0}};
#define CAPACITY_N (sizeof capacities / sizeof *capacities)

static int capacity_rate (const struct answering *w, const struct fid_answer_run *run,
                          size_t of, double *rate)
{
    return fid_rate_for_utilisation (run->timing, capacities[of].model,
                                     w->a->utilisation * exp (capacities[of].ln), rate, w->err);
}

/* Works out what the answers of n profiles need of one run, while its demand is there. */
static int time_run (struct answering *w, size_t n, const struct fid_answer_run *run, bool real)
{
    FID_FREED struct fid_storage *s = NULL;
    size_t m = 1;
    double unused;
    for (size_t p = 0; p < n; p++)
        m += w[p].a->point_n;
    FID_NEED (s = malloc (m * sizeof *s), w->err);
    fid_storage_init (&s[0], "recorded");
    m = 1;
    for (size_t p = 0; p < n; p++)
        for (size_t i = 0; i < w[p].a->point_n; i++)
            s[m++] = w[p].a->point[i].storage;
    FID_TRY (fid_timing_add (run->timing, s, m, w->err));
    for (size_t p = 0; p < n && !w->opts->error_only; p++) {
        for (size_t of = 0; of < CAPACITY_N; of++)
            FID_TRY (capacity_rate (&w[p], run, of, &unused));
        if (real)
            FID_TRY (bound_rate (&w[p], run, &unused));
    }
    fid_timing_rest (run->timing);
    return 0;
}

static int take_side (struct answering *w, size_t k)
{
    struct answering_side *side = &w->side[k];
    size_t n = w->a->point_n;
    struct fid_storage recorded;
    FID_FREED struct fid_times *t = calloc (n + 1, sizeof *t);
    side->ratio = calloc (side->n * FID_MODEL_N * n + 1, sizeof *side->ratio);
    side->full = calloc (side->n * FID_MODEL_N * n + 1, sizeof *side->full);
    FID_NEED (t && side->ratio && side->full, w->err);
    fid_storage_init (&recorded, "recorded");
    for (size_t i = 0; i < side->n; i++)
        for (size_t m = 0; m < FID_MODEL_N; m++) {
            for (size_t p = 0; p <= n; p++)
                t[p] = fid_timing_on (side->run[i].timing,
                                      p ? &w->a->point[p - 1].storage : &recorded)[m];
            take_times (w, k, i, m, t);
        }
    return 0;
}

/* The times of a side in each scenario, over its runs and both models. */
static void sum_side (struct answering *w, size_t k)
{
    double n = (double)w->side[k].n;
    for (size_t p = 0; p < w->a->point_n; p++) {
        struct fid_answer_point_side *to = &w->a->point[p].side[k];
        double all = 0, seconds = 0;
        for (size_t m = 0; m < FID_MODEL_N; m++) {
            double sum = 0;
            for (size_t i = 0; i < w->side[k].n; i++) {
                double ln = w->side[k].ratio[(i * FID_MODEL_N + m) * w->a->point_n + p];
                double x = exp (ln);
                seconds += fid_answer_ln (w, k, i, m, p) / n / FID_MODEL_N;
                sum += ln;
                to->low = to->low > 0 ? fmin (to->low, x) : x;
                to->high = fmax (to->high, x);
            }
            to->by[m] = exp (sum / n);
            all += sum / n / FID_MODEL_N;
        }
        to->ratio = exp (all);
        to->time_s = exp (seconds);
        to->utilisation = to->times.compute_s > 0 ? fid_utilisation (&to->times) : FID_ABSENT;
    }
}

/* Sets the accelerators that 1 GB/s feeds, means over a side's runs, and the ends of that. */
static int find_capacity (struct answering *w, size_t k)
{
    struct fid_answer_side *to = &w->a->side[k];
    to->capacity = to->capacity_low = to->capacity_high = FID_ABSENT;
    for (size_t of = 0; of < CAPACITY_N && w->side[k].n; of++) {
        double mean = 0;
        for (size_t i = 0; i < w->side[k].n && mean >= 0; i++) {
            const struct fid_answer_run *run = &w->side[k].run[i];
            double rate;
            FID_TRY (capacity_rate (w, run, of, &rate));
            mean = rate > 0
                       ? mean + (double)run->job->rank_n * 1e9 / rate / (double)w->side[k].n
                       : FID_ABSENT;
        }
        if (of == 0)
            to->capacity = to->capacity_low = to->capacity_high = mean;
        to->capacity_low = fmin (to->capacity_low, fmax (0, mean)); /* 0: no rate is enough */
        to->capacity_high = fmax (to->capacity_high, mean);
    }
    return 0;
}

/* --- all of it */

/* Finds out what has to be known before anything is timed. */
static int begin_answer (struct answering *w)
{
    FID_TRY (fid_answer_doubt (w));
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++)
        for (size_t i = 0; i < w->side[k].n; i++)
            w->a->side[k].demand_byte_s +=
                fid_mean_rate (w->side[k].run[i].job, FID_STORAGE_READ, FID_TIME_WHOLE) /
                (double)w->side[k].n;
    fid_answer_count (w);
    fid_answer_work (w);
    return add_scenarios (w);
}

/* The share of a side's data that memory served, as a mean; ABSENT: not traced. */
static double cached_of (const struct answering_side *side, bool *in_part)
{
    double sum = 0;
    for (size_t i = 0; i < side->n; i++) {
        *in_part |= side->run[i].run && side->run[i].run->processed;
        if (!side->run[i].job->cache_seen)
            return FID_ABSENT;
        sum += side->run[i].job->cached / (double)side->n;
    }
    return sum;
}

/* Whether the disk's counters show that no requests of a side are missing. */
static bool is_counted (const struct answering_side *side)
{
    double more_n;
    for (size_t i = 0; i < side->n; i++)
        if (side->run[i].run && !(fid_run_counted (side->run[i].run, &more_n) > 0))
            return false;
    return true;
}

/* Where memory served another share on each side (warm caches, compression, requests that were
 * lost or filtered), widens the interval to what it is with all bytes from storage. */
static int span_cold (struct answering *w)
{
    struct fid_answer *a = w->a;
    bool in_part = false, counted = is_counted (&w->side[0]) && is_counted (&w->side[1]);
    double cached[] = {cached_of (&w->side[0], &in_part), cached_of (&w->side[1], &in_part)};
    if (w->opts->cold || a->error < 0 || a->measured || cached[0] < 0 || cached[1] < 0 ||
        (!in_part &&
         fabs (cached[1] - cached[0]) <= (counted ? a->tolerance : UNCOUNTED_APART)))
        return 0;
    FID_SCOPED (fid_answer_clear) struct fid_answer cold = {.error = FID_ABSENT};
    FID_FREED struct fid_storage *s = malloc (a->point_n * sizeof *s);
    FID_NEED (s, w->err);
    struct fid_answer_opts opts = *w->opts;
    opts.cold = opts.error_only = true;
    opts.storage = s;
    opts.storage_n = a->point_n;
    for (size_t i = 0; i < a->point_n; i++) {
        s[i] = a->point[i].storage;
        s[i].cache_n = 0;
    }
    FID_TRY (fid_answer (&cold, w->side[0].run, w->side[0].n, w->side[1].run, w->side[1].n,
                         &opts, w->err));
    if (cold.error < 0)
        return 0;
    a->low = fmin (a->low, cold.low);
    a->high = fmax (a->high, cold.high);
    a->worst_least = fmin (a->worst_least, cold.worst_least);
    a->way = FID_ANSWER_BY_NOTHING;
    for (int k = 0; k < FID_ANSWER_SIDE_N && !counted; k++) /* without counters, no account */
        if (!is_counted (&w->side[k]))
            a->side[k].no_proof = FID_ANSWER_REASON_OF (UNSEEN, k);
    return fid_answer_remark_account (w, cached, cold.error);
}

static int end_answer (struct answering *w)
{
    for (size_t k = 0; k < FID_ANSWER_SIDE_N; k++) {
        w->a->side[k].run_n = w->side[k].n;
        FID_TRY (take_side (w, k));
        if (!w->opts->error_only)
            FID_TRY (find_capacity (w, k));
        if (w->side[k].n)
            sum_side (w, k);
    }
    if (!w->opts->error_only)
        FID_TRY (find_bound (w));
    FID_TRY (fid_answer_error (w));
    FID_TRY (span_cold (w));
    fid_answer_judge (w);
    return 0;
}

static void init_answer (struct answering *w, struct fid_answer *a,
                         const struct fid_answer_opts *opts)
{
    w->a = a;
    w->opts = opts;
    *a = (struct fid_answer){
        .error = FID_ABSENT,
        .low = FID_ABSENT,
        .high = FID_ABSENT,
        .modelled = FID_ABSENT,
        .worst = SIZE_MAX,
        .bound_byte_s = FID_ABSENT,
        .bound_meta_s = FID_ABSENT,
        .verdict = FID_CANNOT_TELL,
        .profile = opts->profile,
        .tolerance = opts->tolerance > 0 ? opts->tolerance : FID_ANSWER_TOLERANCE,
        .utilisation = opts->utilisation > 0 ? opts->utilisation : FID_ANSWER_UTILISATION};
}

/* The answers of n profiles while they are worked out, and runs of both sides with timings. */
struct work {
    struct answering *of;       /* owned; of each profile */
    struct fid_answer_run *run; /* owned */
    struct fid_timing *timing;  /* owned; of runs that have none of their own */
    size_t n, run_n;
};

static void clear_work (struct work *k)
{
    for (size_t p = 0; k->of && p < k->n; p++)
        for (int s = 0; s < FID_ANSWER_SIDE_N; s++)
            FID_FREE (k->of[p].side[s].ratio, k->of[p].side[s].full, k->of[p].side[s].kept);
    for (size_t i = 0; k->timing && i < k->run_n; i++)
        fid_timing_clear (&k->timing[i]);
    FID_FREE (k->of, k->run, k->timing);
}

/* A job alone is the one that is stated, where no trace shows what it reads. */
static int take_stated (struct fid_answer_run *r, struct fid_error *err)
{
    const struct fid_run_job *found = NULL;
    if (r->run && r->job->books.gap)
        FID_TRY (!(found = fid_job_of_run (r->run, err)));
    if (!found || !found->stated.rank_n)
        return 0;
    r->job = &found->stated;
    r->timing = NULL;
    for (size_t m = 0; m < FID_MODEL_N; m++)
        r->scale[m] = r->job->times;
    return 0;
}

/* Where no trace shows what some side reads, works a pair out again by what is stated of it. */
static int answer_stated (struct answering *w, const struct fid_answer_run *real, size_t real_n,
                          const struct fid_answer_run *emulation, size_t emulation_n)
{
    struct fid_answer_opts opts = *w->opts;
    bool reads = opts.profile == FID_ANSWER_FOR_STORAGE || opts.profile == FID_ANSWER_FOR_READ;
    bool stated = false;
    opts.stated = true;
    if (!emulation_n || w->opts->stated || !reads || w->a->verdict != FID_CANNOT_TELL ||
        w->a->error >= 0)
        return 0;
    for (size_t i = 0; i < real_n + emulation_n; i++) {
        struct fid_answer_run r = i < real_n ? real[i] : emulation[i - real_n];
        FID_TRY (take_stated (&r, w->err));
        stated |= r.job->stated;
        if (!r.job->data_seen)
            return 0;
    }
    if (!stated)
        return 0;
    fid_answer_clear (w->a);
    return fid_answer (w->a, real, real_n, emulation, emulation_n, &opts, w->err);
}

int fid_answer_each (struct fid_answer *a, const struct fid_answer_opts *opts, size_t n,
                     const struct fid_answer_run *real, size_t real_n,
                     const struct fid_answer_run *emulation, size_t emulation_n,
                     struct fid_error *err)
{
    size_t run_n = real_n + emulation_n;
    FID_TRY (fid_throttled_compare (real, real_n, emulation, emulation_n, err));
    FID_SCOPED (clear_work)
    struct work k = {.of = calloc (n + 1, sizeof *k.of),
                     .run = malloc ((run_n + 1) * sizeof *k.run),
                     .timing = calloc (run_n + 1, sizeof *k.timing),
                     .n = n,
                     .run_n = run_n};
    for (size_t p = 0; p < n; p++)
        init_answer (k.of ? &k.of[p] : &(struct answering){.a = NULL}, &a[p], &opts[p]);
    FID_NEED (k.of && k.run && k.timing, err);
    for (size_t i = 0; i < run_n; i++) {
        k.run[i] = i < real_n ? real[i] : emulation[i - real_n];
        if ((!emulation_n || opts->stated) && opts->profile != FID_ANSWER_FOR_CHECKPOINT)
            FID_TRY (take_stated (&k.run[i], err));
        fid_timing_init (&k.timing[i], k.run[i].job);
        if (!k.run[i].timing)
            k.run[i].timing = &k.timing[i];
    }
    for (size_t p = 0; p < n; p++) {
        k.of[p].side[0] = (struct answering_side){.run = k.run, .n = real_n};
        k.of[p].side[1] = (struct answering_side){.run = k.run + real_n, .n = emulation_n};
        k.of[p].err = err;
        if (!(opts[p].utilisation > 0) && real_n && k.run[0].job->utilisation > 0)
            a[p].utilisation = k.run[0].job->utilisation;
        FID_TRY (begin_answer (&k.of[p]));
    }
    for (size_t i = 0; i < run_n; i++)
        FID_TRY (time_run (k.of, n, &k.run[i], i < real_n));
    for (size_t p = 0; p < n; p++) {
        FID_TRY (end_answer (&k.of[p]));
        FID_TRY (answer_stated (&k.of[p], real, real_n, emulation, emulation_n));
    }
    return 0;
}

int fid_answer (struct fid_answer *a, const struct fid_answer_run *real, size_t real_n,
                const struct fid_answer_run *emulation, size_t emulation_n,
                const struct fid_answer_opts *opts, struct fid_error *err)
{
    return fid_answer_each (a, opts, 1, real, real_n, emulation, emulation_n, err);
}

void fid_answer_clear (struct fid_answer *a)
{
    FID_FREE (a->point, a->side[0].remark, a->side[1].remark);
    *a = (struct fid_answer){0};
}

/* --- a configuration */

int fid_predict_answer (struct fid_predicted *p, const struct fid_answer_run *real,
                        size_t real_n, const struct fid_dlio_config *c, const char *name,
                        const struct fid_answer_opts *opts, struct fid_error *err)
{
    struct fid_error why;
    size_t first;
    FID_TRY (fid_answer_first (&first, real, real_n, err));
    struct fid_job_machine m = fid_job_machine_of (real[first].job);
    if (fid_job_of_config (&p->job, c, &m, &why))
        return fid_errorf (err, why.status, "%s: %s", name, why.text);
    struct fid_answer_run emulation = {.job = &p->job, .name = name};
    struct fid_job_difference d[FID_JOB_TRAIT_N];
    size_t n = fid_job_differences (real[first].job, &p->job, d);
    for (size_t i = 0; i < n; i++)
        p->apart += d[i].apart;
    return fid_answer (&p->answer, real, real_n, &emulation, 1, opts, err);
}

void fid_predicted_clear (struct fid_predicted *p)
{
    fid_job_clear (&p->job);
    fid_answer_clear (&p->answer);
    *p = (struct fid_predicted){.apart = 0};
}
