/* bpf_fast.c - the plain lines of a bpftrace file, many at a time
 *
 * Nearly all lines of a trace are plain: words between blanks, numbers of at
 * most 16 digits, a file name without blanks.  Those are taken here, from bit
 * masks of their blanks; every other line is left to fid_bpf_columns, which
 * knows the whole format and gives the same result for the lines read here. */
#include "base/scan.h"
#include "base/timeparse.h"
#include "readers/bpftrace/bpf_line.h"

#define EDGES_MAX 40

/* Where words begin and end in a line. */
struct words {
    const char *line;
    size_t n;
    uint8_t edge[EDGES_MAX + 64]; /* begin and end of word i at 2 i and 2 i + 1 */
};

static inline struct fid_span
word_at (const struct words *w, size_t i)
{
    return (struct fid_span){w->line + w->edge[2 * i],
                             (size_t)w->edge[2 * i + 1] - w->edge[2 * i]};
}

static inline bool
number_at (const struct words *w, size_t i, uint64_t *out)
{
    struct fid_span s = word_at (w, i);
    return fid_scan_digits (s.p, s.n, out);
}

static inline bool
is_digit (char c)
{
    return (unsigned)(c - '0') <= 9;
}

/* The words of the line at p; false if it is longer than FID_SCAN, or holds
 * tabs and the like.  *line_n is its length. */
static inline bool
split_words (const char *p, size_t avail, struct words *w, size_t *line_n)
{
    struct fid_scan s;
    fid_scan (p, &s);
    size_t n = s.control[0]   ? (size_t)__builtin_ctzll (s.control[0])
               : s.control[1] ? (size_t)__builtin_ctzll (s.control[1]) + 64
                              : FID_SCAN;
    if (n >= avail || n == FID_SCAN || p[n] != '\n')
        return false;
    if (n < 64) {
        s.blank[0] |= ~UINT64_C (0) << n;
        s.blank[1] = ~UINT64_C (0);
    } else {
        s.blank[1] |= ~UINT64_C (0) << (n - 64);
    }
    uint64_t low = s.blank[0] ^ (s.blank[0] << 1 | 1);
    uint64_t high = s.blank[1] ^ (s.blank[1] << 1 | s.blank[0] >> 63);
    size_t k = 0;
    for (; low; low &= low - 1)
        w->edge[k++] = (uint8_t)__builtin_ctzll (low);
    if (k > EDGES_MAX)
        return false;
    for (; high; high &= high - 1)
        w->edge[k++] = (uint8_t)(__builtin_ctzll (high) + 64);
    w->line = p;
    w->n = k / 2;
    *line_n = n;
    return true;
}

/* Words from `at` on up to the next number are a comm; its first and how many
 * in *n.  Before DISK T BYTES: up to one word before a lone R or W. */
static inline bool
find_comm (const struct words *w, size_t at, bool before_disk, size_t *n)
{
    for (size_t i = at + 1; i + 1 < w->n; i++) {
        struct fid_span here = word_at (w, i);
        if (before_disk) {
            struct fid_span t = word_at (w, i + 1);
            if (i + 2 < w->n && t.n == 1 && (*t.p == 'R' || *t.p == 'W') &&
                is_digit (*word_at (w, i + 2).p)) {
                *n = i - at;
                return true;
            }
        } else if (is_digit (*here.p)) {
            uint64_t v;
            *n = i - at;
            return number_at (w, i, &v); /* 0x1f and 12ab are for the other parser */
        } else if (*here.p == '-' || *here.p == '+') {
            return false;
        }
    }
    return false;
}

/* FULLPATH FILENAME, one word each.  A word that may be the stamp of another
 * call on the same line is looked at the other way. */
static inline bool
take_paths (const struct words *w, size_t at, struct fid_event *ev)
{
    if (w->n != at + 2 || w->edge[2 * at + 2] != w->edge[2 * at + 1] + 1)
        return false;
    for (size_t i = 1; i < w->n; i++) {
        struct fid_span s = word_at (w, i);
        if (s.n >= FID_BPF_STAMP_DIGITS && is_digit (*s.p))
            return false;
    }
    ev->path = word_at (w, at);
    ev->file = word_at (w, at + 1);
    return true;
}

size_t
fid_bpf_fast (const char *layout, struct fid_span ahead, struct fid_bpf_call *call)
{
    struct words w;
    struct fid_event *ev = &call->ev;
    size_t line_n, at = 1, n;
    uint64_t v;
    if (!ahead.n || !is_digit (*ahead.p) || !split_words (ahead.p, ahead.n, &w, &line_n) ||
        !number_at (&w, 0, &v) || v > FID_TIME_MAX)
        return 0;
    call->end_ns = (int64_t)v;
    fid_bpf_clear (ev);
    for (const char *col = layout; *col; col++) {
        if (at >= w.n && *col != 'n')
            return 0;
        switch (*col) {
        case 'p':
            if (!number_at (&w, at++, &v) || v > FID_BPF_PID_MAX)
                return 0;
            ev->pid = (int64_t)v;
            break;
        case 'c':
            if (!find_comm (&w, at, col[1] == 'd', &n))
                return 0;
            ev->comm = word_at (&w, at);
            at += n;
            ev->comm.n = (size_t)(w.line + w.edge[2 * at - 1] - ev->comm.p);
            break;
        case 'd':
            ev->device = word_at (&w, at++);
            break;
        case 't':
            ev->op = *word_at (&w, at).p == 'R' ? FID_OP_BLOCK_READ : FID_OP_BLOCK_WRITE;
            if (word_at (&w, at).n != 1 ||
                (*word_at (&w, at).p != 'R' && *word_at (&w, at).p != 'W'))
                return 0;
            at++;
            break;
        case 'b':
            ev->flags &= ~(unsigned)FID_EVENT_NO_BYTES;
            if (!number_at (&w, at++, &v) || v > FID_BYTES_MAX)
                return 0;
            ev->bytes = v;
            break;
        case 'o':
            if (!number_at (&w, at++, &v))
                return 0;
            ev->offset = v;
            break;
        case 'S':
            if (!number_at (&w, at++, &v) || v > FID_SECTOR_MAX)
                return 0;
            ev->offset = v * 512;
            break;
        case 'l':
            ev->flags &= ~(unsigned)FID_EVENT_NO_DUR;
            if (!number_at (&w, at++, &v))
                return 0;
            ev->dur_ns = (int64_t)v;
            break;
        case 'i':
            if (!number_at (&w, at++, &v) || v > FID_BPF_PID_MAX)
                return 0;
            break;
        case 'f':
        case 's':
            if (!number_at (&w, at++, &v))
                return 0;
            break;
        case 'n':
            if (at < w.n)
                ev->file = word_at (&w, at++);
            break;
        case 'P':
            if (!take_paths (&w, at, ev))
                return 0;
            at += 2;
            break;
        default:
            return 0;
        }
    }
    return at == w.n ? line_n + 1 : 0;
}
