/* SPDX-License-Identifier: GPL-3.0-or-later */
/* packed.h - series as compact text: 16-bit multiples of a step
 *
 *   x = offset + (q - 1) step,   q = 1 .. FID_QUANTA_MAX;   q = 0: a gap
 *
 * The text is base64 of bytes.  Each element is its difference from the one before (the
 * first: from 0) as a zigzag LEB128 number; a run of equal elements is a byte 0 and the
 * run's length as LEB128.  Series of events, mostly 0, take about a byte a value. */
#pragma once

#include "base/base.h"

#define FID_QUANTA_MAX 65535

struct fid_quanta {
    double offset, step; /* step > 0 */
};

/* The finest quanta for values from low to high.  The offset is 0, or low if that is
 * negative; the step is the smallest unit * 2^k, k = 0, 1 ..., that reaches high.  While
 * k is 0, whole multiples of the unit are exact. */
struct fid_quanta fid_quanta_ruler (double low, double high, double unit);

/* Round x to the nearest quantum (side 0), or down (-1) or up (1); a value within 1e-6
 * of a step counts as that step.  FID_GAP and NaN give 0. */
uint16_t fid_quanta_of (const struct fid_quanta *r, double x, int side);

/* The value of a quantum; FID_GAP for 0. */
double fid_quanta_value (const struct fid_quanta *r, uint16_t q);

/* The text of q[n], freed by the caller; NULL with FID_EINTERNAL. */
char *fid_quanta_text (const uint16_t *q, size_t n, struct fid_error *err);

/* Read q[n] back from its text; returns -1 unless it has exactly n elements. */
int fid_quanta_read (const char *text, uint16_t *q, size_t n);
