/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strace_line.h - the parts of a line of strace
 *
 *     15973 1676121078.123456 pread64(3, "\1\2"..., 4096, 512) = 4096 <0.000012>
 *     PID   STAMP             NAME   (ARGUMENTS)               = RESULT <TIME> */
#pragma once

#include "base/base.h"

/* How a line is stamped. */
enum fid_strace_stamp {
    FID_STRACE_BARE,  /* not at all, or since the line before (-r) */
    FID_STRACE_EPOCH, /* -ttt: seconds of 1970 UTC; processed trees: ISO 8601 in UTC */
    FID_STRACE_DAY    /* -t, -tt: local time of day */
};

struct fid_strace_line {
    int64_t pid; /* of the thread; -1: not printed */
    enum fid_strace_stamp stamp;
    int64_t t_ns;         /* of 1970, or since midnight */
    struct fid_span rest; /* what follows the stamp */
};

/* Takes PID and stamp off a line. */
void fid_strace_line (struct fid_span line, struct fid_strace_line *out);

#define FID_STRACE_ARGS 6

struct fid_strace_call {
    struct fid_span arg[FID_STRACE_ARGS]; /* the first of them, without blanks around */
    size_t arg_n;
    bool failed, unknown; /* returned -1; returned '?', of a call that never ended */
    int64_t ret;
    struct fid_span ret_path; /* of "3</data/a>" (-y); n 0: none */
    bool timed;
    int64_t dur_ns; /* -T */
};

/* The name of a call before its '('; false if text does not begin with one. */
bool fid_strace_name (struct fid_span text, struct fid_span *name);

/* Parses a whole call.  Returns false if it is malformed. */
bool fid_strace_call (struct fid_span text, struct fid_strace_call *out);

/* A descriptor: "3", or "3</data/a>" (-y), whose path goes to *path.  AT_FDCWD is -100. */
bool fid_strace_fd (struct fid_span arg, int64_t *fd, struct fid_span *path);

/* A text in quotes, without its escapes, in buf[size]; false if arg is no such text or is too
 * long. */
bool fid_strace_text (struct fid_span arg, char *buf, size_t size, struct fid_span *out);
