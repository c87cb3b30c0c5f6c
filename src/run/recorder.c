/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recorder.c - what the recorder noted of itself in meta.json, as findings (build_priv.h) */
#include "run/build_priv.h"

#define MANY_SHARE 100 /* one in so many events is missing */
#define MANY_LEAST 10

/* The part of the key behind "OBJECT."; NULL if it is of another object. */
static const char *file_of (const char *key, const char *object)
{
    size_t n = strlen (object);
    return strncmp (key, object, n) == 0 && key[n] == '.' ? key + n + 1 : NULL;
}

bool fid_build_about_file (const char *key)
{
    return file_of (key, "lost_events") || file_of (key, "event_lines") ||
           file_of (key, "ended_early") || file_of (key, "left_out");
}

/* The source of such a name on that host, compressed or not; NULL. */
static struct fid_source *find_source (struct fid_run *run, const char *name, unsigned host)
{
    size_t n = strlen (name);
    for (size_t i = 0; i < run->source_n; i++) {
        struct fid_span file = fid_file_name (run->source[i].path);
        if (run->source[i].host == host && file.n >= n && memcmp (file.p, name, n) == 0 &&
            (file.n == n || fid_span_is ((struct fid_span){file.p + n, file.n - n}, ".gz")))
            return &run->source[i];
    }
    return NULL;
}

static bool is_trace (const char *name)
{
    return strncmp (name, "trace_", 6) == 0 && strncmp (name, "trace_time_align", 16) != 0;
}

/* Whether the run has traces whose lines the recorder counts. */
static bool has_raw_traces (const struct fid_run *run)
{
    for (size_t i = 0; i < run->source_n; i++)
        if (run->source[i].event_n && is_trace (fid_file_name (run->source[i].path).p))
            return true;
    return false;
}

/* The recorder may know of more lost events than a trace tells. */
static void add_lost (struct fid_run *run, struct fid_source *s, uint64_t n)
{
    uint64_t had = s ? s->lost_n : 0;
    if (n <= had)
        return;
    run->lost_n += n - had;
    if (s)
        s->lost_n = n;
}

/* Whether traces of every kind that shows what the training reads had events before it began:
 * tracers that were attached late lost nothing of it then. */
static bool had_begun (const struct fid_run *run)
{
    static const unsigned kinds[] = {FID_GIVES_READ, FID_GIVES_OPEN, FID_GIVES_BLOCK};
    unsigned traced = 0, early = 0;
    for (size_t i = 0; i < run->source_n; i++) {
        const struct fid_source *s = &run->source[i];
        int64_t t_ns = s->first_ns;
        unsigned gives = s->event_n ? s->used : 0;
        traced |= gives;
        early |=
            gives && fid_run_map (run, i, &t_ns) && t_ns <= run->phases.origin_ns ? gives : 0;
    }
    bool all = run->phases.known;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        all &= !(traced & kinds[i]) || (early & kinds[i]);
    return all;
}

int fid_build_recorder (struct fid_run *run, struct fid_error *err)
{
    bool late = false;                                    /* on any host */
    bool raw = run->hosts.n <= 1 && has_raw_traces (run); /* else it counted other files */
    for (size_t i = 0; i < run->fact_n; i++) {
        const struct fid_run_fact *fact = &run->fact[i];
        const char *name;
        int64_t n = 0;
        fid_span_i64 (fid_span_of (fact->value), &n);
        if ((name = file_of (fact->key, "lost_events")) && n > 0)
            add_lost (run, find_source (run, name, fact->host), (uint64_t)n);
        if (raw && (name = file_of (fact->key, "event_lines")) && n > 0) {
            uint64_t want = (uint64_t)n;
            const struct fid_source *s = find_source (run, name, fact->host);
            uint64_t have = s ? s->event_n + s->reject_n : 0;
            if (is_trace (name) && (!s || s->used) && have < want &&
                want - have >= MANY_LEAST && want - have >= want / MANY_SHARE)
                FID_TRY (FID_FIND (&run->findings, err, .code = FID_RUN_LINES_MISSING,
                                   .file = (char *)name,
                                   .number = {(int64_t)have, (int64_t)want}));
        }
        if ((name = file_of (fact->key, "ended_early")))
            FID_TRY (FID_FIND (&run->findings, err,
                               .code = is_trace (name) ? FID_RUN_TRACER_ENDED
                                                       : FID_RUN_MONITOR_ENDED,
                               .file = (char *)name, .detail = (char *)fact->value));
        if ((name = file_of (fact->key, "left_out")))
            FID_TRY (FID_FIND (&run->findings, err, .code = FID_RUN_NOT_RECORDED,
                               .file = (char *)name, .detail = (char *)fact->value));
        late |= strcmp (fact->key, "all_tracers_attached") == 0 &&
                strcmp (fact->value, "false") == 0;
    }
    return late ? FID_FIND (&run->findings, err, .code = FID_RUN_NOT_ATTACHED,
                            .number = {had_begun (run)})
                : 0;
}
