/* answer.c - see answer.h */
#include "config.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "storage/answer.h"
#include "storage/capacity.h"

/* The default scenarios: shares of the real job's mean demand. */
static const double shares[] = {1, 0.7, 0.5, 0.35, 0.25};

const char *
fid_answer_verdict_name (enum fid_answer_verdict v)
{
#define VERDICT_WORDS(id, words) words,
    static const char *const name[] = {FID_ANSWER_VERDICTS (VERDICT_WORDS)};
    return name[v];
}

const char *
fid_answer_reason_words (enum fid_answer_reason r)
{
#define REASON_WORDS(id, words) words,
    static const char *const name[] = {FID_ANSWER_REASONS (REASON_WORDS)};
    return name[r];
}

/* One side while it is worked out. */
struct side {
    const struct fid_answer_run *run; /* borrowed */
    size_t n;
    double *ln; /* owned; ln of the ratio, [run][model][scenario] */
};

struct answering {
    struct fid_answer *a;               /* borrowed */
    const struct fid_answer_opts *opts; /* borrowed */
    struct side side[FID_ANSWER_SIDE_N];
    bool no_data, no_steps;
    struct fid_error *err;
};

static double
ln_of (const struct answering *w, size_t side, size_t run, size_t model, size_t point)
{
    return w->side[side].ln[(run * FID_MODEL_N + model) * w->a->point_n + point];
}

/* --- scenarios */

static struct fid_answer_point *
add_point (struct answering *w, const struct fid_storage *s)
{
    struct fid_answer *a = w->a;
    if (fid_array_grow (&a->point, &a->point_cap, a->point_n + 1, sizeof *a->point, w->err))
        return NULL;
    struct fid_answer_point *p = &a->point[a->point_n++];
    *p = (struct fid_answer_point){.storage = *s};
    p->side[0].measured = p->side[1].measured = FID_ANSWER_ABSENT;
    return p;
}

static int
add_rate (struct answering *w, const char *name, double byte_s)
{
    struct fid_storage s;
    fid_storage_init (&s, name);
    s.read_byte_s = byte_s;
    return add_point (w, &s) ? 0 : -1;
}

/* The rates at which some run was measured, each once. */
static int
add_measured_rates (struct answering *w)
{
    size_t from = w->a->point_n;
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++)
        for (size_t i = 0; i < w->side[k].n; i++)
            for (size_t m = 0; m < w->side[k].run[i].measured_n; m++) {
                double rate = w->side[k].run[i].measured[m].read_byte_s;
                size_t p = from;
                while (p < w->a->point_n && w->a->point[p].storage.read_byte_s != rate)
                    p++;
                if (isfinite (rate) && p == w->a->point_n && add_rate (w, "throttled", rate))
                    return -1;
            }
    return 0;
}

static int
add_scenarios (struct answering *w)
{
    double demand = w->a->side[FID_ANSWER_REAL].demand_byte_s;
    char name[64];
    for (size_t i = 0; i < w->opts->storage_n; i++)
        if (!add_point (w, &w->opts->storage[i]))
            return -1;
    if (w->opts->storage_n)
        return 0;
    for (size_t i = 0; i < sizeof shares / sizeof *shares && demand > 0; i++) {
        snprintf (name, sizeof name, "%g x demand", shares[i]);
        if (add_rate (w, name, shares[i] * demand))
            return -1;
    }
    return add_measured_rates (w);
}

/* --- times */

static void
add_times (struct fid_times *to, const struct fid_times *t, double weight)
{
    to->total_s += weight * t->total_s;
    to->compute_s += weight * t->compute_s;
    for (int p = 0; p < FID_JOB_SEGMENT_N; p++)
        to->part_s[p] += weight * t->part_s[p];
}

