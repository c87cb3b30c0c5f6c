/* SPDX-License-Identifier: GPL-3.0-or-later */
/* results.h - all result files of a directory
 *
 * Every file called <real>__<emulation>.json is read (<real>__<emulation>.series.json,
 * beside it, is not: it holds no numbers of the comparison).  failed.tsv lists the pairs
 * that could not be compared, one a line: real, emulation, reason, separated by tabs.  A fourth
 * column "kept" marks pairs whose earlier result stays, because they did not fail for their
 * traces' contents (a directory is missing, the disk is full). */
#pragma once

#include "results/result.h"
#include "results/seen.h"

#define FID_FAILED_FILE "failed.tsv"

/* A pair without a result, or a file that is not a result (real and emulation NULL). */
struct fid_failure {
    const char *real, *emulation;
    const char *file; /* NULL: no file */
    const char *reason;
    bool kept; /* its earlier result stays, and is among the results */
};

struct fid_results {
    struct fid_result_head *result; /* owned, by id of the real run, then of the emulation */
    size_t result_n, result_cap;
    struct fid_arena arena; /* owned; what follows is in it */
    FID_LIST (struct fid_failure, failure);
    bool mixed_key;      /* not all made with the same version and options */
    bool mixed_window;   /* not all headlines are of the same window */
    size_t incomplete_n; /* results of which not all was read */
    const char **note;   /* what came of holding repeats against each other (hold.h) */
    size_t note_n, note_cap;
    const char *real_differ; /* the note that repeats of a real run differ; NULL: none does */
};

/* Read the heads of the result files of a directory.  A file that cannot be read is a failure,
 * not an error.  Returns -1 with FID_EINPUT if the directory cannot be read; clear it even then.
 * Memory: about 3 KiB a result, and a document for each of thread_n threads (0 is 1).  seen: what
 * was seen of them before, and is kept for the next time, which has to outlive them; NULL: all are
 * read. */
int fid_results_load (struct fid_results *all, const char *dir, size_t thread_n,
                      struct fid_seen *seen, struct fid_error *err);

/* -1 with FID_EPARTIAL and the name of the first result of which not all was read; dir: for the
 * message. */
int fid_results_complete (const struct fid_results *all, const char *dir,
                          struct fid_error *err);

/* The index of the result of that pair, all->result_n if there is none.  Time O(log n). */
size_t fid_results_find (const struct fid_results *all, const char *real_id,
                         const char *emulation_id);

/* Add the lines of failed.tsv of dir as failures, except for pairs that have a result in
 * all and are not marked as kept.  A missing file is no failure; -1 as fid_results_load. */
int fid_results_load_failed (struct fid_results *all, const char *dir, struct fid_error *err);

/* Add a failure; the texts are copied, NULL stays NULL. */
int fid_results_fail (struct fid_results *all, const char *real, const char *emulation,
                      const char *file, const char *reason, struct fid_error *err);

/* Write failed.tsv of dir, or remove it if nothing failed. */
int fid_results_write_failed (const struct fid_results *all, const char *dir,
                              struct fid_error *err);

void fid_results_clear (struct fid_results *all);
