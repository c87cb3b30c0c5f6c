/* SPDX-License-Identifier: GPL-3.0-or-later */
/* timed.h - steps that are placed in time, before the job has them */
#pragma once

#include "job/find_priv.h"

/* A step with its span and its batch. */
struct fid_timed_step {
    int64_t ask_ns, got_ns, end_ns;
    size_t span, batch; /* SIZE_MAX: unknown */
    double compute_s;   /* < 0: from got to end */
    double rest_s;      /* neither loading nor computing, as the log has it */
    uint32_t logged;    /* its number in the log, from 1; 0: it is not of the log */
};

struct fid_timed_steps {
    struct fid_timed_step *at; /* owned; by time */
    size_t n, cap;
};

int fid_add_step (struct fid_timed_steps *s, struct fid_timed_step p, struct fid_error *err);

/* The span of a kind around t_ns, or the next before it; SIZE_MAX. */
size_t fid_span_at (const struct fid_finder *f, enum fid_job_segment_kind kind, int64_t t_ns);

/* steps_log.c: those of n steps that the log names that are of a rank; -1: of any. */
int fid_place_logged (struct fid_finder *f, const struct fid_step *step, size_t n, int64_t rank,
                      enum fid_side side, struct fid_timed_steps *out, struct fid_error *err);

/* steps_batches.c: the steps of training that take f->batch. */
int fid_place_batches (struct fid_finder *f, struct fid_timed_steps *s, struct fid_error *err);

/* Times steps whose number and batches are known, in parts that the log names: each begins when
 * it has its batch, and the last of a part ends with it. */
int fid_time_by_batches (const struct fid_finder *f, enum fid_side side,
                         struct fid_timed_steps *s, struct fid_error *err);

/* steps_rhythm.c: the steps that reads of a buffer show, or that the log only counts. */
int fid_place_rhythm (struct fid_finder *f, enum fid_side side, enum fid_job_segment_kind kind,
                      struct fid_timed_steps *s, struct fid_error *err);

/* n steps of equal length in a span, which wait for busy_ns together. */
int fid_place_evenly (struct fid_finder *f, size_t span, double n, double busy_ns,
                      struct fid_timed_steps *s, struct fid_error *err);
