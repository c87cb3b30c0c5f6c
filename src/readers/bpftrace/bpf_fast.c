/* bpf_fast.c - the plain lines of a bpftrace file, many at a time
 *
 * Nearly all lines of a trace are plain: words between blanks, numbers of at most 16 digits, a
 * file name without blanks.  Those are taken here; every other line is left to fid_bpf_columns,
 * which knows the whole format and gives the same result for the lines read here.
 *
 * A line is first compared with the blank, 64 bytes at a time: the bits that differ from the
 * one before are where words begin and end.  The columns are then read from their places,
 * without searching, and what is wrong with any of them is asked once.  The loop over the
 * columns is unrolled for the layouts of today's tracers, because most time of reading a run is
 * spent in it. */
#include "base/scan.h"
#include "base/timeparse.h"
#include "readers/bpftrace/bpf_line.h"
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define LINE_BLOCKS 16 /* of 64 bytes, of the longest line taken here */

#define ALWAYS_INLINE inline __attribute__ ((always_inline))

/* --- where the words of a line are */

/* A place in a line: the edges of words that follow in a block. */
struct place {
    uint64_t edges;
    const char *block;
};

/* A line whose words are known, and how far it was read. */
struct line {
    const char *p;
    struct fid_bpf_call *call;
    struct place at;
    const char *last; /* its last block */
    uint64_t wrong;              /* not 0: a column is not plain */
    uint64_t edges[LINE_BLOCKS]; /* bits: where words begin and end, in turn */
};

/* Bit i of *words: byte i is above the blank; of *controls: it is below. */
#ifdef __SSE2__
static ALWAYS_INLINE void
mark_bytes (const char *p, uint64_t *words, uint64_t *controls)
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
static ALWAYS_INLINE uint64_t
bytes_above (uint64_t x, unsigned char c)
{
    uint64_t above = (((x | FID_BYTES8 (0x80)) - FID_BYTES8 (c + 1)) | x) & FID_BYTES8 (0x80);
    return (above >> 7) * UINT64_C (0x0102040810204080) >> 56;
}

static ALWAYS_INLINE void
mark_bytes (const char *p, uint64_t *words, uint64_t *controls)
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

/* Finds the words of the line at l->p; returns its length with the newline, 0 if it is not
 * plain.  Stops at the zeros behind the text at the latest. */
static ALWAYS_INLINE size_t
find_words (struct line *l)
{
    uint64_t before = 0; /* bit 0: the block before ended in a word */
    for (unsigned i = 0; i < LINE_BLOCKS; i++) {
        uint64_t words, controls;
        mark_bytes (l->p + 64 * i, &words, &controls);
        words &= controls ? (controls & -controls) - 1 : ~UINT64_C (0);
        l->edges[i] = words ^ (words << 1 | before);
        before = words >> 63;
        if (controls) {
            unsigned end = 64 * i + (unsigned)__builtin_ctzll (controls);
            l->last = l->p + 64 * i;
            l->at = (struct place){l->edges[0], l->p};
            return l->p[end] == '\n' ? end + 1 : 0;
        }
    }
    return 0;
}

/* Whether there are more words. */
static ALWAYS_INLINE bool
has_more (const struct line *l, struct place *at)
{
    while (!at->edges && at->block < l->last) {
        at->block += 64;
        at->edges = l->edges[(size_t)(at->block - l->p) / 64];
    }
    return at->edges != 0;
}

/* The next edge; behind the last one the start of the line. */
static ALWAYS_INLINE const char *
next_edge (const struct line *l, struct place *at)
{
    if (!has_more (l, at))
        return l->p;
    const char *edge = at->block + __builtin_ctzll (at->edges);
    at->edges &= at->edges - 1;
    return edge;
}

/* The next word; behind the last one an empty one at the start of the line. */
static ALWAYS_INLINE struct fid_span
word_at (const struct line *l, struct place *at)
{
    const char *from = next_edge (l, at), *to = next_edge (l, at);
    return (struct fid_span){from, (size_t)(to - from)};
}

/* --- columns */

static ALWAYS_INLINE bool
is_digit (char c)
{
    return (unsigned)(c - '0') <= 9;
}

/* The next word, which a right line has. */
static ALWAYS_INLINE struct fid_span
take_word (struct line *l)
{
    struct fid_span w = word_at (l, &l->at);
    l->wrong |= !w.n;
    return w;
}

