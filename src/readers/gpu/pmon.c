/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pmon.c - use of GPUs, as `nvidia-smi pmon -s um -o DT` and `nvidia-smi dmon` print it
 *
 *     #Date       Time        gpu        pid  type    sm   mem   enc   dec    fb   command
 *     #YYYYMMDD   HH:MM:SS    Idx          #   C/G     %     %     %     %    MB   name
 *      20230211   08:11:19      0    2720661     C    61    22     -     - 13086   python
 *      20230211   08:11:19      2          -     -     -     -     -     -     -   -
 *
 * Host local time; sm and mem in % of the sample period, fb in MiB.  Columns
 * are found by the first header line, since drivers add some (jpg, ofa, ccpm).
 * A GPU without a process has a row of '-': it is idle, which is 0.  A '-'
 * beside a process is a reading that was not there yet, which is nothing.
 * --format csv puts commas between the columns, and noheader leaves the names
 * out: then their number tells which they are.  dmon has a row for each GPU:
 *
 *     #Date       Time        gpu    pwr  gtemp  mtemp     sm    mem    enc ...
 *      20230211   08:11:19      0    156     44      -     61     22      0 ... */
#include "readers/gpu/gpu_use.h"
#include "readers/hosttime.h"
#include "readers/reader.h"

#define COLUMNS_MAX 32

/* What a column is: the gauges first. */
enum {
    SM = FID_GPU_SM,
    MEM = FID_GPU_MEM,
    FB = FID_GPU_FB,
    DATE = FID_GPU_GAUGES_N,
    TIME,
    GPU,
    PID,
    TYPE,
    ENC,
    DEC,
    COLUMN_N
};

struct pmon {
    const struct fid_input *in; /* borrowed */
    struct fid_daytime daytime;
    int at[COLUMN_N];   /* the column's place, -1: not there */
    size_t column_n;    /* 0: no header yet; the command not counted */
    uint64_t missing_n; /* readings that are '-'; not those of idle GPUs */
    bool no_date_noted;
    bool commas;                /* --format csv */
    bool gpus;                  /* rows of GPUs: no column pid */
    bool guessed;               /* there was no header */
    struct fid_gpu_round round; /* of dmon */
};

struct pmon_row {
    struct fid_gpu_use use;            /* pid -1: idle */
    struct fid_span word[COLUMNS_MAX]; /* of the line */
    struct fid_span command;           /* n 0: none */
};

/* The fields of a line, and how many there are: words, or what is between commas. */
static size_t split_fields (const struct pmon *st, struct fid_span line, struct fid_span *word)
{
    struct fid_span field;
    size_t n = 0;
    if (!st->commas)
        return fid_span_words (line, word, COLUMNS_MAX);
    for (; fid_span_field (&line, ',', &field); n++)
        if (n < COLUMNS_MAX)
            word[n] = fid_span_trim (field);
    return n;
}

static const char *const column_names[COLUMN_N] = {"sm",   "mem",  "fb", /* gauges */
                                                   "Date", "Time", "gpu", "pid",
                                                   "type", "enc",  "dec"};

static void find_columns (struct pmon *st, const struct fid_span *word, size_t n)
{
    for (int k = 0; k < COLUMN_N; k++) {
        st->at[k] = -1;
        for (size_t i = 0; i < n; i++)
            if (fid_span_is (word[i], column_names[k]))
                st->at[k] = (int)i;
    }
    st->column_n = n - (n && fid_span_is (word[n - 1], "command"));
    st->gpus = st->at[PID] < 0;
    st->round.any = false;
}

/* A line that starts with '#': names, or the units below them.  -1 (FID_EINPUT)
 * where there is no column Time. */
