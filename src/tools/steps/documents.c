/* documents.c - see documents.h */
#include <inttypes.h>
#include "base/python_repr.h"
#include "tools/steps/documents.h"

/* Python's json.dump: all in one line, or indented by four. */
struct json {
    FILE *f;
    bool lines;
    int depth;
    bool any; /* the container has members already */
};

static void
new_item (struct json *j)
{
    if (j->any)
        fputs (j->lines ? "," : ", ", j->f);
    if (j->lines && j->depth)
        fprintf (j->f, "\n%*s", 4 * j->depth, "");
    j->any = true;
}

static void
begin (struct json *j, char open)
{
    fputc (open, j->f);
    j->depth++;
    j->any = false;
}

static void
end (struct json *j, char close)
{
    j->depth--;
    if (j->lines && j->any)
        fprintf (j->f, "\n%*s", 4 * j->depth, "");
    fputc (close, j->f);
    j->any = true;
}

/* `"key": `; keys are names and numbers, with nothing to escape. */
static void
key (struct json *j, const char *name)
{
    new_item (j);
    fprintf (j->f, "\"%s\": ", name);
}

static void
key_number (struct json *j, int64_t number)
{
    char name[24];
    snprintf (name, sizeof name, "%" PRId64, number);
    key (j, name);
}

static void
list (struct json *j, const char *name, const struct fid_steps_values *values)
{
    char text[FID_REPR_TEXT];
    key (j, name);
    begin (j, '[');
    for (size_t i = 0; i < values->n; i++) {
        new_item (j);
        fputs (fid_repr (values->v[i], text), j->f);
    }
    end (j, ']');
}

static void
number (struct json *j, const char *name, bool there, double v)
{
    char text[FID_REPR_TEXT];
    key (j, name);
    fputs (there ? fid_repr (v, text) : "null", j->f);
}

/* --- what each configuration has */

typedef void (*write_config) (struct json *j, const struct fid_step_stats *s,
                              const struct fid_steps_config *c);

static void
values_of (struct json *j, const struct fid_step_stats *s, const struct fid_steps_config *c)
{
    const enum fid_steps_metric *m = fid_steps_measured (s->source, s->workload);
    begin (j, '{');
    for (; *m != FID_STEPS_METRIC_N; m++)
        if (c->value[*m].n)
            list (j, fid_steps_metric_name (*m), &c->value[*m]);
    end (j, '}');
}

static void
fits_of (struct json *j, const struct fid_step_stats *s, const struct fid_steps_config *c)
{
    (void)s;
    begin (j, '{');
    list (j, "mu", &c->mu);
    list (j, "std", &c->std);
    end (j, '}');
}

static void
stats_of (struct json *j, const struct fid_step_stats *s, const struct fid_steps_config *c)
{
    const enum fid_steps_metric *lists[] = {fid_steps_measured (s->source, s->workload),
                                            fid_steps_derived (s->source, s->workload)};
    begin (j, '{');
    for (int k = 0; k < 2; k++)
        for (const enum fid_steps_metric *m = lists[k]; *m != FID_STEPS_METRIC_N; m++) {
            const struct fid_described *d = &c->stat[*m];
            if (!d->n)
                continue;
            key (j, fid_steps_metric_name (*m));
            begin (j, '{');
            number (j, "median", true, d->median);
            number (j, "mean", true, d->mean);
            number (j, "std", d->n > 1, d->std);
            number (j, "q1", d->n > 1, d->q1);
            number (j, "q3", d->n > 1, d->q3);
            end (j, '}');
        }
    end (j, '}');
}

static void
sleep_of (struct json *j, const struct fid_step_stats *s, const struct fid_steps_config *c)
{
    const struct fid_described *d = &c->stat[FID_ALL_COMPUTE];
    (void)s;
    begin (j, '{');
    if (d->n) {
        number (j, "mean", true, d->mean);
        number (j, "std", d->n > 1, d->std);
        number (j, "median", true, d->median);
        number (j, "q1", d->n > 1, d->q1);
        number (j, "q3", d->n > 1, d->q3);
    }
    end (j, '}');
}

/* {gpus: {batch: ...}} */
static void
write_json (FILE *f, const struct fid_step_stats *s, bool lines, write_config write)
{
    struct json j = {f, lines, 0, false};
    begin (&j, '{');
    for (size_t i = 0; i < s->config_n; i++) {
        const struct fid_steps_config *c = &s->config[i];
        if (!i || c[-1].gpus != c->gpus) {
            if (i)
                end (&j, '}');
            key_number (&j, c->gpus);
            begin (&j, '{');
        }
        key_number (&j, c->batch);
        write (&j, s, c);
    }
    if (s->config_n)
        end (&j, '}');
    end (&j, '}');
}

void
fid_steps_put_values (FILE *f, const struct fid_step_stats *s)
{
    write_json (f, s, true, values_of);
}

void
fid_steps_put_fits (FILE *f, const struct fid_step_stats *s)
{
    write_json (f, s, true, fits_of);
}

void
fid_steps_put_statistics (FILE *f, const struct fid_step_stats *s)
{
    write_json (f, s, false, stats_of);
}

void
fid_steps_put_sleep_times (FILE *f, const struct fid_step_stats *s)
{
    write_json (f, s, true, sleep_of);
}
