/* SPDX-License-Identifier: GPL-3.0-or-later */
/* side_by_side.h - several emulations of one real run */
#pragma once

#include "base/table.h"
#include "results/result.h"

/* Write r[n], n > 1: verdicts, similarities and the grades of resources as rows, emulations as
 * columns; then the first cause of each.  json: an array of the documents; csv and tsv: a row
 * for each measure.  Returns -1 with FID_EINTERNAL if memory runs out. */
int fid_side_by_side_write (const struct fid_result *const *r, size_t n, enum fid_format format,
                            FILE *f, struct fid_error *err);
