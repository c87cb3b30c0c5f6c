/* SPDX-License-Identifier: GPL-3.0-or-later */
/* summary.h - sums and averages of the times of a training log
 *
 *   E, V, S   sums over epochs, validations and steps, in order of appearance
 *   A         S / k, the average over all k steps
 *   M         (S - first) / (k - 1), printed as "T Mi Iavg": the first step of a training
 *             includes its setup, so the others predict a longer training better
 *   beta      (V + first) / (S - first), the overhead on top of the steps
 *
 * If one epoch lacks a value, its sum and all that follows from it are unknown: half of
 * the validations would look like fast ones. */
#pragma once

#include "tools/logs/training_log.h"

struct fid_training_sums {
    size_t epoch_n, step_n;
    double epochs_s, validations_s, steps_s;    /* E, V, S; negative: unknown, as all here */
    double first_s, average_s, rest_s, usual_s; /* first, A, S - first, M */
};

void fid_training_log_sum (const struct fid_training_log *log, struct fid_training_sums *out);

/* The least, quartiles and greatest of the times of each step number over the epochs:
 * number[i] and quartile[0..4][i].  The arrays have room for all steps.  Returns how many
 * step numbers there are. */
size_t fid_training_log_quartiles (const struct fid_training_log *log, double *number,
                                   double *const quartile[5]);

/* Print the summary of the earlier tools: of V1 with shortest numbers, else of V2 with six
 * decimals; unknown values are "n/a". */
void fid_training_log_summary (const struct fid_training_log *log, enum fid_log_form form,
                               FILE *f);

/* What is n/a in the summary: "the total time, the validation time of epochs 2, 3 and 7
 * more"; "" if nothing is. */
const char *fid_training_log_missing (const struct fid_training_log *log,
                                      enum fid_log_form form);
