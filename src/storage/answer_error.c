/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer_error.c - how far the benchmark's answer is off on each storage, over all, and how
 * surely */
#include "metrics/aggregate.h"
#include "storage/answer_priv.h"
#include "storage/margins.h"

#define SAME_WORK  0.02  /* ln of a ratio */
#define SAME_BYTES 0.1   /* likewise, of a step's bytes */
#define QUANTILE   1.645 /* of a normal law, 95 % to one side */

/* --- the work of both sides */

/* Steps of training, samples that they take and bytes of data, as means over the runs of a side;
 * below 0: not known. */
enum work { STEPS, SAMPLES, BYTES, WORK_N };

static void add_work (const struct answering_side *side, double work[WORK_N])
{
    for (size_t i = 0; i < side->n; i++) {
        const struct fid_job *job = side->run[i].job;
        const struct fid_books *b = &job->books;
        double steps_n = 0;
        FID_EACH (const struct fid_job_rank, r, job->rank)
            steps_n += fid_job_times (job) * (double)fid_job_step_n (r, FID_JOB_TRAINING);
        const double of[WORK_N] = {steps_n, b->consumed_n, b->data_n};
        for (int k = 0; k < WORK_N; k++)
            work[k] =
                work[k] < 0 || !(of[k] > 0) ? FID_ABSENT : work[k] + of[k] / (double)side->n;
    }
}

/* ln of the emulation's over the real job's; not a number if one is not known. */
static double apart (const double work[FID_ANSWER_SIDE_N][WORK_N], int k)
{
    return work[0][k] > 0 && work[1][k] > 0 ? log (work[1][k] / work[0][k]) : NAN;
}

/* Sets what is counted: the real job's samples or steps where both sides do the same work; else
 * each side's own, if a sample or a step is the same on both sides. */
void fid_answer_work (struct answering *w)
{
    static const enum fid_answer_unit units[WORK_N] = {
        FID_ANSWER_IN_STEPS, FID_ANSWER_IN_SAMPLES, FID_ANSWER_IN_SLOWDOWNS};
    struct fid_answer *a = w->a;
    double work[FID_ANSWER_SIDE_N][WORK_N] = {{0}, {0}};
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++)
        add_work (&w->side[k], work[k]);
    a->unit = FID_ANSWER_IN_SECONDS;
    a->work[0] = a->work[1] = 1;
    a->same_work = true;
    if (w->opts->profile == FID_ANSWER_FOR_CHECKPOINT || !(work[0][STEPS] > 0) ||
        (w->side[1].n && !(work[1][STEPS] > 0)))
        return;
    enum work counted = work[0][SAMPLES] > 0 ? SAMPLES : STEPS;
    a->unit = units[counted];
    a->work[0] = a->work[1] = work[0][counted];
    if (!w->side[1].n)
        return;
    double steps = apart (work, STEPS), samples = apart (work, SAMPLES);
    double bytes = apart (work, BYTES);
    bool batch = fabs (samples - steps) <= SAME_WORK; /* the same on both sides; and so on */
    bool step_bytes = fabs (bytes - steps) <= SAME_BYTES;
    if (fabs (steps) <= SAME_WORK || fabs (samples) <= SAME_WORK ||
        (fabs (bytes) <= SAME_BYTES && !batch && !step_bytes))
        return;
    bool sample_bytes = fabs (bytes - samples) <= SAME_BYTES;
    counted = batch || (sample_bytes && !step_bytes) ? SAMPLES : step_bytes ? STEPS : BYTES;
    a->same_work = false;
    a->unit = units[counted];
    a->work[0] = work[0][counted];
    a->work[1] = work[1][counted];
}

/* --- measured times */

/* Median and number of the times of a side on a storage; NULL: at full speed.  -1 without
 * memory. */
