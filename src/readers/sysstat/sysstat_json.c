/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sysstat_json.c - use of CPUs and disks, as mpstat and iostat write it with -o JSON, and sadf
 * with -j
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
 * file does not say: such files are refused).  CPUs are in % of all, disks as in sysstat.h.
 * Stopped without SIGINT they leave the brackets open, often in the middle of a sample: all
 * complete samples are given, and the cut is noted.  Without -y iostat's first sample is the
 * average since boot, which the file does not show. */
#include "readers/sysstat/sysstat.h"

/* --- instants */

enum tool { MPSTAT, IOSTAT, SADF };

struct json_state {
    enum tool tool;
    struct fid_iostat iostat;
    struct fid_cpushare share;
    struct fid_daytime daytime; /* mpstat's */
    struct fid_span date;       /* the head that daytime started from */
    bool no_date_noted;
    const char *counted; /* lines are counted up to here */
    size_t line, sample_n;
};

/* One sample; object is a walk of it that can be repeated. */
struct sample {
    struct fid_json object;
    struct fid_span timestamp; /* n 0: none */
    struct fid_span date;      /* of the host's header; n 0: none */
    size_t line;               /* where it starts */
};

/* A new head (another host, or the file appended to) starts a new day count. */
static enum fid_remark_code mpstat_instant (struct json_state *st, const struct sample *s,
                                            int64_t *t_ns)
{
    struct fid_span stamp = s->timestamp;
    int64_t tod;
    if (!stamp.n || !fid_host_time (&stamp, &tod) || fid_span_trim (stamp).n)
        return FID_REMARK_STAMP_NOT_TIME;
    if (!st->daytime.any || s->date.p != st->date.p) {
        st->date = s->date;
        st->daytime = (struct fid_daytime){0};
        if (!fid_date (s->date, st->iostat.in->day_first, &st->daytime.day)) {
            if (!st->no_date_noted)
                fid_put_note (st->iostat.in->sink, 0, FID_REMARK_NO_DATE_IN_HEAD);
            st->no_date_noted = true;
        }
    }
    *t_ns = fid_daytime_next (&st->daytime, tod);
    return FID_REMARK_NONE;
}

/* A restart or a comment has no such stamp. */
static enum fid_remark_code sadf_instant (const struct json_state *st, const struct sample *s,
                                          int64_t *t_ns, int *rc, struct fid_error *err)
{
    static const char *const outer[] = {"timestamp", NULL};
    static const char *const inner[] = {"date", "time", "utc", NULL};
    struct fid_json j = s->object;
    struct fid_span stamp, f[3] = {{"", 0}, {"", 0}, {"", 0}};
    int64_t utc = 0, days, tod;
    fid_json_enter (&j, '{');
    fid_members_take (&j, outer, &stamp);
    fid_json_init (&j, stamp);
    if (fid_json_enter (&j, '{'))
        fid_members_take (&j, inner, f);
    fid_span_i64 (f[2], &utc);
    if (!fid_date (f[0], false, &days) || !fid_time_of_day (f[1], &tod))
        return FID_REMARK_STAMP_NOT_DATE;
    if (!utc)
        *rc = fid_errorf (err, FID_EINPUT,
                          "%s:%zu: stamps in local time: write the file without -t and -T",
                          st->iostat.in->text->path, s->line);
    *t_ns = days * FID_DAY + tod;
    return FID_REMARK_NONE;
}

/* The instant of a sample; returns FID_REMARK_NONE, or why it has none.  *rc is -1 on an error.
 */
static enum fid_remark_code instant_of (struct json_state *st, const struct sample *s,
                                        int64_t *t_ns, int *rc, struct fid_error *err)
{
    if (st->tool == MPSTAT)
        return mpstat_instant (st, s, t_ns);
    if (st->tool == SADF)
        return sadf_instant (st, s, t_ns, rc, err);
    return !s->timestamp.n ? FID_REMARK_STAMP_MISSING
           : fid_iostat_stamp (&st->iostat, s->timestamp, t_ns, rc, err)
               ? FID_REMARK_NONE
               : FID_REMARK_STAMP_NOT_DATE;
}

/* --- values */

/* Reads an element of "cpu-load": the shares of a CPU in %, and its name ("all", "-1" or a
 * number).  Returns FID_REMARK_NONE, or why it is malformed. */
