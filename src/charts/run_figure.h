/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_figure.h - one run against time: phases, CPU, GPU, disk, I/O, events; and its histograms */
#pragma once

#include "job/io.h"
#include "plot/figure.h"
#include "run/run.h"

/* --- parts of a run by name: the values of --zoom
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

/* --- when each process of a run read, wrote and opened: busy times (plot/plot.h), one for each
 * stretch of time, stream and process */

#define FID_PROCESSES_MAX 64 /* with rows of their own; later ones share the last */

/* Whose events have rows of their own: nobody's, each process's, or those of the processes that
 * load data and those of all others. */
enum fid_lanes_by { FID_LANES_COMBINED, FID_LANES_PROCESS, FID_LANES_WORKER };

/* "combined" and so on; ends with NULL. */
extern const char *const fid_lanes_by_names[];

struct fid_process {
    int64_t pid; /* -1: unknown, or several; by workers 0: those that train, 1: loaders */
    enum fid_process_kind kind;
    char comm[32]; /* "": unknown */
    bool rest;     /* several processes */
    uint64_t event_n;
    struct fid_busy *busy; /* owned; [stretch][FID_STREAM_N] */
};

struct fid_activity {
    /* given */
    enum fid_lanes_by by;
    const char *const *zoom; /* borrowed; NULL-terminated names, or NULL: ... */
    double from_s, to_s;     /* ... this stretch, seconds after the run's zero */
    /* found */
    struct fid_stretch_ns *stretch; /* owned; on the axis of the run */
    bool *there;                    /* owned; whether the run has that stretch */
    size_t stretch_n;
    FID_LIST (struct fid_process, process); /* owned; by first event */
    size_t last;                            /* that of the last event */
    enum fid_process_kind *kind; /* owned; of each process of the events; NULL: not asked for */
};

/* Fills it from the events of a run that was not read from a digest.  O(events * stretches). */
int fid_activity_fill (struct fid_activity *a, const struct fid_run *run,
                       struct fid_error *err);

/* Busy times of a stream of a process in a stretch. */
const struct fid_busy *fid_activity_busy (const struct fid_activity *a, size_t process,
                                          size_t stretch, enum fid_stream_id id);

/* Fill in rows, lanes and legend of l for a stretch: one row for each layer (open, VFS, BIO),
 * of each process or kind of them if a->by says so. */
void fid_activity_lanes (struct fid_figure *fig, struct fid_lanes *l, const struct fid_run *run,
                         const struct fid_activity *a, size_t stretch);

void fid_activity_clear (struct fid_activity *a);

/* --- the figure; time is seconds after the start of the job, as in series files */

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
