/* SPDX-License-Identifier: GPL-3.0-or-later */
/* training_log.c - see training_log.h */
#include "tools/logs/training_log.h"
#include "program/must.h"

void fid_training_log_init (struct fid_training_log *log)
{
    *log = (struct fid_training_log){.init_s = FID_TRAINING_UNKNOWN,
                                     .total_s = FID_TRAINING_UNKNOWN,
                                     .fit_s = FID_TRAINING_UNKNOWN,
                                     .save_s = FID_TRAINING_UNKNOWN,
                                     .real_s = FID_TRAINING_UNKNOWN};
}

void fid_training_log_note (struct fid_training_log *log, const char *fmt, ...)
{
    char text[400];
    va_list ap;
    va_start (ap, fmt);
    vsnprintf (text, sizeof text, fmt, ap);
    va_end (ap);
    FID_APPEND (log->note, fid_textf ("%s", text));
}

/* --- epochs and steps */

struct fid_training_epoch *fid_training_log_add_epoch (struct fid_training_log *log,
                                                       uint64_t number)
{
    struct fid_training_epoch e = {.number = number};
    for (int p = 0; p < FID_EPOCH_PART_N; p++)
        e.part[p] = FID_TRAINING_UNKNOWN;
    FID_APPEND (log->epoch, e);
    return &log->epoch[log->epoch_n - 1];
}

void fid_training_epoch_set (struct fid_training_epoch *e, enum fid_epoch_part part,
                             double value)
{
    size_t i = 0;
    while (i < e->order_n && e->order[i] != part)
        i++;
    if (i == e->order_n)
        e->order[e->order_n++] = part;
    e->part[part] = value;
}

void fid_training_epoch_add_step (struct fid_training_epoch *e, uint64_t number, double time_s)
{
    fid_training_epoch_set (e, FID_EPOCH_STEPS, FID_TRAINING_UNKNOWN);
    FID_APPEND (e->step, (struct fid_training_step){number, time_s, e->step_n});
}

FID_ORDER_BY (by_step, struct fid_training_step, FID_RISING (number) FID_RISING (place))

int fid_training_step_order (const void *a, const void *b)
{
    return by_step (a, b);
}

FID_ORDER_BY (by_place, struct fid_training_step, FID_RISING (place))

size_t fid_training_epoch_merge_repeats (struct fid_training_epoch *e)
{
    bool rising = true;
    size_t n = e->step_n, kept = 0;
    for (size_t i = 1; i < n && rising; i++)
        rising = e->step[i - 1].number < e->step[i].number;
    if (rising)
        return 0;
    qsort (e->step, n, sizeof *e->step, fid_training_step_order);
    for (size_t i = 0; i < n; i++)
        if (kept && e->step[kept - 1].number == e->step[i].number)
            e->step[kept - 1].time_s = e->step[i].time_s;
        else
            e->step[kept++] = e->step[i];
    qsort (e->step, kept, sizeof *e->step, by_place);
    e->step_n = kept;
    return n - kept;
}

struct fid_training_step *fid_training_log_steps (const struct fid_training_log *log, size_t *n)
{
    size_t at = 0;
    *n = 0;
    for (size_t i = 0; i < log->epoch_n; i++)
        *n += log->epoch[i].step_n;
    struct fid_training_step *all = fid_take (*n, sizeof *all);
    for (size_t i = 0; i < log->epoch_n; i++)
        for (size_t k = 0; k < log->epoch[i].step_n; k++) {
            all[at] = log->epoch[i].step[k];
            all[at++].place = i;
        }
    qsort (all, *n, sizeof *all, fid_training_step_order);
    return all;
}
