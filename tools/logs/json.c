/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json.c - a training log as JSON, written and read */
#include "base/json.h"
#include "base/jsonbuild.h"
#include "tools/logs/logs.h"
#include "tools/python_json.h"

static const char *const part_keys[FID_EPOCH_PART_N] = {"steps", "validation_time",
                                                        "epoch_time", "validation_accuracy"};

/* --- reading */

struct state {
    struct fid_json json;
    struct fid_training_log *log;
    struct fid_span text;
    const char *name;
};

/* "name:line: " and a reason, as an error. */
static int fail_at (const struct state *s, const char *at, const char *reason)
{
    size_t n = 1;
    for (const char *p = s->text.p; p < at; p++)
        n += *p == '\n';
    return fid_errorf (&fid_why, FID_EINPUT, "%s:%zu: %s", s->name, n, reason);
}

/* The error of a member; damaged JSON is reported by check_text instead. */
static int wrong_value (const struct state *s, const char *at, struct fid_span key,
                        const char *what)
{
    if (s->json.bad || s->json.cut)
        return 0;
    return fail_at (s, at, fid_textf ("`%.*s' %s", FID_SPAN_ARG (key), what));
}

/* A time; null, NaN and negative numbers are unknown. */
static int read_time (struct state *s, struct fid_span key, double *out)
{
    static const char *const unknowns[] = {"null", "NaN", "Infinity", "-Infinity"};
    const char *at = s->json.p;
    struct fid_span raw = fid_json_raw (&s->json);
    double v = FID_ABSENT;
    bool unknown = false;
    for (int i = 0; i < 4; i++)
        unknown |= fid_span_is (raw, unknowns[i]);
    if (!unknown && !fid_span_f64 (raw, &v))
        return wrong_value (s, at, key, "is not a number");
    if (v > FID_TRAINING_MAX_S)
        return wrong_value (s, at, key, "is too large for a time");
    *out = v >= 0 && !s->json.bad && !s->json.cut ? v : FID_ABSENT;
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

static int read_steps (struct state *s, struct fid_span key, struct fid_training_epoch *e)
{
    uint64_t number;
    if (!fid_json_enter (&s->json, '{'))
        return wrong_value (s, s->json.p, key, "is not an object");
    while (fid_json_member (&s->json, &key)) {
        double time_s = FID_ABSENT;
        if (!fid_span_u64 (key, &number))
            return wrong_value (s, key.p, key, "is not the number of a step");
        FID_TRY (read_time (s, key, &time_s));
        if (time_s >= 0)
            fid_training_epoch_add_step (e, number, time_s);
    }
    return 0;
}

static int read_epoch (struct state *s, struct fid_training_epoch *e)
{
    struct fid_span key;
    while (fid_json_member (&s->json, &key)) {
        double v = FID_ABSENT;
        int part = 0;
        while (part < FID_EPOCH_PART_N && !fid_span_is (key, part_keys[part]))
            part++;
        if (part == FID_EPOCH_PART_N)
            fid_json_skip (&s->json);
        else
            FID_TRY (part == FID_EPOCH_STEPS ? read_steps (s, key, e) : read_time (s, key, &v));
        if (v >= 0)
            fid_training_epoch_set (e, (enum fid_epoch_part)part, v);
    }
    fid_training_epoch_merge_repeats (e); /* as in Python, the last of equal keys counts */
    return 0;
}

static int read_epochs (struct state *s, struct fid_span key)
{
    struct fid_training_log *log = s->log;
    uint64_t number;
    if (log->epoch_n)
        return wrong_value (s, key.p, key, "appears twice");
    if (!fid_json_enter (&s->json, '{'))
        return wrong_value (s, s->json.p, key, "is not an object");
    while (fid_json_member (&s->json, &key)) {
        if (!fid_span_u64 (key, &number))
            return wrong_value (s, key.p, key, "is not the number of an epoch");
        if (!fid_json_enter (&s->json, '{'))
            return wrong_value (s, s->json.p, key, "is not an object");
        FID_TRY (read_epoch (s, fid_training_log_add_epoch (log, number)));
    }
    uint64_t *numbers = fid_take (log->epoch_n, sizeof *numbers);
    for (size_t i = 0; i < log->epoch_n; i++)
        numbers[i] = log->epoch[i].number;
    fid_sort_u64s (numbers, log->epoch_n);
    for (size_t i = 1; i < log->epoch_n; i++)
        if (numbers[i] == numbers[i - 1])
            return fid_errorf (&fid_why, FID_EINPUT, "%s: epoch %" PRIu64 " appears twice",
                               s->name, numbers[i]);
    return 0;
}

static int read_member (struct state *s, struct fid_span key)
{
    for (int t = 0; t < FID_LOG_TIME_N; t++)
        if (fid_span_is (key, fid_log_times[t].key))
            return read_time (s, key, &s->log->time_s[t]);
    if (fid_span_is (key, "epochs"))
        return read_epochs (s, key);
    if (fid_span_is (key, "computing_system"))
        return read_name (s, key, &s->log->system);
    if (fid_span_is (key, "batch_size"))
        return read_name (s, key, &s->log->batch);
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
        return fail_at (s, end, "the JSON does not end: the file is truncated");
    if (j->bad || p < end)
        return fail_at (s, j->bad ? j->bad_at : p, "this is not JSON");
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
        return fail_at (&s, s.json.p, "not a JSON object");
    while (fid_json_member (&s.json, &key))
        FID_TRY (read_member (&s, key));
    return check_text (&s);
}

/* --- writing */

static void put_time (struct fid_python_json *j, const char *key, double v)
{
    fid_python_json_number (j, key, v >= 0 ? v : FID_ABSENT);
}

static void put_epoch (struct fid_python_json *j, enum fid_log_form form,
                       const struct fid_training_epoch *e)
{
    char key[24];
    snprintf (key, sizeof key, "%" PRIu64, e->number);
    fid_python_json_begin (j, key, '{');
    for (size_t i = 0; i < e->order_n; i++) {
        enum fid_epoch_part part = e->order[i];
        if (part != FID_EPOCH_STEPS) {
            if (part != FID_EPOCH_ACCURACY || form != FID_LOG_V1)
                put_time (j, part_keys[part], e->part[part]);
            continue;
        }
        fid_python_json_begin (j, part_keys[part], '{');
        FID_EACH (const struct fid_training_step, step, e->step) {
            snprintf (key, sizeof key, "%" PRIu64, step->number);
            put_time (j, key, step->time_s);
        }
        fid_python_json_end (j, '}');
    }
    fid_python_json_end (j, '}');
}

void fid_training_log_write_json (const struct fid_training_log *log, enum fid_log_form form,
                                  FILE *f)
{
    const char *const names[][2] = {{"computing_system", log->system},
                                    {"batch_size", log->batch}};
    struct fid_python_json j = {.f = f, .indented = true};
    fid_python_json_begin (&j, NULL, '{');
    for (int t = 0; t < FID_LOG_TIME_N; t++)
        if (!fid_log_times[t].newer || form == FID_LOG_V2 ||
            (form == FID_LOG_KNOWN && log->time_s[t] >= 0))
            put_time (&j, fid_log_times[t].key, log->time_s[t]);
    fid_python_json_begin (&j, "epochs", '{');
    FID_EACH (const struct fid_training_epoch, e, log->epoch)
        put_epoch (&j, form, e);
    fid_python_json_end (&j, '}');
    for (int i = 0; i < 2 && form != FID_LOG_V1; i++) {
        if (!names[i][1])
            continue;
        FID_SCOPED (fid_json_freed) cJSON *item = cJSON_CreateString (names[i][1]);
        if (!item)
            fid_must (fid_error_nomem (&fid_why));
        fid_python_json_raw (&j, names[i][0], fid_keep (fid_json_line (item, &fid_why)));
    }
    fid_python_json_end (&j, '}');
    fputc ('\n', f);
}
