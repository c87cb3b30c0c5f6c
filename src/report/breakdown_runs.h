/* breakdown_runs.h - what the breakdown says of several runs and of uncertainty */
#ifndef FID_TABLE_RUNS_H
#define FID_TABLE_RUNS_H

#include <stdio.h>
#include "results/results.h"

/* " (real, unet3d, 5 runs)", to be freed; NULL without memory. */
char *fid_side_words (const char *what, const struct fid_result_side *side,
                      struct fid_error *err);

/* Whether the sides of several runs can be told apart (the energy test): in a
 * sentence, to be freed (NULL without memory), and in a few words; "" where there
 * is no such test. */
#define FID_ENERGY_N 80
char *fid_energy_words (const struct fid_result *r, struct fid_error *err);
void fid_energy_short (const struct fid_result_head *r, char *buf, size_t n);

/* Pairs of several runs and those with intervals, as a table of report.md; nothing
 * where there are none.  -1 with FID_EINTERNAL. */
int fid_md_runs (const struct fid_results *all, FILE *f, struct fid_error *err);

/* Where intervals are from, and the energy test of two groups of runs, in lines
 * of width columns; nothing for a pair without either. */
int fid_table_runs (const struct fid_result *r, FILE *f, size_t width, struct fid_error *err);

#endif
