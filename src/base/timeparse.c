/* SPDX-License-Identifier: GPL-3.0-or-later */
/* timeparse.c - see timeparse.h */
#include "base/floor_div.h"
#include "base/scan.h"

#define YEAR_MIN 1970
#define YEAR_MAX 2100

int64_t fid_days (int year, int month, int day)
{
    /* years counted from March, so that the leap day is the last of a year */
    int64_t y = month <= 2 ? year - 1 : year;
    int64_t era = fid_floor_div (y, 400), yoe = y - era * 400;
    int64_t doy = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
}

/* Two digits at *p as a number; moves *p. */
static bool take_two_digits (const char **p, const char *end, int *out)
{
    if (end - *p < 2 || !fid_is_digit (**p) || !fid_is_digit ((*p)[1]))
        return false;
    *out = (**p - '0') * 10 + (*p)[1] - '0';
    *p += 2;
    return true;
}

static inline bool take_char (const char **p, const char *end, char c)
{
    if (*p == end || **p != c)
        return false;
    ++*p;
    return true;
}

static bool valid_date (int y, int m, int d)
{
    static const int len[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    /* the years of any trace, within FID_TIME_MAX */
    if (y < YEAR_MIN || y > YEAR_MAX)
        return false;
    bool leap = (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
    return m >= 1 && m <= 12 && d >= 1 && d <= len[m - 1] + (m == 2 && leap);
}

/* Two digits of x, from bit `at' on, each 0 to 9. */
static inline int two_digits (uint64_t x, int at)
{
    return (int)((x >> at & 15) * 10 + (x >> (at + 8) & 15));
}

/* The seconds since midnight of HH:MM:SS at p; -1: that is no time. */
static int clock_seconds (const char *p)
{
    uint64_t x = fid_scan_load (p) ^ fid_scan_load ("00:00:00");
    int h = two_digits (x, 0), m = two_digits (x, 24), s = two_digits (x, 48);
    bool good = !(x & UINT64_C (0xff0000ff0000)) && !fid_scan_beyond9 (x);
    return good && h <= 23 && m <= 59 && s <= 60 ? h * 3600 + m * 60 + s : -1;
}

/* HH:MM:SS[.fraction] at *p. */
static bool clock_time (const char **p, const char *end, int64_t *ns)
{
    int sec = end - *p < 8 ? -1 : clock_seconds (*p);
    if (sec < 0)
        return false;
    *p += 8;
    int64_t frac = 0, unit = FID_S;
    if (*p < end && (**p == '.' || **p == ','))
        for (++*p; *p < end && (unsigned)(**p - '0') <= 9; ++*p)
            frac += (**p - '0') * (unit /= 10); /* digits beyond nanoseconds count as 0 */
    *ns = sec * FID_S + frac;
    return true;
}

/* "YYYY-MM-DDTHH:MM:SS.f", of 1 to 8 digits behind the point and without a zone, eight bytes at
 * a time; false: it has another form, or is wrong. */
static bool plain_stamp (struct fid_span s, int64_t *ns)
{
    static const int32_t unit[] = {0,     100000000, 10000000, 1000000, 100000,
                                   10000, 1000,      100,      10};
    const char *p = s.p;
    if (s.n < 21 || s.n > 28 || p[19] != '.' || (p[10] != 'T' && p[10] != ' '))
        return false;
    size_t n = s.n - 20;
    uint64_t date = fid_scan_load (p) ^ fid_scan_load ("0000-00-");
    uint64_t frac = fid_scan_load (p + s.n - 8) ^ FID_BYTES8 ('0');
    frac = frac >> (64 - 8 * n) << (64 - 8 * n);
    if ((date & UINT64_C (0xff0000ff00000000)) || fid_scan_beyond9 (date) ||
        fid_scan_beyond9 (frac) || !fid_is_digit (p[8]) || !fid_is_digit (p[9]))
        return false;
    int year = two_digits (date, 0) * 100 + two_digits (date, 16), sec = clock_seconds (p + 11);
    int month = two_digits (date, 40), day = (p[8] - '0') * 10 + p[9] - '0';
    if (sec < 0 || !valid_date (year, month, day))
        return false;
    *ns = fid_days (year, month, day) * FID_DAY + sec * FID_S +
          (int64_t)fid_scan_value8 (frac) * unit[n];
    return true;
}

bool fid_time_iso (struct fid_span s, int64_t *ns, int64_t *zone_s, bool *zoned)
{
    const char *p = s.p, *end = fid_span_end (s);
    int zh = 0, zm = 0, sign = 0;
    int64_t days, tod;
    if (plain_stamp (s, ns)) {
        if (zone_s)
            *zone_s = 0;
        if (zoned)
            *zoned = false;
        return true;
    }
    if (s.n < 10 || p[4] != '-' || !fid_date ((struct fid_span){p, 10}, false, &days))
        return false;
    p += 10;
    if (!take_char (&p, end, 'T') && !take_char (&p, end, ' '))
        return false;
    if (!clock_time (&p, end, &tod))
        return false;
    if (take_char (&p, end, 'Z')) {
        sign = 1;
    } else if (p < end && (*p == '+' || *p == '-')) {
        sign = *p++ == '-' ? -1 : 1;
        if (!take_two_digits (&p, end, &zh))
            return false;
        take_char (&p, end, ':');
        if (p < end && !take_two_digits (&p, end, &zm))
            return false;
    }
    if (p != end)
        return false;
    *ns = days * FID_DAY + tod;
    if (zone_s)
        *zone_s = sign * (zh * 3600 + zm * 60);
    if (zoned)
        *zoned = sign != 0;
    return true;
}

bool fid_time_of_day (struct fid_span s, int64_t *ns)
{
    const char *p = s.p, *end = fid_span_end (s);
    int64_t t;
    if (!clock_time (&p, end, &t) || p != end)
        return false;
    *ns = t;
    return true;
}

bool fid_time_ampm (int64_t *ns_of_day, struct fid_span suffix)
{
    bool pm = fid_span_is (suffix, "PM") || fid_span_is (suffix, "pm");
    if (!pm && !fid_span_is (suffix, "AM") && !fid_span_is (suffix, "am"))
        return false;
    int64_t hour = 3600 * FID_S, h = *ns_of_day / hour;
    if (h < 1 || h > 12)
        return false;
    if (h == 12)
        *ns_of_day -= 12 * hour;
    if (pm)
        *ns_of_day += 12 * hour;
    return true;
}

bool fid_date (struct fid_span s, bool day_first, int64_t *days)
{
    int y = 0, m = 0, d = 0;
    const char *form = "";
    if (s.n == 8)
        form = s.p[2] == '.'   ? "DD.MM.YY"
               : s.p[2] != '/' ? "YYYYMMDD"
               : day_first     ? "DD/MM/YY"
                               : "MM/DD/YY";
    else if (s.n == 10)
        form = s.p[4] == '-'   ? "YYYY-MM-DD"
               : s.p[4] == '/' ? "YYYY/MM/DD"
               : s.p[2] == '.' ? "DD.MM.YYYY"
               : day_first     ? "DD/MM/YYYY"
                               : "MM/DD/YYYY";
    for (size_t i = 0; form[i]; i++) {
        int *of = form[i] == 'Y' ? &y : form[i] == 'M' ? &m : form[i] == 'D' ? &d : NULL;
        if (of ? !fid_is_digit (s.p[i]) : s.p[i] != form[i])
            return false;
        if (of)
            *of = *of * 10 + s.p[i] - '0';
    }
    y += s.n == 8 && !fid_is_digit (s.p[2]) ? 2000 : 0;
    if (!valid_date (y, m, d))
        return false;
    *days = fid_days (y, m, d);
    return true;
}

char *fid_time_text (int64_t ns, int digits, char buf[FID_TIME_TEXT])
{
    int64_t day = fid_floor_div (ns, FID_DAY), tod = ns - day * FID_DAY;
    /* the inverse of fid_days */
    int64_t z = day + 719468, era = fid_floor_div (z, 146097);
    int64_t doe = z - era * 146097;
    int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100), mp = (5 * doy + 2) / 153;
    int d = (int)(doy - (153 * mp + 2) / 5 + 1), m = (int)(mp < 10 ? mp + 3 : mp - 9);
    int y = (int)(yoe + era * 400 + (m <= 2));
    int64_t sec = tod / FID_S;
    int n = snprintf (buf, FID_TIME_TEXT, "%04d-%02d-%02dT%02d:%02d:%02d", y, m, d,
                      (int)(sec / 3600), (int)(sec / 60 % 60), (int)(sec % 60));
    if (digits > 0) {
        char frac[16];
        snprintf (frac, sizeof frac, "%09d", (int)(tod % FID_S));
        snprintf (buf + n, (size_t)(FID_TIME_TEXT - n), ".%.*s", digits, frac);
    }
    return buf;
}

bool fid_time_seconds (struct fid_span s, int64_t *ns)
{
    struct fid_span rest = s, whole;
    int64_t sec, frac = 0, unit = FID_S;
    bool neg = s.n && s.p[0] == '-', plain;
    double d;
    if (!fid_span_f64 (s, &d) || fabs (d) >= (double)FID_TIME_MAX / 1e9)
        return false;
    fid_span_field (&rest, '.', &whole);
    plain = fid_span_i64 (whole, &sec);
    for (size_t i = 0; plain && i < rest.n; i++) {
        plain = (unsigned)(rest.p[i] - '0') <= 9;
        unit /= 10; /* digits beyond nanoseconds count as 0 */
        frac += (rest.p[i] - '0') * unit;
    }
    *ns = plain ? sec * FID_S + (neg ? -frac : frac) : (int64_t)llround (d * (double)FID_S);
    return true;
}
