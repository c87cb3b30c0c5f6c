/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fidlio.h - compare recorded runs of training jobs with their emulations
 *
 * The installed interface of libfidlio.  doc/library.md has a worked example.
 *
 * Errors.  A function that can fail returns 0 or -1 (a pointer: NULL).  On failure it
 * writes a status and a sentence to *err (err may be NULL) and leaves its outputs
 * unchanged.
 *
 * Options are structs; all of them 0, or NULL, are the defaults.  Values are checked.
 *
 * Documents.  What was found out is text: JSON, the same bytes for the same runs and options, as
 * the program prints it with --format=json or writes it to files (doc/result.md, answer.md,
 * job.md).  It is freed by the caller with free.  A number or text that is missing is null.
 *
 * Arrays are lent: they belong to the handle, and are valid until it is destroyed.
 *
 * Handles (struct fid_run, fid_result, ...) are destroyed by the caller; destroying NULL is
 * harmless.  Other strings that a function returns belong to the handle.
 *
 * Threads.  Every function may be called from any thread.  A handle may be read by
 * several threads at once (functions that take it as const); do not destroy it meanwhile.
 *
 * The host program.  Numbers are read and written in the C locale whatever the program
 * has set, and the locale of the calling thread is unchanged afterwards.  The GSL error
 * handler is not changed; no function relies on it being off.  Nothing is printed. */
#ifndef FIDLIO_H
#define FIDLIO_H

#include <stddef.h>
#include <stdint.h>

#ifdef __GNUC__
#define FID_API __attribute__ ((visibility ("default")))
#else
#define FID_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- version and errors */

#define FID_VERSION_MAJOR 0
#define FID_VERSION_MINOR 2
#define FID_VERSION_PATCH 0
/* Grows with every version: 0.2.0 is 200. */
#define FID_VERSION_NUMBER                                                                     \
    (FID_VERSION_MAJOR * 10000 + FID_VERSION_MINOR * 100 + FID_VERSION_PATCH)

/* Version of the library at run time: "0.2.0". */
FID_API const char *fid_version (void);

/* Also the exit statuses of the program. */
enum fid_status {
    FID_OK = 0,
    FID_EFAIL = 1,     /* a check failed */
    FID_EUSAGE = 2,    /* an argument or option is wrong */
    FID_EINPUT = 3,    /* unreadable, malformed or nothing comparable */
    FID_EPARTIAL = 4,  /* some pairs failed, the rest is written */
    FID_EINTERNAL = 5, /* out of memory, output not written, or an internal error */
    FID_EOPEN = 6      /* a check could not be decided (fidlio check --strict) */
};

struct fid_error {
    enum fid_status status;
    char text[1020];
    int file_errno; /* why the file that text names could not be read; 0: another error */
};

/* ---- runs */

/* One execution of a training job or of its emulation, and all that was traced of it. */
struct fid_run;

struct fid_open_options {
    int all_processes;       /* 1: count other processes' I/O as the run's */
    int day_first;           /* 1: dates are DD/MM, not MM/DD */
    int has_utc_offset;      /* 1: utc_offset_s is set; 0: it is found in the data */
    double utc_offset_s;     /* local time of the traces minus UTC, -64800 .. 64800 */
    size_t thread_n;         /* files read at a time; 0: 1.  Does not change the run */
    const char *roles;       /* file: what files are for (doc/formats.md); NULL: as found */
    const char *log_pattern; /* file: lines of a training log (doc/logs.md); NULL: known ones */
};

/* Read the run recorded in a directory, or that of a digest (fid_digest_save), which has to
 * be made with the same options.  options may be NULL (defaults).  The run remembers its
 * options: comparisons record them.  NULL with FID_EINPUT if the directory cannot be read or
 * holds no file of a known format, or the digest is damaged, of another version or made with
 * other options; FID_EUSAGE for wrong options. */
FID_API struct fid_run *fid_run_open (const char *dir, const struct fid_open_options *options,
                                      struct fid_error *err);
FID_API void fid_run_destroy (struct fid_run *run);

