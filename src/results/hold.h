/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hold.h - the runs of many results, held against each other
 *
 * Runs whose names differ only in _rN are to be repeats.  What each did is in its results
 * (model/agree.h).  The results of an outlier are left out.  Where repeats differ, and nobody
 * knows which is wrong, their results say nothing: their verdicts become "cannot tell", and they
 * have no answer and no similarity. */
#pragma once

#include "results/results.h"

/* Holds the real runs, and if wanted the emulations, against each other, and notes what came of
 * it in all->note.  -1 without memory. */
int fid_results_hold (struct fid_results *all, bool emulations, struct fid_error *err);
