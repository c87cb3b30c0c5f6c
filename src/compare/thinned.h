/* thinned.h - a series of one run on the aligned axis, thinned for drawing
 *
 * Bucket k covers [k, k + 1) * dt_s seconds after the run's zero, the start of
 * its job (of the trace, where no phases are known), so that tracks of two runs
 * with equal dt_s have their buckets in the same places. */
#ifndef FID_TRACK_H
#define FID_TRACK_H

#include "base/jsonbuild.h" /* FID_GAP: a bucket without a sample */
#include "compare/extract.h"

struct fid_track {
    int64_t first; /* bucket of element 0 */
    size_t n;
    double dt_s;
    double *mean;       /* owned; FID_GAP where there is none */
    double *low, *high; /* owned; NULL until thinned */
    size_t from_n;      /* elements before thinning */
};

void fid_track_clear (struct fid_track *t);

/* Where the run's zero is, and what of it was traced; ns on the run's axis. */
struct fid_extent {
    int64_t zero_ns, first_ns, end_ns;
};
int fid_track_extent (const struct fid_run *run, struct fid_extent *out, struct fid_error *err);

/* bin_ns, doubled until both extents have at most bin_n such bins. */
int64_t fid_track_bin (const struct fid_extent x[2], int64_t bin_ns, size_t bin_n);

/* Operations or MiB per second of a stream, over all that was traced.  dt_ns as
 * for fid_extract_stream.  Nothing (n 0) where the stream was not traced. */
int fid_track_stream (const struct fid_run *run, enum fid_stream_id id, int64_t dt_ns,
                      bool bytes, struct fid_track *out, struct fid_error *err);

/* What is drawn of a gauge: its value, of the CPU shares a sum of components. */
enum fid_level { FID_LEVEL_BUSY, FID_LEVEL_USER, FID_LEVEL_SYS, FID_LEVEL_IOWAIT };

/* The gauge in buckets of dt_s: each has the sample its middle lies in, or a gap.
 * Nothing where there are fewer than two samples, or more than eight buckets a
 * sample.  `level` counts for the CPU only. */
int fid_track_gauge (const struct fid_run *run, enum fid_gauge_id id, enum fid_level level,
                     double dt_s, struct fid_track *out, struct fid_error *err);

/* The smallest number of buckets to join so that neither has more than point_n
 * (1 or more) left. */
size_t fid_track_factor (const struct fid_track *a, const struct fid_track *b, size_t point_n);

/* Join so many buckets to one: mean, low and high of those that are no gap.
 * Nothing becomes lower than low or higher than high.  1 leaves it as it is. */
int fid_track_thin (struct fid_track *t, size_t factor, struct fid_error *err);

#endif
