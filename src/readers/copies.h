/* copies.h - files of a run that hold the same events */
#ifndef FID_COPIES_H
#define FID_COPIES_H

#include "readers/recording.h"

/* Uses one of the files that hold the same events, one or several together: that which leads, or
 * has the shortest name; each that is left out is a finding.  `rec' has one for each source.
 * O(rows of files that may be copies).  -1 with FID_EINTERNAL. */
int fid_copies_drop (struct fid_run *run, struct fid_recording *rec, struct fid_error *err);

#endif
