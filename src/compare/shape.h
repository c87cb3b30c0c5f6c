/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shape.h - the series whose shapes are compared, their full scales, and the warp between them */
#pragma once

#include "compare/pair.h"
#include "metrics/dtw.h"

/* Two series on one grid, ready for dtw. */
struct fid_shape {
    double *x[2]; /* owned; real, emulation; n * dim values, sample-major */
    size_t n[2], dim;
    double dt_s;
    struct fid_metric_opts opts; /* scale, band, penalty */
};

/* Whether the shape of a stream is that of its bytes; else, of its operations. */
bool fid_shape_of_bytes (const struct fid_stream_extract *v);

/* The largest table of time warping, in cells times components.  By default the band is a
 * twentieth of the longer series either way: 36 000 samples, an hour of 0.1 s. */
#define FID_SHAPE_CELLS_MAX ((size_t)1 << 27)

/* Returns how many samples become one, so that the table of two series of n and m samples stays
 * within FID_SHAPE_CELLS_MAX: 1 for nearly all runs.  band_s and dt_s as of struct
 * fid_metric_opts and fid_signal.  Time O(n). */
size_t fid_shape_wider (size_t n, size_t m, size_t dim, double band_s, double dt_s);

/* Makes x[*n] of k samples one, their sum or their mean; *n becomes their number. */
void fid_shape_join (double *x, size_t *n, size_t dim, size_t k, bool mean);

/* Computes the square roots of a stream's bytes per bin of about dt_s in a window, or of its
 * operations where a side has no sizes.  Twice as many operations of half the size have the
 * same course; sizes say that they differ.  The root keeps one burst from dominating the
 * alignment (for counts: Anscombe 1948, doi:10.1093/biomet/35.3-4.246).  Scale: the 99th
 * percentile of the reference's non-zero bins; 0 if there are none.  Bins are joined where the
 * table of time warping would be too large (fid_shape_wider); dt_s says it. */
int fid_shape_stream (const struct fid_pair *pair, enum fid_stream_id id, enum fid_window w,
                      double dt_s, struct fid_shape *out, struct fid_error *err);

/* The window of a rhythm: the training where both logs name phases, because other phases would
 * leak into every line of the spectrum; else the job. */
enum fid_window fid_rhythm_window (const struct fid_pair *pair);

/* The same as fid_shape_stream for spectra, in the window of the rhythm: in bins of the pair's
 * rhythm_dt_s that lie in one phase, in four places each (fid_extract_bins), which are the
 * components of a sample.  Where in a bin a burst falls is chance; the mean over the places
 * does not depend on it.  No scale, no band. */
int fid_shape_rhythm (const struct fid_pair *pair, enum fid_stream_id id, struct fid_shape *out,
                      struct fid_error *err);

/* Aligns the two of one component by time warping; returns as fid_dtw_align. */
int fid_shape_align (const struct fid_shape *s, struct fid_dtw_path *path);

void fid_shape_clear (struct fid_shape *s);

/* Computes the median over the runs of each run's scales (struct fid_scales,
 * doc/comparison.md). dt_s is the requested bin of event series; 0: that of the median step. */
int fid_scales_measure (const struct fid_run *const *run, size_t n, enum fid_window w,
                        double dt_s, struct fid_scales *out, struct fid_error *err);
