/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ticks.h - the ticks of an axis: where they are, and their labels
 *
 *   linear  1, 2, 2.5 or 5 times a power of ten; seconds also 15, 30, 60 ...;
 *           bytes powers of two
 *   log     decades, with 2 and 5 where there is room; bytes powers of two */
#pragma once

#include "base/base.h"

enum fid_unit {
    FID_UNIT_NUMBER,  /* 0.5, 20, 1.5k, 3M */
    FID_UNIT_SECONDS, /* 30, min:s or h:min on long linear axes; log: 10 ms */
    FID_UNIT_BYTES,   /* 64 KiB */
    FID_UNIT_COUNT    /* ticks at whole numbers only, perhaps none */
};

struct fid_tick {
    double at;
    char label[24];
};

#define FID_TICKS_MAX 32

/* Ticks of lo..hi (lo < hi; log: 0 < lo) into out, about want_n of them and at
 * least one unless want_n is 0.  Returns how many. */
size_t fid_ticks (double lo, double hi, bool log, enum fid_unit unit, size_t want_n,
                  struct fid_tick out[FID_TICKS_MAX]);

/* The unit to write after the name of an axis: "s", "min:s" or "h:min"; "" if the labels have
 * units. */
const char *fid_ticks_suffix (double lo, double hi, bool log, enum fid_unit unit);

/* The step of linear ticks. */
double fid_ticks_step (double lo, double hi, enum fid_unit unit, size_t want_n);

/* Widen lo..hi so that both ends are ticks (linear), or powers of ten or two
 * (log); equal ends are moved apart first. */
void fid_ticks_round (double *lo, double *hi, bool log, enum fid_unit unit, size_t want_n);

/* A number with its unit, to three digits. */
void fid_ticks_label (double x, enum fid_unit unit, char *out, size_t out_n);
