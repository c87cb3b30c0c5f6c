/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grade.c - see grade.h */
#include <gsl/gsl_cdf.h>
#include "compare/grade.h"
#include "metrics/aggregate.h"
#include "metrics/moderated.h"

/* The grade of a resource from its clauses.  mended[i]: clause i counts as 1; NULL: none does. */
static struct fid_graded grade_resource (const struct fid_clause *c, size_t n, double weight,
                                         const bool *mended)
{
    struct fid_geomean mean = {0};
    for (size_t i = 0; i < n; i++)
        fid_geomean_add (&mean, mended && mended[i] ? 1 : c[i].grade, c[i].weight);
    return (struct fid_graded){n ? fid_geomean_value (&mean) : FID_GRADE_NONE, weight};
}

/* Distribute the weight of a resource: facets alike, but for their surest measure; measures of
 * a facet by their confidence. */
static void weigh_clauses (struct fid_clause *c, size_t n)
{
    double facets = 0;
    for (size_t i = 0; i < n; i++) {
        enum fid_facet_id facet = c[i].measure->facet;
        double surest = 0, sum = 0;
        for (size_t j = 0; j < n; j++)
            if (c[j].measure->facet == facet) {
                surest = fmax (surest, c[j].measure->value.confidence);
                sum += c[j].measure->value.confidence;
            }
        c[i].weight = sum > 0 ? surest * c[i].measure->value.confidence / sum : 0;
        facets += c[i].weight;
    }
    for (size_t i = 0; i < n; i++)
        c[i].weight = facets > 0 ? c[i].weight / facets : 0;
}

static void grade_clause (struct fid_clause *c)
{
    const struct fid_measure *m = c->measure;
    double noise = fmax (0, m->noise);
    c->grade = exp2 (-fmax (0, m->value.distance - noise) / c->tolerance);
    double low = m->low >= 0 ? m->low : m->value.distance;
    double high = m->high >= 0 ? m->high : m->value.distance;
    c->status = high <= noise + c->tolerance ? FID_CLAUSE_MET
                : low > noise + c->tolerance ? FID_CLAUSE_NOT_MET
                                             : FID_CLAUSE_OPEN;
}

/* Whether a clause of the resource is key. */
static bool profile_has_key (const struct fid_profile *p, enum fid_resource_id r)
{
    for (int q = 0; q < FID_QUANTITY_N; q++)
        if (p->clause[r][q].key)
            return true;
    return false;
}

/* The clauses of one resource; returns how many. */
static size_t find_clauses (struct fid_verdict *v, const struct fid_resource_result *res,
                            struct fid_clause *clause)
{
    enum fid_resource_id r = fid_result_id (res);
    size_t n = 0;
    if (res->status == FID_STATUS_NOT_COMPARED)
        v->key_lacks |= profile_has_key (v->profile, r);
    if (res->status != FID_STATUS_COMPARED)
        return 0;
    FID_EACH (const struct fid_measure, m, res->measure) {
        const struct fid_profile_clause *is = &v->profile->clause[r][m->quantity];
        if (!is->graded)
            continue;
        if (!m->valid) {
            v->key_lacks |= is->key;
            continue;
        }
        clause[n] = (struct fid_clause){
            .resource = r, .measure = m, .key = is->key, .tolerance = is->tolerance};
        grade_clause (&clause[n++]);
    }
    weigh_clauses (clause, n);
    return n;
}

/* Shares of the resources of a group in bytes, or in busy time where one has no bytes. */
static void weigh_resources (const struct fid_resource_result *result,
                             double weight[FID_RESOURCE_N])
{
    double bytes[FID_GROUP_N][2] = {{0}}, busy[FID_GROUP_N][2] = {{0}};
    for (int r = 0; r < FID_RESOURCE_N; r++)
        for (int side = 0; side < 2 && result[r].status == FID_STATUS_COMPARED; side++) {
            bytes[fid_resources[r].group][side] += result[r].bytes[side];
            busy[fid_resources[r].group][side] += result[r].busy_s[side];
        }
    for (int r = 0; r < FID_RESOURCE_N; r++) {
        enum fid_group_id g = fid_resources[r].group;
        double share = 0;
        bool known = false;
        for (int side = 0; side < 2; side++) {
            bool sized = result[r].bytes[0] + result[r].bytes[1] > 0;
            double part = sized ? result[r].bytes[side] : result[r].busy_s[side];
            double whole = sized ? bytes[g][side] : busy[g][side];
            known |= whole > 0;
            share = fmax (share, whole > 0 ? part / whole : 0);
        }
        weight[r] = known ? fmax (FID_SHARE_LEAST, share) : 1;
        if (r == FID_RESOURCE_OTHER_IO)
            weight[r] = fmin (weight[r], FID_SHARE_OTHER);
    }
}

