/* job.c - see job.h */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_randist.h>
#include "base/array.h"
#include "predict/job.h"

/* What DLIO needs beside reading, computing and saving: rough values, read off the logs of the
 * recorded runs UNET3D_dlio_r2 and BERT_dlio_r2. */
#define INIT_NS      INT64_C (300000000) /* from its first line to its first epoch */
#define EPOCH_NS     2000000             /* around an epoch, an evaluation */
#define WORKERS_NS   110000000           /* to start the processes of a loader */
#define STEP_NS      300000              /* a step, beside its computation */
#define SAVE_NS      2000000             /* a checkpoint, and for each byte of it: */
#define SAVE_BYTE_NS 0.5

#define MAIN_PID  1000
#define SAVE_HEAD 320 /* bytes around the tensor that torch.save writes */
#define SAVE_TAIL 370

#define READERS_MAX 1024
#define AHEAD_MAX   65536. /* batches */

/* The loader of one side. */
struct loader {
    enum fid_sim_side side;
    struct fid_sim_reader *reader; /* owned; read_threads, or the main process */
    size_t reader_n;
    bool in_main; /* reads when the main process asks, no sooner */
    size_t batch, batch_n, depth;
    int64_t *ready_ns; /* owned; of batch k at k modulo depth */
};

struct sim {
    struct fid_sim *job;
    struct fid_sim_data data;
    const struct fid_dlio_config *config;
    const struct fid_costs *costs;
    struct loader loader[FID_SIM_SIDE_N];
    int64_t now_ns;
    double next_save_epoch; /* counted as DLIO does */
    size_t save_n;
};

/* --- records */

static int
add_phase (struct fid_sim *job, enum fid_phase_name name, enum fid_phase_kind kind,
           int64_t start_ns, int64_t end_ns, int epoch, int block, struct fid_error *err)
{
    if (fid_array_grow (&job->phase, &job->phase_cap, job->phase_n + 1, sizeof *job->phase,
                        err))
        return -1;
    job->phase[job->phase_n++] = (struct fid_phase){.kind = kind,
                                                    .name = name,
                                                    .start_ns = start_ns,
                                                    .end_ns = end_ns,
                                                    .epoch = epoch,
                                                    .block = block};
    return 0;
}

/* A computation that took a time from a loader's batch on. */
static int
add_step (struct sim *s, int64_t asked_ns, int64_t got_ns, int epoch, bool eval,
          struct fid_error *err)
{
    struct fid_sim *job = s->job;
    if (job->step_n >= FID_SIM_EVENTS_MAX)
        return fid_sim_too_long (err);
    if (fid_array_grow (&job->step, &job->step_cap, job->step_n + 1, sizeof *job->step, err))
        return -1;
    job->step[job->step_n++] =
        (struct fid_step){.end_ns = s->now_ns,
                          .load_s = (double)(got_ns - asked_ns) / 1e9,
                          .compute_s = (double)(s->now_ns - got_ns) / 1e9,
                          .step_s = (double)(s->now_ns - asked_ns) / 1e9,
                          .epoch = epoch,
                          .eval = eval};
    return 0;
}

/* --- times */

/* Draws a time of the family that begins with `type`, in ns. */
static int64_t
draw_time (const struct sim *s, enum fid_dlio_key type)
{
    enum { MEAN = 1, STDEV, MIN, MAX, SHAPE, SCALE };
    const char *name = fid_dlio_text (s->config, type);
    double v[SCALE + 1], t;
    for (int i = 1; i <= SCALE; i++)
        v[i] = fid_dlio_number (s->config, (enum fid_dlio_key) ((int)type + i));
    if (strcmp (name, "uniform") == 0)
        t = v[MIN] + (v[MAX] - v[MIN]) * gsl_rng_uniform (s->costs->rng);
    else if (strcmp (name, "gamma") == 0 && v[SHAPE] > 0 && v[SCALE] > 0)
        t = gsl_ran_gamma (s->costs->rng, v[SHAPE], v[SCALE]);
    else if (strcmp (name, "exponential") == 0 && v[SCALE] > 0)
        t = gsl_ran_exponential (s->costs->rng, v[SCALE]);
    else if (v[STDEV] > 0)
        t = v[MEAN] + gsl_ran_gaussian (s->costs->rng, v[STDEV]);
    else
        t = fid_dlio_time_mean (s->config, type);
    return (int64_t)(fmax (0, t) * 1e9);
}

