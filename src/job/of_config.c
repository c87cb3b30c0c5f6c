/* SPDX-License-Identifier: GPL-3.0-or-later */
/* of_config.c - from a configuration of DLIO to the job that it makes */
#include <gsl/gsl_randist.h>
#include "job/made_files.h"
#include "job/of_config.h"
#include "metrics/rng.h"

/* What DLIO needs beside reading, computing and saving: rough values, read off the logs of the
 * recorded runs UNET3D_dlio_r2 and BERT_dlio_r2. */
#define INIT_S      0.3   /* from its first line to its first epoch */
#define EPOCH_S     2e-3  /* around an epoch, an evaluation */
#define WORKERS_S   0.11  /* to start the processes of a loader */
#define STEP_S      3e-4  /* a step, beside its computation */
#define SAMPLE_S    35e-6 /* a sample, beside its calls */
#define SAVE_S      2e-3  /* a checkpoint, and for each byte of it: */
#define SAVE_BYTE_S 2.2e-9

#define SAVE_FRAME 690 /* bytes around the tensor that torch.save writes */
#define NPY_HEADER 128
#define PAGE       4096

#define FILES_MAX   1e6
#define SAMPLES_MAX 2e7 /* that all steps read */
#define READERS_MAX 1024
#define AHEAD_MAX   65536. /* batches */

#define ALL_KEPT 0.9 /* share of the bytes read again from memory that shows room for all */
#define SEED     1

enum layout {
    WHOLE,   /* a file is read to its end for each sample */
    RECORDS, /* a sample by one call at its offset */
    STREAM,  /* by calls of one size from the start on */
    NOTHING  /* no calls */
};

static const struct format {
    const char *name;
    enum layout layout;
    double call_n; /* bytes of a call; 0: all at once */
    double
        wait_n; /* calls of a file that wait, at least; Pillow decodes the first 64 KiB before
                      it reads on */
} formats[] = {
    {"npy", WHOLE, 0, 1},
    {"npz", WHOLE, 0, 1},
    {"csv", WHOLE, 262144, 1},
    {"jpeg", WHOLE, 65536, 2},
    {"png", WHOLE, 65536, 2},
    {"hdf5", RECORDS, 0, 0},
    {"hdf5_opt", RECORDS, 0, 0},
    {"indexed_binary", RECORDS, 0, 0},
    {"parquet", RECORDS, 0, 0},
    {"tfrecord", STREAM, 262144, 0},
    {"mmap_indexed_binary", NOTHING, 0, 0},
    {"synthetic", NOTHING, 0, 0},
};

/* How far a file that is read record by record was asked for. */
struct asked {
    double next, ahead; /* where the last record ended; up to where it was asked for */
};

/* Training, or evaluation. */
struct side {
    size_t file_n, first;   /* files; number of the first */
    size_t batch, step_n;   /* samples of a step of one rank; steps of it in an epoch */
    size_t reader_n, depth; /* the loader's */
    size_t pass;            /* over its files, from 0 */
    size_t *read;           /* owned; of each file 1 + the pass that read it last; 0: none */
    bool *open;             /* owned; of each reader: files that it has loaded, or has open */
    struct asked *asked;    /* owned; of each file, by whichever reader; NULL: read whole */
};

struct making {
    struct fid_job *job;             /* borrowed */
    const struct fid_dlio_config *c; /* borrowed */
    const struct fid_job_machine *m; /* borrowed */
    struct format format;
    size_t samples;  /* of a file */
    bool keeps_open; /* a file that a reader has read */
    double *byte_n;  /* owned; of all files */
    struct side side[2];
    struct fid_job_rank *rank; /* borrowed; the one in the making */
    double now_s;
    gsl_rng *rng; /* owned */
};

static double number_of (const struct making *w, enum fid_dlio_key k)
{
    return fid_dlio_number (w->c, k);
}

static void clear_side (struct side *s)
{
    FID_FREE (s->read, s->open, s->asked);
    s->read = NULL;
    s->open = NULL;
    s->asked = NULL;
}

