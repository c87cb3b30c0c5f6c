/* SPDX-License-Identifier: GPL-3.0-or-later */
/* op_table.h - operator traces as a table */
#pragma once

#include "base/table.h"
#include "readers/chrome/op_stats.h"

/* What the training did by one or two (b NULL) traces: roles, busy times, shares.  The caller
 * clears c. */
void fid_op_roles_cells (const struct fid_op_stats *a, const struct fid_op_stats *b,
                         enum fid_format format, struct fid_cells *c);
