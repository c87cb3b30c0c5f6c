/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inspect_table.c - a run for people; see inspect.h */
#include "base/jsonbuild.h"
#include "base/plain.h"
#include "base/units.h"
#include "cli/inspect.h"
#include "job/epochs.h"
#include "run/bench_results.h"
#include "base/wrap.h"

#define WIDTH 80

/* A lag that is not certain is shown if it explains so much. */
#define LAG_SHOWN 0.5

static double put_seconds (int64_t ns)
{
    return (double)ns / 1e9;
}

/* Seconds behind an instant; FID_GAP if there is none. */
static double seconds_behind (bool known, int64_t t_ns, int64_t origin_ns)
{
    return known ? put_seconds (t_ns - origin_ns) : FID_GAP;
}

static void finish_table (struct fid_cells *c, const struct fid_common *common, FILE *f)
{
    enum fid_format format = common->format == FID_FORMAT_MD ? FID_FORMAT_MD : FID_FORMAT_TABLE;
    fputc ('\n', f);
    fid_must (fid_cells_end (c, format, f, &fid_why));
}

/* The table if it has a row. */
static void finish_some (struct fid_cells *c, const struct fid_common *common, FILE *f)
{
    if (c->cell_n || c->failed)
        finish_table (c, common, f);
    else
        fid_cells_clear (c);
}

static void put_wrapped (FILE *f, const char *first, const char *text)
{
    fid_must (fid_wrap (f, first, text, WIDTH, &fid_why));
}

static void put_head (const struct fid_run *run, bool any, int64_t first_ns, int64_t last_ns,
                      FILE *f)
{
    char from[FID_TIME_TEXT], to[FID_TIME_TEXT];
    const char *axis = fid_inspect_clock (run->clocks.axis);
    double span_s = put_seconds (last_ns - first_ns);
    const char *when =
        !any ? "nothing with a time"
        : run->clocks.axis == FID_CLOCK_BOOT || run->clocks.axis == FID_CLOCK_RELATIVE
            ? fid_textf ("%.1f s on the %s clock", span_s, axis)
            : fid_textf ("%s to %s, %s time, %.1f s", fid_time_text (first_ns, 3, from),
                         fid_time_text (last_ns, 3, to) + 11, axis, span_s);
    put_wrapped (f, "",
                 fid_textf ("%s: %s%s%s, %s", run->id,
                            run->emulation ? "emulation" : "real run",
                            run->workload[0] ? " of " : "", run->workload, when));
}

/* Puts what a reader of the table has to know of a file: rejected lines, files like it. */
static void put_file_notes (const struct fid_source *s, bool all, FILE *f)
{
    size_t n = s->reject_n < FID_REMARKS_MAX ? (size_t)s->reject_n : FID_REMARKS_MAX;
    char reason[FID_REMARK_TEXT], notes[FID_SOURCE_NOTES];
    for (size_t j = 0; j < n && (j == 0 || all); j++)
        put_wrapped (f, "  ",
                     fid_textf ("%s:%zu: %s", s->path, s->reject[j].line,
                                fid_remark_text (&s->reject[j], reason, sizeof reason)));
    if (s->more_n)
        put_wrapped (f, "  ",
                     fid_textf ("%s: and %" PRIu64
                                " more files of its folder that no reader knows",
                                s->path, s->more_n));
    if (*fid_source_notes (s, notes, sizeof notes))
        put_wrapped (f, "  ", notes);
    /* How much later than its stamps a monitor took its readings. */
    const struct fid_readlag *lag = &s->lag;
    if (lag->known && (lag->certain || lag->explained >= LAG_SHOWN))
        put_wrapped (
            f, "  ",
            fid_textf (
                "%s: read %.2f +- %.2f s later than stamped, by %s (%.1f %% explained): %s",
                s->path, put_seconds (lag->lag_ns), put_seconds (lag->uncertainty_ns), lag->by,
                100 * lag->explained,
                lag->certain ? "corrected" : "not certain, left as stamped"));
}