/* --- the machine */

static double share_of (double part, double whole)
{
    return whole > 0 ? fmin (1, fmax (0, part / whole)) : 0;
}

/* What memory served is first what was read again; where the storage delivered more than was
 * read, it does so for each byte. */
struct fid_job_machine fid_job_machine_of (const struct fid_job *ran)
{
    struct fid_job_machine m = {.read_ahead_n = ran->read_ahead_n,
                                .memory_n = ran->memory_n,
                                .cache_seen = ran->cache_seen,
                                .save_byte_s = SAVE_BYTE_S,
                                .rank_n = ran->rank_n};
    double busy_s = 0, work_s = 0, byte_n = 0, stored_n = 0, wait_n = 0, request_n = 0;
    double saved_s = 0, saved_n = 0;
    FID_EACH (const struct fid_job_rank, r, ran->rank)
        FID_EACH (const struct fid_job_step, t, r->step) {
            busy_s += t->busy_s;
            work_s += t->work_s;
            byte_n += t->byte_n;
            stored_n += ran->cache_seen ? t->stored_n : t->byte_n;
            wait_n += t->wait_n;
            request_n += t->request_n;
        }
    double own_n = fmin (byte_n, (double)ran->train.file_n * ran->train.file_byte_n +
                                     (double)ran->eval.file_n * ran->eval.file_byte_n);
    m.busy_byte_s = byte_n > 0 ? busy_s / byte_n : 0;
    m.work_byte_s = byte_n > 0 ? work_s / byte_n : 0;
    m.wait_byte_n = stored_n > 0 ? wait_n / stored_n : 0;
    m.request_byte_n = stored_n > 0 ? request_n / stored_n : 0;
    m.kept_again = share_of (byte_n - stored_n, byte_n - own_n);
    m.kept_first = share_of (own_n - stored_n, own_n);
    if (stored_n > byte_n && byte_n > 0)
        m.kept_first = m.kept_again = 1 - stored_n / byte_n;
    FID_EACH (const struct fid_job_checkpoint, p, ran->checkpoint)
        if (!p->load && !p->synced && p->waits) {
            saved_s += p->end_s - p->start_s;
            saved_n += p->byte_n;
        }
    if (saved_n > 0)
        m.save_byte_s = saved_s / saved_n;
    return m;
}

const char *fid_job_config_caveat (const struct fid_dlio_config *c)
{
    const char *format = fid_dlio_text (c, FID_DLIO_FORMAT);
    if (strcmp (format, "mmap_indexed_binary") == 0)
        return "files that are mapped into memory are read without calls";
    if (strcmp (format, "npy") != 0 && strcmp (format, "indexed_binary") != 0)
        return "the calls of DLIO's reader of this format are not known from recordings";
    if (strcmp (fid_dlio_text (c, FID_DLIO_LOADER), "pytorch") != 0)
        return "the loader is taken to be that of PyTorch";
    return NULL;
}

/* --- reads */

static struct fid_job_read whole_file (const struct making *w, size_t file)
{
    double byte_n = w->byte_n[file], call_n = w->format.call_n;
    struct fid_job_read read = {
        .file = (uint32_t)file, .call_n = 1, .sequential = true, .byte_n = (uint64_t)byte_n};
    if (strcmp (w->format.name, "npy") == 0) { /* a page, then whole pages, and the rest */
        double pages = fmax (0, floor ((byte_n - PAGE) / PAGE) * PAGE);
        read.call_n = 1 + (pages > 0) + (byte_n - PAGE - pages > 0);
        call_n = PAGE;
    } else if (call_n > 0)
        read.call_n = (uint32_t)fmax (1, ceil (byte_n / call_n));
    read.first_n = (uint64_t)(call_n > 0 ? fmin (call_n, byte_n) : byte_n);
    return read;
}