/* Name of the run's directory. */
FID_API const char *fid_run_name (const struct fid_run *run);
/* Workload as the traces name it ("unet3d"); "" if they do not. */
FID_API const char *fid_run_workload (const struct fid_run *run);
/* Hash (XXH3) of the names and contents of the files read. */
FID_API uint64_t fid_run_traces_hash (const struct fid_run *run);

/* Write the digest of the run recorded in a directory to a file: all that comparisons need, in
 * one to three per cent of the bytes of its traces (doc/digests.md).  fid_run_open takes the
 * file in the place of the directory; the run is called by the file's name, without .fidlio.
 * A file that is there is replaced.
 *
 * options  how the run is read; NULL: defaults
 * names    1: names of files stay as they are; 0: they become hashes
 *
 * FID_EINPUT if the run cannot be read, FID_EUSAGE for wrong options, FID_EINTERNAL if the file
 * cannot be written. */
FID_API int fid_digest_save (const char *dir, const char *path,
                             const struct fid_open_options *options, int names,
                             struct fid_error *err);

/* ---- what a run did */

/* What the application does, found in the events and the log of a run: the document of `fidlio
 * job' (doc/job.md); with steps != 0 with each step of each rank. */
FID_API char *fid_run_job_text (const struct fid_run *run, int steps, struct fid_error *err);

/* The run's own events as columns: a row each, in the order of the files.  A run keeps them
 * packed; they are unpacked once, 50 bytes a row. */
struct fid_event_columns {
    size_t n, file_n, process_n;
    const int64_t *start_ns;       /* [n], on the run's axis */
    const int64_t *duration_ns;    /* of several events in a row: the sum */
    const int64_t *offset;         /* in the file; -1: not known */
    const uint64_t *bytes, *count; /* count: events in the row, 1 unless --memory merged some */
    const uint32_t *file, *process;
    const uint8_t *kind;   /* 0 block read, 1 block write, 2 read, 3 write, 4 open, 5 close,
                            6 another call on metadata */
    const uint8_t *failed; /* 1: the call failed */

    const char *const *path; /* [file_n], or the name, where that is all; of block requests the
                                device */
    const char *const *role; /* what the file is used for: "data" */

    const char *const *command; /* [process_n], "" if it is not known */
    const int64_t *pid;         /* -1: not known */
    const int64_t *rank;        /* -1: not known by rank */
    const uint32_t *host;       /* number of its host in the run */
};

FID_API const struct fid_event_columns *fid_event_columns_create (const struct fid_run *run,
                                                                  struct fid_error *err);
FID_API void fid_event_columns_destroy (const struct fid_event_columns *columns);

/* ---- answers: how long a job takes on other storage, how far a benchmark's answer is off */

struct fid_answer_options {
    const char *const *storage; /* [storage_n] shipped ones ("nfs"), files, results of fio
                                   (doc/answer.md); none: relative to the real job's demand */
    size_t storage_n;
    const char *profile; /* "storage" (NULL), "read", "checkpoint", "metadata" */
    double tolerance;    /* of a valid benchmark's answer, 0.001 .. 10; 0: 0.1, which is 10 % */
    double utilisation;  /* share for which accelerators shall be busy, 0.01 .. 0.999; 0: 0.9 */
};

/* The answer for real runs and, unless emulation_n is 0, for emulations: the document of `fidlio
 * answer'.  NULL with FID_EUSAGE for wrong options or storages, FID_EINPUT for a storage that
 * cannot be read. */
FID_API char *fid_answer_text (const struct fid_run *const *real, size_t real_n,
                               const struct fid_run *const *emulation, size_t emulation_n,
                               const struct fid_answer_options *options, struct fid_error *err);

/* ---- calibrations: how far apart repeats are */

/* The noise that grades forgive (doc/calibration.md). */
struct fid_calibration;

