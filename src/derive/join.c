/* SPDX-License-Identifier: GPL-3.0-or-later */
/* join.c - see join.h */
#include "derive/join.h"
#include "derive/times.h"

#define AGREE       0.02 /* numbers that differ by less agree */
#define MEANS_AGREE 0.05 /* so do means of times */

static bool claims_agree (const struct fid_claim *a, const struct fid_claim *b, bool exact)
{
    double limit = exact ? 0 : AGREE * fmax (fabs (a->number), fabs (b->number));
    return strcmp (a->text, b->text) == 0 && fabs (a->number - b->number) <= limit;
}

/* The claim in the middle of n known ones, as they are ordered by number; of texts the most
 * frequent. */
static const struct fid_claim *middle_claim (const struct fid_claim *const *known, size_t n,
                                             double *v)
{
    size_t best = 0, best_n = 0;
    for (size_t i = 0; i < n; i++) {
        size_t same = 0;
        for (size_t k = 0; k < n; k++)
            same += strcmp (known[i]->text, known[k]->text) == 0;
        if (same > best_n) {
            best_n = same;
            best = i;
        }
        v[i] = known[i]->number;
    }
    if (*known[best]->text)
        return known[best];
    qsort (v, n, sizeof *v, fid_order_doubles);
    for (size_t i = 0; i < n; i++)
        if (known[i]->number == v[(n - 1) / 2])
            return known[i];
    return known[0];
}

static void join_key (enum fid_dlio_key k, const struct fid_claim *const *known, size_t n,
                      size_t run_n, double *v, struct fid_claim *out)
{
    enum fid_dlio_type type = fid_dlio_keys[k].type;
    const struct fid_claim *m = middle_claim (known, n, v);
    size_t agree_n = 0;
    char more[120] = "";
    *out = *m;
    if (type == FID_DLIO_IS_NUMBER && n % 2 == 0)
        out->number = (v[n / 2 - 1] + v[n / 2]) / 2;
    for (size_t i = 0; i < n; i++) {
        agree_n += claims_agree (known[i], out,
                                 type != FID_DLIO_IS_NUMBER && k != FID_DLIO_RECORD &&
                                     k != FID_DLIO_RECORD_STDEV);
        if (known[i]->confidence < out->confidence)
            out->confidence = known[i]->confidence;
    }
    if (agree_n < n) {
        if (out->confidence > FID_CONFIDENCE_LOW)
            out->confidence--;
        if (*m->text)
            snprintf (more, sizeof more, "; %zu of %zu runs say otherwise", n - agree_n, n);
        else
            snprintf (more, sizeof more, "; the runs differ, %.6g to %.6g", v[0], v[n - 1]);
    } else if (n < run_n)
        snprintf (more, sizeof more, "; known of %zu of %zu runs", n, run_n);
    size_t at = strlen (out->evidence);
    snprintf (out->evidence + at, sizeof out->evidence - at, "%s", more);
}

/* Chooses a family for the times of all runs together. */
static int join_times (const struct fid_claims *of, size_t n, int eval, struct fid_claims *out,
                       struct fid_error *err)
{
    struct fid_derived_times *all = &out->time[eval];
    size_t total = 0;
    double low = HUGE_VAL, high = 0;
    for (size_t i = 0; i < n; i++)
        total += of[i].time[eval].n;
    if (!total)
        return 0;
    FID_NEED (all->x = malloc (total * sizeof *all->x), err);
    enum fid_confidence least = FID_CONFIDENCE_HIGH;
    for (size_t i = 0; i < n; i++) {
        const struct fid_derived_times *t = &of[i].time[eval];
        double sum = 0;
        if (t->n && t->confidence < least)
            least = t->confidence;
        for (size_t k = 0; k < t->n; k++) {
            all->x[all->n++] = t->x[k];
            sum += t->x[k];
        }
        if (t->n) {
            low = fmin (low, sum / (double)t->n);
            high = fmax (high, sum / (double)t->n);
        }
    }
    enum fid_confidence sure =
        high > (1 + MEANS_AGREE) * low ? FID_CONFIDENCE_MEDIUM : FID_CONFIDENCE_HIGH;
    bool differ = sure < FID_CONFIDENCE_HIGH;
    sure = least < sure ? least : sure;
    char what[80];
    snprintf (what, sizeof what, eval ? "steps of evaluations" : "training steps");
    if (differ)
        snprintf (what + strlen (what), sizeof what - strlen (what),
                  " (means of runs %.3g to %.3g s)", low, high);
    fid_claim_times (out, eval ? FID_DLIO_EVAL_TIME_TYPE : FID_DLIO_COMPUTE_TYPE, all->x,
                     all->n, sure, what);
    return 0;
}

/* Tensors are those of the first run that has them. */
static int join_tensors (const struct fid_claims *of, size_t n, struct fid_claims *out,
                         struct fid_error *err)
{
    for (size_t i = 0; i < n && !out->tensors.n; i++) {
        const struct fid_tensors *t = &of[i].tensors;
        if (!t->n)
            continue;
        FID_NEED (out->tensors.byte_n = malloc (t->n * sizeof *t->byte_n), err);
        memcpy (out->tensors.byte_n, t->byte_n, t->n * sizeof *t->byte_n);
        out->tensors.n = t->n;
    }
    return 0;
}

int fid_claims_join (const struct fid_claims *of, size_t n, struct fid_claims *out,
                     struct fid_error *err)
{
    const struct fid_claim **known = malloc ((n + 1) * sizeof *known);
    FID_FREED double *v = malloc ((n + 1) * sizeof *v);
    int rc = known && v ? 0 : fid_error_nomem (err);
    for (int k = 0; k < FID_DLIO_KEY_N && !rc; k++) {
        size_t known_n = 0;
        for (size_t i = 0; i < n; i++) {
            if (of[i].of[k].confidence)
                known[known_n++] = &of[i].of[k];
            else if (*of[i].of[k].evidence && !*out->of[k].evidence)
                out->of[k] = of[i].of[k];
        }
        if (known_n)
            join_key ((enum fid_dlio_key)k, known, known_n, n, v, &out->of[k]);
    }
    for (size_t i = 0; i < n; i++)
        out->ranks = fmax (out->ranks, of[i].ranks);
    for (int eval = 0; eval < 2 && !rc; eval++)
        rc = join_times (of, n, eval, out, err);
    if (!rc)
        rc = join_tensors (of, n, out, err);
    for (size_t i = 0; i < n && !rc; i++)
        for (size_t r = 0; r < of[i].remark_n; r++)
            fid_claims_add_remark (out, of[i].remark[r]);
    free (known);
    return rc || out->no_memory ? fid_error_nomem (err) : 0;
}
