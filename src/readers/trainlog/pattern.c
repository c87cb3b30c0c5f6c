/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pattern.c - see pattern.h */
#include "readers/trainlog/pattern.h"

enum kind { COUNT, NUMBER, SPAN };

#define NAME_OF(id, name, kind) {name, kind},
static const struct {
    const char *name;
    enum kind kind;
} values[FID_VALUE_N] = {FID_LOG_VALUES (NAME_OF)};

static const struct unit {
    const char *text;
    double s;
    bool each; /* steps in a second */
} units[] = {
    {"ms", 1e-3, false},    {"us", 1e-6, false},    {"\xc2\xb5s", 1e-6, false},
    {"msec", 1e-3, false},  {"second", 1, false},   {"seconds", 1, false},
    {"secs", 1, false},     {"sec", 1, false},      {"min", 60, false},
    {"minutes", 60, false}, {"s", 1, false},        {"it/s", 1, true},
    {"steps/s", 1, true},   {"step/s", 1, true},    {"iter/s", 1, true},
    {"batch/s", 1, true},   {"batches/s", 1, true},
};
#define UNIT_N (sizeof units / sizeof *units)

static bool is_word (char c)
{
    return isalnum ((unsigned char)c) || c == '_';
}

static bool is_blank (char c)
{
    return c == ' ' || c == '\t';
}

static struct fid_span from (struct fid_span s, size_t n)
{
    return (struct fid_span){s.p + n, s.n - n};
}

/* --- values */

static size_t digits_n (struct fid_span s, size_t at)
{
    size_t n = at;
    while (n < s.n && fid_is_digit (s.p[n]))
        n++;
    return n - at;
}

/* The number at the start, whose length is returned; 0: there is none.  *half: of its last digit.
 * Thousands may have commas. */
static size_t number_at (struct fid_span s, bool whole, double *out, double *half)
{
    char plain[48];
    size_t n = 0, k = 0, digits;
    *half = .5;
    if (!(digits = digits_n (s, 0)))
        return 0;
    do {
        if (k + digits >= sizeof plain)
            return 0;
        memcpy (plain + k, s.p + n, digits);
        n += digits;
        k += digits;
        digits = n < s.n && s.p[n] == ',' && k < 16 ? digits_n (s, n + 1) : 0;
        n += digits == 3;
    } while (digits == 3);
    if (!whole && n < s.n && s.p[n] == '.') {
        digits = digits_n (s, n + 1);
        if (k + digits + 8 >= sizeof plain)
            return 0;
        memcpy (plain + k, s.p + n, digits + 1);
        n += digits + 1;
        k += digits + 1;
        *half = .5 * pow (10, -(double)digits);
    }
    size_t sign = n + 1 < s.n && strchr ("+-", s.p[n + 1]) != NULL;
    size_t e = !whole && n < s.n && (s.p[n] | 32) == 'e' ? digits_n (s, n + 1 + sign) : 0;
    if (e && e < 4 && k + e + 2 < sizeof plain) {
        memcpy (plain + k, s.p + n, e + 1 + sign);
        plain[k + e + 1 + sign] = '\0';
        *half *= pow (10, atof (plain + k + 1));
        n += e + 1 + sign;
        k += e + 1 + sign;
    }
    plain[k] = '\0';
    return fid_span_decimal ((struct fid_span){plain, k - (plain[k - 1] == '.')}, out) ? n : 0;
}

/* The unit at the start, behind blanks; NULL: none. */
static const struct unit *unit_at (struct fid_span s, size_t *n)
{
    size_t at = 0;
    while (at < s.n && is_blank (s.p[at]))
        at++;
    for (size_t i = 0; i < UNIT_N; i++) {
        size_t end = at + strlen (units[i].text);
        if (fid_span_starts (from (s, at), units[i].text) &&
            (end == s.n || !is_word (s.p[end]))) {
            *n = end;
            return &units[i];
        }
    }
    return NULL;
}

/* "1:02:03", "01:00" as seconds; its length, or 0. */
static size_t clock_at (struct fid_span s, double *out)
{
    double part, half;
    size_t n = number_at (s, true, out, &half), parts = 1;
    while (n && n + 2 < s.n && s.p[n] == ':' && digits_n (s, n + 1) == 2) {
        n += 1 + number_at (from (s, n + 1), false, &part, &half);
        *out = *out * 60 + part;
        parts++;
    }
    return parts > 1 && parts < 4 ? n : 0;
}

