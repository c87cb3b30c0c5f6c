/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_units.c - sizes and durations as people read them */
#include "tests/tap.h"
#include "base/units.h"

static const struct {
    double bytes;
    const char *want;
} sizes[] = {
    {0, "0 B"},
    {1, "1 B"},
    {1023, "1023 B"},
    {1023.6, "1 KiB"}, /* not 1024 B */
    {1024, "1 KiB"},
    {6.25 * 1048576, "6.25 MiB"},
    {215 * 1024 + 300, "215 KiB"},
    {1023.4 * 1024, "1023 KiB"},
    {1023.7 * 1024, "1 MiB"}, /* not 1024 KiB */
    {-2048, "-2 KiB"},
    {0x1p40, "1 TiB"},
    {0x1p61, "2048 PiB"},
};

static const struct {
    double s;
    const char *want;
} durations[] = {
    {0, "0 s"},
    {0.25e-6, "0.25 \xC2\xB5s"},
    {999.4e-6, "999 \xC2\xB5s"},
    {999.7e-6, "1 ms"}, /* not 1e+03 \xC2\xB5s */
    {0.0384, "38.4 ms"},
    {0.38, "0.38 s"},
    {99.94, "99.9 s"},
    {123.44, "123.4 s"},
    {599.97, "10.0 min"},
    {870, "14.5 min"},
    {3599, "1 h 00 min"},
    {7200, "2 h 00 min"},
    {3720, "1 h 02 min"},
    {-3720, "-1 h 02 min"},
    {0x1p20, "291 h 16 min"},
};

int main (void)
{
    char text[FID_UNITS_TEXT];
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        ok_str (fid_format_bytes (sizes[i].bytes, text, sizeof text), sizes[i].want,
                sizes[i].want);
    for (size_t i = 0; i < sizeof durations / sizeof *durations; i++)
        ok_str (fid_format_seconds (durations[i].s, text, sizeof text), durations[i].want,
                durations[i].want);
    return tap_done ();
}