static int measured_s (const struct answering *w, size_t k, const struct fid_storage *s,
                       double *median, double *noise)
{
    size_t n = 0, most = 0;
    double sum = 0, squares = 0;
    for (size_t i = 0; i < w->side[k].n; i++)
        most += w->side[k].run[i].measured_n;
    FID_FREED double *t = malloc ((most + 1) * sizeof *t);
    FID_NEED (t, w->err);
    for (size_t i = 0; i < w->side[k].n; i++)
        FID_EACH (const struct fid_measured_time, m, w->side[k].run[i].measured)
            if (s ? m->limited && fid_storage_same (&m->storage, s) : !m->limited)
                t[n++] = m->time_s;
    *median = n ? fid_median_select (t, n) : FID_ABSENT;
    for (size_t i = 0; i < n; i++) {
        double ln = log (t[i] / *median);
        sum += ln;
        squares += ln * ln;
    }
    double variance = n > 1 ? (squares - sum * sum / (double)n) / (double)(n - 1) : 0;
    *noise = n ? fmax (variance, pow (FID_MARGIN_MEASURED_SD, 2)) / (double)n : 0;
    return 0;
}

/* Sets the measured times of both sides; commands were timed as a whole.  Their noise is the
 * variance of ln of both together. */
static int put_measured (struct answering *w, struct fid_answer_point *p)
{
    p->noise = 0;
    for (size_t k = 0; k < FID_ANSWER_SIDE_N && p->parts == FID_TIME_WHOLE; k++) {
        struct fid_answer_point_side *to = &p->side[k];
        double full_s, noise;
        FID_TRY (measured_s (w, k, NULL, &full_s, &noise));
        if (!p->full)
            FID_TRY (measured_s (w, k, &p->storage, &to->measured_s, &noise));
        else
            to->measured_s = full_s;
        p->noise += noise;
        if (to->measured_s > 0 && full_s > 0)
            to->measured = to->measured_s / full_s;
    }
    p->measured = p->side[0].measured > 0 && p->side[1].measured > 0;
    return 0;
}

/* --- e (S) */

/* ln of the emulation's samples a second over the real job's. */
static double error_at (const struct fid_answer *a, const struct fid_answer_point *p,
                        bool measured)
{
    const struct fid_answer_point_side *r = &p->side[0], *e = &p->side[1];
    if (a->unit == FID_ANSWER_IN_SLOWDOWNS)
        return measured ? log (r->measured / e->measured) : log (r->ratio / e->ratio);
    double longer =
        measured ? log (e->measured_s / r->measured_s) : log (e->time_s / r->time_s);
    return log (a->work[1] / a->work[0]) - longer;
}

/* Whether both sides take some time there. */
static bool is_comparable (const struct fid_answer *a, const struct fid_answer_point *p)
{
    return (p->side[0].time_s > 0 && p->side[1].time_s > 0) ||
           (a->unit == FID_ANSWER_IN_SLOWDOWNS && !p->full);
}

/* Finds e (S) of each storage, and which count: full speed, and those that slow a side by more
 * than is allowed. */
static void find_errors (struct answering *w)
{
    struct fid_answer *a = w->a;
    FID_EACH (struct fid_answer_point, p, a->point) {
        double slower = 0;
        p->error = error_at (a, p, p->measured);
        p->modelled = error_at (a, p, false);
        for (int k = 0; k < FID_ANSWER_SIDE_N; k++)
            slower = fmax (slower, p->measured ? p->side[k].measured : p->side[k].ratio);
        p->counts = is_comparable (a, p) && (p->full ? a->unit != FID_ANSWER_IN_SLOWDOWNS
                                                     : log (slower) > log1p (a->tolerance));
        if (!p->counts)
            continue;
        a->discriminates |= !p->full;
        a->measured |= p->measured && !p->full;
        if (a->worst == SIZE_MAX || fabs (p->error) > fabs (a->point[a->worst].error))
            a->worst = (size_t)(p - a->point);
    }
}

/* --- how surely */

enum end { ABOVE, BELOW, END_N }; /* where the model is, and the truth is not */

#define MARGIN_KIND(id, ...) MARGIN_##id,
enum margin_kind { FID_MARGINS (MARGIN_KIND) MARGIN_N };

#define MARGIN_ROW(id, above, below, ...) {above, below},
static const double margins[MARGIN_N][END_N] = {FID_MARGINS (MARGIN_ROW)};

