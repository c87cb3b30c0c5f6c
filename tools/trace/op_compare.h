/* SPDX-License-Identifier: GPL-3.0-or-later */
/* op_compare.h - two operator traces, operator by operator
 *
 * Operators are matched by name and category, what is left over by name where each side has one
 * such operator: profilers rename categories ("Operator" became "cpu_op"). */
#pragma once

#include "readers/chrome/op_stats.h"

#define FID_OP_NONE SIZE_MAX

struct fid_op_pair {
    size_t a, b; /* of the operators of each trace; FID_OP_NONE: it has none */
};

struct fid_op_category_pair {
    const char *name;                    /* borrowed */
    const struct fid_op_category *of[2]; /* borrowed; NULL: it has none */
};

struct fid_op_comparison {
    const struct fid_op_stats *a, *b; /* borrowed */
    struct fid_op_pair *pair;         /* those of both in the order of a, then those of a
                                         alone, then those of b alone */
    size_t n, both_n;
    struct fid_op_category_pair *category;
    size_t category_n;
};

/* Compares two traces, which stay in use. */
struct fid_op_comparison *fid_op_compare (const struct fid_op_stats *a,
                                          const struct fid_op_stats *b);

/* How much longer a span of b is on average, in us, and in parts of that of a; false: a's is 0.
 */
double fid_op_longer (const struct fid_op_comparison *c, const struct fid_op_pair *p);
bool fid_op_relative (const struct fid_op_comparison *c, const struct fid_op_pair *p,
                      double *relative);

/* Puts those of both in the order of falling relative difference, first what has none. */
void fid_op_comparison_sort (struct fid_op_comparison *c);
