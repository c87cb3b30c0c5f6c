/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holm.h - many tests at once
 *
 * Source: Holm 1979, Scand. J. Statist. 6, 65-70. */
#pragma once

#include <stddef.h>

/* adjusted[i] := Holm's step-down adjustment of p[n]: rejecting where it is at
 * most alpha keeps the chance of any false rejection within alpha, however the
 * tests depend on each other.  adjusted may be p.  n = 0 is no error.
 * Returns 0; GSL_EINVAL if a p is not in [0, 1]; GSL_ENOMEM.  Time O(n log n). */
int fid_holm (const double *p, size_t n, double *adjusted);
