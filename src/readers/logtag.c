/* SPDX-License-Identifier: GPL-3.0-or-later */
/* logtag.c - see logtag.h */
#include "readers/logtag.h"

#define LOGGING_MAX 120 /* bytes that a logger puts before the name of the level */

static const char *const levels[] = {"INFO",     "DEBUG", "WARNING", "ERROR",
                                     "CRITICAL", "WARN",  "NOTICE"};

static bool is_letter (char c)
{
    return (unsigned)((c | 0x20) - 'a') < 26;
}

static struct fid_span rest_behind (struct fid_span s, size_t n)
{
    return (struct fid_span){s.p + n, s.n - n};
}

/* Removes ANSI sequences, such as colours, from the start. */
static void take_colours (struct fid_span *s)
{
    while (s->n > 2 && s->p[0] == '\x1b' && s->p[1] == '[') {
        size_t n = 2;
        while (n < s->n && (fid_is_digit (s->p[n]) || s->p[n] == ';'))
            n++;
        if (n == s->n)
            return;
        *s = rest_behind (*s, n + 1);
    }
}

static inline bool take_text (struct fid_span *s, const char *want)
{
    if (!fid_span_starts (*s, want))
        return false;
    *s = rest_behind (*s, strlen (want));
    return true;
}

/* Removes blanks and colours; false if the text starts with neither.  The end of a line counts
 * as a blank. */
static bool take_blank (struct fid_span *s)
{
    size_t all_n = s->n, n;
    do {
        n = s->n;
        take_colours (s);
        while (s->n && (s->p[0] == ' ' || s->p[0] == '\t'))
            *s = rest_behind (*s, 1);
    } while (s->n != n);
    return !n || n != all_n;
}

static bool take_number (struct fid_span *s, uint64_t *out)
{
    size_t n = 0;
    while (n < s->n && fid_is_digit (s->p[n]))
        n++;
    if (!fid_span_u64 ((struct fid_span){s->p, n}, out))
        return false;
    *s = rest_behind (*s, n);
    return true;
}

/* "[12] ", "[default3]:", "[rank3]:", "[1,12]<stdout>:", "[host@1,12]<stderr>: " */
static bool take_bracket (struct fid_span *line, uint64_t *rank)
{
    struct fid_span s = *line, job;
    uint64_t unused;
    if (!take_text (&s, "["))
        return false;
    size_t n = 0;
    while (n < s.n && n < 80 && s.p[n] != ']' && s.p[n] != ',')
        n++;
    job = (struct fid_span){s.p, n};
    if (n < s.n && s.p[n] == ',') {
        ptrdiff_t at = fid_span_find (job, "@");
        job = at < 0 ? job : rest_behind (job, (size_t)at + 1);
        s = rest_behind (s, n + 1);
        if (!fid_span_u64 (job, &unused) || !take_number (&s, rank) || !take_text (&s, "]") ||
            !(take_text (&s, "<stdout>:") || take_text (&s, "<stderr>:")))
            return false;
        take_blank (&s);
    } else {
        if (n && !fid_is_digit (*s.p) && *s.p != 'd' && *s.p != 'r')
            return false; /* mostly a level */
        if (!take_text (&s, "default"))
            take_text (&s, "rank");
        if (!take_number (&s, rank) || !take_text (&s, "]"))
            return false;
        bool colon = take_text (&s, ":");
        if (!take_blank (&s) && !colon)
            return false;
    }
    *line = s;
    return true;
}

/* "  0: " */
static bool take_padded (struct fid_span *line, uint64_t *rank)
{
    struct fid_span s = *line;
    if (is_letter (*s.p) || *s.p == '[')
        return false;
    take_blank (&s);
    if (!take_number (&s, rank) || !take_text (&s, ":") || !take_blank (&s))
        return false;
    *line = s;
    return true;
}

/* "trainer-1  | " or "node03: " */
static bool take_name (struct fid_span *line, struct fid_span *name)
{
    struct fid_span s = *line;
    bool letter = false;
    size_t n = 0;
    for (; n < s.n; n++) {
        char c = s.p[n];
        if (!fid_is_digit (c) && !is_letter (c) && c != '-' && c != '_' && c != '.')
            break;
        letter |= is_letter (c);
    }
    struct fid_span word = {s.p, n};
    s = rest_behind (s, n);
    if (!letter)
        return false;
    if (!take_text (&s, ":") && (!take_blank (&s) || !take_text (&s, "|")))
        return false;
    if (!take_blank (&s))
        return false;
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        if (fid_span_is (word, levels[i]))
            return false;
    *name = word;
    *line = s;
    return true;
}

void fid_log_tag_take (struct fid_span *line, struct fid_log_tag *tag)
{
    struct fid_span s = *line;
    size_t n = 1;
    *tag = (struct fid_log_tag){0};
    while (n < s.n && s.p[n] >= 'A' && s.p[n] <= 'Z')
        n++;
    if (n > 1 && n < s.n && s.p[0] == '[' && s.p[n] == ']') /* "[INFO]" is no tag */
        return;
    take_colours (&s);
    while (s.n) {
        uint64_t rank;
        if (take_bracket (&s, &rank) || take_padded (&s, &rank)) {
            tag->ranked = true;
            tag->rank = rank;
        } else if (tag->name.n || !take_name (&s, &tag->name)) {
            break;
        }
    }
    *line = s;
}

void fid_log_logging_take (struct fid_span *line)
{
    static const char *const after[] = {"] - ", " - ", "]: "};
    struct fid_span head = {line->p, line->n < LOGGING_MAX ? line->n : LOGGING_MAX};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        ptrdiff_t at = fid_span_find (head, levels[i]);
        if (at < 0)
            continue;
        struct fid_span s = rest_behind (*line, (size_t)at + strlen (levels[i]));
        for (size_t k = 0; k < sizeof after / sizeof *after; k++)
            if (take_text (&s, after[k])) {
                *line = s;
                return;
            }
        if (at || !take_text (&s, ":"))
            continue;
        size_t n = 0; /* "INFO:root:" */
        while (n < s.n && s.p[n] != ':' && s.p[n] != ' ')
            n++;
        if (n < s.n && s.p[n] == ':') {
            *line = rest_behind (s, n + 1);
            return;
        }
    }
}
