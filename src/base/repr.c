/* repr.c - see repr.h */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/repr.h"

char *
fid_repr (double x, char buf[FID_REPR_TEXT])
{
    int digits = 0;
    do
        snprintf (buf, FID_REPR_TEXT, "%.*e", digits, x);
    while (strtod (buf, NULL) != x && digits++ < 16);
    long exponent = strtol (strchr (buf, 'e') + 1, NULL, 10);
    if (exponent < -4 || exponent >= 16)
        return buf;
    int decimals = digits > exponent ? digits - (int)exponent : 0;
    snprintf (buf, FID_REPR_TEXT, "%.*f%s", decimals, x, decimals ? "" : ".0");
    return buf;
}

double
fid_rounded (double x, int decimals)
{
    char buf[400]; /* the largest double has 309 digits */
    snprintf (buf, sizeof buf, "%.*f", decimals, x);
    return strtod (buf, NULL);
}
