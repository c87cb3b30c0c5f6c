/* SPDX-License-Identifier: GPL-3.0-or-later */
/* agree.c - see agree.h */
#include "base/units.h"
#include "metrics/aggregate.h"
#include "model/agree.h"

#define SPREADS 3.5 /* robust standard deviations */
#define ROBUST                                                                                 \
    1.4826 /* standard deviation of a normal law over its median absolute deviation */
#define NONE_LN (-100.) /* stands for ln 0 */

/* Of what a job reads and saves: less from the disk are libraries, not its data. */
#define STORED_LEAST 0.01

static const struct {
    const char *before, *after;
    double allowed;
} facts[] = {
#define FACT(id, before, after, allowed, name) [FID_REPEAT_##id] = {before, after, allowed},
    FID_REPEAT_FACTS (FACT)};

/* Runs that are still taken for repeats, and one fact of each. */
struct holding {
    const struct fid_did *did;
    struct fid_agreement *a; /* borrowed */
    double *ln, *sorted;     /* of the runs that are known; owned by the caller */
    size_t *run, n;
};

/* Below 0: it is not known. */
static double fact_of (const struct fid_did *did, enum fid_repeat_fact fact)
{
    double x = did->of[fact], own = fmax (0, did->of[FID_REPEAT_BYTES]);
    if (fact != FID_REPEAT_STORED || x < 0)
        return x;
    return fmax (x, STORED_LEAST * (own + fmax (0, did->of[FID_REPEAT_SAVED])));
}

static double median_of (struct holding *h, double from)
{
    for (size_t i = 0; i < h->n; i++)
        h->sorted[i] = isnan (from) ? h->ln[i] : fabs (h->ln[i] - from);
    return fid_median_select (h->sorted, h->n);
}

static double value_of (double ln)
{
    return ln <= NONE_LN / 2 ? 0 : exp (ln);
}

/* Takes out the outliers by one fact, or notes that the runs differ. */
static void hold_fact (struct holding *h, enum fid_repeat_fact fact)
{
    if (h->n < 2)
        return;
    double median = median_of (h, NAN), spread = median_of (h, median);
    double most = log (facts[fact].allowed), worst = 0;
    for (size_t i = 0; i < h->n; i++) {
        double off = fabs (h->ln[i] - median) * (h->n == 2 ? 2 : 1);
        struct fid_odd_repeat o = {h->run[i], fact, value_of (h->ln[i]), value_of (median),
                                   SIZE_MAX};
        if (off <= most)
            continue;
        if (h->n > 2 && off > SPREADS * ROBUST * spread) {
            h->a->odd[h->a->odd_n++] = o;
        } else if (off > worst * (1 + 1e-9)) {
            worst = off;
            if (h->n == 2) {
                o.usual = value_of (h->ln[1 - i]);
                o.other = h->run[1 - i];
            }
            if (!h->a->differ)
                h->a->by = o;
        }
    }
    h->a->differ = h->a->differ || worst > 0;
}

int fid_repeats_agree (struct fid_agreement *a, const struct fid_did *did, size_t n,
                       struct fid_error *err)
{
    *a = (struct fid_agreement){.odd = calloc (n + 1, sizeof *a->odd)};
    FID_FREED double *ln = calloc (2 * n + 2, sizeof *ln);
    FID_FREED size_t *run = calloc (n + 1, sizeof *run);
    int rc = a->odd && ln && run ? 0 : fid_error_nomem (err);
    struct holding h = {did, a, ln, ln + n + 1, run, 0};
    size_t odd_n;
    do { /* without an outlier by one fact, another fact may show more, or less, of the others */
        odd_n = a->odd_n;
        a->differ = false;
        for (int f = 0; f < FID_REPEAT_FACT_N && !rc; f++) {
            h.n = 0;
            for (size_t i = 0; i < n; i++) {
                double x = fid_agreement_keeps (a, i)
                               ? fact_of (&did[i], (enum fid_repeat_fact)f)
                               : -1;
                if (x < 0)
                    continue;
                run[h.n] = i;
                h.ln[h.n++] = x > 0 ? log (x) : NONE_LN;
            }
            hold_fact (&h, (enum fid_repeat_fact)f);
        }
    } while (!rc && a->odd_n > odd_n);
    return rc;
}

void fid_agreement_clear (struct fid_agreement *a)
{
    free (a->odd);
    *a = (struct fid_agreement){0};
}

bool fid_agreement_keeps (const struct fid_agreement *a, size_t i)
{
    for (size_t k = 0; k < a->odd_n; k++)
        if (a->odd[k].run == i)
            return false;
    return true;
}

size_t fid_agreement_filter (const struct fid_agreement *a, void *element, size_t n,
                             size_t size)
{
    char *at = element;
    size_t kept_n = 0;
    for (size_t i = 0; i < n; i++)
        if (fid_agreement_keeps (a, i))
            memmove (at + kept_n++ * size, at + i * size, size);
    return kept_n;
}

/* A value of a fact, as its words take it. */
static const char *value_text (enum fid_repeat_fact fact, double x, char out[FID_UNITS_TEXT])
{
    bool bytes =
        fact == FID_REPEAT_BYTES || fact == FID_REPEAT_STORED || fact == FID_REPEAT_SAVED;
    if (fact == FID_REPEAT_BOOKS)
        return x > 0 ? "figures that contradict each other" : "figures that agree";
    if (bytes)
        return fid_format_bytes (x, out, FID_UNITS_TEXT);
    snprintf (out, FID_UNITS_TEXT, fact == FID_REPEAT_DURATION ? "%.3g s" : "%.0f", x);
    return out;
}

const char *fid_odd_repeat_text (const struct fid_odd_repeat *o, const char *name,
                                 const char *other, char *out, size_t n)
{
    char own[FID_UNITS_TEXT], usual[FID_UNITS_TEXT];
    snprintf (out, n, "%.100s %s%s%s, %.100s %s", name, facts[o->fact].before,
              value_text (o->fact, o->value, own), facts[o->fact].after,
              other ? other : "most runs", value_text (o->fact, o->usual, usual));
    return out;
}
