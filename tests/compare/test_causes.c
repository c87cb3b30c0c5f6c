/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_causes.c - causes: their shares, and in what order they come (compare/causes.h) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "compare/causes.h"
#include "tests/compare/recorded.h"

/* Keys of causes against claims of the real run. */
static void test_agree (void)
{
    static const struct {
        const char *what, *key, *from, *to;
        enum fid_dlio_key k;
        double claim;
        const char *want; /* NULL: no key; "": no cause */
    } cases[] = {
        {"a batch size that the log knows", "workload.reader.batch_size", "16", "30",
         FID_DLIO_BATCH, 32, "32"},
        {"a size that is right already", "workload.dataset.record_length_bytes", "32772",
         "2886", FID_DLIO_RECORD, 32768, NULL},
        {"a flag that is right already", "workload.workflow.checkpoint", "true", "false",
         FID_DLIO_DO_CHECKPOINT, 1, ""},
        {"a number that agrees", "workload.train.epochs", "1", "5", FID_DLIO_EPOCHS, 5, "5"},
        {"bytes that nearly agree", "workload.model.model_size_bytes", "1000000", "2000000",
         FID_DLIO_MODEL_BYTES, 2050000, "2000000"},
        {"a key that derive does not know", "workload.reader.prefetch_size", "2", "4",
         FID_DLIO_THREADS, 8, "4"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_claims claims[2] = {{.ranks = 1}, {.ranks = 1}};
        struct fid_cause cause = {.change_n = 1};
        snprintf (cause.change[0].key, sizeof cause.change[0].key, "%s", cases[i].key);
        snprintf (cause.change[0].from, sizeof cause.change[0].from, "%s", cases[i].from);
        snprintf (cause.change[0].to, sizeof cause.change[0].to, "%s", cases[i].to);
        for (int u = 0; u < 2; u++)
            claims[u].of[cases[i].k] =
                (struct fid_claim){.confidence = FID_CONFIDENCE_HIGH, .number = cases[i].claim};
        size_t left = fid_causes_agree (&cause, 1, claims, 2);
        ok_str (!left            ? ""
                : cause.change_n ? cause.change[0].to
                                 : "none",
                cases[i].want ? cases[i].want : "none", cases[i].what);
        claims[0].of[cases[i].k].confidence = claims[1].of[cases[i].k].confidence =
            FID_CONFIDENCE_LOW;
    }
}

static struct fid_error err;
static const struct fid_answer_opts defaults = {.storage = NULL};

/* 0.33 + 0.56 + 0.11 is 1 + 2^-52 in binary: a cause that explains all three clauses has to
 * keep a share that results may hold. */
static void test_rounding (void)
{
    static const struct {
        enum fid_resource_id resource;
        enum fid_quantity_id quantity;
        double share;
    } made[] = {
        {FID_RESOURCE_STEPS, FID_QUANTITY_STEP, 0.33},
        {FID_RESOURCE_STEPS, FID_QUANTITY_COMPUTE, 0.56},
        {FID_RESOURCE_PHASES, FID_QUANTITY_DURATION, 0.11},
    };
    enum { N = sizeof made / sizeof *made };
    struct fid_measure measure[N] = {{0}};
    struct fid_clause clause[N] = {{0}};
    struct fid_run *real = recorded ("DLRM_real_r4"),
                   *emu = recorded ("DLRM_dlio_compute2x_r1");
    double sum = 0;
    for (int i = 0; i < N; i++) {
        measure[i].quantity = made[i].quantity;
        clause[i] = (struct fid_clause){.resource = made[i].resource,
                                        .measure = &measure[i],
                                        .grade = 0.5,
                                        .share = made[i].share};
        sum += made[i].share;
    }
    ok (sum > 1, "the shares of the clauses add up to more than 1");
    struct fid_comparison c = {.pair = {.real = real, .emu = emu}};
    struct fid_verdict v = {.profile = fid_profile_default (true),
                            .clause = clause,
                            .clause_n = N,
                            .similarities = {.similarity = -1}};
    struct fid_cause cause[FID_CAUSES_MAX];
    size_t n = 0;
    ok_int (fid_attribution_causes (&c, &v, &defaults, cause, &n, &err), 0, "causes are found");
    ok (n && strcmp (cause[0].code, "computation") == 0 && cause[0].explains[0] &&
            cause[0].explains[1] && cause[0].explains[2],
        "the first cause explains all three");
    ok (n && cause[0].share == 1, "its share is 1");
    bool known = false;
    for (size_t i = 0; i < n; i++)
        known |= cause[i].similarity_after >= 0 || cause[i].mended.error_after >= 0;
    ok (!known, "nothing is gained where neither the similarity nor the answer is known");
    fid_run_destroy (real);
    fid_run_destroy (emu);
}

/* A buffer that is filled first and what memory serves: each alone makes the answer worse, both
 * together make it better, and nothing else does. */
static void test_errors_that_cancel (void)
{
    struct fid_run *real = recorded ("BERT_real_r2"), *emu = recorded ("BERT_dlio_r2");
    struct fid_comparison c = {.pair = {.real = real, .emu = emu}};
    struct fid_verdict v = {.profile = fid_profile_default (true),
                            .similarities = {.similarity = -1}};
    struct fid_cause cause[FID_CAUSES_MAX];
    size_t n = 0, helps = 0;
    ok_int (fid_comparison_answers (&c, &defaults, &err), 0, "the answer is found");
    double error = c.answers.of[FID_ANSWER_FOR_STORAGE].error;
    ok_int (fid_attribution_causes (&c, &v, &defaults, cause, &n, &err), 0, "causes are found");
    const struct fid_change *a = &cause[0].mended, *b = &cause[n > 1].mended;
    ok (a->of.trait == FID_TRAIT_FIRST_BYTES && a->with == FID_TRAIT_STORED &&
            b->of.trait == FID_TRAIT_STORED && b->with == FID_TRAIT_FIRST_BYTES,
        "the first two cancel each other");
    ok (a->does == FID_CHANGE_TOGETHER && b->does == FID_CHANGE_TOGETHER, "and so help");
    ok (a->error_after > error + 0.05 && b->error_after > error + 0.05 &&
            a->error_with < error - 0.1 && b->error_with == a->error_with,
        "%.3f off becomes %.3f and %.3f without one, and %.3f without both", error,
        a->error_after, b->error_after, a->error_with);
    for (size_t i = 0; i < n; i++)
        helps += cause[i].mended.does == FID_CHANGE_BETTER;
    ok (helps == 0, "no single one does");
    fid_comparison_clear (&c);
    fid_run_destroy (real);
    fid_run_destroy (emu);
}

/* What makes the answer better comes first, by the answer; what does little to it is in no
 * order of its own; what makes it worse is last. */
static void test_order (void)
{
    static const struct {
        enum fid_change_does does;
        double after, with;
    } wanted[] = {{FID_CHANGE_BETTER, 0.02, -1}, {FID_CHANGE_BETTER, 0.7, 0.03},
                  {FID_CHANGE_BETTER, 0.1, -1},  {FID_CHANGE_TOGETHER, 0.5, 0.01},
                  {FID_CHANGE_LITTLE, 0.2, -1},  {FID_CHANGE_LITTLE, -1, -1},
                  {FID_CHANGE_WORSE, 0.4, -1}};
    enum { N = sizeof wanted / sizeof *wanted };
    struct fid_change c[N];
    for (int i = 0; i < N; i++) {
        c[(i * 5) % N] = fid_change_unknown;
        c[(i * 5) % N].does = wanted[i].does;
        c[(i * 5) % N].error_after = wanted[i].after;
        c[(i * 5) % N].error_with = wanted[i].with;
    }
    qsort (c, N, sizeof *c, fid_changes_order);
    bool good = true;
    for (int i = 0; i < N; i++)
        good &= c[i].does == wanted[i].does && c[i].error_after == wanted[i].after;
    ok (good, "changes are in the order of what they lead to");
}

int main (void)
{
    test_agree ();
    test_rounding ();
    test_errors_that_cancel ();
    test_order ();
    return tap_done ();
}