/* Sample k of a file: at its offset, or by the calls that end in it. */
static struct fid_job_read one_record (const struct making *w, size_t file, size_t k)
{
    double byte_n = w->byte_n[file], record = floor (byte_n / (double)w->samples);
    double from = record * (double)k, to = from + record, call_n = w->format.call_n;
    if (w->format.layout == STREAM) {
        from = fmin (byte_n, ceil (from / call_n) * call_n);
        to = fmin (byte_n, ceil (to / call_n) * call_n);
    } else
        call_n = record;
    return (struct fid_job_read){.file = (uint32_t)file,
                                 .call_n =
                                     (uint32_t)(to > from ? ceil ((to - from) / call_n) : 0),
                                 .offset = (uint64_t)from,
                                 .byte_n = (uint64_t)(to - from),
                                 .first_n = (uint64_t)fmin (call_n, to - from),
                                 .sequential = true};
}

/* The share of a file's bytes that the storage delivers in this pass over the files.  A memory
 * that drops what is oldest keeps nothing of files that are read in one order again and again,
 * unless it has room for all. */
static double stored_share (const struct making *w, const struct side *s, size_t file)
{
    size_t *read = &s->read[file - s->first], before = *read;
    bool same = before == s->pass + 1; /* it was read in this pass already */
    *read = s->pass + 1;
    if (same && w->format.layout == WHOLE)
        return 0;
    bool first = same ? s->pass == 0 : before == 0;
    double kept = first ? w->m->kept_first : w->m->kept_again;
    if (!first && kept > 0 && kept < ALL_KEPT)
        kept = 0;
    return 1 - kept;
}

/* Bytes of a record that the storage is asked for, with those that the client reads ahead: a
 * window of them whenever the record enters the last one.  *late_n: those behind the record. */
static double ask_ahead (const struct making *w, struct asked *a,
                         const struct fid_job_read *read, double share, double *late_n)
{
    double from = (double)read->offset, end = from + (double)read->byte_n;
    double most = fmax (end, w->byte_n[read->file]), window_n = w->m->read_ahead_n;
    if (!(a->ahead > 0) || from != a->next)
        a->ahead = from;
    a->next = end;
    double before = a->ahead;
    if (!w->m->cache_seen || !(window_n > (double)read->byte_n))
        a->ahead = fmax (a->ahead, end);
    else
        while (a->ahead < most && a->ahead - window_n < end)
            a->ahead = fmin (most, a->ahead + window_n);
    *late_n = share * (a->ahead - end);
    return share * (a->ahead - before);
}

/* Adds the reads of a sample by one of the readers to a step. */
static int read_sample (const struct making *w, struct side *s, size_t reader, size_t sample,
                        struct fid_job_step *t, struct fid_error *err)
{
    struct fid_job *job = w->job;
    size_t at = sample / w->samples, k = sample % w->samples, file = s->first + at;
    bool whole = w->format.layout == WHOLE;
    if (w->format.layout == NOTHING || at >= s->file_n)
        return 0;
    bool *open = &s->open[reader * s->file_n + at];
    bool loaded = w->keeps_open && *open && !(w->format.layout == STREAM && k == 0);
    *open = true;
    t->meta_n += !loaded;
    if (whole && loaded)
        return 0;
    struct fid_job_read read = whole ? whole_file (w, file) : one_record (w, file, k);
    if (!read.byte_n)
        return 0;
    double byte_n = (double)read.byte_n, share = stored_share (w, s, file);
    if (strcmp (w->format.name, "npy") == 0) /* numpy.load reads its first page twice */
        byte_n += NPY_HEADER + PAGE;
    double stored_n = whole ? byte_n * share
                            : ask_ahead (w, &s->asked[at], &read, fmin (1, share), &t->late_n);
    t->byte_n += byte_n;
    t->stored_n += stored_n;
    double wait_n = fmax (stored_n * w->m->wait_byte_n,
                          fmin (1, share) * fmin (read.call_n, w->format.wait_n));
    t->wait_n += wait_n;
    t->request_n += fmax (wait_n, stored_n * w->m->request_byte_n);
    t->busy_s += byte_n * w->m->busy_byte_s + SAMPLE_S;
    t->work_s += fid_dlio_decodes (w->format.name) ? byte_n * w->m->work_byte_s : 0;
    struct fid_job_read *last = t->read_n ? &job->read[job->read_n - 1] : NULL;
    if (last && last->file == read.file && last->offset + last->byte_n == read.offset) {
        last->byte_n += read.byte_n;
        last->call_n += read.call_n;
        return 0;
    }
    if (!t->read_n++)
        t->read_first = job->read_n;
    return FID_PUSH (job->read, err, read);
}

