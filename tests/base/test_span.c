/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_span.c - words, numbers, dates */
#include <inttypes.h>
#include "base/span.h"
#include "base/timeparse.h"
#include "tests/tap.h"

static void words (void)
{
    struct fid_span rest = fid_span_of ("  one\ttwo   three "), w, f[2];
    ok (fid_span_word (&rest, &w) && fid_span_is (w, "one"), "a first word");
    ok (fid_span_word (&rest, &w) && fid_span_is (w, "two"), "a tab separates");
    ok (fid_span_word (&rest, &w) && fid_span_is (w, "three"), "many blanks separate once");
    ok (!fid_span_word (&rest, &w), "no word after the last");
    ok (fid_span_words (fid_span_of ("a b c"), f, 2) == 3 && fid_span_is (f[1], "b"),
        "all words are counted, max are given");

    static const char *const fields[] = {"a", "", "b", ""};
    size_t n = 0;
    rest = fid_span_of ("a,,b,");
    for (int good = 1; fid_span_field (&rest, ',', &w); n++) {
        good = n < 4 && fid_span_is (w, fields[n]);
        ok (good, "field %zu", n);
    }
    ok_int ((long long)n, 4, "empty fields are fields");
    static const struct {
        const char *path, *want;
    } paths[] = {{"/a/b.c", "b.c"}, {"b", "b"}, {"a/", ""},
                 {"", ""},          {"/", ""},  {"a//b c", "b c"}};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        ok (fid_span_is (fid_span_last_part (fid_span_of (paths[i].path)), paths[i].want),
            "last part of '%s'", paths[i].path);
    ok (fid_span_is (fid_file_name ("/a/b.c.gz"), "b.c") &&
            fid_span_is (fid_file_name ("c"), "c"),
        "a file is named without its folder and .gz");
    ok (fid_span_is (fid_span_trim (fid_span_of (" \t x y\t ")), "x y"),
        "trim keeps the inside");
    ok (fid_span_find (fid_span_of ("abcabd"), "abd") == 3, "find");
    ok (fid_span_find (fid_span_of ("abc"), "x") == -1, "not found");
    int wrong = 0;
    for (int at = 0; at < 60; at++) {
        char text[70];
        snprintf (text, sizeof text, "%060d", 0);
        for (int i = 0; i < 60; i += 3)
            memcpy (text + i, "/t0", 3); /* begins like it, and ends like it */
        memcpy (text + at, "/torch/0", at > 52 ? (size_t)(60 - at) : 8);
        wrong += fid_span_find ((struct fid_span){text, 60}, "/torch/") != (at > 53 ? -1 : at);
    }
    ok (!wrong, "found at each place of a long text, and not beyond its end");
    ok (fid_span_starts (fid_span_of ("abc"), "ab") &&
            !fid_span_starts (fid_span_of ("a"), "ab"),
        "starts");
    ok (fid_span_ends_like (fid_span_of ("n01.JPEG"), ".jpeg") &&
            !fid_span_ends_like (fid_span_of ("n01.JPG"), ".jpeg"),
        "an ending in capital letters");
    ok (fid_span_ends (fid_span_of ("abc"), "bc") && !fid_span_ends (fid_span_of ("c"), "bc"),
        "ends");
    ok (fid_span_is ((struct fid_span){NULL, 0}, ""), "no text is the empty text");
}

