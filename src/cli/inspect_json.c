/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inspect_json.c - a run for programs; see inspect.h */
#include "base/jsonbuild.h"
#include "cli/inspect.h"
#include "job/epochs.h"
#include "run/bench_results.h"
#include "run/run.h"
#include "run/gauges.h"
#include "run/steps.h"

bool fid_inspect_span (const struct fid_run *run, int64_t *first_ns, int64_t *last_ns)
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

const char *fid_inspect_clock (enum fid_clock clock)
{
    static const char *const name[FID_CLOCK_N] = {
        [FID_CLOCK_UTC] = "utc",     [FID_CLOCK_APP] = "app",
        [FID_CLOCK_LOCAL] = "local", [FID_CLOCK_TOD] = "time of day",
        [FID_CLOCK_BOOT] = "boot",   [FID_CLOCK_RELATIVE] = "relative",
    };
    return name[clock];
}

/* Seconds from the start of the run; FID_GAP: not known. */
static double seconds_from (bool known, int64_t t_ns, int64_t first_ns)
{
    return known ? (double)(t_ns - first_ns) / 1e9 : FID_GAP;
}

static const char *host_of (const struct fid_run *run, const struct fid_source *s)
{
    return s->shared || s->host >= run->hosts.n ? "" : run->hosts.at[s->host].name;
}

static void add_files (struct fid_doc *d, cJSON *doc, const struct fid_run *run,
                       int64_t first_ns)
{
    cJSON *list = fid_doc_list (d, doc, "files");
    FID_EACH (const struct fid_source, s, run->source) {
        bool own = s->own_first_ns <= s->own_last_ns;
        bool used = s->used != 0;
        cJSON *o = fid_doc_row (
            d, list, NULL,
            "file %s reader %s clock %s host %s used %hhd more_unknown %ju whole %hhd "
            "bytes %ju lines %ju events %ju samples %ju phases %ju steps %ju anchors %ju "
            "span_s %g own_first_s %g own_last_s %g rejected %ju",
            s->path, s->reader, s->reader ? fid_inspect_clock (s->clock) : "", host_of (run, s),
            used, s->more_n, s->complete, s->byte_n, s->line_n, s->event_n, s->sample_n,
            s->phase_n, s->step_n, s->anchor_n,
            seconds_from (s->first_ns <= s->last_ns, s->last_ns, s->first_ns),
            seconds_from (own, s->own_first_ns, first_ns),
            seconds_from (own, s->own_last_ns, first_ns), s->reject_n);
        cJSON *rejects = fid_doc_list (d, o, "rejects");
        for (size_t j = 0; j < s->reject_n && j < FID_REMARKS_MAX; j++) {
            char text[FID_REMARK_TEXT];
            fid_doc_row (d, rejects, NULL, "line %zu code %s reason %s", s->reject[j].line,
                         fid_remark_name (s->reject[j].code),
                         fid_remark_text (&s->reject[j], text, sizeof text));
        }
        /* How much later than its stamps a monitor took its readings; null: not known. */
        const struct fid_readlag *lag = &s->lag;
        if (!lag->known)
            fid_doc_null (d, o, "reading_lag");
        else
            fid_doc_row (
                d, o, "reading_lag",
                "lag_s %g uncertainty_s %g explained %g readings %ju by %s corrected %hhd",
                (double)lag->lag_ns / 1e9, (double)lag->uncertainty_ns / 1e9, lag->explained,
                lag->reading_n, lag->by, lag->certain);
        char notes[FID_SOURCE_NOTES];
        fid_doc_text (d, o, "note", fid_source_notes (s, notes, sizeof notes));
    }
}

static void add_clock_maps (struct fid_doc *d, cJSON *to,
                            const struct fid_clock_map map[FID_CLOCK_N])
{
    cJSON *list = fid_doc_list (d, to, "clocks");
    for (int k = 0; k < FID_CLOCK_N; k++) {
        const struct fid_clock_map *m = &map[k];
        if (!m->known)
            continue;
        /* ns of today's epoch have 19 digits: as text, so that none is lost */
        char ns[2][24];
        snprintf (ns[0], sizeof ns[0], "%lld", (long long)m->offset_ns);
        snprintf (ns[1], sizeof ns[1], "%lld", (long long)m->ref_ns);
        fid_doc_row (d, list, NULL,
                     "clock %s anchors %zu uncertainty_s %g residual_s %g drift_ppm %g "
                     "offset_ns %s ref_ns %s how %s",
                     fid_inspect_clock ((enum fid_clock)k), m->anchor_n,
                     (double)m->uncertainty_ns / 1e9, (double)m->residual_ns / 1e9,
                     m->drift * 1e6, ns[0], ns[1], m->how);
    }
}

