/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tables.h - everything the results of a directory say, as tables
 *
 *   ranking     one row a pair, as ranking.tsv
 *   facets      one row a pair, resource, facet and quantity
 *   breakdown   one row a pair, resource and column of the breakdown
 *   findings    one row a finding or warning
 *   parameters  one row a pair: version, options, hashes of what was compared */
#pragma once

#include "report/report.h"

enum fid_table {
    FID_TABLE_RANKING,
    FID_TABLE_FACETS,
    FID_TABLE_BREAKDOWN,
    FID_TABLE_FINDINGS,
    FID_TABLE_PARAMETERS,
    FID_TABLE_N
};

extern const char *const fid_table_names[];

/* Begins *out: the ranking with all its rows, other tables with their columns. */
void fid_table_begin (const struct fid_report *report, enum fid_table t, struct fid_cells *out);

/* Adds the rows of a result; to the ranking none, which is whole already. */
void fid_table_add (enum fid_table t, const struct fid_result *r, struct fid_cells *out);

/* Writes a table; not as sqlite.  Returns -1 with FID_EINPUT if a result file cannot be read
 * again. */
int fid_table_write_one (const struct fid_report *report, enum fid_table t,
                         enum fid_format format, FILE *f, struct fid_error *err);

/* All of them as tables of one file of SQLite, and a table "result" (real, emulation, document)
 * with the text of each result file, found by its pair; whole or not at all.  Memory: the ranking
 * and one result.  -1 with FID_EINTERNAL, FID_EINPUT as fid_table_write_one; FID_EUSAGE where this build
 * cannot. */
int fid_tables_sqlite (const struct fid_report *report, const char *path,
                       struct fid_error *err);

/* --- tables of any kind as sheets of a workbook (Office Open XML) */

/* Makes the i-th sheet: its name, at most 31 characters without any of []:*?/ and backslashes,
 * and its cells, which are cleared after use, even after a failure (-1 with err set). */
typedef int (*fid_sheet_fill) (void *self, size_t i, struct fid_sheet *out,
                               struct fid_error *err);

/* Writes n sheets, whole or not at all: numbers as numbers, heads that stay when scrolling,
 * equal bytes for equal tables.  -1 with FID_EINTERNAL; FID_EUSAGE where this build cannot, or
 * a sheet would be too long. */
int fid_workbook_write (const char *path, const char *title, size_t n, fid_sheet_fill fill,
                        void *self, struct fid_error *err);
