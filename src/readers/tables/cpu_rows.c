/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cpu_rows.c - lines of mpstat without titles: cpu.all of the older processed trees
 *
 *     08:11:19 AM  all    0.33    0.00    0.21    0.05 ... 99.41
 *
 * The earlier tools picked the lines that hold "all" out of cpu.out, so that the date and the
 * names of the columns are lost.  The columns are those of mpstat without options; local time
 * of the host.  cpu_all.csv beside it has the same rows in UTC, but those of 12 AM and 12 PM
 * half a day off, and of 24-hour clocks without the first column. */
#include "readers/hosttime.h"
#include "readers/reader.h"
#include "readers/sysstat/cpushare.h"

enum { USER, SYS, IOWAIT, IDLE };
/* CPU, usr, nice, sys, iowait, irq, soft, steal, guest, gnice, idle. */
static const signed char share[] = {-1,  USER, USER, SYS,  IOWAIT, SYS,
                                    SYS, IDLE, USER, USER, IDLE};

#define COLUMN_N (sizeof share / sizeof *share)

/* One line; FID_REMARK_NONE, or why it is malformed. */
static enum fid_remark_code parse_row (struct fid_span line, int64_t *tod_ns,
                                       double value[FID_CPU_SHARES])
{
    struct fid_span word[COLUMN_N];
    if (!fid_host_time (&line, tod_ns))
        return FID_REMARK_TIME_OF_DAY_MISSING;
    if (fid_span_words (line, word, COLUMN_N) != COLUMN_N || !fid_span_is (word[0], "all"))
        return FID_REMARK_COLUMNS_UNUSABLE;
    return fid_cpu_shares (share, word, COLUMN_N, value);
}

static int probe_cpu_rows (const struct fid_head *head)
{
    struct fid_span text = head->text, line;
    double value[FID_CPU_SHARES];
    int64_t tod_ns;
    while (fid_span_field (&text, '\n', &line)) {
        line = fid_span_trim (line);
        if (line.n && !fid_span_starts (line, "Average:"))
            return parse_row (line, &tod_ns, value) == FID_REMARK_NONE ? 85 : 0;
    }
    return 0;
}

struct cpu_rows {
    const struct fid_input *in; /* borrowed */
    struct fid_daytime daytime;
};

static int take_line (void *self, struct fid_span line, struct fid_error *err)
{
    struct cpu_rows *r = self;
    double value[FID_CPU_SHARES];
    int64_t tod_ns = 0;
    if (fid_span_starts (line, "Average:"))
        return 0;
    enum fid_remark_code why =
        r->in->text->line_ended ? parse_row (line, &tod_ns, value) : FID_REMARK_LAST_LINE_CUT;
    return why ? (int)why
               : fid_cpu_put (r->in->sink, fid_daytime_next (&r->daytime, tod_ns), value, err);
}

static int read_cpu_rows (struct fid_input *in, struct fid_error *err)
{
    fid_put_note (in->sink, 1, FID_REMARK_FIRST_LINE_MISSING);
    return fid_lines_read (in, take_line, &(struct cpu_rows){.in = in}, err);
}

/* The rank is above that of cpu_all.csv. */
FID_READER_IS (cpu_rows, LOCAL, FID_GIVES_CPU, 6,
               "rows of mpstat without titles (cpu.all of a processed tree)")
