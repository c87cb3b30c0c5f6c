/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read_run.c - the times of a run, or of a log that a reader knows (see training_log.h)
 *
 * Epochs are those that spans and steps are numbered by; without numbers there is one.  An
 * epoch took as long as the span that is called so, else as its blocks, else as its training;
 * an evaluation without a number belongs to the epoch that began last. */
#include "readers/load.h"
#include "tools/logs/training_log.h"
#include "program/must.h"

enum { BY_EPOCH, BY_BLOCK, BY_TRAINING, BY_N }; /* whose spans an epoch's time is the sum of */

struct epoch {
    int number;
    int64_t start_ns; /* INT64_MAX: only steps are known */
    int64_t sum_ns[BY_N], eval_ns;
    uint64_t step_n;
};

struct records {
    FID_LIST (struct fid_phase, phase);
    size_t open_n;
    bool evaluates, open_eval;        /* some evaluation ends, does not end */
    FID_LIST (struct fid_step, step); /* without those of evaluations */
    struct epoch *epoch;              /* by number */
    size_t epoch_n;
};

/* --- records */

static int on_phase (void *self, const struct fid_phase *p, struct fid_error *err)
{
    struct records *r = self;
    (void)err;
    if (p->flags & FID_PHASE_TRUNCATED) {
        r->open_n++;
        r->open_eval |= p->kind == FID_PHASE_EVAL;
        return 0;
    }
    r->evaluates |= p->kind == FID_PHASE_EVAL;
    FID_APPEND (r->phase, *p);
    return 0;
}

static int on_step (void *self, const struct fid_step *s, struct fid_error *err)
{
    struct records *r = self;
    (void)err;
    if (!s->eval)
        FID_APPEND (r->step, *s);
    return 0;
}

/* Read a file with the reader that knows it; *reader is NULL if it has neither spans nor
 * steps. */
static int read_file (struct records *r, const char *path, bool steps,
                      const struct fid_reader **reader)
{
    const struct fid_sink sink = {.self = r, .phase = on_phase, .step = steps ? on_step : NULL};
    FID_SCOPED (fid_text_close) struct fid_text text = {0};
    struct fid_input in = {.text = &text, .sink = &sink};
    if (fid_reader_open (&text, path, &in.head, reader, &fid_why))
        return -1;
    if (*reader && !((*reader)->gives & (FID_GIVES_PHASES | FID_GIVES_STEPS)))
        *reader = NULL;
    return *reader ? (*reader)->read (&in, &fid_why) : 0;
}

/* The spans of a run's log as the log has them, and its steps. */
static int read_run (struct records *r, const char *dir)
{
    struct fid_run *run = fid_run_load (dir, &(struct fid_run_opts){0}, &fid_why);
    const struct fid_reader *reader;
    int rc = run ? 0 : -1;
    for (size_t i = 0; !rc && i < run->source_n; i++) {
        const struct fid_source *s = &run->source[i];
        if ((s->used & FID_GIVES_PHASES) && s->phase_n)
            rc = read_file (r, fid_textf ("%s/%s", run->dir, s->path), false, &reader);
    }
    for (size_t i = 0; !rc && i < run->steps.n; i++)
        on_step (r, &run->steps.step[i], NULL);
    fid_run_destroy (run);
    return rc;
}

/* --- epochs */

FID_ORDER_BY (by_number, struct epoch, FID_RISING (number))

static bool is_training (const struct fid_phase *p)
{
    return p->kind == FID_PHASE_TRAINING && p->name != FID_NAME_RUN;
}

/* Collect the numbers of epochs. */
static void find_epochs (struct records *r)
{
    size_t n = 0, kept = 0;
    r->epoch = fid_take (r->phase_n + r->step_n + 1, sizeof *r->epoch);
    for (size_t i = 0; i < r->phase_n; i++)
        if (is_training (&r->phase[i]) && r->phase[i].epoch >= 0)
            r->epoch[n++].number = r->phase[i].epoch;
    for (size_t i = 0; i < r->step_n; i++)
        if (r->step[i].epoch >= 0)
            r->epoch[n++].number = r->step[i].epoch;
    if (!n && r->phase_n + r->step_n)
        r->epoch[n++].number = 1;
    FID_SORT (r->epoch, n, by_number);
    for (size_t i = 0; i < n; i++)
        if (!i || r->epoch[i].number != r->epoch[kept - 1].number)
            r->epoch[kept++] =
                (struct epoch){.number = r->epoch[i].number, .start_ns = INT64_MAX};
    r->epoch_n = kept;
}

/* The epoch of that number; without one (-1) the last that began before t_ns, else the
 * first.  NULL if there is none. */
static struct epoch *epoch_of (const struct records *r, int number, int64_t t_ns)
{
    struct epoch key = {.number = number}, *best = r->epoch_n ? r->epoch : NULL;
    if (number >= 0)
        return r->epoch_n ? bsearch (&key, r->epoch, r->epoch_n, sizeof key, by_number) : NULL;
    for (size_t i = 0; i < r->epoch_n; i++)
        if (r->epoch[i].start_ns <= t_ns)
            best = &r->epoch[i];
    return best;
}

