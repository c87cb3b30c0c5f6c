/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steps.h - how long the parts of training steps take, from instrumentation logs
 *
 * Experiment folders contain a recording for each configuration of GPUs and batch size,
 * of one of three kinds (doc/steps.md):
 *
 *   mllog     MLLOG events with durations, as a log or as a JSON array
 *   timeline  TensorFlow profiler files, timeline-N.json, a step each
 *   dlio      dlio.log with lines "[INFO] NAME NS"
 *
 * Durations are collected by configuration; recordings of the same configuration are
 * pooled.  Throughputs and statistics are computed once everything has been read.  Memory:
 * 32 to 48 bytes a value, to the end of the program. */
#pragma once

#include "program/must.h"
#include "metrics/aggregate.h"
#include "plot/figure.h"

enum fid_steps_source {
    FID_STEPS_MLLOG,
    FID_STEPS_TIMELINE,
    FID_STEPS_DLIO,
    FID_STEPS_SOURCE_N
};

enum fid_steps_workload {
    FID_STEPS_UNET3D,
    FID_STEPS_BERT,
    FID_STEPS_DLRM,
    FID_STEPS_WORKLOAD_N
};

/* "mllog"; "unet3d"; "UNET3D".  The lists end with NULL. */
extern const char *const fid_steps_source_names[], *const fid_steps_workload_names[],
                                                       *const fid_steps_workload_titles[];

enum fid_steps_metric {
    /* measured, s */
    FID_STEP_END,
    FID_LOAD_BATCH_MEM,
    FID_LOAD_BATCH_INNER,
    FID_ALL_COMPUTE,
    FID_SAMPLE_LOAD,
    FID_LOAD_SAMPLE,
    FID_SAMPLE_PREPROC,
    FID_BATCH_LOAD,
    FID_BATCH_PREPROC,
    FID_STEPS_MEASURED_N,
    /* derived, samples/s */
    FID_DATA_LOADING_THROUGHPUT = FID_STEPS_MEASURED_N,
    FID_DATA_PROC_THROUGHPUT,
    FID_FROM_DISK_THROUGHPUT,
    FID_SAMPLE_LOAD_THROUGHPUT,
    FID_STEP_THROUGHPUT,
    FID_STEPS_METRIC_N
};

extern const char *const fid_steps_metric_names[FID_STEPS_METRIC_N]; /* "step_end" */

/* A metric of a workload: measured, or samples over each duration of other metrics. */
struct fid_steps_row {
    enum fid_steps_metric metric;
    enum { FID_STEPS_NO_ROW, FID_STEPS_MEASURED, FID_STEPS_OF_BATCH, FID_STEPS_OF_SAMPLE } how;
    enum fid_steps_metric of, also; /* durations; also: FID_STEP_END is none */
};

/* The kinds of recordings, in the order of the earlier tools, with their metrics in the order
 * that those wrote. */
#define FID_STEPS_KIND_N 6
extern const struct fid_steps_kind {
    enum fid_steps_source source;
    enum fid_steps_workload workload;
    struct fid_steps_row row[12]; /* ends with FID_STEPS_NO_ROW */
} fid_steps_kinds[FID_STEPS_KIND_N];

#define FID_CONFIG_MAX (INT64_C (1) << 40) /* the most GPUs, and samples in a batch */

struct fid_steps_opts {
    int source, workload; /* -1: detect */
    size_t gpus, batch;   /* of all recordings; 0: as their paths or DLIO's files state */
    bool keep_warm_up;
    bool saved;  /* the folders are those that an earlier call wrote (write.c) */
    bool compat; /* as the earlier tools: DLIO's first epoch counts, fits pool files */
};

struct fid_steps_values {
    FID_LIST (double, v); /* in order of reading */
};

struct fid_steps_config {
    int64_t gpus, batch;
    size_t recording_n;
    struct fid_steps_values value[FID_STEPS_METRIC_N];
    struct fid_described stat[FID_STEPS_METRIC_N]; /* n 0: no value */
    struct fid_steps_values mu, std; /* of all_compute between p1 and p99; one a recording */
};

struct fid_step_stats {
    enum fid_steps_source source;
    enum fid_steps_workload workload;
    const struct fid_steps_row *row; /* the metrics; [row_n] */
    size_t row_n;
    bool guessed;                               /* the workload was detected */
    FID_LIST (struct fid_steps_config, config); /* by GPUs, then batch */
    struct fid_steps_note {
        const char *text; /* a sentence */
        bool failed;      /* a recording is unusable */
    } * note;
    size_t note_n, note_cap;
    size_t recording_n, failed_n; /* usable, and not */
    struct fid_steps_log {
        const char *path, *name; /* name: its configuration */
    } * log;                     /* logs with MLLOG events that were read */
    size_t log_n, log_cap;
};

/* Read folders.  Unusable recordings become notes and are counted.  -1 with fid_why: FID_EINPUT if
 * a folder cannot be listed or no recording is usable, FID_EUSAGE if the folders contain
 * several kinds or the workload cannot be detected. */
int fid_steps_read (char *const *dir, size_t dir_n, const struct fid_steps_opts *opts,
                    struct fid_step_stats *steps);

