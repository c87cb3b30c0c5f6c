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
#include "readers/counters/growth.h"
#include "readers/hosttime.h"
#include "readers/tables/row_fields.h"

struct clients {
    const struct fid_input *in;
    struct fid_growth growth;
    struct fid_growth_device *now; /* NULL: none yet */
    int way;                       /* that the next row of nfsiostat is about; -1: none */
    int64_t t_ns;                  /* of the snapshot; INT64_MIN: none */
};

/* Whether a word is the first or the second of these names; -1: neither. */
static int way_of (struct fid_span word, const char *read, const char *written)
{
    return fid_span_is (word, read) ? 0 : fid_span_is (word, written) ? 1 : -1;
}

static int take_nfs_line (void *self, struct fid_span line, struct fid_error *err)
{
    struct clients *c = self;
    const struct fid_text *text = c->in->text;
    struct fid_span word[4] = {{"", 0}};
    int64_t t_ns;
    double kib;
    bool dated, stamped = fid_host_take_stamp (&line, c->in->day_first, &t_ns, &dated) && dated;
    size_t n = fid_span_words (line, word, 4);
    ptrdiff_t at = fid_span_find (line, " mounted on ");
    int way = c->way;
    c->way = at > 0 ? -1 : way_of (word[0], "read:", "write:");
    if (at > 0)
        c->now = fid_growth_device (&c->growth,
                                    fid_span_trim ((struct fid_span){line.p, (size_t)at}));
    if (at > 0 || c->way >= 0 || way < 0 || !c->now || n < 3)
        return 0; /* of all operations, or none of these lines */
    if (!stamped)
        return fid_errorf (
            err, FID_EINPUT,
            "%s:%zu: nfsiostat prints no time: rows have no place in time (record "
            "with nfsiostat 1 | ts '%%Y-%%m-%%d %%H:%%M:%%.S')",
            text->path, text->line_n);
    if (!text->line_ended || !fid_span_f64 (word[1], &kib))
        return text->line_ended ? FID_REMARK_VALUE_NOT_NUMBER : FID_REMARK_LAST_LINE_CUT;
    bool first = !c->now->way[way].any;
    c->now->way[way].any = true;
    return first ? 0 : fid_growth_rate (c->now, c->in->sink, way, t_ns, kib / 1024, err);
}

static int take_llite_line (void *self, struct fid_span line, struct fid_error *err)
{
    struct clients *c = self;
    struct fid_span word[7] = {{"", 0}};
    uint64_t bytes;
    size_t n = fid_span_words (line, word, 7);
    if (fid_span_starts (line, "llite.") && fid_span_ends (line, ".stats=")) {
        c->now = fid_growth_device (&c->growth, (struct fid_span){line.p + 6, line.n - 13});
        c->t_ns = INT64_MIN;
        return 0;
    }
    if (n >= 2 && fid_span_is (word[0], "snapshot_time"))
        return fid_row_stamp (word[1], FID_CLOCK_UTC, false, 0, &c->t_ns)
                   ? 0
                   : FID_REMARK_TIME_NOT_UTC_NOR_EPOCH;
    int way = way_of (word[0], "read_bytes", "write_bytes");
    if (way < 0 || !c->now)
        return 0;
    if (!c->in->text->line_ended)
        return FID_REMARK_LAST_LINE_CUT;
    if (n < 7 || !fid_span_u64 (word[6], &bytes) || c->t_ns == INT64_MIN)
        return FID_REMARK_VALUE_NOT_NUMBER;
    return fid_growth_put (c->now, c->in->sink, way, c->t_ns, (double)bytes, err);
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
    struct clients c = {.in = in, .way = -1};
    return fid_lines_read (in, take_nfs_line, &c, err);
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
    struct clients c = {.in = in, .t_ns = INT64_MIN};
    return fid_lines_read (in, take_llite_line, &c, err);
}

FID_READER_IS (nfsiostat, LOCAL, FID_GIVES_DISK, 13,
               "throughput of NFS mounts, as nfsiostat prints it behind time stamps",
               .best = 90)

FID_READER_IS (llite, UTC, FID_GIVES_DISK, 13,
               "throughput of Lustre clients, as lctl get_param llite.*.stats prints it "
               "again and again",
               .best = 90)
