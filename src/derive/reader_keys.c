/* reader_keys.c - batch size, loader processes, read-ahead */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/units.h"
#include "derive/analysis.h"
#include "derive/times.h"

#define AGREE 0.05 /* two ways to a number agree */
#define BURST 5    /* gaps between batches are so many times those inside */

static bool
near (double a, double b, double limit)
{
    return fabs (a - b) <= limit * fmax (fabs (a), fabs (b));
}

static bool
near_whole (double x)
{
    return x > 0.5 && fabs (x - round (x)) <= AGREE * fmax (1, x) && near (x, round (x), AGREE);
}

/* --- batch */

/* Bytes read before the first step ends, and after it. */
static void
bytes_by_steps (const struct fid_analysis *a, const struct fid_step_ends *ends, double *before,
                double *after)
{
    *before = *after = 0;
    for (size_t i = 0; i < a->io->read_n; i++) {
        const struct fid_data_read *r = &a->io->read[i];
        if (!fid_is_of_side (a->io, r->file, FID_SIDE_TRAIN) ||
            a->io->use[r->use].part != FID_PART_TRAINING)
            continue;
        if (ends->n && r->start_ns < ends->at[0].end_ns)
            *before += (double)r->byte_n;
        else
            *after += (double)r->byte_n;
    }
}

/* Steps that the trace of reads covers; 0: unknown. */
static double
steps_read (const struct fid_analysis *a, const struct fid_step_ends *ends)
{
    int64_t last = INT64_MIN;
    size_t n = 0;
    if (!a->reads_cut)
        return a->step_n;
    for (size_t i = a->io->read_n; i-- > 0 && last == INT64_MIN;)
        if (fid_is_of_side (a->io, a->io->read[i].file, FID_SIDE_TRAIN))
            last = a->io->read[i].start_ns;
    while (n < ends->n && ends->at[n].end_ns <= last)
        n++;
    return (double)n;
}

static void
stream_batch (struct fid_analysis *a, const struct fid_step_ends *ends, double step_n)
{
    const struct fid_side_facts *s = &a->side[FID_SIDE_TRAIN];
    char block[FID_UNITS_TEXT], text[FID_UNITS_TEXT];
    double before, after;
    bytes_by_steps (a, ends, &before, &after);
    fid_format_bytes (s->block, block, sizeof block);
    if (!(step_n > 0)) {
        fid_claim_unknown (a->claims, FID_DLIO_BATCH,
                           "files are read in blocks of %s, which do not show samples, and no "
                           "log tells the steps",
                           block);
        return;
    }
    double per_step = ends->n > 1 && step_n > 1 ? after / (step_n - 1) : 0;
    double whole = (before + after) / step_n;
    double ahead = per_step > 0 ? before / per_step : 1;
    if (ahead < 5)
        per_step = whole;
    if (ahead >= 5)
        fid_claim_remark (a->claims,
                          "The run reads %s before its first step ends (%.0f steps' worth, a "
                          "shuffle buffer); DLIO fills none.",
                          fid_format_bytes (before, text, sizeof text), ahead);
    if (s->by_read) {
        a->batch = fmax (1, round (whole / s->block));
        a->record = whole / a->batch;
        fid_claim_number (a->claims, FID_DLIO_BATCH, FID_CONFIDENCE_MEDIUM, a->batch,
                          "%s a step in blocks of %s: %.0f blocks, each one of DLIO's samples",
                          fid_format_bytes (whole, text, sizeof text), block, a->batch);
        fid_claim_remark (
            a->claims,
            "Files are read in blocks of %s, several samples at a time. DLIO reads "
            "samples one by one, so each block is one of its samples (--unit "
            "sample: not so).",
            block);
        return;
    }
    if (!(a->log_batch > 0)) {
        fid_claim_unknown (a->claims, FID_DLIO_BATCH,
                           "%s a step, but files are read in blocks of %s, which do not show "
                           "samples, and no log has the batch size",
                           fid_format_bytes (per_step, text, sizeof text), block);
        return;
    }
    a->batch = a->log_batch;
    a->record = per_step / a->batch;
    fid_claim_number (a->claims, FID_DLIO_BATCH, FID_CONFIDENCE_HIGH, a->batch,
                      "the log has this batch size");
    fid_claim_remark (
        a->claims,
        "Files are read in blocks of %s, several samples at a time; DLIO reads each "
        "sample of such a file alone (--unit read: blocks are samples).",
        block);
}

