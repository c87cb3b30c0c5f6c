/* SPDX-License-Identifier: GPL-3.0-or-later */
/* timeparse.h - dates and times of day as nanoseconds, without time zones
 *
 * "Civil" time is a date and time of day counted as if it were UTC: the caller
 * says which clock it is.  Nothing here depends on TZ or the locale.  Years
 * from 1970 to 2200 are read, so that no difference of stamps overflows. */
#pragma once

#include "base/span.h"

#define FID_S   INT64_C (1000000000) /* one second in ns */
#define FID_MS  INT64_C (1000000)
#define FID_US  INT64_C (1000)
#define FID_DAY (86400 * FID_S)

/* Instants and lengths of traces lie within +-FID_TIME_MAX ns (of 1970: until
 * 2116), so that a sum or difference of two of them always fits an int64_t. */
#define FID_TIME_MAX ((INT64_C (1) << 62) - 1)

/* Days since 1970-01-01 of a date of the Gregorian calendar. */
int64_t fid_days (int year, int month, int day);

/* "YYYY-MM-DD[T ]HH:MM:SS[.f...]" with an optional zone ("Z", "+hh[:]mm",
 * "+hh"); the fraction has up to 9 digits, '.' or ','.  *ns is the civil time
 * (the zone is NOT applied); *zone_s the seconds east of UTC, *zoned whether
 * there was one (both may be NULL). */
bool fid_time_iso (struct fid_span s, int64_t *ns, int64_t *zone_s, bool *zoned);

/* Seconds, "1676121078.123456" or "1.5e3", as ns within +-FID_TIME_MAX; exact where the text is
 * a plain decimal, which a double is not. */
bool fid_time_seconds (struct fid_span s, int64_t *ns);

/* "HH:MM:SS[.f]" as ns since midnight; HH 0..23, SS 0..60. */
bool fid_time_of_day (struct fid_span s, int64_t *ns);

/* Convert the hour of a 12-hour clock; the suffix is "AM" or "PM". */
bool fid_time_ampm (int64_t *ns_of_day, struct fid_span suffix);

/* A date: "MM/DD/YYYY", "MM/DD/YY" (20YY), "YYYY-MM-DD", "YYYY/MM/DD", "YYYYMMDD", "DD.MM.YYYY",
 * "DD.MM.YY", of the years 1970 to 2100; days since 1970-01-01.  day_first reads DD/MM. */
bool fid_date (struct fid_span s, bool day_first, int64_t *days);

/* "YYYY-MM-DDTHH:MM:SS" + '.' + digits (0..9 of them; 0: no point). */
#define FID_TIME_TEXT 40
char *fid_time_text (int64_t ns, int digits, char buf[FID_TIME_TEXT]);
