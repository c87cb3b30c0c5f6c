/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simplify.h - fewer points for the same line */
#pragma once

#include "base/base.h"

/* Remove points of the line (x, y)[n] that are at most `within' from the line through the
 * points kept, in place.  Points that are not finite break the line; they stay, like the ends
 * of each piece.  Returns the number of points left.  Time O(100 n), for level lines O(n). */
size_t fid_simplify (double *x, double *y, size_t n, double within);
