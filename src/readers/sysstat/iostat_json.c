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
probe_iostat_json (const struct fid_head *head)
{
    return fid_sysstat_probe (head, "\"disk\"", "iostat");
}

static int
take_sample (void *self, const struct fid_sysstat_sample *s, struct fid_error *err)
{
    struct fid_iostat *st = self;
    struct fid_json j = s->object;
    struct fid_span key, name;
    double mib[2];
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
        while (fid_json_element (&j)) {
            enum fid_remark_code why = fid_sysstat_disk (&j, &name, mib);
            if (why)
                fid_put_reject (st->sink, s->line, why);
            else if (fid_iostat_put_both (st->sink, t_ns, name, mib, err))
                return -1;
        }
    }
    return 0;
}

static int
read_iostat_json (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    struct fid_iostat st = {.in = in, .sink = sink};
    return fid_sysstat_read (in, sink, take_sample, &st, err);
}

const struct fid_reader reader_iostat_json = {
    .name = "iostat_json",
    .doc = "disk throughput, as iostat -o JSON writes it",
    .clock = FID_CLOCK_LOCAL,
    .gives = FID_GIVES_DISK,
    .rank = 20,
    .probe = probe_iostat_json,
    .read = read_iostat_json,
};
