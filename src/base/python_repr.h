/* SPDX-License-Identifier: GPL-3.0-or-later */
/* python_repr.h - Python's repr and round of floats */
#pragma once

#define FID_REPR_TEXT 32

/* The shortest text that reads back as x, which is finite: "9.0", "0.125",
 * "1e-05", "1e+16".  Returns buf. */
char *fid_repr (double x, char buf[FID_REPR_TEXT]);

/* x as Python's round gives it: the double nearest to the text with that many
 * decimals, 0 to 15. */
double fid_rounded (double x, int decimals);
