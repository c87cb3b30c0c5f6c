/* SPDX-License-Identifier: GPL-3.0-or-later */
/* activity.h - when each process of a run read, wrote and opened, and the lanes of that chart
 *
 * Events become busy times (plot/figure.h), one for each stretch of time, stream and process.
 */
#pragma once

#include "charts/time_range.h"
#include "plot/figure.h"
#include "run/pidset.h"

#define FID_PROCESSES_MAX 64 /* with rows of their own; later ones share the last */

/* Whose events have rows of their own: nobody's, each process's, or those of the processes that
 * train and of those that load for them. */
enum fid_lanes_by { FID_LANES_COMBINED, FID_LANES_PROCESS, FID_LANES_WORKER };

/* "combined" and so on; ends with NULL. */
extern const char *const fid_lanes_by_names[];

struct fid_process {
    int64_t pid;   /* -1: unknown, or several; by workers 0: those that train, 1: loaders */
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
    struct fid_pidset trains; /* the processes that train, if they are asked for */
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