/* What a storage limits; of several the one with the widest margins. */
static enum margin_kind kind_of (const struct fid_answer_point *p)
{
    const struct fid_storage *s = &p->storage;
    const bool limits[MARGIN_N] = {[MARGIN_FULL] = p->full,
                                   [MARGIN_RATE] = s->read_byte_s > 0 || s->cache_n >= 0,
                                   [MARGIN_WAIT] = s->read_s > 0 || s->meta_s > 0,
                                   [MARGIN_REQUESTS] = s->iops > 0,
                                   [MARGIN_WRITES] = s->write_byte_s > 0};
    int kind = MARGIN_RATE;
    double widest = 0;
    for (int k = 0; k < MARGIN_N; k++)
        if (limits[k] && margins[k][ABOVE] + margins[k][BELOW] > widest) {
            kind = k;
            widest = margins[k][ABOVE] + margins[k][BELOW];
        }
    return (enum margin_kind)kind;
}

/* The relative standard error of the recorded time of the checkpoints of a side that its runs
 * wait for; 0 if there are fewer than two. */
static double checkpoint_noise (const struct answering_side *side)
{
    double sum = 0, squares = 0, n = 0;
    for (size_t i = 0; i < side->n; i++)
        for (size_t k = 0; k < side->run[i].job->checkpoint_n; k++) {
            const struct fid_job_checkpoint *c = &side->run[i].job->checkpoint[k];
            double time_s = c->waits ? c->end_s - c->start_s : 0;
            sum += time_s;
            squares += time_s * time_s;
            n += time_s > 0;
        }
    if (n < 2)
        return 0;
    double mean = sum / n, variance = fmax (0, squares - n * mean * mean) / (n - 1);
    return sqrt (variance / n) / mean;
}

/* The variance of the mean of ln of a side's times over `n' recordings: of its own recordings, but
 * no less than the corpus has. */
static double variance_of (const struct answering *w, size_t k, size_t n)
{
    const struct answering_side *side = &w->side[k];
    double sum = 0, squares = 0, runs = (double)side->n;
    double variance = FID_MARGIN_RECORDED_SD * FID_MARGIN_RECORDED_SD;
    for (size_t i = 0; i < side->n; i++) {
        double ln = 0, points = 0;
        for (size_t p = 0; p < w->a->point_n; p++)
            for (size_t m = 0; m < FID_MODEL_N && w->a->point[p].counts; m++) {
                ln += fid_answer_ln (w, k, i, m, p);
                points++;
            }
        ln = points > 0 ? ln / points : 0;
        sum += ln;
        squares += ln * ln;
    }
    if (side->n > 1) {
        double own = fmax (0, (squares - sum * sum / runs) / (runs - 1));
        w->a->side[k].spread = sqrt (own);
        variance = fmax (variance, own);
    }
    variance /= (double)n;
    return w->opts->profile == FID_ANSWER_FOR_CHECKPOINT
               ? fmax (variance, pow (checkpoint_noise (side), 2))
               : variance;
}

/* How far the truth may be from E to one end, with so many recordings of each side, and with
 * two times of both sides on each storage if `timed'.  Errors of one kind of storage go
 * together, those of several are independent; the margins have recordings of their own. */
static double half_width (const struct answering *w, enum end end, const size_t n[2],
                          bool timed)
{
    const double pooled = FID_MARGIN_RECORDED_SD * FID_MARGIN_RECORDED_SD;
    const double timed_twice = FID_MARGIN_MEASURED_SD * FID_MARGIN_MEASURED_SD;
    double of_kind[MARGIN_N] = {0}, all = 0, modelled = 0;
    double squares = 0, recordings = variance_of (w, 0, n[0]) + variance_of (w, 1, n[1]) -
                                     pooled / FID_MARGIN_REAL_N -
                                     pooled / FID_MARGIN_EMULATION_N;
    FID_EACH (const struct fid_answer_point, p, w->a->point) {
        if (!p->counts)
            continue;
        all++;
        if (timed || p->measured) {
            squares += QUANTILE * QUANTILE * (p->measured ? p->noise : timed_twice);
            continue;
        }
        modelled++;
        of_kind[kind_of (p)] += margins[kind_of (p)][end];
    }
    for (int k = 0; k < MARGIN_N; k++)
        squares += of_kind[k] * of_kind[k];
    if (w->a->error > 0) /* 0 is that of one recording on both sides */
        squares += QUANTILE * QUANTILE * modelled * modelled * recordings;
    return all > 0 ? sqrt (fmax (squares, 0)) / all : 0;
}

