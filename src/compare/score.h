/* score.h - calibrated scores of one pair (see calibration.h) */
#ifndef FID_SCORE_H
#define FID_SCORE_H

#include "compare/calibration.h"

#define FID_RESOURCES_MAX 16
#define FID_GROUPS_MAX    8

/* A distance that is not a number of the measure. */
#define FID_D_NONE  (-1.0) /* not defined on this pair: no weight */
#define FID_D_WORST (-2.0) /* active on one side only: score 0 */

/* Scores, 0..1, by the order of fid_resources and fid_groups; -1: none. */
struct fid_scores {
    double resource[FID_RESOURCES_MAX], group[FID_GROUPS_MAX], overall;
    size_t group_n; /* groups in the overall score */
};

/* The distances of a pair's cards in the order of set->measure, and resources
 * active on one side only, which score 0 whether repeats were idle or not. */
void fid_score_distances (const struct fid_cal_set *set, const struct fid_card *card, double *d,
                          bool one_sided[FID_RESOURCES_MAX]);

/* Scores of distances against ceilings and floors (arrays of measure_n).  Groups
 * excluded (bits, as in struct fid_compare_opts) have a score but no part in the
 * overall one. */
void fid_score_compute (const struct fid_cal_set *set, const double *d,
                        const bool one_sided[FID_RESOURCES_MAX], const double *ceiling,
                        const double *floor, unsigned excluded, struct fid_scores *out);

/* clip (1 - (d - c) / (f - c)); -1 where one is missing or f <= c. */
double fid_score_one (double d, double ceiling, double floor);

#endif
