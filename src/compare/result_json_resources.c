/* result_json_resources.c - resources and their sums in the result document; see result.h */
#include "compare/repeats.h"
#include "compare/result_json.h"

/* Names of the groups out of scope. */
void
fid_json_excluded (struct fid_doc *d, cJSON *list, const struct fid_pair *pair)
{
    for (size_t g = 0; g < FID_GROUP_N; g++)
        if (pair->excluded >> g & 1)
            fid_doc_text (d, list, NULL, fid_groups[g].name);
}

/* [low, high], or null. */
static void
put_interval (struct fid_doc *d, cJSON *o, const char *key, bool have, double low, double high)
{
    if (have && low >= 0) {
        cJSON *ci = fid_doc_list (d, o, key);
        fid_doc_number (d, ci, NULL, low);
        fid_doc_number (d, ci, NULL, high);
    } else {
        fid_doc_null (d, o, key);
    }
}

static void
measure_json (struct fid_doc *d, cJSON *o, const struct fid_measure *f, bool scored)
{
    char why[FID_REASON_MAX];
    fid_doc_text (d, o, "facet", fid_facets[f->facet].name);
    fid_doc_text (d, o, "measure", f->metric->name);
    fid_doc_text (d, o, "quantity", fid_quantities[f->quantity].name);
    fid_doc_maybe (d, o, "distance", f->valid, f->value.distance);
    fid_doc_text (d, o, "unit", f->metric->unit);
    fid_doc_maybe (d, o, "similarity", f->valid, f->value.similarity);
    fid_doc_number (d, o, "weight", f->weight);
    fid_doc_maybe (d, o, "noise", scored && f->noise >= 0, f->noise);
    fid_doc_maybe (d, o, "chance", scored && f->chance >= 0, f->chance);
    fid_doc_maybe (d, o, "score", scored && f->score >= 0, f->score);
    fid_doc_maybe (d, o, "noise_multiple", scored && f->noise_multiple >= 0, f->noise_multiple);
    fid_doc_text (d, o, "reason",
                  !f->valid ? fid_reason_text (&f->reason, why)
                  : scored  ? f->score_reason
                            : NULL);
    cJSON *detail = fid_doc_object (d, o, "detail");
    for (size_t i = 0; f->valid && i < f->value.detail_n; i++)
        fid_doc_number (d, detail, f->value.detail[i].name, f->value.detail[i].value);
}

/* The members a resource has in the headline and in every other window. */
static void
card_json (struct fid_doc *d, cJSON *o, const struct fid_resource_result *res, bool has_ci,
           bool scored)
{
    char why[FID_REASON_MAX];
    fid_doc_text (d, o, "window", fid_window_name (res->window));
    fid_doc_text (d, o, "status", fid_status_name (res->status));
    fid_doc_text (d, o, "reason", fid_reason_text (&res->reason, why));
    fid_doc_maybe (d, o, "similarity", res->status != FID_STATUS_NOT_COMPARED, res->similarity);
    put_interval (d, o, "similarity_ci", has_ci && res->status != FID_STATUS_NOT_COMPARED,
                  res->similarity_low, res->similarity_high);
    fid_doc_maybe (d, o, "score", scored && res->score >= 0, res->score);
    put_interval (d, o, "score_ci", scored, res->score_low, res->score_high);
    cJSON *facets = fid_doc_list (d, o, "facets");
    for (size_t i = 0; i < res->measure_n; i++)
        measure_json (d, fid_doc_object (d, facets, NULL), &res->measure[i], scored);
}

void
fid_json_resources (struct fid_doc *d, cJSON *list, const struct fid_comparison *c)
{
    for (int r = 0; r < FID_RESOURCE_N; r++) {
        cJSON *o = fid_doc_object (d, list, NULL);
        fid_doc_text (d, o, "resource", fid_resources[r].name);
        fid_doc_text (d, o, "group", fid_groups[fid_resources[r].group].name);
        card_json (d, o, fid_comparison_resource (c, c->pair.window, (enum fid_resource_id)r),
                   c->has_ci, c->scored);
        cJSON *others = fid_doc_list (d, o, "windows");
        for (int w = 0; w < FID_WINDOW_N; w++) {
            const struct fid_resource_result *res =
                fid_comparison_resource (c, (enum fid_window)w, (enum fid_resource_id)r);
            if (!res || (enum fid_window)w == c->pair.window ||
                (!res->measure_n && res->status != FID_STATUS_IDLE))
                continue;
            cJSON *item = fid_doc_object (d, others, NULL);
            card_json (d, item, res, false, false); /* these are for the headline */
        }
    }
}

static bool
out_of_scope (const struct fid_comparison *c, enum fid_group_id group)
{
    return c->pair.excluded >> group & 1;
}