static int take_header (struct pmon *st, struct fid_span line, struct fid_error *err)
{
    const struct fid_input *in = st->in;
    struct fid_span word[COLUMNS_MAX];
    struct pmon now = *st;
    line.p++;
    line.n--;
    now.commas = fid_span_find (line, ",") >= 0;
    size_t n = split_fields (&now, line, word);
    if (n > COLUMNS_MAX) {
        fid_reject_line (in, FID_REMARK_COLUMN_NAMES_TOO_MANY);
        return 0;
    }
    find_columns (&now, word, n);
    if (now.at[GPU] < 0)
        return 0;
    if (now.at[TIME] < 0)
        return fid_errorf (err, FID_EINPUT,
                           "%s:%zu: no column Time: rows have no place in time (record with "
                           "-o DT)",
                           in->text->path, in->text->line_n);
    if (now.at[DATE] < 0 && !st->no_date_noted) {
        fid_note_line (in, FID_REMARK_NO_DATE_COLUMN);
        now.no_date_noted = true;
    }
    *st = now;
    return 0;
}

/* A row of pmon before any header: finds the columns by their number.  False if it is no
 * such row. */
static bool guess_columns (struct pmon *st, struct fid_span line, bool day_first)
{
    /* between type and command, by number: of -s um, u and m, older and newer drivers */
    static const char *const usual[] = {
        [1] = "fb",
        [2] = "fb ccpm",
        [4] = "sm mem enc dec",
        [5] = "sm mem enc dec fb",
        [6] = "sm mem enc dec jpg ofa",
        [7] = "sm mem enc dec jpg ofa fb",
        [8] = "sm mem enc dec jpg ofa fb ccpm",
    };
    struct fid_span word[COLUMNS_MAX], name[COLUMNS_MAX], rest = line, first;
    int64_t day, tod, number;
    double v;
    fid_span_word (&rest, &first);
    st->commas = fid_span_find (first, ",") >= 0;
    size_t n = split_fields (st, line, word), at = 0, k = 0;
    if (n < 6 || n > COLUMNS_MAX)
        return false;
    if (fid_date (word[at], day_first, &day))
        name[at++] = fid_span_of ("Date");
    name[at] = fid_span_of ("Time");
    if (!fid_time_of_day (word[at++], &tod) || !fid_span_i64 (word[at], &number))
        return false;
    name[at++] = fid_span_of ("gpu");
    if (!fid_gpu_missing (word[at]) && !fid_span_i64 (word[at], &number))
        return false;
    name[at++] = fid_span_of ("pid");
    for (size_t i = 0; i < word[at].n; i++)
        if (!strchr ("CGM+-", word[at].p[i]))
            return false;
    name[at++] = fid_span_of ("type");
    while (at + k + 1 < n &&
           (fid_gpu_missing (word[at + k]) || fid_span_f64 (word[at + k], &v)))
        k++; /* the last word is the command */
    if (k >= sizeof usual / sizeof *usual || !usual[k])
        return false;
    fid_span_words (fid_span_of (usual[k]), name + at, COLUMNS_MAX - at);
    find_columns (st, name, at + k);
    st->guessed = true;
    return true;
}

/* Parses a data row.  Returns FID_REMARK_NONE, or why it is malformed. */
static enum fid_remark_code read_row (struct pmon *st, struct fid_span line,
                                      struct pmon_row *row)
{
    bool day_first = st->in->day_first;
    struct fid_span *word = row->word;
    struct fid_gpu_use *use = &row->use;
    uint64_t idle_n = 0;
    int64_t tod, day;
    if (!st->column_n && !guess_columns (st, line, day_first))
        return FID_REMARK_COLUMN_NAMES_MISSING;
    size_t n = split_fields (st, line, word);
    if (n < st->column_n)
        return FID_REMARK_FIELDS_TOO_FEW;
    *use = (struct fid_gpu_use){.pid = -1};
    row->command = (struct fid_span){"", 0};
    if (n > st->column_n && st->column_n < COLUMNS_MAX) {
        const char *start = word[st->column_n].p;
        row->command = (struct fid_span){start, (size_t)(line.p + line.n - start)};
    }
    if (!fid_gpu_number (word[st->at[GPU]], &use->gpu))
        return FID_REMARK_GPU_NOT_SMALL;
    if (!st->gpus && !fid_gpu_missing (word[st->at[PID]]) &&
        (!fid_span_i64 (word[st->at[PID]], &use->pid) || use->pid < 0))
        return FID_REMARK_GPU_PID_NOT_NUMBER;
    if (!fid_time_of_day (word[st->at[TIME]], &tod))
        return FID_REMARK_GPU_TIME_NOT_HMS;
    if (st->at[DATE] >= 0) {
        if (!fid_date (word[st->at[DATE]], day_first, &day))
            return FID_REMARK_GPU_DATE_BAD;
        use->t_ns = day * FID_DAY + tod;
    }
    bool idle = use->pid < 0 && !st->gpus;
    enum fid_remark_code why =
        fid_gpu_readings (use, word, st->at, idle ? &idle_n : &st->missing_n);
    if (why)
        return why;
    for (int k = 0; k < FID_GPU_GAUGES_N && idle; k++)
        use->there[k] = st->at[k] >= 0; /* '-' is 0 */
    if (st->at[DATE] < 0)
        use->t_ns = fid_daytime_next (&st->daytime, tod);
    if (st->gpus)
        use->t_ns = fid_gpu_round_stamp (&st->round, use->gpu, use->t_ns);
    return FID_REMARK_NONE;
}

