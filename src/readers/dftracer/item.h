/* SPDX-License-Identifier: GPL-3.0-or-later */
/* item.h - one object of a DFTracer trace: the members that matter
 *
 *     {"id":7,"name":"read","cat":"POSIX","pid":3,"tid":3,"ts":1727387307985608,"dur":191,
 *      "ph":"X","args":{"fhash":33084,"ret":262144}}
 *
 * Old traces have texts of digits where new ones have numbers; both are read. */
#pragma once

#include "base/json.h"
#include "metrics/isa.h"

struct fid_dft_item {
    struct fid_span name, cat, ph; /* as written; n 0: missing */
    int64_t pid, tid;              /* -1: unknown */
    int64_t ts_us, dur_us;         /* valid if timed, timed_dur: 0 to FID_TIME_MAX / 2 */
    bool timed, timed_dur;
    /* of args */
    struct fid_span fname, fhash, hhash, meta_name, meta_value;
    int64_t ret, size, offset, epoch, step, count; /* epoch, step, count: -1: unknown */
    bool has_ret, has_size, has_offset;
    /* of `count' calls together: ret is the sum of their results, size of their bytes, dur_sum
     * of their lengths in us */
    int64_t dur_sum;
    bool aggregated;
};

/* Reads the next object, whatever JSON it is; its spans point into the text of *j.  False
 * if it is no object, or is malformed or cut (j->bad, j->cut). */
bool fid_dft_item_read (struct fid_json *j, struct fid_dft_item *it);

/* --- plain lines: JSON without blanks, one object a line, is read from the places of its
 * quotes, backslashes and line ends alone */

/* Write the places in p[n] of '"', '\\' and '\n' to at[], ascending, and return how many
 * there are.  p[n + 64) must be readable, at[n + 64] writable; n < 2^32. */
size_t fid_marks_find (const char *p, size_t n, uint32_t *at);

/* The same by one of the instruction sets, which fid_isa_has () must grant. */
size_t fid_marks_find_by (enum fid_isa isa, const char *p, size_t n, uint32_t *at);

/* Text with its marks. */
struct fid_dft_window {
    const char *p; /* borrowed; FID_TEXT_PAD bytes behind it are readable */
    size_t n;
    const uint32_t *mark; /* borrowed */
    size_t mark_n;
};

/* The same for a plain line of the window that starts at p + from and whose first mark is
 * mark[*i].  True if the line is plain; then mark[*i] is its end.  False: *it is undefined. */
bool fid_dft_item_fast (const struct fid_dft_window *w, size_t from, size_t *i,
                        struct fid_dft_item *it);
