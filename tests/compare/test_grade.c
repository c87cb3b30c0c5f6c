/* test_grade.c - grades, weights, shares and verdicts of made-up results: closed forms, laws */
#include "config.h"
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include "compare/grade.h"
#include "metrics/aggregate.h"
#include "tests/tap.h"

#define LEN(a) (sizeof (a) / sizeof *(a))

/* The pair in hand; begin() empties it. */
static struct fid_resource_result result[FID_RESOURCE_N];
static struct fid_profile profile;
static struct fid_error err;

static void
begin (void)
{
    memset (result, 0, sizeof result);
    profile = (struct fid_profile){.name = "made up"};
    for (int r = 0; r < FID_RESOURCE_N; r++)
        result[r] = (struct fid_resource_result){
            .info = &fid_resources[r], .status = FID_STATUS_IDLE, .grade_low = -1};
}

/* A measure of distance d that the profile grades with tolerance 0.1. */
static struct fid_measure *
add (enum fid_resource_id r, enum fid_facet_id facet, enum fid_quantity_id q, double d)
{
    struct fid_resource_result *res = &result[r];
    struct fid_measure *m = &res->measure[res->measure_n++];
    *m = (struct fid_measure){.facet = facet,
                              .quantity = q,
                              .metric = fid_metric_find ("ratio"),
                              .valid = true,
                              .weight = 1,
                              .value = {.distance = d, .confidence = 1},
                              .noise = -1,
                              .low = -1,
                              .high = -1};
    res->status = FID_STATUS_COMPARED;
    profile.clause[r][q] = (struct fid_profile_clause){.graded = true, .tolerance = 0.1};
    return m;
}

static struct fid_measure *
add_key (enum fid_resource_id r, enum fid_facet_id facet, enum fid_quantity_id q, double d)
{
    struct fid_measure *m = add (r, facet, q, d);
    profile.clause[r][q].key = true;
    return m;
}

