/* inspect_json.c - a run for programs; see inspect.h */
#include "config.h"
#include <stdio.h>
#include "base/timeparse.h"
#include "cli/inspect.h"

bool
fid_inspect_span (const struct fid_run *run, int64_t *first_ns, int64_t *last_ns)
{
    int64_t first = INT64_MAX, last = INT64_MIN;
    for (int k = 0; k < FID_STREAM_N; k++) {
        const struct fid_stream *s = &run->stream[k];
        first = s->first_ns < first ? s->first_ns : first;
        last = s->last_ns > last ? s->last_ns : last;
    }
    for (int k = 0; k < FID_GAUGE_N; k++) {
        const struct fid_gauge *g = &run->gauge[k];
        first = g->n && g->t_ns[0] < first ? g->t_ns[0] : first;
        last = g->n && g->t_ns[g->n - 1] > last ? g->t_ns[g->n - 1] : last;
    }
    if (run->phases.known) {
        first = run->phases.first_ns < first ? run->phases.first_ns : first;
        last = run->phases.end_ns > last ? run->phases.end_ns : last;
    }
    *first_ns = first <= last ? first : 0;
    *last_ns = first <= last ? last : 0;
    return first <= last;
}

const char *
fid_inspect_clock (enum fid_clock clock)
{
    static const char *const name[FID_CLOCK_N] = {
        [FID_CLOCK_UTC] = "utc",     [FID_CLOCK_APP] = "app",
        [FID_CLOCK_LOCAL] = "local", [FID_CLOCK_TOD] = "time of day",
        [FID_CLOCK_BOOT] = "boot",   [FID_CLOCK_RELATIVE] = "relative",
    };
    return name[clock];
}

size_t
fid_inspect_part (const struct fid_phases *phases, enum fid_part part, double *sum_s)
{
    size_t n = 0;
    *sum_s = 0;
    for (size_t i = 0; i < phases->segment_n; i++)
        if (phases->segment[i].part == part) {
            n++;
            *sum_s += (double)(phases->segment[i].end_ns - phases->segment[i].start_ns) / 1e9;
        }
    return n;
}

static void
add_count (cJSON *o, const char *key, uint64_t n)
{
    cJSON_AddNumberToObject (o, key, (double)n);
}

static void
add_maybe (cJSON *o, const char *key, bool have, double x)
{
    if (have)
        cJSON_AddNumberToObject (o, key, x);
    else
        cJSON_AddNullToObject (o, key);
}

static void
add_text (cJSON *o, const char *key, const char *s)
{
    if (s && *s)
        cJSON_AddStringToObject (o, key, s);
    else
        cJSON_AddNullToObject (o, key);
}

static cJSON *
append_object (cJSON *list)
{
    cJSON *o = cJSON_CreateObject ();
    cJSON_AddItemToArray (list, o);
    return o;
}

static void
add_files (cJSON *doc, const struct fid_run *run)
{
    cJSON *list = cJSON_AddArrayToObject (doc, "files");
    for (size_t i = 0; i < run->source_n; i++) {
        const struct fid_source *s = &run->source[i];
        bool stamped = s->first_ns <= s->last_ns;
        cJSON *o = append_object (list);
        cJSON_AddStringToObject (o, "file", s->path);
        add_text (o, "reader", s->reader);
        add_text (o, "clock", s->reader ? fid_inspect_clock (s->clock) : NULL);
        cJSON_AddBoolToObject (o, "used", s->used != 0);
        cJSON_AddBoolToObject (o, "whole", s->whole);
        add_count (o, "bytes", s->byte_n);
        add_count (o, "lines", s->line_n);
        add_count (o, "events", s->event_n);
        add_count (o, "samples", s->sample_n);
        add_count (o, "phases", s->phase_n);
        add_count (o, "steps", s->step_n);
        add_count (o, "anchors", s->anchor_n);
        add_maybe (o, "span_s", stamped,
                   stamped ? (double)(s->last_ns - s->first_ns) / 1e9 : 0);
        add_count (o, "rejected", s->reject_n);
        cJSON *rejects = cJSON_AddArrayToObject (o, "rejects");
        for (size_t j = 0; j < s->reject_n && j < 10; j++) {
            cJSON *reject = append_object (rejects);
            add_count (reject, "line", s->reject[j].line);
            cJSON_AddStringToObject (reject, "reason", s->reject[j].reason);
        }
        add_text (o, "note", s->note);
    }
}

static void
add_clocks (cJSON *doc, const struct fid_run *run)
{
    cJSON *list = cJSON_AddArrayToObject (doc, "clocks");
    for (int k = 0; k < FID_CLOCK_N; k++) {
        const struct fid_clock_map *m = &run->clocks.map[k];
        if (!m->known)
            continue;
        cJSON *o = append_object (list);
        cJSON_AddStringToObject (o, "clock", fid_inspect_clock ((enum fid_clock)k));
        add_count (o, "anchors", m->anchor_n);
        cJSON_AddNumberToObject (o, "uncertainty_s", (double)m->uncertainty_ns / 1e9);
        cJSON_AddNumberToObject (o, "residual_s", (double)m->residual_ns / 1e9);
        cJSON_AddNumberToObject (o, "drift_ppm", m->drift * 1e6);
        /* ns of today's epoch have 19 digits: as text, so that none is lost */
        char ns[2][24];
        snprintf (ns[0], sizeof ns[0], "%lld", (long long)m->offset_ns);
        snprintf (ns[1], sizeof ns[1], "%lld", (long long)m->ref_ns);
        cJSON_AddStringToObject (o, "offset_ns", ns[0]);
        cJSON_AddStringToObject (o, "ref_ns", ns[1]);
        add_text (o, "how", m->how);
    }
    add_maybe (doc, "utc_offset_s", run->clocks.zone_known, (double)run->clocks.zone_ns / 1e9);
    add_text (doc, "utc_offset_how", run->clocks.zone_how);
}

