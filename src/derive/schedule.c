/* SPDX-License-Identifier: GPL-3.0-or-later */
/* schedule.c - epochs, steps, evaluations, checkpoints */
#include "base/decimal.h"
#include "base/units.h"
#include "derive/analysis.h"
#include "job/traits.h"

#define WORK_LEAST   0.05 /* of a step's computation: less work of a reader needs no sleep */
#define PARTS_MOST   64   /* files that one becomes */
#define FILES_MOST   1e5
#define SOME_BYTES   1e6  /* of block writes: fewer tell nothing about fsync */
#define MANY_WRITES  8    /* more writes in a file hold more than one tensor */
#define TENSOR_BYTES 4096 /* writes that pass by the buffer of a file */
#define TENSORS_ARE  0.02 /* of a checkpoint all but this share */

/* --- steps and epochs */

/* Keeps the computation times of the job's steps: 1, 0 if it has none, -1 without memory. */
static int compute_times (struct fid_analysis *a, bool eval, struct fid_error *err)
{
    const struct fid_job_rank *r = &a->job->rank[0];
    struct fid_derived_times *t = &a->claims->time[eval];
    FID_NEED (t->x = malloc ((r->step_n + 1) * sizeof *t->x), err);
    t->confidence = fid_job_confidence (a->job->steps);
    t->slowest = !eval && a->job->rank_n > 1 && a->job->meeting == FID_JOB_EACH_STEP;
    FID_STEPS_OF (s, r, eval ? FID_JOB_EVALUATION : FID_JOB_TRAINING)
        if (!eval || s->logged) /* those that the traces show are of equal length */
            t->x[t->n++] = s->compute_s * (eval ? 1 : a->stretch);
    if (!eval && a->stretch != 1 && t->confidence > LOW)
        t->confidence = LOW;
    return t->n > 0;
}

/* What the readers work for one of DLIO's samples, besides reading it. */
static void claim_preprocessing (struct fid_analysis *a)
{
    const struct fid_claim *format = &a->claims->of[FID_DLIO_FORMAT];
    double work_s = fid_job_trait (a->job, FID_TRAIT_WORK);
    double readers = fmax (1, fid_job_trait (a->job, FID_TRAIT_READERS));
    double compute_s = fid_job_trait (a->job, FID_TRAIT_COMPUTATION);
    if (!(work_s >= 0) || !(compute_s > 0) || !(a->batch > 0) || a->stretch != 1)
        UNKNOWN (a, PREPROCESS, "it is not known what readers do for a step");
    else if (work_s < WORK_LEAST * compute_s * readers)
        UNKNOWN (a, PREPROCESS,
                 "readers work %.2g s for a step besides reading, which is little", work_s);
    else if (format->confidence && fid_dlio_decodes (format->text))
        UNKNOWN (a, PREPROCESS,
                 "readers work %.2g s for a step besides reading; DLIO's own decode %s, too",
                 work_s, format->text);
    else
        CLAIM (a, PREPROCESS, MEDIUM, fid_decimal_round (work_s / a->batch, FID_TIME_DIGITS),
               "readers work %.3g s for a step of %.0f samples, besides reading: DLIO's sleep "
               "as long for each",
               work_s, a->batch);
}