#define ADD(r, facet, q, d) add (FID_RESOURCE_##r, FID_FACET_##facet, FID_QUANTITY_##q, d)
#define ADD_KEY(r, facet, q, d)                                                                \
    add_key (FID_RESOURCE_##r, FID_FACET_##facet, FID_QUANTITY_##q, d)

static struct fid_verdict
verdict (unsigned excluded)
{
    struct fid_verdict v;
    if (fid_verdict_make (&v, &profile, result, excluded, &err))
        exit (99);
    return v;
}

static double
score_now (unsigned excluded)
{
    struct fid_verdict v = verdict (excluded);
    double score = v.scores.score;
    fid_verdict_clear (&v);
    return score;
}

/* --- one clause */

static void
grades (void)
{
    static const struct {
        const char *what;
        double d, noise, t, low, high, grade;
        enum fid_clause_status status;
    } cases[] = {
        {"no distance", 0, -1, 0.1, -1, -1, 1, FID_CLAUSE_MET},
        {"less than the noise", 0.2, 0.3, 0.1, -1, -1, 1, FID_CLAUSE_MET},
        {"d = c", 0.3, 0.3, 0.1, -1, -1, 1, FID_CLAUSE_MET},
        {"d = c + t", 0.5, 0.25, 0.25, -1, -1, 0.5, FID_CLAUSE_MET},
        {"d = c + 2 t", 0.75, 0.25, 0.25, -1, -1, 0.25, FID_CLAUSE_NOT_MET},
        {"d = t, noise unknown", 0.25, -1, 0.25, -1, -1, 0.5, FID_CLAUSE_MET},
        {"d = 3 t, noise unknown", 0.75, -1, 0.25, -1, -1, 0.125, FID_CLAUSE_NOT_MET},
        {"an interval within the tolerance", 0.1, 0, 0.25, 0, 0.25, 0.75785828325519911,
         FID_CLAUSE_MET},
        {"its upper end beyond", 0.25, 0, 0.25, 0.2, 0.3, 0.5, FID_CLAUSE_OPEN},
        {"the same, with noise", 0.25, 0.125, 0.25, 0.2, 0.3, 0.70710678118654752,
         FID_CLAUSE_MET},
        {"its lower end beyond", 0.5, 0, 0.25, 0.26, 0.74, 0.25, FID_CLAUSE_NOT_MET},
        {"far away", 1e6, 0, 0.1, -1, -1, 0, FID_CLAUSE_NOT_MET},
    };
    for (size_t i = 0; i < LEN (cases); i++) {
        begin ();
        struct fid_measure *m = ADD (DATA_READ, VOLUME, BYTES, cases[i].d);
        m->noise = cases[i].noise;
        m->low = cases[i].low;
        m->high = cases[i].high;
        profile.clause[FID_RESOURCE_DATA_READ][FID_QUANTITY_BYTES].tolerance = cases[i].t;
        struct fid_verdict v = verdict (0);
        ok (v.clause_n == 1 && v.clause[0].status == cases[i].status &&
                v.met_n == (cases[i].status == FID_CLAUSE_MET),
            "%s: %s", cases[i].what, fid_clause_name (cases[i].status));
        ok_close (v.clause[0].grade, cases[i].grade, 1e-15, "  its grade");
        ok_close (v.scores.score, cases[i].grade, 1e-15, "  and, alone, the score");
        fid_verdict_clear (&v);
    }
}

static void
noise_forgives (void)
{
    int lower = 0, worse = 0;
    for (int i = 0; i < 400; i++) {
        double grade[2];
        enum fid_clause_status status[2];
        for (int k = 0; k < 2; k++) {
            begin ();
            struct fid_measure *m = ADD (DATA_READ, VOLUME, BYTES, i % 20 * 0.03);
            m->noise = k ? 0.01 * (1 + i / 20) : i % 2 ? 0 : -1;
            m->low = i % 3 ? -1 : 0.8 * m->value.distance;
            m->high = i % 3 ? -1 : 1.2 * m->value.distance;
            struct fid_verdict v = verdict (0);
            grade[k] = v.clause[0].grade;
            status[k] = v.clause[0].status;
            fid_verdict_clear (&v);
        }
        lower += grade[1] < grade[0];
        worse += (status[0] == FID_CLAUSE_MET && status[1] != FID_CLAUSE_MET) ||
                 (status[0] == FID_CLAUSE_OPEN && status[1] == FID_CLAUSE_NOT_MET);
    }
    ok (lower == 0 && worse == 0, "noise never lowers a grade and breaks no clause");
}

/* --- clauses of one resource */

static void
resources (void)
{
    struct fid_verdict v;
    begin (); /* grades 1/2 and 1/8 of volume, 1 of timing: sqrt (sqrt (1/16)) */
    ADD (DATA_READ, VOLUME, BYTES, 0.1);
    ADD (DATA_READ, VOLUME, OPS, 0.3);
    ADD (DATA_READ, TIMING, WHEN, 0);
    v = verdict (0);
    ok_close (v.graded[FID_RESOURCE_DATA_READ].grade, 0.5, 1e-15,
              "facets weigh alike, however many measures they have");
    fid_verdict_clear (&v);

    begin ();
    ADD (DATA_READ, VOLUME, BYTES, 0);
    ADD (DATA_READ, RHYTHM, PERIOD, 0.2)->weight = 0.5;
    v = verdict (0);
    ok_close (v.graded[FID_RESOURCE_DATA_READ].grade, pow (0.25, 1. / 3), 1e-15,
              "a measure of half confidence weighs half");
    fid_verdict_clear (&v);
    result[FID_RESOURCE_DATA_READ].measure[1].weight = 0;
    v = verdict (0);
    ok_close (v.graded[FID_RESOURCE_DATA_READ].grade, 1, 0, "one of none nothing");
    fid_verdict_clear (&v);
    begin ();
    ADD (CPU, VOLUME, BUSY, 0.1);
    ADD (DATA_READ, RHYTHM, PERIOD, 0.2)->weight = 0;
    v = verdict (0);
    ok (v.graded[FID_RESOURCE_DATA_READ].grade == FID_GRADE_NONE &&
            fabs (v.scores.score - 0.5) < 1e-15,
        "a resource of nothing but such is not graded");
    ok (v.clause_n == 2 && v.clause[0].share + v.clause[1].share == 1,
        "and has no share of the loss");
    fid_verdict_clear (&v);

    begin ();
    ADD (DATA_READ, VOLUME, BYTES, 0.1);
    ADD (DATA_READ, TIMING, WHEN, 0.5);
    profile.clause[FID_RESOURCE_DATA_READ][FID_QUANTITY_WHEN].graded = false;
    v = verdict (0);
    ok (v.clause_n == 1 && fabs (v.scores.score - 0.5) < 1e-15,
        "what the profile does not grade is no clause");
    fid_verdict_clear (&v);

    begin ();
    ADD_KEY (DATA_READ, VOLUME, BYTES, 0.3);
    ADD (DATA_READ, TIMING, WHEN, 0);
    ADD (DATA_READ, SHAPE, SHAPE, 0);
    ADD (DATA_READ, RHYTHM, PERIOD, 0);
    v = verdict (0);
    ok_close (v.graded[FID_RESOURCE_DATA_READ].grade, 0.25, 1e-15,
              "a resource has at most twice the grade of its worst key clause");
    ok_close (v.graded[FID_RESOURCE_DATA_READ].key, 0.125, 1e-15, "which is known");
    fid_verdict_clear (&v);
    ADD (CPU, TIMING, LEVEL, 0);
    ADD (PHASES, TIMING, OVERLAP, 0);
    v = verdict (0);
    ok_close (v.scores.score, 0.25, 1e-15, "and so has the score");
    ok_close (v.scores.mean, pow (0.25, 1. / 3), 1e-15, "its mean is shown");
    ok_int (v.scores.capped_by, FID_RESOURCE_DATA_READ, "and what caps it");
    fid_verdict_clear (&v);
}

/* --- weights of resources in their group */

static void
moved (enum fid_resource_id r, double real_bytes, double emu_bytes, double real_s, double emu_s)
{
    result[r].bytes[0] = real_bytes;
    result[r].bytes[1] = emu_bytes;
    result[r].busy_s[0] = real_s;
    result[r].busy_s[1] = emu_s;
}

static void
weights (void)
{
    begin ();
    ADD (DATA_READ, VOLUME, BYTES, 0);
    ADD (DATA_OPEN, VOLUME, OPS, 0.1);
    ADD (CHECKPOINT_WRITE, VOLUME, BYTES, 0);
    ADD (CHECKPOINT_READ, VOLUME, BYTES, 0);
    ADD (OTHER_IO, VOLUME, BYTES, 0);
    ADD (CPU, VOLUME, BUSY, 0);
    moved (FID_RESOURCE_DATA_READ, 600, 100, 1, 1);
    moved (FID_RESOURCE_DATA_OPEN, 0, 0, 1, 0.5);
    moved (FID_RESOURCE_CHECKPOINT_WRITE, 100, 300, 2, 2);
    moved (FID_RESOURCE_CHECKPOINT_READ, 1, 0, 0, 0);
    moved (FID_RESOURCE_OTHER_IO, 299, 100, 4, 1.5);
    struct fid_verdict v = verdict (0);
    ok_close (v.graded[FID_RESOURCE_DATA_READ].weight, 0.6, 1e-15,
              "share of the bytes: of the real run, where it is larger");
    ok_close (v.graded[FID_RESOURCE_CHECKPOINT_WRITE].weight, 0.6, 1e-15,
              "of the emulation, where that is");
    ok_close (v.graded[FID_RESOURCE_DATA_OPEN].weight, 0.125, 1e-15,
              "of the busy time, where there are no bytes");
    ok_close (v.graded[FID_RESOURCE_CHECKPOINT_READ].weight, FID_SHARE_LEAST, 0,
              "at least 0.02");
    ok_close (v.graded[FID_RESOURCE_OTHER_IO].weight, FID_SHARE_OTHER, 0,
              "other I/O at most 0.05");
    ok_close (v.graded[FID_RESOURCE_CPU].weight, 1, 0, "1 where neither is known");
    ok_close (v.scores.group[FID_GROUP_FILES],
              pow (0.5, 0.125 / (0.6 + 0.6 + 0.125 + 0.02 + 0.05)), 1e-15,
              "weights are exponents in the group");
    fid_verdict_clear (&v);
    result[FID_RESOURCE_CHECKPOINT_WRITE].status = FID_STATUS_NOT_COMPARED;
    v = verdict (0);
    ok_close (v.graded[FID_RESOURCE_DATA_READ].weight, 600. / 900, 1e-15,
              "what was not compared does not count");
    fid_verdict_clear (&v);

    begin ();
    ADD (DATA_READ, VOLUME, BYTES, 0);
    ADD (OTHER_IO, VOLUME, BYTES, 5);
    moved (FID_RESOURCE_DATA_READ, 1.1e9, 1.1e9, 100, 100);
    moved (FID_RESOURCE_OTHER_IO, 9e6, 0, 1, 0);
    ok (score_now (0) > 0.87,
        "9 MB of log lines that one side lacks, beside 1.1 GB of reads: %.3f", score_now (0));
    moved (FID_RESOURCE_OTHER_IO, 9e9, 0, 1, 0);
    ok (score_now (0) > 0.7, "9 GB of them: %.3f", score_now (0));
}

/* --- what is slow and plain: the score again, from results and profile */

static double
plain_resource (const struct fid_resource_result *res, int r, double *worst)
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
            facet += m->weight * log (fmax (g, FID_GEOMEAN_FLOOR));
            measures += m->weight;
            surest = fmax (surest, m->weight);
            if (c->key)
                *worst = fmin (*worst, g);
        }
        if (measures > 0) {
            sum += surest * facet / measures;
            weight += surest;
        }
    }
    return weight > 0 ? fmin (exp (sum / weight), 2 * *worst) : -1;
}