static void put_files (const struct fid_run *run, const struct fid_common *common, FILE *f)
{
    struct fid_cells c;
    fid_cells_begin (&c, "file|reader|clock|records|#rejected|#span s");
    FID_EACH (const struct fid_source, s, run->source) {
        fid_cells_row (&c, "%s %s %s", s->path, s->reader ? s->reader : "-",
                       s->reader ? fid_inspect_clock (s->clock) : "-");
        const struct {
            uint64_t n;
            const char *what;
        } kind[] = {
            {s->event_n, "events"}, {s->sample_n, "samples"}, {s->phase_n, "phases"},
            {s->step_n, "steps"},   {s->anchor_n, "anchors"},
        };
        size_t best = 0;
        for (size_t i = 1; i < sizeof kind / sizeof *kind; i++)
            if (kind[i].n > kind[best].n)
                best = i;
        if (!s->reader)
            fid_cells_missing (&c);
        else if (kind[best].n)
            fid_cells_add (&c, "%" PRIu64 " %s", kind[best].n, kind[best].what);
        else
            fid_cells_add (&c, s->used & FID_GIVES_FACTS ? "facts"
                               : s->used                 ? "none"
                                                         : "not used");
        fid_cells_row (&c, "%.0f %.1f", s->reader ? (double)s->reject_n : -1,
                       s->first_ns <= s->last_ns ? put_seconds (s->last_ns - s->first_ns) : -1);
    }
    finish_table (&c, common, f);
    for (size_t i = 0; i < run->source_n; i++)
        put_file_notes (&run->source[i], common->verbose, f);
}

static void put_clocks (const struct fid_run *run, const struct fid_common *common, FILE *f)
{
    struct fid_cells c;
    fid_cells_begin (&c, "clock|#anchors|#+/- ms|#residual ms|#drift ppm|related by");
    for (int k = 0; k < FID_CLOCK_N; k++) {
        const struct fid_clock_map *m = &run->clocks.map[k];
        if (!m->known)
            continue;
        fid_cells_row (&c, "%s %zu %.3lf %.3lf %.2lf %s", fid_inspect_clock ((enum fid_clock)k),
                       m->anchor_n, (double)m->uncertainty_ns / 1e6,
                       (double)m->residual_ns / 1e6, m->drift * 1e6,
                       (int)run->clocks.axis == k ? "the axis"
                       : m->how[0]                ? m->how
                                                  : "-");
    }
    finish_table (&c, common, f);
}

/* The hosts, where there are several: how their clocks were put onto one axis. */
static void put_hosts (const struct fid_run *run, const struct fid_common *common, FILE *f)
{
    struct fid_cells c;
    if (run->hosts.n < 2)
        return;
    fid_cells_begin (&c, "host|#+/- ms|#ahead s|#drift ppm|related by");
    for (size_t i = 0; i < run->hosts.n; i++) {
        const struct fid_host *h = &run->hosts.at[i];
        fid_cells_row (&c, "%s %.3lf %.3lf %.2lf", h->name,
                       h->known ? (double)h->uncertainty_ns / 1e6 : FID_GAP,
                       seconds_behind (h->known, h->offset_ns, 0),
                       h->known ? h->map[run->clocks.axis].drift * 1e6 : FID_GAP);
        if (h->known && h->meeting_n)
            fid_cells_add (&c, "%zu instants that both logged", h->meeting_n);
        else
            fid_cells_text (&c, !h->known             ? NULL
                                : i == run->axis_host ? "the axis"
                                                      : "its wall clock");
    }
    finish_table (&c, common, f);
}

static void put_streams (const struct fid_run *run, const struct fid_common *common,
                         int64_t origin_ns, FILE *f)
{
    struct fid_cells c;
    fid_cells_begin (&c, "resource|#own|#bytes|#write-back|#foreign|#first s|#last s");
    for (int k = 0; k < FID_STREAM_N; k++) {
        const struct fid_stream *s = &run->stream[k];
        bool any = s->traced && s->first_ns <= s->last_ns;
        double op_n[FID_OWNER_N];
        for (int i = 0; i < FID_OWNER_N; i++)
            op_n[i] = s->traced ? (double)s->owner_op_n[i] : FID_GAP;
        char bytes[FID_UNITS_TEXT] = "";
        if (s->traced && s->sized && k != FID_STREAM_DATA_OPEN)
            fid_format_bytes ((double)s->owner_byte_n[FID_OWNER_SELF], bytes, sizeof bytes);
        fid_cells_row (&c, "%s %.0lf %s %.0lf %.0lf %.1lf %.1lf",
                       fid_stream_name ((enum fid_stream_id)k), op_n[FID_OWNER_SELF], bytes,
                       op_n[FID_OWNER_WRITEBACK], op_n[FID_OWNER_FOREIGN],
                       seconds_behind (any, s->first_ns, origin_ns),
                       seconds_behind (any, s->last_ns, origin_ns));
    }
    finish_table (&c, common, f);
}

