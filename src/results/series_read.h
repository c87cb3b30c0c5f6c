/* series_read.h - the parts of a series file; see series.h */
#ifndef FID_SERIES_READ_H
#define FID_SERIES_READ_H

#include "results/series.h"
#include "base/jsonread.h"

/* Read s->doc into the rest of s.  Errors are in w. */
void fid_series_read (struct fid_reading *w, struct fid_series *s);

#endif
