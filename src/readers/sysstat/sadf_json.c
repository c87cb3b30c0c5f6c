/* sadf_json.c - use of CPUs and disks, as `sadf -j -- -u -d` writes it
 *
 *     {"timestamp": {"date": "2023-02-11", "time": "08:11:20", "utc": 1, "interval": 1},
 *      "cpu-load": [{"cpu": "all", "user": 4.0, "nice": 0.0, "system": 1.1, "iowait": 0.2,
 *                    "steal": 0.0, "idle": 94.7}],
 *      "disk": [{"disk-device": "sda", "tps": 9.0, "rkB": 1024.0, "wkB": 0.0, ...}]}
 *
 * UTC at the end of the interval.  With -t or -T the stamps are local time, whose zone the
 * file does not say: such files are refused. */
#include "base/timeparse.h"
#include "readers/sysstat/iostat.h"
#include "readers/sysstat/sysstat.h"

struct sadf {
    struct fid_iostat iostat;
    struct fid_cpushare share;
};

static int
probe_sadf_json (const struct fid_head *head)
{
    return fid_sysstat_probe (head, "\"utc\"", "sadf") ? 95 : 0;
}

/* The instant of a sample; -1 if it is in local time. */
static int
sample_instant (const struct sadf *st, const struct fid_sysstat_sample *s, int64_t *t_ns,
                bool *known, struct fid_error *err)
{
    struct fid_json j = s->object;
    struct fid_span key, inner, date = {"", 0}, time = {"", 0};
    int64_t utc = 0, days, tod;
    fid_json_enter (&j, '{');
    while (fid_json_member (&j, &key)) {
        if (!fid_span_is (key, "timestamp") || !fid_json_enter (&j, '{')) {
            fid_json_skip (&j);
            continue;
        }
        while (fid_json_member (&j, &inner)) {
            if (fid_span_is (inner, "date"))
                fid_json_string (&j, &date);
            else if (fid_span_is (inner, "time"))
                fid_json_string (&j, &time);
            else if (fid_span_is (inner, "utc"))
                fid_json_i64 (&j, &utc);
            else
                fid_json_skip (&j);
        }
    }
    *known = fid_date (date, false, &days) && fid_time_of_day (time, &tod);
    if (*known && !utc)
        return fid_errorf (err, FID_EINPUT,
                           "%s:%zu: stamps in local time: write the file without -t and -T",
                           st->iostat.in->text->path, s->line);
    if (*known)
        *t_ns = days * FID_DAY + tod;
    return 0;
}

/* The elements of cpu-load or disk. */
static int
take_elements (struct sadf *st, struct fid_json *j, bool cpus, size_t line, int64_t t_ns,
               struct fid_error *err)
{
    while (fid_json_element (j)) {
        struct fid_span name;
        double value[FID_CPU_SHARES]; /* of disks: reading, writing */
        enum fid_remark_code why =
            cpus ? fid_sysstat_cpu (j, &name, value) : fid_sysstat_disk (j, &name, value);
        if (why)
            fid_put_reject (st->iostat.sink, line, why);
        else if (cpus ? fid_cpushare_row (&st->share, t_ns, name, value, st->iostat.sink, err)
                      : fid_iostat_put_both (st->iostat.sink, t_ns, name, value, err))
            return -1;
    }
    return 0;
}

static int
take_sample (void *self, const struct fid_sysstat_sample *s, struct fid_error *err)
{
    struct sadf *st = self;
    struct fid_json j = s->object;
    struct fid_span key;
    int64_t t_ns = 0;
    bool known;
    if (sample_instant (st, s, &t_ns, &known, err))
        return -1;
    if (!known) { /* a restart or a comment has no such stamp */
        fid_put_reject (st->iostat.sink, s->line, FID_REMARK_STAMP_NOT_DATE);
        return 0;
    }
    fid_json_enter (&j, '{');
    while (fid_json_member (&j, &key)) {
        bool cpus = fid_span_starts (key, "cpu-load");
        if ((!cpus && !fid_span_is (key, "disk")) || !fid_json_enter (&j, '['))
            fid_json_skip (&j);
        else if (take_elements (st, &j, cpus, s->line, t_ns, err))
            return -1;
    }
    return fid_cpushare_flush (&st->share, st->iostat.sink, err);
}

static int
read_sadf_json (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    struct sadf st = {.iostat = {.in = in, .sink = sink}};
    if (fid_sysstat_read (in, sink, take_sample, &st, err))
        return -1;
    return fid_cpushare_finish (&st.share, sink, err);
}

const struct fid_reader reader_sadf_json = {
    .name = "sadf_json",
    .doc = "use of CPUs and disks, as sadf -j writes it",
    .clock = FID_CLOCK_UTC,
    .gives = FID_GIVES_CPU | FID_GIVES_DISK,
    .rank = 16,
    .probe = probe_sadf_json,
    .read = read_sadf_json,
};
