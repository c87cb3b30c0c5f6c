/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_runs.c - fid_compare_runs: several runs on a side (compare.h, repeats.h) */
#include "compare/calibration.h"
#include "compare/compare.h"
#include "compare/repeats.h"
#include "compare/result_make.h"
#include "compare/scales.h"
#include "job/of_run.h"
#include "metrics/aggregate.h"

static int by_name (const void *va, const void *vb)
{
    const struct fid_run *a = *(const struct fid_run *const *)va;
    const struct fid_run *b = *(const struct fid_run *const *)vb;
    int order = strcmp (a->id, b->id);
    return order ? order : (a->hash > b->hash) - (a->hash < b->hash);
}

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
        for (size_t j = 0; j < i; j++)
            if (fid_pair_check_trees (r->all[i], r->all[j], err))
                return -1;
            else if (r->all[i]->hash == r->all[j]->hash)
                return fid_errorf (
                    err, FID_EINPUT,
                    "%s and %s hold the same traces%s: a run is no repeat of itself",
                    r->all[j]->id, r->all[i]->id,
                    (i < real_n) == (j < real_n) ? "" : ", and stand on both sides");
    FID_TRY (
        keep_repeats (r->all, real_n, r->run, &r->real_n, &r->differ, err) ||
        keep_repeats (r->all + real_n, emu_n, r->run + r->real_n, &r->emu_n, &r->differ, err));
    r->workload = workload_of (r->run, r->real_n, &r->mixed_real);
    workload_of (r->run + r->real_n, r->emu_n, &r->mixed_emu);
    return 0;
}

/* Takes scales and step from all real runs, or from the calibration. */
static int freeze_scales (const struct fid_repeats *r, const struct fid_compare_opts *opts,
                          struct fid_pair *pair, struct fid_error *err)
{
    struct fid_scales scales;
    const struct fid_cal_set *set =
        opts->calibration ? fid_calibration_set (opts->calibration, r->workload) : NULL;
    if (set)
        scales = set->scales;
    else if (fid_scales_measure (r->run, r->real_n, pair->window, opts->dt_s, &scales, err))
        return -1;
    fid_pair_freeze (pair, &scales, opts);
    return 0;
}

/* Pools the results of all pairs, in every window that some pair has. */
static int pool_windows (struct fid_comparison *c, struct fid_error *err)
{
    const struct fid_repeats *r = c->repeats;
    size_t pair_n = r->real_n * r->emu_n;
    const struct fid_resource_result **res = malloc (pair_n * sizeof *res);
    int rc = res ? 0 : fid_error_nomem (err);
    for (int w = 0; w < FID_WINDOW_N && !rc; w++)
        for (int i = 0; i < FID_RESOURCE_N && !rc; i++) {
            struct fid_resource_result *to = &c->result[w][i];
            struct fid_pool pool;
            size_t n = 0;
            for (size_t k = 0; k < pair_n; k++)
                if (r->pair[k].done[w])
                    res[n++] = fid_comparison_resource (&r->pair[k], (enum fid_window)w,
                                                        (enum fid_resource_id)i);
            c->done[w] = n > 0;
            if (!n)
                break;
            rc = fid_pool_init (&pool, res, n, err);
            if (rc)
                break;
            fid_pool_result (&pool, to);
            rc = fid_pool_details (&pool, to, err);
            fid_pool_clear (&pool);
        }
    free (res);
    return rc;
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

/* Makes the comparison of all pairs from that of each. */
static int pool_pairs (struct fid_comparison *c, struct fid_repeats *r, struct fid_error *err)
{
    c->repeats = r;
    FID_NEED (c->result = calloc (FID_WINDOW_N, sizeof *c->result), err);
    FID_TRY (pool_windows (c, err) || median_lengths (c, err));
    return fid_comparison_compared (c) ? 0 : fid_comparison_nothing (c, err);
}

/* The noise of several real runs is their own, unless a calibration knows it. */
static int calibrate_self (const struct fid_repeats *r, const struct fid_run_opts *run_opts,
                           const struct fid_compare_opts *opts, size_t thread_n,
                           struct fid_calibration **out, struct fid_error *err)
{
    *out = NULL;
    if (opts->calibration || r->real_n < 2 || r->differ || r->mixed_real || !*r->workload)
        return 0;
    for (size_t i = 0; i < r->real_n; i++)
        if (!r->run[i]->workload[0])
            return 0;
    return fid_calibrate (r->run, r->real_n, run_opts, opts, thread_n, out, err);
}

/* Several runs, compared and judged. */
struct compared {
    struct fid_repeats r;
    struct fid_comparison c;
    struct fid_compare_opts opts; /* with the noise that was used */
    struct fid_calibration *own;  /* owned */
};

/* Clear it even after a failure. */
static int compare_all (struct compared *a, const struct fid_run *const *real, size_t real_n,
                        const struct fid_run *const *emu, size_t emu_n,
                        const struct fid_run_opts *run_opts,
                        const struct fid_compare_opts *opts, size_t thread_n,
                        struct fid_error *err)
{
    struct fid_repeats *r = &a->r;
    *a = (struct compared){.opts = *opts};
    FID_TRY (
        take_runs (r, real, real_n, emu, emu_n, err) ||
        fid_pair_init (&a->c.pair, r->run[0], r->run[r->real_n], opts, err) ||
        (opts->calibration && fid_calibration_fits (opts->calibration, run_opts, opts, err)) ||
        calibrate_self (r, run_opts, opts, thread_n, &a->own, err));
    if (a->own)
        a->opts.calibration = a->own;
    return FID_FAILED (freeze_scales (r, &a->opts, &a->c.pair, err) ||
                       fid_repeats_compare (r, &a->c.pair, thread_n, err) ||
                       pool_pairs (&a->c, r, err) ||
                       fid_comparison_judge (&a->c, &a->opts, err));
}

static void clear_compared (struct compared *a)
{
    fid_calibration_destroy (a->own);
    fid_comparison_clear (&a->c);
    fid_repeats_clear (&a->r);
}

struct fid_result *fid_compare_runs (const struct fid_run *const *real, size_t real_n,
                                     const struct fid_run *const *emu, size_t emu_n,
                                     const struct fid_run_opts *run_opts,
                                     const struct fid_compare_opts *opts, size_t thread_n,
                                     struct fid_pair *drawn, struct fid_error *err)
{
    struct compared a;
    struct fid_result *result = NULL;
    if (real_n == 1 && emu_n == 1)
        return drawn && fid_pair_resolve (drawn, real[0], emu[0], opts, err)
                   ? NULL
                   : fid_compare (real[0], emu[0], run_opts, opts, err);
    if (!compare_all (&a, real, real_n, emu, emu_n, run_opts, opts, thread_n, err)) {
        struct fid_comparison *middle = &a.r.pair[a.c.middle];
        a.c.pair = middle->pair;
        if (!fid_comparison_align (middle, err) && !fid_repeats_findings (&a.c, err)) {
            a.c.alignment = middle->alignment;
            if (drawn)
                *drawn = middle->pair;
            result = fid_comparison_result (&a.c, run_opts, &a.opts, err);
        }
    }
    clear_compared (&a);
    return result;
}
