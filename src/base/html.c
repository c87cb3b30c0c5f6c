/* html.c - see html.h */
#include "config.h"
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "base/jsonbuild.h"
#include "base/html.h"

static void
put_escaped (FILE *f, const char *s)
{
    for (size_t n; s && *s; s += n ? n : 1) {
        n = fid_utf8_n (s);
        if (n == 0 || (unsigned char)*s < 0x20 || *s == 0x7F)
            fputs (*s == '\n' || *s == '\t' ? " " : "\xEF\xBF\xBD", f);
        else if (n > 1)
            fwrite (s, 1, n, f);
        else
            switch (*s) {
            case '&':
                fputs ("&amp;", f);
                break;
            case '<':
                fputs ("&lt;", f);
                break;
            case '>':
                fputs ("&gt;", f);
                break;
            case '"':
                fputs ("&quot;", f);
                break;
            case '\'':
                fputs ("&#39;", f);
                break;
            default:
                fputc (*s, f);
            }
    }
}

/* A number in the C locale: a decimal point, never a comma; "-0.0" is "0.0". */
static void
put_number (FILE *f, const char *spec, double x)
{
    char text[512];
    snprintf (text, sizeof text, spec, x);
    for (char *p = text; *p; p++)
        if (*p == ',')
            *p = '.';
    bool zero = text[0] == '-' && strspn (text + 1, "0.") == strlen (text + 1);
    fputs (isfinite (x) ? text + zero : "\xE2\x80\x93", f);
}

void
fid_html (FILE *f, const char *fmt, ...)
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

void
fid_html_name (FILE *f, const char *name)
{
    for (size_t n; *name; name += n) {
        char part[256];
        n = strcspn (name, "_-./");
        n += name[n] != '\0';
        if (n >= sizeof part) { /* no place to break at */
            fid_html (f, "%s", name);
            return;
        }
        memcpy (part, name, n);
        part[n] = '\0';
        fid_html (f, "%s", part);
        if (name[n])
            fputs ("<wbr>", f);
    }
}

void
fid_html_link (FILE *f, const char *prefix, size_t i, const char *text)
{
    fid_html (f, "<a href=\"#%s-%zu\">", prefix, i);
    fid_html_name (f, text);
    fputs ("</a>", f);
}

void
fid_html_begin_file (FILE *f, const char *folder, const char *name)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-._~";
    fprintf (f, "<a href=\"%s", folder);
    for (const char *s = name; *s; s++)
        fprintf (f, strchr (plain, *s) ? "%c" : "%%%02X", (unsigned char)*s);
    fputs ("\">", f);
}

void
fid_html_file (FILE *f, const char *folder, const char *name)
{
    fid_html_begin_file (f, folder, name);
    fid_html (f, "%s</a>", name);
}

const char *
fid_html_member (const cJSON *o, const char *key)
{
    const cJSON *m = cJSON_GetObjectItemCaseSensitive (o, key);
    return cJSON_IsString (m) ? m->valuestring : NULL;
}

double
fid_html_number (const cJSON *o, const char *key, double fallback)
{
    const cJSON *m = cJSON_GetObjectItemCaseSensitive (o, key);
    return cJSON_IsNumber (m) && isfinite (m->valuedouble) ? m->valuedouble : fallback;
}
