/* SPDX-License-Identifier: GPL-3.0-or-later */
/* logs.h - the times in the log of a training program, their sums, tables and charts
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
 * Values are found anywhere in a line. */
#pragma once

#include "base/table.h"
#include "plot/figure.h"
#include "program/must.h"
#include "run/run.h"

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

/* The times of the whole training.  REAL: last wall clock - first; WRITE: saving the model. */
enum fid_log_time {
    FID_LOG_INIT,
    FID_LOG_TOTAL,
    FID_LOG_REAL,
    FID_LOG_FIT,
    FID_LOG_WRITE,
    FID_LOG_TIME_N
};

extern const struct fid_log_time_words {
    const char *key;     /* in JSON, in this order */
    const char *label;   /* before the colon in logs; NULL: it is computed */
    const char *missing; /* for people */
    bool newer;          /* V1 lacks it */
} fid_log_times[FID_LOG_TIME_N];

struct fid_training_log {
    double time_s[FID_LOG_TIME_N];
    const char *system, *batch;                  /* NULL: unknown */
    FID_LIST (struct fid_training_epoch, epoch); /* in order of appearance */
    FID_LIST (const char *, note);               /* sentences about oddities of the file */
};

/* Everything unknown. */
void fid_training_log_init (struct fid_training_log *log);

/* Read a file of any kind: JSON if its name ends in ".json", or if the text begins with a
 * brace and is not a log that starts with settings in braces; else the log of a training
 * program; and what is neither by the reader that knows it.  A directory is a run.
 * Before all else, a log of the user's own layout (readers/trainlog/own.h) is taken for one.
 * path NULL: standard input.  -1 with fid_why if it cannot be read. */
int fid_training_log_load (struct fid_training_log *log, const char *path,
                           enum fid_log_form form, const struct fid_run_opts *opts);

/* Read the text of a log; name is for notes.  A text without any value gives a log of
 * unknowns and a note. */
void fid_training_log_read_text (struct fid_training_log *log, struct fid_span text,
                                 const char *name, enum fid_log_form form);

/* Read JSON as fid_training_log_write_json writes it.  -1 with fid_why "name: reason", or
 * "name:line: reason" where it is no JSON. */
int fid_training_log_read_json (struct fid_training_log *log, struct fid_span text,
                                const char *name);

/* JSON, indented by four, with numbers as Python prints them; members in order of
 * appearance. */
void fid_training_log_write_json (const struct fid_training_log *log, enum fid_log_form form,
                                  FILE *f);

/* The steps of all epochs by number, then epoch (their place); *n of them. */
struct fid_training_step *fid_training_log_steps (const struct fid_training_log *log,
                                                  size_t *n);

/* For qsort: steps by number, then place. */
int fid_training_step_order (const void *a, const void *b);

#define FID_LOG_NOTE(log, ...) FID_APPEND ((log)->note, fid_textf (__VA_ARGS__))

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

/* --- sums and averages (summary.c)
 *
 *   E, V, S   sums over epochs, validations and steps, in order of appearance
 *   A         S / k, the average over all k steps
 *   M         (S - first) / (k - 1), printed as "T Mi Iavg": the first step of a training
 *             includes its setup, so the others predict a longer training better
 *   beta      (V + first) / (S - first), the overhead on top of the steps
 *
 * If one epoch lacks a value, its sum and all that follows from it are unknown: half of
 * the validations would look like fast ones. */

struct fid_training_sums {
    double epoch_n, step_n, steps_an_epoch;
    double epochs_s, validations_s, steps_s; /* E, V, S; negative: unknown, as all here */
    double epoch_s, validation_s, average_s; /* their averages */
    double first_s, rest_s, usual_s;         /* first, S - first, M */
    double overhead_s;                       /* V + first */
    double time_s[FID_LOG_TIME_N];
};

void fid_training_log_sum (const struct fid_training_log *log, struct fid_training_sums *out);

/* Print the summary of the earlier tools: of V1 with shortest numbers, else of V2 with six
 * decimals; unknown values are "n/a". */
void fid_training_log_summary (const struct fid_training_log *log, enum fid_log_form form,
                               FILE *f);

/* What is n/a in the summary: "the total time, the validation time of epochs 2, 3 and 7
 * more"; "" if nothing is. */
const char *fid_training_log_missing (const struct fid_training_log *log,
                                      enum fid_log_form form);

/* --- logs in a folder of experiments (log_files.c)
 *
 * "result-VMTYPE-BS-eN.txt", also with ".gz", names the machine (which may contain dashes), the
 * batch size and the experiment. */

struct fid_log_file {
    const char *path;
    const char *system, *batch, *experiment; /* by its name; NULL: not the name of a log */
};

struct fid_log_files {
    struct fid_log_file *file;
    size_t n;
};

/* All files of a folder: logs by machine, batch size and experiment (numbers in numeric
 * order), then the others.  Hidden files are skipped.  tree: the JSON that was made of logs
 * instead, DIR/VMTYPE/BS/EN.json, in the same order.  -1 with fid_why. */
int fid_log_files_list (struct fid_log_files *files, const char *dir, bool tree);

/* A heading for a log: "p2-1 / 256 / e1" if the log or its file name states it, else the
 * path without its ending. */
const char *fid_log_heading (const struct fid_training_log *log, const char *path);

/* --- charts (log_figure.c) */

#define FID_LOG_TITLE "Steps execution time" /* as in the earlier tools */

/* Step times of each epoch: all of them in the upper panel; in the lower one those within
 * a tenth of the average without the first step (T Mi Iavg, a dotted line).  Up to twelve
 * epochs have a colour each.  Of more, the first and the last have; the upper panel shows
 * the others in darkening shades (of more than a hundred, median and range), the lower
 * one their median and middle half.  The figure has no title and borrows nothing. */
void fid_log_picture (struct fid_figure *fig, const struct fid_training_log *log);

/* Validation accuracy against training time (sum of epoch times): a panel for each
 * computing system, a colour for each batch size.  log[log_n] is grouped by system, then
 * by batch size.  Returns how many are shown; the figure borrows their names. */
size_t fid_accuracy_picture (struct fid_figure *fig, const struct fid_training_log *log,
                             size_t log_n);
