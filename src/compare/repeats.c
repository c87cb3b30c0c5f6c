/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repeats.c - all pairs of several runs; see repeats.h */
#include "base/parallel.h"
#include "compare/repeats.h"

struct work {
    struct fid_repeats *r;
    const struct fid_pair *pair;
};

static int compare_pair (void *ctx, size_t i, struct fid_error *err)
{
    const struct work *w = ctx;
    const struct fid_repeats *r = w->r;
    struct fid_pair pair = *w->pair;
    pair.real = r->run[i / r->emu_n];
    pair.emu = r->run[r->real_n + i % r->emu_n];
    return fid_comparison_make (&r->pair[i], &pair, 1, err);
}

int fid_repeats_compare (struct fid_repeats *r, const struct fid_pair *pair, size_t thread_n,
                         struct fid_error *err)
{
    struct work w = {.r = r, .pair = pair};
    size_t n = r->real_n * r->emu_n;
    r->pair = calloc (n, sizeof *r->pair);
    return r->pair ? fid_parallel (n, thread_n, compare_pair, &w, err) : fid_error_nomem (err);
}

void fid_repeats_clear (struct fid_repeats *r)
{
    for (size_t k = 0; r->pair && k < r->real_n * r->emu_n; k++)
        fid_comparison_clear (&r->pair[k]);
    FID_FREE (r->pair, r->run, r->all);
    *r = (struct fid_repeats){0};
}

/* --- findings of several runs; see repeats.h */

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
    return fid_comparison_find (c, &f, err);
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
    return fid_comparison_find (
        c,
        &(struct fid_found){.code = FID_FOUND_PARTLY,
                            .severity = FID_WARNING,
                            .resource = resource,
                            .number = {(double)n[FID_STATUS_COMPARED], (double)pair_n,
                                       (double)n[FID_STATUS_IDLE],
                                       (double)n[FID_STATUS_NOT_COMPARED]}},
        err);
}

int fid_repeats_findings (struct fid_comparison *c, struct fid_error *err)
{
    const struct fid_repeats *r = c->repeats;
    size_t pair_n = r->real_n * r->emu_n;
    for (size_t k = 0; k < pair_n; k++) {
        r->pair[k].noise_known = c->noise_known;
        FID_TRY (fid_comparison_findings (&r->pair[k], err));
    }
    for (int i = 0; i < FID_RESOURCE_N; i++)
        FID_TRY (find_partly (c, (enum fid_resource_id)i, err));
    for (size_t k = 0; k < pair_n; k++)
        for (size_t i = 0; i < r->pair[k].finding_n; i++)
            FID_TRY (merge_finding (c, k, i, err));
    return 0;
}
