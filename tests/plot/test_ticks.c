/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_ticks.c - marks of axes */
#include "tests/tap.h"
#include "plot/panel.h"

/* The labels, joined. */
static const char *labels (double lo, double hi, bool log, enum fid_unit unit, size_t want_n)
{
    static char text[400];
    struct fid_tick tick[FID_TICKS_MAX];
    size_t n = fid_ticks (lo, hi, log, unit, want_n, tick), at = 0;
    text[0] = '\0';
    for (size_t i = 0; i < n; i++)
        at +=
            (size_t)snprintf (text + at, sizeof text - at, "%s%s", i ? "|" : "", tick[i].label);
    return text;
}

static const struct {
    const char *what;
    double lo, hi;
    bool log;
    enum fid_unit unit;
    size_t want_n;
    const char *want, *suffix;
} cases[] = {
    {"none of five decades, so of two", 5e-7, .02, true, FID_UNIT_SECONDS, 2,
     "1 \xC2\xB5s|100 \xC2\xB5s|10 ms", ""},
    {"seconds of less than a decade tell their unit", .012, .03, true, FID_UNIT_SECONDS, 2,
     "20 ms|30 ms", ""},
    {"two labels at least", -160, 90, false, FID_UNIT_NUMBER, 2, "-100|0", ""},
    {"whole numbers", 0, 10, false, FID_UNIT_NUMBER, 5, "0|2|4|6|8|10", ""},
    {"counts have no halves", 1, 4, false, FID_UNIT_COUNT, 12, "1|2|3|4", ""},
    {"nor steps of 2.5", 0, 20, false, FID_UNIT_COUNT, 8, "0|5|10|15|20", ""},
    {"but of 25", 0, 100, false, FID_UNIT_COUNT, 4, "0|25|50|75|100", ""},
    {"quarters", 0, 1, false, FID_UNIT_NUMBER, 4, "0|0.25|0.50|0.75|1.00", ""},
    {"about zero", -1, 1, false, FID_UNIT_NUMBER, 4, "-1.0|-0.5|0|0.5|1.0", ""},
    {"ends between ticks", 3, 17, false, FID_UNIT_NUMBER, 4, "5|10|15", ""},
    {"tenths are not 0.30000000000000004", 0, .4, false, FID_UNIT_NUMBER, 4,
     "0|0.1|0.2|0.3|0.4", ""},
    {"small", 0, 3e-5, false, FID_UNIT_NUMBER, 3, "0|0.00001|0.00002|0.00003", ""},
    {"thousands", 0, 60000, false, FID_UNIT_NUMBER, 3, "0|20k|40k|60k", ""},
    {"halves of millions", 0, 2e6, false, FID_UNIT_NUMBER, 4, "0|500k|1.0M|1.5M|2.0M", ""},
    {"far from zero", 1e6, 1e6 + 4, false, FID_UNIT_NUMBER, 2, "1.000000M|1.000002M|1.000004M",
     ""},
    {"seconds", 0, 80, false, FID_UNIT_SECONDS, 6, "0|15|30|45|60|75", "s"},
    {"before the start", -10, 30, false, FID_UNIT_SECONDS, 4, "-10|0|10|20|30", "s"},
    {"minutes", 0, 1200, false, FID_UNIT_SECONDS, 4, "0:00|5:00|10:00|15:00|20:00", "min:s"},
    {"minutes before the start", -300, 600, false, FID_UNIT_SECONDS, 3, "-5:00|0:00|5:00|10:00",
     "min:s"},
    {"hours", 0, 4 * 3600, false, FID_UNIT_SECONDS, 4, "0:00|1:00|2:00|3:00|4:00", "h:min"},
    {"days", 0, 4 * 86400, false, FID_UNIT_SECONDS, 4, "0:00|24:00|48:00|72:00|96:00", "h:min"},
    {"tenths of a second", 0, .5, false, FID_UNIT_SECONDS, 5, "0|0.1|0.2|0.3|0.4|0.5", "s"},
    {"bytes", 0, 3 << 20, false, FID_UNIT_BYTES, 3, "0|1 MiB|2 MiB|3 MiB", ""},
    {"parts of bytes' units", 0, 3 << 19, false, FID_UNIT_BYTES, 3, "0|512 KiB|1 MiB|1.5 MiB",
     ""},
    {"decades", 1, 1000, true, FID_UNIT_NUMBER, 4, "1|10|100|1000", ""},
    {"every second decade", 1, 1e6, true, FID_UNIT_NUMBER, 3, "1|100|10k|1M", ""},
    {"two and five", .1, 10, true, FID_UNIT_NUMBER, 7, "0.1|0.2|0.5|1|2|5|10", ""},
    {"inside a decade", 2, 4, true, FID_UNIT_NUMBER, 4, "2.0|2.5|3.0|3.5|4.0", ""},
    {"tiny", 1e-8, 1e-4, true, FID_UNIT_NUMBER, 5, "1e-08|1e-07|1e-06|1e-05|1e-04", ""},
    {"latencies", 1e-6, 1, true, FID_UNIT_SECONDS, 7,
     "1 \xC2\xB5s|10 \xC2\xB5s|100 \xC2\xB5s|1 ms|10 ms|0.1 s|1 s", ""},
    {"sizes", 512, 1 << 21, true, FID_UNIT_BYTES, 4, "1 KiB|32 KiB|1 MiB", ""},
    {"no room", 0, 1, false, FID_UNIT_NUMBER, 0, "", ""},
    {"no range", 1, 1, false, FID_UNIT_NUMBER, 5, "", ""},
};

