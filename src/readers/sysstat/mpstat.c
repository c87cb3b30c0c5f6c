/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mpstat.c - CPU use as `mpstat 1` prints it
 *
 *     Linux 5.4.0 (host)  02/11/23  _x86_64_  (80 CPU)
 *     08:11:18 AM  CPU    %usr   %nice    %sys %iowait ... %idle
 *     08:11:19 AM  all    0.33    0.00    0.21    0.05 ... 99.41
 *     Average:     all    4.41    0.00    1.10    0.20 ... 94.27
 *
 * Local time, end of the interval; only the first line has the date.
 * Percent of all CPUs.  The locale decides between 12 and 24 hours, points and
 * commas; columns are found by name, since views and versions differ.  With -U stamps are
 * seconds since 1970. */
#include "readers/sysstat/mpstat.h"

/* "Linux RELEASE (HOST) DATE ...": a new start, even in the middle of a file. */
static void take_banner (struct fid_mpstat *st, struct fid_span line, bool day_first,
                         size_t line_n, const struct fid_sink *sink)
{
    struct fid_span word;
    st->daytime = (struct fid_daytime){0};
    st->column_n = 0;
    st->other_view = false;
    while (fid_span_word (&line, &word))
        if (fid_host_date (word, day_first, &st->daytime.day))
            return;
    fid_put_note (sink, line_n, FID_REMARK_NO_DATE_IN_FIRST_LINE);
}

/* Remember which word is which; a table without %idle is another view.  A table of nodes
 * (-N) is used, with its row "all" only, if there is no table of CPUs. */
static void column_names (struct fid_mpstat *st, const struct fid_span *word, size_t n)
{
    bool idle = false;
    st->column_n = n;
    for (size_t i = 0; i < n; i++) {
        snprintf (st->name[i], sizeof st->name[i], "%.*s", FID_SPAN_ARG (word[i]));
        idle |= strcmp (st->name[i], "%idle") == 0;
    }
    bool cpus = idle && strcmp (st->name[0], "CPU") == 0;
    st->cpus |= cpus;
    st->other_view = !cpus && (!idle || st->cpus || strcmp (st->name[0], "NODE") != 0);
}

/* "Average:", or what the host's language has for it ("Moyenne :"). */
static bool is_summary (struct fid_span line)
{
    struct fid_span word;
    fid_span_word (&line, &word);
    if ((unsigned)(word.p[0] - '0') <= 9)
        return false;
    return fid_span_ends (word, ":") ||
           (fid_span_word (&line, &word) && fid_span_is (word, ":"));
}

/* "1795731573": the stamps of -U. */
static bool take_epoch (struct fid_span *rest, int64_t *t_ns)
{
    struct fid_span word;
    uint64_t s;
    if (!fid_span_word (rest, &word) || word.n != 10 || !fid_span_u64 (word, &s))
        return false;
    *t_ns = (int64_t)s * 1000000000;
    return true;
}

enum fid_remark_code fid_mpstat_line (struct fid_mpstat *st, struct fid_span line,
                                      const struct fid_input *in, struct fid_mpstat_row *row)
{
    line = fid_host_plain (line, st->plain);
    struct fid_span rest = line, first;
    int64_t tod;
    row->is = FID_MPSTAT_NOTHING;
    if (!fid_span_word (&rest, &first))
        return FID_REMARK_NONE;
    if (fid_span_is (first, "Linux")) {
        take_banner (st, line, in->day_first, in->text->line_n, in->sink);
        row->is = FID_MPSTAT_BANNER;
        return FID_REMARK_NONE;
    }
    rest = line;
    if (!(st->epoch ? take_epoch (&rest, &tod) : fid_host_time (&rest, &tod)))
        return is_summary (line) ? FID_REMARK_NONE : FID_REMARK_TIME_OF_DAY_MISSING;
    if (!in->text->line_ended)
        return FID_REMARK_LAST_LINE_CUT;
    size_t n = fid_span_words (rest, row->word, FID_MPSTAT_COLUMNS);
    if (n == 0)
        return FID_REMARK_COLUMNS_UNUSABLE;
    if (fid_span_is (row->word[0], "CPU") || fid_span_is (row->word[0], "NODE")) {
        /* its stamp is the start of the first interval: the midnight between
         * the two would be missed without it */
        if (!st->epoch)
            fid_daytime_next (&st->daytime, tod);
        if (n > FID_MPSTAT_COLUMNS) /* of interrupts */
            st->other_view = true;
        else
            column_names (st, row->word, n);
        return FID_REMARK_NONE;
    }
    if (st->other_view)
        return FID_REMARK_NONE;
    if (n > FID_MPSTAT_COLUMNS)
        return FID_REMARK_COLUMNS_UNUSABLE;
    if (!st->column_n)
        return FID_REMARK_COLUMN_NAMES_MISSING;
    if (n != st->column_n)
        return FID_REMARK_FIELDS_NOT_TITLES;
    if (!st->cpus && !fid_span_is (row->word[0], "all"))
        return FID_REMARK_NONE; /* a single node */
    row->is = FID_MPSTAT_ROW;
    row->t_ns = st->epoch ? tod : fid_daytime_next (&st->daytime, tod);
    return FID_REMARK_NONE;
}

