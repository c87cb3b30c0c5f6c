/* causes_phases.c - causes that lie in checkpoints and evaluations */
#include <math.h>
#include <stdio.h>
#include "compare/causes.h"

#define SWAPPED 2 /* phases in another order weigh as much as twice of something */

/* Phases of a kind: how many, how long together, how many come right after a
 * phase of another kind. */
struct kind {
    size_t n, after_n;
    double length_s;
};

static struct kind
count_phases (const struct fid_run *run, enum fid_part part, enum fid_part other)
{
    struct kind k = {0};
    enum fid_part last = FID_PART_BEFORE; /* what was neither BETWEEN nor the same */
    for (size_t i = 0; i < run->phases.segment_n; i++) {
        const struct fid_segment *g = &run->phases.segment[i];
        if (g->part == part) {
            k.n++;
            k.after_n += last == other;
            k.length_s += (double)(g->end_ns - g->start_ns) / 1e9;
        }
        if (g->part != FID_PART_BETWEEN)
            last = g->part;
    }
    return k;
}

/* "once", "4 times" */
static const char *
times (size_t n, char buf[FID_CAUSES_WORDS])
{
    snprintf (buf, FID_CAUSES_WORDS, n == 1 ? "once" : "%zu times", n);
    return buf;
}

static void
checkpoints (struct fid_causes *l, const struct kind *real, const struct kind *emu)
{
    size_t a = real->n, b = emu->n;
    double now;
    if (!a && !b)
        return;
    struct fid_cause *k = fid_causes_add (l, FID_RESOURCE_PHASES, FID_FACET_SHAPE,
                                          a && b ? (double)b / (double)a : 0);
    if (!k)
        return;
    if (a && !b) {
        snprintf (k->text, sizeof k->text, "writes no checkpoints, the real run %zu", a);
        fid_causes_switch (k, "workload.workflow.checkpoint", true);
        return;
    }
    if (!a) {
        snprintf (k->text, sizeof k->text, "writes %zu checkpoints, the real run none", b);
        fid_causes_switch (k, "workload.workflow.checkpoint", false);
        return;
    }
    snprintf (k->text, sizeof k->text, "writes %zu checkpoint%s instead of %zu", b,
              b == 1 ? "" : "s", a);
    if (fid_causes_configured (l, "workload.checkpoint.epochs_between_checkpoints", &now))
        fid_causes_change (k, "workload.checkpoint.epochs_between_checkpoints", now,
                           fmax (1, round (now * (double)b / (double)a)));
    else if (fid_causes_configured (l, "workload.checkpoint.steps_between_checkpoints", &now))
        fid_causes_change (k, "workload.checkpoint.steps_between_checkpoints", now,
                           fmax (1, round (now * (double)b / (double)a)));
}

static void
evaluations (struct fid_causes *l, const struct kind *real, const struct kind *emu)
{
    size_t a = real->n, b = emu->n;
    double la = real->length_s, lb = emu->length_s, now;
    char of_a[FID_CAUSES_WORDS], of_b[FID_CAUSES_WORDS];
    struct fid_cause *k;
    if (!a && !b)
        return;
    if (!a || !b) {
        if (!(k = fid_causes_add (l, FID_RESOURCE_PHASES, FID_FACET_SHAPE, 0)))
            return;
        if (a)
            snprintf (k->text, sizeof k->text, "never evaluates, the real run %s",
                      times (a, of_a));
        else
            snprintf (k->text, sizeof k->text, "evaluates %s, the real run never",
                      times (b, of_b));
        fid_causes_switch (k, "workload.workflow.evaluation", a > 0);
    } else if ((k = fid_causes_add (l, FID_RESOURCE_PHASES, FID_FACET_SHAPE,
                                    (double)b / (double)a))) {
        snprintf (k->text, sizeof k->text,
                  "evaluates %s for %.3g s%s, the real run %s for %.3g s%s", times (b, of_b),
                  lb / (double)b, b > 1 ? " each" : "", times (a, of_a), la / (double)a,
                  a > 1 ? " each" : "");
    } else if ((k = fid_causes_add (l, FID_RESOURCE_PHASES, FID_FACET_MARGINAL, lb / la))) {
        snprintf (k->text, sizeof k->text,
                  "evaluates %s as long: %.3g s in all instead of %.3g s",
                  fid_causes_share (lb / la, of_b), lb, la);
        if (fid_causes_configured (l, "workload.evaluation.eval_time", &now))
            fid_causes_change (k, "workload.evaluation.eval_time", now, now * la / lb);
    }
}

/* Whether checkpoints come after evaluations in one run and before in the other. */
static void
order (struct fid_causes *l, const struct kind *checkpoint_of[2], const struct kind *eval_of[2])
{
    bool after[2];
    for (int k = 0; k < 2; k++) {
        size_t first = eval_of[k]->after_n, second = checkpoint_of[k]->after_n;
        if (first == second || !(first == 0 || second == 0))
            return; /* none beside one another, or now so, now so */
        after[k] = second > 0;
    }
    struct fid_cause *k;
    if (after[0] != after[1] &&
        (k = fid_causes_add (l, FID_RESOURCE_PHASES, FID_FACET_TIMING, SWAPPED)))
        snprintf (k->text, sizeof k->text,
                  "writes a checkpoint %s the evaluation, the real run %s it",
                  after[1] ? "after" : "before", after[1] ? "before" : "after");
}

void
fid_causes_phases (struct fid_causes *l)
{
    const struct fid_run *run[] = {l->c->pair.real, l->c->pair.emu};
    struct kind checkpoint[2], eval[2];
    for (int k = 0; k < 2; k++) {
        checkpoint[k] = count_phases (run[k], FID_PART_CHECKPOINT, FID_PART_EVAL);
        eval[k] = count_phases (run[k], FID_PART_EVAL, FID_PART_CHECKPOINT);
    }
    checkpoints (l, &checkpoint[0], &checkpoint[1]);
    evaluations (l, &eval[0], &eval[1]);
    order (l, (const struct kind *[]){&checkpoint[0], &checkpoint[1]},
           (const struct kind *[]){&eval[0], &eval[1]});
}
