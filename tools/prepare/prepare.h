/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prepare.h - make the processed tree of the earlier timeline tools from a raw run
 *
 * Files (doc/prepare.md):
 *
 *     WORKLOAD.log                      MLLOG events as a JSON array
 *     bio.out openat.out read.out write.out       in UTC, filtered
 *     read.out.bk write.out.bk [bio.out.bk]       in UTC, unfiltered
 *     gpu.out cpu.out strace.out
 *     histograms/NAME.csv               sizes and latencies, 500 bins
 *     timeline/timeline.csv gpu_avg.csv cpu_all.csv [iostat.csv]
 *     timeline/pid/CONFIG/NAME.log, plotting_info.json
 *
 * The tree is written next to its place and moved there at the end, so an error changes
 * nothing.  The same input gives the same bytes.  Memory: that of the run
 * (run/run.h), 8 bytes for each value of a histogram, a fixed buffer for sorting. */
#pragma once

#include "run/run.h"

enum fid_workload { FID_UNET3D, FID_BERT, FID_DLRM, FID_DLIO, FID_WORKLOAD_N };

/* The groups of files, in order; --skip-to counts them. */
enum fid_prepare_step {
    FID_PREPARE_LOG,
    FID_PREPARE_ALIGN,
    FID_PREPARE_FILTER,
    FID_PREPARE_PIDS,
    FID_PREPARE_MONITORS,
    FID_PREPARE_STEP_N
};

/* What relates the tracers' boot clock to UTC. */
enum fid_prepare_clock {
    FID_PREPARE_TICKS_IF_ANY, /* the shortest second tick, as in the earlier tools; without
                                 one, everything that relates the clocks */
    FID_PREPARE_TICKS,        /* the tick; without one, an error */
    FID_PREPARE_FITTED        /* everything that relates the clocks */
};

struct fid_prepare_opts {
    struct fid_run_opts run;
    int workload; /* enum fid_workload; -1: detect */
    int skip_to;  /* the first step to run, 0 to FID_PREPARE_STEP_N */
    bool log_only;
    enum fid_prepare_clock clock;
    bool compat;                 /* follow the earlier tools' other rules, too */
    bool no_filter;              /* keep all events of all processes */
    bool p99;                    /* drop block events slower than the 99th percentile */
    const char *checkpoint_disk; /* borrowed; NULL: "sdb" */
};

/* What was read and kept for one file. */
struct fid_prepare_file {
    char name[24]; /* "read.out" */
    uint64_t read_n, early_n, kept_n;
    struct {
        const char *why; /* static; NULL: unused */
        uint64_t n;
    } dropped[6];
};

#define FID_PREPARE_NOTE 640

struct fid_prepare_report {
    enum fid_workload workload;
    const char *tree; /* its path */
    struct fid_prepare_file file[8];
    size_t file_n;
    size_t parent_n, loader_n, ignored_n;
    bool has_tick; /* a second tick was found */
    int64_t tick_boot_ns, tick_utc_ns,
        tick_ns; /* boot and UTC of one instant, +- tick_ns / 2 */
    struct {
        char name[24];
        uint64_t n;
        double median;
    } histogram[4];
    size_t histogram_n;
    const char **note; /* sentences */
    size_t note_n, note_cap;
};

/* Make the tree of the run in dir at the path tree.  -1 with fid_why, FID_EINPUT (nothing usable, time of day unknown, or the folder holds a processed
 * tree already), FID_EUSAGE (workload unknown) or FID_EINTERNAL. */
int fid_prepare (const char *dir, const char *tree, const struct fid_prepare_opts *opts,
                 struct fid_prepare_report *report);

/* "unet3d"; the list ends with NULL. */
extern const char *const fid_workload_names[FID_WORKLOAD_N + 1];
