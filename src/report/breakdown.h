/* SPDX-License-Identifier: GPL-3.0-or-later */
/* breakdown.h - what is written of pairs beside screens (screen.h): measures, series, traces */
#pragma once

#include "base/table.h"
#include "results/result.h"
#include "results/series.h"

/* Write a row for each measure of r[n], as csv or tsv. */
int fid_measures_write (const struct fid_result *const *r, size_t n, enum fid_format format,
                        FILE *f, struct fid_error *err);

/* Begin an empty table with those columns; add the rows of a result to it. */
void fid_breakdown_columns (struct fid_cells *c);
void fid_breakdown_rows (const struct fid_result *r, struct fid_cells *c);

/* --- series of a pair as lines of block characters
 *
 *     series            UNET3D_real_r2                 UNET3D_dlio_r2
 *     block.read  ▁▁▃▄▃▄▂▁▁▃▄▄...                   ▁▁▅▅▅▅▂...
 *
 * Both sides of a row have one time axis, from the first to the last instant
 * traced of either run, and one scale, from 0 (the lowest block) to the highest
 * mean of either (the full block); a blank is a stretch without data. */

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

/* --- a pair as a trace for Perfetto and chrome://tracing
 *
 * Two processes, the real run and the emulation, on one axis: counters (ph "C")
 * for every series, spans (ph "X") for the phases, and an instant where the job
 * begins, which is at the same time in both.  Times are microseconds after the
 * first instant traced of either run (viewers handle times below 0 badly).
 *
 * Format: "Trace Event Format", JSON object format, Google 2016. */

/* Write the document to a file, completely or not at all. */
int fid_chrome_write (const struct fid_series *s, const char *path, const char *below,
                      struct fid_error *err);
