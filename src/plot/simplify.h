/* simplify.h - fewer points for the same line */
#ifndef FID_STRAIGHT_H
#define FID_STRAIGHT_H

#include <stdbool.h>
#include <stddef.h>

/* Drop points of the line (x, y)[n] that lie within a distance of the straight
 * line between those kept; the first and last of each piece stay.  Points that
 * are not finite break the line and stay.  In place; returns how many are left.
 * Cost O(100 n) at most. */
size_t fid_straighten (double *x, double *y, size_t n, double within);

#endif
