/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repeats.c - several runs on a side: all pairs, and one result of them
 *
 * Every real run is compared with every emulation on one ruler (scales and step are medians over
 * the real runs, or the calibration's).  A measure's distance is the median over the pairs that
 * define it (the mean of the two middle ones if their number is even); confidence is from the
 * same pairs.  A measure that fewer than half of the pairs define is left out.  A resource is idle
 * if most of the pairs that recorded it say so.  It is active on one side only if at least half of
 * them say so; then only those pairs count.  Pairs that did not record a resource have no
 * influence on it. */
#include "base/parallel.h"
#include "compare/calibration.h"
#include "compare/compare.h"
#include "compare/comparison.h"
#include "job/of_run.h"
#include "metrics/aggregate.h"

/* --- the runs */

FID_ORDER_AT (by_name, struct fid_run, FID_RISING_TEXT (id) FID_RISING (hash))

/* Returns the workload that the runs name; "" if none does or they differ. */
static const char *workload_of (const struct fid_run *const *run, size_t n, bool *mixed)
{
    const char *seen = "";
    *mixed = false;
    for (size_t i = 0; i < n; i++) {
        *mixed |= *seen && run[i]->workload[0] && strcmp (seen, run[i]->workload) != 0;
        seen = *seen ? seen : run[i]->workload;
    }
    return *mixed ? "" : seen;
}

/* Copies the n runs of a side to `to' without outliers; returns how many.  *differ becomes true
 * if the others differ. */
static int keep_repeats (const struct fid_run *const *run, size_t n, const struct fid_run **to,
                         size_t *kept_n, bool *differ, struct fid_error *err)
{
    FID_SCOPED (fid_agreement_clear) struct fid_agreement a = {.odd = NULL};
    int rc = fid_runs_agree (&a, run, n, err);
    memcpy (to, run, n * sizeof *to);
    *kept_n = rc ? 0 : fid_agreement_filter (&a, to, n, sizeof *to);
    *differ = *differ || a.differ;
    return rc;
}

/* Sorts the runs, refuses duplicates and leaves out outliers. */
static int take_runs (struct fid_repeats *r, const struct fid_run *const *real, size_t real_n,
                      const struct fid_run *const *emu, size_t emu_n, struct fid_error *err)
{
    size_t n = real_n + emu_n;
    r->run = malloc (n * sizeof *r->run);
    r->all = malloc (n * sizeof *r->all);
    FID_NEED (r->run && r->all, err);
    r->all_real_n = real_n;
    r->all_n = n;
    memcpy (r->all, real, real_n * sizeof *r->all);
    memcpy (r->all + real_n, emu, emu_n * sizeof *r->all);
    qsort (r->all, real_n, sizeof *r->all, by_name);
    qsort (r->all + real_n, emu_n, sizeof *r->all, by_name);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) {
            FID_TRY (fid_pair_check_trees (r->all[i], r->all[j], err));
            if (r->all[i]->hash == r->all[j]->hash)
                return fid_errorf (
                    err, FID_EINPUT,
                    "%s and %s hold the same traces%s: a run does not repeat itself",
                    r->all[j]->id, r->all[i]->id,
                    (i < real_n) == (j < real_n) ? "" : ", and stand on both sides");
        }
    FID_TRY (keep_repeats (r->all, real_n, r->run, &r->real_n, &r->differ, err));
    FID_TRY (
        keep_repeats (r->all + real_n, emu_n, r->run + r->real_n, &r->emu_n, &r->differ, err));
    r->workload = workload_of (r->run, r->real_n, &r->mixed_real);
    workload_of (r->run + r->real_n, r->emu_n, &r->mixed_emu);
    return 0;
}

static void clear_repeats (struct fid_repeats *r)
{
    for (size_t k = 0; r->pair && k < r->real_n * r->emu_n; k++)
        fid_comparison_clear (&r->pair[k]);
    FID_FREE (r->pair, r->run, r->all);
    *r = (struct fid_repeats){0};
}

