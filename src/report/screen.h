/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screen.h - what a terminal shows of compared runs: one pair, or several emulations
 *
 *   1  how fast on which storage: the real job, the benchmark, the error
 *   2  what differs in which resource: the breakdown (results/result.h)
 *   3  what differs in the jobs, with the setting that would change it
 *   4  the verdicts, last that of the profile that was asked for
 *
 * At most 24 lines for a pair, none longer than the terminal is wide; whole: all that is known,
 * in the same order. */
#pragma once

#include "base/table.h"
#include "results/result.h"
#include "results/series.h"

struct fid_screen {
    FILE *f;
    struct fid_error *err;
    enum fid_format format; /* md: whole; csv, tsv: a row for each measure; json: the result */
    size_t width;           /* columns */
    bool whole, colour;
};

/* A result under the name that people read. */
struct fid_named {
    const char *name;
    const struct fid_result_head *head;
    double error, low,
        high;     /* of several runs, whose middle the head is; FID_ABSENT: the head's */
    bool differs; /* their verdicts */
};

/* Write n > 0 pairs of one real run; series: NULL, or those of the only one, drawn as sparklines.
 * -1 with FID_EINTERNAL. */
int fid_compared_write (const struct fid_screen *s, const struct fid_result *const *r, size_t n,
                        const struct fid_series *series);

#define FID_GRADES_FROM 110 /* columns of a terminal that shows grades beside distances */

/* The breakdown of a pair, with what was not measured, and the similarity. */
int fid_screen_resources (const struct fid_screen *s, const struct fid_result *r);

/* A heading, a table of storages with a line for each emulation, and a verdict a line. */
int fid_screen_several (const struct fid_screen *s, const char *title,
                        const struct fid_named *of, size_t n);