size_t fid_log_number (struct fid_span s, struct fid_log_number *out)
{
    double x, half = .5;
    size_t n = clock_at (s, &x), unit_n = 0;
    bool clock = n > 0;
    n = clock ? n : number_at (s, false, &x, &half);
    const struct unit *unit = n && !clock ? unit_at (from (s, n), &unit_n) : NULL;
    bool each = unit && unit->each;
    double scale = unit && !each ? unit->s : 1;
    *out = (struct fid_log_number){.x = each ? 1 / x : x * scale,
                                   .half = each ? half / x / x : half * scale,
                                   .whole = n && !memchr (s.p, '.', n) &&
                                            !memchr (s.p, 'e', n) && !memchr (s.p, 'E', n),
                                   .clock = clock,
                                   .unit = unit != NULL,
                                   .each = each};
    return n ? n + unit_n : 0;
}

double fid_log_unit (struct fid_span word)
{
    for (size_t i = 0; i < UNIT_N; i++)
        if (fid_span_is (word, units[i].text))
            return units[i].s;
    return 0;
}

/* Takes a value off the line and its unit off the pattern behind its name. */
static bool take_value (struct fid_span name, const char **pattern, struct fid_span line,
                        size_t *at, struct fid_log_values *out)
{
    static const char *const ends[] = {"_s", "_ms", "_us"};
    double scale = 0, x, half;
    int v = 0;
    for (; v < FID_VALUE_N && !fid_span_is (name, values[v].name); v++)
        ;
    for (int i = 0; i < 3 && v == FID_VALUE_N; i++)
        for (int k = 0; fid_span_ends (name, ends[i]) && k < FID_VALUE_N; k++)
            if (values[k].kind == SPAN &&
                fid_span_is ((struct fid_span){name.p, name.n - strlen (ends[i])},
                             values[k].name)) {
                v = k;
                scale = i ? i == 1 ? 1e-3 : 1e-6 : 1;
            }
    if (v == FID_VALUE_N)
        return false;
    while (*at < line.n && (is_blank (line.p[*at]) || strchr ("'\"", line.p[*at]) ||
                            (line.p[*at] == ',' && *at && line.p[*at - 1] == '\'')))
        ++*at;
    struct fid_span rest = from (line, *at);
    size_t n = values[v].kind == SPAN && !scale ? clock_at (rest, &x) : 0, unit_n = 0;
    bool clock = n > 0;
    half = .5;
    if (!clock)
        n = number_at (rest, values[v].kind == COUNT, &x, &half);
    if (!n)
        return false;
    const struct unit *unit =
        values[v].kind == SPAN && !clock ? unit_at (from (rest, n), &unit_n) : NULL;
    if (scale && unit && (unit->each || unit->s < scale || unit->s > scale))
        return false;
    if (v == FID_VALUE_STAMP &&
        !fid_time_seconds ((struct fid_span){rest.p, n}, &out->stamp_ns))
        return false;
    if (unit) {
        size_t literal = strlen (unit->text);
        half = unit->each ? half / x / x : half * unit->s;
        x = unit->each ? 1 / x : x * unit->s;
        n += unit_n;
        size_t blank = **pattern == ' ';
        *pattern += strncmp (*pattern + blank, unit->text, literal) == 0 ? blank + literal : 0;
    } else if (values[v].kind == SPAN && !clock) {
        out->bare |= scale ? 0 : 1u << v;
        x *= scale ? scale : 1;
        half *= scale ? scale : 1;
    }
    *at += n;
    if (*at < line.n && is_word (line.p[*at]) && **pattern != line.p[*at])
        return false;
    out->at[v] = x;
    out->half[v] = half;
    return isfinite (x) && x < 1e15;
}

/* --- pieces of a pattern */

/* The end of the piece: " ... ", " & " or that of the pattern. */
static const char *piece_end (const char *p)
{
    while (*p && strncmp (p, " ... ", 5) != 0 && strncmp (p, " & ", 3) != 0)
        p++;
    return p;
}