/* --- pooling */

struct valid {
    const struct fid_measure *measure;
    size_t pair;
};

/* By distance; pairs at equal distances keep their order. */
FID_ORDER_BY (by_distance, struct valid, FID_RISING (measure->value.distance) FID_RISING (pair))

/* Whether the measures of a pair count: if "active on one side only" decides, only pairs that say
 * so do. */
static bool counts (const struct fid_resource_result *pair,
                    const struct fid_resource_result *all)
{
    return pair->status == FID_STATUS_COMPARED && (!all->one_sided || pair->one_sided);
}

/* Adds a measure with the median values; it is not valid if too few pairs define it. */
static void pool_measure (const struct fid_resource_result *const *res, size_t n,
                          const struct fid_measure *like, struct valid *valid, double *scratch,
                          struct fid_resource_result *all)
{
    size_t of_n = 0, valid_n = 0;
    struct fid_measure *out = &all->measure[all->measure_n++];
    struct fid_metric_value *to = &out->value;
    *out = (struct fid_measure){.facet = like->facet,
                                .quantity = like->quantity,
                                .metric = like->metric,
                                .reason = like->reason,
                                .noise = -1,
                                .low = -1,
                                .high = -1};
    for (size_t k = 0; k < n; k++) {
        if (!counts (res[k], all))
            continue;
        const struct fid_measure *m = fid_measure_find (res[k], like);
        of_n++;
        if (m && m->valid)
            valid[valid_n++] = (struct valid){m, k};
        else if (m && !out->reason.code)
            out->reason = m->reason;
    }
    if (2 * valid_n < of_n || !valid_n) {
        if (valid_n)
            out->reason = (struct fid_reason){.code = FID_REASON_FEW_PAIRS};
        else if (!out->reason.code)
            out->reason.code = FID_REASON_NOT_IN_PAIRS;
        return;
    }
    qsort (valid, valid_n, sizeof *valid, by_distance);
    const struct fid_metric_value *low = &valid[(valid_n - 1) / 2].measure->value,
                                  *high = &valid[valid_n / 2].measure->value,
                                  *nearest = &valid[0].measure->value;
    out->reason = (struct fid_reason){0};
    out->valid = true;
    to->distance = (low->distance + high->distance) / 2;
    to->confidence = (low->confidence + high->confidence) / 2;
    fid_value_detail (to, "pairs", (double)valid_n);
    fid_value_detail (to, "distance_min", nearest->distance);
    fid_value_detail (to, "distance_max", valid[valid_n - 1].measure->value.distance);
    for (size_t d = 0; d < nearest->detail_n; d++) {
        const char *name = nearest->detail[d].name;
        size_t have_n = 0;
        for (size_t i = 0; i < valid_n; i++)
            have_n += fid_measure_find_detail (valid[i].measure, name, &scratch[have_n]);
        fid_value_detail (to, name, fid_median_select (scratch, have_n));
    }
}

/* The reason of the first pair that is as all. */
static void set_reason (const struct fid_resource_result *const *res, size_t n,
                        struct fid_resource_result *out)
{
    bool first = true;
    for (size_t k = 0; k < n; k++) {
        if (res[k]->status != out->status || res[k]->one_sided != out->one_sided)
            continue;
        if (first)
            out->reason = res[k]->reason;
        else
            out->reason.others |= !fid_reason_same (&out->reason, &res[k]->reason);
        first = false;
    }
}

