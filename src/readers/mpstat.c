/* mpstat.c - CPU use as `mpstat 1` prints it
 *
 *     Linux 5.4.0 (host)  02/11/23  _x86_64_  (80 CPU)
 *     08:11:18 AM  CPU    %usr   %nice    %sys %iowait ... %idle
 *     08:11:19 AM  all    0.33    0.00    0.21    0.05 ... 99.41
 *     Average:     all    4.41    0.00    1.10    0.20 ... 94.27
 *
 * Local time, end of the interval; the date stands in the first line only.
 * Percent of all CPUs.  The locale decides between 12 and 24 hours, points and
 * commas; columns are found by name, since views and versions differ. */
#include "base/timeparse.h"
#include "readers/cpushare.h"
#include "readers/hosttime.h"
#include "readers/reader.h"

#define COLUMNS_MAX 32

struct state {
    struct fid_daytime daytime;
    struct fid_cpushare share;
    int column[COLUMNS_MAX]; /* share of each word behind the stamp, or -1 */
    size_t column_n;         /* 0: no column names yet */
    bool other_view;         /* a table of interrupts, nodes, ... */
};

static int
probe (const struct fid_head *head)
{
    struct fid_span text = head->text;
    if (!text.n || text.p[0] == '{')
        return 0;
    if (fid_span_find (text, " CPU ") >= 0 && fid_span_find (text, "%idle") >= 0)
        return 90;
    /* stopped before the first table */
    return fid_span_starts (text, "Linux ") && fid_span_find (text, " CPU)") >= 0 ? 40 : 0;
}

/* "Linux RELEASE (HOST) DATE ...": a new start, even in the middle of a file. */
static void
banner (struct state *st, struct fid_span line, bool day_first, size_t line_n,
        const struct fid_sink *sink)
{
    struct fid_span word;
    st->daytime = (struct fid_daytime){0};
    st->column_n = 0;
    st->other_view = false;
    while (fid_span_word (&line, &word))
        if (fid_host_date (word, day_first, &st->daytime.day))
            return;
    fid_put_note (sink, line_n, "no date in the first line: times of day only");
}

/* Remember which word is which; the view is another one without %idle. */
static void
column_names (struct state *st, const struct fid_span *word, size_t n)
{
    bool idle = false;
    st->column_n = n;
    for (size_t i = 0; i < n; i++) {
        st->column[i] = fid_cpu_column (word[i]);
        idle |= st->column[i] == FID_CH_CPU_IDLE - FID_CH_CPU_USER;
    }
    st->other_view = !idle || !fid_span_is (word[0], "CPU");
}

/* The values of a row added up by share; NULL, or why not. */
static const char *
shares (const struct state *st, const struct fid_span *word, size_t n,
        double value[FID_CPU_SHARES])
{
    if (!st->column_n)
        return "a row before the column names";
    if (n != st->column_n)
        return "the row has not as many fields as there are column names";
    for (int s = 0; s < FID_CPU_SHARES; s++)
        value[s] = 0;
    const char *why = NULL;
    for (size_t i = 1; i < n && !why; i++) {
        double v;
        if (st->column[i] < 0)
            continue;
        why = fid_span_f64 (word[i], &v) ? fid_cpu_add (value, st->column[i], v)
                                         : "a percentage is not a number";
    }
    return why;
}

/* "Average:", or what the host's language has for it ("Moyenne :"). */
static bool
summary (struct fid_span line)
{
    struct fid_span word;
    fid_span_word (&line, &word);
    if ((unsigned)(word.p[0] - '0') <= 9)
        return false;
    return fid_span_ends (word, ":") ||
           (fid_span_word (&line, &word) && fid_span_is (word, ":"));
}

static int
read_line (struct state *st, struct fid_span line, const struct fid_input *in,
           const struct fid_sink *sink, struct fid_error *err)
{
    struct fid_span word[COLUMNS_MAX], rest = line, first;
    size_t line_n = in->text->line_n;
    double value[FID_CPU_SHARES];
    int64_t tod;
    if (!fid_span_word (&rest, &first))
        return 0;
    if (fid_span_is (first, "Linux")) {
        banner (st, line, in->day_first, line_n, sink);
        return fid_cpushare_flush (&st->share, sink, err);
    }
    rest = line;
    if (!fid_host_time (&rest, &tod)) {
        if (summary (line))
            return 0;
        fid_put_reject (sink, line_n, "no time of day");
        return 0;
    }
    if (!in->text->line_ended) {
        fid_put_reject (sink, line_n, "the last line is cut");
        return 0;
    }
    size_t n = fid_span_words (rest, word, COLUMNS_MAX);
    if (n == 0 || n > COLUMNS_MAX) {
        fid_put_reject (sink, line_n, "no columns, or too many");
        return 0;
    }
    if (fid_span_is (word[0], "CPU") || fid_span_is (word[0], "NODE")) {
        /* its stamp is the start of the first interval: the midnight between
         * the two would be missed without it */
        fid_daytime_next (&st->daytime, tod);
        column_names (st, word, n);
        return 0;
    }
    if (st->other_view)
        return 0;
    const char *why = shares (st, word, n, value);
    if (why) {
        fid_put_reject (sink, line_n, why);
        return 0;
    }
    return fid_cpushare_row (&st->share, fid_daytime_next (&st->daytime, tod), word[0], value,
                             sink, err);
}

static int
read_mpstat (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    struct state st = {0};
    struct fid_span line;
    int rc;
    while ((rc = fid_text_next (in->text, &line, err)) > 0) {
        if (in->text->line_n == 1 && !fid_span_starts (line, "Linux "))
            fid_put_note (sink, 1, "the first line is missing: times of day without a date");
        if (read_line (&st, line, in, sink, err))
            return -1;
    }
    return fid_cpushare_finish (&st.share, sink, err) ? -1 : rc;
}

const struct fid_reader reader_mpstat = {
    .name = "mpstat",
    .doc = "CPU use, as mpstat prints it",
    .clock = FID_CLOCK_LOCAL,
    .gives = FID_GIVES_CPU,
    .rank = 20,
    .probe = probe,
    .read = read_mpstat,
};
