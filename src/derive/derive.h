/* SPDX-License-Identifier: GPL-3.0-or-later */
/* derive.h - a recorded job as a configuration of DLIO, or as jobs of other benchmarks
 *
 * Each key comes from what the traces and logs show, never from the configuration of an
 * emulator that lies beside them, unless no trace shows what it reads and its results agree with
 * the configuration. */
#pragma once

#include "base/jsonbuild.h"
#include "derive/claims.h"
#include "job/layout.h"
#include "run/run.h"

struct fid_derive_opts {
    enum fid_sample_unit unit; /* what one of DLIO's samples stands for */
    bool fit;                  /* numbers of files that DLIO from June 2026 on takes all of */
};

struct fid_derived {
    struct fid_claims claims;
    struct fid_dlio_config config; /* the values of the claims */
    size_t run_n;
    char **run;                      /* owned; paths */
    char steps_from[FID_STEPS_FROM]; /* "MLLOG", ...; "the rhythm of reads" */
};

/* What a run says of each key, with samples of the n units: claims[i] are those of unit[i].  They
 * must be empty; clear them even after a failure.  -1: FID_EINPUT if it reads no file of
 * samples and has no log, or has no names of files. */
int fid_derive_claims (const struct fid_run *run, const enum fid_sample_unit *unit, size_t n,
                       struct fid_claims *claims, struct fid_error *err);

/* A configuration from the claims of n runs of one workload, whose paths are given; cleared by the
 * caller, even after a failure. */
int fid_derive (const struct fid_claims *of, char *const *path, size_t n,
                const struct fid_derive_opts *opts, struct fid_derived *out,
                struct fid_error *err);

/* The YAML file, with confidence and evidence as comments. */
int fid_derived_write (const struct fid_derived *d, FILE *f, struct fid_error *err);

/* The same as JSON; freed by the caller with cJSON_Delete. */
cJSON *fid_derived_json (const struct fid_derived *d, struct fid_error *err);

void fid_derived_clear (struct fid_derived *d);

/* --- the reads of a run as jobs of other benchmarks
 *
 * fio       a job for each reader with an iolog: files, offsets and sizes as they were read.
 * Where the run reads ahead of its steps the log has times (version 3), at which reads begin
 *           unless the storage is late; where it reads between steps (version 2), the reader
 *           thinks for the time that steps compute.
 * elbencho  a command line: threads, files, sizes, blocks and the rate of each thread. */

/* Writes job.fio and reader-N.iolog into a folder, which is made.  -1: FID_EINPUT if no read of
 * data was traced, or a name has a blank, which fio cannot read. */
int fid_derive_fio (const struct fid_run *run, const char *folder, struct fid_error *err);

/* Prints the command lines that make the files and read them.  -1 as above. */
int fid_derive_elbencho (const struct fid_run *run, FILE *f, struct fid_error *err);
