/* causes_time.c - causes that lie in how long steps take, and how many there are */
#include <math.h>
#include <stdio.h>
#include "compare/causes.h"
#include "compare/extract.h"
#include "metrics/aggregate.h"

/* CPU that is worth a word: a machine is never quite idle. */
#define CPU_BUSY_PCT  10
#define CPU_APART_PCT 5
#define CPU_SAMPLES   5

/* What follows the pace of training. */
#define PACE                                                                                   \
    "steps.step_s steps.compute_s steps.steps_per_s phases.duration_s phases.epoch_s "         \
    "phases.checkpoint_interval_s phases.duration_shares phases.overlap *.when "    \
    "*.gap_s *.period *.spectrum data.*.shape block.*.shape disk.*.shape disk.*.level "        \
    "checkpoint.*.shape evaluation.duration_s"

#define CPU "cpu.* coupling.*"

#define OVERHEAD 1.5 /* a step takes so many times what is configured */

/* The computation time may be configured as a number or as a mean. */
#define COMPUTATION_TIME      "workload.train.computation_time"
#define COMPUTATION_TIME_MEAN COMPUTATION_TIME ".mean"

static void
compute_time (struct fid_causes *l, const struct fid_step_sums *a,
              const struct fid_step_sums *b)
{
    char share[FID_CAUSES_WORDS];
    if (!(a->compute_s > 0) || !(b->compute_s > 0))
        return;
    double ma = a->compute_s / (double)a->n, mb = b->compute_s / (double)b->n;
    struct fid_cause *k = fid_causes_add (
        l, "computation_time", mb / ma, PACE,
        "computes %s as long in a training step: %.3g s instead of %.3g s, %.3g s too %s",
        fid_causes_share (mb / ma, share), mb, ma, fabs (mb - ma), mb > ma ? "long" : "short");
    fid_causes_scale (l, k, COMPUTATION_TIME, mb / ma, false);
    fid_causes_scale (l, k, COMPUTATION_TIME_MEAN, mb / ma, false);
}

static void
step_count (struct fid_causes *l, const struct fid_step_sums *a, const struct fid_step_sums *b)
{
    char of[FID_CAUSES_WORDS];
    if (!a->n || !b->n || !l->whole)
        return;
    double ratio = (double)b->n / (double)a->n;
    struct fid_cause *k = fid_causes_add (
        l, "steps", ratio,
        "steps.steps phases.duration_s phases.epoch_s phases.epochs data.*.bytes data.*.ops "
        "block.read.bytes disk.read.MiB phases.duration_shares",
        "takes %s training steps: %zu instead of %zu", fid_causes_of (ratio, of), b->n, a->n);
    fid_causes_scale (l, k, "workload.train.total_training_steps", ratio, true);
    fid_causes_scale (l, k, "workload.reader.batch_size", 1 / ratio, true);
}

/* Whether data arrive as fast: the share of a step spent waiting. */
static void
explain_waiting (struct fid_causes *l, const struct fid_step_sums *a,
                 const struct fid_step_sums *b)
{
    double ta = a->load_s + a->compute_s, tb = b->load_s + b->compute_s;
    if (!(ta > 0) || !(tb > 0))
        return;
    double sa = a->load_s / ta, sb = b->load_s / tb;
    if (fabs (sa - sb) > 0.05)
        fid_causes_add (l, "waiting", (sb + 0.01) / (sa + 0.01),
                        "steps.load_s steps.stall_share steps.accelerator_utilisation",
                        "waits for data in %.0f %% of the time of a training step instead of "
                        "%.0f %%",
                        100 * sb, 100 * sa);
}

/* Mean share of the processors that is busy, %; -1: not known. */
static double
busy_pct (const struct fid_run *run, enum fid_window w)
{
    struct fid_gauge_extract v = {0};
    double pct = -1;
    if (!fid_extract_gauge (run, FID_GAUGE_CPU, w, &v, NULL) && v.n >= CPU_SAMPLES) {
        fid_gauge_busy (&v);
        pct = fid_sum (v.x, v.n) / (double)v.n;
    }
    fid_gauge_extract_clear (&v);
    return pct;
}

