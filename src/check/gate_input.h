/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gate_input.h - the numbers of emulation runs that a gate judges, from results or a baseline
 *
 * A directory of results has a file for each (real run, emulation run).  The gate
 * judges emulation runs: for each name, a run has one number, the median over the real
 * runs of its workload.  Runs that repeat one another form a configuration: their ids
 * differ only in the repeat number (UNET3D_dlio_r1 and UNET3D_dlio_r2 are
 * UNET3D_dlio).  Pairs of different workloads are ignored.
 *
 * A real run that was also compared as an emulation is a repeat.  Its configuration is
 * marked `real` and not judged; it shows how much repeats differ. */
#pragma once

#include "results/results.h"

#define FID_SCHEMA_BASELINE "fidlio.baseline/3"

/* Accelerators that are off by this factor or more are as bad as each other: how many they are
 * is then what little demand is left. */
#define FID_CAPACITY_MOST 2.

enum fid_gate_kind {
    FID_GATE_ANSWER,     /* "answer": how far the benchmark's is off, "capacity": how far the
                          number of accelerators that 1 GB/s feeds is; ln, from 0 */
    FID_GATE_SIMILARITY, /* "overall": the similarity, 0 to 1 */
    FID_GATE_GROUP,      /* "disk": its grade, 0 to 1 */
    FID_GATE_RESOURCE,   /* "block.read": the same */
    FID_GATE_MEASURE,    /* "block.read.bytes": the same */
    FID_GATE_AMOUNT,     /* "step time": what the emulation did (guards.c has the list) */
    FID_GATE_PHASE       /* "CHECKPOINT": the run has this phase */
};
#define FID_GATE_KIND_N (FID_GATE_PHASE + 1)

struct fid_gate_entry {
    enum fid_gate_kind kind;
    const char *name;
    double value;     /* FID_ABSENT: it has none */
    double tolerance; /* amounts: the profile's, of the logarithm; 0: it has none */
};

/* What the answer says of a run: medians over the real runs; FID_ABSENT: not known. */
struct fid_gate_answer {
    enum fid_validity
        verdict;        /* for the profile of the results; cannot tell if real runs differ */
    double error;       /* ln */
    double capacity[2]; /* of the real job, of the emulation */
};

struct fid_gate_run {
    const char *id, *hash;
    const char *cause; /* the first one, in words, beside the first real run; NULL */
    const char *why;   /* one cannot tell, and what would decide, by the first such; NULL */
    struct fid_gate_answer answer;
    FID_LIST (struct fid_gate_answer, each); /* by real runs, until settled */
    FID_LIST (struct fid_gate_entry, entry); /* by kind and name */
    struct {
        struct fid_gate_entry *at;
        size_t n;
    } of[FID_GATE_KIND_N]; /* those of each kind, once settled */
};

struct fid_gate_config {
    const char *workload, *name;
    bool real;                           /* repeats of the real run */
    FID_LIST (struct fid_gate_run, run); /* by id */
};

/* A real run that the runs of a workload were compared with. */
struct fid_gate_reference {
    const char *workload, *id, *hash;
};

struct fid_gate_input {
    struct fid_arena arena;    /* owned; all is in it */
    const char *path;          /* the directory or file */
    const char *version, *key; /* of the tool */
    struct fid_result_options options;
    const char *left_out; /* runs that were, in words; NULL: none */
    bool own_calibration; /* made of the same directory's real runs */
    FID_LIST (struct fid_gate_reference, reference); /* by workload and id */
    FID_LIST (struct fid_gate_config, config);       /* by workload and name */
};

enum fid_gate_by { FID_BY_CONFIG, FID_BY_RUN, FID_BY_WORKLOAD };

/* Read a directory of results or a baseline file.  Returns -1 with FID_EINPUT if results
 * cannot be judged together: different versions or options, broken files, missing pairs, or
 * no pair of one workload. */
int fid_gate_load (const char *path, enum fid_gate_by by, struct fid_gate_input *input,
                   struct fid_error *err);

/* Convert to a baseline document (schema fidlio.baseline/3, without the repeats of real
 * runs), and read a file of one.  Reading returns -1 with FID_EINPUT for another schema, and
 * for contents that do not match the document's hash. */
extern const struct fid_record *const fid_baseline_record;
cJSON *fid_baseline_json (const struct fid_gate_input *input, struct fid_error *err);
int fid_baseline_load (const char *path, struct fid_gate_input *input, struct fid_error *err);

/* Returns -1 with FID_EUSAGE and the difference if the numbers of the two are not
 * comparable: another version, window, option, calibration or reference run. */
int fid_gate_comparable (const struct fid_gate_input *accepted,
                         const struct fid_gate_input *candidate, struct fid_error *err);

/* Append an entry; texts are copied.  A run may have several of one name until
 * fid_gate_settle. */
int fid_gate_add (struct fid_gate_input *input, struct fid_gate_run *run,
                  enum fid_gate_kind kind, const char *name, double value, double tolerance,
                  struct fid_error *err);

/* The configuration, run or reference of that name, added if there is none. */
struct fid_gate_config *fid_gate_config_of (struct fid_gate_input *input, const char *workload,
                                            const char *name, bool real, struct fid_error *err);
struct fid_gate_run *fid_gate_run_of (struct fid_gate_input *input,
                                      struct fid_gate_config *config, const char *id,
                                      const char *hash, struct fid_error *err);
int fid_gate_refer (struct fid_gate_input *input, const char *workload, const char *id,
                    const char *hash, struct fid_error *err);

/* Sort, replace entries of one name, and answers, by their medians, and add the entries that
 * follow from the answer. */
int fid_gate_settle (struct fid_gate_input *input, struct fid_error *err);

/* Look up; NULL if there is none. */
const struct fid_gate_config *fid_gate_find (const struct fid_gate_input *input,
                                             const char *workload, const char *name, bool real);
const struct fid_gate_entry *fid_gate_entry_of (const struct fid_gate_run *run,
                                                enum fid_gate_kind kind, const char *name);

/* Whether there are emulations of that workload. */
bool fid_gate_has_workload (const struct fid_gate_input *input, const char *workload);

/* Whether a configuration has that run: the same recording with the same numbers. */
bool fid_gate_holds (const struct fid_gate_config *config, const struct fid_gate_run *run);

/* The first cause of the run that is farthest off, in words; NULL: none is known. */
const char *fid_gate_cause (const struct fid_gate_config *config);

/* Why one cannot tell whether the first such run is valid, and what would decide; NULL. */
const char *fid_gate_why (const struct fid_gate_config *config);

/* Write the value of each run that has one to x[config->run_n]; returns how many.
 * _median: FID_ABSENT if no run has it. */
size_t fid_gate_numbers (const struct fid_gate_config *config, enum fid_gate_kind kind,
                         const char *name, double *x);
int fid_gate_median (const struct fid_gate_config *config, enum fid_gate_kind kind,
                     const char *name, double *out, struct fid_error *err);

void fid_gate_clear (struct fid_gate_input *input);
