/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bpf_fast.c - the plain lines of a bpftrace file, many at a time
 *
 * Nearly all lines of a trace are plain: words between blanks, numbers of at most 16 digits, a
 * file name without blanks.  Those are taken here; every other line is left to fid_bpf_columns,
 * which knows the whole format and gives the same result for the lines read here.
 *
 * The text is first compared with the blank, 64 bytes at a time: the bits that differ from the
 * one before are where words begin and end.  The columns of a line are then read from their
 * places, without searching, and what is wrong with any of them is asked once.  The loop over
 * the columns is unrolled for the layouts of today's tracers, because most time of reading a run
 * is spent in it. */
#include "base/scan.h"
#include "readers/bpftrace/bpf_line.h"
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define ALWAYS_INLINE inline __attribute__ ((always_inline))

/* --- where the words of lines are */

/* A line whose words are known, and how far it was read. */
struct line {
    const char *text; /* places are relative to it */
    const uint16_t *edge, *end;
    struct fid_bpf_call *call;
    bool wrong;      /* a column is not plain */
    uint64_t digits; /* top bits of bytes: one was no digit */
};

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

/* Appends the places of bits. */
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

/* The next word; behind the last one an empty one. */
static ALWAYS_INLINE struct fid_span next_word (const struct line *l, const uint16_t **edge)
{
    if (*edge >= l->end)
        return (struct fid_span){l->text, 0};
    size_t from = (*edge)[0], to = (*edge)[1];
    *edge += 2;
    return (struct fid_span){l->text + from, to - from};
}

/* --- columns */

static ALWAYS_INLINE bool is_digit (char c)
{
    return (unsigned)(c - '0') <= 9;
}

/* The next word, which a right line has. */
static ALWAYS_INLINE struct fid_span take_word (struct line *l)
{
    struct fid_span w = next_word (l, &l->edge);
    l->wrong |= !w.n;
    return w;
}

/* The value of eight bytes, all of them digits or 0. */
static ALWAYS_INLINE uint64_t take_digits (struct line *l, uint64_t x)
{
    l->digits |= (x + FID_BYTES8 (0x76)) | x;
    return fid_scan_value8 (x);
}

/* The next word as a number of less than `most` digits. */
static ALWAYS_INLINE uint64_t take_number (struct line *l, unsigned most)
{
    struct fid_span w = next_word (l, &l->edge);
    uint64_t x = fid_scan_load (w.p) ^ FID_BYTES8 ('0');
    if (w.n - 1 < 8)
        return take_digits (l, x << (64 - 8 * w.n));
    if (w.n - 1 >= most - 1) {
        l->wrong = true;
        return 0;
    }
    uint64_t y = fid_scan_load (w.p + w.n - 8) ^ FID_BYTES8 ('0');
    return take_digits (l, x << (128 - 8 * w.n)) * 100000000 + take_digits (l, y);
}

/* Whether a word may be the stamp of another call on the same line. */
static ALWAYS_INLINE bool may_be_stamp (struct fid_span w)
{
    return w.n >= FID_BPF_STAMP_DIGITS && is_digit (*w.p);
}

/* The words up to the next number are a comm.  Before DISK T BYTES: up to one word before a
 * lone R or W. */
static ALWAYS_INLINE void take_comm (struct line *l, bool before_disk, bool has_paths)
{
    struct fid_span *comm = &l->call->ev.comm;
    *comm = take_word (l);
    l->wrong |= has_paths && may_be_stamp (*comm);
    for (;;) {
        const uint16_t *edge = l->edge;
        struct fid_span word = next_word (l, &edge), t, number;
        if (!word.n) {
            l->wrong = true;
            return;
        }
        const uint16_t *behind = edge;
        if (before_disk) {
            t = next_word (l, &edge);
            number = next_word (l, &edge);
            if (t.n == 1 && (*t.p == 'R' || *t.p == 'W') && number.n && is_digit (*number.p))
                return;
        } else if (is_digit (*word.p)) {
            return; /* 0x1f and 12ab are for the other parser */
        } else if (*word.p == '-' || *word.p == '+') {
            l->wrong = true;
            return;
        }
        comm->n = (size_t)(word.p + word.n - comm->p);
        l->edge = behind;
    }
}