/* The application reads a whole batch at once: each read is a sample of DLIO. */
static bool
reads_batches (const struct fid_analysis *a, double by_reads)
{
    const struct fid_side_facts *s = &a->side[FID_SIDE_TRAIN];
    return s->layout == FID_LAYOUT_RECORDS && a->log_batch > 1.5 && near (by_reads, 1, 0.1) &&
           a->opts.unit != FID_UNIT_SAMPLE;
}

static void
whole_batch (struct fid_analysis *a, double by_reads, double step_n)
{
    const struct fid_side_facts *s = &a->side[FID_SIDE_TRAIN];
    const char *what = s->layout == FID_LAYOUT_RECORDS ? "records"
                       : s->companion_n > 1            ? "groups of files"
                                                       : "files";
    char text[FID_UNITS_TEXT];
    double log = a->log_batch;
    a->record = s->item_byte_n;
    if (reads_batches (a, by_reads)) {
        a->batch = 1;
        fid_claim_number (
            a->claims, FID_DLIO_BATCH, FID_CONFIDENCE_MEDIUM, 1,
            "the application reads each batch, of %.0f samples, by one read of %s: "
            "that is one of DLIO's samples",
            log, fid_format_bytes (s->item_byte_n, text, sizeof text));
        fid_claim_remark (a->claims,
                          "Batches of %.0f samples are read at once; DLIO reads samples one by "
                          "one, so a batch is one of its samples (--unit sample: not so).",
                          log);
        return;
    }
    if (s->layout == FID_LAYOUT_WHOLE && by_reads > 0 && s->by_read) {
        double told = a->reads_cut ? log * (double)s->group_n : 0;
        a->batch = fmax (1, round (told > 0 ? told : by_reads));
        if (told > 0)
            fid_claim_number (a->claims, FID_DLIO_BATCH, FID_CONFIDENCE_MEDIUM, a->batch,
                              "the log has %.4g samples, each is %zu files; the trace of reads "
                              "ends in the middle",
                              log, s->group_n);
        else
            fid_claim_number (a->claims, FID_DLIO_BATCH,
                              near_whole (by_reads) && !a->reads_cut ? FID_CONFIDENCE_HIGH
                                                                     : FID_CONFIDENCE_LOW,
                              a->batch,
                              "%.4g files are read in %.0f steps, each one of DLIO's samples",
                              s->item_n, step_n);
        if (s->group_n > 1)
            fid_claim_remark (
                a->claims,
                "A sample of the run is %zu files; DLIO's is one, so each of them "
                "is one of its samples (--unit sample: not so).",
                s->group_n);
    } else if (log > 0 && by_reads > 0 && near (log, by_reads, AGREE)) {
        a->batch = log;
        fid_claim_number (a->claims, FID_DLIO_BATCH, FID_CONFIDENCE_HIGH, log,
                          "the log has it, and %.4g %s are read in %.0f steps", s->item_n, what,
                          step_n);
    } else if (log > 0) {
        a->batch = log;
        if (by_reads > 0)
            a->record = s->item_byte_n * by_reads / log;
        fid_claim_number (a->claims, FID_DLIO_BATCH,
                          by_reads > 0 ? FID_CONFIDENCE_MEDIUM : FID_CONFIDENCE_HIGH, log,
                          by_reads > 0 ? "the log has it; %.4g %s are read a step"
                                       : "the log has it",
                          by_reads, what);
    } else if (by_reads > 0) {
        a->batch = fmax (1, round (by_reads));
        fid_claim_number (a->claims, FID_DLIO_BATCH,
                          near_whole (by_reads) && !a->reads_cut ? FID_CONFIDENCE_MEDIUM
                                                                 : FID_CONFIDENCE_LOW,
                          a->batch, "%.4g %s are read in %.0f steps", s->item_n, what, step_n);
    }
}

