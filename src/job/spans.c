/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spans.c - the parts of a job in time, from the log, and evaluations from the traces */
#include "job/find_priv.h"

#define SOON_NS    INT64_C (500000000) /* what is read so soon after reads belongs to them */
#define EVAL_GAPS  5   /* gaps between evaluations are so many times those inside */
#define MOST_OF    0.9 /* of a phase a segment is all of it */
#define SURE_NAMES 0.7 /* a folder called "valid" is one of evaluation */

static int add_span (struct fid_finder *f, struct fid_job_span s, struct fid_error *err)
{
    if (s.end_ns <= s.start_ns)
        return 0;
    return FID_PUSH (f->span, err, s);
}

FID_ORDER_BY (by_span_start, struct fid_job_span, FID_RISING (start_ns))

int fid_spans_cut (struct fid_finder *f, struct fid_job_span new_span, struct fid_error *err)
{
    size_t n = f->span_n;
    for (size_t i = 0; i < n; i++) {
        struct fid_job_span *s = &f->span[i], tail = *s;
        if (s->end_ns <= new_span.start_ns || s->start_ns >= new_span.end_ns)
            continue;
        if (new_span.epoch < 0)
            new_span.epoch = s->epoch;
        double before = (double)(s->end_ns - s->start_ns);
        if (s->end_ns > new_span.end_ns && s->start_ns < new_span.start_ns) {
            tail.step_n = s->step_n = 0; /* how many are in which part is not known */
            if (tail.kind == FID_JOB_EVALUATION && tail.known.from == FID_JOB_TRACES)
                tail.kind = FID_JOB_REST; /* its end was a guess */
            tail.start_ns = new_span.end_ns;
            s->end_ns = new_span.start_ns;
            FID_TRY (add_span (f, tail, err));
        } else if (s->start_ns < new_span.start_ns)
            s->end_ns = new_span.start_ns;
        else if (s->end_ns > new_span.end_ns)
            s->start_ns = new_span.end_ns;
        else
            s->end_ns = s->start_ns; /* covered: removed below */
        if ((double)(s->end_ns - s->start_ns) < MOST_OF * before)
            s->step_n = 0;
    }
    n = 0;
    for (size_t i = 0; i < f->span_n; i++)
        if (f->span[i].end_ns > f->span[i].start_ns)
            f->span[n++] = f->span[i];
    f->span_n = n;
    FID_TRY (add_span (f, new_span, err));
    qsort (f->span, f->span_n, sizeof *f->span, by_span_start);
    return 0;
}

/* --- the log */

static enum fid_job_segment_kind kind_of_part (enum fid_part part)
{
    static const enum fid_job_segment_kind kinds[FID_PART_N] = {
        [FID_PART_BEFORE] = FID_JOB_START,      [FID_PART_INIT] = FID_JOB_START,
        [FID_PART_TRAINING] = FID_JOB_TRAINING, [FID_PART_EVAL] = FID_JOB_EVALUATION,
        [FID_PART_CHECKPOINT] = FID_JOB_SAVE,   [FID_PART_BETWEEN] = FID_JOB_REST,
        [FID_PART_AFTER] = FID_JOB_REST};
    return kinds[part];
}

/* Whether a checkpoint of the log is one that is loaded. */
static bool is_load (const struct fid_phases *p, int64_t t_ns)
{
    for (size_t i = 0; i < p->phase_n && p->phase[i].start_ns <= t_ns; i++)
        if (p->phase[i].name == FID_NAME_CHECKPOINT_LOAD && p->phase[i].end_ns > t_ns)
            return true;
    return false;
}

/* Steps of a segment of training or evaluation as the log counts them: those of the phase that
 * it is; 0: unknown. */
static double steps_of_segment (const struct fid_phases *p, const struct fid_segment *g)
{
    enum fid_phase_kind kind = g->part == FID_PART_EVAL ? FID_PHASE_EVAL : FID_PHASE_TRAINING;
    for (size_t i = 0; i < p->phase_n; i++)
        if (p->phase[i].kind == kind && p->phase[i].step_n &&
            p->phase[i].start_ns <= g->start_ns && p->phase[i].end_ns >= g->end_ns &&
            (double)(g->end_ns - g->start_ns) >
                MOST_OF * (double)(p->phase[i].end_ns - p->phase[i].start_ns))
            return (double)p->phase[i].step_n;
    return 0;
}

static int take_log (struct fid_finder *f, struct fid_error *err)
{
    const struct fid_phases *p = &f->run->phases;
    FID_EACH (const struct fid_segment, g, p->segment) {
        struct fid_job_span s = {.kind = kind_of_part (g->part),
                                 .start_ns = g->start_ns,
                                 .end_ns = g->end_ns,
                                 .epoch = g->epoch,
                                 .save = SIZE_MAX,
                                 .known = {FID_JOB_LOG, 1}};
        if (s.kind == FID_JOB_TRAINING || s.kind == FID_JOB_EVALUATION)
            s.step_n = steps_of_segment (p, g);
        if (s.kind == FID_JOB_SAVE && is_load (p, g->start_ns))
            s.kind = FID_JOB_LOAD;
        FID_TRY (add_span (f, s, err));
    }
    return 0;
}

double fid_counted_steps (const struct fid_finder *f, enum fid_job_segment_kind kind)
{
    double n = 0, counted_ns = 0, other_ns = 0;
    for (size_t i = 0; i < f->span_n; i++) {
        double length_ns = (double)(f->span[i].end_ns - f->span[i].start_ns);
        if (f->span[i].kind != kind)
            continue;
        n += f->span[i].step_n;
        *(f->span[i].step_n > 0 ? &counted_ns : &other_ns) += length_ns;
    }
    return n > 0 && other_ns < counted_ns / n ? n : 0;
}

