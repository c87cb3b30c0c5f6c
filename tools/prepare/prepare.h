/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prepare.h - make the processed tree of the earlier timeline tools from a raw run
 *
 * Files (doc/prepare.md):
 *
 *     WORKLOAD.log                      MLLOG events as a JSON array
 *     bio.out openat.out read.out write.out       in UTC, filtered
 *     read.out.bk write.out.bk [bio.out.bk]       in UTC, unfiltered
 *     gpu.out cpu.out strace.out
 *     left_out/NAME.out                 what the cut and the filters left out
 *     fidlio.json                       what is known of the run, and how much was left out
 *     histograms/NAME.csv               sizes and latencies, 500 bins
 *     timeline/timeline.csv gpu_avg.csv cpu_all.csv [iostat.csv]
 *     timeline/pid/CONFIG/NAME.log, plotting_info.json
 *
 * The tree is written next to its place and moved there at the end, so an error changes
 * nothing.  The same input gives the same bytes.  Memory: that of the run
 * (run/run.h), 8 bytes for each value of a histogram. */
#pragma once

#include "base/python_repr.h"
#include "program/must.h"
#include "readers/reader.h"
#include "run/pidset.h"
#include "run/run.h"

enum fid_workload { FID_UNET3D, FID_BERT, FID_DLRM, FID_DLIO, FID_WORKLOAD_N };

extern const char *const fid_workload_names[FID_WORKLOAD_N + 1]; /* "unet3d"; ends with NULL */

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
    bool bare;                   /* without fidlio.json and left_out/ */
    bool no_filter;              /* keep all events of all processes */
    bool p99;                    /* drop block events slower than the 99th percentile */
    const char *checkpoint_disk; /* borrowed; NULL: the one that was written */
};

/* What was read and kept for one file. */
struct fid_prepare_file {
    const char *name; /* static: "read.out" */
    uint64_t read_n, early_n, kept_n;
    uint64_t byte_n, early_byte_n, kept_byte_n;
    struct {
        const char *why; /* static; NULL: unused */
        uint64_t n;
    } dropped[6];
};

struct fid_prepare_report {
    enum fid_workload workload;
    const char *tree; /* its path */
    struct fid_prepare_file file[12];
    size_t file_n;
    size_t parent_n, loader_n, ignored_n;
    bool has_tick; /* a second tick was found */
    int64_t tick_boot_ns, tick_utc_ns,
        tick_ns; /* boot and UTC of one instant, +- tick_ns / 2 */
    struct {
        const char *name;
        uint64_t n;
        double median;
    } histogram[4];
    size_t histogram_n;
    FID_LIST (const char *, note); /* sentences */
};

/* Make the tree of the run in dir at the path tree.  -1 with fid_why: FID_EINPUT (nothing usable,
 * time of day unknown, or the folder holds a processed tree already), FID_EUSAGE (workload
 * unknown) or FID_EINTERNAL. */
int fid_prepare (const char *dir, const char *tree, const struct fid_prepare_opts *opts,
                 struct fid_prepare_report *report);

/* --- a folder of files that appears once all of them are written (tree.c)
 *
 * Files are written into a staging folder next to the place of the tree and moved one by
 * one at the end.  Files of an earlier tree stay unless they are written again. */

struct fid_tree {
    char *dir;               /* the place */
    char *staging;           /* owned */
    bool parent_made;        /* the parent folder of dir was created */
    FID_LIST (char *, file); /* files written, in staging */
};

/* Start a tree; dir may exist.  What cannot be made or written ends the program. */
void fid_tree_open (struct fid_tree *t, const char *dir);

/* Start a file ("timeline/timeline.csv"); creates its folders. */
FILE *fid_tree_file (struct fid_tree *t, const char *name);

/* Close a file (NULL: none). */
void fid_tree_close (struct fid_tree *t, FILE *f, const char *name);

/* The path where a file can be read now: the one just written, else that of an earlier
 * tree; NULL: there is none. */
const char *fid_tree_find (const struct fid_tree *t, const char *name);

/* Move all files to their place; bare: but for what earlier tools did not write. */
void fid_tree_commit (struct fid_tree *t, bool bare);

/* Remove what was not committed; a second call is harmless. */
void fid_tree_clear (struct fid_tree *t);

/* --- what the parts of fid_prepare share */

/* The values of a histogram. */
struct fid_values {
    FID_LIST (int64_t, v);
};

enum { FID_READ_SIZES, FID_WRITE_SIZES, FID_WRITE_LATENCIES, FID_BIO_LATENCIES, FID_VALUES_N };