static double loss_of_grade (double grade)
{
    return -log (fmax (grade, FID_GEOMEAN_FLOOR));
}

/* A smaller loss is that of a similarity of 1, and has no shares. */
#define LOSS_LEAST 1e-9

double fid_share_written (double share)
{
    return round (share * 1e10) / 1e10;
}

/* Shares of the loss -ln (similarity). */
static void share_loss (struct fid_verdict *v, unsigned excluded)
{
    double group[FID_GROUP_N] = {0}, total = 0;
    if (v->similarities.similarity < 0)
        return;
    for (int r = 0; r < FID_RESOURCE_N; r++)
        if (v->graded[r].grade >= 0)
            group[fid_resources[r].group] += v->graded[r].weight;
    FID_EACH (struct fid_clause, c, v->clause) {
        enum fid_group_id g = fid_resources[c->resource].group;
        const struct fid_graded *of = &v->graded[c->resource];
        c->share = excluded >> g & 1 || of->grade < 0
                       ? 0
                       : c->weight * loss_of_grade (c->grade) * of->weight / group[g];
        total += c->share;
    }
    for (size_t i = 0; i < v->clause_n; i++)
        v->clause[i].share = total > LOSS_LEAST ? v->clause[i].share / total : 0;
}

/* Key clauses decide, where no answer does. */
static enum fid_validity judge_by_key (const struct fid_verdict *v)
{
    bool open = false;
    for (size_t i = 0; i < v->clause_n; i++)
        if (v->clause[i].key) {
            if (v->clause[i].status == FID_CLAUSE_NOT_MET)
                return FID_NOT_VALID;
            open |= v->clause[i].status == FID_CLAUSE_OPEN;
        }
    return open || !v->key_n || v->key_lacks ? FID_CANNOT_TELL : FID_VALID;
}

int fid_verdict_make (struct fid_verdict *v, const struct fid_profile *profile,
                      const struct fid_resource_result result[FID_RESOURCE_N],
                      unsigned excluded, struct fid_error *err)
{
    double weight[FID_RESOURCE_N];
    *v = (struct fid_verdict){.profile = profile, .low = -1, .high = -1};
    FID_NEED (v->clause = malloc (FID_CLAUSES_MAX * sizeof *v->clause), err);
    weigh_resources (result, weight);
    for (int r = 0; r < FID_RESOURCE_N; r++) {
        struct fid_clause *c = v->clause + v->clause_n;
        size_t n = find_clauses (v, &result[r], c);
        v->graded[r] = grade_resource (c, n, weight[r], NULL);
        v->clause_n += n;
        for (size_t i = 0; i < n; i++) {
            v->met_n += c[i].status == FID_CLAUSE_MET;
            v->key_n += c[i].key;
        }
    }
    fid_similarity (v->graded, ~0u, excluded, &v->similarities);
    share_loss (v, excluded);
    v->validity = judge_by_key (v);
    return 0;
}

void fid_verdict_clear (struct fid_verdict *v)
{
    free (v->clause);
    *v = (struct fid_verdict){0};
}

double fid_verdict_mended (const struct fid_verdict *v, const bool *mended, unsigned excluded)
{
    struct fid_graded graded[FID_RESOURCE_N];
    struct fid_similarities similarities;
    memcpy (graded, v->graded, sizeof graded);
    for (size_t i = 0, n; i < v->clause_n; i += n) {
        enum fid_resource_id r = v->clause[i].resource;
        for (n = 1; i + n < v->clause_n && v->clause[i + n].resource == r;)
            n++;
        graded[r] = grade_resource (v->clause + i, n, graded[r].weight, mended + i);
    }
    fid_similarity (graded, ~0u, excluded, &similarities);
    return similarities.similarity;
}

