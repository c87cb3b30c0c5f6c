/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scale.h - a plan for more ranks, more data, other epochs or another accelerator
 *
 * A step of the plan with all that is read for it is a unit.  Each part (training of an
 * epoch, an evaluation) takes the units of all ranks, once for each copy of the data, and deals
 * them out anew: shuffled by a seed, or in order if the plan reads its files from front to back.
 * Each new rank is like one of the plan: as many readers, as many batches ahead. */
#pragma once

#include "plan/plan.h"

struct fid_plan_scale {
    size_t rank_n;      /* 0: as many as there are */
    double data_n;      /* bytes of the files of training together; 0: as they are */
    size_t epoch_n;     /* 0: as many as there are */
    double computation; /* times as long; 1 */
    uint64_t seed;
};

/* Makes a plan from another one, which stays.  Clear *to even after a failure.  -1 with
 * FID_EINPUT if ranks of the plan do other things than each other, so that none can be added.
 * Cost: the size of the new plan, times its logarithm. */
int fid_plan_scale (struct fid_plan *to, const struct fid_plan *from,
                    const struct fid_plan_scale *how, struct fid_error *err);
