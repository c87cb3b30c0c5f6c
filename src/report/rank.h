/* rank.h - which emulation is nearest to which real run
 *
 * The results of one run, best first.  If all have a calibrated score the order
 * is by score, else by similarity; one list never mixes the two.  Pairs that cannot be told
 * apart share a place: a pair ties with the best one of its place if their scores (or
 * similarities) differ by less than FID_TIE_WITHIN, or, in the list of a real run, if it is the
 * better one under more than FID_TIE_FLIP of all weights of the groups. Intervals of scores do
 * not decide: those of pairs scored with one calibration move together.  (A pair ties with the
 * best one, not with the next one: otherwise a long chain of small differences would tie the
 * first with the last.) */
#ifndef FID_RANK_H
#define FID_RANK_H

#include "results/results.h"

#define FID_TIE_WITHIN 0.005
#define FID_TIE_FLIP   0.25

struct fid_entry {
    const struct fid_result_head *result; /* borrowed */
    double value;                         /* the list is ordered by it */
    size_t place;                         /* 1 is best; tied entries share a place */
    bool tied;                            /* shares its place */
    double weight_low, weight_high; /* 5 and 95 % of value under other weights of the groups */
    double keeps_p;                 /* probability of its place under them; FID_ABSENT all
                                       three: no group, or not a list of a real run */
};

struct fid_list {
    const struct fid_result_side *run; /* borrowed: the real run, or the emulation */
    bool scored;                       /* by score, else by similarity */
    struct fid_entry *entry;           /* owned, best first; equal values by id */
    size_t entry_n;
};

struct fid_ranking {
    struct fid_list *list; /* owned, by id of its run */
    size_t list_n;
};

enum fid_rank_by {
    FID_RANK_REAL,     /* a list for each real run, of emulations */
    FID_RANK_EMULATION /* a list for each emulation, of real runs */
};

/* Rank.  The ranking borrows from all.  Cost O(n log n), and
 * O(n draws (groups + log draws)) for the n pairs of each real run. */
int fid_rank (struct fid_ranking *ranking, const struct fid_results *all, enum fid_rank_by by,
              struct fid_error *err);

void fid_ranking_clear (struct fid_ranking *ranking);

#endif
