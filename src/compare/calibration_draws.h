/* calibration_draws.h - noise and chance levels under resampled calibration runs
 *
 * How far would a score move with other repeats and other unrelated runs?  Both are drawn with
 * replacement, and the levels computed for each draw (bootstrap of runs: Efron & Tibshirani
 * 1993, chapter 6, doi:10.1201/9780429246593).  Levels do not depend on the pair that is
 * scored, so a set makes its draws once, for all pairs and threads. */
#ifndef FID_DRAWS_H
#define FID_DRAWS_H

#include "compare/calibration.h"

#define FID_CAL_DRAWS 1000

/* draw_n times measure_n levels. */
struct fid_cal_draws {
    size_t draw_n, measure_n;
    double *noise, *chance; /* owned */
    size_t *ref;            /* owned; draw_n times the set's run_n: repeats drawn */
};

/* Makes the draws; draws of a single run are repeated.  The same seed gives the same draws on
 * any machine.  FID_EINTERNAL with fewer than two repeats.  Cost: draw_n times fid_cal_levels.
 * */
int fid_cal_draw (const struct fid_cal_set *set, size_t draw_n, unsigned long seed,
                  struct fid_cal_draws *out, struct fid_error *err);
void fid_cal_draws_clear (struct fid_cal_draws *d);

/* Returns the FID_CAL_DRAWS draws of a set that has set->shared; the first thread makes them
 * while the others wait.  Borrowed from the set.  NULL with the error of fid_cal_draw. */
const struct fid_cal_draws *fid_cal_draws_of (const struct fid_cal_set *set,
                                              struct fid_error *err);

/* Creates set->shared, which holds the draws and their lock. */
struct fid_cal_shared *fid_cal_shared_create (struct fid_error *err);
void fid_cal_shared_destroy (struct fid_cal_shared *s);

#endif
