/* series_read.h - the parts of a series file; see series.h */
#ifndef FID_SERIES_READ_H
#define FID_SERIES_READ_H

#include "results/series.h"
#include "base/jsonread.h"

/* Read s->doc into the rest of s.  Errors are in w. */
void fid_series_read (struct fid_reading *w, struct fid_series *s);

/* series_numbers.c: a list of n numbers; null among them is FID_GAP if gaps are allowed. */
struct fid_numbers fid_series_numbers (struct fid_reading *w, const cJSON *o, const char *key,
                                       size_t n, bool gaps);

/* series_curves.c: "slowdown" and "demand", which older files have not. */
void fid_series_read_curves (struct fid_reading *w, struct fid_series *s);
void fid_series_clear_curves (struct fid_series *s);
/* series_access.c: the member "access", which older files lack. */
void fid_series_read_access (struct fid_reading *w, const cJSON *doc,
                             struct fid_series_access *a);
void fid_series_access_clear (struct fid_series_access *a);

#endif