/* What the run's file operations are for, and which rule said so. */
static void put_roles (const struct fid_run *run, const struct fid_common *common, FILE *f)
{
    struct fid_cells c;
    char bytes[2][FID_UNITS_TEXT];
    fid_cells_begin (&c, "role|decided by|#files|#operations|#read|#written|for example");
    for (int role = 0; role < FID_ROLE_N; role++)
        for (int rule = 0; rule < FID_ROLE_RULE_N; rule++) {
            const struct fid_role_use *u = &run->role[role][rule];
            if (u->op_n)
                fid_cells_row (
                    &c, "%s %s %ju %ju %s %s %s", fid_roles[role].name,
                    fid_role_rules[rule].name, u->file_n, u->op_n,
                    fid_format_bytes ((double)u->read_byte_n, bytes[0], sizeof bytes[0]),
                    fid_format_bytes ((double)u->write_byte_n, bytes[1], sizeof bytes[1]),
                    u->example);
        }
    finish_some (&c, common, f);
}

/* What the run's own block requests are for. */
static void put_block_roles (const struct fid_run *run, const struct fid_common *common,
                             FILE *f)
{
    struct fid_cells c;
    char bytes[2][FID_UNITS_TEXT];
    fid_cells_begin (&c, "role|#read from disk|#written to disk");
    for (int role = 0; role <= FID_ROLE_N; role++) {
        double n[2] = {(double)run->block_byte_n[0][role], (double)run->block_byte_n[1][role]};
        if (n[0] > 0 || n[1] > 0)
            fid_cells_row (&c, "%s %s %s", role < FID_ROLE_N ? fid_roles[role].name : "unknown",
                           fid_format_bytes (n[0], bytes[0], sizeof bytes[0]),
                           fid_format_bytes (n[1], bytes[1], sizeof bytes[1]));
    }
    finish_some (&c, common, f);
}

static void put_phases (const struct fid_run *run, const struct fid_common *common, FILE *f)
{
    struct fid_cells c;
    if (!run->phases.known) {
        fputs ("\nno phases: no log of the application\n", f);
        return;
    }
    fid_cells_begin (&c, "phase|#spans|#s");
    for (int k = 0; k < FID_PART_N; k++) {
        double sum_s;
        size_t n = fid_phases_sum (&run->phases, (enum fid_part)k, &sum_s);
        if (n)
            fid_cells_row (&c, "%s %zu %.2f", fid_part_name ((enum fid_part)k), n, sum_s);
    }
    finish_table (&c, common, f);
    if (run->steps.n)
        fprintf (f, "%zu steps, median %.3f s\n", run->steps.n, run->step_s);
    if (run->steps.other_n)
        fprintf (f, "%zu steps of other ranks\n", run->steps.other_n);
}

/* Digits of numbers up to this one; that it has no exponent. */
static int digits_of (double most)
{
    return most < 1e10 ? 10 : 16;
}

/* What the benchmark says that it measured. */
static void put_results (const struct fid_run *run, const struct fid_common *common, FILE *f)
{
    static const struct fid_column columns[] = {
        {"result", false}, {"of", true},  {"", false},  {"value", true},
        {"unit", false},   {"min", true}, {"max", true}};
    struct fid_bench_result r[FID_BENCH_RESULTS_MAX];
    struct fid_cells c;
    size_t n = fid_bench_results (run, r, FID_BENCH_RESULTS_MAX);
    if (!n)
        return;
    fid_cells_init (&c, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < n; i++) {
        fid_cells_row (&c, "%s %zu", r[i].key, r[i].n);
        fid_cells_text (&c, r[i].n < 2 ? NULL : r[i].sum ? "sum" : "median");
        fid_cells_add (&c, "%.*g", digits_of (r[i].max), r[i].value);
        fid_cells_text (&c, *r[i].unit ? r[i].unit : NULL);
        for (int k = 0; k < 2; k++)
            if (r[i].n > 1)
                fid_cells_add (&c, "%.*g", digits_of (r[i].max), k ? r[i].max : r[i].min);
            else
                fid_cells_missing (&c);
    }
    finish_table (&c, common, f);
}

