/* result_json.c - the result document of a compared pair; see result.h */
#include "config.h"
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include "base/hash.h"
#include "compare/calibration.h"
#include "compare/compare.h"
#include "compare/repeats.h"
#include "compare/result_json.h"

static void
options_json (struct fid_doc *d, cJSON *o, const struct fid_comparison *c,
              const struct fid_run_opts *run_opts, const struct fid_compare_opts *opts)
{
    const struct fid_pair *p = &c->pair;
    char hex[FID_HASH_TEXT] = "";
#define NAME(id) fid_settings[FID_SETTING_##id].name
    fid_doc_text (d, o, NAME (WINDOW), fid_window_name (p->window));
    fid_doc_text (d, o, NAME (PER), fid_per_name (p->units.per));
    fid_doc_bool (d, o, NAME (ALL_PROCESSES), run_opts->all_processes);
    fid_doc_bool (d, o, NAME (DAY_FIRST), run_opts->day_first);
    fid_doc_text (d, o, NAME (ROLES),
                  run_opts->roles_hash ? fid_hash_text (run_opts->roles_hash, hex) : NULL);
    fid_doc_maybe (d, o, NAME (UTC_OFFSET), run_opts->has_zone,
                   (double)run_opts->zone_ns / 1e9);
    fid_doc_maybe (d, o, "step_s", p->step_s > 0, p->step_s);
    fid_doc_number (d, o, NAME (DT), p->dt_s);
    fid_doc_number (d, o, "rhythm_dt_s", p->rhythm_dt_s);
    fid_doc_maybe (d, o, NAME (BAND), c->length_s[p->window][0] > 0,
                   fid_pair_band (p, c->length_s[p->window][0]));
    fid_doc_number (d, o, NAME (PENALTY), p->penalty);
    fid_doc_number (d, o, NAME (TOLERANCE), p->tolerance_s);
    fid_doc_text (d, o, NAME (PROFILE), fid_comparison_verdict (c)->profile->name);
    fid_doc_hash (d, o, "profile_hash", fid_comparison_verdict (c)->profile->hash);
    fid_doc_text (d, o, "calibration",
                  opts->calibration ? fid_hash_text (opts->calibration->hash, hex) : NULL);
    fid_json_excluded (d, fid_doc_list (d, o, NAME (EXCLUDE_GROUPS)), p);
}

static void
inputs_json (struct fid_doc *d, cJSON *list, const struct fid_run *run, bool named)
{
    for (size_t i = 0; i < run->source_n; i++) {
        const struct fid_source *s = &run->source[i];
        if (!s->used)
            continue;
        cJSON *in = fid_doc_object (d, list, NULL);
        if (named) {
            char path[PATH_MAX];
            snprintf (path, sizeof path, "%s/%s", run->id, s->path);
            fid_doc_text (d, in, "file", path);
        } else {
            fid_doc_text (d, in, "file", s->path);
        }
        fid_doc_text (d, in, "reader", s->reader);
        fid_doc_number (d, in, "bytes", (double)s->byte_n);
        fid_doc_hash (d, in, "hash", s->hash);
    }
}

/* A side: one run, or several under the name of the first "+" how many more. */
static void
side_json (struct fid_doc *d, cJSON *o, const struct fid_run *const *run, size_t n, bool mixed)
{
    char id[300], more[24] = "";
    uint64_t hash = run[0]->hash;
    if (n > 1)
        snprintf (more, sizeof more, "+%zu", n - 1);
    snprintf (id, sizeof id, "%.250s%s", run[0]->id, more);
    for (size_t i = 1; i < n; i++)
        hash = fid_hash_pair (hash, run[i]->hash);
    const char *workload = "";
    for (size_t i = 0; i < n && !mixed && !*workload; i++)
        workload = run[i]->workload;
    fid_doc_text (d, o, "id", n > 1 ? id : run[0]->id);
    fid_doc_text (d, o, "workload", workload);
    if (run[0]->predicted)
        fid_doc_bool (d, o, "predicted", true);
    fid_doc_hash (d, o, "hash", hash);
    cJSON *runs = fid_doc_list (d, o, "runs");
    for (size_t i = 0; i < n; i++)
        fid_doc_text (d, runs, NULL, run[i]->id);
    cJSON *inputs = fid_doc_list (d, o, "inputs");
    for (size_t i = 0; i < n; i++)
        inputs_json (d, inputs, run[i], n > 1);
}

