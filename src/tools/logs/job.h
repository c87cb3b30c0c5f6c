/* job.h - what a training log says of times, and where it comes from
 *
 * The program that was traced prints when it starts, how long each step, each
 * validation and each epoch took, and how long all of it:
 *
 *   ('Tempo de inicializacao: ', 0.2424459457397461)
 *   Real time: 1612345678.125
 *   1 step training time: 9.318001985s
 *   3 steps training: 2.58118700981s         the rest of the epoch at once
 *   Validation time: 0.166088104248
 *   Epoch time: 20.8873980045s
 *   loss: 0.4 - accuracy: 0.8 - val_loss: 0.3 - val_accuracy: 0.9
 *   Duracao do treinamento:  107.31
 *
 * Values are found wherever they stand.  Nothing here computes (summary.h). */
#ifndef FID_JOB_H
#define FID_JOB_H

#include <stdio.h>
#include "base/error.h"
#include "base/span.h"

/* Of every value that was not told: any negative number. */
#define FID_JOB_MISSING (-1.)

/* A time beyond it is taken for no time. */
#define FID_JOB_MOST_S 1e15

/* Which of the earlier tools is followed.
 *
 * V1  no groups of steps ("3 steps training"), no total time but
 *     the training's; JSON and summary of the older tools
 * V2  the newer ones
 * FID_JOB_FOUND  the newer ones; in JSON only what is known */
enum fid_job_form { FID_JOB_FOUND, FID_JOB_V1, FID_JOB_V2 };

struct fid_job_step {
    uint64_t number; /* from 1, as it was printed */
    double time_s;
};

/* The members of an epoch. */
enum fid_job_part {
    FID_JOB_STEPS,
    FID_JOB_VALIDATION,
    FID_JOB_EPOCH,
    FID_JOB_ACCURACY,
    FID_JOB_PART_N
};

struct fid_job_epoch {
    uint64_t number;
    struct fid_job_step *step; /* owned; in the order they came in, each number once */
    size_t step_n, step_cap;
    double part[FID_JOB_PART_N];             /* seconds; [FID_JOB_STEPS] is not used */
    enum fid_job_part order[FID_JOB_PART_N]; /* in which its members came in */
    size_t order_n;
};

struct fid_job {
    double init_s, total_s, fit_s, save_s; /* save_s: of the model */
    double real_s;                         /* last wall clock - first */
    char *system, *batch;                  /* owned; NULL: not known */
    struct fid_job_epoch *epoch;           /* owned; in the order they came in */
    size_t epoch_n, epoch_cap;
    char **note; /* owned; sentences on what is odd in the file */
    size_t note_n, note_cap;
};

/* Nothing known.  Also what fid_job_clear leaves. */
void fid_job_init (struct fid_job *job);
void fid_job_clear (struct fid_job *job);

/* Read the text of a log; name is for notes.  A text without any value is a job
 * of which nothing is known, and a note.  -1 with FID_EINTERNAL (memory). */
int fid_job_parse (struct fid_job *job, struct fid_span text, const char *name,
                   enum fid_job_form form, struct fid_error *err);

/* Read JSON as fid_job_write writes it.  -1 with FID_EINPUT "name:line: reason". */
int fid_job_read (struct fid_job *job, struct fid_span text, const char *name,
                  struct fid_error *err);

/* Either of them: JSON if the name ends in ".json" or the text begins with a brace
 * (unless it is no JSON, and has the values of a log).  path NULL: standard input.  FID_EINPUT
 * if it cannot be read. */
int fid_job_load (struct fid_job *job, const char *path, enum fid_job_form form,
                  struct fid_error *err);

/* The JSON of a form, indented by four; numbers are Python's, members of epochs
 * and steps in the order they came in.  V2 has -1.0 for what is missing. */
int fid_job_write (const struct fid_job *job, enum fid_job_form form, FILE *f,
                   struct fid_error *err);

/* --- for the readers */

/* The job's sentence number note_n. */
int fid_job_note (struct fid_job *job, struct fid_error *err, const char *fmt, ...)
    FID_PRINTF (3, 4);

/* A further epoch of that number; lent, NULL with FID_EINTERNAL. */
struct fid_job_epoch *fid_job_add_epoch (struct fid_job *job, uint64_t number,
                                         struct fid_error *err);

/* A value of an epoch; a later one replaces an earlier one. */
void fid_job_set (struct fid_job_epoch *e, enum fid_job_part part, double value);
int fid_job_add_step (struct fid_job_epoch *e, struct fid_job_step step, struct fid_error *err);

/* When an epoch has all its steps: of those told twice the first place and the
 * last time stay.  *twice_n: how many were dropped. */
int fid_job_settle (struct fid_job_epoch *e, size_t *twice_n, struct fid_error *err);

#endif
