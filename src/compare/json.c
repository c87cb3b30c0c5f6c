/* json.c - the result document of a compared pair; see result.h */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "compare/attribution.h"

/* cJSON_Create... of what may be missing. */
static void
put_number (cJSON *o, const char *key, bool have, double v)
{
    if (have)
        cJSON_AddNumberToObject (o, key, v);
    else
        cJSON_AddNullToObject (o, key);
}

static void
put_text (cJSON *o, const char *key, const char *s)
{
    if (s && s[0])
        cJSON_AddStringToObject (o, key, s);
    else
        cJSON_AddNullToObject (o, key);
}

/* [low, high], or null. */
static void
put_interval (cJSON *o, const char *key, bool have, double low, double high)
{
    if (have && low >= 0) {
        cJSON *ci = cJSON_AddArrayToObject (o, key);
        cJSON_AddItemToArray (ci, cJSON_CreateNumber (low));
        cJSON_AddItemToArray (ci, cJSON_CreateNumber (high));
    } else {
        cJSON_AddNullToObject (o, key);
    }
}

static void
put_hash (cJSON *o, uint64_t hash)
{
    char hex[17];
    snprintf (hex, sizeof hex, "%016llx", (unsigned long long)hash);
    cJSON_AddStringToObject (o, "hash", hex);
}

/* Names of the groups out of scope. */
static cJSON *
excluded_json (const struct fid_pair *pair)
{
    cJSON *list = cJSON_CreateArray ();
    for (size_t g = 0; fid_groups[g]; g++)
        if (pair->excluded >> g & 1)
            cJSON_AddItemToArray (list, cJSON_CreateString (fid_groups[g]));
    return list;
}

static cJSON *
options_json (const struct fid_comparison *c, const struct fid_run_opts *run_opts,
              const struct fid_compare_opts *opts)
{
    const struct fid_pair *p = &c->pair;
    cJSON *o = cJSON_CreateObject ();
    cJSON_AddStringToObject (o, "window", fid_window_name (p->window));
    cJSON_AddBoolToObject (o, "all_processes", run_opts->all_processes);
    cJSON_AddBoolToObject (o, "day_first", run_opts->day_first);
    put_number (o, "utc_offset_s", run_opts->has_zone, (double)run_opts->zone_ns / 1e9);
    put_number (o, "step_s", p->step_s > 0, p->step_s);
    cJSON_AddNumberToObject (o, "dt_s", p->dt_s);
    cJSON_AddNumberToObject (o, "rhythm_dt_s", p->rhythm_dt_s);
    put_number (o, "band_s", c->length_s[p->window][0] > 0,
                fid_pair_band (p, c->length_s[p->window][0]));
    cJSON_AddNumberToObject (o, "penalty", p->penalty);
    cJSON_AddNumberToObject (o, "tolerance_s", p->tolerance_s);
    char hex[17] = "";
    if (opts->calibration)
        snprintf (hex, sizeof hex, "%016llx", (unsigned long long)opts->calibration->hash);
    put_text (o, "calibration", hex);
    cJSON_AddItemToObject (o, "exclude_groups", excluded_json (p));
    return o;
}

static cJSON *
run_json (const struct fid_run *run)
{
    cJSON *o = cJSON_CreateObject ();
    cJSON_AddStringToObject (o, "id", run->id);
    put_text (o, "workload", run->workload);
    put_hash (o, run->hash);
    cJSON *runs = cJSON_AddArrayToObject (o, "runs");
    cJSON_AddItemToArray (runs, cJSON_CreateString (run->id));
    cJSON *inputs = cJSON_AddArrayToObject (o, "inputs");
    for (size_t i = 0; i < run->source_n; i++) {
        const struct fid_source *s = &run->source[i];
        if (!s->used)
            continue;
        cJSON *in = cJSON_CreateObject ();
        cJSON_AddStringToObject (in, "file", s->path);
        cJSON_AddStringToObject (in, "reader", s->reader);
        cJSON_AddNumberToObject (in, "bytes", (double)s->byte_n);
        put_hash (in, s->hash);
        cJSON_AddItemToArray (inputs, in);
    }
    return o;
}

