/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nearest.h - which of many runs is nearest to one, by the similarities that comparing gives,
 * or by the answers
 *
 * Of many members only the nearest are compared, by the summaries at the heads of digests
 * (summary.h): FID_NEAREST_FIRST, or FID_NEAREST_EACH for each that is asked for,
 * and all without a summary.  Others could be more alike only by
 * what summaries do not have; by the answer they can be nearer. */
#pragma once

#include "compare/grade.h"
#include "compare/pair.h"
#include "model/names.h"

#define FID_NEAREST_FIRST 200
#define FID_NEAREST_EACH  20

struct fid_near {
    const char *path;    /* borrowed from the list of members */
    char *id, *workload; /* owned */
    int kind;            /* 0 real, 1 emulation */
    const char *profile; /* static, or of the options */
    double similarity;   /* FID_ABSENT: nothing is comparable; comes last */
    size_t clause_n;     /* that it is of */
    int validity;        /* enum fid_validity; -1: nothing is comparable */
    double error, low,
        high; /* of the answer about storage, and its interval (ln); below 0: unknown */
    struct fid_error err; /* status not FID_OK: why it was not compared */
};

/* By how much the answer is off, in %; FID_GAP: unknown. */
double fid_near_off_percent (const struct fid_near *n);

struct fid_nearest {
    const char *run;     /* borrowed; the path of the run itself */
    struct fid_near *at; /* owned; at most k, nearest first */
    size_t n;
    size_t member_n, same_n; /* runs; of them with the traces of the run itself: left out */
    size_t compared_n;
    struct fid_near *failed; /* owned; in the order of members */
    size_t failed_n;
};

/* By what members are near. */
enum fid_nearest_by { FID_NEAREST_BY_SIMILARITY, FID_NEAREST_BY_ANSWER };

struct fid_nearest_opts {
    struct fid_run_opts run;
    struct fid_compare_opts compare; /* without calibration */
    size_t k, thread_n;
    int by;   /* enum fid_nearest_by */
    bool all; /* compare all members */
};

/* The runs and digests at and below the paths, freed with fid_files_clear, even after a failure.
 * -1: FID_EINPUT if one cannot be read or holds none. */
struct fid_files;
int fid_members_find (char *const *path, size_t path_n, struct fid_files *members,
                      struct fid_error *err);

/* Finds the k nearest members to the run of a directory or digest, which is held to be the real
 * one.  A member that cannot be read is in `failed`.  -1: the run itself cannot be read, or an
 * error of the system.  Time O(members) and the comparisons. */
int fid_nearest_find (const char *dir, const struct fid_files *members,
                      const struct fid_nearest_opts *opts, struct fid_nearest *out,
                      struct fid_error *err);

/* A struct fid_nearest as a document. */
#define FID_SCHEMA_NEAREST "fidlio.nearest/1"
extern const struct fid_record *const fid_nearest_record;
