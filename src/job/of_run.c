/* SPDX-License-Identifier: GPL-3.0-or-later */
/* of_run.c - from a run to its job */
#include "job/finder.h"
#include "metrics/aggregate.h"

/* --- data set */

static int find_data (const struct fid_finder *f, enum fid_side side, struct fid_job_data *out,
                      struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    const struct fid_side_facts *s = &f->ev->side[side];
    double byte_n = 0, sized_n = 0;
    double logged = fid_run_fact_number (f->run, side ? "eval_samples" : "train_samples");
    struct fid_order_found order;
    for (size_t i = 0; i < io->file_n; i++)
        if (fid_is_of_side (io, (uint32_t)i, side) && io->file[i].end_byte) {
            byte_n += (double)io->file[i].end_byte;
            sized_n++;
        }
    FID_TRY (fid_order_find (io, side, s->layout == FID_LAYOUT_RECORDS, s->block, &order, err));
    *out = (struct fid_job_data){.file_n = s->file_n,
                                 .named_n = s->part_n > 0 ? (size_t)s->part_n : 0,
                                 .file_byte_n = sized_n > 0 ? byte_n / sized_n : 0,
                                 .sample_n = logged > 0 ? logged
                                             : s->layout != FID_LAYOUT_WHOLE
                                                 ? s->file_item_n * (double)s->file_n
                                             : s->file_n >= FID_FILES_FEW /* others hold many */
                                                 ? (double)s->file_n / (double)s->group_n
                                                 : 0,
                                 .order_within = order.within,
                                 .order_again = order.again};
    if (!(out->sample_n > 0) && s->layout == FID_LAYOUT_RECORDS && s->whole_pass_n > 0 &&
        !s->in_order)
        out->sample_n = s->place_n;
    out->sample_byte_n =
        out->sample_n > 0 && s->whole_files ? byte_n / out->sample_n : s->item_byte_n;
    if (s->layout == FID_LAYOUT_STREAM ? s->file_n < FID_FILES_FEW : order.n < FID_FILES_FEW)
        out->order_within = s->file_n > 1 || !s->use_n ? NAN
                            : s->in_order              ? 1
                            : s->jumps                 ? 0
                                                       : NAN;
    if (s->use_n)
        out->known = fid_known (FID_JOB_TRACES, 0.9);
    return 0;
}

/* --- loader */

/* The most processes or threads that read a side's files in one epoch. */
static int count_readers (const struct fid_finder *f, enum fid_side side, double *out,
                          struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    enum fid_part part = side ? FID_PART_EVAL : FID_PART_TRAINING;
    FID_SCOPED (fid_index_clear) struct fid_index seen = {0};
    FID_FREED int64_t *epoch = NULL; /* of each reader in it */
    size_t n = 0, cap = 0;
    double same = 0;
    *out = 0;
    FID_EACH (const struct fid_data_use, u, io->use) {
        if (!fid_is_of_side (io, u->file, side) || u->part != part || !u->byte_n)
            continue;
        uint64_t hash =
            fid_hash_number ((uint64_t)fid_reader_of (io, u->row), (uint64_t)u->epoch);
        size_t at = 0, k;
        if (fid_index_next (&seen, hash, &at, &k))
            continue;
        FID_TRY (fid_index_put (&seen, hash, n, err));
        FID_TRY (FID_PUSH_TO (epoch, n, cap, err, u->epoch));
    }
    FID_SORT (epoch, n, fid_by_number);
    for (size_t i = 0; i < n; i++) {
        same = i && epoch[i - 1] == epoch[i] ? same + 1 : 1;
        *out = fmax (*out, same);
    }
    return 0;
}

struct shift {
    int64_t reader, first_ns, last_ns;
};

#define LOOKED_MOST 4096 /* uses at which readers are counted */
#define AT_WORK     0.9

/* Readers that are at work at the same time, each from its first use of a file of the side to its
 * last: a quantile over the uses, since one may have little to do. */
static int find_at_once (const struct fid_finder *f, enum fid_side side, double *out,
                         struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    FID_FREED struct shift *at = NULL;
    FID_FREED double *count = malloc ((io->use_n + 1) * sizeof *count);
    size_t n = 0, cap = 0, m = 0;
    FID_NEED (count, err);
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < io->use_n; i += pass ? io->use_n / LOOKED_MOST + 1 : 1) {
            int64_t reader = fid_reader_of (io, io->use[i].row), sum = 0;
            int64_t t_ns = fid_start_of (io, io->use[i].row);
            if (!fid_is_of_side (io, io->use[i].file, side) || !io->use[i].byte_n)
                continue;
            size_t k = n;
            for (; k > 0 && (pass || at[k - 1].reader != reader); k--)
                sum += t_ns >= at[k - 1].first_ns && t_ns <= at[k - 1].last_ns;
            if (pass)
                count[m++] = (double)sum;
            else if (k)
                at[k - 1].last_ns = t_ns;
            else
                FID_TRY (FID_PUSH_TO (at, n, cap, err, ((struct shift){reader, t_ns, t_ns})));
        }
    *out = m ? fid_quantile_select (count, m, AT_WORK) : 0;
    return 0;
}

