/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cpushare.h - what the CPUs did in one interval, from mpstat's columns
 *
 * Four shares in % of all CPUs: user = usr + nice + guest + gnice, sys = sys +
 * irq + soft, iowait, idle = idle + steal.  mpstat gives a row for all CPUs, a
 * row for each, or both: the row `all` wins, else the rows of one stamp are
 * averaged. */
#pragma once

#include "run/sink.h"

#define FID_CPU_SHARES 4 /* in the order of the FID_CH_CPU_ channels */

/* Which share a column of mpstat or sar ("%usr"), a member of their JSON ("usr") or a mode of
 * node_exporter ("softirq") belongs to; -1 if to none. */
int fid_cpu_column (struct fid_span name);

enum fid_remark_code fid_cpu_add (double value[FID_CPU_SHARES], int share, double pct);

/* FID_REMARK_NONE, or that some of the time has no share: a column is missing. */
enum fid_remark_code fid_cpu_whole (const double value[FID_CPU_SHARES]);

/* Computes the shares of a row of n words: the CPU, then the columns.  share: fid_cpu_column of
 * each column.  Returns FID_REMARK_NONE, or why the row is malformed. */
enum fid_remark_code fid_cpu_shares (const signed char *share, const struct fid_span *word,
                                     size_t n, double value[FID_CPU_SHARES]);

int fid_cpu_put (const struct fid_sink *sink, int64_t t_ns, const double value[FID_CPU_SHARES],
                 struct fid_error *err);

/* Zero-initialise; one row after the other, then _flush. */
struct fid_cpushare {
    int64_t t_ns;
    double sum[FID_CPU_SHARES]; /* over the single CPUs of this stamp */
    unsigned cpu_n;
    bool open, all;
    bool averaged; /* some stamp had single CPUs only */
};

/* Add the row of CPU ("all", "-1", or a number); value[] are its shares. */
int fid_cpushare_row (struct fid_cpushare *c, int64_t t_ns, struct fid_span cpu,
                      const double value[FID_CPU_SHARES], const struct fid_sink *sink,
                      struct fid_error *err);

/* Emit what waits for more rows of its stamp. */
int fid_cpushare_flush (struct fid_cpushare *c, const struct fid_sink *sink,
                        struct fid_error *err);

/* Flushes, and notes if averages replaced the row of all CPUs. */
int fid_cpushare_finish (struct fid_cpushare *c, const struct fid_sink *sink,
                         struct fid_error *err);
