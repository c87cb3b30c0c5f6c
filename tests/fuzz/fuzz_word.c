/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_word.c - the text base: numbers, times, words, names, and what is written of them
 *
 * A number that is written and read is the same number; escaped text has no control characters
 * and no markup of its own. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/decimal.h"
#include "base/html.h"
#include "base/jsonbuild.h"
#include "base/packed.h"
#include "base/plain.h"
#include "base/python_repr.h"
#include "base/table.h"
#include "base/timeparse.h"
#include "readers/trainlog/pattern.h"
#include "tests/fuzz/fuzz.h"

static void as_number (struct fid_span s)
{
    uint64_t u;
    int64_t i;
    double x, y;
    char text[FID_DECIMAL_TEXT], repr[FID_REPR_TEXT], time[FID_TIME_TEXT];
    fid_span_hex (s, &u);
    if (fid_span_u64 (s, &u))
        fuzz_want (fid_span_f64 (s, &x), "a whole number is no number");
    if (fid_span_i64 (s, &i)) {
        int64_t again;
        snprintf (text, sizeof text, "%lld", (long long)i);
        fuzz_want (fid_span_i64 (fid_span_of (text), &again) && again == i,
                   "a whole number changes");
    }
    if (fid_span_decimal (s, &x)) {
        fuzz_want (isfinite (x), "a number that is not finite");
        fuzz_want (fid_span_f64 (s, &y) && x == y, "two readings of a number");
        fuzz_want (fid_span_decimal (fid_span_of (fid_repr (x, repr)), &y) && x == y,
                   "repr does not read back");
        int digits = 1 + (int)(s.n % FID_DECIMAL_DIGITS);
        char plain[64];
        fid_decimal_text (x, digits, text);
        snprintf (plain, sizeof plain, "%.*g", digits, x);
        fuzz_want (strcmp (text, plain) == 0, "another text than printf's");
        fid_decimal_round (x, 6);
        if (fabs (x) < 1e15)
            fid_rounded (x, 6);
    }
    if (fid_time_seconds (s, &i))
        fuzz_want (i >= -FID_TIME_MAX && i <= FID_TIME_MAX, "an instant beyond all clocks");
    int64_t zone_s, days;
    bool zoned;
    if (fid_time_iso (s, &i, &zone_s, &zoned)) {
        int64_t again;
        fuzz_want (i >= -FID_TIME_MAX && i <= FID_TIME_MAX, "an instant beyond all clocks");
        fid_time_text (i, 9, time);
        fuzz_want (fid_time_iso (fid_span_of (time), &again, NULL, NULL) && again == i,
                   "an instant changes");
    }
    if (fid_time_of_day (s, &i)) {
        fuzz_want (i >= 0 && i < 86401 * INT64_C (1000000000), "more than a day");
        fid_time_ampm (&i, s);
    }
    fid_date (s, false, &days);
    fid_date (s, true, &days);
}

static void as_words (struct fid_span s)
{
    struct fid_span rest = s, part, words[8];
    size_t n = 0;
    while (fid_span_word (&rest, &part))
        n++;
    fuzz_want (fid_span_words (s, words, 8) == n, "words are counted twice");
    rest = s;
    for (n = 0; rest.p && fid_span_field (&rest, ',', &part); n++)
        as_number (part);
    part = fid_span_trim (s);
    fuzz_want (!part.n || (part.p[0] != ' ' && part.p[part.n - 1] != ' '), "blanks are left");
    fid_span_last_part (s);
    fid_span_find (s, "x");
    fid_span_ends (s, ".gz");
}

static int write_plain (const void *s, FILE *f, struct fid_error *err)
{
    (void)err;
    fid_put_plain (f, s);
    return 0;
}

static int write_html (const void *s, FILE *f, struct fid_error *err)
{
    (void)err;
    fid_html (f, "<p title=\"%s\">%s", (const char *)s, (const char *)s);
    fid_html_file (f, "pairs/", s);
    return 0;
}

