/* SPDX-License-Identifier: GPL-3.0-or-later */
/* iostat.c - disk throughput as `iostat -dxty 1` prints it
 *
 *     Linux 5.4.0 (host)  02/11/23  _x86_64_  (80 CPU)
 *
 *     02/11/23 08:11:20
 *     Device      r/s   rMB/s  rrqm/s ...    w/s   wMB/s ...  %util
 *     sda      812.00  101.50    0.00 ...   1.00    0.02 ...  88.00
 *
 * A stamp (option -t), then a table of disks, and perhaps one of CPUs.  Columns
 * are found by name: -x, -m, -k change them, --pretty puts the device last and reads
 * and writes into tables of their own.  --human writes 1.5M for 1.5 MiB, whatever the
 * column's unit. */
#include "readers/hosttime.h"
#include "readers/sysstat/iostat.h"

#define COLUMNS 48

bool fid_iostat_rate (struct fid_span name, enum fid_channel *channel, double *mib)
{
    static const struct {
        const char *read, *write;
        double mib;
    } names[] = {
        {"rMB/s", "wMB/s", 1},
        {"rkB/s", "wkB/s", 1.0 / 1024},
        {"rsec/s", "wsec/s", 512.0 / 1048576},
        {"rd_sec/s", "wr_sec/s", 512.0 / 1048576}, /* sar before 11.5.7 */
        {"MB_read/s", "MB_wrtn/s", 1},             /* without -x */
        {"kB_read/s", "kB_wrtn/s", 1.0 / 1024},
        {"Blk_read/s", "Blk_wrtn/s", 512.0 / 1048576},
        {"rkB", "wkB", 1.0 / 1024}, /* sadf -j */
        {"rd_sec", "wr_sec", 512.0 / 1048576},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bool read = fid_span_is (name, names[i].read);
        if (!read && !fid_span_is (name, names[i].write))
            continue;
        *channel = read ? FID_CH_DISK_READ : FID_CH_DISK_WRITE;
        *mib = names[i].mib;
        return true;
    }
    return false;
}

/* A zone in the stamps fixes local time against UTC.  Samples keep the first
 * zone when summer time starts or ends, so that their clock does not jump. */
static int follow_zone (struct fid_iostat *st, int64_t zone_s, int64_t *t_ns,
                        struct fid_error *err)
{
    char text[24];
    if (!st->zone_known) {
        int n = snprintf (text, sizeof text, "%" PRId64, zone_s);
        struct fid_fact f = {"local_utc_offset_s", {text, (size_t)n}};
        st->zone_known = true;
        st->zone_s = zone_s;
        FID_TRY (fid_put_fact (st->sink, &f, err));
    }
    if (zone_s != st->zone_s && !st->zone_change_noted) {
        fid_put_note (st->sink, 0, FID_REMARK_ZONE_CHANGES);
        st->zone_change_noted = true;
    }
    *t_ns += (st->zone_s - zone_s) * FID_S;
    return 0;
}

bool fid_iostat_stamp (struct fid_iostat *st, struct fid_span stamp, int64_t *t_ns, int *rc,
                       struct fid_error *err)
{
    int64_t zone_s;
    bool zoned;
    *rc = 0;
    if (!fid_host_stamp (stamp, st->in->day_first, t_ns, &zone_s, &zoned))
        return false;
    if (zoned)
        *rc = follow_zone (st, zone_s, t_ns, err);
    return true;
}

int fid_iostat_put_both (const struct fid_sink *sink, int64_t t_ns, struct fid_span name,
                         const double mib[2], struct fid_error *err)
{
    return FID_FAILED (fid_put_gauge (sink, t_ns, FID_CH_DISK_READ, name, mib[0], err) ||
                       fid_put_gauge (sink, t_ns, FID_CH_DISK_WRITE, name, mib[1], err));
}

bool fid_disk_columns (struct fid_disk_columns *c, const struct fid_span *word, size_t n,
                       const char *name)
{
    struct fid_disk_columns now = {.n = n, .device = n, .rate = {-1, -1}};
    for (size_t i = 0; i < n; i++) {
        enum fid_channel channel;
        struct fid_span bare = word[i];
        double mib;
        bare.n -= fid_span_ends (bare, ":");
        if (fid_span_is (bare, name))
            now.device = i;
        else if (fid_iostat_rate (word[i], &channel, &mib)) {
            now.rate[channel == FID_CH_DISK_WRITE] = (int)i;
            now.mib[channel == FID_CH_DISK_WRITE] = mib;
        }
    }
    if (now.device == n)
        return false;
    *c = now;
    return true;
}

