/* SPDX-License-Identifier: GPL-3.0-or-later */
/* breakdown.h - the breakdown of one pair: resources by facets */
#pragma once

#include "base/table.h"
#include "results/result.h"
#include "results/series.h"

/* Write the breakdown of r to f.
 *
 * table     at most 80 columns: the verdict of each profile, the similarity, clauses not met and
 *           causes, serious findings and warnings; whole: with the resources, each with its
 *           worst clause, and all findings; with sparklines (sparkline.h) unless series is
 *           NULL; colours numbers if asked
 * md        the same with a Markdown table, without sparklines
 * csv, tsv  one row for each measure
 * json      the text of the result file
 *
 * Returns -1 with FID_EINTERNAL if memory runs out. */
int fid_breakdown_write (const struct fid_result *r, const struct fid_series *series,
                         bool whole, enum fid_format format, bool colour, FILE *f,
                         struct fid_error *err);

/* Write a row for each measure of r[n], as csv or tsv. */
int fid_measures_write (const struct fid_result *const *r, size_t n, enum fid_format format,
                        FILE *f, struct fid_error *err);

/* Begin an empty table with those columns; add the rows of a result to it. */
void fid_breakdown_columns (struct fid_cells *c);
void fid_breakdown_rows (const struct fid_result *r, struct fid_cells *c);
