/* SPDX-License-Identifier: GPL-3.0-or-later */
/* operators.h - what a pair's runs did by their operator traces: member "operators" of a result
 */
#pragma once

#include "base/table.h"
#include "results/result.h"

/* Write the roles of both sides, in seconds and as shares of the traces' lengths, to f, as a
 * table or md; nothing if the result has none.  Returns -1 with FID_EINTERNAL. */
int fid_operators_write (const struct fid_result *r, enum fid_format format, FILE *f,
                         struct fid_error *err);
