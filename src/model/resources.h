/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resources.h - what is compared: resources and the groups they belong to
 *
 * The one list of both.  Enums, names in files, words for people, the order of
 * results and of reports come from it.  To add a resource: one line here, and
 * its measures in a plan of src/compare (CONTRIBUTING.md has the steps). */
#pragma once

#include "model/windows.h"

/* G (ID, name, words) */
#define FID_GROUPS(G)                                                                          \
    G (DISK, "disk", "disk: what reached the disk, as block requests and as rates")            \
    G (FILES, "files", "files: the program's calls that read, write and open files")           \
    G (CPU, "cpu", "cpu: how busy the processors were, and with what")                         \
    G (GPU, "gpu", "gpu: computing, memory traffic and memory used")                           \
    G (PHASES, "phases",                                                                       \
       "phases: start-up, training, evaluation, checkpoints: how long and when")               \
    G (STEPS, "steps", "steps: how many, how fast, and how long they wait for data")           \
    G (ACCESS, "access", "access: where reads of data fall, and how many at a time")           \
    G (EVALUATION, "evaluation", "evaluation: how often, how long, and its reads")             \
    G (COUPLING, "coupling", "coupling: whether reads, CPU and GPU rise and fall together")

/* home: the window in which the headline compares it where both logs name phases.  Reading
 * for training is judged by the training; evaluation has a resource of its own. */

/* Streams of events.  S (ID, name, group, home, words, doc) */
#define FID_STREAMS(S)                                                                         \
    S (BLOCK_READ, "block.read", DISK, TRAINING, "block reads",                                \
       "requests read from block devices by the run's processes")                              \
    S (BLOCK_WRITE, "block.write", DISK, JOB, "block writes",                                  \
       "requests written to block devices, including write-back")                              \
    S (DATA_READ, "data.read", FILES, TRAINING, "reads of training data",                      \
       "read and pread calls on files of samples")                                             \
    S (DATA_OPEN, "data.open", FILES, TRAINING, "opens of training data",                      \
       "openat calls of files of samples")                                                     \
    S (CHECKPOINT_WRITE, "checkpoint.write", FILES, JOB, "checkpoint writes",                  \
       "write and pwrite calls on checkpoints")                                                \
    S (CHECKPOINT_READ, "checkpoint.read", FILES, JOB, "checkpoint reads",                     \
       "read and pread calls on checkpoints")                                                  \
    S (OTHER_IO, "other.io", FILES, JOB, "other file I/O",                                     \
       "reads, writes and opens of files of no known role, and writes into data files")

/* Sampled gauges.  S (ID, name, group, home, words, doc) */
#define FID_GAUGES(S)                                                                          \
    S (CPU, "cpu", CPU, JOB, "CPU",                                                            \
       "user, system, waiting and idle shares of all CPUs (system-wide)")                      \
    S (GPU_SM, "gpu.sm", GPU, JOB, "GPU computing", "busy share of the run's GPUs")            \
    S (GPU_MEM, "gpu.mem", GPU, JOB, "GPU memory traffic",                                     \
       "share of time the GPUs' memory was read or written")                                   \
    S (GPU_FB, "gpu.fb", GPU, JOB, "GPU memory used", "memory of the GPUs in use")             \
    S (DISK_READ, "disk.read", DISK, TRAINING, "disk read rate",                               \
       "MiB/s read from the run's disks (system-wide)")                                        \
    S (DISK_WRITE, "disk.write", DISK, JOB, "disk write rate",                                 \
       "MiB/s written to the run's disks (system-wide)")

/* What concerns the job as a whole; each is measured in its own way. */
#define FID_JOB_RESOURCES(S)                                                                   \
    S (PHASES, "phases", PHASES, JOB, "phases",                                                \
       "the application's phases: lengths, order, places")                                     \
    S (STEPS, "steps", STEPS, TRAINING, "training steps",                                      \
       "training steps: waiting for data, computing")                                          \
    S (LOCALITY, "locality", ACCESS, TRAINING, "locality",                                     \
       "jumps in files and on disk, how often files are used, bytes and reads of a file")      \
    S (CONCURRENCY, "concurrency", ACCESS, TRAINING, "concurrency",                            \
       "processes that read at a time, files open, disk requests under way")                   \
    S (EVALUATION, "evaluation", EVALUATION, JOB, "evaluation",                                \
       "evaluations: how many, when, and the reads of one evaluation")                         \
    S (COUPLING, "coupling", COUPLING, JOB, "how resources move together",                     \
       "whether resources move together in the same way")

#define FID_RESOURCES(S) FID_STREAMS (S) FID_GAUGES (S) FID_JOB_RESOURCES (S)

#define FID_ENUM_GROUP(id, ...)    FID_GROUP_##id,
#define FID_ENUM_STREAM(id, ...)   FID_STREAM_##id,
#define FID_ENUM_GAUGE(id, ...)    FID_GAUGE_##id,
#define FID_ENUM_RESOURCE(id, ...) FID_RESOURCE_##id,
enum fid_group_id { FID_GROUPS (FID_ENUM_GROUP) FID_GROUP_N };
enum fid_stream_id { FID_STREAMS (FID_ENUM_STREAM) FID_STREAM_N };
enum fid_gauge_id { FID_GAUGES (FID_ENUM_GAUGE) FID_GAUGE_N };
enum fid_resource_id { FID_RESOURCES (FID_ENUM_RESOURCE) FID_RESOURCE_N };

/* How a resource is measured: all streams alike, all gauges alike, the others each in its
 * own way.  compare/measures_*.c have one plan for each. */
#define FID_ENUM_KIND(id, ...) FID_KIND_##id,
enum fid_resource_kind {
    FID_KIND_STREAM,
    FID_KIND_GAUGE,
    FID_JOB_RESOURCES (FID_ENUM_KIND) FID_KIND_N
};

struct fid_resource_info {
    const char *name; /* in files: "block.read" */
    enum fid_group_id group;
    enum fid_window home;
    enum fid_resource_kind kind;
    int index;         /* the enum fid_stream_id or fid_gauge_id; else 0 */
    const char *words; /* for people: "block reads" */
    const char *doc;
};

struct fid_group_info {
    const char *name, *words;
};

/* In the order of the enums, which is that of results. */
extern const struct fid_resource_info fid_resources[FID_RESOURCE_N];
extern const struct fid_group_info fid_groups[FID_GROUP_N];

/* The resource or group of that name; -1 if the name is unknown. */
int fid_resource_find (const char *name);
int fid_group_find (const char *name);

/* Returns the resource that a stream or gauge is. */
static inline enum fid_resource_id fid_resource_of_stream (enum fid_stream_id id)
{
    return (enum fid_resource_id)id;
}

static inline enum fid_resource_id fid_resource_of_gauge (enum fid_gauge_id id)
{
    return (enum fid_resource_id) (FID_STREAM_N + (int)id);
}
