/* SPDX-License-Identifier: GPL-3.0-or-later */
/* html.c - see html.h */
#include "base/decimal.h"
#include "base/jsonbuild.h"
#include "base/html.h"

/* What stands for an ASCII character; NULL: itself. */
static const char *entity_of (char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    case '\n':
    case '\t':
        return " ";
    default:
        return (unsigned char)c < 0x20 || c == 0x7F ? "\xEF\xBF\xBD" : NULL;
    }
}

static void put_escaped (FILE *f, const char *s)
{
    for (size_t plain = 0; s && *s; s += plain) {
        for (plain = 0; s[plain] && !((unsigned char)s[plain] & 0x80) && !entity_of (s[plain]);)
            plain++;
        fwrite (s, 1, plain, f);
        if (plain)
            continue;
        bool ascii = !((unsigned char)*s & 0x80);
        size_t n = ascii ? 0 : fid_utf8_n (s);
        if (n)
            fwrite (s, 1, n, f);
        else
            fputs (ascii ? entity_of (*s) : "\xEF\xBF\xBD", f);
        plain = n ? n : 1;
    }
}

/* The digits of "%.<digits>g" if there are so many that fid_decimal_text writes; else 0. */
static int digits_of (const char *spec)
{
    int digits = 0;
    if (spec[0] != '%' || spec[1] != '.')
        return 0;
    for (spec += 2; *spec >= '0' && *spec <= '9'; spec++)
        digits = 10 * digits + (*spec - '0');
    return *spec == 'g' && digits <= FID_DECIMAL_DIGITS ? digits : 0;
}

/* A number in the C locale: a decimal point, never a comma; "-0.0" is "0.0". */
static void put_number (FILE *f, const char *spec, double x)
{
    char text[512];
    int digits = isfinite (x) ? digits_of (spec) : 0;
    if (digits)
        fid_decimal_text (x, digits, text);
    else
        snprintf (text, sizeof text, spec, x);
    for (char *p = text; *p; p++)
        if (*p == ',')
            *p = '.';
    bool zero = text[0] == '-' && strspn (text + 1, "0.") == strlen (text + 1);
    fputs (isfinite (x) ? text + zero : "\xE2\x80\x93", f);
}

void fid_html (FILE *f, const char *fmt, ...)
{
    va_list ap;
    va_start (ap, fmt);
    while (*fmt) {
        size_t plain = strcspn (fmt, "%");
        fwrite (fmt, 1, plain, f);
        fmt += plain;
        if (!*fmt)
            break;
        char spec[16];
        size_t n = 1 + strcspn (fmt + 1, "sdugf%") + 1;
        if (n >= sizeof spec || !fmt[n - 1])
            break; /* none of ours: the compiler has seen the others */
        memcpy (spec, fmt, n);
        spec[n] = '\0';
        fmt += n;
        switch (spec[n - 1]) {
        case 's':
            put_escaped (f, va_arg (ap, const char *));
            break;
        case 'd':
            fprintf (f, "%d", va_arg (ap, int));
            break;
        case 'u':
            fprintf (f, "%zu", va_arg (ap, size_t));
            break;
        case '%':
            fputc ('%', f);
            break;
        default:
            put_number (f, spec, va_arg (ap, double));
        }
    }
    va_end (ap);
}

void fid_html_file (FILE *f, const char *folder, const char *name)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-._~";
    fprintf (f, "<a href=\"%s", folder);
    for (const char *s = name; *s; s++)
        fprintf (f, strchr (plain, *s) ? "%c" : "%%%02X", (unsigned char)*s);
    fid_html (f, "\">%s</a>", name);
}