/* |e (S)| at least and at most if each side is anywhere between its models. */
static void between_models (const struct fid_answer_point *p, double *least, double *most)
{
    const struct fid_answer_point_side *r = &p->side[0], *e = &p->side[1];
    double high = p->modelled + log (r->high / r->ratio) - log (e->low / e->ratio);
    double low = p->modelled + log (r->low / r->ratio) - log (e->high / e->ratio);
    *least = fmax (0, fmax (low, -high));
    *most = fmax (fabs (low), fabs (high));
}

/* Widens the interval to hold both models: each may be as far off. */
static void widen_interval (struct fid_answer *a)
{
    double least = 0, most = 0, n = 0, one[2];
    FID_EACH (const struct fid_answer_point, p, a->point) {
        if (!p->counts)
            continue;
        between_models (p, &one[0], &one[1]);
        least += one[0];
        most += one[1];
        n++;
    }
    double below = a->error - a->low, above = a->high - a->error;
    a->low = fmax (0, fmin (a->error, least / n) - below);
    a->high = fmax (a->error, most / n) + above;
    between_models (&a->point[a->worst], &a->worst_least, &most);
}

/* What would decide a pair that is left open: more recordings, or times on these storages; nothing
 * of a configuration, which nobody ran. */
static void find_way (const struct answering *w)
{
    struct fid_answer *a = w->a;
    double allowed = log1p (a->tolerance);
    for (int timed = 0; timed < 2 && w->side[1].run->run; timed++) {
        const size_t n[] = {timed ? w->side[0].n : w->side[0].n + 2,
                            timed ? w->side[1].n : w->side[1].n + 2};
        double above = half_width (w, ABOVE, n, timed), below = half_width (w, BELOW, n, timed);
        a->way_width = (above + below) / 2;
        if (a->error + below <= allowed || a->error - above > allowed) {
            a->way = timed ? FID_ANSWER_BY_TIMES : FID_ANSWER_BY_RECORDINGS;
            return;
        }
    }
    a->way = FID_ANSWER_BY_NOTHING;
}

static double timed_margin (const struct fid_answer_point *p)
{
    return QUANTILE * sqrt (p->noise);
}

/* Whether the models contradict the measured times by more than both may be off: then some time
 * may be at fault, and does not decide alone. */
static bool is_disputed (const struct fid_answer_point *p)
{
    const double *of = margins[kind_of (p)];
    return p->measured &&
           fabs (p->error - p->modelled) > timed_margin (p) + fmax (of[ABOVE], of[BELOW]);
}

/* |e (S)| at least. */
static double least_error (const struct fid_answer_point *p)
{
    double timed = p->measured ? fabs (p->error) - timed_margin (p) : HUGE_VAL;
    double by_models = p->measured && !is_disputed (p)
                           ? HUGE_VAL
                           : fabs (p->modelled) - margins[kind_of (p)][ABOVE];
    return fmax (0, fmin (timed, by_models));
}

