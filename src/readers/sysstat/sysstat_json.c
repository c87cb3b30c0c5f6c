/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sysstat_json.c - use of CPUs and disks, as mpstat and iostat write it with -o JSON, and sadf
 * with -j (sysstat.h)
 *
 *     {"timestamp": "18:01:05", "cpu-load": [{"cpu": "all", "usr": 1.0,       mpstat
 *      "nice": 0.0, "sys": 0.5, "iowait": 0.1, ..., "idle": 98.4}]}
 *     {"timestamp": "02/11/2023 08:11:20 AM", "disk": [                       iostat
 *      {"disk_device": "sda", "r/s": 812.0, "rMB/s": 101.5, "wMB/s": 0.02, ...}]}
 *     {"timestamp": {"date": "2023-02-11", "time": "08:11:20", "utc": 1, "interval": 1},
 *      "cpu-load": [{"cpu": "all", "user": 4.0, "nice": 0.0, "system": 1.1, "iowait": 0.2,
 *                    "steal": 0.0, "idle": 94.7}],                            sadf
 *      "disk": [{"disk-device": "sda", "tps": 9.0, "rkB": 1024.0, "wkB": 0.0, ...}]}
 *
 * Stamps are the ends of intervals.  mpstat's are local times of day, with the date in the
 * file's head; iostat's local dates and times, or with a zone (S_TIME_FORMAT=ISO), which
 * becomes the fact local_utc_offset_s; sadf's UTC (with -t or -T local time, whose zone the
 * file does not say: such files are refused).  CPUs are in % of all, disks as in iostat.h.
 * Without -y iostat's first sample is the average since boot, which the file does not show. */
#include "readers/hosttime.h"
#include "readers/sysstat/iostat.h"
#include "readers/sysstat/sysstat.h"

enum tool { MPSTAT, IOSTAT, SADF };

struct json_state {
    enum tool tool;
    struct fid_iostat iostat;
    struct fid_cpushare share;
    struct fid_daytime daytime; /* mpstat's */
    struct fid_span date;       /* the head that daytime started from */
    bool no_date_noted;
};

/* --- instants.  Functions return FID_REMARK_NONE, or why a row has no instant; *rc is -1 on an
 * error */

/* A new head (another host, or the file appended to) starts a new day count. */
static void follow_date (struct json_state *st, const struct fid_sysstat_sample *s)
{
    if (st->daytime.any && s->date.p == st->date.p)
        return;
    st->date = s->date;
    st->daytime = (struct fid_daytime){0};
    if (fid_host_date (s->date, st->iostat.in->day_first, &st->daytime.day))
        return;
    if (!st->no_date_noted)
        fid_put_note (st->iostat.sink, 0, FID_REMARK_NO_DATE_IN_HEAD);
    st->no_date_noted = true;
}

static enum fid_remark_code mpstat_instant (struct json_state *st,
                                            const struct fid_sysstat_sample *s, int64_t *t_ns)
{
    struct fid_span stamp = s->timestamp;
    int64_t tod;
    if (!stamp.n || !fid_host_time (&stamp, &tod) || fid_span_trim (stamp).n)
        return FID_REMARK_STAMP_NOT_TIME;
    follow_date (st, s);
    *t_ns = fid_daytime_next (&st->daytime, tod);
    return FID_REMARK_NONE;
}

/* A restart or a comment has no such stamp. */
static enum fid_remark_code sadf_instant (const struct json_state *st,
                                          const struct fid_sysstat_sample *s, int64_t *t_ns,
                                          int *rc, struct fid_error *err)
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
    if (!fid_date (date, false, &days) || !fid_time_of_day (time, &tod))
        return FID_REMARK_STAMP_NOT_DATE;
    if (!utc)
        *rc = fid_errorf (err, FID_EINPUT,
                          "%s:%zu: stamps in local time: write the file without -t and -T",
                          st->iostat.in->text->path, s->line);
    *t_ns = days * FID_DAY + tod;
    return FID_REMARK_NONE;
}

