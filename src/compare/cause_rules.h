/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cause_rules.h - the rules by which causes are named (causes.c): a trait, or two that one key
 * sets, in which the jobs differ by more than is tolerated (job/traits.h); the clauses that
 * follow it; and the keys that change it.  To add a cause: a trait there, a row in
 * cause_rules.c. */
#pragma once

#include "compare/attribution.h"

/* The pair, and what is known of it. */
struct fid_jobs_apart {
    const struct fid_run *run[2]; /* real, emulation */
    const struct fid_job *job[2];
    const struct fid_verdict *v;
    bool whole;                    /* both runs ended as they should */
    unsigned traits;               /* in which the jobs differ by more than is tolerated */
    double ratio[FID_JOB_TRAIT_N]; /* emulation over real; 0, HUGE_VAL: one has none */
};

/* How a key follows from the ratio of its trait, emulation over real. */
enum fid_cause_how {
    FID_KEY_SCALE,   /* proportional */
    FID_KEY_COUNT,   /* the same, whole, at least 1 */
    FID_KEY_INVERSE, /* the other way round, whole, at least 1 */
    FID_KEY_SLEEP,   /* of a sample: what the real job's readers work more; from nothing, too */
    FID_KEY_READERS, /* 0 becomes the real job's number of readers */
    FID_KEY_SWITCH   /* whether there is any */
};

struct fid_cause_way {
    struct {
        const char *key; /* below "workload." */
        enum fid_cause_how how;
    } key[FID_CAUSE_CHANGES]; /* have to change together */
};

/* A difference of jobs, and what changes it. */
struct fid_cause_rule {
    enum fid_job_trait of;                            /* that it is named by */
    unsigned also;                                    /* traits that differ with it */
    bool (*applies) (const struct fid_jobs_apart *l); /* NULL: always */
    bool total;                                       /* of a whole run */
    int stream;                  /* that has to be traced to its end; -1: none */
    const char *explains;        /* clauses, as patterns */
    struct fid_cause_way way[3]; /* the first that can be gone */
};

/* In the order in which they are tried. */
extern const struct fid_cause_rule fid_cause_rules[];
extern const size_t fid_cause_rule_n;

/* Names the keys of a cause or, where they cannot do it, why. */
void fid_cause_find_keys (const struct fid_jobs_apart *l, const struct fid_cause_rule *rule,
                          struct fid_cause *k);
