/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chrome.h - a pair as a trace for Perfetto and chrome://tracing
 *
 * Two processes, the real run and the emulation, on one axis: counters (ph "C")
 * for every series, spans (ph "X") for the phases, and an instant where the job
 * begins, which is at the same time in both.  Times are microseconds after the
 * first instant traced of either run (viewers handle times below 0 badly).
 *
 * Format: "Trace Event Format", JSON object format, Google 2016. */
#pragma once

#include "results/series.h"

/* Write the document to a file, completely or not at all. */
int fid_chrome_write (const struct fid_series *s, const char *path, const char *below,
                      struct fid_error *err);
