/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader_keys.c - batch size, loader processes, read-ahead, shuffling */
#include "base/units.h"
#include "derive/analysis.h"

#define ORDERED   0.9 /* rank correlation of two orders that are one */
#define UNORDERED 0.5
#define AGREE     0.05 /* two ways to a number agree */

static bool is_near (double a, double b, double limit)
{
    return fabs (a - b) <= limit * fmax (fabs (a), fabs (b));
}

static bool near_whole (double x)
{
    return x > 0.5 && fabs (x - round (x)) <= AGREE * fmax (1, x) &&
           is_near (x, round (x), AGREE);
}

/* When training steps end. */
struct step_ends {
    const int64_t *end_ns; /* borrowed; by time */
    size_t n;
};

/* --- batch */

/* Bytes read before the first step ends, and after it. */
static void bytes_by_steps (const struct fid_analysis *a, const struct step_ends *ends,
                            double *before, double *after)
{
    *before = *after = 0;
    for (size_t i = 0; i < a->io->read_n; i++) {
        const struct fid_data_read r = fid_read_of (a->io, i);
        if (!fid_is_of_side (a->io, r.file, FID_SIDE_TRAIN) ||
            a->io->use[r.use].part != FID_PART_TRAINING)
            continue;
        if (ends->n && r.start_ns < ends->end_ns[0])
            *before += (double)r.byte_n;
        else
            *after += (double)r.byte_n;
    }
}

/* Steps that the trace of reads covers; 0: unknown. */
static double steps_read (const struct fid_analysis *a, const struct step_ends *ends)
{
    int64_t last = INT64_MIN;
    size_t n = 0;
    if (!a->reads_cut)
        return a->step_n;
    for (size_t i = a->io->read_n; i-- > 0 && last == INT64_MIN;)
        if (fid_is_of_side (a->io, fid_file_of_read (a->io, i), FID_SIDE_TRAIN))
            last = fid_start_of (a->io, a->io->read[i].row);
    while (n < ends->n && ends->end_ns[n] <= last)
        n++;
    return (double)n;
}

static void stream_batch (struct fid_analysis *a, const struct step_ends *ends, double step_n)
{
    const struct fid_side_facts *s = &a->side[FID_SIDE_TRAIN];
    char block[FID_UNITS_TEXT], text[FID_UNITS_TEXT];
    double before, after;
    bytes_by_steps (a, ends, &before, &after);
    before /= a->ranks;
    after /= a->ranks;
    fid_format_bytes (s->block, block, sizeof block);
    if (!(step_n > 0)) {
        UNKNOWN (a, BATCH,
                 "files are read in blocks of %s, which do not show samples, and no log shows "
                 "the steps",
                 block);
        return;
    }
    double per_step = ends->n > 1 && step_n > 1 ? after / (step_n - 1) : 0;
    double whole = (before + after) / step_n;
    double ahead = per_step > 0 ? before / per_step : 1;
    if (ahead < 5)
        per_step = whole;
    if (ahead >= 5)
        REMARK (a,
                "The run reads %s before its first step ends (%.0f steps' worth, a shuffle "
                "buffer); DLIO fills none.",
                fid_format_bytes (before, text, sizeof text), ahead);
    if (s->by_read) {
        a->batch = fmax (1, round (whole / s->block));
        a->record = whole / a->batch;
        CLAIM (a, BATCH, MEDIUM, a->batch,
               "%s a step in blocks of %s: %.0f blocks, each one of DLIO's samples",
               fid_format_bytes (whole, text, sizeof text), block, a->batch);
        REMARK (a,
                "Files are read in blocks of %s, several samples at a time. DLIO reads samples "
                "one by one, so each block is one of its samples (--unit sample: not so).",
                block);
        return;
    }
    if (!(a->log_batch > 0)) {
        UNKNOWN (a, BATCH,
                 "%s a step, but files are read in blocks of %s, which do not show samples, "
                 "and no log has the batch size",
                 fid_format_bytes (per_step, text, sizeof text), block);
        return;
    }
    a->batch = a->log_batch;
    a->record = per_step / a->batch;
    CLAIM (a, BATCH, HIGH, a->batch, "the log has this batch size");
    REMARK (a,
            "Files are read in blocks of %s, several samples at a time; DLIO reads each sample "
            "of such a file alone (--unit read: blocks are samples).",
            block);
}

