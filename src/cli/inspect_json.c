/* inspect_json.c - a run for programs; see inspect.h */
#include <stdio.h>
#include <stdlib.h>
#include "base/jsonbuild.h"
#include "base/timeparse.h"
#include "cli/inspect.h"
#include "run/steps.h"

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
add_count (struct fid_doc *d, cJSON *o, const char *key, uint64_t n)
{
    fid_doc_number (d, o, key, (double)n);
}

/* How much later than its stamps a monitor took its readings; null: not known. */
static void
add_lag (struct fid_doc *d, cJSON *file, const struct fid_readlag *lag)
{
    if (!lag->known) {
        fid_doc_null (d, file, "reading_lag");
        return;
    }
    cJSON *o = fid_doc_object (d, file, "reading_lag");
    fid_doc_number (d, o, "lag_s", (double)lag->lag_ns / 1e9);
    fid_doc_number (d, o, "uncertainty_s", (double)lag->uncertainty_ns / 1e9);
    fid_doc_number (d, o, "explained", lag->explained);
    add_count (d, o, "readings", lag->reading_n);
    fid_doc_text (d, o, "by", lag->by);
    fid_doc_bool (d, o, "corrected", lag->certain);
}

static void
add_files (struct fid_doc *d, cJSON *doc, const struct fid_run *run, int64_t first_ns)
{
    cJSON *list = fid_doc_list (d, doc, "files");
    for (size_t i = 0; i < run->source_n; i++) {
        const struct fid_source *s = &run->source[i];
        bool stamped = s->first_ns <= s->last_ns;
        cJSON *o = fid_doc_object (d, list, NULL);
        fid_doc_text (d, o, "file", s->path);
        fid_doc_text (d, o, "reader", s->reader);
        fid_doc_text (d, o, "clock", s->reader ? fid_inspect_clock (s->clock) : NULL);
        fid_doc_text (d, o, "host",
                      s->shared || s->host >= run->hosts.n ? NULL
                                                           : run->hosts.at[s->host].name);
        fid_doc_bool (d, o, "used", s->used != 0);
        add_count (d, o, "more_unknown", s->more_n);
        fid_doc_bool (d, o, "whole", s->complete);
        add_count (d, o, "bytes", s->byte_n);
        add_count (d, o, "lines", s->line_n);
        add_count (d, o, "events", s->event_n);
        add_count (d, o, "samples", s->sample_n);
        add_count (d, o, "phases", s->phase_n);
        add_count (d, o, "steps", s->step_n);
        add_count (d, o, "anchors", s->anchor_n);
        fid_doc_maybe (d, o, "span_s", stamped,
                       stamped ? (double)(s->last_ns - s->first_ns) / 1e9 : 0);
        bool own = s->own_first_ns <= s->own_last_ns;
        fid_doc_maybe (d, o, "own_first_s", own,
                       own ? (double)(s->own_first_ns - first_ns) / 1e9 : 0);
        fid_doc_maybe (d, o, "own_last_s", own,
                       own ? (double)(s->own_last_ns - first_ns) / 1e9 : 0);
        add_count (d, o, "rejected", s->reject_n);
        cJSON *rejects = fid_doc_list (d, o, "rejects");
        for (size_t j = 0; j < s->reject_n && j < FID_REMARKS_MAX; j++) {
            char text[FID_REMARK_TEXT];
            cJSON *reject = fid_doc_object (d, rejects, NULL);
            add_count (d, reject, "line", s->reject[j].line);
            fid_doc_text (d, reject, "code", fid_remark_name (s->reject[j].code));
            fid_doc_text (d, reject, "reason",
                          fid_remark_text (&s->reject[j], text, sizeof text));
        }
        add_lag (d, o, &s->lag);
        char notes[FID_SOURCE_NOTES];
        fid_doc_text (d, o, "note", fid_source_notes (s, notes, sizeof notes));
    }
}

static void
add_clock_maps (struct fid_doc *d, cJSON *to, const struct fid_clock_map map[FID_CLOCK_N])
{
    cJSON *list = fid_doc_list (d, to, "clocks");
    for (int k = 0; k < FID_CLOCK_N; k++) {
        const struct fid_clock_map *m = &map[k];
        if (!m->known)
            continue;
        cJSON *o = fid_doc_object (d, list, NULL);
        fid_doc_text (d, o, "clock", fid_inspect_clock ((enum fid_clock)k));
        add_count (d, o, "anchors", m->anchor_n);
        fid_doc_number (d, o, "uncertainty_s", (double)m->uncertainty_ns / 1e9);
        fid_doc_number (d, o, "residual_s", (double)m->residual_ns / 1e9);
        fid_doc_number (d, o, "drift_ppm", m->drift * 1e6);
        /* ns of today's epoch have 19 digits: as text, so that none is lost */
        char ns[2][24];
        snprintf (ns[0], sizeof ns[0], "%lld", (long long)m->offset_ns);
        snprintf (ns[1], sizeof ns[1], "%lld", (long long)m->ref_ns);
        fid_doc_text (d, o, "offset_ns", ns[0]);
        fid_doc_text (d, o, "ref_ns", ns[1]);
        fid_doc_text (d, o, "how", m->how);
    }
}

