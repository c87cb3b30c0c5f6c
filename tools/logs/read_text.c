/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read_text.c - the values of a training log (logs.h)
 *
 * Every value follows a colon: the words before the colon name it.  Scanning from colon
 * to colon needs neither lines nor the text between values, so progress bars, carriage
 * returns and CRLF are harmless.  One exception: text may run into the number of a step. */
#include "tools/logs/logs.h"

#define NUMBER_MAX      400 /* characters of a number */
#define STEP_DIGITS_MAX 15

/* WHOLE: from there on the times of the whole training. */
enum kind { STEP, GROUP, VALIDATION, EPOCH, ACCURACY, REAL, WHOLE };

/* Labels before a colon beside those of the whole training (fid_log_times). */
static const struct label {
    const char *text;
    enum kind kind;
    bool seconds; /* an "s" must follow the value; without it the value may be truncated */
} labels[] = {
    {"step training time", STEP, true},     {"steps training", GROUP, true},
    {"Validation time", VALIDATION, false}, {"Epoch time", EPOCH, true},
    {"val_accuracy", ACCURACY, false},      {"Real time", REAL, false},
};

struct scan {
    struct fid_training_log *log;
    const char *name;
    enum fid_log_form form;
    struct fid_span text;
    size_t line_n;       /* line number at `counted` */
    const char *counted; /* newlines before it are in line_n */
    const char *done;    /* end of the value found last */
    bool closed;         /* the last epoch has ended */
    double first_real_s, last_real_s;
    size_t value_n, glued_n, glued_line;
};

/* The line of p, from 1; p must not decrease between calls. */
static size_t line_of (struct scan *s, const char *p)
{
    const char *nl;
    while ((nl = memchr (s->counted, '\n', (size_t)(p - s->counted)))) {
        s->line_n++;
        s->counted = nl + 1;
    }
    return s->line_n;
}

/* --- numbers */

static const char *skip_digits (const char *p, const char *end)
{
    while (p < end && isdigit ((unsigned char)*p))
        p++;
    return p;
}

/* The unsigned number at p: digits, a fraction, an exponent.  Returns its end; NULL if
 * there is none or it exceeds FID_TRAINING_MAX_S. */
static const char *number_at (const char *p, const char *end, double *out)
{
    const char *q = skip_digits (p, end);
    if (q == p)
        return NULL;
    if (end - q > 1 && *q == '.' && isdigit ((unsigned char)q[1]))
        q = skip_digits (q + 1, end);
    if (end - q > 1 && (*q == 'e' || *q == 'E')) {
        const char *e = q + 1 + (q[1] == '-' || q[1] == '+');
        if (e < end && isdigit ((unsigned char)*e))
            q = skip_digits (e, end);
    }
    struct fid_span number = {p, (size_t)(q - p)};
    bool good = number.n <= NUMBER_MAX && fid_span_f64 (number, out);
    return good && *out <= FID_TRAINING_MAX_S ? q : NULL;
}

/* The value after a colon; Python 2 prints a quote, a comma and a blank in between. */
static const char *value_at (const struct scan *s, const char *colon, bool seconds, double *out)
{
    const char *p = colon + 1, *end = s->text.p + s->text.n;
    while (p < end && memchr (" \t',\"", *p, 5))
        p++;
    p = number_at (p, end, out);
    return !p || (seconds && (p == end || *p != 's')) ? NULL : p;
}

/* The step number that ends a text, followed by blanks.  If other text runs into the
 * digits ("loss: 0.5137 "), `due` is taken where the digits end in it.  Returns false if
 * there is no number; *glued: there are digits, but no telling which are the number. */
static bool step_number_before (struct fid_span text, uint64_t due, uint64_t *out, bool *glued)
{
    char due_text[24];
    size_t end = text.n, from;
    *glued = false;
    while (end && text.p[end - 1] == ' ')
        end--;
    for (from = end; from && isdigit ((unsigned char)text.p[from - 1]);)
        from--;
    if (end == text.n || from == end)
        return false;
    struct fid_span digits = {text.p + from, end - from};
    bool touches = from && (unsigned char)text.p[from - 1] > ' ';
    snprintf (due_text, sizeof due_text, "%llu", (unsigned long long)due);
    if (touches && fid_span_ends (digits, due_text)) {
        *out = due;
        return true;
    }
    *glued = digits.n > STEP_DIGITS_MAX || (touches && text.p[from - 1] == '.');
    return !*glued && fid_span_u64 (digits, out);
}

/* --- values */

static struct fid_training_epoch *last_epoch (const struct scan *s)
{
    return s->log->epoch_n ? &s->log->epoch[s->log->epoch_n - 1] : NULL;
}

/* The epoch of a value.  An epoch that has ended still accepts parts it lacks; steps, and
 * parts it has, begin the next epoch. */
static struct fid_training_epoch *epoch_for (struct scan *s, enum fid_epoch_part part)
{
    struct fid_training_epoch *e = last_epoch (s);
    if (e && (!s->closed || (part != FID_EPOCH_STEPS && !(e->part[part] >= 0))))
        return e;
    s->closed = false;
    return fid_training_log_add_epoch (s->log, s->log->epoch_n + 1);
}

