/* mpstat_json.c - CPU use as `mpstat -o JSON 1` writes it
 *
 *     {"timestamp": "18:01:05", "cpu-load": [{"cpu": "all", "usr": 1.0,
 *      "nice": 0.0, "sys": 0.5, "iowait": 0.1, ..., "idle": 98.4}]}
 *
 * Local time of day at the end of the interval, the date in the file's head;
 * percent of all CPUs. */
#include "readers/hosttime.h"
#include "readers/sysstat/sysstat.h"

struct mpstat_json_state {
    const struct fid_input *in;
    const struct fid_sink *sink;
    struct fid_daytime daytime;
    struct fid_cpushare share;
    struct fid_span date; /* the head the daytime started from */
    bool no_date_noted;
};

static int
probe_mpstat_json (const struct fid_head *head)
{
    return fid_sysstat_probe (head, "\"cpu-load\"", "mpstat");
}

/* A new head (another host, or the file appended to) starts a new day count. */
static void
follow_date (struct mpstat_json_state *st, const struct fid_sysstat_sample *s)
{
    if (st->daytime.any && s->date.p == st->date.p)
        return;
    st->date = s->date;
    st->daytime = (struct fid_daytime){0};
    if (fid_host_date (s->date, st->in->day_first, &st->daytime.day))
        return;
    if (!st->no_date_noted)
        fid_put_note (st->sink, 0, FID_REMARK_NO_DATE_IN_HEAD);
    st->no_date_noted = true;
}

static int
take_sample (void *self, const struct fid_sysstat_sample *s, struct fid_error *err)
{
    struct mpstat_json_state *st = self;
    struct fid_json j = s->object;
    struct fid_span key, cpu, stamp = s->timestamp;
    double value[FID_CPU_SHARES];
    int64_t tod;
    if (!s->timestamp.n || !fid_host_time (&stamp, &tod) || fid_span_trim (stamp).n) {
        fid_put_reject (st->sink, s->line, FID_REMARK_STAMP_NOT_TIME);
        return 0;
    }
    follow_date (st, s);
    int64_t t_ns = fid_daytime_next (&st->daytime, tod);
    fid_json_enter (&j, '{');
    while (fid_json_member (&j, &key)) {
        if (!fid_span_is (key, "cpu-load") || !fid_json_enter (&j, '[')) {
            fid_json_skip (&j);
            continue;
        }
        while (fid_json_element (&j)) {
            enum fid_remark_code why = fid_sysstat_cpu (&j, &cpu, value);
            if (why)
                fid_put_reject (st->sink, s->line, why);
            else if (fid_cpushare_row (&st->share, t_ns, cpu, value, st->sink, err))
                return -1;
        }
    }
    return fid_cpushare_flush (&st->share, st->sink, err);
}

static int
read_mpstat_json (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    struct mpstat_json_state st = {.in = in, .sink = sink};
    if (fid_sysstat_read (in, sink, take_sample, &st, err))
        return -1;
    return fid_cpushare_finish (&st.share, sink, err);
}

const struct fid_reader reader_mpstat_json = {
    .name = "mpstat_json",
    .doc = "CPU use, as mpstat -o JSON writes it",
    .clock = FID_CLOCK_LOCAL,
    .gives = FID_GIVES_CPU,
    .rank = 20,
    .probe = probe_mpstat_json,
    .read = read_mpstat_json,
};