/* graded: weights from the verdict, which weights() has looked at. */
static double
plain_score (const struct fid_graded *graded, unsigned excluded)
{
    double sum = 0, worst = 1;
    int n = 0;
    for (int g = 0; g < FID_GROUP_N; g++) {
        double group = 0, weight = 0;
        for (int r = 0; r < FID_RESOURCE_N; r++) {
            double key = 1, grade = -1;
            if ((int)fid_resources[r].group == g && !(excluded >> g & 1))
                grade = plain_resource (&result[r], r, &key);
            if (grade < 0)
                continue;
            group += graded[r].weight * log (fmax (grade, FID_GEOMEAN_FLOOR));
            weight += graded[r].weight;
            worst = fmin (worst, key);
        }
        sum += weight > 0 ? group / weight : 0;
        n += weight > 0;
    }
    return n ? fmin (exp (sum / n), 2 * worst) : -1;
}

/* A pair made up of measures drawn at random; keys: some clauses are key. */
static void
draw (gsl_rng *rng, bool keys)
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
            m->weight = gsl_rng_uniform (rng) < 0.5 ? 1 : 0.1 + 0.9 * gsl_rng_uniform (rng);
            profile.clause[r][q].tolerance = 0.1 + gsl_rng_uniform (rng);
            if (keys && gsl_rng_uniform (rng) < 0.1) {
                profile.clause[r][q].key = true;
                m->value.distance *= 4;
            }
            profile.clause[r][q].graded = gsl_rng_uniform (rng) < 0.9;
            m->valid = gsl_rng_uniform (rng) < 0.9;
        }
        moved ((enum fid_resource_id)r, 100 * gsl_rng_uniform (rng),
               100 * gsl_rng_uniform (rng), 1, 1);
    }
}