static void
add_clocks (struct fid_doc *d, cJSON *doc, const struct fid_run *run)
{
    add_clock_maps (d, doc, run->clocks.map);
    fid_doc_maybe (d, doc, "utc_offset_s", run->clocks.zone_known,
                   (double)run->clocks.zone_ns / 1e9);
    fid_doc_text (d, doc, "utc_offset_how", run->clocks.zone_how);
}

/* Every host with its clocks; those of the run are of the host whose log tells the phases. */
static void
add_hosts (struct fid_doc *d, cJSON *doc, const struct fid_run *run)
{
    cJSON *list = fid_doc_list (d, doc, "hosts");
    for (size_t i = 0; i < run->hosts.n; i++) {
        const struct fid_host *h = &run->hosts.at[i];
        size_t file_n = 0;
        for (size_t k = 0; k < run->source_n; k++)
            file_n +=
                run->source[k].reader && !run->source[k].shared && run->source[k].host == i;
        cJSON *o = fid_doc_object (d, list, NULL);
        fid_doc_text (d, o, "name", h->name[0] ? h->name : NULL);
        fid_doc_maybe (d, o, "uncertainty_s", h->known, (double)h->uncertainty_ns / 1e9);
        fid_doc_maybe (d, o, "offset_s", h->known, (double)h->offset_ns / 1e9);
        add_count (d, o, "meetings", h->meeting_n);
        add_count (d, o, "files", file_n);
        add_clock_maps (d, o, h->map);
    }
}

static void
add_streams (struct fid_doc *d, cJSON *doc, const struct fid_run *run, int64_t first_ns)
{
    static const char *const owner[] = {"own", "writeback", "foreign"};
    cJSON *list = fid_doc_list (d, doc, "events");
    for (int k = 0; k < FID_STREAM_N; k++) {
        const struct fid_stream *s = &run->stream[k];
        bool any = s->first_ns <= s->last_ns;
        uint64_t error_n = 0;
        for (int part = 0; part < FID_PART_N; part++)
            error_n += s->part[part].error_n;
        cJSON *o = fid_doc_object (d, list, NULL);
        fid_doc_text (d, o, "resource", fid_stream_name ((enum fid_stream_id)k));
        fid_doc_bool (d, o, "traced", s->traced);
        fid_doc_bool (d, o, "incomplete", s->incomplete);
        for (int i = 0; i < FID_OWNER_N; i++) {
            cJSON *share = fid_doc_object (d, o, owner[i]);
            add_count (d, share, "operations", s->owner_op_n[i]);
            add_count (d, share, "bytes", s->owner_byte_n[i]);
        }
        add_count (d, o, "errors", error_n);
        fid_doc_maybe (d, o, "first_s", any, any ? (double)(s->first_ns - first_ns) / 1e9 : 0);
        fid_doc_maybe (d, o, "last_s", any, any ? (double)(s->last_ns - first_ns) / 1e9 : 0);
    }
}

static void
add_roles (struct fid_doc *d, cJSON *doc, const struct fid_run *run)
{
    cJSON *list = fid_doc_list (d, doc, "roles");
    for (int role = 0; role < FID_ROLE_N; role++)
        for (int rule = 0; rule < FID_ROLE_RULE_N; rule++) {
            const struct fid_role_use *u = &run->role[role][rule];
            if (!u->op_n)
                continue;
            cJSON *o = fid_doc_object (d, list, NULL);
            fid_doc_text (d, o, "role", fid_roles[role].name);
            fid_doc_text (d, o, "rule", fid_role_rules[rule].name);
            add_count (d, o, "files", u->file_n);
            add_count (d, o, "operations", u->op_n);
            add_count (d, o, "read_bytes", u->read_byte_n);
            add_count (d, o, "written_bytes", u->write_byte_n);
            fid_doc_text (d, o, "example", u->example);
        }
}

/* The role is null where none, or more than one, could be meant. */
static void
add_block_roles (struct fid_doc *d, cJSON *doc, const struct fid_run *run)
{
    cJSON *list = fid_doc_list (d, doc, "block_roles");
    for (int role = 0; role <= FID_ROLE_N; role++) {
        if (!run->block_byte_n[0][role] && !run->block_byte_n[1][role])
            continue;
        cJSON *o = fid_doc_object (d, list, NULL);
        fid_doc_text (d, o, "role", role < FID_ROLE_N ? fid_roles[role].name : NULL);
        add_count (d, o, "read_bytes", run->block_byte_n[0][role]);
        add_count (d, o, "written_bytes", run->block_byte_n[1][role]);
    }
}

static void
add_gauges (struct fid_doc *d, cJSON *doc, const struct fid_run *run, int64_t first_ns)
{
    cJSON *list = fid_doc_list (d, doc, "samples");
    for (int k = 0; k < FID_GAUGE_N; k++) {
        const struct fid_gauge *g = &run->gauge[k];
        cJSON *o = fid_doc_object (d, list, NULL);
        fid_doc_text (d, o, "resource", fid_gauge_name ((enum fid_gauge_id)k));
        add_count (d, o, "samples", g->n);
        fid_doc_maybe (d, o, "period_s", g->n > 1, g->period_s);
        fid_doc_maybe (d, o, "first_s", g->n, g->n ? (double)(g->t_ns[0] - first_ns) / 1e9 : 0);
        fid_doc_maybe (d, o, "last_s", g->n,
                       g->n ? (double)(g->t_ns[g->n - 1] - first_ns) / 1e9 : 0);
    }
}

