/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bpf_columns.c - the columns of a bpftrace line, by its layout, to a call
 *
 * A gigabyte of these lines is ordinary, so a line is walked once, byte by
 * byte, without copies. */
#include "readers/bpftrace/bpf_line.h"
#include "readers/bpftrace/bpf_words.h"

#define PATH_SHOWN 63 /* bytes of a string that bpftrace prints */

/* A comm: at least one word, then all up to the next number, because a comm
 * may hold blanks. */
static bool take_comm (struct cursor *c, struct fid_span *out)
{
    struct fid_span w = read_word (c);
    if (!w.n)
        return false;
    *out = w;
    for (;;) {
        struct cursor ahead = *c;
        w = read_word (&ahead);
        if (!w.n || is_numeric (w))
            return true;
        *c = ahead;
        out->n = (size_t)(c->p - out->p);
    }
}

/* A comm before DISK T BYTES: it ends one word before a T that a number
 * follows. */
static bool comm_before_disk (struct cursor *c, struct fid_span *out)
{
    *out = read_word (c);
    for (;;) {
        struct cursor ahead = *c;
        struct fid_span disk = read_word (&ahead), t = read_word (&ahead);
        skip_blanks (&ahead);
        if (!t.n)
            return false;
        if (block_op (t) != FID_OP_N && ahead.p < ahead.end && (unsigned)(*ahead.p - '0') <= 9)
            return true;
        c->p = disk.p + disk.n;
        out->n = (size_t)(c->p - out->p);
    }
}

static enum fid_remark_code take_stamp (struct cursor *c, struct fid_bpf_call *call)
{
    uint64_t v;
    if (!read_number (c, &v) || v > FID_TIME_MAX)
        return FID_REMARK_TIMESTAMP_NOT_NUMBER;
    call->end_ns = (int64_t)v;
    return FID_REMARK_NONE;
}

static enum fid_remark_code take_pid (struct cursor *c, struct fid_bpf_call *call)
{
    uint64_t v;
    if (!read_number (c, &v))
        return FID_REMARK_PID_NOT_NUMBER;
    if (v > FID_BPF_PID_MAX)
        return FID_REMARK_PID_TOO_LARGE;
    call->ev.pid = (int64_t)v;
    return FID_REMARK_NONE;
}

static enum fid_remark_code take_latency (struct cursor *c, struct fid_bpf_call *call)
{
    struct cursor ahead = *c;
    uint64_t v;
    if (fid_span_is (read_word (&ahead), "-")) { /* it was not seen to end */
        call->ev.flags |= FID_EVENT_NO_DUR;
        *c = ahead;
        return FID_REMARK_NONE;
    }
    if (!number_or_negative (c, &v))
        return FID_REMARK_LAT_NOT_NUMBER;
    /* a negative one is a 32-bit overflow of the tracer's printf */
    call->ev.dur_ns = (int64_t)(v > INT64_MAX ? v & UINT32_MAX : v);
    return FID_REMARK_NONE;
}

static enum fid_remark_code take_bytes (struct cursor *c, struct fid_event *ev)
{
    uint64_t v;
    if (!number_or_negative (c, &v))
        return FID_REMARK_BYTES_NOT_NUMBER;
    if (v > INT64_MAX) { /* -errno, printed unsigned */
        ev->flags |= FID_EVENT_ERROR;
        v = 0;
    } else if (v > FID_BYTES_MAX) {
        return FID_REMARK_BYTES_TOO_LARGE;
    }
    ev->bytes = v;
    return FID_REMARK_NONE;
}

/* FD, under which some programs printed the comm. */
static enum fid_remark_code fd_or_comm (struct cursor *c, struct fid_event *ev)
{
    struct cursor ahead = *c;
    struct fid_span w = read_word (&ahead);
    uint64_t v;
    if (!is_numeric (w))
        return take_comm (c, &ev->comm) ? FID_REMARK_NONE : FID_REMARK_COMM_MISSING;
    if (!number_or_negative (c, &v))
        return FID_REMARK_FD_NOT_NUMBER;
    if (v > INT64_MAX && ev->op == FID_OP_OPEN)
        ev->flags |= FID_EVENT_ERROR;
    return FID_REMARK_NONE;
}

static enum fid_remark_code take_offset (struct cursor *c, struct fid_event *ev)
{
    struct fid_span w = read_word (c);
    uint64_t v;
    int64_t i;
    if (fid_span_u64 (w, &v) || fid_span_hex (w, &v))
        ev->offset = v > INT64_MAX ? FID_NO_OFFSET : v;
    else if (!fid_span_i64 (w, &i))
        return FID_REMARK_OFFSET_NOT_NUMBER;
    return FID_REMARK_NONE;
}

static struct fid_span rest_of (struct cursor *c)
{
    struct fid_span s = fid_span_trim ((struct fid_span){c->p, (size_t)(c->end - c->p)});
    c->p = c->end;
    return s;
}

bool fid_path_ends (struct fid_span path, struct fid_span name)
{
    if (!name.n || name.n > path.n)
        return false;
    const char *at = path.p + path.n - name.n;
    return (at == path.p || at[-1] == '/') && memcmp (at, name.p, name.n) == 0;
}

