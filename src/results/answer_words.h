/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer_words.h - answers, and names and numbers of result files, as people read them */
#pragma once

#include "base/table.h"
#include "results/answer.h"
#include <cjson/cJSON.h>
#include "results/result.h"

#define FID_ANSWER_WORDS 600

/* "between 25 and 98 MB/s, with 5 ms a read the benchmark's answer is 4 % off (1 % to 9 %), worst
 * at 25 MB/s: 7 % too slow"; "" if no error is known. */
const char *fid_answer_error_words (const struct fid_result_answer *a,
                                    char buf[FID_ANSWER_WORDS]);

/* "1 GB/s feeds 12.8 (12.2 to 13.5) of the real job's accelerators at 90 % utilisation; the
 * benchmark says 12.3 (11.7 to 12.9), -4 %"; or what is not known of that; "" where steps or reads were not seen, and in
 * answers about checkpoints and metadata. */
const char *fid_answer_capacity_words (const struct fid_result_answer *a,
                                       char buf[FID_ANSWER_WORDS]);

/* Whether something that was measured of both sides decided. */
bool fid_answer_has_fact (const struct fid_result_answer *a);

/* What decided: "at least 25 % off (limit 10 %)"; "50 % too fast at 5 MB/s: real job 12, benchmark
 * 18 samples a second (limit 21 %)"; "" if nothing did. */
const char *fid_answer_fact_words (const struct fid_result_answer *a,
                                   char buf[FID_ANSWER_WORDS]);

/* "not valid for storage: " and the fact; "valid for storage by bandwidth: " where no wait slowed
 * anything.  The reason why one cannot tell belongs behind it. */
const char *fid_answer_verdict_words (const struct fid_result_answer *a, const char *profile,
                                      char buf[FID_ANSWER_WORDS]);

/* The reason why one cannot tell, and what would decide; "" if one can. */
const char *fid_answer_why_words (const struct fid_result_answer *a,
                                  char buf[FID_ANSWER_WORDS]);

/* "samples a second": what is told of both sides on a storage. */
const char *fid_answer_unit_words (const struct fid_result_answer *a);

struct fid_digits {
    char text[32];
};

/* Three digits, more of what is larger; never an exponent. */
struct fid_digits fid_three_digits (double x);

/* An error as a percentage: "4 %". */
const char *fid_answer_percent (double ln, char buf[16]);

/* A storage as the head of a column beside read rates: "77.7", "5 ms", its name where it has several
 * limits. */
#define FID_STORAGE_SHORT 48
void fid_answer_storage_short (const struct fid_answer_scenario *s,
                               char out[FID_STORAGE_SHORT]);

/* A row for each scenario; csv and tsv with four digits more. */
int fid_answer_scenarios_write (const struct fid_result_answer *a, enum fid_format format,
                                FILE *f, struct fid_error *err);

/* All of it: the sentences, the sides, and a table of scenarios; name[]: of the sides.  format: of
 * the table, for people. */
int fid_answer_print (const struct fid_result_answer *a, const char *const name[2],
                      enum fid_format format, FILE *f, struct fid_error *err);

/* --- names and numbers of results */

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
