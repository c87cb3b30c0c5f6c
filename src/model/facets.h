/* SPDX-License-Identifier: GPL-3.0-or-later */
/* facets.h - in what respect a resource is compared: facets and quantities
 *
 * A facet is a question (how much? when?); a measure answers it for one
 * quantity with one metric.  The one list of facets and quantities; enums,
 * names in files and words for people come from it. */
#pragma once

#include "model/resources.h"
#include "model/units.h"

/* Classes of quantities: how far a measure may be off before half of its grade is gone.  The grade
 * of a distance d where repeats of the real run are c apart is 2 ^ (-max (0, d - c) / width).
 * Widths are declared, not learned from runs; profiles may declare others.
 *
 * T (ID, unit, width, what it is for) */
#define FID_TOLERANCES(T)                                                                      \
    T (AMOUNT, LN, 0.0953101798043249, "bytes, operations, counts and durations")              \
    T (SIZE, OCTAVES, 1, "sizes of operations")                                                \
    T (LATENCY, DECADES, 0.3, "time one operation takes")                                      \
    T (GAP, DECADES, 0.3, "think time, gaps, spread of step times")                            \
    T (WHEN, ONE, 0.05, "when it happens, as a share of the job")                              \
    T (SHAPE, ONE, 0.1, "course over time after warping")                                      \
    T (SPECTRUM, OCTAVES, 0.5, "spectra")                                                      \
    T (PERIOD, OCTAVES, 0.25, "periods")                                                       \
    T (OVERLAP, ONE, 0.3, "overlap of phases in time")                                         \
    T (SHARES, ONE, 0.05, "shares of time or of operations")                                   \
    T (SEQUENCE, ONE, 0.25, "order of phases")                                                 \
    T (KINDS, ONE, 0.2, "kinds of phases that only one run has")                               \
    T (WAITING, ONE, 0.05, "share of time waiting for data or computing")                      \
    T (LOCALITY, OCTAVES, 1, "jumps, reuse, bytes per file")                                   \
    T (CONCURRENCY, OCTAVES, 0.5, "readers at work, requests outstanding")                     \
    T (LEVEL, ONE, 0.1, "levels of CPU and GPU, in full scales")

#define FID_ENUM_TOLERANCE(id, ...) FID_TOLERANCE_##id,
enum fid_tolerance_id { FID_TOLERANCES (FID_ENUM_TOLERANCE) FID_TOLERANCE_N };

struct fid_tolerance_info {
    enum fid_unit_id unit;
    double width;
};
extern const struct fid_tolerance_info fid_tolerances[FID_TOLERANCE_N];

/* F (ID, name, words, sentence), in the order people read them */
#define FID_FACETS(F)                                                                          \
    F (VOLUME, "volume", "how much", "volume: how much in all")                                \
    F (MARGINAL, "marginal", "which values",                                                   \
       "marginal: which sizes, latencies and values occur, whenever they do")                  \
    F (TIMING, "timing", "when", "timing: when it happens within the job")                     \
    F (SHAPE, "shape", "course over time",                                                     \
       "shape: the course over time, small delays forgiven")                                   \
    F (RHYTHM, "rhythm", "how often it repeats", "rhythm: how often it repeats")               \
    F (COUPLING, "coupling", "what moves together", "coupling: how resources move together")

/* How a total of a quantity is written for people. */
enum fid_show {
    FID_SHOW_NUMBER,
    FID_SHOW_BYTES,
    FID_SHOW_MIB,
    FID_SHOW_SECONDS,
    FID_SHOW_PCT_S, /* percent times seconds */
    FID_SHOW_SHARE  /* 0 to 1 */
};

/* Q (ID, name, tolerance, how a total is shown, words).  A clause of a profile is a quantity
 * of a resource: "data.read.bytes". */