static void whole_numbers (void)
{
    static const struct {
        const char *text;
        bool good;
        uint64_t want;
    } u[] = {
        {"0", true, 0},
        {"007", true, 7},
        {"18446744073709551615", true, UINT64_MAX},
        {"18446744073709551616", false, 0},
        {"18446744073709551620", false, 0},
        {"99999999999999999999", false, 0},
        {"9999999999999999999", true, UINT64_C (9999999999999999999)},
        {"184467440737095516150", false, 0},
        {"", false, 0},
        {"-1", false, 0},
        {"+1", false, 0},
        {"1 ", false, 0},
        {"1a", false, 0},
        {"0x1", false, 0},
    };
    static const struct {
        const char *text;
        bool good;
        int64_t want;
    } i[] = {
        {"-9223372036854775808", true, INT64_MIN},
        {"9223372036854775807", true, INT64_MAX},
        {"9223372036854775808", false, 0},
        {"-9223372036854775809", false, 0},
        {"+5", true, 5},
        {"-0", true, 0},
        {"-", false, 0},
        {"+-5", false, 0},
        {"", false, 0},
    };
    static const struct {
        const char *text;
        bool good;
        uint64_t want;
    } h[] = {
        {"0x0", true, 0},
        {"0XfF", true, 255},
        {"0xffffffffffffffff", true, UINT64_MAX},
        {"0x10000000000000000", false, 0},
        {"0x", false, 0},
        {"ff", false, 0},
        {"0xg", false, 0},
    };
    for (size_t k = 0; k < sizeof u / sizeof *u; k++) {
        uint64_t v = 42;
        bool good = fid_span_u64 (fid_span_of (u[k].text), &v);
        ok (good == u[k].good && v == (good ? u[k].want : 42), "u64 '%s'", u[k].text);
    }
    for (size_t k = 0; k < sizeof i / sizeof *i; k++) {
        int64_t v = 42;
        bool good = fid_span_i64 (fid_span_of (i[k].text), &v);
        ok (good == i[k].good && v == (good ? i[k].want : 42), "i64 '%s'", i[k].text);
    }
    for (size_t k = 0; k < sizeof h / sizeof *h; k++) {
        uint64_t v = 42;
        bool good = fid_span_hex (fid_span_of (h[k].text), &v);
        ok (good == h[k].good && v == (good ? h[k].want : 42), "hex '%s'", h[k].text);
    }
}

/* The library's rounding is the reference; this program runs in the C locale. */
static void decimals (void)
{
    static const char *const good[] = {
        "0",
        "-0.0",
        "1",
        ".5",
        "5.",
        "99.41",
        "1e5",
        "1E+5",
        "1e-5",
        "123456789012345678",
        "0.1",
        "1e22",
        "1e23",
        "9007199254740993",
        "9007199254740993.00000000000000000001",
        "9007199254740992.99999999999999999999",
        "179769313486231570000000000000000000000",
        "1.7976931348623157e308",
        "4.9406564584124654e-324",
        "2.2250738585072011e-308",
        "1e-400",
        "0.000000000000000000000000000000012345678901234567890123",
        "8.41e21",
        "6929495644600919.5",
        "3.5844466002796428e+298",
    };
    static const char *const bad[] = {"",      ".",     "-",   "e5",  "1e",    "1e+",
                                      "1e+-5", "1e++5", "nan", "inf", "1e400", "0x10",
                                      "1.2.3", "1,2,3", "1 ",  " 1",  "--1",   "1e5x"};
    for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
        double v = 42, want = strtod (good[k], NULL);
        ok (fid_span_f64 (fid_span_of (good[k]), &v) && memcmp (&v, &want, sizeof v) == 0,
            "f64 '%s' rounds as strtod does", good[k]);
    }
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        double v = 42;
        ok (!fid_span_f64 (fid_span_of (bad[k]), &v) && v == 42, "f64 '%s' is none", bad[k]);
    }
    double v = 0;
    ok (fid_span_f64 (fid_span_of ("0,56"), &v) && v == 0.56, "a comma is a point");

    /* a law: any number printed is read back the same, at any length */
    uint64_t seed = 88172645463325252u;
    int differ = 0;
    for (int k = 0; k < 20000; k++) {
        char text[64];
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        double x = (double)(int64_t)seed * pow (10, (int)(seed % 61) - 40);
        snprintf (text, sizeof text, "%.*g", 1 + k % 25, x);
        double want = strtod (text, NULL), got = 0;
        if (!fid_span_f64 (fid_span_of (text), &got) || got != want)
            differ++;
    }
    ok_int (differ, 0, "20000 numbers of 1 to 25 digits round as strtod does");
}

