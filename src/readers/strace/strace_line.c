/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strace_line.c - see strace_line.h */
#include "readers/strace/strace_line.h"

#define EPOCH_MIN (3652 * FID_DAY) /* 1980: earlier stamps are differences (-r) */

/* SECONDS.FRACTION as ns, quicker than fid_time_seconds: every line has one. */
static bool take_seconds (struct fid_span s, int64_t *ns)
{
    int64_t sec = 0, frac = 0, unit = FID_S;
    size_t i = 0;
    for (; i < s.n && i < 10 && fid_is_digit (s.p[i]); i++)
        sec = sec * 10 + (s.p[i] - '0');
    if (!i || i == s.n || (s.p[i] != '.' && s.p[i] != ',') || sec > FID_TIME_MAX / FID_S - 1)
        return false;
    for (i++; i < s.n && fid_is_digit (s.p[i]); i++) {
        unit /= 10;
        frac += (s.p[i] - '0') * unit;
    }
    *ns = sec * FID_S + frac;
    return i == s.n;
}

static enum fid_strace_stamp stamp_of (struct fid_span s, int64_t *ns)
{
    if (s.n > 8 && take_seconds (s, ns))
        return *ns >= EPOCH_MIN ? FID_STRACE_EPOCH : FID_STRACE_BARE;
    if (s.n >= 8 && s.p[2] == ':' && fid_time_of_day (s, ns))
        return FID_STRACE_DAY;
    if (s.n >= 19 && s.p[4] == '-' && fid_time_iso (s, ns, NULL, NULL))
        return FID_STRACE_EPOCH;
    return FID_STRACE_BARE;
}

/* "[pid 15973]" on a terminal, "15973" in a file. */
static void take_pid (struct fid_span *rest, int64_t *pid)
{
    struct fid_span ahead = *rest, word;
    uint64_t n;
    if (!fid_span_word (&ahead, &word))
        return;
    if (fid_span_is (word, "[pid")) {
        if (!fid_span_word (&ahead, &word) || !fid_span_ends (word, "]"))
            return;
        word.n--;
    }
    if (fid_span_u64 (word, &n) && n <= INT32_MAX) {
        *pid = (int64_t)n;
        *rest = ahead;
    }
}

void fid_strace_line (struct fid_span line, struct fid_strace_line *out)
{
    struct fid_span word;
    *out = (struct fid_strace_line){.pid = -1, .rest = line};
    take_pid (&out->rest, &out->pid);
    struct fid_span ahead = out->rest;
    if (fid_span_word (&ahead, &word)) {
        out->stamp = stamp_of (word, &out->t_ns);
        if (out->stamp != FID_STRACE_BARE)
            out->rest = ahead;
    }
    out->rest = fid_span_trim (out->rest);
}

bool fid_strace_name (struct fid_span text, struct fid_span *name)
{
    size_t n = 0;
    while (n < text.n && ((text.p[n] >= 'a' && text.p[n] <= 'z') || fid_is_digit (text.p[n]) ||
                          text.p[n] == '_' || text.p[n] == '?'))
        n++;
    *name = (struct fid_span){text.p, n};
    return n && n < text.n && text.p[n] == '(';
}

/* --- the arguments */

/* The place behind the text in quotes that begins at i. */
static size_t skip_quoted (struct fid_span s, size_t i)
{
    for (i++; i < s.n && s.p[i] != '"'; i++)
        i += s.p[i] == '\\' && i + 1 < s.n;
    return i < s.n ? i + 1 : s.n;
}

/* The place behind "<...>" that begins at i; such paths may hold others. */
static size_t skip_angle (struct fid_span s, size_t i)
{
    int depth = 0;
    for (; i < s.n; i++) {
        depth += (s.p[i] == '<') - (s.p[i] == '>' && s.p[i - 1] != '-');
        if (!depth)
            return i + 1;
    }
    return s.n;
}

/* Splits the arguments that begin at i; *end is the place of the closing bracket. */
static bool split_args (struct fid_span s, size_t i, struct fid_strace_call *c, size_t *end)
{
    size_t from = i;
    int depth = 0;
    while (i < s.n) {
        char ch = s.p[i];
        bool last = depth == 0 && ch == ')';
        if (last || (depth == 0 && ch == ',')) {
            struct fid_span arg = fid_span_trim ((struct fid_span){s.p + from, i - from});
            if (c->arg_n < FID_STRACE_ARGS && (arg.n || !last))
                c->arg[c->arg_n++] = arg;
            from = i + 1;
            if (last) {
                *end = i;
                return true;
            }
        }
        if (ch == '"') {
            i = skip_quoted (s, i);
            continue;
        }
        if (ch == '<' && i && (fid_is_digit (s.p[i - 1]) || s.p[i - 1] == 'D')) {
            i = skip_angle (s, i);
            continue;
        }
        depth += (ch == '(' || ch == '[' || ch == '{') - (ch == ')' || ch == ']' || ch == '}');
        i++;
    }
    return false;
}

