/* compare.c - see compare.h */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "base/parallel.h"
#include "compare/calibration.h"
#include "compare/within_run_ci.h"
#include "metrics/lag.h"

int
fid_card_resource (const struct fid_pair *pair, size_t r, struct fid_card *card,
                   struct fid_error *err)
{
    bool job = card->window == FID_WINDOW_JOB || card->window == FID_WINDOW_WHOLE;
    const struct fid_resource_info *info = &fid_resources[r];
    if (info->kind == FID_KIND_STREAM)
        return fid_card_stream (pair, (enum fid_stream_id)info->index, card, err);
    if (info->kind == FID_KIND_GAUGE)
        return fid_card_gauge (pair, (enum fid_gauge_id)info->index, card, err);
    if (info->kind == FID_KIND_PHASES && job)
        return fid_card_phases (pair, card, err);
    if (info->kind == FID_KIND_STEPS && (job || card->window == FID_WINDOW_TRAINING))
        return fid_card_steps (pair, card, err);
    if (info->kind == FID_KIND_COUPLING && (job || card->window == FID_WINDOW_TRAINING))
        return fid_card_coupling (pair, card, err);
    fid_card_refuse (card, "concerns the run as a whole");
    return 0;
}

const struct fid_card *
fid_comparison_card (const struct fid_comparison *c, enum fid_window w, size_t resource)
{
    return c->done[w] ? &c->card[(size_t)w * c->resource_n + resource] : NULL;
}

/* How long the window is on both sides, and whether it is compared. */
static int
open_window (struct fid_comparison *c, enum fid_window w, struct fid_error *err)
{
    struct fid_intervals a, b = {0};
    if (fid_window_cut (c->pair.real, w, false, &a, err) ||
        fid_window_cut (c->pair.emu, w, false, &b, err)) {
        fid_intervals_clear (&a);
        return -1;
    }
    c->length_s[w][0] = a.length_s;
    c->length_s[w][1] = b.length_s;
    fid_intervals_clear (&a);
    fid_intervals_clear (&b);
    /* a phase one run never had is a finding, not a comparison */
    c->done[w] = w == c->pair.window || (c->length_s[w][0] > 0 && c->length_s[w][1] > 0);
    return 0;
}

struct cards {
    struct fid_comparison *c;
    struct fid_within *within;
};

/* One resource in one window, the long windows first. */
static int
compare_card (void *ctx, size_t i, struct fid_error *err)
{
    static const enum fid_window order[FID_WINDOW_N] = {
        FID_WINDOW_WHOLE, FID_WINDOW_JOB,        FID_WINDOW_TRAINING, FID_WINDOW_STARTUP,
        FID_WINDOW_EVAL,  FID_WINDOW_CHECKPOINT, FID_WINDOW_INIT};
    struct cards *cards = ctx;
    struct fid_comparison *c = cards->c;
    size_t r = i % c->resource_n;
    enum fid_window w = order[i / c->resource_n];
    struct fid_card *card = &c->card[(size_t)w * c->resource_n + r];
    if (!c->done[w])
        return 0;
    *card = (struct fid_card){.info = &fid_resources[r],
                              .window = w,
                              .within = w == c->pair.window ? cards->within : NULL};
    return fid_card_resource (&c->pair, r, card, err);
}

int
fid_comparison_align (struct fid_comparison *c, struct fid_error *err)
{
    static const enum fid_stream_id order[] = {FID_STREAM_VFS_READ, FID_STREAM_BLOCK_READ,
                                               FID_STREAM_VFS_WRITE};
    struct fid_alignment *out = &c->alignment;
    for (size_t i = 0; i < sizeof order / sizeof *order && !out->lag_known; i++) {
        const struct fid_card *card = fid_comparison_card (c, c->pair.window, order[i]);
        struct fid_stream_view a = {0}, b = {0};
        struct fid_lag lag;
        if (card->status != FID_CARD_COMPARED || card->reason[0])
            continue;
        int64_t dt_ns = fid_view_dt (c->pair.real, c->pair.emu, order[i], c->pair.dt_s);
        int rc = fid_view_stream (c->pair.real, order[i], c->pair.window, dt_ns, &a, err);
        if (!rc)
            rc = fid_view_stream (c->pair.emu, order[i], c->pair.window, dt_ns, &b, err);
        bool sized = a.sized && b.sized;
        if (!rc && fid_lag (sized ? a.byte : a.op, a.n, sized ? b.byte : b.op, b.n, a.dt_s, 0,
                            &lag) == 0) {
            out->lag_known = true;
            out->lag_s = lag.lag_s;
            out->lag_peak = lag.peak;
            out->lag_ambiguous = lag.ambiguous;
            out->lag_of = card->info->name;
        }
        for (size_t f = 0; f < card->facet_n; f++)
            for (size_t d = 0; card->facet[f].valid && d < card->facet[f].value.detail_n; d++) {
                const struct fid_detail *det = &card->facet[f].value.detail[d];
                if (strcmp (det->name, "warp_mean_s") == 0) {
                    out->warp_mean_s = det->value;
                    out->warp_known = true;
                }
                if (strcmp (det->name, "warp_max_s") == 0)
                    out->warp_max_s = det->value;
            }
        fid_stream_view_clear (&a);
        fid_stream_view_clear (&b);
        if (rc)
            return -1;
    }
    return 0;
}