static void dates (void)
{
    static const struct {
        int y, m, d;
        int64_t days;
    } days[] = {{1970, 1, 1, 0},      {1969, 12, 31, -1},   {2000, 2, 29, 11016},
                {2000, 3, 1, 11017},  {2023, 2, 11, 19399}, {2024, 2, 29, 19782},
                {2100, 2, 28, 47540}, {2100, 3, 1, 47541},  {2026, 11, 21, 20778}};
    for (size_t k = 0; k < sizeof days / sizeof *days; k++)
        ok_int (fid_days (days[k].y, days[k].m, days[k].d), days[k].days, "days since 1970");

    int wrong = 0;
    char text[FID_TIME_TEXT], want[FID_TIME_TEXT];
    for (int64_t day = 0; day <= fid_days (2100, 12, 31); day++) {
        int64_t back = -1;
        fid_time_text (day * FID_DAY, 0, text);
        if (!fid_date ((struct fid_span){text, 10}, false, &back) || back != day)
            wrong++;
    }
    ok_int (wrong, 0, "every day from 1970 to 2100 is written and read back");

    static const struct {
        const char *text;
        bool day_first, good;
        const char *want;
    } date[] = {
        {"02/11/2023", false, true, "2023-02-11"},
        {"02/11/2023", true, true, "2023-11-02"},
        {"02/11/23", false, true, "2023-02-11"},
        {"20230211", false, true, "2023-02-11"},
        {"11.02.2023", false, true, "2023-02-11"},
        {"11.02.23", false, true, "2023-02-11"},
        {"11.02/2023", false, false, ""},
        {"0023-02-11", false, false, ""},
        {"2023-02-11", false, true, "2023-02-11"},
        {"02/29/2024", false, true, "2024-02-29"},
        {"02/29/2023", false, false, ""},
        {"02/29/2100", false, false, ""},
        {"02/29/2000", false, true, "2000-02-29"},
        {"13/01/2023", false, false, ""},
        {"13/01/2023", true, true, "2023-01-13"},
        {"2023-00-11", false, false, ""},
        {"2023-02-1", false, false, ""},
        {"9999-01-01", false, false, ""},
        {"", false, false, ""},
    };
    for (size_t k = 0; k < sizeof date / sizeof *date; k++) {
        int64_t d = 0;
        bool good = fid_date (fid_span_of (date[k].text), date[k].day_first, &d);
        fid_time_text (d * FID_DAY, 0, text);
        text[10] = '\0';
        ok (good == date[k].good && (!good || strcmp (text, date[k].want) == 0), "date '%s'%s",
            date[k].text, date[k].day_first ? ", day first" : "");
    }

    static const struct {
        const char *text;
        bool good, zoned;
        int64_t zone_s;
        const char *want;
    } iso[] = {
        {"2023-02-11T08:11:20", true, false, 0, "2023-02-11T08:11:20.000000000"},
        {"2023-02-11 08:11:20.5", true, false, 0, "2023-02-11T08:11:20.500000000"},
        {"2023-02-11T08:11:20,123456789", true, false, 0, "2023-02-11T08:11:20.123456789"},
        {"2023-02-11T08:11:20.1234567891", true, false, 0, "2023-02-11T08:11:20.123456789"},
        {"2023-02-11T08:11:20Z", true, true, 0, "2023-02-11T08:11:20.000000000"},
        {"2023-02-11T08:11:20-0500", true, true, -18000, "2023-02-11T08:11:20.000000000"},
        {"2023-02-11T08:11:20+05:30", true, true, 19800, "2023-02-11T08:11:20.000000000"},
        {"2023-02-11T08:11:20+05", true, true, 18000, "2023-02-11T08:11:20.000000000"},
        {"2024-02-29T23:59:60", true, false, 0, "2024-03-01T00:00:00.000000000"},
        {"2023-02-29T08:11:20", false, false, 0, ""},
        {"2023-02-11T24:11:20", false, false, 0, ""},
        {"2023-02-11T08:60:20", false, false, 0, ""},
        {"2023-02-11T08:11", false, false, 0, ""},
        {"2023-02-11T08:11:20x", false, false, 0, ""},
        {"2023-02-11", false, false, 0, ""},
        {"9999-12-31T23:59:59", false, false, 0, ""},
        {"1500-01-01T00:00:00", false, false, 0, ""},
    };
    for (size_t k = 0; k < sizeof iso / sizeof *iso; k++) {
        int64_t ns = 0, zone_s = 0;
        bool zoned = false;
        bool good = fid_time_iso (fid_span_of (iso[k].text), &ns, &zone_s, &zoned);
        ok (good == iso[k].good &&
                (!good || (zoned == iso[k].zoned && zone_s == iso[k].zone_s &&
                           !strcmp (fid_time_text (ns, 9, text), iso[k].want))),
            "time '%s'", iso[k].text);
    }
    /* stamps without a zone are read eight bytes at a time */
    size_t alike = 0, all = 0;
    for (size_t n = 20; n <= 29; n++)
        for (size_t at = 0; at < n; at++)
            for (const char *c = "0:x"; *c; c++, all++) {
                char plain[40] = "2023-02-11T08:11:20.123456789", zoned[40];
                int64_t a = 0, b = 0;
                plain[at] = at == 19 ? '.' : *c;
                plain[n] = '\0';
                snprintf (zoned, sizeof zoned, "%sZ", plain);
                bool good = fid_time_iso (fid_span_of (plain), &a, NULL, NULL);
                alike += good == fid_time_iso (fid_span_of (zoned), &b, NULL, NULL) && a == b;
            }
    ok (alike == all, "%zu stamps, right and wrong, are as those with a Z", all);
    ok_str (fid_time_text (-1, 9, want), "1969-12-31T23:59:59.999999999",
            "a nanosecond before 1970");
    ok_str (fid_time_text (1500 * FID_MS, 3, want), "1970-01-01T00:00:01.500", "three digits");
}

