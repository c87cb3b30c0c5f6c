/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read_text.c - the values of a training log (logs.h), by the rows of the layout keras_times */
#include "readers/trainlog/rows.h"
#include "tools/logs/logs.h"

/* The epoch of a value.  An epoch that has ended still accepts parts it lacks; steps, and
 * parts it has, begin the next epoch. */
static struct fid_training_epoch *epoch_for (struct fid_training_log *log, bool closed,
                                             enum fid_epoch_part part)
{
    struct fid_training_epoch *e = log->epoch_n ? &log->epoch[log->epoch_n - 1] : NULL;
    return e && (!closed || (part != FID_EPOCH_STEPS && !(e->part[part] >= 0)))
               ? e
               : fid_training_log_add_epoch (log, log->epoch_n + 1);
}

/* Puts what a line says into the log; false if that is nothing. */
static bool put_mark (struct fid_training_log *log, const struct fid_log_mark *m,
                      enum fid_log_form form, bool *closed)
{
    static const enum fid_log_value whole[FID_LOG_TIME_N] = {
        [FID_LOG_INIT] = FID_VALUE_INIT, [FID_LOG_TOTAL] = FID_VALUE_WHOLE,
        [FID_LOG_REAL] = FID_VALUE_N,    [FID_LOG_FIT] = FID_VALUE_FIT,
        [FID_LOG_WRITE] = FID_VALUE_N,
    };
    const double *at = m->at, elapsed_s = at[FID_VALUE_ELAPSED];
    if (m->kind == FID_LOG_STEP) {
        if (m->group && form == FID_LOG_V1)
            return true;
        fid_training_epoch_add_step (epoch_for (log, *closed, FID_EPOCH_STEPS),
                                     (uint64_t)m->step, at[FID_VALUE_TIME]);
        *closed = false;
        return true;
    }
    enum fid_epoch_part part = m->kind == FID_LOG_EVAL_END    ? FID_EPOCH_VALIDATION
                               : m->kind == FID_LOG_EPOCH_END ? FID_EPOCH_TIME
                                                              : FID_EPOCH_ACCURACY;
    double value = part == FID_EPOCH_ACCURACY ? at[FID_VALUE_ACCURACY] : elapsed_s;
    if (value >= 0) {
        struct fid_training_epoch *e = epoch_for (log, *closed, part);
        *closed = (*closed && e->order_n) || part != FID_EPOCH_VALIDATION;
        fid_training_epoch_set (e, part, value);
        return true;
    }
    if (m->kind == FID_LOG_SAVED && elapsed_s >= 0)
        log->time_s[FID_LOG_WRITE] = elapsed_s;
    for (int t = 0; t < FID_LOG_TIME_N; t++)
        if (whole[t] < FID_VALUE_N && at[whole[t]] >= 0)
            log->time_s[t] = at[whole[t]];
    return m->kind == FID_LOG_OTHER || (m->kind == FID_LOG_SAVED && elapsed_s >= 0);
}

void fid_training_log_read_text (struct fid_training_log *log, struct fid_span text,
                                 const char *name, enum fid_log_form form)
{
    const struct fid_sink sink = {0};
    struct fid_trainlog g = {.sink = &sink, .layout = fid_log_layout ("keras_times")};
    struct fid_span rest = text, line;
    size_t line_n = 0, glued_line = 0, repeat_n = 0, value_n = 0;
    uint64_t repeat_epoch = 0;
    int64_t unused;
    bool closed = false;
    fid_training_log_init (log);
    while (fid_span_field (&rest, '\n', &line))
        fid_must (fid_trainlog_line (&g, line, ++line_n, true, &unused, &fid_why));
    if (line.n && g.mark_n && g.mark[g.mark_n - 1].line == line_n)
        FID_LOG_NOTE (log, "%s:%zu: the text ends in a value, which may be truncated", name,
                      line_n);
    size_t glued_n = fid_trainlog_number (&g, &glued_line);
    FID_EACH (const struct fid_log_mark, m, g.mark)
        value_n += put_mark (log, m, form, &closed);
    /* The time from the first wall clock to the last. */
    double first_s = FID_ABSENT, last_s = FID_ABSENT;
    FID_EACH (const struct fid_log_mark, m, g.mark) {
        last_s = m->at[FID_VALUE_CLOCK] >= 0 ? m->at[FID_VALUE_CLOCK] : last_s;
        first_s = first_s < 0 ? last_s : first_s;
    }
    if (last_s < first_s)
        FID_LOG_NOTE (log, "%s: Real time goes backwards", name);
    else if (first_s >= 0)
        log->time_s[FID_LOG_REAL] = last_s - first_s;
    free (g.mark);
    FID_EACH (struct fid_training_epoch, e, log->epoch) {
        size_t n = fid_training_epoch_merge_repeats (e);
        repeat_epoch = repeat_n ? repeat_epoch : e->number;
        repeat_n += n;
    }
    if (log->time_s[FID_LOG_TOTAL] < 0 && form != FID_LOG_V1) /* newer logs have no other */
        log->time_s[FID_LOG_TOTAL] = log->time_s[FID_LOG_FIT];
    if (repeat_n)
        FID_LOG_NOTE (
            log, "%s: %zu steps are repeated, first in epoch %" PRIu64 ": the last time counts",
            name, repeat_n, repeat_epoch);
    if (glued_n)
        FID_LOG_NOTE (log, "%s:%zu: %zu steps ignored: other text runs into their numbers",
                      name, glued_line, glued_n);
    if (!value_n)
        FID_LOG_NOTE (log, "%s: contains no times of a training", name);
}
