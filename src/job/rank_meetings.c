/* rank_meetings.c - when ranks wait for each other, by the ends of their steps (ranks.h)
 *
 * Ranks that exchange gradients end each step together: the ends of their steps stay at the
 * same distance, which is that of their clocks.  Others drift apart, and may begin epochs
 * together. */
#include "job/ranks.h"
#include "metrics/aggregate.h"

#define TOGETHER 0.1  /* of a step: ends of ranks that meet are so close, in the median */
#define VARIES   0.05 /* steps whose lengths vary so much do not stay together by chance */
#define LOGGED   0.05 /* of a step: so much that is neither loading nor computing is a wait */

/* The steps of training of all logged ranks: rows of ranks, columns of steps. */
struct table {
    const struct fid_job_step **step; /* owned; of rank r the k-th at [r * step_n + k] */
    int *epoch;                       /* owned; of the steps of the first rank */
    size_t rank_n, step_n;
    double *x, *spread; /* owned; room for a value a step */
    double step_s;      /* median of the first rank */
};

/* The k-th step of training of a rank, with its epoch; NULL. */
static struct fid_job_step *
training_step (const struct fid_job_rank *r, size_t k, int *epoch)
{
    FID_EACH (const struct fid_job_segment, g, r->segment) {
        if (g->kind != FID_JOB_TRAINING)
            continue;
        *epoch = g->epoch;
        if (k < g->step_n)
            return &r->step[g->step_first + k];
        k -= g->step_n;
    }
    return NULL;
}

static void
table_clear (struct table *t)
{
    FID_FREE (t->step, t->epoch, t->x, t->spread);
}

static int
table_init (struct table *t, const struct fid_finder *f, struct fid_error *err)
{
    const struct fid_job *job = f->job;
    *t = (struct table){.rank_n = f->logged_n, .step_n = SIZE_MAX};
    for (size_t r = 0; r < t->rank_n; r++) {
        size_t n = fid_job_step_n (&job->rank[r], FID_JOB_TRAINING);
        t->step_n = n < t->step_n ? n : t->step_n;
    }
    t->step = malloc ((t->rank_n * t->step_n + 1) * sizeof *t->step);
    t->epoch = malloc ((t->step_n + 1) * sizeof *t->epoch);
    t->x = malloc ((t->step_n + 1) * sizeof *t->x);
    t->spread = malloc ((t->step_n + 1) * sizeof *t->spread);
    FID_NEED (t->step && t->epoch && t->x && t->spread, err);
    for (size_t r = t->rank_n; r-- > 0;)
        for (size_t k = 0; k < t->step_n; k++)
            t->step[r * t->step_n + k] = training_step (&job->rank[r], k, &t->epoch[k]);
    for (size_t k = 0; k < t->step_n; k++)
        t->x[k] = t->step[k]->end_s - t->step[k]->start_s;
    t->step_s = t->step_n ? fid_median_select (t->x, t->step_n) : 0;
    return 0;
}

/* The median over some steps of how far apart ranks end (or begin) them, without the constant
 * part.  from: the first of the columns; by_epoch: only those that begin an epoch. */
static double
spread_of (struct table *t, bool by_epoch, size_t *n)
{
    double *low = t->spread, *x = t->x;
    *n = 0;
    double most = 0;
    for (size_t r = 1; r < t->rank_n; r++) {
        size_t m = 0;
        for (size_t k = by_epoch; k < t->step_n; k++) {
            const struct fid_job_step *a = t->step[k], *b = t->step[r * t->step_n + k];
            if (!by_epoch)
                x[m++] = b->end_s - a->end_s;
            else if (t->epoch[k] != t->epoch[k - 1])
                x[m++] = b->start_s - a->start_s;
        }
        *n = m;
        if (!m)
            return 0;
        for (size_t k = 0; k < m; k++)
            low[k] = x[k];
        double level = fid_median_select (low, m);
        for (size_t k = 0; k < m; k++)
            x[k] = fabs (x[k] - level);
        most = fmax (most, fid_median_select (x, m));
    }
    return most;
}

/* Whether the lengths of the first rank's steps vary. */
static bool
steps_vary (struct table *t)
{
    for (size_t k = 0; k < t->step_n; k++)
        t->x[k] = fabs (t->step[k]->end_s - t->step[k]->start_s - t->step_s);
    return fid_median_select (t->x, t->step_n) > VARIES * t->step_s;
}

/* Of ranks that meet after each step: what a step does after loading and computing is the wait
 * for the others; where a log counts that as computing, what exceeds the shortest computation
 * of all ranks is. */