/* An event of the logs by process; kinds in alphabetical order. */
enum fid_lane { FID_BIOR, FID_BIOW, FID_OPENAT, FID_READ, FID_WRITE };

struct fid_lane_event {
    int64_t start_ns, end_ns;
    int64_t pid;
    int32_t lane;
    int32_t orphan; /* goes to the first process if its own is unknown */
};

struct fid_pid_list {
    FID_LIST (int64_t, pid); /* ascending */
};

struct fid_prepare_state {
    const struct fid_prepare_opts *opts; /* borrowed */
    const char *dir;                     /* of the run; borrowed */
    struct fid_run *run;                 /* owned */
    struct fid_tree tree;
    struct fid_prepare_report *report; /* borrowed */
    enum fid_workload workload;
    bool has_init; /* records before init_ns are left out */
    int64_t init_ns;
    int digits; /* of seconds in timeline.csv */
    /* of the filtered events */
    FILE *lanes; /* owned; struct fid_lane_event, in an unnamed file */
    const char *checkpoint_disk;
    uint64_t kernel_write_n;   /* bytes since INIT */
    struct fid_pidset reading; /* processes that read */
    struct fid_values values[FID_VALUES_N];
    struct fid_pid_list parents, loaders, ignored;
};

/* What the files of the tree are made of: readers by the start of their names. */
#define FID_PREPARE_RAW_N 7
extern const struct fid_prepare_raw {
    unsigned gives;
    const char *reader, *file;
} fid_prepare_raw[FID_PREPARE_RAW_N];

/* Add a sentence to the report. */
#define FID_PREPARE_NOTE(p, ...) FID_APPEND ((p)->report->note, fid_textf (__VA_ARGS__))

/* The same of what a reader says about a file. */
void fid_prepare_remark (struct fid_prepare_state *p, const char *path,
                         const struct fid_remark *remark);

/* Count a dropped record under its reason, a static text. */
void fid_prepare_count_dropped (struct fid_prepare_file *file, const char *why);

/* The row of a file in the report; a new one if there is none. */
struct fid_prepare_file *fid_prepare_file_row (struct fid_prepare_state *p, const char *name);

/* Convert an instant of a source to UTC; false if its clock is unrelated. */
bool fid_prepare_utc (const struct fid_prepare_state *p, const struct fid_source *s,
                      int64_t *t_ns);

/* The same (s NULL: it is UTC already), and whether to keep the record: what is not
 * is counted in its file. */
bool fid_prepare_place (const struct fid_prepare_state *p, const struct fid_source *s,
                        struct fid_prepare_file *file, int64_t *t_ns);

/* Check that UTC, or at least local time, is known; local time becomes a note. */
void fid_prepare_need_utc (struct fid_prepare_state *p);

/* Find the best second tick, which the boot clock follows unless opts.clock says otherwise. */
void fid_prepare_ticks (struct fid_prepare_state *p);

/* Read a file by the named reader, which there is, into a sink. */
void fid_prepare_read (const struct fid_prepare_state *p, const char *path, const char *reader,
                       const struct fid_sink *sink);
void fid_prepare_read_source (const struct fid_prepare_state *p, const struct fid_source *s,
                              const struct fid_sink *sink);

/* Whether the tree can hold what a source gives: raw traces and monitors, of which it keeps
 * the columns. */
bool fid_prepare_is_raw (const struct fid_source *s, unsigned gives);

/* Whether a raw source of the run gives such records. */
bool fid_prepare_has (const struct fid_prepare_state *p, unsigned gives);

/* The steps.  Each writes its files into p->tree. */
void fid_prepare_log (struct fid_prepare_state *p);
void fid_prepare_events (struct fid_prepare_state *p);
void fid_prepare_histograms (struct fid_prepare_state *p);
void fid_prepare_processes (struct fid_prepare_state *p);
void fid_prepare_process_logs (struct fid_prepare_state *p);
void fid_prepare_gpus (struct fid_prepare_state *p);
void fid_prepare_cpus (struct fid_prepare_state *p);
void fid_prepare_disks (struct fid_prepare_state *p);
void fid_prepare_calls (struct fid_prepare_state *p);
void fid_prepare_about (struct fid_prepare_state *p);

/* Whether a file of the tree holds events of a trace: "read.out". */
bool fid_prepare_is_trace (const char *name);

/* In place of the steps that are skipped: read what an earlier tree has of them. */
void fid_prepare_init_of_tree (struct fid_prepare_state *p);
void fid_prepare_events_of_tree (struct fid_prepare_state *p);

/* A number as the earlier tools print it: the shortest text that reads back the same,
 * whole numbers without a point. */
char *fid_prepare_number (double v, char buf[FID_REPR_TEXT]);
