/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sysstat_text.c - use of CPUs and disks, as mpstat, sar and iostat print it
 *
 *     Linux 5.4.0 (host)  02/11/23  _x86_64_  (80 CPU)
 *     08:11:18 AM  CPU    %usr   %nice    %sys %iowait ... %idle              mpstat 1
 *     08:11:19 AM  all    0.33    0.00    0.21    0.05 ... 99.41
 *     Average:     all    4.41    0.00    1.10    0.20 ... 94.27
 *
 *     08:11:18 AM       DEV       tps     rkB/s     wkB/s     dkB/s ...    %util   sar -u -d 1
 *     08:11:19 AM       sda    812.00 103936.00     20.48      0.00 ...    88.00
 *
 *     02/11/23 08:11:20                                                      iostat -dxty 1
 *     Device      r/s   rMB/s  rrqm/s ...    w/s   wMB/s ...  %util
 *     sda      812.00  101.50    0.00 ...   1.00    0.02 ...  88.00
 *
 * Local time at the end of the interval; of mpstat and sar only the first line has the date, and
 * with mpstat -U stamps are seconds since 1970.  The locale decides between 12 and 24 hours,
 * points and commas; columns are found by name, since views, options and versions differ (sar -p
 * has DEV last).  The tables of sar take turns while it runs; `sar -f` prints each for the whole
 * day, one after the other, so that each has its own midnights.  iostat has a stamp (option -t),
 * then a table of disks, and perhaps one of CPUs; --pretty puts the device last and reads and
 * writes into tables of their own, --human writes 1.5M for 1.5 MiB, whatever the column's unit. */
#include "readers/sysstat/sysstat.h"

#define COLUMNS_MAX FID_ROW_MAX
#define CONTRADICTS 0.02 /* beyond rounding */

enum view { VIEW_OTHER, VIEW_CPU, VIEW_DISK, VIEW_N };

/* Where a table of disks has what. */
struct disk_columns {
    size_t n, device;           /* n 0: no such table */
    bool rate[2];               /* of reading and writing are there */
    enum fid_remark_code noted; /* that rates contradict what they are made of */
    bool figure[COLUMNS_MAX];   /* that of[] tells about */
    struct fid_disk_column of[COLUMNS_MAX];
};

struct table {
    const struct fid_input *in;
    bool sar, epoch;                    /* epoch: stamps are seconds since 1970 (mpstat -U) */
    bool cpus;                          /* there was a table of CPUs */
    struct fid_daytime daytime[VIEW_N]; /* of mpstat only the first */
    enum view view;
    size_t column_n;                   /* 0: no titles yet */
    char titles[FID_HOST_PLAIN];       /* the last ones, behind the stamp: " CPU  %usr" */
    size_t title_n;                    /* bytes of them */
    struct fid_span name[COLUMNS_MAX]; /* in titles */
    signed char share[COLUMNS_MAX];    /* as fid_cpu_column tells */
    struct disk_columns disks;
    char plain[FID_HOST_PLAIN]; /* the line without colours */
};

struct row {
    bool banner;    /* "Linux ...", no row */
    enum view view; /* OTHER: nothing of use */
    int64_t t_ns;   /* local time, of `epoch' UTC */
    struct fid_span word[COLUMNS_MAX];
};

/* --- disks */

bool fid_disk_column (struct fid_span name, struct fid_disk_column *c)
{
    static const struct {
        const char *read, *write;
        enum fid_disk_figure figure;
        double mib;
    } names[] = {
        {"rMB/s", "wMB/s", FID_DISK_RATE, 1},
        {"rkB/s", "wkB/s", FID_DISK_RATE, 1.0 / 1024},
        {"rsec/s", "wsec/s", FID_DISK_RATE, 512.0 / 1048576},
        {"rd_sec/s", "wr_sec/s", FID_DISK_RATE, 512.0 / 1048576}, /* sar before 11.5.7 */
        {"MB_read/s", "MB_wrtn/s", FID_DISK_RATE, 1},             /* without -x */
        {"kB_read/s", "kB_wrtn/s", FID_DISK_RATE, 1.0 / 1024},
        {"Blk_read/s", "Blk_wrtn/s", FID_DISK_RATE, 512.0 / 1048576},
        {"rkB", "wkB", FID_DISK_RATE, 1.0 / 1024}, /* sadf -j */
        {"rd_sec", "wr_sec", FID_DISK_RATE, 512.0 / 1048576},
        {"r/s", "w/s", FID_DISK_REQUESTS, 1},
        {"rareq-sz", "wareq-sz", FID_DISK_SIZE, 1.0 / 1024},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bool read = fid_span_is (name, names[i].read);
        if (!read && !fid_span_is (name, names[i].write))
            continue;
        *c = (struct fid_disk_column){names[i].figure, !read, names[i].mib};
        return true;
    }
    return false;
}