struct mpstat_state {
    struct fid_mpstat mpstat;
    struct fid_cpushare share;
};

static int probe_mpstat (const struct fid_head *head)
{
    struct fid_span text = head->text;
    if (!text.n || text.p[0] == '{')
        return 0;
    if ((fid_span_find (text, " CPU ") >= 0 || fid_span_find (text, " NODE ") >= 0) &&
        fid_span_find (text, "%idle") >= 0)
        return 90;
    /* stopped before the first table */
    return fid_span_starts (text, "Linux ") && fid_span_find (text, " CPU)") >= 0 ? 40 : 0;
}

/* "... (80 CPU)": by how many a mean over hosts weighs this one. */
static int put_cpus (struct fid_span line, const struct fid_sink *sink, struct fid_error *err)
{
    struct fid_fact f = {.key = "host_cpus"};
    ptrdiff_t end = fid_span_find (line, " CPU)");
    size_t from = end > 0 ? (size_t)end : 0;
    while (from && line.p[from - 1] >= '0' && line.p[from - 1] <= '9')
        from--;
    f.value = (struct fid_span){line.p + from, end > 0 ? (size_t)end - from : 0};
    return f.value.n ? fid_put_fact (sink, &f, err) : 0;
}

static int read_line (struct mpstat_state *st, struct fid_span line, const struct fid_input *in,
                      struct fid_error *err)
{
    struct fid_mpstat_row row;
    double value[FID_CPU_SHARES];
    enum fid_remark_code why = fid_mpstat_line (&st->mpstat, line, in, &row);
    if (!why && row.is == FID_MPSTAT_BANNER)
        return FID_FAILED (put_cpus (line, in->sink, err) ||
                           fid_cpushare_flush (&st->share, in->sink, err));
    if (!why && row.is == FID_MPSTAT_ROW)
        why = fid_cpu_shares (st->mpstat.name, row.word, st->mpstat.column_n, value);
    if (why) {
        fid_put_reject (in->sink, in->text->line_n, why);
        return 0;
    }
    return row.is == FID_MPSTAT_ROW
               ? fid_cpushare_row (&st->share, row.t_ns, row.word[0], value, in->sink, err)
               : 0;
}

/* Whether the line of column names begins with seconds since 1970. */
static bool has_epochs (struct fid_span text)
{
    struct fid_span line, word;
    int64_t t_ns;
    while (fid_span_field (&text, '\n', &line))
        if (take_epoch (&line, &t_ns) && fid_span_word (&line, &word) &&
            (fid_span_is (word, "CPU") || fid_span_is (word, "NODE")))
            return true;
    return false;
}

static int probe_mpstat_epoch (const struct fid_head *head)
{
    return probe_mpstat (head) == 90 && has_epochs (head->text) ? 92 : 0;
}

static int read_mpstat (struct fid_input *in, struct fid_error *err)
{
    struct mpstat_state st = {.mpstat.epoch = has_epochs (in->head.text)};
    struct fid_span line;
    int rc;
    while ((rc = fid_text_next (in->text, &line, err)) > 0) {
        if (in->text->line_n == 1 && !fid_span_starts (line, "Linux "))
            fid_put_note (in->sink, 1, FID_REMARK_FIRST_LINE_MISSING);
        FID_TRY (read_line (&st, line, in, err));
    }
    return fid_cpushare_finish (&st.share, in->sink, err) ? -1 : rc;
}

#define read_mpstat_epoch read_mpstat
FID_READER_IS (mpstat, LOCAL, FID_GIVES_CPU, 20, "CPU use, as mpstat prints it", .best = 90)
FID_READER_IS (mpstat_epoch, UTC, FID_GIVES_CPU, 20, "CPU use, as mpstat -U prints it",
               .best = 92)
