/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_fields.c - see row_fields.h */
#include "readers/hosttime.h"
#include "readers/tables/row_fields.h"

#define UTC_MIN (3652 * FID_DAY) /* 1980: earlier stamps are no epoch seconds */

/* --- fields */

bool fid_row_comma (struct fid_span *rest, struct fid_span *field)
{
    if (!rest->p)
        return false;
    struct fid_span s = fid_span_trim (*rest);
    const char *close = s.n > 1 && s.p[0] == '"' ? memchr (s.p + 1, '"', s.n - 1) : NULL;
    if (!close) {
        fid_span_field (rest, ',', field);
        *field = fid_span_trim (*field);
        return true;
    }
    *field = (struct fid_span){s.p + 1, (size_t)(close - s.p - 1)};
    *rest = (struct fid_span){close + 1, (size_t)(s.p + s.n - close - 1)};
    fid_span_field (rest, ',', &s);
    return true;
}

/* Takes a word, "..." or [...] off *rest; a quote after a backslash closes nothing. */
static bool next_logged (struct fid_span *rest, struct fid_span *field)
{
    struct fid_span s = fid_span_trim (*rest);
    char close = s.n && s.p[0] == '"' ? '"' : s.n && s.p[0] == '[' ? ']' : 0;
    size_t n = 1;
    while (close && n < s.n && (s.p[n] != close || s.p[n - 1] == '\\'))
        n++;
    if (!close || n >= s.n)
        return fid_span_word (rest, field);
    *field = (struct fid_span){s.p + 1, n - 1};
    *rest = (struct fid_span){s.p + n + 1, s.n - n - 1};
    return true;
}

size_t fid_row_split (enum fid_split split, struct fid_span line, struct fid_span *field)
{
    struct fid_span f;
    size_t n = 0;
    for (; split == FID_SPLIT_COMMAS  ? fid_row_comma (&line, &f)
           : split == FID_SPLIT_LOG   ? next_logged (&line, &f)
           : split == FID_SPLIT_WORDS ? fid_span_word (&line, &f)
                                      : fid_span_field (&line, '\t', &f);
         n++)
        if (n < FID_ROW_FIELDS)
            field[n] = split == FID_SPLIT_TABS ? fid_span_trim (f) : f;
    return n;
}

#define MEMBER_MAX 96 /* bytes of the name of a member inside others */

/* The column of a name; NULL.  *inside: the name and a '.' begin that of a column. */
static const struct fid_row_column *column_of (const struct fid_row_column *column,
                                               struct fid_span name, bool *inside)
{
    const struct fid_row_column *is = NULL;
    *inside = false;
    for (; column->name; column++) {
        struct fid_span names = fid_span_of (column->name), one;
        while (fid_span_field (&names, '|', &one)) {
            if (one.n < name.n || memcmp (one.p, name.p, name.n) != 0)
                continue;
            if (one.n == name.n)
                is = column;
            else
                *inside |= one.p[name.n] == '.';
        }
    }
    return is;
}

/* Takes the members of an object; name[] has those around it, n bytes with a '.' at the end. */
static void take_members (struct fid_json *j, char *name, size_t n,
                          const struct fid_row_column *column, struct fid_span *field)
{
    struct fid_span key;
    while (fid_json_member (j, &key)) {
        bool inside = false;
        const struct fid_row_column *c = NULL;
        size_t whole = n + key.n;
        if (whole + 1 < MEMBER_MAX) {
            memcpy (name + n, key.p, key.n);
            name[whole] = '.';
            c = column_of (column, (struct fid_span){name, whole}, &inside);
        }
        if (inside && fid_json_enter (j, '{'))
            take_members (j, name, whole + 1, column, field);
        else if (!c || field[c - column].n)
            fid_json_skip (j);
        else if (fid_json_peek (j) == '"') /* a text or number as it stands there */
            fid_json_string (j, &field[c - column]);
        else if (fid_json_peek (j) == '0')
            field[c - column] = fid_json_raw (j);
        else
            fid_json_skip (j);
    }
}

