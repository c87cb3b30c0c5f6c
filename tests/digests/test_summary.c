/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_summary.c - digests/summary.h: summaries say what comparing gives of some clauses */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "compare/comparison.h"
#include "compare/compare.h"
#include "digests/summary.h"
#include "readers/load.h"
#include "tests/tap.h"

#define RUNS 8

#define KNOWN 4

/* The distances, in tolerances, of the clauses that follow from summaries; returns how many. */
static int plain_apart (const struct fid_verdict *v, double apart[KNOWN])
{
    static const struct {
        enum fid_resource_id resource;
        enum fid_quantity_id quantity;
    } known[KNOWN] = {{FID_RESOURCE_DATA_READ, FID_QUANTITY_BYTES},
                      {FID_RESOURCE_CHECKPOINT_WRITE, FID_QUANTITY_BYTES},
                      {FID_RESOURCE_PHASES, FID_QUANTITY_CHECKPOINTS},
                      {FID_RESOURCE_STEPS, FID_QUANTITY_STEP}};
    int n = 0;
    for (size_t i = 0; i < v->clause_n; i++)
        for (size_t k = 0; k < KNOWN; k++)
            if (v->clause[i].resource == known[k].resource &&
                v->clause[i].measure->quantity == known[k].quantity)
                apart[n++] = v->clause[i].measure->value.distance / v->clause[i].tolerance;
    return n;
}

/* Whether x is the mean of some of the distances; *all: of all of them. */
static bool is_mean (double x, const double *apart, int n, bool *all)
{
    bool found = false;
    for (int which = 1; which < 1 << n; which++) {
        double sum = 0, count = 0;
        for (int i = 0; i < n; i++)
            if (which >> i & 1) {
                sum += apart[i];
                count++;
            }
        bool is = fabs (x - sum / count) < 1e-6 * (1 + sum / count);
        found |= is;
        *all |= is && which == (1 << n) - 1;
    }
    return found;
}

/* What is not known of a member makes it neither nearer nor farther. */
static void test_unknown (void)
{
    const struct fid_compare_opts opts = {.penalty = -1, .tolerance_s = -1};
    double real[FID_SUMMARY_N] = {
        [FID_SUMMARY_JOB_S] = 100,          [FID_SUMMARY_EPOCHS] = 1,
        [FID_SUMMARY_STEP_S] = 1,           [FID_SUMMARY_READ_OPS_JOB] = 1000,
        [FID_SUMMARY_READ_BYTES_JOB] = 1e9, [FID_SUMMARY_WRITE_BYTES] = -1};
    double known[FID_SUMMARY_N], unknown[FID_SUMMARY_N];
    memcpy (known, real, sizeof known);
    known[FID_SUMMARY_EMULATION] = 1;
    known[FID_SUMMARY_STEP_S] = 2;
    memcpy (unknown, known, sizeof unknown);
    unknown[FID_SUMMARY_READ_BYTES_JOB] = -1;
    double half = fid_summary_apart (real, known, &opts);
    ok (half > 0, "another step, the same bytes");
    ok_close (fid_summary_apart (real, unknown, &opts), 2 * half, 1e-9,
              "without its bytes it is as far as its step is, not nearer");
    unknown[FID_SUMMARY_EPOCHS] = 0;
    struct fid_compare_opts each = opts;
    each.per = FID_PER_EPOCH;
    ok_close (fid_summary_apart (real, unknown, &each), 2 * half, 1e-9,
              "nor without its epochs");
    unknown[FID_SUMMARY_STEP_S] = -1;
    ok (fid_summary_apart (real, unknown, &opts) == FID_ABSENT &&
            fid_summary_apart (real, unknown, &each) == FID_ABSENT,
        "without its step it is not known how far it is");
}

/* What the numbers of two runs say by hand: the mean of the clauses' ln ratios over their
 * tolerances. */
