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
#define READERS     1.5 /* so many times the processes: fewer follow the pace of steps, too */

#define READ_BYTES                                                                             \
    "data.read.bytes data.read.ops block.read.bytes block.read.ops disk.read.MiB "             \
    "disk.read.level"
#define WRITTEN_LATER "block.write.* disk.write.*" /* the checkpoint itself is the same */

/* What both runs did: real, emulation. */
struct totals {
    double op_n[2], byte_n[2];
};

/* Operations and bytes of a stream in a window; false if a side has fewer bytes than least_n,
 * or was not traced to its end. */
static bool
total_stream (const struct fid_causes *l, enum fid_stream_id id, enum fid_window w,
              double least_n, struct totals *t)
{
    bool enough = fid_causes_counts (l, id);
    for (int k = 0; k < 2; k++) {
        struct fid_stream_sums sum = fid_extract_sums (l->run[k], id, w);
        t->op_n[k] = sum.op_n;
        t->byte_n[k] = sum.byte_n;
        enough = enough && sum.op_n > 0 && sum.byte_n > 0 && sum.byte_n >= least_n;
    }
    return enough;
}

/* How many times as large a call of the emulation is. */
static double
call_size (const struct totals *t)
{
    return (t->byte_n[1] / t->op_n[1]) / (t->byte_n[0] / t->op_n[0]);
}

#define TEXT 200

/* "2.02x the bytes in training: 500 MiB instead of 247 MiB" */
static const char *
volume_text (double ratio, const char *when, const double bytes[2], char buf[TEXT])
{
    char of[FID_CAUSES_WORDS], emu[FID_UNITS_TEXT], real[FID_UNITS_TEXT];
    snprintf (buf, TEXT, "%s bytes%s: %s instead of %s", fid_causes_of (ratio, of), when,
              fid_format_bytes (bytes[1], emu, sizeof emu),
              fid_format_bytes (bytes[0], real, sizeof real));
    return buf;
}

/* "smaller calls: 6.41 KiB on average instead of 256 KiB, 18.3x as many calls" */
static const char *
size_text (const struct totals *t, char buf[TEXT])
{
    char share[FID_CAUSES_WORDS], emu[FID_UNITS_TEXT], real[FID_UNITS_TEXT];
    snprintf (buf, TEXT, "%s calls: %s on average instead of %s, %s as many calls",
              call_size (t) < 1 ? "smaller" : "larger",
              fid_format_bytes (t->byte_n[1] / t->op_n[1], emu, sizeof emu),
              fid_format_bytes (t->byte_n[0] / t->op_n[0], real, sizeof real),
              fid_causes_share (t->op_n[1] / t->op_n[0], share));
    return buf;
}

/* Bytes of samples read in training: before the end of the first step, and after it. */
struct ahead {
    double before, after, step_n;
};

static bool
read_ahead (const struct fid_run *run, struct ahead *out)
{
    struct fid_step_sums s = fid_step_sums (run, false);
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
    if (!l->whole || !read_ahead (l->run[0], &a) || !read_ahead (l->run[1], &b))
        return volume;
    double step_a = a.after / (a.step_n - 1), step_b = b.after / (b.step_n - 1);
    double steps_a = a.before / step_a, steps_b = b.before / step_b;
    if (fabs (steps_a - steps_b) < AHEAD_STEPS)
        return volume;
    fid_causes_add (
        l, "read_ahead", (steps_b + 1) / (steps_a + 1),
        READ_BYTES " data.read.when data.read.shape block.read.when block.read.shape",
        "reads %s before its first step ends, the real run %s (%.0f steps' worth instead of "
        "%.0f: a buffer that is filled first)",
        fid_format_bytes (b.before, emu, sizeof emu),
        fid_format_bytes (a.before, real, sizeof real), steps_b, steps_a);
    return step_b * b.step_n / (step_a * a.step_n);
}

