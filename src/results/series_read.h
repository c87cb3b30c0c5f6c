/* series_read.h - the parts of a series file; see series.h */
#ifndef FID_SERIES_READ_H
#define FID_SERIES_READ_H

#include "results/series.h"
#include "results/document.h"

/* Read s->doc into the rest of s. */
void fid_series_read (struct fid_walk *w, struct fid_series *s);

/* Of it: distributions, spectra, steps and cells. */
void fid_series_read_stats (struct fid_walk *w, struct fid_series *s);

/* The finer values behind a series, if it has some. */
void fid_series_read_fine (struct fid_walk *w, const cJSON *track, struct fid_series_fine *f);

/* A list of n numbers, null among them (FID_GAP) if gaps may be. */
struct fid_numbers fid_series_numbers (struct fid_walk *w, const cJSON *o, const char *key,
                                       size_t n, bool gaps);

extern const char *const fid_series_side_name[2]; /* "real", "emulation" */

#endif
