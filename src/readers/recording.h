/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recording.h - what each file holds, in memory, so that it is read once, to choose it and use it */
#pragma once

#include "readers/sources.h"

union fid_sample_words {
    struct fid_sample sample;
    uint64_t word[sizeof (struct fid_sample) / 8];
};

struct fid_recording {
    uint64_t host;              /* key of its host; 0: the file names none */
    char host_name[64];         /* "": the key has no name */
    struct fid_recording *next; /* owned; what the same file has of another host */
    bool read;                  /* the file was read, maybe not to its end */
    bool brief; /* of what it says, only these numbers are kept, no records and events */
    /* of its records */
    unsigned gives; /* FID_GIVES_... */
    size_t phase_n, step_n, timed_line_n, logline_n, record_n;
    int64_t first_ns, last_ns;         /* starts of the events; INT64_MAX, MIN: none */
    enum fid_op op;                    /* of some event */
    int64_t job_first_ns, job_last_ns; /* of phases but INIT, and of the events of all hosts */
    uint64_t job_hash;                 /* of these instants: copies of a log have the same */
    /* what was recorded */
    FID_LIST (char, byte); /* owned; see recording.c */
    union fid_sample_words last;
    struct fid_events events;
};

/* Starts with nothing; memory_n: bytes that its events may take. */
void fid_recording_init (struct fid_recording *rec, size_t memory_n);

/* A recording for each source of a run, in which nothing is.  The memory for events is shared out
 * by the sizes of the files, so that what is merged does not depend on the order in which they
 * are read.  brief: logs and traces are read to know what they are, not to use them. */
struct fid_recording *fid_recordings_create (const struct fid_run *run, bool brief,
                                             struct fid_error *err);
void fid_recordings_destroy (struct fid_recording *rec, size_t n);

/* Reads the file of a source of a run, unless it was.  A file that is damaged is read up to there,
 * and the source says why (fid_source_fail).  -1: the system does not give the file. */
int fid_recording_read (struct fid_recording *rec, const struct fid_run *run,
                        struct fid_source *s, struct fid_error *err);

/* Reads those n sources of the run, several at a time. */
int fid_recordings_read (struct fid_run *run, struct fid_recording *rec, const size_t *which,
                         size_t n, struct fid_error *err);

/* Plays everything but the events, of which the first and the last start are told. */
int fid_recording_play (const struct fid_recording *rec, const struct fid_sink *sink,
                        struct fid_error *err);

/* Forgets what it plays, but not its events. */
void fid_recording_forget (struct fid_recording *rec);

/* Uses nothing of its file. */
void fid_recording_leave_out (struct fid_recording *rec, struct fid_source *s);

/* Leaves out a file of which more than half could not be read (fid_source.malformed), and says
 * why. */
void fid_recording_judge (struct fid_recording *rec, struct fid_source *s);

void fid_recording_clear (struct fid_recording *rec);

/* --- choose.c: which files are used for what */

/* Sets `used` of all sources, and narrows `gives` to what a file holds where that varies (logs,
 * tables, DFTracer, strace): such files are read into rec, which has a recording for each source.  -1 when out of memory; a file that cannot be read holds nothing. */
int fid_choose_sources (struct fid_run *run, struct fid_recording *rec, struct fid_error *err);

/* Uses one of the files that hold the same events, one or several together: that which leads, or
 * has the shortest name; each that is left out is a finding.  `rec' has one for each source.
 * O(rows of files that may be copies).  -1 with FID_EINTERNAL. */
int fid_copies_drop (struct fid_run *run, struct fid_recording *rec, struct fid_error *err);
