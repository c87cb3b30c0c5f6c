/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_decimal.c - as printf and strtod have it, for every kind of number */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include "tests/tap.h"
#include "base/decimal.h"

static uint64_t state = 20261121;

static uint64_t next (void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* 0 if text and rounding of x are the plain ones. */
static int wrong (double x, int digits)
{
    char got[FID_DECIMAL_TEXT], want[64];
    if (!isfinite (x))
        return 0;
    int want_n = snprintf (want, sizeof want, "%.*g", digits, x);
    size_t n = fid_decimal_text (x, digits, got);
    double y = fid_decimal_round (x, digits), read = strtod (want, NULL);
    if (n == (size_t)want_n && strcmp (got, want) == 0 && y == (isinf (read) ? x : read))
        return 0;
    diag ("%.17g, %d digits: '%s' and %.17g, want '%s'", x, digits, got, y, want);
    return 1;
}

int main (void)
{
    static const double edge[] = {0,
                                  1,
                                  10,
                                  99999.5,
                                  999999.5,
                                  .1,
                                  .5,
                                  .001,
                                  .0001,
                                  .00001,
                                  9.9995,
                                  99.995,
                                  .099995,
                                  1e21,
                                  1e22,
                                  1e23,
                                  1e-10,
                                  1e-11,
                                  123456,
                                  2.5,
                                  3.5,
                                  1 / 3.,
                                  2 / 3.,
                                  DBL_MIN,
                                  DBL_MAX,
                                  5e-324,
                                  1e15,
                                  1e12,
                                  1e11,
                                  1.005,
                                  100.5,
                                  1e5,
                                  12345.5,
                                  .3,
                                  1048576,
                                  4294967296.,
                                  9007199254740993.,
                                  0.9999999999995,
                                  999999999999.5};
    int bad = 0;
    for (size_t i = 0; i < sizeof edge / sizeof *edge; i++)
        for (int digits = 1; digits <= FID_DECIMAL_DIGITS; digits++) {
            bad += wrong (edge[i], digits) + wrong (-edge[i], digits);
            bad += wrong (nextafter (edge[i], INFINITY), digits);
            bad += wrong (nextafter (edge[i], -INFINITY), digits);
        }
    ok_int (bad, 0, "where digits change");
    for (int e = -30, k; e <= 30; e++)
        for (k = 1; k < 10; k++)
            for (int digits = 1; digits <= FID_DECIMAL_DIGITS; digits++) {
                double x = k * pow (10, e);
                bad += wrong (x, digits) + wrong (nextafter (x, 0), digits);
            }
    ok_int (bad, 0, "powers of ten and what is beside them");
    for (int i = 0; i < 200000; i++) { /* any bits */
        uint64_t bits = next ();
        double x;
        memcpy (&x, &bits, sizeof x);
        if (isfinite (x))
            bad += wrong (x, 1 + i % FID_DECIMAL_DIGITS);
    }
    ok_int (bad, 0, "numbers of any size");
    for (int i = 0; i < 500000; i++) { /* sizes that are met */
        double x = ldexp ((double)(next () >> 11), (int)(next () % 80) - 90);
        bad += wrong (x, 1 + i % FID_DECIMAL_DIGITS);
    }
    ok_int (bad, 0, "numbers of common sizes");
    for (int i = 0; i < 200000; i++) { /* ties, and nearly */
        double x = ((double)(next () % 1000000) + .5) / pow (10, (double)(next () % 8));
        bad += wrong (x, 1 + i % FID_DECIMAL_DIGITS);
    }
    ok_int (bad, 0, "halves");
    return tap_done ();
}
