/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.c - compares two runs (comparison.h, compare.h) */
#include <gsl/gsl_errno.h>
#include "base/memstream.h"
#include "base/outfile.h"
#include "base/parallel.h"
#include "compare/calibration.h"
#include "compare/compare.h"
#include "compare/comparison.h"
#include "metrics/lag.h"

/* Compares one resource in one window, the long windows first. */
static int compare_resource (void *ctx, size_t i, struct fid_error *err)
{
    static const enum fid_window order[FID_WINDOW_N] = {
        FID_WINDOW_WHOLE, FID_WINDOW_JOB,        FID_WINDOW_TRAINING, FID_WINDOW_STARTUP,
        FID_WINDOW_EVAL,  FID_WINDOW_CHECKPOINT, FID_WINDOW_INIT};
    struct fid_comparison *c = ctx;
    enum fid_resource_id r = i % FID_RESOURCE_N;
    enum fid_window w = order[i / FID_RESOURCE_N];
    struct fid_resource_result *res = &c->result[w][r];
    if (!c->done[w])
        return 0;
    /* the headline of the job is each resource at home */
    *res = (struct fid_resource_result){
        .info = &fid_resources[r],
        .window = w == c->pair.window ? fid_pair_home (&c->pair, r) : w,
        .grade_low = -1,
        .grade_high = -1};
    return fid_resource_compare (&c->pair, res, err);
}

int fid_comparison_make (struct fid_comparison *c, const struct fid_pair *pair, bool headline,
                         size_t thread_n, struct fid_error *err)
{
    *c = (struct fid_comparison){.pair = *pair};
    FID_NEED (c->result = calloc (FID_WINDOW_N, sizeof *c->result), err);
    for (enum fid_window w = 0; w < FID_WINDOW_N; w++) {
        if (headline && w != pair->window)
            continue;
        for (int k = 0; k < 2; k++) {
            c->length_s[w][k] = fid_window_length (pair->run[k], w, err);
            FID_TRY (c->length_s[w][k] < 0);
        }
        /* a phase that only one run has is a finding, not a comparison */
        c->done[w] = w == pair->window || (c->length_s[w][0] > 0 && c->length_s[w][1] > 0);
    }
    return fid_parallel (FID_WINDOW_N * FID_RESOURCE_N, thread_n ? thread_n : 1,
                         compare_resource, c, err);
}

void fid_comparison_clear (struct fid_comparison *c)
{
    for (int p = 0; p < FID_ANSWER_PROFILE_N; p++)
        fid_answer_clear (&c->answers.of[p]);
    for (size_t i = 0; i < c->verdict_n; i++)
        fid_verdict_clear (&c->verdict[i]);
    FID_FREE (c->verdict, c->finding, c->result);
    *c = (struct fid_comparison){0};
}

size_t fid_comparison_compared (const struct fid_comparison *c)
{
    size_t n = 0;
    for (enum fid_resource_id r = 0; r < FID_RESOURCE_N; r++)
        n += fid_comparison_headline (c, r)->status == FID_STATUS_COMPARED;
    return n;
}