bool fid_disk_take (struct fid_disk_row *row, const struct fid_disk_column *c,
                    struct fid_span s)
{
    static const char units[] = "BkMGT";
    const char *unit = s.n ? memchr (units, s.p[s.n - 1], sizeof units - 1) : NULL;
    double mib = unit ? exp2 (10 * (double)(unit - units) - 20) : c->mib, v;
    s.n -= unit != NULL;
    if (!fid_span_f64 (s, &v) || !(v >= 0 && v * mib <= FID_GAUGE_MAX))
        return false;
    double digit = 1;
    for (size_t i = s.n; i-- > 0 && fid_is_digit (s.p[i]);)
        digit = i && !fid_is_digit (s.p[i - 1]) ? pow (10, (double)i - (double)s.n) : digit;
    row->seen[c->figure][c->way] = true;
    row->value[c->figure][c->way] = v * mib;
    row->half[c->figure][c->way] = digit / 2 * mib;
    return true;
}

enum fid_remark_code fid_disk_correct (struct fid_disk_row *row)
{
    static const double wrong[] = {1, 2, 1024,
                                   2048}; /* sectors for KiB, KiB, sectors for MiB */
    enum fid_remark_code why = FID_REMARK_NONE;
    for (int way = 0; way < 2; way++) {
        double low = 1 - CONTRADICTS, high = 1 + CONTRADICTS, said = 1;
        bool all = true;
        for (int f = FID_DISK_REQUESTS; f < FID_DISK_FIGURES; f++) {
            all &= row->seen[f][way];
            said *= row->value[f][way];
            low *= fmax (0, row->value[f][way] - row->half[f][way]);
            high *= row->value[f][way] + row->half[f][way];
        }
        double rate = row->value[FID_DISK_RATE][way], half = row->half[FID_DISK_RATE][way];
        size_t i = 0;
        while (i < 4 && ((rate + half) / wrong[i] < low || (rate - half) / wrong[i] > high))
            i++;
        if (!all || i == 0)
            continue;
        why = i < 4 ? FID_REMARK_DISK_RATE_UNIT : FID_REMARK_DISK_RATE_CONTRADICTED;
        if (i < 4)
            row->value[FID_DISK_RATE][way] = said;
    }
    return why;
}

bool fid_iostat_stamp (struct fid_iostat *st, struct fid_span stamp, int64_t *t_ns, int *rc,
                       struct fid_error *err)
{
    int64_t zone_s;
    bool zoned;
    *rc = 0;
    if (!fid_host_stamp (stamp, st->in->day_first, t_ns, &zone_s, &zoned))
        return false;
    if (!zoned)
        return true;
    if (!st->zone_known) {
        char text[24];
        snprintf (text, sizeof text, "%" PRId64, zone_s);
        struct fid_fact f = {"local_utc_offset_s", fid_span_of (text)};
        st->zone_known = true;
        st->zone_s = zone_s;
        *rc = fid_put_fact (st->in->sink, &f, err);
    }
    if (zone_s != st->zone_s && !st->zone_change_noted) {
        fid_put_note (st->in->sink, 0, FID_REMARK_ZONE_CHANGES);
        st->zone_change_noted = true;
    }
    /* where summer time starts or ends the first zone stays, so that the clock does not jump */
    *t_ns += (st->zone_s - zone_s) * FID_S;
    return true;
}

void fid_iostat_note_cpu (struct fid_iostat *st, size_t line)
{
    if (!st->cpu_noted)
        fid_put_note (st->in->sink, line, FID_REMARK_CPU_FROM_MPSTAT);
    st->cpu_noted = true;
}

/* Finds the columns of a title line with a column of that name, or NAME with a colon; false,
 * with *c as before, if there is no such column. */
