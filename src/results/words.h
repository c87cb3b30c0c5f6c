/* words.h - names and numbers of result files, as people read them */
#ifndef FID_WORDS_H
#define FID_WORDS_H

#include <cjson/cJSON.h>
#include <stddef.h>
#include "results/result.h"

/* The words of the model (model/resources.h, facets.h, windows.h) for a name; the name
 * itself if this version does not know it. */
const char *fid_words_resource (const char *resource);
const char *fid_words_window (const char *window);
const char *fid_words_quantity (const char *quantity);

#define FID_WORDS_N 64

/* A distance in its unit: "x1.29", "3.7 %", "-" for FID_ABSENT. */
void fid_words_distance (const struct fid_result_measure *f, double distance, char *out,
                         size_t n);

/* What the measure saw on one side ("real" or "emulation"), from the detail of the
 * result file: "6237", "6.2 GiB", "centre at 35.6 s"; "" if the file has nothing of the
 * kind.  quantity_id: enum fid_quantity_id, -1 if unknown. */
void fid_words_side (int quantity_id, const cJSON *detail, const char *side, char *out,
                     size_t n);

#endif