struct fid_compare_options {
    const char *window; /* part of the runs the overall numbers are from: "job" (NULL),
                           "whole", "startup", "INIT", "TRAINING", "EVAL", "CHECKPOINT" */
    double dt_s;        /* bin of event series, 0.001 .. 3600; 0: from the data */
    double band_s;      /* half-width of the warping band, 0.001 .. 1e6; 0: from the data */
    int has_penalty;    /* 1: penalty is set; 0: 0.05 */
    double penalty;     /* cost of a warping step, 0 .. 100 */
    int has_tolerance;  /* 1: tolerance_s is set; 0: 1 s */
    double tolerance_s; /* slack at the bounds of phases, 0 .. 1e6 */
    const char *exclude_groups; /* groups left out of the overall numbers, separated by
                                   commas ("cpu,gpu"); NULL: none */
    const struct fid_calibration *calibration; /* noise of the real run; NULL: unknown */
    const char
        *profile;    /* what is graded: a shipped profile, or a file (a name with '/' or '.');
                            NULL: "storage" for emulations, else "system" */
    const char *per; /* what amounts are taken by: "job", "epoch", "step" or "second"; NULL:
                        "epoch" if the runs have different numbers of them, else "job" */
    size_t thread_n; /* resources or pairs compared at a time; 0: 1.  Changes no result */
};

/* Measure how far apart the repeats of each workload are.  options may be NULL; calibration
 * and exclude_groups have to be 0, the profile does not matter.  FID_EINPUT if no workload has
 * two runs, a workload is unknown or two runs hold the same traces; FID_EUSAGE if runs were
 * opened with different options.  Cost: a comparison for each ordered pair of repeats. */
FID_API struct fid_calibration *fid_calibration_create (
    const struct fid_run *const *run, size_t run_n, const struct fid_compare_options *options,
    struct fid_error *err);
/* Read one from a file (schema fidlio.calibration/2). */
FID_API struct fid_calibration *fid_calibration_open (const char *path, struct fid_error *err);
/* Write it to a file. */
FID_API int fid_calibration_save (const struct fid_calibration *calibration, const char *path,
                                  struct fid_error *err);
FID_API void fid_calibration_destroy (struct fid_calibration *calibration);

/* The text of its file. */
FID_API char *fid_calibration_text (const struct fid_calibration *calibration,
                                    struct fid_error *err);
/* What a profile (doc/comparison.md) says of itself: {"name", "about"}.  NULL with FID_EUSAGE for
 * an unknown name or a line that is not understood, FID_EINPUT if the file cannot be read. */
FID_API char *fid_profile_describe (const char *name, struct fid_error *err);

/* ---- comparisons and their results */

/* The outcome of a comparison: what the result file holds (schema fidlio.pair/4,
 * doc/result.md). */
struct fid_result;

/* Both runs against time, on one axis (schema fidlio.series/2, doc/series.md). */
struct fid_series;

/* Compare emulations with real runs.  One run a side is a pair; several on a side are
 * repeats: each distance is then the median over all pairs, with intervals over runs.
 *
 * options  NULL: defaults
 * series   unless NULL, receives the series of the pair (of several: of the pair nearest
 *          to the medians), destroyed by the caller
 *
 * The result does not depend on the order of runs or on threads.  NULL with FID_EINPUT
 * if nothing is comparable or two runs hold the same traces; FID_EUSAGE for wrong
 * options, a calibration made with other options, or runs opened with different
 * options. */
FID_API struct fid_result *fid_result_create (const struct fid_run *const *real, size_t real_n,
                                              const struct fid_run *const *emulation,
                                              size_t emulation_n,
                                              const struct fid_compare_options *options,
                                              struct fid_series **series,
                                              struct fid_error *err);
/* Read a result file.  NULL with FID_EINPUT "path: what is wrong". */
FID_API struct fid_result *fid_result_open (const char *path, struct fid_error *err);
FID_API void fid_result_destroy (struct fid_result *result);

/* The text of the result file: JSON, the same bytes for the same runs and options. */
FID_API char *fid_result_text (const struct fid_result *result, struct fid_error *err);
/* Write DIR/<real>__<emulation>.json (the directory is made if missing). */
FID_API int fid_result_save (const struct fid_result *result, const char *dir,
                             struct fid_error *err);

/* What people call a side: the name of its run or, of several, "UNET3D_real (r2, r4)".
 * emulation 0: the real side. */
