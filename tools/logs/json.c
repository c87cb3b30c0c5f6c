/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json.c - a training log as JSON, written and read */
#include "base/jsonread.h"
#include "tools/logs/logs.h"
#include "tools/python_json.h"

static const char *const part_keys[FID_EPOCH_PART_N] = {"steps", "validation_time",
                                                        "epoch_time", "validation_accuracy"};

/* --- reading */

static int wrong_value (const char *name, const cJSON *item, const char *what)
{
    return fid_errorf (&fid_why, FID_EINPUT, "%s: `%s' %s", name, item->string, what);
}

/* A time; null and negative numbers are unknown. */
static int read_time (const char *name, const cJSON *item, double *out)
{
    double v = cJSON_IsNumber (item) ? item->valuedouble : FID_ABSENT;
    if (!cJSON_IsNumber (item) && !cJSON_IsNull (item))
        return wrong_value (name, item, "is not a number");
    if (v > FID_TRAINING_MAX_S)
        return wrong_value (name, item, "is too large for a time");
    *out = v >= 0 ? v : FID_ABSENT;
    return 0;
}

static int read_steps (const char *name, const cJSON *steps, struct fid_training_epoch *e)
{
    const cJSON *item;
    if (!cJSON_IsObject (steps))
        return wrong_value (name, steps, "is not an object");
    cJSON_ArrayForEach (item, steps)
    {
        uint64_t number;
        double time_s;
        if (!fid_span_u64 (fid_span_of (item->string), &number))
            return wrong_value (name, item, "is not the number of a step");
        FID_TRY (read_time (name, item, &time_s));
        if (time_s >= 0)
            fid_training_epoch_add_step (e, number, time_s);
    }
    return 0;
}

static int read_epoch (const char *name, const cJSON *epoch, struct fid_training_epoch *e)
{
    const cJSON *item;
    cJSON_ArrayForEach (item, epoch)
    {
        double v = FID_ABSENT;
        int part = 0;
        while (part < FID_EPOCH_PART_N && strcmp (item->string, part_keys[part]) != 0)
            part++;
        if (part < FID_EPOCH_PART_N)
            FID_TRY (part == FID_EPOCH_STEPS ? read_steps (name, item, e)
                                             : read_time (name, item, &v));
        if (v >= 0)
            fid_training_epoch_set (e, (enum fid_epoch_part)part, v);
    }
    fid_training_epoch_merge_repeats (e); /* as in Python, the last of equal keys counts */
    return 0;
}

static int read_epochs (struct fid_training_log *log, const char *name, const cJSON *epochs)
{
    const cJSON *item;
    if (log->epoch_n)
        return wrong_value (name, epochs, "appears twice");
    if (!cJSON_IsObject (epochs))
        return wrong_value (name, epochs, "is not an object");
    cJSON_ArrayForEach (item, epochs)
    {
        uint64_t number;
        if (!fid_span_u64 (fid_span_of (item->string), &number))
            return wrong_value (name, item, "is not the number of an epoch");
        if (!cJSON_IsObject (item))
            return wrong_value (name, item, "is not an object");
        FID_TRY (read_epoch (name, item, fid_training_log_add_epoch (log, number)));
    }
    uint64_t *numbers = fid_take (log->epoch_n, sizeof *numbers);
    for (size_t i = 0; i < log->epoch_n; i++)
        numbers[i] = log->epoch[i].number;
    fid_sort_u64s (numbers, log->epoch_n);
    for (size_t i = 1; i < log->epoch_n; i++)
        if (numbers[i] == numbers[i - 1])
            return fid_errorf (&fid_why, FID_EINPUT, "%s: epoch %" PRIu64 " appears twice",
                               name, numbers[i]);
    return 0;
}

static int read_member (struct fid_training_log *log, const char *name, const cJSON *item)
{
    const char **text = strcmp (item->string, "computing_system") == 0 ? &log->system
                        : strcmp (item->string, "batch_size") == 0     ? &log->batch
                                                                       : NULL;
    for (int t = 0; t < FID_LOG_TIME_N; t++)
        if (strcmp (item->string, fid_log_times[t].key) == 0)
            return read_time (name, item, &log->time_s[t]);
    if (strcmp (item->string, "epochs") == 0)
        return read_epochs (log, name, item);
    if (text && !cJSON_IsString (item) && !cJSON_IsNull (item))
        return wrong_value (name, item, "is not a string");
    if (text && cJSON_IsString (item))
        *text = fid_textf ("%s", item->valuestring);
    return 0;
}

int fid_training_log_read_json (struct fid_training_log *log, struct fid_span text,
                                const char *name)
{
    FID_SCOPED (fid_json_freed)
    cJSON *doc = fid_json_parse (text.p, text.n, name, &fid_why);
    const cJSON *item;
    fid_training_log_init (log);
    FID_TRY (!doc);
    if (!cJSON_IsObject (doc))
        return fid_errorf (&fid_why, FID_EINPUT, "%s: not a JSON object", name);
    cJSON_ArrayForEach (item, doc) FID_TRY (read_member (log, name, item));
    return 0;
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
