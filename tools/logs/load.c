/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load.c - the log, JSON or run that a path names, and the times of a run, or of a log that a
 * reader knows
 *
 * Epochs are those that spans and steps are numbered by; without numbers there is one.  An
 * epoch took as long as the span that is called so, else as its blocks, else as its training;
 * an evaluation without a number belongs to the epoch that began last. */
#include "readers/digest.h"
#include "readers/load.h"
#include "readers/trainlog/lines.h"
#include "readers/trainlog/own.h"
#include "tools/logs/logs.h"

#define TEXT_MAX ((size_t)256 << 20) /* of a log */

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
    FID_LIST (struct epoch, epoch);   /* by number */
};

/* --- records */

static int on_phase (void *self, const struct fid_phase *p, struct fid_error *err)
{
    struct records *r = self;
    bool open = p->flags & FID_PHASE_TRUNCATED, eval = p->kind == FID_PHASE_EVAL;
    (void)err;
    r->open_n += open;
    r->open_eval |= open && eval;
    r->evaluates |= !open && eval;
    if (!open)
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
 * steps, or (own) is of another layout than the user's. */
static int read_file (struct records *r, const char *path, bool steps,
                      struct fid_log_own *patterns, bool own, const struct fid_reader **reader)
{
    const struct fid_sink sink = {.self = r, .phase = on_phase, .step = steps ? on_step : NULL};
    FID_SCOPED (fid_text_close) struct fid_text text = {0};
    struct fid_input in = {.text = &text, .sink = &sink, .head.patterns = patterns};
    struct fid_log_fit fit;
    FID_TRY (fid_reader_open (&text, path, &in.head, reader, &fid_why));
    if (own)
        fid_log_fit (&in.head, &fit);
    if (own && !fit.own)
        *reader = NULL;
    if (*reader && !((*reader)->gives & (FID_GIVES_PHASES | FID_GIVES_STEPS)))
        *reader = NULL;
    return *reader ? (*reader)->read (&in, &fid_why) : 0;
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
    size_t kept = 0;
    FID_EACH (const struct fid_phase, p, r->phase)
        if (is_training (p) && p->epoch >= 0)
            FID_APPEND (r->epoch, (struct epoch){.number = p->epoch, .start_ns = INT64_MAX});
    FID_EACH (const struct fid_step, s, r->step)
        if (s->epoch >= 0)
            FID_APPEND (r->epoch, (struct epoch){.number = s->epoch, .start_ns = INT64_MAX});
    if (!r->epoch_n)
        FID_APPEND (r->epoch, (struct epoch){.number = 1, .start_ns = INT64_MAX});
    FID_SORT (r->epoch, r->epoch_n, by_number);
    FID_EACH (const struct epoch, e, r->epoch)
        if (!kept || e->number != r->epoch[kept - 1].number)
            r->epoch[kept++] = *e;
    r->epoch_n = kept;
}

/* The epoch of that number; without one (-1) the last that began before t_ns, else the
 * first.  NULL if there is none. */
static struct epoch *epoch_of (const struct records *r, int number, int64_t t_ns)
{
    struct epoch key = {.number = number}, *best = r->epoch;
    if (number >= 0)
        return bsearch (&key, r->epoch, r->epoch_n, sizeof key, by_number);
    FID_EACH (struct epoch, e, r->epoch)
        if (e->start_ns <= t_ns)
            best = e;
    return best;
}

/* Add the length of a span; no sum of damaged stamps overflows. */
static void add_length (int64_t *sum_ns, const struct fid_phase *p)
{
    if (__builtin_add_overflow (*sum_ns, p->end_ns - p->start_ns, sum_ns))
        *sum_ns = INT64_MAX;
}

static void add_spans (struct records *r)
{
    FID_EACH (const struct fid_phase, p, r->phase) {
        struct epoch *e = is_training (p) ? epoch_of (r, p->epoch, p->start_ns) : NULL;
        if (!e)
            continue;
        add_length (&e->sum_ns[p->name == FID_NAME_EPOCH   ? BY_EPOCH
                               : p->name == FID_NAME_BLOCK ? BY_BLOCK
                                                           : BY_TRAINING],
                    p);
        e->start_ns = p->start_ns < e->start_ns ? p->start_ns : e->start_ns;
    }
    FID_EACH (const struct fid_phase, p, r->phase) {
        if (p->kind != FID_PHASE_EVAL)
            continue;
        struct epoch *e = epoch_of (r, p->epoch, p->start_ns);
        e = e ? e : epoch_of (r, -1, p->start_ns);
        add_length (&e->eval_ns, p);
    }
}

/* --- the log */

static void put_log (struct fid_training_log *log, struct records *r, const char *path)
{
    int64_t first_ns = INT64_MAX, last_ns = INT64_MIN;
    find_epochs (r);
    add_spans (r);
    FID_EACH (const struct fid_phase, p, r->phase) {
        if (p->kind == FID_PHASE_INIT && log->time_s[FID_LOG_INIT] < 0)
            log->time_s[FID_LOG_INIT] = (double)(p->end_ns - p->start_ns) / 1e9;
        first_ns = p->start_ns < first_ns ? p->start_ns : first_ns;
        last_ns = p->end_ns > last_ns ? p->end_ns : last_ns;
    }
    if (first_ns < last_ns)
        log->time_s[FID_LOG_TOTAL] = (double)(last_ns - first_ns) / 1e9;
    FID_EACH (const struct epoch, e, r->epoch)
        fid_training_log_add_epoch (log, (uint64_t)e->number);
    FID_EACH (const struct fid_step, s, r->step) { /* numbered by their places */
        struct epoch *e = epoch_of (r, s->epoch, s->end_ns);
        bool parts = s->step_s < 0 && s->load_s >= 0 && s->compute_s >= 0;
        double time_s = parts ? s->load_s + s->compute_s : s->step_s;
        e->step_n++;
        if (time_s >= 0 && time_s <= FID_TRAINING_MAX_S)
            fid_training_epoch_add_step (&log->epoch[e - r->epoch], e->step_n, time_s);
    }
    for (size_t i = 0; i < r->epoch_n; i++) {
        const struct epoch *e = &r->epoch[i];
        int by = 0;
        while (by < BY_N && !e->sum_ns[by])
            by++;
        /* an epoch without an evaluation had none, if the log has those of others */
        if (e->eval_ns || (r->evaluates && !r->open_eval))
            fid_training_epoch_set (&log->epoch[i], FID_EPOCH_VALIDATION,
                                    (double)e->eval_ns / 1e9);
        if (by < BY_N)
            fid_training_epoch_set (&log->epoch[i], FID_EPOCH_TIME,
                                    (double)e->sum_ns[by] / 1e9);
    }
    if (r->open_n)
        FID_LOG_NOTE (log, "%s: %zu spans never end: left out", path, r->open_n);
}

static void destroy_run (struct fid_run **run)
{
    fid_run_destroy (*run);
}

static int read_run (struct fid_training_log *log, const char *dir,
                     const struct fid_run_opts *opts)
{
    struct records r = {0};
    const struct fid_reader *reader;
    fid_training_log_init (log);
    FID_SCOPED (destroy_run)
    struct fid_run *run = fid_run_load (dir, opts, &fid_why);
    FID_TRY (!run);
    FID_EACH (const struct fid_source, s, run->source) /* spans as the log has them */
        if ((s->used & FID_GIVES_PHASES) && s->phase_n)
            FID_TRY (read_file (&r, fid_textf ("%s/%s", run->dir, s->path), false,
                                opts->patterns, false, &reader));
    FID_EACH_OF (const struct fid_step, s, run->steps.step, run->steps.n)
        on_step (&r, s, NULL);
    if (!r.phase_n && !r.step_n)
        return fid_errorf (&fid_why, FID_EINPUT, "%s: the run states no phases and no steps",
                           dir);
    put_log (log, &r, dir);
    return 0;
}

static bool read_known (struct fid_training_log *log, const char *path,
                        struct fid_log_own *patterns, bool own)
{
    struct records r = {0};
    const struct fid_reader *reader;
    fid_training_log_init (log);
    if (fid_bad_input (read_file (&r, path, true, patterns, own, &reader)) || !reader ||
        !(r.phase_n + r.step_n))
        return false;
    FID_LOG_NOTE (log, "%s: read as %s", path, reader->name);
    put_log (log, &r, path);
    return true;
}

/* --- the log, JSON or run that a path names */

static bool is_known (const struct fid_training_log *log)
{
    bool known = log->epoch_n > 0;
    for (int t = 0; t < FID_LOG_TIME_N; t++)
        known |= log->time_s[t] >= 0;
    return known;
}

/* A file that may be JSON, or the log of a training program.  *whole: it could be read. */
static int load_text (struct fid_training_log *log, const char *path, enum fid_log_form form,
                      bool *whole)
{
    FID_SCOPED (fid_text_close) struct fid_text text = {0};
    struct fid_span all;
    size_t i = 0;
    FID_TRY (path ? fid_text_open (&text, path, &fid_why) : fid_text_stdin (&text, &fid_why));
    FID_TRY (fid_text_rest_within (&text, TEXT_MAX, &all, &fid_why));
    *whole = true;
    while (i < all.n && memchr (" \t\r\n", all.p[i], 4))
        i++;
    bool named = fid_span_ends (fid_span_of (text.path), ".json");
    bool braced = i < all.n && all.p[i] == '{';
    bool json =
        (named || braced) && !fid_bad_input (fid_training_log_read_json (log, all, text.path));
    if (named && !json)
        return -1;
    if (!json)
        fid_training_log_read_text (log, all, text.path, form);
    if (!json && braced && !is_known (log))
        return -1; /* with what is wrong with the JSON */
    if (text.cut_gzip)
        FID_LOG_NOTE (log, "%s: the gzip file is truncated", text.path);
    return 0;
}

int fid_training_log_load (struct fid_training_log *log, const char *path,
                           enum fid_log_form form, const struct fid_run_opts *opts)
{
    struct fid_training_log other;
    bool folder = false, whole = false;
    fid_training_log_init (log);
    if (path) {
        FID_TRY (fid_digest_refuse (path, &fid_why));
        FID_TRY (fid_file_is_folder (path, &folder, &fid_why));
    }
    if (folder)
        return read_run (log, path, opts);
    if (path && opts->patterns && read_known (log, path, opts->patterns, true))
        return 0;
    int rc = load_text (log, path, form, &whole);
    struct fid_error why = fid_why;
    if (!path || !whole || (rc ? why.status != FID_EINPUT : is_known (log)))
        return rc;
    if (read_known (&other, path, opts->patterns, false)) {
        *log = other;
        return 0;
    }
    fid_why = why;
    return rc;
}
