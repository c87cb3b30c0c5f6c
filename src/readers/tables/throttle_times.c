/* SPDX-License-Identifier: GPL-3.0-or-later */
/* throttle_times.c - times of the job on throttled storage: `scripts/throttle --times'
 *
 *     max              31.204   0     bytes a second that may be read (50M: 10^6, 64Mi: 2^20;
 *     45M              58.871   0     max: no limit), or what is stated of the storage
 *     read_ms=5,iops=9 99.120   0     (model/storage_keys.h); seconds that the command took, its
 *                                     exit status; of more columns host=NAME,
 *                                     kernel=NAME and run=NAME say of whom the time is
 *
 * A fact "throttled.45000000" = "58.871", or "throttled.read_ms=5,iops=9" = "99.120", for each
 * time of a command that ended well; "throttle_line", that of the first one without a limit;
 * "throttle_host" = "3:node1", the first line with that host, "throttle_run".  The run itself was
 * recorded without a limit; the facts say what slower storage did to the same job.  The times decide
 * over the models and people write them, so a line that is not understood is wrong use, as in a
 * storage's file; so are times that cannot be of one job: faster than without a limit, or far from
 * others on the same storage. */
#include "metrics/aggregate.h"
#include "model/storage_keys.h"
#include "readers/reader.h"

#define FULL       "throttled.max"
#define TIME_LEAST 1e-3 /* seconds: throttle writes no shorter one */
#define TIME_MOST  1e7  /* seconds: no job is so long */
#define FASTER     0.9  /* times the time at full speed: less is no noise */
#define APART      1.5  /* the largest and the least time on one storage */

struct row {
    struct fid_span setting, seconds, more;
    double time_s;
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
    size_t n = 0;
    while (n < 3 && fid_span_field (&rest, '\t', &field[n]))
        n++;
    if (n != 3)
        return (struct flaw){"has not three columns (setting, seconds, status)", line};
    *row = (struct row){.setting = field[0], .seconds = field[1], .more = rest};
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
        return (struct flaw){"is neither a rate (45M, 64Mi, max) nor KEY=VALUE", field[0]};
    if (!fid_span_decimal (field[1], &row->time_s) || !(row->time_s >= TIME_LEAST) ||
        !(row->time_s <= TIME_MOST))
        return (struct flaw){"is not a time from 0.001 to 10 million seconds", field[1]};
    if (!fid_span_i64 (field[2], &row->status))
        return (struct flaw){"is not an exit status", field[2]};
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

/* A time that counts, and the fact that it becomes. */
struct timed {
    char *key; /* owned */
    size_t line;
    double time_s;
};

struct times {
    const struct fid_input *in; /* borrowed */
    FID_LIST (struct timed, row);
};

static void clear_times (struct times *t)
{
    FID_EACH (struct timed, r, t->row)
        free (r->key);
    free (t->row);
}

/* "host=NAME,run=NAME,..." of the columns behind. */
static int take_owner (struct times *t, struct fid_span more, struct fid_error *err)
{
    struct fid_span column, word, name;
    while (fid_span_field (&more, '\t', &column))
        while (fid_span_field (&column, ',', &word)) {
            const char *key = fid_span_starts (word, "host=")     ? "throttle_host"
                              : fid_span_starts (word, "run=")    ? "throttle_run"
                              : fid_span_starts (word, "kernel=") ? "throttle_kernel"
                                                                  : NULL;
            if (!key)
                continue;
            fid_span_field (&word, '=', &name);
            FID_FREED char *text =
                fid_format (err, "%zu:%.*s", t->in->text->line_n, FID_SPAN_ARG (word));
            FID_TRY (!text);
            struct fid_fact f = {key, fid_span_of (text)};
            FID_TRY (fid_put_fact (t->in->sink, &f, err));
        }
    return 0;
}

static int take_line (void *self, struct fid_span line, struct fid_error *err)
{
    struct times *t = self;
    const struct fid_text *text = t->in->text;
    struct row row;
    struct flaw flaw = read_row (line, &row);
    if (flaw.what)
        return fid_errorf (err, FID_EUSAGE, "%s:%zu: '%.*s' %s", text->path, text->line_n,
                           FID_SPAN_ARG (flaw.word), flaw.what);
    if (row.status)
        return FID_REMARK_COMMAND_FAILED;
    char *key = row.rate == HUGE_VAL ? fid_strdup (FULL, err)
                : row.rate > 0       ? fid_format (err, "throttled.%.0f", row.rate)
                               : fid_format (err, "throttled.%.*s", FID_SPAN_ARG (row.setting));
    FID_TRY (!key);
    if (FID_PUSH (t->row, err, (struct timed){key, text->line_n, row.time_s})) {
        free (key);
        return -1;
    }
    FID_TRY (fid_put_fact (t->in->sink, &(struct fid_fact){key, row.seconds}, err));
    return take_owner (t, row.more, err);
}

/* The median of the times with that key; x has room for all. */
static double median_of (const struct times *t, const char *key, double *x)
{
    size_t n = 0;
    FID_EACH (const struct timed, r, t->row)
        if (strcmp (r->key, key) == 0)
            x[n++] = r->time_s;
    return n ? fid_median_select (x, n) : 0;
}

static int read_throttle_times (struct fid_input *in, struct fid_error *err)
{
    FID_SCOPED (clear_times) struct times t = {.in = in};
    FID_TRY (fid_lines_read (in, take_line, &t, err));
    /* Whether the times can be of one job. */
    FID_FREED double *x = malloc ((t.row_n + 1) * sizeof *x);
    FID_NEED (x, err);
    const char *path = t.in->text->path;
    double full_s = median_of (&t, FULL, x);
    if (t.row_n && !(full_s > 0))
        return fid_errorf (err, FID_EUSAGE,
                           "%s:%zu: no line has the time at full speed (max), which all times "
                           "are compared with",
                           path, t.row[0].line);
    FID_EACH (const struct timed, r, t.row) {
        double median_s = median_of (&t, r->key, x);
        if (median_s < FASTER * full_s)
            return fid_errorf (err, FID_EUSAGE,
                               "%s:%zu: %g s on slower storage, %g s at full speed: a storage "
                               "that is slower makes no job faster",
                               path, r->line, median_s, full_s);
        FID_EACH (const struct timed, q, t.row)
            if (strcmp (q->key, r->key) == 0 && r->time_s > APART * q->time_s)
                return fid_errorf (err, FID_EUSAGE,
                                   "%s:%zu: %g s, but %g s on the same storage in line %zu: "
                                   "time both again on a quiet machine",
                                   path, r->line, r->time_s, q->time_s, q->line);
    }
    for (size_t i = 0; i < t.row_n; i++)
        if (strcmp (t.row[i].key, FULL) == 0) {
            char line[24];
            snprintf (line, sizeof line, "%zu", t.row[i].line);
            return fid_put_fact (in->sink,
                                 &(struct fid_fact){"throttle_line", fid_span_of (line)}, err);
        }
    return 0;
}

FID_READER_IS (throttle_times, UTC, FID_GIVES_FACTS, 20,
               "times of the same job on throttled storage", .once = true)
