/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_limits.c - what every pair has to reach (check/check.h) */
#include <math.h>
#include "check/check.h"
#include "results/result.h"
#include "tests/tap.h"

static struct fid_error err;

/* A pair of one workload; its E is between low and high, ln. */
static struct fid_result_head pair (const char *emulation, double similarity, double low,
                                    double high)
{
    double error = low == FID_ABSENT ? FID_ABSENT : (low + high) / 2;
    return (struct fid_result_head){
        .path = "none",
        .real = {.id = "R", .workload = "w", .hash = "1"},
        .emulation = {.id = emulation, .workload = "w", .hash = "2"},
        .similarity = similarity,
        .similarity_ci = {FID_ABSENT, FID_ABSENT},
        .group[FID_GROUP_CPU] = {.grade = FID_ABSENT},
        .answer = {.error = error,
                   .low = low,
                   .high = high,
                   .runs = {{.run_n = 1}, {.run_n = 1}},
                   .reason = "the interval is wide"}};
}

/* "P", "I" or "F" for each row. */
static const char *outcomes (const struct fid_limits *limits, const struct fid_results *all)
{
    static char said[16];
    struct fid_check check = {0};
    size_t n = 0;
    if (fid_check_limits (limits, all, &check, &err))
        return err.text;
    for (; n < check.row_n && n + 1 < sizeof said; n++)
        said[n] = "PIF"[check.row[n].outcome];
    said[n] = '\0';
    fid_check_clear (&check);
    return said;
}

static void test_least (void)
{
    struct fid_result_head head[] = {pair ("a", 0.7, -1, -1), pair ("b", 0.8, -1, -1)};
    struct fid_results all = {.result = head, .result_n = 2};
    struct fid_limits limits = {.least = 0.7, .most = FID_ABSENT};
    ok_str (outcomes (&limits, &all), "PP", "equal to the limit passes");
    limits.least = 0.75;
    ok_str (outcomes (&limits, &all), "FP", "below it fails");
    limits.least = 0;
    limits.group = "cpu";
    ok_str (outcomes (&limits, &all), "FF", "a group that was not compared fails, even at 0");
    limits.group = "x";
    ok_str (outcomes (&limits, &all), "FF", "so does one nobody knows");
    limits = (struct fid_limits){.least = 0.75, .most = FID_ABSENT, .same_workload = true};
    head[0].emulation.workload = "v";
    ok_str (outcomes (&limits, &all), "P", "only pairs of one workload");
    head[1].real.workload = head[1].emulation.workload = "";
    ok_str (outcomes (&limits, &all), "no pair to check",
            "unknown workloads are not the same; nothing to check is an error");
    ok (err.status == FID_EINPUT, "of the input");
}

static void test_interval (void)
{
    struct fid_result_head head[] = {pair ("a", 0.7, -1, -1), pair ("b", 0.7, -1, -1),
                                     pair ("c", 0.7, -1, -1)};
    struct fid_results all = {.result = head, .result_n = 3};
    struct fid_limits limits = {.least = 0.6, .most = FID_ABSENT};
    head[0].similarity_low = 0.6;
    head[1].similarity_low = 0.5;
    head[2].similarity_low = 0.5;
    head[0].similarity_high = head[1].similarity_high = 0.8;
    head[2].similarity_high = 0.59;
    ok_str (outcomes (&limits, &all), "PIF",
            "of a similarity: an interval above, around, below the limit");
}

