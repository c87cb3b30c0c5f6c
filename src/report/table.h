/* table.h - the breakdown of one pair: resources by facets */
#ifndef FID_TABLE_H
#define FID_TABLE_H

#include "report/cells.h"
#include "report/result.h"

/* Write it.  table: at most 80 columns, colour only beside the numbers and only
 * if asked for; a cell with several quantities shows their geometric mean.  md: the same
 * as Markdown.  csv, tsv: one row a facet and quantity.  json: the result file's
 * text.  -1 with FID_EINTERNAL. */
int fid_table_write (const struct fid_result *r, enum fid_format format, bool colour, FILE *f,
                     struct fid_error *err);

#endif
