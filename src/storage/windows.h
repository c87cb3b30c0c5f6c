/* SPDX-License-Identifier: GPL-3.0-or-later */
/* windows.h - how many reads of a file wait, and how many requests they make, where a client
 * reads ahead
 *
 * As Linux does it (mm/readahead.c): the first call on a file opens a window of up to four
 * times its size; each further window is two to four times the one before, up to the read-ahead
 * of the client; a call that is larger is read in pieces of at most a request.  A mark in the
 * first window, behind the first call or in the window's middle, and at the begin of each later
 * one asks for the next window when the reader comes there, so that a reader that is faster
 * than the storage waits once for two windows.  What was asked for in an earlier step is there.
 * A call that does not go on where the one before ended gets no window.  A batch's header and
 * directory, at the ends of a file, are stretches beside what lies between.  (Measured: 16 MiB
 * in windows of 128 KiB wait 66 to 67 times, by one call or by many; doc/answer.md.) */
#pragma once

#include "job/job.h"

struct fid_client {
    double read_ahead_n; /* bytes; 0: nothing is read ahead */
    double request_n;    /* largest request, bytes; 0: no limit */
};

/* What is known of one file from one read to the next; starts as {0}, but for its size. */
struct fid_window {
    double next;   /* where the last read ended */
    double ahead;  /* up to where it was asked for */
    double size;   /* of the last window; 0: none */
    double mark;   /* who reads beyond asks for the next window */
    double file_n; /* bytes of the file; 0: unknown */
};

/* Adds the waits and the requests of a stretch to *wait_n and *request_n. */
void fid_window_read (struct fid_window *w, const struct fid_job_read *read,
                      const struct fid_client *client, double *wait_n, double *request_n);