/* The number of different numbers of GPUs. */
size_t fid_steps_gpus_n (const struct fid_step_stats *steps);

/* Compute time as a linear function of GPUs and batch size: each recording gives a point, mean mu
 * and population deviation std of the values of all_compute between its 1st and 99th percentile
 * (inclusive); least squares through all points gives
 *
 *   mu  = a + b GPUs + c batch,  std likewise.
 *
 * GPUs or batch sizes that do not vary are left out: b or c is 0.  If neither varies, a is
 * the mean of the points. */
struct fid_steps_fit {
    const char *why; /* static; the reason if there is no fit, else NULL */
    size_t n;        /* points */
    bool has_gpus, has_batch;
    bool has_r2; /* false: a single point */
    double intercept, gpus, batch, r2;
};

struct fid_steps_fit fid_steps_fit (const struct fid_step_stats *steps, bool std);

/* --- config_name.c: GPUs and batch size from the name of a configuration */

/* Both numbers, each from the last part of a path that contains it; one that is missing is
 * left as it is.  Returns the length of the path up to the end of the later of those parts, 0
 * if a number is missing. */
size_t fid_config_of_path (struct fid_span path, int64_t *gpus, int64_t *batch);

/* "32k" and "2M" with short_forms, else "32768".  130712, a typing error in the data of the
 * earlier tools, is 128k, too. */
#define FID_BATCH_TEXT 24
char *fid_config_batch_text (int64_t batch, bool short_forms, char buf[FID_BATCH_TEXT]);

/* --- the files that write.c writes into a folder, which is created */

/* "DIR/bert_step_analysis.txt" */
const char *fid_steps_analysis_path (const char *dir, const struct fid_steps_kind *kind);

/* fit: also compute_time_fit.json and ditribution_fits.txt, which profiler recordings always
 * have. */
void fid_steps_write (const struct fid_step_stats *steps, const char *dir, bool fit);

/* Write the logs that were read as dir/raw_data/CONFIG.json, arrays of their MLLOG events;
 * further ones of the same name become CONFIG_2.json and so on. */
void fid_steps_write_raw_data (const struct fid_step_stats *steps, const char *dir);

/* --- charts (steps_figure.c) */

enum fid_steps_plot {
    FID_STEPS_BREAKDOWN,
    FID_STEPS_THROUGHPUT,
    FID_STEPS_LATENCY,
    FID_STEPS_HISTOGRAMS,
    FID_STEPS_PLOT_N
};

extern const char *const fid_steps_plot_names[]; /* "breakdown"; ends with NULL */

/* Add the panels of a chart.  The statistics must outlive the figure, which also reports
 * if memory ran out. */
void fid_steps_picture (struct fid_figure *fig, const struct fid_step_stats *steps,
                        enum fid_steps_plot plot);

/* A suitable width, px. */
double fid_steps_picture_width (const struct fid_step_stats *steps, enum fid_steps_plot plot);

/* --- within this folder: recordings are found (find.c), chosen (steps.c), read (read.c) */

/* The files of one run with one configuration. */
struct fid_steps_recording {
    const char *path; /* the part of the path that names the configuration, else the folder,
                   of an array in raw_data the file */
    const char *key;  /* the same of copies */
    int64_t gpus, batch;
    enum fid_steps_source source;
    FID_LIST (const char *, file); /* paths, in the order to read them */
};

struct fid_steps_recordings {
    FID_LIST (struct fid_steps_recording, r); /* by folder, then path */
};

/* Append the recordings of a folder.  Files without a known configuration become notes
 * of steps.  -1 with fid_why if the folder cannot be listed. */
int fid_steps_find (const char *dir, const struct fid_steps_opts *opts,
                    struct fid_steps_recordings *found, struct fid_step_stats *steps);

/* The workload of the recordings of a kind, from the names of their metrics, else from
 * their paths; -1 if neither shows it. */
int fid_steps_detect_workload (const struct fid_steps_recordings *found,
                               enum fid_steps_source source);

/* Add the durations of a recording, without those of the warm-up, to its configuration; an
 * unusable one becomes a note and adds nothing. */
void fid_steps_collect (const struct fid_steps_recording *r, const struct fid_steps_opts *opts,
                        struct fid_step_stats *steps);

/* Add the values of all metrics that an earlier call wrote into a folder.  -1 with fid_why,
 * FID_EUSAGE if the folders before have another kind. */
int fid_steps_read_saved (const char *dir, struct fid_step_stats *steps);

/* Set source, workload and metrics. */
void fid_steps_set_kind (struct fid_step_stats *steps, const struct fid_steps_kind *kind);

/* Finds the configuration with these numbers, or adds it. */
struct fid_steps_config *fid_steps_config_of (struct fid_step_stats *steps, int64_t gpus,
                                              int64_t batch);

/* Compute throughputs and the statistics of all values; saved: the throughputs are there. */
void fid_steps_derive (struct fid_step_stats *steps, bool saved);

/* Append mean and deviation of all_compute, from value `from` on, to mu and std. */
void fid_steps_trim (struct fid_steps_config *c, size_t from);

void fid_steps_add_note (struct fid_step_stats *steps, bool failed, const char *fmt, ...)
    FID_PRINTF (3, 4);
