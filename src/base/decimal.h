/* decimal.h - numbers with few digits, as printf writes them but several times as fast
 *
 * Up to 12 significant digits of a number between 1e-11 and 1e22 need one
 * multiplication: where what is left of the scaled number is not within 1/1000
 * of a half, which is more than the product can be wrong, rounding it is
 * rounding the number itself.  The rest goes to printf, so the text is always
 * its text. */
#ifndef FID_DECIMAL_H
#define FID_DECIMAL_H

#include <stddef.h>

#define FID_DECIMAL_DIGITS 12
#define FID_DECIMAL_TEXT   32

/* printf's "%.<digits>g" of a finite x in the C locale, whatever the program's
 * is; 1 <= digits <= FID_DECIMAL_DIGITS.  Returns its length. */
size_t fid_decimal_text (double x, int digits, char out[FID_DECIMAL_TEXT]);

/* The double nearest to x rounded to so many significant digits: what reading
 * that text gives (x itself, where that is beyond all doubles). */
double fid_decimal_round (double x, int digits);

#endif