bool fid_row_members (struct fid_span line, const struct fid_row_column *column,
                      struct fid_span *field)
{
    struct fid_json j;
    char name[MEMBER_MAX];
    for (size_t i = 0; column[i].name; i++)
        field[i] = (struct fid_span){"", 0};
    fid_json_init (&j, line);
    if (!fid_json_enter (&j, '{'))
        return false;
    take_members (&j, name, 0, column, field);
    return !j.bad && !j.cut && !j.depth;
}

/* --- instants */

/* "06/Feb/2019:00:00:38 +0000" */
static bool web_stamp (struct fid_span s, int64_t *ns)
{
    struct fid_span day, month, year, zone;
    char iso[48];
    int64_t d, y, zone_s;
    int m;
    bool zoned;
    if (!fid_span_field (&s, '/', &day) || !fid_span_field (&s, '/', &month) ||
        !fid_span_field (&s, ':', &year) || !s.p || !fid_span_i64 (day, &d) || d < 1 ||
        d > 31 || !(m = fid_month (month)) || !fid_span_i64 (year, &y) || y < 1970 || y > 2100)
        return false;
    fid_span_field (&s, ' ', &day); /* the time */
    zone = s.p ? s : (struct fid_span){"", 0};
    if (day.n != 8 || zone.n > 6)
        return false;
    int n = snprintf (iso, sizeof iso, "%04d-%02d-%02dT%.*s%.*s", (int)y, m, (int)d,
                      FID_SPAN_ARG (day), FID_SPAN_ARG (zone));
    if (!fid_time_iso ((struct fid_span){iso, (size_t)n}, ns, &zone_s, &zoned))
        return false;
    *ns -= zone_s * FID_S;
    return true;
}

/* Seconds since 1970, or a whole number of ms, us or ns. */
static bool epoch_stamp (struct fid_span s, int64_t *ns)
{
    uint64_t whole;
    if (!fid_span_u64 (s, &whole) || whole < UINT64_C (100000000000))
        return fid_time_seconds (s, ns) && *ns >= UTC_MIN;
    int64_t unit = whole < UINT64_C (100000000000000)      ? FID_MS
                   : whole < UINT64_C (100000000000000000) ? FID_US
                                                           : 1;
    if (whole > (uint64_t)(FID_TIME_MAX / unit))
        return false;
    *ns = (int64_t)whole * unit;
    return true;
}

/* "26-11 22:19:33" */
static bool dayless_stamp (struct fid_span s, int year, int64_t *ns)
{
    struct fid_span day, month;
    int64_t d, m, tod;
    if (!year || !fid_span_field (&s, '-', &day) || !fid_span_field (&s, ' ', &month) || !s.p ||
        !fid_span_i64 (day, &d) || !fid_span_i64 (month, &m) || d < 1 || d > 31 || m < 1 ||
        m > 12 || !fid_time_of_day (s, &tod))
        return false;
    *ns = fid_days (year, (int)m, (int)d) * FID_DAY + tod;
    return true;
}

bool fid_row_stamp (struct fid_span s, enum fid_clock clock, bool day_first, int year,
                    int64_t *ns)
{
    int64_t zone_s;
    bool zoned = false;
    if (clock == FID_CLOCK_UTC && fid_time_iso (s, ns, &zone_s, NULL)) {
        *ns -= zone_s * FID_S;
        return true;
    }
    if (clock == FID_CLOCK_UTC)
        return epoch_stamp (s, ns) || web_stamp (s, ns);
    if (clock == FID_CLOCK_RELATIVE)
        return fid_time_seconds (s, ns);
    return (fid_host_stamp (s, day_first, ns, &zone_s, &zoned) && !zoned) ||
           dayless_stamp (s, year, ns);
}

int64_t fid_name_pid (struct fid_span name)
{
    const char *at = name.n ? memrchr (name.p, '_', name.n) : NULL;
    int64_t pid;
    if (!at ||
        !fid_span_i64 ((struct fid_span){at + 1, (size_t)(name.p + name.n - at - 1)}, &pid))
        return -1;
    return pid;
}

int fid_row_year (struct fid_span line)
{
    struct fid_span word;
    bool month = false;
    while (fid_span_word (&line, &word)) {
        int64_t year;
        if (month && word.n == 4 && fid_span_i64 (word, &year) && year >= 1970 && year <= 2100)
            return (int)year;
        month = fid_month (word) > 0;
    }
    return 0;
}
