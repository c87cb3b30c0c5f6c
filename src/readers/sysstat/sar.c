/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sar.c - use of CPUs and disks, as `sar -u -d 1` prints it
 *
 *     Linux 5.4.0 (host)  02/11/23  _x86_64_  (80 CPU)
 *
 *     08:11:18 AM     CPU     %user     %nice   %system   %iowait    %steal     %idle
 *     08:11:19 AM     all      0.33      0.00      0.21      0.05      0.00     99.41
 *
 *     08:11:18 AM       DEV       tps     rkB/s     wkB/s     dkB/s ...    %util
 *     08:11:19 AM       sda    812.00 103936.00     20.48      0.00 ...    88.00
 *
 * With -p the column DEV comes last.  Local time at the end of the interval; only the first
 * line has the date.  Live, the tables take turns; `sar -f` prints each for the whole day, one
 * after the other, so that each has its own midnights.  Other tables (memory, network) are left
 * out. */
#include "readers/hosttime.h"
#include "readers/sysstat/cpushare.h"
#include "readers/sysstat/iostat.h"

#define COLUMNS 64

enum sar_view { OTHER, CPU, DISK, VIEW_N };

struct sar {
    struct fid_iostat iostat;
    struct fid_cpushare share;
    struct fid_daytime daytime[VIEW_N];
    enum sar_view view;
    size_t column_n; /* 0: no titles yet */
    struct fid_disk_columns disks;
    char name[COLUMNS][FID_CPU_NAME]; /* of each word behind the stamp */
    struct fid_span word[COLUMNS];
    char plain[FID_HOST_PLAIN];
};

/* Whether the words are titles: rows hold numbers behind the first word. */
static bool is_titles (const struct fid_span *word, size_t n)
{
    double v;
    if (fid_span_is (word[0], "all"))
        return false;
    for (size_t i = 0; i < n; i++)
        if (fid_span_f64 (word[i], &v))
            return false;
    return true;
}

/* What a table with these titles is of; *disks are its columns if it is of disks. */
static enum sar_view view_of (const struct fid_span *word, size_t n,
                              struct fid_disk_columns *disks)
{
    bool idle = false;
    for (size_t i = 0; i < n; i++)
        idle |= fid_span_is (word[i], "%idle");
    if (fid_span_is (word[0], "CPU") && idle)
        return CPU;
    return fid_disk_columns (disks, word, n, "DEV") &&
                   (disks->rate[0] >= 0 || disks->rate[1] >= 0)
               ? DISK
               : OTHER;
}

/* The words behind a stamp; 0 if the line has none. */
static size_t stamped_words (struct fid_span line, struct fid_span word[COLUMNS], int64_t *tod)
{
    if (!fid_host_time (&line, tod))
        return 0;
    return fid_span_words (line, word, COLUMNS);
}

static int probe_sar (const struct fid_head *head)
{
    struct fid_span text = head->text, line, word[COLUMNS];
    char plain[FID_HOST_PLAIN];
    int64_t tod;
    struct fid_disk_columns disks;
    while (fid_span_field (&text, '\n', &line)) {
        size_t n = stamped_words (fid_span_trim (fid_host_plain (line, plain)), word, &tod);
        if (n < 2 || n > COLUMNS || !is_titles (word, n))
            continue;
        enum sar_view view = view_of (word, n, &disks);
        if (view == DISK || (view == CPU && fid_span_find (line, "%system") >= 0))
            return 92; /* mpstat has %sys */
    }
    return 0;
}

/* "Linux RELEASE (HOST) DATE ...": also where a file was appended to. */
static void take_banner (struct sar *st, struct fid_span line)
{
    struct fid_span word;
    int64_t day = 0;
    bool dated = false;
    while (!dated && fid_span_word (&line, &word))
        dated = fid_host_date (word, st->iostat.in->day_first, &day);
    for (int v = 0; v < VIEW_N; v++)
        st->daytime[v] = (struct fid_daytime){.day = day};
    st->column_n = 0;
    if (!dated)
        fid_put_note (st->iostat.sink, st->iostat.in->text->line_n,
                      FID_REMARK_NO_DATE_IN_FIRST_LINE);
}

static enum fid_remark_code cpu_row (struct sar *st, int64_t t_ns, struct fid_error *err,
                                     int *rc)
{
    double value[FID_CPU_SHARES];
    enum fid_remark_code why = fid_cpu_shares (st->name, st->word, st->column_n, value);
    if (!why)
        *rc = fid_cpushare_row (&st->share, t_ns, st->word[0], value, st->iostat.sink, err);
    return why;
}

/* Titles: which table begins.  Their stamp is the start of its first interval. */
static void take_titles (struct sar *st, size_t n, int64_t tod)
{
    st->view = view_of (st->word, n, &st->disks);
    st->column_n = n;
    for (size_t i = 0; i < n; i++)
        snprintf (st->name[i], sizeof st->name[i], "%.*s", FID_SPAN_ARG (st->word[i]));
    fid_daytime_next (&st->daytime[st->view], tod);
}

static int take_line (struct sar *st, struct fid_span line, struct fid_error *err)
{
    const struct fid_text *text = st->iostat.in->text;
    enum fid_remark_code why = FID_REMARK_NONE;
    int64_t tod;
    int rc = 0;
    line = fid_span_trim (fid_host_plain (line, st->plain));
    if (fid_span_starts (line, "Linux ")) {
        take_banner (st, line);
        return fid_cpushare_flush (&st->share, st->iostat.sink, err);
    }
    size_t n = stamped_words (line, st->word, &tod);
    if (!n) /* blank lines, averages */
        return 0;
    if (n > COLUMNS)
        why = FID_REMARK_COLUMNS_UNUSABLE;
    else if (fid_span_find (line, "RESTART") >= 0)
        return 0;
    else if (is_titles (st->word, n))
        take_titles (st, n, tod);
    else if (st->view == OTHER || !st->column_n)
        why = st->column_n ? FID_REMARK_NONE : FID_REMARK_COLUMN_NAMES_MISSING;
    else if (!text->line_ended)
        why = FID_REMARK_LAST_LINE_CUT;
    else if (n != st->column_n)
        why = FID_REMARK_FIELDS_NOT_TITLES;
    else {
        int64_t t_ns = fid_daytime_next (&st->daytime[st->view], tod);
        why = st->view == CPU ? cpu_row (st, t_ns, err, &rc)
              : st->disks.rate[0] < 0 || st->disks.rate[1] < 0
                  ? FID_REMARK_DISK_RATE_MISSING
                  : fid_disk_row (&st->disks, st->word, n, t_ns, st->iostat.sink, err, &rc);
    }
    if (why)
        fid_put_reject (st->iostat.sink, text->line_n, why);
    return rc;
}

static int read_sar (struct fid_input *in, struct fid_error *err)
{
    struct sar st = {.iostat = {.in = in, .sink = in->sink}};
    struct fid_span line;
    int rc;
    while ((rc = fid_text_next (in->text, &line, err)) > 0) {
        if (in->text->line_n == 1 && !fid_span_starts (line, "Linux "))
            fid_put_note (in->sink, 1, FID_REMARK_FIRST_LINE_MISSING);
        FID_TRY (take_line (&st, line, err));
    }
    return fid_cpushare_finish (&st.share, in->sink, err) ? -1 : rc;
}

FID_READER_IS (sar, LOCAL, FID_GIVES_CPU | FID_GIVES_DISK, 17,
               "use of CPUs and disks, as sar prints it", .best = 92)