/* The clock that event traces are in, else the axis itself. */
static const struct fid_clock_map *
main_clock (const struct fid_run *run)
{
    const struct fid_clock_map *boot = &run->clocks.map[FID_CLOCK_BOOT];
    return boot->known ? boot : &run->clocks.map[run->clocks.axis];
}

static cJSON *
clock_json (const struct fid_run *run)
{
    static const char *const axis[] = {"utc",         "application", "local",
                                       "time of day", "boot",        "relative"};
    const struct fid_clock_map *m = main_clock (run);
    cJSON *o = cJSON_CreateObject ();
    cJSON_AddStringToObject (o, "axis", axis[run->clocks.axis]);
    put_number (o, "uncertainty_s", m->known, (double)m->uncertainty_ns / 1e9);
    put_number (o, "residual_s", m->known, (double)m->residual_ns / 1e9);
    put_number (o, "drift_ppm", m->known, m->drift * 1e6);
    put_text (o, "how", m->how);
    return o;
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

static cJSON *
alignment_json (const struct fid_comparison *c)
{
    const struct fid_alignment *a = &c->alignment;
    const struct fid_run *real = c->pair.real, *emu = c->pair.emu;
    cJSON *o = cJSON_CreateObject (), *clock = cJSON_AddObjectToObject (o, "clock");
    cJSON_AddItemToObject (clock, "real", clock_json (real));
    cJSON_AddItemToObject (clock, "emulation", clock_json (emu));
    cJSON *origin = cJSON_AddObjectToObject (o, "origin_s");
    cJSON_AddNumberToObject (origin, "real", origin_s (real));
    cJSON_AddNumberToObject (origin, "emulation", origin_s (emu));
    put_text (o, "lag_of", a->lag_known ? a->lag_of : NULL);
    put_number (o, "lag_s", a->lag_known, a->lag_s);
    put_number (o, "lag_peak", a->lag_known, a->lag_peak);
    cJSON_AddBoolToObject (o, "lag_ambiguous", a->lag_ambiguous);
    put_number (o, "warp_mean_s", a->warp_known, a->warp_mean_s);
    put_number (o, "warp_max_s", a->warp_known, a->warp_max_s);
    const struct fid_clock_map *ma = main_clock (real), *mb = main_clock (emu);
    put_number (o, "uncertainty_s", ma->known && mb->known,
                (double)(ma->uncertainty_ns + mb->uncertainty_ns) / 1e9);
    return o;
}

static cJSON *
windows_json (const struct fid_comparison *c)
{
    cJSON *list = cJSON_CreateArray ();
    for (int w = 0; w < FID_WINDOW_N; w++) {
        double a = c->length_s[w][0], b = c->length_s[w][1];
        cJSON *o = cJSON_CreateObject ();
        cJSON_AddStringToObject (o, "window", fid_window_name ((enum fid_window)w));
        cJSON_AddBoolToObject (o, "headline", (enum fid_window)w == c->pair.window);
        put_number (o, "real_s", a > 0, a);
        put_number (o, "emulation_s", b > 0, b);
        put_text (o, "reason",
                  c->done[w] ? NULL
                  : a > 0    ? "not in the emulation"
                  : b > 0    ? "not in the real run"
                             : "in neither run");
        cJSON_AddItemToArray (list, o);
    }
    return list;
}

static cJSON *
facet_json (const struct fid_facet *f, bool scored)
{
    cJSON *o = cJSON_CreateObject ();
    cJSON_AddStringToObject (o, "facet", f->facet);
    cJSON_AddStringToObject (o, "measure", f->metric->name);
    cJSON_AddStringToObject (o, "quantity", f->quantity);
    put_number (o, "distance", f->valid, f->value.distance);
    cJSON_AddStringToObject (o, "unit", f->metric->unit);
    put_number (o, "similarity", f->valid, f->value.similarity);
    cJSON_AddNumberToObject (o, "weight", f->weight);
    put_number (o, "ceiling", scored && f->ceiling >= 0, f->ceiling);
    put_number (o, "floor", scored && f->floor >= 0, f->floor);
    put_number (o, "score", scored && f->score >= 0, f->score);
    put_number (o, "noise_multiple", scored && f->noise_multiple >= 0, f->noise_multiple);
    put_text (o, "reason", !f->valid ? f->reason : scored ? f->score_reason : NULL);
    cJSON *detail = cJSON_AddObjectToObject (o, "detail");
    for (size_t i = 0; f->valid && i < f->value.detail_n; i++)
        cJSON_AddNumberToObject (detail, f->value.detail[i].name, f->value.detail[i].value);
    return o;
}

/* The members a resource has in the headline and in every other window. */
static void
card_json (cJSON *o, const struct fid_card *card, bool scored)
{
    static const char *const status[] = {"compared", "idle", "not compared"};
    cJSON_AddStringToObject (o, "window", fid_window_name (card->window));
    cJSON_AddStringToObject (o, "status", status[card->status]);
    put_text (o, "reason", card->reason);
    put_number (o, "similarity", card->status != FID_CARD_NOT_COMPARED, card->similarity);
    put_number (o, "score", scored && card->score >= 0, card->score);
    put_interval (o, "score_ci", scored, card->score_low, card->score_high);
    cJSON *facets = cJSON_AddArrayToObject (o, "facets");
    for (size_t i = 0; i < card->facet_n; i++)
        cJSON_AddItemToArray (facets, facet_json (&card->facet[i], scored));
}

static cJSON *
resources_json (const struct fid_comparison *c)
{
    cJSON *list = cJSON_CreateArray ();
    for (size_t r = 0; r < c->resource_n; r++) {
        cJSON *o = cJSON_CreateObject ();
        cJSON_AddStringToObject (o, "resource", fid_resources[r].name);
        cJSON_AddStringToObject (o, "group", fid_resources[r].group);
        card_json (o, fid_comparison_card (c, c->pair.window, r), c->scored);
        cJSON *others = cJSON_AddArrayToObject (o, "windows");
        for (int w = 0; w < FID_WINDOW_N; w++) {
            const struct fid_card *card = fid_comparison_card (c, (enum fid_window)w, r);
            if (!card || (enum fid_window)w == c->pair.window ||
                (!card->facet_n && card->status != FID_CARD_IDLE))
                continue;
            cJSON *item = cJSON_CreateObject ();
            card_json (item, card, false); /* the calibration is for the headline */
            cJSON_AddItemToArray (others, item);
        }
        cJSON_AddItemToArray (list, o);
    }
    return list;
}

static cJSON *
facet_ref (const struct fid_card *card, const char *facet, double similarity)
{
    cJSON *o = cJSON_CreateObject ();
    cJSON_AddStringToObject (o, "resource", card->info->name);
    cJSON_AddStringToObject (o, "facet", facet);
    cJSON_AddNumberToObject (o, "similarity", similarity);
    return o;
}

static bool
out_of_scope (const struct fid_comparison *c, const char *group)
{
    for (size_t g = 0; fid_groups[g]; g++)
        if (strcmp (fid_groups[g], group) == 0)
            return c->pair.excluded >> g & 1;
    return false;
}

/* The facet in scope of the headline with the lowest (highest) similarity. */
static cJSON *
extreme_facet (const struct fid_comparison *c, bool worst)
{
    const struct fid_card *best_card = NULL;
    const char *best = NULL;
    double best_s = 0;
    for (size_t r = 0; r < c->resource_n; r++) {
        const struct fid_card *card = fid_comparison_card (c, c->pair.window, r);
        if (out_of_scope (c, card->info->group))
            continue;
        for (size_t f = 0; card->status == FID_CARD_COMPARED && f < card->facet_n; f++) {
            double s = fid_card_facet (card, card->facet[f].facet);
            if (s < 0 || (best_card && (worst ? s >= best_s : s <= best_s)))
                continue;
            best_card = card;
            best = card->facet[f].facet;
            best_s = s;
        }
    }
    return best_card ? facet_ref (best_card, best, best_s) : cJSON_CreateNull ();
}

static void
overall_json (cJSON *doc, const struct fid_comparison *c, bool calibrated)
{
    cJSON *groups = cJSON_AddArrayToObject (doc, "groups");
    cJSON *missing = cJSON_CreateArray ();
    size_t all_n = 0, compared_n;
    for (size_t g = 0; fid_groups[g]; g++) {
        size_t n;
        bool in_scope = !out_of_scope (c, fid_groups[g]);
        all_n += in_scope;
        double s = fid_comparison_group (c, fid_groups[g], &n);
        cJSON *o = cJSON_CreateObject ();
        cJSON_AddStringToObject (o, "group", fid_groups[g]);
        put_number (o, "similarity", s >= 0, s);
        cJSON_AddNumberToObject (o, "resources", (double)n);
        put_number (o, "score", c->scored && c->scores.group[g] >= 0, c->scores.group[g]);
        cJSON_AddItemToArray (groups, o);
        if (s < 0 && in_scope)
            cJSON_AddItemToArray (missing, cJSON_CreateString (fid_groups[g]));
    }
    double s = fid_comparison_overall (c, &compared_n);
    cJSON *o = cJSON_AddObjectToObject (doc, "overall");
    cJSON_AddNumberToObject (o, "similarity", s);
    bool score = c->scored && c->scores.overall >= 0;
    put_number (o, "score", score, c->scores.overall);
    put_interval (o, "score_ci", score, c->score_low, c->score_high);
    put_text (
        o, "score_ci_of",
        score && c->score_low >= 0
            ? "the runs of the calibration resampled; the emulation is one run, whose own "
              "variation is not in the interval"
            : NULL);
    put_text (o, "score_reason",
              score        ? NULL
              : c->scored  ? "no informative measure in common with the calibration"
              : calibrated ? "the calibration has no repeats of this workload"
                           : "no calibration");
    cJSON *coverage = cJSON_AddObjectToObject (o, "coverage");
    cJSON_AddNumberToObject (coverage, "compared", (double)compared_n);
    cJSON_AddNumberToObject (coverage, "of", (double)all_n);
    cJSON_AddItemToObject (coverage, "missing", missing);
    cJSON_AddItemToObject (coverage, "out_of_scope", excluded_json (&c->pair));
    cJSON_AddItemToObject (o, "worst_facet", extreme_facet (c, true));
    cJSON_AddItemToObject (o, "best_facet", extreme_facet (c, false));
}

/* Shares of the dissimilarity, where in time, and causes in words. */
static cJSON *
attribution_json (const struct fid_comparison *c, struct fid_error *err)
{
    struct fid_share *share;
    struct fid_cause cause[FID_CAUSES_MAX];
    size_t n;
    if (fid_attribution_shares (c, &share, &n, err))
        return NULL;
    cJSON *o = cJSON_CreateObject ();
    cJSON_AddStringToObject (o, "by", c->scored ? "score" : "similarity");
    cJSON *list = cJSON_AddArrayToObject (o, "shares");
    for (size_t i = 0; i < n; i++) {
        cJSON *one = cJSON_CreateObject ();
        cJSON_AddStringToObject (one, "resource", share[i].card->info->name);
        cJSON_AddStringToObject (one, "facet", share[i].facet);
        cJSON_AddNumberToObject (one, "share", share[i].share);
        cJSON_AddItemToArray (list, one);
    }
    free (share);
    list = cJSON_AddArrayToObject (o, "where");
    for (int id = 0; id < FID_STREAM_N; id++) {
        struct fid_where where;
        if (!fid_attribution_where (c, (enum fid_stream_id)id, &where))
            continue;
        cJSON *one = cJSON_CreateObject ();
        cJSON_AddStringToObject (one, "resource", fid_stream_name ((enum fid_stream_id)id));
        cJSON_AddNumberToObject (one, "from_s", where.from_s);
        cJSON_AddNumberToObject (one, "to_s", where.to_s);
        cJSON_AddStringToObject (one, "phase", fid_part_name (where.part));
        cJSON_AddItemToArray (list, one);
    }
    list = cJSON_AddArrayToObject (o, "causes");
    n = fid_attribution_causes (c, cause);
    for (size_t i = 0; i < n; i++) {
        cJSON *one = cJSON_CreateObject ();
        cJSON_AddStringToObject (one, "resource", cause[i].resource);
        cJSON_AddStringToObject (one, "facet", cause[i].facet);
        cJSON_AddStringToObject (one, "text", cause[i].text);
        put_text (one, "key", cause[i].key);
        put_text (one, "from", cause[i].from);
        put_text (one, "to", cause[i].to);
        cJSON_AddItemToArray (list, one);
    }
    return o;
}

static cJSON *
findings_json (const struct fid_comparison *c)
{
    static const char *const severity[] = {"info", "warning", "serious"};
    cJSON *list = cJSON_CreateArray ();
    for (int s = FID_SERIOUS; s >= FID_INFO; s--) /* the worst first */
        for (size_t i = 0; i < c->finding_n; i++) {
            if ((int)c->finding[i].severity != s)
                continue;
            cJSON *o = cJSON_CreateObject ();
            cJSON_AddStringToObject (o, "severity", severity[s]);
            put_text (o, "resource", c->finding[i].resource);
            cJSON_AddNullToObject (o, "facet");
            cJSON_AddNullToObject (o, "phase");
            cJSON_AddStringToObject (o, "text", c->finding[i].text);
            cJSON_AddItemToArray (list, o);
        }
    return list;
}

/* What was odd about either run. */
static cJSON *
warnings_json (const struct fid_comparison *c)
{
    const struct fid_run *side[2] = {c->pair.real, c->pair.emu};
    cJSON *list = cJSON_CreateArray ();
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < side[k]->finding_n; i++) {
            const struct fid_finding *f = &side[k]->finding[i];
            char text[600];
            snprintf (text, sizeof text, "%s: %s%s%s", side[k]->id, f->resource,
                      f->resource[0] ? ": " : "", f->text);
            cJSON_AddItemToArray (list, cJSON_CreateString (text));
        }
    return list;
}

