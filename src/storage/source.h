/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source.h - runs as an answer takes them: their jobs, and times measured on throttled storage */
#pragma once

#include "storage/answer.h"

struct fid_answer_sources {
    struct fid_answer_run
        *run; /* owned, with measured times and timings; the rest is of the runs */
    size_t n, cap;
};

/* Appends runs.  Clear *s even after a failure.  -1 without memory. */
int fid_answer_sources_add (struct fid_answer_sources *s, const struct fid_run *const *run,
                            size_t n, struct fid_error *err);
void fid_answer_sources_clear (struct fid_answer_sources *s);
