/* test_summary.c - digests/summary.h: summaries say what comparing gives of some clauses */
#include <math.h>
#include <stdlib.h>
#include "compare/comparison.h"
#include "compare/compare.h"
#include "digests/summary.h"
#include "readers/load.h"
#include "tests/tap.h"

#define RUNS 8

/* The distances of the clauses that follow from summaries, in tolerances, added up. */
static double
plain_apart (const struct fid_verdict *v)
{
    static const struct {
        enum fid_resource_id resource;
        enum fid_quantity_id quantity;
    } known[] = {{FID_RESOURCE_DATA_READ, FID_QUANTITY_BYTES},
                 {FID_RESOURCE_CHECKPOINT_WRITE, FID_QUANTITY_BYTES},
                 {FID_RESOURCE_PHASES, FID_QUANTITY_CHECKPOINTS},
                 {FID_RESOURCE_STEPS, FID_QUANTITY_STEP}};
    double sum = 0;
    for (size_t i = 0; i < v->clause_n; i++)
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            if (v->clause[i].resource == known[k].resource &&
                v->clause[i].measure->quantity == known[k].quantity)
                sum += v->clause[i].measure->value.distance / v->clause[i].tolerance;
    return sum;
}

int
main (void)
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
                if (fid_comparison_make_headline (&c, &pair, &err) ||
                    fid_comparison_judge (&c, &opts, &err))
                    return EXIT_FAILURE;
                double want = plain_apart (fid_comparison_verdict (&c));
                bool equal = fabs (apart - want) < 1e-6 * (1 + want);
                if (!equal && apart > want) {
                    wrong_n++;
                    diag ("%s, %s, per %d: %g, not %g", name[i], name[k], per, apart, want);
                }
                equal_n += equal;
                pair_n++;
                fid_comparison_clear (&c);
            }
    ok (!wrong_n, "no pair is farther than comparing says");
    ok (equal_n > pair_n / 2, "%d of %d pairs as far: without checkpoints on one side less is known",
        equal_n, pair_n);
    const struct fid_compare_opts whole = {.window = "whole", .penalty = -1, .tolerance_s = -1};
    ok (fid_summary_apart (summary[0], summary[4], &whole) == FID_SUMMARY_UNKNOWN,
        "nothing is known of another window");
    for (int i = 0; i < RUNS; i++)
        fid_run_destroy (run[i]);
    return tap_done ();
}
