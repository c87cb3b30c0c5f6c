/* SPDX-License-Identifier: GPL-3.0-or-later */
/* time_range.h - parts of a run by name: the values of --zoom
 *
 *   overview        all that was traced
 *   init            INIT, from 5 s before to 5 s after it
 *   first_5min      from 5 s before INIT, 5 minutes of it
 *   first_training, first_epoch, first_eval, first_ckpt
 *                   the first of its kind, 5 s around
 *   last_2min, last_5s
 *                   the end of the last phase
 *
 * like the pictures of the earlier pipeline (plot_timelines.py of DLIO's authors). */
#pragma once

#include "run/run.h"

extern const char *const fid_zooms[]; /* NULL-terminated; the overview first */

/* ns on the axis of the run; INT64_MIN and INT64_MAX: all. */
struct fid_stretch_ns {
    int64_t from_ns, to_ns;
};

/* The stretch of a zoom; needs only the phases of the run.  Returns false if the run has no
 * such phase or the name is unknown. */
bool fid_zoom_find (const struct fid_run *run, const char *name, struct fid_stretch_ns *out);

/* The zero of time axes: the start of the job, or of the trace if no phases are known. */
int64_t fid_zoom_zero (const struct fid_run *run);

/* From the first to the last phase, sample or event.  Returns false if there are none. */
bool fid_zoom_extent (const struct fid_run *run, struct fid_stretch_ns *out);
