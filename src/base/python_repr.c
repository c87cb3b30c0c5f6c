/* SPDX-License-Identifier: GPL-3.0-or-later */
/* python_repr.c - see python_repr.h */
#include "base/base.h"
#include <float.h>
#include "base/python_repr.h"

char *fid_repr (double x, char buf[FID_REPR_TEXT])
{
    /* a text of at most DBL_DIG digits comes back from a double as it was, so that
     * fewer digits are those without the zeros at the end; tiny numbers hold less */
    int digits = fabs (x) < DBL_MIN ? 0 : DBL_DIG - 1; /* behind the first */
    do
        snprintf (buf, FID_REPR_TEXT, "%.*e", digits, x);
    while (strtod (buf, NULL) != x && digits++ < 16);
    const char *e = strchr (buf, 'e');
    for (; digits > 0 && *--e == '0'; digits--)
        ;
    long exponent = strtol (strchr (buf, 'e') + 1, NULL, 10);
    if (exponent < -4 || exponent >= 16) {
        snprintf (buf, FID_REPR_TEXT, "%.*e", digits, x);
        return buf;
    }
    int decimals = digits > exponent ? digits - (int)exponent : 0;
    snprintf (buf, FID_REPR_TEXT, "%.*f%s", decimals, x, decimals ? "" : ".0");
    return buf;
}

double fid_rounded (double x, int decimals)
{
    char buf[400]; /* the largest double has 309 digits */
    snprintf (buf, sizeof buf, "%.*f", decimals, x);
    return strtod (buf, NULL);
}
