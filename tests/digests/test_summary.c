/* test_summary.c - digests/summary.h: no score is above what the summaries allow */
#include "config.h"
#include <stdlib.h>
#include "compare/comparison.h"
#include "compare/compare.h"
#include "digests/summary.h"
#include "readers/load.h"
#include "tests/tap.h"

#define RUNS 8

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
    int wrong_n = 0, pruned_n = 0, pair_n = 0;
    for (int i = 0; i < RUNS; i++)
        for (int k = 0; k < RUNS; k++)
            for (int per = FID_PER_CHOSEN; per <= FID_PER_EPOCH; per++) {
                struct fid_compare_opts opts = {
                    .penalty = -1, .tolerance_s = -1, .per = (enum fid_per)per};
                struct fid_outlook o = fid_summary_outlook (summary[i], summary[k], &opts);
                struct fid_comparison c;
                struct fid_pair pair;
                if ((per && i % 3) || fid_pair_resolve (&pair, run[i], run[k], &opts, &err))
                    continue;
                if (fid_comparison_make_headline (&c, &pair, &err) ||
                    fid_comparison_judge (&c, &opts, &err))
                    return EXIT_FAILURE;
                double score = fid_comparison_verdict (&c)->scores.score;
                if (score > o.most) {
                    wrong_n++;
                    diag ("%s, %s: %g is above %g", name[i], name[k], score, o.most);
                }
                pair_n++;
                pruned_n += o.most < 0.5;
                fid_comparison_clear (&c);
            }
    diag ("%d of %d pairs are seen to score below 0.5", pruned_n, pair_n);
    ok (!wrong_n, "no score is above its bound");
    ok (pruned_n > pair_n / 2, "most pairs of different jobs are seen to be far");
    const struct fid_compare_opts whole = {.window = "whole", .penalty = -1, .tolerance_s = -1};
    ok (fid_summary_outlook (summary[0], summary[4], &whole).most >= 1,
        "nothing is known of another window");
    for (int i = 0; i < RUNS; i++)
        fid_run_destroy (run[i]);
    return tap_done ();
}
