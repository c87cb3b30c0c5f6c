/* bpf_fast.c - the plain lines of a bpftrace file, many at a time
 *
 * Nearly all lines of a trace are plain: words between blanks, numbers of at most 16 digits, a
 * file name without blanks.  Those are taken here, eight bytes at a time; every other line is
 * left to fid_bpf_columns, which knows the whole format and gives the same result for the
 * lines read here.  The loop over the columns is unrolled for the layouts of today's tracers,
 * because most time of reading a run is spent in it. */
#include "base/scan.h"
#include "base/timeparse.h"
#include "readers/bpftrace/bpf_line.h"

#define LINE_MOST 1024

#define ALWAYS_INLINE inline __attribute__ ((always_inline))

/* Where a line is being read; every step stops at the line's end, or at the zeros behind the
 * text. */
struct walk {
    const char *p;
    struct fid_bpf_call *call;
    bool has_paths; /* the layout has: long numbers may be stamps of another call */
};

static ALWAYS_INLINE bool
is_digit (char c)
{
    return (unsigned)(c - '0') <= 9;
}

static ALWAYS_INLINE bool
ends_word (char c)
{
    return c == ' ' || c == '\n';
}

static ALWAYS_INLINE void
skip_blanks (const char **p)
{
    uint64_t x;
    while (!(x = fid_scan_load (*p) ^ FID_BYTES8 (' ')))
        *p += 8;
    *p += __builtin_ctzll (x) >> 3;
}

/* The word at *p, and the blanks behind it; false if there is none, or tabs and the like. */
static ALWAYS_INLINE bool
take_word (const char **p, struct fid_span *word)
{
    const char *from = *p;
    uint64_t low;
    for (;; *p += 8) {
        uint64_t x = fid_scan_load (*p);
        low = (x - FID_BYTES8 (' ' + 1)) & ~x & FID_BYTES8 (0x80);
        if (low)
            break;
    }
    *p += __builtin_ctzll (low) >> 3;
    *word = (struct fid_span){from, (size_t)(*p - from)};
    bool good = word->n && ends_word (**p);
    skip_blanks (p);
    return good;
}

/* A bit for each byte that is no digit; those below the first are right. */
static ALWAYS_INLINE uint64_t
find_end (uint64_t x)
{
    return ((x + FID_BYTES8 (0x76)) | x) & FID_BYTES8 (0x80);
}

/* The number at w->p, and the blanks behind it. */
static ALWAYS_INLINE bool
take_number (struct walk *w, uint64_t *out)
{
    static const uint32_t power[] = {1,      10,      100,      1000,     10000,
                                     100000, 1000000, 10000000, 100000000};
    const char *p = w->p;
    uint64_t x = fid_scan_load (p) ^ FID_BYTES8 ('0'), end = find_end (x);
    if (end) {
        unsigned bits = (unsigned)__builtin_ctzll (end) - 7;
        *out = bits ? fid_scan_value8 (x << (64 - bits)) : 0;
        p += bits >> 3;
    } else {
        uint64_t y = fid_scan_load (p + 8) ^ FID_BYTES8 ('0');
        end = find_end (y);
        unsigned bits = end ? (unsigned)__builtin_ctzll (end) - 7 : 64;
        *out = fid_scan_value8 (x) * power[bits >> 3] +
               (bits ? fid_scan_value8 (y << (64 - bits)) : 0);
        p += 8 + (bits >> 3);
    }
    bool good = p != w->p && ends_word (*p) &&
                !(w->has_paths && p - w->p >= FID_BPF_STAMP_DIGITS);
    w->p = p;
    skip_blanks (&w->p);
    return good;
}

/* The words up to the next number are a comm.  Before DISK T BYTES: up to one word before a lone
 * R or W. */