/* " = 3 <0.000012>", " = -1 ENOENT (No such file or directory) <...>", " = ?". */
static bool take_result (struct fid_span s, struct fid_strace_call *c)
{
    struct fid_span word;
    s = fid_span_trim (s);
    if (!fid_span_starts (s, "= "))
        return false;
    s = (struct fid_span){s.p + 2, s.n - 2};
    if (s.n && s.p[s.n - 1] == '>') {
        size_t at = s.n - 1;
        while (at && s.p[at] != '<')
            at--;
        struct fid_span time = {s.p + at + 1, s.n - at - 2};
        c->timed = at && s.p[at - 1] == ' ' && take_seconds (time, &c->dur_ns);
        if (c->timed)
            s.n = at;
    }
    if (!fid_span_word (&s, &word))
        return false;
    c->unknown = fid_span_is (word, "?");
    if (c->unknown)
        return true;
    size_t n = 0;
    while (n < word.n && word.p[n] != '<')
        n++;
    if (n < word.n) { /* a path may hold blanks: up to the last '>' */
        struct fid_span all = fid_span_trim (
            (struct fid_span){word.p + n + 1, (size_t)(s.p + s.n - word.p) - n - 1});
        while (all.n && all.p[all.n - 1] != '>')
            all.n--;
        c->ret_path = all.n ? (struct fid_span){all.p, all.n - 1} : all;
        word.n = n;
    }
    uint64_t hex;
    if (fid_span_hex (word, &hex)) /* an address, of calls of no interest */
        c->ret = 0;
    else if (!fid_span_i64 (word, &c->ret))
        return false;
    c->failed = c->ret < 0;
    return true;
}

bool fid_strace_call (struct fid_span text, struct fid_strace_call *out)
{
    struct fid_span name;
    size_t end;
    *out = (struct fid_strace_call){0};
    if (!fid_strace_name (text, &name) || !split_args (text, name.n + 1, out, &end))
        return false;
    return take_result ((struct fid_span){text.p + end + 1, text.n - end - 1}, out);
}

bool fid_strace_fd (struct fid_span arg, int64_t *fd, struct fid_span *path)
{
    size_t n = 0;
    while (n < arg.n && arg.p[n] != '<')
        n++;
    struct fid_span number = {arg.p, n};
    *path = (struct fid_span){"", 0};
    if (n + 1 < arg.n && arg.p[arg.n - 1] == '>')
        *path = (struct fid_span){arg.p + n + 1, arg.n - n - 2};
    if (fid_span_is (number, "AT_FDCWD")) {
        *fd = AT_FDCWD;
        return true;
    }
    return fid_span_i64 (number, fd) && *fd >= 0;
}

static bool hex_digits (struct fid_span s, uint64_t *out)
{
    *out = 0;
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        bool letter = c >= 'a' && c <= 'f';
        if (!letter && !fid_is_digit (c))
            return false;
        *out = *out * 16 + (uint64_t)(letter ? c - 'a' + 10 : c - '0');
    }
    return true;
}

/* The byte of the escape behind the backslash at i; moves *i to its last character. */
static char take_escaped (struct fid_span s, size_t *i)
{
    static const char from[] = "ntrvfbae0", to[] = "\n\t\r\v\f\b\a\033";
    size_t at = ++*i;
    if (at >= s.n)
        return '\\';
    int v = 0, digits = 0;
    for (; digits < 3 && at < s.n && s.p[at] >= '0' && s.p[at] <= '7'; digits++)
        v = v * 8 + (s.p[at++] - '0');
    if (digits) {
        *i = at - 1;
        return (char)v;
    }
    uint64_t hex;
    struct fid_span two = {s.p + at + 1, 2};
    if (s.p[at] == 'x' && at + 2 < s.n && hex_digits (two, &hex)) {
        *i = at + 2;
        return (char)hex;
    }
    for (size_t k = 0; from[k] != '0'; k++)
        if (s.p[at] == from[k])
            return to[k];
    return s.p[at]; /* \" and \\ */
}

bool fid_strace_text (struct fid_span arg, char *buf, size_t size, struct fid_span *out)
{
    size_t n = 0;
    if (arg.n < 2 || arg.p[0] != '"')
        return false;
    for (size_t i = 1; i < arg.n && arg.p[i] != '"'; i++) {
        if (n == size)
            return false;
        buf[n++] = arg.p[i] == '\\' ? take_escaped (arg, &i) : arg.p[i];
    }
    *out = (struct fid_span){buf, n};
    return true;
}
