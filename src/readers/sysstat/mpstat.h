/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mpstat.h - rows of mpstat's text, for its reader and for fidlio prepare */
#pragma once

#include "readers/hosttime.h"
#include "readers/reader.h"
#include "readers/sysstat/cpushare.h"

#define FID_MPSTAT_COLUMNS 32

struct fid_mpstat {
    struct fid_daytime daytime;
    char name[FID_MPSTAT_COLUMNS]
             [FID_CPU_NAME];    /* of each word behind the stamp: "CPU", "%usr" */
    size_t column_n;            /* 0: no column names yet */
    bool other_view;            /* a table of interrupts, nodes, ... */
    bool cpus;                  /* there was a table of CPUs */
    bool epoch;                 /* stamps are seconds since 1970 (-U) */
    char plain[FID_HOST_PLAIN]; /* the line without colours */
};

enum fid_mpstat_is { FID_MPSTAT_NOTHING, FID_MPSTAT_BANNER, FID_MPSTAT_ROW };

struct fid_mpstat_row {
    enum fid_mpstat_is is;
    int64_t t_ns;                             /* local time, of `epoch' UTC; ROW only */
    struct fid_span word[FID_MPSTAT_COLUMNS]; /* as many as there are column names */
};

/* Parses a line into *row, or returns why it is malformed.  Notes go to the sink. */
enum fid_remark_code fid_mpstat_line (struct fid_mpstat *st, struct fid_span line,
                                      const struct fid_input *in, struct fid_mpstat_row *row);
