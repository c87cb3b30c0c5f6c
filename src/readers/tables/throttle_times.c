/* throttle_times.c - times of the job on throttled storage: `scripts/throttle --times'
 *
 *     max   31.204   0        bytes a second that may be read (50M: 10^6, 64Mi: 2^20; max: no
 *     45M   58.871   0        limit), seconds that the command took, its exit status
 *
 * A fact "throttled.45000000" = "58.871" for each time of a command that ended well.  The run
 * itself was recorded without a limit; the facts say what slower storage did to the same job. */
#include <math.h>
#include <stdio.h>
#include "readers/reader.h"

struct row {
    struct fid_span seconds;
    double rate; /* HUGE_VAL: no limit */
    int64_t status;
};

/* "50M", "64Mi", "500000", "max". */
static bool
read_rate (struct fid_span s, double *rate)
{
    static const char units[] = "KMGT";
    double unit = 1;
    int64_t n;
    *rate = HUGE_VAL;
    if (fid_span_is (s, "max"))
        return true;
    bool binary = s.n > 1 && s.p[s.n - 1] == 'i';
    s.n -= binary;
    char last = s.n ? s.p[s.n - 1] : 0;
    int at = -1;
    for (int i = 0; units[i]; i++)
        if (last == units[i] || (!i && last == 'k'))
            at = i;
    if (at < 0 && binary)
        return false;
    s.n -= at >= 0;
    for (int i = 0; i <= at; i++)
        unit *= binary ? 1024 : 1000;
    *rate = fid_span_i64 (s, &n) && n > 0 ? (double)n * unit : 0;
    return *rate > 0 && *rate < 1e15;
}

static enum fid_remark_code
read_row (struct fid_span line, struct row *row)
{
    struct fid_span field[4];
    double s;
    size_t n = 0;
    while (n < 4 && fid_span_field (&line, '\t', &field[n]))
        n++;
    if (n != 3)
        return FID_REMARK_FIELDS_NOT_THREE;
    if (!read_rate (field[0], &row->rate) || !fid_span_decimal (field[1], &s) || !(s > 0) ||
        !fid_span_i64 (field[2], &row->status))
        return FID_REMARK_VALUE_NOT_NUMBER;
    row->seconds = field[1];
    return FID_REMARK_NONE;
}

/* The first line is a row, and one of them is without a limit. */
static int
probe_throttle_times (const struct fid_head *head)
{
    struct fid_span rest = head->text, line;
    struct row row;
    bool first = true, full = false;
    if (fid_span_is (head->name, "throttle.tsv"))
        return 90;
    while (fid_span_field (&rest, '\n', &line)) {
        line.n -= line.n && line.p[line.n - 1] == '\r';
        bool good = read_row (line, &row) == FID_REMARK_NONE;
        if (first && !good)
            return 0;
        first = false;
        full = full || (good && row.rate == HUGE_VAL);
    }
    return full ? 80 : 0;
}

static int
read_throttle_times (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    struct fid_span line;
    int rc;
    while ((rc = fid_text_next (in->text, &line, err)) > 0) {
        char key[40] = "throttled.max";
        struct row row;
        enum fid_remark_code bad = line.n ? read_row (line, &row) : FID_REMARK_NONE;
        if (bad == FID_REMARK_NONE && line.n && row.status != 0)
            bad = FID_REMARK_COMMAND_FAILED;
        if (bad != FID_REMARK_NONE)
            fid_put_reject (sink, in->text->line_n, bad);
        if (bad != FID_REMARK_NONE || !line.n)
            continue;
        if (row.rate < HUGE_VAL)
            snprintf (key, sizeof key, "throttled.%.0f", row.rate);
        if (fid_put_fact (sink, &(struct fid_fact){key, row.seconds}, err))
            return -1;
    }
    return rc;
}

const struct fid_reader reader_throttle_times = {
    .name = "throttle_times",
    .doc = "times of the same job on throttled storage",
    .clock = FID_CLOCK_UTC,
    .gives = FID_GIVES_FACTS,
    .rank = 20,
    .once = true,
    .probe = probe_throttle_times,
    .read = read_throttle_times,
};