static int find_loader (struct fid_finder *f, enum fid_side side, struct fid_job_loader *l,
                        struct fid_error *err)
{
    double readers;
    /* without epochs in a log, processes of different epochs would be counted together */
    FID_TRY ((f->run->phases.known ? count_readers : find_at_once) (f, side, &readers, err));
    l->readers = fmax (1, readers / f->rank_n);
    return 0;
}

/* --- cache */

static void find_cache (struct fid_finder *f)
{
    const struct fid_data_io *io = &f->ev->io;
    struct fid_job *job = f->job;
    double read = 0, stored = 0, timed = 0;
    for (size_t i = 0; i < io->read_n; i++) {
        const struct fid_data_read r = fid_read_of (io, i);
        read += (double)r.byte_n;
        stored += (double)r.stored_n;
        timed += r.dur_ns < 0 ? 0 : (double)r.byte_n;
    }
    job->data_seen = read >= FID_BOOKS_SOME;
    job->cache_seen = io->request_n > 0 && timed >= read / 2; /* else requests have no calls */
    job->cached = read > 0 && job->cache_seen ? fmin (1, fmax (0, 1 - stored / read)) : 0;
    job->read_ahead_n = (double)io->request_most_n;
    job->memory_n = fid_run_fact_number (f->run, "memory_limit_bytes");
}

/* --- ranks */

/* Finds how the files of both sides, known by files, are read. */
static int find_layouts (struct fid_job_evidence *ev, const struct fid_side_facts *files,
                         struct fid_error *err)
{
    for (enum fid_side side = 0; side < FID_SIDE_N; side++) {
        ev->side[side] = files[side];
        FID_TRY (fid_layout_reads (&ev->io, side, FID_UNIT_SAMPLE, &ev->side[side], err));
    }
    return 0;
}

static void clear_batches (struct fid_finder *f)
{
    FID_FREE (f->batch[0], f->batch[1], f->batch_of);
    f->batch_of = NULL;
}

/* Sets the places of the reads of f->ev, which are all, or those of one rank. */
static void place_reads (const struct fid_finder *f, size_t rank, bool separate)
{
    const struct fid_data_io *io = &f->ev->io;
    const struct fid_groups *own = &f->own[FID_OWN_READ];
    for (size_t i = 0; i < io->read_n; i++) {
        enum fid_side side = io->file[fid_file_of_read (io, i)].side;
        uint32_t b = f->batch_of[i];
        size_t k = separate ? own->at[own->from[rank] + i] : i;
        f->place[k] = (struct fid_read_place){(uint32_t)rank, FID_NO_TAKER};
        if (b >= f->batch_n[side])
            continue;
        f->place[k].step = f->batch[side][b].step;
        if (f->each[side] > 1 && f->rank_n > 1)
            f->place[k].rank = b % (uint32_t)f->rank_n;
    }
}

/* Finds batches, loader and steps of f->rank. */
static int find_rank (struct fid_finder *f, struct fid_error *err)
{
    struct fid_job_rank *r = &f->job->rank[f->rank];
    FID_TRY (fid_find_batches (f, err));
    FID_TRY (find_loader (f, FID_SIDE_TRAIN, &r->loader, err));
    FID_TRY (find_loader (f, FID_SIDE_EVAL, &r->eval_loader, err));
    return fid_find_steps (f, err);
}

/* Finds a rank by its own calls alone.  One that the traces show and the log does not have takes
 * the steps of the first, which only place its reads. */
static int find_separate_rank (const struct fid_finder *f, size_t rank, struct fid_error *err)
{
    FID_SCOPED (fid_rank_evidence_clear) struct fid_job_evidence own = {.origin_ns = 0};
    FID_SCOPED (fid_job_clear) struct fid_job scratch = {0};
    FID_SCOPED (clear_batches) struct fid_finder one = *f;
    one.rank = rank;
    one.rank_n = 1;
    FID_TRY (fid_rank_evidence (&one, &own, err));
    one.ev = &own;
    if (rank >= f->logged_n) {
        FID_TRY (FID_PUSH (scratch.rank, err, (struct fid_job_rank){.number = (int)rank}));
        one.job = &scratch;
        one.rank = 0;
    }
    FID_TRY (find_layouts (&own, f->files, err));
    FID_TRY (find_rank (&one, err));
    if (f->place)
        place_reads (&one, rank, true);
    return 0;
}

