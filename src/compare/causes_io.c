/* causes_io.c - causes that lie in what files are opened, read and written */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "base/units.h"
#include "compare/causes.h"
#include "compare/extract.h"

#define SOME_BYTES  1e6 /* fewer are no data: logs, configurations */
#define MANY_TIMES  1.9 /* so many times the files are another layout */
#define AHEAD_STEPS 5   /* reading so many steps ahead is worth a word */

#define READ_BYTES                                                                             \
    "data.read.bytes data.read.ops block.read.bytes block.read.ops disk.read.MiB "             \
    "disk.read.level slowdown.*"
#define WRITTEN_LATER "block.write.* disk.write.*" /* the checkpoint itself is the same */

/* What both runs did: real, emulation. */
struct totals {
    double op_n[2], byte_n[2];
};

/* Operations and bytes of a stream in a window; false if a side has none, or was not traced to
 * its end. */
static bool
total (const struct fid_causes *l, enum fid_stream_id id, enum fid_window w, struct totals *t)
{
    const struct fid_run *side[2] = {l->c->pair.real, l->c->pair.emu};
    if (!fid_causes_counts (l, id))
        return false;
    for (int k = 0; k < 2; k++) {
        struct fid_stream_sums sum = fid_extract_sums (side[k], id, w);
        t->op_n[k] = sum.op_n;
        t->byte_n[k] = sum.byte_n;
    }
    return t->op_n[0] > 0 && t->op_n[1] > 0;
}

/* Where training data are read; all of the window where phases are not known. */
static enum fid_window
training (const struct fid_comparison *c)
{
    bool known = c->pair.real->phases.known && c->pair.emu->phases.known;
    return known && c->pair.window == FID_WINDOW_JOB ? FID_WINDOW_TRAINING : c->pair.window;
}

/* "reads 2.02x the bytes in training: 500 MiB instead of 247 MiB" */
static void
tell_volume (struct fid_cause *k, const char *who, const char *when, double ratio,
             const double bytes[2])
{
    char of[FID_CAUSES_WORDS], emu[FID_UNITS_TEXT], real[FID_UNITS_TEXT];
    snprintf (k->text, sizeof k->text, "%s %s bytes%s: %s instead of %s", who,
              fid_causes_of (ratio, of), when, fid_format_bytes (bytes[1], emu, sizeof emu),
              fid_format_bytes (bytes[0], real, sizeof real));
}

/* "reads in smaller calls: 6.41 KiB on average instead of 256 KiB, 18.3x as many calls" */
static void
tell_size (struct fid_cause *k, const char *who, const struct totals *t, double size)
{
    char share[FID_CAUSES_WORDS], emu[FID_UNITS_TEXT], real[FID_UNITS_TEXT];
    snprintf (k->text, sizeof k->text,
              "%s in %s calls: %s on average instead of %s, %s as many calls", who,
              size < 1 ? "smaller" : "larger",
              fid_format_bytes (t->byte_n[1] / t->op_n[1], emu, sizeof emu),
              fid_format_bytes (t->byte_n[0] / t->op_n[0], real, sizeof real),
              fid_causes_share (t->op_n[1] / t->op_n[0], share));
}

/* Bytes of samples read in training: before the end of the first step, and after it. */
struct ahead {
    double before, after, step_n;
};

static bool
read_ahead (const struct fid_run *run, struct ahead *out)
{
    struct fid_step_sums s = fid_causes_steps (run, false);
    const struct fid_grid *g = &run->stream[FID_STREAM_DATA_READ].grid;
    *out = (struct ahead){.step_n = (double)s.n};
    if (s.n < 2 * AHEAD_STEPS || s.first_end_ns == INT64_MIN || !g->bin_ns)
        return false;
    int64_t origin_ns = run->phases.known ? run->phases.origin_ns : 0;
    for (size_t i = 0; i < g->n; i++) {
        int64_t t_ns = origin_ns + (g->first + (int64_t)i) * g->bin_ns;
        if (!g->byte_n[i] || fid_phases_part (&run->phases, t_ns) != FID_PART_TRAINING)
            continue;
        if (t_ns < s.first_end_ns)
            out->before += (double)g->byte_n[i];
        else
            out->after += (double)g->byte_n[i];
    }
    return out->after > 0;
}

/* The volume of reads in the steady state: the ratio of bytes a step.  What is read before the
 * first step ends, beyond a step's share, is a buffer that is filled, and a cause of its own.
 */
