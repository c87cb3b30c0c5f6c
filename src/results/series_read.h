/* series_read.h - the parts of a series file; see series.h */
#ifndef FID_SERIES_READ_H
#define FID_SERIES_READ_H

#include "results/series.h"
#include "results/document.h"

/* Read s->doc into the rest of s.  Errors are in w. */
void fid_series_read (struct fid_walk *w, struct fid_series *s);

#endif