static int find_ranks (struct fid_finder *f, struct fid_error *err)
{
    struct fid_job *job = f->job;
    bool separate;
    FID_TRY (fid_ranks_separate (f, &separate, err));
    for (size_t i = 0; i < (f->place ? job->rank_n : f->logged_n) && separate; i++)
        FID_TRY (find_separate_rank (f, i, err));
    if (!separate) {
        FID_TRY (find_rank (f, err));
        FID_TRY (fid_copy_demand (f, err));
        if (f->place)
            place_reads (f, 0, false);
    }
    FID_TRY (fid_find_meetings (f, err));
    fid_sum_stepless (f);
    fid_add_asked (f);
    for (size_t i = f->logged_n; i < job->rank_n; i++) { /* the log says nothing of them */
        int number = job->rank[i].number;
        job->rank[i] = job->rank[0];
        job->rank[i].number = number;
        job->rank[i].alike = true;
    }
    return 0;
}

/* From the first part, which begins before the origin where the log has the start, until the
 * last rank has ended. */
static double length_of_job (const struct fid_finder *f)
{
    double start_s = 0, end_s = 0;
    if (f->span_n) {
        start_s = fid_finder_seconds (f, f->span[0].start_ns);
        end_s = fid_finder_seconds (f, f->span[f->span_n - 1].end_ns);
    }
    FID_EACH (const struct fid_job_rank, r, f->job->rank)
        if (r->step_n)
            end_s = fmax (end_s, r->step[r->step_n - 1].end_s);
    return end_s - fmin (start_s, 0);
}

/* --- what it rests on */

/* Counts the reads of the steps of some ranks, or of parts without steps. */
static void weigh_reads (const struct fid_job *job, const struct fid_job_rank *rank, size_t n,
                         enum fid_job_segment_kind kind, struct fid_job_known *k)
{
    double part_n = 0, seen_n = 0;
    k->call_n = k->byte_n = 0;
    FID_EACH_OF (const struct fid_job_rank, r, rank, n)
        FID_EACH (const struct fid_job_segment, g, r->segment) {
            const struct fid_job_step *step = g->step_n ? r->step + g->step_first : &g->sum;
            if (g->kind != kind)
                continue;
            FID_EACH_OF (const struct fid_job_step, s, step, g->step_n ? g->step_n : 1) {
                for (size_t i = 0; i < s->read_n && !r->alike; i++)
                    k->call_n += job->read[s->read_first + i].call_n;
                k->byte_n += r->alike ? 0 : s->byte_n;
                seen_n += !r->alike && s->byte_n > 0;
                part_n++;
            }
        }
    k->share = part_n > 0 ? seen_n / part_n : 0;
}

static void weigh_checkpoints (const struct fid_finder *f, struct fid_job_known *k)
{
    double seen_n = 0;
    FID_EACH (const struct fid_call, c, f->ev->io.save) {
        enum fid_op op = fid_call_of (&f->ev->io, *c).op;
        k->call_n += op == FID_OP_WRITE || op == FID_OP_READ;
    }
    FID_EACH (const struct fid_job_checkpoint, c, f->job->checkpoint) {
        k->byte_n += c->stated ? 0 : c->byte_n;
        seen_n += !c->stated && c->byte_n > 0;
    }
    k->share = f->job->checkpoint_n ? seen_n / (double)f->job->checkpoint_n : 0;
}

static void weigh_job (const struct fid_finder *f)
{
    struct fid_job *job = f->job;
    const size_t n = job->rank_n;
    double seen_n = 0;
    FID_EACH (struct fid_job_rank, r, job->rank) {
        weigh_reads (job, r, 1, FID_JOB_TRAINING, &r->loader.known);
        weigh_reads (job, r, 1, FID_JOB_EVALUATION, &r->eval_loader.known);
        seen_n += !r->alike && r->step_n;
    }
    weigh_reads (job, job->rank, n, FID_JOB_TRAINING, &job->steps);
    weigh_reads (job, job->rank, n, FID_JOB_TRAINING, &job->train.known);
    weigh_reads (job, job->rank, n, FID_JOB_EVALUATION, &job->evaluations);
    weigh_reads (job, job->rank, n, FID_JOB_EVALUATION, &job->eval.known);
    weigh_checkpoints (f, &job->checkpoints);
    job->meetings.share = n ? seen_n / (double)n : 0;
}

