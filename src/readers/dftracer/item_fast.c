/* SPDX-License-Identifier: GPL-3.0-or-later */
/* item_fast.c - the plain lines of a DFTracer trace (see item.h)
 *
 * Nearly all lines are one object without blanks, with texts without backslashes, whole
 * numbers, and one object inside (args).  Those are read here, from the places of their
 * quotes; every other line is left to fid_dft_item_read, which knows the whole format and
 * gives the same result for the lines read here. */
#include "base/scan.h"
#include "readers/dftracer/item.h"

/* The text of v as a whole number; false: leave the line. */
static inline bool whole_number (struct fid_span v, int64_t *out)
{
    uint64_t u;
    if (!fid_scan_digits (v.p, v.n, &u))
        return fid_span_i64 (v, out);
    *out = (int64_t)u;
    return true;
}

static inline bool take_us (struct fid_span v, int64_t *us, bool *known)
{
    if (!whole_number (v, us))
        return false;
    *known = *us >= 0 && *us < FID_TIME_MAX / FID_US / 2;
    return true;
}

/* A number of args that must be at least `least` to count. */
static inline bool take_least (struct fid_span v, int64_t least, int64_t *out, bool *known)
{
    if (!whole_number (v, out))
        return false;
    *known = *out >= least;
    return true;
}

/* Whether a value that is not used is well-formed: a text, or up to 24 digits. */
static inline bool is_sound (struct fid_span v, bool quoted)
{
    if (quoted)
        return true;
    size_t sign_n = v.n && *v.p == '-', n = v.n - sign_n;
    const char *p = v.p + sign_n;
    if (n - 1 >= 24)
        return false;
    uint64_t zeros = FID_BYTES8 ('0'), first = fid_scan_load (p) ^ zeros;
    if (n <= 8)
        return !fid_scan_beyond9 (first << (64 - 8 * n));
    return !fid_scan_beyond9 (first) && !fid_scan_beyond9 (fid_scan_load (p + n - 8) ^ zeros) &&
           (n <= 16 || !fid_scan_beyond9 (fid_scan_load (p + 8) ^ zeros));
}

static inline bool is_word (struct fid_span s, const char *word, size_t n)
{
    return memcmp (s.p, word, n) == 0;
}

/* A member of the object; false: leave the line. */
static inline bool take_member (struct fid_dft_item *it, struct fid_span key, struct fid_span v,
                                bool quoted)
{
    bool pid_known;
    switch (key.n) {
    case 2:
        if (is_word (key, "ts", 2))
            return take_us (v, &it->ts_us, &it->timed);
        if (is_word (key, "ph", 2)) {
            it->ph = v;
            return quoted;
        }
        break;
    case 3:
        if (is_word (key, "dur", 3))
            return take_us (v, &it->dur_us, &it->timed_dur);
        if (is_word (key, "cat", 3)) {
            it->cat = v;
            return quoted;
        }
        if (is_word (key, "pid", 3)) {
            if (!take_least (v, 0, &it->pid, &pid_known))
                return false;
            it->pid = pid_known ? it->pid : -1;
            return true;
        }
        break;
    case 4:
        if (is_word (key, "name", 4)) {
            it->name = v;
            return quoted;
        }
        if (is_word (key, "args", 4))
            return false;
        break;
    default:
        break;
    }
    return is_sound (v, quoted);
}

/* A member of args. */
static inline bool take_arg (struct fid_dft_item *it, struct fid_span key, struct fid_span v,
                             bool quoted)
{
    switch (key.n) {
    case 3:
        if (is_word (key, "ret", 3)) {
            it->has_ret = true;
            return whole_number (v, &it->ret);
        }
        break;
    case 4:
        if (is_word (key, "size", 4))
            return take_least (v, 1, &it->size, &it->has_size);
        if (is_word (key, "step", 4))
            return whole_number (v, &it->step);
        if (is_word (key, "name", 4))
            it->meta_name = v;
        break;
    case 5:
        if (is_word (key, "epoch", 5))
            return whole_number (v, &it->epoch);
        if (is_word (key, "count", 5))
            return whole_number (v, &it->count);
        if (is_word (key, "fname", 5)) {
            it->fname = v;
            return quoted;
        }
        if (is_word (key, "fhash", 5))
            it->fhash = v;
        else if (is_word (key, "hhash", 5))
            it->hhash = v;
        else if (is_word (key, "value", 5))
            it->meta_value = v;
        break;
    case 6:
        if (is_word (key, "offset", 6))
            return take_least (v, 0, &it->offset, &it->has_offset);
        break;
    default:
        if (key.n > 4 && is_word ((struct fid_span){key.p + key.n - 4, 4}, "_sum", 4))
            return false;
        break;
    }
    return is_sound (v, quoted);
}

/* The text in quotes at *p; i is the number of the first mark there or behind.  False: none,
 * or it has a backslash, or its end is not in the window. */
static inline bool take_text (const struct fid_dft_window *w, const char **p, size_t *i,
                              struct fid_span *text)
{
    if (*i + 1 >= w->mark_n || w->p + w->mark[*i] != *p || **p != '"')
        return false;
    const char *end = w->p + w->mark[*i + 1];
    if (*end != '"')
        return false;
    *text = (struct fid_span){*p + 1, (size_t)(end - *p) - 1};
    *p = end + 1;
    *i += 2;
    return true;
}

/* What stands at *p up to the comma or bracket behind it, which is a number if it has digits
 * alone: the next mark, number i, is the next key or the end of the line. */
static inline bool take_bare (const struct fid_dft_window *w, const char **p, size_t i,
                              struct fid_span *text)
{
    const char *end = w->p + w->mark[i];
    if (i >= w->mark_n || end - *p > 32)
        return false;
    end -= end[-1] == ',';
    while (end > *p && end[-1] == '}')
        end--;
    *text = (struct fid_span){*p, (size_t)(end - *p)};
    *p = end;
    return true;
}

bool fid_dft_item_fast (const struct fid_dft_window *w, size_t from, size_t *i,
                        struct fid_dft_item *it)
{
    const char *p = w->p + from;
    bool args = false;
    *it = (struct fid_dft_item){.pid = -1, .epoch = -1, .step = -1, .count = -1};
    if (*p++ != '{')
        return false;
    for (;;) {
        struct fid_span key, v;
        if (!take_text (w, &p, i, &key) || *p++ != ':')
            return false;
        bool quoted = *p == '"';
        if (*p == '{') {
            if (args || !fid_span_is (key, "args") || *++p == '}')
                return false;
            args = true;
            continue;
        }
        if (quoted ? !take_text (w, &p, i, &v) : !take_bare (w, &p, *i, &v))
            return false;
        if (args ? !take_arg (it, key, v, quoted) : !take_member (it, key, v, quoted))
            return false;
        if (*p == '}' && args) {
            args = false;
            p++;
        }
        if (*p == ',') {
            p++;
            continue;
        }
        if (*p++ != '}' || args)
            return false;
        p += *p == ',';
        return *i < w->mark_n && w->p + w->mark[*i] == p && *p == '\n';
    }
}