/* --- loaders */

static int
loader_init (struct sim *s, enum fid_sim_side side, struct fid_error *err)
{
    struct loader *l = &s->loader[side];
    const struct fid_dlio_config *c = s->config;
    double threads = fid_dlio_number (c, FID_DLIO_THREADS);
    double ahead = fid_dlio_number (c, FID_DLIO_PREFETCH);
    double batch =
        fid_dlio_number (c, side == FID_SIM_EVAL ? FID_DLIO_BATCH_EVAL : FID_DLIO_BATCH);
    if (threads > READERS_MAX)
        return fid_errorf (err, FID_EINPUT, "reader.read_threads: more than %d", READERS_MAX);
    l->side = side;
    l->in_main = !(threads >= 1);
    l->reader_n = l->in_main ? 1 : (size_t)threads;
    l->batch = (size_t)fmax (1, batch);
    l->batch_n = s->data.file_n[side] * s->data.samples / l->batch;
    l->depth = l->reader_n;
    if (!l->in_main)
        l->depth *=
            (size_t)(ahead > 0 ? ceil (fmin (ahead, AHEAD_MAX) / (double)l->reader_n) : 2);
    l->reader = calloc (l->reader_n, sizeof *l->reader);
    l->ready_ns = calloc (l->depth, sizeof *l->ready_ns);
    for (size_t i = 0; l->reader && i < l->reader_n; i++) {
        struct fid_sim_reader *r = &l->reader[i];
        size_t base = side == FID_SIM_EVAL ? l->reader_n : 0;
        r->pid = MAIN_PID + (l->in_main ? 0 : (uint32_t)(1 + base + i));
        r->file = SIZE_MAX;
        r->open = calloc (s->data.file_n[side] + 1, sizeof *r->open);
        if (!r->open)
            return fid_error_nomem (err);
    }
    return l->reader && l->ready_ns ? 0 : fid_error_nomem (err);
}

static void
loader_clear (struct loader *l)
{
    for (size_t i = 0; l->reader && i < l->reader_n; i++)
        free (l->reader[i].open);
    free (l->reader);
    free (l->ready_ns);
}

/* Batch k is asked for now, of the reader whose turn it is. */
static int
issue (struct sim *s, struct loader *l, size_t k, struct fid_error *err)
{
    struct fid_sim_reader *r = &l->reader[k % l->reader_n];
    r->free_ns = r->free_ns > s->now_ns ? r->free_ns : s->now_ns;
    if (!r->begun && !l->in_main)
        r->free_ns += WORKERS_NS;
    if (!r->begun && fid_sim_reader_begin (&s->data, r, l->side, err))
        return -1;
    for (size_t i = 0; i < l->batch; i++)
        if (fid_sim_read_sample (&s->data, r, l->side, k * l->batch + i, err))
            return -1;
    l->ready_ns[k % l->depth] = r->free_ns;
    return 0;
}

/* Waits for batch k, and asks for the one that takes its place. */
static int
receive (struct sim *s, struct loader *l, size_t k, struct fid_error *err)
{
    if (l->in_main && issue (s, l, k, err))
        return -1;
    int64_t ready_ns = l->ready_ns[k % l->depth];
    s->now_ns = ready_ns > s->now_ns ? ready_ns : s->now_ns;
    if (!l->in_main && k + l->depth < l->batch_n)
        return issue (s, l, k + l->depth, err);
    return 0;
}

static int
begin_pass (struct sim *s, struct loader *l, struct fid_error *err)
{
    s->data.pass++;
    for (size_t k = 0; k < l->depth && k < l->batch_n && !l->in_main; k++)
        if (issue (s, l, k, err))
            return -1;
    return 0;
}

/* --- the job */

