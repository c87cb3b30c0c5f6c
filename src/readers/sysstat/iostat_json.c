/* iostat_json.c - disk throughput as `iostat -mdxty 1 -o JSON` writes it
 *
 *     {"timestamp": "02/11/2023 08:11:20 AM", "disk": [
 *      {"disk_device": "sda", "r/s": 812.0, "rMB/s": 101.5, "wMB/s": 0.02, ...}]}
 *
 * Host local time at the end of the interval, or with a zone (S_TIME_FORMAT=ISO):
 * then the zone becomes the fact local_utc_offset_s.  iostat's MB is MiB; its
 * options change unit and name of the rates.  Without -y the first sample is
 * the average since boot, which the file does not show. */
#include <inttypes.h>
#include <stdio.h>
#include "base/timeparse.h"
#include "readers/hosttime.h"
#include "readers/sysstat/sysstat.h"

struct iostat_state {
    const struct fid_input *in;
    const struct fid_sink *sink;
    bool zone_known, zone_change_noted, cpu_noted;
    int64_t zone_s;
};

static int
probe (const struct fid_head *head)
{
    return fid_sysstat_probe (head, "\"disk\"", "iostat");
}

/* Whether key is a rate of reading or writing: its channel, and the factor that
 * makes it MiB/s. */
static bool
rate (struct fid_span key, enum fid_channel *channel, double *mib)
{
    static const struct {
        const char *read, *write;
        double mib;
    } names[] = {
        {"rMB/s", "wMB/s", 1},
        {"rkB/s", "wkB/s", 1.0 / 1024},
        {"rsec/s", "wsec/s", 512.0 / 1048576},
        {"MB_read/s", "MB_wrtn/s", 1}, /* without -x */
        {"kB_read/s", "kB_wrtn/s", 1.0 / 1024},
        {"Blk_read/s", "Blk_wrtn/s", 512.0 / 1048576},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bool read = fid_span_is (key, names[i].read);
        if (!read && !fid_span_is (key, names[i].write))
            continue;
        *channel = read ? FID_CH_DISK_READ : FID_CH_DISK_WRITE;
        *mib = names[i].mib;
        return true;
    }
    return false;
}

/* A zone in the stamps fixes local time against UTC.  Samples keep the first
 * zone when summer time starts or ends, so that their clock does not jump. */
static int
follow_zone (struct iostat_state *st, int64_t zone_s, int64_t *t_ns, struct fid_error *err)
{
    char text[24];
    if (!st->zone_known) {
        int n = snprintf (text, sizeof text, "%" PRId64, zone_s);
        struct fid_fact f = {"local_utc_offset_s", {text, (size_t)n}};
        st->zone_known = true;
        st->zone_s = zone_s;
        if (fid_put_fact (st->sink, &f, err))
            return -1;
    }
    if (zone_s != st->zone_s && !st->zone_change_noted) {
        fid_put_note (st->sink, 0, FID_REMARK_ZONE_CHANGES);
        st->zone_change_noted = true;
    }
    *t_ns += (st->zone_s - zone_s) * FID_S;
    return 0;
}

/* One element of "disk".  A disk whose rates cannot be used is rejected. */
static int
one_disk (struct iostat_state *st, struct fid_json *j, int64_t t_ns, size_t line,
          struct fid_error *err)
{
    double value[2] = {0, 0};
    unsigned seen = 0;
    bool wrong = false;
    struct fid_span key, name = {"", 0};
    if (!fid_json_enter (j, '{')) {
        fid_json_skip (j);
        fid_put_reject (st->sink, line, FID_REMARK_DISK_NOT_OBJECT);
        return 0;
    }
    while (fid_json_member (j, &key)) {
        enum fid_channel channel;
        double mib, v;
        if (fid_span_is (key, "disk_device") || fid_span_is (key, "device")) {
            fid_json_string (j, &name);
        } else if (rate (key, &channel, &mib)) {
            int i = channel == FID_CH_DISK_WRITE;
            if (!fid_json_f64 (j, &v) || v < 0 || v > FID_GAUGE_MAX)
                wrong = true;
            else
                value[i] = v * mib;
            seen |= 1U << i;
        } else {
            fid_json_skip (j);
        }
    }
    if (wrong || seen != 3 || !name.n) {
        fid_put_reject (st->sink, line,
                        wrong       ? FID_REMARK_DISK_RATE_BAD
                        : seen != 3 ? FID_REMARK_DISK_RATE_MISSING
                                    : FID_REMARK_DISK_NAME_MISSING);
        return 0;
    }
    for (int i = 0; i < 2; i++) {
        struct fid_sample s = {.t_ns = t_ns,
                               .channel = i ? FID_CH_DISK_WRITE : FID_CH_DISK_READ,
                               .value = value[i],
                               .index = -1,
                               .pid = -1,
                               .key = name};
        if (fid_put_sample (st->sink, &s, err))
            return -1;
    }
    return 0;
}

static int
sample (void *self, const struct fid_sysstat_sample *s, struct fid_error *err)
{
    struct iostat_state *st = self;
    struct fid_json j = s->object;
    struct fid_span key;
    int64_t t_ns, zone_s;
    bool zoned;
    if (!s->timestamp.n ||
        !fid_host_stamp (s->timestamp, st->in->day_first, &t_ns, &zone_s, &zoned)) {
        fid_put_reject (st->sink, s->line,
                        s->timestamp.n ? FID_REMARK_STAMP_NOT_DATE : FID_REMARK_STAMP_MISSING);
        return 0;
    }
    if (zoned && follow_zone (st, zone_s, &t_ns, err))
        return -1;
    fid_json_enter (&j, '{');
    while (fid_json_member (&j, &key)) {
        if (fid_span_is (key, "avg-cpu") && !st->cpu_noted) {
            fid_put_note (st->sink, s->line, FID_REMARK_CPU_FROM_MPSTAT);
            st->cpu_noted = true;
        }
        if (!fid_span_is (key, "disk") || !fid_json_enter (&j, '[')) {
            fid_json_skip (&j);
            continue;
        }
        while (fid_json_element (&j))
            if (one_disk (st, &j, t_ns, s->line, err))
                return -1;
    }
    return 0;
}

static int
read_iostat_json (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    struct iostat_state st = {.in = in, .sink = sink};
    return fid_sysstat_read (in, sink, sample, &st, err);
}

const struct fid_reader reader_iostat_json = {
    .name = "iostat_json",
    .doc = "disk throughput, as iostat -o JSON writes it",
    .clock = FID_CLOCK_LOCAL,
    .gives = FID_GIVES_DISK,
    .rank = 20,
    .probe = probe,
    .read = read_iostat_json,
};