static int claim_training (struct fid_analysis *a, struct fid_error *err)
{
    const struct fid_side_facts *s = &a->side[FID_SIDE_TRAIN];
    const struct fid_claim *files = &a->claims->of[FID_DLIO_FILES_TRAIN];
    int told = compute_times (a, false, err);
    FID_TRY (told < 0);
    if (!told)
        UNKNOWN (a, COMPUTE, "no log has steps, and the traces do not show them");
    claim_preprocessing (a);
    double passes = s->read_file_n ? (double)s->use_n / (double)s->read_file_n : 0;
    if (a->epoch_n > 0)
        CLAIM (a, EPOCHS, a->cut ? LOW : HIGH, a->epoch_n,
               a->cut ? "the number in the log, which ends in the middle"
                      : "the number in the log");
    else if (s->layout == FID_LAYOUT_WHOLE && passes > 0)
        CLAIM (a, EPOCHS, MEDIUM, fmax (1, round (passes)), "each file is read %.3g times",
               passes);
    else if (a->run->phases.known)
        CLAIM (a, EPOCHS, MEDIUM, 1, "the log has no epochs");
    else
        UNKNOWN (a, EPOCHS, "no log has them, and files are not read again from their start");
    double epochs = fid_derive_epochs (a);
    if (a->step_n > 0 && a->batch > 0 && files->confidence && a->file_samples > 0) {
        double per = round (a->step_n / epochs);
        double all = floor (files->number * a->file_samples / a->batch / a->ranks);
        if (per < all && a->cut)
            UNKNOWN (a, STEPS,
                     "the log ends in the middle: how many steps an epoch has beyond %.0f",
                     per);
        else if (per < all)
            CLAIM (a, STEPS, HIGH, per,
                   "%.0f steps an epoch, though there are samples for %.0f", per, all);
    }
    return 0;
}

/* --- phases of one kind */

/* In which epochs they are. */
struct moments {
    size_t n, epoch_n; /* epoch_n: different ones */
    int first, second;
    bool even; /* epochs are equally far apart */
};

/* A segment whose epoch no log names is in that of the steps before it. */
static struct moments moments_of (const struct fid_analysis *a, enum fid_job_segment_kind kind)
{
    const struct fid_job_rank *r = &a->job->rank[0];
    double per_epoch = a->step_n / fid_derive_epochs (a), steps = 0;
    struct moments m = {.even = true};
    int last = -1, step = 0, epoch = 1;
    FID_EACH (const struct fid_job_segment, s, r->segment) {
        steps += s->kind == FID_JOB_TRAINING ? (double)s->step_n : 0;
        if (s->epoch > 0)
            epoch = s->epoch;
        else if (a->epoch_n <= 0 && steps > 0)
            epoch = (int)fmax (1, ceil ((steps - 0.5) / per_epoch));
        if (s->kind != kind)
            continue;
        m.n++;
        if (epoch == last)
            continue;
        if (last > 0 && step && epoch - last != step)
            m.even = false;
        if (last > 0 && !step)
            step = epoch - last;
        m.first = m.epoch_n ? m.first : epoch;
        m.second = m.epoch_n == 1 ? epoch : m.second;
        m.epoch_n++;
        last = epoch;
    }
    return m;
}

/* The keys "first after epoch", "epochs between". */
static void claim_epochs (struct fid_analysis *a, const struct moments *m,
                          enum fid_dlio_key after, enum fid_dlio_key every, const char *what)
{
    enum fid_confidence sure = a->cut ? LOW : HIGH;
    fid_claim_number (a->claims, after, sure, m->first, "the first %s is in epoch %d", what,
                      m->first);
    if (m->epoch_n > 1)
        fid_claim_number (a->claims, every, m->even ? sure : LOW, m->second - m->first,
                          "%ss are in %zu epochs%s", what, m->epoch_n,
                          m->even ? "" : ", not equally far apart");
    else
        fid_claim_number (a->claims, every, LOW, m->first, "there is one %s only", what);
    if (!m->even)
        REMARK (a, "%ss are not equally far apart; DLIO's are.", what);
}

/* --- evaluation */

/* The evaluations, and what DLIO makes of them: one after an epoch, with all samples of all files. */
struct evaluations {
    double n, per_epoch; /* in all, and in an epoch that has some */
    double items, steps; /* of one evaluation; 0: unknown */
    double batch;        /* samples of a step of DLIO's */
    double dlio_steps;   /* in an epoch; 0: unknown */
    enum fid_confidence sure;
    const char *from; /* what the batch is from */
};

