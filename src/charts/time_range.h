/* time_range.h - which part of a run is looked at, by name
 *
 *   overview        all that was traced
 *   init            INIT, from 5 s before to 5 s after it
 *   first_5min      from 5 s before INIT, 5 minutes of it
 *   first_training, first_epoch, first_eval, first_ckpt
 *                   the first of its kind, 5 s around
 *   last_2min, last_5s
 *                   the end of the last phase
 *
 * the pictures of the earlier pipeline (DLIO's authors' plot_timelines.py). */
#ifndef FID_ZOOM_H
#define FID_ZOOM_H

#include "timeline/run.h"

extern const char *const fid_zooms[]; /* NULL-terminated; the overview first */

/* ns on the axis of the run; INT64_MIN and INT64_MAX: all. */
struct fid_stretch_ns {
    int64_t from_ns, to_ns;
};

/* The stretch of a zoom.  False where the run has no such phase, or the name is
 * none.  Needs the phases only. */
bool fid_zoom_find (const struct fid_run *run, const char *name, struct fid_stretch_ns *out);

/* Where pictures have their 0: the start of the job; of the trace, where no
 * phases are known. */
int64_t fid_zoom_zero (const struct fid_run *run);

/* All that was traced: phases, samples, events of the run.  False: nothing. */
bool fid_zoom_extent (const struct fid_run *run, struct fid_stretch_ns *out);

#endif
