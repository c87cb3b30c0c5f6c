/* SPDX-License-Identifier: GPL-3.0-or-later */
/* summary.h - the few numbers of a run that say how far it is from another, roughly
 *
 * Bytes read for training, bytes of checkpoints, their number, time of a step: the distances of
 * these clauses follow from the numbers alone, as a comparison would compute them.  So of many
 * runs those that are far need not be compared, or even read. */
#pragma once

#include "compare/pair.h"

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

/* The mean distance of the clauses that are known, in units of their tolerances;
 * FID_ABSENT: none is, or summaries say nothing of such a comparison.  O(1). */
double fid_summary_apart (const double real[FID_SUMMARY_N],
                          const double emulation[FID_SUMMARY_N],
                          const struct fid_compare_opts *opts);

/* Reads the run of a directory (or a digest, of which it makes another one) and writes its
 * digest to `path` (below: as for fid_outfile_open).  names: those of files stay as they are; else they become hashes.  -1: FID_EINPUT as fid_run_load, FID_EINTERNAL if it cannot be written. */
int fid_digest_make (const char *dir, const char *path, const char *below,
                     const struct fid_run_opts *run_opts, bool names, struct fid_error *err);

/* The file of a run's digest in a folder, FOLDER/RUN.fidlio; freed by the caller. */
char *fid_digest_path (const char *folder, const char *dir, struct fid_error *err);