/* The times of one run by one model; t[0] is on the recorded storage. */
static void
take_times (struct answering *w, size_t k, size_t run, size_t model, const struct fid_times *t)
{
    struct side *side = &w->side[k];
    struct fid_answer_side *to = &w->a->side[k];
    double weight = 1. / (double)side->n, recorded_s = side->run[run].job->duration_s;
    if (model == FID_MODEL_BUFFER) {
        double check = recorded_s > 0 && t[0].total_s > 0 ? log (t[0].total_s / recorded_s) : 1;
        add_times (&to->times, &t[0], weight);
        to->recorded_s += weight * recorded_s;
        if (fabs (check) > fabs (to->self_check))
            to->self_check = check;
    }
    for (size_t i = 0; i < w->a->point_n; i++) {
        double ln = t[0].total_s > 0 && t[i + 1].total_s > 0
                        ? log (t[i + 1].total_s / t[0].total_s)
                        : 0;
        side->ln[(run * FID_MODEL_N + model) * w->a->point_n + i] = ln;
        if (model == FID_MODEL_BUFFER)
            add_times (&w->a->point[i].side[k].times, &t[i + 1], weight);
    }
}

static int
time_side (struct answering *w, size_t k)
{
    struct side *side = &w->side[k];
    size_t n = w->a->point_n + 1;
    struct fid_storage *s = calloc (n, sizeof *s);
    struct fid_times *t = calloc (n, sizeof *t);
    side->ln = calloc (side->n * FID_MODEL_N * n + 1, sizeof *side->ln);
    int rc = s && t && side->ln ? 0 : fid_error_nomem (w->err);
    for (size_t i = 0; i < n && rc == 0; i++)
        if (i)
            s[i] = w->a->point[i - 1].storage;
        else
            fid_storage_init (&s[0], "recorded");
    for (size_t i = 0; i < side->n && rc == 0; i++)
        for (size_t m = 0; m < FID_MODEL_N && rc == 0; m++) {
            rc = fid_job_times (side->run[i].job, (enum fid_model)m, s, n, t, w->err);
            if (rc == 0)
                take_times (w, k, i, m, t);
        }
    free (s);
    free (t);
    return rc;
}

/* The ratios of a side in each scenario, over its runs and both models. */
static void
sum_side (struct answering *w, size_t k)
{
    double n = (double)w->side[k].n;
    for (size_t p = 0; p < w->a->point_n; p++) {
        struct fid_answer_point_side *to = &w->a->point[p].side[k];
        double all = 0;
        for (size_t m = 0; m < FID_MODEL_N; m++) {
            double sum = 0;
            for (size_t i = 0; i < w->side[k].n; i++) {
                double ln = ln_of (w, k, i, m, p), x = exp (ln);
                sum += ln;
                to->low = to->low > 0 ? fmin (to->low, x) : x;
                to->high = fmax (to->high, x);
            }
            to->by[m] = exp (sum / n);
            all += sum / n / FID_MODEL_N;
        }
        to->ratio = exp (all);
        to->utilisation = fid_utilisation (&to->times);
    }
}

static int
find_capacity (struct answering *w, size_t k)
{
    struct fid_answer_side *to = &w->a->side[k];
    double sum = 0;
    to->capacity = FID_ANSWER_ABSENT;
    for (size_t i = 0; i < w->side[k].n; i++) {
        const struct fid_job *job = w->side[k].run[i].job;
        double rate;
        if (fid_rate_for_utilisation (job, w->opts->utilisation, &rate, w->err))
            return -1;
        if (!(rate > 0))
            return 0;
        sum += (double)job->rank_n * 1e9 / rate;
    }
    to->capacity = w->side[k].n ? sum / (double)w->side[k].n : FID_ANSWER_ABSENT;
    return 0;
}

/* --- measured times */

/* ln of how many times as long a run took at a rate as without a limit; false if it was not
 * measured. */
static bool
measured_ln (const struct fid_answer_run *run, double rate, double *ln)
{
    double sum[2] = {0}, n[2] = {0};
    for (size_t i = 0; i < run->measured_n; i++)
        for (int limited = 0; limited < 2; limited++)
            if (run->measured[i].read_byte_s == (limited ? rate : HUGE_VAL)) {
                sum[limited] += run->measured[i].time_s;
                n[limited]++;
            }
    if (!(n[0] > 0) || !(n[1] > 0) || !(sum[0] > 0) || !(sum[1] > 0))
        return false;
    *ln = log ((sum[1] / n[1]) / (sum[0] / n[0]));
    return true;
}

