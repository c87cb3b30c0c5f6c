/* watcher.h - callbacks that see the events of a run one by one */
#ifndef FID_WATCHER_H
#define FID_WATCHER_H

#include "run/run.h"

struct fid_watcher {
    void *self; /* borrowed */

    /* Called once, before any event. */
    int (*begin) (void *self, const struct fid_run *run, struct fid_error *err);

    /* Called for each event that counts as the run's, in the order of its file;
     * start_ns is on the axis.  Spans of ev are valid during the call.  Both return 0,
     * or -1 with err set, which ends the reading. */
    int (*event) (void *self, enum fid_stream_id id, const struct fid_event *ev,
                  int64_t start_ns, struct fid_error *err);

    /* The same for opens of all files of the run's, code among them; NULL: not wanted. */
    int (*open) (void *self, const struct fid_event *ev, int64_t start_ns,
                 struct fid_error *err);
};

/* Shows w the events of a run that has been read: calls on files, then block requests.  -1 as w
 * says. */
int fid_run_watch (const struct fid_run *run, const struct fid_watcher *w,
                   struct fid_error *err);

#endif
