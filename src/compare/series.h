/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series.h - the data of the charts of a pair (results/series.h, doc/series.md)
 *
 * Written beside the result file: series of both runs on the aligned axis, phases, the warp,
 * distributions, spectra, steps, and what every phase moved. */
#pragma once

#include "base/jsonbuild.h" /* FID_GAP: a bucket without a sample */
#include "compare/pair.h"
#include "results/result.h"
#include "results/series.h"

#define FID_SERIES_POINTS 2000              /* buckets of a series at most, by default */
#define FID_SERIES_FINE   ((size_t)1 << 20) /* of the finer series for zooming */

/* The largest lengths of series. */
struct fid_series_size {
    size_t point_n; /* buckets of a series, at most */
    size_t fine_n;  /* buckets of the finer series for zooming, at most; 0: none */
};

/* Makes the series for a pair of runs and its result.  Memory is O(length of the runs), as for
 * comparing.  NULL with FID_EINTERNAL on failure; freed with fid_series_destroy. */
struct fid_series *fid_compare_series (const struct fid_pair *pair,
                                       const struct fid_series_size *size,
                                       const struct fid_result *result, struct fid_error *err);

/* Each adds one part and has a file of its own.  -1 on internal errors only. */
int fid_series_resources (struct fid_series *s, const struct fid_pair *pair,
                          const struct fid_series_size *size, struct fid_error *err);
int fid_series_warps (struct fid_series *s, const struct fid_pair *pair, struct fid_error *err);
int fid_series_distributions (struct fid_series *s, const struct fid_pair *pair,
                              struct fid_error *err);
int fid_series_spectra (struct fid_series *s, const struct fid_pair *pair,
                        struct fid_error *err);
int fid_series_add_jumps (struct fid_series *s, const struct fid_pair *pair,
                          struct fid_error *err);

/* Makes room for n numbers, or copies them; *to has all of them. */
static inline int fid_series_room (struct fid_series *s, struct fid_numbers *to, size_t n,
                                   struct fid_error *err)
{
    to->x = fid_arena_take (&s->arena, n, sizeof *to->x, err);
    to->n = to->x ? n : 0;
    return to->x ? 0 : -1;
}
static inline int fid_series_copy (struct fid_series *s, struct fid_numbers *to,
                                   const double *x, size_t n, struct fid_error *err)
{
    FID_TRY (fid_series_room (s, to, n, err));
    if (n)
        memcpy (to->x, x, n * sizeof *x);
    return 0;
}

/* --- a series of one run on the aligned axis, thinned for drawing
 *
 * Bucket k covers [k, k + 1) * dt_s seconds after the run's zero, which is the start of its job
 * (of the trace, if no phases are known).  So tracks of two runs with equal dt_s have the same
 * buckets. */

struct fid_track {
    int64_t first; /* bucket of element 0 */
    size_t n;
    double dt_s;
    double *mean;       /* owned; FID_GAP: no value */
    double *low, *high; /* owned; NULL until thinned */
    size_t from_n;      /* elements before thinning */
};

void fid_track_clear (struct fid_track *t);

/* The run's zero and the time that was traced; ns on the run's axis. */
struct fid_extent {
    int64_t zero_ns, first_ns, end_ns;
};
int fid_track_extent (const struct fid_run *run, struct fid_extent *out, struct fid_error *err);

/* Returns bin_ns, doubled until both extents have at most bin_n such bins. */
int64_t fid_track_bin (const struct fid_extent x[2], int64_t bin_ns, size_t bin_n);

/* Makes the track of a stream in operations or MiB per second, over everything that was traced.
 * dt_ns as for fid_extract_stream.  n is 0 if the stream was not traced. */
int fid_track_stream (const struct fid_run *run, enum fid_stream_id id, int64_t dt_ns,
                      bool bytes, struct fid_track *out, struct fid_error *err);

/* What is drawn of a gauge: its value, or for the CPU shares a sum of components. */
enum fid_level { FID_LEVEL_BUSY, FID_LEVEL_USER, FID_LEVEL_SYS, FID_LEVEL_IOWAIT };

/* Makes the track of a gauge in buckets of dt_s.  Each bucket has the sample that covers its
 * middle, or a gap.  n is 0 with fewer than two samples, or more than eight buckets a sample.
 * `level` is for the CPU only. */
int fid_track_gauge (const struct fid_run *run, enum fid_gauge_id id, enum fid_level level,
                     double dt_s, struct fid_track *out, struct fid_error *err);

/* Returns the smallest number of buckets to join so that neither track has more than point_n (1
 * or more). */
size_t fid_track_factor (const struct fid_track *a, const struct fid_track *b, size_t point_n);

/* Joins `factor` buckets to one: mean, low and high of those that are no gaps.  The mean stays
 * between low and high.  A factor of 1 changes nothing. */
int fid_track_thin (struct fid_track *t, size_t factor, struct fid_error *err);