/* Where each read, or each file of a sample, is one of DLIO's samples.  Returns whether it is. */
static bool claim_pieces (struct fid_analysis *a, double by_reads, double step_n)
{
    const struct fid_side_facts *s = &a->side[FID_SIDE_TRAIN];
    char text[FID_UNITS_TEXT];
    double log = a->log_batch, told = a->reads_cut ? log * (double)s->group_n : 0;
    if (s->layout == FID_LAYOUT_RECORDS && log > 1.5 && is_near (by_reads, 1, 0.1) &&
        a->unit != FID_UNIT_SAMPLE) {
        a->batch = 1;
        CLAIM (a, BATCH, MEDIUM, 1,
               "the application reads each batch, of %.0f samples, by one read of %s: that is "
               "one of DLIO's samples",
               log, fid_format_bytes (s->item_byte_n, text, sizeof text));
        REMARK (a,
                "Batches of %.0f samples are read at once; DLIO reads samples one by one, so a "
                "batch is one of its samples (--unit sample: not so).",
                log);
        return true;
    }
    if (s->layout != FID_LAYOUT_WHOLE || !(by_reads > 0) || !s->by_read)
        return false;
    a->batch = fmax (1, round (told > 0 ? told : by_reads));
    if (told > 0)
        CLAIM (a, BATCH, MEDIUM, a->batch,
               "the log has %.4g samples, each is %zu files; the trace of reads ends in the "
               "middle",
               log, s->group_n);
    else
        CLAIM (a, BATCH, near_whole (by_reads) && !a->reads_cut ? HIGH : LOW, a->batch,
               "%.4g files are read in %.0f steps, each one of DLIO's samples", s->item_n,
               step_n);
    if (s->group_n > 1)
        REMARK (a,
                "A sample of the run is %zu files, a sample of DLIO is one file: here each "
                "file is a "
                "sample (--unit sample counts as the run does).",
                s->group_n);
    return true;
}

/* By the log's batch and by what is read a step. */
static void whole_batch (struct fid_analysis *a, double by_reads, double step_n)
{
    const struct fid_side_facts *s = &a->side[FID_SIDE_TRAIN];
    const char *what = s->layout == FID_LAYOUT_RECORDS ? "records"
                       : s->companion_n > 1            ? "groups of files"
                                                       : "files";
    double log = a->log_batch;
    a->record = s->item_byte_n;
    if (claim_pieces (a, by_reads, step_n) || (!(log > 0) && !(by_reads > 0)))
        return;
    a->batch = log > 0 ? log : fmax (1, round (by_reads));
    if (!(log > 0)) {
        CLAIM (a, BATCH, near_whole (by_reads) && !a->reads_cut ? MEDIUM : LOW, a->batch,
               "%.4g %s are read in %.0f steps", s->item_n, what, step_n);
    } else if (by_reads > 0 && is_near (log, by_reads, AGREE)) {
        CLAIM (a, BATCH, HIGH, log, "the log has it, and %.4g %s are read in %.0f steps",
               s->item_n, what, step_n);
    } else if (by_reads > 0 && !a->reads_cut && a->job->steps.from == FID_JOB_TRACES &&
               s->layout == FID_LAYOUT_WHOLE) {
        /* the log knows the batch, the traces only guessed the steps */
        double step_n_by_log = fmax (1, round (s->item_n / log / a->ranks));
        a->stretch = a->step_n / step_n_by_log;
        a->step_n = step_n_by_log;
        CLAIM (a, BATCH, HIGH, log,
               "the log has it: %.4g %s are %.0f steps; the reads look like %.0f", s->item_n,
               what, step_n_by_log, step_n);
    } else if (by_reads > 0) {
        a->record = s->item_byte_n * by_reads / log;
        CLAIM (a, BATCH, MEDIUM, log, "the log has it; %.4g %s are read a step", by_reads,
               what);
    } else
        CLAIM (a, BATCH, HIGH, log, "the log has it");
}

static void claim_batch (struct fid_analysis *a, const struct step_ends *ends)
{
    const struct fid_side_facts *s = &a->side[FID_SIDE_TRAIN];
    double step_n = steps_read (a, ends);
    double by_reads = step_n > 0 ? s->item_n / step_n / a->ranks : 0; /* of one rank */
    if (s->layout == FID_LAYOUT_STREAM)
        stream_batch (a, ends, step_n);
    else
        whole_batch (a, by_reads, step_n);
    struct fid_claim *c = &a->claims->of[FID_DLIO_BATCH];
    enum fid_confidence most = fid_job_confidence (a->job->steps);
    if (!(a->batch > 0) && s->layout != FID_LAYOUT_STREAM)
        UNKNOWN (a, BATCH,
                 "no log has it or the number of steps, and the reads do not show them");
    else if (c->confidence > most && !(a->log_batch > 0) && most)
        c->confidence = most;
    if (!(a->record > 0) && s->layout != FID_LAYOUT_STREAM)
        a->record = s->item_byte_n;
}