static void times_of_day (void)
{
    static const struct {
        const char *time, *suffix;
        bool good;
        int64_t want_s;
    } cases[] = {
        {"12:00:00", "AM", true, 0},     {"12:59:59", "AM", true, 3599},
        {"01:00:00", "AM", true, 3600},  {"11:59:59", "AM", true, 43199},
        {"12:00:00", "PM", true, 43200}, {"12:30:00", "pm", true, 45000},
        {"01:00:00", "PM", true, 46800}, {"11:59:59", "PM", true, 86399},
        {"00:30:00", "AM", false, 0},    {"13:00:00", "PM", false, 0},
        {"10:00:00", "XM", false, 0},    {"10:00:00", "", false, 0},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        int64_t ns = 0;
        bool good = fid_time_of_day (fid_span_of (cases[k].time), &ns) &&
                    fid_time_ampm (&ns, fid_span_of (cases[k].suffix));
        ok (good == cases[k].good && (!good || ns == cases[k].want_s * FID_S), "%s %s",
            cases[k].time, cases[k].suffix);
    }
    int64_t ns = 0;
    ok (fid_time_of_day (fid_span_of ("23:59:59.25"), &ns) &&
            ns == 86399 * FID_S + 250 * FID_MS,
        "a fraction of a second");
    ok (!fid_time_of_day (fid_span_of ("8:11:20"), &ns), "hours have two digits");
}

int main (void)
{
    words ();
    whole_numbers ();
    decimals ();
    dates ();
    times_of_day ();
    return tap_done ();
}