/* --- steps */

/* Draws a time of the family that begins with `type`, in seconds. */
static double draw_time (const struct making *w, enum fid_dlio_key type)
{
    enum { MEAN = 1, STDEV, MIN, MAX, SHAPE, SCALE };
    const char *name = fid_dlio_text (w->c, type);
    double v[SCALE + 1];
    for (int i = 1; i <= SCALE; i++)
        v[i] = number_of (w, (enum fid_dlio_key) ((int)type + i));
    if (strcmp (name, "uniform") == 0)
        return fmax (0, v[MIN] + (v[MAX] - v[MIN]) * gsl_rng_uniform (w->rng));
    if (strcmp (name, "gamma") == 0 && v[SHAPE] > 0 && v[SCALE] > 0)
        return gsl_ran_gamma (w->rng, v[SHAPE], v[SCALE]);
    if (strcmp (name, "exponential") == 0 && v[SCALE] > 0)
        return gsl_ran_exponential (w->rng, v[SCALE]);
    if (v[STDEV] > 0)
        return fmax (0, v[MEAN] + gsl_ran_gaussian (w->rng, v[STDEV]));
    return fmax (0, fid_dlio_time_mean (w->c, type));
}

/* Appends a part of that length, without steps; *out: the part. */
static int add_part (struct making *w, enum fid_job_segment_kind kind, int epoch,
                     double length_s, struct fid_job_segment **out, struct fid_error *err)
{
    struct fid_job_rank *r = w->rank;
    struct fid_job_segment g = {.kind = kind,
                                .start_s = w->now_s,
                                .end_s = w->now_s + length_s,
                                .epoch = epoch,
                                .step_first = r->step_n,
                                .save = SIZE_MAX,
                                .known = fid_known (FID_JOB_CONFIGURATION, 1)};
    w->now_s = g.end_s;
    FID_TRY (FID_PUSH (r->segment, err, g));
    if (out)
        *out = &r->segment[r->segment_n - 1];
    return 0;
}

/* Adds steps [from, to) of a pass over the files of a side; the first of all waits for its
 * batch. */
static int add_steps (struct making *w, enum fid_job_segment_kind kind, int epoch, size_t from,
                      size_t to, struct fid_error *err)
{
    bool eval = kind == FID_JOB_EVALUATION;
    struct side *s = &w->side[eval];
    struct fid_job_rank *r = w->rank;
    struct fid_job_segment *g;
    size_t own = (size_t)r->number * s->step_n * s->batch;
    FID_TRY (add_part (w, kind, epoch, 0, &g, err));
    for (size_t k = from; k < to; k++) {
        struct fid_job_step t = {.start_s = w->now_s};
        for (size_t i = 0; i < s->batch; i++)
            FID_TRY (read_sample (w, s, k % s->reader_n, own + k * s->batch + i, &t, err));
        t.work_s += (double)s->batch * fid_dlio_time_mean (w->c, FID_DLIO_PREPROCESS_TYPE);
        t.compute_s =
            STEP_S + draw_time (w, eval ? FID_DLIO_EVAL_TIME_TYPE : FID_DLIO_COMPUTE_TYPE);
        w->now_s += t.compute_s;
        if (k == 0 || !s->depth)
            w->now_s += (t.busy_s + t.work_s) / (s->depth ? 1 : (double)s->reader_n);
        if (k == 0 && s->depth)
            w->now_s += WORKERS_S;
        t.end_s = w->now_s;
        FID_TRY (FID_PUSH (r->step, err, t));
    }
    g->step_n = to - from;
    g->end_s = w->now_s;
    return 0;
}

/* --- the schedule */

