/* SPDX-License-Identifier: GPL-3.0-or-later */
/* timed.c - see timed.h */
#include "job/timed.h"

int fid_add_step (struct fid_timed_steps *s, struct fid_timed_step p, struct fid_error *err)
{
    return FID_PUSH_TO (s->at, s->n, s->cap, err, p);
}

size_t fid_span_at (const struct fid_finder *f, enum fid_job_segment_kind kind, int64_t t_ns)
{
    size_t low = FID_FIRST_AFTER (f->span, f->span_n, struct fid_job_span, start_ns, t_ns);
    for (size_t i = low; i-- > 0;)
        if (f->span[i].kind == kind)
            return i;
    while (low < f->span_n && f->span[low].kind != kind)
        low++;
    return low < f->span_n ? low : SIZE_MAX;
}
