/* nearest.h - which of many runs is nearest to one: the same scores as comparing it with all
 *
 * Summaries (summary.h) at the heads of digests bound the score of each run.  Runs are compared
 * in the order in which their summaries are near, and a run whose bound is below the k-th best
 * score so far is left out.  The order is exact: nothing that is left out could be in it. */
#ifndef FID_NEAREST_H
#define FID_NEAREST_H

#include "compare/grade.h"
#include "compare/options.h"
#include "run/run.h"

struct fid_near {
    const char *path;    /* borrowed from the list of members */
    char *id, *workload; /* owned */
    bool emulation;
    const char *profile; /* static, or of the options */
    double score;        /* FID_GRADE_NONE: nothing is comparable; comes last */
    double uncapped;     /* orders runs of one score */
    enum fid_validity validity;
    struct fid_error err; /* status not FID_OK: why it was not compared */
};

struct fid_nearest {
    struct fid_near *at; /* owned; at most k, nearest first */
    size_t n;
    size_t member_n, same_n; /* runs; of them with the traces of the run itself: left out */
    size_t compared_n;       /* depends on threads */
    struct fid_near *failed; /* owned; in the order of members */
    size_t failed_n;
};

struct fid_nearest_opts {
    struct fid_run_opts run;
    struct fid_compare_opts compare; /* without calibration */
    size_t k, thread_n;
    bool all; /* leave nothing out: to see what summaries save */
};

/* The runs and digests at and below the paths, freed with fid_files_clear.  -1: FID_EINPUT if
 * one cannot be read or holds none. */
struct fid_files;
int fid_members_find (char *const *path, size_t path_n, struct fid_files *members,
                      struct fid_error *err);

/* Finds the k nearest members to the run of a directory or digest, which is held to be the real
 * one.  A member that cannot be read is in `failed`.  -1: the run itself cannot be read, or an
 * error of the system.  Time O(members) and a comparison for each that may be near. */
int fid_nearest_find (const char *dir, const struct fid_files *members,
                      const struct fid_nearest_opts *opts, struct fid_nearest *out,
                      struct fid_error *err);
void fid_nearest_clear (struct fid_nearest *n);

#endif
