/* reweigh.h - would the order be another with other weights of the groups?
 *
 * The overall number gives every group the same weight; nothing says that it has
 * to.  All weights that sum to 1 are drawn evenly, and each pair of a list gets
 * the range of its number and the probability that it keeps its place.  Why the
 * draws, and the source: metrics/weights.h. */
#ifndef FID_REWEIGH_H
#define FID_REWEIGH_H

#include "report/rank.h"

#define FID_REWEIGH_DRAWS 10000

/* A list under all draws. */
struct fid_reweighed {
    double *value;   /* owned; a row of FID_REWEIGH_DRAWS for each known entry */
    double *place_p; /* owned; known_n x known_n: in which place of those known */
    size_t *row;     /* owned; of each entry; SIZE_MAX: no group has a number */
    size_t known_n;
};

/* Draw, and set weight_low and weight_high (5 and 95 %) of the entries of a list
 * that is in order; FID_ABSENT for one without groups.  -1 with FID_EINTERNAL.
 * Cost O(n draws (groups + log draws)), memory O(n (draws + n)). */
int fid_reweigh (struct fid_list *list, struct fid_reweighed *out, struct fid_error *err);
void fid_reweighed_clear (struct fid_reweighed *r);

/* The probability that entry `below` has the higher number; 0 if one of the two has no
 * groups.  Cost O(draws). */
double fid_reweigh_flip (const struct fid_reweighed *r, size_t above, size_t below);

/* Set keeps_p: the probability that an entry is among those that share its place
 * (the entries have their places).  Cost O(n). */
void fid_reweigh_keep (const struct fid_reweighed *r, struct fid_list *list);

#endif
