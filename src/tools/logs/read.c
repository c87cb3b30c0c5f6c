/* read.c - the JSON of a job (see job.h) */
#include <stdlib.h>
#include "base/array.h"
#include "base/json.h"
#include "tools/logs/job.h"

struct reading {
    struct fid_json json;
    struct fid_job *job;
    struct fid_span text;
    const char *name;
    struct fid_error *err;
};

static size_t
line_of (const struct reading *r, const char *at)
{
    size_t n = 1;
    for (const char *p = r->text.p; p < at; p++)
        n += *p == '\n';
    return n;
}

static int
wrong (const struct reading *r, const char *at, struct fid_span key, const char *what)
{
    return fid_errorf (r->err, FID_EINPUT, "%s:%zu: `%.*s' %s", r->name, line_of (r, at),
                       FID_SPAN_ARG (key), what);
}

/* A time: null, NaN and what is negative are missing. */
static int
read_time (struct reading *r, struct fid_span key, double *out)
{
    const char *at = r->json.p;
    struct fid_span raw = fid_json_raw (&r->json);
    double v = FID_JOB_MISSING;
    bool missing = fid_span_is (raw, "null") || fid_span_is (raw, "NaN") ||
                   fid_span_is (raw, "Infinity") || fid_span_is (raw, "-Infinity");
    if (r->json.bad || r->json.cut)
        return 0; /* told at the end */
    if (!missing && !fid_span_f64 (raw, &v))
        return wrong (r, at, key, "is no number");
    if (v > FID_JOB_MOST_S)
        return wrong (r, at, key, "is beyond all times");
    *out = v >= 0 ? v : FID_JOB_MISSING;
    return 0;
}

/* A text without escapes, which no name of a machine has. */
static int
read_name (struct reading *r, struct fid_span key, char **out)
{
    const char *at = r->json.p;
    struct fid_span s;
    if (fid_json_peek (&r->json) == 'n') {
        fid_json_skip (&r->json);
        return 0;
    }
    if (!fid_json_string (&r->json, &s))
        return r->json.bad || r->json.cut ? 0 : wrong (r, at, key, "is no text");
    if (memchr (s.p, '\\', s.n))
        return wrong (r, at, key, "holds an escape");
    free (*out);
    *out = fid_strndup (s.p, s.n, r->err);
    return *out ? 0 : -1;
}

/* Step into the object of a member; 1, 0 if it is none that is whole, -1. */
static int
enter (struct reading *r, struct fid_span key)
{
    const char *at = r->json.p;
    if (fid_json_enter (&r->json, '{'))
        return 1;
    return r->json.bad || r->json.cut ? 0 : wrong (r, at, key, "is no object");
}

static int
read_steps (struct reading *r, struct fid_job_epoch *e, struct fid_span key)
{
    struct fid_span number;
    int rc = enter (r, key);
    while (rc > 0 && fid_json_member (&r->json, &number)) {
        struct fid_job_step step = {.time_s = FID_JOB_MISSING};
        if (!fid_span_u64 (number, &step.number))
            return wrong (r, number.p, number, "is no number of a step");
        if (read_time (r, number, &step.time_s))
            return -1;
        if (step.time_s >= 0 && fid_job_add_step (e, step, r->err))
            return -1;
    }
    return rc < 0 ? -1 : 0;
}

static int
read_epoch (struct reading *r, struct fid_span name)
{
    static const char *const keys[FID_JOB_PART_N] = {"steps", "validation_time", "epoch_time",
                                                     "validation_accuracy"};
    struct fid_span key;
    uint64_t number;
    size_t twice_n;
    if (!fid_span_u64 (name, &number))
        return wrong (r, name.p, name, "is no number of an epoch");
    int rc = enter (r, name);
    if (rc <= 0)
        return rc;
    struct fid_job_epoch *e = fid_job_add_epoch (r->job, number, r->err);
    if (!e)
        return -1;
    while (fid_json_member (&r->json, &key)) {
        double v = FID_JOB_MISSING;
        int part = 0;
        while (part < FID_JOB_PART_N && !fid_span_is (key, keys[part]))
            part++;
        if (part == FID_JOB_PART_N)
            fid_json_skip (&r->json);
        else if (part == FID_JOB_STEPS ? read_steps (r, e, key) : read_time (r, key, &v))
            return -1;
        else if (v >= 0)
            fid_job_set (e, (enum fid_job_part)part, v);
    }
    return fid_job_settle (e, &twice_n, r->err); /* the last one of equals, as in Python */
}

