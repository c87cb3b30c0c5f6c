/* series.h - what pictures of a pair are drawn from (schema fidlio.series/1)
 *
 * A companion of the result file, told in doc/series.md: series of both runs on
 * the aligned axis, phases, the warp, distributions, spectra, steps, and what
 * every phase moved.  Numbers have FID_SERIES_DIGITS digits, which is enough to
 * draw with; nothing is scored by them. */
#ifndef FID_COMPARE_SERIES_H
#define FID_COMPARE_SERIES_H

#include "base/jsonbuild.h"
#include "compare/pair.h"
#include "compare/thinned.h"

#define FID_SERIES_POINTS 2000              /* buckets of a series at most, by default */
#define FID_SERIES_FINE   ((size_t)1 << 20) /* of the finer one behind it */
#define FID_SERIES_DIGITS 5

/* How long series may be. */
struct fid_series_size {
    size_t point_n; /* buckets of one, at most */
    size_t fine_n;  /* of the finer one to zoom into; 0: none */
};

/* The document for a pair of runs, and the `result` (of fid_compare or
 * fid_compare_runs) that it is of or stands for.  Memory O(length of the runs), as comparing.
 * NULL with FID_EINTERNAL; deleted by the caller with cJSON_Delete. */
cJSON *fid_compare_series (const struct fid_pair *pair, const struct fid_series_size *size,
                           const cJSON *result, struct fid_error *err);

/* The parts of it, one file each.  -1 on internal errors only. */
int fid_series_resources (struct fid_doc *d, cJSON *list, const struct fid_pair *pair,
                          const struct fid_series_size *size, struct fid_error *err);
int fid_series_warps (struct fid_doc *d, cJSON *list, const struct fid_pair *pair,
                      struct fid_error *err);
int fid_series_distributions (struct fid_doc *d, cJSON *o, const struct fid_pair *pair,
                              struct fid_error *err);
int fid_series_spectra (struct fid_doc *d, cJSON *list, const struct fid_pair *pair,
                        struct fid_error *err);
void fid_series_steps (struct fid_doc *d, cJSON *o, const struct fid_pair *pair);
void fid_series_cells (struct fid_doc *d, cJSON *o, const struct fid_pair *pair);

/* Numbers as they are stored: a value, seconds on the axis (to a microsecond),
 * and lists of them (x FID_GAP: null). */
void fid_series_value (struct fid_doc *d, cJSON *in, const char *key, double x);
void fid_series_time (struct fid_doc *d, cJSON *in, const char *key, double s);
void fid_series_values (struct fid_doc *d, cJSON *in, const char *key, const double *x,
                        size_t n);

/* The side of a run: 0 "real", 1 "emulation". */
extern const char *const fid_series_side[2];

#endif
