/* iostat_csv.c - iostat.csv of a processed tree: disk throughput
 *
 *     timestamp,disk_device,r/s,w/s,d/s,rMB/s,wMB/s,...
 *     2023-02-11T13:13:31,sda,812.0,3.0,0.0,101.5,0.02,...
 *
 * One row a second (UTC, its end) and disk; MB are MiB, kB KiB.  A disk with
 * more members than the first one has a longer row, whose columns cannot be
 * told: rejected. */
#include "readers/tables/utc_rows.h"

struct columns {
    size_t n, device, read, write;
    double read_mib, write_mib; /* units of the two columns */
};

static bool
title (void *self, const struct fid_utc_row *names)
{
    struct columns *c = self;
    *c = (struct columns){.n = names->n};
    if (!names->n || !fid_span_is (names->field[0], "timestamp"))
        return false;
    for (size_t i = 1; i < names->n; i++) {
        struct fid_span s = names->field[i];
        if (fid_span_is (s, "disk_device"))
            c->device = i;
        if (fid_span_is (s, "rMB/s") || fid_span_is (s, "rkB/s")) {
            c->read = i;
            c->read_mib = s.p[1] == 'M' ? 1 : 1.0 / 1024;
        }
        if (fid_span_is (s, "wMB/s") || fid_span_is (s, "wkB/s")) {
            c->write = i;
            c->write_mib = s.p[1] == 'M' ? 1 : 1.0 / 1024;
        }
    }
    return c->device && c->read && c->write;
}

static int
probe (const struct fid_head *head)
{
    struct columns c;
    return fid_utc_titled (head->text, title, &c) ? 95 : 0;
}

static enum fid_remark_code
take (void *self, const struct fid_utc_row *row, const struct fid_sink *sink,
      struct fid_error *err, int *rc)
{
    const struct columns *c = self;
    double r, w;
    if (row->n != c->n)
        return FID_REMARK_FIELDS_NOT_TITLES;
    if (!row->field[c->device].n)
        return FID_REMARK_DISK_DEVICE_MISSING;
    if (!fid_span_f64 (row->field[c->read], &r) || !fid_span_f64 (row->field[c->write], &w) ||
        r < 0 || r > FID_GAUGE_MAX || w < 0 || w > FID_GAUGE_MAX)
        return FID_REMARK_THROUGHPUT_BAD;
    struct fid_sample s = {.t_ns = row->t_ns,
                           .channel = FID_CH_DISK_READ,
                           .value = r * c->read_mib,
                           .index = -1,
                           .pid = -1,
                           .key = row->field[c->device]};
    *rc = fid_put_sample (sink, &s, err);
    s.channel = FID_CH_DISK_WRITE;
    s.value = w * c->write_mib;
    if (!*rc)
        *rc = fid_put_sample (sink, &s, err);
    return FID_REMARK_NONE;
}

static int
read_iostat (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    static const struct fid_utc_format format = {.sep = ',', .title = title, .row = take};
    struct columns c;
    return fid_utc_rows (&format, &c, in, sink, err);
}

const struct fid_reader reader_iostat_csv = {
    .name = "iostat_csv",
    .doc = "disk throughput of a processed tree (iostat.csv)",
    .clock = FID_CLOCK_UTC,
    .gives = FID_GIVES_DISK,
    .rank = 5,
    .probe = probe,
    .read = read_iostat,
};