static void test_by_hand (void)
{
    enum { BYTES, SAVED, CHECKPOINTS, STEPS, CLAUSE_N };
    const struct fid_profile *p = fid_profile_default (false);
    const double tolerance[CLAUSE_N] = {
        p->clause[FID_RESOURCE_DATA_READ][FID_QUANTITY_BYTES].tolerance,
        p->clause[FID_RESOURCE_CHECKPOINT_WRITE][FID_QUANTITY_BYTES].tolerance,
        p->clause[FID_RESOURCE_PHASES][FID_QUANTITY_CHECKPOINTS].tolerance,
        p->clause[FID_RESOURCE_STEPS][FID_QUANTITY_STEP].tolerance};
    static const struct {
        const char *what;
        double a[FID_SUMMARY_N], b[FID_SUMMARY_N];
        enum fid_per per;
        double ratio[CLAUSE_N]; /* 0: nothing is known of it */
    } cases[] = {
#define JOB(ops, bytes)                                                                        \
    [FID_SUMMARY_READ_OPS_JOB] = ops, [FID_SUMMARY_READ_BYTES_JOB] = bytes,                    \
    [FID_SUMMARY_WRITE_BYTES] = -1
        {"bytes", {JOB (100, 4e9)}, {JOB (100, 2e9)}, FID_PER_JOB, {2}},
        {"bytes the other way", {JOB (100, 2e9)}, {JOB (100, 4e9)}, FID_PER_JOB, {2}},
        {"no bytes on one side", {JOB (100, 0)}, {JOB (100, 1024)}, FID_PER_JOB, {2}},
        {"neither does anything", {JOB (9, 1048575)}, {JOB (9, 1)}, FID_PER_JOB, {0}},
        {"the first has ten reads", {JOB (10, 1024)}, {JOB (9, 512)}, FID_PER_JOB, {2}},
        {"the second has ten reads", {JOB (9, 1024)}, {JOB (10, 512)}, FID_PER_JOB, {2}},
        {"the first has a MiB", {JOB (9, 1048576)}, {JOB (9, 524288)}, FID_PER_JOB, {2}},
        {"the second has a MiB", {JOB (9, 524288)}, {JOB (9, 1048576)}, FID_PER_JOB, {2}},
        {"bytes that are not known", {JOB (100, -1)}, {JOB (100, 9e9)}, FID_PER_JOB, {0}},
        {"on the other side", {JOB (100, 9e9)}, {JOB (100, -1)}, FID_PER_JOB, {0}},
#define EPOCHS(n) [FID_SUMMARY_EPOCHS] = n
        {"per epoch, since they differ",
         {JOB (100, 4e9), EPOCHS (2)},
         {JOB (100, 4e9), EPOCHS (4)},
         FID_PER_CHOSEN,
         {2}},
        {"of the job, if that is wanted",
         {JOB (100, 4e9), EPOCHS (2)},
         {JOB (100, 8e9), EPOCHS (4)},
         FID_PER_JOB,
         {2}},
        {"of the job, where one has no epochs",
         {JOB (100, 4e9), EPOCHS (2)},
         {JOB (100, 8e9)},
         FID_PER_CHOSEN,
         {2}},
        {"not per step", {JOB (100, 4e9)}, {JOB (100, 8e9)}, FID_PER_STEP, {0}},
#define SAVES(n) [FID_SUMMARY_CHECKPOINTS] = n, [FID_SUMMARY_JOB_S] = 9
        {"checkpoints need phases",
         {JOB (100, 4e9), SAVES (4)},
         {JOB (100, 2e9), SAVES (1)},
         FID_PER_JOB,
         {2}},
#define TRAINING(ops, bytes)                                                                   \
    [FID_SUMMARY_PHASES] = 1, [FID_SUMMARY_READ_OPS] = ops, [FID_SUMMARY_READ_BYTES] = bytes
        {"with phases reads are those of the training",
         {TRAINING (100, 4e9), JOB (100, 1), SAVES (4)},
         {TRAINING (100, 2e9), JOB (100, 1e9), SAVES (1)},
         FID_PER_JOB,
         {2, 0, 4}},
        {"one side saves nothing",
         {TRAINING (100, 2e9), JOB (100, 1), SAVES (4)},
         {TRAINING (100, 2e9), JOB (100, 1), SAVES (0)},
         FID_PER_JOB,
         {1, 0, 40}},
        {"the other side",
         {TRAINING (100, 2e9), JOB (100, 1), SAVES (0)},
         {TRAINING (100, 2e9), JOB (100, 1), SAVES (4)},
         FID_PER_JOB,
         {1, 0, 40}},
        {"neither",
         {TRAINING (100, 2e9), JOB (100, 1), SAVES (0)},
         {TRAINING (100, 2e9), JOB (100, 1), SAVES (0)},
         FID_PER_JOB,
         {1}},
        {"what is written, and steps",
         {[FID_SUMMARY_WRITE_OPS] = 10,
          [FID_SUMMARY_WRITE_BYTES] = 3e9,
          [FID_SUMMARY_STEP_S] = 1},
         {[FID_SUMMARY_WRITE_OPS] = 10,
          [FID_SUMMARY_WRITE_BYTES] = 1e9,
          [FID_SUMMARY_STEP_S] = 5},
         FID_PER_JOB,
         {0, 3, 0, 5}},
        {"steps of one side",
         {JOB (100, 4e9), [FID_SUMMARY_STEP_S] = 1},
         {JOB (100, 2e9), [FID_SUMMARY_STEP_S] = -1},
         FID_PER_JOB,
         {2}},
        {"processed on both sides",
         {JOB (100, 4e9), [FID_SUMMARY_PROCESSED] = 1},
         {JOB (100, 2e9), [FID_SUMMARY_PROCESSED] = 1},
         FID_PER_JOB,
         {2}},
        {"on one side",
         {JOB (100, 4e9), [FID_SUMMARY_PROCESSED] = 1},
         {JOB (100, 2e9)},
         FID_PER_JOB,
         {0}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct fid_compare_opts opts = {.profile = p, .per = cases[i].per};
        double sum = 0, n = 0;
        for (int k = 0; k < CLAUSE_N; k++)
            if (cases[i].ratio[k] > 0) {
                sum += log (cases[i].ratio[k]) / tolerance[k];
                n++;
            }
        double got = fid_summary_apart (cases[i].a, cases[i].b, &opts);
        if (n > 0)
            ok_close (got, sum / n, 1e-9, cases[i].what);
        else
            ok (got == FID_ABSENT, "%s", cases[i].what);
    }
    struct fid_compare_opts less = {.profile = p,
                                    .per = FID_PER_JOB,
                                    .excluded = 1U
                                                << fid_resources[FID_RESOURCE_DATA_READ].group};
    ok (fid_summary_apart (cases[0].a, cases[0].b, &less) == FID_ABSENT,
        "a group that is left out");
    less.excluded = 1U << FID_GROUP_GPU;
    ok (fid_summary_apart (cases[0].a, cases[0].b, &less) > 0, "another one");
    less.window = "job";
    ok (fid_summary_apart (cases[0].a, cases[0].b, &less) > 0, "the window of summaries");
}

int main (void)
{
    static const char *const name[RUNS] = {
        "UNET3D_real_r2", "UNET3D_real_r4", "UNET3D_dlio_r2", "UNET3D_dlio_nockpt_r1",
        "BERT_real_r2",   "BERT_dlio_r2",   "DLRM_real_r4",   "DLRM_dlio_compute2x_r1"};
    struct fid_error err;
    struct fid_run *run[RUNS];
    double summary[RUNS][FID_SUMMARY_N];
    for (int i = 0; i < RUNS; i++) {
        char dir[1000];
        snprintf (dir, sizeof dir, "%s/tests/data/runs/%s", getenv ("srcdir"), name[i]);
        run[i] = fid_run_load (dir, &(struct fid_run_opts){0}, &err);
        if (!ok (run[i] && fid_summary_make (run[i], summary[i], &err) == 0, "%s", name[i]))
            return tap_done ();
    }
    int wrong_n = 0, equal_n = 0, pair_n = 0;
    for (int i = 0; i < RUNS; i++)
        for (int k = 0; k < RUNS; k++)
            for (int per = FID_PER_CHOSEN; per <= FID_PER_EPOCH; per++) {
                struct fid_compare_opts opts = {
                    .penalty = -1, .tolerance_s = -1, .per = (enum fid_per)per};
                double apart = fid_summary_apart (summary[i], summary[k], &opts);
                struct fid_comparison c;
                struct fid_pair pair;
                if ((per && i % 3) || fid_pair_resolve (&pair, run[i], run[k], &opts, &err))
                    continue;
                if (fid_comparison_make (&c, &pair, true, 1, &err) ||
                    fid_comparison_judge (&c, &opts, &err))
                    return EXIT_FAILURE;
                double want[KNOWN];
                bool all = false;
                int n = plain_apart (fid_comparison_verdict (&c), want);
                if (!is_mean (apart, want, n, &all)) {
                    wrong_n++;
                    diag ("%s, %s, per %d: %g", name[i], name[k], per, apart);
                    for (int j = 0; j < n; j++)
                        diag ("    %g", want[j]);
                }
                equal_n += all;
                pair_n++;
                fid_comparison_clear (&c);
            }
    ok (!wrong_n, "each pair is as far as some of the clauses of comparing say");
    ok (equal_n > pair_n / 2,
        "%d of %d pairs as far: without checkpoints on one side less is known", equal_n,
        pair_n);
    const struct fid_compare_opts whole = {.window = "whole", .penalty = -1, .tolerance_s = -1};
    ok (fid_summary_apart (summary[0], summary[4], &whole) == FID_ABSENT,
        "nothing is known of another window");
    test_unknown ();
    test_by_hand ();
    for (int i = 0; i < RUNS; i++)
        fid_run_destroy (run[i]);
    return tap_done ();
}
