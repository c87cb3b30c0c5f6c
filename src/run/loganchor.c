/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loganchor.c - see loganchor.h */
#include "run/loganchor.h"

#define ANCHOR_MAX 4096 /* more do not improve the fit */
#define START_MAX  64   /* places where the first write is tried */

struct lines {
    struct fid_logline *at; /* by offset */
    size_t n;
};

struct writes {
    struct fid_logwrite *at; /* by time */
    size_t n;
};

/* Which write shows which stamp. */
struct match {
    size_t write, line;
};

FID_ORDER_BY (by_offset, struct fid_logline, FID_RISING (offset))

FID_ORDER_BY (by_start, struct fid_logwrite, FID_RISING (start_ns) FID_RISING (offset))

/* The line that begins at offset; l->n: none. */
static size_t line_at (const struct lines *l, uint64_t offset)
{
    size_t a = 0, b = l->n;
    while (a < b) {
        size_t mid = a + (b - a) / 2;
        if (l->at[mid].offset < offset)
            a = mid + 1;
        else
            b = mid;
    }
    return a < l->n && l->at[a].offset == offset ? a : l->n;
}

/* Is a write of `bytes` made of whole lines, `first` being the first?  Its last
 * newline may be missing: unbuffered print () writes that by itself (*bare).
 * *end is the line behind it. */
static bool is_whole_lines (const struct lines *l, size_t first, uint64_t bytes, size_t *end,
                            bool *bare)
{
    uint64_t done = 0;
    size_t i = first;
    while (i < l->n && done < bytes)
        done += l->at[i++].len_n;
    *end = i;
    *bare = done == bytes + 1;
    return bytes > 0 && (done == bytes || (*bare && l->at[i - 1].len_n > 1));
}

/* Note the last stamp in lines [first, end) as seen by write w. */
static void add_match (const struct lines *l, size_t first, size_t end, size_t w,
                       struct match *m, size_t *m_n)
{
    /* beyond INT64_MAX / 2 ns (the year 2116) is as good as no stamp */
    while (end > first &&
           (l->at[end - 1].t_ns < -INT64_MAX / 2 || l->at[end - 1].t_ns > INT64_MAX / 2))
        end--;
    if (end > first)
        m[(*m_n)++] = (struct match){w, end - 1};
}

/* Writes against lines, the text having begun at `shift` in the file (modulo
 * 2^64, so a log with lines put before it works, too).  Returns how many fit. */
static size_t match_offsets (const struct lines *l, const struct writes *w, uint64_t shift,
                             struct match *m, size_t *m_n)
{
    size_t fit = 0, end;
    bool bare;
    *m_n = 0;
    for (size_t i = 0; i < w->n; i++) {
        if (w->at[i].offset == FID_NO_OFFSET)
            continue;
        size_t first = line_at (l, w->at[i].offset - shift);
        if (first == l->n || !is_whole_lines (l, first, w->at[i].bytes, &end, &bare))
            continue;
        fit++;
        add_match (l, first, end, i, m, m_n);
    }
    return fit;
}

/* Sizes in order, the first write being line `at`; ends at the first that does
 * not fit, since after a lost write lines of one length would match anything. */
static size_t match_sizes (const struct lines *l, const struct writes *w, size_t at,
                           struct match *m, size_t *m_n)
{
    size_t fit = 0, end;
    bool bare;
    *m_n = 0;
    for (size_t i = 0; i < w->n && at < l->n; i++) {
        if (!is_whole_lines (l, at, w->at[i].bytes, &end, &bare))
            break;
        fit++;
        add_match (l, at, end, i, m, m_n);
        if (bare && i + 1 < w->n && w->at[i + 1].bytes == 1) {
            fit++;
            i++;
        }
        at = end;
    }
    return fit;
}

