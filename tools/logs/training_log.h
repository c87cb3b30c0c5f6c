/* SPDX-License-Identifier: GPL-3.0-or-later */
/* training_log.h - the times in the log of a training program
 *
 * The traced program prints when it starts, and how long each step, each validation,
 * each epoch and the whole training took:
 *
 *   ('Tempo de inicializacao: ', 0.2424459457397461)
 *   Real time: 1612345678.125
 *   1 step training time: 9.318001985s
 *   3 steps training: 2.58118700981s         a group: the rest of the epoch at once
 *   Validation time: 0.166088104248
 *   Epoch time: 20.8873980045s
 *   loss: 0.4 - accuracy: 0.8 - val_loss: 0.3 - val_accuracy: 0.9
 *   Duracao do treinamento:  107.31
 *
 * Values are found anywhere in a line.  Sums and averages: summary.h. */
#pragma once

#include "base/table.h"

/* An unknown value; any negative number means the same. */
#define FID_TRAINING_UNKNOWN (-1.)

/* Longer times are errors. */
#define FID_TRAINING_MAX_S 1e15

/* Which generation of the earlier tools to follow.
 *
 * V1     the older: no groups of steps, and of the times of the whole training only
 *        initialization and total
 * V2     the newer: unknown times are written as -1.0
 * KNOWN  as V2, but the JSON holds known values only */
enum fid_log_form { FID_LOG_KNOWN, FID_LOG_V1, FID_LOG_V2 };

struct fid_training_step {
    uint64_t number; /* as printed, from 1 */
    double time_s;
    size_t place; /* among the steps of its epoch, in order of appearance */
};

enum fid_epoch_part {
    FID_EPOCH_STEPS,
    FID_EPOCH_VALIDATION,
    FID_EPOCH_TIME,
    FID_EPOCH_ACCURACY,
    FID_EPOCH_PART_N
};

struct fid_training_epoch {
    uint64_t number;
    FID_LIST (struct fid_training_step, step); /* in order of appearance, numbers are unique */
    double part[FID_EPOCH_PART_N];             /* s; [FID_EPOCH_STEPS] is unused */
    enum fid_epoch_part order[FID_EPOCH_PART_N]; /* of appearance */
    size_t order_n;
};

struct fid_training_log {
    double init_s, total_s, fit_s, save_s;       /* save_s: writing the model */
    double real_s;                               /* last wall clock - first */
    const char *system, *batch;                  /* NULL: unknown */
    FID_LIST (struct fid_training_epoch, epoch); /* in order of appearance */
    const char **note;                           /* sentences about oddities of the file */
    size_t note_n, note_cap;
};

/* Everything unknown. */
void fid_training_log_init (struct fid_training_log *log);

/* Read the text of a log; name is for notes.  A text without any value gives a log of
 * unknowns and a note. */
void fid_training_log_read_text (struct fid_training_log *log, struct fid_span text,
                                 const char *name, enum fid_log_form form);

/* Read JSON as fid_training_log_write_json writes it.  -1 with fid_why
 * "name:line: reason". */
int fid_training_log_read_json (struct fid_training_log *log, struct fid_span text,
                                const char *name);

/* Read the phases and steps of a run's directory.  -1 with fid_why. */
int fid_training_log_read_run (struct fid_training_log *log, const char *dir);

/* Read the phases and steps of a file that one of fidlio's readers knows; false, and the log has
 * nothing, if there are none. */
bool fid_training_log_read_known (struct fid_training_log *log, const char *path);

/* Read a file of any kind: JSON if its name ends in ".json", or if the text begins with a
 * brace and is not a log that starts with settings in braces; else the log of a training
 * program; and what is neither by fid_training_log_read_known.  A directory is a run.
 * path NULL: standard input.  -1 with fid_why if it cannot be read. */
int fid_training_log_load (struct fid_training_log *log, const char *path,
                           enum fid_log_form form);

/* JSON, indented by four, with numbers as Python prints them; members in order of
 * appearance. */
void fid_training_log_write_json (const struct fid_training_log *log, enum fid_log_form form,
                                  FILE *f);

/* A table of step times: a row for each step number, a column for each epoch. */
void fid_training_log_write_table (const struct fid_training_log *log, enum fid_format format,
                                   FILE *f);

/* The steps of all epochs by number, then epoch; *n of them. */
struct fid_training_step *fid_training_log_steps (const struct fid_training_log *log,
                                                  size_t *n);

/* For qsort: steps by number, then place. */
int fid_training_step_order (const void *a, const void *b);

/* --- for the readers */

void fid_training_log_note (struct fid_training_log *log, const char *fmt, ...)
    FID_PRINTF (2, 3);

/* Append an epoch; borrowed. */
struct fid_training_epoch *fid_training_log_add_epoch (struct fid_training_log *log,
                                                       uint64_t number);

/* Set a value of an epoch; the last one wins. */
void fid_training_epoch_set (struct fid_training_epoch *e, enum fid_epoch_part part,
                             double value);
void fid_training_epoch_add_step (struct fid_training_epoch *e, uint64_t number, double time_s);

/* Once an epoch is complete: of steps with the same number, keep the first place and the
 * last time.  Returns how many were dropped. */
size_t fid_training_epoch_merge_repeats (struct fid_training_epoch *e);
