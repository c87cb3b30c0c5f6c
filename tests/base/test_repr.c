/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_repr.c - numbers as Python's repr prints them */
#include <float.h>
#include <stdint.h>
#include "base/python_repr.h"
#include "tests/tap.h"

int main (void)
{
    static const struct {
        double x;
        const char *want;
    } cases[] = {
        {0, "0.0"},
        {-0., "-0.0"},
        {9, "9.0"},
        {-1, "-1.0"},
        {.125, "0.125"},
        {.1, "0.1"},
        {.1 + .2, "0.30000000000000004"},
        {0.2424459457397461, "0.2424459457397461"},
        {2.58118700981, "2.58118700981"},
        {1612345678.125, "1612345678.125"},
        {.0001, "0.0001"},
        {.00001, "1e-05"},
        {1.5e-7, "1.5e-07"},
        {123456789012345680., "1.2345678901234568e+17"},
        {1e15, "1000000000000000.0"},
        {9999999999999998., "9999999999999998.0"},
        {1e16, "1e+16"},
        {1e22, "1e+22"},
        {DBL_MAX, "1.7976931348623157e+308"},
        {DBL_MIN, "2.2250738585072014e-308"},
        {5e-324, "5e-324"},
    };
    char text[FID_REPR_TEXT];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ok_str (fid_repr (cases[i].x, text), cases[i].want, cases[i].want);

    ok (fid_rounded (.123456789, 6) == .123457, "rounded to decimals");
    ok (fid_rounded (.0000004, 6) == 0, "to nothing");
    ok (fid_rounded (-1e300, 5) == -1e300, "what is large stays");

    int same = 1, n = 0;
    uint64_t state = 1;
    for (; same && n < 20000; n++) {
        double x, back;
        state = state * UINT64_C (6364136223846793005) + UINT64_C (1442695040888963407);
        memcpy (&x, &state, sizeof x);
        if (!isfinite (x))
            continue;
        back = strtod (fid_repr (x, text), NULL);
        same = memcmp (&back, &x, sizeof x) == 0;
    }
    ok (same, "%d numbers of random bits read back the same", n);
    return tap_done ();
}
