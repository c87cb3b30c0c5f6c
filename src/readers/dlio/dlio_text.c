/* dlio_text.c - see dlio_text.h */
#include <limits.h>
#include <string.h>
#include "base/timeparse.h"
#include "readers/dlio/dlio_text.h"

bool
fid_dlio_take (struct fid_span *text, const char *want)
{
    size_t n = strlen (want);
    if (!fid_span_starts (*text, want))
        return false;
    *text = (struct fid_span){text->p + n, text->n - n};
    return true;
}

static struct fid_span
run_of (struct fid_span text, const char *chars)
{
    size_t n = 0;
    while (n < text.n && text.p[n] && strchr (chars, text.p[n]))
        n++;
    return (struct fid_span){text.p, n};
}

bool
fid_dlio_take_int (struct fid_span *text, int *out)
{
    struct fid_span digits = run_of (*text, "0123456789");
    uint64_t v;
    if (!fid_span_u64 (digits, &v) || v > INT_MAX)
        return false;
    *out = (int)v;
    *text = (struct fid_span){text->p + digits.n, text->n - digits.n};
    return true;
}

bool
fid_dlio_take_number (struct fid_span *text, double *out, struct fid_span *as_text)
{
    struct fid_span number = run_of (*text, "0123456789.eE+-");
    if (!fid_span_f64 (number, out))
        return false;
    if (as_text)
        *as_text = number;
    *text = (struct fid_span){text->p + number.n, text->n - number.n};
    return true;
}

bool
fid_dlio_seek (struct fid_span *text, const char *want)
{
    ptrdiff_t at = fid_span_find (*text, want);
    if (at < 0)
        return false;
    size_t off = (size_t)at + strlen (want);
    *text = (struct fid_span){text->p + off, text->n - off};
    return true;
}

/* "[INFO] " off the text. */
static bool
take_level (struct fid_span *text)
{
    size_t n = 1;
    if (!text->n || text->p[0] != '[')
        return false;
    while (n < text->n && text->p[n] >= 'A' && text->p[n] <= 'Z')
        n++;
    if (n == 1 || n + 1 >= text->n || text->p[n] != ']' || text->p[n + 1] != ' ')
        return false;
    *text = (struct fid_span){text->p + n + 2, text->n - n - 2};
    return true;
}

/* " [src/main.py:42]" off the end. */
static void
drop_place (struct fid_span *text)
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

void
fid_dlio_line (struct fid_span line, struct fid_dlio_line *out)
{
    struct fid_span text = line, rest, stamp, time;
    for (size_t i = 0; i < line.n; i++)
        if (line.p[i] == '\r') /* a progress bar overwrites itself */
            text = (struct fid_span){line.p + i + 1, line.n - i - 1};
    while (take_level (&text))
        ;
    rest = text = fid_span_trim (text);
    *out = (struct fid_dlio_line){.t_ns = INT64_MIN};
    bool word = fid_span_word (&rest, &stamp);
    out->stamped = word && fid_time_iso (stamp, &out->t_ns, NULL, NULL);
    if (!out->stamped && stamp.n == 10 && fid_span_word (&rest, &time)) {
        /* date and time apart */
        stamp.n = (size_t)(time.p + time.n - stamp.p);
        out->stamped = fid_time_iso (stamp, &out->t_ns, NULL, NULL);
    }
    if (out->stamped)
        text = fid_span_trim (rest);
    else
        out->t_ns = INT64_MIN;
    drop_place (&text);
    out->text = text;
}
