/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sorter.h - sort any number of events by their start
 *
 * Sorts chunks of a million events (32 MB), keeps each full chunk in an unnamed temporary
 * file and merges them.  Time O(n log n). */
#pragma once

#include "base/base.h"

/* In alphabetical order. */
enum fid_lane { FID_BIOR, FID_BIOW, FID_OPENAT, FID_READ, FID_WRITE };

struct fid_lane_event {
    int64_t start_ns, end_ns;
    int64_t pid;
    int32_t lane;
    int32_t orphan; /* goes to the first process if its own is unknown */
};

struct fid_sorter;

struct fid_sorter *fid_sorter_create (struct fid_error *err);
int fid_sorter_add (struct fid_sorter *s, const struct fid_lane_event *ev,
                    struct fid_error *err);

/* All events are added; fid_sorter_next returns them by start, end, lane and pid. */
int fid_sorter_end (struct fid_sorter *s, struct fid_error *err);

/* Write the next event to *ev.  Returns 1, 0 at the end, or -1. */
int fid_sorter_next (struct fid_sorter *s, struct fid_lane_event *ev, struct fid_error *err);
void fid_sorter_destroy (struct fid_sorter *s);
