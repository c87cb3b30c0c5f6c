/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workbook.h - tables as sheets of a workbook (Office Open XML) */
#pragma once

#include "base/table.h"

/* Makes the i-th sheet: its name, at most 31 characters without any of []:*?/ and backslashes,
 * and its cells, which are cleared after use, even after a failure (-1 with err set). */
typedef int (*fid_sheet_fill) (void *self, size_t i, struct fid_sheet *out,
                               struct fid_error *err);

/* Writes n sheets, whole or not at all: numbers as numbers, heads that stay when scrolling,
 * equal bytes for equal tables.  -1 with FID_EINTERNAL; FID_EUSAGE where this build cannot, or
 * a sheet would be too long. */
int fid_workbook_write (const char *path, const char *title, size_t n, fid_sheet_fill fill,
                        void *self, struct fid_error *err);
