/* SPDX-License-Identifier: GPL-3.0-or-later */
/* throttle_times.c - times of the job on throttled storage: `scripts/throttle --times'
 *
 *     max              31.204   0     bytes a second that may be read (50M: 10^6, 64Mi: 2^20;
 *     45M              58.871   0     max: no limit), or what is stated of the storage
 *     read_ms=5,iops=9 99.120   0     (model/storage_keys.h); seconds that the command took, its
 *                                     exit status; more columns are for people
 *
 * A fact "throttled.45000000" = "58.871", or "throttled.read_ms=5,iops=9" = "99.120", for each
 * time of a command that ended well.  The run itself was recorded without a limit; the facts say
 * what slower storage did to the same job.  The times decide over the models and people write
 * them, so a line that is not understood is wrong use, as in a storage's file. */
#include "model/storage_keys.h"
#include "readers/reader.h"

struct row {
    struct fid_span setting, seconds;
    double rate; /* HUGE_VAL: no limit; 0: the setting has keys */
    int64_t status;
};

/* Why a row is not one. */
struct flaw {
    const char *what; /* NULL: it is one */
    struct fid_span word;
};

/* "50M", "64Mi", "500000", "max". */
static bool read_rate (struct fid_span s, double *rate)
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

static struct flaw read_row (struct fid_span line, struct row *row)
{
    struct fid_span field[3], rest = line;
    double s;
    size_t n = 0;
    while (n < 3 && fid_span_field (&rest, '\t', &field[n]))
        n++;
    if (n != 3)
        return (struct flaw){"has not three columns (setting, seconds, status)", line};
    *row = (struct row){.setting = field[0], .seconds = field[1]};
    if (fid_span_find (field[0], "=") >= 0) {
        bool given[FID_STORAGE_KEY_N] = {false};
        struct flaw flaw;
        double x;
        int key;
        while (!(flaw.what = fid_storage_setting_next (&field[0], &key, &x, &flaw.word)) &&
               key >= 0) {
            if (given[key])
                return (struct flaw){"is given twice", flaw.word};
            given[key] = true;
        }
        if (flaw.what)
            return flaw;
    } else if (!read_rate (field[0], &row->rate))
        return (struct flaw){"is no rate (45M, 64Mi, max) and no KEY=VALUE", field[0]};
    if (!fid_span_decimal (field[1], &s) || !(s > 0))
        return (struct flaw){"are no seconds above 0", field[1]};
    if (!fid_span_i64 (field[2], &row->status))
        return (struct flaw){"is no exit status", field[2]};
    return (struct flaw){0};
}

/* The first line is a row, and one of them is without a limit. */
static int probe_throttle_times (const struct fid_head *head)
{
    struct fid_span rest = head->text, line;
    struct row row;
    bool first = true, full = false;
    if (fid_span_is (head->name, "throttle.tsv"))
        return 90;
    while (fid_span_field (&rest, '\n', &line)) {
        line.n -= line.n && line.p[line.n - 1] == '\r';
        bool good = !read_row (line, &row).what;
        if (first && !good)
            return 0;
        first = false;
        full = full || (good && row.rate == HUGE_VAL);
    }
    return full ? 80 : 0;
}

static int take_line (void *self, struct fid_span line, struct fid_error *err)
{
    const struct fid_input *in = self;
    struct row row;
    struct flaw flaw = read_row (line, &row);
    if (flaw.what)
        return fid_errorf (err, FID_EUSAGE, "%s:%zu: '%.*s' %s", in->text->path,
                           in->text->line_n, FID_SPAN_ARG (flaw.word), flaw.what);
    if (row.status)
        return FID_REMARK_COMMAND_FAILED;
    FID_FREED char *key = row.rate == HUGE_VAL ? fid_format (err, "throttled.max")
                          : row.rate > 0
                              ? fid_format (err, "throttled.%.0f", row.rate)
                              : fid_format (err, "throttled.%.*s", FID_SPAN_ARG (row.setting));
    return key ? fid_put_fact (in->sink, &(struct fid_fact){key, row.seconds}, err) : -1;
}

static int read_throttle_times (struct fid_input *in, struct fid_error *err)
{
    return fid_lines_read (in, take_line, in, err);
}

FID_READER_IS (throttle_times, UTC, FID_GIVES_FACTS, 20,
               "times of the same job on throttled storage", .once = true)
