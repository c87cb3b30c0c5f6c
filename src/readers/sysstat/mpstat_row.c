/* mpstat_row.c - see mpstat_row.h */
#include <stdio.h>
#include <string.h>
#include "readers/sysstat/mpstat_row.h"

/* "Linux RELEASE (HOST) DATE ...": a new start, even in the middle of a file. */
static void
banner (struct fid_mpstat *st, struct fid_span line, bool day_first, size_t line_n,
        const struct fid_sink *sink)
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

/* Remember which word is which; the view is another one without %idle. */
static void
column_names (struct fid_mpstat *st, const struct fid_span *word, size_t n)
{
    bool idle = false;
    st->column_n = n;
    for (size_t i = 0; i < n; i++) {
        snprintf (st->name[i], sizeof st->name[i], "%.*s", FID_SPAN_ARG (word[i]));
        idle |= strcmp (st->name[i], "%idle") == 0;
    }
    st->other_view = !idle || strcmp (st->name[0], "CPU") != 0;
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

enum fid_remark_code
fid_mpstat_line (struct fid_mpstat *st, struct fid_span line, const struct fid_input *in,
                 const struct fid_sink *sink, struct fid_mpstat_row *row)
{
    struct fid_span rest = line, first;
    int64_t tod;
    row->is = FID_MPSTAT_NOTHING;
    if (!fid_span_word (&rest, &first))
        return FID_REMARK_NONE;
    if (fid_span_is (first, "Linux")) {
        banner (st, line, in->day_first, in->text->line_n, sink);
        row->is = FID_MPSTAT_BANNER;
        return FID_REMARK_NONE;
    }
    rest = line;
    if (!fid_host_time (&rest, &tod))
        return summary (line) ? FID_REMARK_NONE : FID_REMARK_TIME_OF_DAY_MISSING;
    if (!in->text->line_ended)
        return FID_REMARK_LAST_LINE_CUT;
    size_t n = fid_span_words (rest, row->word, FID_MPSTAT_COLUMNS);
    if (n == 0 || n > FID_MPSTAT_COLUMNS)
        return FID_REMARK_COLUMNS_UNUSABLE;
    if (fid_span_is (row->word[0], "CPU") || fid_span_is (row->word[0], "NODE")) {
        /* its stamp is the start of the first interval: the midnight between
         * the two would be missed without it */
        fid_daytime_next (&st->daytime, tod);
        column_names (st, row->word, n);
        return FID_REMARK_NONE;
    }
    if (st->other_view)
        return FID_REMARK_NONE;
    if (!st->column_n)
        return FID_REMARK_COLUMN_NAMES_MISSING;
    if (n != st->column_n)
        return FID_REMARK_FIELDS_NOT_TITLES;
    row->is = FID_MPSTAT_ROW;
    row->t_ns = fid_daytime_next (&st->daytime, tod);
    return FID_REMARK_NONE;
}