/* The length of the UTF-8 character at s, 0 if there is none. */
static size_t
utf8_len (const unsigned char *s)
{
    size_t n = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
    if (s[0] > 0xf4 || (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    return n;
}

/* Names and reasons come from files, which may hold anything; JSON is UTF-8. */
static void
clean_text (cJSON *o)
{
    for (; o; o = o->next) {
        unsigned char *s = (unsigned char *)cJSON_GetStringValue (o);
        while (s && *s) {
            size_t n = utf8_len (s);
            if (!n)
                *s = '?';
            s += n ? n : 1;
        }
        clean_text (o->child);
    }
}

cJSON *
fid_comparison_json (const struct fid_comparison *c, const struct fid_run_opts *run_opts,
                     const struct fid_compare_opts *opts, struct fid_error *err)
{
    char key[17];
    cJSON *doc = cJSON_CreateObject ();
    if (!doc) {
        fid_error_nomem (err);
        return NULL;
    }
    fid_compare_key (run_opts, opts, key);
    cJSON_AddStringToObject (doc, "schema", "fidlio.pair/1");
    cJSON *tool = cJSON_AddObjectToObject (doc, "tool");
    cJSON_AddStringToObject (tool, "name", "fidlio");
    cJSON_AddStringToObject (tool, "version", fid_version ());
    cJSON_AddStringToObject (tool, "key", key);
    cJSON_AddItemToObject (tool, "options", options_json (c, run_opts, opts));
    cJSON_AddItemToObject (doc, "real", run_json (c->pair.real));
    cJSON_AddItemToObject (doc, "emulation", run_json (c->pair.emu));
    cJSON_AddItemToObject (doc, "alignment", alignment_json (c));
    cJSON_AddItemToObject (doc, "windows", windows_json (c));
    cJSON_AddItemToObject (doc, "resources", resources_json (c));
    overall_json (doc, c, opts->calibration != NULL);
    cJSON *attribution = attribution_json (c, err);
    if (!attribution) {
        cJSON_Delete (doc);
        return NULL;
    }
    cJSON_AddItemToObject (doc, "attribution", attribution);
    cJSON_AddItemToObject (doc, "findings", findings_json (c));
    cJSON_AddItemToObject (doc, "warnings", warnings_json (c));
    clean_text (doc);
    return doc;
}
