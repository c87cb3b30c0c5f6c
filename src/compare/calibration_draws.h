/* calibration_draws.h - noise and chance levels under resampled calibration runs
 *
 * How far a score would move had other repeats and other unrelated runs been
 * recorded: both are drawn anew, with replacement, and the levels worked out
 * for each draw (bootstrap of runs: Efron & Tibshirani 1993, chapter 6,
 * doi:10.1201/9780429246593).  Levels know nothing of the pair that is scored,
 * so a set makes its draws once, for all pairs and threads. */
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

/* Draw.  Draws in which only one run came up are drawn again.  The same for a
 * seed everywhere.  FID_EINTERNAL below two repeats.  Cost: draw_n times
 * fid_cal_levels. */
int fid_cal_draw (const struct fid_cal_set *set, size_t draw_n, unsigned long seed,
                  struct fid_cal_draws *out, struct fid_error *err);
void fid_cal_draws_clear (struct fid_cal_draws *d);

/* The FID_CAL_DRAWS draws of a set that has set->shared, made by the first
 * thread that asks while the others wait; borrowed from the set.  NULL with
 * what fid_cal_draw says. */
const struct fid_cal_draws *fid_cal_draws_of (const struct fid_cal_set *set,
                                              struct fid_error *err);

/* set->shared: the room for them, and the lock. */
struct fid_cal_shared *fid_cal_shared_create (struct fid_error *err);
void fid_cal_shared_destroy (struct fid_cal_shared *s);

#endif