static void
laws (gsl_rng *rng)
{
    int scores = 0, ones = 0, gains = 0, mends = 0, facets = 0, capped = 0, kept = 0;
    const int n = 60;
    for (int i = 0; i < n; i++) {
        unsigned excluded = i % 3 ? 0 : 1u << gsl_rng_uniform_int (rng, FID_GROUP_N);
        bool keys = i % 2;
        draw (rng, keys);
        struct fid_verdict v = verdict (excluded);
        double loss = -log (v.scores.score), sum = 0, wrong = 0;
        scores += fabs (v.scores.score - plain_score (v.graded, excluded)) < 1e-13;
        capped += v.scores.capped_by >= 0;
        for (size_t k = 0; k < v.clause_n; k++) {
            struct fid_measure *m = (struct fid_measure *)v.clause[k].measure;
            double d = m->value.distance;
            sum += v.clause[k].share;
            if (keys)
                continue;
            m->value.distance = 0; /* nothing caps: what it gains alone is its share */
            wrong = fmax (
                wrong, fabs ((log (score_now (excluded)) + loss) / loss - v.clause[k].share));
            m->value.distance = d;
        }
        ones += fabs (sum - 1) < 1e-12;
        gains += !keys && wrong < 1e-12;
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
                kept += mended < v.scores.score - 1e-15;
                for (size_t k = 0; k < result[r].measure_n; k++)
                    if ((int)result[r].measure[k].facet == f)
                        result[r].measure[k].value.distance = 0;
                off = fmax (off, fabs (score_now (excluded) - mended));
                result[r] = was;
            }
        mends += off < 1e-14;
        facets += fabs (parts - 1) < 1e-12;
        fid_verdict_clear (&v);
    }
    ok_int (scores, n, "the score, recomputed plainly from results and profile");
    ok_int (ones, n, "shares of the loss add up to 1");
    ok_int (facets, n, "and so do those of facets");
    ok (capped > 5, "also where a key clause caps (%d times)", capped);
    ok_int (gains, n / 2,
            "without caps the share of a clause is what mending it gains of -ln (score)");
    ok_int (mends, n, "the score with a facet mended is that of a pair without its distances");
    ok_int (kept, 0, "mending never lowers the score");
}