/* --- all of it */

static int find_parts (struct fid_finder *f, struct fid_error *err)
{
    struct fid_job *job = f->job;
    int last = -1;
    for (enum fid_side side = 0; side < FID_SIDE_N; side++)
        FID_TRY (fid_layout_files (&f->ev->io, side, FID_UNIT_SAMPLE, &f->files[side], err));
    FID_TRY (find_layouts (f->ev, f->files, err));
    FID_TRY (fid_find_spans (f, err));
    FID_TRY (fid_find_saves (f, err));
    FID_TRY (find_ranks (f, err));
    FID_TRY (find_data (f, FID_SIDE_TRAIN, &job->train, err));
    FID_TRY (find_data (f, FID_SIDE_EVAL, &job->eval, err));
    find_cache (f);
    FID_EACH (const struct fid_job_span, p, f->span) {
        job->evaluation_n += p->kind == FID_JOB_EVALUATION;
        if (p->kind != FID_JOB_TRAINING)
            continue;
        job->epoch_n += p->epoch > 0 && p->epoch != last;
        last = p->epoch;
    }
    if (!job->epoch_n) /* how often all of the files of training is read */
        job->epoch_n = (int)f->ev->side[FID_SIDE_TRAIN].whole_pass_n;
    job->duration_s = length_of_job (f);
    FID_TRY (fid_books_fill (f, err));
    /* all files that are read are read equally often: none of them is of evaluation */
    if (!f->run->phases.known && !job->evaluation_n && job->books.other_n < FID_BOOKS_SOME &&
        f->ev->side[FID_SIDE_TRAIN].whole_pass_n > 0)
        job->evaluations.sure = FID_JOB_SURE;
    weigh_job (f);
    return 0;
}

static void clear_finder (struct fid_finder *f)
{
    clear_batches (f);
    free (f->span);
    fid_groups_clear (&f->step);
    for (int l = 0; l < FID_OWN_N; l++)
        fid_groups_clear (&f->own[l]);
    free (f->use_of);
}

static int find_in_log (struct fid_job *job, struct fid_job_evidence *ev,
                        struct fid_read_place **place, const struct fid_run *run,
                        struct fid_error *err)
{
    FID_SCOPED (clear_finder)
    struct fid_finder f = {.run = run, .job = job, .ev = ev, .each = {1, 1}};
    FID_TRY (fid_data_io_fill (&ev->io, run, err));
    if (place)
        FID_NEED (f.place = *place = malloc ((ev->io.read_n + 1) * sizeof **place), err);
    for (size_t i = 0; i < ev->io.read_n && place; i++)
        f.place[i] = (struct fid_read_place){0, FID_NO_TAKER};
    f.rank_n = fmax (1, fid_run_fact_number (run, "ranks"));
    f.rank_n = f.rank_n > 1 ? f.rank_n : fmax (1, (double)ev->io.rank_n);
    f.log_batch = fid_run_fact_number (run, "global_batch_size") / f.rank_n;
    f.origin_ns = run->phases.known              ? run->phases.origin_ns
                  : ev->io.first_ns != INT64_MAX ? ev->io.first_ns
                                                 : 0;
    ev->origin_ns = f.origin_ns;
    FID_TRY (fid_make_ranks (&f, err));
    return find_parts (&f, err);
}

/* Fills *log with a copy of the run without what fid_job_complete has added to its phases and
 * steps.  The copy owns log->phases alone, which the caller clears. */
static int copy_logged (const struct fid_run *run, struct fid_run *log, struct fid_error *err)
{
    FID_FREED struct fid_phase *named = malloc ((run->phases.phase_n + 1) * sizeof *named);
    size_t n = 0;
    FID_NEED (named, err);
    FID_EACH (const struct fid_phase, p, run->phases.phase)
        if (!(p->flags & FID_PHASE_FOUND))
            named[n++] = *p;
    *log = *run;
    if (run->steps.found)
        log->steps = (struct fid_steps){0};
    return fid_phases_build (&log->phases, named, n, err);
}

int fid_job_find (struct fid_job *job, struct fid_job_evidence *ev, const struct fid_run *run,
                  struct fid_error *err)
{
    return fid_job_find_places (job, ev, NULL, run, err);
}

