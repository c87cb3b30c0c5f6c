/* SPDX-License-Identifier: GPL-3.0-or-later */
/* darshan_head.h - the lines with which Darshan's parsers begin
 *
 *     # darshan log version: 3.41
 *     # exe: python3 main.py
 *     # jobid: 4242
 *     # start_time: 1676121078          <- seconds of 1970 UTC, whole
 *     # end_time: 1676121090
 *     # nprocs: 4
 *     # run time: 12.2500               <- seconds; before 3.4 whole, with one added */
#pragma once

#include "readers/reader.h"

struct fid_darshan_head {
    bool has_start, has_end, has_run;
    int64_t start_s, end_s, run_ns;
    bool run_exact; /* run_ns has a fraction */
    uint64_t nprocs;
};

/* Whether the file is the output of a parser of Darshan logs. */
bool fid_darshan_is (struct fid_span head);

/* Takes a line of the head and gives its facts to the sink; false if the line is not of the
 * head. */
int fid_darshan_take (struct fid_darshan_head *h, struct fid_span line,
                      const struct fid_sink *sink, struct fid_error *err);

/* The start of the job, ns of 1970: the middle of the instants that the whole seconds and the
 * run time allow; *unsure_ns is half their distance.  has_start must be set. */
int64_t fid_darshan_start (const struct fid_darshan_head *h, int64_t *unsure_ns);