/* The next word as a number of less than `most` digits. */
static ALWAYS_INLINE uint64_t
take_number (struct line *l, unsigned most)
{
    struct fid_span w = word_at (l, &l->at);
    uint64_t x = fid_scan_load (w.p) ^ FID_BYTES8 ('0');
    if (w.n - 1 < 8) {
        x <<= 64 - 8 * w.n;
        l->wrong |= fid_scan_beyond9 (x);
        return fid_scan_value8 (x);
    }
    if (w.n - 1 >= most - 1) {
        l->wrong = 1;
        return 0;
    }
    uint64_t y = fid_scan_load (w.p + w.n - 8) ^ FID_BYTES8 ('0');
    x <<= 128 - 8 * w.n;
    l->wrong |= fid_scan_beyond9 (x);
    l->wrong |= fid_scan_beyond9 (y);
    return fid_scan_value8 (x) * 100000000 + fid_scan_value8 (y);
}

/* Whether a word may be the stamp of another call on the same line. */
static ALWAYS_INLINE bool
may_be_stamp (struct fid_span w)
{
    return w.n >= FID_BPF_STAMP_DIGITS && is_digit (*w.p);
}

/* The words up to the next number are a comm.  Before DISK T BYTES: up to one word before a
 * lone R or W. */
static ALWAYS_INLINE void
take_comm (struct line *l, bool before_disk, bool has_paths)
{
    struct fid_span *comm = &l->call->ev.comm;
    *comm = take_word (l);
    l->wrong |= has_paths && may_be_stamp (*comm);
    for (;;) {
        struct place at = l->at;
        struct fid_span word = word_at (l, &at), t;
        if (!word.n) {
            l->wrong = 1;
            return;
        }
        struct place behind = at;
        if (before_disk) {
            t = word_at (l, &at);
            if (t.n == 1 && (*t.p == 'R' || *t.p == 'W') && is_digit (*word_at (l, &at).p))
                return;
        } else if (is_digit (*word.p)) {
            return; /* 0x1f and 12ab are for the other parser */
        } else if (*word.p == '-' || *word.p == '+') {
            l->wrong = 1;
            return;
        }
        comm->n = (size_t)(word.p + word.n - comm->p);
        l->at = behind;
    }
}

/* FULLPATH FILENAME, one word each and one blank between them.  A word that may be the stamp of
 * another call on the same line is looked at the other way. */
static ALWAYS_INLINE void
take_paths (struct line *l)
{
    struct fid_event *ev = &l->call->ev;
    ev->path = take_word (l);
    ev->file = take_word (l);
    l->wrong |= ev->file.p != ev->path.p + ev->path.n + 1 || may_be_stamp (ev->path) ||
                may_be_stamp (ev->file);
}

/* A column; `next` is the one behind it.  With paths, long numbers may be stamps. */
static ALWAYS_INLINE void
take_column (struct line *l, char col, char next, bool has_paths)
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
        ev->file = word_at (l, &l->at);
        return;
    case 'P':
        take_paths (l);
        return;
    default:
        l->wrong = 1;
    }
}

/* The line at the start of `ahead`; the first six columns without a loop. */
static ALWAYS_INLINE size_t
take_line (const char *layout, bool has_paths, struct fid_span ahead, struct fid_bpf_call *call)
{
    struct line l;
    l.p = ahead.p;
    l.call = call;
    l.wrong = 0;
    size_t n = ahead.n ? find_words (&l) : 0;
    if (!n || n > ahead.n)
        return 0;
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
    return l.wrong || has_more (&l, &l.at) ? 0 : n;
}

/* Layouts that have code of their own, and whether they have paths. */
#define LAYOUTS(LAYOUT)                                                                        \
    LAYOUT (pobln, false) LAYOUT (pfln, false) LAYOUT (pclP, true) LAYOUT (pcdtbSl, false)

#define TAKE_LINE(layout, paths)                                                               \
    static size_t take_##layout (const char *same, struct fid_span ahead,                      \
                                 struct fid_bpf_call *call)                                    \
    {                                                                                          \
        static const char constant[FID_BPF_COLUMNS + 1] = #layout;                             \
        (void)same;                                                                            \
        return take_line (constant, paths, ahead, call);                                       \
    }
LAYOUTS (TAKE_LINE)

static size_t
take_any (const char *layout, struct fid_span ahead, struct fid_bpf_call *call)
{
    return take_line (layout, strchr (layout, 'P') != NULL, ahead, call);
}

fid_bpf_quick
fid_bpf_fast (const char *layout)
{
#define CHOOSE(name, paths)                                                                    \
    if (strcmp (layout, #name) == 0)                                                           \
        return take_##name;
    LAYOUTS (CHOOSE)
    return take_any;
}