/* The clock that event traces are in, else the axis itself. */
static const struct fid_clock_map *
main_clock (const struct fid_run *run)
{
    const struct fid_clock_map *boot = &run->clocks.map[FID_CLOCK_BOOT];
    return boot->known ? boot : &run->clocks.map[run->clocks.axis];
}

static void
clock_json (struct fid_doc *d, cJSON *o, const struct fid_run *run)
{
    static const char *const axis[] = {"utc",         "application", "local",
                                       "time of day", "boot",        "relative"};
    const struct fid_clock_map *m = main_clock (run);
    fid_doc_text (d, o, "axis", axis[run->clocks.axis]);
    fid_doc_maybe (d, o, "uncertainty_s", m->known, (double)m->uncertainty_ns / 1e9);
    fid_doc_maybe (d, o, "residual_s", m->known, (double)m->residual_ns / 1e9);
    fid_doc_maybe (d, o, "drift_ppm", m->known, m->drift * 1e6);
    fid_doc_text (d, o, "how", m->how);
}

static double
origin_s (const struct fid_run *run)
{
    const struct fid_phases *p = &run->phases;
    int64_t first = p->known ? p->first_ns : 0;
    for (int i = 0; i < FID_STREAM_N; i++)
        if (run->stream[i].first_ns < first)
            first = run->stream[i].first_ns;
    return p->known ? (double)(p->origin_ns - first) / 1e9 : 0;
}

static void
alignment_json (struct fid_doc *d, cJSON *o, const struct fid_comparison *c)
{
    const struct fid_alignment *a = &c->alignment;
    const struct fid_run *real = c->pair.real, *emu = c->pair.emu;
    cJSON *clock = fid_doc_object (d, o, "clock");
    clock_json (d, fid_doc_object (d, clock, "real"), real);
    clock_json (d, fid_doc_object (d, clock, "emulation"), emu);
    cJSON *origin = fid_doc_object (d, o, "origin_s");
    fid_doc_number (d, origin, "real", origin_s (real));
    fid_doc_number (d, origin, "emulation", origin_s (emu));
    fid_doc_text (d, o, "lag_of", a->lag_known ? a->lag_of : NULL);
    fid_doc_maybe (d, o, "lag_s", a->lag_known, a->lag_s);
    fid_doc_maybe (d, o, "lag_peak", a->lag_known, a->lag_peak);
    fid_doc_bool (d, o, "lag_ambiguous", a->lag_ambiguous);
    fid_doc_maybe (d, o, "warp_mean_s", a->warp_known, a->warp_mean_s);
    fid_doc_maybe (d, o, "warp_max_s", a->warp_known, a->warp_max_s);
    const struct fid_clock_map *ma = main_clock (real), *mb = main_clock (emu);
    fid_doc_maybe (d, o, "uncertainty_s", ma->known && mb->known,
                   (double)(ma->uncertainty_ns + mb->uncertainty_ns) / 1e9);
}

static void
windows_json (struct fid_doc *d, cJSON *list, const struct fid_comparison *c)
{
    for (int w = 0; w < FID_WINDOW_N; w++) {
        double a = c->length_s[w][0], b = c->length_s[w][1];
        cJSON *o = fid_doc_object (d, list, NULL);
        fid_doc_text (d, o, "window", fid_window_name ((enum fid_window)w));
        fid_doc_bool (d, o, "headline", (enum fid_window)w == c->pair.window);
        fid_doc_maybe (d, o, "real_s", a > 0, a);
        fid_doc_maybe (d, o, "emulation_s", b > 0, b);
        fid_doc_text (d, o, "reason",
                      c->done[w] ? NULL
                      : a > 0    ? "not in the emulation"
                      : b > 0    ? "not in the real run"
                                 : "in neither run");
    }
}

static void
findings_json (struct fid_doc *d, cJSON *list, const struct fid_comparison *c)
{
    char text[FID_FOUND_MAX];
    for (int s = FID_SERIOUS; s >= FID_INFO; s--) /* the worst first */
        for (size_t i = 0; i < c->finding_n; i++) {
            if ((int)c->finding[i].severity != s)
                continue;
            cJSON *o = fid_doc_object (d, list, NULL);
            fid_doc_text (d, o, "severity", fid_severity_name ((enum fid_severity)s));
            enum fid_resource_id r = c->finding[i].resource;
            fid_doc_text (d, o, "resource", r < FID_RESOURCE_N ? fid_resources[r].name : NULL);
            fid_doc_null (d, o, "facet");
            fid_doc_null (d, o, "phase");
            fid_doc_text (d, o, "text", fid_found_text (&c->finding[i], text));
        }
}