static int
by_number (const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int
fid_burst_size (const struct fid_analysis *a, enum fid_side side, double *out,
                struct fid_error *err)
{
    const struct fid_data_io *io = a->io;
    enum fid_part part = side == FID_SIDE_EVAL ? FID_PART_EVAL : FID_PART_TRAINING;
    double *gap = malloc (2 * (io->use_n + 1) * sizeof *gap);
    size_t n = 0;
    int64_t last_end = INT64_MIN, pid = -1;
    *out = 0;
    if (!gap)
        return fid_error_nomem (err);
    double *sorted = gap + io->use_n + 1;
    for (size_t i = 0; i < io->use_n; i++) {
        const struct fid_data_use *u = &io->use[i];
        if (!fid_is_of_side (io, u->file, side) || u->part != part)
            continue;
        if (pid != -1 && pid != u->pid) { /* several at a time: no rhythm of one */
            n = 0;
            break;
        }
        if (last_end != INT64_MIN)
            gap[n++] = fmax ((double)(u->start_ns - last_end), 1);
        pid = u->pid;
        last_end = u->end_ns;
    }
    memcpy (sorted, gap, n * sizeof *gap);
    qsort (sorted, n, sizeof *sorted, by_number);
    double limit = 0, jump = BURST;
    for (size_t i = n / 10; n >= 6 && i + 1 < n - n / 10; i++)
        if (sorted[i + 1] / sorted[i] > jump) {
            jump = sorted[i + 1] / sorted[i];
            limit = sqrt (sorted[i + 1] * sorted[i]);
        }
    if (limit > 0) {
        size_t bursts = 1;
        for (size_t i = 0; i < n; i++)
            bursts += gap[i] > limit;
        *out = (double)(n + 1) / (double)bursts;
    }
    free (gap);
    return 0;
}

static int
batch (struct fid_analysis *a, const struct fid_step_ends *ends, struct fid_error *err)
{
    const struct fid_side_facts *s = &a->side[FID_SIDE_TRAIN];
    double step_n = steps_read (a, ends), by_reads = step_n > 0 ? s->item_n / step_n : 0, burst;
    if (s->layout == FID_LAYOUT_STREAM)
        stream_batch (a, ends, step_n);
    else
        whole_batch (a, by_reads, step_n);
    if (a->batch > 0 || s->layout == FID_LAYOUT_STREAM)
        return 0;
    if (fid_burst_size (a, FID_SIDE_TRAIN, &burst, err))
        return -1;
    burst /= (double)s->companion_n;
    a->record = s->item_byte_n;
    if (burst > 0.5) {
        a->batch = round (burst);
        fid_claim_number (a->claims, FID_DLIO_BATCH, FID_CONFIDENCE_LOW, a->batch,
                          "no log has steps: reads come in bursts of %.3g samples", burst);
    } else
        fid_claim_unknown (a->claims, FID_DLIO_BATCH,
                           "no log has it or the number of steps, and the reads show no bursts "
                           "of one process");
    return 0;
}

/* --- processes that read */

struct readers {
    size_t process_n; /* beside the main process, in an epoch (median) */
    bool main;        /* the main process reads */
    bool varies;
    double in_compute; /* share of the uses that begin while a step computes */
};

static int
count_readers (const struct fid_analysis *a, const struct fid_step_ends *ends,
               struct readers *out, struct fid_error *err)
{
    const struct fid_data_io *io = a->io;
    struct pid_of {
        int64_t pid;
        int epoch;
    } *seen = NULL;
    size_t seen_n = 0, cap = 0, during = 0, n = 0, step = 0, main_n = 0;
    *out = (struct readers){0};
    for (size_t i = 0; i < io->read_n; i++) {
        const struct fid_data_read *r = &io->read[i];
        const struct fid_data_use *u = &io->use[r->use];
        if (!fid_is_of_side (io, r->file, FID_SIDE_TRAIN) || u->part != FID_PART_TRAINING ||
            !r->byte_n)
            continue;
        n++;
        main_n += r->pid == io->main_pid;
        while (step < ends->n && ends->at[step].end_ns < r->start_ns)
            step++;
        during += step < ends->n && r->start_ns >= ends->at[step].compute_ns;
        size_t k = 0;
        while (k < seen_n && (seen[k].pid != r->pid || seen[k].epoch != u->epoch))
            k++;
        if (k < seen_n)
            continue;
        if (fid_array_grow (&seen, &cap, seen_n + 1, sizeof *seen, err)) {
            free (seen);
            return -1;
        }
        seen[seen_n++] = (struct pid_of){r->pid, u->epoch};
    }
    out->main = n && main_n * 2 > n;
    out->in_compute = n && ends->n ? (double)during / (double)n : 0;
    for (int e = -1; seen_n && e <= (int)a->epoch_n; e++) {
        size_t of = 0;
        for (size_t k = 0; k < seen_n; k++)
            of += seen[k].epoch == e && seen[k].pid != io->main_pid;
        if (of && out->process_n && of != out->process_n)
            out->varies = true;
        if (of > out->process_n)
            out->process_n = of;
    }
    free (seen);
    return 0;
}

static int
threads (struct fid_analysis *a, const struct fid_step_ends *ends, double *out,
         struct fid_error *err)
{
    struct readers r;
    *out = -1;
    if (count_readers (a, ends, &r, err))
        return -1;
    if (!a->side[FID_SIDE_TRAIN].use_n || a->io->main_pid >= FID_PID_RANKS)
        fid_claim_unknown (a->claims, FID_DLIO_THREADS,
                           "the traces do not tell which process reads");
    else if (r.main && r.in_compute > 0.5 && !ends->added) {
        *out = 1;
        fid_claim_number (
            a->claims, FID_DLIO_THREADS, FID_CONFIDENCE_MEDIUM, 1,
            "a thread of the main process reads, %.0f %% of it while steps compute",
            100 * r.in_compute);
    } else if (r.main) {
        *out = 0;
        fid_claim_number (a->claims, FID_DLIO_THREADS,
                          ends->n && !ends->added ? FID_CONFIDENCE_HIGH : FID_CONFIDENCE_MEDIUM,
                          0, "the main process reads%s",
                          ends->n && !ends->added ? ", between steps" : "");
    } else {
        *out = (double)r.process_n / a->ranks;
        fid_claim_number (a->claims, FID_DLIO_THREADS,
                          r.varies ? FID_CONFIDENCE_MEDIUM : FID_CONFIDENCE_HIGH,
                          fmax (1, round (*out)),
                          "%zu processes beside the main one read in an epoch", r.process_n);
        *out = fmax (1, round (*out));
    }
    return 0;
}

/* How many batches the loaders are ahead: samples begun when a step ends, less those of the
 * steps so far. */
static int
prefetch (struct fid_analysis *a, const struct fid_step_ends *ends, double threads_n,
          struct fid_error *err)
{
    const struct fid_data_io *io = a->io;
    const struct fid_side_facts *s = &a->side[FID_SIDE_TRAIN];
    double *ahead = malloc ((ends->n + 1) * sizeof *ahead);
    size_t n = 0, begin = 0;
    /* DLIO's samples of a use, or a read */
    double samples = s->item_byte_n / a->record / (double)s->companion_n;
    if (!ahead)
        return fid_error_nomem (err);
    for (size_t i = 0, k; i < ends->n; i = k) {
        for (k = i; k < ends->n && ends->at[k].epoch == ends->at[i].epoch;)
            k++;
        double items = 0;
        size_t at = s->layout == FID_LAYOUT_RECORDS ? io->read_n : io->use_n;
        for (size_t step = i; step < i + (k - i) / 2; step++) {
            for (; begin < at; begin++) {
                const struct fid_data_use *u = s->layout == FID_LAYOUT_RECORDS
                                                   ? &io->use[io->read[begin].use]
                                                   : &io->use[begin];
                int64_t start =
                    s->layout == FID_LAYOUT_RECORDS ? io->read[begin].start_ns : u->start_ns;
                if (start > ends->at[step].end_ns)
                    break;
                if (s->layout == FID_LAYOUT_RECORDS &&
                    (double)io->read[begin].byte_n < s->block / 2)
                    continue;
                if (fid_is_of_side (io, u->file, FID_SIDE_TRAIN) &&
                    u->part == FID_PART_TRAINING && u->epoch == ends->at[i].epoch)
                    items += samples;
            }
            if (step - i >= 2)
                ahead[n++] = items / a->batch - (double)(step - i + 1);
        }
    }
    qsort (ahead, n, sizeof *ahead, by_number);
    double value = n >= 5 ? round (ahead[n / 2]) : 0;
    bool steady = n >= 5 && fabs (ahead[n / 10] - ahead[n - 1 - n / 10]) <= 0.5;
    free (ahead);
    if (threads_n <= 0)
        fid_claim_unknown (a->claims, FID_DLIO_PREFETCH,
                           "the main process reads, so that nothing is read ahead");
    else if (value < 1)
        fid_claim_unknown (a->claims, FID_DLIO_PREFETCH,
                           n < 5 ? "too few steps with times to see how far reading is ahead"
                                 : "reading is not ahead of the steps");
    else
        fid_claim_number (a->claims, FID_DLIO_PREFETCH,
                          steady ? FID_CONFIDENCE_MEDIUM : FID_CONFIDENCE_LOW, value,
                          "when a step ends, reading is %.0f batches ahead", value);
    return 0;
}

/* --- the section */

static void
framework (struct fid_analysis *a)
{
    const struct fid_data_io *io = a->io;
    const char *name = io->tensorflow && !io->torch ? "tensorflow" : "pytorch";
    enum fid_confidence sure =
        io->torch != io->tensorflow ? FID_CONFIDENCE_HIGH : FID_CONFIDENCE_LOW;
    bool by_name = false;
    for (size_t i = 0; i < io->saved_n && !io->torch && !io->tensorflow; i++) {
        struct fid_span s = fid_span_of (io->saved[i]);
        by_name |= fid_span_ends (s, ".pt") || fid_span_ends (s, ".pth");
    }
    if (!io->torch && !io->tensorflow && !by_name) {
        fid_claim_unknown (a->claims, FID_DLIO_FRAMEWORK,
                           "no file of PyTorch or TensorFlow is opened in the traces");
        fid_claim_unknown (a->claims, FID_DLIO_LOADER, "the framework is not known");
        return;
    }
    fid_claim_text (a->claims, FID_DLIO_FRAMEWORK, by_name ? FID_CONFIDENCE_MEDIUM : sure, name,
                    by_name ? "checkpoints end in .pt" : "the run opens files of %s%s",
                    io->torch ? "PyTorch" : "TensorFlow",
                    io->torch && io->tensorflow ? " and TensorFlow" : "");
    fid_claim_text (a->claims, FID_DLIO_LOADER, FID_CONFIDENCE_MEDIUM, name,
                    "the framework's own loader");
}

/* A file that is opened once and read for many samples stays open; DLIO otherwise opens it
 * for every sample. */
static void
read_type (struct fid_analysis *a)
{
    const struct fid_side_facts *s = &a->side[FID_SIDE_TRAIN];
    double per_use = s->use_n ? s->item_n / (double)s->use_n : 0;
    if (s->layout == FID_LAYOUT_STREAM && a->io->open_n)
        fid_claim_text (a->claims, FID_DLIO_READ_TYPE, FID_CONFIDENCE_MEDIUM, "memory",
                        "each file is opened once and read on; it stays open in DLIO, too");
    else if (s->layout == FID_LAYOUT_RECORDS && per_use > 1.5 && a->io->open_n)
        fid_claim_text (a->claims, FID_DLIO_READ_TYPE, FID_CONFIDENCE_HIGH, "memory",
                        "%.0f records are read of a file that is opened once", per_use);
    else
        fid_claim_unknown (
            a->claims, FID_DLIO_READ_TYPE,
            s->use_n ? "a file is opened for each sample, as DLIO does without this key (any "
                       "value, on_demand too, keeps files open in DLIO 2.0)"
                     : "no file of samples is read");
}

int
fid_derive_reader (struct fid_analysis *a, struct fid_error *err)
{
    const struct fid_side_facts *s = &a->side[FID_SIDE_TRAIN];
    struct fid_step_ends ends;
    char text[FID_UNITS_TEXT];
    double threads_n;
    if (fid_step_ends_of (a->run, &ends, err))
        return -1;
    framework (a);
    int rc = batch (a, &ends, err) || threads (a, &ends, &threads_n, err) ? -1 : 0;
    if (!rc && a->batch > 0 && s->item_n > 0 && a->record > 0 && !a->reads_cut)
        rc = prefetch (a, &ends, threads_n, err);
    else if (!rc && a->reads_cut)
        fid_claim_unknown (a->claims, FID_DLIO_PREFETCH,
                           "the trace of reads ends in the middle");
    else if (!rc)
        fid_claim_unknown (a->claims, FID_DLIO_PREFETCH,
                           "the reads do not show samples, so not how far they are ahead");
    if (!rc)
        rc = fid_derive_shuffling (a, err);
    read_type (a);
    if (s->block > 0)
        fid_claim_unknown (a->claims, FID_DLIO_TRANSFER,
                           "most bytes come in reads of %s; only DLIO's TensorFlow reader uses "
                           "this key",
                           fid_format_bytes (s->block, text, sizeof text));
    else
        fid_claim_unknown (a->claims, FID_DLIO_TRANSFER, "no read of samples has a size");
    fid_step_ends_clear (&ends);
    return rc;
}