/* The batch is that of samples and steps, else the training's. */
static struct evaluations measure_evaluations (const struct fid_analysis *a,
                                               const struct moments *m)
{
    const struct fid_side_facts *s = &a->side[FID_SIDE_EVAL];
    bool exact = a->job->rank[0].eval_loader.known.sure >= 0.9;
    double n = (double)m->n, batch = a->batch > 0 ? a->batch : 1;
    struct evaluations e = {.n = n,
                            .per_epoch = n / (double)m->epoch_n,
                            .sure = LOW,
                            .from = "the training's value: no other is known"};
    if (!a->reads_cut)
        e.items = (s->layout == FID_LAYOUT_WHOLE ? s->item_n * fmax (1, a->file_samples)
                   : a->record > 0               ? s->byte_n / a->record
                                                 : s->item_n) /
                  n;
    if (a->eval_step_n > 0 && e.items > 0) {
        e.steps = a->eval_step_n / n;
        batch = e.items / e.steps;
        e.from =
            exact ? "samples that are read, by the steps" : "samples that are read at once";
        e.sure = exact ? HIGH : MEDIUM;
    }
    e.steps = e.steps > 0 ? e.steps : e.items / batch;
    e.batch = fmax (1, round (batch));
    e.dlio_steps = e.steps * e.per_epoch;
    return e;
}

/* Parts files so that training and evaluation have the samples that they read: a file has the
 * greatest common divisor of both.  False where files are read whole, or would be many, or of one
 * sample. */
static bool part_files (struct fid_analysis *a, const struct evaluations *e)
{
    struct fid_claim *of = a->claims->of, *train = &of[FID_DLIO_FILES_TRAIN];
    double evaluated = round (e->items * e->per_epoch), each = a->file_samples,
           rest = evaluated;
    if (a->side[FID_SIDE_TRAIN].layout == FID_LAYOUT_WHOLE || !train->confidence ||
        of[FID_DLIO_SAMPLES].confidence < MEDIUM || !(rest >= 1))
        return false;
    while (rest > 0) {
        double next = fmod (each, rest);
        each = rest;
        rest = next;
    }
    double parts = a->file_samples / each;
    if (each < 2 || parts > PARTS_MOST || train->number * parts > FILES_MOST)
        return false;
    CLAIM (a, FILES_TRAIN, MEDIUM, train->number * parts,
           "%.0f of the run's, each in %.0f parts", train->number, parts);
    CLAIM (a, SAMPLES, MEDIUM, each,
           "divides the %.0f samples of a file of training and the %.0f of an epoch's "
           "evaluations: DLIO's files all have as many",
           a->file_samples, evaluated);
    CLAIM (a, FILES_EVAL, MEDIUM, evaluated / each, "%.0f samples of evaluation an epoch",
           evaluated);
    a->file_samples = each;
    return true;
}

/* Where the samples of all files make another number of steps, other files make up for it, else
 * another batch. */
static void fit_evaluations (struct fid_analysis *a, struct evaluations *e)
{
    const struct fid_claim *files = &a->claims->of[FID_DLIO_FILES_EVAL];
    double have = files->confidence ? files->number * a->file_samples : 0;
    if (!(have > 0) || !(e->dlio_steps > 0) ||
        fabs (floor (have / e->batch) - e->dlio_steps) <= fmax (0.5, 0.02 * e->dlio_steps) ||
        part_files (a, e))
        return;
    e->batch = fmax (1, round (have / e->dlio_steps));
    e->dlio_steps = floor (have / e->batch);
    if (e->sure > MEDIUM)
        e->sure = MEDIUM;
    REMARK (a,
            "%s. DLIO evaluates once, after an epoch, with %.0f samples, since its evaluation "
            "files "
            "hold as many as its training files; batch_size_eval makes %.0f steps of them.",
            e->per_epoch > 1.5 ? "The run evaluates several times in an epoch"
                               : "The run evaluates with a different number of samples",
            have, e->dlio_steps);
}

