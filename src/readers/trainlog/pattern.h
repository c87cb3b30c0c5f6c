/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pattern.h - what a line of a training log says, by a pattern
 *
 *     Epoch: [{epoch}] [{step}/{total}] ... time: {time_s} & data: {data_s}
 *
 * A blank stands for any number of blanks, {name} for a value, {_} for a word of any kind,
 * {{ for a brace; all else stands for itself.  What follows " ... " comes anywhere behind, and
 * what follows " & " anywhere in the line, if it is there at all.  A pattern that begins with
 * "... " comes anywhere in a line, also several times, and other text may run into it. */
#pragma once

#include "base/base.h"

/* V (ID, name, kind).  COUNT: digits; NUMBER; SPAN: a length of time, whose unit follows the
 * number ("310 ms", "1:02:03", "3.1it/s" of a step) or the name (time_s, time_ms, time_us). */
#define FID_LOG_VALUES(V)                                                                      \
    V (EPOCH, "epoch", COUNT)                                                                  \
    V (EPOCHS, "epochs", COUNT)                                                                \
    V (STEP, "step", COUNT)                                                                    \
    V (TOTAL, "total", COUNT)                                                                  \
    V (TIME, "time", SPAN)                                                                     \
    V (TIME_MEAN, "time_mean", SPAN)                                                           \
    V (DATA, "data", SPAN)                                                                     \
    V (DATA_MEAN, "data_mean", SPAN)                                                           \
    V (COMPUTE, "compute", SPAN)                                                               \
    V (ELAPSED, "elapsed", SPAN)                                                               \
    V (STEPS_S, "steps_per_s", NUMBER)                                                         \
    V (SAMPLES_S, "samples_per_s", NUMBER)                                                     \
    V (BATCH, "batch", NUMBER)                                                                 \
    V (SAMPLES, "samples", NUMBER)                                                             \
    V (STAMP, "stamp", NUMBER)                                                                 \
    V (INIT, "init", SPAN)                                                                     \
    V (WHOLE, "whole", SPAN)                                                                   \
    V (FIT, "fit", SPAN)                                                                       \
    V (CLOCK, "clock", SPAN)                                                                   \
    V (ACCURACY, "accuracy", NUMBER)

#define FID_LOG_VALUE_ID(id, ...) FID_VALUE_##id,
enum fid_log_value { FID_LOG_VALUES (FID_LOG_VALUE_ID) FID_VALUE_N };

struct fid_log_values {
    double at[FID_VALUE_N];   /* seconds, or the number; FID_ABSENT: not in the line */
    double half[FID_VALUE_N]; /* of a unit of its last digit */
    unsigned bare;            /* 1 << value: a length whose unit the line does not say */
    bool each;                /* TIME is said to be that of one step (loop.h) */
    int64_t stamp_ns;         /* of STAMP, which a double does not hold */
    char before;              /* what stands before it: ' ' at the start */
    size_t end;               /* of its first piece */
};

/* Whether the line is one of the pattern, from its start (inside: from anywhere in its first
 * FID_LOG_PREFIX bytes) on. */
#define FID_LOG_PREFIX 120
bool fid_log_match (const char *pattern, struct fid_span line, bool inside,
                    struct fid_log_values *out);

/* Whether a pattern comes anywhere in a line. */
static inline bool fid_log_anywhere (const char *pattern)
{
    return *pattern == '.' && strncmp (pattern, "... ", 4) == 0;
}

/* How much a pattern asks for: bytes that stand for themselves, and values. */
size_t fid_log_weight (const char *pattern);

/* The longest text that a line of the pattern has. */
struct fid_span fid_log_key (const char *pattern);

struct fid_log_number {
    double x, half;    /* seconds where it has a unit or is a clock; half of its last digit */
    bool whole, clock; /* digits alone; "1:02:03" */
    bool unit, each;   /* a unit of time follows; one of steps in a second: x is one of them */
};

/* The number at the start of a text, with the unit behind it: its length, or 0. */
size_t fid_log_number (struct fid_span s, struct fid_log_number *out);

/* The seconds of a unit of time; 0 for another word. */
double fid_log_unit (struct fid_span word);

/* -1 with FID_EUSAGE and the reason if it is no pattern. */
int fid_log_check (const char *pattern, struct fid_error *err);