static bool
only_a_rate (const struct fid_storage *s)
{
    return s->read_byte_s > 0 && s->read_s <= 0 && s->meta_s <= 0 && s->iops < 0 &&
           s->cache_n < 0 && s->write_byte_s < 0 && s->read_ahead_n < 0;
}

static void
put_measured (struct answering *w, size_t k)
{
    for (size_t p = 0; p < w->a->point_n; p++) {
        const struct fid_storage *s = &w->a->point[p].storage;
        double sum = 0, ln, n = 0;
        for (size_t i = 0; only_a_rate (s) && i < w->side[k].n; i++)
            if (measured_ln (&w->side[k].run[i], s->read_byte_s, &ln)) {
                sum += ln;
                n++;
            }
        if (n > 0)
            w->a->point[p].side[k].measured = exp (sum / n);
    }
}

static bool
is_measured (const struct fid_answer_point *p)
{
    return p->side[0].measured > 0 && p->side[1].measured > 0;
}

/* --- the error */

/* Whether a scenario counts: where both sides were measured somewhere, only those. */
static bool
counts (const struct fid_answer *a, size_t p)
{
    return !a->measured || is_measured (&a->point[p]);
}

/* How far the emulation is off in a scenario, by measured times if `measured'. */
static double
difference_at (const struct fid_answer_point *p, bool measured)
{
    return measured ? log (p->side[1].measured / p->side[0].measured)
                    : log (p->side[1].ratio / p->side[0].ratio);
}

static double
mean_error (const struct fid_answer *a, bool measured)
{
    double sum = 0, n = 0;
    for (size_t p = 0; p < a->point_n; p++)
        if (counts (a, p)) {
            sum += fabs (difference_at (&a->point[p], measured));
            n++;
        }
    return n > 0 ? sum / n : FID_ANSWER_ABSENT;
}

/* E by one real run, one emulation and one model, or by their measured times; ABSENT. */
static double
error_of (const struct answering *w, size_t real, size_t emulation, size_t model)
{
    const struct fid_answer *a = w->a;
    double sum = 0, n = 0, ln[2];
    for (size_t p = 0; p < a->point_n; p++) {
        double rate = a->point[p].storage.read_byte_s;
        if (!counts (a, p))
            continue;
        if (a->measured) {
            if (!measured_ln (&w->side[0].run[real], rate, &ln[0]) ||
                !measured_ln (&w->side[1].run[emulation], rate, &ln[1]))
                continue;
        } else {
            ln[0] = ln_of (w, 0, real, model, p);
            ln[1] = ln_of (w, 1, emulation, model, p);
        }
        sum += fabs (ln[1] - ln[0]);
        n++;
    }
    return n > 0 ? sum / n : FID_ANSWER_ABSENT;
}

static void
find_error (struct answering *w)
{
    struct fid_answer *a = w->a;
    for (size_t p = 0; p < a->point_n; p++)
        a->measured = a->measured || is_measured (&a->point[p]);
    a->error = a->low = a->high = mean_error (a, a->measured);
    a->modelled = a->measured ? mean_error (a, false) : FID_ANSWER_ABSENT;
    for (size_t i = 0; i < w->side[0].n; i++)
        for (size_t j = 0; j < w->side[1].n; j++)
            for (size_t m = 0; m < (a->measured ? 1 : FID_MODEL_N); m++) {
                double e = error_of (w, i, j, m);
                if (e < 0)
                    continue;
                a->low = fmin (a->low, e);
                a->high = fmax (a->high, e);
            }
    if (a->error >= 0 && !a->measured) {
        a->low = fmax (0, a->low - FID_ANSWER_MODEL_ERROR);
        a->high += FID_ANSWER_MODEL_ERROR;
    }
    for (size_t p = 0; p < a->point_n; p++) {
        double d = counts (a, p) ? difference_at (&a->point[p], a->measured) : 0;
        if (counts (a, p) && (a->worst == SIZE_MAX || fabs (d) > fabs (a->worst_error))) {
            a->worst = p;
            a->worst_error = d;
        }
    }
}

/* --- the verdict */

