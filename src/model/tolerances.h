/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tolerances.h - how far a measure may be off before half of its grade is gone
 *
 * Each quantity has a class; a class has a unit and a width t.  The grade of a distance d
 * where repeats of the real run are c apart is 2 ^ (-max (0, d - c) / t): 1 within the noise,
 * 0.5 when off by the tolerance.  Widths are declared, not learned from runs; profiles may
 * declare others. */
#pragma once

#include "model/units.h"

/* T (ID, unit, width, what it is for) */
#define FID_TOLERANCES(T)                                                                      \
    T (AMOUNT, LN, 0.0953101798043249, "bytes, operations, counts and durations")              \
    T (SIZE, OCTAVES, 1, "sizes of operations")                                                \
    T (LATENCY, DECADES, 0.3, "time one operation takes")                                      \
    T (GAP, DECADES, 0.3, "think time, gaps, spread of step times")                            \
    T (WHEN, ONE, 0.05, "when it happens, as a share of the job")                              \
    T (SHAPE, ONE, 0.1, "course over time after warping")                                      \
    T (SPECTRUM, OCTAVES, 0.5, "spectra")                                                      \
    T (PERIOD, OCTAVES, 0.25, "periods")                                                       \
    T (OVERLAP, ONE, 0.3, "overlap of phases in time")                                         \
    T (SHARES, ONE, 0.05, "shares of time or of operations")                                   \
    T (SEQUENCE, ONE, 0.25, "order of phases")                                                 \
    T (KINDS, ONE, 0.2, "kinds of phases that only one run has")                               \
    T (WAITING, ONE, 0.05, "share of time waiting for data or computing")                      \
    T (LOCALITY, OCTAVES, 1, "jumps, reuse, bytes per file")                                   \
    T (CONCURRENCY, OCTAVES, 0.5, "readers at work, requests outstanding")                     \
    T (LEVEL, ONE, 0.1, "levels of CPU and GPU, in full scales")

#define FID_ENUM_TOLERANCE(id, ...) FID_TOLERANCE_##id,
enum fid_tolerance_id { FID_TOLERANCES (FID_ENUM_TOLERANCE) FID_TOLERANCE_N };

struct fid_tolerance_info {
    enum fid_unit_id unit;
    double width;
};
extern const struct fid_tolerance_info fid_tolerances[FID_TOLERANCE_N];
