/* SPDX-License-Identifier: GPL-3.0-or-later */
/* failures.h - failed.tsv of a batch: what failed now, and what failed before and was not tried
 */
#pragma once

#include "results/results.h"

/* Writes failed.tsv of dir: `now`, and those of its lines about pairs whose result files were
 * not decided on now and that have no result.  Sorted by names of runs; the file is removed if
 * nothing failed.  -1 as fid_results_load_failed and fid_results_write_failed. */
int fid_failures_write (const char *dir, struct fid_results *now,
                        bool (*decided) (const void *ctx, const char *file), const void *ctx,
                        struct fid_error *err);

/* Whether dir has a result of the pair of these runs. */
bool fid_failures_has_result (const char *dir, const char *real, const char *emulation);
