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

#include "base/base.h"
#include "metrics/aggregate.h"

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

struct fid_steps_opts {
    int source, workload; /* -1: detect */
    int64_t gpus, batch;  /* of all recordings; 0: as their paths or DLIO's files state */
    bool keep_warm_up;
    bool saved;  /* the folders are those that an earlier call wrote (write.h) */
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

/* A log with MLLOG events that was read. */
struct fid_steps_log {
    const char *path;
    const char *name; /* its configuration */
};

struct fid_step_stats {
    enum fid_steps_source source;
    enum fid_steps_workload workload;
    bool guessed;                               /* the workload was detected */
    FID_LIST (struct fid_steps_config, config); /* by GPUs, then batch */
    struct fid_steps_note {
        const char *text; /* a sentence */
        bool failed;      /* a recording is unusable */
    } * note;
    size_t note_n, note_cap;
    size_t recording_n, failed_n; /* usable, and not */
    FID_LIST (struct fid_steps_log, log);
};

/* Read folders.  Unusable recordings become notes and are counted.  -1 with fid_why: FID_EINPUT if
 * a folder cannot be listed or no recording is usable, FID_EUSAGE if the folders contain
 * several kinds or the workload cannot be detected. */
int fid_steps_read (char *const *dir, size_t dir_n, const struct fid_steps_opts *opts,
                    struct fid_step_stats *steps);

/* The number of different numbers of GPUs. */
size_t fid_steps_gpus_n (const struct fid_step_stats *steps);

/* "mllog"; "unet3d" and "UNET3D"; "step_end".  The lists end with NULL. */
extern const char *const fid_steps_source_names[];
extern const char *const fid_steps_workload_names[];
const char *fid_steps_workload_title (enum fid_steps_workload w);
const char *fid_steps_metric_name (enum fid_steps_metric m);

/* The metrics of a workload in the order of the earlier tools; the list ends with
 * FID_STEPS_METRIC_N and is empty if such recordings do not exist. */
const enum fid_steps_metric *fid_steps_metrics (enum fid_steps_source s,
                                                enum fid_steps_workload w);