static void
take_waits (struct table *t)
{
    double rest = 0, all = 0;
    for (size_t i = 0; i < t->rank_n * t->step_n; i++) {
        const struct fid_job_step *s = t->step[i];
        rest += fmax (0, s->end_s - s->start_s - s->load_s - s->compute_s);
        all += s->end_s - s->start_s;
    }
    bool logged = rest > LOGGED * all;
    for (size_t k = 0; k < t->step_n; k++) {
        double least = INFINITY;
        for (size_t r = 0; r < t->rank_n; r++)
            least = fmin (least, t->step[r * t->step_n + k]->compute_s);
        for (size_t r = 0; r < t->rank_n; r++) {
            struct fid_job_step *s =
                (struct fid_job_step *)t->step[r * t->step_n + k]; /* of f->job */
            double left = fmax (0, s->end_s - s->start_s - s->load_s - s->compute_s);
            s->meet_s = logged ? left : s->compute_s - least;
            s->compute_s -= logged ? 0 : s->meet_s;
        }
    }
}

/* --- over all ranks */

struct ranked {
    double step_s; /* median */
    int number;
};

FID_ORDER_BY (by_step_s, struct ranked, FID_RISING (step_s) FID_RISING (number))

/* Adds up the training of a rank; length_s has room for its steps.  Returns how many have a
 * length. */
static size_t
sum_rank (const struct fid_job_rank *r, double *length_s, double sum_s[3])
{
    size_t n = 0;
    for (size_t i = 0; i < r->segment_n; i++)
        for (size_t k = 0; k < r->segment[i].step_n; k++) {
            const struct fid_job_step *s = &r->step[r->segment[i].step_first + k];
            if (r->segment[i].kind != FID_JOB_TRAINING || !(s->end_s > s->start_s))
                continue;
            length_s[n++] = s->end_s - s->start_s;
            sum_s[0] += s->end_s - s->start_s;
            sum_s[1] += s->load_s;
            sum_s[2] += s->meet_s;
        }
    return n;
}

static int
find_spread (struct fid_finder *f, struct fid_error *err)
{
    const struct fid_job *job = f->job;
    struct fid_job_spread *out = &f->job->spread;
    FID_FREED struct ranked *of = malloc ((f->logged_n + 1) * sizeof *of);
    size_t n = 0, most = 0;
    for (size_t i = 0; i < f->logged_n; i++)
        most = job->rank[i].step_n > most ? job->rank[i].step_n : most;
    double all_s = 0, meet_s = 0, *length_s = malloc ((most + 1) * sizeof *length_s);
    for (size_t i = 0; of && length_s && i < f->logged_n; i++) {
        double sum_s[3] = {0};
        size_t k = sum_rank (&job->rank[i], length_s, sum_s);
        if (!k)
            continue;
        of[n++] = (struct ranked){fid_median_select (length_s, k), job->rank[i].number};
        all_s += sum_s[0];
        meet_s += sum_s[2];
        if (n == 1 || sum_s[1] / sum_s[0] > out->worst_stall_share) {
            out->worst_stall_share = sum_s[1] / sum_s[0];
            out->worst_stall_rank = job->rank[i].number;
        }
    }
    bool full = of && length_s;
    if (full && n) {
        qsort (of, n, sizeof *of, by_step_s);
        out->median_step_s = of[(n - 1) / 2].step_s;
        out->median_rank = of[(n - 1) / 2].number;
        out->slowest_step_s = of[n - 1].step_s;
        out->slowest_rank = of[n - 1].number;
        out->meeting_share = meet_s / all_s;
    }
    free (length_s);
    return full ? 0 : fid_error_nomem (err);
}

int
fid_find_meetings (struct fid_finder *f, struct fid_error *err)
{
    struct fid_job *job = f->job;
    struct table t;
    job->meeting = job->rank_n > 1 ? FID_JOB_EACH_STEP : FID_JOB_NEVER;
    job->meetings = job->rank_n > 1 ? (struct fid_job_known){FID_JOB_UNKNOWN, 0.5}
                                    : (struct fid_job_known){FID_JOB_TRACES, 1};
    if (f->logged_n < 2)
        return find_spread (f, err);
    int rc = table_init (&t, f, err);
    if (!rc && t.step_n > 1 && t.step_s > 0) {
        size_t n;
        job->meetings.from = FID_JOB_LOG;
        if (spread_of (&t, false, &n) <= TOGETHER * t.step_s) {
            job->meetings.sure = steps_vary (&t) ? 0.9 : 0.7;
            take_waits (&t);
        } else {
            bool epochs = spread_of (&t, true, &n) <= TOGETHER * t.step_s && n > 1;
            job->meeting = epochs ? FID_JOB_EACH_EPOCH : FID_JOB_NEVER;
            job->meetings.sure = n > 1 ? 0.8 : 0.5;
        }
    }
    table_clear (&t);
    return rc ? rc : find_spread (f, err);
}
