/* sysstat.c - see sysstat.h */
#include <string.h>
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

int
fid_sysstat_probe (const struct fid_head *head, const char *member, const char *tool)
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

static size_t
line_of (struct sysstat_walk *w, const char *p)
{
    for (; w->counted < p; w->counted++)
        w->line += *w->counted == '\n';
    return w->line;
}

/* Moves to the value of a member; false, behind the object, if it is missing. */
static bool
member (struct fid_json *j, const char *name)
{
    struct fid_span key;
    if (!fid_json_enter (j, '{')) {
        fid_json_skip (j);
        return false;
    }
    while (fid_json_member (j, &key)) {
        if (fid_span_is (key, name))
            return true;
        fid_json_skip (j);
    }
    return false;
}

static int
one_sample (struct sysstat_walk *w, struct fid_span raw, struct fid_span date)
{
    struct fid_sysstat_sample s = {.date = date, .line = line_of (w, raw.p)};
    struct fid_json j;
    fid_json_init (&j, raw);
    if (member (&j, "timestamp") && !fid_json_string (&j, &s.timestamp))
        s.timestamp.n = 0;
    fid_json_init (&s.object, raw);
    w->sample_n++;
    return w->fn (w->self, &s, w->err);
}

static int
samples (struct sysstat_walk *w, struct fid_json *j, struct fid_span date)
{
    if (!fid_json_enter (j, '[')) {
        fid_json_skip (j);
        return 0;
    }
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

static int
host (struct sysstat_walk *w, struct fid_json *j)
{
    struct fid_span key, date = {NULL, 0};
    if (!fid_json_enter (j, '{')) {
        fid_json_skip (j);
        return 0;
    }
    while (fid_json_member (j, &key)) {
        if (fid_span_is (key, "date"))
            fid_json_string (j, &date);
        else if (!fid_span_is (key, "statistics"))
            fid_json_skip (j);
        else if (samples (w, j, date))
            return -1;
    }
    return 0;
}

int
fid_sysstat_read (struct fid_input *in, const struct fid_sink *sink,
                  int (*fn) (void *self, const struct fid_sysstat_sample *sample,
                             struct fid_error *err),
                  void *self, struct fid_error *err)
{
    struct fid_span all;
    struct fid_json j;
    if (fid_text_rest (in->text, &all, err))
        return -1;
    struct sysstat_walk w = {sink, fn, self, err, all.p, 1, 0};
    fid_json_init (&j, all);
    if (member (&j, "sysstat") && member (&j, "hosts") && fid_json_enter (&j, '['))
        while (fid_json_element (&j))
            if (host (&w, &j))
                return -1;
    if (j.bad && !w.sample_n)
        return fid_errorf (err, FID_EINPUT, "%s: not JSON", in->text->path);
    if (j.bad) /* where it stopped is not known: the line of the last good sample is */
        fid_put_reject (sink, w.line, FID_REMARK_JSON_BROKEN_AFTER);
    else if (j.cut)
        fid_put_note (sink, 0, FID_REMARK_CUT_AT_SAMPLE);
    return 0;
}