double
fid_comparison_group (const struct fid_comparison *c, enum fid_group_id group,
                      size_t *resource_n)
{
    double sum = 0;
    bool all_zero = true;
    *resource_n = 0;
    for (size_t r = 0; r < c->resource_n; r++) {
        const struct fid_card *card = fid_comparison_card (c, c->pair.window, r);
        if (card->status != FID_CARD_COMPARED || card->info->group != group)
            continue;
        sum += log (fmax (card->similarity, FID_SIMILARITY_FLOOR));
        all_zero &= card->similarity <= 0;
        ++*resource_n;
    }
    return !*resource_n ? -1 : all_zero ? 0 : exp (sum / (double)*resource_n);
}

double
fid_comparison_overall (const struct fid_comparison *c, size_t *group_n)
{
    double sum = 0;
    *group_n = 0;
    for (size_t g = 0; g < FID_GROUP_N; g++) {
        size_t n;
        double s = fid_comparison_group (c, (enum fid_group_id)g, &n);
        if (s < 0 || c->pair.excluded >> g & 1)
            continue;
        sum += log (fmax (s, FID_SIMILARITY_FLOOR));
        ++*group_n;
    }
    return *group_n ? exp (sum / (double)*group_n) : -1;
}

int
fid_comparison_nothing (const struct fid_comparison *c, struct fid_error *err)
{
    char text[600] = "";
    for (size_t r = 0; r < c->resource_n; r++) {
        const struct fid_card *card = fid_comparison_card (c, c->pair.window, r);
        size_t at = strlen (text);
        snprintf (text + at, sizeof text - at, "%s%s: %s", at ? "; " : "", card->info->name,
                  card->status == FID_CARD_IDLE       ? "idle in both"
                  : card->status == FID_CARD_COMPARED ? "declared out of scope"
                                                      : card->reason);
    }
    return fid_errorf (
        err, FID_EINPUT, "%s and %s: nothing is comparable in the window %s (%s)",
        c->pair.real->id, c->pair.emu->id, fid_window_name (c->pair.window), text);
}

int
fid_comparison_make (struct fid_comparison *c, const struct fid_pair *pair,
                     struct fid_within *within, size_t thread_n, struct fid_error *err)
{
    struct cards cards = {c, within};
    *c = (struct fid_comparison){.pair = *pair, .resource_n = FID_RESOURCE_N};
    c->card = calloc (FID_WINDOW_N * c->resource_n, sizeof *c->card);
    int rc = c->card ? 0 : fid_error_nomem (err);
    for (int w = 0; w < FID_WINDOW_N && !rc; w++)
        rc = open_window (c, (enum fid_window)w, err);
    if (rc)
        return rc;
    /* cards for intervals from within a run add to one list */
    return fid_parallel (FID_WINDOW_N * c->resource_n, within || !thread_n ? 1 : thread_n,
                         compare_card, &cards, err);
}

void
fid_comparison_clear (struct fid_comparison *c)
{
    for (size_t i = 0; i < c->finding_n; i++)
        free (c->finding[i].text);
    free (c->finding);
    free (c->card);
    *c = (struct fid_comparison){0};
}

cJSON *
fid_compare (const struct fid_run *real, const struct fid_run *emu,
             const struct fid_run_opts *run_opts, const struct fid_compare_opts *opts,
             struct fid_error *err)
{
    struct fid_pair pair;
    struct fid_comparison c;
    struct fid_within within = {0};
    cJSON *doc = NULL;
    size_t group_n;
    if (fid_pair_resolve (&pair, real, emu, opts, err) ||
        (opts->calibration && fid_calibration_fits (opts->calibration, run_opts, opts, err)))
        return NULL;
    within.dt_s = pair.dt_s;
    if (fid_comparison_make (&c, &pair, opts->within_run_ci ? &within : NULL, opts->thread_n,
                             err))
        goto done;
    if (fid_comparison_overall (&c, &group_n) < 0) {
        fid_comparison_nothing (&c, err);
        goto done;
    }
    if ((opts->within_run_ci && fid_within_intervals (&c, &within, err)) ||
        fid_comparison_score (&c, opts, err) || fid_comparison_align (&c, err) ||
        fid_comparison_findings (&c, err))
        goto done;
    doc = fid_comparison_json (&c, run_opts, opts, err);
done:
    fid_within_clear (&within);
    fid_comparison_clear (&c);
    return doc;
}

void
fid_compare_key (const struct fid_run_opts *run_opts, const struct fid_compare_opts *opts,
                 char buf[17])
{
    char text[256];
    int n = snprintf (
        text, sizeof text, "%s|%s|%.17g|%.17g|%.17g|%.17g|%d|%d|%d|%lld|%llx|%x",
        fid_version (), opts->window ? opts->window : "job", opts->dt_s > 0 ? opts->dt_s : 0,
        opts->band_s > 0 ? opts->band_s : 0, opts->penalty >= 0 ? opts->penalty : 0.05,
        opts->tolerance_s >= 0 ? opts->tolerance_s : 1, run_opts->all_processes,
        run_opts->day_first, run_opts->has_zone,
        run_opts->has_zone ? (long long)run_opts->zone_ns : 0,
        opts->calibration ? (unsigned long long)opts->calibration->hash : 0, opts->excluded);
    if (opts->within_run_ci)
        n += snprintf (text + n, sizeof text - (size_t)n, "|within");
    snprintf (buf, 17, "%016llx", (unsigned long long)XXH3_64bits (text, (size_t)n));
}
