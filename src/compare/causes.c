/* causes.c - differences in words, with the DLIO key behind them (attribution.h)
 *
 * Each rule looks at one number a benchmark author can set, takes its ratio
 * (emulation over real), and speaks if that is off by more than a tenth. */
#include "compare/causes.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "compare/extract.h"
#include "metrics/aggregate.h"

/* CPU that is worth a word: a machine is never quite idle. */
#define CPU_BUSY_PCT  10
#define CPU_APART_PCT 5
#define CPU_SAMPLES   5

static struct fid_step_sums
sum_steps (const struct fid_run *run)
{
    struct fid_step_sums s = {0};
    for (size_t i = 0; i < run->steps.n; i++) {
        const struct fid_step *t = &run->steps.step[i];
        if (t->eval)
            continue;
        s.n++;
        s.compute_s += fmax (0, t->compute_s);
        s.load_s += fmax (0, t->load_s);
    }
    return s;
}

static void
compute_time (struct fid_causes *l, const struct fid_step_sums *a,
              const struct fid_step_sums *b)
{
    char share[FID_CAUSES_WORDS];
    if (!a->n || !b->n || !(a->compute_s > 0) || !(b->compute_s > 0))
        return;
    double ma = a->compute_s / (double)a->n, mb = b->compute_s / (double)b->n, now;
    struct fid_cause *k = fid_causes_add (l, FID_RESOURCE_STEPS, FID_FACET_MARGINAL, mb / ma);
    if (!k)
        return;
    snprintf (k->text, sizeof k->text,
              "computes %s as long in a training step: %.3g s instead of %.3g s, %.3g s too %s",
              fid_causes_share (mb / ma, share), mb, ma, fabs (mb - ma),
              mb > ma ? "long" : "short");
    if (fid_causes_configured (l, "workload.train.computation_time", &now))
        fid_causes_change (k, "workload.train.computation_time", now, now * ma / mb);
}

static void
step_count (struct fid_causes *l, const struct fid_step_sums *a, const struct fid_step_sums *b)
{
    char of[FID_CAUSES_WORDS];
    if (!a->n || !b->n)
        return;
    double now, ratio = (double)b->n / (double)a->n;
    struct fid_cause *k = fid_causes_add (l, FID_RESOURCE_STEPS, FID_FACET_VOLUME, ratio);
    if (!k)
        return;
    snprintf (k->text, sizeof k->text, "takes %s training steps: %zu instead of %zu",
              fid_causes_of (ratio, of), b->n, a->n);
    if (fid_causes_configured (l, "workload.train.total_training_steps", &now))
        fid_causes_change (k, "workload.train.total_training_steps", now, round (now / ratio));
    else if (fid_causes_configured (l, "workload.reader.batch_size", &now) &&
             fmax (1, round (now * ratio)) != now)
        fid_causes_change (k, "workload.reader.batch_size", now, fmax (1, round (now * ratio)));
}

/* Whether data arrive as fast: the share of a step spent waiting. */
static void
waiting (struct fid_causes *l, const struct fid_step_sums *a, const struct fid_step_sums *b)
{
    double ta = a->load_s + a->compute_s, tb = b->load_s + b->compute_s;
    struct fid_cause *k;
    if (!(ta > 0) || !(tb > 0))
        return;
    double sa = a->load_s / ta, sb = b->load_s / tb;
    if (fabs (sa - sb) > 0.05 && (k = fid_causes_add (l, FID_RESOURCE_STEPS, FID_FACET_TIMING,
                                                      (sb + 0.01) / (sa + 0.01))))
        snprintf (k->text, sizeof k->text,
                  "waits for data in %.0f %% of the time of a training step instead of %.0f %%",
                  100 * sb, 100 * sa);
}

/* Mean share of the processors that is busy, %; -1: not known. */
static double
busy_pct (const struct fid_run *run, enum fid_window w)
{
    struct fid_gauge_extract v = {0};
    double sum = 0, pct = -1;
    if (!fid_extract_gauge (run, FID_GAUGE_CPU, w, &v, NULL) && v.n >= CPU_SAMPLES) {
        fid_gauge_busy (&v);
        for (size_t i = 0; i < v.n; i++)
            sum += v.x[i];
        pct = sum / (double)v.n;
    }
    fid_gauge_extract_clear (&v);
    return pct;
}

static void
processors (struct fid_causes *l)
{
    const struct fid_pair *pair = &l->c->pair;
    bool known =
        pair->real->phases.known && pair->emu->phases.known && pair->window == FID_WINDOW_JOB;
    enum fid_window w = known ? FID_WINDOW_TRAINING : pair->window;
    const char *when = w == FID_WINDOW_TRAINING ? "in training" : "on average";
    double a = busy_pct (pair->real, w), b = busy_pct (pair->emu, w);
    struct fid_cause *k;
    if (a < 0 || b < 0 || fmax (a, b) < CPU_BUSY_PCT || fabs (a - b) < CPU_APART_PCT ||
        !(k = fid_causes_add (l, FID_RESOURCE_CPU, FID_FACET_VOLUME,
                              fmax (b, .1) / fmax (a, .1))))
        return;
    if (b < CPU_BUSY_PCT)
        snprintf (
            k->text, sizeof k->text,
            "leaves the CPU nearly idle %s, %.2g %% busy instead of %.2g %%: it waits where "
            "the real run computes",
            when, b, a);
    else
        snprintf (k->text, sizeof k->text, "keeps the CPU %.2g %% busy %s instead of %.2g %%",
                  b, when, a);
}

static int
by_size (const void *va, const void *vb)
{
    const struct fid_cause *a = va, *b = vb;
    if (a->size != b->size)
        return a->size > b->size ? -1 : 1;
    return strcmp (a->text, b->text);
}

size_t
fid_attribution_causes (const struct fid_comparison *c, struct fid_cause cause[FID_CAUSES_MAX])
{
    struct fid_causes l = {.cause = cause, .c = c};
    struct fid_step_sums a = sum_steps (c->pair.real), b = sum_steps (c->pair.emu);
    compute_time (&l, &a, &b);
    step_count (&l, &a, &b);
    waiting (&l, &a, &b);
    processors (&l);
    if (c->pair.real->phases.known && c->pair.emu->phases.known)
        fid_causes_phases (&l);
    fid_causes_io (&l, &a, &b);
    qsort (cause, l.n, sizeof *cause, by_size);
    return l.n;
}
