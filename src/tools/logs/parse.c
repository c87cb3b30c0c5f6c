/* parse.c - the values of a training log (see job.h)
 *
 * Every value stands behind a colon, so the text is walked from colon to colon:
 * what is before it says what it is, what is behind it how much.  Neither lines
 * nor what else stands in them matter, so progress bars, their carriage returns
 * and CRLF need no care but one: text may run into the number of a step. */
#include <string.h>
#include "tools/logs/job.h"
#include "tools/logs/number.h"

enum what { STEP, GROUP, VALIDATION, EPOCH, ACCURACY, INIT, TOTAL, FIT, SAVE, REAL };

static const struct word {
    const char *text; /* before the colon */
    enum what what;
    bool seconds; /* an "s" has to follow, else the value may be cut */
} words[] = {
    {"step training time", STEP, true},
    {"steps training", GROUP, true},
    {"Validation time", VALIDATION, false},
    {"Epoch time", EPOCH, true},
    {"val_accuracy", ACCURACY, false},
    {"Tempo de inicializacao", INIT, false},
    {"Duracao do treinamento", TOTAL, false},
    {"Tempo do fit", FIT, false},
    {"Tempo levado para o modelo ser salvo", SAVE, false},
    {"Real time", REAL, false},
};

struct log {
    struct fid_job *job;
    const char *name;
    enum fid_job_form form;
    struct fid_span text;
    struct fid_error *err;
    size_t line_n;       /* of the text up to counted */
    const char *counted; /* newlines before it are in line_n */
    const char *seen;    /* values begin behind this */
    bool closed;         /* the last epoch has ended */
    double first_real_s, last_real_s;
    size_t value_n, glued_n, glued_line, twice_n;
    uint64_t twice_epoch;
};

/* The line of p, from 1; p never goes back. */
static size_t
line_of (struct log *log, const char *p)
{
    const char *nl;
    while ((nl = memchr (log->counted, '\n', (size_t)(p - log->counted)))) {
        log->line_n++;
        log->counted = nl + 1;
    }
    return log->line_n;
}

/* The value behind a colon; Python 2 puts a quote, a comma and a blank between. */
static const char *
value_at (const struct log *log, const char *colon, bool seconds, double *out)
{
    const char *p = colon + 1, *end = log->text.p + log->text.n;
    while (p < end && memchr (" \t',\"", *p, 5))
        p++;
    p = fid_job_number_at (p, end, out);
    return !p || (seconds && (p == end || *p != 's')) ? NULL : p;
}

/* The word that ends at a colon. */
static const struct word *
word_before (const struct log *log, const char *colon)
{
    struct fid_span s = {log->seen, (size_t)(colon - log->seen)};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (fid_span_ends (s, words[i].text))
            return &words[i];
    return NULL;
}

static struct fid_job_epoch *
last_epoch (const struct log *log)
{
    return log->job->epoch_n ? &log->job->epoch[log->job->epoch_n - 1] : NULL;
}

/* The epoch that a value belongs to.  One that has ended takes what it lacks;
 * steps, and what it has already, begin the next one. */
static struct fid_job_epoch *
epoch_for (struct log *log, enum fid_job_part part)
{
    struct fid_job_epoch *e = last_epoch (log);
    if (e && (!log->closed || (part != FID_JOB_STEPS && !(e->part[part] >= 0))))
        return e;
    log->closed = false;
    return fid_job_add_epoch (log->job, log->job->epoch_n + 1, log->err);
}

static int
set (struct log *log, enum fid_job_part part, double value)
{
    struct fid_job_epoch *e = epoch_for (log, part);
    if (!e)
        return -1;
    fid_job_set (e, part, value);
    return 0;
}

/* The number of the step whose words these are; false: none, told if it was lost. */
static bool
step_number (struct log *log, const char *word, uint64_t *out)
{
    const struct fid_job_epoch *e = log->closed ? NULL : last_epoch (log);
    uint64_t due = e && e->step_n ? e->step[e->step_n - 1].number + 1 : 1;
    struct fid_span before = {log->seen, (size_t)(word - log->seen)};
    bool lost;
    if (fid_job_step_before (before, due, out, &lost))
        return true;
    if (lost && !log->glued_n++)
        log->glued_line = line_of (log, word);
    return false;
}

static int
add_step (struct log *log, const struct word *w, const char *word, double time_s)
{
    struct fid_job_step step = {.time_s = time_s};
    if (!step_number (log, word, &step.number))
        return 0;
    log->value_n++;
    if (w->what == GROUP && log->form == FID_JOB_V1)
        return 0;
    struct fid_job_epoch *e = epoch_for (log, FID_JOB_STEPS);
    return e ? fid_job_add_step (e, step, log->err) : -1;
}