int fid_answer_error (struct answering *w)
{
    struct fid_answer *a = w->a;
    const size_t n[] = {w->side[0].n, w->side[1].n};
    double sum = 0, modelled = 0, undisputed = 0, count = 0;
    FID_EACH (struct fid_answer_point, p, a->point)
        FID_TRY (put_measured (w, p));
    if (!w->side[1].n)
        return 0;
    find_errors (w);
    FID_EACH (const struct fid_answer_point, p, a->point)
        if (p->counts) {
            sum += fabs (p->error);
            modelled += fabs (p->modelled);
            undisputed += fabs (is_disputed (p) ? p->modelled : p->error);
            count++;
        }
    if (!(count > 0))
        return 0;
    a->error = sum / count;
    a->modelled = a->measured ? modelled / count : FID_ABSENT;
    undisputed /= count;
    a->low = fmax (0, fmin (a->error, undisputed) - half_width (w, ABOVE, n, false));
    a->high = fmax (a->error, undisputed) + half_width (w, BELOW, n, false);
    a->worst_least = least_error (&a->point[a->worst]);
    if (a->stepless && !a->measured)
        widen_interval (a);
    find_way (w);
    return 0;
}

/* --- times that were measured on throttled storage */

#define THROTTLED "throttled."

/* A fact "throttled.45000000" = "58.871", "throttled.max", or "throttled.read_ms=5"; false if
 * it is another. */
static bool read_fact (const struct fid_run_fact *fact, struct fid_measured_time *t)
{
    struct fid_span key = fid_span_of (fact->key);
    if (!fid_span_starts (key, THROTTLED) ||
        !fid_span_decimal (fid_span_of (fact->value), &t->time_s))
        return false;
    key.p += strlen (THROTTLED);
    key.n -= strlen (THROTTLED);
    t->limited = !fid_span_is (key, "max");
    fid_storage_init (&t->storage, "");
    if (t->limited && !fid_storage_set (&t->storage, key))
        return false;
    if (fid_span_find (key, "=") >= 0)
        snprintf (t->storage.name, sizeof t->storage.name, "throttled %.*s", (int)key.n, key.p);
    else
        snprintf (t->storage.name, sizeof t->storage.name, "throttled %.4g MB/s",
                  t->storage.read_byte_s / 1e6);
    return true;
}

/* The time at full speed, over that of the recording, which tracers of calls make longer: of 70
 * recordings .80 to 1.07 */
#define LENGTH_MOST  1.1
#define LENGTH_LEAST .9
#define TRACED_LEAST .75

/* Times of a side that are the other's, each that many times as long: a copy, for times of
 * two jobs on several storages differ by more than is rounded away. */
#define STRETCHED_LEAST 4
#define STRETCHED_S     5
#define ROUNDED_S       .0011

/* The file that the run's times are from, below its folder. */
static const char *path_of (const struct fid_run *run)
{
    FID_EACH (const struct fid_source, s, run->source)
        if (s->reader && strcmp (s->reader, "throttle_times") == 0)
            return s->path;
    return "throttle.tsv";
}

/* Whether two names of hosts are of one: the domain may lack. */
static bool is_host (struct fid_span name, const char *other)
{
    struct fid_span rest[] = {name, fid_span_of (other)}, own[2];
    for (int i = 0; i < 2; i++)
        fid_span_field (&rest[i], '.', &own[i]);
    return own[0].n == own[1].n && memcmp (own[0].p, own[1].p, own[0].n) == 0;
}

/* Whether a name is that of the run, of its kernel, or of one of its hosts, if it knows any. */
static bool is_own (const struct fid_run *run, const char *of, struct fid_span name)
{
    bool known = false, own = false;
    const char *kernel = fid_run_fact (run, "system.kernel");
    if (strcmp (of, "run") == 0)
        return fid_span_is (name, run->id);
    if (strcmp (of, "kernel") == 0)
        return !kernel || fid_span_is (name, kernel);
    for (size_t i = 0; i < run->hosts.n; i++) {
        known |= run->hosts.at[i].name[0] != 0;
        own |= is_host (name, run->hosts.at[i].name);
    }
    return own || !known;
}

/* Seconds from the start to the end of the command, as its recorder says; 0: unknown. */
static double command_s (const struct fid_run *run)
{
    const char *text[] = {fid_run_fact (run, "start_utc"), fid_run_fact (run, "stop_utc")};
    int64_t t_ns[2];
    for (int i = 0; i < 2; i++)
        if (!text[i] || !fid_time_iso (fid_span_of (text[i]), &t_ns[i], NULL, NULL))
            return 0;
    return (double)(t_ns[1] - t_ns[0]) / 1e9;
}

