/* pmon.c - use of GPUs by process, as `nvidia-smi pmon -s um -o DT` prints it
 *
 *     #Date       Time        gpu        pid  type    sm   mem   enc   dec    fb   command
 *     #YYYYMMDD   HH:MM:SS    Idx          #   C/G     %     %     %     %    MB   name
 *      20230211   08:11:19      0    2720661     C    61    22     -     - 13086   python
 *      20230211   08:11:19      2          -     -     -     -     -     -     -   -
 *
 * Host local time; sm and mem in % of the sample period, fb in MiB.  Columns
 * are found by the first header line, since drivers add some (jpg, ofa, ccpm).
 * A GPU without a process has a row of '-': it is idle, which is 0.  A '-'
 * beside a process is a reading that was not there yet, which is nothing. */
#include <stdio.h>
#include "base/timeparse.h"
#include "readers/hosttime.h"
#include "readers/reader.h"

#define COLUMNS_MAX 32
#define PERCENT_MAX 101.0
#define GPU_MAX     4096

/* What a column is: the gauges first. */
enum { SM, MEM, FB, GAUGES_N, DATE = GAUGES_N, TIME, GPU, PID, KNOWN_N };

struct state {
    struct fid_daytime daytime;
    int at[KNOWN_N]; /* the column's place, -1: not there */
    size_t column_n; /* 0: no header yet; the command, which may hold blanks, not counted */
    size_t missing_n;
    bool no_date_noted;
};

static int
probe (const struct fid_head *head)
{
    struct fid_span text = head->text, line;
    for (int i = 0; i < 4 && fid_span_field (&text, '\n', &line); i++) {
        line = fid_span_trim (line);
        if (fid_span_starts (line, "#") && fid_span_find (line, "gpu") >= 0 &&
            fid_span_find (line, "pid") >= 0)
            return 90;
    }
    return 0;
}

static bool
dash (struct fid_span word)
{
    return fid_span_is (word, "-") || fid_span_is (word, "N/A");
}

/* A line that starts with '#': names, or the units below them. */
static int
header (struct state *st, struct fid_span line, const struct fid_input *in,
        const struct fid_sink *sink, struct fid_error *err)
{
    static const char *const names[KNOWN_N] = {"sm",   "mem",  "fb", /* gauges */
                                               "Date", "Time", "gpu", "pid"};
    struct fid_span word[COLUMNS_MAX];
    int at[KNOWN_N];
    line.p++;
    line.n--;
    size_t n = fid_span_words (line, word, COLUMNS_MAX);
    if (n > COLUMNS_MAX) {
        fid_put_reject (sink, in->text->line_n, "too many columns");
        return 0;
    }
    for (int k = 0; k < KNOWN_N; k++) {
        at[k] = -1;
        for (size_t i = 0; i < n; i++)
            if (fid_span_is (word[i], names[k]))
                at[k] = (int)i;
    }
    if (at[GPU] < 0 || at[PID] < 0)
        return 0;
    if (at[TIME] < 0)
        return fid_errorf (err, FID_EINPUT,
                           "%s:%zu: no column Time: rows have no place in time (record with "
                           "-o DT)",
                           in->text->path, in->text->line_n);
    if (at[DATE] < 0 && !st->no_date_noted) {
        fid_put_note (sink, in->text->line_n, "no column Date: times of day only");
        st->no_date_noted = true;
    }
    st->column_n = n - (n && fid_span_is (word[n - 1], "command"));
    for (int k = 0; k < KNOWN_N; k++)
        st->at[k] = at[k];
    return 0;
}

struct row {
    int64_t t_ns, pid; /* pid -1: idle */
    int gpu;
    double value[GAUGES_N];
    bool there[GAUGES_N];
};

