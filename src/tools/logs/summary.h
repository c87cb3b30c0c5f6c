/* summary.h - what the times of a job add up to
 *
 *   E, V, S   sums over epochs, validations and steps, in the order they came in
 *   A         S / k, the average over all k steps
 *   M         (S - first) / (k - 1), "T Mi Iavg": the first step of a job also
 *             sets up, so the others foretell a longer job better
 *   beta      (V + first) / (S - first), what is added to the steps
 *
 * A sum that lacks a part is missing, and so is what follows from it: half of
 * the validations would look like fast ones. */
#ifndef FID_JOB_SUMMARY_H
#define FID_JOB_SUMMARY_H

#include "tools/logs/job.h"

struct fid_job_sums {
    size_t epoch_n, step_n;
    double epochs_s, validations_s, steps_s;    /* E, V, S */
    double first_s, average_s, rest_s, usual_s; /* first, A, S - first, M */
};

/* What is negative is missing. */
void fid_job_sum (const struct fid_job *job, struct fid_job_sums *out);

/* The text of the earlier tools: of V1 with the shortest numbers, else of V2 with six
 * decimals; "n/a" for what is missing. */
void fid_job_summary (const struct fid_job *job, enum fid_job_form form, FILE *f);

/* What the summary lacks: "the total time, the validation time of epochs 2, 3
 * and 7 more", freed by the caller; "" if nothing. */
char *fid_job_lacks (const struct fid_job *job, enum fid_job_form form, struct fid_error *err);

#endif
