/* series.h - the data of the charts of a pair (schema fidlio.series/1, doc/series.md)
 *
 * Written beside the result file: series of both runs on the aligned axis, phases, the warp,
 * distributions, spectra, steps, and what every phase moved.  Numbers have FID_SERIES_DIGITS
 * digits, which is enough for drawing; no score depends on them. */
#ifndef FID_COMPARE_SERIES_H
#define FID_COMPARE_SERIES_H

#include "base/jsonbuild.h"
#include "compare/pair.h"
#include "compare/thinned.h"

#define FID_SERIES_POINTS 2000              /* buckets of a series at most, by default */
#define FID_SERIES_FINE   ((size_t)1 << 20) /* of the finer series for zooming */
#define FID_SERIES_DIGITS 5

/* The largest lengths of series. */
struct fid_series_size {
    size_t point_n; /* buckets of a series, at most */
    size_t fine_n;  /* buckets of the finer series for zooming, at most; 0: none */
};

/* Makes the document for a pair of runs and its `result` (of fid_compare or fid_compare_runs).
 * Memory is O(length of the runs), as for comparing.  NULL with FID_EINTERNAL on failure; the
 * caller deletes the document with cJSON_Delete. */
cJSON *fid_compare_series (const struct fid_pair *pair, const struct fid_series_size *size,
                           const cJSON *result, struct fid_error *err);

/* Each adds one part of the document and has a file of its own.  -1 on internal errors only. */
int fid_series_resources (struct fid_doc *d, cJSON *list, const struct fid_pair *pair,
                          const struct fid_series_size *size, struct fid_error *err);
int fid_series_warps (struct fid_doc *d, cJSON *list, const struct fid_pair *pair,
                      struct fid_error *err);
int fid_series_distributions (struct fid_doc *d, cJSON *o, const struct fid_pair *pair,
                              struct fid_error *err);
int fid_series_spectra (struct fid_doc *d, cJSON *list, const struct fid_pair *pair,
                        struct fid_error *err);
/* Adds members "slowdown" and "demand" to the document itself; the result says whether they were
 * compared. */
int fid_series_demand (struct fid_doc *d, cJSON *doc, const struct fid_pair *pair,
                       const cJSON *result, struct fid_error *err);
void fid_series_steps (struct fid_doc *d, cJSON *o, const struct fid_pair *pair);
int fid_series_access (struct fid_doc *d, cJSON *o, const struct fid_pair *pair,
                       struct fid_error *err);
void fid_series_cells (struct fid_doc *d, cJSON *o, const struct fid_pair *pair);

/* Numbers as stored: a value, seconds on the axis (to a microsecond), and lists of them
 * (FID_GAP becomes null). */
void fid_series_value (struct fid_doc *d, cJSON *in, const char *key, double x);
void fid_series_time (struct fid_doc *d, cJSON *in, const char *key, double s);
void fid_series_values (struct fid_doc *d, cJSON *in, const char *key, const double *x,
                        size_t n);

/* The name of a side: 0 "real", 1 "emulation". */
extern const char *const fid_series_side[2];

#endif
