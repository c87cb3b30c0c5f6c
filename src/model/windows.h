/* SPDX-License-Identifier: GPL-3.0-or-later */
/* windows.h - parts of a run, and the windows in which runs are compared
 *
 * The application's log cuts a run's time into parts; a window is a set of parts. */
#pragma once

#include "base/base.h"

/* P (ID): BEFORE is before the first phase (loading of libraries), BETWEEN lies
 * between phases of the job (all time, where no log names phases), AFTER follows
 * the last phase. */
#define FID_PARTS(P)                                                                           \
    P (BEFORE) P (INIT) P (TRAINING) P (EVAL) P (CHECKPOINT) P (BETWEEN) P (AFTER)

#define FID_ENUM_PART(id) FID_PART_##id,
enum fid_part { FID_PARTS (FID_ENUM_PART) FID_PART_N };

const char *fid_part_name (enum fid_part part); /* "TRAINING" */

#define FID_PART_BIT(part) (1u << FID_PART_##part)

/* W (ID, name, parts, long, words).  long: the window is part of the job itself and lasts
 * long enough for rhythm, steps and coupling; others hold single phases. */
#define FID_WINDOWS(W)                                                                         \
    W (JOB, "job",                                                                             \
       FID_PART_BIT (TRAINING) | FID_PART_BIT (EVAL) | FID_PART_BIT (CHECKPOINT) |             \
           FID_PART_BIT (BETWEEN),                                                             \
       true, "from the end of start-up to the end of its last phase")                          \
    W (WHOLE, "whole", (1u << FID_PART_N) - 1, true, "everything that was recorded")           \
    W (STARTUP, "startup", FID_PART_BIT (BEFORE) | FID_PART_BIT (INIT), false,                 \
       "start-up: libraries, and INIT")                                                        \
    W (INIT, "INIT", FID_PART_BIT (INIT), false, "as the application names it")                \
    W (TRAINING, "TRAINING", FID_PART_BIT (TRAINING), true, "all of training")                 \
    W (EVAL, "EVAL", FID_PART_BIT (EVAL), false, "all evaluations")                            \
    W (CHECKPOINT, "CHECKPOINT", FID_PART_BIT (CHECKPOINT), false, "all checkpoints")

#define FID_ENUM_WINDOW(id, ...) FID_WINDOW_##id,
enum fid_window { FID_WINDOWS (FID_ENUM_WINDOW) FID_WINDOW_N };

struct fid_window_info {
    const char *name;
    unsigned parts; /* bit p: enum fid_part p */
    bool is_long;
    const char *words;
};
extern const struct fid_window_info fid_windows[FID_WINDOW_N];

const char *fid_window_name (enum fid_window w); /* "job" */
int fid_window_find (const char *name);          /* -1 if the name is unknown */
