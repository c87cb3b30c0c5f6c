/* breakdown.h - the breakdown of one pair: resources by facets */
#ifndef FID_TABLE_H
#define FID_TABLE_H

#include "base/table.h"
#include "results/result.h"
#include "results/series.h"

/* Write it.  table: with lines of block characters (sparkline.h) for the series
 * where there are any (NULL: none); at most 80 columns, colour only beside the numbers and only
 * if asked for; a cell with several quantities shows their geometric mean.  md: the same
 * as Markdown.  csv, tsv: one row a facet and quantity.  json: the result file's
 * text.  -1 with FID_EINTERNAL. */
int fid_table_write (const struct fid_result *r, const struct fid_series *series,
                     enum fid_format format, bool colour, FILE *f, struct fid_error *err);

/* The rows of csv, as cells: begin an empty table, add those of a result. */
void fid_table_begin (struct fid_cells *c);
void fid_table_rows (const struct fid_result *r, struct fid_cells *c);

#endif
