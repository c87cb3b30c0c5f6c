/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_grade.c - grades, weights, validity and words of made-up results: closed forms */
#include <math.h>
#include "metrics/aggregate.h"
#include "tests/compare/made_grade.h"

#define LEN(a) (sizeof (a) / sizeof *(a))

/* --- one clause */

static void grades (void)
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
        ok_close (v.similarities.similarity, cases[i].grade, 1e-15,
                  "  and, alone, the similarity");
        fid_verdict_clear (&v);
    }
}

static void noise_forgives (void)
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

static void resources (void)
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
    ADD (DATA_READ, RHYTHM, PERIOD, 0.2)->value.confidence = 0.5;
    v = verdict (0);
    ok_close (v.graded[FID_RESOURCE_DATA_READ].grade, pow (0.25, 1. / 3), 1e-15,
              "a measure of half confidence weighs half");
    fid_verdict_clear (&v);
    result[FID_RESOURCE_DATA_READ].measure[1].value.confidence = 0;
    v = verdict (0);
    ok_close (v.graded[FID_RESOURCE_DATA_READ].grade, 1, 0, "one of none nothing");
    fid_verdict_clear (&v);
    begin ();
    ADD (CPU, VOLUME, BUSY, 0.1);
    ADD (DATA_READ, RHYTHM, PERIOD, 0.2)->value.confidence = 0;
    v = verdict (0);
    ok (v.graded[FID_RESOURCE_DATA_READ].grade == FID_ABSENT &&
            fabs (v.similarities.similarity - 0.5) < 1e-15,
        "a resource of nothing but such is not graded");
    ok (v.clause_n == 2 && v.clause[0].share + v.clause[1].share == 1,
        "and has no share of the loss");
    fid_verdict_clear (&v);

    begin ();
    ADD (DATA_READ, VOLUME, BYTES, 0.1);
    ADD (DATA_READ, TIMING, WHEN, 0.5);
    profile.clause[FID_RESOURCE_DATA_READ][FID_QUANTITY_WHEN].graded = false;
    v = verdict (0);
    ok (v.clause_n == 1 && fabs (v.similarities.similarity - 0.5) < 1e-15,
        "what the profile does not grade is no clause");
    fid_verdict_clear (&v);

    begin (); /* grade 1/8 of four facets */
    ADD_KEY (DATA_READ, VOLUME, BYTES, 0.3);
    ADD (DATA_READ, TIMING, WHEN, 0);
    ADD (DATA_READ, SHAPE, SHAPE, 0);
    ADD (DATA_READ, RHYTHM, PERIOD, 0);
    v = verdict (0);
    ok_close (v.graded[FID_RESOURCE_DATA_READ].grade, pow (0.125, 0.25), 1e-15,
              "a key clause counts as any other");
    fid_verdict_clear (&v);
    ADD (CPU, TIMING, LEVEL, 0);
    ADD (PHASES, TIMING, OVERLAP, 0);
    v = verdict (0);
    ok_close (v.similarities.similarity, pow (0.125, 1. / 12), 1e-15, "in the similarity, too");
    fid_verdict_clear (&v);
}

/* --- weights of resources in their group */

static void weights (void)
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
    ok_close (v.similarities.group[FID_GROUP_FILES],
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
    ok (similarity_now (0) > 0.87,
        "9 MB of log lines that one side lacks, beside 1.1 GB of reads: %.3f",
        similarity_now (0));
    moved (FID_RESOURCE_OTHER_IO, 9e9, 0, 1, 0);
    ok (similarity_now (0) > 0.7, "9 GB of them: %.3f", similarity_now (0));
}

/* --- validity */

static void ok_validity (enum fid_validity want, const char *what)
{
    struct fid_verdict v = verdict (0);
    if (!ok (v.validity == want, "%s: %s", what, fid_validity_name (want)))
        diag ("got %s, similarity %g", fid_validity_name (v.validity),
              v.similarities.similarity);
    fid_verdict_clear (&v);
}

static void validity (void)
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
    result[FID_RESOURCE_PHASES].measure[0].value.distance = 3;
    ok (similarity_now (0) < 0.1, "hardly alike: %g", similarity_now (0));
    ok_validity (FID_VALID, "but all key clauses are met");

    begin ();
    ADD_KEY (DATA_READ, VOLUME, BYTES, 0);
    ADD_KEY (STEPS, VOLUME, STEPS, 0);
    result[FID_RESOURCE_STEPS].status = FID_STATUS_NOT_COMPARED;
    ok_validity (FID_CANNOT_TELL, "a resource with a key clause was not compared");
    ADD (CPU, VOLUME, BUSY, 0.9);
    ok_validity (FID_CANNOT_TELL, "also where the rest is not alike");
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

/* --- words */

/* The text of a clause begins with its resource and ends so. */
static void ok_words (const struct fid_clause *c, const char *want, const char *what)
{
    char buf[FID_CLAUSE_TEXT];
    const char *resource = fid_resources[c->resource].words;
    fid_clause_text (c, buf);
    size_t n = strlen (buf), k = strlen (want);
    ok (strncmp (buf, resource, strlen (resource)) == 0 && n > k &&
            strcmp (buf + n - k, want) == 0,
        "%s: %s", what, buf);
}

static void words (void)
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
    ok_words (&v.clause[1], " 50 % of the job's length off (10 % allowed)",
              "times, as a share of the job");
    ok_words (&v.clause[2], " 4.76 times apart (1.1 times allowed)", "sizes, by a factor");
    ok_words (&v.clause[3], " 2 times apart (1.1 times allowed)", "amounts that are not known");
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

int main (void)
{
    grades ();
    noise_forgives ();
    resources ();
    weights ();
    validity ();
    words ();
    return tap_done ();
}
