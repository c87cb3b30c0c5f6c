/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sysstat.h - what mpstat, sar, iostat and sadf write, for their readers and fidlio prepare */
#pragma once

#include "base/json.h"
#include "readers/hosttime.h"
#include "readers/reader.h"
#include "readers/sysstat/cpushare.h"

/* --- the tables of mpstat and sar (sysstat_text.c) */

#define FID_SYSSTAT_COLUMNS 64

enum fid_sysstat_view { FID_SYSSTAT_OTHER, FID_SYSSTAT_CPU, FID_SYSSTAT_DISK, FID_SYSSTAT_N };

/* Where a table of disks has what. */
struct fid_disk_columns {
    size_t n, device; /* n 0: no such table */
    int rate[2];      /* columns of reading and writing; -1: not there */
    double mib[2];    /* their factors */
};

struct fid_sysstat_table {
    const struct fid_input *in;
    bool sar, epoch; /* epoch: stamps are seconds since 1970 (mpstat -U) */
    bool cpus;       /* there was a table of CPUs */
    struct fid_daytime daytime[FID_SYSSTAT_N]; /* of mpstat only the first */
    enum fid_sysstat_view view;
    size_t column_n;                              /* 0: no titles yet */
    char name[FID_SYSSTAT_COLUMNS][FID_CPU_NAME]; /* the titles behind the stamp: "%usr" */
    struct fid_disk_columns disks;
    char plain[FID_HOST_PLAIN]; /* the line without colours */
};

struct fid_sysstat_row {
    bool banner;                /* "Linux ...", no row */
    enum fid_sysstat_view view; /* OTHER: nothing of use */
    int64_t t_ns;               /* local time, of `epoch' UTC */
    struct fid_span word[FID_SYSSTAT_COLUMNS];
};

/* Parses a line into *row, or returns why it is malformed.  Notes go to the sink. */
enum fid_remark_code fid_sysstat_line (struct fid_sysstat_table *st, struct fid_span line,
                                       struct fid_sysstat_row *row);

/* --- disks
 *
 * Options of iostat change unit and name of the rates; its MB is MiB.  Stamps are host local
 * time at the end of the interval, or have a zone (S_TIME_FORMAT=ISO): then the zone becomes the
 * fact local_utc_offset_s. */

struct fid_iostat {
    const struct fid_input *in;
    bool zone_known, zone_change_noted, cpu_noted;
    int64_t zone_s;
};

/* Whether a column or member is a rate of reading or writing.  Writes its channel, and the
 * factor that makes it MiB/s. */
bool fid_iostat_rate (struct fid_span name, enum fid_channel *channel, double *mib);

/* Parses a stamp in local time; false if it is malformed.  *rc is -1 if the sink failed. */
bool fid_iostat_stamp (struct fid_iostat *st, struct fid_span stamp, int64_t *t_ns, int *rc,
                       struct fid_error *err);

/* Notes once that avg-cpu is not used. */
void fid_iostat_note_cpu (struct fid_iostat *st, size_t line);

/* --- JSON (sysstat_json.c)
 *
 *     {"sysstat": {"hosts": [{"date": "02/11/23", "statistics": [
 *         {"timestamp": "08:11:20", ...}, ...]}]}}
 *
 * Stopped without SIGINT they leave the brackets open, often in the middle of a sample: all
 * complete samples are given, and the cut is noted. */

/* One sample; object is a walk of it that can be repeated. */
struct fid_sysstat_sample {
    struct fid_json object;
    struct fid_span timestamp; /* n 0: none */
    struct fid_span date;      /* of the host's header; n 0: none */
    size_t line;               /* where it starts */
};

/* Calls fn for every complete sample, in order; stops when it returns -1. */
int fid_sysstat_read (struct fid_input *in,
                      int (*fn) (void *self, const struct fid_sysstat_sample *sample,
                                 struct fid_error *err),
                      void *self, struct fid_error *err);
