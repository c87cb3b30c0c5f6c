/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rank.h - which emulation gives the best answer about which real run
 *
 * A list holds the results of one run that are judged by one profile, best first.  Where the
 * answer decides, that is the one whose answer is least off; then come those of which one cannot
 * tell, then those of which nothing was seen.  Where clauses decide, and in the lists of
 * emulations, the highest similarity comes first.  Similarities are taken over the resources that all of a
 * list have, so that a pair gains nothing from what could not be compared; what is left out for
 * that is in the list.  In the list of a real run or a workload the repeats of one configuration are
 * one place, with the median of their numbers.  Runs of another workload than the real run's have
 * lists of their own, whose places count on: what they lack is not left out for its emulations.
 *
 * Pairs that differ from the best of a place by less than FID_TIE_WITHIN share it.  (With the
 * best one, not with the next one: otherwise a long chain of small differences would tie the
 * first with the last.)  Pairs whose number is not known share a place. */
#pragma once

#include "results/results.h"

#define FID_TIE_WITHIN 0.005 /* of the answer's error (ln), or of similarities */

struct fid_entry {
    const struct fid_result_head *result;     /* borrowed: of several runs the middle one */
    const struct fid_result_head *const *run; /* borrowed from the list: all, best first */
    size_t run_n;                             /* pairs; */
    size_t emulation_n;                       /* of so many emulations */
    double off;   /* the list is ordered by it: the answer's error, or 1 - similarity */
    double error; /* of the answer, ln: median over runs, and from the lowest to the highest end
                     of their intervals; FID_ABSENT: not known, or clauses decide */
    FID_INTERVAL (error_interval, error_low, error_high);
    double value; /* similarity: median of those that are known; FID_ABSENT: none */
    FID_INTERVAL (interval, low, high); /* of the similarity: its interval; of several runs from
                         the lowest to the highest end of theirs.  FID_ABSENT: not known */
    size_t place;                       /* 1 is best; tied entries share a place */
    bool tied;                          /* shares its place */
};

struct fid_list {
    const char *name;                  /* borrowed: of the run, or of the workload */
    const struct fid_result_side *run; /* borrowed: the real run (by workload: the first of
                                          them), or the emulation */
    const char *workload, *profile;    /* borrowed; of that run; of all its results */
    bool other;     /* the second runs are of other workloads (never by emulation) */
    bool by_answer; /* the answer decides, not clauses */
    const struct fid_result_head **result; /* owned */
    struct fid_entry *entry;               /* owned, best first; equal values by id */
    size_t entry_n;
    unsigned used;     /* bit r: resource r is graded in all that have a similarity, */
    unsigned left_out; /* in some only */
};

struct fid_ranking {
    struct fid_list *list; /* owned, by id of its run, then by profile */
    size_t list_n;
    const struct fid_result_side **run; /* owned; the runs that have lists, each once, by id */
    size_t run_n;
};

enum fid_rank_by {
    FID_RANK_REAL,     /* lists for each real run, of configurations of emulations */
    FID_RANK_WORKLOAD, /* the same over all real runs of a workload; a real run of an unknown
                          one is a workload of its own */
    FID_RANK_EMULATION /* lists for each emulation, of real runs */
};

/* Rank, on up to thread_n threads, which share the lists.  The ranking borrows from all; clear it
 * even after a failure.
 * Cost O(n log n) for n pairs. */
int fid_rank (struct fid_ranking *ranking, const struct fid_results *all, enum fid_rank_by by,
              size_t thread_n, struct fid_error *err);

/* The similarity of a result over the resources that count in the list; FID_ABSENT. */
double fid_list_similarity (const struct fid_list *list, const struct fid_result_head *r);

/* The name of an entry: the run, or the configuration of several. */
const char *fid_entry_name (const struct fid_entry *e);

/* Whether the pairs of an entry have different verdicts for some profile. */
bool fid_entry_differs (const struct fid_entry *e);

/* ", runs of other workloads" behind the title of such a list; else "". */
const char *fid_list_whose (const struct fid_list *list);

/* "Left out of the similarities, because not all have it: gpu.sm, phases."; "" if nothing is.  Freed
 * by the caller. */
char *fid_list_left_out (const struct fid_list *list, struct fid_error *err);

/* "9 % (5 % to 14 %)": how far the answer of an entry is off; "cannot tell", "nothing seen"; "-"
 * where clauses decide. */
#define FID_ENTRY_ANSWER 64
const char *fid_entry_answer (const struct fid_list *list, const struct fid_entry *e,
                              char out[FID_ENTRY_ANSWER]);

/* The sentence on the order, and on which configurations share a place; freed by the caller. */
char *fid_tie_words (struct fid_error *err);

void fid_ranking_clear (struct fid_ranking *ranking);
