/* causes_io.c - causes that lie in what files are opened, read and written */
#include <math.h>
#include <stdio.h>
#include "base/units.h"
#include "compare/causes.h"
#include "compare/extract.h"

#define SOME_BYTES 1e6 /* fewer are no data: logs, configurations */
#define SOME_FILES 10

/* What both runs did: real, emulation. */
struct totals {
    double op_n[2], byte_n[2];
};

/* Operations and bytes of a stream in a window; false if a side has none. */
static bool
total (const struct fid_comparison *c, enum fid_stream_id id, enum fid_window w,
       struct totals *t)
{
    const struct fid_run *side[2] = {c->pair.real, c->pair.emu};
    for (int k = 0; k < 2; k++) {
        struct fid_stream_extract v = {0};
        if (!side[k]->stream[id].traced ||
            fid_extract_stream (side[k], id, w, INT64_C (1) << 40, &v, NULL))
            return false;
        t->op_n[k] = v.op_n;
        t->byte_n[k] = v.byte_n;
        fid_stream_extract_clear (&v);
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
tell_volume (struct fid_cause *k, const char *who, const char *when, const struct totals *t)
{
    char of[FID_CAUSES_WORDS], emu[FID_UNITS_TEXT], real[FID_UNITS_TEXT];
    snprintf (k->text, sizeof k->text, "%s %s bytes%s: %s instead of %s", who,
              fid_causes_of (t->byte_n[1] / t->byte_n[0], of), when,
              fid_format_bytes (t->byte_n[1], emu, sizeof emu),
              fid_format_bytes (t->byte_n[0], real, sizeof real));
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

static void
reads (struct fid_causes *l, double steps)
{
    struct totals t;
    double now;
    struct fid_cause *k;
    enum fid_window w = training (l->c);
    if (!total (l->c, FID_STREAM_DATA_READ, w, &t) || !(t.byte_n[0] > 0 && t.byte_n[1] > 0))
        return;
    double volume = t.byte_n[1] / t.byte_n[0], per_step = volume / steps;
    double size = (t.byte_n[1] / t.op_n[1]) / (t.byte_n[0] / t.op_n[0]);
    if (fabs (log (steps)) > 0.4 && fabs (log (volume)) < 0.2 &&
        (k = fid_causes_add (l, FID_RESOURCE_DATA_READ, FID_FACET_VOLUME, per_step))) {
        char of[FID_CAUSES_WORDS], n[FID_CAUSES_WORDS];
        snprintf (k->text, sizeof k->text,
                  "has %s batches: %s training steps read %s as much each",
                  per_step < 1 ? "smaller" : "larger", fid_causes_of (steps, n),
                  fid_causes_share (per_step, of));
        if (fid_causes_configured (l, "workload.reader.batch_size", &now))
            fid_causes_change (k, "workload.reader.batch_size", now,
                               fmax (1, round (now / per_step)));
    } else if ((k = fid_causes_add (l, FID_RESOURCE_DATA_READ, FID_FACET_VOLUME, volume))) {
        tell_volume (k, "reads", w == FID_WINDOW_TRAINING ? " in training" : "", &t);
        if (fid_causes_configured (l, "workload.dataset.record_length_bytes", &now))
            fid_causes_change (k, "workload.dataset.record_length_bytes", now,
                               round (now / volume));
    }
    if ((k = fid_causes_add (l, FID_RESOURCE_DATA_READ, FID_FACET_MARGINAL, size))) {
        tell_size (k, "reads", &t, size);
        if (fid_causes_configured (l, "workload.reader.transfer_size", &now))
            fid_causes_change (k, "workload.reader.transfer_size", now, round (now / size));
    }
}

static bool
has_checkpoints (const struct fid_run *run)
{
    for (size_t i = 0; i < run->phases.segment_n; i++)
        if (run->phases.segment[i].part == FID_PART_CHECKPOINT)
            return true;
    return false;
}

static void
writes (struct fid_causes *l)
{
    struct totals t;
    struct fid_cause *k;
    if (has_checkpoints (l->c->pair.real) && !has_checkpoints (l->c->pair.emu))
        return; /* there is a cause for missing checkpoints already */
    if (!total (l->c, FID_STREAM_CHECKPOINT_WRITE, l->c->pair.window, &t) ||
        t.byte_n[0] < SOME_BYTES || t.byte_n[1] < SOME_BYTES)
        return;
    double size = (t.byte_n[1] / t.op_n[1]) / (t.byte_n[0] / t.op_n[0]);
    if ((k = fid_causes_add (l, FID_RESOURCE_CHECKPOINT_WRITE, FID_FACET_VOLUME,
                             t.byte_n[1] / t.byte_n[0])))
        tell_volume (k, "writes", "", &t);
    if ((k = fid_causes_add (l, FID_RESOURCE_CHECKPOINT_WRITE, FID_FACET_MARGINAL, size)))
        tell_size (k, "writes", &t, size);
}

/* Data of evaluations, and how many files are opened. */
static void
evaluation_data (struct fid_causes *l)
{
    struct totals t;
    double now;
    struct fid_cause *k;
    if (total (l->c, FID_STREAM_DATA_READ, FID_WINDOW_EVAL, &t) && t.byte_n[0] > SOME_BYTES &&
        t.byte_n[1] > SOME_BYTES &&
        (k = fid_causes_add (l, FID_RESOURCE_DATA_READ, FID_FACET_VOLUME,
                             t.byte_n[1] / t.byte_n[0]))) {
        tell_volume (k, "evaluates on", "", &t);
        if (fid_causes_configured (l, "workload.dataset.num_files_eval", &now) && now > 1)
            fid_causes_change (k, "workload.dataset.num_files_eval", now,
                               fmax (1, round (now * t.byte_n[0] / t.byte_n[1])));
    }
    if (total (l->c, FID_STREAM_DATA_OPEN, l->c->pair.window, &t) && t.op_n[0] >= SOME_FILES &&
        t.op_n[1] >= SOME_FILES &&
        (k = fid_causes_add (l, FID_RESOURCE_DATA_OPEN, FID_FACET_VOLUME,
                             t.op_n[1] / t.op_n[0]))) {
        char of[FID_CAUSES_WORDS];
        snprintf (k->text, sizeof k->text, "opens %s files: %.0f instead of %.0f",
                  fid_causes_of (t.op_n[1] / t.op_n[0], of), t.op_n[1], t.op_n[0]);
    }
}

void
fid_causes_io (struct fid_causes *l, const struct fid_step_sums *real,
               const struct fid_step_sums *emu)
{
    reads (l, real->n && emu->n ? (double)emu->n / (double)real->n : 1);
    writes (l);
    evaluation_data (l);
}
