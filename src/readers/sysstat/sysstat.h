/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sysstat.h - what the readers of text and of JSON of mpstat, sar, iostat and sadf share */
#pragma once

#include "readers/hosttime.h"
#include "readers/reader.h"
#include "readers/sysstat/cpushare.h"

/* Of disks: options of iostat change unit and name of the rates; its MB is MiB.  Stamps are host local
 * time at the end of the interval, or have a zone (S_TIME_FORMAT=ISO): then the zone becomes the
 * fact local_utc_offset_s. */

struct fid_iostat {
    const struct fid_input *in;
    bool zone_known, zone_change_noted, cpu_noted;
    enum fid_remark_code rates_noted;
    int64_t zone_s;
};

/* What a column or member of a disk says of reading (way 0) or writing (1). */
enum fid_disk_figure { FID_DISK_RATE, FID_DISK_REQUESTS, FID_DISK_SIZE, FID_DISK_FIGURES };
struct fid_disk_column {
    enum fid_disk_figure figure;
    int way;
    double mib; /* the factor that makes it MiB, or MiB/s */
};
bool fid_disk_column (struct fid_span name, struct fid_disk_column *c);

/* The figures of a row; half: by how much rounding may have changed one. */
struct fid_disk_row {
    bool seen[FID_DISK_FIGURES][2];
    double value[FID_DISK_FIGURES][2], half[FID_DISK_FIGURES][2];
};

/* Takes a figure; false if it is no such number.  "1.5M" of --human has its unit with it. */
bool fid_disk_take (struct fid_disk_row *row, const struct fid_disk_column *c,
                    struct fid_span text);

/* Holds rates against requests x their size.  A rate in another unit than its name says is
 * corrected.  Returns what is to be noted about the row. */
enum fid_remark_code fid_disk_correct (struct fid_disk_row *row);

/* Parses a stamp in local time; false if it is malformed.  *rc is -1 if the sink failed. */
bool fid_iostat_stamp (struct fid_iostat *st, struct fid_span stamp, int64_t *t_ns, int *rc,
                       struct fid_error *err);

/* Notes once that avg-cpu is not used. */
void fid_iostat_note_cpu (struct fid_iostat *st, size_t line);
