/* SPDX-License-Identifier: GPL-3.0-or-later */
/* put_json.c - JSON and data elements of a page (see page.h) */
#include <zlib.h>
#include "base/decimal.h"
#include "report/html/page.h"

#define DIGITS 5

static void put_string (FILE *f, const char *s)
{
    if (!s || !*s) {
        fputs ("null", f);
        return;
    }
    fputc ('"', f);
    for (size_t n; *s; s += n ? n : 1) {
        n = fid_json_plain_n (s);
        n = n ? n : fid_utf8_n (s);
        if (!n)
            fputs ("\xEF\xBF\xBD", f);
        else if (*s == '"' || *s == '\\')
            fprintf (f, "\\%c", *s);
        else if ((unsigned char)*s < 0x20 || *s == 0x7F)
            fprintf (f, "\\u%04x", (unsigned)*s);
        else
            fwrite (s, 1, n, f);
    }
    fputc ('"', f);
}

static void put_number (FILE *f, double x)
{
    char text[FID_DECIMAL_TEXT];
    if (!isfinite (x)) {
        fputs ("null", f);
        return;
    }
    fid_decimal_text (x == 0 ? 0 : x, DIGITS, text); /* no "-0" */
    fputs (text, f);
}

void fid_put_json (FILE *f, const char *fmt, ...)
{
    va_list ap;
    va_start (ap, fmt);
    for (; *fmt; fmt++) {
        size_t n = strcspn (fmt, "%");
        fwrite (fmt, 1, n, f);
        fmt += n;
        if (!*fmt)
            break;
        double x;
        switch (*++fmt) {
        case 's':
            put_string (f, va_arg (ap, const char *));
            break;
        case 'd':
            fprintf (f, "%d", va_arg (ap, int));
            break;
        case 'z':
            fmt++;
            fprintf (f, "%zu", va_arg (ap, size_t));
            break;
        case 'g':
            x = va_arg (ap, double);
            put_number (f, x == FID_ABSENT ? NAN : x);
            break;
        case 'f':
            put_number (f, va_arg (ap, double));
            break;
        }
    }
    va_end (ap);
}

/* Base64 of in[n], with a NUL behind it. */
static void encode_base64 (const unsigned char *in, size_t n, char *out)
{
    static const char digit[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        unsigned v = (unsigned)in[i] << 16 | (i + 1 < n ? in[i + 1] : 0u) << 8 |
                     (i + 2 < n ? in[i + 2] : 0u);
        *out++ = digit[v >> 18];
        *out++ = digit[v >> 12 & 63];
        *out++ = i + 1 < n ? digit[v >> 6 & 63] : '=';
        *out++ = i + 2 < n ? digit[v & 63] : '=';
    }
    *out = '\0';
}

size_t fid_page_put (FILE *f, const char *id, const char *data)
{
    static const char begin[] = "<script type=\"application/octet-stream\" id=\"",
                      end[] = "</script>\n";
    if (f) {
        fprintf (f, "%s%s\">", begin, id);
        fputs (data, f);
        fputs (end, f);
    }
    return sizeof begin + strlen (id) + strlen ("\">") + strlen (data) + sizeof end - 2;
}

char *fid_page_data (char *text, size_t n, struct fid_error *err)
{
    uLongf packed_n = compressBound ((uLong)n);
    FID_FREED unsigned char *packed = malloc (packed_n);
    char *out = NULL;
    if (packed && compress2 (packed, &packed_n, (const Bytef *)text, (uLong)n, 6) == Z_OK &&
        (out = malloc ((packed_n + 2) / 3 * 4 + 1)))
        encode_base64 (packed, packed_n, out);
    else
        fid_error_nomem (err);
    free (text);
    return out;
}
