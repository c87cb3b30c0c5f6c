/* source.c - see source.h */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/span.h"
#include "job/of_run.h"
#include "storage/source.h"

#define THROTTLED "throttled."

/* A fact "throttled.45000000" = "58.871", or "throttled.max"; false if it is another. */
static bool
read_fact (const struct fid_run_fact *fact, struct fid_measured_time *t)
{
    struct fid_span key = fid_span_of (fact->key);
    if (!fid_span_starts (key, THROTTLED))
        return false;
    key.p += strlen (THROTTLED);
    key.n -= strlen (THROTTLED);
    t->read_byte_s = HUGE_VAL;
    return (fid_span_is (key, "max") || fid_span_decimal (key, &t->read_byte_s)) &&
           fid_span_decimal (fid_span_of (fact->value), &t->time_s);
}

static int
add_measured (struct fid_answer_source *s, const struct fid_run *run, struct fid_error *err)
{
    struct fid_measured_time t;
    for (size_t i = 0; i < run->fact_n; i++) {
        if (!read_fact (&run->fact[i], &t))
            continue;
        if (fid_array_grow (&s->measured, &s->measured_cap, s->measured_n + 1,
                            sizeof *s->measured, err))
            return -1;
        s->measured[s->measured_n++] = t;
    }
    return 0;
}

int
fid_answer_source_init (struct fid_answer_source *s, const struct fid_run *run,
                        struct fid_error *err)
{
    const struct fid_run_job *found = fid_job_of_run (run, err);
    s->job = found ? &found->job : NULL;
    return found ? add_measured (s, run, err) : -1;
}

void
fid_answer_source_clear (struct fid_answer_source *s)
{
    free (s->measured);
    *s = (struct fid_answer_source){0};
}

struct fid_answer_run
fid_answer_run_of (const struct fid_answer_source *s, const struct fid_run *run)
{
    return (struct fid_answer_run){s->job, run->id, s->measured, s->measured_n};
}