static void
add_streams (cJSON *doc, const struct fid_run *run, int64_t first_ns)
{
    static const char *const owner[] = {"own", "writeback", "foreign"};
    cJSON *list = cJSON_AddArrayToObject (doc, "events");
    for (int k = 0; k < FID_STREAM_N; k++) {
        const struct fid_stream *s = &run->stream[k];
        bool any = s->first_ns <= s->last_ns;
        uint64_t error_n = 0;
        for (int part = 0; part < FID_PART_N; part++)
            error_n += s->part[part].error_n;
        cJSON *o = append_object (list);
        cJSON_AddStringToObject (o, "resource", fid_stream_name ((enum fid_stream_id)k));
        cJSON_AddBoolToObject (o, "traced", s->traced);
        for (int i = 0; i < FID_OWNER_N; i++) {
            cJSON *share = cJSON_AddObjectToObject (o, owner[i]);
            add_count (share, "operations", s->owner_op_n[i]);
            add_count (share, "bytes", s->owner_byte_n[i]);
        }
        add_count (o, "errors", error_n);
        add_maybe (o, "first_s", any, any ? (double)(s->first_ns - first_ns) / 1e9 : 0);
        add_maybe (o, "last_s", any, any ? (double)(s->last_ns - first_ns) / 1e9 : 0);
    }
}

static void
add_gauges (cJSON *doc, const struct fid_run *run, int64_t first_ns)
{
    cJSON *list = cJSON_AddArrayToObject (doc, "samples");
    for (int k = 0; k < FID_GAUGE_N; k++) {
        const struct fid_gauge *g = &run->gauge[k];
        cJSON *o = append_object (list);
        cJSON_AddStringToObject (o, "resource", fid_gauge_name ((enum fid_gauge_id)k));
        add_count (o, "samples", g->n);
        add_maybe (o, "period_s", g->n > 1, g->period_s);
        add_maybe (o, "first_s", g->n, g->n ? (double)(g->t_ns[0] - first_ns) / 1e9 : 0);
        add_maybe (o, "last_s", g->n, g->n ? (double)(g->t_ns[g->n - 1] - first_ns) / 1e9 : 0);
    }
}

static void
add_phases (cJSON *doc, const struct fid_run *run, int64_t first_ns)
{
    const struct fid_phases *p = &run->phases;
    cJSON *list = cJSON_AddArrayToObject (doc, "phases");
    for (size_t i = 0; p->known && i < p->segment_n; i++) {
        const struct fid_segment *s = &p->segment[i];
        cJSON *o = append_object (list);
        cJSON_AddStringToObject (o, "phase", fid_part_name (s->part));
        cJSON_AddNumberToObject (o, "start_s", (double)(s->start_ns - first_ns) / 1e9);
        cJSON_AddNumberToObject (o, "end_s", (double)(s->end_ns - first_ns) / 1e9);
        add_maybe (o, "epoch", s->epoch >= 0, s->epoch);
    }
    add_maybe (doc, "origin_s", p->known,
               p->known ? (double)(p->origin_ns - first_ns) / 1e9 : 0);
    add_count (doc, "steps", run->steps.n);
    add_maybe (doc, "step_s", run->step_s > 0, run->step_s);
}

cJSON *
fid_inspect_json (const struct fid_run *run, struct fid_error *err)
{
    static const char *const severity[] = {
        [FID_INFO] = "info", [FID_WARNING] = "warning", [FID_SERIOUS] = "serious"};
    char hash[17];
    int64_t first_ns, last_ns;
    bool any = fid_inspect_span (run, &first_ns, &last_ns);
    cJSON *doc = cJSON_CreateObject ();
    if (!doc) {
        fid_error_nomem (err);
        return NULL;
    }
    snprintf (hash, sizeof hash, "%016llx", (unsigned long long)run->hash);
    cJSON_AddStringToObject (doc, "schema", FID_SCHEMA_INSPECT);
    cJSON_AddStringToObject (doc, "id", run->id);
    cJSON_AddStringToObject (doc, "kind", run->emulation ? "emulation" : "real");
    add_text (doc, "workload", run->workload);
    cJSON_AddStringToObject (doc, "hash", hash);
    cJSON_AddStringToObject (doc, "axis", fid_inspect_clock (run->clocks.axis));
    char start[FID_TIME_TEXT];
    bool dated =
        any && run->clocks.axis != FID_CLOCK_RELATIVE && run->clocks.axis != FID_CLOCK_BOOT;
    add_text (doc, "start", dated ? fid_time_text (first_ns, 3, start) : "");
    add_maybe (doc, "span_s", any, (double)(last_ns - first_ns) / 1e9);
    add_files (doc, run);
    add_clocks (doc, run);
    add_streams (doc, run, first_ns);
    add_gauges (doc, run, first_ns);
    add_phases (doc, run, first_ns);
    add_count (doc, "lost_events", run->lost_n);
    cJSON *findings = cJSON_AddArrayToObject (doc, "findings");
    for (size_t i = 0; i < run->finding_n; i++) {
        cJSON *o = append_object (findings);
        cJSON_AddStringToObject (o, "severity", severity[run->finding[i].severity]);
        add_text (o, "resource", run->finding[i].resource);
        cJSON_AddStringToObject (o, "text", run->finding[i].text);
    }
    return doc;
}