/* Shares where something caps, worked by hand. */
static void
capped_shares (void)
{
    begin (); /* key 1/8 of four facets: mean 2^-(3/4) 2^-(1/4) = 1/2, capped at 1/4 */
    ADD_KEY (DATA_READ, VOLUME, BYTES, 0.3);
    ADD (DATA_READ, TIMING, WHEN, 0.1);
    ADD (DATA_READ, SHAPE, SHAPE, 0);
    ADD (DATA_READ, RHYTHM, PERIOD, 0);
    struct fid_verdict v = verdict (0);
    ok_close (v.scores.score, 0.25, 1e-15, "one resource: 2 octaves of loss");
    ok_close (v.clause[0].share, 7. / 8, 1e-15, "the key clause has its 3/4 and the cap's 1");
    ok_close (v.clause[1].share, 1. / 8, 1e-15, "the other its 1/4");
    ok_close (v.clause[2].share, 0, 0, "what is met nothing");
    fid_verdict_clear (&v);
    ADD (CPU, VOLUME, BUSY, 0.1); /* mean of groups 2^-1.5, capped at 2^-2 */
    v = verdict (0);
    ok_close (v.scores.score, 0.25, 1e-15, "two groups: the score is capped, too");
    ok_close (v.clause[0].share, (7. / 8 + 0.5) / 2, 1e-15, "half of 7/4, and the cap's 1/2");
    ok_close (v.clause[4].share, 0.25, 1e-15, "the other group half of 1");
    fid_verdict_clear (&v);
    v = verdict (1u << FID_GROUP_FILES);
    ok_close (v.scores.score, 0.5, 1e-15, "a group out of scope does not cap");
    ok_close (v.clause[0].share, 0, 0, "and has no share");
    ok_close (v.clause[4].share, 1, 1e-15, "the other has it all");
    fid_verdict_clear (&v);
    begin ();
    ADD_KEY (DATA_READ, VOLUME, BYTES, 0);
    v = verdict (0);
    ok_close (v.clause[0].share, 0, 0, "of no loss there is no share");
    ok_close (fid_verdict_mended (&v, &(bool){true}, 0), 1, 0, "and nothing to mend");
    fid_verdict_clear (&v);
}

