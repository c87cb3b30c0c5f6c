/* watcher.h - somebody who looks on while a run is put together
 *
 * Runs keep no events.  Who needs them (pictures) sees each one go by. */
#ifndef FID_WATCHER_H
#define FID_WATCHER_H

#include "timeline/run.h"

struct fid_watcher {
    void *self; /* borrowed */

    /* Clocks and phases of the run are known, its events are not; once. */
    int (*begin) (void *self, const struct fid_run *run, struct fid_error *err);

    /* An event that counts as the run's, in the order of its file; start_ns is on
     * the axis.  What ev borrows is good during the call.  Both return 0, or -1
     * with err set, which ends the reading. */
    int (*event) (void *self, enum fid_stream_id id, const struct fid_event *ev,
                  int64_t start_ns, struct fid_error *err);
};

#endif