static void add_step (struct scan *s, enum kind kind, const char *label, double time_s)
{
    const struct fid_training_epoch *last = s->closed ? NULL : last_epoch (s);
    uint64_t number, due = last && last->step_n ? last->step[last->step_n - 1].number + 1 : 1;
    struct fid_span before = {s->done, (size_t)(label - s->done)};
    bool glued;
    if (!step_number_before (before, due, &number, &glued)) {
        if (glued && !s->glued_n++)
            s->glued_line = line_of (s, label);
        return;
    }
    s->value_n++;
    if (kind != GROUP || s->form != FID_LOG_V1)
        fid_training_epoch_add_step (epoch_for (s, FID_EPOCH_STEPS), number, time_s);
}

/* An accuracy of a validation follows "val_loss: 0.3 - ". */
static bool is_validation_accuracy (const struct scan *s, const char *label)
{
    const char *p = label, *colon = NULL;
    while (p > s->text.p && p[-1] != '\n' && p[-1] != '\r' && label - p < 64 && !colon)
        if (*--p == ':')
            colon = p;
    return colon && fid_span_ends ((struct fid_span){s->text.p, (size_t)(colon - s->text.p)},
                                   "val_loss");
}

static void add_value (struct scan *s, enum kind kind, const char *label, double v)
{
    static const enum fid_epoch_part parts[] = {[VALIDATION] = FID_EPOCH_VALIDATION,
                                                [EPOCH] = FID_EPOCH_TIME,
                                                [ACCURACY] = FID_EPOCH_ACCURACY};
    if (kind == STEP || kind == GROUP) {
        add_step (s, kind, label, v);
        return;
    }
    if (kind == ACCURACY && !is_validation_accuracy (s, label))
        return;
    s->value_n++;
    if (kind == REAL) {
        s->first_real_s = s->first_real_s < 0 ? v : s->first_real_s;
        s->last_real_s = v;
    } else if (kind >= WHOLE) {
        s->log->time_s[kind - WHOLE] = v;
    } else {
        fid_training_epoch_set (epoch_for (s, parts[kind]), parts[kind], v);
        s->closed |= kind != VALIDATION;
    }
}

/* The label that ends at a colon: its kind, or WHOLE and a time; -1 if none does. */
static int label_before (const struct scan *s, const char *colon, struct label *out)
{
    struct fid_span before = {s->done, (size_t)(colon - s->done)};
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
        if (fid_span_ends (before, labels[i].text)) {
            *out = labels[i];
            return 0;
        }
    for (int t = 0; t < FID_LOG_TIME_N; t++)
        if (fid_log_times[t].label && fid_span_ends (before, fid_log_times[t].label)) {
            *out = (struct label){fid_log_times[t].label, (enum kind) (WHOLE + t), false};
            return 0;
        }
    return -1;
}

static void scan_text (struct scan *s)
{
    const char *end = s->text.p + s->text.n, *p = s->text.p, *colon, *after;
    while (p < end && (colon = memchr (p, ':', (size_t)(end - p)))) {
        struct label l;
        double v;
        p = colon + 1;
        if (label_before (s, colon, &l) || !(after = value_at (s, colon, l.seconds, &v)))
            continue;
        add_value (s, l.kind, colon - strlen (l.text), v);
        if (after == end && !l.seconds)
            fid_training_log_note (s->log,
                                   "%s:%zu: the text ends in a value, which may be truncated",
                                   s->name, line_of (s, colon));
        p = s->done = after;
    }
}

void fid_training_log_read_text (struct fid_training_log *log, struct fid_span text,
                                 const char *name, enum fid_log_form form)
{
    struct scan s = {.log = log,
                     .name = name,
                     .form = form,
                     .text = text,
                     .line_n = 1,
                     .counted = text.p,
                     .done = text.p,
                     .first_real_s = FID_ABSENT,
                     .last_real_s = FID_ABSENT};
    size_t repeat_n = 0;
    uint64_t repeat_epoch = 0;
    fid_training_log_init (log);
    scan_text (&s);
    FID_EACH (struct fid_training_epoch, e, log->epoch) {
        size_t n = fid_training_epoch_merge_repeats (e);
        repeat_epoch = repeat_n ? repeat_epoch : e->number;
        repeat_n += n;
    }
    if (s.first_real_s >= 0 && s.last_real_s >= s.first_real_s)
        log->time_s[FID_LOG_REAL] = s.last_real_s - s.first_real_s;
    if (log->time_s[FID_LOG_TOTAL] < 0 && form != FID_LOG_V1) /* newer logs have no other */
        log->time_s[FID_LOG_TOTAL] = log->time_s[FID_LOG_FIT];
    if (s.last_real_s < s.first_real_s)
        fid_training_log_note (log, "%s: Real time goes backwards", name);
    if (repeat_n)
        fid_training_log_note (
            log, "%s: %zu steps are repeated, first in epoch %" PRIu64 ": the last time counts",
            name, repeat_n, repeat_epoch);
    if (s.glued_n)
        fid_training_log_note (log,
                               "%s:%zu: %zu steps ignored: other text runs into their numbers",
                               name, s.glued_line, s.glued_n);
    if (!s.value_n)
        fid_training_log_note (log, "%s: contains no times of a training", name);
}
