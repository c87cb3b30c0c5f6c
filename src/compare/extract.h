/* SPDX-License-Identifier: GPL-3.0-or-later */
/* extract.h - extracts one resource of one run in one window, as arrays for measures */
#pragma once

#include "run/run.h"

/* The intervals [start, end) of a window on the run's axis, sorted by start.  `drain` adds the
 * time after the last phase to the job, because what was written in the job may reach the disk
 * later.  Without known phases, the job is the whole run and windows of phases are empty. */
struct fid_stretch {
    int64_t start_ns, end_ns;
};
struct fid_intervals {
    struct fid_stretch *at; /* owned */
    size_t n;
    double length_s; /* sum of lengths */
};
int fid_window_cut (const struct fid_run *run, enum fid_window w, bool drain,
                    struct fid_intervals *out, struct fid_error *err);
void fid_intervals_clear (struct fid_intervals *iv);

/* Returns the length of a window in seconds; -1 without memory. */
double fid_window_length (const struct fid_run *run, enum fid_window w, struct fid_error *err);

/* a / b rounded to the nearest integer, b > 0. */
static inline int64_t fid_round_div (int64_t a, int64_t b)
{
    return (a + (a >= 0 ? b / 2 : -b / 2)) / b;
}

/* What a stream did in a window; where phases are not known, windows of phases are empty. */
struct fid_stream_sums {
    double op_n, byte_n, busy_s;
    double jump_n, sequential_n; /* of struct fid_access */
};
struct fid_stream_sums fid_extract_sums (const struct fid_run *run, enum fid_stream_id id,
                                         enum fid_window w);

/* Values with weights, from a sketch. */
struct fid_values {
    double *x, *w; /* owned; with room for one more */
    size_t n;
    uint64_t total;
};

/* Extracts the values of one sketch of a stream in a window; member is its place in struct
 * fid_tally. */
int fid_extract_values (const struct fid_run *run, enum fid_stream_id id, enum fid_window w,
                        size_t member, struct fid_values *out, struct fid_error *err);
void fid_values_clear (struct fid_values *v);

/* Extracts how many operations were in flight, on average over each bin of FID_BUSY_BIN_NS (or
 * wider, in runs of more than a day) that a window touches and in which there were any. */
int fid_extract_in_flight (const struct fid_run *run, enum fid_stream_id id, enum fid_window w,
                           struct fid_values *out, struct fid_error *err);

struct fid_stream_extract {
    struct fid_stream_sums sum;
    struct fid_values size, latency, gap;
    double *op, *byte; /* owned; per bin of dt_s, intervals joined */
    size_t n;
    double dt_s;
    bool sized; /* bytes are known: the trace has sizes, or no operation at all */
};

/* dt_ns should be a multiple of both runs' grid bins (fid_extract_dt); otherwise the last
 * sample is off by up to a bin.  The series ends at until_ns (INT64_MAX: nowhere before the
 * window does); numbers and values are of the whole window. */
int fid_extract_stream (const struct fid_run *run, enum fid_stream_id id, enum fid_window w,
                        int64_t dt_ns, int64_t until_ns, struct fid_stream_extract *out,
                        struct fid_error *err);
void fid_stream_extract_clear (struct fid_stream_extract *v);

/* Those of both sides. */
static inline void fid_stream_extracts_clear (struct fid_stream_extract (*v)[2])
{
    fid_stream_extract_clear (&(*v)[0]);
    fid_stream_extract_clear (&(*v)[1]);
}

/* Returns bin_ns, doubled until all that is known of the run has at most 2^22 such bins.  A stream
 * that is active for a short time has finer bins than the length of its run allows. */
int64_t fid_extract_widen (const struct fid_run *run, int64_t bin_ns);

/* Returns the bin width nearest to want_s that both runs' grids of a stream can provide. */
int64_t fid_extract_dt (const struct fid_run *a, const struct fid_run *b, enum fid_stream_id id,
                        double want_s);

/* Operations against time for spectra: bins of dt_s in phase_n places, a 1 / phase_n of a bin
 * apart, as components of a sample (sample-major).  Only bins that lie in one interval of the
 * window are there, four bins away from its ends. */
struct fid_bins_extract {
    double *op; /* owned; n * phase_n */
    size_t n, phase_n;
    double dt_s;
};

/* Bins for two runs: the width nearest to want_s that both grids can provide, 4 places or as
 * many as the grids tell apart. */
struct fid_bins_extract fid_extract_bins_for (const struct fid_run *a, const struct fid_run *b,
                                              enum fid_stream_id id, double want_s);

/* Fills out->op and out->n for such bins, up to an instant (INT64_MAX: all). */
int fid_extract_bins (const struct fid_run *run, enum fid_stream_id id, enum fid_window w,
                      int64_t until_ns, struct fid_bins_extract *out, struct fid_error *err);

struct fid_gauge_extract {
    double *x; /* owned; n * dim values on the gauge's own grid, missing ones held */
    size_t n, dim;
    double dt_s;
    size_t missing_n; /* cells without a sample within two periods */
};

/* Extracts values whose interval has its middle in the window, on a grid with the gauge's
 * period.  n is 0 if the gauge was not recorded, if the window is shorter than a period, and,
 * with missing_n > 0, if fewer than one cell in eight has a sample.  until_ns as above. */
int fid_extract_gauge (const struct fid_run *run, enum fid_gauge_id id, enum fid_window w,
                       int64_t until_ns, struct fid_gauge_extract *out, struct fid_error *err);
void fid_gauge_extract_clear (struct fid_gauge_extract *v);

/* The level of a sample of dim values: of CPU shares the busy share, 0 to 100 %. */
static inline double fid_gauge_level (const double *x, size_t dim)
{
    double busy = 100 - x[dim - 1];
    return dim != FID_CPU_DIM ? x[0] : busy > 0 ? busy : 0;
}

/* Converts CPU shares to the busy share, 0 to 100 %; other gauges do not change. */
void fid_gauge_busy (struct fid_gauge_extract *v);
