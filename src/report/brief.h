/* SPDX-License-Identifier: GPL-3.0-or-later */
/* brief.h - a line for each configuration of the emulator, for terminals */
#pragma once

#include "report/report.h"

/* Write the table: how far the answer is off (or the similarity), what it is valid for, what to
 * change first, in at most FID_WIDTH columns.  Where no emulation was compared, the real runs.  -1 with FID_EINTERNAL. */
int fid_report_brief (const struct fid_report *report, FILE *f, struct fid_error *err);