static int write_table (const void *s, FILE *f, struct fid_error *err)
{
    static const struct fid_column column[] = {{"name", false}, {"n", true}, {"text", false}};
    const enum fid_format *format = s;
    struct fid_cells c;
    fid_cells_init (&c, column, 3);
    for (int i = 0; i < 2; i++) {
        fid_cells_text (&c, (const char *)(format + 1));
        fid_cells_number (&c, i, 2);
        fid_cells_text (&c, (const char *)(format + 1));
    }
    int rc = fid_cells_write (&c, *format, f, err);
    fid_cells_clear (&c);
    return rc;
}

/* Whether a text has no control characters but line ends, and is UTF-8. */
static bool is_tame (const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (((unsigned char)s[i] < ' ' && s[i] != '\n') || s[i] == 0x7f)
            return false;
    for (size_t k = 1; n && *s; s += k)
        if (!(k = fid_utf8_n (s)))
            return false;
    return true;
}

static void as_name (struct fid_span all)
{
    struct fid_error err;
    size_t n;
    int rc;
    struct {
        enum fid_format format;
        char text[256];
    } table;
    n = all.n < sizeof table.text ? all.n : sizeof table.text - 1;
    memcpy (table.text, all.p, n);
    table.text[n] = '\0';
    char *text = fuzz_text (write_plain, table.text, &n, &rc);
    fuzz_want (is_tame (text, n), "a control character reaches the terminal");
    free (text);
    text = fuzz_text (write_html, table.text, &n, &rc);
    fuzz_want (is_tame (text, n), "a control character reaches a page");
    for (const char *p = strchr (text + 1, '<'); p; p = strchr (p + 1, '<'))
        fuzz_want (strncmp (p, "<wbr>", 5) == 0 || strncmp (p, "<a ", 3) == 0 ||
                       strncmp (p, "</a>", 4) == 0,
                   "text becomes markup");
    free (text);
    for (int format = FID_FORMAT_TABLE; format < FID_FORMAT_XLSX; format++) {
        table.format = (enum fid_format)format;
        text = fuzz_text (write_table, &table, &n, &rc);
        if (rc == 0 && format == FID_FORMAT_JSON)
            fuzz_want_json (text, n);
        if (rc == 0 && format != FID_FORMAT_CSV && format != FID_FORMAT_TSV)
            fuzz_want (is_tame (text, n), "a control character reaches a table");
        free (text);
    }
    char *name = fid_plain_name (table.text, &err);
    fuzz_want (name && is_tame (name, strlen (name)) && !strchr (name, '/'),
               "the name of a run is not plain");
    char *again = fid_plain_name (name, &err);
    free (again);
    free (name);
    uint16_t q[64];
    fid_quanta_read (table.text, q, 64);
}

/* The first line is a pattern of logs, the others are lines that it is held against. */
static void as_pattern (struct fid_span all)
{
    char pattern[512];
    struct fid_log_values v;
    struct fid_error err;
    struct fid_span line;
    fid_span_field (&all, '\n', &line);
    size_t n = line.n < sizeof pattern ? line.n : sizeof pattern - 1;
    memcpy (pattern, line.p, n);
    pattern[n] = '\0';
    bool good = fid_log_check (pattern, &err) == 0;
    struct fid_span key = fid_log_key (pattern);
    fuzz_want (key.p >= pattern && key.p + key.n <= pattern + strlen (pattern),
               "a key beyond its pattern");
    fuzz_want (fid_log_weight (pattern) <= 4 * strlen (pattern),
               "a pattern of more than it has");
    while (fid_span_field (&all, '\n', &line))
        for (int inside = 0; inside < 2; inside++)
            if (fid_log_match (pattern, line, inside, &v) && good)
                for (int i = 0; i < FID_VALUE_N; i++)
                    fuzz_want (isfinite (v.at[i]) && v.end <= line.n,
                               "a value that the line does not have");
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t n)
{
    struct fid_span all = {n ? (const char *)data : "", n};
    as_words (all);
    as_number (all);
    as_pattern (all);
    if (n % 8 == 0) /* tables take long */
        as_name (all);
    return 0;
}
