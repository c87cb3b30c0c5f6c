/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check.h - the gate: judge new runs against accepted ones
 *
 * Each configuration of the baseline gets trials of how far the answer is off, how far the
 * capacity is, and of the similarity (verdict.h; together they are one family).  Any of them can FAIL;
 * the answer, or the similarity where no answer is known, decides between PASS and INCONCLUSIVE.  There are guards without
 * statistics, which count from one run on:
 *
 *   verdict   the verdict of the runs (valid, ...) is that of the accepted ones, or better
 *   amount    duration, step time, steps, epochs, bytes of data and checkpoints of the new
 *             runs (median) are 0.9 to 1.11 times those of the nearest accepted run, or
 *             within the profile's tolerance where that is wider; anything between two
 *             accepted runs passes
 *   phase     every run has each phase that all accepted runs have
 *   coverage  every run has each resource, and the results each configuration, that
 *             the baseline has
 *
 * plus thresholds from a file. */
#pragma once

#include "base/table.h"
#include "check/gate_input.h"
#include "check/verdict.h"

/* The least numbers that configurations must reach, from a file
 *
 *     # workload  what              least
 *     *           overall           0.2
 *     unet3d      disk              0.5
 *     *           data.read.bytes   0.9
 *
 * Three words a line; '#' starts a comment.  What is named is "overall" (the similarity), a group,
 * a resource or a clause (RESOURCE.QUANTITY); '*' stands for every workload or resource.  The
 * number of a configuration is the median over its runs. */
struct fid_threshold {
    const char *workload, *what;
    double value; /* 0 to 1 */
    size_t line;
};

struct fid_thresholds {
    struct fid_arena arena; /* owned; all is in it */
    const char *path;
    struct fid_threshold *all;
    size_t n, cap;
};

/* Read a file.  Returns -1 with FID_EINPUT if it cannot be read, FID_EUSAGE
 * "path:line: ..." for a malformed line. */
int fid_thresholds_load (const char *path, struct fid_thresholds *thresholds,
                         struct fid_error *err);

void fid_thresholds_clear (struct fid_thresholds *thresholds);

#define FID_CHECK_TRIALS 3 /* of a configuration */

#define FID_GUARD_LOW  0.9
#define FID_GUARD_HIGH 1.11

struct fid_check_opts {
    double margin; /* how much worse similarities and answers may be: with 0.05 a similarity may
                      be divided by 1.05, and an answer that was 4 % off may be 9 % off; < 0:
                      the default (verdict.h) */
    double alpha;
    const char *prior; /* file (model/profile.h); NULL: the built-in one */
    bool strict;       /* `valid' that became `not valid' is a FAIL */
};

#define FID_CHECK_DEFAULTS                                                                     \
    {                                                                                          \
        .margin = -1, .alpha = 0.05                                                            \
    }

enum fid_check_kind {
    FID_CHECK_TRIAL,
    FID_CHECK_AMOUNT,
    FID_CHECK_PHASE,
    FID_CHECK_COVERAGE,
    FID_CHECK_THRESHOLD,
    FID_CHECK_VERDICT,
    FID_CHECK_LIMIT, /* of a pair */
    FID_CHECK_CHANGE /* in a history (history.h) */
};

/* One question and its answer. */
struct fid_check_row {
    const char *workload, *config;
    const char *real; /* of a pair, whose emulation is config; else NULL */
    const char *what; /* "answer", "overall", "step time" ... */
    enum fid_check_kind kind;
    enum fid_outcome outcome;
    bool aside;                   /* INCONCLUSIVE here does not make the whole so */
    bool error;                   /* accepted and candidate are errors (ln), not similarities */
    struct fid_judgement verdict; /* of trials, like the members below; of a limit candidate,
                                     low, high and allowed (ln of an error), FID_ABSENT: not
                                     known */
    size_t accepted_n, candidate_n; /* runs */
    const char *reason;             /* NULL: none */
};

struct fid_check {
    struct fid_arena arena;               /* owned; all is in it */
    FID_LIST (struct fid_check_row, row); /* by configuration; trials first */
    enum fid_outcome outcome;             /* the worst of all */
    size_t config_n;                      /* configurations judged */
    const char **note;                    /* further messages */
    size_t note_n, note_cap;
};

/* Judge the candidate.  Guards that pass have no row.  Returns -1 with FID_EUSAGE if
 * the two are not comparable (fid_gate_comparable), FID_EINPUT if they have no
 * configuration in common. */