static double
steady_volume (struct fid_causes *l, double volume)
{
    struct ahead a, b;
    char real[FID_UNITS_TEXT], emu[FID_UNITS_TEXT];
    if (!l->whole || !read_ahead (l->c->pair.real, &a) || !read_ahead (l->c->pair.emu, &b))
        return volume;
    double step_a = a.after / (a.step_n - 1), step_b = b.after / (b.step_n - 1);
    double steps_a = a.before / step_a, steps_b = b.before / step_b;
    if (fabs (steps_a - steps_b) < AHEAD_STEPS)
        return volume;
    struct fid_cause *k = fid_causes_add (
        l, "read_ahead", (steps_b + 1) / (steps_a + 1),
        READ_BYTES " data.read.when data.read.shape block.read.when block.read.shape");
    if (k)
        snprintf (k->text, sizeof k->text,
                  "reads %s before its first step ends, the real run %s (%.0f steps' worth "
                  "instead of %.0f: a buffer that is filled first)",
                  fid_format_bytes (b.before, emu, sizeof emu),
                  fid_format_bytes (a.before, real, sizeof real), steps_b, steps_a);
    return step_b * b.step_n / (step_a * a.step_n);
}

static void
reads (struct fid_causes *l)
{
    struct totals t;
    double now;
    struct fid_cause *k;
    enum fid_window w = training (l->c);
    if (!total (l, FID_STREAM_DATA_READ, w, &t) || !(t.byte_n[0] > 0 && t.byte_n[1] > 0))
        return;
    double real_n = (double)fid_causes_steps (l->c->pair.real, false).n;
    double emu_n = (double)fid_causes_steps (l->c->pair.emu, false).n;
    double steps = real_n > 0 && emu_n > 0 ? emu_n / real_n : 1;
    double whole = t.byte_n[1] / t.byte_n[0];
    double volume = steady_volume (l, whole), per_step = volume / steps;
    double size = (t.byte_n[1] / t.op_n[1]) / (t.byte_n[0] / t.op_n[0]);
    if (fabs (log (steps)) > 0.4 && fabs (log (volume)) < 0.2 &&
        (k = fid_causes_add (l, "batch_size", per_step, READ_BYTES " steps.steps"))) {
        char of[FID_CAUSES_WORDS], n[FID_CAUSES_WORDS];
        snprintf (k->text, sizeof k->text,
                  "has %s batches: %s training steps read %s as much each",
                  per_step < 1 ? "smaller" : "larger", fid_causes_of (steps, n),
                  fid_causes_share (per_step, of));
        if (fid_causes_configured (l, "workload.reader.batch_size", &now))
            fid_causes_change (l, k, "workload.reader.batch_size", now,
                               fmax (1, round (now / per_step)));
    } else if ((k = fid_causes_add (l, "record_length", volume, READ_BYTES))) {
        double steady[2] = {t.byte_n[0] * fmin (1, whole / volume),
                            t.byte_n[0] * fmin (1, whole / volume) * volume};
        tell_volume (k, "reads", w == FID_WINDOW_TRAINING ? " in training" : "", volume,
                     volume == whole ? t.byte_n : steady);
        if (fid_causes_configured (l, "workload.dataset.record_length_bytes", &now))
            fid_causes_change (l, k, "workload.dataset.record_length_bytes", now,
                               round (now / volume));
    }
    if ((k = fid_causes_add (l, "read_size", size,
                             "data.read.size_bytes data.read.ops locality.jump*"))) {
        tell_size (k, "reads", &t, size);
        if (fid_causes_configured (l, "workload.reader.transfer_size", &now))
            fid_causes_change (l, k, "workload.reader.transfer_size", now, round (now / size));
    }
}

static size_t
checkpoints_of (const struct fid_run *run)
{
    size_t n = 0;
    for (size_t i = 0; i < run->phases.segment_n; i++)
        n += run->phases.segment[i].part == FID_PART_CHECKPOINT;
    return n;
}

/* Which share of what is written to the disk is written by processes of the run (fsync,
 * direct I/O), not later by the kernel; -1: nothing is. */
static double
own_writes (const struct fid_run *run)
{
    const uint64_t *of = run->stream[FID_STREAM_BLOCK_WRITE].owner_byte_n;
    double own = (double)of[FID_OWNER_SELF], later = (double)of[FID_OWNER_WRITEBACK];
    return own + later > SOME_BYTES ? own / (own + later) : -1;
}

static void
written_later (struct fid_causes *l)
{
    const char *key = "workload.checkpoint.fsync";
    double a = own_writes (l->c->pair.real), b = own_writes (l->c->pair.emu);
    if (a < 0 || b < 0 || fabs (a - b) < 0.5)
        return;
    struct fid_cause *k = fid_causes_add (l, "write_back", 0, WRITTEN_LATER);
    const char *now = fid_run_fact (l->c->pair.emu, key);
    bool deaf = now && a > b && strcasecmp (now, "true") == 0;
    if (!k)
        return;
    snprintf (k->text, sizeof k->text,
              a > b
                  ? "leaves writing to the kernel (write-back), the real run waits for its own "
                    "writes (fsync)%s"
                  : "waits for its own writes (fsync), the real run leaves them to the kernel "
                    "(write-back)%s",
              deaf ? ", although checkpoint.fsync is true: this emulator ignores it" : "");
    fid_causes_switch (l, k, key, a > b);
}

