/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source.c - see source.h */
#include "job/of_run.h"
#include "storage/source.h"

#define THROTTLED "throttled."

/* A fact "throttled.45000000" = "58.871", "throttled.max", or "throttled.read_ms=5"; false if it
 * is another. */
static bool read_fact (const struct fid_run_fact *fact, struct fid_measured_time *t)
{
    struct fid_span key = fid_span_of (fact->key);
    if (!fid_span_starts (key, THROTTLED) ||
        !fid_span_decimal (fid_span_of (fact->value), &t->time_s))
        return false;
    key.p += strlen (THROTTLED);
    key.n -= strlen (THROTTLED);
    t->limited = !fid_span_is (key, "max");
    fid_storage_init (&t->storage, "");
    if (t->limited && !fid_storage_set (&t->storage, key))
        return false;
    if (fid_span_find (key, "=") >= 0)
        snprintf (t->storage.name, sizeof t->storage.name, "throttled %.*s", (int)key.n, key.p);
    else
        snprintf (t->storage.name, sizeof t->storage.name, "throttled %.4g MB/s",
                  t->storage.read_byte_s / 1e6);
    return true;
}

/* Those of throttle.tsv in the run's folder. */
static int add_measured (struct fid_answer_run *to, const struct fid_run *run,
                         struct fid_error *err)
{
    struct fid_measured_time *measured = calloc (run->fact_n + 1, sizeof *measured);
    FID_NEED (measured, err);
    for (size_t i = 0; i < run->fact_n; i++)
        to->measured_n += read_fact (&run->fact[i], &measured[to->measured_n]);
    to->measured = measured;
    return 0;
}

int fid_answer_sources_add (struct fid_answer_sources *s, const struct fid_run *const *run,
                            size_t n, struct fid_error *err)
{
    FID_TRY (fid_array_grow (&s->run, &s->cap, s->n + n + 1, sizeof *s->run, err));
    for (size_t i = 0; i < n; i++) {
        const struct fid_run_job *found = fid_job_of_run (run[i], err);
        FID_TRY (!found);
        struct fid_timing *timing = malloc (sizeof *timing);
        FID_NEED (timing, err);
        fid_timing_init (timing, &found->job);
        s->run[s->n] = (struct fid_answer_run){
            .job = &found->job, .name = run[i]->id, .run = run[i], .timing = timing};
        FID_TRY (add_measured (&s->run[s->n++], run[i], err));
    }
    return 0;
}

void fid_answer_sources_clear (struct fid_answer_sources *s)
{
    for (size_t i = 0; i < s->n; i++) {
        free ((void *)s->run[i].measured);
        fid_timing_clear (s->run[i].timing);
        free (s->run[i].timing);
    }
    free (s->run);
    *s = (struct fid_answer_sources){0};
}
