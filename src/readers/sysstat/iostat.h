/* SPDX-License-Identifier: GPL-3.0-or-later */
/* iostat.h - what the readers of iostat's text and JSON share
 *
 * Its options change unit and name of the rates; its MB is MiB.  Stamps are host local
 * time at the end of the interval, or have a zone (S_TIME_FORMAT=ISO): then the zone
 * becomes the fact local_utc_offset_s. */
#pragma once

#include "readers/reader.h"

struct fid_iostat {
    const struct fid_input *in;
    const struct fid_sink *sink;
    bool zone_known, zone_change_noted, cpu_noted;
    int64_t zone_s;
};

/* Whether a column or member is a rate of reading or writing.  Writes its channel, and the
 * factor that makes it MiB/s. */
bool fid_iostat_rate (struct fid_span name, enum fid_channel *channel, double *mib);

/* Where a table of disks has what. */
struct fid_disk_columns {
    size_t n, device; /* n 0: no such table */
    int rate[2];      /* columns of reading and writing; -1: not there */
    double mib[2];    /* their factors */
};

/* Finds the columns of a title line with a column of that name, or NAME with a colon; false,
 * with *c as before, if there is no such column. */
bool fid_disk_columns (struct fid_disk_columns *c, const struct fid_span *word, size_t n,
                       const char *name);

/* Emits the rates of a row that are there; "1.5M" of --human has its unit with it.  Returns
 * FID_REMARK_NONE, or why it is malformed; *rc is -1 if the sink failed. */
enum fid_remark_code fid_disk_row (const struct fid_disk_columns *c,
                                   const struct fid_span *word, size_t n, int64_t t_ns,
                                   const struct fid_sink *sink, struct fid_error *err, int *rc);

/* Parses a stamp in local time; false if it is malformed.  *rc is -1 if the sink failed. */
bool fid_iostat_stamp (struct fid_iostat *st, struct fid_span stamp, int64_t *t_ns, int *rc,
                       struct fid_error *err);

/* Emits what a disk read and wrote, in MiB/s. */
int fid_iostat_put_both (const struct fid_sink *sink, int64_t t_ns, struct fid_span name,
                         const double mib[2], struct fid_error *err);

/* Notes once that avg-cpu is not used. */
void fid_iostat_note_cpu (struct fid_iostat *st, size_t line);