/* Whether one of the first lines names columns: with or without a process. */
static bool is_titled (struct fid_span text, bool process)
{
    struct fid_span line;
    for (int i = 0; i < 4 && fid_span_field (&text, '\n', &line); i++) {
        line = fid_span_trim (line);
        if (!fid_span_starts (line, "#") || fid_span_find (line, "gpu") < 0)
            continue;
        bool gauges = fid_span_find (line, "sm ") >= 0 || fid_span_find (line, "sm,") >= 0 ||
                      fid_span_find (line, "fb") >= 0 || fid_span_find (line, "pwr") >= 0;
        return process ? fid_span_find (line, "pid") >= 0
                       : fid_span_find (line, "pid") < 0 && gauges;
    }
    return false;
}

static int probe_pmon (const struct fid_head *head)
{
    struct fid_span text = head->text, line;
    struct pmon st = {0};
    if (is_titled (text, true))
        return 90;
    return fid_span_field (&text, '\n', &line) &&
                   guess_columns (&st, fid_span_trim (line), false)
               ? 60
               : 0;
}

static int take_line (void *self, struct fid_span line, struct fid_error *err)
{
    struct pmon *st = self;
    struct pmon_row row;
    if (line.p[0] == '#')
        return take_header (st, line, err);
    enum fid_remark_code why =
        st->in->text->line_ended ? read_row (st, line, &row) : FID_REMARK_LAST_LINE_CUT;
    if (why)
        return (int)why;
    if (st->in->sink->row) {
        struct fid_row out = {.t_ns = row.use.t_ns};
        for (int k = 0; k < COLUMN_N; k++)
            if (st->at[k] >= 0) {
                out.name[out.n] = fid_span_of (column_names[k]);
                out.value[out.n++] = row.word[st->at[k]];
            }
        out.name[out.n] = fid_span_of ("command");
        out.value[out.n++] = row.command;
        FID_TRY (fid_put_row (st->in->sink, &out, err));
    }
    return fid_gpu_put (st->in->sink, &row.use, err);
}

/* Of pmon or dmon. */
static int read_pmon (struct fid_input *in, struct fid_error *err)
{
    struct pmon st = {.in = in};
    FID_TRY (fid_lines_read (in, take_line, &st, err));
    if (st.guessed)
        fid_put_note (in->sink, 0, FID_REMARK_TITLE_MISSING);
    fid_put_count (in->sink, FID_REMARK_READINGS_MISSING, st.missing_n);
    return 0;
}

FID_READER_IS (pmon, LOCAL, FID_GIVES_GPU, 20,
               "GPU use by process, as nvidia-smi pmon prints it")

static int probe_dmon (const struct fid_head *head)
{
    return is_titled (head->text, false) ? 90 : 0;
}

#define read_dmon read_pmon
FID_READER_IS (dmon, LOCAL, FID_GIVES_GPU, 18, "GPU use, as nvidia-smi dmon prints it")
