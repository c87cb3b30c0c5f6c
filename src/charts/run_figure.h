/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_figure.h - one run against time: phases, CPU, GPU, disk, I/O, events; and its histograms
 *
 * Time is seconds after the start of the job, as in series files. */
#pragma once

#include "charts/activity.h"

/* The names of the charts, NULL-terminated; bit k of `what' asks for number k. */
extern const char *const fid_run_chart_names[];

/* Fill fig with stretch number `stretch' of a, which watched the run being read.  what 0 shows
 * all that was recorded, except the histograms; a chart asked for by its bit that was not
 * recorded says so.  The figure borrows from run and a.  Returns -1 with FID_EINPUT if nothing
 * was traced in the stretch. */
int fid_run_figure (struct fid_figure *fig, const struct fid_run *run,
                    const struct fid_activity *a, size_t stretch, unsigned what,
                    struct fid_error *err);

/* Add two histograms for each stream in which the run did something: sizes (bytes) and
 * latencies (s) of its own operations from INIT to the end of the trace, in eight bins an
 * octave.  Counts add up to the operations with a size (a latency) above 0.  A dotted line
 * marks the median, which is at most 1/128 too low.  Without such an operation one empty panel
 * says so. */
void fid_run_histograms (struct fid_figure *fig, const struct fid_run *run);
