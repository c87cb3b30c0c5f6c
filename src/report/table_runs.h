/* table_runs.h - what the breakdown says of several runs and of uncertainty */
#ifndef FID_TABLE_RUNS_H
#define FID_TABLE_RUNS_H

#include <stdio.h>
#include "report/result.h"

/* " (real, unet3d, 5 runs)", to be freed; NULL without memory. */
char *fid_side_words (const char *what, const struct fid_result_side *side,
                      struct fid_error *err);

/* Where intervals are from, and the energy test of two groups of runs, in lines
 * of width columns; nothing for a pair without either. */
int fid_table_runs (const struct fid_result *r, FILE *f, size_t width, struct fid_error *err);

#endif