/* FULLPATH FILENAME, one word each and one blank between them.  A word that may be the stamp of
 * another call on the same line is looked at the other way. */
static ALWAYS_INLINE void take_paths (struct line *l)
{
    struct fid_event *ev = &l->call->ev;
    ev->path = take_word (l);
    ev->file = take_word (l);
    l->wrong |= ev->file.p != ev->path.p + ev->path.n + 1 || may_be_stamp (ev->path) ||
                may_be_stamp (ev->file);
}

/* A column; `next` is the one behind it.  With paths, long numbers may be stamps. */
static ALWAYS_INLINE void take_column (struct line *l, char col, char next, bool has_paths)
{
    struct fid_event *ev = &l->call->ev;
    struct fid_span word;
    uint64_t v;
    const unsigned most = has_paths ? FID_BPF_STAMP_DIGITS : 17;
    switch (col) {
    case 'p':
        v = take_number (l, most);
        l->wrong |= v > FID_BPF_PID_MAX;
        ev->pid = (int64_t)v;
        return;
    case 'c':
        take_comm (l, next == 'd', has_paths);
        return;
    case 'd':
        ev->device = take_word (l);
        return;
    case 't':
        word = take_word (l);
        l->wrong |= word.n != 1 || (*word.p != 'R' && *word.p != 'W');
        ev->op = *word.p == 'R' ? FID_OP_BLOCK_READ : FID_OP_BLOCK_WRITE;
        return;
    case 'b':
        ev->flags &= ~(unsigned)FID_EVENT_NO_BYTES;
        ev->bytes = take_number (l, most);
        l->wrong |= ev->bytes > FID_BYTES_MAX;
        return;
    case 'o':
        ev->offset = take_number (l, most);
        return;
    case 'S':
        v = take_number (l, most);
        l->wrong |= v > FID_SECTOR_MAX;
        ev->offset = v * 512;
        return;
    case 'l':
        ev->flags &= ~(unsigned)FID_EVENT_NO_DUR;
        ev->dur_ns = (int64_t)take_number (l, most);
        return;
    case 'i':
        l->wrong |= take_number (l, most) > FID_BPF_PID_MAX;
        return;
    case 'f':
    case 's':
        take_number (l, most);
        return;
    case 'n':
        ev->file = next_word (l, &l->edge);
        return;
    case 'P':
        take_paths (l);
        return;
    default:
        l->wrong = true;
    }
}

/* A line; the first six columns without a loop. */
static ALWAYS_INLINE bool take_line (const char *layout, bool has_paths, const char *text,
                                     const struct fid_bpf_lines *of, struct fid_bpf_call *call)
{
    struct line l = {.text = text,
                     .edge = of->edge + of->edge_n[of->next],
                     .end = of->edge + of->edge_n[of->next + 1],
                     .call = call};
    call->end_ns = (int64_t)take_number (&l, 17);
    fid_bpf_clear (&call->ev);
#define COLUMN(i)                                                                              \
    if (!layout[i])                                                                            \
        goto done;                                                                             \
    take_column (&l, layout[i], layout[(i) + 1], has_paths);
    COLUMN (0)
    COLUMN (1)
    COLUMN (2)
    COLUMN (3)
    COLUMN (4)
    COLUMN (5)
    for (const char *col = layout + 6; *col; col++)
        take_column (&l, col[0], col[1], has_paths);
#undef COLUMN
done:
    return !(l.wrong || l.digits & FID_BYTES8 (0x80) || l.edge < l.end);
}

/* Layouts that have code of their own, and whether they have paths. */
#define LAYOUTS(LAYOUT)                                                                        \
    LAYOUT (pobln, false) LAYOUT (pfln, false) LAYOUT (pclP, true) LAYOUT (pcdtbSl, false)

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