/* --- the traces */

/* The first call that gets samples for training; INT64_MAX: none. */
static int64_t first_training (const struct fid_data_io *io)
{
    int64_t first = io->handed_n ? fid_start_of (io, io->handed[0].row) : INT64_MAX;
    for (size_t i = 0; i < io->open_n && fid_start_of (io, io->open[i].row) < first; i++)
        if (io->file[io->open[i].of].side == FID_SIDE_TRAIN)
            first = fid_start_of (io, io->open[i].row);
    for (size_t i = 0; i < io->read_n && fid_start_of (io, io->read[i].row) < first; i++)
        if (io->file[fid_file_of_read (io, i)].side == FID_SIDE_TRAIN)
            first = fid_start_of (io, io->read[i].row);
    return first;
}

static int take_traces (struct fid_finder *f, struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    int64_t train_ns = first_training (io);
    if (io->last_ns <= io->first_ns)
        return 0;
    struct fid_job_span s = {.kind = train_ns < INT64_MAX ? FID_JOB_START : FID_JOB_REST,
                             .start_ns = io->first_ns,
                             .end_ns = train_ns < INT64_MAX ? train_ns : io->last_ns,
                             .epoch = -1,
                             .save = SIZE_MAX,
                             .known = {FID_JOB_TRACES, 0.8}};
    FID_TRY (add_span (f, s, err));
    s.kind = FID_JOB_TRAINING;
    s.start_ns = s.end_ns;
    s.end_ns = io->last_ns;
    return add_span (f, s, err);
}

/* --- evaluations */

/* The first read for training that begins after t_ns; INT64_MAX. */
static int64_t next_training_read (const struct fid_data_io *io, int64_t t_ns, size_t *at)
{
    for (; *at < io->read_n; ++*at)
        if (fid_start_of (io, io->read[*at].row) > t_ns &&
            fid_is_of_side (io, fid_file_of_read (io, *at), FID_SIDE_TRAIN))
            return fid_start_of (io, io->read[*at].row);
    return INT64_MAX;
}

/* Reads of files of evaluation that follow each other make an evaluation; reads for training,
 * or a long pause, end it. */
static int add_evaluations (struct fid_finder *f, struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    FID_FREED int64_t *gap = malloc ((io->read_n + 1) * sizeof *gap);
    size_t n = 0, at = 0;
    int64_t last_ns = INT64_MIN;
    FID_NEED (gap, err);
    for (size_t i = 0; i < io->read_n; i++) {
        const struct fid_data_read r = fid_read_of (io, i);
        if (!fid_is_of_side (io, r.file, FID_SIDE_EVAL))
            continue;
        if (last_ns != INT64_MIN)
            gap[n++] = r.start_ns - last_ns;
        last_ns = r.start_ns;
    }
    FID_SORT (gap, n, fid_by_number);
    int64_t usual_ns = n ? gap[n * 3 / 4] : 0, inside_ns = n ? gap[n / 2] : 0;
    struct fid_job_span s = {.kind = FID_JOB_EVALUATION,
                             .start_ns = INT64_MIN,
                             .epoch = -1,
                             .save = SIZE_MAX,
                             .known = {FID_JOB_TRACES, SURE_NAMES}};
    for (size_t i = 0; i <= io->read_n; i++) {
        const struct fid_data_read r =
            i < io->read_n ? fid_read_of (io, i) : (struct fid_data_read){0};
        if (i < io->read_n && !fid_is_of_side (io, r.file, FID_SIDE_EVAL))
            continue;
        if (s.start_ns != INT64_MIN) {
            int64_t next_ns = next_training_read (io, s.end_ns, &at);
            bool ends =
                i == io->read_n || (r.start_ns - s.end_ns > EVAL_GAPS * inside_ns &&
                                    r.start_ns - s.end_ns > SOON_NS && next_ns < r.start_ns);
            if (ends) {
                /* the last of its samples are still to be computed */
                int64_t until = next_ns < f->ev->io.last_ns ? next_ns : f->ev->io.last_ns;
                int64_t more = s.end_ns + usual_ns;
                s.end_ns = until < s.end_ns + SOON_NS + 3 * usual_ns ? until : more;
                FID_TRY (fid_spans_cut (f, s, err));
                s.start_ns = INT64_MIN;
            }
        }
        if (i == io->read_n)
            break;
        if (s.start_ns == INT64_MIN)
            s.start_ns = r.start_ns;
        s.end_ns = r.start_ns + (r.dur_ns > 0 ? r.dur_ns : 1);
        at = i;
    }
    return 0;
}

int fid_find_spans (struct fid_finder *f, struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    bool named = false, eval_read = false;
    FID_TRY (f->run->phases.known ? take_log (f, err) : take_traces (f, err));
    for (size_t i = 0; i < f->span_n; i++)
        named |= f->span[i].kind == FID_JOB_EVALUATION;
    for (size_t i = 0; i < io->use_n && !named && !eval_read; i++)
        eval_read = fid_is_of_side (io, io->use[i].file, FID_SIDE_EVAL);
    FID_TRY (eval_read && add_evaluations (f, err));
    f->job->evaluations.from = f->run->phases.known && named ? FID_JOB_LOG : FID_JOB_TRACES;
    f->job->evaluations.sure = f->run->phases.known && named ? 1
                               : eval_read                   ? SURE_NAMES
                               : f->run->phases.known        ? 0.8
                                                             : 0.3;
    return 0;
}
