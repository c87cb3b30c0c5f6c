/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_loss.c - the similarity computed plainly, shares of its loss, and intervals: laws on made-up
 * results */
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include "metrics/aggregate.h"
#include "tests/compare/made_grade.h"

/* --- what is slow and plain: the similarity again, from results and profile */

static double plain_resource (const struct fid_resource_result *res, int r)
{
    double sum = 0, weight = 0;
    for (int f = 0; f < FID_FACET_N; f++) {
        double facet = 0, measures = 0, surest = 0;
        for (size_t i = 0; i < res->measure_n; i++) {
            const struct fid_measure *m = &res->measure[i];
            const struct fid_profile_clause *c = &profile.clause[r][m->quantity];
            if ((int)m->facet != f || !c->graded || !m->valid)
                continue;
            double over = m->value.distance - (m->noise > 0 ? m->noise : 0);
            double g = over > 0 ? pow (2, -over / c->tolerance) : 1;
            facet += m->value.confidence * log (fmax (g, FID_GEOMEAN_FLOOR));
            measures += m->value.confidence;
            surest = fmax (surest, m->value.confidence);
        }
        if (measures > 0) {
            sum += surest * facet / measures;
            weight += surest;
        }
    }
    return weight > 0 ? exp (sum / weight) : -1;
}

/* graded: weights from the verdict, which weights() has looked at. */
static double plain_similarity (const struct fid_graded *graded, unsigned excluded)
{
    double sum = 0;
    int n = 0;
    for (int g = 0; g < FID_GROUP_N; g++) {
        double group = 0, weight = 0;
        for (int r = 0; r < FID_RESOURCE_N; r++) {
            double grade = -1;
            if ((int)fid_resources[r].group == g && !(excluded >> g & 1))
                grade = plain_resource (&result[r], r);
            if (grade < 0)
                continue;
            group += graded[r].weight * log (fmax (grade, FID_GEOMEAN_FLOOR));
            weight += graded[r].weight;
        }
        sum += weight > 0 ? group / weight : 0;
        n += weight > 0;
    }
    return n ? exp (sum / n) : -1;
}

/* A pair made up of measures drawn at random. */
static void draw (gsl_rng *rng)
{
    begin ();
    for (int r = 0; r < FID_RESOURCE_N; r++) {
        if (gsl_rng_uniform (rng) < 0.3)
            continue;
        for (int q = 0; q < 5; q++) {
            struct fid_measure *m =
                add ((enum fid_resource_id)r, (enum fid_facet_id)gsl_rng_uniform_int (rng, 4),
                     (enum fid_quantity_id)q, 0.3 * gsl_rng_uniform (rng));
            m->noise = gsl_rng_uniform (rng) < 0.5 ? -1 : 0.05 * gsl_rng_uniform (rng);
            m->value.confidence =
                gsl_rng_uniform (rng) < 0.5 ? 1 : 0.1 + 0.9 * gsl_rng_uniform (rng);
            profile.clause[r][q].tolerance = 0.1 + gsl_rng_uniform (rng);
            profile.clause[r][q].graded = gsl_rng_uniform (rng) < 0.9;
            m->valid = gsl_rng_uniform (rng) < 0.9;
        }
        moved ((enum fid_resource_id)r, 100 * gsl_rng_uniform (rng),
               100 * gsl_rng_uniform (rng), 1, 1);
    }
}

static void laws (gsl_rng *rng)
{
    int similarities = 0, ones = 0, gains = 0, mends = 0, facets = 0, kept = 0;
    const int n = 60;
    for (int i = 0; i < n; i++) {
        unsigned excluded = i % 3 ? 0 : 1u << gsl_rng_uniform_int (rng, FID_GROUP_N);
        draw (rng);
        struct fid_verdict v = verdict (excluded);
        double loss = -log (v.similarities.similarity), sum = 0, wrong = 0;
        similarities +=
            fabs (v.similarities.similarity - plain_similarity (v.graded, excluded)) < 1e-13;
        for (size_t k = 0; k < v.clause_n; k++) {
            struct fid_measure *m = (struct fid_measure *)v.clause[k].measure;
            double d = m->value.distance;
            sum += v.clause[k].share;
            m->value.distance = 0; /* what it gains alone is its share */
            wrong = fmax (wrong, fabs ((log (similarity_now (excluded)) + loss) / loss -
                                       v.clause[k].share));
            m->value.distance = d;
        }
        ones += fabs (sum - 1) < 1e-12;
        gains += wrong < 1e-12;
        double off = 0, parts = 0;
        for (int r = 0; r < FID_RESOURCE_N; r++)
            for (int f = 0; f < FID_FACET_N; f++) {
                struct fid_resource_result was = result[r];
                bool which[FID_CLAUSES_MAX];
                for (size_t k = 0; k < v.clause_n; k++) {
                    which[k] =
                        (int)v.clause[k].resource == r && (int)v.clause[k].measure->facet == f;
                    parts += which[k] ? v.clause[k].share : 0;
                }
                double mended = fid_verdict_mended (&v, which, excluded);
                kept += mended < v.similarities.similarity - 1e-15;
                for (size_t k = 0; k < result[r].measure_n; k++)
                    if ((int)result[r].measure[k].facet == f)
                        result[r].measure[k].value.distance = 0;
                off = fmax (off, fabs (similarity_now (excluded) - mended));
                result[r] = was;
            }
        mends += off < 1e-14;
        facets += fabs (parts - 1) < 1e-12;
        fid_verdict_clear (&v);
    }
    ok_int (similarities, n, "the similarity, recomputed plainly from results and profile");
    ok_int (ones, n, "shares of the loss add up to 1");
    ok_int (facets, n, "and so do those of facets");
    ok_int (gains, n, "the share of a clause is what mending it gains of -ln (similarity)");
    ok_int (mends, n,
            "the similarity with a facet mended is that of a pair without its distances");
    ok_int (kept, 0, "mending never lowers the similarity");
}

