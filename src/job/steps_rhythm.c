/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steps_rhythm.c - steps that do not show one by one: by the rhythm of reads, by bytes, by the
 * log's numbers */
#include "job/timed.h"
#include "job/rhythm.h"

#define ALIKE 0.2 /* of their steps the first stretch may differ from the others */

int fid_place_evenly (struct fid_finder *f, size_t span, double n, double busy_ns,
                      struct fid_timed_steps *s, struct fid_error *err)
{
    const struct fid_job_span *p = &f->span[span];
    double length = (double)(p->end_ns - p->start_ns) / fmax (1, n);
    for (size_t i = 0; i < (size_t)n; i++) {
        int64_t at = p->start_ns + (int64_t)(length * (double)i);
        double wait = fmin (busy_ns / n, length);
        struct fid_timed_step step = {.ask_ns = at,
                                      .got_ns = at + (int64_t)wait,
                                      .end_ns = at + (int64_t)length,
                                      .span = span,
                                      .batch = SIZE_MAX,
                                      .compute_s = -1};
        FID_TRY (fid_add_step (s, step, err));
    }
    return 0;
}

/* Starts and the summed length of the reads of a side in a span. */
static size_t reads_of_span (const struct fid_finder *f, enum fid_side side, size_t span,
                             int64_t *t, double *busy_ns)
{
    const struct fid_data_io *io = &f->ev->io;
    size_t n = 0, first = fid_reads_before (io, f->span[span].start_ns);
    *busy_ns = 0;
    for (size_t i = first;
         i < io->read_n && fid_start_of (io, io->read[i].row) < f->span[span].end_ns; i++) {
        const struct fid_data_read r = fid_read_of (io, i);
        if (!fid_is_of_side (io, r.file, side) || !r.byte_n)
            continue;
        t[n++] = r.start_ns;
        *busy_ns += r.dur_ns > 0 ? (double)r.dur_ns : 0;
    }
    return n;
}

/* The rhythm of the gaps between reads in all spans of a kind. */
static int find_rhythm (const struct fid_finder *f, enum fid_side side,
                        enum fid_job_segment_kind kind, int64_t *t, struct fid_rhythm *r,
                        struct fid_error *err)
{
    FID_FREED double *gap = malloc ((f->ev->io.read_n + 1) * sizeof *gap);
    double busy;
    size_t m = 0;
    FID_NEED (gap, err);
    for (size_t i = 0; i < f->span_n; i++) {
        if (f->span[i].kind != kind)
            continue;
        size_t n = reads_of_span (f, side, i, t, &busy);
        for (size_t k = 1; k < n; k++)
            gap[m++] = fmax ((double)(t[k] - t[k - 1]), 1);
    }
    *r = fid_rhythm_find (gap, m);
    return 0;
}

/* Stretches between checkpoints have as many steps each: the first, which begins slowly, gets
 * those of the others if they agree. */
static void even_out (const struct fid_finder *f, double *count)
{
    double usual = 0;
    size_t first = SIZE_MAX, n = 0;
    for (size_t i = 0; i < f->span_n; i++) {
        if (!(count[i] > 0))
            continue;
        if (f->span[i].step_n > 0)
            return; /* the log counts them */
        if (first == SIZE_MAX)
            first = i;
        else if (n && fabs (count[i] - usual) > 1)
            return;
        else {
            usual = n ? usual : count[i];
            n++;
        }
    }
    if (n < 2 || fabs (count[first] - usual) > ALIKE * usual)
        return;
    for (size_t i = 0; i < f->span_n; i++)
        count[i] = count[i] > 0 ? usual : 0;
}

/* Where training shows no rhythm: an evaluation that does reads as many bytes a step.  What the
 * first step has read before it computes is one step's, whatever it fills. */
static int count_by_bytes (const struct fid_finder *f, double *count, struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    struct fid_rhythm eval;
    double steps = 0, bytes = 0, busy_ns;
    int64_t *at = malloc ((io->read_n + 1) * sizeof *at);
    if (!at || find_rhythm (f, FID_SIDE_EVAL, FID_JOB_EVALUATION, at, &eval, err)) {
        free (at);
        return at ? -1 : fid_error_nomem (err);
    }
    for (size_t i = 0; i < f->span_n && eval.period_ns > 0; i++) {
        if (f->span[i].kind != FID_JOB_EVALUATION)
            continue;
        size_t n = reads_of_span (f, FID_SIDE_EVAL, i, at, &busy_ns);
        if (n > 1) /* from the first read to the last */
            steps += fid_rhythm_count (&eval, at + 1, n - 1, at[0], at[n - 1]);
        for (size_t k = 0, first = 1; n > 1 && k < io->read_n; k++)
            if (fid_start_of (io, io->read[k].row) >= at[0] &&
                fid_start_of (io, io->read[k].row) < at[n - 1] &&
                fid_is_of_side (io, fid_file_of_read (io, k), FID_SIDE_EVAL)) {
                bytes += first ? 0 : (double)fid_read_of (io, k).byte_n;
                first = 0;
            }
    }
    free (at);
    double a_step = steps > 0 ? bytes / steps : 0;
    bool filled = false;
    for (size_t i = 0; i < f->span_n && a_step > 0; i++) {
        double sum = 0;
        int64_t last_ns = INT64_MIN;
        if (f->span[i].kind != FID_JOB_TRAINING || f->span[i].step_n > 0)
            continue;
        for (size_t k = 0; k < io->read_n; k++) {
            const struct fid_data_read r = fid_read_of (io, k);
            if (r.start_ns < f->span[i].start_ns || r.start_ns >= f->span[i].end_ns ||
                !fid_is_of_side (io, r.file, FID_SIDE_TRAIN))
                continue;
            filled |=
                last_ns != INT64_MIN && r.start_ns - last_ns > (int64_t)(eval.period_ns / 2);
            sum += filled ? (double)r.byte_n : 0;
            last_ns = r.start_ns;
        }
        count[i] = round (sum / a_step);
    }
    return 0;
}

int fid_place_rhythm (struct fid_finder *f, enum fid_side side, enum fid_job_segment_kind kind,
                      struct fid_timed_steps *s, struct fid_error *err)
{
    FID_FREED int64_t *t = malloc ((f->ev->io.read_n + 1) * sizeof *t);
    FID_FREED double *count = calloc (f->span_n + 1, sizeof *count);
    double busy_ns;
    struct fid_rhythm rhythm;
    FID_NEED (t && count, err);
    FID_TRY (find_rhythm (f, side, kind, t, &rhythm, err));
    for (size_t i = 0; i < f->span_n; i++) {
        if (f->span[i].kind != kind)
            continue;
        size_t n = reads_of_span (f, side, i, t, &busy_ns);
        if (f->span[i].step_n > 0)
            count[i] = f->span[i].step_n;
        else if (rhythm.period_ns > 0 && n)
            count[i] = fid_rhythm_count (&rhythm, t, n, f->span[i].start_ns, f->span[i].end_ns);
    }
    FID_TRY (kind == FID_JOB_TRAINING && !(rhythm.period_ns > 0) &&
             count_by_bytes (f, count, err));
    if (kind == FID_JOB_TRAINING)
        even_out (f, count);
    for (size_t i = 0; i < f->span_n; i++) {
        if (!(count[i] > 0))
            continue;
        reads_of_span (f, side, i, t, &busy_ns);
        FID_TRY (fid_place_evenly (f, i, count[i], busy_ns, s, err));
    }
    return 0;
}