/* The computation of a step: of those that the log has, else from the length of evaluations. */
static int claim_eval_time (struct fid_analysis *a, const struct evaluations *e,
                            struct fid_error *err)
{
    const struct fid_job_rank *r = &a->job->rank[0];
    int told = compute_times (a, true, err);
    double s = 0, compute_s = fid_job_computation_s (r, FID_JOB_EVALUATION) * a->eval_step_n;
    FID_EACH (const struct fid_job_segment, g, r->segment)
        s += g->kind == FID_JOB_EVALUATION ? g->end_s - g->start_s : 0;
    if (told)
        return told < 0 ? -1 : 0;
    if (e->dlio_steps > 0 && e->items > 0 && compute_s > 0) {
        CLAIM (a, EVAL_TIME, e->sure > MEDIUM ? MEDIUM : e->sure,
               fid_decimal_round (compute_s / e->n * e->per_epoch / e->dlio_steps,
                                  FID_TIME_DIGITS),
               "evaluations compute for %.4g s of the %.4g s that they last, in %.0f steps of "
               "DLIO's each",
               compute_s, s, e->dlio_steps);
        return 0;
    }
    if (e->dlio_steps > 0 && e->items > 0)
        CLAIM (a, EVAL_TIME, e->sure > MEDIUM ? MEDIUM : e->sure,
               fid_decimal_round (s / e->n * e->per_epoch / e->dlio_steps, FID_TIME_DIGITS),
               "evaluations last %.4g s together, in %.0f steps of DLIO's each; waiting for "
               "data is included",
               s, e->dlio_steps);
    else
        UNKNOWN (a, EVAL_TIME,
                 "evaluations last %.4g s together, in an unknown number of steps", s);
    return 0;
}

static int claim_evaluation (struct fid_analysis *a, struct fid_error *err)
{
    struct moments m = moments_of (a, FID_JOB_EVALUATION);
    bool told = a->run->phases.known || a->eval_n;
    const char *why =
        told ? "the run does not evaluate" : "no log and no file shows when the run evaluates";
    if (!told || !m.n) {
        UNKNOWN (a, EVAL_TIME, "%s", why);
        UNKNOWN (a, BATCH_EVAL, "%s", why);
        if (told)
            CLAIM (a, DO_EVAL, a->cut ? LOW : HIGH, 0,
                   a->cut ? "the log, which ends in the middle, has no evaluation"
                          : "the log has no evaluation");
        else
            UNKNOWN (a, DO_EVAL, "%s", why);
        return 0;
    }
    CLAIM (a, DO_EVAL, fid_job_confidence (a->job->evaluations), 1,
           a->job->evaluations.from == FID_JOB_LOG ? "the log has %zu evaluation%s"
                                                   : "files show %zu evaluation%s",
           m.n, m.n == 1 ? "" : "s");
    claim_epochs (a, &m, FID_DLIO_EVAL_AFTER, FID_DLIO_EVAL_EVERY, "evaluation");
    struct evaluations e = measure_evaluations (a, &m);
    fit_evaluations (a, &e);
    if (e.items > 0)
        CLAIM (a, BATCH_EVAL, e.sure, e.batch, "%.4g samples and %.4g steps an evaluation: %s",
               e.items, e.steps, e.from);
    else
        UNKNOWN (a, BATCH_EVAL, "%s",
                 a->reads_cut ? "the trace of reads ends in the middle"
                              : "nothing is read while evaluating");
    return claim_eval_time (a, &e, err);
}

/* --- checkpoints */

/* Whether training goes on in the epoch after each checkpoint but the last. */
static bool inside_epochs (const struct fid_job_rank *r)
{
    size_t inside = 0, n = 0;
    for (size_t i = 0; i < r->segment_n; i++) {
        const struct fid_job_segment *s = &r->segment[i];
        if (s->kind != FID_JOB_SAVE)
            continue;
        n++;
        for (size_t k = i + 1; k < r->segment_n; k++)
            if (r->segment[k].kind == FID_JOB_TRAINING && r->segment[k].epoch == s->epoch &&
                r->segment[k].end_s - r->segment[k].start_s > 0.05) {
                inside++;
                break;
            }
    }
    return 2 * inside > n || (inside && n < 3);
}

