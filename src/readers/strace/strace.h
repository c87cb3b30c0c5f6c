/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strace.h - the start of a line of strace (strace.c) */
#pragma once

#include "base/base.h"

/* How a line is stamped. */
enum fid_strace_stamp {
    FID_STRACE_BARE,  /* not at all */
    FID_STRACE_SINCE, /* since the line before (-r) */
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
