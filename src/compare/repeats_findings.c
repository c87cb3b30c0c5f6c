/* repeats_findings.c - what is said of several runs; see repeats.h */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/text.h"
#include "compare/repeats.h"

static bool
same_kind (const struct fid_told *a, const struct fid_told *b)
{
    return a->severity == b->severity && a->kind == b->kind &&
           strcmp (a->resource, b->resource) == 0;
}

/* The finding of a pair that is the nth of its kind there, or NULL. */
static const struct fid_told *
nth_of_kind (const struct fid_comparison *pair, const struct fid_told *like, size_t nth)
{
    for (size_t i = 0; i < pair->finding_n; i++)
        if (same_kind (&pair->finding[i], like) && nth-- == 0)
            return &pair->finding[i];
    return NULL;
}

/* Tell finding i of pair k, unless an earlier pair has one of its kind and place. */
static int
merge (struct fid_comparison *c, size_t k, size_t i, struct fid_error *err)
{
    const struct fid_repeats *r = c->repeats;
    const struct fid_told *one = &r->pair[k].finding[i], *middle;
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
    middle = nth_of_kind (&r->pair[r->middle], one, nth);
    const struct fid_comparison *told_of = middle ? &r->pair[r->middle] : &r->pair[k];
    one = middle ? middle : one;
    /* what is the same for every pair is said as of one */
    bool same = n == pair_n;
    for (size_t p = 0; p < pair_n && same; p++)
        same = strcmp (nth_of_kind (&r->pair[p], one, nth)->text, one->text) == 0;
    char many[60];
    if (n == pair_n)
        snprintf (many, sizeof many, "alike in all %zu pairs", n);
    else
        snprintf (many, sizeof many, "in %zu of %zu pairs", n, pair_n);
    char *text = same ? fid_strdup (one->text, err)
                      : fid_format (err, "%s (%s x %s; %s)", one->text, told_of->pair.real->id,
                                    told_of->pair.emu->id, many);
    return text ? fid_comparison_tell (c, one->severity, one->resource, one->kind, text, err)
                : -1;
}

/* A resource that is idle, or not compared, in some of the pairs. */
static int
tell_partly (struct fid_comparison *c, size_t resource, struct fid_error *err)
{
    const struct fid_repeats *r = c->repeats;
    size_t n[3] = {0}, pair_n = r->real_n * r->emu_n;
    for (size_t k = 0; k < pair_n; k++)
        n[fid_comparison_card (&r->pair[k], c->pair.window, resource)->status]++;
    if (n[0] == pair_n || n[1] == pair_n || n[2] == pair_n)
        return 0;
    char *text =
        fid_format (err,
                    "compared in %zu of %zu pairs; idle in both runs in %zu, not compared in "
                    "%zu",
                    n[FID_CARD_COMPARED], pair_n, n[FID_CARD_IDLE], n[FID_CARD_NOT_COMPARED]);
    return text ? fid_comparison_tell (c, FID_WARNING, fid_resources[resource].name, "partly",
                                       text, err)
                : -1;
}

int
fid_repeats_findings (struct fid_comparison *c, struct fid_error *err)
{
    const struct fid_repeats *r = c->repeats;
    size_t pair_n = r->real_n * r->emu_n;
    for (size_t k = 0; k < pair_n; k++) {
        r->pair[k].surrogate_floors = c->surrogate_floors;
        if (fid_comparison_findings (&r->pair[k], err))
            return -1;
    }
    for (size_t i = 0; i < c->resource_n; i++)
        if (tell_partly (c, i, err))
            return -1;
    for (size_t k = 0; k < pair_n; k++)
        for (size_t i = 0; i < r->pair[k].finding_n; i++)
            if (merge (c, k, i, err))
                return -1;
    return 0;
}

static void
energy_json (struct fid_doc *d, cJSON *in, const struct fid_repeats *r)
{
    if (!r->tested) {
        fid_doc_null (d, in, "energy");
        return;
    }
    const struct fid_energy *e = &r->energy;
    bool repeats = r->real_n > 1 && e->real > 0;
    cJSON *o = fid_doc_object (d, in, "energy");
    fid_doc_text (d, o, "distance", "-ln overall similarity");
    fid_doc_number (d, o, "between", e->between);
    fid_doc_maybe (d, o, "within_real", r->real_n > 1, e->real);
    fid_doc_maybe (d, o, "within_emulation", r->emu_n > 1, e->emu);
    fid_doc_number (d, o, "statistic", e->test.statistic);
    fid_doc_maybe (d, o, "noise_multiple", repeats, repeats ? e->between / e->real : 0);
    fid_doc_number (d, o, "p", e->test.p);
    fid_doc_number (d, o, "labelings", (double)e->test.labelings_n + 1);
    fid_doc_bool (d, o, "exact", e->test.exact);
    cJSON *resources = fid_doc_list (d, o, "resources");
    for (size_t i = 0; i < FID_RESOURCE_N; i++)
        if (r->tested_resources >> i & 1)
            fid_doc_text (d, resources, NULL, fid_resources[i].name);
}

void
fid_json_repeats (struct fid_doc *d, cJSON *doc, const struct fid_comparison *c)
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
    energy_json (d, o, r);
}
