/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recording.h - what one file holds, in memory, so that it is read once, to choose it and use it */
#pragma once

#include "readers/sources.h"

struct fid_recording {
    uint64_t host;              /* key of its host; 0: the file names none */
    char host_name[64];         /* "": the key has no name */
    struct fid_recording *next; /* owned; what the same file has of another host */
    bool read;                  /* the file was read, maybe not to its end */
    struct {
        struct fid_file_shape shape;
        uint64_t reject_n, lost_n; /* malformed lines, lost events */
        size_t note_n;
        struct fid_remark reject[FID_REMARKS_MAX], note[FID_REMARKS_MAX]; /* the first */
    } file;                                                               /* of all its hosts */
    /* of its records */
    unsigned gives; /* FID_GIVES_... */
    size_t phase_n, step_n, timed_line_n, logline_n, record_n;
    int64_t first_ns, last_ns; /* starts of the events; INT64_MAX, MIN: none */
    enum fid_op op;            /* of some event */
    /* what was recorded */
    FID_LIST (char, byte); /* owned; see recording.c */
    struct fid_events events;
};

/* Starts with nothing; memory_n: bytes that its events may take. */
void fid_recording_init (struct fid_recording *rec, size_t memory_n);

/* Reads the file of a source of the run in dir.  A file that is damaged is read up to there,
 * and the source says why (fid_source_fail).  -1: the system does not give the file. */
int fid_recording_read (struct fid_recording *rec, const char *dir, struct fid_source *s,
                        const struct fid_run_opts *opts, struct fid_error *err);

/* Reads those n sources of the run, several at a time, and leaves out files of which more than
 * half could not be read (fid_source.malformed), with the reason. */
int fid_recordings_read (struct fid_run *run, const struct fid_run_opts *opts,
                         struct fid_recording *rec, const size_t *which, size_t n,
                         struct fid_error *err);

/* Plays everything but the events, of which the first and the last start are told. */
int fid_recording_play (const struct fid_recording *rec, const struct fid_sink *sink,
                        struct fid_error *err);

/* Forgets what it plays, but not its events. */
void fid_recording_forget (struct fid_recording *rec);

/* Gives the source what is known of its file: sizes, remarks. */
void fid_recording_describe (const struct fid_recording *rec, struct fid_source *s);

/* Uses nothing of its file. */
void fid_recording_leave_out (struct fid_recording *rec, struct fid_source *s);

void fid_recording_clear (struct fid_recording *rec);