/* Every host with its clocks; those of the run are of the host whose log tells the phases. */
static void add_hosts (struct fid_doc *d, cJSON *doc, const struct fid_run *run)
{
    cJSON *list = fid_doc_list (d, doc, "hosts");
    for (size_t i = 0; i < run->hosts.n; i++) {
        const struct fid_host *h = &run->hosts.at[i];
        size_t file_n = 0;
        for (size_t k = 0; k < run->source_n; k++)
            file_n +=
                run->source[k].reader && !run->source[k].shared && run->source[k].host == i;
        cJSON *o = fid_doc_row (d, list, NULL,
                                "name %s uncertainty_s %g offset_s %g meetings %zu files %zu",
                                h->name, seconds_from (h->known, h->uncertainty_ns, 0),
                                seconds_from (h->known, h->offset_ns, 0), h->meeting_n, file_n);
        add_clock_maps (d, o, h->map);
    }
}

static void add_streams (struct fid_doc *d, cJSON *doc, const struct fid_run *run,
                         int64_t first_ns)
{
    static const char *const owner[] = {"own", "writeback", "foreign"};
    cJSON *list = fid_doc_list (d, doc, "events");
    for (int k = 0; k < FID_STREAM_N; k++) {
        const struct fid_stream *s = &run->stream[k];
        bool any = s->first_ns <= s->last_ns;
        uint64_t error_n = 0;
        for (int part = 0; part < FID_PART_N; part++)
            error_n += s->part[part].error_n;
        cJSON *o =
            fid_doc_row (d, list, NULL, "resource %s traced %hhd incomplete %hhd",
                         fid_stream_name ((enum fid_stream_id)k), s->traced, s->incomplete);
        for (int i = 0; i < FID_OWNER_N; i++)
            fid_doc_row (d, o, owner[i], "operations %ju bytes %ju", s->owner_op_n[i],
                         s->owner_byte_n[i]);
        cJSON *hosts = run->hosts.n > 1 ? fid_doc_list (d, o, "hosts") : NULL;
        for (size_t i = 0; i < run->hosts.n && hosts; i++)
            if (fid_host_sees (run, i, (enum fid_stream_id)k))
                fid_doc_row (d, hosts, NULL, "host %s bytes %ju busy_s %g",
                             run->hosts.at[i].name, run->hosts.at[i].use[k].byte_n,
                             (double)run->hosts.at[i].use[k].busy_ns / 1e9);
        fid_doc_members (d, o, "errors %ju first_s %g last_s %g", error_n,
                         seconds_from (any, s->first_ns, first_ns),
                         seconds_from (any, s->last_ns, first_ns));
    }
}

static void add_roles (struct fid_doc *d, cJSON *doc, const struct fid_run *run)
{
    cJSON *list = fid_doc_list (d, doc, "roles");
    for (int role = 0; role < FID_ROLE_N; role++)
        for (int rule = 0; rule < FID_ROLE_RULE_N; rule++) {
            const struct fid_role_use *u = &run->role[role][rule];
            if (u->op_n)
                fid_doc_row (d, list, NULL,
                             "role %s rule %s files %ju operations %ju read_bytes %ju "
                             "written_bytes %ju example %s",
                             fid_roles[role].name, fid_role_rules[rule].name, u->file_n,
                             u->op_n, u->read_byte_n, u->write_byte_n, u->example);
        }
}

/* The role is null where none, or more than one, could be meant. */
static void add_block_roles (struct fid_doc *d, cJSON *doc, const struct fid_run *run)
{
    cJSON *list = fid_doc_list (d, doc, "block_roles");
    for (int role = 0; role <= FID_ROLE_N; role++)
        if (run->block_byte_n[0][role] || run->block_byte_n[1][role])
            fid_doc_row (d, list, NULL, "role %s read_bytes %ju written_bytes %ju",
                         role < FID_ROLE_N ? fid_roles[role].name : "",
                         run->block_byte_n[0][role], run->block_byte_n[1][role]);
}

static void add_gauges (struct fid_doc *d, cJSON *doc, const struct fid_run *run,
                        int64_t first_ns)
{
    cJSON *list = fid_doc_list (d, doc, "samples");
    for (int k = 0; k < FID_GAUGE_N; k++) {
        const struct fid_gauge *g = &run->gauge[k];
        fid_doc_row (
            d, list, NULL, "resource %s samples %zu period_s %g first_s %g last_s %g mean %g",
            fid_gauge_name ((enum fid_gauge_id)k), g->n, g->n > 1 ? g->period_s : FID_GAP,
            g->n ? seconds_from (true, g->t_ns[0], first_ns) : FID_GAP,
            g->n ? seconds_from (true, g->t_ns[g->n - 1], first_ns) : FID_GAP,
            fid_gauge_mean (g));
    }
}

