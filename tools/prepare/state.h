/* SPDX-License-Identifier: GPL-3.0-or-later */
/* state.h - what the parts of fid_prepare share; for this folder only */
#pragma once

#include "base/python_repr.h"
#include "readers/reader.h"
#include "run/pidset.h"
#include "tools/prepare/prepare.h"
#include "tools/prepare/sorter.h"
#include "tools/prepare/tree.h"
#include "program/must.h"

/* The values of a histogram. */
struct fid_values {
    FID_LIST (int64_t, v);
};

enum { FID_READ_SIZES, FID_WRITE_SIZES, FID_WRITE_LATENCIES, FID_BIO_LATENCIES, FID_VALUES_N };

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
    int digits;               /* of seconds in timeline.csv */
    const char *reading_path; /* borrowed; of the monitor being read, for notes */
    /* of the filtered events */
    struct fid_sorter *sorter; /* owned */
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
void fid_prepare_note (struct fid_prepare_state *p, const char *fmt, ...) FID_PRINTF (2, 3);

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
void fid_prepare_read (const char *path, const char *reader, bool day_first,
                       const struct fid_sink *sink);
void fid_prepare_read_source (const struct fid_prepare_state *p, const struct fid_source *s,
                              const struct fid_sink *sink);

/* Whether the tree can hold what a source gives: raw traces and monitors, of which it keeps
 * the columns. */
bool fid_prepare_is_raw (const struct fid_source *s, unsigned gives);

/* Whether a raw source of the run gives such records. */
bool fid_prepare_has (const struct fid_prepare_state *p, unsigned gives);

/* Open the file of each source that gives such records (reader NULL: by any reader) and
 * call read. */
void fid_prepare_each_text (struct fid_prepare_state *p, unsigned gives, const char *reader,
                            void (*read) (void *self, const struct fid_source *s,
                                          struct fid_input *in),
                            void *self);

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

/* In place of the steps that are skipped: read what an earlier tree has of them. */
void fid_prepare_init_of_tree (struct fid_prepare_state *p);
void fid_prepare_events_of_tree (struct fid_prepare_state *p);

/* A number as the earlier tools print it: the shortest text that reads back the same,
 * whole numbers without a point. */
char *fid_prepare_number (double v, char buf[FID_REPR_TEXT]);