/* DLIO does not ask for its checkpoints to be on the disk, whatever checkpoint.fsync says; the
 * first rank writes them. */
static int add_save (struct making *w, int epoch, struct fid_error *err)
{
    struct fid_job *job = w->job;
    double byte_n = fmax (0, number_of (w, FID_DLIO_MODEL_BYTES)) + SAVE_FRAME;
    struct fid_job_segment *g;
    FID_TRY (add_part (w, FID_JOB_SAVE, epoch, 0, &g, err));
    w->now_s = g->end_s = g->start_s + SAVE_S + byte_n * w->m->save_byte_s;
    if (w->rank->number)
        return 0;
    g->save = job->checkpoint_n;
    return FID_PUSH (
        job->checkpoint, err,
        (struct fid_job_checkpoint){.start_s = g->start_s,
                                    .end_s = g->end_s,
                                    .byte_n = byte_n,
                                    .file_n = 1,
                                    .writer_n = 1,
                                    .waits = true,
                                    .known = fid_known (FID_JOB_CONFIGURATION, 1)});
}

/* The training of an epoch: steps that checkpoints divide.  *save: epoch of the next one. */
static int add_training (struct making *w, int epoch, double *save, struct fid_error *err)
{
    const struct side *s = &w->side[0];
    bool saves = number_of (w, FID_DLIO_DO_CHECKPOINT) != 0;
    double every = number_of (w, FID_DLIO_CHECKPOINT_STEPS);
    size_t block = saves && every >= 1 ? (size_t)every : s->step_n;
    for (size_t k = 0; k < s->step_n; k += block) {
        size_t to = s->step_n - k > block ? k + block : s->step_n;
        FID_TRY (add_steps (w, FID_JOB_TRAINING, epoch, k, to, err));
        if (saves && every >= 1 && to - k == block)
            FID_TRY (add_save (w, epoch, err));
    }
    if (!saves || every >= 0 || epoch != *save)
        return 0;
    *save += number_of (w, FID_DLIO_CHECKPOINT_EPOCHS);
    return add_save (w, epoch, err);
}

static int make_rank (struct making *w, struct fid_error *err)
{
    int epoch_n = w->job->epoch_n;
    bool evals = number_of (w, FID_DLIO_DO_EVAL) != 0 && w->side[1].step_n;
    double eval = number_of (w, FID_DLIO_EVAL_AFTER);
    double save = number_of (w, FID_DLIO_CHECKPOINT_AFTER);
    w->now_s = 0;
    FID_TRY (add_part (w, FID_JOB_START, -1, INIT_S, NULL, err));
    for (int epoch = 1; epoch <= epoch_n; epoch++) {
        FID_TRY (add_training (w, epoch, &save, err));
        FID_TRY (add_part (w, FID_JOB_REST, -1, EPOCH_S, NULL, err));
        w->side[0].pass++;
        if (!evals || epoch < eval)
            continue;
        eval += number_of (w, FID_DLIO_EVAL_EVERY);
        FID_TRY (add_steps (w, FID_JOB_EVALUATION, epoch, 0, w->side[1].step_n, err));
        FID_TRY (add_part (w, FID_JOB_REST, -1, EPOCH_S, NULL, err));
        w->side[1].pass++;
        w->job->evaluation_n += !w->rank->number;
    }
    return 0;
}

/* --- files and loaders */

/* Finds the sizes of all files, and what the data sets are. */
static int make_files (struct making *w, struct fid_error *err)
{
    size_t n = w->side[0].file_n + w->side[1].file_n;
    w->side[1].first = w->side[0].file_n;
    FID_NEED (w->byte_n = calloc (n + 1, sizeof *w->byte_n), err);
    FID_TRY (fid_made_files_bytes (fid_made_format_find (w->format.name), (double)w->samples,
                                   number_of (w, FID_DLIO_RECORD),
                                   number_of (w, FID_DLIO_RECORD_STDEV), w->byte_n, n, err));
    for (int k = 0; k < 2; k++) {
        const struct side *s = &w->side[k];
        struct fid_job_data *data = k ? &w->job->eval : &w->job->train;
        double sum = 0;
        for (size_t i = 0; i < s->file_n; i++)
            sum += w->byte_n[s->first + i];
        *data = (struct fid_job_data){.file_n = s->file_n,
                                      .sample_n = (double)s->file_n * (double)w->samples,
                                      .order_within = 1,
                                      .order_again = 1,
                                      .known = fid_known (FID_JOB_CONFIGURATION, 1)};
        if (s->file_n) {
            data->file_byte_n = sum / (double)s->file_n;
            data->sample_byte_n = sum / data->sample_n;
        }
    }
    return 0;
}