static int
save (struct sim *s, int epoch, size_t step, int block, struct fid_error *err)
{
    double byte_n = fid_dlio_number (s->config, FID_DLIO_MODEL_BYTES);
    const double size[] = {SAVE_HEAD, byte_n, SAVE_TAIL};
    int64_t from_ns = s->now_ns;
    char *path =
        fid_format (err, "%s/global_epoch%d_step%zu/model_states-0.pt",
                    fid_dlio_text (s->config, FID_DLIO_CHECKPOINT_FOLDER), epoch, step);
    int64_t file = fid_sim_file_add (s->job, path, byte_n, err);
    struct fid_sim_event ev = {
        .start_ns = s->now_ns, .file = (uint32_t)file, .pid = MAIN_PID, .op = FID_OP_OPEN};
    if (file < 0 || fid_sim_event_add (s->job, &ev, err))
        return -1;
    s->now_ns += SAVE_NS + (int64_t)(SAVE_BYTE_NS * byte_n);
    ev.op = FID_OP_WRITE;
    for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
        if (!(size[i] > 0))
            continue;
        ev.byte_n = (uint64_t)size[i];
        ev.start_ns = s->now_ns;
        ev.dur_ns = (int64_t)(1e9 * fid_costs_draw (s->costs, &s->costs->save, size[i]));
        if (fid_sim_event_add (s->job, &ev, err))
            return -1;
        ev.offset += ev.byte_n;
        s->now_ns += ev.dur_ns;
    }
    s->save_n++;
    return add_phase (s->job, FID_NAME_CHECKPOINT, FID_PHASE_CHECKPOINT, from_ns, s->now_ns,
                      epoch, block, err);
}

/* The training of an epoch: blocks of steps that checkpoints divide. */
static int
train (struct sim *s, int epoch, struct fid_error *err)
{
    const struct fid_dlio_config *c = s->config;
    struct loader *l = &s->loader[FID_SIM_TRAIN];
    bool saves = fid_dlio_number (c, FID_DLIO_DO_CHECKPOINT) != 0;
    double every = fid_dlio_number (c, FID_DLIO_CHECKPOINT_STEPS), next = every;
    double most = fid_dlio_number (c, FID_DLIO_STEPS);
    int64_t block_ns = s->now_ns;
    int block = 1;
    if (begin_pass (s, l, err))
        return -1;
    size_t k = 0;
    for (; k < l->batch_n; k++) {
        int64_t asked_ns = s->now_ns;
        if (receive (s, l, k, err))
            return -1;
        if (most > 0 && (double)k >= most)
            break;
        int64_t got_ns = s->now_ns;
        s->now_ns += draw_time (s, FID_DLIO_COMPUTE_TYPE) + STEP_NS;
        if (add_step (s, asked_ns, got_ns, epoch, false, err))
            return -1;
        if (saves && every >= 0 && (double)(k + 1) == next) {
            if (add_phase (s->job, FID_NAME_BLOCK, FID_PHASE_TRAINING, block_ns, s->now_ns,
                           epoch, block, err) ||
                save (s, epoch, k + 1, block, err))
                return -1;
            block++;
            block_ns = s->now_ns;
            next += every;
        }
    }
    if (add_phase (s->job, FID_NAME_BLOCK, FID_PHASE_TRAINING, block_ns, s->now_ns, epoch,
                   block, err))
        return -1;
    if (saves && every < 0 && epoch == s->next_save_epoch) {
        s->next_save_epoch += fid_dlio_number (c, FID_DLIO_CHECKPOINT_EPOCHS);
        return save (s, epoch, k + 1, block, err);
    }
    return 0;
}

static int
evaluate (struct sim *s, int epoch, struct fid_error *err)
{
    struct loader *l = &s->loader[FID_SIM_EVAL];
    int64_t from_ns = s->now_ns;
    if (begin_pass (s, l, err))
        return -1;
    for (size_t k = 0; k < l->batch_n; k++) {
        int64_t asked_ns = s->now_ns;
        if (receive (s, l, k, err))
            return -1;
        int64_t got_ns = s->now_ns;
        s->now_ns += draw_time (s, FID_DLIO_EVAL_TIME_TYPE) + STEP_NS;
        if (add_step (s, asked_ns, got_ns, epoch, true, err))
            return -1;
    }
    return add_phase (s->job, FID_NAME_EVAL, FID_PHASE_EVAL, from_ns, s->now_ns, epoch, -1,
                      err);
}

