/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plain.c - see plain.h */
#include "base/jsonbuild.h"
#include "base/plain.h"

/* The character of n bytes, which is UTF-8. */
static unsigned code_of (const char *s, size_t n)
{
    unsigned code = n == 1 ? (unsigned char)*s : (unsigned char)*s & (0x7Fu >> n);
    for (size_t i = 1; i < n; i++)
        code = code << 6 | ((unsigned char)s[i] & 0x3F);
    return code;
}

size_t fid_plain_n (const char *s)
{
    static const unsigned harmful[][2] = {
        {0, 0x1F},        {0x7F, 0x9F},     {0x61C, 0x61C},
        {0x200E, 0x200F}, {0x2028, 0x202E}, /* line ends, embeddings and overrides */
        {0x2066, 0x2069}, {0xFEFF, 0xFEFF}, /* isolates; a mark without width */
    };
    size_t n = fid_utf8_n (s);
    unsigned code = n ? code_of (s, n) : 0;
    for (size_t i = 0; i < sizeof harmful / sizeof *harmful; i++)
        if (code >= harmful[i][0] && code <= harmful[i][1])
            return 0;
    return n;
}

void fid_put_plain (FILE *f, const char *s)
{
    for (size_t n; *s; s += n) {
        n = fid_plain_n (s);
        if (n) {
            fwrite (s, 1, n, f);
            continue;
        }
        fputc (strchr ("\n\t\r", *s) ? ' ' : '?', f);
        n = fid_utf8_step (s);
    }
}

char *fid_plain_name (const char *name, struct fid_error *err)
{
    char *out = malloc (3 * strlen (name) + 1), *to = out;
    if (!out)
        return fid_null_nomem (err);
    while (*name) {
        size_t n = fid_plain_n (name);
        bool code = *name == '%' && isxdigit ((unsigned char)name[1]) &&
                    isxdigit ((unsigned char)name[2]);
        if (n && *name != '/' && !code) {
            memcpy (to, name, n);
            to += n;
            name += n;
            continue;
        }
        /* all bytes of a character that is not plain */
        for (size_t k = n ? 1 : fid_utf8_step (name); k > 0; k--)
            to += sprintf (to, "%%%02X", (unsigned char)*name++);
    }
    *to = '\0';
    return out;
}

size_t fid_text_width (const char *s)
{
    size_t n = 0;
    for (; *s; s++)
        n += (*s & 0xC0) != 0x80; /* the first byte of each character */
    return n;
}

/* s as fid_put_plain writes it and, for Markdown, with '|' and what HTML begins with escaped.
 */
static char *clean_text (const char *s, bool md, struct fid_error *err)
{
    char *out = malloc (5 * strlen (s) + 1), *p = out;
    if (!out)
        return fid_null_nomem (err);
    for (size_t n; *s; s += n) {
        n = fid_plain_n (s);
        if (md && n && strchr ("|<&", *s)) {
            p = stpcpy (p, *s == '|' ? "\\|" : *s == '<' ? "&lt;" : "&amp;");
        } else if (n) {
            memcpy (p, s, n);
            p += n;
        } else {
            *p++ = strchr ("\n\t\r", *s) ? ' ' : '?';
            n = fid_utf8_step (s);
        }
    }
    *p = '\0';
    return out;
}

char *fid_cell_md (const char *s, struct fid_error *err)
{
    return clean_text (s, true, err);
}

char *fid_cell_plain (const char *s, struct fid_error *err)
{
    return clean_text (s, false, err);
}

static ssize_t pass_markdown (void *to, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (text[i] == '<')
            fputs ("&lt;", to);
        else
            fputc (text[i], to);
    return (ssize_t)n;
}

FILE *fid_markdown_open (FILE *f, struct fid_error *err)
{
    FILE *md = fopencookie (f, "w", (cookie_io_functions_t){.write = pass_markdown});
    if (!md)
        fid_error_nomem (err);
    return md;
}

char *fid_shell_word (const char *s, struct fid_error *err)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-.+/";
    bool quoted = !*s || s[strspn (s, plain)];
    char *out = malloc (4 * strlen (s) + 3), *p = out;
    if (!out)
        return fid_null_nomem (err);
    p = quoted ? stpcpy (p, "'") : p;
    for (; *s; s++)
        if (*s == '\'')
            p = stpcpy (p, "'\\''");
        else
            *p++ = *s;
    p = quoted ? stpcpy (p, "'") : p;
    *p = '\0';
    return out;
}

size_t fid_put_clipped (FILE *f, const char *s, size_t most)
{
    size_t width = fid_text_width (s), column = 0;
    for (; *s; s++) {
        bool begins = ((unsigned char)*s & 0xC0) != 0x80;
        if (begins && width > most && column + 2 >= most) {
            fputs (most - column == 2 ? ".." : most > column ? "." : "", f);
            return most;
        }
        column += begins;
        fputc (*s, f);
    }
    return column;
}
