/* check.h - the gate: judge new runs against accepted ones
 *
 * Each configuration of the baseline gets a trial of the overall number and of each
 * group (verdict.h; together they are one family), and guards without statistics:
 *
 *   volume    operations and bytes of the new runs (median) are 0.8 to 1.25 times
 *             those of the nearest accepted run, or differ by less than 10 operations
 *             or 1 MiB; anything between two accepted runs passes
 *   phase     every run has each phase that all accepted runs have
 *   share     stall share and accelerator utilisation move by at most 5 points
 *   coverage  every run has each resource, and the results each configuration, that
 *             the baseline has
 *
 * plus thresholds from a file (thresholds.h).  Scores are judged if both sides have
 * them, otherwise similarities. */
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

enum fid_check_kind {
    FID_CHECK_TRIAL,
    FID_CHECK_VOLUME,
    FID_CHECK_PHASE,
    FID_CHECK_SHARE,
    FID_CHECK_COVERAGE,
    FID_CHECK_THRESHOLD
};

/* One question and its answer. */
struct fid_check_row {
    char *workload, *config; /* owned */
    char *what;              /* owned; "overall", "storage", "block.write bytes" ... */
    enum fid_check_kind kind;
    const char *number; /* static: "score", "similarity", or NULL */
    enum fid_outcome outcome;
    struct fid_verdict verdict;     /* of trials only, like the members below */
    double margin;
    size_t accepted_n, candidate_n; /* runs */
    char *reason;                   /* owned; NULL: none */
};

struct fid_check {
    struct fid_check_row *row; /* owned, by configuration; trials first */
    size_t row_n, row_cap;
    enum fid_outcome outcome; /* the worst of all */
    size_t config_n;          /* configurations judged */
    char **note;              /* owned; further messages */
    size_t note_n, note_cap;
};

/* Judge the candidate.  Guards that pass have no row.  Returns -1 with FID_EUSAGE if
 * the two are not comparable (fid_gate_comparable), FID_EINPUT if they have no
 * configuration in common. */
int fid_check_run (const struct fid_gate_input *accepted, const struct fid_gate_input *candidate,
                   const struct fid_check_opts *opts, struct fid_check *check,
                   struct fid_error *err);

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

/* Add a failed row that is not a trial, or a note; texts are copied. */
int fid_check_add (struct fid_check *check, const struct fid_gate_config *config,
                   const char *what, enum fid_check_kind kind, const char *reason,
                   struct fid_error *err);
int fid_check_note (struct fid_check *check, struct fid_error *err, const char *fmt, ...)
    FID_PRINTF (3, 4);

/* The guards of one configuration (guards.c). */
int fid_check_guards (const struct fid_gate_config *accepted,
                      const struct fid_gate_config *candidate, struct fid_check *check,
                      struct fid_error *err);

const char *fid_outcome_name (enum fid_outcome outcome);       /* "PASS" ... */
const char *fid_check_kind_name (enum fid_check_kind kind);    /* "trial" ... */

void fid_check_clear (struct fid_check *check);

#endif