static void
explain_reads (struct fid_causes *l)
{
    struct totals t;
    struct fid_cause *k = NULL;
    char text[TEXT], of[FID_CAUSES_WORDS], n[FID_CAUSES_WORDS];
    enum fid_window w = fid_causes_training (l);
    if (!total_stream (l, FID_STREAM_DATA_READ, w, 0, &t))
        return;
    double real_n = (double)fid_step_sums (l->run[0], false).n;
    double emu_n = (double)fid_step_sums (l->run[1], false).n;
    double steps = real_n > 0 && emu_n > 0 ? emu_n / real_n : 1;
    double whole = t.byte_n[1] / t.byte_n[0];
    double volume = steady_volume (l, whole), per_step = volume / steps;
    if (fabs (log (steps)) > 0.4 && fabs (log (volume)) < 0.2) {
        k = fid_causes_add (l, "batch_size", per_step, READ_BYTES " steps.steps",
                            "has %s batches: %s training steps read %s as much each",
                            per_step < 1 ? "smaller" : "larger", fid_causes_of (steps, n),
                            fid_causes_share (per_step, of));
        fid_causes_scale (l, k, "workload.reader.batch_size", per_step, true);
    }
    if (!k) {
        double steady = t.byte_n[0] * fmin (1, whole / volume);
        const double bytes[2] = {steady, steady * volume};
        k = fid_causes_add (l, "record_length", volume, READ_BYTES, "reads %s",
                            volume_text (volume, w == FID_WINDOW_TRAINING ? " in training" : "",
                                         volume == whole ? t.byte_n : bytes, text));
        fid_causes_scale (l, k, "workload.dataset.record_length_bytes", volume, true);
    }
    k = fid_causes_add (l, "read_size", call_size (&t),
                        "data.read.size_bytes data.read.ops locality.jump*", "reads in %s",
                        size_text (&t, text));
    fid_causes_scale (l, k, "workload.reader.transfer_size", call_size (&t), true);
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
    const char *key = "workload.checkpoint.fsync", *now = fid_run_fact (l->run[1], key);
    double a = own_writes (l->run[0]), b = own_writes (l->run[1]);
    if (a < 0 || b < 0 || fabs (a - b) < 0.5)
        return;
    bool deaf = now && a > b && strcasecmp (now, "true") == 0;
    struct fid_cause *k = fid_causes_add (
        l, "write_back", 0, WRITTEN_LATER,
        a > b ? "leaves writing to the kernel (write-back), the real run waits for its own "
                "writes (fsync)%s"
              : "waits for its own writes (fsync), the real run leaves them to the kernel "
                "(write-back)%s",
        deaf ? ", although checkpoint.fsync is true: this emulator ignores it" : "");
    fid_causes_switch (l, k, key, a > b);
}

static void
explain_writes (struct fid_causes *l)
{
    struct totals t;
    char text[TEXT];
    double a = (double)fid_part_sums (l->run[0], FID_PART_CHECKPOINT).n;
    double b = (double)fid_part_sums (l->run[1], FID_PART_CHECKPOINT).n;
    if ((a > 0) != (b > 0))
        return; /* there is a cause for missing checkpoints already */
    if (!total_stream (l, FID_STREAM_CHECKPOINT_WRITE, l->pair->window, SOME_BYTES, &t))
        return;
    double all = t.byte_n[1] / t.byte_n[0], each = a > 0 ? all * a / b : all;
    struct fid_cause *k = fid_causes_add (
        l, "checkpoint_size", each,
        "checkpoint.write.bytes block.write.bytes disk.write.MiB disk.write.level", "writes %s",
        volume_text (all, " of checkpoints", t.byte_n, text));
    fid_causes_scale (l, k, "workload.model.model_size_bytes", each, true);
    fid_causes_add (l, "write_size", call_size (&t),
                    "checkpoint.write.size_bytes checkpoint.write.ops",
                    "writes checkpoints in %s", size_text (&t, text));
    written_later (l);
}