int fid_repeats_pool (const struct fid_resource_result *const *res, size_t n,
                      struct fid_resource_result *out, struct fid_error *err)
{
    FID_FREED struct valid *valid = malloc (n * sizeof *valid);
    FID_FREED double *scratch = malloc ((n + 1) * sizeof *scratch);
    size_t compared_n = 0, idle_n = 0, one_sided_n = 0;
    FID_NEED (valid && scratch, err);
    *out = (struct fid_resource_result){.info = res[0]->info,
                                        .window = res[0]->window,
                                        .status = FID_STATUS_NOT_COMPARED,
                                        .grade_low = -1,
                                        .grade_high = -1};
    for (size_t k = 0; k < n; k++) {
        bool compared = res[k]->status == FID_STATUS_COMPARED;
        compared_n += compared;
        idle_n += res[k]->status == FID_STATUS_IDLE;
        one_sided_n += compared && res[k]->one_sided;
        for (int side = 0; side < 2 && compared; side++) {
            out->bytes[side] += res[k]->bytes[side];
            out->busy_s[side] += res[k]->busy_s[side];
        }
    }
    for (int side = 0; side < 2 && compared_n; side++) {
        out->bytes[side] /= (double)compared_n;
        out->busy_s[side] /= (double)compared_n;
    }
    if (idle_n > compared_n)
        out->status = FID_STATUS_IDLE;
    else if (compared_n)
        out->status = FID_STATUS_COMPARED;
    out->one_sided = out->status == FID_STATUS_COMPARED && 2 * one_sided_n >= compared_n;
    if (out->status != FID_STATUS_COMPARED || out->one_sided)
        set_reason (res, n, out);
    if (out->status != FID_STATUS_COMPARED)
        return 0;
    for (size_t k = 0; k < n; k++)
        FID_EACH (const struct fid_measure, m, res[k]->measure) {
            if (fid_measure_find (out, m))
                continue;
            if (out->measure_n == FID_MEASURES_MAX)
                return fid_errorf (err, FID_EINTERNAL, "%s: too many measures",
                                   out->info->name);
            pool_measure (res, n, m, valid, scratch, out);
        }
    fid_resource_close (out);
    return 0;
}

/* Pools the results of all pairs, in every window that some pair has. */
static int pool_windows (struct fid_comparison *c, struct fid_error *err)
{
    const struct fid_repeats *r = c->repeats;
    size_t pair_n = r->real_n * r->emu_n;
    FID_FREED const struct fid_resource_result **res = malloc (pair_n * sizeof *res);
    FID_NEED (res, err);
    for (int w = 0; w < FID_WINDOW_N; w++)
        for (int i = 0; i < FID_RESOURCE_N; i++) {
            size_t n = 0;
            for (size_t k = 0; k < pair_n; k++)
                if (r->pair[k].done[w])
                    res[n++] = &r->pair[k].result[w][i];
            c->done[w] = n > 0;
            if (n)
                FID_TRY (fid_repeats_pool (res, n, &c->result[w][i], err));
        }
    return 0;
}

/* Computes the median length of a window over the runs of each side that have it. */
static int median_lengths (struct fid_comparison *c, struct fid_error *err)
{
    const struct fid_repeats *r = c->repeats;
    FID_FREED double *x = malloc ((r->real_n + r->emu_n) * sizeof *x);
    FID_NEED (x, err);
    for (int w = 0; w < FID_WINDOW_N; w++)
        for (int side = 0; side < 2; side++) {
            size_t n = 0, of_n = side ? r->emu_n : r->real_n;
            for (size_t i = 0; i < of_n; i++) {
                const struct fid_comparison *p = &r->pair[side ? i : i * r->emu_n];
                if (p->length_s[w][side] > 0)
                    x[n++] = p->length_s[w][side];
            }
            c->length_s[w][side] = n ? fid_median_select (x, n) : 0;
        }
    return 0;
}

/* --- findings of all pairs */

static bool same_kind (const struct fid_found *a, const struct fid_found *b)
{
    return a->severity == b->severity && a->code == b->code && a->resource == b->resource;
}

/* Returns the nth finding of its kind in a pair, or NULL. */
static const struct fid_found *nth_of_kind (const struct fid_comparison *pair,
                                            const struct fid_found *like, size_t nth)
{
    for (size_t i = 0; i < pair->finding_n; i++)
        if (same_kind (&pair->finding[i], like) && nth-- == 0)
            return &pair->finding[i];
    return NULL;
}

