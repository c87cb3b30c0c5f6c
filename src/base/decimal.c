/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decimal.c - see decimal.h */
#include "base/decimal.h"

#define POWER_N 23 /* those a double holds exactly */

static const double power[POWER_N] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                      1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                      1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* x = +-m * 10^(exponent - digits + 1) rounded, m of exactly `digits` digits. */
struct decimal {
    uint64_t m;
    int exponent;
};

/* a * 10^k, rounded once. */
static double scale_by_ten (double a, int k)
{
    return k < 0 ? a / power[-k] : a * power[k];
}

/* The digits of a > 0; 0 if one rounding is not enough to know them. */
static int split_digits (double a, int digits, struct decimal *d)
{
    if (!(a >= 1e-10 && a < 1e21))
        return 0;
    int two;
    frexp (a, &two); /* log10 (2) is 0.30103 */
    int e = (int)floor ((two - 1) * .30103);
    double scaled = scale_by_ten (a, digits - 1 - e);
    if (scaled >= power[digits])
        scaled = scale_by_ten (a, digits - 1 - ++e);
    double whole = floor (scaled), rest = scaled - whole;
    if (fabs (rest - .5) < 1e-3)
        return 0;
    d->m = (uint64_t)whole + (rest > .5);
    d->exponent = e;
    if ((double)d->m >= power[digits]) {
        d->m /= 10;
        d->exponent++;
    }
    return (double)d->m >= power[digits - 1];
}

static size_t write_plain (double x, int digits, char *out)
{
    int n = snprintf (out, FID_DECIMAL_TEXT, "%.*g", digits, x);
    /* the decimal comma of the program's locale */
    char *comma = strchr (out, ',');
    if (comma)
        *comma = '.';
    return (size_t)n;
}

/* The digits of d, `used` of them without the zeros at the end, as 1.25e+09. */
static size_t write_scientific (const char *digit, int used, int exponent, char *out)
{
    size_t n = 0;
    out[n++] = digit[0];
    if (used > 1)
        out[n++] = '.';
    for (int i = 1; i < used; i++)
        out[n++] = digit[i];
    out[n++] = 'e';
    out[n++] = exponent < 0 ? '-' : '+';
    int e = abs (exponent); /* below 100: see split */
    out[n++] = (char)('0' + e / 10);
    out[n++] = (char)('0' + e % 10);
    return n;
}

/* The same as 0.00125 or 125000. */
static size_t write_fixed (const char *digit, int used, int exponent, char *out)
{
    size_t n = 0;
    if (exponent < 0) {
        out[n++] = '0';
        out[n++] = '.';
        for (int i = -1; i > exponent; i--)
            out[n++] = '0';
    }
    for (int i = 0; i < used || i <= exponent; i++) {
        if (i == exponent + 1 && i > 0)
            out[n++] = '.';
        out[n++] = digit[i];
    }
    return n;
}

size_t fid_decimal_text (double x, int digits, char out[FID_DECIMAL_TEXT])
{
    struct decimal d = {.exponent = 0};
    char digit[FID_DECIMAL_DIGITS + 1];
    size_t n = 0;
    if (x != 0 && !split_digits (fabs (x), digits, &d))
        return write_plain (x, digits, out);
    int used = digits; /* without the zeros at the end, of which most numbers have many */
    if (used > 6 && d.m % 1000000 == 0) {
        memset (digit + (used -= 6), '0', 6);
        d.m /= 1000000;
    }
    for (int i = used; i-- > 0; d.m /= 10)
        digit[i] = (char)('0' + d.m % 10);
    while (used > 1 && digit[used - 1] == '0')
        used--;
    if (signbit (x))
        out[n++] = '-';
    n += d.exponent < -4 || d.exponent >= digits
             ? write_scientific (digit, used, d.exponent, out + n)
             : write_fixed (digit, used, d.exponent, out + n);
    out[n] = '\0';
    return n;
}

double fid_decimal_round (double x, int digits)
{
    struct decimal d;
    char text[FID_DECIMAL_TEXT];
    double y = x;
    if (x == 0)
        return x;
    if (split_digits (fabs (x), digits, &d)) {
        /* m and the power are exact, so the quotient is rounded once */
        y = scale_by_ten ((double)d.m, d.exponent - digits + 1);
        return x < 0 ? -y : y;
    }
    size_t n = write_plain (x, digits, text);
    fid_span_f64 ((struct fid_span){text, n}, &y);
    return y;
}