static void
writes (struct fid_causes *l)
{
    struct totals t;
    struct fid_cause *k;
    double now, a = (double)checkpoints_of (l->c->pair.real),
                b = (double)checkpoints_of (l->c->pair.emu);
    if ((a > 0) != (b > 0))
        return; /* there is a cause for missing checkpoints already */
    if (!total (l, FID_STREAM_CHECKPOINT_WRITE, l->c->pair.window, &t) ||
        t.byte_n[0] < SOME_BYTES || t.byte_n[1] < SOME_BYTES)
        return;
    double size = (t.byte_n[1] / t.op_n[1]) / (t.byte_n[0] / t.op_n[0]);
    double each = a > 0 ? t.byte_n[1] / b / (t.byte_n[0] / a) : t.byte_n[1] / t.byte_n[0];
    if ((k = fid_causes_add (
             l, "checkpoint_size", each,
             "checkpoint.write.bytes block.write.bytes disk.write.MiB disk.write.level"))) {
        tell_volume (k, "writes", " of checkpoints", t.byte_n[1] / t.byte_n[0], t.byte_n);
        if (fid_causes_configured (l, "workload.model.model_size_bytes", &now))
            fid_causes_change (l, k, "workload.model.model_size_bytes", now,
                               round (now / each));
    }
    if ((k = fid_causes_add (l, "write_size", size,
                             "checkpoint.write.size_bytes checkpoint.write.ops")))
        tell_size (k, "writes checkpoints", &t, size);
    written_later (l);
}

/* Data of evaluations. */
static void
evaluation_data (struct fid_causes *l)
{
    struct totals t;
    double now;
    struct fid_cause *k;
    if (!total (l, FID_STREAM_DATA_READ, FID_WINDOW_EVAL, &t) || t.byte_n[0] < SOME_BYTES ||
        t.byte_n[1] < SOME_BYTES ||
        !(k = fid_causes_add (l, "eval_data", t.byte_n[1] / t.byte_n[0],
                              "evaluation.bytes evaluation.steps evaluation.duration_s")))
        return;
    tell_volume (k, "evaluates on", "", t.byte_n[1] / t.byte_n[0], t.byte_n);
    if (fid_causes_configured (l, "workload.dataset.num_files_eval", &now) && now > 1)
        fid_causes_change (l, k, "workload.dataset.num_files_eval", now,
                           fmax (1, round (now * t.byte_n[0] / t.byte_n[1])));
}

/* Fewer or more files of the same data: what of the configuration keeps the bytes. */
static void
tell_contents (const struct fid_causes *l, struct fid_cause *k, double ratio)
{
    static const char *const keys[] = {"workload.dataset.num_samples_per_file",
                                       "workload.dataset.record_length_bytes"};
    double now;
    for (int i = 0; i < 2 && k->key[0]; i++) {
        size_t used = strlen (k->text);
        if (!fid_causes_configured (l, keys[i], &now) || now * ratio < 1)
            continue;
        snprintf (k->text + used, sizeof k->text - used, "; %s %.0f -> %.0f keeps the bytes",
                  keys[i], now, round (now * ratio));
        return;
    }
}

/* How many files the samples are in: as configured, because index files beside them are read,
 * too; else as many as were read. */
static void
files (struct fid_causes *l)
{
    double a = (double)l->c->pair.real->stream[FID_STREAM_DATA_READ].file_n,
           b = (double)l->c->pair.emu->stream[FID_STREAM_DATA_READ].file_n, train, eval;
    char of[FID_CAUSES_WORDS];
    const char *key = "workload.dataset.num_files_train";
    bool known = fid_causes_configured (l, key, &train) && train > 0;
    if (known)
        b = train +
            (fid_causes_configured (l, "workload.dataset.num_files_eval", &eval) ? eval : 0);
    if (!fid_causes_counts (l, FID_STREAM_DATA_READ) || !(a > 0) || !(b > 0) ||
        fabs (log (b / a)) < log (MANY_TIMES))
        return;
    struct fid_cause *k = fid_causes_add (l, "files", b / a, "data.open.* locality.*");
    if (!k)
        return;
    snprintf (k->text, sizeof k->text, "has its data in %s files: %.0f instead of %.0f",
              fid_causes_of (b / a, of), b, a);
    if (known) {
        fid_causes_change (l, k, key, train, fmax (1, round (train * a / b)));
        tell_contents (l, k, b / a);
    }
}

void
fid_causes_io (struct fid_causes *l)
{
    reads (l);
    writes (l);
    evaluation_data (l);
    files (l);
}
