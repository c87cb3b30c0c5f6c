/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sysstat.c - see sysstat.h */
#include "readers/sysstat/iostat.h"
#include "readers/sysstat/sysstat.h"

struct sysstat_walk {
    const struct fid_sink *sink;
    int (*fn) (void *, const struct fid_sysstat_sample *, struct fid_error *);
    void *self;
    struct fid_error *err;
    const char *counted; /* lines are counted up to here */
    size_t line;
    size_t sample_n;
};

int fid_sysstat_probe (const struct fid_head *head, const char *member, const char *tool)
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

static size_t line_of (struct sysstat_walk *w, const char *p)
{
    for (; w->counted < p; w->counted++)
        w->line += *w->counted == '\n';
    return w->line;
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

static int one_sample (struct sysstat_walk *w, struct fid_span raw, struct fid_span date)
{
    struct fid_sysstat_sample s = {.date = date, .line = line_of (w, raw.p)};
    struct fid_json j;
    fid_json_init (&j, raw);
    if (enter_member (&j, "timestamp") && !fid_json_string (&j, &s.timestamp))
        s.timestamp.n = 0;
    fid_json_init (&s.object, raw);
    w->sample_n++;
    return w->fn (w->self, &s, w->err);
}

static int take_samples (struct sysstat_walk *w, struct fid_json *j, struct fid_span date)
{
    if (!fid_json_into (j, '['))
        return 0;
    while (fid_json_element (j)) {
        bool object = fid_json_peek (j) == '{';
        struct fid_span raw = fid_json_raw (j);
        if (j->cut || j->bad)
            break;
        if (!object)
            fid_put_reject (w->sink, line_of (w, raw.p), FID_REMARK_SAMPLE_NOT_OBJECT);
        else if (one_sample (w, raw, date))
            return -1;
    }
    return 0;
}

static int take_host (struct sysstat_walk *w, struct fid_json *j)
{
    struct fid_span key, date = {NULL, 0};
    if (!fid_json_into (j, '{'))
        return 0;
    while (fid_json_member (j, &key)) {
        if (fid_span_is (key, "date"))
            fid_json_string (j, &date);
        else if (!fid_span_is (key, "statistics"))
            fid_json_skip (j);
        else if (take_samples (w, j, date))
            return -1;
    }
    return 0;
}

int fid_sysstat_read (struct fid_input *in,
                      int (*fn) (void *self, const struct fid_sysstat_sample *sample,
                                 struct fid_error *err),
                      void *self, struct fid_error *err)
{
    struct fid_span all;
    struct fid_json j;
    FID_TRY (fid_text_rest (in->text, &all, err));
    struct sysstat_walk w = {in->sink, fn, self, err, all.p, 1, 0};
    fid_json_init (&j, all);
    if (enter_member (&j, "sysstat") && enter_member (&j, "hosts") && fid_json_enter (&j, '['))
        while (fid_json_element (&j))
            if (take_host (&w, &j))
                return -1;
    if (j.bad && !w.sample_n)
        return fid_errorf (err, FID_EINPUT, "%s: not JSON", in->text->path);
    if (j.bad) /* where it stopped is not known: the line of the last good sample is */
        fid_put_reject (in->sink, w.line, FID_REMARK_JSON_BROKEN_AFTER);
    else if (j.cut)
        fid_put_note (in->sink, 0, FID_REMARK_CUT_AT_SAMPLE);
    return 0;
}

enum fid_remark_code fid_sysstat_cpu (struct fid_json *j, struct fid_span *cpu,
                                      double value[FID_CPU_SHARES])
{
    enum fid_remark_code why = FID_REMARK_NONE;
    struct fid_span key;
    bool idle = false;
    for (int s = 0; s < FID_CPU_SHARES; s++)
        value[s] = 0;
    *cpu = (struct fid_span){"", 0};
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
    return !why && !idle ? FID_REMARK_CPU_IDLE_MISSING : why;
}

enum fid_remark_code fid_sysstat_disk (struct fid_json *j, struct fid_span *name, double mib[2])
{
    struct fid_span key;
    bool seen[2] = {false}, wrong = false;
    *name = (struct fid_span){"", 0};
    mib[0] = mib[1] = 0;
    if (!fid_json_into (j, '{'))
        return FID_REMARK_DISK_NOT_OBJECT;
    while (fid_json_member (j, &key)) {
        enum fid_channel channel;
        double factor, v;
        if (fid_span_is (key, "disk_device") || fid_span_is (key, "device") ||
            fid_span_is (key, "disk-device")) {
            fid_json_string (j, name);
        } else if (fid_iostat_rate (key, &channel, &factor)) {
            int i = channel == FID_CH_DISK_WRITE;
            if (fid_json_f64 (j, &v) && v >= 0 && v <= FID_GAUGE_MAX)
                mib[i] = v * factor;
            else
                wrong = true;
            seen[i] = true;
        } else {
            fid_json_skip (j);
        }
    }
    if (wrong)
        return FID_REMARK_DISK_RATE_BAD;
    if (!seen[0] || !seen[1])
        return FID_REMARK_DISK_RATE_MISSING;
    return name->n ? FID_REMARK_NONE : FID_REMARK_DISK_NAME_MISSING;
}
