/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steps.c - see steps.h */
#include "readers/dftracer/steps.h"

int fid_dft_step_finish (struct fid_dft_step *s, struct fid_error *err)
{
    struct fid_step step = {.end_ns = s->computed ? s->compute_end_ns : s->fetch_end_ns,
                            .load_s = FID_STEP_NONE,
                            .compute_s = FID_STEP_NONE,
                            .step_s = FID_STEP_NONE,
                            .epoch = s->epoch,
                            .eval = s->eval};
    if (!s->fetched && !s->computed)
        return 0;
    if (s->fetched)
        step.load_s = (double)(s->fetch_end_ns - s->fetch_start_ns) / 1e9;
    if (s->computed)
        step.compute_s = (double)s->compute_ns / 1e9;
    if (s->fetched && s->computed)
        step.step_s = (double)(s->compute_end_ns - s->fetch_start_ns) / 1e9;
    *s = (struct fid_dft_step){.sink = s->sink};
    return fid_put_step (s->sink, &step, err);
}

/* Begin a step with its first part. */
static int begin_step (struct fid_dft_step *s, int epoch, bool eval, struct fid_error *err)
{
    FID_TRY (fid_dft_step_finish (s, err));
    s->epoch = epoch;
    s->eval = eval;
    return 0;
}

int fid_dft_step_add (struct fid_dft_step *s, enum fid_dft_part part, int64_t start_ns,
                      int64_t end_ns, int epoch, bool eval, struct fid_error *err)
{
    if (part == FID_DFT_FETCH) {
        if (s->fetched && end_ns <= s->fetch_end_ns)
            return 0; /* logged by two layers */
        FID_TRY (begin_step (s, epoch, eval, err));
        s->fetched = true;
        s->fetch_start_ns = start_ns;
        s->fetch_end_ns = end_ns;
        return 0;
    }
    if (s->computed && end_ns <= s->compute_end_ns)
        return 0;
    bool again = s->computed && (part == FID_DFT_COMPUTE || s->whole ||
                                 (part == FID_DFT_FORWARD && s->after_forward));
    bool first = !s->fetched && !s->computed;
    FID_TRY ((again || first) && begin_step (s, epoch, eval, err));
    s->computed = true;
    s->whole = part == FID_DFT_COMPUTE;
    s->after_forward |= part == FID_DFT_BACKWARD;
    s->compute_ns += end_ns - start_ns;
    s->compute_end_ns = end_ns;
    return 0;
}