/* Shares worked by hand. */
static void shares (void)
{
    begin (); /* grades 1/8, 1/2, 1, 1 of four facets */
    ADD (DATA_READ, VOLUME, BYTES, 0.3);
    ADD (DATA_READ, TIMING, WHEN, 0.1);
    ADD (DATA_READ, SHAPE, SHAPE, 0);
    ADD (DATA_READ, RHYTHM, PERIOD, 0);
    struct fid_verdict v = verdict (0);
    ok_close (v.similarities.similarity, 0.5, 1e-15, "one resource: an octave of loss");
    ok_close (v.clause[0].share, 3. / 4, 1e-15, "three quarters of it");
    ok_close (v.clause[1].share, 1. / 4, 1e-15, "and one quarter");
    ok_close (v.clause[2].share, 0, 0, "what is met nothing");
    fid_verdict_clear (&v);
    ADD (CPU, VOLUME, BUSY, 0.1);
    v = verdict (0);
    ok_close (v.similarities.similarity, 0.5, 1e-15, "two groups of the same grade");
    ok_close (v.clause[0].share, 3. / 8, 1e-15, "half of three quarters");
    ok_close (v.clause[4].share, 0.5, 1e-15, "the other group half");
    fid_verdict_clear (&v);
    v = verdict (1u << FID_GROUP_FILES);
    ok_close (v.clause[0].share, 0, 0, "a group out of scope has no share");
    ok_close (v.clause[4].share, 1, 1e-15, "the other has it all");
    fid_verdict_clear (&v);
    begin ();
    ADD (DATA_READ, VOLUME, BYTES, 0);
    v = verdict (0);
    ok_close (v.clause[0].share, 0, 0, "of no loss there is no share");
    ok_close (fid_verdict_mended (&v, &(bool){true}, 0), 1, 0, "and nothing to mend");
    fid_verdict_clear (&v);
}

static void predictions (gsl_rng *rng)
{
    static const struct fid_prior prior = {0.1, 6};
    double low, high, x[3] = {exp (-0.2), exp (-0.3), exp (-0.4)};
    fid_predict (x, 0, prior, &low, &high);
    ok (low == -1 && high == -1, "of no run there is no interval");
    fid_predict (x, 1, prior, &low, &high);
    double half = 2.4469118511449692 * 0.1 * sqrt (2); /* t of 6 degrees of freedom */
    ok_close (log (low), -0.2 - half, 1e-12, "one run: the prior's spread");
    ok_close (high, 1, 0, "no similarity is above 1");
    fid_predict (x, 3, prior, &low, &high); /* s2 = (6 * 0.01 + 0.02) / 8 */
    half = 2.3060041352041671 * 0.1 * sqrt (4. / 3);
    ok_close (log (low), -0.3 - half, 1e-12, "three runs: pooled with theirs, lower end");
    ok_close (log (high), -0.3 + half, 1e-12, "upper end");
    double zero = 0;
    fid_predict (&zero, 1, prior, &low, &high);
    ok (low == 0 && high > FID_GEOMEAN_FLOOR && high < 0.01,
        "a similarity of 0 counts as the floor, but may be less");

    /* spreads of configurations as the prior says; is the next run inside in 95 %? */
    for (size_t n = 1; n <= 3; n++) {
        int inside = 0, draws = 4000;
        for (int i = 0; i < draws; i++) {
            double run[4];
            double s = 0.1 * sqrt (6 / gsl_ran_chisq (rng, 6)), mu = 1 + gsl_rng_uniform (rng);
            for (size_t k = 0; k <= n; k++)
                run[k] = exp (-mu - gsl_ran_gaussian (rng, s));
            fid_predict (run, n, prior, &low, &high);
            inside += low <= run[n] && run[n] <= high;
        }
        /* 3 standard errors of 4000 draws are 0.0103 */
        ok (fabs (inside / (double)draws - 0.95) < 0.0103, "%zu runs: covers %.3f", n,
            inside / (double)draws);
    }
}

int main (void)
{
    gsl_rng *rng = gsl_rng_alloc (gsl_rng_mt19937);
    if (!rng)
        return 99;
    gsl_rng_set (rng, 7);
    laws (rng);
    shares ();
    predictions (rng);
    gsl_rng_free (rng);
    return tap_done ();
}
