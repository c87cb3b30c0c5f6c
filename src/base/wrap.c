/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wrap.c - see wrap.h */
#include "base/plain.h"
#include "base/wrap.h"

/* Whether a line must not end between the two: a number and its unit, an arrow and what it
 * leads to. */
static bool belong_together (const char *a, size_t an, const char *b, size_t bn)
{
    static const char *const units[] = {"s",   "ms", "us",     "ns",      "min",    "h",
                                        "%",   "B",  "KiB",    "MiB",     "GiB",    "TiB",
                                        "Hz",  "MB", "KiB/s",  "MiB/s",   "GiB/s",  "px",
                                        "ppm", "GB", "octave", "octaves", "decades"};
    if (an == 2 && memcmp (a, "->", 2) == 0)
        return true;
    if (a[an - 1] < '0' || a[an - 1] > '9')
        return false;
    while (bn && strchr (",;:.()", b[bn - 1]))
        bn--;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strlen (units[i]) == bn && memcmp (units[i], b, bn) == 0)
            return true;
    return false;
}

/* The next words of s that belong together, without the blanks around them; their length to
 * *n, 0 at the end. */
static const char *next_words (const char *s, size_t *n)
{
    const char *from = s + strspn (s, " "), *word = from;
    size_t word_n = strcspn (word, " ");
    for (const char *next; word[word_n]; word = next) {
        size_t next_n;
        next = word + word_n + strspn (word + word_n, " ");
        next_n = strcspn (next, " ");
        if (!next_n || next != word + word_n + 1 ||
            !belong_together (word, word_n, next, next_n))
            break;
        word_n = next_n;
    }
    *n = (size_t)(word - from) + word_n;
    return from;
}

int fid_wrap_from (FILE *f, size_t indent, const char *s, size_t width, struct fid_error *err)
{
    char *clean = fid_cell_plain (s, err), *rest = clean;
    FID_TRY (!clean);
    size_t at = indent, n;
    for (const char *words; words = next_words (rest, &n), n;) {
        bool last = !words[n];
        rest = clean + (words - clean) + n;
        *rest = '\0'; /* for fid_text_width */
        size_t w = fid_text_width (words);
        if (at > indent && at + 1 + w > width) {
            fprintf (f, "\n%*s", (int)indent, "");
            at = indent;
        }
        fprintf (f, at > indent ? " %s" : "%s", words);
        at += w + (at > indent);
        if (last)
            break;
        rest++;
    }
    fputc ('\n', f);
    free (clean);
    return 0;
}

int fid_wrap (FILE *f, const char *first, const char *s, size_t width, struct fid_error *err)
{
    fputs (first, f);
    return fid_wrap_from (f, fid_text_width (first), s, width, err);
}

int fid_wrap_made (FILE *f, const char *first, char *text, size_t width, struct fid_error *err)
{
    int rc = !text ? -1 : *text ? fid_wrap (f, first, text, width, err) : 0;
    free (text);
    return rc;
}
