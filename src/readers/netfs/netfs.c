/* SPDX-License-Identifier: GPL-3.0-or-later */
/* netfs.c - what clients of network file systems read and wrote
 *
 *     2026-11-26 22:19:33 nas:/train mounted on /mnt/train:                           nfsiostat
 *     2026-11-26 22:19:33 read:      ops/s      kB/s     kB/op   retrans    avg RTT (ms) ...
 *     2026-11-26 22:19:33           80.000  10240.000   128.000   0 (0.0%)         1.200 ...
 *
 *     llite.train-ffff8880.stats=                                                        Lustre
 *     snapshot_time             1795731573.250000000 secs.nsecs
 *     read_bytes                1280 samples [bytes] 4096 1048576 1342177280
 *
 * nfsiostat prints no time: `nfsiostat 1 | ts '%Y-%m-%d %H:%M:%.S'` puts it before each line;
 * local time.  Its first report of each mount is the mean since it was mounted, which is left
 * out; kB are 1024 bytes.  `while sleep 1; do lctl get_param llite.*.stats; done`: sums since
 * the client mounted, whose growth is the throughput of the interval that ends at the snapshot;
 * UTC.  Both are disk throughput, of a device called as the export or the client. */
#include "readers/tables/row_fields.h"

#define DEVICES_MAX 64
#define NAME_MAX_N  96

struct device {
    char name[NAME_MAX_N];
    struct {
        bool any; /* it was seen before */
        int64_t t_ns;
        uint64_t bytes;
    } way[2];
};

struct clients {
    const struct fid_input *in;
    const struct fid_sink *sink;
    struct device device[DEVICES_MAX];
    size_t device_n;
    struct device *now; /* NULL: none yet */
    int way;            /* that the next row of nfsiostat is about; -1: none */
    int64_t t_ns;       /* of the snapshot; INT64_MIN: none */
};

/* The device of that name; NULL if there are too many, or its name is too long. */
static struct device *device_of (struct clients *c, struct fid_span name)
{
    if (!name.n || name.n >= NAME_MAX_N)
        return NULL;
    for (size_t i = 0; i < c->device_n; i++)
        if (fid_span_is (name, c->device[i].name))
            return &c->device[i];
    if (c->device_n == DEVICES_MAX)
        return NULL;
    struct device *d = &c->device[c->device_n++];
    *d = (struct device){.name = ""};
    memcpy (d->name, name.p, name.n);
    return d;
}

static int put_rate (struct clients *c, int way, int64_t t_ns, double mib_s,
                     struct fid_error *err)
{
    if (mib_s >= 0 && mib_s <= FID_GAUGE_MAX)
        return fid_put_gauge (c->sink, t_ns, way ? FID_CH_DISK_WRITE : FID_CH_DISK_READ,
                              fid_span_of (c->now->name), mib_s, err);
    fid_put_reject (c->sink, c->in->text->line_n, FID_REMARK_THROUGHPUT_BAD);
    return 0;
}

/* --- nfsiostat */

/* Takes the stamp off the line, one word or two; false if there is none. */
static bool take_stamp (struct clients *c, struct fid_span *line, int64_t *t_ns)
{
    struct fid_span rest = *line, first, second;
    if (!fid_span_word (&rest, &first))
        return false;
    if (fid_row_stamp (first, FID_CLOCK_LOCAL, c->in->day_first, 0, t_ns)) {
        *line = rest;
        return true;
    }
    if (!fid_span_word (&rest, &second))
        return false;
    first.n = (size_t)(fid_span_end (second) - first.p);
    if (!fid_row_stamp (first, FID_CLOCK_LOCAL, c->in->day_first, 0, t_ns))
        return false;
    *line = rest;
    return true;
}

