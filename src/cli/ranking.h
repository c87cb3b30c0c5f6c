/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ranking.h - the end of `report` and of `matrix` */
#pragma once

#include "check/history.h"
#include "program/common.h"
#include "report/tables.h"

struct fid_printing {
    bool write;           /* the report's files, too */
    bool silent;          /* nothing is printed */
    enum fid_table table; /* what is printed */
    const char *output;   /* file to print to; NULL: stdout.  sqlite needs one, which gets
                             all tables */
    const char *chrome;   /* directory that gets a trace of each pair; NULL: none */
    const char *history;  /* directory of earlier results for history.html and the trends of the
                             overview; NULL: none */
    size_t thread_n;      /* 0 is 1 */
};

/* Print the changes of how->history, and write its history.html if asked. */
void fid_print_history (const struct fid_printing *how, const struct fid_common *common);

/* Print the changes of a history, and say how many there are; only say it. */
void fid_history_print (const struct fid_history *h, const struct fid_common *common);
void fid_history_say (const struct fid_history *h, const struct fid_common *common);

/* Print a table, which is cleared; one without rows only for programs. */
void fid_print_some (struct fid_cells *cells, const struct fid_common *common);

/* Rank the results of dir, write the report's files if asked, print a line for each
 * configuration, with -v the ranking, or another table.  Says what could not be read.  Returns an exit status: 0,
 * FID_EPARTIAL if some pair or file has no numbers, FID_EINPUT if none has,
 * FID_EINTERNAL if a file cannot be written. */
int fid_print_ranking (const char *dir, const struct fid_printing *how,
                       const struct fid_common *common);