static int
by_value (const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Whether no epoch stands there twice: nobody could tell which one counts. */
static int
check_epochs (struct reading *r)
{
    size_t n = r->job->epoch_n;
    uint64_t *number = malloc ((n + 1) * sizeof *number);
    int rc = 0;
    if (!number)
        return fid_error_nomem (r->err);
    for (size_t i = 0; i < n; i++)
        number[i] = r->job->epoch[i].number;
    qsort (number, n, sizeof *number, by_value);
    for (size_t i = 1; i < n && !rc; i++)
        if (number[i] == number[i - 1])
            rc = fid_errorf (r->err, FID_EINPUT, "%s: epoch %llu is told twice", r->name,
                             (unsigned long long)number[i]);
    free (number);
    return rc;
}

static int
read_epochs (struct reading *r, struct fid_span key)
{
    struct fid_span number;
    int rc = enter (r, key);
    while (rc > 0 && fid_json_member (&r->json, &number))
        if (read_epoch (r, number))
            return -1;
    return rc < 0 ? -1 : check_epochs (r);
}

static int
read_member (struct reading *r, struct fid_span key)
{
    struct fid_job *job = r->job;
    const struct {
        const char *key;
        double *time_s;
    } times[] = {{"init", &job->init_s},
                 {"total_training", &job->total_s},
                 {"largest_real_time_delta", &job->real_s},
                 {"fit_time", &job->fit_s},
                 {"write_model_time", &job->save_s}};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        if (fid_span_is (key, times[i].key))
            return read_time (r, key, times[i].time_s);
    if (fid_span_is (key, "epochs"))
        return job->epoch_n ? wrong (r, key.p, key, "stands there twice")
                            : read_epochs (r, key);
    if (fid_span_is (key, "computing_system"))
        return read_name (r, key, &job->system);
    if (fid_span_is (key, "batch_size"))
        return read_name (r, key, &job->batch);
    fid_json_skip (&r->json);
    return 0;
}

/* What is wrong with the text as JSON, if anything. */
static int
check_text (struct reading *r)
{
    const struct fid_json *j = &r->json;
    const char *end = r->text.p + r->text.n, *p = j->p;
    while (!j->bad && p < end && memchr (" \t\r\n", *p, 4))
        p++;
    if (j->cut && !j->bad)
        return fid_errorf (r->err, FID_EINPUT, "%s:%zu: the JSON does not end: the file is cut",
                           r->name, line_of (r, end));
    if (j->bad || p < end)
        return fid_errorf (r->err, FID_EINPUT, "%s:%zu: this is not JSON", r->name,
                           line_of (r, j->bad ? j->bad_at : p));
    return 0;
}

int
fid_job_read (struct fid_job *job, struct fid_span text, const char *name,
              struct fid_error *err)
{
    struct reading r = {.job = job, .text = text, .name = name, .err = err};
    struct fid_span key;
    int rc = 0;
    fid_job_init (job);
    fid_json_init (&r.json, text);
    if (!fid_json_peek (&r.json) && !r.json.bad)
        rc = fid_errorf (err, FID_EINPUT, "%s: the file is empty", name);
    else if (!fid_json_enter (&r.json, '{') && !r.json.bad)
        rc = fid_errorf (err, FID_EINPUT, "%s:%zu: no object, so no times of a job", name,
                         line_of (&r, r.json.p));
    else
        while (!rc && fid_json_member (&r.json, &key))
            rc = read_member (&r, key);
    if (!rc)
        rc = check_text (&r);
    if (rc)
        fid_job_clear (job);
    return rc;
}
