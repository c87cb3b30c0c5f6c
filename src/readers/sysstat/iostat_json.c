/* iostat_json.c - disk throughput as `iostat -mdxty 1 -o JSON` writes it
 *
 *     {"timestamp": "02/11/2023 08:11:20 AM", "disk": [
 *      {"disk_device": "sda", "r/s": 812.0, "rMB/s": 101.5, "wMB/s": 0.02, ...}]}
 *
 * Host local time at the end of the interval, or with a zone (S_TIME_FORMAT=ISO):
 * then the zone becomes the fact local_utc_offset_s.  iostat's MB is MiB; its
 * options change unit and name of the rates.  Without -y the first sample is
 * the average since boot, which the file does not show. */
#include "readers/sysstat/iostat.h"
#include "readers/sysstat/sysstat.h"

static int
probe (const struct fid_head *head)
{
    return fid_sysstat_probe (head, "\"disk\"", "iostat");
}

/* One element of "disk".  A disk whose rates cannot be used is rejected. */
static int
one_disk (struct fid_iostat *st, struct fid_json *j, int64_t t_ns, size_t line,
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
        } else if (fid_iostat_rate (key, &channel, &mib)) {
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
    return fid_iostat_put_both (st, t_ns, name, value, err);
}

static int
sample (void *self, const struct fid_sysstat_sample *s, struct fid_error *err)
{
    struct fid_iostat *st = self;
    struct fid_json j = s->object;
    struct fid_span key;
    int64_t t_ns;
    int rc;
    if (!s->timestamp.n || !fid_iostat_stamp (st, s->timestamp, &t_ns, &rc, err)) {
        fid_put_reject (st->sink, s->line,
                        s->timestamp.n ? FID_REMARK_STAMP_NOT_DATE : FID_REMARK_STAMP_MISSING);
        return 0;
    }
    if (rc)
        return -1;
    fid_json_enter (&j, '{');
    while (fid_json_member (&j, &key)) {
        if (fid_span_is (key, "avg-cpu"))
            fid_iostat_note_cpu (st, s->line);
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
    struct fid_iostat st = {.in = in, .sink = sink};
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
