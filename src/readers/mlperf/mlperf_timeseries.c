/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mlperf_timeseries.c - counters of the hosts of a run of MLPerf Storage (*_timeseries.json)
 *
 *     {"collection_interval_seconds": 10.0, ..., "samples_by_host": {"10.0.0.1": [
 *       {"timestamp": "2026-07-24T17:29:45Z", "hostname": "node1", "diskstats": [
 *         {"device_name": "nvme0n1", "sectors_read": 165649568, "sectors_written": 179459,
 * ...}], "vmstat": {...}, "meminfo": {...}, "loadavg": {...}, "netdev": [{"interface_name":
 * "eth0", "rx_bytes": 2351317, "tx_bytes": 13442, ...}]}]}}
 *
 * Sectors are 512 bytes since the start of the host: their growth from one sample to the next
 * is the throughput of the interval that ends there, per disk and host.  What the interfaces of
 * all hosts but lo received and sent meanwhile are the facts net.received_bytes and
 * net.sent_bytes: a network file system and an object store are in them.  UTC, in whole
 * seconds. */
#include "readers/reader.h"
#include "readers/tables/row_fields.h"

/* A counter as it was last. */
struct counter {
    uint64_t name; /* hash, of a disk or an interface */
    int64_t t_ns;
    uint64_t value[2]; /* read and written; received and sent */
};

struct series {
    const struct fid_sink *sink;
    FID_LIST (struct counter, counter); /* owned; of the host */
    uint64_t net[2];                    /* bytes of all hosts */
    bool net_any;
};

static int probe_mlperf_timeseries (const struct fid_head *head)
{
    return head->text.n && head->text.p[0] == '{' &&
                   fid_span_find (head->text, "\"collection_interval_seconds\"") >= 0 &&
                   fid_span_find (head->text, "\"samples_by_host\"") >= 0
               ? 90
               : 0;
}

/* A disk or an interface in a sample. */
static int take_counter (struct series *s, struct fid_span text, bool net, int64_t t_ns,
                         struct fid_error *err)
{
    static const struct fid_row_column disk[] = {FID_COLUMN ("device_name", DEVICE),
                                                 FID_COLUMN ("sectors_read", READ),
                                                 FID_COLUMN ("sectors_written", WRITTEN),
                                                 {0}};
    static const struct fid_row_column interface[] = {FID_COLUMN ("interface_name", DEVICE),
                                                      FID_COLUMN ("rx_bytes", READ),
                                                      FID_COLUMN ("tx_bytes", WRITTEN),
                                                      {0}};
    struct fid_span field[3];
    struct counter now = {.t_ns = t_ns};
    if (!fid_row_members (text, net ? interface : disk, field) || !field[0].n ||
        !fid_span_u64 (field[1], &now.value[0]) || !fid_span_u64 (field[2], &now.value[1])) {
        fid_put_reject (s->sink, 0, FID_REMARK_VALUE_NOT_NUMBER);
        return 0;
    }
    if (net && fid_span_is (field[0], "lo"))
        return 0;
    size_t i = 0;
    now.name = fid_hash_bytes (field[0].p, field[0].n, 0);
    while (i < s->counter_n && s->counter[i].name != now.name)
        i++;
    if (i == s->counter_n)
        return FID_PUSH (s->counter, err, now);
    struct counter *c = &s->counter[i];
    bool grown = t_ns > c->t_ns && now.value[0] >= c->value[0] && now.value[1] >= c->value[1];
    for (int k = 0; k < 2 && grown; k++) {
        uint64_t more = now.value[k] - c->value[k];
        double mib_s = (double)more * 512 / 1048576 / ((double)(t_ns - c->t_ns) / 1e9);
        s->net[k] += net ? more : 0;
        s->net_any |= net;
        if (net)
            continue;
        if (mib_s > FID_GAUGE_MAX)
            fid_put_reject (s->sink, 0, FID_REMARK_THROUGHPUT_BAD);
        else if (fid_put_gauge (s->sink, t_ns, k ? FID_CH_DISK_WRITE : FID_CH_DISK_READ,
                                field[0], mib_s, err))
            return -1;
    }
    *c = now;
    return 0;
}

/* The elements of diskstats or netdev. */
static int take_counters (struct series *s, struct fid_span text, bool net, int64_t t_ns,
                          struct fid_error *err)
{
    struct fid_json j;
    fid_json_init (&j, text);
    if (text.n && fid_json_enter (&j, '['))
        while (fid_json_element (&j))
            FID_TRY (take_counter (s, fid_json_raw (&j), net, t_ns, err));
    return 0;
}

static int take_sample (struct series *s, struct fid_json *j, bool first, struct fid_error *err)
{
    static const char *const names[] = {"timestamp", "hostname", "diskstats", "netdev", NULL};
    struct fid_span f[4];
    int64_t t_ns;
    fid_members_take (j, names, f);
    if (j->cut || j->bad)
        return 0;
    if (!fid_row_stamp (f[0], FID_CLOCK_UTC, false, 0, &t_ns)) {
        fid_put_reject (s->sink, 0, FID_REMARK_STAMP_NOT_DATE);
        return 0;
    }
    if (first && f[1].n) {
        uint64_t name = fid_hash_bytes (f[1].p, f[1].n, 0);
        FID_TRY (fid_put_host (s->sink, name, err));
        FID_TRY (fid_put_host_name (s->sink, name, f[1], err));
    }
    FID_TRY (take_counters (s, f[2], false, t_ns, err));
    return take_counters (s, f[3], true, t_ns, err);
}

static int read_mlperf_timeseries (struct fid_input *in, struct fid_error *err)
{
    struct series s = {.sink = in->sink};
    struct fid_json j;
    struct fid_span key;
    int rc = fid_jsondoc_open (in, &j, err);
    while (!rc && fid_json_member (&j, &key)) {
        if (!fid_span_is (key, "samples_by_host") || !fid_json_enter (&j, '{')) {
            fid_json_skip (&j);
            continue;
        }
        while (!rc && fid_json_member (&j, &key)) {
            bool first = true;
            s.counter_n = 0;
            if (!fid_json_into (&j, '['))
                continue;
            for (; !rc && fid_json_element (&j); first = false)
                if (fid_json_into (&j, '{'))
                    rc = take_sample (&s, &j, first, err);
        }
    }
    for (int k = 0; k < 2 && s.net_any && !rc; k++) {
        static const char *const names[] = {"net.received_bytes", "net.sent_bytes"};
        char text[24];
        struct fid_fact f = {names[k], {text, 0}};
        f.value.n = (size_t)snprintf (text, sizeof text, "%" PRIu64, s.net[k]);
        rc = FID_FAILED (fid_put_host (in->sink, 0, err) || fid_put_fact (in->sink, &f, err));
    }
    free (s.counter);
    return rc ? rc : fid_jsondoc_end (in, &j, err);
}

FID_READER_IS (mlperf_timeseries, UTC, FID_GIVES_DISK | FID_GIVES_FACTS, 12,
               "disks of the hosts of a run of MLPerf Storage (*_timeseries.json)",
               .once = true, .of_benchmark = true)
