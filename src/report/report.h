/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.h - the ranked report over all result files of a directory
 *
 * The same content in four files: report.html and report.md for people, ranking.tsv for
 * spreadsheets and scripts, index.json (schema fidlio.index/3) for programs. */
#pragma once

#include "check/history.h"
#include "report/rank.h"

#define FID_SCHEMA_INDEX "fidlio.index/3"

/* Files that could not be used, a sentence each. */
struct fid_notes {
    char **text; /* owned, as what it points to */
    size_t n, cap;
};
void fid_notes_clear (struct fid_notes *notes);

struct fid_report {
    struct fid_results all;
    struct fid_ranking real;           /* configurations for each real run */
    struct fid_ranking workload;       /* the same over all real runs of a workload */
    struct fid_ranking emulation;      /* real runs for each emulation */
    const char *window;                /* borrowed: of the first result; see all.mixed_window */
    const struct fid_history *history; /* borrowed; NULL: none */
    struct fid_notes *notes;           /* borrowed; writers add to it; may be NULL */
    struct fid_seen *seen;             /* owned; what earlier reports saw, and this one did */
    size_t thread_n;                   /* threads; 0 is 1.  Output does not depend on it */
};

/* Read a directory and rank; write: fid_report_write follows.  Returns -1 with FID_EINPUT if it
 * cannot be read or has neither a result nor a failed pair; clear it even then. */
int fid_report_load (struct fid_report *report, const char *dir, size_t thread_n, bool write,
                     struct fid_error *err);
void fid_report_clear (struct fid_report *report);

/* The result of that pair, or NULL.  Time O(log n). */
const struct fid_result_head *fid_report_pair (const struct fid_report *report,
                                               const char *real_id, const char *emulation_id);

/* Whether a result of the list of a workload or of a real run is what the overviews are of: an
 * emulation of that workload or of an unknown one.  Real runs and emulations of others are
 * context.  Time O(log n). */
bool fid_report_is_emulation (const struct fid_report *report, const struct fid_list *list,
                              const struct fid_result_head *r);

/* The i-th warning about the results as a whole (mixed options, mixed windows), or NULL. */
const char *fid_report_caveat (const struct fid_report *report, size_t i);

/* Write one of the files to f; the caller checks ferror (f).  Returns -1 with
 * FID_EINTERNAL if memory runs out, FID_EINPUT if a result cannot be read again. */
int fid_report_tsv (const struct fid_report *report, FILE *f, struct fid_error *err);
int fid_report_md (const struct fid_report *report, FILE *f, struct fid_error *err);
int fid_report_index (const struct fid_report *report, FILE *f, struct fid_error *err);
extern const struct fid_record *const fid_index_record; /* the table of index.json */

/* The page; below 10 MB, with the details of as many pairs as fit. */
int fid_report_html (const struct fid_report *report, FILE *f, struct fid_error *err);

/* The page of a history; beside: report.html is in the same folder. */
#define FID_HISTORY_PAGE "history.html"
int fid_report_history (const struct fid_history *h, bool beside, FILE *f,
                        struct fid_error *err);

int fid_report_write_history (const struct fid_history *h, const char *dir, bool beside,
                              struct fid_error *err);

/* The ranking for the terminal, a short table for each workload (or as json, csv, md, tsv). */
int fid_report_ranking (const struct fid_report *report, enum fid_format format, FILE *f,
                        struct fid_error *err);

/* For terminals: of each workload what its emulations are off on each storage, and the verdict on
 * each (screen.h).  Where no emulation was compared, the real runs.  -1 with FID_EINTERNAL. */
struct fid_screen;
int fid_report_brief (const struct fid_report *report, const struct fid_screen *s);

/* Write all four files into dir, each completely or not at all. */
int fid_report_write (const struct fid_report *report, const char *dir, struct fid_error *err);

const char *fid_base_name (const char *path);

/* Whether a matrix of all pairs would be large and nearly empty, so that it is left out. */
bool fid_report_is_sparse (const struct fid_report *report);