/* Data of evaluations. */
static void
evaluation_data (struct fid_causes *l)
{
    const char *key = "workload.dataset.num_files_eval";
    struct totals t;
    char text[TEXT];
    double now;
    if (!total_stream (l, FID_STREAM_DATA_READ, FID_WINDOW_EVAL, SOME_BYTES, &t))
        return;
    double ratio = t.byte_n[1] / t.byte_n[0];
    struct fid_cause *k = fid_causes_add (
        l, "eval_data", ratio, "evaluation.bytes evaluation.steps evaluation.duration_s",
        "evaluates on %s", volume_text (ratio, "", t.byte_n, text));
    if (fid_causes_configured (l, key, &now) && now > 1)
        fid_causes_scale (l, k, key, ratio, true);
}

/* The same data in fewer or more files: of training and of evaluations, with more samples each
 * or, where a file is a sample, with larger samples in smaller batches. */
static void
keep_contents (const struct fid_causes *l, struct fid_cause *k, double ratio)
{
    const char *samples = "workload.dataset.num_samples_per_file",
               *record = "workload.dataset.record_length_bytes",
               *eval = "workload.dataset.num_files_eval";
    double now;
    bool whole = fid_causes_configured (l, samples, &now) && now * ratio >= 1;
    if (!whole && !(fid_causes_configured (l, record, &now) && now * ratio >= 1))
        return;
    fid_causes_also (l, k, whole ? samples : record, 1 / ratio);
    fid_causes_also (l, k, eval, ratio);
    if (whole)
        return;
    fid_causes_also (l, k, "workload.reader.batch_size", ratio);
    fid_causes_also (l, k, "workload.reader.batch_size_eval", ratio);
}

/* How many files the samples are in: as configured, because index files beside them are read,
 * too; else as many as were read. */
static void
explain_files (struct fid_causes *l)
{
    double a = (double)l->run[0]->stream[FID_STREAM_DATA_READ].file_n,
           b = (double)l->run[1]->stream[FID_STREAM_DATA_READ].file_n, train, eval;
    char of[FID_CAUSES_WORDS];
    const char *key = "workload.dataset.num_files_train";
    if (fid_causes_configured (l, key, &train))
        b = train +
            (fid_causes_configured (l, "workload.dataset.num_files_eval", &eval) ? eval : 0);
    if (!fid_causes_counts (l, FID_STREAM_DATA_READ) || !(a > 0) || !(b > 0) ||
        fabs (log (b / a)) < log (MANY_TIMES))
        return;
    struct fid_cause *k = fid_causes_add (l, "files", b / a, "data.open.* locality.*",
                                          "has its data in %s files: %.0f instead of %.0f",
                                          fid_causes_of (b / a, of), b, a);
    fid_causes_scale (l, k, key, b / a, true);
    if (k)
        keep_contents (l, k, b / a);
}

/* Numbers that a measure showed of both runs, "real_NAME" and "emulation_NAME"; false: none. */
static bool
shown_numbers (const struct fid_causes *l, enum fid_quantity_id quantity,
               const char *const name[2], double out[2])
{
    for (size_t i = 0; i < l->v->clause_n; i++) {
        const struct fid_measure *m = l->v->clause[i].measure;
        if (m->quantity == quantity)
            return fid_measure_find_detail (m, name[0], &out[0]) &&
                   fid_measure_find_detail (m, name[1], &out[1]);
    }
    return false;
}

/* How many processes read. */
static void
explain_readers (struct fid_causes *l)
{
    static const char *const mean[] = {"real_mean", "emulation_mean"};
    double n[2];
    if (!fid_causes_counts (l, FID_STREAM_DATA_READ) ||
        !shown_numbers (l, FID_QUANTITY_READERS, mean, n) || !(n[0] > 0 && n[1] > 0) ||
        fabs (log (n[1] / n[0])) < log (READERS))
        return;
    struct fid_cause *k =
        fid_causes_add (l, "readers", n[1] / n[0], "concurrency.readers",
                        "reads with %.2g processes at a time instead of %.2g", n[1], n[0]);
    fid_causes_scale (l, k, "workload.reader.read_threads", n[1] / n[0], true);
}

void
fid_causes_io (struct fid_causes *l)
{
    explain_reads (l);
    explain_readers (l);
    explain_writes (l);
    evaluation_data (l);
    explain_files (l);
}
