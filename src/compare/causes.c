/* causes.c - differences in words, with the DLIO key behind them (attribution.h)
 *
 * Each rule looks at one number a benchmark author can set, takes its ratio
 * (emulation over real), and speaks if that is off by more than a tenth. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/span.h"
#include "compare/attribution.h"

#define WORTH_TELLING 0.0953 /* ln 1.1 */

struct list {
    struct fid_cause *cause;
    size_t n;
    const struct fid_comparison *c;
};

/* A cause whose ratio differs enough, or NULL. */
static struct fid_cause *
add (struct list *l, const char *resource, const char *facet, double ratio)
{
    double size = ratio > 0 ? fabs (log (ratio)) : -log (FID_SIMILARITY_FLOOR);
    if (size < WORTH_TELLING || l->n == FID_CAUSES_MAX)
        return NULL;
    struct fid_cause *k = &l->cause[l->n++];
    *k = (struct fid_cause){.resource = resource, .facet = facet, .size = size};
    return k;
}

/* The emulation's configured number; false if there is none. */
static bool
configured (const struct list *l, const char *key, double *value)
{
    const char *text = fid_run_fact (l->c->pair.emu, key);
    return text && fid_span_f64 (fid_span_of (text), value);
}

/* Name the key, with the value it has and the one it should have. */
static void
change (struct fid_cause *k, const char *key, double from, double to)
{
    snprintf (k->key, sizeof k->key, "%s", key);
    snprintf (k->from, sizeof k->from, "%.4g", from);
    snprintf (k->to, sizeof k->to, "%.4g", to);
}

static void
change_text (struct fid_cause *k, const char *key, const char *from, const char *to)
{
    snprintf (k->key, sizeof k->key, "%s", key);
    snprintf (k->from, sizeof k->from, "%s", from);
    snprintf (k->to, sizeof k->to, "%s", to);
}

struct step_sums {
    size_t n, eval_n;
    double compute_s, load_s, eval_s;
};

static struct step_sums
sum_steps (const struct fid_run *run)
{
    struct step_sums s = {0};
    for (size_t i = 0; i < run->steps.n; i++) {
        const struct fid_step *t = &run->steps.step[i];
        if (t->eval) {
            s.eval_n++;
            s.eval_s += fmax (0, t->compute_s);
            continue;
        }
        s.n++;
        s.compute_s += fmax (0, t->compute_s);
        s.load_s += fmax (0, t->load_s);
    }
    return s;
}

/* How many phases of a kind, and how long they are together. */
static size_t
count_phases (const struct fid_run *run, enum fid_part part, double *length_s)
{
    size_t n = 0;
    *length_s = 0;
    for (size_t i = 0; i < run->phases.segment_n; i++) {
        const struct fid_segment *g = &run->phases.segment[i];
        if (g->part != part)
            continue;
        n++;
        *length_s += (double)(g->end_ns - g->start_ns) / 1e9;
    }
    return n;
}

static void
compute_time (struct list *l, const struct step_sums *a, const struct step_sums *b)
{
    if (!a->n || !b->n || !(a->compute_s > 0) || !(b->compute_s > 0))
        return;
    double ma = a->compute_s / (double)a->n, mb = b->compute_s / (double)b->n, now;
    struct fid_cause *k = add (l, "steps", "marginal", mb / ma);
    if (!k)
        return;
    snprintf (
        k->text, sizeof k->text,
        "a step computes %.3g s, in the real run %.3g s (%.2fx): computation_time too %s by "
        "%.3g s",
        mb, ma, mb / ma, mb > ma ? "long" : "short", fabs (mb - ma));
    if (configured (l, "workload.train.computation_time", &now))
        change (k, "workload.train.computation_time", now, now * ma / mb);
}

static void
step_count (struct list *l, const struct step_sums *a, const struct step_sums *b)
{
    if (!a->n || !b->n)
        return;
    double now, ratio = (double)b->n / (double)a->n;
    struct fid_cause *k = add (l, "steps", "volume", ratio);
    if (!k)
        return;
    snprintf (k->text, sizeof k->text, "%zu training steps, in the real run %zu (%.2fx)", b->n,
              a->n, ratio);
    if (configured (l, "workload.train.total_training_steps", &now))
        change (k, "workload.train.total_training_steps", now, round (now / ratio));
    else if (configured (l, "workload.reader.batch_size", &now))
        change (k, "workload.reader.batch_size", now, fmax (1, round (now * ratio)));
}

