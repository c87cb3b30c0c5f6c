/* SPDX-License-Identifier: GPL-3.0-or-later */
/* progress.h - a batch in a command: messages, a progress bar, signals
 *
 * The bar is on standard error, with rate and time left; it shows only on a
 * terminal, or if forced. */
#pragma once

#include "batch/batch.h"
#include "program/common.h"

struct fid_progress {
    const struct fid_common *common; /* borrowed */
    bool force, on;
    double start_s, drawn_s;
};

/* Hooks that print messages and draw the bar, and hold back signals while files are written.
 * They borrow p. */
struct fid_batch_hooks fid_progress_hooks (struct fid_progress *p);