static void add_phases (struct fid_doc *d, cJSON *doc, const struct fid_run *run,
                        int64_t first_ns)
{
    const struct fid_phases *p = &run->phases;
    cJSON *list = fid_doc_list (d, doc, "phases");
    for (size_t i = 0; p->known && i < p->segment_n; i++) {
        const struct fid_segment *s = &p->segment[i];
        fid_doc_row (d, list, NULL, "phase %s start_s %g end_s %g epoch %f",
                     fid_part_name (s->part), seconds_from (true, s->start_ns, first_ns),
                     seconds_from (true, s->end_ns, first_ns), (double)s->epoch);
    }
    fid_doc_members (d, doc, "origin_s %g steps %zu other_steps %zu step_s %g",
                     seconds_from (p->known, p->origin_ns, first_ns), run->steps.n,
                     run->steps.other_n, run->step_s > 0 ? run->step_s : FID_GAP);
    struct fid_rank_steps *rank;
    size_t n;
    cJSON *ranks = fid_doc_list (d, doc, "ranks");
    fid_must (fid_steps_ranks (&run->steps, &rank, &n, &fid_why));
    for (size_t i = 0; i < n; i++) {
        const struct fid_source *s =
            rank[i].source < run->source_n ? &run->source[rank[i].source] : NULL;
        fid_doc_row (d, ranks, NULL, "rank %g host %s file %s steps %zu step_s %g",
                     (double)rank[i].rank, s ? host_of (run, s) : "", s ? s->path : "",
                     rank[i].n, rank[i].step_s);
    }
    free (rank);
}

static void add_epochs (struct fid_doc *d, cJSON *doc, const struct fid_run *run)
{
    struct fid_job_epochs e;
    fid_must (fid_job_epochs (&e, run, &fid_why));
    cJSON *list = fid_doc_list (d, doc, "epochs");
    for (size_t i = 0; i < e.n; i++)
        fid_doc_row (d, list, NULL,
                     "epoch %f span_s %g steps %zu computing %g read_bytes %g "
                     "storage_bytes %g",
                     (double)e.at[i].number, e.at[i].span_s, e.at[i].step_n,
                     e.at[i].busy < 0 ? FID_GAP : e.at[i].busy,
                     e.at[i].read_n < 0 ? FID_GAP : e.at[i].read_n,
                     e.at[i].stored_n < 0 ? FID_GAP : e.at[i].stored_n);
    fid_doc_members (d, doc, "not_measured_from_epoch %g", e.from ? (double)e.from : FID_GAP);
    fid_job_epochs_clear (&e);
}

cJSON *fid_inspect_json (const struct fid_run *run)
{
    int64_t first_ns, last_ns;
    bool any = fid_inspect_span (run, &first_ns, &last_ns);
    struct fid_doc out, *d = &out;
    fid_doc_begin (d);
    cJSON *doc = d->root;
    char start[FID_TIME_TEXT], hash[FID_HASH_TEXT];
    bool dated =
        any && run->clocks.axis != FID_CLOCK_RELATIVE && run->clocks.axis != FID_CLOCK_BOOT;
    fid_doc_members (
        d, doc, "schema %s id %s kind %s workload %s hash %s axis %s start %s span_s %g",
        FID_SCHEMA_INSPECT, run->id, run->emulation ? "emulation" : "real", run->workload,
        fid_hash_text (run->hash, hash), fid_inspect_clock (run->clocks.axis),
        dated ? fid_time_text (first_ns, 3, start) : "", seconds_from (any, last_ns, first_ns));
    add_files (d, doc, run, first_ns);
    add_clock_maps (d, doc, run->clocks.map);
    fid_doc_members (d, doc, "utc_offset_s %g utc_offset_how %s",
                     seconds_from (run->clocks.zone_known, run->clocks.zone_ns, 0),
                     run->clocks.zone_how);
    add_hosts (d, doc, run);
    add_streams (d, doc, run, first_ns);
    add_roles (d, doc, run);
    add_block_roles (d, doc, run);
    add_gauges (d, doc, run, first_ns);
    add_phases (d, doc, run, first_ns);
    add_epochs (d, doc, run);
    struct fid_bench_result r[FID_BENCH_RESULTS_MAX];
    size_t result_n = fid_bench_results (run, r, FID_BENCH_RESULTS_MAX);
    cJSON *results = fid_doc_list (d, doc, "results");
    for (size_t i = 0; i < result_n; i++)
        fid_doc_row (d, results, NULL, "result %s of %zu value %g unit %s min %g max %g",
                     r[i].key, r[i].n, r[i].value, r[i].unit, r[i].min, r[i].max);
    fid_doc_number (d, doc, "lost_events", (double)run->lost_n);
    cJSON *findings = fid_doc_list (d, doc, "findings");
    FID_EACH_OF (const struct fid_run_finding, f, run->findings.at, run->findings.n) {
        char text[FID_RUN_FINDING_TEXT];
        fid_doc_row (d, findings, NULL, "code %s severity %s resource %s text %s",
                     fid_run_finding_name (f->code),
                     fid_severity_name (fid_run_finding_severity (f->code)), f->resource,
                     fid_run_finding_text (f, text, sizeof text));
    }
    return fid_have (fid_doc_end (d, &fid_why));
}