int fid_check_run (const struct fid_gate_input *accepted,
                   const struct fid_gate_input *candidate, const struct fid_check_opts *opts,
                   struct fid_check *check, struct fid_error *err);

/* Judge repeats of the real runs: all of them against themselves, and each one against
 * the guards of the others.  A gate that fails here is useless.  FID_EINPUT if no real
 * run was compared as an emulation. */
int fid_check_self (const struct fid_gate_input *input, const struct fid_check_opts *opts,
                    struct fid_check *check, struct fid_error *err);

/* Add a row for each threshold that the candidate misses, and a note for each that
 * applies to no configuration. */
int fid_check_thresholds (const struct fid_thresholds *thresholds,
                          const struct fid_gate_input *candidate, struct fid_check *check,
                          struct fid_error *err);

/* Add a row whose outcome is not set (rows.c); NULL if memory runs out. */
struct fid_check_row *fid_check_new_row (struct fid_check *check,
                                         const struct fid_gate_config *config, const char *what,
                                         enum fid_check_kind kind, struct fid_error *err);

/* Sets the outcome, and the reason unless it is PASS; both texts are copied.  cause: what explains
 * a FAIL, the first cause of the result (fid_gate_cause); NULL: nothing does. */
int fid_check_set_outcome (struct fid_check *check, struct fid_check_row *row,
                           enum fid_outcome outcome, const char *reason, const char *cause,
                           struct fid_error *err);

/* Add a failed row that is not a trial, or a note; texts are copied. */
int fid_check_add (struct fid_check *check, const struct fid_gate_config *config,
                   const char *what, enum fid_check_kind kind, const char *reason,
                   const char *cause, struct fid_error *err);
int fid_check_note (struct fid_check *check, struct fid_error *err, const char *fmt, ...)
    FID_PRINTF (3, 4);

/* Adds a row if the verdict of the configuration became another that is not `valid':
 * INCONCLUSIVE, but FAIL if strict and `valid' became `not valid' (guards.c). */
int fid_check_verdict (const struct fid_gate_config *accepted,
                       const struct fid_gate_config *candidate, bool strict,
                       struct fid_check *check, struct fid_error *err);

/* The guards of one configuration (guards.c). */
int fid_check_guards (const struct fid_gate_config *accepted,
                      const struct fid_gate_config *candidate, struct fid_check *check,
                      struct fid_error *err);

/* Estimate a prior (model/profile.h) from the runs of several inputs: a line for the similarity, the
 * answer, the capacity and each group of which at least three configurations have two runs or more.  Deviations
 * below 0.01 are raised to 0.01; the degrees of freedom are at least 1 and at most those of the
 * runs.  The first three columns are the file's.  lines is initialised here and cleared by the
 * caller, unless this fails: FID_EINPUT if the similarity has no line (estimate.c). */
int fid_check_estimate (const struct fid_gate_input *input, size_t n, struct fid_cells *lines,
                        struct fid_error *err);

extern const char *const fid_outcome_names[];    /* "PASS" ... */
extern const char *const fid_check_kind_names[]; /* "trial" ... */

/* Numbers that every pair has to reach, whatever was accepted before. */
struct fid_limits {
    double least;         /* of the similarity; FID_ABSENT: none */
    double most;          /* of how far the answer is off, 0.1: 10 %; FID_ABSENT: none */
    const char *group;    /* least is of its grade; NULL: of the similarity */
    const char *resource; /* least is of its grade; NULL: of the similarity */
    bool same_workload;   /* only pairs whose sides name the same workload */
};

/* Adds a row for each pair and limit, in the order of the results.  What is tested is the number
 * of the result file, which is what `compare' and `report' show.
 *
 *   most   FAIL if the whole interval of the answer's error is above, PASS if none of it is
 *          (results/result.h), else INCONCLUSIVE: also if it is not known how far the answer is
 *          off, or if both sides are one recording
 *   least  likewise below; a number without an interval is its own.  A pair without the number
 *          FAILs, because nothing shows that it is good; a resource that is idle in both runs passes
 *
 * A pair that could not be compared FAILs.  Results of which not all was read have no row: call
 * fid_results_complete.  Returns -1 with FID_EINPUT if there is no pair to
 * check. */
int fid_check_limits (const struct fid_limits *limits, const struct fid_results *all,
                      struct fid_check *check, struct fid_error *err);

void fid_check_clear (struct fid_check *check);