static bool find_disk_columns (struct disk_columns *c, const struct fid_span *word, size_t n,
                               const char *name)
{
    struct disk_columns now = {.n = n, .device = n, .noted = c->noted};
    for (size_t i = 0; i < n && n <= COLUMNS_MAX; i++) {
        struct fid_span bare = word[i];
        bare.n -= fid_span_ends (bare, ":");
        if (fid_span_is (bare, name))
            now.device = i;
        else if (fid_disk_column (word[i], &now.of[i])) {
            now.figure[i] = true;
            now.rate[now.of[i].way] |= now.of[i].figure == FID_DISK_RATE;
        }
    }
    if (now.device == n)
        return false;
    *c = now;
    return true;
}

/* Emits the rates of a row that are there.  Returns 0, -1, or why the row is malformed. */
static int put_disk_row (struct disk_columns *c, const struct fid_span *word, size_t n,
                         int64_t t_ns, const struct fid_input *in, struct fid_error *err)
{
    struct fid_disk_row row = {0};
    if (n != c->n)
        return FID_REMARK_FIELDS_NOT_TITLES;
    for (size_t i = 0; i < n; i++)
        if (c->figure[i] && !fid_disk_take (&row, &c->of[i], word[i]) &&
            c->of[i].figure == FID_DISK_RATE)
            return FID_REMARK_DISK_RATE_BAD;
    enum fid_remark_code why = fid_disk_correct (&row);
    if (why && why != c->noted)
        fid_note_line (in, c->noted = why);
    for (int i = 0; i < 2; i++)
        if (c->rate[i])
            FID_TRY (fid_put_gauge (in->sink, t_ns, i ? FID_CH_DISK_WRITE : FID_CH_DISK_READ,
                                    word[c->device], row.value[FID_DISK_RATE][i], err));
    return 0;
}

/* --- mpstat and sar */

/* "Linux RELEASE (HOST) DATE ...": a new start, even in the middle of a file. */
static void take_banner (struct table *st, struct fid_span line)
{
    struct fid_span word;
    int64_t day = 0;
    bool dated = false;
    while (!dated && fid_span_word (&line, &word))
        dated = fid_date (word, st->in->day_first, &day);
    for (int v = 0; v < VIEW_N; v++)
        st->daytime[v] = (struct fid_daytime){.day = day};
    st->column_n = 0;
    if (!dated)
        fid_note_line (st->in, FID_REMARK_NO_DATE_IN_FIRST_LINE);
}

/* Rows of sar hold numbers behind the first word. */
static bool is_titles (bool sar, const struct fid_span *word, size_t n)
{
    double v;
    if (!sar)
        return fid_span_is (word[0], "CPU") || fid_span_is (word[0], "NODE");
    if (fid_span_is (word[0], "all"))
        return false;
    for (size_t i = 0; i < n; i++)
        if (fid_span_f64 (word[i], &v))
            return false;
    return true;
}

/* Remembers the column of each title.  A table of CPUs has %idle.  Without one, the row "all" of a
 * table of nodes (mpstat -N) is used. */
static void take_titles (struct table *st, struct fid_span line, const struct fid_span *word,
                         size_t n)
{
    bool idle = false;
    st->column_n = n;
    st->title_n = line.n <= sizeof st->titles ? line.n : 0;
    memcpy (st->titles, line.p, st->title_n);
    for (size_t i = 0; st->title_n && n <= COLUMNS_MAX && i < n; i++) {
        st->name[i] = (struct fid_span){st->titles + (word[i].p - line.p), word[i].n};
        st->share[i] = (signed char)fid_cpu_column (word[i]);
        idle |= fid_span_is (word[i], "%idle");
    }
    bool cpus = idle && fid_span_is (word[0], "CPU");
    bool nodes = idle && fid_span_is (word[0], "NODE") && !st->cpus && !st->sar;
    st->cpus |= cpus;
    st->view = cpus || nodes ? VIEW_CPU
               : st->sar && find_disk_columns (&st->disks, word, n, "DEV") &&
                       (st->disks.rate[0] || st->disks.rate[1])
                   ? VIEW_DISK
                   : VIEW_OTHER;
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
    *t_ns = (int64_t)s * FID_S;
    return true;
}

