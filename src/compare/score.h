/* score.h - calibrated scores of one pair (see calibration.h) */
#ifndef FID_SCORE_H
#define FID_SCORE_H

#include "compare/calibration.h"
#include "compare/resource_result.h"

/* A distance that is not a number of the measure. */
#define FID_D_NONE  (-1.0) /* not defined on this pair: no weight */
#define FID_D_WORST (-2.0) /* active on one side only: score 0 */

/* Scores, 0..1, in the order of fid_resources and fid_groups; -1: none. */
struct fid_scores {
    double resource[FID_RESOURCE_N], group[FID_GROUP_N], overall;
    size_t group_n; /* groups in the overall score */
};

/* Returns the measure of a pair's results (one for each resource) to which the calibration's
 * belongs, or NULL. */
const struct fid_measure *fid_score_measure (const struct fid_cal_measure *cm,
                                             const struct fid_resource_result *result);

/* Collects the distances of a pair's results in the order of set->measure, and the resources
 * active on one side only, which score 0 whether repeats were idle or not. */
void fid_score_distances (const struct fid_cal_set *set,
                          const struct fid_resource_result *result, double *d,
                          bool one_sided[FID_RESOURCE_N]);

/* Computes scores from distances, noise and chance levels (arrays of measure_n).  Excluded
 * groups (bits, as in struct fid_compare_opts) have a score, but do not count in the overall
 * one. */
void fid_score_compute (const struct fid_cal_set *set, const double *d,
                        const bool one_sided[FID_RESOURCE_N], const double *noise,
                        const double *chance, unsigned excluded, struct fid_scores *out);

/* clip (1 - (d - noise) / (chance - noise)); -1 if one is missing or chance <= noise. */
double fid_score_one (double d, double noise, double chance);

#endif