/* Try the first write at every line; *m is the best unless two are as good. */
static size_t match_anywhere (const struct lines *l, const struct writes *w, bool by_offsets,
                              struct match *m, size_t *m_n)
{
    size_t best = 0, best_at = 0, tried_n = 0, end;
    bool twice = false, bare;
    size_t head = 0;
    while (by_offsets && head < w->n && w->at[head].offset == FID_NO_OFFSET)
        head++;
    *m_n = 0;
    if (head == w->n)
        return 0;
    for (size_t k = 0; k < l->n && tried_n < START_MAX; k++) {
        if (!is_whole_lines (l, k, w->at[head].bytes, &end, &bare))
            continue;
        tried_n++;
        uint64_t shift = w->at[head].offset - l->at[k].offset;
        size_t fit =
            by_offsets ? match_offsets (l, w, shift, m, m_n) : match_sizes (l, w, k, m, m_n);
        twice = fit == best ? true : fit > best ? false : twice;
        if (fit > best) {
            best = fit;
            best_at = k;
        }
    }
    *m_n = 0;
    if (twice || best == 0)
        return 0;
    return by_offsets ? match_offsets (l, w, w->at[head].offset - l->at[best_at].offset, m, m_n)
                      : match_sizes (l, w, best_at, m, m_n);
}

static int append_anchors (const struct lines *l, const struct writes *w,
                           enum fid_clock log_clock, enum fid_clock trace_clock,
                           const struct match *m, size_t m_n, struct fid_anchor **anchor,
                           size_t *anchor_n, size_t *anchor_cap, struct fid_error *err)
{
    size_t n = m_n < ANCHOR_MAX ? m_n : ANCHOR_MAX;
    FID_TRY (fid_array_grow (anchor, anchor_cap, *anchor_n + n, sizeof **anchor, err));
    for (size_t k = 0; k < n; k++) {
        const struct match *p = &m[n < m_n ? k * m_n / n : k];
        const struct fid_logline *line = &l->at[p->line];
        (*anchor)[(*anchor_n)++] = (struct fid_anchor){
            .from = trace_clock,
            .to = log_clock,
            .from_ns = w->at[p->write].start_ns,
            .to_min_ns = line->t_ns,
            .to_max_ns = line->t_ns + line->quantum_ns + FID_LOG_DELAY_NS,
        };
    }
    return 0;
}

int fid_loganchors (const struct fid_logline *line, size_t line_n, enum fid_clock log_clock,
                    const struct fid_logwrite *write, size_t write_n,
                    enum fid_clock trace_clock, struct fid_anchor **anchor, size_t *anchor_n,
                    size_t *anchor_cap, struct fid_error *err)
{
    if (line_n == 0 || write_n == 0)
        return 0;
    FID_FREED struct fid_logline *lines = fid_array_copy (line, line_n, sizeof *line, err);
    FID_FREED struct fid_logwrite *writes = fid_array_copy (write, write_n, sizeof *write, err);
    FID_FREED struct match *m = malloc (write_n * sizeof *m);
    struct lines l = {lines, line_n};
    struct writes w = {writes, write_n};
    size_t m_n = 0, told_n = 0, fit;
    FID_NEED (lines && writes && m, err);
    fid_into_order (l.at, line_n, sizeof *l.at, by_offset);
    fid_into_order (w.at, write_n, sizeof *w.at, by_start);
    for (size_t i = 0; i < write_n; i++)
        told_n += w.at[i].offset != FID_NO_OFFSET;

    /* at least half of the writes must fit, or the file is another one */
    fit = match_offsets (&l, &w, 0, m, &m_n);
    if (2 * fit < write_n && 2 * told_n >= write_n)
        fit = match_anywhere (&l, &w, true, m, &m_n);
    if (2 * fit < write_n && told_n == 0)
        fit = match_anywhere (&l, &w, false, m, &m_n);
    return 2 * fit < write_n ? 0
                             : append_anchors (&l, &w, log_clock, trace_clock, m, m_n, anchor,
                                               anchor_n, anchor_cap, err);
}