/* What ends an epoch. */
static int
close_epoch (struct log *log, enum fid_job_part part, double value)
{
    if (set (log, part, value))
        return -1;
    log->closed = true;
    return 0;
}

/* "val_loss: 0.3 - " stands before a validation's accuracy. */
static bool
is_accuracy (const struct log *log, const char *word)
{
    const char *p = word, *colon = NULL;
    while (p > log->text.p && p[-1] != '\n' && p[-1] != '\r' && word - p < 64 && !colon)
        if (*--p == ':')
            colon = p;
    if (!colon)
        return false;
    struct fid_span before = {log->text.p, (size_t)(colon - log->text.p)};
    return fid_span_ends (before, "val_loss");
}

static int
take (struct log *log, const struct word *w, const char *word, double v)
{
    struct fid_job *job = log->job;
    if (w->what == STEP || w->what == GROUP)
        return add_step (log, w, word, v);
    if (w->what == ACCURACY && !is_accuracy (log, word))
        return 0;
    log->value_n++;
    switch (w->what) {
    case VALIDATION:
        return set (log, FID_JOB_VALIDATION, v);
    case EPOCH:
        return close_epoch (log, FID_JOB_EPOCH, v);
    case ACCURACY:
        return close_epoch (log, FID_JOB_ACCURACY, v);
    case INIT:
        job->init_s = v;
        return 0;
    case TOTAL:
        job->total_s = v;
        return 0;
    case FIT:
        job->fit_s = v;
        return 0;
    case SAVE:
        job->save_s = v;
        return 0;
    default:
        if (log->first_real_s < 0)
            log->first_real_s = v;
        log->last_real_s = v;
        return 0;
    }
}

static int
walk (struct log *log)
{
    const char *end = log->text.p + log->text.n, *p = log->text.p, *colon;
    while (p < end && (colon = memchr (p, ':', (size_t)(end - p)))) {
        const struct word *w = word_before (log, colon);
        const char *after;
        double v;
        p = colon + 1;
        if (!w || !(after = value_at (log, colon, w->seconds, &v)))
            continue;
        if (take (log, w, colon - strlen (w->text), v))
            return -1;
        if (after == end && !w->seconds &&
            fid_job_note (log->job, log->err,
                          "%s:%zu: the text ends in a value, which may be cut", log->name,
                          line_of (log, colon)))
            return -1;
        p = log->seen = after;
    }
    return 0;
}

/* What came of the log as a whole. */
static int
finish (struct log *log)
{
    struct fid_job *job = log->job;
    for (size_t i = 0; i < job->epoch_n; i++) {
        size_t n;
        if (fid_job_settle (&job->epoch[i], &n, log->err))
            return -1;
        if (n && !log->twice_n)
            log->twice_epoch = job->epoch[i].number;
        log->twice_n += n;
    }
    if (log->first_real_s >= 0 && log->last_real_s >= log->first_real_s)
        job->real_s = log->last_real_s - log->first_real_s;
    if (log->last_real_s < log->first_real_s &&
        fid_job_note (job, log->err, "%s: Real time ends before it begins", log->name))
        return -1;
    if (job->total_s < 0 && log->form != FID_JOB_V1)
        job->total_s = job->fit_s; /* newer logs tell no other, nor did their tools ask */
    if (log->twice_n &&
        fid_job_note (job, log->err,
                      "%s: %zu steps told again, first in epoch %llu: the last time is kept",
                      log->name, log->twice_n, (unsigned long long)log->twice_epoch))
        return -1;
    if (log->glued_n &&
        fid_job_note (job, log->err,
                      "%s:%zu: %zu steps left out: their numbers run into other text",
                      log->name, log->glued_line, log->glued_n))
        return -1;
    if (!log->value_n &&
        fid_job_note (job, log->err, "%s: no time of a training job in it", log->name))
        return -1;
    return 0;
}

int
fid_job_parse (struct fid_job *job, struct fid_span text, const char *name,
               enum fid_job_form form, struct fid_error *err)
{
    struct log log = {.job = job,
                      .name = name,
                      .form = form,
                      .text = text,
                      .err = err,
                      .line_n = 1,
                      .counted = text.p,
                      .seen = text.p,
                      .first_real_s = FID_JOB_MISSING,
                      .last_real_s = FID_JOB_MISSING};
    fid_job_init (job);
    if (walk (&log) || finish (&log)) {
        fid_job_clear (job);
        return -1;
    }
    return 0;
}