int fid_job_find_places (struct fid_job *job, struct fid_job_evidence *ev,
                         struct fid_read_place **place, const struct fid_run *run,
                         struct fid_error *err)
{
    bool added = run->steps.found;
    struct fid_run log;
    *job = (struct fid_job){0};
    *ev = (struct fid_job_evidence){0};
    FID_EACH (const struct fid_phase, p, run->phases.phase)
        added |= (p->flags & FID_PHASE_FOUND) != 0;
    if (!added)
        return find_in_log (job, ev, place, run, err);
    FID_TRY (copy_logged (run, &log, err));
    int rc = find_in_log (job, ev, place, &log, err);
    ev->io.events = &run->events; /* the copy goes */
    fid_phases_clear (&log.phases);
    return rc;
}

void fid_job_evidence_clear (struct fid_job_evidence *ev)
{
    fid_data_io_clear (&ev->io);
    *ev = (struct fid_job_evidence){0};
}

/* --- the job that a run keeps */

#define KEPT_N ((size_t)1 << 18) /* calls of evidence that is kept, 3 MiB */

static void destroy_run_job (struct fid_run_job *j)
{
    fid_job_clear (&j->job);
    fid_job_clear (&j->stated);
    fid_job_evidence_clear (&j->evidence);
    free (j);
}

static struct fid_run_job *find_run_job (const struct fid_run *run, struct fid_error *err)
{
    struct fid_run_job *j = calloc (1, sizeof *j);
    if (!j)
        return fid_null_nomem (err);
    if (fid_job_find (&j->job, &j->evidence, run, err) ||
        fid_job_stated (&j->stated, &j->job, run, err)) {
        destroy_run_job (j);
        return NULL;
    }
    const struct fid_data_io *io = &j->evidence.io;
    j->whole = io->read_n + io->open_n + io->use_n + io->asked_n <= KEPT_N;
    if (!j->whole)
        fid_job_evidence_clear (&j->evidence);
    return j;
}

const struct fid_run_job *fid_job_of_run (const struct fid_run *run, struct fid_error *err)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t found = PTHREAD_COND_INITIALIZER;
    struct fid_run *keeper = (struct fid_run *)run; /* for others the run does not change */
    pthread_mutex_lock (&lock);
    while (keeper->job.sought)
        pthread_cond_wait (&found, &lock);
    if (!keeper->job.at) {
        keeper->job.sought = true;
        pthread_mutex_unlock (&lock);
        struct fid_run_job *j = find_run_job (run, err);
        pthread_mutex_lock (&lock);
        keeper->job.sought = false;
        keeper->job.at = j;
        keeper->job.destroy = destroy_run_job;
        pthread_cond_broadcast (&found);
    }
    const struct fid_run_job *j = keeper->job.at;
    pthread_mutex_unlock (&lock);
    return j;
}

/* --- repeats */

void fid_job_did (struct fid_did *did, const struct fid_job *job)
{
    double saved_n = 0;
    FID_EACH (const struct fid_job_checkpoint, c, job->checkpoint)
        saved_n += c->load ? 0 : c->byte_n;
    *did = (struct fid_did){
        .of = {[FID_REPEAT_BYTES] = job->data_seen ? job->books.data_n : -1,
               [FID_REPEAT_STORED] = job->books.block_n,
               [FID_REPEAT_SAVED] = saved_n,
               [FID_REPEAT_SAVE_N] = (double)fid_job_checkpoint_n (job, false),
               [FID_REPEAT_STEPS] = job->books.step_n > 0 ? job->books.step_n : -1,
               [FID_REPEAT_DURATION] = job->duration_s > 0 ? job->duration_s : -1,
               [FID_REPEAT_BOOKS] = job->books.gap != FID_BOOKS_BALANCED}};
}

int fid_jobs_agree (struct fid_agreement *a, const struct fid_job *const *job, size_t n,
                    struct fid_error *err)
{
    FID_FREED struct fid_did *did = malloc ((n + 1) * sizeof *did);
    *a = (struct fid_agreement){.odd = NULL};
    FID_NEED (did, err);
    for (size_t i = 0; i < n; i++)
        fid_job_did (&did[i], job[i]);
    return fid_repeats_agree (a, did, n, err);
}

int fid_runs_agree (struct fid_agreement *a, const struct fid_run *const *run, size_t n,
                    struct fid_error *err)
{
    FID_FREED const struct fid_job **job = malloc ((n + 1) * sizeof *job);
    *a = (struct fid_agreement){.odd = NULL};
    FID_NEED (job, err);
    for (size_t i = 0; i < n; i++) {
        const struct fid_run_job *found = fid_job_of_run (run[i], err);
        FID_TRY (!found);
        job[i] = &found->job;
    }
    return fid_jobs_agree (a, job, n, err);
}
