/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dlio_text.c - see dlio_text.h */
#include "readers/dlio/dlio_text.h"
#include "readers/logtag.h"

#define STAMP_MAX 160 /* a stamp is within so many bytes */

bool fid_dlio_take_int (struct fid_span *text, int *out)
{
    int64_t v = 0;
    size_t n = 0;
    for (; n < text->n && (unsigned)(text->p[n] - '0') <= 9; n++)
        v = v > INT_MAX ? v : v * 10 + (text->p[n] - '0');
    if (!n || n > 20 || v > INT_MAX)
        return false;
    *out = (int)v;
    *text = (struct fid_span){text->p + n, text->n - n};
    return true;
}

bool fid_dlio_take_number (struct fid_span *text, double *out, struct fid_span *as_text)
{
    size_t n = 0;
    for (; n < text->n; n++) {
        char c = text->p[n];
        if ((unsigned)(c - '0') > 9 && c != '.' && c != 'e' && c != 'E' && c != '+' && c != '-')
            break;
    }
    struct fid_span number = {text->p, n};
    if (!fid_span_f64 (number, out))
        return false;
    if (as_text)
        *as_text = number;
    *text = (struct fid_span){text->p + n, text->n - n};
    return true;
}

bool fid_dlio_seek (struct fid_span *text, const char *want)
{
    ptrdiff_t at = fid_span_find (*text, want);
    if (at < 0)
        return false;
    size_t off = (size_t)at + strlen (want);
    *text = (struct fid_span){text->p + off, text->n - off};
    return true;
}

/* " [src/main.py:42]" off the end. */
static void drop_place (struct fid_span *text)
{
    size_t n = text->n, digits = 0;
    if (!n || text->p[--n] != ']')
        return;
    while (n && text->p[n - 1] >= '0' && text->p[n - 1] <= '9')
        n--, digits++;
    if (!digits || !n || text->p[--n] != ':')
        return;
    while (n && text->p[n - 1] != '[' && text->p[n - 1] != ' ')
        n--;
    if (n && text->p[n - 1] == '[')
        *text = fid_span_trim ((struct fid_span){text->p, n - 1});
}

/* Removes "YYYY-MM-DDTHH:MM:SS.f" and all before it, of several such stamps the last: a logger
 * may put its own before the message. */
static bool take_stamp (struct fid_span *text, int64_t *t_ns)
{
    size_t n = text->n < STAMP_MAX ? text->n : STAMP_MAX;
    bool any = false;
    for (size_t i = 10; i < n; i++) {
        const char *p = text->p, *t = memchr (p + i, 'T', n - i);
        if (!t)
            break;
        i = (size_t)(t - p);
        if (p[i - 3] != '-' || p[i - 6] != '-' || (i > 10 && p[i - 11] != ' '))
            continue;
        struct fid_span rest = {p + i - 10, text->n - (i - 10)}, stamp;
        if (!fid_span_word (&rest, &stamp) || !fid_time_iso (stamp, t_ns, NULL, NULL))
            continue;
        *text = rest;
        any = true;
        n = text->n < STAMP_MAX ? text->n : STAMP_MAX;
        i = 9;
    }
    return any;
}

void fid_dlio_line (struct fid_span line, struct fid_dlio_line *out)
{
    struct fid_span text = line, rest, stamp, time;
    struct fid_log_tag tag;
    for (const char *cr; text.n && (cr = memchr (text.p, '\r', text.n));) {
        /* a progress bar overwrites itself */
        text.n -= (size_t)(cr + 1 - text.p);
        text.p = cr + 1;
    }
    fid_log_tag_take (&text, &tag);
    ptrdiff_t at = fid_span_ends (text, "m") ? fid_span_find (text, "\x1b[") : -1;
    for (size_t i = at < 0 ? text.n : (size_t)at; i < text.n; i++)
        if (text.p[i] == '\x1b' && text.n - i < 8) /* colours at the end */
            text.n = i;
    *out = (struct fid_dlio_line){0};
    out->stamped = take_stamp (&text, &out->t_ns);
    if (!out->stamped)
        fid_log_logging_take (&text);
    while (!out->stamped && fid_span_starts (text, "[")) { /* "[INFO] " */
        size_t n = 1;
        while (n < text.n && text.p[n] >= 'A' && text.p[n] <= 'Z')
            n++;
        if (n == 1 || n + 1 >= text.n || text.p[n] != ']' || text.p[n + 1] != ' ')
            break;
        text = (struct fid_span){text.p + n + 2, text.n - n - 2};
    }
    rest = text;
    if (!out->stamped && fid_span_word (&rest, &stamp) && stamp.n == 10 &&
        fid_span_word (&rest, &time)) { /* "YYYY-MM-DD HH:MM:SS.f" */
        stamp.n = (size_t)(fid_span_end (time) - stamp.p);
        out->stamped = fid_time_iso (stamp, &out->t_ns, NULL, NULL);
        text = out->stamped ? rest : text;
    }
    if (!out->stamped)
        out->t_ns = INT64_MIN;
    text = fid_span_trim (text);
    drop_place (&text);
    out->text = text;
}

bool fid_dlio_int (struct fid_span digits, int *out)
{
    uint64_t v;
    if (!fid_span_u64 (digits, &v) || v > INT_MAX)
        return false;
    *out = (int)v;
    return true;
}
