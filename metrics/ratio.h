/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ratio.h - log ratio of two totals
 *
 *   d = |ln (a / b)|
 *
 * Symmetric, no upper bound, unit 1 (nepers).  Both below `floor` count as
 * equal; one of them below it is raised to it (so that 0 against something is
 * large, not infinite). */
#pragma once

/* |ln (a / b)| of a, b >= 0 after raising both to floor > 0; cost O(1). */
double fid_log_ratio (double a, double b, double floor);