void fid_predict (const double *x, size_t n, struct fid_prior prior, double *low, double *high)
{
    double mean = 0, square = 0;
    *low = *high = -1;
    if (!n)
        return;
    for (size_t i = 0; i < n; i++)
        mean += loss_of_grade (x[i]) / (double)n;
    for (size_t i = 0; i < n; i++) {
        square += (loss_of_grade (x[i]) - mean) * (loss_of_grade (x[i]) - mean);
    }
    double s, freedom = prior.freedom + (double)(n - 1);
    if (fid_moderated_sd (square, (double)(n - 1), prior.deviation, prior.freedom, &s))
        return;
    double half = gsl_cdf_tdist_Pinv (0.975, freedom) * s * sqrt (1 + 1 / (double)n);
    /* grades below the floor are not told apart */
    bool floored = mean >= loss_of_grade (0) * (1 - 1e-9);
    *low = floored ? 0 : exp (-mean - half);
    *high = fmin (1, exp (-mean + half));
}

/* "0.50 times", "12 times", "none of" the real run's. */
static const char *ratio_text (double ratio, char buf[40])
{
    if (ratio >= 0.1 && ratio < 1000)
        snprintf (buf, 40, "%.*f times", ratio < 10 ? 2 : 0, ratio);
    else if (ratio < 0.1)
        snprintf (buf, 40, "%s", ratio > 0 ? "less than a tenth of" : "none of");
    else
        snprintf (buf, 40, "more than 1000 times");
    return buf;
}

/* A distance and what is allowed, in words that say of what. */
static void put_apart (enum fid_tolerance_id of, double d, double allowed, char *to,
                       size_t room)
{
    double base = fid_tolerances[of].unit == FID_IN_DECADES   ? 10
                  : fid_tolerances[of].unit == FID_IN_OCTAVES ? 2
                                                              : M_E;
    if (fid_tolerances[of].unit != FID_IN_ONE)
        snprintf (to, room, "%.3g times apart (%.2g times allowed)", fmin (pow (base, d), 9999),
                  pow (base, allowed));
    else if (of == FID_TOLERANCE_WHEN)
        snprintf (to, room, "%.0f %% of the job's length off (%.0f %% allowed)", 100 * d,
                  100 * allowed);
    else if (of == FID_TOLERANCE_LEVEL)
        snprintf (to, room, "%.0f %% of full load apart (%.0f %% allowed)", 100 * d,
                  100 * allowed);
    else if (of == FID_TOLERANCE_WAITING)
        snprintf (to, room, "%.0f percentage points apart (%.0f allowed)", 100 * d,
                  100 * allowed);
    else
        snprintf (to, room, "%.2g on a scale from 0 (same) to 1 (%.2g allowed)", d, allowed);
}

const char *fid_clause_text (const struct fid_clause *c, char buf[FID_CLAUSE_TEXT])
{
    const struct fid_measure *m = c->measure;
    const struct fid_quantity_info *q = &fid_quantities[m->quantity];
    enum fid_unit_id unit = fid_tolerances[q->tolerance].unit;
    double real, emu, d = m->value.distance;
    char ratio[40];
    int at =
        snprintf (buf, FID_CLAUSE_TEXT, "%s: %s ", fid_resources[c->resource].words, q->words);
    char *to = buf + at;
    size_t room = FID_CLAUSE_TEXT - (size_t)at;
    bool sides = unit == FID_IN_LN && fid_measure_find_detail (m, "real", &real) &&
                 fid_measure_find_detail (m, "emulation", &emu);
    if (m->quantity == FID_QUANTITY_KINDS)
        snprintf (to, room, "%s", d > 0 ? "that only one side has" : "are the same");
    else if (sides && !(real > 0) && emu > 0)
        snprintf (to, room, "only in the emulation");
    else if (sides && real > 0)
        snprintf (to, room, "%s the real run's (%.0f %% allowed)",
                  ratio_text (emu / real, ratio), 100 * (exp (c->tolerance) - 1));
    else
        put_apart (q->tolerance, d, c->tolerance, to, room);
    return buf;
}
