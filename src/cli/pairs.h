/* pairs.h - many pairs compared in parallel, each run read once
 *
 * A run is loaded when the first of its pairs comes up and freed after the
 * last one, so that memory holds the runs of one side and, per thread, one of
 * the other.  A pair whose result file was made with the same version and
 * options from the same traces is kept.  What fails is noted and the rest goes
 * on.  The files are the same whatever the number of threads. */
#ifndef FID_PAIRS_H
#define FID_PAIRS_H

#include <pthread.h>
#include "cli/series_file.h"
#include "cli/progress.h"
#include "results/results.h"

enum fid_pair_state { FID_PAIR_TODO, FID_PAIR_KEPT, FID_PAIR_DONE, FID_PAIR_FAILED };

struct fid_pairs_run {
    char *dir;  /* owned; as named by the user */
    char *path; /* owned; canonical, NULL if there is none */
    char *id;   /* owned; last part of path */
    enum { FID_RUN_UNREAD, FID_RUN_READING, FID_RUN_READ, FID_RUN_FAILED } state;
    struct fid_run *run;  /* owned; while state is READ and pairs need it */
    struct fid_error err; /* why it FAILED */
    size_t use_n;         /* pairs still to come */
    bool hash_wanted, hashed;
    uint64_t hash;
};

struct fid_pairs_pair {
    size_t real, emulation; /* indices of runs */
    char *name;             /* owned; of the result file */
    enum fid_pair_state state;
    struct fid_error err; /* why it FAILED */
};

struct fid_pairs {
    struct fid_pairs_run *run; /* owned */
    size_t run_n, run_cap;
    struct fid_pairs_pair *pair; /* owned; in the order they were added */
    size_t pair_n, pair_cap;
};

struct fid_pairs_opts {
    struct fid_run_opts run;
    struct fid_compare_opts compare;
    struct fid_companion series;
    const char *results;
    size_t job_n;
    bool force;    /* keep nothing */
    bool progress; /* show the bar even without a terminal */
};

/* Add a run; the same directory twice is one run.  *index is its number. */
int fid_pairs_add_run (struct fid_pairs *p, const char *dir, size_t *index,
                       struct fid_error *err);

/* Add a pair; twice is once.  FID_EUSAGE if another pair has the same names,
 * and would get the same result file. */
int fid_pairs_add (struct fid_pairs *p, size_t real, size_t emulation, struct fid_error *err);

/* Compare all.  Returns 0 whatever becomes of single pairs (their state tells);
 * -1 if no thread could be started or memory ran out. */
int fid_pairs_compare (struct fid_pairs *p, const struct fid_pairs_opts *opts,
                       struct fid_error *err);

void fid_pairs_clear (struct fid_pairs *p);

#endif