/* Begins a side of w->rank: its loader; none of its files was read. */
static int make_side (struct making *w, bool eval, struct fid_error *err)
{
    struct side *s = &w->side[eval];
    double threads = number_of (w, FID_DLIO_THREADS), most = number_of (w, FID_DLIO_STEPS);
    double ahead = fmin (number_of (w, FID_DLIO_PREFETCH), AHEAD_MAX);
    if (threads > READERS_MAX)
        return fid_errorf (err, FID_EINPUT, "reader.read_threads: more than %d", READERS_MAX);
    s->reader_n = threads >= 1 ? (size_t)threads : 1;
    if (threads >= 1)
        s->depth = s->reader_n * (ahead > 0 ? (size_t)ceil (ahead / threads) : 2);
    double batch = fmax (1, number_of (w, eval ? FID_DLIO_BATCH_EVAL : FID_DLIO_BATCH));
    double ranks = (double)w->job->rank_n;
    double step_n = floor ((double)s->file_n * (double)w->samples / ranks / batch);
    if (!eval && most > 0)
        step_n = fmin (step_n, most);
    if (w->job->epoch_n * ranks * step_n * batch > SAMPLES_MAX)
        return fid_errorf (err, FID_EINPUT,
                           "the configuration reads more than %.0f samples: give fewer epochs, "
                           "steps or files",
                           SAMPLES_MAX);
    s->batch = (size_t)batch;
    s->step_n = (size_t)step_n;
    *(eval ? &w->rank->eval_loader : &w->rank->loader) =
        (struct fid_job_loader){.readers = (double)s->reader_n,
                                .depth = (double)s->depth,
                                .known = fid_known (FID_JOB_CONFIGURATION, 1)};
    bool parts = w->format.layout == RECORDS || w->format.layout == STREAM;
    clear_side (s);
    s->pass = 0;
    s->read = calloc (s->file_n + 1, sizeof *s->read);
    s->open = calloc (s->file_n * s->reader_n + 1, sizeof *s->open);
    if (parts)
        s->asked = calloc (s->file_n + 1, sizeof *s->asked);
    FID_NEED (s->read && s->open && (s->asked || !parts), err);
    return 0;
}

/* Refuses what cannot be a job. */
static int check_config (const struct making *w, struct fid_error *err)
{
    double train = number_of (w, FID_DLIO_FILES_TRAIN),
           eval = number_of (w, FID_DLIO_FILES_EVAL);
    double epochs = number_of (w, FID_DLIO_EPOCHS), samples = number_of (w, FID_DLIO_SAMPLES);
    double batch = fmax (1, number_of (w, FID_DLIO_BATCH));
    const struct fid_dlio_value *v = w->c->value;
    bool steps = v[FID_DLIO_EPOCHS].set || v[FID_DLIO_STEPS].set;
    for (int k = FID_DLIO_COMPUTE; k < FID_DLIO_EVAL_TIME_TYPE; k++)
        steps |= v[k].set;
    if (!v[FID_DLIO_FILES_TRAIN].set || !v[FID_DLIO_RECORD].set || !steps)
        return fid_errorf (
            err, FID_EINPUT, "the configuration has no %s",
            !v[FID_DLIO_FILES_TRAIN].set ? "data set: dataset.num_files_train is not set"
            : !v[FID_DLIO_RECORD].set
                ? "size of a sample: dataset.record_length_bytes is not set"
                : "steps: neither train.epochs nor train.computation_time is set");
    if (number_of (w, FID_DLIO_DO_TRAIN) == 0 || train < 1 || epochs < 1)
        return fid_errorf (err, FID_EINPUT,
                           "the configuration trains on nothing: workflow.train, train.epochs "
                           "and dataset.num_files_train must not be 0");
    if (train > FILES_MAX || eval > FILES_MAX || epochs > SAMPLES_MAX)
        return fid_errorf (err, FID_EINPUT,
                           "the configuration has more than %.0f files or %.0f epochs",
                           FILES_MAX, SAMPLES_MAX);
    if (train * fmax (1, samples) < batch * (double)w->m->rank_n)
        return fid_errorf (err, FID_EINPUT,
                           "the configuration has fewer samples than a batch: no step");
    return 0;
}