/* What was odd about a run. */
static void
run_warnings (struct fid_doc *d, cJSON *list, const struct fid_run *run)
{
    for (size_t i = 0; i < run->findings.n; i++) {
        const struct fid_run_finding *f = &run->findings.at[i];
        char finding[FID_RUN_FINDING_TEXT], text[2 * FID_RUN_FINDING_TEXT];
        fid_run_finding_text (f, finding, sizeof finding);
        snprintf (text, sizeof text, "%s: %s%s%s", run->id, f->resource ? f->resource : "",
                  f->resource ? ": " : "", finding);
        fid_doc_text (d, list, NULL, text);
    }
}

/* The files that the system did not let be read, where there are any. */
static void
incomplete_json (struct fid_doc *d, cJSON *doc, const struct fid_run *const *run, size_t n)
{
    char text[600];
    size_t at = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < run[i]->source_n && at < sizeof text; k++) {
            const struct fid_source *s = &run[i]->source[k];
            const char *why = strstr (s->failure, s->path); /* without this machine's folders */
            if (s->refused)
                at += (size_t)snprintf (text + at, sizeof text - at, "%s%s: %s", at ? "; " : "",
                                        run[i]->id, why ? why : s->failure);
        }
    if (at)
        fid_doc_text (d, doc, "incomplete", text);
}

static void
repeats_json (struct fid_doc *d, cJSON *doc, const struct fid_comparison *c)
{
    const struct fid_repeats *r = c->repeats;
    if (!r) {
        fid_doc_null (d, doc, "repeats");
        return;
    }
    cJSON *o = fid_doc_object (d, doc, "repeats");
    fid_doc_number (d, o, "real", (double)r->real_n);
    fid_doc_number (d, o, "emulation", (double)r->emu_n);
    fid_doc_number (d, o, "pairs", (double)(r->real_n * r->emu_n));
    cJSON *middle = fid_doc_object (d, o, "middle");
    fid_doc_text (d, middle, "real", c->pair.real->id);
    fid_doc_text (d, middle, "emulation", c->pair.emu->id);
}

cJSON *
fid_comparison_json (const struct fid_comparison *c, const struct fid_run_opts *run_opts,
                     const struct fid_compare_opts *opts, struct fid_error *err)
{
    char key[17];
    struct fid_doc out, *d = &out;
    fid_doc_begin (d);
    cJSON *doc = d->root;
    fid_compare_key (run_opts, opts, key);
    fid_doc_text (d, doc, "schema", "fidlio.pair/2");
    cJSON *tool = fid_doc_object (d, doc, "tool");
    fid_doc_text (d, tool, "name", "fidlio");
    fid_doc_text (d, tool, "version", fid_version ());
    fid_doc_text (d, tool, "key", key);
    options_json (d, fid_doc_object (d, tool, "options"), c, run_opts, opts);
    const struct fid_run *const both[2] = {c->pair.real, c->pair.emu};
    const struct fid_repeats *r = c->repeats;
    const struct fid_run *const *run = r ? r->run : both;
    size_t real_n = r ? r->real_n : 1, emu_n = r ? r->emu_n : 1;
    side_json (d, fid_doc_object (d, doc, "real"), run, real_n, r && r->mixed_real);
    side_json (d, fid_doc_object (d, doc, "emulation"), run + real_n, emu_n, r && r->mixed_emu);
    incomplete_json (d, doc, run, real_n + emu_n);
    alignment_json (d, fid_doc_object (d, doc, "alignment"), c);
    windows_json (d, fid_doc_list (d, doc, "windows"), c);
    fid_json_resources (d, fid_doc_list (d, doc, "resources"), c);
    if (fid_json_verdicts (d, doc, c, err)) {
        cJSON_Delete (doc);
        return NULL;
    }
    repeats_json (d, doc, c);
    if (fid_json_attribution (d, doc, c, run_opts, opts, err)) {
        cJSON_Delete (doc);
        return NULL;
    }
    findings_json (d, fid_doc_list (d, doc, "findings"), c);
    cJSON *warnings = fid_doc_list (d, doc, "warnings");
    for (int side = 0; side < 2; side++)
        if (r && (side ? r->mixed_emu : r->mixed_real))
            fid_doc_text (d, warnings, NULL,
                          side ? "the runs of the emulation are of several workloads"
                               : "the real runs are of several workloads");
    for (size_t i = 0; i < real_n + emu_n; i++)
        run_warnings (d, warnings, run[i]);
    return fid_doc_end (d, err);
}