/* Add the length of a span; no sum of damaged stamps overflows. */
static void add_length (int64_t *sum_ns, const struct fid_phase *p)
{
    if (__builtin_add_overflow (*sum_ns, p->end_ns - p->start_ns, sum_ns))
        *sum_ns = INT64_MAX;
}

static void add_span (struct epoch *e, const struct fid_phase *p)
{
    int by = p->name == FID_NAME_EPOCH   ? BY_EPOCH
             : p->name == FID_NAME_BLOCK ? BY_BLOCK
                                         : BY_TRAINING;
    if (!e)
        return;
    add_length (&e->sum_ns[by], p);
    e->start_ns = p->start_ns < e->start_ns ? p->start_ns : e->start_ns;
}

static void add_spans (struct records *r)
{
    for (size_t i = 0; i < r->phase_n; i++)
        if (is_training (&r->phase[i]))
            add_span (epoch_of (r, r->phase[i].epoch, r->phase[i].start_ns), &r->phase[i]);
    for (size_t i = 0; i < r->phase_n; i++) {
        const struct fid_phase *p = &r->phase[i];
        struct epoch *e =
            p->kind == FID_PHASE_EVAL ? epoch_of (r, p->epoch, p->start_ns) : NULL;
        if (p->kind == FID_PHASE_EVAL && !e)
            e = epoch_of (r, -1, p->start_ns);
        if (e)
            add_length (&e->eval_ns, p);
    }
}

/* --- the log */

static double seconds_of_ns (int64_t ns)
{
    return (double)ns / 1e9;
}

/* The times of the whole run. */
static void put_totals (struct fid_training_log *log, const struct records *r)
{
    int64_t first_ns = INT64_MAX, last_ns = INT64_MIN;
    FID_EACH (const struct fid_phase, p, r->phase) {
        if (p->kind == FID_PHASE_INIT && log->init_s < 0)
            log->init_s = seconds_of_ns (p->end_ns - p->start_ns);
        first_ns = p->start_ns < first_ns ? p->start_ns : first_ns;
        last_ns = p->end_ns > last_ns ? p->end_ns : last_ns;
    }
    if (first_ns < last_ns)
        log->total_s = seconds_of_ns (last_ns - first_ns);
}

/* The whole step, else its parts; negative: unknown. */
static double step_time (const struct fid_step *s)
{
    return s->step_s >= 0                        ? s->step_s
           : s->load_s >= 0 && s->compute_s >= 0 ? s->load_s + s->compute_s
                                                 : FID_TRAINING_UNKNOWN;
}

/* Add a step to its epoch; its number is its place there. */
static void put_step (struct fid_training_log *log, const struct records *r,
                      const struct fid_step *s)
{
    struct epoch *from = epoch_of (r, s->epoch, s->end_ns);
    double time_s = step_time (s);
    if (!from)
        return;
    from->step_n++;
    if (time_s >= 0 && time_s <= FID_TRAINING_MAX_S)
        fid_training_epoch_add_step (&log->epoch[from - r->epoch], from->step_n, time_s);
}

/* An epoch without an evaluation had none, if the log has those of others. */
static void put_spans (struct fid_training_epoch *e, const struct records *r,
                       const struct epoch *from)
{
    int by = 0;
    while (by < BY_N && !from->sum_ns[by])
        by++;
    if (from->eval_ns || (r->evaluates && !r->open_eval))
        fid_training_epoch_set (e, FID_EPOCH_VALIDATION, seconds_of_ns (from->eval_ns));
    if (by < BY_N)
        fid_training_epoch_set (e, FID_EPOCH_TIME, seconds_of_ns (from->sum_ns[by]));
}

static void put_log (struct fid_training_log *log, struct records *r, const char *path)
{
    find_epochs (r);
    add_spans (r);
    put_totals (log, r);
    for (size_t i = 0; i < r->epoch_n; i++)
        fid_training_log_add_epoch (log, (uint64_t)r->epoch[i].number);
    for (size_t i = 0; i < r->step_n; i++)
        put_step (log, r, &r->step[i]);
    for (size_t i = 0; i < r->epoch_n; i++)
        put_spans (&log->epoch[i], r, &r->epoch[i]);
    if (r->open_n)
        fid_training_log_note (log, "%s: %zu spans never end: left out", path, r->open_n);
}

int fid_training_log_read_run (struct fid_training_log *log, const char *dir)
{
    struct records r = {0};
    fid_training_log_init (log);
    if (read_run (&r, dir))
        return -1;
    if (!r.phase_n && !r.step_n)
        return fid_errorf (&fid_why, FID_EINPUT, "%s: the run states no phases and no steps",
                           dir);
    put_log (log, &r, dir);
    return 0;
}

bool fid_training_log_read_known (struct fid_training_log *log, const char *path)
{
    struct records r = {0};
    const struct fid_reader *reader;
    fid_training_log_init (log);
    if (fid_bad_input (read_file (&r, path, true, &reader)) || !reader ||
        !(r.phase_n + r.step_n))
        return false;
    fid_training_log_note (log, "%s: read as %s", path, reader->name);
    put_log (log, &r, path);
    return true;
}