static enum fid_remark_code read_cpu (struct fid_json *j, struct fid_span *cpu,
                                      double value[FID_CPU_SHARES])
{
    enum fid_remark_code why = FID_REMARK_NONE;
    struct fid_span key;
    bool idle = false;
    if (!fid_json_into (j, '{'))
        return FID_REMARK_CPU_NOT_OBJECT;
    while (fid_json_member (j, &key)) {
        int share = fid_cpu_column (key);
        double v;
        if (fid_span_is (key, "cpu") && fid_json_peek (j) == '"') {
            fid_json_string (j, cpu);
        } else if (share < 0) {
            fid_json_skip (j);
        } else {
            enum fid_remark_code wrong = fid_json_f64 (j, &v)
                                             ? fid_cpu_add (value, share, v)
                                             : FID_REMARK_PERCENTAGE_NOT_NUMBER;
            why = why ? why : wrong;
            idle |= share == FID_CH_CPU_IDLE - FID_CH_CPU_USER;
        }
    }
    return why ? why : idle ? fid_cpu_whole (value) : FID_REMARK_CPU_IDLE_MISSING;
}

/* Reads an element of "disk": its name, and its figures. */
static enum fid_remark_code read_disk (struct fid_json *j, struct fid_span *name,
                                       struct fid_disk_row *row)
{
    struct fid_span key;
    bool wrong = false;
    if (!fid_json_into (j, '{'))
        return FID_REMARK_DISK_NOT_OBJECT;
    while (fid_json_member (j, &key)) {
        struct fid_disk_column c;
        if (fid_span_is (key, "disk_device") || fid_span_is (key, "device") ||
            fid_span_is (key, "disk-device"))
            fid_json_string (j, name);
        else if (fid_disk_column (key, &c)) {
            struct fid_span text = {"", 0};
            if (fid_json_peek (j) == '"')
                fid_json_string (j, &text);
            else
                text = fid_json_raw (j);
            wrong |= !fid_disk_take (row, &c, text) && c.figure == FID_DISK_RATE;
        } else {
            fid_json_skip (j);
        }
    }
    if (wrong)
        return FID_REMARK_DISK_RATE_BAD;
    if (!row->seen[FID_DISK_RATE][0] || !row->seen[FID_DISK_RATE][1])
        return FID_REMARK_DISK_RATE_MISSING;
    return name->n ? FID_REMARK_NONE : FID_REMARK_DISK_NAME_MISSING;
}

/* Gives the members of an element as they are written. */
static int put_row (const struct json_state *st, struct fid_json j, int64_t t_ns,
                    struct fid_error *err)
{
    struct fid_row out = {.t_ns = t_ns};
    struct fid_span key;
    fid_json_enter (&j, '{');
    while (out.n < FID_ROW_MAX && fid_json_member (&j, &key)) {
        out.name[out.n] = key;
        out.value[out.n++] = fid_json_raw (&j);
    }
    return fid_put_row (st->iostat.in->sink, &out, err);
}

/* The elements of cpu-load or disk. */
static int take_elements (struct json_state *st, struct fid_json *j, bool cpus, size_t line,
                          int64_t t_ns, struct fid_error *err)
{
    const struct fid_sink *sink = st->iostat.in->sink;
    while (fid_json_element (j)) {
        struct fid_span name = {"", 0};
        double value[FID_CPU_SHARES] = {0};
        struct fid_disk_row disk = {0};
        struct fid_json element = *j;
        enum fid_remark_code why =
            cpus ? read_cpu (j, &name, value) : read_disk (j, &name, &disk);
        enum fid_remark_code note = why || cpus ? FID_REMARK_NONE : fid_disk_correct (&disk);
        if (note && note != st->iostat.rates_noted)
            fid_put_note (sink, line, st->iostat.rates_noted = note);
        if (!why && sink->row)
            FID_TRY (put_row (st, element, t_ns, err));
        if (why)
            fid_put_reject (sink, line, why);
        else if (cpus)
            FID_TRY (fid_cpushare_row (&st->share, t_ns, name, value, sink, err));
        for (int i = 0; i < 2 && !why && !cpus; i++)
            FID_TRY (fid_put_gauge (sink, t_ns, i ? FID_CH_DISK_WRITE : FID_CH_DISK_READ, name,
                                    disk.value[FID_DISK_RATE][i], err));
    }
    return 0;
}

