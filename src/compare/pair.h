/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pair.h - the pair being compared: options, scales, units, shapes */
#pragma once

#include "compare/extract.h"
#include "metrics/dtw.h"
#include "model/per.h"
#include "model/settings.h"
#include "storage/answer.h"

struct fid_calibration; /* calibration.h */
struct fid_profile;     /* model/profile.h */

/* Full scales of series, taken from reference runs and frozen; 0: taken from the pair's real run. */
struct fid_scales {
    double step_s;               /* median step; decides bins and bands */
    double stream[FID_STREAM_N]; /* of its shape (shape.h), per bin of dt */
    double gauge[FID_GAUGE_N];   /* the gauge's unit */
    double read_bytes;           /* bytes read by calls in a second (coupling) */
};

struct fid_compare_opts {
    const char *window; /* headline window: a name of model/windows.h; NULL: "job" */
    enum fid_per per;   /* what amounts are taken by */
    double dt_s;        /* bin of event series; 0: max (0.1 s, T_step / 8) */
    double band_s;      /* 0: min (1.5 T_step, 5 % of the duration), >= 2 bins */
    double penalty;     /* < 0: 0.05 */
    double tolerance_s; /* < 0: 1 s, phase boundaries */
    unsigned excluded;  /* bit g: group g is compared, but has no part in the overall numbers */
    size_t thread_n;    /* resources of a pair compared at a time; 0: one.  Changes no result */
    const struct fid_calibration *calibration; /* borrowed; noise; NULL: unknown, taken as 0 */
    const struct fid_profile *profile;         /* borrowed; NULL: fid_profile_default */
    struct fid_answer_opts answer; /* storages, and what is allowed; .profile is not used */
};

/* Computes the key of everything but the two directories that decides a result: version and
 * options.  Equal keys and equal fid_run_hash of both sides mean an equal result.  buf gets 16
 * hex digits. */
void fid_compare_key (const struct fid_run_opts *run_opts, const struct fid_compare_opts *opts,
                      char buf[FID_HASH_TEXT]);

/* Runs of different length: amounts, counts and durations are divided by the units of their run;
 * series stop after the first k units, k being the number that both runs have.  An emulation of 5
 * epochs can stand for a job of 90.  What follows an epoch (evaluation, checkpoint) belongs to it. */
struct fid_units {
    enum fid_per per;    /* never FID_PER_CHOSEN */
    double n[2];         /* real, emulation: by which amounts are divided; 1 for the job */
    int64_t until_ns[2]; /* where matched units end; INT64_MAX: with the run */
};

/* A disk that moves less (MiB in all, or MiB/s) is idle. */
#define FID_DISK_IDLE_MIB 1.

struct fid_pair {
    union {
        struct {
            const struct fid_run *real, *emu; /* borrowed */
        };
        const struct fid_run *run[2]; /* both */
    };
    enum fid_window window;   /* headline */
    struct fid_scales scales; /* frozen ones, or all 0 */
    double step_s;            /* of the reference; 0: not known */
    double dt_s;              /* wanted bin of event series for shapes */
    double rhythm_dt_s;       /* for spectra: the same when sides are swapped */
    double band_s;            /* 0: from step and duration */
    double penalty, tolerance_s;
    struct fid_units units; /* by which amounts are taken */
    unsigned excluded;      /* groups out of scope, as in struct fid_compare_opts */
};

/* Refuses raw traces beside a processed tree, which lacks part of such traces: -1 with FID_EINPUT
 * and the command that makes a tree of the raw run, too. */
int fid_pair_check_trees (const struct fid_run *a, const struct fid_run *b,
                          struct fid_error *err);

/* Resolves options against the real run; ignores opts->calibration (see fid_pair_freeze).  -1
 * with FID_EUSAGE for an unknown window, and as fid_pair_check_trees. */
int fid_pair_init (struct fid_pair *pair, const struct fid_run *real, const struct fid_run *emu,
                   const struct fid_compare_opts *opts, struct fid_error *err);

/* Uses scales and step of reference runs instead of the pair's real run. */
void fid_pair_freeze (struct fid_pair *pair, const struct fid_scales *scales,
                      const struct fid_compare_opts *opts);

/* Returns the half-width of the DTW band for a window of that length, seconds. */
double fid_pair_band (const struct fid_pair *pair, double length_s);

/* Returns whether samples dt_s apart can show the rhythm of the steps: two samples in the
 * shorter step (Shannon 1949, doi:10.1109/JRPROC.1949.232969).  Faster steps would fold back
 * into a slower rhythm.  True if no step is known. */
bool fid_pair_sees_steps (const struct fid_pair *pair, double dt_s);

/* Returns the window in which the headline compares a resource: where the headline is the job
 * and both logs name phases, the resource's home (model/resources.h). */
enum fid_window fid_pair_home (const struct fid_pair *pair, enum fid_resource_id r);

/* Returns whether the logs of both runs name phases. */
bool fid_pair_has_phases (const struct fid_pair *pair);

/* Returns the 99th percentile of the non-zero values; 0 if there are none, -1 with an error if
 * there is no memory.  O(n). */
double fid_p99_nonzero (const double *x, size_t n, struct fid_error *err);

/* Chooses units of two runs.  FID_EINPUT if a run does not have the units that are wanted. */
int fid_units_init (struct fid_units *u, enum fid_per wanted, const struct fid_run *real,
                    const struct fid_run *emu, struct fid_error *err);

/* The epochs of a run's training, and the median of their training times; 0 where the log does
 * not number them.  -1 without memory. */
int fid_epochs (const struct fid_run *run, double *n, double *median_s, struct fid_error *err);

/* The phases of a part in a run's time.  What follows without a gap goes on. */
struct fid_part_sums {
    size_t n;
    double length_s;
};
struct fid_part_sums fid_part_sums (const struct fid_run *run, enum fid_part part);

/* The steps of training or of evaluation. */
struct fid_step_sums {
    size_t n;
    double compute_s, load_s;
};
struct fid_step_sums fid_step_sums (const struct fid_run *run, bool eval);

/* The highest number of an epoch in a run's log; 0: it numbers none. */
int fid_last_epoch (const struct fid_run *run);

/* --- the series whose shapes are compared, their full scales, and the warp between them */

/* Two series on one grid, ready for dtw. */
struct fid_shape {
    double *x[2]; /* owned; real, emulation; n * dim values, sample-major */
    size_t n[2], dim;
    double dt_s;
    struct fid_metric_opts opts; /* scale, band, penalty */
};

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