static enum fid_remark_code instant_of (struct json_state *st,
                                        const struct fid_sysstat_sample *s, int64_t *t_ns,
                                        int *rc, struct fid_error *err)
{
    if (st->tool == MPSTAT)
        return mpstat_instant (st, s, t_ns);
    if (st->tool == SADF)
        return sadf_instant (st, s, t_ns, rc, err);
    if (!s->timestamp.n)
        return FID_REMARK_STAMP_MISSING;
    return fid_iostat_stamp (&st->iostat, s->timestamp, t_ns, rc, err)
               ? FID_REMARK_NONE
               : FID_REMARK_STAMP_NOT_DATE;
}

/* --- samples */

/* The elements of cpu-load or disk. */
static int take_elements (struct json_state *st, struct fid_json *j, bool cpus, size_t line,
                          int64_t t_ns, struct fid_error *err)
{
    const struct fid_sink *sink = st->iostat.sink;
    while (fid_json_element (j)) {
        struct fid_span name;
        double value[FID_CPU_SHARES]; /* of disks: reading, writing */
        enum fid_remark_code why =
            cpus ? fid_sysstat_cpu (j, &name, value) : fid_sysstat_disk (j, &name, value);
        if (why)
            fid_put_reject (sink, line, why);
        else if (cpus ? fid_cpushare_row (&st->share, t_ns, name, value, sink, err)
                      : fid_iostat_put_both (sink, t_ns, name, value, err))
            return -1;
    }
    return 0;
}

static int take_sample (void *self, const struct fid_sysstat_sample *s, struct fid_error *err)
{
    struct json_state *st = self;
    struct fid_json j = s->object;
    struct fid_span key;
    int64_t t_ns = 0;
    int rc = 0;
    enum fid_remark_code why = instant_of (st, s, &t_ns, &rc, err);
    if (why)
        fid_put_reject (st->iostat.sink, s->line, why);
    if (why || rc)
        return rc;
    fid_json_enter (&j, '{');
    while (fid_json_member (&j, &key)) {
        bool cpus = st->tool != IOSTAT && fid_span_starts (key, "cpu-load");
        bool disks = st->tool != MPSTAT && fid_span_is (key, "disk");
        if (st->tool == IOSTAT && fid_span_is (key, "avg-cpu"))
            fid_iostat_note_cpu (&st->iostat, s->line);
        if ((!cpus && !disks) || !fid_json_enter (&j, '['))
            fid_json_skip (&j);
        else if (take_elements (st, &j, cpus, s->line, t_ns, err))
            return -1;
    }
    return fid_cpushare_flush (&st->share, st->iostat.sink, err);
}

static int read_samples (enum tool tool, struct fid_input *in, struct fid_error *err)
{
    struct json_state st = {.tool = tool, .iostat = {.in = in, .sink = in->sink}};
    FID_TRY (fid_sysstat_read (in, take_sample, &st, err));
    return fid_cpushare_finish (&st.share, in->sink, err);
}

#define JSON_READER(NAME, TOOL, DOC, CLOCK, GIVES, RANK, PROBE)                                \
    static int probe_##NAME (const struct fid_head *head)                                      \
    {                                                                                          \
        return PROBE;                                                                          \
    }                                                                                          \
    static int read_##NAME (struct fid_input *in, struct fid_error *err)                       \
    {                                                                                          \
        return read_samples (TOOL, in, err);                                                   \
    }                                                                                          \
    FID_READER_IS (NAME, CLOCK, GIVES, RANK, DOC)

JSON_READER (mpstat_json, MPSTAT, "CPU use, as mpstat -o JSON writes it", LOCAL, FID_GIVES_CPU,
             20, fid_sysstat_probe (head, "\"cpu-load\"", "mpstat"))
JSON_READER (iostat_json, IOSTAT, "disk throughput, as iostat -o JSON writes it", LOCAL,
             FID_GIVES_DISK, 20, fid_sysstat_probe (head, "\"disk\"", "iostat"))
JSON_READER (sadf_json, SADF, "use of CPUs and disks, as sadf -j writes it", UTC,
             FID_GIVES_CPU | FID_GIVES_DISK, 16,
             fid_sysstat_probe (head, "\"utc\"", "sadf") ? 95 : 0)