/* FULLPATH FILENAME: the file's name.  FILENAME is that of the file opened
 * (behind symbolic links another than FULLPATH's end) and missing if the open
 * failed; FULLPATH is cut at 63 bytes or blank; both may hold blanks. */
static void take_paths (struct cursor *c, struct fid_event *ev)
{
    struct fid_span s = rest_of (c);
    const char *first = s.n ? memchr (s.p, ' ', s.n) : NULL;
    if (!first) {
        ev->file = fid_span_last_part (s);
        ev->path = s;
        if (ev->file.n < s.n)
            ev->flags |= FID_EVENT_ERROR; /* a path alone */
        return;
    }
    for (size_t i = (size_t)(first - s.p); i < s.n; i++) {
        if (s.p[i] != ' ')
            continue;
        ev->file = (struct fid_span){s.p + i + 1, s.n - i - 1};
        ev->path = (struct fid_span){s.p, i};
        if (i == PATH_SHOWN || fid_path_ends ((struct fid_span){s.p, i}, ev->file))
            return;
    }
    /* neither: only the last word is certainly not part of the path */
    while (ev->file.p > s.p && ev->file.p[-1] != ' ')
        ev->file.p--, ev->file.n++;
    ev->path = fid_span_trim ((struct fid_span){s.p, s.n - ev->file.n});
}

/* The columns after the stamp. */
static inline enum fid_remark_code take_columns (const char *layout, struct cursor c,
                                                 struct fid_bpf_call *call)
{
    struct fid_event *ev = &call->ev;
    struct fid_span w;
    uint64_t v;
    enum fid_remark_code why = FID_REMARK_NONE;
    fid_bpf_clear (ev);
    for (const char *col = layout; *col && !why; col++) {
        switch (*col) {
        case 'p':
            why = take_pid (&c, call);
            break;
        case 'i':
            if (!read_number (&c, &v) || v > FID_BPF_PID_MAX)
                why = FID_REMARK_TID_NOT_NUMBER;
            break;
        case 'c':
        case 'x':
            if (!(col[1] == 'd' ? comm_before_disk (&c, &w) : take_comm (&c, &w)))
                why = FID_REMARK_COMM_OR_DISK_MISSING;
            else if (*col == 'c')
                ev->comm = w;
            break;
        case 'f':
            why = fd_or_comm (&c, ev);
            break;
        case 'd':
            ev->device = read_word (&c);
            if (!ev->device.n)
                why = FID_REMARK_DISK_MISSING;
            break;
        case 't':
            w = read_word (&c);
            ev->op = block_op (w);
            if (ev->op == FID_OP_N)
                why = FID_REMARK_NEITHER_R_NOR_W;
            break;
        case 'b':
            ev->flags &= ~(unsigned)FID_EVENT_NO_BYTES;
            why = take_bytes (&c, ev);
            break;
        case 's':
            if (!number_or_negative (&c, &v))
                why = FID_REMARK_COLUMN_NOT_NUMBER;
            break;
        case 'o':
            why = take_offset (&c, ev);
            break;
        case 'S':
            if (!number_or_negative (&c, &v))
                why = FID_REMARK_COLUMN_NOT_NUMBER;
            else if (v <= FID_SECTOR_MAX) /* flushes have none */
                ev->offset = v * 512;
            break;
        case 'a':
            if (!fid_span_hex (read_word (&c), &v))
                why = FID_REMARK_ADDRESS_NOT_HEX;
            break;
        case 'l':
            ev->flags &= ~(unsigned)FID_EVENT_NO_DUR;
            why = take_latency (&c, call);
            break;
        case 'n':
            ev->file = rest_of (&c);
            break;
        case 'P':
            take_paths (&c, ev);
            break;
        case 'F':
            ev->path = rest_of (&c);
            ev->file = fid_span_last_part (ev->path);
            break;
        default:
            why = FID_REMARK_COLUMN_UNKNOWN;
        }
    }
    skip_blanks (&c);
    if (!why && c.p < c.end)
        why = FID_REMARK_COLUMNS_TOO_MANY;
    return why;
}

enum fid_remark_code fid_bpf_columns (const char *layout, struct fid_span line,
                                      struct fid_bpf_call *call)
{
    struct cursor c = {line.p, line.p + line.n};
    enum fid_remark_code why = take_stamp (&c, call);
    return why ? why : take_columns (layout, c, call);
}

enum fid_remark_code fid_bpf_utc_columns (const char *layout, struct fid_span line,
                                          struct fid_bpf_call *call)
{
    struct cursor c = {line.p, line.p + line.n};
    int64_t zone_s;
    if (!fid_time_iso (read_word (&c), &call->end_ns, &zone_s, NULL))
        return FID_REMARK_TIME_NOT_UTC;
    call->end_ns -= zone_s * FID_S;
    return take_columns (layout, c, call);
}

#define PIECE(name)                                                                            \
    enum fid_remark_code fid_bpf_##name (struct fid_span *rest, struct fid_bpf_call *call)     \
    {                                                                                          \
        struct cursor c = {rest->p, rest->p + rest->n};                                        \
        enum fid_remark_code why = take_##name (&c, call);                                     \
        *rest = (struct fid_span){c.p, (size_t)(c.end - c.p)};                                 \
        return why;                                                                            \
    }
PIECE (stamp)
PIECE (pid)
PIECE (latency)
