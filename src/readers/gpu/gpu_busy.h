/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpu_busy.h - how busy GPUs are, by the kernels that ran
 *
 * The share of time in which at least one kernel runs, as nvidia-smi's sm. */
#pragma once

#include "run/sink.h"

struct fid_gpu_kernels {
    struct fid_gpu_kernel {
        int64_t start_ns, end_ns, gpu;
    } * at; /* owned */
    size_t n, cap;
};

int fid_gpu_kernel_add (struct fid_gpu_kernels *k, int64_t start_ns, int64_t end_ns, int gpu,
                        struct fid_error *err);

/* Puts samples of a tenth of a second, from the first kernel to the last; base_ns: what times
 * count from.  Sorts the kernels. */
int fid_gpu_busy_put (struct fid_gpu_kernels *k, int64_t base_ns, const struct fid_sink *sink,
                      struct fid_error *err);
