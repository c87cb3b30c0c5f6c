/* SPDX-License-Identifier: GPL-3.0-or-later */
/* whatif_figure.h - iterations of several ranks before and after their fetches are aligned
 *
 * For each job a row of two charts against the number of the iteration: how long the iterations
 * take, and how long the ranks wait for their batches, as a band from the shortest to the
 * longest wait; as recorded, and with fetches as the mean and as the earliest of all ranks. */
#pragma once

#include "plot/figure.h"
#include "tools/whatif/job.h"

/* Add the charts of n jobs.  The figure also reports if memory ran out. */
void fid_whatif_picture (struct fid_figure *fig, const struct fid_whatif_job *job, size_t n,
                         const struct fid_whatif_rule *rule);