static void
explain_processors (struct fid_causes *l)
{
    enum fid_window w = fid_causes_training (l);
    const char *when = w == FID_WINDOW_TRAINING ? "in training" : "on average";
    double a = busy_pct (l->run[0], w), b = busy_pct (l->run[1], w);
    double ratio = fmax (b, .1) / fmax (a, .1);
    if (a < 0 || b < 0 || fmax (a, b) < CPU_BUSY_PCT || fabs (a - b) < CPU_APART_PCT)
        return;
    if (b >= CPU_BUSY_PCT) {
        fid_causes_add (l, "cpu", ratio, CPU,
                        "keeps the CPU %.2g %% busy %s instead of %.2g %%", b, when, a);
        return;
    }
    struct fid_cause *k = fid_causes_add (
        l, "cpu", ratio, CPU,
        "leaves the CPU nearly idle %s, %.2g %% busy instead of %.2g %%: it sleeps "
        "where the real run computes",
        when, b, a);
    if (k)
        k->inherent = true;
}

/* The emulator's own work: training that takes longer than the sleeps that are configured,
 * while the processors, which an emulator leaves idle, are busy.  Where the steps were not
 * logged, the data that were read tell their number. */
static void
explain_overhead (struct fid_causes *l, const struct fid_step_sums *b)
{
    const struct fid_run *emu = l->run[1];
    double compute_s, batch, record, n = (double)b->n;
    double train_s = fid_window_length (emu, FID_WINDOW_TRAINING, NULL);
    if ((!fid_causes_configured (l, COMPUTATION_TIME, &compute_s) &&
         !fid_causes_configured (l, COMPUTATION_TIME_MEAN, &compute_s)) ||
        !(train_s > 0))
        return;
    if (!b->n && fid_causes_configured (l, "workload.reader.batch_size", &batch) &&
        fid_causes_configured (l, "workload.dataset.record_length_bytes", &record))
        n = round (fid_extract_sums (emu, FID_STREAM_DATA_READ, FID_WINDOW_TRAINING).byte_n /
                   (batch * record));
    double step_s = n > 0 ? train_s / n : 0;
    if (!(step_s > OVERHEAD * compute_s) ||
        (b->n && b->load_s > 0.5 * (train_s - compute_s * n))) /* it waits for data */
        return;
    double busy = busy_pct (emu, FID_WINDOW_TRAINING);
    if (busy >= CPU_BUSY_PCT)
        fid_causes_add (
            l, "overhead", step_s / compute_s, PACE " cpu.* steps.steps data.*.bytes",
            "takes %.2g s a training step, though only %.3g s are configured, and "
            "keeps the CPU %.2g %% busy: the emulator itself works (debugging output, "
            "profiling?)",
            step_s, compute_s, busy);
}

static void
explain_epochs (struct fid_causes *l)
{
    int a = fid_last_epoch (l->run[0]), b = fid_last_epoch (l->run[1]);
    if (!l->whole || !a || !b)
        return;
    struct fid_cause *k = fid_causes_add (
        l, "epochs", (double)b / a, "phases.epochs phases.duration_s steps.steps",
        "trains %d epoch%s instead of %d", b, b == 1 ? "" : "s", a);
    fid_causes_scale (l, k, "workload.train.epochs", (double)b / a, true);
}

enum fid_window
fid_causes_training (const struct fid_causes *l)
{
    bool job = l->pair->window == FID_WINDOW_JOB && fid_pair_has_phases (l->pair);
    return job ? FID_WINDOW_TRAINING : l->pair->window;
}

void
fid_causes_time (struct fid_causes *l)
{
    struct fid_step_sums a = fid_step_sums (l->run[0], false),
                         b = fid_step_sums (l->run[1], false);
    compute_time (l, &a, &b);
    explain_overhead (l, &b);
    explain_epochs (l);
    step_count (l, &a, &b);
    explain_waiting (l, &a, &b);
    explain_processors (l);
}