/* How much of each epoch the storage delivered, and from which on it was not measured. */
static void put_epochs (const struct fid_run *run, const struct fid_common *common, FILE *f)
{
    struct fid_job_epochs e;
    struct fid_cells c;
    char bytes[2][FID_UNITS_TEXT];
    fid_must (fid_job_epochs (&e, run, &fid_why));
    fid_cells_begin (&c, "#epoch|#s|#steps|#computing %|#data read|#from the storage");
    FID_EACH_OF (const struct fid_job_epoch, at, e.at, e.n) {
        double n[2] = {at->read_n, at->stored_n};
        for (int k = 0; k < 2; k++) {
            *bytes[k] = '\0';
            if (n[k] >= 0)
                fid_format_bytes (n[k], bytes[k], sizeof bytes[k]);
        }
        fid_cells_row (&c, "%d %.2f %zu %.0f %s %s", at->number, at->span_s, at->step_n,
                       at->busy < 0 ? -1 : 100 * at->busy, bytes[0], bytes[1]);
    }
    finish_some (&c, common, f);
    if (e.n && (e.by_steps || e.by_rate))
        put_wrapped (
            f, "",
            fid_textf ("%s%s%s",
                       e.by_steps ? "data read: samples of the steps, by their configured size"
                                  : "",
                       e.by_steps && e.by_rate ? "; " : "",
                       e.by_rate ? "from the storage: the disk rate, of all processes" : ""));
    if (e.from)
        put_wrapped (
            f, "",
            fid_textf (
                "from epoch %d on the storage was not measured: it delivers %.1f %% of the "
                "data, the page cache the rest. More data than memory, or dropping the "
                "page cache between epochs, would measure it",
                e.from, 100 * e.share));
    fid_job_epochs_clear (&e);
}

static void put_run (const struct fid_run *run, const struct fid_common *common, FILE *f)
{
    static const char *const severity[] = {
        [FID_INFO] = "info     ", [FID_WARNING] = "warning  ", [FID_SERIOUS] = "serious  "};
    int64_t first_ns, last_ns;
    bool any = fid_inspect_span (run, &first_ns, &last_ns);
    put_head (run, any, first_ns, last_ns, f);
    put_files (run, common, f);
    put_clocks (run, common, f);
    put_hosts (run, common, f);
    put_streams (run, common, first_ns, f);
    put_roles (run, common, f);
    put_block_roles (run, common, f);
    struct fid_cells c;
    fid_cells_begin (&c, "resource|#samples|#every s|#first s|#last s");
    for (int k = 0; k < FID_GAUGE_N; k++) {
        const struct fid_gauge *g = &run->gauge[k];
        fid_cells_row (&c, "%s %zu %.2lf %.1lf %.1lf", fid_gauge_name ((enum fid_gauge_id)k),
                       g->n, g->n ? g->period_s : FID_GAP,
                       seconds_behind (g->n, g->n ? g->t_ns[0] : 0, first_ns),
                       seconds_behind (g->n, g->n ? g->t_ns[g->n - 1] : 0, first_ns));
    }
    finish_table (&c, common, f);
    put_phases (run, common, f);
    put_epochs (run, common, f);
    put_results (run, common, f);
    if (run->lost_n)
        fprintf (f, "\n%" PRIu64 " events were lost by the tracers\n", run->lost_n);
    if (run->findings.n)
        fputc ('\n', f);
    FID_EACH_OF (const struct fid_run_finding, finding, run->findings.at, run->findings.n) {
        char words[FID_RUN_FINDING_TEXT];
        put_wrapped (f, severity[fid_run_finding_severity (finding->code)],
                     fid_textf ("%s%s%s", finding->resource ? finding->resource : "",
                                finding->resource ? ": " : "",
                                fid_run_finding_text (finding, words, sizeof words)));
    }
}

void fid_inspect_table (const struct fid_run *run, const struct fid_common *common, FILE *f)
{
    FILE *md =
        common->format == FID_FORMAT_MD ? fid_have (fid_markdown_open (f, &fid_why)) : NULL;
    put_run (run, common, md ? md : f);
    if (md)
        fclose (md);
}