static int take_nfs_line (struct clients *c, struct fid_span line, struct fid_error *err)
{
    struct fid_span word[4];
    int64_t t_ns;
    double kib;
    bool stamped = take_stamp (c, &line, &t_ns);
    size_t n = fid_span_words (line, word, 4);
    ptrdiff_t at = fid_span_find (line, " mounted on ");
    if (at > 0) {
        c->now = device_of (c, fid_span_trim ((struct fid_span){line.p, (size_t)at}));
        c->way = -1;
        return 0;
    }
    if (n && (fid_span_is (word[0], "read:") || fid_span_is (word[0], "write:"))) {
        c->way = fid_span_is (word[0], "write:");
        return 0;
    }
    int way = c->way;
    c->way = -1;
    if (way < 0 || !c->now || n < 3)
        return 0; /* of all operations, or none of these lines */
    if (!stamped)
        return fid_errorf (
            err, FID_EINPUT,
            "%s:%zu: nfsiostat prints no time: rows have no place in time (record "
            "with nfsiostat 1 | ts '%%Y-%%m-%%d %%H:%%M:%%.S')",
            c->in->text->path, c->in->text->line_n);
    if (!c->in->text->line_ended || !fid_span_f64 (word[1], &kib)) {
        fid_put_reject (c->sink, c->in->text->line_n,
                        c->in->text->line_ended ? FID_REMARK_VALUE_NOT_NUMBER
                                                : FID_REMARK_LAST_LINE_CUT);
        return 0;
    }
    bool first = !c->now->way[way].any;
    c->now->way[way].any = true;
    return first ? 0 : put_rate (c, way, t_ns, kib / 1024, err);
}

/* --- llite */

static int take_llite_line (struct clients *c, struct fid_span line, struct fid_error *err)
{
    struct fid_span word[7];
    uint64_t bytes;
    size_t n = fid_span_words (line, word, 7);
    if (fid_span_starts (line, "llite.") && fid_span_ends (line, ".stats=")) {
        c->now = device_of (c, (struct fid_span){line.p + 6, line.n - 13});
        c->t_ns = INT64_MIN;
        return 0;
    }
    if (n >= 2 && fid_span_is (word[0], "snapshot_time")) {
        if (!fid_row_stamp (word[1], FID_CLOCK_UTC, false, 0, &c->t_ns))
            fid_put_reject (c->sink, c->in->text->line_n, FID_REMARK_TIME_NOT_UTC_NOR_EPOCH);
        return 0;
    }
    int way = n && fid_span_is (word[0], "read_bytes")    ? 0
              : n && fid_span_is (word[0], "write_bytes") ? 1
                                                          : -1;
    if (way < 0 || !c->now)
        return 0;
    if (n < 7 || !c->in->text->line_ended || !fid_span_u64 (word[6], &bytes) ||
        c->t_ns == INT64_MIN) {
        fid_put_reject (c->sink, c->in->text->line_n,
                        c->in->text->line_ended ? FID_REMARK_VALUE_NOT_NUMBER
                                                : FID_REMARK_LAST_LINE_CUT);
        return 0;
    }
    struct device *d = c->now;
    bool grown = d->way[way].any && c->t_ns > d->way[way].t_ns && bytes >= d->way[way].bytes;
    double mib = grown ? (double)(bytes - d->way[way].bytes) / 1048576 : 0;
    double s = grown ? (double)(c->t_ns - d->way[way].t_ns) / 1e9 : 1;
    d->way[way].any = true;
    d->way[way].t_ns = c->t_ns;
    d->way[way].bytes = bytes;
    return grown ? put_rate (c, way, c->t_ns, mib / s, err) : 0;
}

/* --- readers */

static int read_clients (struct fid_input *in,
                         int (*take) (struct clients *c, struct fid_span line,
                                      struct fid_error *err),
                         struct fid_error *err)
{
    struct clients c = {.in = in, .sink = in->sink, .way = -1, .t_ns = INT64_MIN};
    struct fid_span line;
    int rc;
    while ((rc = fid_text_next (in->text, &line, err)) > 0)
        FID_TRY (take (&c, fid_span_trim (line), err));
    return rc;
}

static int probe_nfsiostat (const struct fid_head *head)
{
    return fid_span_find (head->text, " mounted on ") >= 0 &&
                   fid_span_find (head->text, "avg RTT (ms)") >= 0
               ? 90
               : 0;
}

static int read_nfsiostat (struct fid_input *in, struct fid_error *err)
{
    return read_clients (in, take_nfs_line, err);
}

static int probe_llite (const struct fid_head *head)
{
    return fid_span_find (head->text, "llite.") >= 0 &&
                   fid_span_find (head->text, ".stats=") >= 0 &&
                   fid_span_find (head->text, "snapshot_time") >= 0
               ? 90
               : 0;
}

static int read_llite (struct fid_input *in, struct fid_error *err)
{
    return read_clients (in, take_llite_line, err);
}

FID_READER_IS (nfsiostat, LOCAL, FID_GIVES_DISK, 13,
               "throughput of NFS mounts, as nfsiostat prints it behind time stamps",
               .best = 90)

FID_READER_IS (llite, UTC, FID_GIVES_DISK, 13,
               "throughput of Lustre clients, as lctl get_param llite.*.stats prints it "
               "again and again",
               .best = 90)