static void test_most (void)
{
    double ten = log1p (0.1);
    struct fid_result_head head[] = {
        pair ("a", 0.7, 0, ten),     pair ("b", 0.8, 0.01, 0.11),
        pair ("c", 0.8, ten, 0.3),   pair ("d", 0.8, ten + 1e-6, 0.3),
        pair ("e", 0.9, -1, -1),     pair ("f", 0.9, 0.01, 0.05),
        pair ("g", 0.9, 0.01, 0.05), pair ("h", 0.9, 0.2, 0.3),
        pair ("i", 0.9, 0.01, 0.05), pair ("j", 0.9, 0.2, 0.3)};
    struct fid_results all = {.result = head, .result_n = 10};
    struct fid_limits limits = {.least = FID_ABSENT, .most = 0.1};
    head[5].answer.fact.quantity = FID_ANSWER_OF_SELF_CHECK;
    head[6].answer.proof = head[7].answer.proof = FID_PROOF_PARTIAL;
    head[8].emulation.hash = "1";
    head[9].incomplete = "no trace_read.out";
    ok_str (
        outcomes (&limits, &all), "PIIFIIIFI",
        "up to 10 %, around, from, above; not known; a model that is off; two that show too "
        "little to pass; a run against itself; of an incomplete one nothing");
    head[0].answer.worst.scenario = head[1].answer.worst.scenario = "0.5 x demand";
    head[0].answer.worst.error = -2.1 * ten;
    head[1].answer.worst.error = 2.1 * ten;
    head[1].answer.worst.least = 2.01 * ten;
    all.result_n = 2;
    ok_str (outcomes (&limits, &all), "IF",
            "twice as much is allowed on a storage, and what certainly is beyond fails");
    head[0].answer.worst.error = head[1].answer.worst.error = head[1].answer.worst.least = 0;
    limits.least = 0.75;
    ok_str (outcomes (&limits, &all), "PFIP", "both limits, pair by pair");
    struct fid_check check = {0};
    fid_check_limits (&limits, &all, &check, &err);
    ok_str (check.row[2].reason,
            "6 % off (1 % to 12 %), limit 10 %: the error could be above or below the limit; "
            "results made with --answer-tolerance=10 say what to record",
            "and why");
    ok (check.outcome == FID_FAIL && check.row[2].real && check.row[2].error,
        "of which real run, and that it is an error");
    fid_check_clear (&check);
}

/* What a result is worth as it was read. */
static void test_judged (void)
{
    static const struct {
        const char *what;
        double low, high;
        int proof, stated;
        const char *incomplete;
        int want;
    } cases[] = {
        {"a verdict that follows", 0.01, 0.05, FID_PROOF_FULL, FID_VALID, NULL, FID_VALID},
        {"valid of an interval that is wide", 0.01, 0.15, FID_PROOF_FULL, FID_VALID, NULL,
         FID_CANNOT_TELL},
        {"valid of what is far off", 0.2, 0.3, FID_PROOF_FULL, FID_VALID, NULL,
         FID_CANNOT_TELL},
        {"not valid of what is near", 0.01, 0.05, FID_PROOF_FULL, FID_NOT_VALID, NULL,
         FID_CANNOT_TELL},
        {"valid of recordings that cannot show it", 0.01, 0.05, FID_PROOF_PARTIAL, FID_VALID,
         NULL, FID_CANNOT_TELL},
        {"valid of an error that is not known", -1, -1, FID_PROOF_FULL, FID_VALID, NULL,
         FID_CANNOT_TELL},
        {"valid of what can be shown by nobody knows what", 0.01, 0.05, -1, FID_VALID, NULL,
         FID_CANNOT_TELL},
        {"doubts stay", 0.01, 0.05, FID_PROOF_FULL, FID_CANNOT_TELL, NULL, FID_CANNOT_TELL},
        {"nothing of a part of the files", 0.01, 0.05, FID_PROOF_FULL, FID_VALID, "no log",
         FID_CANNOT_TELL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_result_head head = pair ("a", 0.7, cases[i].low, cases[i].high);
        struct fid_result_profile profile[] = {
            {.name = "storage", .by_answer = true, .verdict = cases[i].stated}};
        head.answer.tolerance = 0.1;
        head.answer.proof = cases[i].proof;
        head.answer.verdict = cases[i].stated;
        head.verdict = (enum fid_validity)cases[i].stated;
        head.profile = "storage";
        head.profile_of = profile;
        head.profile_n = 1;
        head.incomplete = cases[i].incomplete;
        ok (fid_result_judge (&head, &err) == 0 && head.answer.verdict == cases[i].want &&
                (int)head.verdict == cases[i].want && (int)profile->verdict == cases[i].want,
            "%s", cases[i].what);
        fid_arena_clear (&head.arena);
    }
}

static void test_failed (void)
{
    struct fid_results all = {0};
    struct fid_limits limits = {.least = FID_ABSENT, .most = 0.1};
    fid_results_fail (&all, "R", "c", NULL, "no trace", &err);
    ok_str (outcomes (&limits, &all), "F", "a pair that was not compared fails");
    limits.same_workload = true;
    ok_str (outcomes (&limits, &all), "no pair to check",
            "unless its workloads had to be known");
    fid_results_clear (&all);
}

int main (void)
{
    test_least ();
    test_interval ();
    test_most ();
    test_judged ();
    test_failed ();
    return tap_done ();
}
