/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steps_log.c - steps that the log names, in time */
#include "job/timed.h"

/* Steps without stamps follow each other from the start of the training of their epoch. */
struct cursor {
    size_t span;
    int64_t t_ns;
    int epoch;
};

static size_t next_span (const struct fid_finder *f, enum fid_job_segment_kind kind,
                         size_t from, int epoch)
{
    for (size_t i = from; i < f->span_n; i++)
        if (f->span[i].kind == kind &&
            (epoch < 0 || f->span[i].epoch < 0 || f->span[i].epoch == epoch))
            return i;
    return SIZE_MAX;
}

static int64_t end_by_length (const struct fid_finder *f, struct cursor *c,
                              enum fid_job_segment_kind kind, const struct fid_step *s,
                              double length_s)
{
    int64_t length_ns = (int64_t)(length_s * 1e9);
    if (s->epoch != c->epoch || c->span == SIZE_MAX) {
        size_t before = c->span;
        size_t from = c->epoch == -2 ? 0 : before == SIZE_MAX ? f->span_n : before + 1;
        c->span = next_span (f, kind, s->epoch < 0 ? 0 : from, s->epoch);
        if (c->span == SIZE_MAX && from)
            c->span = next_span (f, kind, 0, s->epoch);
        c->epoch = s->epoch;
        if (c->span != SIZE_MAX && c->span != before) /* one may have several epochs */
            c->t_ns = f->span[c->span].start_ns;
    }
    if (c->span == SIZE_MAX)
        return c->t_ns += length_ns;
    if (c->t_ns + length_ns / 2 > f->span[c->span].end_ns) {
        size_t more = next_span (f, kind, c->span + 1, s->epoch);
        if (more != SIZE_MAX) {
            c->span = more;
            c->t_ns = f->span[more].start_ns;
        }
    }
    return c->t_ns += length_ns;
}

int fid_place_logged (struct fid_finder *f, const struct fid_step *step, size_t n, int64_t rank,
                      enum fid_side side, struct fid_timed_steps *out, struct fid_error *err)
{
    enum fid_job_segment_kind kind =
        side == FID_SIDE_EVAL ? FID_JOB_EVALUATION : FID_JOB_TRAINING;
    struct cursor at = {.span = SIZE_MAX, .t_ns = f->origin_ns, .epoch = -2};
    size_t before = step == f->run->steps.other ? f->run->steps.n : 0;
    FID_EACH_OF (const struct fid_step, s, step, n) {
        if (s->eval != (side == FID_SIDE_EVAL) || (rank >= 0 && s->rank != rank))
            continue;
        double load_s = fmax (0, s->load_s), compute_s = fmax (0, s->compute_s);
        double length_s = fmax (s->step_s, load_s + compute_s);
        if (s->compute_s < 0)
            compute_s = length_s - load_s;
        int64_t end_ns = s->end_ns;
        if (end_ns == INT64_MIN)
            end_ns = end_by_length (f, &at, kind, s, length_s);
        struct fid_timed_step p = {.end_ns = end_ns, .span = SIZE_MAX, .batch = SIZE_MAX};
        p.compute_s = compute_s;
        p.rest_s = fmax (0, length_s - load_s - compute_s);
        p.logged = (uint32_t)(before + (size_t)(s - step) + 1);
        p.ask_ns = end_ns - (int64_t)(length_s * 1e9);
        p.got_ns = end_ns - (int64_t)(compute_s * 1e9);
        p.span = fid_span_at (f, kind, end_ns - (int64_t)(compute_s * 5e8));
        FID_TRY (fid_add_step (out, p, err));
    }
    return 0;
}
