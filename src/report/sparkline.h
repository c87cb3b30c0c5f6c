/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sparkline.h - series of a pair as lines of block characters
 *
 *     series            UNET3D_real_r2                 UNET3D_dlio_r2
 *     block.read  ▁▁▃▄▃▄▂▁▁▃▄▄...                   ▁▁▅▅▅▅▂...
 *
 * Both sides of a row have one time axis, from the first to the last instant
 * traced of either run, and one scale, from 0 (the lowest block) to the highest
 * mean of either (the full block); a blank is a stretch without data. */
#pragma once

#include "results/series.h"

/* Write x[n] as n blocks of UTF-8: FID_GAP is a blank, 0 the lowest block, values
 * above split (0, full] into eight equal parts; full <= 0: all lowest. */
void fid_sparkline (FILE *f, const double *x, size_t n, double full);

/* Mean of a track over each of n equal stretches of [from_s, to_s), buckets
 * weighted by what of them lies inside, into out[n]; FID_GAP where there is none. */
void fid_sparkline_resample (const struct fid_series_track *t, double from_s, double to_s,
                             double *out, size_t n);

/* A title, one row for each resource that has a series (its first quantity), an
 * empty line; at most 80 columns, and nothing where there are no series.  -1 with
 * FID_EINTERNAL. */
int fid_sparklines_write (const struct fid_series *s, FILE *f, struct fid_error *err);
