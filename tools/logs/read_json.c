/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read_json.c - the JSON of a training log (see training_log.h) */
#include "base/json.h"
#include "tools/logs/training_log.h"
#include "program/must.h"

struct state {
    struct fid_json json;
    struct fid_training_log *log;
    struct fid_span text;
    const char *name;
};

static size_t line_of (const struct state *s, const char *at)
{
    size_t n = 1;
    for (const char *p = s->text.p; p < at; p++)
        n += *p == '\n';
    return n;
}

/* The error of a member; damaged JSON is reported by check_text instead. */
static int wrong_value (const struct state *s, const char *at, struct fid_span key,
                        const char *what)
{
    if (s->json.bad || s->json.cut)
        return 0;
    return fid_errorf (&fid_why, FID_EINPUT, "%s:%zu: `%.*s' %s", s->name, line_of (s, at),
                       FID_SPAN_ARG (key), what);
}

/* A time; null, NaN and negative numbers are unknown. */
static int read_time (struct state *s, struct fid_span key, double *out)
{
    const char *at = s->json.p;
    struct fid_span raw = fid_json_raw (&s->json);
    double v = FID_TRAINING_UNKNOWN;
    bool unknown = fid_span_is (raw, "null") || fid_span_is (raw, "NaN") ||
                   fid_span_is (raw, "Infinity") || fid_span_is (raw, "-Infinity");
    if (!unknown && !fid_span_f64 (raw, &v))
        return wrong_value (s, at, key, "is not a number");
    if (v > FID_TRAINING_MAX_S)
        return wrong_value (s, at, key, "is too large for a time");
    *out = v >= 0 && !s->json.bad && !s->json.cut ? v : FID_TRAINING_UNKNOWN;
    return 0;
}

/* A string without escapes, which no name of a machine contains; null is unknown. */
static int read_name (struct state *s, struct fid_span key, const char **out)
{
    const char *at = s->json.p;
    struct fid_span name;
    if (fid_json_peek (&s->json) == 'n') {
        fid_json_skip (&s->json);
        return 0;
    }
    if (!fid_json_string (&s->json, &name))
        return wrong_value (s, at, key, "is not a string");
    if (memchr (name.p, '\\', name.n))
        return wrong_value (s, at, key, "contains an escape");
    *out = fid_copy (name);
    return 0;
}

/* Call read for each member of the object that is the value of key, with arg. */
static int read_object (struct state *s, struct fid_span key, void *arg,
                        int (*read) (struct state *, struct fid_span, void *))
{
    const char *at = s->json.p;
    struct fid_span member;
    if (!fid_json_enter (&s->json, '{'))
        return wrong_value (s, at, key, "is not an object");
    while (fid_json_member (&s->json, &member))
        if (read (s, member, arg))
            return -1;
    return 0;
}

static int read_step (struct state *s, struct fid_span key, void *epoch)
{
    uint64_t number;
    double time_s = FID_TRAINING_UNKNOWN;
    if (!fid_span_u64 (key, &number))
        return wrong_value (s, key.p, key, "is not the number of a step");
    if (read_time (s, key, &time_s))
        return -1;
    if (time_s >= 0)
        fid_training_epoch_add_step (epoch, number, time_s);
    return 0;
}

static int read_part (struct state *s, struct fid_span key, void *epoch)
{
    static const char *const keys[FID_EPOCH_PART_N] = {"steps", "validation_time", "epoch_time",
                                                       "validation_accuracy"};
    double v = FID_TRAINING_UNKNOWN;
    int part = 0;
    while (part < FID_EPOCH_PART_N && !fid_span_is (key, keys[part]))
        part++;
    if (part == FID_EPOCH_STEPS)
        return read_object (s, key, epoch, read_step);
    if (part == FID_EPOCH_PART_N)
        fid_json_skip (&s->json);
    else if (read_time (s, key, &v))
        return -1;
    if (v >= 0)
        fid_training_epoch_set (epoch, (enum fid_epoch_part)part, v);
    return 0;
}

static int read_epoch (struct state *s, struct fid_span key, void *unused)
{
    uint64_t number;
    (void)unused;
    if (!fid_span_u64 (key, &number))
        return wrong_value (s, key.p, key, "is not the number of an epoch");
    if (fid_json_peek (&s->json) != '{')
        return wrong_value (s, s->json.p, key, "is not an object");
    struct fid_training_epoch *e = fid_training_log_add_epoch (s->log, number);
    if (read_object (s, key, e, read_part))
        return -1;
    fid_training_epoch_merge_repeats (e); /* as in Python, the last of equal keys counts */
    return 0;
}

/* An epoch that appears twice is ambiguous: an error. */
static int check_epochs (const struct state *s)
{
    size_t n = s->log->epoch_n;
    uint64_t *number = fid_take (n, sizeof *number);
    for (size_t i = 0; i < n; i++)
        number[i] = s->log->epoch[i].number;
    qsort (number, n, sizeof *number, fid_order_u64s);
    for (size_t i = 1; i < n; i++)
        if (number[i] == number[i - 1])
            return fid_errorf (&fid_why, FID_EINPUT, "%s: epoch %llu appears twice", s->name,
                               (unsigned long long)number[i]);
    return 0;
}

static int read_member (struct state *s, struct fid_span key)
{
    struct fid_training_log *log = s->log;
    const struct {
        const char *key;
        double *time_s;
    } times[] = {{"init", &log->init_s},
                 {"total_training", &log->total_s},
                 {"largest_real_time_delta", &log->real_s},
                 {"fit_time", &log->fit_s},
                 {"write_model_time", &log->save_s}};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        if (fid_span_is (key, times[i].key))
            return read_time (s, key, times[i].time_s);
    if (fid_span_is (key, "epochs"))
        return log->epoch_n ? wrong_value (s, key.p, key, "appears twice")
               : read_object (s, key, NULL, read_epoch) ? -1
                                                        : check_epochs (s);
    if (fid_span_is (key, "computing_system"))
        return read_name (s, key, &log->system);
    if (fid_span_is (key, "batch_size"))
        return read_name (s, key, &log->batch);
    fid_json_skip (&s->json);
    return 0;
}

/* Whether the text was valid and complete JSON. */
static int check_text (const struct state *s)
{
    const struct fid_json *j = &s->json;
    const char *end = s->text.p + s->text.n, *p = j->p;
    while (!j->bad && p < end && memchr (" \t\r\n", *p, 4))
        p++;
    if (j->cut && !j->bad)
        return fid_errorf (&fid_why, FID_EINPUT,
                           "%s:%zu: the JSON does not end: the file is truncated", s->name,
                           line_of (s, end));
    if (j->bad || p < end)
        return fid_errorf (&fid_why, FID_EINPUT, "%s:%zu: this is not JSON", s->name,
                           line_of (s, j->bad ? j->bad_at : p));
    return 0;
}

int fid_training_log_read_json (struct fid_training_log *log, struct fid_span text,
                                const char *name)
{
    struct state s = {.log = log, .text = text, .name = name};
    struct fid_span key;
    fid_training_log_init (log);
    fid_json_init (&s.json, text);
    if (!fid_json_peek (&s.json) && !s.json.bad)
        return fid_errorf (&fid_why, FID_EINPUT, "%s: the file is empty", name);
    if (!fid_json_enter (&s.json, '{') && !s.json.bad)
        return fid_errorf (&fid_why, FID_EINPUT, "%s:%zu: not a JSON object", name,
                           line_of (&s, s.json.p));
    while (fid_json_member (&s.json, &key))
        if (read_member (&s, key))
            return -1;
    return check_text (&s);
}