FID_API const char *fid_result_side (const struct fid_result *result, int emulation);

/* ---- series */

/* Values of one run in buckets of equal width: bucket k covers
 * [t0_s + k dt_s, t0_s + (k + 1) dt_s), seconds from the start of the job. */
struct fid_curve_side {
    double t0_s, dt_s;
    size_t n;                        /* 0: not recorded */
    const double *mean, *low, *high; /* [n]; NaN where there is a gap in the recording */
};

struct fid_curve {
    const char *resource, *quantity, *unit;
    struct fid_curve_side real, emulation;
};

FID_API size_t fid_series_count (const struct fid_series *series);
/* Curve i; FID_EUSAGE if there is none. */
FID_API int fid_series_get (const struct fid_series *series, size_t i, struct fid_curve *curve,
                            struct fid_error *err);
/* The text of the series file. */
FID_API char *fid_series_text (const struct fid_series *series, struct fid_error *err);
FID_API void fid_series_destroy (struct fid_series *series);

/* ---- batches: many pairs, on several threads, resumed where they ended */

struct fid_batch;

struct fid_batch_options {
    const struct fid_open_options *open;       /* NULL: defaults */
    const struct fid_compare_options *compare; /* NULL: defaults; without calibration */
    const char *calibration; /* file; NULL: calibrate on the real runs if they repeat, and
                                write RESULTS/calibration.json */
    int no_calibration;      /* 1: noise is unknown */
    int no_series;           /* 1: write no series files */
    int force;               /* 1: compare pairs again that an earlier batch has compared */
    size_t thread_n;         /* 0: one for each processor */

    /* Called from threads of the library, in the C locale, never from two at once; NULL:
     * not wanted.  They must not call functions with this batch. */
    void *ctx;                                               /* passed to each */
    void (*progress) (void *ctx, size_t done, size_t total); /* before the first pair
                                                                and after each */
    int (*cancelled) (void *ctx); /* asked before each pair; other than 0 ends the batch
                                     after the pairs being compared */
    void (*message) (void *ctx, const char *text); /* a sentence for the user */
    int all_workloads; /* 1: compare runs that name different workloads, too */
};

FID_API struct fid_batch *fid_batch_create (struct fid_error *err);
FID_API void fid_batch_destroy (struct fid_batch *batch);

/* Add a run to a side: every real run is compared with every emulation of its workload.  Of a
 * directory that holds several runs, all are added.  Directories are read by
 * fid_batch_compare; runs of the same name are told apart by the folders above them
 * ("disk+run1", "cache+run1"). */
FID_API int fid_batch_add_real (struct fid_batch *batch, const char *dir,
                                struct fid_error *err);
FID_API int fid_batch_add_emulation (struct fid_batch *batch, const char *dir,
                                     struct fid_error *err);
/* Add one pair, or the runs and pairs that a manifest lists (doc/plots.md). */
FID_API int fid_batch_add_pair (struct fid_batch *batch, const char *real,
                                const char *emulation, struct fid_error *err);
FID_API int fid_batch_add_manifest (struct fid_batch *batch, const char *path,
                                    struct fid_error *err);

/* Compare all pairs and write RESULTS/<real>__<emulation>.json for each, failed.tsv and the
 * calibration.  Pairs compared by an earlier batch with the same traces, options and
 * methods are kept.
 *
 * text  unless NULL, receives a document: "totals" and "pairs", each pair with its names, the name
 *       of its file, its state ("open", "kept", "compared", "failed", "skipped") and, if it
 *       failed, its status and error
 *
 * Returns 0 even if single pairs fail.  -1 with FID_EPARTIAL if cancelled: *text is set, what was
 * compared is written and will be kept; FID_EUSAGE or FID_EINPUT if nothing can be compared;
 * FID_EINTERNAL if files cannot be written.
 * Memory holds the runs of one side and one more for each thread. */
FID_API int fid_batch_compare (struct fid_batch *batch, const char *results,
                               const struct fid_batch_options *options, char **text,
                               struct fid_error *err);

