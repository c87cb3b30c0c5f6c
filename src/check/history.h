/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.h - when did the results change?
 *
 * A directory holds stored results in time order: directories of results or
 * baseline files, ordered by name, or as its file "order" lists them (a name a
 * line).  For each configuration, the medians of its runs, one for each entry,
 * are searched for change points (metrics/changepoint.h): the answer, the capacity, the
 * similarity, the grade of every group and, if asked, of every clause (baseline files have none).
 *
 * Entries have to fit one another (fid_gate_comparable).  The level holds for each
 * series: of a hundred without a change about one seems to have one. */
#pragma once

#include "check/check.h"

#define FID_HISTORY_ORDER   "order"
#define FID_HISTORY_LATEST  "latest" /* name of the entry of opts.latest */
#define FID_HISTORY_SEGMENT 5        /* entries on each side of a change, at least */
#define FID_HISTORY_LEAST   12       /* entries: with 5 and 5 no shuffle is rare enough */
#define FID_HISTORY_LEVEL   0.01
#define FID_HISTORY_DRAWS   999
#define FID_HISTORY_SEED    20231121

struct fid_change {
    const char *workload, *config, *what;
    size_t index;         /* first entry after the change, from 0 */
    double before, after; /* medians of the segments beside it */
    double p;
};

/* The numbers of one configuration over all entries. */
struct fid_history_series {
    const char *workload, *config, *what;
    enum fid_gate_kind kind;      /* FID_GATE_MEASURE with opts.clauses alone */
    double *x;                    /* of each entry; FID_ABSENT: it has none */
    size_t known_n;               /* entries with a number, at least one */
    size_t change_from, change_n; /* its changes */
};

struct fid_history {
    struct fid_arena arena; /* owned; all is in it */
    const char **entry;     /* names in order */
    size_t entry_n, entry_cap;
    FID_LIST (struct fid_history_series, series); /* by configuration, kind and name */
    FID_LIST (struct fid_change, change);         /* in the order of series, then by index */
    size_t searched_n;                            /* series */
    size_t short_n;                               /* series with too few entries */
    size_t shortest_n;                            /* entries of the shortest of those */
};

struct fid_history_opts {
    enum fid_gate_by by;
    uint64_t seed;
    bool clauses;       /* search them, too */
    const char *latest; /* results behind the last entry, unless they are one of them; NULL */
};

/* -1 with FID_EINPUT if the directory or an entry cannot be read, FID_EUSAGE if
 * entries do not fit. */
int fid_history_search (const char *dir, const struct fid_history_opts *opts,
                        struct fid_history *history, struct fid_error *err);

/* The series of a configuration's similarity; NULL. */
const struct fid_history_series *fid_history_similarity (const struct fid_history *history,
                                                         const char *workload,
                                                         const char *config);

/* Adds a row for the last change of each series of the answer, the capacity and the similarity that is
 * for the worse: FAIL if strict, else INCONCLUSIVE and aside. */
int fid_check_history (const struct fid_history *history, bool strict, struct fid_check *check,
                       struct fid_error *err);

void fid_history_clear (struct fid_history *history);