/* Parses a line into *row, or returns why it is malformed.  Notes go to the sink. */
static enum fid_remark_code read_line (struct table *st, struct fid_span line, struct row *row)
{
    line = fid_host_plain (line, st->plain);
    struct fid_span rest = line, *word = row->word;
    bool ended = st->in->text->line_ended;
    int64_t tod;
    row->banner = fid_span_starts (line, "Linux") && fid_span_word (&rest, &word[0]) &&
                  fid_span_is (word[0], "Linux");
    row->view = VIEW_OTHER;
    if (row->banner)
        take_banner (st, line);
    if (row->banner || !line.n)
        return FID_REMARK_NONE;
    rest = line;
    if (!(st->epoch ? take_epoch (&rest, &tod) : fid_host_time (&rest, &tod)))
        return st->sar || is_summary (line) ? FID_REMARK_NONE : FID_REMARK_TIME_OF_DAY_MISSING;
    if (!st->sar && !ended)
        return FID_REMARK_LAST_LINE_CUT;
    bool again = st->column_n && rest.n == st->title_n && !memcmp (rest.p, st->titles, rest.n);
    size_t n = again ? st->column_n : fid_span_words (rest, word, COLUMNS_MAX);
    if (n == 0 || (st->sar && n > COLUMNS_MAX))
        return st->sar && !n ? FID_REMARK_NONE : FID_REMARK_COLUMNS_UNUSABLE;
    if (st->sar && fid_span_find (line, "RESTART") >= 0)
        return FID_REMARK_NONE;
    bool titles = again || is_titles (st->sar, word, n);
    if (titles && !again)
        take_titles (st, rest, word, n);
    else if (!st->column_n)
        return FID_REMARK_COLUMN_NAMES_MISSING;
    else if (st->view == VIEW_OTHER)
        return FID_REMARK_NONE;
    else if (!ended)
        return FID_REMARK_LAST_LINE_CUT;
    else if (n != st->column_n)
        return FID_REMARK_FIELDS_NOT_TITLES;
    else if (!st->cpus && !st->sar && !fid_span_is (word[0], "all"))
        return FID_REMARK_NONE; /* a single node */
    /* the stamp of titles is the start of the first interval: the midnight between the two
     * would be missed without it */
    row->t_ns = st->epoch ? tod : fid_daytime_next (&st->daytime[st->sar ? st->view : 0], tod);
    row->view = titles ? VIEW_OTHER : st->view;
    return FID_REMARK_NONE;
}

struct monitor {
    struct table table;
    struct fid_cpushare share;
};

static int take_line (void *self, struct fid_span line, struct fid_error *err)
{
    struct monitor *m = self;
    struct table *st = &m->table;
    const struct fid_sink *sink = st->in->sink;
    struct row row;
    double value[FID_CPU_SHARES];
    enum fid_remark_code why = read_line (st, line, &row);
    if (!why && row.view == VIEW_CPU)
        why = fid_cpu_shares (st->share, row.word, st->column_n, value);
    if (why)
        return (int)why;
    if (row.view == VIEW_CPU && sink->row) {
        struct fid_row out = {.t_ns = row.t_ns, .n = st->column_n};
        memcpy (out.name, st->name, out.n * sizeof *out.name);
        memcpy (out.value, row.word, out.n * sizeof *out.value);
        FID_TRY (fid_put_row (st->in->sink, &out, err));
    }
    if (row.view == VIEW_CPU)
        return fid_cpushare_row (&m->share, row.t_ns, row.word[0], value, sink, err);
    if (row.view == VIEW_DISK)
        return !st->disks.rate[0] || !st->disks.rate[1]
                   ? (int)FID_REMARK_DISK_RATE_MISSING
                   : put_disk_row (&st->disks, row.word, st->column_n, row.t_ns, st->in, err);
    if (!row.banner)
        return 0;
    ptrdiff_t end = st->sar ? -1 : fid_span_find (line, " CPU)"), from = end;
    while (from > 0 && line.p[from - 1] >= '0' && line.p[from - 1] <= '9')
        from--;
    if (from < end) { /* "... (80 CPU)": by how many a mean over hosts weighs this one */
        struct fid_fact cpus = {"host_cpus", {line.p + from, (size_t)(end - from)}};
        FID_TRY (fid_put_fact (sink, &cpus, err));
    }
    return fid_cpushare_flush (&m->share, sink, err);
}

/* Whether the line of column names begins with seconds since 1970. */
static bool has_epochs (struct fid_span text)
{
    struct fid_span line, word;
    int64_t t_ns;
    while (fid_span_field (&text, '\n', &line))
        if (take_epoch (&line, &t_ns) && fid_span_word (&line, &word) &&
            is_titles (false, &word, 1))
            return true;
    return false;
}

