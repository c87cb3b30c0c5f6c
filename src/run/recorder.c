/* recorder.c - what the recorder noted of itself in meta.json, as findings (build_priv.h) */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "run/build_priv.h"

#define MANY_SHARE 100 /* one in so many events is missing */
#define MANY_LEAST 10

/* The part of the key behind "OBJECT."; NULL if it is of another object. */
static const char *
file_of (const struct fid_run_fact *fact, const char *object)
{
    size_t n = strlen (object);
    return strncmp (fact->key, object, n) == 0 && fact->key[n] == '.' ? fact->key + n + 1 : NULL;
}

/* The source of such a name, compressed or not; NULL. */
static struct fid_source *
find_source (struct fid_run *run, const char *name)
{
    size_t n = strlen (name);
    for (size_t i = 0; i < run->source_n; i++) {
        struct fid_span file = fid_file_name (run->source[i].path);
        if (file.n >= n && memcmp (file.p, name, n) == 0 &&
            (file.n == n || fid_span_is ((struct fid_span){file.p + n, file.n - n}, ".gz")))
            return &run->source[i];
    }
    return NULL;
}

/* Whether the run has traces of which the recorder counts lines. */
static bool
has_raw_traces (const struct fid_run *run)
{
    for (size_t i = 0; i < run->source_n; i++)
        if (run->source[i].event_n && fid_span_starts (fid_file_name (run->source[i].path), "trace_"))
            return true;
    return false;
}

static bool
is_trace (const char *name)
{
    return strncmp (name, "trace_", 6) == 0 && strncmp (name, "trace_time_align", 16) != 0;
}

static int
add_finding (struct fid_run *run, enum fid_run_finding_code code, const char *file,
             const char *detail, uint64_t have, uint64_t want, struct fid_error *err)
{
    struct fid_run_finding f = {.code = code,
                                .file = (char *)file,
                                .detail = (char *)detail,
                                .number = {(int64_t)have, (int64_t)want}};
    return fid_run_findings_add (&run->findings, &f, err);
}

/* Fewer events than the recorder counted lines. */
static int
check_lines (struct fid_run *run, const char *name, uint64_t want, struct fid_error *err)
{
    const struct fid_source *s = find_source (run, name);
    uint64_t have = s ? s->event_n + s->reject_n : 0;
    if (!is_trace (name) || (s && !s->used) || have >= want || want - have < MANY_LEAST ||
        want - have < want / MANY_SHARE)
        return 0;
    return add_finding (run, FID_RUN_LINES_MISSING, name, NULL, have, want, err);
}

int
fid_build_recorder (struct fid_build *b, struct fid_error *err)
{
    struct fid_run *run = b->run;
    uint64_t lost_n = 0;
    bool raw = run->hosts.n <= 1 && has_raw_traces (run); /* else it counted other files */
    for (size_t i = 0; i < run->fact_n; i++) {
        const struct fid_run_fact *fact = &run->fact[i];
        const char *name;
        int64_t n = 0;
        fid_span_i64 (fid_span_of (fact->value), &n);
        if ((name = file_of (fact, "lost_events")) && n > 0) {
            struct fid_source *s = find_source (run, name);
            lost_n += (uint64_t)n;
            if (s && s->lost_n < (uint64_t)n)
                s->lost_n = (uint64_t)n;
        }
        if (raw && (name = file_of (fact, "event_lines")) && n > 0 &&
            check_lines (run, name, (uint64_t)n, err))
            return -1;
        if ((name = file_of (fact, "ended_early")) &&
            add_finding (run, is_trace (name) ? FID_RUN_TRACER_ENDED : FID_RUN_MONITOR_ENDED,
                         name, fact->value, 0, 0, err))
            return -1;
        if ((name = file_of (fact, "left_out")) &&
            add_finding (run, FID_RUN_NOT_RECORDED, name, fact->value, 0, 0, err))
            return -1;
    }
    if (run->lost_n < lost_n)
        run->lost_n = lost_n;
    const char *attached = fid_run_fact (run, "all_tracers_attached");
    return attached && strcmp (attached, "false") == 0
               ? add_finding (run, FID_RUN_NOT_ATTACHED, NULL, NULL, 0, 0, err)
               : 0;
}
