/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpu_use.h - what the readers of GPU monitors share: gauges, numbers of GPUs, rounds of GPUs
 *
 * sm and mem are %, fb is MiB. */
#pragma once

#include "run/sink.h"

#define FID_GPU_MAX 4096 /* numbers of GPUs are below */

/* In the order of the FID_CH_GPU_ channels. */
enum { FID_GPU_SM, FID_GPU_MEM, FID_GPU_FB, FID_GPU_GAUGES_N };

/* The readings of a row. */
struct fid_gpu_use {
    int64_t t_ns, pid; /* pid -1: not of a process */
    int gpu;
    double value[FID_GPU_GAUGES_N];
    bool there[FID_GPU_GAUGES_N];
};

/* Parses the number of a GPU; false if it is malformed or too large. */
bool fid_gpu_number (struct fid_span s, int *gpu);

/* "-" or "N/A": the GPU or the driver does not have the reading. */
bool fid_gpu_missing (struct fid_span s);

/* Checks, or parses, a reading of a gauge.  Return FID_REMARK_NONE, or why it is malformed. */
enum fid_remark_code fid_gpu_check (int gauge, double value);
enum fid_remark_code fid_gpu_reading (struct fid_span s, int gauge, double *value);

/* Reads the gauges of a row, with their units ("61 %") or without; at: their places in word[],
 * -1: not there.  Adds to *missing_n those that the GPU does not have ("-", "[N/A]"), unless
 * the row is malformed: then why it is, is returned. */
enum fid_remark_code fid_gpu_readings (struct fid_gpu_use *use, const struct fid_span *word,
                                       const int *at, uint64_t *missing_n);

/* Emits the readings that are there. */
int fid_gpu_put (const struct fid_sink *sink, const struct fid_gpu_use *use,
                 struct fid_error *err);

/* Monitors read all GPUs in turn, and the next second may begin between two of them: the GPUs
 * of a round share the stamp of the first.  Start with zeros. */
struct fid_gpu_round {
    int64_t t_ns; /* of its first GPU */
    bool any;
    bool seen[FID_GPU_MAX];
};

/* Returns the stamp of the round that the row belongs to. */
int64_t fid_gpu_round_stamp (struct fid_gpu_round *r, int gpu, int64_t t_ns);