static int read_monitor (struct fid_input *in, bool sar, struct fid_error *err)
{
    struct monitor m = {.table = {.in = in, .sar = sar}};
    m.table.epoch = !sar && has_epochs (in->head.text);
    if (in->head.text.n && !fid_span_starts (in->head.text, "Linux "))
        fid_put_note (in->sink, 1, FID_REMARK_FIRST_LINE_MISSING);
    int rc = fid_lines_read (in, take_line, &m, err);
    return fid_cpushare_finish (&m.share, in->sink, err) ? -1 : rc;
}

static int read_mpstat (struct fid_input *in, struct fid_error *err)
{
    return read_monitor (in, false, err);
}

static int read_sar (struct fid_input *in, struct fid_error *err)
{
    return read_monitor (in, true, err);
}

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

static int probe_mpstat_epoch (const struct fid_head *head)
{
    return probe_mpstat (head) == 90 && has_epochs (head->text) ? 92 : 0;
}

static int probe_sar (const struct fid_head *head)
{
    struct fid_span text = head->text, line, rest, word[COLUMNS_MAX];
    struct table st = {.sar = true};
    int64_t tod;
    while (fid_span_field (&text, '\n', &line)) {
        rest = fid_host_plain (line, st.plain);
        size_t n = fid_host_time (&rest, &tod) ? fid_span_words (rest, word, COLUMNS_MAX) : 0;
        if (n < 2 || n > COLUMNS_MAX || !is_titles (true, word, n))
            continue;
        take_titles (&st, rest, word, n);
        if (st.view == VIEW_DISK ||
            (st.view == VIEW_CPU && fid_span_find (line, "%system") >= 0))
            return 92; /* mpstat has %sys */
    }
    return 0;
}

#define read_mpstat_epoch read_mpstat
FID_READER_IS (mpstat, LOCAL, FID_GIVES_CPU, 20, "CPU use, as mpstat prints it", .best = 90)
FID_READER_IS (mpstat_epoch, UTC, FID_GIVES_CPU, 20, "CPU use, as mpstat -U prints it",
               .best = 92)
FID_READER_IS (sar, LOCAL, FID_GIVES_CPU | FID_GIVES_DISK, 17,
               "use of CPUs and disks, as sar prints it", .best = 92)

/* --- iostat */

struct iostat {
    struct fid_iostat iostat;
    struct disk_columns columns;
    int64_t t_ns;
    size_t line_n; /* of the line before */
    bool stamped;
    bool merged; /* -s: writes are not apart */
    char plain[FID_HOST_PLAIN];
};

/* What a line belongs to: titles and rows of tables, stamps between them. */
static int take_iostat_line (void *self, struct fid_span line, struct fid_error *err)
{
    struct iostat *t = self;
    const struct fid_text *text = t->iostat.in->text;
    struct fid_span word[COLUMNS_MAX];
    line = fid_host_plain (line, t->plain);
    size_t n = fid_span_words (line, word, COLUMNS_MAX);
    int rc = 0;
    bool cpus = fid_span_starts (line, "avg-cpu:"), blank = text->line_n > t->line_n + 1;
    t->line_n = text->line_n;
    if (!n || cpus || blank || fid_span_is (word[0], "Linux"))
        t->columns.n = 0; /* a table ends with a blank line */
    if (cpus)
        fid_iostat_note_cpu (&t->iostat, text->line_n);
    if (!n || cpus || fid_span_is (word[0], "Linux"))
        return 0;
    if (n > COLUMNS_MAX)
        return FID_REMARK_COLUMNS_UNUSABLE;
    if (find_disk_columns (&t->columns, word, n, "Device")) {
        t->merged = false;
        for (size_t i = 0; i < n; i++)
            t->merged |=
                fid_span_find (word[i], "_w+d/s") >= 0 || fid_span_find (word[i], "B/s") == 1;
        return 0;
    }
    if (!t->columns.n) {
        int64_t t_ns;
        if (n > 3 || !fid_iostat_stamp (&t->iostat, line, &t_ns, &rc, err))
            return 0;
        t->t_ns = t_ns;
        t->stamped = true;
        return rc;
    }
    if (!t->stamped || t->merged)
        return fid_errorf (err, FID_EINPUT, "%s:%zu: %s", text->path, text->line_n,
                           t->merged && t->stamped
                               ? "reads and writes are added up (record without -s)"
                               : "no timestamps: rows have no place in time (record with -t)");
    return text->line_ended ? put_disk_row (&t->columns, word, n, t->t_ns, t->iostat.in, err)
                            : (int)FID_REMARK_LAST_LINE_CUT;
}