/* ---- gate: are new results worse than accepted ones? */

struct fid_gate_options {
    int has_margin;     /* 1: margin is set; 0: 0.05, more where accepted runs vary more */
    double margin;      /* 0 .. 1; with 0.05 a similarity may be divided by 1.05, and an
                           answer that was 4 % off may be 9 % off */
    double alpha;       /* chance of a false FAIL, 0.0001 .. 0.4; 0: 0.05 */
    const char *limits; /* file with grades that have to be reached (doc/gate.md); NULL */
    const char *prior;  /* file: how much runs differ (doc/gate.md); NULL: the built-in one */
};

/* Judge results against what was accepted.
 *
 * accepted   a directory of results or a baseline file; NULL: only the limits
 * candidate  a directory of results
 *
 * The document has the worst "outcome" ("PASS", "INCONCLUSIVE", "FAIL") and "rows", a question and
 * its answer each.  "accepted" and "candidate" of a similarity are geometric means of the runs,
 * of "answer" and "capacity" mean errors (ln); "ratio", "low", "high": how many times as good, and
 * its interval; "p" is adjusted for the number of trials.  They are null without a statistical
 * test.  "notes" are sentences: which runs were left out, and are recordings of the baseline.  The
 * outcome is no error: NULL with FID_EINPUT if files cannot be read or have nothing
 * in common, FID_EUSAGE for wrong options or results whose numbers cannot be compared
 * (made with other options, another version or another calibration). */
FID_API char *fid_gate_text (const char *accepted, const char *candidate,
                             const struct fid_gate_options *options, struct fid_error *err);

/* Write the results of a directory as a baseline file (schema fidlio.baseline/3). */
FID_API int fid_baseline_save (const char *results, const char *path, struct fid_error *err);

/* ---- what this build knows */

/* A list of objects with "name" and "doc", of "readers", "metrics" (with unit of the distance, and
 * source), "resources" (with group) or "profiles".  NULL with FID_EUSAGE for another name. */
FID_API char *fid_registry_text (const char *list, struct fid_error *err);

/* ---- the engine: measures on plain arrays
 *
 * Series are sample-major: sample i of x is x[i * dim] .. x[i * dim + dim - 1].  All
 * samples have to be finite (FID_EUSAGE).  Nothing here reads files or runs. */

struct fid_dtw_options {
    size_t dim;     /* components of a sample; 0: 1 */
    int has_band;   /* 1: band_n is set; 0: no band, every alignment is allowed */
    size_t band_n;  /* half-width of the Sakoe-Chiba band, samples of the shorter series */
    double penalty; /* cost of a step that is not diagonal, in the unit of x; >= 0 */
};

/* Dynamic time warping: the mean absolute difference of x[n * dim] and y[m * dim] after
 * the best alignment,
 *
 *   D(i,j) = min { D(i-1,j-1) + 2 c(i,j), D(i-1,j) + c(i,j) + w, D(i,j-1) + c(i,j) + w }
 *   distance = D(n,m) / (n + m),   c(i,j) = sum over components of |x[i] - y[j]|
 *
 * with the penalty w and cells inside a band around the line that joins the corners.
 * Unit: that of x; 0 for equal series; symmetric.  options may be NULL.
 *
 * FID_EUSAGE for lengths of 0 or above 2^31, a wrong penalty or samples that are not
 * finite.  Time O(cells in the band), memory O(m dim).
 *
 * Sources: Sakoe & Chiba 1978, doi:10.1109/TASSP.1978.1163055 (step pattern, band);
 * Herrmann & Webb 2021, doi:10.48550/arXiv.2111.13314 (penalty). */
FID_API int fid_dtw_distance (const double *x, size_t n, const double *y, size_t m,
                              const struct fid_dtw_options *options, double *distance,
                              struct fid_error *err);

/* The same, and the best alignment: sample i[k] of x goes with sample j[k] of y, from
 * (0, 0) to (n - 1, m - 1), k < *path_n.  i and j have room for n + m - 1 indices each.
 * Time at most twice that of fid_dtw_distance, memory about 20 MB for 20 000 samples
 * without a band. */