static int
start (struct sim *s, struct fid_error *err)
{
    for (int side = 0; side < FID_SIM_SIDE_N; side++) {
        struct loader *l = &s->loader[side];
        if (loader_init (s, (enum fid_sim_side)side, err))
            return -1;
        if (!l->in_main)
            continue;
        l->reader->free_ns = s->now_ns;
        if (fid_sim_reader_begin (&s->data, l->reader, l->side, err))
            return -1;
        s->now_ns = l->reader->free_ns;
    }
    s->now_ns += INIT_NS;
    return add_phase (s->job, FID_NAME_INIT, FID_PHASE_INIT, 0, s->now_ns, -1, -1, err);
}

static int
run_job (struct sim *s, struct fid_error *err)
{
    const struct fid_dlio_config *c = s->config;
    double epochs = fid_dlio_number (c, FID_DLIO_EPOCHS);
    double eval_epoch = fid_dlio_number (c, FID_DLIO_EVAL_AFTER);
    bool evals = fid_dlio_number (c, FID_DLIO_DO_EVAL) != 0;
    s->next_save_epoch = fid_dlio_number (c, FID_DLIO_CHECKPOINT_AFTER);
    if (start (s, err))
        return -1;
    for (int epoch = 1; epoch <= epochs; epoch++) {
        int64_t from_ns = s->now_ns;
        if (train (s, epoch, err) || add_phase (s->job, FID_NAME_EPOCH, FID_PHASE_TRAINING,
                                                from_ns, s->now_ns, epoch, -1, err))
            return -1;
        s->now_ns += EPOCH_NS;
        if (evals && epoch >= eval_epoch) {
            eval_epoch += fid_dlio_number (c, FID_DLIO_EVAL_EVERY);
            if (evaluate (s, epoch, err))
                return -1;
            s->now_ns += EPOCH_NS;
        }
    }
    return 0;
}

static int
by_start (const void *va, const void *vb)
{
    const struct fid_sim_event *a = va, *b = vb;
    if (a->start_ns != b->start_ns)
        return a->start_ns < b->start_ns ? -1 : 1;
    if (a->pid != b->pid)
        return a->pid < b->pid ? -1 : 1;
    if (a->op != b->op)
        return (a->op > b->op) - (a->op < b->op);
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    return (a->offset > b->offset) - (a->offset < b->offset);
}

int
fid_sim_simulate (struct fid_sim *job, const struct fid_dlio_config *c,
                  const struct fid_costs *costs, struct fid_error *err)
{
    struct sim s = {.job = job, .config = c, .costs = costs};
    *job = (struct fid_sim){0};
    int rc = fid_sim_data_init (&s.data, job, c, costs, err);
    if (!rc && (fid_dlio_number (c, FID_DLIO_DO_TRAIN) == 0 || !s.data.file_n[FID_SIM_TRAIN] ||
                fid_dlio_number (c, FID_DLIO_EPOCHS) < 1))
        rc = fid_errorf (err, FID_EINPUT,
                         "the configuration trains on nothing: workflow.train, train.epochs "
                         "and dataset.num_files_train must not be 0");
    if (!rc && (double)s.data.file_n[FID_SIM_TRAIN] * (double)s.data.samples <
                   fid_dlio_number (c, FID_DLIO_BATCH))
        rc = fid_errorf (err, FID_EINPUT,
                         "the configuration has fewer samples than a batch: no step");
    if (!rc)
        rc = run_job (&s, err);
    if (!rc && job->event_n)
        qsort (job->event, job->event_n, sizeof *job->event, by_start);
    job->end_ns = s.now_ns;
    for (int side = 0; side < FID_SIM_SIDE_N; side++)
        loader_clear (&s.loader[side]);
    return rc;
}

void
fid_sim_clear (struct fid_sim *job)
{
    for (size_t i = 0; i < job->file_n; i++)
        free (job->file[i].path);
    free (job->file);
    free (job->event);
    free (job->phase);
    free (job->step);
    *job = (struct fid_sim){0};
}