/* --- validity */

static void
ok_validity (enum fid_validity want, const char *what)
{
    struct fid_verdict v = verdict (0);
    if (!ok (v.validity == want, "%s: %s", what, fid_validity_name (want)))
        diag ("got %s, score %g", fid_validity_name (v.validity), v.scores.score);
    fid_verdict_clear (&v);
}

static void
validity (void)
{
    begin ();
    ok_validity (FID_CANNOT_TELL, "nothing graded");
    ADD (CPU, VOLUME, BUSY, 0);
    ok_validity (FID_CANNOT_TELL, "no key clause");
    struct fid_measure *key = ADD_KEY (DATA_READ, VOLUME, BYTES, 0.1);
    ok_validity (FID_VALID, "the key clause is met");
    ADD (DATA_READ, TIMING, WHEN, 0.15);
    ok_validity (FID_VALID, "another clause is not met");
    key->value.distance = 0.11;
    ok_validity (FID_NOT_VALID, "the key clause is not met");
    key->value.distance = 0.1;
    key->low = 0.05;
    key->high = 0.15;
    ok_validity (FID_CANNOT_TELL, "it is open");
    ADD_KEY (STEPS, VOLUME, STEPS, 0.2);
    ok_validity (FID_NOT_VALID, "it is open, another is not met");

    begin ();
    ADD_KEY (DATA_READ, VOLUME, BYTES, 0);
    ADD (CPU, VOLUME, BUSY, 0.2);
    ADD (PHASES, TIMING, OVERLAP, 0);
    ok_validity (FID_VALID, "a score of 0.63");
    result[FID_RESOURCE_PHASES].measure[0].value.distance = 0.15;
    ok_validity (FID_NOT_VALID, "keys are met, but the score is below 0.5");

    begin ();
    ADD_KEY (DATA_READ, VOLUME, BYTES, 0);
    ADD_KEY (STEPS, VOLUME, STEPS, 0);
    result[FID_RESOURCE_STEPS].status = FID_STATUS_NOT_COMPARED;
    ok_validity (FID_CANNOT_TELL, "a resource with a key clause was not compared");
    ADD (CPU, VOLUME, BUSY, 0.9);
    ok_validity (FID_CANNOT_TELL, "also where the rest scores badly: it may be the trace");
    result[FID_RESOURCE_CPU].measure_n = 0;
    result[FID_RESOURCE_STEPS].status = FID_STATUS_COMPARED;
    result[FID_RESOURCE_STEPS].measure[0].valid = false;
    ok_validity (FID_CANNOT_TELL, "a key clause could not be measured");
    result[FID_RESOURCE_STEPS].status = FID_STATUS_IDLE;
    result[FID_RESOURCE_STEPS].measure_n = 0;
    ok_validity (FID_VALID, "a resource with a key clause is idle in both");
    result[FID_RESOURCE_STEPS].status = FID_STATUS_NOT_COMPARED;
    result[FID_RESOURCE_DATA_READ].measure[0].value.distance = 1;
    ok_validity (FID_NOT_VALID, "a key clause is missing, another not met");
    profile.clause[FID_RESOURCE_STEPS][FID_QUANTITY_STEPS].key = false;
    result[FID_RESOURCE_DATA_READ].measure[0].value.distance = 0;
    ok_validity (FID_VALID, "a resource without key clauses was not compared");
}

/* --- intervals of predictions */