/* Which facet in scope of the headline has the lowest (highest) similarity, or null. */
static void
extreme_facet (struct fid_doc *d, cJSON *o, const char *key, const struct fid_comparison *c,
               bool worst)
{
    const struct fid_resource_result *best_card = NULL;
    enum fid_facet_id best = FID_FACET_N;
    double best_s = 0;
    for (int r = 0; r < FID_RESOURCE_N; r++) {
        const struct fid_resource_result *res =
            fid_comparison_resource (c, c->pair.window, (enum fid_resource_id)r);
        if (out_of_scope (c, res->info->group))
            continue;
        for (size_t f = 0; res->status == FID_STATUS_COMPARED && f < res->measure_n; f++) {
            double s = fid_resource_facet (res, res->measure[f].facet);
            if (s < 0 || (best_card && (worst ? s >= best_s : s <= best_s)))
                continue;
            best_card = res;
            best = res->measure[f].facet;
            best_s = s;
        }
    }
    if (!best_card) {
        fid_doc_null (d, o, key);
        return;
    }
    cJSON *ref = fid_doc_object (d, o, key);
    fid_doc_text (d, ref, "resource", best_card->info->name);
    fid_doc_text (d, ref, "facet", fid_facets[best].name);
    fid_doc_number (d, ref, "similarity", best_s);
}

/* What intervals are from, and what they leave out. */
static const char *
similarity_ci_of (const struct fid_comparison *c)
{
    const struct fid_repeats *r = c->repeats;
    if (!r)
        return c->within;
    return r->real_n > 1 && r->emu_n > 1 ? "the runs of both sides resampled"
           : r->emu_n > 1 ? "the runs of the emulation resampled; the real run is one, whose "
                            "own variation is not in the interval"
                          : "the real runs resampled; the emulation is one run, whose own "
                            "variation is not in the interval";
}

static const char *
score_ci_of (const struct fid_comparison *c)
{
    const struct fid_repeats *r = c->repeats;
    return r && r->real_n > 1 && r->emu_n > 1
               ? "the runs of the calibration and of both sides resampled"
           : r && r->emu_n > 1
               ? "the runs of the calibration and of the emulation resampled; the real run is "
                 "one, whose own variation is not in the interval"
           : r ? "the runs of the calibration and the real runs resampled; the emulation is "
                 "one run, whose own variation is not in the interval"
               : "the runs of the calibration resampled; the emulation is one run, whose own "
                 "variation is not in the interval";
}

void
fid_json_overall (struct fid_doc *d, cJSON *doc, const struct fid_comparison *c,
                  bool calibrated)
{
    cJSON *groups = fid_doc_list (d, doc, "groups");
    size_t all_n = 0, compared_n;
    for (size_t g = 0; g < FID_GROUP_N; g++) {
        size_t n;
        all_n += !out_of_scope (c, (enum fid_group_id)g);
        double s = fid_comparison_group (c, (enum fid_group_id)g, &n);
        cJSON *o = fid_doc_object (d, groups, NULL);
        fid_doc_text (d, o, "group", fid_groups[g].name);
        fid_doc_maybe (d, o, "similarity", s >= 0, s);
        fid_doc_number (d, o, "resources", (double)n);
        fid_doc_maybe (d, o, "score", c->scored && c->scores.group[g] >= 0, c->scores.group[g]);
    }
    double s = fid_comparison_overall (c, &compared_n);
    cJSON *o = fid_doc_object (d, doc, "overall");
    fid_doc_number (d, o, "similarity", s);
    put_interval (d, o, "similarity_ci", c->has_ci, c->similarity_low, c->similarity_high);
    fid_doc_text (d, o, "similarity_ci_of", similarity_ci_of (c));
    bool score = c->scored && c->scores.overall >= 0;
    fid_doc_maybe (d, o, "score", score, c->scores.overall);
    put_interval (d, o, "score_ci", score, c->score_low, c->score_high);
    fid_doc_text (d, o, "score_ci_of", score && c->score_low >= 0 ? score_ci_of (c) : NULL);
    fid_doc_text (d, o, "score_reason",
                  score       ? NULL
                  : c->scored ? "no informative measure in common with the calibration"
                  : calibrated && c->repeats && c->repeats->mixed_real
                      ? "the real runs are of several workloads"
                  : calibrated ? "the calibration has no repeats of this workload"
                               : "no calibration");
    cJSON *coverage = fid_doc_object (d, o, "coverage");
    fid_doc_number (d, coverage, "compared", (double)compared_n);
    fid_doc_number (d, coverage, "of", (double)all_n);
    cJSON *missing = fid_doc_list (d, coverage, "missing");
    for (size_t g = 0, n; g < FID_GROUP_N; g++)
        if (!out_of_scope (c, (enum fid_group_id)g) &&
            fid_comparison_group (c, (enum fid_group_id)g, &n) < 0)
            fid_doc_text (d, missing, NULL, fid_groups[g].name);
    fid_json_excluded (d, fid_doc_list (d, coverage, "out_of_scope"), &c->pair);
    extreme_facet (d, o, "worst_facet", c, true);
    extreme_facet (d, o, "best_facet", c, false);
}