static void rounding (void)
{
    static const struct {
        const char *what;
        double lo, hi;
        bool log;
        enum fid_unit unit;
        double want_lo, want_hi;
    } rows[] = {
        {"outwards", .3, 9.1, false, FID_UNIT_NUMBER, 0, 10},
        {"ticks stay", 0, 10, false, FID_UNIT_NUMBER, 0, 10},
        {"nothing but 0", 0, 0, false, FID_UNIT_NUMBER, 0, 1},
        {"one value", 4, 4, false, FID_UNIT_NUMBER, 0, 4},
        {"one value below 0", -4, -4, false, FID_UNIT_NUMBER, -4, -2},
        {"decades", 3, 200, true, FID_UNIT_NUMBER, 1, 1000},
        {"one decade", 10, 10, true, FID_UNIT_NUMBER, 10, 100},
        {"powers of two", 3, 9, true, FID_UNIT_BYTES, 2, 16},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double lo = rows[i].lo, hi = rows[i].hi;
        fid_ticks_round (&lo, &hi, rows[i].log, rows[i].unit, 5);
        ok (lo < hi && fabs (lo - rows[i].want_lo) < 1e-9 * fabs (hi) + 1e-12 &&
                fabs (hi - rows[i].want_hi) < 1e-9 * fabs (hi) + 1e-12,
            "%s: %g to %g", rows[i].what, lo, hi);
    }
}

/* Whatever the range: ascending, inside, not too many, no two labels alike. */
static void laws (void)
{
    int bad_n = 0, none_n = 0;
    for (int e = -40; e < 40; e++)
        for (int u = 0; u < 6; u++)
            for (size_t want = 1; want < 10; want++) {
                double lo = (u & 1 ? 1 : .37) * pow (10, e / 4.), hi = lo * (1.3 + e * e);
                struct fid_tick tick[FID_TICKS_MAX];
                if (u % 3 == FID_UNIT_BYTES && hi < 16)
                    continue; /* there are no parts of bytes */
                size_t n = fid_ticks (lo, hi, u > 2, (enum fid_unit) (u % 3), want, tick);
                none_n += n == 0 && want > 1 && u % 3 != FID_UNIT_BYTES;
                bad_n += n > 3 * want + 2;
                for (size_t i = 0; i < n; i++) {
                    bad_n += tick[i].at < lo * (1 - 1e-6) || tick[i].at > hi * (1 + 1e-6);
                    bad_n += i && !(tick[i].at > tick[i - 1].at);
                    bad_n += i && strcmp (tick[i].label, tick[i - 1].label) == 0;
                    bad_n += tick[i].label[0] == '\0';
                }
            }
    ok (bad_n == 0, "ticks ascend inside the range, with labels of their own (%d bad)", bad_n);
    ok (none_n == 0, "and there are some (%d times none)", none_n);
}

static void numbers (void)
{
    static const struct {
        double x;
        enum fid_unit unit;
        const char *want;
    } rows[] = {
        {0, FID_UNIT_NUMBER, "0"},           {.5, FID_UNIT_NUMBER, "0.5"},
        {.123456, FID_UNIT_NUMBER, "0.123"}, {12.34, FID_UNIT_NUMBER, "12.3"},
        {-3, FID_UNIT_NUMBER, "-3"},         {15500, FID_UNIT_NUMBER, "15.5k"},
        {200, FID_UNIT_NUMBER, "200"},       {2.5e9, FID_UNIT_NUMBER, "2.5G"},
        {.0042, FID_UNIT_SECONDS, "4.2 ms"}, {90, FID_UNIT_SECONDS, "90 s"},
        {1536, FID_UNIT_BYTES, "1.5 KiB"},   {0, FID_UNIT_BYTES, "0"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[40];
        fid_ticks_label (rows[i].x, rows[i].unit, text, sizeof text);
        ok_str (text, rows[i].want, rows[i].want);
    }
}

int main (void)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ok_str (labels (cases[i].lo, cases[i].hi, cases[i].log, cases[i].unit, cases[i].want_n),
                cases[i].want, cases[i].what);
        ok_str (fid_ticks_suffix (cases[i].lo, cases[i].hi, cases[i].log, cases[i].unit),
                cases[i].suffix, "its unit");
    }
    rounding ();
    laws ();
    numbers ();
    return tap_done ();
}
