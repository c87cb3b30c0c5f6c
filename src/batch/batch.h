/* SPDX-License-Identifier: GPL-3.0-or-later */
/* batch.h - compares many pairs of runs on several threads, and resumes
 *
 *     struct fid_batch *b = fid_batch_create (&err);
 *     fid_batch_add_real (b, "runs/A", &err);          every real run is compared
 *     fid_batch_add_emulation (b, "runs/B", &err);     with every emulation
 *     fid_batch_run (b, &opts, &summary, &err);        writes opts.results/A__B.json
 *     fid_batch_destroy (b);
 *
 * A run is loaded when the first of its pairs is compared and freed after the
 * last one: memory holds the runs of one side and, for each thread, one of the
 * other.  A pair that fails is recorded in failed.tsv; the others go on.  Its earlier result is
 * removed if the traces were read and are bad; it stays if they are not there.  Runs that name
 * different workloads are not compared unless that is asked for.  The files do not depend on
 * the number of threads.
 *
 * Resuming: a pair is kept if its result file is the one that a batch wrote with the same
 * options (fid_compare_key), from the same traces (fid_run_hash), by the same method
 * (fid_method).  RESULTS/.fidlio-cache records this (cache.h). */
#pragma once

#include "batch/compare_pair.h"

struct fid_batch;

/* NULL with FID_EINTERNAL if memory runs out.  Destroying NULL is harmless. */
struct fid_batch *fid_batch_create (struct fid_error *err);
void fid_batch_destroy (struct fid_batch *b);

/* Adds a run to a side, or a directory that holds several (readers/several.h): all of them.
 * Adding it twice has no effect; fid_batch_run refuses a run of both sides (FID_EUSAGE), and
 * directories are read by it only.  A run is called
 * by the last part of its path; where other runs are called so too, by as many of its last
 * parts as make it unique, joined by '+'. */
int fid_batch_add_real (struct fid_batch *b, const char *dir, struct fid_error *err);
int fid_batch_add_emulation (struct fid_batch *b, const char *dir, struct fid_error *err);

/* Adds one pair of different runs; adding it twice has no effect. */
int fid_batch_add_pair (struct fid_batch *b, const char *real, const char *emulation,
                        struct fid_error *err);

/* Adds what a text file lists, one entry a line:
 *
 *     # comment
 *     real DIR              every real run is compared with every emulation
 *     emulation DIR
 *     pair REAL EMULATION   this pair; a tab separates names that hold blanks
 *     name NAME DIR         the run is called NAME, in results and in the other lines
 *
 * Paths are relative to the file's directory.  FID_EINPUT if it cannot be read,
 * FID_EUSAGE "path:line: reason" if a line has another form. */
int fid_batch_add_manifest (struct fid_batch *b, const char *path, struct fid_error *err);

/* Whether there is nothing to compare: no pair, and a side without runs. */
bool fid_batch_is_empty (const struct fid_batch *b);

struct fid_batch_progress {
    size_t done_n, total_n; /* pairs compared or failed, of those not kept */
    size_t kept_n, failed_n;
};

/* What the caller of a batch wants to know and to decide; any may be NULL.  Worker
 * threads call them. */
struct fid_batch_hooks {
    void *ctx;
    /* Called with done_n 0 before the first pair and after each pair; never from
     * two threads at once. */
    void (*progress) (void *ctx, const struct fid_batch_progress *progress);
    /* Asked before each run is read and each pair is compared; true ends the batch
     * after the pairs being compared.  Never called from two threads at once. */
    bool (*cancelled) (void *ctx);
    /* A message for the user, one sentence without a newline: why a run is left
     * out of the calibration, why there is none. */
    void (*message) (void *ctx, const char *text);
};

/* Share i, from 1 to n, of a batch; {0}: all of it. */
struct fid_shard {
    size_t i, n;
};

/* How a batch is run; start with FID_BATCH_DEFAULTS. */
struct fid_batch_opts {
    const char *results; /* directory, created if missing */
    struct fid_run_opts run;
    struct fid_compare_opts compare; /* its calibration and thread_n are set by the batch */
    struct fid_series_opts series;
    bool all_workloads;      /* compare runs of different workloads, too; pairs that were added
                                by themselves always are */
    bool no_calibration;     /* noise is taken as 0 */
    const char *calibration; /* file; NULL: calibrate on the real runs if they repeat, and
                                write RESULTS/calibration.json */
    size_t thread_n;         /* 0: one for each processor */
    bool force;              /* keep nothing */
    const char *digests;    /* folder of kept digests (kept.h); NULL: RESULTS/.fidlio-digests */
    bool no_digests;        /* keep none */
    bool verify;            /* read all files to see whether they have changed */
    struct fid_shard shard; /* compare this share only; it writes into
                                RESULTS/shard-I-of-N, for fid_shards_merge */
    bool joined;            /* the shares are of one job, which merges them when all are made:
                                what RESULTS has is not made again */
    const char *method;     /* NULL: fid_method () */
    struct fid_batch_hooks hooks;
};
#define FID_BATCH_FINE 16384 /* finer points of a series where there are many pairs */
#define FID_BATCH_DEFAULTS                                                                     \
    {                                                                                          \
        .compare = {.penalty = -1, .tolerance_s = -1},                                         \
        .series = {.size = {FID_SERIES_POINTS, FID_BATCH_FINE}},                               \
    }

struct fid_batch_summary {
    size_t pair_n, compared_n, kept_n, failed_n; /* the rest was cancelled or */
    size_t skipped_n;                            /* is of different workloads */
    bool calibrated;                             /* the noise of some workload is known */
    struct fid_error broken; /* status not FID_OK: the first failure that is not the fault of
                                the input (a full disk, no memory) */
};

/* Compares all pairs and writes a result file for each, failed.tsv, and the
 * calibration.  Returns 0 even if single pairs fail (see summary).  -1:
 * FID_EPARTIAL if cancelled (summary is valid, what was compared is written and
 * is kept by the next batch), FID_EUSAGE or FID_EINPUT if nothing can be compared, two pairs would write the same file, or the calibration
 * cannot be used, FID_EINTERNAL if a file of the whole batch cannot be written.
 * Cost: each run is read once, twice if it is calibrated on. */
int fid_batch_run (struct fid_batch *b, const struct fid_batch_opts *opts,
                   struct fid_batch_summary *summary, struct fid_error *err);

enum fid_batch_state {
    FID_BATCH_TODO,
    FID_BATCH_KEPT,
    FID_BATCH_COMPARED,
    FID_BATCH_FAILED,
    FID_BATCH_SKIPPED,
    FID_BATCH_ELSEWHERE /* of another share */
};

/* One pair after fid_batch_run; strings are borrowed from the batch, NULL before it. */
struct fid_batch_pair {
    const char *real, *emulation; /* names of the runs */
    const char *file;             /* name of the result file */
    enum fid_batch_state state;
    bool unlisted;        /* FAILED, and not in failed.tsv: a run of it is nowhere */
    struct fid_error err; /* why it FAILED */
};
size_t fid_batch_pair_n (const struct fid_batch *b);
struct fid_batch_pair fid_batch_pair (const struct fid_batch *b, size_t i);

/* 16 hex digits that change whenever code that makes results changes: a hash of
 * the sources of batch and of all folders that it uses, made when the program is built. */
const char *fid_method (void);