/* One gauge of a row; NULL, or why it is malformed. */
static const char *
gauge (struct state *st, const struct fid_span *word, int k, struct row *row)
{
    row->value[k] = 0;
    row->there[k] = st->at[k] >= 0;
    if (!row->there[k])
        return NULL;
    struct fid_span w = word[st->at[k]];
    if (dash (w)) {
        row->there[k] = row->pid < 0;
        st->missing_n += row->pid >= 0;
        return NULL;
    }
    if (!fid_span_f64 (w, &row->value[k]) || row->value[k] < 0)
        return "a reading is not a number, or negative";
    return row->value[k] > (k == FB ? FID_GAUGE_MAX : PERCENT_MAX) ? "a reading is too large"
                                                                   : NULL;
}

/* A data row; NULL, or why it is malformed. */
static const char *
parse_row (struct state *st, struct fid_span line, bool day_first, struct row *row)
{
    struct fid_span word[COLUMNS_MAX];
    int64_t gpu, tod;
    if (!st->column_n)
        return "a row before the column names";
    if (fid_span_words (line, word, COLUMNS_MAX) < st->column_n)
        return "the row has fewer fields than there are column names";
    if (!fid_span_i64 (word[st->at[GPU]], &gpu) || gpu < 0 || gpu >= GPU_MAX)
        return "gpu is not a small number";
    row->gpu = (int)gpu;
    row->pid = -1;
    if (!dash (word[st->at[PID]]) &&
        (!fid_span_i64 (word[st->at[PID]], &row->pid) || row->pid < 0))
        return "pid is not a number";
    if (!fid_time_of_day (word[st->at[TIME]], &tod))
        return "Time is not HH:MM:SS";
    if (st->at[DATE] >= 0) {
        int64_t day;
        if (!fid_host_date (word[st->at[DATE]], day_first, &day))
            return "Date is not YYYYMMDD";
        row->t_ns = day * FID_DAY + tod;
    }
    size_t missing_n = st->missing_n;
    for (int k = 0; k < GAUGES_N; k++) {
        const char *why = gauge (st, word, k, row);
        if (why) {
            st->missing_n = missing_n;
            return why;
        }
    }
    if (st->at[DATE] < 0)
        row->t_ns = fid_daytime_next (&st->daytime, tod);
    return NULL;
}

static int
emit (const struct row *row, const struct fid_sink *sink, struct fid_error *err)
{
    static const enum fid_channel channel[GAUGES_N] = {FID_CH_GPU_SM, FID_CH_GPU_MEM,
                                                       FID_CH_GPU_FB};
    for (int k = 0; k < GAUGES_N; k++) {
        struct fid_sample s = {.t_ns = row->t_ns,
                               .channel = channel[k],
                               .value = row->value[k],
                               .index = row->gpu,
                               .pid = row->pid};
        if (row->there[k] && fid_put_sample (sink, &s, err))
            return -1;
    }
    return 0;
}

static int
read_pmon (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    struct state st = {0};
    struct fid_span line;
    int rc;
    while ((rc = fid_text_next (in->text, &line, err)) > 0) {
        struct row row;
        const char *why;
        line = fid_span_trim (line);
        if (!line.n)
            continue;
        if (line.p[0] == '#') {
            if (header (&st, line, in, sink, err))
                return -1;
            continue;
        }
        why = in->text->line_ended ? parse_row (&st, line, in->day_first, &row)
                                   : "the last line is cut";
        if (why)
            fid_put_reject (sink, in->text->line_n, why);
        else if (emit (&row, sink, err))
            return -1;
    }
    if (st.missing_n) {
        char text[100];
        snprintf (text, sizeof text, "%zu readings of processes are '-': no sample yet",
                  st.missing_n);
        fid_put_note (sink, 0, text);
    }
    return rc;
}

const struct fid_reader reader_pmon = {
    .name = "pmon",
    .doc = "GPU use by process, as nvidia-smi pmon prints it",
    .clock = FID_CLOCK_LOCAL,
    .gives = FID_GIVES_GPU,
    .rank = 20,
    .probe = probe,
    .read = read_pmon,
};
