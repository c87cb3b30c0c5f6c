/* timed.c - see timed.h */
#include "base/array.h"
#include "job/timed.h"

int
fid_add_step (struct fid_timed_steps *s, struct fid_timed_step p, struct fid_error *err)
{
    return FID_PUSH_TO (s->at, s->n, s->cap, err, p);
}

size_t
fid_span_at (const struct fid_finder *f, enum fid_job_segment_kind kind, int64_t t_ns)
{
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < f->span_n; i++)
        if (f->span[i].kind == kind && (best == SIZE_MAX || f->span[i].start_ns <= t_ns))
            best = i;
    return best;
}