/* Returns whether all pairs have that finding with the same printed numbers. */
static bool all_alike (const struct fid_repeats *r, const struct fid_found *one, size_t nth)
{
    char text[2][FID_FOUND_MAX];
    for (size_t p = 0; p < r->real_n * r->emu_n; p++) {
        const struct fid_found *f = nth_of_kind (&r->pair[p], one, nth);
        if (!f || strcmp (fid_found_text (f, text[0]), fid_found_text (one, text[1])) != 0)
            return false;
    }
    return true;
}

/* Adds finding i of pair k, unless an earlier pair has one of its kind and place. */
static int merge_finding (struct fid_comparison *c, size_t k, size_t i, struct fid_error *err)
{
    const struct fid_repeats *r = c->repeats;
    const struct fid_found *one = &r->pair[k].finding[i], *middle;
    size_t nth = 0, n = 0, pair_n = r->real_n * r->emu_n;
    for (size_t j = 0; j < i; j++)
        nth += same_kind (&r->pair[k].finding[j], one);
    for (size_t p = 0; p < pair_n; p++) {
        if (!nth_of_kind (&r->pair[p], one, nth))
            continue;
        if (p < k)
            return 0;
        n++;
    }
    middle = nth_of_kind (&r->pair[c->middle], one, nth);
    const struct fid_comparison *of = middle ? &r->pair[c->middle] : &r->pair[k];
    struct fid_found f = middle ? *middle : *one;
    if (!all_alike (r, &f, nth)) {
        f.real = of->pair.real;
        f.emu = of->pair.emu;
        f.pair_n = n;
        f.pairs_n = pair_n;
    }
    return FID_PUSH (c->finding, err, f);
}

/* Adds a finding if a resource is idle, or not compared, in only some of the pairs. */
static int find_partly (struct fid_comparison *c, enum fid_resource_id resource,
                        struct fid_error *err)
{
    const struct fid_repeats *r = c->repeats;
    size_t n[3] = {0}, pair_n = r->real_n * r->emu_n;
    for (size_t k = 0; k < pair_n; k++)
        n[fid_comparison_headline (&r->pair[k], resource)->status]++;
    if (n[0] == pair_n || n[1] == pair_n || n[2] == pair_n)
        return 0;
    struct fid_found f = {.code = FID_FOUND_PARTLY,
                          .severity = FID_WARNING,
                          .resource = resource,
                          .number = {(double)n[FID_STATUS_COMPARED], (double)pair_n,
                                     (double)n[FID_STATUS_IDLE],
                                     (double)n[FID_STATUS_NOT_COMPARED]}};
    return FID_PUSH (c->finding, err, f);
}

/* --- all of it */

static int compare_pair (void *ctx, size_t i, struct fid_error *err)
{
    const struct fid_comparison *c = ctx;
    const struct fid_repeats *r = c->repeats;
    struct fid_pair pair = c->pair;
    pair.real = r->run[i / r->emu_n];
    pair.emu = r->run[r->real_n + i % r->emu_n];
    return fid_comparison_make (&r->pair[i], &pair, false, 1, err);
}

/* The noise of several real runs is their own, unless a calibration knows it. */
static int calibrate_self (const struct fid_repeats *r, const struct fid_run_opts *run_opts,
                           const struct fid_compare_opts *opts, size_t thread_n,
                           struct fid_calibration **out, struct fid_error *err)
{
    if (opts->calibration || r->real_n < 2 || r->differ || r->mixed_real || !*r->workload)
        return 0;
    for (size_t i = 0; i < r->real_n; i++)
        if (!r->run[i]->workload[0])
            return 0;
    return fid_calibrate (r->run, r->real_n, run_opts, opts, thread_n, out, err);
}

