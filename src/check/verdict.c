/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verdict.c - see verdict.h */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include "check/verdict.h"
#include "metrics/metric.h"
#include "metrics/moderated.h"
#include "metrics/holm.h"

#define SPREADS 3 /* of the accepted runs, within the margin */
#define LOOKS   3

double fid_loss (double grade)
{
    return -log (fmax (grade, FID_GRADE_FLOOR));
}

/* The runs on each side with which candidates as they are would pass. */
static size_t runs_needed (const struct fid_trial *t, const struct fid_moderated *m,
                           double margin, double alpha)
{
    size_t least = t->accepted_n < t->candidate_n ? t->accepted_n : t->candidate_n;
    for (size_t n = least + 1; n <= FID_RUNS_LAST; n++) {
        double half = m->s * sqrt (2 / (double)n) *
                      gsl_cdf_tdist_Qinv (alpha, t->d0 + 2 * (double)(n - 1));
        if (m->difference + half < margin)
            return n;
    }
    return 0;
}

/* Everything but p_family and whether it FAILs. */
static int measure_trial (const struct fid_trial *t, double alpha, struct fid_judgement *v)
{
    const double *a = t->accepted, *b = t->candidate;
    double margin = log (FID_MARGIN), spread;
    struct fid_moderated m;
    FID_TRY_CODE (fid_moderated_sd (fid_squares (a, t->accepted_n), (double)t->accepted_n - 1,
                                    t->s0, t->d0, &spread));
    margin = fmin (log (FID_MARGIN_MOST), fmax (margin, SPREADS * spread));
    if (t->margin > 0)
        margin = log (t->margin);
    FID_TRY_CODE (fid_moderated_test (a, t->accepted_n, b, t->candidate_n, t->s0, t->d0, margin,
                                      1 - 2 * alpha, &m));
    *v = (struct fid_judgement){
        .ratio = exp (-m.difference),
        .low = exp (-m.high),
        .high = exp (-m.low),
        .allowed = exp (-margin),
        .s = m.s,
        .df = m.df,
        .p = m.p,
        .few = (t->accepted_n < FID_RUNS_FIRST || t->candidate_n < FID_RUNS_FIRST)};
    for (size_t i = 0; i < t->accepted_n; i++)
        v->accepted -= a[i] / (double)t->accepted_n;
    for (size_t i = 0; i < t->candidate_n; i++)
        v->candidate -= b[i] / (double)t->candidate_n;
    v->accepted = exp (v->accepted);
    v->candidate = exp (v->candidate);
    v->needed_n = v->few ? FID_RUNS_FIRST : runs_needed (t, &m, margin, alpha);
    v->outcome = !v->few && m.high < margin ? FID_PASS : FID_INCONCLUSIVE;
    return 0;
}

static int check_losses (const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!(x[i] >= 0 && isfinite (x[i])))
            return GSL_EINVAL;
    return n ? 0 : GSL_EBADLEN;
}

int fid_judge (const struct fid_trial *trial, size_t n, double alpha,
               struct fid_judgement *verdict)
{
    if (!(alpha > 0 && alpha < 0.5))
        return GSL_EINVAL;
    for (size_t i = 0; i < n; i++) {
        const struct fid_trial *t = &trial[i];
        FID_TRY_CODE (check_losses (t->accepted, t->accepted_n));
        FID_TRY_CODE (check_losses (t->candidate, t->candidate_n));
        bool margin = t->margin == 0 || (t->margin >= 1 && isfinite (t->margin));
        if (!margin || !(t->s0 > 0) || !(t->d0 > 0))
            return GSL_EINVAL;
    }
    FID_FREED struct fid_judgement *v = calloc (n + 1, sizeof *v);
    FID_FREED double *p = malloc ((n + 1) * sizeof *p);
    int rc = v && p ? 0 : GSL_ENOMEM;
    for (size_t i = 0; !rc && i < n; i++) {
        rc = measure_trial (&trial[i], alpha, &v[i]);
        p[i] = v[i].p;
    }
    if (!rc)
        rc = fid_holm (p, n, p);
    for (size_t i = 0; !rc && i < n; i++) {
        v[i].p_family = p[i];
        if (p[i] <= alpha / LOOKS)
            v[i].outcome = FID_FAIL;
        verdict[i] = v[i];
    }
    return rc;
}
