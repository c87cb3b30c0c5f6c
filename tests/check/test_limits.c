/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_limits.c - what every pair has to reach (check/check.h) */
#include <math.h>
#include "check/check.h"
#include "tests/tap.h"

static struct fid_error err;

/* A pair of one workload; E and its upper end, ln. */
static struct fid_result_head pair (const char *emulation, double similarity, double error,
                                    double high)
{
    return (struct fid_result_head){
        .path = "none",
        .real = {.id = "R", .workload = "w"},
        .emulation = {.id = emulation, .workload = "w"},
        .similarity = similarity,
        .group[FID_GROUP_CPU] = {.grade = FID_ABSENT},
        .answer = {.error = error, .low = 0, .high = high, .reason = "the interval is wide"}};
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
    ok_str (outcomes (&limits, &all), "there is no pair to check",
            "unknown workloads are not the same; nothing to check is an error");
    ok (err.status == FID_EINPUT, "of the input");
}

static void test_most (void)
{
    double ten = log1p (0.1);
    struct fid_result_head head[] = {pair ("a", 0.7, 0.04, ten), pair ("b", 0.8, 0.04, 0.11),
                                     pair ("c", 0.9, FID_ABSENT, FID_ABSENT),
                                     pair ("d", 0.9, 0.01, 0.05)};
    struct fid_results all = {.result = head, .result_n = 4};
    struct fid_limits limits = {.least = FID_ABSENT, .most = 0.1};
    head[3].answer.fact.quantity = FID_ANSWER_OF_SELF_CHECK;
    ok_str (outcomes (&limits, &all), "PFII",
            "the upper end at 10 %, above; not known; a model that is off");
    limits.least = 0.75;
    all.result_n = 2;
    ok_str (outcomes (&limits, &all), "PFFP", "both limits, pair by pair");
    struct fid_check check = {0};
    fid_check_limits (&limits, &all, &check, &err);
    ok_str (check.row[2].reason, "4 % off (0.0 % to 12 %), up to 10 % is allowed", "and why");
    ok (check.outcome == FID_FAIL && check.row[2].real && check.row[2].error,
        "of which real run, and that it is an error");
    fid_check_clear (&check);
}

static void test_failed (void)
{
    struct fid_results all = {0};
    struct fid_limits limits = {.least = FID_ABSENT, .most = 0.1};
    fid_results_fail (&all, "R", "c", NULL, "no trace", &err);
    ok_str (outcomes (&limits, &all), "F", "a pair that was not compared fails");
    limits.same_workload = true;
    ok_str (outcomes (&limits, &all), "there is no pair to check",
            "unless its workloads had to be known");
    fid_results_clear (&all);
}

int main (void)
{
    test_least ();
    test_most ();
    test_failed ();
    return tap_done ();
}
