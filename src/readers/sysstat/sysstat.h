/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sysstat.h - what mpstat and iostat write with -o JSON, and sadf with -j
 *
 *     {"sysstat": {"hosts": [{"date": "02/11/23", "statistics": [
 *         {"timestamp": "08:11:20", ...}, ...]}]}}
 *
 * Stopped without SIGINT they leave the brackets open, often in the middle of
 * a sample: all complete samples are given, and the cut is noted. */
#pragma once

#include "base/json.h"
#include "readers/reader.h"
#include "readers/sysstat/cpushare.h"

/* One sample; sample is a walk of the whole object that can be repeated. */
struct fid_sysstat_sample {
    struct fid_json object;
    struct fid_span timestamp; /* n 0: none */
    struct fid_span date;      /* of the host's header; n 0: none */
    size_t line;               /* where it starts */
};

/* Call fn for every complete sample, in order; stops when it returns -1. */
int fid_sysstat_read (struct fid_input *in,
                      int (*fn) (void *self, const struct fid_sysstat_sample *sample,
                                 struct fid_error *err),
                      void *self, struct fid_error *err);

/* Whether head looks like such a file with the member ("cpu-load"): 0 to 100.
 * tool is looked for in the name where the file is cut before any sample. */
int fid_sysstat_probe (const struct fid_head *head, const char *member, const char *tool);

/* Reads an element of "cpu-load": the shares of a CPU in %, and its name ("all", "-1" or a
 * number).  Returns FID_REMARK_NONE, or why it is malformed. */
enum fid_remark_code fid_sysstat_cpu (struct fid_json *j, struct fid_span *cpu,
                                      double value[FID_CPU_SHARES]);

/* Reads an element of "disk": its name, and what it read and wrote in MiB/s. */
enum fid_remark_code fid_sysstat_disk (struct fid_json *j, struct fid_span *name,
                                       double mib[2]);
