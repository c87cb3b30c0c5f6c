/* SPDX-License-Identifier: GPL-3.0-or-later */
/* traits.h - what a job does, in numbers by which two jobs are compared
 *
 * A trait that one job lacks can be given to it: fid_job_mend makes the job that a benchmark
 * would have if one trait of it were that of the real job. */
#pragma once

#include "job/job.h"
#include "model/units.h"

/* T (ID, "name", "words", unit, largest |ln| of a ratio that is no difference, part of the job)
 *
 * Counts of training are sums over all ranks, means are over the steps of all ranks. */
#define FID_JOB_TRAITS(T)                                                                      \
    T (COMPUTATION, "computation", "computation of a training step", FID_IN_SECONDS, 0.095,    \
       TRAINING)                                                                               \
    T (STEP_BYTES, "step_bytes", "bytes that a training step reads after the first",           \
       FID_IN_BYTES, 0.095, TRAINING)                                                          \
    T (FIRST_BYTES, "first_bytes", "bytes that are read before the first training step",       \
       FID_IN_BYTES, 1.1, TRAINING)                                                            \
    T (STEPS, "steps", "training steps", FID_IN_ONE, 0.095, TRAINING)                          \
    T (EPOCHS, "epochs", "epochs", FID_IN_ONE, 0, TRAINING)                                    \
    T (DEPTH, "depth", "batches read ahead of a step", FID_IN_ONE, 0.8, TRAINING)              \
    T (READERS, "readers", "processes that read", FID_IN_ONE, 0.41, TRAINING)                  \
    T (WORK, "work", "work of the readers for a training step, besides reading",               \
       FID_IN_SECONDS, 0.41, TRAINING)                                                         \
    T (STORED, "stored", "share of the bytes that the storage delivers", FID_IN_ONE, 0.2,      \
       TRAINING)                                                                               \
    T (WAITS, "waits", "calls of a training step that wait for the storage", FID_IN_ONE, 0.7,  \
       TRAINING)                                                                               \
    T (OPENS, "metadata", "metadata calls of a training step", FID_IN_ONE, 0.41, TRAINING)     \
    T (FILES, "files", "files of data", FID_IN_ONE, 0.64, TRAINING)                            \
    T (SAME_ORDER, "same_order",                                                               \
       "share of the epochs that take files in the order of the last", FID_IN_ONE, 1,          \
       TRAINING)                                                                               \
    T (SAVES, "checkpoints", "checkpoints that are saved", FID_IN_ONE, 0.095, SAVE)            \
    T (SAVE_BYTES, "checkpoint_bytes", "bytes of a checkpoint", FID_IN_BYTES, 0.095, SAVE)     \
    T (SYNCED, "synced", "share of the checkpoints that wait for the disk", FID_IN_ONE, 0.41,  \
       SAVE)                                                                                   \
    T (EVALUATIONS, "evaluations", "evaluations", FID_IN_ONE, 0.095, EVALUATION)               \
    T (EVAL_COMPUTATION, "eval_computation", "computation of a step of an evaluation",         \
       FID_IN_SECONDS, 0.095, EVALUATION)                                                      \
    T (EVAL_BYTES, "eval_bytes", "bytes that an evaluation reads", FID_IN_BYTES, 0.095,        \
       EVALUATION)                                                                             \
    T (STARTED, "started", "share of the time after the start-up (imports, set-up)",           \
       FID_IN_ONE, 0.05, START)

#define FID_JOB_ENUM_TRAIT(id, ...) FID_TRAIT_##id,
enum fid_job_trait { FID_JOB_TRAITS (FID_JOB_ENUM_TRAIT) FID_JOB_TRAIT_N };

struct fid_job_trait_info {
    const char *name, *words;
    enum fid_unit_id unit;
    double tolerance;
};
extern const struct fid_job_trait_info fid_job_traits[FID_JOB_TRAIT_N];

/* The value of a trait; FID_ABSENT if it is unknown. */
double fid_job_trait (const struct fid_job *job, enum fid_job_trait t);

/* A trait in which two jobs differ by more than is tolerated. */
struct fid_job_difference {
    enum fid_job_trait trait;
    double real, emulation;
    double apart; /* |ln| of the ratio; FID_TRAIT_APART_MOST if one of them is 0 */
};
#define FID_TRAIT_APART_MOST 4.6 /* 100 times */

/* Compares two jobs by a trait; false if a value is unknown or they differ by no more than is
 * tolerated. */
bool fid_job_differs (const struct fid_job *real, const struct fid_job *emulation,
                      enum fid_job_trait t, struct fid_job_difference *d);

/* Finds all differences, in the order of the traits; returns how many. */
size_t fid_job_differences (const struct fid_job *real, const struct fid_job *emulation,
                            struct fid_job_difference d[FID_JOB_TRAIT_N]);

/* Writes "computation of a training step: 0.58 s instead of 0.29 s (2x)"; returns out. */
#define FID_TRAIT_TEXT 200
const char *fid_job_difference_text (const struct fid_job_difference *d,
                                     char out[FID_TRAIT_TEXT]);

/* A set of traits is the sum of their bits. */
#define FID_TRAIT_BIT(t) (1u << (t))

/* Fills *out, all of whose bytes are 0, with the emulation's job and some traits of the real
 * job's.  Clear it even after a failure.  -1 without memory. */
int fid_job_mend (struct fid_job *out, const struct fid_job *emulation,
                  const struct fid_job *real, unsigned traits, struct fid_error *err);