/* The time at full speed has to be that of the run, or of its command with what the log does not
 * have. */
static int check_length (const struct fid_answer_run *r, struct fid_error *err)
{
    double sum = 0, n = 0, length_s[] = {r->job->duration_s, command_s (r->run)};
    bool known = false, meets = false;
    FID_EACH (const struct fid_measured_time, t, r->measured)
        if (!t->limited) {
            sum += t->time_s;
            n++;
        }
    for (int i = 0; i < 2 && n > 0; i++)
        if (length_s[i] > 0) {
            double ratio = sum / n / length_s[i];
            known = true;
            meets |= ratio <= LENGTH_MOST &&
                     ratio >= (r->run->events.row_n ? TRACED_LEAST : LENGTH_LEAST);
        }
    return !known || meets
               ? 0
               : fid_errorf (err, FID_EUSAGE,
                             "%s/%s:%.0f: %.4g s at full speed, but the run took %.4g s: the "
                             "times are not of this job; time it again",
                             r->run->dir, path_of (r->run),
                             fid_run_fact_number (r->run, "throttle_line"), sum / n,
                             r->job->duration_s);
}

int fid_throttled_take (struct fid_answer_run *r, struct fid_error *err)
{
    const struct fid_run *run = r->run;
    struct fid_measured_time *measured = calloc (run->fact_n + 1, sizeof *measured);
    r->measured = measured;
    FID_NEED (measured, err);
    FID_EACH (const struct fid_run_fact, f, run->fact) {
        static const char owner[] = "throttle_";
        struct fid_span name = fid_span_of (f->value), line;
        const char *of = f->key + sizeof owner - 1; /* host, run, kernel */
        r->measured_n += read_fact (f, &measured[r->measured_n]);
        if (strncmp (f->key, owner, sizeof owner - 1) != 0 || strcmp (of, "line") == 0)
            continue;
        fid_span_field (&name, ':', &line);
        if (!is_own (run, of, name))
            return fid_errorf (err, FID_EUSAGE,
                               "%s/%s:%.*s: a time of %s %.*s, not of this run", run->dir,
                               path_of (run), FID_SPAN_ARG (line), of, FID_SPAN_ARG (name));
    }
    return check_length (r, err);
}

/* Whether all times of one run are the other's, too, or that many times as long as these. */
static bool is_copy (const struct fid_answer_run *a, const struct fid_answer_run *b)
{
    for (size_t i = 0; i < b->measured_n && a->measured_n > 1; i++) {
        double times = b->measured[i].time_s / a->measured->time_s;
        bool all = times == 1 || a->measured_n >= STRETCHED_LEAST;
        FID_EACH (const struct fid_measured_time, t, a->measured) {
            bool same = false;
            FID_EACH (const struct fid_measured_time, o, b->measured)
                same |= t->limited == o->limited &&
                        fid_storage_same (&t->storage, &o->storage) &&
                        (times == 1 ? t->time_s == o->time_s
                                    : t->time_s >= STRETCHED_S &&
                                          fabs (times * t->time_s - o->time_s) <= ROUNDED_S);
            all &= same;
        }
        if (all)
            return true;
    }
    return false;
}

int fid_throttled_compare (const struct fid_answer_run *real, size_t real_n,
                           const struct fid_answer_run *emulation, size_t emulation_n,
                           struct fid_error *err)
{
    FID_EACH_OF (const struct fid_answer_run, a, real, real_n)
        FID_EACH_OF (const struct fid_answer_run, b, emulation, emulation_n)
            if (a->run && b->run && a->run->hash != b->run->hash &&
                (is_copy (a, b) || is_copy (b, a)))
                return fid_errorf (
                    err, FID_EUSAGE,
                    "%s/%s:%.0f: the times equal the times of %s to the millisecond, or are "
                    "all longer by the same: time each side by itself",
                    b->run->dir, path_of (b->run),
                    fid_run_fact_number (b->run, "throttle_line"), a->name);
    return 0;
}
