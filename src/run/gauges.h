/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gauges.h - samples of monitors gathered into the gauges of a run */
#pragma once

#include "run/pidset.h"
#include "run/run.h"

/* A sample kept until all files are in. */
struct fid_kept_sample {
    int64_t t_ns; /* in its source's clock until mapped, then on the axis */
    double value;
    int64_t pid;
    uint32_t source; /* number of its file */
    int16_t part;    /* of GPUs the number, of disks that of the device + 1; 0: none */
    uint16_t channel;
};

/* All samples of a run, in the order read. */
struct fid_samples {
    struct fid_kept_sample *at; /* owned */
    size_t n, cap;
};

/* Moves each sample to *t_ns as `place' sets it, and drops it where that returns false. */
void fid_samples_place (struct fid_samples *s,
                        bool (*place) (void *self, const struct fid_kept_sample *one,
                                       int64_t *t_ns),
                        void *self);

/* The gauges of one host. */
struct fid_host_gauges {
    struct fid_gauge gauge[FID_GAUGE_N];
    size_t gpu_n; /* GPUs that the run uses, behind each value of a GPU gauge; 0: unknown */
};

/* Fold samples of one host (any order, on the axis) into gauges:
 * CPU: the four components of one stamp make a value;
 * GPU: per stamp, processes of a GPU are added (at most 100 %), then the mean
 *      over the GPUs that the run uses; only processes in `pids` unless it is empty;
 *      idle GPUs count as 0 once the run has used them;
 * disk: the sum over the devices in `device_used` (all where none is).
 * Sorts sample in place.  Cost O(n log n). */
int fid_gauges_build (struct fid_host_gauges *of, struct fid_kept_sample *sample, size_t n,
                      const struct fid_pidset *pids, const bool *device_used, size_t device_n,
                      struct fid_error *err);

/* Makes run->gauge of the gauges of each host.  Those of a single host are taken over; of several
 * disks are added, CPUs and GPUs averaged (GPUs by their numbers), at the stamps of the
 * host with the shortest period and while all that have the gauge are sampled.  Findings say
 * which host is the busiest and which has no such gauge. */
int fid_gauges_join (struct fid_run *run, struct fid_host_gauges *of, struct fid_error *err);

struct fid_host_collected;
struct fid_ownership;

/* Makes the gauges of all hosts of samples on the axis, whose order is lost. */
int fid_gauges_make (struct fid_run *run, struct fid_samples *samples,
                     const struct fid_host_collected *host, const struct fid_ownership *owner,
                     struct fid_error *err);

/* The mean of what was read (of the CPU the user's share); FID_GAP: nothing was. */
double fid_gauge_mean (const struct fid_gauge *g);

void fid_host_gauges_clear (struct fid_host_gauges *of);
