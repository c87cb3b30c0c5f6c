/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.h - which measures a resource is compared by
 *
 * A plan is a table of measures (measures.h); one loop walks it.  To add a measure: a row in
 * the plan of its kind, and a function there if its signals are new. */
#pragma once

#include "compare/pair.h"
#include "compare/resource_result.h"

/* Compare one resource in one window; res->info and res->window are set.  -1 on
 * internal errors only. */
int fid_resource_compare (const struct fid_pair *pair, struct fid_resource_result *res,
                          struct fid_error *err);
