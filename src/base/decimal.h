/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decimal.h - numbers with at most 12 digits as text: printf's, but several times as fast
 *
 * A number between 1e-11 and 1e22 needs one multiplication, whose error is far below
 * 1/1000 of the last digit.  If the fraction that is rounded away is not within 1/1000
 * of a half, the rounded product has the right digits.  Other numbers go to printf, so
 * the text is the same for all. */
#pragma once

#include "base/base.h"

#define FID_DECIMAL_DIGITS 12
#define FID_DECIMAL_TEXT   32

/* Write printf's "%.<digits>g" of a finite x, with a decimal point in every locale;
 * 1 <= digits <= FID_DECIMAL_DIGITS.  Returns its length. */
size_t fid_decimal_text (double x, int digits, char out[FID_DECIMAL_TEXT]);

/* Round x to `digits` significant digits: the double that reading the text above gives,
 * or x if that is larger than any double. */
double fid_decimal_round (double x, int digits);