static int
find_bound (struct answering *w)
{
    struct fid_answer *a = w->a;
    double rate, sum = 0;
    a->bound_byte_s = FID_ANSWER_ABSENT;
    for (size_t p = 0; p < a->point_n; p++)
        a->bound = a->bound || a->point[p].side[0].ratio >= 1 + FID_ANSWER_BOUND;
    for (size_t i = 0; i < w->side[0].n; i++) {
        if (fid_rate_for_time (w->side[0].run[i].job, FID_ANSWER_BOUND, &rate, w->err))
            return -1;
        if (!(rate > 0))
            return 0;
        sum += rate;
    }
    a->bound_byte_s = sum / (double)w->side[0].n;
    return 0;
}

static enum fid_answer_reason
why_not (const struct answering *w)
{
    const struct fid_answer *a = w->a;
    double most = log1p (FID_ANSWER_SELF_CHECK);
    if (!w->side[1].n)
        return FID_ANSWER_REASON_ONE_SIDE;
    if (w->no_data)
        return FID_ANSWER_REASON_NO_DATA;
    if (w->no_steps)
        return FID_ANSWER_REASON_NO_STEPS;
    if (!a->point_n)
        return FID_ANSWER_REASON_NO_DEMAND;
    if (!a->measured && fabs (a->side[0].self_check) > most)
        return FID_ANSWER_REASON_SELF_REAL;
    if (!a->measured && fabs (a->side[1].self_check) > most)
        return FID_ANSWER_REASON_SELF_EMULATION;
    double allowed = log1p (a->tolerance);
    return a->low <= allowed && a->high > allowed ? FID_ANSWER_REASON_WIDE
                                                  : FID_ANSWER_REASON_NONE;
}

/* What is missing in a run. */
static void
look_at (struct answering *w, const struct fid_job *job)
{
    size_t step_n = 0;
    for (size_t i = 0; i < job->rank_n; i++)
        step_n += job->rank[i].step_n;
    w->no_data = w->no_data || !job->data_seen;
    w->no_steps = w->no_steps || !step_n;
}

static int
work_out (struct answering *w)
{
    struct fid_answer *a = w->a;
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++)
        for (size_t i = 0; i < w->side[k].n; i++) {
            look_at (w, w->side[k].run[i].job);
            a->side[k].demand_byte_s +=
                fid_mean_demand (w->side[k].run[i].job) / (double)w->side[k].n;
        }
    if (add_scenarios (w))
        return -1;
    for (size_t k = 0; k < FID_ANSWER_SIDE_N; k++) {
        a->side[k].run_n = w->side[k].n;
        if (time_side (w, k) || find_capacity (w, k))
            return -1;
        if (w->side[k].n)
            sum_side (w, k);
        put_measured (w, k);
    }
    if (find_bound (w))
        return -1;
    if (w->side[FID_ANSWER_EMULATION].n)
        find_error (w);
    a->reason = why_not (w);
    if (a->reason == FID_ANSWER_REASON_NONE)
        a->verdict = a->high <= log1p (a->tolerance) ? FID_ANSWER_VALID : FID_ANSWER_NOT_VALID;
    return 0;
}

int
fid_answer (struct fid_answer *a, const struct fid_answer_run *real, size_t real_n,
            const struct fid_answer_run *emulation, size_t emulation_n,
            const struct fid_answer_opts *opts, struct fid_error *err)
{
    struct answering w = {.a = a,
                          .opts = opts,
                          .side = {{real, real_n, NULL}, {emulation, emulation_n, NULL}},
                          .err = err};
    *a = (struct fid_answer){.error = FID_ANSWER_ABSENT,
                             .low = FID_ANSWER_ABSENT,
                             .high = FID_ANSWER_ABSENT,
                             .modelled = FID_ANSWER_ABSENT,
                             .worst = SIZE_MAX,
                             .tolerance = opts->tolerance,
                             .utilisation = opts->utilisation};
    int rc = work_out (&w);
    free (w.side[0].ln);
    free (w.side[1].ln);
    return rc;
}

void
fid_answer_clear (struct fid_answer *a)
{
    free (a->point);
    *a = (struct fid_answer){0};
}