FID_API int fid_dtw_path (const double *x, size_t n, const double *y, size_t m,
                          const struct fid_dtw_options *options, double *distance, size_t *i,
                          size_t *j, size_t *path_n, struct fid_error *err);

/* Which of the series y[0] .. y[count - 1], of m[0] .. samples, is nearest to x[n * dim],
 * and its distance: the first of equals.  As if fid_dtw_distance was asked for each, but
 * faster: most are excluded in single precision. */
FID_API int fid_dtw_nearest_of (const double *x, size_t n, const double *const *y,
                                const size_t *m, size_t count,
                                const struct fid_dtw_options *options, size_t *which,
                                double *distance, struct fid_error *err);

/* Amerced dynamic time warping of x[n] and y[m], as published: squared differences, a
 * penalty w for each step that is not diagonal, and a limit for searches:
 *
 *   D(i,j) = (x[i] - y[j])^2 + min { D(i-1,j-1), D(i-1,j) + w, D(i,j-1) + w }
 *
 * band_n    half-width of the band, |i - j| <= band_n; SIZE_MAX: none
 * penalty   w >= 0, the squared unit of x; 0: classic DTW
 * limit     a distance of limit or more is given as infinity, mostly without computing
 *           all of it; INFINITY: no limit
 *
 * FID_EUSAGE as above, and for lengths that differ by more than band_n.  Time
 * O(n band_n), memory O(m).  Sources: Herrmann & Webb 2021,
 * doi:10.48550/arXiv.2111.13314; Rakthanmanon et al. 2012, doi:10.1145/2339530.2339576. */
FID_API int fid_adtw_distance (const double *x, size_t n, const double *y, size_t m,
                               size_t band_n, double penalty, double limit, double *distance,
                               struct fid_error *err);

/* Segment length for spectra of series of n and m samples to compare: both
 * have three overlapping segments or more.  0 if the shorter has fewer than 16 samples. */
FID_API size_t fid_psd_segment (size_t n, size_t m);

/* Power spectral density of x[n * dim] on a grid of dt_s seconds, by Welch's method: Hann
 * window, segments of segment_n samples that overlap by half, the mean of each removed,
 * one-sided; densities of components are added.  Writes segment_n / 2 + 1 values to
 * psd, unit of x squared per Hz, at frequencies k / (segment_n dt_s).
 *
 * segment_n is even, 4 .. n (FID_EUSAGE).  Time O(n dim log segment_n), memory
 * O(segment_n).  Source: Welch 1967, doi:10.1109/TAU.1967.1161901. */
FID_API int fid_psd (const double *x, size_t n, size_t dim, double dt_s, size_t segment_n,
                     double *psd, struct fid_error *err);

/* How far spectral power has to move, in octaves, to make spectrum p[0 .. n] into
 * q[0 .. n]: the Wasserstein-1 distance of their power over log2 of the frequency.  The
 * mean (index 0) is left out.  0 .. log2 n; does not depend on gain.  FID_EUSAGE if n is
 * 0, a value is negative or a spectrum has no power.  Time O(n). */
FID_API int fid_psd_distance (const double *p, const double *q, size_t n, double *octaves,
                              struct fid_error *err);

enum fid_w1_axis { FID_W1_LINEAR, FID_W1_LOG2, FID_W1_LOG10 };

/* Wasserstein-1 (earth mover's) distance of two samples x[n] and y[m] with weights
 * (NULL: 1 each): the integral of |F - G| along the axis.  Unit: that of x, octaves or
 * decades.  Does not depend on the order of values.
 *
 * FID_EUSAGE for values or weights that are not finite, weights below 0 or without a
 * positive sum, and on a logarithmic axis for values <= 0.  Time O(n log n), memory O(n).
 * Source: Vallender 1974, doi:10.1137/1118101. */
FID_API int fid_w1_distance (const double *x, const double *x_weight, size_t n, const double *y,
                             const double *y_weight, size_t m, enum fid_w1_axis axis,
                             double *distance, struct fid_error *err);

#ifdef __cplusplus
}
#endif
#endif
