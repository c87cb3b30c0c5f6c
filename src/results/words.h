/* words.h - names of the result files in plain words */
#ifndef FID_WORDS_H
#define FID_WORDS_H

#include <cjson/cJSON.h>
#include <stddef.h>
#include "results/result.h"

/* "disk reads" for "block.read"; the name itself where there is no other. */
const char *fid_words_resource (const char *resource);

/* "storage: ..." of a group, in a sentence. */
const char *fid_words_group (const char *group);

/* "all of training" for the part of a run named TRAINING. */
const char *fid_words_window (const char *window);

/* "how much" for "volume", and a sentence about it. */
const char *fid_words_facet (const char *facet);
const char *fid_words_facet_long (const char *facet);

/* The same for the facet of one resource: "their order"; NULL if it has no other. */
const char *fid_words_part (const char *resource, const char *facet);

/* "size of a call" for "size_bytes". */
const char *fid_words_quantity (const char *quantity);

#define FID_WORDS_N 64

/* A distance in its unit: "x1.29", "3.7 %", "-" for FID_ABSENT. */
void fid_words_distance (const struct fid_result_facet *f, double distance, char *out,
                         size_t n);

/* What the measure saw on one side ("real" or "emulation"), from the detail of
 * the result file: "6237", "6.2 GiB", "centre at 35.6 s"; "" where the file has
 * nothing of the kind. */
void fid_words_side (const char *quantity, const cJSON *detail, const char *side, char *out,
                     size_t n);

#endif
