/* SPDX-License-Identifier: GPL-3.0-or-later */
/* join.h - the claims of several runs */
#pragma once

#include "derive/claims.h"

/* Joins the claims of n runs: numbers become their median, texts the most frequent.  Where
 * runs disagree confidence falls, and the evidence says so.  Times are pooled, and their family
 * is chosen here.  *out must be empty.  -1 without
 * memory. */
int fid_claims_join (const struct fid_claims *of, size_t n, struct fid_claims *out,
                     struct fid_error *err);
