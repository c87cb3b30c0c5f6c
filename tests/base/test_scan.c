/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_scan.c - digits, eight at once, against a plain loop */
#include "base/scan.h"
#include "tests/tap.h"

static uint64_t state = 11;

static unsigned draw (unsigned n)
{
    state = state * UINT64_C (6364136223846793005) + 1442695040888963407;
    return (unsigned)(state >> 33) % n;
}

static bool slow_digits (const char *p, size_t n, uint64_t *out)
{
    uint64_t v = 0;
    for (size_t i = 0; i < n; i++) {
        if (p[i] < '0' || p[i] > '9')
            return false;
        v = v * 10 + (uint64_t)(p[i] - '0');
    }
    *out = v;
    return n >= 1 && n <= 16;
}

static void digits (void)
{
    static const char near[] = "/0123456789:; -x\0\200\260\271\377";
    char buf[64];
    size_t wrong_n = 0, taken_n = 0;
    for (int round = 0; round < 400000; round++) {
        size_t at = draw (24), n = draw (19);
        for (size_t i = 0; i < sizeof buf; i++)
            buf[i] = near[draw (sizeof near)];
        for (size_t i = 0; i < n; i++)
            buf[at + i] = (char)('0' + draw (10));
        if (draw (4) == 0)
            buf[at + draw (19)] = near[draw (sizeof near)];
        uint64_t got = 1, want = 1;
        bool good = fid_scan_digits (buf + at, n, &got);
        wrong_n += good != slow_digits (buf + at, n, &want) || (good && got != want);
        taken_n += good;
    }
    ok_int ((long long)wrong_n, 0,
            "numbers of 0 to 18 digits, some with something else inside");
    ok (taken_n > 100000, "of which %zu are numbers", taken_n);
    uint64_t v;
    ok (fid_scan_digits ("9999999999999999", 16, &v) && v == UINT64_C (9999999999999999),
        "sixteen nines");
    ok (!fid_scan_digits ("10000000000000000", 17, &v), "seventeen digits are not for this");
}

int main (void)
{
    digits ();
    return tap_done ();
}
