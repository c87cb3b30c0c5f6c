/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.h - names and numbers of result files, as people read them */
#pragma once

#include <cjson/cJSON.h>
#include "results/result.h"

/* The words of the model (model/facets.h) for a quantity; its name itself if this version does not
 * know it. */
const char *fid_words_quantity (const char *quantity);

#define FID_WORDS_N 64

/* A distance in its unit: "x1.29", "3.7 %", "-" for FID_ABSENT. */
void fid_words_distance (const struct fid_result_measure *f, double distance, char *out,
                         size_t n);

/* What the measure saw on one side ("real" or "emulation"), from its details: "6237",
 * "6.2 GiB", "centre at 35.6 s"; "" if it has nothing of the kind. */
void fid_words_side (const struct fid_result_measure *m, const char *side, char *out, size_t n);

/* "answer 26 % -> 3 % off; similarity then 0.81 at best": without the cause, and if the clauses
 * that it explains were met; what does not change is left out. */
#define FID_CAUSE_AFTER 240
const char *fid_cause_after (const struct fid_result_cause *c, const struct fid_result_head *r,
                             char out[FID_CAUSE_AFTER]);

/* Whether no single cause makes the error of a known answer smaller. */
bool fid_no_cause_helps (const struct fid_result_head *r);

/* "computation of a training step: 0.64 s instead of 0.32 s (2x);
 * workload.train.computation_time: 0.64 -> 0.32; answer 26 % -> 3 % off" */
char *fid_cause_words (const struct fid_result_cause *c, const struct fid_result_head *r,
                       struct fid_error *err);
