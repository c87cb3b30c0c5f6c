/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison.c - see comparison.h */
#include "base/parallel.h"
#include "compare/comparison.h"
#include "compare/plan.h"
#include "metrics/aggregate.h"
#include "metrics/lag.h"

const struct fid_resource_result *fid_comparison_resource (const struct fid_comparison *c,
                                                           enum fid_window w,
                                                           enum fid_resource_id r)
{
    return c->done[w] ? &c->result[w][r] : NULL;
}

/* Computes the length of the window on both sides, and whether it is compared. */
static int open_window (struct fid_comparison *c, enum fid_window w, struct fid_error *err)
{
    for (int k = 0; k < 2; k++) {
        c->length_s[w][k] = fid_window_length (c->pair.run[k], w, err);
        if (c->length_s[w][k] < 0)
            return -1;
    }
    /* a phase that only one run has is a finding, not a comparison */
    c->done[w] = w == c->pair.window ||
                 (!c->pair.only && c->length_s[w][0] > 0 && c->length_s[w][1] > 0);
    return 0;
}

/* Compares one resource in one window, the long windows first. */
static int compare_resource (void *ctx, size_t i, struct fid_error *err)
{
    static const enum fid_window order[FID_WINDOW_N] = {
        FID_WINDOW_WHOLE, FID_WINDOW_JOB,        FID_WINDOW_TRAINING, FID_WINDOW_STARTUP,
        FID_WINDOW_EVAL,  FID_WINDOW_CHECKPOINT, FID_WINDOW_INIT};
    struct fid_comparison *c = ctx;
    size_t r = i % FID_RESOURCE_N;
    enum fid_window w = order[i / FID_RESOURCE_N];
    struct fid_resource_result *res = &c->result[w][r];
    if (!c->done[w])
        return 0;
    *res = (struct fid_resource_result){
        .info = &fid_resources[r], .window = w, .grade_low = -1, .grade_high = -1};
    /* the headline of the job is each resource at home */
    if (w == c->pair.window)
        res->window = fid_pair_home (&c->pair, (enum fid_resource_id)r);
    return fid_resource_compare (&c->pair, res, err);
}

int fid_comparison_align (struct fid_comparison *c, struct fid_error *err)
{
    static const enum fid_stream_id order[] = {FID_STREAM_DATA_READ, FID_STREAM_BLOCK_READ,
                                               FID_STREAM_CHECKPOINT_WRITE};
    struct fid_alignment *out = &c->alignment;
    for (size_t i = 0; i < sizeof order / sizeof *order && !out->lag_known; i++) {
        const struct fid_resource_result *res =
            fid_comparison_headline (c, fid_resource_of_stream (order[i]));
        struct fid_stream_extract v[2] = {{.n = 0}, {.n = 0}};
        struct fid_lag lag;
        int rc = 0;
        if (res->status != FID_STATUS_COMPARED || res->one_sided)
            continue;
        int64_t dt_ns = fid_extract_dt (c->pair.real, c->pair.emu, order[i], c->pair.dt_s);
        for (int k = 0; k < 2 && !rc; k++)
            rc = fid_extract_stream (c->pair.run[k], order[i], res->window, dt_ns, INT64_MAX,
                                     &v[k], err);
        bool sized = v[0].sized && v[1].sized;
        if (!rc && fid_lag (sized ? v[0].byte : v[0].op, v[0].n, sized ? v[1].byte : v[1].op,
                            v[1].n, v[0].dt_s, 0, &lag) == 0) {
            out->lag_known = true;
            out->lag_s = lag.lag_s;
            out->lag_peak = lag.peak;
            out->lag_ambiguous = lag.ambiguous;
            out->lag_of = res->info->name;
        }
        for (size_t k = 0; k < res->measure_n; k++)
            out->warp_known |=
                fid_measure_find_detail (&res->measure[k], "warp_mean_s", &out->warp_mean_s) &&
                fid_measure_find_detail (&res->measure[k], "warp_max_s", &out->warp_max_s);
        for (int k = 0; k < 2; k++)
            fid_stream_extract_clear (&v[k]);
        if (rc)
            return -1;
    }
    return 0;
}

const struct fid_resource_result *fid_comparison_headline (const struct fid_comparison *c,
                                                           enum fid_resource_id r)
{
    return &c->result[c->pair.window][r];
}

size_t fid_comparison_compared (const struct fid_comparison *c)
{
    size_t n = 0;
    for (int r = 0; r < FID_RESOURCE_N; r++)
        n +=
            fid_comparison_headline (c, (enum fid_resource_id)r)->status == FID_STATUS_COMPARED;
    return n;
}

int fid_comparison_nothing (const struct fid_comparison *c, struct fid_error *err)
{
    char text[600] = "", why[FID_REASON_MAX];
    for (int r = 0; r < FID_RESOURCE_N; r++) {
        const struct fid_resource_result *res =
            fid_comparison_headline (c, (enum fid_resource_id)r);
        size_t at = strlen (text);
        snprintf (text + at, sizeof text - at, "%s%s: %s", at ? "; " : "", res->info->name,
                  res->status == FID_STATUS_IDLE       ? "idle in both"
                  : res->status == FID_STATUS_COMPARED ? "declared out of scope"
                                                       : fid_reason_text (&res->reason, why));
    }
    return fid_errorf (
        err, FID_EINPUT, "%s and %s: nothing is comparable in the window %s (%s)",
        c->pair.real->id, c->pair.emu->id, fid_window_name (c->pair.window), text);
}

static int make_comparison (struct fid_comparison *c, const struct fid_pair *pair,
                            bool headline, size_t thread_n, struct fid_error *err)
{
    *c = (struct fid_comparison){.pair = *pair};
    c->result = calloc (FID_WINDOW_N, sizeof *c->result);
    int rc = c->result ? 0 : fid_error_nomem (err);
    for (int w = 0; w < FID_WINDOW_N && !rc; w++)
        if (!headline || w == (int)pair->window)
            rc = open_window (c, (enum fid_window)w, err);
    if (rc)
        return rc;
    return fid_parallel (FID_WINDOW_N * FID_RESOURCE_N, thread_n ? thread_n : 1,
                         compare_resource, c, err);
}

int fid_comparison_make (struct fid_comparison *c, const struct fid_pair *pair, size_t thread_n,
                         struct fid_error *err)
{
    return make_comparison (c, pair, false, thread_n, err);
}

int fid_comparison_make_headline (struct fid_comparison *c, const struct fid_pair *pair,
                                  struct fid_error *err)
{
    return make_comparison (c, pair, true, 1, err);
}

void fid_comparison_clear (struct fid_comparison *c)
{
    fid_answers_clear (&c->answers);
    for (size_t i = 0; i < c->verdict_n; i++)
        fid_verdict_clear (&c->verdict[i]);
    FID_FREE (c->verdict, c->finding, c->result);
    *c = (struct fid_comparison){0};
}
