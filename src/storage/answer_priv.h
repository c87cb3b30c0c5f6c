/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer_priv.h - an answer while it is worked out, as the files of answer.h share it */
#pragma once

#include "storage/answer.h"

/* One side. */
struct answering_side {
    const struct fid_answer_run *run; /* borrowed */
    size_t n;
    struct fid_answer_run
        *kept; /* owned; the runs without outliers; NULL: no outlier, run is used */
    double *ratio,
        *full; /* owned; [run][model][scenario]: ln of the ratio to full speed, and of
                             the seconds there; -HUGE_VAL: it takes no time */
};

struct answering {
    struct fid_answer *a;               /* borrowed */
    const struct fid_answer_opts *opts; /* borrowed */
    struct answering_side side[FID_ANSWER_SIDE_N];
    struct fid_error *err;
    unsigned needs; /* evidence that this pair asks for besides the profile */
    bool failed;    /* there was no memory for a remark */
};

/* answer_doubts.c: hold the runs of each side against each other, leave out outliers, and find
 * what forbids a verdict. */
int fid_answer_doubt (struct answering *w);

/* Adds the remark on the shares that memory served, real job and emulation, and on the error if
 * it had served none. */
int fid_answer_remark_account (struct answering *w, const double cached[2], double error);

/* ln of the seconds of a run by a model. */
static inline double fid_answer_ln (const struct answering *w, size_t side, size_t run,
                                    size_t model, size_t point)
{
    size_t at = (run * FID_MODEL_N + model) * w->a->point_n + point;
    return w->side[side].ratio[at] + w->side[side].full[at];
}

/* answer_error.c: what is counted on both sides; E and how sure it is.  -1 without memory. */
void fid_answer_work (struct answering *w);
int fid_answer_error (struct answering *w);

/* answer_verdict.c: what is counted of each side, the verdict, its reason and its fact. */
void fid_answer_count (struct answering *w);
void fid_answer_judge (struct answering *w);

/* --- times of a run's job that were measured on throttled storage (answer_error.c)
 *
 * A measurement is a recording: times of another run, host or job are refused, with the line of
 * throttle.tsv.  What its reader sees by itself, it refuses (readers/tables/throttle_times.c). */

/* Sets r->measured, owned by the caller, from the facts of its run.  FID_EUSAGE if they are of
 * another one. */
int fid_throttled_take (struct fid_answer_run *r, struct fid_error *err);

/* FID_EUSAGE if runs of both sides have the same times: one side's are copied. */
int fid_throttled_compare (const struct fid_answer_run *real, size_t real_n,
                           const struct fid_answer_run *emulation, size_t emulation_n,
                           struct fid_error *err);