/* Compares all pairs of r->run[], and pools and judges their results in c. */
static int compare_all (struct fid_comparison *c, struct fid_repeats *r,
                        const struct fid_compare_opts *opts, size_t thread_n,
                        struct fid_error *err)
{
    const struct fid_cal_set *set = fid_calibration_set (opts->calibration, r->workload);
    struct fid_scales scales;
    c->repeats = r;
    if (!set)
        FID_TRY (
            fid_scales_measure (r->run, r->real_n, c->pair.window, opts->dt_s, &scales, err));
    fid_pair_freeze (&c->pair, set ? &set->scales : &scales, opts);
    FID_NEED (r->pair = calloc (r->real_n * r->emu_n, sizeof *r->pair), err);
    FID_TRY (fid_parallel (r->real_n * r->emu_n, thread_n, compare_pair, c, err));
    FID_NEED (c->result = calloc (FID_WINDOW_N, sizeof *c->result), err);
    FID_TRY (pool_windows (c, err));
    FID_TRY (median_lengths (c, err));
    if (!fid_comparison_compared (c))
        return fid_comparison_nothing (c, err);
    return fid_comparison_judge (c, opts, err);
}

/* Places in time, alignment and settings of the result are the middle pair's. */
static int take_middle (struct fid_comparison *c, struct fid_pair *drawn, struct fid_error *err)
{
    struct fid_comparison *middle = &c->repeats->pair[c->middle];
    c->pair = middle->pair;
    FID_TRY (fid_comparison_align (middle, err));
    const struct fid_repeats *r = c->repeats;
    size_t pair_n = r->real_n * r->emu_n;
    for (size_t k = 0; k < pair_n; k++) {
        r->pair[k].noise_known = c->noise_known;
        FID_TRY (fid_comparison_findings (&r->pair[k], err));
    }
    for (enum fid_resource_id i = 0; i < FID_RESOURCE_N; i++)
        FID_TRY (find_partly (c, i, err));
    for (size_t k = 0; k < pair_n; k++)
        for (size_t i = 0; i < r->pair[k].finding_n; i++)
            FID_TRY (merge_finding (c, k, i, err));
    c->alignment = middle->alignment;
    if (drawn)
        *drawn = middle->pair;
    return 0;
}

static void destroy_calibration (struct fid_calibration **c)
{
    fid_calibration_destroy (*c);
}

struct fid_result *fid_compare_runs (const struct fid_run *const *real, size_t real_n,
                                     const struct fid_run *const *emu, size_t emu_n,
                                     const struct fid_run_opts *run_opts,
                                     const struct fid_compare_opts *opts, size_t thread_n,
                                     struct fid_pair *drawn, struct fid_error *err)
{
    FID_SCOPED (clear_repeats) struct fid_repeats r = {.real_n = 0};
    FID_SCOPED (fid_comparison_clear) struct fid_comparison c = {.repeats = NULL};
    FID_SCOPED (destroy_calibration) struct fid_calibration *own = NULL;
    struct fid_compare_opts used = *opts; /* with the noise that is used */
    if (real_n == 1 && emu_n == 1)
        return drawn && fid_pair_resolve (drawn, real[0], emu[0], opts, err)
                   ? NULL
                   : fid_compare (real[0], emu[0], run_opts, opts, err);
    if (take_runs (&r, real, real_n, emu, emu_n, err) ||
        fid_pair_init (&c.pair, r.run[0], r.run[r.real_n], opts, err) ||
        (opts->calibration && fid_calibration_fits (opts->calibration, run_opts, opts, err)) ||
        calibrate_self (&r, run_opts, opts, thread_n, &own, err))
        return NULL;
    if (own)
        used.calibration = own;
    if (compare_all (&c, &r, &used, thread_n, err) || take_middle (&c, drawn, err))
        return NULL;
    return fid_comparison_result (&c, run_opts, &used, err);
}