static void
checkpoints (struct list *l)
{
    double la, lb, now;
    size_t a = count_phases (l->c->pair.real, FID_PART_CHECKPOINT, &la);
    size_t b = count_phases (l->c->pair.emu, FID_PART_CHECKPOINT, &lb);
    struct fid_cause *k = NULL;
    if (!a && !b)
        return;
    k = add (l, "phases", "shape", a && b ? (double)b / (double)a : 0);
    if (!k)
        return;
    if (a && !b) {
        snprintf (k->text, sizeof k->text, "checkpoints are missing: the real run writes %zu",
                  a);
        change_text (k, "workload.workflow.checkpoint", "false", "true");
        return;
    }
    snprintf (k->text, sizeof k->text, "%zu checkpoints, in the real run %zu", b, a);
    if (!a)
        change_text (k, "workload.workflow.checkpoint", "true", "false");
    else if (configured (l, "workload.checkpoint.epochs_between_checkpoints", &now))
        change (k, "workload.checkpoint.epochs_between_checkpoints", now,
                fmax (1, round (now * (double)b / (double)a)));
    else if (configured (l, "workload.checkpoint.steps_between_checkpoints", &now))
        change (k, "workload.checkpoint.steps_between_checkpoints", now,
                fmax (1, round (now * (double)b / (double)a)));
}

static void
evaluations (struct list *l)
{
    double la, lb, now;
    size_t a = count_phases (l->c->pair.real, FID_PART_EVAL, &la);
    size_t b = count_phases (l->c->pair.emu, FID_PART_EVAL, &lb);
    struct fid_cause *k;
    if (a && !b && (k = add (l, "phases", "shape", 0))) {
        snprintf (k->text, sizeof k->text, "evaluations are missing: the real run has %zu", a);
        change_text (k, "workload.workflow.evaluation", "false", "true");
    } else if (a && b && (k = add (l, "phases", "shape", (double)b / (double)a))) {
        snprintf (k->text, sizeof k->text,
                  "%zu evaluations of %.3g s, in the real run %zu of %.3g s", b, lb / (double)b,
                  a, la / (double)a);
    } else if (a && b && (k = add (l, "phases", "marginal", lb / la))) {
        snprintf (k->text, sizeof k->text,
                  "evaluations last %.3g s in all, in the real run %.3g s", lb, la);
        if (configured (l, "workload.evaluation.eval_time", &now))
            change (k, "workload.evaluation.eval_time", now, now * la / lb);
    }
}

/* Operations and bytes of a stream in a window; false if a side has none. */
static bool
totals (const struct fid_comparison *c, enum fid_stream_id id, enum fid_window w, double ops[2],
        double bytes[2])
{
    const struct fid_run *side[2] = {c->pair.real, c->pair.emu};
    for (int k = 0; k < 2; k++) {
        struct fid_stream_view v = {0};
        if (!side[k]->stream[id].traced ||
            fid_view_stream (side[k], id, w, INT64_C (1) << 40, &v, NULL))
            return false;
        ops[k] = v.op_n;
        bytes[k] = v.byte_n;
        fid_stream_view_clear (&v);
    }
    return ops[0] > 0 && ops[1] > 0;
}

/* Where training data are read; all of the window where phases are not known. */
static enum fid_window
training (const struct fid_comparison *c)
{
    bool known = c->pair.real->phases.known && c->pair.emu->phases.known;
    return known && c->pair.window == FID_WINDOW_JOB ? FID_WINDOW_TRAINING : c->pair.window;
}

/* "220 kB": bytes for people, three digits. */
#define SIZE_TEXT 24

static const char *
size_text (double bytes, char buf[SIZE_TEXT])
{
    static const char *const units[] = {"bytes", "kB", "MB", "GB", "TB"};
    size_t u = 0;
    for (; bytes >= 999.5 && u < sizeof units / sizeof *units - 1; u++)
        bytes /= 1000;
    snprintf (buf, SIZE_TEXT, "%.3g %s", bytes, units[u]);
    return buf;
}

static void
reads (struct list *l, const struct step_sums *a, const struct step_sums *b)
{
    double ops[2], bytes[2], now;
    char real[SIZE_TEXT], emu[SIZE_TEXT];
    struct fid_cause *k;
    if (!totals (l->c, FID_STREAM_VFS_READ, training (l->c), ops, bytes) ||
        !(bytes[0] > 0 && bytes[1] > 0))
        return;
    double steps = a->n && b->n ? (double)b->n / (double)a->n : 1;
    double volume = bytes[1] / bytes[0], per_step = volume / steps;
    double size = (bytes[1] / ops[1]) / (bytes[0] / ops[0]);
    if (fabs (log (steps)) > 0.4 && fabs (log (volume)) < 0.2 &&
        (k = add (l, "vfs.read", "volume", per_step))) {
        snprintf (k->text, sizeof k->text,
                  "batches are %s: %.2fx the steps read %.2fx the bytes each",
                  per_step < 1 ? "smaller" : "larger", steps, per_step);
        if (configured (l, "workload.reader.batch_size", &now))
            change (k, "workload.reader.batch_size", now, fmax (1, round (now / per_step)));
    } else if ((k = add (l, "vfs.read", "volume", volume))) {
        snprintf (k->text, sizeof k->text, "%s are read by calls, in the real run %s (%.2fx)",
                  size_text (bytes[1], emu), size_text (bytes[0], real), volume);
        if (configured (l, "workload.dataset.record_length_bytes", &now))
            change (k, "workload.dataset.record_length_bytes", now, round (now / volume));
    }
    if ((k = add (l, "vfs.read", "marginal", size))) {
        snprintf (k->text, sizeof k->text,
                  "reads are of %s on average, in the real run of %s: %.2fx the calls",
                  size_text (bytes[1] / ops[1], emu), size_text (bytes[0] / ops[0], real),
                  ops[1] / ops[0]);
        if (configured (l, "workload.reader.transfer_size", &now))
            change (k, "workload.reader.transfer_size", now, round (now / size));
    }
}

