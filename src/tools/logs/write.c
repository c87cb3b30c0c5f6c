/* write.c - a job as JSON (see job.h): the bytes of Python's json.dumps */
#include <stdlib.h>
#include "base/jsonbuild.h"
#include "base/python_repr.h"
#include "tools/logs/job.h"

struct writing {
    FILE *f;
    enum fid_job_form form;
    struct fid_error *err;
};

/* Begin a member: the comma of the one before, a line, blanks. */
static void
begin (const struct writing *w, bool *first, int depth)
{
    fprintf (w->f, "%s\n%*s", *first ? "" : ",", 4 * depth, "");
    *first = false;
}

static void
put_time (const struct writing *w, bool *first, int depth, const char *key, double v)
{
    char text[FID_REPR_TEXT];
    begin (w, first, depth);
    fprintf (w->f, "\"%s\": %s", key, fid_repr (v >= 0 ? v : FID_JOB_MISSING, text));
}

/* A member of the newer forms: where nothing is known -1.0, or none. */
static void
put_newer (const struct writing *w, bool *first, const char *key, double v)
{
    if (w->form == FID_JOB_V2 || (w->form == FID_JOB_FOUND && v >= 0))
        put_time (w, first, 1, key, v);
}

static int
put_name (const struct writing *w, bool *first, const char *key, const char *name)
{
    if (!name || w->form == FID_JOB_V1)
        return 0;
    cJSON *item = cJSON_CreateString (name);
    char *text = item ? fid_json_line (item, w->err) : NULL;
    cJSON_Delete (item);
    if (!text)
        return item ? -1 : fid_error_nomem (w->err);
    begin (w, first, 1);
    fprintf (w->f, "\"%s\": %s", key, text);
    free (text);
    return 0;
}

static void
close_object (const struct writing *w, bool empty, int depth)
{
    if (empty)
        fputc ('}', w->f);
    else
        fprintf (w->f, "\n%*s}", 4 * depth, "");
}

static void
put_steps (const struct writing *w, bool *first, const struct fid_job_epoch *e)
{
    bool none = true;
    begin (w, first, 3);
    fputs ("\"steps\": {", w->f);
    for (size_t i = 0; i < e->step_n; i++) {
        char key[24];
        snprintf (key, sizeof key, "%llu", (unsigned long long)e->step[i].number);
        put_time (w, &none, 4, key, e->step[i].time_s);
    }
    close_object (w, none, 3);
}

/* Whether a form knows a member of an epoch. */
static bool
is_known (const struct writing *w, enum fid_job_part part)
{
    return part != FID_JOB_ACCURACY || w->form != FID_JOB_V1;
}

static void
put_epoch (const struct writing *w, bool *first, const struct fid_job_epoch *e)
{
    static const char *const keys[] = {"steps", "validation_time", "epoch_time",
                                       "validation_accuracy"};
    bool none = true;
    begin (w, first, 2);
    fprintf (w->f, "\"%llu\": {", (unsigned long long)e->number);
    for (size_t i = 0; i < e->order_n; i++) {
        if (!is_known (w, e->order[i]))
            continue;
        if (e->order[i] == FID_JOB_STEPS)
            put_steps (w, &none, e);
        else
            put_time (w, &none, 3, keys[e->order[i]], e->part[e->order[i]]);
    }
    close_object (w, none, 2);
}

int
fid_job_write (const struct fid_job *job, enum fid_job_form form, FILE *f,
               struct fid_error *err)
{
    struct writing w = {f, form, err};
    bool first = true, none = true;
    fputc ('{', f);
    put_time (&w, &first, 1, "init", job->init_s);
    put_time (&w, &first, 1, "total_training", job->total_s);
    put_newer (&w, &first, "largest_real_time_delta", job->real_s);
    put_newer (&w, &first, "fit_time", job->fit_s);
    put_newer (&w, &first, "write_model_time", job->save_s);
    begin (&w, &first, 1);
    fputs ("\"epochs\": {", f);
    for (size_t i = 0; i < job->epoch_n; i++)
        put_epoch (&w, &none, &job->epoch[i]);
    close_object (&w, none, 1);
    if (put_name (&w, &first, "computing_system", job->system) ||
        put_name (&w, &first, "batch_size", job->batch))
        return -1;
    fputs ("\n}\n", f);
    return ferror (f) ? fid_errorf (err, FID_EINTERNAL, "the JSON cannot be written") : 0;
}
