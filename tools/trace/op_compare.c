/* SPDX-License-Identifier: GPL-3.0-or-later */
/* op_compare.c - see trace.h */
#include "tools/trace/trace.h"

static uint64_t key_of (const struct fid_op_stats *s, size_t i, bool by_category)
{
    const char *name = s->at[i].name, *category = s->category[s->at[i].category].name;
    uint64_t seed = by_category ? fid_hash_bytes (category, strlen (category), 1) : 0;
    return fid_hash_bytes (name, strlen (name), seed);
}

/* Matches the operators that have no partner yet; those whose key several have stay alone. */
static void match_operators (const struct fid_op_stats *a, const struct fid_op_stats *b,
                             bool by_category, size_t *partner_a, size_t *partner_b)
{
    FID_SCOPED (fid_index_clear) struct fid_index of_a = {0}, of_b = {0};
    for (size_t i = 0; i < a->n; i++)
        if (partner_a[i] == FID_OP_NONE)
            fid_must (fid_index_put (&of_a, key_of (a, i, by_category), i, &fid_why));
    for (size_t i = 0; i < b->n; i++)
        if (partner_b[i] == FID_OP_NONE)
            fid_must (fid_index_put (&of_b, key_of (b, i, by_category), i, &fid_why));
    for (size_t i = 0; i < a->n; i++) {
        size_t at = 0, at_a = 0, j = 0, other;
        uint64_t key = key_of (a, i, by_category);
        if (partner_a[i] != FID_OP_NONE || !fid_index_next (&of_b, key, &at, &j) ||
            fid_index_next (&of_b, key, &at, &other))
            continue;
        fid_index_next (&of_a, key, &at_a, &other);
        if (fid_index_next (&of_a, key, &at_a, &other))
            continue;
        partner_a[i] = j;
        partner_b[j] = i;
    }
}

struct fid_op_comparison *fid_op_compare (const struct fid_op_stats *a,
                                          const struct fid_op_stats *b)
{
    struct fid_op_comparison *c = fid_take (1, sizeof *c);
    size_t *partner_a = fid_take (a->n, sizeof *partner_a);
    size_t *partner_b = fid_take (b->n, sizeof *partner_b);
    *c = (struct fid_op_comparison){
        .a = a,
        .b = b,
        .pair = fid_take (a->n + b->n, sizeof *c->pair),
        .category = fid_take (a->category_n + b->category_n, sizeof *c->category)};
    for (size_t i = 0; i < a->n; i++)
        partner_a[i] = FID_OP_NONE;
    for (size_t j = 0; j < b->n; j++)
        partner_b[j] = FID_OP_NONE;
    match_operators (a, b, true, partner_a, partner_b);
    match_operators (a, b, false, partner_a, partner_b);
    for (size_t i = 0; i < c->a->n; i++)
        if (partner_a[i] != FID_OP_NONE)
            c->pair[c->n++] = (struct fid_op_pair){i, partner_a[i]};
    c->both_n = c->n;
    for (size_t i = 0; i < c->a->n; i++)
        if (partner_a[i] == FID_OP_NONE)
            c->pair[c->n++] = (struct fid_op_pair){i, FID_OP_NONE};
    for (size_t j = 0; j < c->b->n; j++)
        if (partner_b[j] == FID_OP_NONE)
            c->pair[c->n++] = (struct fid_op_pair){FID_OP_NONE, j};
    for (size_t i = 0; i < c->a->category_n; i++)
        c->category[c->category_n++] =
            (struct fid_op_category_pair){c->a->category[i].name, {&c->a->category[i], NULL}};
    FID_EACH (const struct fid_op_category, g, c->b->category) {
        size_t i = 0;
        while (i < c->category_n && strcmp (c->category[i].name, g->name) != 0)
            i++;
        if (i == c->category_n)
            c->category[c->category_n++] = (struct fid_op_category_pair){g->name, {NULL, g}};
        c->category[i].of[1] = g;
    }
    return c;
}

double fid_op_longer (const struct fid_op_comparison *c, const struct fid_op_pair *p)
{
    return c->b->at[p->b].mean_us - c->a->at[p->a].mean_us;
}

bool fid_op_relative (const struct fid_op_comparison *c, const struct fid_op_pair *p,
                      double *relative)
{
    double of = c->a->at[p->a].mean_us;
    if (!(of > 0))
        return false;
    *relative = fid_op_longer (c, p) / of;
    return true;
}

/* qsort has no context: pairs with what they are sorted by. */
struct ordered {
    double relative;
    struct fid_op_pair pair;
};

FID_ORDER_BY (by_relative, struct ordered, FID_FALLING (relative) FID_RISING (pair.a))

void fid_op_comparison_sort (struct fid_op_comparison *c)
{
    struct ordered *o = fid_take (c->both_n, sizeof *o);
    for (size_t i = 0; i < c->both_n; i++) {
        o[i] = (struct ordered){HUGE_VAL, c->pair[i]};
        fid_op_relative (c, &c->pair[i], &o[i].relative);
    }
    qsort (o, c->both_n, sizeof *o, by_relative);
    for (size_t i = 0; i < c->both_n; i++)
        c->pair[i] = o[i].pair;
}