/* A rate in MiB/s; "1.5M" of --human has its unit with it. */
static bool read_rate (struct fid_span s, double mib, double *out)
{
    static const struct {
        char unit;
        double mib;
    } units[] = {
        {'B', 1.0 / 1048576}, {'k', 1.0 / 1024}, {'M', 1}, {'G', 1024}, {'T', 1048576}};
    for (size_t i = 0; s.n && i < sizeof units / sizeof *units; i++)
        if (s.p[s.n - 1] == units[i].unit) {
            mib = units[i].mib;
            s.n--;
            break;
        }
    if (!fid_span_f64 (s, out) || *out < 0)
        return false;
    *out *= mib;
    return *out <= FID_GAUGE_MAX;
}

enum fid_remark_code fid_disk_row (const struct fid_disk_columns *c,
                                   const struct fid_span *word, size_t n, int64_t t_ns,
                                   const struct fid_sink *sink, struct fid_error *err, int *rc)
{
    double mib[2] = {0};
    if (n != c->n)
        return FID_REMARK_FIELDS_NOT_TITLES;
    for (int i = 0; i < 2; i++)
        if (c->rate[i] >= 0 && !read_rate (word[c->rate[i]], c->mib[i], &mib[i]))
            return FID_REMARK_DISK_RATE_BAD;
    for (int i = 0; i < 2 && !*rc; i++)
        if (c->rate[i] >= 0)
            *rc = fid_put_gauge (sink, t_ns, i ? FID_CH_DISK_WRITE : FID_CH_DISK_READ,
                                 word[c->device], mib[i], err);
    return FID_REMARK_NONE;
}

void fid_iostat_note_cpu (struct fid_iostat *st, size_t line)
{
    if (!st->cpu_noted)
        fid_put_note (st->sink, line, FID_REMARK_CPU_FROM_MPSTAT);
    st->cpu_noted = true;
}

/* --- text */

struct iostat_table {
    struct fid_iostat iostat;
    struct fid_disk_columns columns;
    int64_t t_ns;
    bool stamped;
    bool merged; /* -s: writes are not apart */
    char plain[FID_HOST_PLAIN];
};

/* What cannot be read of the whole file; NULL: nothing. */
static const char *why_unusable (const struct iostat_table *t)
{
    if (!t->stamped)
        return "no timestamps: rows have no place in time (record with -t)";
    return t->merged ? "reads and writes are added up (record without -s)" : NULL;
}

/* What a line belongs to: titles and rows of tables, stamps between them. */
static int take_line (struct iostat_table *t, struct fid_span line, struct fid_error *err)
{
    const struct fid_text *text = t->iostat.in->text;
    struct fid_span word[COLUMNS];
    enum fid_remark_code why = FID_REMARK_NONE;
    int rc = 0;
    line = fid_span_trim (fid_host_plain (line, t->plain));
    size_t n = fid_span_words (line, word, COLUMNS);
    if (!n || fid_span_is (word[0], "Linux")) {
        t->columns.n = 0; /* a table ends with a blank line */
        return 0;
    }
    if (n > COLUMNS) {
        why = FID_REMARK_COLUMNS_UNUSABLE;
    } else if (fid_span_is (word[0], "avg-cpu:")) {
        t->columns.n = 0;
        fid_iostat_note_cpu (&t->iostat, text->line_n);
    } else if (fid_disk_columns (&t->columns, word, n, "Device")) {
        t->merged = false;
        for (size_t i = 0; i < n; i++)
            t->merged |=
                fid_span_find (word[i], "_w+d/s") >= 0 || fid_span_find (word[i], "B/s") == 1;
        return 0;
    } else if (t->columns.n) {
        if (why_unusable (t))
            return fid_errorf (err, FID_EINPUT, "%s:%zu: %s", text->path, text->line_n,
                               why_unusable (t));
        why = text->line_ended
                  ? fid_disk_row (&t->columns, word, n, t->t_ns, t->iostat.sink, err, &rc)
                  : FID_REMARK_LAST_LINE_CUT;
    } else if (n <= 3) {
        int64_t t_ns;
        bool stamp = fid_iostat_stamp (&t->iostat, line, &t_ns, &rc, err);
        if (stamp)
            t->t_ns = t_ns;
        t->stamped |= stamp;
    }
    if (why)
        fid_put_reject (t->iostat.sink, text->line_n, why);
    return rc;
}

static int probe_iostat (const struct fid_head *head)
{
    struct fid_span text = head->text, line;
    if (!text.n || text.p[0] == '{')
        return 0;
    while (fid_span_field (&text, '\n', &line)) {
        char plain[FID_HOST_PLAIN];
        line = fid_span_trim (fid_host_plain (line, plain));
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
    struct iostat_table t = {.iostat = {.in = in, .sink = in->sink}};
    struct fid_span line;
    int rc;
    while ((rc = fid_text_next (in->text, &line, err)) > 0)
        FID_TRY (take_line (&t, line, err));
    return rc;
}

FID_READER_IS (iostat, LOCAL, FID_GIVES_DISK, 19, "disk throughput, as iostat -t prints it")