int fid_comparison_nothing (const struct fid_comparison *c, struct fid_error *err)
{
    char text[600] = "", why[FID_REASON_MAX];
    for (enum fid_resource_id r = 0; r < FID_RESOURCE_N; r++) {
        const struct fid_resource_result *res = fid_comparison_headline (c, r);
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

/* The lag and the warp of one stream. */
static int align_stream (struct fid_comparison *c, enum fid_stream_id id, struct fid_error *err)
{
    const struct fid_resource_result *res =
        fid_comparison_headline (c, fid_resource_of_stream (id));
    FID_SCOPED (fid_stream_extracts_clear)
    struct fid_stream_extract v[2] = {{.n = 0}, {.n = 0}};
    struct fid_alignment *out = &c->alignment;
    struct fid_lag lag;
    if (res->status != FID_STATUS_COMPARED || res->one_sided)
        return 0;
    int64_t dt_ns = fid_extract_dt (c->pair.real, c->pair.emu, id, c->pair.dt_s);
    for (int k = 0; k < 2; k++)
        FID_TRY (
            fid_extract_stream (c->pair.run[k], id, res->window, dt_ns, INT64_MAX, &v[k], err));
    bool sized = v[0].sized && v[1].sized;
    if (fid_lag (sized ? v[0].byte : v[0].op, v[0].n, sized ? v[1].byte : v[1].op, v[1].n,
                 v[0].dt_s, 0, &lag) == 0) {
        out->lag_known = true;
        out->lag_s = lag.lag_s;
        out->lag_peak = lag.peak;
        out->lag_ambiguous = lag.ambiguous;
        out->lag_of = res->info->name;
    }
    FID_EACH (const struct fid_measure, m, res->measure)
        out->warp_known |= fid_measure_find_detail (m, "warp_mean_s", &out->warp_mean_s) &&
                           fid_measure_find_detail (m, "warp_max_s", &out->warp_max_s);
    return 0;
}

int fid_comparison_align (struct fid_comparison *c, struct fid_error *err)
{
    static const enum fid_stream_id order[] = {FID_STREAM_DATA_READ, FID_STREAM_BLOCK_READ,
                                               FID_STREAM_CHECKPOINT_WRITE};
    for (size_t i = 0; i < sizeof order / sizeof *order && !c->alignment.lag_known; i++)
        FID_TRY (align_stream (c, order[i], err));
    return 0;
}

int fid_pair_resolve (struct fid_pair *pair, const struct fid_run *real,
                      const struct fid_run *emu, const struct fid_compare_opts *opts,
                      struct fid_error *err)
{
    const struct fid_cal_set *set = fid_calibration_set (opts->calibration, real->workload);
    FID_TRY (fid_pair_init (pair, real, emu, opts, err));
    if (set)
        fid_pair_freeze (pair, &set->scales, opts);
    return 0;
}

struct fid_result *fid_compare (const struct fid_run *real, const struct fid_run *emu,
                                const struct fid_run_opts *run_opts,
                                const struct fid_compare_opts *opts, struct fid_error *err)
{
    FID_SCOPED (fid_comparison_clear) struct fid_comparison c = {.repeats = NULL};
    struct fid_pair pair;
    if (fid_pair_resolve (&pair, real, emu, opts, err) ||
        (opts->calibration && fid_calibration_fits (opts->calibration, run_opts, opts, err)) ||
        fid_comparison_make (&c, &pair, false, opts->thread_n, err) ||
        (!fid_comparison_compared (&c) && fid_comparison_nothing (&c, err)) ||
        fid_comparison_judge (&c, opts, err) || fid_comparison_align (&c, err) ||
        fid_comparison_findings (&c, err))
        return NULL;
    return fid_comparison_result (&c, run_opts, opts, err);
}

/* --- warping paths as text */

static int print_path (FILE *f, const struct fid_pair *pair, enum fid_stream_id id,
                       struct fid_error *err)
{
    FID_SCOPED (fid_shape_clear) struct fid_shape s = {.dim = 1};
    FID_SCOPED (fid_dtw_path_clear) struct fid_dtw_path path = {0};
    FID_TRY (fid_shape_stream (pair, id, fid_pair_home (pair, fid_resource_of_stream (id)),
                               pair->dt_s, &s, err));
    if (s.n[0] < 4 || s.n[1] < 4 || !(s.opts.scale > 0))
        return 0;
    int rc = fid_shape_align (&s, &path);
    if (rc)
        return fid_errorf (err, FID_EINTERNAL, "warp of %s: %s", fid_stream_name (id),
                           gsl_strerror (rc));
    for (size_t k = 0; k < path.n; k++)
        fprintf (f, "%s\t%.6g\t%.6g\t%.6g\t%.6g\n", fid_stream_name (id),
                 (double)path.i[k] * s.dt_s, (double)path.j[k] * s.dt_s,
                 s.x[0][path.i[k]] / s.opts.scale, s.x[1][path.j[k]] / s.opts.scale);
    return 0;
}

char *fid_compare_warp (const struct fid_run *real, const struct fid_run *emu,
                        const struct fid_compare_opts *opts, struct fid_error *err)
{
    struct fid_pair pair;
    char *text = NULL;
    size_t n;
    if (fid_pair_resolve (&pair, real, emu, opts, err))
        return NULL;
    FILE *f = fid_memstream_open (&text, &n, err);
    if (!f)
        return NULL;
    fprintf (f, "resource\treal_s\temulation_s\treal\temulation\n");
    int rc = 0;
    for (enum fid_stream_id id = 0; id < FID_STREAM_N && !rc; id++)
        rc = print_path (f, &pair, id, err);
    if (fid_memstream_end (f, rc, err)) {
        free (text);
        return NULL;
    }
    return text;
}