static int take_sample (struct json_state *st, const struct sample *s, struct fid_error *err)
{
    struct fid_json j = s->object;
    struct fid_span key;
    int64_t t_ns = 0;
    int rc = 0;
    enum fid_remark_code why = instant_of (st, s, &t_ns, &rc, err);
    if (why)
        fid_put_reject (st->iostat.in->sink, s->line, why);
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
    return fid_cpushare_flush (&st->share, st->iostat.in->sink, err);
}

/* Moves to the value of a member; false, behind the object, if it is missing. */
static bool enter_member (struct fid_json *j, const char *name)
{
    struct fid_span key;
    if (!fid_json_into (j, '{'))
        return false;
    while (fid_json_member (j, &key)) {
        if (fid_span_is (key, name))
            return true;
        fid_json_skip (j);
    }
    return false;
}

static int take_samples (struct json_state *st, struct fid_json *j, struct fid_span date,
                         struct fid_error *err)
{
    if (!fid_json_into (j, '['))
        return 0;
    while (fid_json_element (j)) {
        bool object = fid_json_peek (j) == '{';
        struct fid_span raw = fid_json_raw (j);
        struct sample s = {.date = date};
        struct fid_json in;
        if (j->cut || j->bad)
            break;
        for (; st->counted < raw.p; st->counted++)
            st->line += *st->counted == '\n';
        s.line = st->line;
        if (!object) {
            fid_put_reject (st->iostat.in->sink, s.line, FID_REMARK_SAMPLE_NOT_OBJECT);
            continue;
        }
        fid_json_init (&s.object, raw);
        s.object.decimal_comma = true; /* of some locales: "rMB/s": 101,50 */
        in = s.object;
        if (enter_member (&in, "timestamp") && !fid_json_string (&in, &s.timestamp))
            s.timestamp.n = 0;
        st->sample_n++;
        FID_TRY (take_sample (st, &s, err));
    }
    return 0;
}

static int take_host (struct json_state *st, struct fid_json *j, struct fid_error *err)
{
    struct fid_span key, date = {NULL, 0};
    if (!fid_json_into (j, '{'))
        return 0;
    while (fid_json_member (j, &key))
        if (fid_span_is (key, "date"))
            fid_json_string (j, &date);
        else if (!fid_span_is (key, "statistics"))
            fid_json_skip (j);
        else
            FID_TRY (take_samples (st, j, date, err));
    return 0;
}

static int read_samples (enum tool tool, struct fid_input *in, struct fid_error *err)
{
    struct json_state st = {.tool = tool, .iostat.in = in, .line = 1};
    struct fid_span all;
    struct fid_json j;
    FID_TRY (fid_text_rest (in->text, &all, err));
    st.counted = all.p;
    fid_json_init (&j, all);
    if (enter_member (&j, "sysstat") && enter_member (&j, "hosts") && fid_json_enter (&j, '['))
        while (fid_json_element (&j))
            FID_TRY (take_host (&st, &j, err));
    if (j.bad && !st.sample_n)
        return fid_errorf (err, FID_EINPUT, "%s: not JSON", in->text->path);
    if (j.bad) /* where it stopped is not known: the line of the last good sample is */
        fid_put_reject (in->sink, st.line, FID_REMARK_JSON_BROKEN_AFTER);
    else if (j.cut)
        fid_put_note (in->sink, 0, FID_REMARK_CUT_AT_SAMPLE);
    return fid_cpushare_finish (&st.share, in->sink, err);
}

/* How certain a file with the member ("cpu-load") is of the tool, whose name counts where the
 * file is cut before any sample. */
static int probe_samples (const struct fid_head *head, const char *member, const char *tool)
{
    struct fid_json j;
    struct fid_span key;
    fid_json_init (&j, head->text);
    /* the outermost member: others name the tool's version "sysstat" */
    if (!fid_json_enter (&j, '{') || !fid_json_member (&j, &key) ||
        !fid_span_is (key, "sysstat"))
        return 0;
    if (fid_span_find (head->text, member) >= 0)
        return 90;
    return fid_span_find (head->name, tool) >= 0 ? 40 : 0;
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
             20, probe_samples (head, "\"cpu-load\"", "mpstat"))
JSON_READER (iostat_json, IOSTAT, "disk throughput, as iostat -o JSON writes it", LOCAL,
             FID_GIVES_DISK, 20, probe_samples (head, "\"disk\"", "iostat"))
JSON_READER (sadf_json, SADF, "use of CPUs and disks, as sadf -j writes it", UTC,
             FID_GIVES_CPU | FID_GIVES_DISK, 16,
             probe_samples (head, "\"utc\"", "sadf") ? 95 : 0)
