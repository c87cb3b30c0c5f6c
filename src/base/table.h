/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table.h - tables of text, for people and for programs
 *
 * Filled row by row, cell by cell.  If memory runs out, fid_cells_write reports it. */
#pragma once

#include "base/base.h"
#include <cjson/cJSON.h>

enum fid_format {
    FID_FORMAT_TABLE,
    FID_FORMAT_JSON,
    FID_FORMAT_CSV,
    FID_FORMAT_MD,
    FID_FORMAT_TSV,
    FID_FORMAT_XLSX,  /* a workbook: report/tables.h, not fid_cells_write */
    FID_FORMAT_SQLITE /* a file of SQLite: report/tables.h */
};

struct fid_column {
    const char *name;
    bool number; /* right-aligned; a bare number in JSON */
};

struct fid_cells {
    const struct fid_column *column; /* borrowed, unless own */
    size_t column_n;
    struct fid_column *own; /* owned, with the names */
    char **cell;            /* owned; row by row, NULL: missing */
    size_t cell_n, cell_cap;
    bool failed;
    size_t
        width; /* table: texts are clipped, and columns dropped, so that it fits in so many; 0: a
                     last column of text is wrapped at column 80 */
    bool colour; /* table: cells have the colours of their grades */
};

/* One table of several. */
struct fid_sheet {
    const char *name;  /* for programs: "operators" */
    const char *title; /* borrowed; above the table for people; NULL: none */
    struct fid_cells cells;
};

/* Begin a table with these columns: "run|#bytes|#every s", '#' before those of numbers; or with
 * columns that are made. */
void fid_cells_begin (struct fid_cells *c, const char *columns);
void fid_cells_init (struct fid_cells *c, const struct fid_column *column, size_t column_n);
void fid_cells_clear (struct fid_cells *c);

/* Append a cell: formatted text, a number with `digits` decimals (negative ones, such as
 * FID_ABSENT, are missing), or a missing cell. */
void fid_cells_add (struct fid_cells *c, const char *fmt, ...) FID_PRINTF (2, 3);
void fid_cells_number (struct fid_cells *c, double x, int digits);
/* For people rounded to `digits` decimals, for programs with 12 digits. */
void fid_cells_figure (struct fid_cells *c, double x, int digits, enum fid_format format);
/* "0.71-0.85"; missing if either end is. */
void fid_cells_range (struct fid_cells *c, double low, double high, int digits);
void fid_cells_missing (struct fid_cells *c);

/* The last cell has the colour of a grade: green from 0.8, red below 0.5. */
void fid_cells_tint (struct fid_cells *c, double grade);

/* Writes a text in at most so many columns, with that colour if asked. */
void fid_put_tinted (FILE *f, const char *s, size_t most, bool colour, double grade);

/* Append cells, one for each conversion; these stand between blanks: %s (missing if NULL or
 * empty), %d, %zu, %ju (of a uint64_t), %.2f (missing below 0) and %.2lf (missing if FID_GAP).
 */
void fid_cells_row (struct fid_cells *c, const char *cells, ...) FID_PRINTF (2, 3);

/* s as it is; missing if NULL. */
void fid_cells_text (struct fid_cells *c, const char *s);

/* Write the table.  table: aligned columns, a last column of text wrapped at column 80;
 * md: the same between bars; csv: RFC 4180; tsv: tabs and line ends in texts become
 * blanks; json: a list of objects.  Missing cells are "-", "-", empty, NA and null.
 * Control characters never reach a terminal or Markdown.  Returns -1 with
 * FID_EINTERNAL. */
int fid_cells_write (const struct fid_cells *c, enum fid_format format, FILE *f,
                     struct fid_error *err);

/* The same, and clears the table. */
int fid_cells_end (struct fid_cells *c, enum fid_format format, FILE *f, struct fid_error *err);

/* The list of objects that json is, freed by the caller; NULL with FID_EINTERNAL. */
cJSON *fid_cells_json (const struct fid_cells *c, struct fid_error *err);

/* Whether people read it: table and md. */
bool fid_format_for_people (enum fid_format format);

/* The format of that name, case ignored; -1 with FID_EUSAGE. */
int fid_format_of (const char *name, enum fid_format *format, struct fid_error *err);