/* Steps before each checkpoint: the first distance. */
static void claim_steps_between (struct fid_analysis *a)
{
    const struct fid_job_rank *r = &a->job->rank[0];
    double last = 0, distance = 0, step = 0;
    bool even = true;
    FID_EACH (const struct fid_job_segment, s, r->segment) {
        step += s->kind == FID_JOB_TRAINING ? (double)s->step_n : 0;
        if (s->kind != FID_JOB_SAVE)
            continue;
        distance = distance > 0 ? distance : step;
        even = even && step - last == distance;
        last = step;
    }
    double epoch = a->step_n / fid_derive_epochs (a);
    if (distance > 0 && epoch > 0 && distance >= epoch && fid_derive_epochs (a) > 1) {
        /* DLIO counts the steps of each epoch anew */
        double every = fmax (1, round (distance / epoch));
        enum fid_confidence sure = even && fabs (distance / epoch - every) < 0.05
                                       ? fid_job_confidence (a->job->steps)
                                       : LOW;
        CLAIM (a, CHECKPOINT_AFTER, sure, every,
               "the first checkpoint is after %.0f steps, an epoch has %.4g", distance, epoch);
        CLAIM (a, CHECKPOINT_EPOCHS, sure, every,
               "later checkpoints also follow this distance");
    } else if (distance > 0)
        CLAIM (a, CHECKPOINT_STEPS, even ? fid_job_confidence (a->job->steps) : LOW, distance,
               even ? "there are as many steps before each checkpoint"
                    : "there are as many steps before the first; then it differs");
    else
        UNKNOWN (a, CHECKPOINT_STEPS,
                 "checkpoints are inside epochs, but the steps are not known");
}

static double bytes_written (const struct fid_data_io *io, size_t save)
{
    struct fid_event_row row = fid_call_of (io, io->save[save]);
    return row.op == FID_OP_WRITE ? (double)row.byte_n : 0;
}

/* A checkpoint of many writes has many tensors: those of all files of the first one, in which
 * smaller writes are headers. */
static int claim_tensors (struct fid_analysis *a, double checkpoint_byte_n,
                          struct fid_error *err)
{
    const struct fid_data_io *io = a->io;
    struct fid_tensors *t = &a->claims->tensors;
    double sum = 0, large = 0;
    char largest[FID_UNITS_TEXT];
    FID_NEED (t->byte_n = malloc ((io->save_n + 1) * sizeof *t->byte_n), err);
    double all = 0;
    for (size_t i = 0; i < io->save_n && all < checkpoint_byte_n; i++) {
        double byte_n = bytes_written (io, i);
        all += byte_n;
        if (byte_n >= TENSOR_BYTES) {
            t->byte_n[t->n++] = byte_n;
            sum += byte_n;
            large = fmax (large, byte_n);
        }
    }
    if (fabs (sum - checkpoint_byte_n) > TENSORS_ARE * checkpoint_byte_n) {
        t->n = 0;
        REMARK (a, "Checkpoints are written in many calls, which do not show the sizes of "
                   "tensors; DLIO saves one tensor of model_size_bytes.");
        return 0;
    }
    CLAIM_TEXT (a, MODEL_TYPE, HIGH, "transformer",
                "so DLIO saves layer_parameters instead of one tensor of model_size_bytes: %zu "
                "tensors of at most %s, as the writes of the first checkpoint; hidden_size 0 "
                "adds no state of an optimizer",
                t->n, fid_format_bytes (large, largest, sizeof largest));
    return 0;
}

static int checkpoint_size (struct fid_analysis *a, double n, struct fid_error *err)
{
    const struct fid_data_io *io = a->io;
    char each[FID_UNITS_TEXT];
    double bytes = 0;
    for (size_t i = 0; i < io->save_n; i++)
        bytes += bytes_written (io, i);
    if (!(bytes > 0)) {
        UNKNOWN (a, MODEL_BYTES, "no trace has writes of checkpoints");
        return 0;
    }
    if (a->writes_cut) {
        UNKNOWN (a, MODEL_BYTES, "the trace of writes ends in the middle");
        return 0;
    }
    fid_format_bytes (bytes / n, each, sizeof each);
    CLAIM (a, MODEL_BYTES, a->cut ? LOW : HIGH, round (bytes / n),
           "%.0f checkpoint%s of %s, in %.4g writes each", n, n == 1 ? "" : "s", each,
           (double)io->write_n / n);
    return (double)io->write_n / n > MANY_WRITES ? claim_tensors (a, bytes / n, err) : 0;
}

