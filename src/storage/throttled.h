/* SPDX-License-Identifier: GPL-3.0-or-later */
/* throttled.h - times of a run's job that were measured on throttled storage
 *
 * A measurement is a recording: times of another run, host or job are refused, with the line of
 * throttle.tsv.  What its reader sees by itself, it refuses (readers/tables/throttle_times.c). */
#pragma once

#include "storage/answer.h"

/* Sets r->measured, owned by the caller, from the facts of its run.  FID_EUSAGE if they are of
 * another one. */
int fid_throttled_take (struct fid_answer_run *r, struct fid_error *err);

/* FID_EUSAGE if runs of both sides have the same times: one side's are copied. */
int fid_throttled_compare (const struct fid_answer_run *real, size_t real_n,
                           const struct fid_answer_run *emulation, size_t emulation_n,
                           struct fid_error *err);
