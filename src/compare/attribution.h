/* attribution.h - where in time a pair differs, and what would close the gap */
#ifndef FID_ATTRIBUTION_H
#define FID_ATTRIBUTION_H

#include "compare/comparison.h"

/* Finds the shortest interval of the real run's headline window that holds half of a stream's
 * shape difference (local cost along the warping path), and the part of the job in which it
 * begins.  Returns false if the shapes were not compared or do not differ. */
struct fid_where {
    double from_s, to_s;
    enum fid_part part;
};
bool fid_attribution_where (const struct fid_comparison *c, enum fid_stream_id id,
                            struct fid_where *out);

/* A cause of the loss: a difference between the runs, in words that continue "compared with the
 * real run, the emulation", and the key of the emulator's configuration that would close it.
 * A cause explains clauses of the profile. */
#define FID_CAUSE_CHANGES 5

/* Another value of a key of the emulator's configuration. */
struct fid_key_change {
    char key[96], from[64], to[64];
};
struct fid_cause {
    const char *code;               /* static; "computation_time" */
    const struct fid_clause *worst; /* borrowed; what it explains that costs most; NULL: nothing
                                       that the profile grades */
    double share;                   /* of the loss -ln (similarity): a clause that several causes
                                       explain is split evenly */
    double similarity_after; /* if all that it explains had grade 1; -1: no similarity */
    double gain;        /* what that adds to the similarity; only with a similarity */
    bool inherent; /* no configuration of the emulator changes it */
    char text[240];
    struct fid_key_change change[FID_CAUSE_CHANGES]; /* would close the gap, all together */
    size_t change_n;                             /* 0: no key is known */
    bool explains[FID_CLAUSES_MAX];              /* by place in the verdict */
};

/* Find the causes of the difference of a pair of runs (c) and what they cost under a verdict,
 * which may be that of several pairs.  In order: those with a key, the others, those that are
 * inherent, each by share.  No rule that counts what a run did in all is asked where one of
 * the runs was cut short or its trace is incomplete, and no keys are named then. */
#define FID_CAUSES_MAX 20
size_t fid_attribution_causes (const struct fid_comparison *c, const struct fid_verdict *v,
                               struct fid_cause cause[FID_CAUSES_MAX]);

#endif