static void fsync_key (struct fid_analysis *a)
{
    const uint64_t *of = a->run->stream[FID_STREAM_BLOCK_WRITE].owner_byte_n;
    double own = (double)of[FID_OWNER_SELF], later = (double)of[FID_OWNER_WRITEBACK];
    if (own + later < SOME_BYTES)
        UNKNOWN (a, FSYNC, "no trace has writes to the disk");
    else
        CLAIM (a, FSYNC, MEDIUM, own > later,
               own > later ? "the run's own processes write %.0f %% of the bytes that reach "
                             "the disk, and wait for them"
                           : "the run's own processes write %.0f %% of the bytes that reach "
                             "the disk, the kernel writes the rest later",
               100 * own / (own + later));
}

static void checkpoint_folder (struct fid_analysis *a)
{
    char folder[FID_DLIO_TEXT];
    const char *path = a->io->saved_n ? a->io->saved[0] : "";
    const char *slash = strrchr (path, '/');
    if (!slash || (size_t)(slash - path) >= sizeof folder || slash == path) {
        UNKNOWN (a, CHECKPOINT_FOLDER, "the traces of writes have no paths");
        return;
    }
    snprintf (folder, sizeof folder, "%.*s", (int)(slash - path), path);
    char *last = strrchr (folder, '/');
    if (last && last > folder && strncmp (last, "/global_epoch", 13) == 0)
        *last = '\0'; /* DLIO's folder of one checkpoint */
    CLAIM_TEXT (a, CHECKPOINT_FOLDER, HIGH, folder, "checkpoints are written there");
}

static int claim_checkpoints (struct fid_analysis *a, struct fid_error *err)
{
    const struct fid_run *run = a->run;
    struct moments m = moments_of (a, FID_JOB_SAVE);
    bool traced = run->stream[FID_STREAM_CHECKPOINT_WRITE].traced;
    size_t saved = fid_job_checkpoint_n (a->job, false);
    bool logged = a->job->checkpoints.from == FID_JOB_LOG, known = saved > 0;
    if (!known && !run->phases.known && !traced) {
        UNKNOWN (a, DO_CHECKPOINT, "neither a log nor a trace of writes shows it");
        return 0;
    }
    if (!known) {
        CLAIM (a, DO_CHECKPOINT,
               a->cut || a->writes_cut ? LOW
               : traced                ? HIGH
                                       : MEDIUM,
               0, traced ? "no file of a checkpoint is written" : "the log has no checkpoint");
        UNKNOWN (a, MODEL_BYTES, "the run writes no checkpoint");
        return 0;
    }
    double n = (double)saved;
    CLAIM (a, DO_CHECKPOINT, HIGH, 1,
           logged ? "the log has %.0f checkpoint%s" : "%.0f checkpoint%s written", n,
           n == 1 ? "" : "s");
    FID_TRY (checkpoint_size (a, n, err));
    checkpoint_folder (a);
    FID_EACH (const struct fid_job_checkpoint, c, a->job->checkpoint)
        if (!c->load && c->file_n > 1) { /* DLIO's first rank writes all to one file */
            REMARK (a,
                    "A checkpoint is %zu files, written by %zu process%s; DLIO's is one file, "
                    "of their size together.",
                    c->file_n, c->writer_n, c->writer_n == 1 ? "" : "es");
            break;
        }
    fsync_key (a);
    if (!m.n) {
        UNKNOWN (a, CHECKPOINT_EPOCHS,
                 "it does not show in which epochs checkpoints are written");
        return 0;
    }
    if (inside_epochs (&a->job->rank[0]) || (a->epoch_n <= 1 && m.n > 1)) {
        claim_steps_between (a);
        return 0;
    }
    claim_epochs (a, &m, FID_DLIO_CHECKPOINT_AFTER, FID_DLIO_CHECKPOINT_EPOCHS, "checkpoint");
    if (m.n > m.epoch_n)
        REMARK (a, "Some epochs have several checkpoints; DLIO's have one.");
    return 0;
}

int fid_derive_schedule (struct fid_analysis *a, struct fid_error *err)
{
    FID_TRY (claim_training (a, err));
    FID_TRY (claim_evaluation (a, err));
    return claim_checkpoints (a, err);
}
