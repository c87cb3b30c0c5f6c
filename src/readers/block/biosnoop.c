/* SPDX-License-Identifier: GPL-3.0-or-later */
/* biosnoop.c - block requests traced by biosnoop of bcc and of its libbpf tools
 *
 *     TIME(s)     COMM           PID    DISK    T SECTOR     BYTES   QUE(ms) LAT(ms)
 *     0.000000    python3        4013   sda     R 2048       131072     0.01    0.52
 *
 * One line is one request at its completion: TIME counts from the first one printed, LAT is
 * from issue to completion, QUE (-Q) the wait before.  COMM may hold blanks; all other columns
 * are one word, counted from the end.  T is R or W, or flags as blkparse prints them. */
#include "readers/block/rwbs.h"

#define COLUMNS 16

enum column { TIME, COMM, PID, DISK, T, SECTOR, BYTES, LAT, COLUMN_N };

struct biosnoop {
    const struct fid_input *in; /* borrowed */
    size_t column_n;
    int at[COLUMN_N]; /* place of each column; -1: not there */
};

static bool read_title (struct fid_span line, struct biosnoop *b)
{
    static const char *const names[COLUMN_N] = {"TIME(s)", "COMM",   "PID",   "DISK",
                                                "T",       "SECTOR", "BYTES", "LAT(ms)"};
    struct fid_span w[COLUMNS];
    *b = (struct biosnoop){.column_n = fid_span_words (line, w, COLUMNS)};
    if (b->column_n > COLUMNS)
        return false;
    for (int c = 0; c < COLUMN_N; c++) {
        b->at[c] = -1;
        for (size_t i = 0; i < b->column_n; i++)
            if (fid_span_is (w[i], names[c]))
                b->at[c] = (int)i;
        if (b->at[c] < 0)
            return false;
    }
    return b->at[TIME] == 0 && b->at[COMM] == 1;
}

/* A column behind COMM.  Where the request was not known when it was queued, DISK is empty. */
static struct fid_span column_behind (const struct biosnoop *b, const struct fid_span *w,
                                      size_t n, enum column c)
{
    bool diskless = n < b->column_n;
    if (diskless && c == DISK)
        return (struct fid_span){"", 0};
    size_t more_n = diskless ? 0 : n - b->column_n;
    return w[(size_t)b->at[c] + more_n - (diskless && b->at[c] > b->at[DISK])];
}

static enum fid_remark_code parse_row (const struct biosnoop *b, struct fid_span line,
                                       struct fid_event *ev, bool *moves)
{
    struct fid_span w[2 * COLUMNS];
    int64_t end_ns, pid, none;
    uint64_t sector = FID_NO_OFFSET;
    size_t n = fid_span_words (line, w, 2 * COLUMNS);
    if (n + 1 < b->column_n || n > 2 * COLUMNS)
        return FID_REMARK_FIELDS_NOT_TITLES;
    if (!fid_time_seconds (w[0], &end_ns) || end_ns < 0)
        return FID_REMARK_TIME_NOT_SECONDS;
    if (!fid_span_i64 (column_behind (b, w, n, PID), &pid) || pid < 0 || pid > INT32_MAX)
        return FID_REMARK_PID_NOT_NUMBER;
    if (!fid_rwbs (column_behind (b, w, n, T), &ev->op, moves))
        return FID_REMARK_NEITHER_R_NOR_W;
    if (!fid_span_u64 (column_behind (b, w, n, SECTOR), &sector) &&
        !fid_span_i64 (column_behind (b, w, n, SECTOR), &none))
        return FID_REMARK_OFFSET_NOT_NUMBER;
    if (!fid_span_u64 (column_behind (b, w, n, BYTES), &ev->bytes))
        return FID_REMARK_BYTES_NOT_NUMBER;
    if (ev->bytes > FID_BYTES_MAX)
        return FID_REMARK_BYTES_TOO_LARGE;
    if (!fid_time_seconds (column_behind (b, w, n, LAT), &ev->dur_ns) || ev->dur_ns < 0 ||
        ev->dur_ns > FID_TIME_MAX / 2)
        return FID_REMARK_LAT_NOT_NUMBER;
    ev->dur_ns /= 1000; /* LAT is in ms */
    ev->start_ns = end_ns - ev->dur_ns;
    ev->offset = sector <= FID_SECTORS_MAX ? sector * 512 : FID_NO_OFFSET;
    ev->pid = pid;
    ev->device = column_behind (b, w, n, DISK);
    struct fid_span last = w[n > b->column_n ? 1 + n - b->column_n : 1];
    ev->comm = (struct fid_span){w[1].p, (size_t)(last.p + last.n - w[1].p)};
    return FID_REMARK_NONE;
}

static int take_line (void *self, struct fid_span line, struct fid_error *err)
{
    struct biosnoop *b = self, next;
    struct fid_event ev = {.offset = FID_NO_OFFSET};
    bool moves = true;
    if (fid_span_starts (line, "Tracing ") || fid_span_starts (line, "^C"))
        return 0;
    if (read_title (line, &next)) {
        next.in = b->in;
        *b = next;
        return 0;
    }
    enum fid_remark_code why = !b->column_n               ? FID_REMARK_COLUMN_NAMES_MISSING
                               : !b->in->text->line_ended ? FID_REMARK_LAST_LINE_CUT
                                                          : parse_row (b, line, &ev, &moves);
    return why ? (int)why : moves ? fid_put_event (b->in->sink, &ev, err) : 0;
}

static int read_biosnoop (struct fid_input *in, struct fid_error *err)
{
    struct biosnoop b = {.in = in};
    return fid_lines_read (in, take_line, &b, err);
}

static int probe_biosnoop (const struct fid_head *head)
{
    struct fid_span rest = head->text, line;
    struct biosnoop b;
    for (int i = 0; i < 5 && rest.n && fid_span_field (&rest, '\n', &line); i++)
        if (read_title (line, &b))
            return 90;
    return 0;
}

FID_READER_IS (biosnoop, RELATIVE, FID_GIVES_BLOCK, 17, "block requests traced by biosnoop")
