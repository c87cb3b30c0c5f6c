/* gate_text.h - a check for people, for CI and for programs */
#ifndef FID_TELL_H
#define FID_TELL_H

#include <stdio.h>
#include "check/check.h"
#include "check/history.h"
#include "base/table.h"

/* All rows (initialised here, cleared by the caller); brief: the columns that
 * fit a terminal. */
void fid_tell_cells (const struct fid_check *check, bool brief, struct fid_cells *cells);

/* The runs of a book, one row for each with its numbers by group. */
void fid_tell_book (const struct fid_book *book, struct fid_cells *cells);

void fid_tell_history (const struct fid_history *history, struct fid_cells *cells);

/* "UNET3D_dlio: storage: FAIL: 0.081 lower ..." of a row; freed by the caller. */
char *fid_tell_row (const struct fid_check_row *row, struct fid_error *err);

/* A sentence for each reason, with all rows of a configuration that it is for. */
int fid_tell_reasons (const struct fid_check *check, FILE *f, struct fid_error *err);

/* JUnit XML: a test suite for each configuration, a test case for each row; an
 * INCONCLUSIVE one is skipped, or failed if strict. */
int fid_tell_junit (const struct fid_check *check, bool strict, FILE *f, struct fid_error *err);

/* Lines of GitHub's workflow commands for rows that do not PASS:
 * "::error title=...::text", warnings for INCONCLUSIVE unless strict. */
int fid_tell_annotations (const struct fid_check *check, bool strict, FILE *f,
                          struct fid_error *err);

#endif
