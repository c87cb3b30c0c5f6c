/* SPDX-License-Identifier: GPL-3.0-or-later */
/* counters.c - sums of bytes of disks that a loop prints again and again, behind stamps
 *
 *     1795731573.250
 *        8       0 sda 1280 12 2621440 512 90 4 25165 80 0 300 600 0 0 0 0 4 9      /proc/diskstats
 *     259:0 rbytes=1342177280 wbytes=12582912 rios=1280 wios=90 dbytes=0 dios=0      cgroup's io.stat
 *     node_disk_read_bytes_total{device="nvme0n1"} 1.34217728e+09                    node_exporter
 *
 * Recorded with `while sleep 1; do date +%s.%N; cat /proc/diskstats; done`, or the metrics of
 * HOST:9100; a line that is an instant (seconds since 1970 or ISO 8601) says when what follows
 * was read.  `ts %.s` before each line, or a stamp in ms behind a metric, does it, too.  What a
 * sum grew by is the throughput of the interval that ends there.  Sectors are 512 bytes. */
#include "readers/counters/growth.h"
#include "readers/tables/row_fields.h"

struct sums {
    struct fid_span device, stamp; /* stamp: its own; n 0: none */
    double bytes[2];               /* read, written; FID_ABSENT: not in the line */
};

static bool bytes_of (struct fid_span s, double unit, double *out)
{
    bool good = fid_span_f64 (s, out) && *out >= 0;
    *out *= unit;
    return good;
}

static bool is_diskstats (struct fid_span line, struct sums *s)
{
    struct fid_span w[20];
    uint64_t unused;
    size_t n = fid_span_words (line, w, 20);
    for (size_t i = 0; i < 14; i++)
        if (n < 14 || fid_span_u64 (w[i], &unused) != (i != 2))
            return false;
    s->device = w[2];
    return bytes_of (w[5], 512, &s->bytes[0]) && bytes_of (w[9], 512, &s->bytes[1]);
}

static bool is_io_stat (struct fid_span line, struct sums *s)
{
    static const char *const names[] = {"rbytes=", "wbytes="};
    struct fid_span rest = line, word;
    bool any = false;
    if (!fid_span_word (&rest, &s->device) || !memchr (s->device.p, ':', s->device.n))
        return false;
    while (fid_span_word (&rest, &word))
        for (int way = 0; way < 2; way++)
            if (fid_span_starts (word, names[way])) {
                any = true;
                word = (struct fid_span){word.p + 7, word.n - 7};
                if (!bytes_of (word, 1, &s->bytes[way]))
                    return false;
            }
    return any;
}

static bool is_node_disk (struct fid_span line, struct sums *s)
{
    static const char *const names[] = {"node_disk_read_bytes_total{device=\"",
                                        "node_disk_written_bytes_total{device=\""};
    for (int way = 0; way < 2; way++) {
        size_t n = strlen (names[way]);
        struct fid_span rest = {line.p + n, line.n - n}, w[3];
        if (!fid_span_starts (line, names[way]) || !fid_span_field (&rest, '"', &s->device) ||
            !rest.p)
            continue;
        size_t word_n = fid_span_words (rest, w, 3);
        s->stamp = word_n == 3 ? w[2] : (struct fid_span){"", 0};
        return (word_n == 2 || word_n == 3) && bytes_of (w[1], 1, &s->bytes[way]);
    }
    return false;
}

struct loop {
    const struct fid_input *in;
    bool (*row) (struct fid_span line, struct sums *s);
    const char *source;
    int64_t t_ns; /* of the last stamp; INT64_MIN: none yet */
    struct fid_growth growth;
};

static bool is_stamp (struct fid_span s, int64_t *t_ns)
{
    return s.n >= 10 && fid_row_stamp (s, FID_CLOCK_UTC, false, 0, t_ns);
}

static int take_line (void *self, struct fid_span line, struct fid_error *err)
{
    struct loop *l = self;
    const struct fid_text *text = l->in->text;
    struct sums s = {.bytes = {FID_ABSENT, FID_ABSENT}};
    struct fid_span rest = line, first;
    int64_t t_ns;
    if (is_stamp (line, &l->t_ns))
        return 0;
    if (fid_span_word (&rest, &first) && is_stamp (first, &l->t_ns)) /* of ts */
        line = fid_span_trim (rest);
    if (!l->row (line, &s))
        return 0;
    t_ns = l->t_ns;
    if (!text->line_ended)
        return FID_REMARK_LAST_LINE_CUT;
    if (s.stamp.n && !is_stamp (s.stamp, &t_ns))
        return FID_REMARK_TIME_NOT_UTC_NOR_EPOCH;
    if (t_ns == INT64_MIN)
        return fid_errorf (err, FID_EINPUT,
                           "%s:%zu: no time before the sums: they have no place in time "
                           "(record with while sleep 1; do date +%%s.%%N; %s; done)",
                           text->path, text->line_n, l->source);
    struct fid_growth_device *d = fid_growth_device (&l->growth, s.device);
    for (int way = 0, rc; d && way < 2; way++)
        if (s.bytes[way] >= 0 &&
            (rc = fid_growth_put (d, l->in->sink, way, t_ns, s.bytes[way], err)))
            return rc;
    return 0;
}

static int read_loop (struct fid_input *in, bool (*row) (struct fid_span, struct sums *),
                      const char *source, struct fid_error *err)
{
    struct loop l = {.in = in, .row = row, .source = source, .t_ns = INT64_MIN};
    return fid_lines_read (in, take_line, &l, err);
}

static int probe_loop (const struct fid_head *head,
                       bool (*row) (struct fid_span, struct sums *))
{
    struct fid_span text = head->text, line, first;
    struct sums s;
    int64_t t_ns;
    while (fid_span_field (&text, '\n', &line) && text.p) {
        struct fid_span rest = line;
        bool stamped = fid_span_word (&rest, &first) && is_stamp (first, &t_ns);
        if (row (fid_span_trim (stamped ? rest : line), &s))
            return 85;
    }
    return 0;
}

#define COUNTERS(NAME, SOURCE, DOC)                                                            \
    static int probe_##NAME (const struct fid_head *head)                                      \
    {                                                                                          \
        return probe_loop (head, is_##NAME);                                                   \
    }                                                                                          \
    static int read_##NAME (struct fid_input *in, struct fid_error *err)                       \
    {                                                                                          \
        return read_loop (in, is_##NAME, SOURCE, err);                                         \
    }                                                                                          \
    FID_READER_IS (NAME, UTC, FID_GIVES_DISK, 12, DOC, .best = 85)

COUNTERS (diskstats, "cat /proc/diskstats", "throughput of disks, by /proc/diskstats in a loop")
COUNTERS (io_stat, "cat /sys/fs/cgroup/GROUP/io.stat",
          "throughput of disks, by a cgroup's io.stat in a loop")
COUNTERS (node_disk, "curl -s HOST:9100/metrics",
          "throughput of disks, as node_exporter serves it, behind time stamps")
