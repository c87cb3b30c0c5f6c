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
