/* hourerror.h - files whose stamps are hours or days off */
#ifndef FID_HOURERROR_H
#define FID_HOURERROR_H

#include "timeline/clock.h"
#include "timeline/zone.h"

/* The stretch of a source; false if it has no (sane) stamps. */
bool fid_source_stretch (const struct fid_clock_source *s, struct fid_extent *st);

/* Give every source in local time its shift_ns: the day where it has none, and
 * hours where it meets nothing of `ref` (what ran then, in local time; ref_n 0:
 * the files that agree with most others) but would after a shift.  Files that
 * meet it stay as they are. */
int fid_hour_errors (struct fid_clocks *c, struct fid_clock_input *in,
                     const struct fid_extent *ref, size_t ref_n, struct fid_error *err);

#endif