static int make_job (struct making *w, struct fid_error *err)
{
    struct fid_job *job = w->job;
    size_t rank_n = w->m->rank_n ? w->m->rank_n : 1;
    FID_NEED (w->rng, err);
    FID_TRY (check_config (w, err));
    w->side[0].file_n = (size_t)number_of (w, FID_DLIO_FILES_TRAIN);
    if (number_of (w, FID_DLIO_DO_EVAL) != 0)
        w->side[1].file_n = (size_t)fmax (0, number_of (w, FID_DLIO_FILES_EVAL));
    FID_NEED (job->rank = calloc (rank_n + 1, sizeof *job->rank), err);
    job->rank_n = job->rank_cap = rank_n;
    job->epoch_n = (int)number_of (w, FID_DLIO_EPOCHS);
    FID_TRY (make_files (w, err));
    for (size_t i = 0; i < rank_n; i++) {
        w->rank = &job->rank[i];
        w->rank->number = (int)i;
        FID_TRY (make_side (w, false, err));
        FID_TRY (make_side (w, true, err));
        FID_TRY (make_rank (w, err));
    }
    return 0;
}

int fid_job_of_config (struct fid_job *job, const struct fid_dlio_config *c,
                       const struct fid_job_machine *m, struct fid_error *err)
{
    const struct fid_job_known known = fid_known (FID_JOB_CONFIGURATION, 1);
    const char *format = fid_dlio_text (c, FID_DLIO_FORMAT);
    double transfer = fid_dlio_number (c, FID_DLIO_TRANSFER), byte_n = 0, stored_n = 0;
    struct making w = {.job = job, .c = c, .m = m, .rng = fid_rng_create (SEED, 0)};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp (format, formats[i].name) == 0)
            w.format = formats[i];
    if (w.format.layout == STREAM && transfer > 0)
        w.format.call_n = transfer;
    w.samples = (size_t)fmax (1, fid_dlio_number (c, FID_DLIO_SAMPLES));
    w.keeps_open = strcmp (fid_dlio_text (c, FID_DLIO_READ_TYPE), "memory") == 0 ||
                   w.format.layout == STREAM;
    job->read_ahead_n = m->read_ahead_n;
    job->memory_n = m->memory_n;
    job->cache_seen = m->cache_seen;
    job->steps = job->checkpoints = job->evaluations = job->meetings = known;
    job->meeting = m->rank_n > 1 ? FID_JOB_EACH_STEP : FID_JOB_NEVER;
    int rc = make_job (&w, err);
    FID_EACH (const struct fid_job_rank, r, job->rank) {
        FID_EACH (const struct fid_job_step, t, r->step) {
            byte_n += t->byte_n;
            stored_n += t->stored_n;
        }
        job->books.consumed_n +=
            (double)(fid_job_step_n (r, FID_JOB_TRAINING) * w.side[0].batch);
    }
    job->data_seen = byte_n > 0;
    job->cached = byte_n > 0 ? 1 - stored_n / byte_n : 0;
    job->books.data_n = byte_n;
    clear_side (&w.side[0]);
    clear_side (&w.side[1]);
    free (w.byte_n);
    if (w.rng)
        gsl_rng_free (w.rng);
    return rc;
}
