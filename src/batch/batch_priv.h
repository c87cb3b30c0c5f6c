/* SPDX-License-Identifier: GPL-3.0-or-later */
/* batch_priv.h - the runs and pairs of a batch, for batch.c, batch_runs.c and schedule.c */
#pragma once

#include "batch/batch.h"
#include "results/results.h"

struct fid_kept; /* kept.h */

struct batch_run {
    char *dir;  /* owned; as the user wrote it */
    char *path; /* owned; canonical, NULL if it does not exist */
    char *id;   /* owned; as many of the last parts of path as no other run has; NULL before
                   fid_batch_name */
    char *name; /* owned; its id by a manifest; NULL: none */
    enum { RUN_UNREAD, RUN_READING, RUN_READ, RUN_FAILED } state;
    struct fid_run *run;  /* owned; while state is RUN_READ */
    struct fid_error err; /* why it FAILED */
    bool ahead;           /* read, or being read, before a pair needs it */
    bool gone;            /* FAILED since none of its files is there: its results stay */
    size_t use_n;         /* pairs not compared yet */
    bool hash_wanted, hashed;
    char hash[17];
    struct fid_op_side operators; /* what its operator traces say; once a pair needs it */
};

struct batch_pair {
    size_t real, emulation; /* indices of runs */
    char *name;             /* owned; of the result file; NULL before fid_batch_name */
    bool crossed;           /* of all runs with all, not named by itself */
    enum fid_batch_state state;
    struct fid_error *err; /* owned; why it FAILED, see fid_pair_why */
    bool undecided;        /* FAILED, not for what the traces hold: an earlier result stays */
    bool whole;            /* KEPT or SKIPPED as the cache of all shares has it */
    bool unlisted;         /* FAILED, see fid_batch_pair */
};

/* Run numbers of one side. */
struct batch_side {
    size_t *run; /* owned */
    size_t n, cap;
};

struct fid_batch {
    FID_LIST (struct batch_run, run);   /* owned */
    FID_LIST (struct batch_pair, pair); /* owned; in the order in which they are compared */
    struct batch_side real, emulation;
    struct fid_index run_at;  /* runs by path, by dir where that does not exist */
    struct fid_index pair_at; /* pairs by the numbers of their runs */
    struct fid_index name_at; /* pairs by name; after fid_batch_name */
};

/* Why a pair failed; "out of memory" if even that could not be noted. */
struct fid_error fid_pair_why (const struct batch_pair *pair);

/* Adds a run unless it is there; *index becomes its number. */
int fid_batch_add_run (struct fid_batch *b, const char *dir, size_t *index,
                       struct fid_error *err);

/* Adds a run to a side unless it is there. */
int fid_batch_side_add (struct batch_side *side, size_t index, struct fid_error *err);

/* Puts in the place of each directory that holds several runs those runs, on both sides.  One
 * of which there is a digest that holds is one run; it is hashed, too. */
int fid_batch_expand (struct fid_batch *b, const struct fid_kept *kept,
                      const struct fid_run_opts *opts, size_t thread_n, struct fid_error *err);

/* Adds the pairs of all real runs with all emulations. */
int fid_batch_cross (struct fid_batch *b, struct fid_error *err);

/* Names the runs of all pairs, and the pairs.  -1: FID_EUSAGE if two pairs have one
 * name. */
int fid_batch_name (struct fid_batch *b, struct fid_error *err);

/* The pair whose result has this name, or NULL. */
const struct batch_pair *fid_batch_named (const struct fid_batch *b, const char *name);

/* Whether the hooks of a batch, if they are set, end it; says something to them. */
bool fid_batch_cancelled (const struct fid_batch_hooks *h);
void fid_batch_message (const struct fid_batch_hooks *h, const char *fmt, ...)
    FID_PRINTF (2, 3);

/* --- failed.tsv: what failed now, and what failed before and was not tried (failures.c) */

/* Writes failed.tsv of dir: `now`, and those of its lines about pairs whose result files were
 * not decided on now and that have no result.  Sorted by names of runs; the file is removed if
 * nothing failed.  -1 as fid_results_load_failed and fid_results_write_failed. */
int fid_failures_write (const char *dir, struct fid_results *now,
                        bool (*decided) (const void *ctx, const char *file), const void *ctx,
                        struct fid_error *err);

/* Whether dir has a result of the pair of these runs. */
bool fid_failures_has_result (const char *dir, const char *real, const char *emulation);
