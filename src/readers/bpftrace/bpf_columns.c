/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bpf_columns.c - the columns of a bpftrace line, by its layout, to a call
 *
 * A gigabyte of these lines is ordinary, and nearly all of them are plain: words between blanks,
 * numbers of at most 16 digits, a file name without blanks.  Plain lines are taken many at a
 * time: the text is compared with the blank, 64 bytes at once, and the bits that differ from the
 * one before are where words begin and end.  The columns are then read from their places without
 * searching, what is wrong with any of them is asked once, and the loop over the columns is
 * unrolled for the layouts of today's tracers.  Any other line is walked carefully, byte by
 * byte, by the same columns: `careful' is a constant wherever it is passed. */
#include "base/scan.h"
#include "readers/bpftrace/bpf_line.h"
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define ALWAYS_INLINE inline __attribute__ ((always_inline))
#define PATH_SHOWN    63 /* bytes of a string that bpftrace prints */

/* --- where the words of lines are */

/* Bit i of *words: byte i is above the blank; of *controls: it is below. */
#ifdef __SSE2__
static ALWAYS_INLINE void mark_bytes (const char *p, uint64_t *words, uint64_t *controls)
{
    uint64_t blanks = 0;
    *controls = 0;
#pragma GCC unroll 4
    for (unsigned i = 0; i < 4; i++) {
        __m128i x = _mm_loadu_si128 ((const __m128i *)(p + 16 * i));
        x = _mm_subs_epu8 (x, _mm_set1_epi8 (' ' - 1)); /* controls 0, blanks 1 */
        unsigned blank = (unsigned)_mm_movemask_epi8 (_mm_cmpeq_epi8 (x, _mm_set1_epi8 (1)));
        unsigned control =
            (unsigned)_mm_movemask_epi8 (_mm_cmpeq_epi8 (x, _mm_setzero_si128 ()));
        blanks |= (uint64_t)blank << 16 * i;
        *controls |= (uint64_t)control << 16 * i;
    }
    *words = ~(blanks | *controls);
}
#else
static ALWAYS_INLINE uint64_t bytes_above (uint64_t x, unsigned char c)
{
    uint64_t above = (((x | FID_BYTES8 (0x80)) - FID_BYTES8 (c + 1)) | x) & FID_BYTES8 (0x80);
    return (above >> 7) * UINT64_C (0x0102040810204080) >> 56;
}

static ALWAYS_INLINE void mark_bytes (const char *p, uint64_t *words, uint64_t *controls)
{
    uint64_t not_controls = 0;
    *words = 0;
    for (unsigned i = 0; i < 8; i++) {
        uint64_t x = fid_scan_load (p + 8 * i);
        *words |= bytes_above (x, ' ') << 8 * i;
        not_controls |= bytes_above (x, ' ' - 1) << 8 * i;
    }
    *controls = ~not_controls;
}
#endif

static ALWAYS_INLINE uint16_t *put_edges (uint16_t *to, uint64_t edges, size_t at)
{
    for (; edges; edges &= edges - 1)
        *to++ = (uint16_t)(at + (size_t)__builtin_ctzll (edges));
    return to;
}

void fid_bpf_find_lines (struct fid_bpf_lines *l, struct fid_span ahead, uint64_t offset)
{
    uint16_t *edge = l->edge;
    uint64_t before = 0; /* bit 0: the block before ended in a word */
    l->offset = offset;
    l->n = l->next = 0;
    l->edge_n[0] = 0;
    for (size_t at = 0; at < ahead.n && at < FID_BPF_WINDOW && l->n < FID_BPF_LINES; at += 64) {
        uint64_t words, controls;
        mark_bytes (ahead.p + at, &words, &controls);
        uint64_t edges = words ^ (words << 1 | before);
        before = words >> 63;
        for (; controls; controls &= controls - 1) {
            uint64_t upto = controls ^ (controls - 1);
            size_t end = at + (size_t)__builtin_ctzll (controls);
            if (end >= ahead.n || ahead.p[end] != '\n')
                return;
            edge = put_edges (edge, edges & upto, at);
            edges &= ~upto;
            l->end[l->n++] = (uint16_t)end;
            l->edge_n[l->n] = (uint16_t)(edge - l->edge);
        }
        edge = put_edges (edge, edges, at);
    }
}

/* --- words */

/* Where the next word is looked for. */
struct cursor {
    const char *p, *end;             /* careful: the rest; else places are relative to p */
    const uint16_t *edge, *edge_end; /* not careful */
};

struct line {
    struct cursor at;
    struct fid_bpf_call *call;
    bool wrong;      /* a column is not plain */
    uint64_t digits; /* top bits of bytes: one was no digit */
};

static void skip_blanks (struct cursor *c)
{
    while (c->p < c->end && (*c->p == ' ' || *c->p == '\t'))
        c->p++;
}

/* The next word; behind the last one an empty one. */
static ALWAYS_INLINE struct fid_span next_word (struct cursor *c, bool careful)
{
    if (careful) {
        skip_blanks (c);
        const char *start = c->p;
        while (c->p < c->end && *c->p != ' ' && *c->p != '\t')
            c->p++;
        return (struct fid_span){start, (size_t)(c->p - start)};
    }
    if (c->edge >= c->edge_end)
        return (struct fid_span){c->p, 0};
    size_t from = c->edge[0], to = c->edge[1];
    c->edge += 2;
    return (struct fid_span){c->p + from, to - from};
}

/* The next word, which a right line has. */
static ALWAYS_INLINE struct fid_span take_word (struct line *l, bool careful)
{
    struct fid_span w = next_word (&l->at, careful);
    if (!careful)
        l->wrong |= !w.n;
    return w;
}

/* Whether a column cannot be so; a plain line is asked at its end. */
static ALWAYS_INLINE bool is_wrong (struct line *l, bool wrong, bool careful)
{
    l->wrong |= wrong;
    return careful && wrong;
}

static struct fid_span rest_of (struct cursor *c)
{
    struct fid_span s = fid_span_trim ((struct fid_span){c->p, (size_t)(c->end - c->p)});
    c->p = c->end;
    return s;
}

/* A column of digits, with an optional '-', as its 64 bits. */
static bool read_number (struct cursor *c, bool negative, uint64_t *out)
{
    struct fid_span w = next_word (c, true);
    bool minus = negative && w.n && *w.p == '-';
    w = (struct fid_span){w.p + minus, w.n - minus};
    bool good = w.n > 0;
    uint64_t v = 0;
    for (size_t i = 0; i < w.n && w.n < 20; i++) {
        good &= fid_is_digit (w.p[i]);
        v = v * 10 + (uint64_t)(w.p[i] - '0');
    }
    if (w.n >= 20) /* may pass 2^64 */
        good = fid_span_u64 (w, &v);
    if (!good)
        return false;
    *out = minus ? 0 - v : v;
    return true;
}

/* The value of eight bytes, all of them digits or 0. */
static ALWAYS_INLINE uint64_t take_digits (struct line *l, uint64_t x)
{
    l->digits |= (x + FID_BYTES8 (0x76)) | x;
    return fid_scan_value8 (x);
}

/* The next word as a number, in a plain line of less than `most` digits. */
static ALWAYS_INLINE bool take_number (struct line *l, bool negative, unsigned most,
                                       bool careful, uint64_t *out)
{
    if (careful)
        return read_number (&l->at, negative, out);
    struct fid_span w = next_word (&l->at, false);
    uint64_t x = fid_scan_load (w.p) ^ FID_BYTES8 ('0');
    *out = 0;
    if (w.n - 1 < 8) {
        *out = take_digits (l, x << (64 - 8 * w.n));
    } else if (w.n - 1 >= most - 1) {
        l->wrong = true;
    } else {
        uint64_t y = fid_scan_load (w.p + w.n - 8) ^ FID_BYTES8 ('0');
        *out = take_digits (l, x << (128 - 8 * w.n)) * 100000000 + take_digits (l, y);
    }
    return true;
}

/* --- columns that are no numbers */

/* The operation in T: R, W, or the kernel's flags around one of them ("WS" synchronous,
 * "RA" read ahead, "WSM" of metadata, "FWFS" behind a flush); a flush alone ("FF") writes
 * nothing.  FID_OP_META: a discard or another request that moves nothing ("D", "DS", "N").
 * FID_OP_N: none of these. */
static enum fid_op block_op (struct fid_span t)
{
    size_t at = t.n > 1 && t.p[0] == 'F';
    if (!t.n || t.n > 8)
        return FID_OP_N;
    for (size_t i = at + 1; i < t.n; i++)
        if (t.p[i] != 'F' && t.p[i] != 'A' && t.p[i] != 'S' && t.p[i] != 'M')
            return FID_OP_N;
    switch (t.p[at]) {
    case 'R':
        return FID_OP_BLOCK_READ;
    case 'W':
        return FID_OP_BLOCK_WRITE;
    case 'D':
    case 'N':
        return FID_OP_META;
    case 'F':
    case 'S':
        return at ? FID_OP_BLOCK_WRITE : FID_OP_N;
    default:
        return FID_OP_N;
    }
}

static bool is_numeric (struct fid_span w)
{
    uint64_t v;
    int64_t i;
    return fid_span_u64 (w, &v) || fid_span_i64 (w, &i) || fid_span_hex (w, &v);
}

/* Whether a word may be the stamp of another call on the same line. */
static ALWAYS_INLINE bool may_be_stamp (struct fid_span w)
{
    return w.n >= FID_BPF_STAMP_DIGITS && fid_is_digit (*w.p);
}

/* The words up to the next number are a comm, which may hold blanks.  Before DISK T BYTES: up to
 * one word before a T that a number follows. */
static ALWAYS_INLINE bool take_comm (struct line *l, bool before_disk, bool has_paths,
                                     bool careful, struct fid_span *comm)
{
    *comm = take_word (l, careful);
    if (careful && !comm->n)
        return false;
    if (!careful)
        l->wrong |= has_paths && may_be_stamp (*comm);
    for (;;) {
        struct cursor ahead = l->at;
        struct fid_span word = next_word (&ahead, careful), t, number;
        struct cursor behind = ahead;
        if (!word.n)
            return careful ? !before_disk : (l->wrong = true);
        if (before_disk) {
            t = next_word (&ahead, careful);
            number = next_word (&ahead, careful);
            bool of_block =
                careful ? block_op (t) != FID_OP_N : t.n == 1 && (*t.p == 'R' || *t.p == 'W');
            if (of_block && number.n && fid_is_digit (*number.p))
                return true;
        } else if (careful ? is_numeric (word) : fid_is_digit (*word.p)) {
            return true; /* 0x1f and 12ab end no comm of a plain line */
        } else if (!careful && (*word.p == '-' || *word.p == '+')) {
            return l->wrong = true;
        }
        comm->n = (size_t)(word.p + word.n - comm->p);
        l->at = behind;
    }
}

/* FD, under which some programs printed the comm. */
static enum fid_remark_code fd_or_comm (struct line *l, struct fid_event *ev)
{
    struct cursor ahead = l->at;
    uint64_t v;
    if (!is_numeric (next_word (&ahead, true)))
        return take_comm (l, false, false, true, &ev->comm) ? FID_REMARK_NONE
                                                            : FID_REMARK_COMM_MISSING;
    if (!read_number (&l->at, true, &v))
        return FID_REMARK_FD_NOT_NUMBER;
    if (v > INT64_MAX && ev->op == FID_OP_OPEN)
        ev->flags |= FID_EVENT_ERROR;
    return FID_REMARK_NONE;
}

static bool take_offset (struct cursor *c, struct fid_event *ev)
{
    struct fid_span w = next_word (c, true);
    uint64_t v;
    int64_t i;
    if (!fid_span_u64 (w, &v) && !fid_span_hex (w, &v))
        return fid_span_i64 (w, &i);
    ev->offset = v > INT64_MAX ? FID_NO_OFFSET : v;
    return true;
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

/* --- lines */

/* A column; `next` is the one behind it.  With paths, long numbers may be stamps. */
static ALWAYS_INLINE enum fid_remark_code take_column (struct line *l, char col, char next,
                                                       bool has_paths, bool careful)
{
    struct fid_event *ev = &l->call->ev;
    struct fid_span word;
    uint64_t v;
    const unsigned most = has_paths ? FID_BPF_STAMP_DIGITS : 17;
#define NUMBER(negative) take_number (l, negative, most, careful, &v)
    switch (col) {
    case 'p':
        if (!NUMBER (false))
            return FID_REMARK_PID_NOT_NUMBER;
        if (is_wrong (l, v > FID_BPF_PID_MAX, careful))
            return FID_REMARK_PID_TOO_LARGE;
        ev->pid = (int64_t)v;
        break;
    case 'i':
        if (!NUMBER (false) || is_wrong (l, v > FID_BPF_PID_MAX, careful))
            return FID_REMARK_TID_NOT_NUMBER;
        ev->tid = (int64_t)v == ev->pid ? 0 : (int64_t)v;
        break;
    case 'm':
        if (!NUMBER (false))
            return FID_REMARK_MODE_NOT_NUMBER;
        break;
    case 'c':
    case 'x':
        if (!take_comm (l, next == 'd', has_paths, careful, col == 'c' ? &ev->comm : &word))
            return FID_REMARK_COMM_OR_DISK_MISSING;
        break;
    case 'f':
        if (careful)
            return fd_or_comm (l, ev);
        NUMBER (false);
        break;
    case 'd':
        ev->device = take_word (l, careful);
        if (careful && !ev->device.n)
            return FID_REMARK_DISK_MISSING;
        break;
    case 't':
        word = take_word (l, careful);
        if (!careful) {
            l->wrong |= word.n != 1 || (*word.p != 'R' && *word.p != 'W');
            ev->op = *word.p == 'R' ? FID_OP_BLOCK_READ : FID_OP_BLOCK_WRITE;
        } else if ((ev->op = block_op (word)) == FID_OP_N) {
            return FID_REMARK_NEITHER_R_NOR_W;
        }
        break;
    case 'b':
        ev->flags &= ~(unsigned)FID_EVENT_NO_BYTES;
        if (!NUMBER (true))
            return FID_REMARK_BYTES_NOT_NUMBER;
        if (careful && v > INT64_MAX) { /* -errno, printed unsigned */
            ev->flags |= FID_EVENT_ERROR;
            v = 0;
        }
        if (is_wrong (l, v > FID_BYTES_MAX, careful))
            return FID_REMARK_BYTES_TOO_LARGE;
        ev->bytes = v;
        break;
    case 's':
        if (!NUMBER (true))
            return FID_REMARK_COLUMN_NOT_NUMBER;
        break;
    case 'o':
        if (!careful && NUMBER (false))
            ev->offset = v;
        else if (careful && !take_offset (&l->at, ev))
            return FID_REMARK_OFFSET_NOT_NUMBER;
        break;
    case 'S':
        if (!NUMBER (true))
            return FID_REMARK_COLUMN_NOT_NUMBER;
        if (!is_wrong (l, v > FID_SECTOR_MAX, careful)) /* flushes have none */
            ev->offset = v * 512;
        break;
    case 'a':
        if (!fid_span_hex (take_word (l, careful), &v) && is_wrong (l, true, careful))
            return FID_REMARK_ADDRESS_NOT_HEX;
        break;
    case 'l':
        ev->flags &= ~(unsigned)FID_EVENT_NO_DUR;
        if (careful) {
            struct cursor ahead = l->at;
            if (fid_span_is (next_word (&ahead, true), "-")) { /* it was not seen to end */
                ev->flags |= FID_EVENT_NO_DUR;
                l->at = ahead;
                break;
            }
        }
        if (!NUMBER (true))
            return FID_REMARK_LAT_NOT_NUMBER;
        /* a negative one is a 32-bit overflow of the tracer's printf */
        ev->dur_ns = (int64_t)(careful && v > INT64_MAX ? v & UINT32_MAX : v);
        break;
    case 'n':
        ev->file = careful ? rest_of (&l->at) : next_word (&l->at, false);
        break;
    case 'P':
        if (careful) {
            take_paths (&l->at, ev);
            break;
        }
        /* one word each and one blank between them, and none may be the stamp of another call
         * on the same line */
        ev->path = take_word (l, false);
        ev->file = take_word (l, false);
        l->wrong |= ev->file.p != ev->path.p + ev->path.n + 1 || may_be_stamp (ev->path) ||
                    may_be_stamp (ev->file);
        break;
    case 'F':
        ev->path = careful ? rest_of (&l->at) : take_word (l, false);
        ev->file = fid_span_last_part (ev->path);
        break;
    case 'w':
        take_word (l, careful);
        break;
    default:
        l->wrong = true;
        return FID_REMARK_COLUMN_UNKNOWN;
    }
#undef NUMBER
    return FID_REMARK_NONE;
}

static enum fid_remark_code take_careful (const char *layout, struct cursor c,
                                          struct fid_bpf_call *call)
{
    struct line l = {.at = c, .call = call};
    enum fid_remark_code why = FID_REMARK_NONE;
    fid_bpf_clear (&call->ev);
    for (const char *col = layout; *col && !why; col++)
        why = take_column (&l, col[0], col[1], false, true);
    skip_blanks (&l.at);
    return !why && l.at.p < l.at.end ? FID_REMARK_COLUMNS_TOO_MANY : why;
}

enum fid_remark_code fid_bpf_columns (const char *layout, struct fid_span line,
                                      struct fid_bpf_call *call)
{
    struct cursor c = {.p = line.p, .end = line.p + line.n};
    uint64_t v;
    if (!read_number (&c, false, &v) || v > FID_TIME_MAX)
        return FID_REMARK_TIMESTAMP_NOT_NUMBER;
    call->end_ns = (int64_t)v;
    return take_careful (layout, c, call);
}

enum fid_remark_code fid_bpf_utc_columns (const char *layout, struct fid_span line,
                                          struct fid_bpf_call *call)
{
    struct cursor c = {.p = line.p, .end = line.p + line.n};
    int64_t zone_s;
    if (!fid_time_iso (next_word (&c, true), &call->end_ns, &zone_s, NULL))
        return FID_REMARK_TIME_NOT_UTC;
    call->end_ns -= zone_s * FID_S;
    return take_careful (layout, c, call);
}

/* A plain line; the first six columns without a loop. */
static ALWAYS_INLINE bool take_line (const char *layout, bool has_paths, const char *text,
                                     const struct fid_bpf_lines *of, struct fid_bpf_call *call)
{
    struct line l = {.at = {.p = text,
                            .edge = of->edge + of->edge_n[of->next],
                            .edge_end = of->edge + of->edge_n[of->next + 1]},
                     .call = call};
    uint64_t v;
    take_number (&l, false, 17, false, &v);
    call->end_ns = (int64_t)v;
    fid_bpf_clear (&call->ev);
#define COLUMN(i)                                                                              \
    if (!layout[i])                                                                            \
        goto done;                                                                             \
    take_column (&l, layout[i], layout[(i) + 1], has_paths, false);
    COLUMN (0)
    COLUMN (1)
    COLUMN (2)
    COLUMN (3)
    COLUMN (4)
    COLUMN (5)
    for (const char *col = layout + 6; *col; col++)
        take_column (&l, col[0], col[1], has_paths, false);
#undef COLUMN
done:
    return !(l.wrong || l.digits & FID_BYTES8 (0x80) || l.at.edge < l.at.edge_end);
}

/* Layouts that have code of their own, and whether they have paths. */
#define LAYOUTS(LAYOUT)                                                                        \
    LAYOUT (pobln, false)                                                                      \
    LAYOUT (piobln, false)                                                                     \
    LAYOUT (pfln, false) LAYOUT (pclP, true) LAYOUT (piclP, true) LAYOUT (pcdtbSl, false)

#define TAKE_LINE(layout, paths)                                                               \
    static bool take_##layout (const char *same, const char *text,                             \
                               const struct fid_bpf_lines *of, struct fid_bpf_call *call)      \
    {                                                                                          \
        static const char constant[FID_BPF_COLUMNS + 1] = #layout;                             \
        (void)same;                                                                            \
        return take_line (constant, paths, text, of, call);                                    \
    }
LAYOUTS (TAKE_LINE)

static bool take_any (const char *layout, const char *text, const struct fid_bpf_lines *of,
                      struct fid_bpf_call *call)
{
    return take_line (layout, strchr (layout, 'P') != NULL, text, of, call);
}

fid_bpf_quick fid_bpf_fast (const char *layout)
{
#define CHOOSE(name, paths)                                                                    \
    if (strcmp (layout, #name) == 0)                                                           \
        return take_##name;
    LAYOUTS (CHOOSE)
    return take_any;
}