static void
writes (struct list *l)
{
    double ops[2], bytes[2];
    char real[SIZE_TEXT], emu[SIZE_TEXT];
    struct fid_cause *k;
    double length_s;
    bool wrote = count_phases (l->c->pair.real, FID_PART_CHECKPOINT, &length_s) > 0;
    if (wrote && !count_phases (l->c->pair.emu, FID_PART_CHECKPOINT, &length_s))
        return; /* missing checkpoints are told already */
    if (!totals (l->c, FID_STREAM_VFS_WRITE, l->c->pair.window, ops, bytes) || bytes[0] < 1e6 ||
        bytes[1] < 1e6)
        return;
    if ((k = add (l, "vfs.write", "volume", bytes[1] / bytes[0])))
        snprintf (k->text, sizeof k->text, "%s are written, in the real run %s",
                  size_text (bytes[1], emu), size_text (bytes[0], real));
    if ((k = add (l, "vfs.write", "marginal", (bytes[1] / ops[1]) / (bytes[0] / ops[0]))))
        snprintf (k->text, sizeof k->text, "writes are of %s on average, in the real run of %s",
                  size_text (bytes[1] / ops[1], emu), size_text (bytes[0] / ops[0], real));
}

/* Data of evaluations, and how many files are opened. */
static void
evaluation_data (struct list *l)
{
    double ops[2], bytes[2], now;
    char real[SIZE_TEXT], emu[SIZE_TEXT];
    struct fid_cause *k;
    if (totals (l->c, FID_STREAM_VFS_READ, FID_WINDOW_EVAL, ops, bytes) && bytes[0] > 1e6 &&
        bytes[1] > 1e6 && (k = add (l, "vfs.read", "volume", bytes[1] / bytes[0]))) {
        snprintf (k->text, sizeof k->text, "evaluations read %s, in the real run %s (%.2fx)",
                  size_text (bytes[1], emu), size_text (bytes[0], real), bytes[1] / bytes[0]);
        if (configured (l, "workload.dataset.num_files_eval", &now) && now > 1)
            change (k, "workload.dataset.num_files_eval", now,
                    fmax (1, round (now * bytes[0] / bytes[1])));
    }
    if (totals (l->c, FID_STREAM_VFS_OPEN, l->c->pair.window, ops, bytes) && ops[0] >= 10 &&
        ops[1] >= 10 && (k = add (l, "vfs.open", "volume", ops[1] / ops[0])))
        snprintf (k->text, sizeof k->text,
                  "%.0f files are opened, in the real run %.0f (%.2fx)", ops[1], ops[0],
                  ops[1] / ops[0]);
}

/* Whether data arrive as fast: the share of a step spent waiting. */
static void
waiting (struct list *l, const struct step_sums *a, const struct step_sums *b)
{
    double ta = a->load_s + a->compute_s, tb = b->load_s + b->compute_s;
    struct fid_cause *k;
    if (!(ta > 0) || !(tb > 0))
        return;
    double sa = a->load_s / ta, sb = b->load_s / tb;
    if (fabs (sa - sb) > 0.05 && (k = add (l, "steps", "timing", (sb + 0.01) / (sa + 0.01))))
        snprintf (k->text, sizeof k->text,
                  "steps wait for data %.0f %% of the time, in the real run %.0f %%", 100 * sb,
                  100 * sa);
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
    struct list l = {.cause = cause, .c = c};
    struct step_sums a = sum_steps (c->pair.real), b = sum_steps (c->pair.emu);
    compute_time (&l, &a, &b);
    step_count (&l, &a, &b);
    waiting (&l, &a, &b);
    if (c->pair.real->phases.known && c->pair.emu->phases.known) {
        checkpoints (&l);
        evaluations (&l);
    }
    reads (&l, &a, &b);
    writes (&l);
    evaluation_data (&l);
    qsort (cause, l.n, sizeof *cause, by_size);
    return l.n;
}
