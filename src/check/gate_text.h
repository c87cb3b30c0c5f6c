/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gate_text.h - the results of a check as tables, sentences, JUnit and annotations */
#pragma once

#include "check/history.h"

/* Tables; cells is initialised here and cleared by the caller.  All rows of a check
 * (brief: only the columns that fit a terminal), the groups of each run of an input, the
 * changes of a history. */
void fid_check_cells (const struct fid_check *check, bool brief, struct fid_cells *cells);
void fid_gate_cells (const struct fid_gate_input *input, struct fid_cells *cells);
void fid_history_cells (const struct fid_history *history, struct fid_cells *cells);

/* "UNET3D_dlio: overall: FAIL: 0.351, was 0.612 ..." for a row; freed by the caller. */
char *fid_check_row_text (const struct fid_check_row *row, struct fid_error *err);

/* Write a sentence for each reason, naming all rows of a configuration that share it. */
int fid_check_reasons (const struct fid_check *check, FILE *f, struct fid_error *err);

/* Write JUnit XML: one test case a row; an INCONCLUSIVE row is skipped or, if strict,
 * failed. */
int fid_check_junit (const struct fid_check *check, bool strict, FILE *f,
                     struct fid_error *err);

/* Write GitHub workflow commands for rows that do not PASS: "::error title=...::text",
 * warnings for INCONCLUSIVE unless strict. */
int fid_check_annotations (const struct fid_check *check, bool strict, FILE *f,
                           struct fid_error *err);