/* The training steps of every rank. */
static int
add_ranks (struct fid_doc *d, cJSON *doc, const struct fid_run *run, struct fid_error *err)
{
    struct fid_rank_steps *rank;
    size_t n;
    cJSON *list = fid_doc_list (d, doc, "ranks");
    if (fid_steps_ranks (&run->steps, &rank, &n, err))
        return -1;
    for (size_t i = 0; i < n; i++) {
        const struct fid_source *s =
            rank[i].source < run->source_n ? &run->source[rank[i].source] : NULL;
        bool on_host = s && !s->shared && s->host < run->hosts.n;
        cJSON *o = fid_doc_object (d, list, NULL);
        fid_doc_number (d, o, "rank", (double)rank[i].rank);
        fid_doc_text (d, o, "host", on_host ? run->hosts.at[s->host].name : NULL);
        fid_doc_text (d, o, "file", s ? s->path : NULL);
        add_count (d, o, "steps", rank[i].n);
        fid_doc_number (d, o, "step_s", rank[i].step_s);
    }
    free (rank);
    return 0;
}

static int
add_phases (struct fid_doc *d, cJSON *doc, const struct fid_run *run, int64_t first_ns,
            struct fid_error *err)
{
    const struct fid_phases *p = &run->phases;
    cJSON *list = fid_doc_list (d, doc, "phases");
    for (size_t i = 0; p->known && i < p->segment_n; i++) {
        const struct fid_segment *s = &p->segment[i];
        cJSON *o = fid_doc_object (d, list, NULL);
        fid_doc_text (d, o, "phase", fid_part_name (s->part));
        fid_doc_number (d, o, "start_s", (double)(s->start_ns - first_ns) / 1e9);
        fid_doc_number (d, o, "end_s", (double)(s->end_ns - first_ns) / 1e9);
        fid_doc_maybe (d, o, "epoch", s->epoch >= 0, s->epoch);
    }
    fid_doc_maybe (d, doc, "origin_s", p->known,
                   p->known ? (double)(p->origin_ns - first_ns) / 1e9 : 0);
    add_count (d, doc, "steps", run->steps.n);
    add_count (d, doc, "other_steps", run->steps.other_n);
    fid_doc_maybe (d, doc, "step_s", run->step_s > 0, run->step_s);
    return add_ranks (d, doc, run, err);
}

cJSON *
fid_inspect_json (const struct fid_run *run, struct fid_error *err)
{
    int64_t first_ns, last_ns;
    bool any = fid_inspect_span (run, &first_ns, &last_ns);
    struct fid_doc out, *d = &out;
    fid_doc_begin (d);
    cJSON *doc = d->root;
    fid_doc_text (d, doc, "schema", FID_SCHEMA_INSPECT);
    fid_doc_text (d, doc, "id", run->id);
    fid_doc_text (d, doc, "kind", run->emulation ? "emulation" : "real");
    fid_doc_text (d, doc, "workload", run->workload);
    fid_doc_hash (d, doc, "hash", run->hash);
    fid_doc_text (d, doc, "axis", fid_inspect_clock (run->clocks.axis));
    char start[FID_TIME_TEXT];
    bool dated =
        any && run->clocks.axis != FID_CLOCK_RELATIVE && run->clocks.axis != FID_CLOCK_BOOT;
    fid_doc_text (d, doc, "start", dated ? fid_time_text (first_ns, 3, start) : "");
    fid_doc_maybe (d, doc, "span_s", any, (double)(last_ns - first_ns) / 1e9);
    add_files (d, doc, run, first_ns);
    add_clocks (d, doc, run);
    add_hosts (d, doc, run);
    add_streams (d, doc, run, first_ns);
    add_roles (d, doc, run);
    add_block_roles (d, doc, run);
    add_gauges (d, doc, run, first_ns);
    if (add_phases (d, doc, run, first_ns, err)) {
        cJSON_Delete (doc);
        return NULL;
    }
    add_count (d, doc, "lost_events", run->lost_n);
    cJSON *findings = fid_doc_list (d, doc, "findings");
    for (size_t i = 0; i < run->findings.n; i++) {
        const struct fid_run_finding *f = &run->findings.at[i];
        char text[FID_RUN_FINDING_TEXT];
        cJSON *o = fid_doc_object (d, findings, NULL);
        fid_doc_text (d, o, "code", fid_run_finding_name (f->code));
        fid_doc_text (d, o, "severity", fid_severity_name (fid_run_finding_severity (f->code)));
        fid_doc_text (d, o, "resource", f->resource ? f->resource : "");
        fid_doc_text (d, o, "text", fid_run_finding_text (f, text, sizeof text));
    }
    return fid_doc_end (d, err);
}
