/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steps.h - steps of a training loop from what it does, in the order of time
 *
 *     fetch, compute, fetch, compute ...             (an emulation)
 *     fetch, forward, backward, backward, fetch ...  (a training; also the optimizer's step)
 *
 * Spans inside one another are parts of it: each counts once. */
#pragma once

#include "run/sink.h"

enum fid_dft_part {
    FID_DFT_PHASE, /* no part of a step */
    FID_DFT_FETCH,
    FID_DFT_COMPUTE, /* all of it */
    FID_DFT_FORWARD, /* a part of it: the first */
    FID_DFT_BACKWARD /* a part of it */
};

/* The step being put together; start with zeros and the sink. */
struct fid_dft_step {
    const struct fid_sink *sink; /* borrowed */
    bool fetched, computed, after_forward, whole;
    int64_t fetch_start_ns, fetch_end_ns, compute_ns, compute_end_ns;
    int epoch;
    bool eval;
};

/* Takes what the loop does next, by its start.  Complete steps go to the sink. */
int fid_dft_step_add (struct fid_dft_step *s, enum fid_dft_part part, int64_t start_ns,
                      int64_t end_ns, int epoch, bool eval, struct fid_error *err);

/* The end of the loop: the last step. */
int fid_dft_step_finish (struct fid_dft_step *s, struct fid_error *err);
