/* SPDX-License-Identifier: GPL-3.0-or-later */
/* find.c - see find.h */
#include "job/logged.h"
#include "job/orders.h"
#include "job/ranks.h"

/* --- data set */

static int find_data (const struct fid_finder *f, enum fid_side side, struct fid_job_data *out,
                      struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    const struct fid_side_facts *s = &f->ev->side[side];
    bool records = s->layout == FID_LAYOUT_RECORDS;
    struct fid_order_found order;
    double bytes = 0,
           logged = fid_run_fact_number (f->run, side ? "eval_samples" : "train_samples");
    size_t sized = 0;
    for (size_t i = 0; i < io->file_n; i++)
        if (fid_is_of_side (io, (uint32_t)i, side) && io->file[i].end_byte) {
            bytes += (double)io->file[i].end_byte;
            sized++;
        }
    FID_TRY (fid_order_find (io, side, records, s->block, &order, err));
    out->file_n = s->file_n;
    out->named_n = s->part_n > 0 ? (size_t)s->part_n : 0;
    out->file_byte_n = sized ? bytes / (double)sized : 0;
    out->sample_n = logged > 0                      ? logged
                    : s->layout == FID_LAYOUT_WHOLE ? (double)s->file_n / (double)s->group_n
                                                    : s->file_item_n * (double)s->file_n;
    out->sample_byte_n =
        out->sample_n > 0 && s->whole_files ? bytes / out->sample_n : s->item_byte_n;
    out->order_within = order.within;
    out->order_again = order.again;
    out->known.from = s->use_n ? FID_JOB_TRACES : FID_JOB_UNKNOWN;
    out->known.sure = !s->use_n ? 0 : s->layout == FID_LAYOUT_STREAM ? 0.6 : 0.9;
    return 0;
}

/* --- loader */

/* Processes of a side's batches in an epoch, at most. */
static double count_readers (const struct fid_finder *f, enum fid_side side,
                             struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    struct reader {
        int64_t pid, epoch;
    } *seen = NULL;
    size_t n = 0, cap = 0, most = 0;
    enum fid_part part = side ? FID_PART_EVAL : FID_PART_TRAINING;
    FID_EACH (const struct fid_data_use, u, io->use) {
        int64_t pid = fid_pid_of (io, u->row);
        size_t k = 0, same = 1;
        if (!fid_is_of_side (io, u->file, side) || u->part != part || !u->byte_n)
            continue;
        for (k = n; k > 0; k--) {
            if (seen[k - 1].epoch != u->epoch)
                continue;
            if (seen[k - 1].pid == pid)
                break;
            same++;
        }
        if (k)
            continue;
        if (fid_array_grow (&seen, &cap, n + 1, sizeof *seen, err)) {
            free (seen);
            return -1;
        }
        seen[n++] = (struct reader){pid, u->epoch};
        most = same > most ? same : most;
    }
    free (seen);
    return (double)most;
}

/* Processes that read at the same time: where no log has epochs, those of different ones do not
 * count together. */
static double readers_at_once (const struct fid_finder *f, enum fid_side side)
{
    const struct fid_batch *b = f->batch[side];
    size_t n = f->batch_n[side], counted = 0;
    double sum = 0;
    for (size_t i = 0; i < n && i < 4096; i++) {
        size_t count = 1;
        for (size_t k = i + 1; k < n && b[k].pid != b[i].pid; k++)
            count++;
        if (i + count < n) {
            sum += (double)count;
            counted++;
        }
    }
    return counted ? round (sum / (double)counted) : 0;
}

static int find_loader (struct fid_finder *f, enum fid_side side, struct fid_job_loader *l,
                        struct fid_error *err)
{
    double readers = count_readers (f, side, err), at_once = readers_at_once (f, side);
    if (readers < 0)
        return -1;
    if (!f->run->phases.known && at_once > 0 && at_once < readers)
        readers = at_once;
    l->readers = fmax (1, readers / f->rank_n);
    return 0;
}

/* --- cache */

static void find_cache (struct fid_finder *f)
{
    const struct fid_data_io *io = &f->ev->io;
    struct fid_job *job = f->job;
    double read = 0, stored = 0;
    for (size_t i = 0; i < io->read_n; i++) {
        const struct fid_data_read r = fid_read_of (io, i);
        read += (double)r.byte_n;
        stored += (double)r.stored_n;
    }
    job->data_seen = read >= FID_BOOKS_SOME;
    job->cache_seen = io->request_n > 0;
    job->cached = read > 0 && job->cache_seen ? fmin (1, fmax (0, 1 - stored / read)) : 0;
    job->read_ahead_n = (double)io->request_most_n;
    job->memory_n = fid_run_fact_number (f->run, "memory_limit_bytes");
}

/* --- epochs, ranks */

static void find_epochs (struct fid_finder *f)
{
    const struct fid_side_facts *s = &f->ev->side[FID_SIDE_TRAIN];
    double passes = s->read_file_n ? (double)s->use_n / (double)s->read_file_n : 0;
    int last = -1;
    FID_EACH (const struct fid_job_span, p, f->span) {
        if (p->kind == FID_JOB_TRAINING && p->epoch > 0 && p->epoch != last)
            f->job->epoch_n++;
        if (p->kind == FID_JOB_TRAINING)
            last = p->epoch;
    }
    if (!f->job->epoch_n && s->layout == FID_LAYOUT_WHOLE && passes > 0)
        f->job->epoch_n = (int)fmax (1, round (passes));
}

/* Ranks of which the log says nothing do what the first does. */
static void repeat_first_rank (const struct fid_finder *f)
{
    for (size_t i = f->logged_n; i < f->job->rank_n; i++) {
        struct fid_job_rank *r = &f->job->rank[i];
        int number = r->number;
        *r = f->job->rank[0];
        r->number = number;
        r->alike = true;
    }
}