static ALWAYS_INLINE bool
take_comm (struct walk *w, bool before_disk)
{
    struct fid_span word, t, *comm = &w->call->ev.comm;
    const char *p = w->p;
    if (!take_word (&p, comm) ||
        (w->has_paths && comm->n >= FID_BPF_STAMP_DIGITS && is_digit (*comm->p)))
        return false;
    for (;;) {
        const char *rest = p;
        if (before_disk) {
            const char *at = p;
            if (!take_word (&rest, &word) || !take_word (&rest, &t))
                return false;
            if (t.n == 1 && (*t.p == 'R' || *t.p == 'W') && is_digit (*rest)) {
                w->p = at;
                return true;
            }
            p = word.p + word.n;
            skip_blanks (&p);
        } else {
            w->p = p;
            if (is_digit (*p))
                return true; /* 0x1f and 12ab are for the other parser */
            if (*p == '-' || *p == '+' || !take_word (&p, &word))
                return false;
        }
        comm->n = (size_t)(word.p + word.n - comm->p);
    }
}

/* FULLPATH FILENAME, one word each and one blank between them.  A word that may be the stamp of
 * another call on the same line is looked at the other way. */
static ALWAYS_INLINE bool
take_paths (struct walk *w)
{
    struct fid_event *ev = &w->call->ev;
    if (!take_word (&w->p, &ev->path) || w->p != ev->path.p + ev->path.n + 1 ||
        !take_word (&w->p, &ev->file))
        return false;
    return !(ev->path.n >= FID_BPF_STAMP_DIGITS && is_digit (*ev->path.p)) &&
           !(ev->file.n >= FID_BPF_STAMP_DIGITS && is_digit (*ev->file.p));
}

/* A column; `next` is the one behind it. */
static ALWAYS_INLINE bool
take_column (struct walk *w, char col, char next)
{
    struct fid_event *ev = &w->call->ev;
    struct fid_span word;
    uint64_t v;
    switch (col) {
    case 'p':
        if (!take_number (w, &v) || v > FID_BPF_PID_MAX)
            return false;
        ev->pid = (int64_t)v;
        return true;
    case 'c':
        return take_comm (w, next == 'd');
    case 'd':
        return take_word (&w->p, &ev->device);
    case 't':
        if (!take_word (&w->p, &word) || word.n != 1 || (*word.p != 'R' && *word.p != 'W'))
            return false;
        ev->op = *word.p == 'R' ? FID_OP_BLOCK_READ : FID_OP_BLOCK_WRITE;
        return true;
    case 'b':
        ev->flags &= ~(unsigned)FID_EVENT_NO_BYTES;
        return take_number (w, &ev->bytes) && ev->bytes <= FID_BYTES_MAX;
    case 'o':
        return take_number (w, &ev->offset);
    case 'S':
        if (!take_number (w, &v) || v > FID_SECTOR_MAX)
            return false;
        ev->offset = v * 512;
        return true;
    case 'l':
        ev->flags &= ~(unsigned)FID_EVENT_NO_DUR;
        if (!take_number (w, &v))
            return false;
        ev->dur_ns = (int64_t)v;
        return true;
    case 'i':
        return take_number (w, &v) && v <= FID_BPF_PID_MAX;
    case 'f':
    case 's':
        return take_number (w, &v);
    case 'n':
        return *w->p == '\n' || take_word (&w->p, &ev->file);
    case 'P':
        return take_paths (w);
    default:
        return false;
    }
}

/* The line at the start of `ahead`; the first six columns without a loop. */
static ALWAYS_INLINE size_t
take_line (const char *layout, bool has_paths, struct fid_span ahead, struct fid_bpf_call *call)
{
    struct walk w = {.p = ahead.p, .call = call};
    uint64_t v;
    if (!ahead.n || !take_number (&w, &v))
        return 0;
    call->end_ns = (int64_t)v;
    w.has_paths = has_paths;
    fid_bpf_clear (&call->ev);
#define COLUMN(i)                                                                              \
    if (!layout[i])                                                                            \
        goto done;                                                                             \
    if (!take_column (&w, layout[i], layout[(i) + 1]))                                         \
        return 0;
    COLUMN (0)
    COLUMN (1)
    COLUMN (2)
    COLUMN (3)
    COLUMN (4)
    COLUMN (5)
    for (const char *col = layout + 6; *col; col++)
        if (!take_column (&w, col[0], col[1]))
            return 0;
#undef COLUMN
done:;
    size_t n = (size_t)(w.p - ahead.p) + 1;
    return *w.p == '\n' && n <= ahead.n && n <= LINE_MOST ? n : 0;
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
