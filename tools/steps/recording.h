/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recording.h - the recordings of instrumented runs: found, chosen, read
 *
 * Shared by the files of this folder. */
#pragma once

#include "tools/steps/steps.h"
#include "program/must.h"

/* The files of one run with one configuration. */
struct fid_steps_recording {
    const char *path; /* the part of the path that names the configuration, else the folder,
                   of an array in raw_data the file */
    int64_t gpus, batch;
    enum fid_steps_source source;
    const char **file; /* paths, in the order to read them */
    size_t file_n, file_cap;
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

/* Collects the durations of one recording, without those of the warm-up. */
struct fid_steps_collector {
    const struct fid_steps_opts *opts; /* borrowed */
    struct fid_step_stats *steps;      /* borrowed; receives notes */
    struct fid_steps_values *into;     /* borrowed; one for each metric */
    unsigned wanted;                   /* bits of the workload's metrics */
    /* after a restart, values are skipped until `need` metrics were seen */
    unsigned seen;
    int seen_n, need;
    bool warm;
    bool skip_first;        /* ignore epoch 1 */
    int64_t epoch;          /* 0: unknown */
    bool array;             /* the file is a JSON array */
    bool marked;            /* the log has MLLOG lines */
    size_t bad_n, bad_line; /* malformed lines, and the first of them */
};

/* Start collecting, or a new epoch or training: the warm-up begins again. */
void fid_steps_restart (struct fid_steps_collector *c);

/* Read all durations of a recording.  -1 with fid_why if it is unusable. */
int fid_steps_collect (struct fid_steps_collector *c, const struct fid_steps_recording *r);

/* Finds the configuration with these numbers, or adds it. */
struct fid_steps_config *fid_steps_config_of (struct fid_step_stats *steps, int64_t gpus,
                                              int64_t batch);

/* saved.c: adds the values of all metrics that an earlier call wrote into a folder.  -1 with
 * fid_why, FID_EUSAGE if the folders before have another kind. */
int fid_steps_read_saved (const char *dir, struct fid_step_stats *steps);

/* "DIR/bert_step_analysis.txt" (write.c). */
const char *fid_steps_analysis_path (const char *dir, enum fid_steps_source source,
                                     enum fid_steps_workload workload);

/* Append mean and deviation of all_compute, from value `from` on, to mu and std (fit.h). */
void fid_steps_trim (struct fid_steps_config *c, size_t from);

void fid_steps_add_note (struct fid_step_stats *steps, bool failed, const char *fmt, ...)
    FID_PRINTF (3, 4);