/* Batches, steps and loader of f->rank. */
static int find_rank (struct fid_finder *f, struct fid_error *err)
{
    struct fid_job_rank *r = &f->job->rank[f->rank];
    int rc = FID_FAILED (
        fid_find_batches (f, err) || find_loader (f, FID_SIDE_TRAIN, &r->loader, err) ||
        find_loader (f, FID_SIDE_EVAL, &r->eval_loader, err) || fid_find_steps (f, err));
    free (f->batch_of);
    f->batch_of = NULL;
    return rc;
}

/* How the files of both sides are read. */
static int find_layouts (struct fid_job_evidence *ev, struct fid_error *err)
{
    for (int side = 0; side < FID_SIDE_N; side++)
        FID_TRY (fid_layout_find (&ev->io, (enum fid_side)side, FID_UNIT_SAMPLE,
                                  &ev->side[side], err));
    return 0;
}

static void clear_batches (struct fid_finder *f)
{
    for (int side = 0; side < FID_SIDE_N; side++)
        free (f->batch[side]);
}

/* Each rank by its own calls. */
static int find_each_rank (struct fid_finder *f, struct fid_error *err)
{
    int rc = 0;
    for (size_t i = 0; i < f->logged_n && !rc; i++) {
        struct fid_finder one = *f;
        struct fid_job_evidence own;
        one.rank = i;
        one.rank_n = 1;
        rc = fid_rank_evidence (&one, &own, err);
        one.ev = &own;
        if (!rc)
            rc = find_layouts (&own, err) || find_rank (&one, err) ? -1 : 0;
        clear_batches (&one);
        fid_rank_evidence_clear (&own);
    }
    return rc;
}

static int find_ranks (struct fid_finder *f, struct fid_error *err)
{
    bool separate;
    FID_TRY (fid_ranks_separate (f, &separate, err));
    int rc = separate                                         ? find_each_rank (f, err)
             : find_rank (f, err) || fid_copy_demand (f, err) ? -1
                                                              : 0;
    FID_TRY (rc || fid_find_meetings (f, err));
    fid_sum_stepless (f);
    fid_add_asked (f);
    repeat_first_rank (f);
    return 0;
}

/* From the first part, which begins before the origin where the log has the start, until the
 * last rank has ended. */
static double length_of_job (const struct fid_finder *f)
{
    double end_s = f->span_n ? (double)(f->span[f->span_n - 1].end_ns - f->origin_ns) / 1e9 : 0;
    for (size_t i = 0; i < f->job->rank_n; i++)
        if (f->job->rank[i].step_n)
            end_s = fmax (end_s, f->job->rank[i].step[f->job->rank[i].step_n - 1].end_s);
    double start_s = f->span_n ? (double)(f->span[0].start_ns - f->origin_ns) / 1e9 : 0;
    return end_s - fmin (start_s, 0);
}

/* --- all of it */

static int find_parts (struct fid_finder *f, struct fid_error *err)
{
    struct fid_job *job = f->job;
    FID_TRY (find_layouts (f->ev, err) || fid_find_spans (f, err) || fid_find_saves (f, err) ||
             find_ranks (f, err) || find_data (f, FID_SIDE_TRAIN, &job->train, err) ||
             find_data (f, FID_SIDE_EVAL, &job->eval, err));
    find_cache (f);
    find_epochs (f);
    for (size_t i = 0; i < f->span_n; i++)
        job->evaluation_n += f->span[i].kind == FID_JOB_EVALUATION;
    job->duration_s = length_of_job (f);
    return fid_books_fill (f, err);
}

static int find_in_log (struct fid_job *job, struct fid_job_evidence *ev,
                        const struct fid_run *run, struct fid_error *err)
{
    struct fid_finder f = {.run = run, .job = job, .ev = ev};
    FID_TRY (fid_data_io_fill (&ev->io, run, err));
    f.rank_n = fmax (1, fid_run_fact_number (run, "ranks"));
    f.rank_n = f.rank_n > 1 ? f.rank_n : fmax (1, (double)ev->io.rank_n);
    f.log_batch = fid_run_fact_number (run, "global_batch_size") / f.rank_n;
    f.origin_ns = run->phases.known              ? run->phases.origin_ns
                  : ev->io.first_ns != INT64_MAX ? ev->io.first_ns
                                                 : 0;
    f.depth[0] = f.depth[1] = -1;
    f.each[0] = f.each[1] = 1;
    ev->origin_ns = f.origin_ns;
    int rc = fid_make_ranks (&f, err) ? -1 : find_parts (&f, err);
    clear_batches (&f);
    free (f.span);
    return rc;
}

int fid_job_find (struct fid_job *job, struct fid_job_evidence *ev, const struct fid_run *run,
                  struct fid_error *err)
{
    bool added = run->steps.found;
    struct fid_run log;
    *job = (struct fid_job){0};
    *ev = (struct fid_job_evidence){0};
    for (size_t i = 0; i < run->phases.phase_n; i++)
        added |= (run->phases.phase[i].flags & FID_PHASE_FOUND) != 0;
    if (!added)
        return find_in_log (job, ev, run, err);
    FID_TRY (fid_run_as_logged (run, &log, err));
    int rc = find_in_log (job, ev, &log, err);
    ev->io.events = &run->events; /* those of the copy, which goes */
    fid_phases_clear (&log.phases);
    return rc;
}

void fid_job_evidence_clear (struct fid_job_evidence *ev)
{
    fid_data_io_clear (&ev->io);
    *ev = (struct fid_job_evidence){0};
}