/* --- processes that read */

/* Whether most reads for training are the main process's, of any rank. */
static bool main_reads (const struct fid_analysis *a)
{
    const struct fid_data_io *io = a->io;
    size_t n = 0, main_n = 0;
    for (size_t i = 0; i < io->read_n; i++) {
        int64_t pid = fid_pid_of (io, io->read[i].row);
        bool is_main = !io->rank_n && pid == io->main_pid;
        if (!fid_is_of_side (io, fid_file_of_read (io, i), FID_SIDE_TRAIN) ||
            !fid_read_of (io, i).byte_n || io->use[io->read[i].of].part != FID_PART_TRAINING)
            continue;
        for (size_t k = 0; k < io->rank_n && !is_main; k++)
            is_main = io->rank_pid[k] == pid;
        n++;
        main_n += is_main;
    }
    return n && main_n * 2 > n;
}

/* Returns the number of loader processes; -1: unknown. */
static double claim_threads (struct fid_analysis *a)
{
    const struct fid_job_loader *l = &a->job->rank[0].loader;
    enum fid_confidence sure = fid_job_confidence (a->job->steps);
    if (!a->side[FID_SIDE_TRAIN].use_n || a->io->main_pid >= FID_PID_RANKS) {
        UNKNOWN (a, THREADS, "the traces do not show which process reads");
        return -1;
    }
    if (!main_reads (a)) {
        double n = fmax (1, round (l->readers));
        CLAIM (a, THREADS, HIGH, n, "%.0f processes beside the main one read in an epoch", n);
        return n;
    }
    if (l->depth >= 0.5) {
        CLAIM (a, THREADS, MEDIUM, 1,
               "a thread of the main process reads, %.0f batches ahead of the steps", l->depth);
        return 1;
    }
    CLAIM (a, THREADS, sure > MEDIUM ? sure : MEDIUM, 0, "the main process reads%s",
           sure ? ", between steps" : "");
    return 0;
}

static void claim_prefetch (struct fid_analysis *a, double threads_n)
{
    double ahead = round (a->job->rank[0].loader.depth);
    if (a->reads_cut)
        UNKNOWN (a, PREFETCH, "the trace of reads ends in the middle");
    else if (a->job->steps.from == FID_JOB_UNKNOWN)
        UNKNOWN (a, PREFETCH,
                 "the steps are not known, so not how far reading is ahead of them");
    else if (threads_n <= 0)
        UNKNOWN (a, PREFETCH, "the main process reads, so that nothing is read ahead");
    else if (ahead < 1)
        UNKNOWN (a, PREFETCH, "reading is not ahead of the steps");
    else
        CLAIM (a, PREFETCH, MEDIUM, ahead, "when a step ends, reading is %.0f batches ahead",
               ahead);
}

/* --- shuffling: in which order files and records are used */

static void say_shuffle (struct fid_analysis *a, enum fid_dlio_key k, double sorted,
                         double again, bool epochs, const char *what)
{
    if (sorted > ORDERED)
        fid_claim_text (a->claims, k, HIGH, "off",
                        "%s are used in the order of their names and offsets", what);
    else if (sorted > UNORDERED)
        fid_claim_text (a->claims, k, LOW, "off",
                        "%s are used nearly in the order of their names", what);
    else if (epochs)
        fid_claim_text (a->claims, k, HIGH, "seed",
                        again > ORDERED
                            ? "%s are used in one order in every epoch, which is not "
                              "by name (train.seed_change_epoch is False)"
                            : "%s are used in a different order in each epoch",
                        what);
    else
        fid_claim_text (a->claims, k, MEDIUM, "seed",
                        "%s are not used in the order of their names", what);
    if (strcmp (a->claims->of[k].text, "seed") == 0)
        REMARK (a, "The run shuffles what it reads; DLIO 2.0's PyTorch loader reads in order, "
                   "whatever its shuffle keys say.");
}

