/* job.c - see job.h */
#include <stdarg.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/text.h"
#include "tools/logs/job.h"

void
fid_job_init (struct fid_job *job)
{
    *job = (struct fid_job){.init_s = FID_JOB_MISSING,
                            .total_s = FID_JOB_MISSING,
                            .fit_s = FID_JOB_MISSING,
                            .save_s = FID_JOB_MISSING,
                            .real_s = FID_JOB_MISSING};
}

void
fid_job_clear (struct fid_job *job)
{
    for (size_t i = 0; i < job->epoch_n; i++)
        free (job->epoch[i].step);
    for (size_t i = 0; i < job->note_n; i++)
        free (job->note[i]);
    free (job->epoch);
    free (job->note);
    free (job->system);
    free (job->batch);
    fid_job_init (job);
}

int
fid_job_note (struct fid_job *job, struct fid_error *err, const char *fmt, ...)
{
    char text[400];
    va_list ap;
    va_start (ap, fmt);
    vsnprintf (text, sizeof text, fmt, ap);
    va_end (ap);
    if (fid_array_grow (&job->note, &job->note_cap, job->note_n + 1, sizeof *job->note, err))
        return -1;
    job->note[job->note_n] = fid_strdup (text, err);
    return job->note[job->note_n] ? (job->note_n++, 0) : -1;
}

struct fid_job_epoch *
fid_job_add_epoch (struct fid_job *job, uint64_t number, struct fid_error *err)
{
    if (fid_array_grow (&job->epoch, &job->epoch_cap, job->epoch_n + 1, sizeof *job->epoch,
                        err))
        return NULL;
    struct fid_job_epoch *e = &job->epoch[job->epoch_n++];
    *e = (struct fid_job_epoch){.number = number};
    for (int p = 0; p < FID_JOB_PART_N; p++)
        e->part[p] = FID_JOB_MISSING;
    return e;
}

/* Remember where a member of an epoch stands among the others. */
static void
appear (struct fid_job_epoch *e, enum fid_job_part part)
{
    for (size_t i = 0; i < e->order_n; i++)
        if (e->order[i] == part)
            return;
    e->order[e->order_n++] = part;
}

void
fid_job_set (struct fid_job_epoch *e, enum fid_job_part part, double value)
{
    appear (e, part);
    e->part[part] = value;
}

int
fid_job_add_step (struct fid_job_epoch *e, struct fid_job_step step, struct fid_error *err)
{
    if (fid_array_grow (&e->step, &e->step_cap, e->step_n + 1, sizeof *e->step, err))
        return -1;
    appear (e, FID_JOB_STEPS);
    e->step[e->step_n++] = step;
    return 0;
}

/* A step and where it stood. */
struct placed {
    struct fid_job_step step;
    size_t at;
};

static int
by_number (const void *a, const void *b)
{
    const struct placed *x = a, *y = b;
    if (x->step.number != y->step.number)
        return x->step.number < y->step.number ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at;
}

int
fid_job_settle (struct fid_job_epoch *e, size_t *twice_n, struct fid_error *err)
{
    bool rising = true;
    *twice_n = 0;
    for (size_t i = 1; i < e->step_n && rising; i++)
        rising = e->step[i - 1].number < e->step[i].number;
    if (rising)
        return 0;
    struct placed *sorted = malloc (e->step_n * sizeof *sorted);
    bool *drop = calloc (e->step_n, sizeof *drop);
    if (!sorted || !drop) {
        free (sorted);
        free (drop);
        return fid_error_nomem (err);
    }
    for (size_t i = 0; i < e->step_n; i++)
        sorted[i] = (struct placed){e->step[i], i};
    qsort (sorted, e->step_n, sizeof *sorted, by_number);
    for (size_t i = 0, first = 0; i < e->step_n; i++) {
        if (sorted[i].step.number != sorted[first].step.number)
            first = i;
        if (i == first)
            continue;
        drop[sorted[i].at] = true;
        e->step[sorted[first].at].time_s = sorted[i].step.time_s;
    }
    size_t kept = 0;
    for (size_t i = 0; i < e->step_n; i++)
        if (!drop[i])
            e->step[kept++] = e->step[i];
    *twice_n = e->step_n - kept;
    e->step_n = kept;
    free (sorted);
    free (drop);
    return 0;
}

static bool
knows_any (const struct fid_job *job)
{
    return job->epoch_n || job->init_s >= 0 || job->total_s >= 0 || job->fit_s >= 0 ||
           job->save_s >= 0 || job->real_s >= 0;
}

/* JSON is known by its name, or by a brace; but a log may begin with the settings
 * of its job, in braces too. */
static int
read_either (struct fid_job *job, struct fid_span text, const char *name,
             enum fid_job_form form, struct fid_error *err)
{
    struct fid_error not_log;
    size_t i = 0;
    bool named = fid_span_ends (fid_span_of (name), ".json");
    while (i < text.n && memchr (" \t\r\n", text.p[i], 4))
        i++;
    if (!named && (i == text.n || text.p[i] != '{'))
        return fid_job_parse (job, text, name, form, err);
    if (fid_job_read (job, text, name, err) == 0)
        return 0;
    if (named || err->status != FID_EINPUT || fid_job_parse (job, text, name, form, &not_log))
        return -1;
    if (knows_any (job))
        return 0;
    fid_job_clear (job);
    return -1;
}

int
fid_job_load (struct fid_job *job, const char *path, enum fid_job_form form,
              struct fid_error *err)
{
    struct fid_text text;
    struct fid_span all;
    fid_job_init (job);
    if (path ? fid_text_open (&text, path, err) : fid_text_stdin (&text, err))
        return -1;
    int rc = fid_text_rest (&text, &all, err);
    if (!rc)
        rc = read_either (job, all, text.path, form, err);
    if (!rc && text.cut_gzip)
        rc = fid_job_note (job, err, "%s: the gzip file is cut", text.path);
    fid_text_close (&text);
    if (rc)
        fid_job_clear (job);
    return rc;
}
