/* check.h - the gate: a book of new runs against an accepted one
 *
 * For every configuration of the baseline: a trial for the overall number and
 * each group (verdict.h; they are one family), and guards that need no
 * statistics:
 *
 *   volume    what the new runs move (operations, bytes; median) over what the
 *             nearest accepted run moves lies in 0.8 to 1.25, or they differ by
 *             less than 10 operations or 1 MiB; the range of the accepted runs
 *             is accepted
 *   phase     no run lacks a phase that all accepted runs have
 *   share     stall share and accelerator utilisation move by 5 points at most
 *   coverage  no run lacks a resource, and no configuration is gone, that the
 *             baseline has
 *
 * and limits from a file (limits.h).  Scores are judged where both sides have
 * them, else similarities. */
#ifndef FID_CHECK_H
#define FID_CHECK_H

#include "check/gate_input.h"
#include "check/thresholds.h"
#include "check/verdict.h"

#define FID_VOLUME_LOW   0.8
#define FID_VOLUME_HIGH  1.25
#define FID_SHARE_POINTS 5.0
#define FID_STRAY_OPS    10.0
#define FID_STRAY_BYTES  1048576.0

struct fid_check_opts {
    double margin; /* < 0: the default */
    double alpha;
    uint64_t seed;
};

#define FID_CHECK_DEFAULTS                                                                     \
    {                                                                                          \
        .margin = -1, .alpha = 0.05, .seed = 20231121                                          \
    }

/* One question and its answer. */
struct fid_check_row {
    char *workload, *config; /* owned */
    char *what;              /* owned; "overall", "storage", "block.write bytes" ... */
    const char *kind;        /* static: "trial", "volume", "phase", "share", "coverage",
                                "threshold" */
    const char *number;      /* static: "score", "similarity", or NULL */
    enum fid_outcome outcome;
    bool judged; /* a trial: the numbers below are there */
    struct fid_verdict verdict;
    double margin;
    size_t accepted_n, candidate_n; /* runs */
    char *reason;                   /* owned; NULL: none */
};

struct fid_check {
    struct fid_check_row *row; /* owned, by configuration; trials first */
    size_t row_n, row_cap;
    enum fid_outcome outcome; /* the worst of all */
    size_t config_n;          /* configurations looked at */
    char **note;              /* owned; what else to say */
    size_t note_n, note_cap;
};

/* Judge the candidate.  Guards that find nothing have no row.  -1 with
 * FID_EUSAGE if the books do not fit (fid_book_fits), FID_EINPUT if no
 * configuration is in both. */
int fid_check_run (const struct fid_book *accepted, const struct fid_book *candidate,
                   const struct fid_check_opts *opts, struct fid_check *check,
                   struct fid_error *err);

/* Judge repeats of the real runs: all of them against themselves, and each one
 * against the guards of the others.  A gate that is not silent here is of no
 * use.  FID_EINPUT if no real run stands on the side of the emulations. */
int fid_check_self (const struct fid_book *book, const struct fid_check_opts *opts,
                    struct fid_check *check, struct fid_error *err);

/* Add rows for the limits that the candidate misses, and notes for those that
 * no configuration has to reach. */
int fid_check_limits (const struct fid_limits *limits, const struct fid_book *candidate,
                      struct fid_check *check, struct fid_error *err);

/* Add a row that is no trial; the texts are copied. */
int fid_check_add (struct fid_check *check, const struct fid_book_config *config,
                   const char *what, const char *kind, const char *reason,
                   struct fid_error *err);
int fid_check_note (struct fid_check *check, struct fid_error *err, const char *fmt, ...)
    FID_PRINTF (3, 4);

/* The guards of one configuration (guards.c). */
int fid_check_guards (const struct fid_book_config *accepted,
                      const struct fid_book_config *candidate, struct fid_check *check,
                      struct fid_error *err);

const char *fid_outcome_name (enum fid_outcome outcome); /* "PASS" ... */

void fid_check_clear (struct fid_check *check);

#endif