static bool match_piece (const char *p, const char *end, struct fid_span line, size_t *at,
                         struct fid_log_values *out)
{
    size_t i = *at;
    while (p < end) {
        if (*p == '{' && p[1] != '{') {
            const char *close = strchr (p, '}');
            struct fid_span name = {p + 1, close ? (size_t)(close - p) - 1 : 0};
            if (!close)
                return false;
            p = close + 1;
            if (!fid_span_is (name, "_")) {
                if (!take_value (name, &p, line, &i, out))
                    return false;
                continue;
            }
            size_t start = i;
            while (i < line.n && is_blank (line.p[i]))
                start = ++i;
            while (i < line.n && !is_blank (line.p[i]) && (i == start || line.p[i] != *p))
                i++;
            if (i == start)
                return false;
        } else if (*p == ' ') {
            p++;
            while (i < line.n && is_blank (line.p[i]))
                i++;
        } else {
            p += *p == '{';
            if (i == line.n || line.p[i] != *p)
                return false;
            p++;
            i++;
        }
    }
    *at = i;
    return true;
}

/* Finds the piece from *at on, in front of `limit'; glued: other text may run into it. */
static bool find_piece (const char *p, const char *end, struct fid_span line, size_t *at,
                        size_t limit, bool glued, struct fid_log_values *out)
{
    bool value = *p == '{' && p[1] != '{', word = is_word (*p);
    for (size_t i = *at; i < line.n && i < limit; i++) {
        if (!value) {
            const char *next = memchr (line.p + i, *p, line.n - i);
            if (!next)
                return false;
            i = (size_t)(next - line.p);
        }
        size_t to = i;
        struct fid_log_values v = *out;
        v.before = i ? line.p[i - 1] : ' ';
        bool begins = glued ? !value || !fid_is_digit (v.before)
                            : !(value || word) || !is_word (v.before);
        if (begins && i < limit && (!value || fid_is_digit (line.p[i])) &&
            (!value || glued || v.before != '.') && match_piece (p, end, line, &to, &v)) {
            *out = v;
            *at = to;
            return true;
        }
    }
    return false;
}

bool fid_log_match (const char *pattern, struct fid_span line, bool inside,
                    struct fid_log_values *out)
{
    bool anywhere = fid_log_anywhere (pattern);
    const char *end = piece_end (pattern += anywhere ? 4 : 0);
    size_t at = 0;
    *out = (struct fid_log_values){.stamp_ns = INT64_MIN};
    for (int v = 0; v < FID_VALUE_N; v++)
        out->at[v] = FID_ABSENT;
    if (inside || anywhere ? !find_piece (pattern, end, line, &at,
                                          anywhere ? SIZE_MAX : FID_LOG_PREFIX, anywhere, out)
                           : !match_piece (pattern, end, line, &at, out))
        return false;
    out->end = at;
    while (*end) {
        bool must = end[1] == '.';
        const char *p = end + (must ? 5 : 3);
        size_t from_start = 0;
        end = piece_end (p);
        if (!find_piece (p, end, line, must ? &at : &from_start, SIZE_MAX, false, out) && must)
            return false;
    }
    return true;
}

size_t fid_log_weight (const char *pattern)
{
    size_t n = 0;
    for (const char *p = pattern; *p; p++) {
        const char *close = *p == '{' && p[1] != '{' ? strchr (p, '}') : NULL;
        n += close ? 4 : *p != ' ';
        p = close ? close : p;
    }
    return n;
}

struct fid_span fid_log_key (const char *pattern)
{
    struct fid_span best = {pattern, 0};
    for (const char *p = pattern; *p && strncmp (p, " & ", 3) != 0;) {
        size_t n = strcspn (p, " {");
        if (n > best.n && *p != '.')
            best = (struct fid_span){p, n};
        p += n;
        const char *close = *p == '{' && p[1] != '{' ? strchr (p, '}') : NULL;
        p = close ? close + 1 : *p == '{' ? p + 2 : *p ? p + 1 : p;
    }
    return best;
}

int fid_log_check (const char *pattern, struct fid_error *err)
{
    for (const char *p = pattern; (p = strchr (p, '{')); p++) {
        if (p[1] == '{') {
            p++;
            continue;
        }
        const char *close = strchr (p, '}');
        struct fid_span name = {p + 1, close ? (size_t)(close - p) - 1 : 0};
        struct fid_log_values v;
        struct fid_span one = {"1", 1};
        size_t at = 0;
        const char *rest = "";
        if (!close)
            return fid_errorf (err, FID_EUSAGE, "a { has no }");
        if (!fid_span_is (name, "_") && !take_value (name, &rest, one, &at, &v))
            return fid_errorf (err, FID_EUSAGE, "{%.*s} is not a value of a pattern",
                               FID_SPAN_ARG (name));
    }
    return 0;
}