static int probe_iostat (const struct fid_head *head)
{
    struct fid_span text = head->text, line;
    if (!text.n || text.p[0] == '{')
        return 0;
    while (fid_span_field (&text, '\n', &line)) {
        char plain[FID_HOST_PLAIN];
        line = fid_host_plain (line, plain);
        if (fid_span_starts (line, "avg-cpu:"))
            return 92;
        if (fid_span_starts (line, "Device") || fid_span_ends (line, " Device"))
            return fid_span_find (line, "/s") >= 0 ? 92 : 0;
    }
    /* stopped before the first table */
    return fid_span_starts (head->text, "Linux ") && fid_span_find (head->name, "iostat") >= 0
               ? 45
               : 0;
}

static int read_iostat (struct fid_input *in, struct fid_error *err)
{
    struct iostat t = {.iostat.in = in};
    return fid_lines_read (in, take_iostat_line, &t, err);
}

FID_READER_IS (iostat, LOCAL, FID_GIVES_DISK, 19, "disk throughput, as iostat -t prints it")

/* --- iostat.csv of a processed tree: a row for each second and disk
 *
 *     timestamp,disk_device,r/s,w/s,d/s,rMB/s,wMB/s,...
 *     2023-02-11T13:13:31,sda,812.0,3.0,0.0,101.5,0.02,...
 *
 * A disk with more members than the first one has a longer row, whose columns are unknown. */

static int take_iostat_csv_line (void *self, struct fid_span line, struct fid_error *err)
{
    struct iostat *t = self;
    const struct fid_text *text = t->iostat.in->text;
    struct fid_span word[COLUMNS_MAX];
    int64_t t_ns, zone_s;
    size_t n = 0;
    while (n < COLUMNS_MAX && fid_span_field (&line, ',', &word[n]))
        n++;
    if (!t->columns.n)
        return find_disk_columns (&t->columns, word, n, "disk_device")
                   ? 0
                   : fid_errorf (err, FID_EINPUT, "%s:%zu: no known columns", text->path,
                                 text->line_n);
    if (!text->line_ended)
        return FID_REMARK_LAST_LINE_CUT;
    if (!fid_time_iso (word[0], &t_ns, &zone_s, NULL))
        return FID_REMARK_TIME_NOT_UTC;
    if (n == t->columns.n && !word[t->columns.device].n)
        return FID_REMARK_DISK_DEVICE_MISSING;
    return put_disk_row (&t->columns, word, n, t_ns - zone_s * FID_S, t->iostat.in, err);
}

static int probe_iostat_csv (const struct fid_head *head)
{
    return fid_span_starts (head->text, "timestamp,disk_device,") ? 95 : 0;
}

static int read_iostat_csv (struct fid_input *in, struct fid_error *err)
{
    struct iostat t = {.iostat.in = in};
    return fid_lines_read (in, take_iostat_csv_line, &t, err);
}

FID_READER_IS (iostat_csv, UTC, FID_GIVES_DISK, 5,
               "disk throughput of a processed tree (iostat.csv)", .processed = true)

/* --- pidstat begins like the others, but tells of single processes: known, and not read
 *
 *     08:11:18 AM   UID       PID    %usr %system  %guest   %wait    %CPU   CPU  Command */

static int probe_pidstat (const struct fid_head *head)
{
    struct fid_span text = head->text, line;
    while (fid_span_starts (head->text, "Linux ") && fid_span_field (&text, '\n', &line)) {
        line = fid_span_trim (line);
        if ((fid_span_find (line, " PID ") >= 0 || fid_span_find (line, " TGID ") >= 0) &&
            fid_span_ends (line, " Command"))
            return 93;
    }
    return 0;
}

static int read_pidstat (struct fid_input *in, struct fid_error *err)
{
    (void)err;
    fid_put_note (in->sink, 0, FID_REMARK_FROM_PIDSTAT);
    return 0;
}

FID_READER_IS (pidstat, LOCAL, FID_GIVES_FACTS, 20,
               "use by process, as pidstat prints it: not read")
