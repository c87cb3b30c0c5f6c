/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hosttime.c - see hosttime.h */
#include "readers/hosttime.h"

#define TIME_LEN     8              /* "HH:MM:SS" */
#define NARROW_BLANK "\xe2\x80\xaf" /* newer locales put U+202F before AM */
#define DISORDER_NS  (60 * FID_S)   /* rows are never further out of order */

int fid_month (struct fid_span s)
{
    static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    for (int m = 0; s.n == 3 && m < 12; m++)
        if (memcmp (s.p, names + 3 * m, 3) == 0)
            return m + 1;
    return 0;
}

bool fid_host_time (struct fid_span *rest, int64_t *tod_ns)
{
    struct fid_span after = *rest, word, suffix, peek;
    int64_t t;
    if (!fid_span_word (&after, &word) || word.n < TIME_LEN)
        return false;
    suffix = (struct fid_span){word.p + TIME_LEN, word.n - TIME_LEN};
    if (fid_span_starts (suffix, NARROW_BLANK)) {
        word.n = TIME_LEN;
        suffix.p += strlen (NARROW_BLANK);
        suffix.n -= strlen (NARROW_BLANK);
        if (!fid_time_of_day (word, &t) || !fid_time_ampm (&t, suffix))
            return false;
    } else {
        if (!fid_time_of_day (word, &t))
            return false;
        peek = after;
        if (fid_span_word (&peek, &suffix) && fid_time_ampm (&t, suffix))
            after = peek;
    }
    *rest = after;
    *tod_ns = t;
    return true;
}

bool fid_host_stamp (struct fid_span s, bool day_first, int64_t *ns, int64_t *zone_s,
                     bool *zoned)
{
    struct fid_span date;
    int64_t days, tod;
    s = fid_span_trim (s);
    if (fid_time_iso (s, ns, zone_s, zoned))
        return true;
    if (!fid_span_word (&s, &date) || !fid_date (date, day_first, &days) ||
        !fid_host_time (&s, &tod) || fid_span_trim (s).n)
        return false;
    *ns = days * FID_DAY + tod;
    *zone_s = 0;
    *zoned = false;
    return true;
}

bool fid_host_take_stamp (struct fid_span *line, bool day_first, int64_t *t_ns, bool *dated)
{
    struct fid_span rest = *line, first;
    int64_t days = 0;
    if (!fid_span_word (&rest, &first))
        return false;
    *dated = fid_time_iso (first, t_ns, NULL, NULL);
    if (!*dated) {
        *dated = fid_date (first, day_first, &days);
        if (!*dated && fid_month (first)) /* ts without a format: "Feb 11 23:59:59" */
            fid_span_word (&rest, &first);
        else if (!*dated)
            rest = *line;
        if (!fid_host_time (&rest, t_ns))
            return false;
        *t_ns += days * FID_DAY;
    }
    *line = fid_span_trim (rest);
    return true;
}

struct fid_span fid_host_plain (struct fid_span line, char buf[FID_HOST_PLAIN])
{
    if (fid_span_starts (line, "^C")) {
        line.p += 2;
        line.n -= 2;
    }
    if (!line.n || line.n > FID_HOST_PLAIN || !memchr (line.p, '\033', line.n))
        return fid_span_trim (line);
    size_t n = 0;
    for (size_t i = 0; i < line.n; i++) {
        if (line.p[i] != '\033') {
            buf[n++] = line.p[i];
            continue;
        }
        size_t end = i + 1; /* ESC [ numbers letter */
        if (end < line.n && line.p[end] == '[')
            for (end++; end < line.n && (line.p[end] == ';' || line.p[end] == '?' ||
                                         (unsigned)(line.p[end] - '0') <= 9);)
                end++;
        i = end < line.n ? end : line.n - 1;
    }
    return fid_span_trim ((struct fid_span){buf, n});
}

int64_t fid_daytime_next (struct fid_daytime *d, int64_t tod_ns)
{
    int64_t t = d->day * FID_DAY + tod_ns;
    if (!d->any) {
        d->any = true;
        d->newest_ns = t;
    }
    if (t < d->newest_ns - FID_DAY / 2) {
        d->day++;
        t += FID_DAY;
    } else if (t > d->newest_ns + FID_DAY - DISORDER_NS) {
        t -= FID_DAY; /* a late row of the day before */
    }
    if (t > d->newest_ns)
        d->newest_ns = t;
    return t;
}