#define FID_QUANTITIES(Q)                                                                      \
    Q (OPS, "ops", AMOUNT, NUMBER, "operations")                                               \
    Q (OPS_PER_S, "ops_per_s", AMOUNT, NUMBER, "operations a second")                          \
    Q (BYTES, "bytes", AMOUNT, BYTES, "bytes")                                                 \
    Q (MIB, "MiB", AMOUNT, MIB, "bytes moved")                                                 \
    Q (MIB_S, "MiB_s", AMOUNT, NUMBER, "memory used, times time")                              \
    Q (PCT_S, "pct_s", AMOUNT, NUMBER, "busy share, times time")                               \
    Q (BUSY_PCT_S, "busy_pct_s", AMOUNT, PCT_S, "busy time")                                   \
    Q (SIZE, "size_bytes", SIZE, NUMBER, "size of an operation")                               \
    Q (LATENCY, "latency_s", LATENCY, NUMBER, "time one operation takes")                      \
    Q (GAP, "gap_s", GAP, NUMBER, "time between operations")                                   \
    Q (WHEN, "when", WHEN, NUMBER, "when it happens")                                          \
    Q (SHAPE, "shape", SHAPE, NUMBER, "course over time")                                      \
    Q (SPECTRUM, "spectrum", SPECTRUM, NUMBER, "spectrum in training")                         \
    Q (PERIOD, "period", PERIOD, NUMBER, "period in training")                                 \
    Q (BUSY, "busy", LEVEL, NUMBER, "busy share")                                              \
    Q (USER, "user", LEVEL, NUMBER, "share of time in programs")                               \
    Q (SYS, "sys", LEVEL, NUMBER, "share of time in the kernel")                               \
    Q (IOWAIT, "iowait", LEVEL, NUMBER, "share of time waiting for I/O")                       \
    Q (LEVEL, "level", LEVEL, NUMBER, "level")                                                 \
    Q (DURATION, "duration_s", AMOUNT, SECONDS, "duration")                                    \
    Q (DURATION_SHARES, "duration_shares", SHARES, NUMBER, "shares of the time")               \
    Q (OVERLAP, "overlap", OVERLAP, NUMBER, "places in time")                                  \
    Q (SEQUENCE, "sequence", SEQUENCE, NUMBER, "order")                                        \
    Q (KINDS, "kinds", KINDS, NUMBER, "kinds")                                                 \
    Q (CHECKPOINTS, "checkpoints", AMOUNT, NUMBER, "checkpoints")                              \
    Q (CHECKPOINT_INTERVAL, "checkpoint_interval_s", AMOUNT, SECONDS,                          \
       "time from checkpoint to checkpoint")                                                   \
    Q (EPOCHS, "epochs", AMOUNT, NUMBER, "epochs")                                             \
    Q (EPOCH, "epoch_s", AMOUNT, SECONDS, "time of an epoch")                                  \
    Q (EVALUATIONS, "evaluations", AMOUNT, NUMBER, "number")                                   \
    Q (STEPS, "steps", AMOUNT, NUMBER, "steps")                                                \
    Q (STEPS_PER_S, "steps_per_s", AMOUNT, NUMBER, "steps a second")                           \
    Q (SAMPLES_PER_S, "samples_per_s", AMOUNT, NUMBER, "samples a second")                     \
    Q (LOAD, "load_s", GAP, NUMBER, "waiting for data")                                        \
    Q (COMPUTE, "compute_s", GAP, NUMBER, "computing")                                         \
    Q (STEP, "step_s", AMOUNT, SECONDS, "time of a step")                                      \
    Q (STEP_SPREAD, "step_spread", GAP, NUMBER, "times of steps")                              \
    Q (SLOWEST_STEP, "slowest_step_s", AMOUNT, SECONDS, "time of a step of the slowest rank")  \
    Q (BUSIEST_HOST, "busiest_host", AMOUNT, NUMBER,                                           \
       "times the mean of the hosts that the busiest host has")                                \
    Q (WORST_STALL_SHARE, "worst_stall_share", WAITING, SHARE,                                 \
       "share of time waiting for data of the rank that waits most")                           \
    Q (MEETING_SHARE, "meeting_share", WAITING, SHARE,                                         \
       "share of time in which ranks wait for each other")                                     \
    Q (STALL_SHARE, "stall_share", WAITING, SHARE, "share of time waiting for data")           \
    Q (ACCELERATOR_UTILISATION, "accelerator_utilisation", WAITING, SHARE,                     \
       "share of time computing")                                                              \
    Q (JUMP, "jump", LOCALITY, NUMBER, "jumps in files")                                       \
    Q (SEQUENTIAL, "sequential", SHARES, SHARE, "share that is sequential")                    \
    Q (BLOCK_JUMP, "block_jump", LOCALITY, NUMBER, "jumps on disk")                            \
    Q (REUSE, "reuse", LOCALITY, NUMBER, "other files between two uses of a file")             \
    Q (FILE_BYTES, "bytes_per_file", LOCALITY, BYTES, "bytes of a file")                       \
    Q (FILE_READS, "reads_per_file", LOCALITY, NUMBER, "reads of a file")                      \
    Q (FOLDER_FILES, "files_per_folder", LOCALITY, NUMBER, "files of a folder")                \
    Q (READERS, "readers", CONCURRENCY, NUMBER, "processes reading")                           \
    Q (OPEN_FILES, "open_files", CONCURRENCY, NUMBER, "files open")                            \
    Q (OUTSTANDING, "outstanding", CONCURRENCY, NUMBER, "disk requests at a time")             \
    Q (COUPLING_GAP, "gap", SHAPE, NUMBER, "how reads, CPU and GPU move together")

#define FID_ENUM_FACET(id, ...)    FID_FACET_##id,
#define FID_ENUM_QUANTITY(id, ...) FID_QUANTITY_##id,
enum fid_facet_id { FID_FACETS (FID_ENUM_FACET) FID_FACET_N };
enum fid_quantity_id { FID_QUANTITIES (FID_ENUM_QUANTITY) FID_QUANTITY_N };

struct fid_facet_info {
    const char *name, *words, *sentence;
};

struct fid_quantity_info {
    const char *name;
    enum fid_tolerance_id tolerance;
    enum fid_show show;
    const char *words;
};

extern const struct fid_facet_info fid_facets[FID_FACET_N];
extern const struct fid_quantity_info fid_quantities[FID_QUANTITY_N];

/* -1 if the name is unknown. */
int fid_quantity_find (const char *name);

/* The name of a measure in files, profiles and clauses, in buf: "data.read.bytes". */
#define FID_MEASURE_NAME 64
const char *fid_measure_name (enum fid_resource_id resource, enum fid_quantity_id quantity,
                              char buf[FID_MEASURE_NAME]);
