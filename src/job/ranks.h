/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ranks.h - which rank's each call is, and when ranks wait for each other */
#pragma once

#include "job/find_priv.h"

/* Makes the ranks of the job: those that the log has steps of get their numbers. */
int fid_make_ranks (struct fid_finder *f, struct fid_error *err);

/* The steps that the log has of rank f->rank: *n of *step, all but those of another number;
 * -1: all. */
void fid_logged_steps (const struct fid_finder *f, const struct fid_step **step, size_t *n,
                       int64_t *number);

/* Whether the log has steps of several ranks, or the traces show the processes of ranks, and it
 * is known of nearly all bytes of data which of them read them. */
int fid_ranks_separate (const struct fid_finder *f, bool *separate, struct fid_error *err);

/* The evidence of rank f->rank alone: its reads, uses, opens, batches handed over.  It borrows
 * the rest; clear it with fid_rank_evidence_clear. */
int fid_rank_evidence (const struct fid_finder *f, struct fid_job_evidence *out,
                       struct fid_error *err);
void fid_rank_evidence_clear (struct fid_job_evidence *ev);

/* Finds out from the steps when ranks meet; where they meet after each step, their computation
 * is without the time that they wait for each other. */
int fid_find_meetings (struct fid_finder *f, struct fid_error *err);