static void
predictions (gsl_rng *rng)
{
    static const struct fid_prior prior = {0.1, 6};
    double low, high, x[3] = {exp (-0.2), exp (-0.3), exp (-0.4)};
    fid_predict (x, 0, prior, &low, &high);
    ok (low == -1 && high == -1, "of no run there is no interval");
    fid_predict (x, 1, prior, &low, &high);
    double half = 2.4469118511449692 * 0.1 * sqrt (2); /* t of 6 degrees of freedom */
    ok_close (log (low), -0.2 - half, 1e-12, "one run: the prior's spread");
    ok_close (high, 1, 0, "no score is above 1");
    fid_predict (x, 3, prior, &low, &high); /* s2 = (6 * 0.01 + 0.02) / 8 */
    half = 2.3060041352041671 * 0.1 * sqrt (4. / 3);
    ok_close (log (low), -0.3 - half, 1e-12, "three runs: pooled with theirs, lower end");
    ok_close (log (high), -0.3 + half, 1e-12, "upper end");
    double zero = 0;
    fid_predict (&zero, 1, prior, &low, &high);
    ok (low == 0 && high > FID_GEOMEAN_FLOOR && high < 0.01,
        "a score of 0 counts as the floor, but may be less");

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

/* --- words */

/* The text of a clause begins with its resource and ends so. */
static void
ok_words (const struct fid_clause *c, const char *want, const char *what)
{
    char buf[FID_CLAUSE_TEXT];
    const char *resource = fid_resources[c->resource].words;
    fid_clause_text (c, buf);
    size_t n = strlen (buf), k = strlen (want);
    ok (strncmp (buf, resource, strlen (resource)) == 0 && n > k &&
            strcmp (buf + n - k, want) == 0,
        "%s: %s", what, buf);
}

static void
words (void)
{
    begin ();
    struct fid_measure *m = ADD (DATA_READ, VOLUME, BYTES, log (2));
    profile.clause[FID_RESOURCE_DATA_READ][FID_QUANTITY_BYTES].tolerance = log (1.1);
    fid_value_detail (&m->value, "real", 100);
    fid_value_detail (&m->value, "emulation", 50);
    ADD (DATA_READ, TIMING, WHEN, 0.5);
    ADD (DATA_READ, MARGINAL, SIZE, 2.25);
    ADD (DATA_READ, VOLUME, OPS, log (2));
    ADD (PHASES, VOLUME, KINDS, 1);
    struct fid_verdict v = verdict (0);
    ok_words (&v.clause[0], " 0.50 times the real run's (10 % allowed)",
              "amounts, how many times");
    ok_words (&v.clause[1], " 0.5 apart (0.1 allowed)", "shares, how far");
    ok_words (&v.clause[2], " 2.2 octaves apart (0.1 allowed)", "others with their unit");
    ok_words (&v.clause[3], " 100 % apart (11 % allowed)", "amounts that are not known");
    ok_words (&v.clause[4], " that only one side has", "kinds of phases");
    m->value.detail[1].value = 0;
    ok_words (&v.clause[0], " none of the real run's (10 % allowed)", "nothing at all");
    m->value.detail[1].value = 1;
    ok_words (&v.clause[0], " less than a tenth of the real run's (10 % allowed)",
              "very little");
    m->value.detail[1].value = 1e6;
    ok_words (&v.clause[0], " more than 1000 times the real run's (10 % allowed)", "very much");
    m->value.detail[0].value = 0;
    ok_words (&v.clause[0], " only in the emulation", "nothing in the real run");
    fid_verdict_clear (&v);
}

int
main (void)
{
    gsl_rng *rng = gsl_rng_alloc (gsl_rng_mt19937);
    if (!rng)
        return 99;
    gsl_rng_set (rng, 7);
    grades ();
    noise_forgives ();
    resources ();
    weights ();
    laws (rng);
    capped_shares ();
    validity ();
    predictions (rng);
    words ();
    gsl_rng_free (rng);
    return tap_done ();
}
