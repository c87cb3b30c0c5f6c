/* SPDX-License-Identifier: GPL-3.0-or-later */
/* validity.h - the verdicts that follow from the numbers of a result
 *
 * Files state verdicts, too.  Whoever reads one (reports, the gate, libfidlio, Python) has the
 * verdicts that its numbers allow: fid_result_settle sees to that. */
#pragma once

#include "results/result.h"

/* Of an error that lies between low and high, and of that of the storage where it is largest, at
 * least `least', where limit is allowed of the first and twice that of the second; all ln. */
struct fid_error_range {
    double low, high, worst, least;
};
enum fid_validity fid_validity_of (const struct fid_error_range *e, double limit);

/* That of an answer whose error is known. */
struct fid_error_range fid_answer_range (const struct fid_result_answer *a);

/* The first number or size of checkpoints in which two sides differ by more than the tolerance
 * (0.1: 10 %); NOTHING: they agree. */
enum fid_answer_quantity fid_checkpoints_apart (const double real[FID_ANSWER_QUANTITY_N],
                                                const double emulation[FID_ANSWER_QUANTITY_N],
                                                double tolerance);

/* Whether it is known how far the answer is off. */
bool fid_answer_known (const struct fid_result_answer *a);

/* Of an answer, where that tolerance is allowed instead of its own.  FID_VALIDITY_N of one that
 * has no emulation. */
enum fid_validity fid_answer_validity (const struct fid_result_answer *a, double tolerance);

/* Replaces verdicts that do not follow from the numbers of the result, or from all that should
 * have been read, by "cannot tell" with the reason.  -1 without memory. */
int fid_result_judge (struct fid_result_head *h, struct fid_error *err);

/* Makes all its verdicts "cannot tell", for that reason.  -1 without memory. */
int fid_result_doubt (struct fid_result_head *h, const char *why, struct fid_error *err);
