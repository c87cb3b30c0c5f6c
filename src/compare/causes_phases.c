/* causes_phases.c - causes that lie in checkpoints and evaluations */
#include <math.h>
#include <stdio.h>
#include "compare/causes.h"

#define SWAPPED 2 /* a ratio that is never too near to 1 */

#define CHECKPOINTS                                                                            \
    "checkpoint.* block.write.* disk.write.* phases.kinds phases.checkpoints "                 \
    "phases.checkpoint_interval_s phases.sequence phases.duration_shares phases.overlap"
#define EVALUATIONS                                                                            \
    "evaluation.* phases.kinds phases.sequence phases.duration_shares phases.overlap"

/* "once", "4 times" */
static const char *
times_text (size_t n, char buf[FID_CAUSES_WORDS])
{
    snprintf (buf, FID_CAUSES_WORDS, n == 1 ? "once" : "%zu times", n);
    return buf;
}

static void
explain_checkpoints (struct fid_causes *l, size_t a, size_t b)
{
    const char *code = "checkpoints";
    if (a && b) {
        double ratio = (double)b / (double)a;
        struct fid_cause *k =
            fid_causes_add (l, code, ratio, CHECKPOINTS,
                            "writes %zu checkpoint%s instead of %zu", b, b == 1 ? "" : "s", a);
        fid_causes_scale (l, k, "workload.checkpoint.epochs_between_checkpoints", 1 / ratio,
                          true);
        fid_causes_scale (l, k, "workload.checkpoint.steps_between_checkpoints", 1 / ratio,
                          true);
    } else if (a || b) {
        struct fid_cause *k = fid_causes_add (l, code, 0, CHECKPOINTS,
                                              a ? "writes no checkpoints, the real run %zu"
                                                : "writes %zu checkpoints, the real run none",
                                              a ? a : b);
        fid_causes_switch (l, k, "workload.workflow.checkpoint", a > 0);
    }
}

/* The time that one step of an evaluation computes, real and emulation, by its key. */
static void
evaluation_time (struct fid_causes *l)
{
    struct fid_step_sums a = fid_step_sums (l->run[0], true),
                         b = fid_step_sums (l->run[1], true);
    char share[FID_CAUSES_WORDS];
    if (!(a.compute_s > 0) || !(b.compute_s > 0))
        return;
    double ma = a.compute_s / (double)a.n, mb = b.compute_s / (double)b.n;
    struct fid_cause *k = fid_causes_add (
        l, "eval_time", mb / ma, "evaluation.duration_s phases.duration_shares phases.overlap",
        "computes %s as long in a step of an evaluation: %.3g s instead of %.3g s",
        fid_causes_share (mb / ma, share), mb, ma);
    fid_causes_scale (l, k, "workload.evaluation.eval_time", mb / ma, false);
}

static void
explain_evaluations (struct fid_causes *l, const struct fid_part_sums *real,
                     const struct fid_part_sums *emu)
{
    const char *code = "evaluations";
    size_t a = real->n, b = emu->n;
    char of_a[FID_CAUSES_WORDS], of_b[FID_CAUSES_WORDS];
    struct fid_cause *k = NULL;
    for (int side = 0; side < 2; side++) /* a log may tell that, but not when it evaluates */
        if (!(side ? b : a) && fid_run_fact (l->run[side], "evaluations"))
            return;
    if (a && b) {
        k = fid_causes_add (l, code, (double)b / (double)a, EVALUATIONS,
                            "evaluates %s for %.3g s%s, the real run %s for %.3g s%s",
                            times_text (b, of_b), emu->length_s / (double)b,
                            b > 1 ? " each" : "", times_text (a, of_a),
                            real->length_s / (double)a, a > 1 ? " each" : "");
        if (!k)
            evaluation_time (l);
        return;
    }
    if (a)
        k = fid_causes_add (l, code, 0, EVALUATIONS, "never evaluates, the real run %s",
                            times_text (a, of_a));
    else if (b)
        k = fid_causes_add (l, code, 0, EVALUATIONS, "evaluates %s, the real run never",
                            times_text (b, of_b));
    fid_causes_switch (l, k, "workload.workflow.evaluation", a > 0);
}

/* Whether checkpoints come after evaluations in one run and before in the other. */
static void
explain_order (struct fid_causes *l, const struct fid_part_sums checkpoint_of[2],
               const struct fid_part_sums eval_of[2])
{
    bool after[2];
    for (int k = 0; k < 2; k++) {
        size_t first = eval_of[k].after_n[FID_PART_CHECKPOINT];
        size_t second = checkpoint_of[k].after_n[FID_PART_EVAL];
        if (first == second || !(first == 0 || second == 0))
            return; /* none beside one another, or now so, now so */
        after[k] = second > 0;
    }
    if (after[0] != after[1])
        fid_causes_add (l, "order", SWAPPED, "phases.sequence phases.overlap",
                        "writes a checkpoint %s the evaluation, the real run %s it",
                        after[1] ? "after" : "before", after[1] ? "before" : "after");
}

void
fid_causes_phases (struct fid_causes *l)
{
    struct fid_part_sums checkpoint[2], eval[2];
    for (int k = 0; k < 2; k++) {
        checkpoint[k] = fid_part_sums (l->run[k], FID_PART_CHECKPOINT);
        eval[k] = fid_part_sums (l->run[k], FID_PART_EVAL);
    }
    explain_checkpoints (l, checkpoint[0].n, checkpoint[1].n);
    explain_evaluations (l, &eval[0], &eval[1]);
    explain_order (l, checkpoint, eval);
}