static int claim_shuffling (struct fid_analysis *a, struct fid_error *err)
{
    const struct fid_side_facts *s = &a->side[FID_SIDE_TRAIN];
    bool records = s->layout == FID_LAYOUT_RECORDS;
    struct fid_order_found o, files;
    FID_TRY (fid_order_find (a->io, FID_SIDE_TRAIN, records, s->block, &o, err));
    FID_TRY (fid_order_find (a->io, FID_SIDE_TRAIN, false, s->block, &files, err));
    if (s->layout == FID_LAYOUT_STREAM)
        CLAIM_TEXT (a, SAMPLE_SHUFFLE, MEDIUM, "off",
                    "each file is read from its start on; a shuffle in memory would not show");
    else if (o.n < 6)
        UNKNOWN (a, SAMPLE_SHUFFLE, "too few samples to see an order");
    else
        say_shuffle (a, FID_DLIO_SAMPLE_SHUFFLE, o.within, o.again, o.epochs,
                     records ? "records" : "files of one sample");
    if (files.n < 4)
        UNKNOWN (a, FILE_SHUFFLE, "too few files are read");
    else
        say_shuffle (a, FID_DLIO_FILE_SHUFFLE, files.within, files.again, files.epochs,
                     "files");
    return 0;
}

/* --- the section */

static void claim_framework (struct fid_analysis *a)
{
    const struct fid_data_io *io = a->io;
    const char *name = io->tensorflow && !io->torch ? "tensorflow" : "pytorch";
    enum fid_confidence sure = io->torch != io->tensorflow ? HIGH : LOW;
    bool by_name = false;
    for (size_t i = 0; i < io->saved_n && !io->torch && !io->tensorflow; i++) {
        struct fid_span s = fid_span_of (io->saved[i]);
        by_name |= fid_span_ends (s, ".pt") || fid_span_ends (s, ".pth");
    }
    if (!io->torch && !io->tensorflow && !by_name) {
        CLAIM_TEXT (
            a, FRAMEWORK, LOW, name,
            "no file of PyTorch or TensorFlow is opened in the traces; the keys here are those "
            "of DLIO's PyTorch loader, and without this one it takes TensorFlow's");
        CLAIM_TEXT (a, LOADER, LOW, name, "the loader that the keys here are for");
        return;
    }
    CLAIM_TEXT (a, FRAMEWORK, by_name ? MEDIUM : sure, name,
                by_name ? "checkpoints end in .pt" : "the run opens files of %s%s",
                io->torch ? "PyTorch" : "TensorFlow",
                io->torch && io->tensorflow ? " and TensorFlow" : "");
    CLAIM_TEXT (a, LOADER, MEDIUM, name, "the framework's own loader");
}

/* A file that is opened once and read for many samples stays open; DLIO otherwise opens it
 * for every sample. */
static void read_type (struct fid_analysis *a)
{
    const struct fid_side_facts *s = &a->side[FID_SIDE_TRAIN];
    double per_use = s->use_n ? s->item_n / (double)s->use_n : 0;
    if (s->layout == FID_LAYOUT_STREAM && a->io->open_n)
        CLAIM_TEXT (a, READ_TYPE, MEDIUM, "memory",
                    "each file is opened once and read on; it stays open in DLIO, too");
    else if (s->layout == FID_LAYOUT_RECORDS && per_use > 1.5 && a->io->open_n)
        CLAIM_TEXT (a, READ_TYPE, HIGH, "memory",
                    "%.0f records are read of a file that is opened once", per_use);
    else
        UNKNOWN (a, READ_TYPE,
                 s->use_n ? "a file is opened for each sample, as DLIO does without this key "
                            "(any value, on_demand too, keeps files open in DLIO 2.0)"
                          : "no file of samples is read");
}

int fid_derive_reader (struct fid_analysis *a, struct fid_error *err)
{
    const struct fid_side_facts *s = &a->side[FID_SIDE_TRAIN];
    const struct fid_job_rank *r = &a->job->rank[0];
    FID_FREED int64_t *end_ns = malloc ((r->step_n + 1) * sizeof *end_ns);
    struct step_ends ends = {.end_ns = end_ns};
    char text[FID_UNITS_TEXT];
    FID_NEED (end_ns, err);
    FID_STEPS_OF (step, r, FID_JOB_TRAINING)
        end_ns[ends.n++] = a->origin_ns + (int64_t)(1e9 * step->end_s);
    claim_framework (a);
    claim_batch (a, &ends);
    claim_prefetch (a, claim_threads (a));
    FID_TRY (claim_shuffling (a, err));
    read_type (a);
    if (s->block > 0)
        UNKNOWN (a, TRANSFER,
                 "most bytes come in reads of %s; only DLIO's TensorFlow reader uses this key",
                 fid_format_bytes (s->block, text, sizeof text));
    else
        UNKNOWN (a, TRANSFER, "no read of samples has a size");
    return 0;
}
