/* summary.h - the few numbers of a run that bound its score against any other
 *
 * The score is at most twice the grade of the worst key clause (model/score.h).  Grades of the
 * clauses that are ratios of two numbers follow from these numbers alone, as a comparison would
 * compute them: bytes read for training, bytes of checkpoints, their number, time of a step. So
 * most runs are seen to be far without comparing, or even reading, them. */
#ifndef FID_DIGESTS_SUMMARY_H
#define FID_DIGESTS_SUMMARY_H

#include "compare/options.h"
#include "run/run.h"

/* Negative: not known. */
enum fid_summary_part {
    FID_SUMMARY_EMULATION, /* 1: it is one */
    FID_SUMMARY_PROCESSED, /* 1: its events are those of a processed tree */
    FID_SUMMARY_PHASES,    /* 1: its log names phases */
    FID_SUMMARY_JOB_S,     /* length of the job */
    FID_SUMMARY_EPOCHS,    /* fid_epochs */
    FID_SUMMARY_CHECKPOINTS,
    FID_SUMMARY_STEP_S,       /* median of the training steps */
    FID_SUMMARY_READ_OPS,     /* of data in the training */
    FID_SUMMARY_READ_BYTES,   /* -1: without sizes, or not traced to the end */
    FID_SUMMARY_READ_OPS_JOB, /* the same in the job */
    FID_SUMMARY_READ_BYTES_JOB,
    FID_SUMMARY_WRITE_OPS, /* of checkpoints in the job */
    FID_SUMMARY_WRITE_BYTES,
    FID_SUMMARY_N
};

/* Computes the summary of a run.  -1 without memory. */
int fid_summary_make (const struct fid_run *run, double summary[FID_SUMMARY_N],
                      struct fid_error *err);

/* What is known of the score of a pair before comparing it. */
struct fid_outlook {
    double most;  /* the score is at most this; 1: nothing is known */
    double apart; /* -ln of the grades that are known, added up: which pairs to compare first */
};

/* O(1). */
struct fid_outlook fid_summary_outlook (const double real[FID_SUMMARY_N],
                                        const double emulation[FID_SUMMARY_N],
                                        const struct fid_compare_opts *opts);

#endif
