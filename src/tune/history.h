/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.h - the steps of a tuning, as they lie in its folder
 *
 *     DIR/tune.json       what is tuned; a folder serves one tuning only
 *     DIR/steps/000/      a step that is complete: its folder got this name last
 *         workload.yaml   the configuration
 *         step.json       where it came from, what was measured (schema fidlio.tune/2)
 *         step-000/       the recorded run
 *         result/         the compared pair
 *     DIR/steps/000.part/ a step that is under way, or was stopped; made anew
 *     DIR/lock            held by the tuning that is running
 */
#pragma once

#include "base/arena.h"
#include "model/dlio_config.h"

#define FID_SCHEMA_TUNE "fidlio.tune/2"

struct fid_tune_step {
    int base;                      /* the step that it changes; -1: the first */
    double predicted;              /* error of the answer that was expected, ln; -1: none */
    double answer;                 /* measured error of the answer, ln; -1: not known */
    double similarity, low, high;  /* measured; -1: not known, no interval */
    struct fid_arena arena;        /* owned; texts are in it */
    const char *change, *why;      /* "" of the first */
    const char *result;            /* name of the result's file */
    uint64_t hash;                 /* of the configuration */
    struct fid_dlio_config config; /* owned */
};

struct fid_tuning {
    struct fid_arena arena; /* owned; what follows is in it, and paths of who tunes */
    const char *dir;
    struct fid_tune_step *step; /* each is owned */
    size_t n, cap;
    int lock; /* descriptor; -1: none */
};

/* What a folder is for; a tuning with another one may not continue in it. */
struct fid_tune_inputs {
    uint64_t real, config; /* hashes of the real runs, the first configuration */
    const char *profile;   /* borrowed */
};

/* Opens a folder, made where it is missing, takes its lock, and reads its steps; what was left
 * under way is removed.  -1: FID_EUSAGE if it is locked or of another tuning, FID_EINPUT if a
 * step is damaged.  Close it even then. */
int fid_tuning_open (struct fid_tuning *h, const char *dir, const struct fid_tune_inputs *in,
                     struct fid_error *err);
void fid_tuning_close (struct fid_tuning *h);

/* Begins a step: an empty folder for it, whose path is in the arena. */
const char *fid_tuning_begin (struct fid_tuning *h, struct fid_error *err);

/* Completes it: writes what it is, gives its folder the final name, and takes the step over,
 * also after a failure. */
int fid_tuning_add (struct fid_tuning *h, struct fid_tune_step *step, struct fid_error *err);

void fid_tune_step_clear (struct fid_tune_step *s);

/* The best of the first n steps: the one whose answer is least off.  If several are as far off, or
 * no answer is known, the most similar one, then the first.  -1 without steps. */
int fid_tuning_best (const struct fid_tuning *h, size_t n);

/* "answer 3 % off, similarity 0.812", or what of it is known. */
#define FID_TUNE_STEP_TEXT 80
const char *fid_tune_step_text (const struct fid_tune_step *s, char text[FID_TUNE_STEP_TEXT]);

/* Whether a configuration has been tried. */
bool fid_tuning_has (const struct fid_tuning *h, uint64_t hash);
