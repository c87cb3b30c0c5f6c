/* SPDX-License-Identifier: GPL-3.0-or-later */
/* training_log.c - a training log and its epochs */
#include "tools/logs/logs.h"

const struct fid_log_time_words fid_log_times[FID_LOG_TIME_N] = {
    [FID_LOG_INIT] = {"init", "Tempo de inicializacao", "the initialization time", false},
    [FID_LOG_TOTAL] = {"total_training", "Duracao do treinamento", "the total time", false},
    [FID_LOG_REAL] = {"largest_real_time_delta", NULL, "real times", true},
    [FID_LOG_FIT] = {"fit_time", "Tempo do fit", "the fit time", true},
    [FID_LOG_WRITE] = {"write_model_time", "Tempo levado para o modelo ser salvo",
                       "the model's save time", true},
};

void fid_training_log_init (struct fid_training_log *log)
{
    *log = (struct fid_training_log){.note = NULL};
    for (int t = 0; t < FID_LOG_TIME_N; t++)
        log->time_s[t] = FID_ABSENT;
}

/* --- epochs and steps */

struct fid_training_epoch *fid_training_log_add_epoch (struct fid_training_log *log,
                                                       uint64_t number)
{
    struct fid_training_epoch e = {.number = number};
    for (int p = 0; p < FID_EPOCH_PART_N; p++)
        e.part[p] = FID_ABSENT;
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
    fid_training_epoch_set (e, FID_EPOCH_STEPS, FID_ABSENT);
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
    size_t n = e->step_n, kept = 0;
    FID_SORT (e->step, n, by_step);
    for (size_t i = 0; i < n; i++)
        if (kept && e->step[kept - 1].number == e->step[i].number)
            e->step[kept - 1].time_s = e->step[i].time_s;
        else
            e->step[kept++] = e->step[i];
    FID_SORT (e->step, kept, by_place);
    e->step_n = kept;
    return n - kept;
}

struct fid_training_step *fid_training_log_steps (const struct fid_training_log *log, size_t *n)
{
    size_t at = 0;
    *n = 0;
    FID_EACH (const struct fid_training_epoch, e, log->epoch)
        *n += e->step_n;
    struct fid_training_step *all = fid_take (*n, sizeof *all);
    for (size_t i = 0; i < log->epoch_n; i++)
        FID_EACH (const struct fid_training_step, step, log->epoch[i].step)
            all[at++] = (struct fid_training_step){step->number, step->time_s, i};
    FID_SORT (all, *n, by_step);
    return all;
}
